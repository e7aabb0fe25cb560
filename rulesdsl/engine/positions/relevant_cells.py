"""What of a position some line can still read: two positions that agree in it go on alike.

The list of cells keeps what was left from earlier lines: variables of blocks that are over, loops that have
ended, ways back of routines that are not under way. Of all that nothing is left in the essence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.analysis.scopes import NOTHING, Numbers
from rulesdsl.engine.core.domains import cell_count
from rulesdsl.engine.core.layout import ALT, CHOOSER, OVER, PENDING, RULE_BACK, SITE, STAGE
from rulesdsl.engine.core.sites import OneSite, SomeSite
from rulesdsl.engine.positions.equal_positions import EqualPositions, Form, Names
from rulesdsl.engine.positions.nesting import FLOW, RULE, STEP, InLoop, InPhase, InSecret, Place, Variable
from rulesdsl.engine.positions.piece_names import variables_with_pieces
from rulesdsl.engine.runtime.secrets import Range, SecretBlock, ranges_of

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan

Cells = list[int]


def live_at(plan: Plan, cells: Cells) -> Numbers:
    """The variables that matter at the open decision, with those that are settled in it."""
    if not cells[SITE]:
        return NOTHING
    site = plan.sites[cells[SITE] - 1]
    live = plan.scopes.live[site.decide.point]
    if cells[ALT] < 0 or cells[STAGE] < 0:
        return live
    params, stage = site.alternatives[cells[ALT]].params, cells[STAGE]
    settled = params[: stage + 1] if isinstance(params[stage], SomeSite) else params[:stage]
    return live | {param.param.var.number for param in settled}


@frozen
class _Rest:
    """What no line reads at a place: ranges of cells, and parameters that are still to be chosen."""

    empty: tuple[tuple[int, int, list[int]], ...]
    unchosen: tuple[int, ...]
    in_rule: bool
    block: SecretBlock | None
    naming: tuple[Names, ...]
    """The variables that are kept and can name pieces."""


class Essences:
    """Of the positions of one plan; for each place in the code it is worked out once."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._rests: dict[tuple[int, ...], _Rest] = {}
        self.equal = EqualPositions(plan)
        self._settled_somewhere = frozenset(
            variable for place in plan.nesting.places() for variable in place.settled
        )

    def of(self, cells: Cells) -> Cells:
        """A copy without what no line can read."""
        plan = self._plan
        if not cells[SITE]:
            if not cells[OVER]:
                return cells[:]
            kept = cells[: plan.layout.data_end]
            kept[PENDING] = kept[CHOOSER] = kept[RULE_BACK] = 0
            return kept + [0] * (plan.size - len(kept))
        values = cells[:]
        rest = self._rest(cells)
        for low, high, nothing in rest.empty:
            values[low:high] = nothing
        for address in rest.unchosen:
            values[address] = ir.NONE
        if not rest.in_rule:
            values[RULE_BACK] = 0
        if rest.block is not None:
            size = rest.block.frame_size
            for player in range(plan.program.players):
                if not cells[rest.block.parked + player]:
                    start = rest.block.kept + player * size
                    values[start : start + size] = [0] * size
        return values

    def form(self, essence: Cells) -> Form:
        """Of what `of` has given, which is used up: the same for positions that differ only in which of
        several copies of a piece is which.
        """
        return self.equal.form(essence, self._rest(essence).naming if essence[SITE] else ())

    def _rest(self, cells: Cells) -> _Rest:
        places = list(self._places(cells))
        backs = (cells[back] for place in places if (back := _back_of(place)))
        key = (cells[SITE], cells[ALT], cells[STAGE], *backs)
        if key not in self._rests:
            self._rests[key] = self._worked_out(cells, places)
        return self._rests[key]

    def _places(self, cells: Cells) -> Iterator[Place]:
        """Where the open decision lies, then where the routine was called from, and so on."""
        nesting = self._plan.nesting
        place: Place | None = nesting.sites[cells[SITE] - 1]
        while place is not None:
            yield place
            back = _back_of(place)
            place = nesting.ways_back.get(back, {}).get(cells[back]) if back else None

    def _worked_out(self, cells: Cells, places: list[Place]) -> _Rest:
        plan, live = self._plan, live_at(self._plan, cells)
        kept: set[int] = set()
        block = None
        chosen = live - plan.scopes.live[plan.sites[cells[SITE] - 1].decide.point]
        for (variable, address), (var, _) in zip(plan.slots.items(), plan.variables, strict=True):
            if var.number in chosen or (var.number in live and self._has_value(variable, places)):
                kept.update(range(address, address + cell_count(plan.program, var.type)))
        for place in places:
            kept.add(_back_of(place))
            for around in place.around:
                match around:
                    case InPhase(times=times):
                        kept.add(times)
                    case InLoop(cursor=cursor, end=end):
                        kept.update(range(cursor, end))
                    case InSecret(block=number):
                        block = plan.secrets[number - 1]
                        kept |= self._block_cells(block)
        sites = plan.sites[cells[SITE] - 1].alternatives
        params = [param for site in sites for param in site.params if isinstance(param, OneSite)]
        beyond = range(plan.layout.data_end, plan.size)
        empty = ranges_of(address for address in beyond if address not in kept)
        return _Rest(
            tuple((low, high, [0] * (high - low)) for low, high in empty),
            tuple(param.address for param in params if param.param.var.number not in live),
            any(place.routine == RULE for place in places),
            block,
            tuple((domain, address) for _, domain, address in variables_with_pieces(plan) if address in kept),
        )

    def _has_value(self, variable: Variable, places: Sequence[Place]) -> bool:
        """Whether it has one where these places were come by. What can be read at a decision may have got its
        value only where one comes to it from elsewhere.
        """
        routine = self._plan.nesting.actors.get(variable)
        if routine is not None:
            return any(place.routine == routine for place in places)
        return variable not in self._settled_somewhere or any(variable in place.settled for place in places)

    def _block_cells(self, block: SecretBlock) -> set[int]:
        players = self._plan.program.players
        own: list[Range] = [
            (block.parked, block.parked + players),
            (block.kept, block.kept + players * block.frame_size),
        ]
        if block.shadow:
            own += [(start, start + block.shadow_size) for start in (block.base, block.merged)]
        single = {block.mask, block.cursor, block.you}
        return single.union(*(range(low, high) for low, high in own))


def _back_of(place: Place) -> int:
    """The cell that says where the routine goes back to; 0 where it does not go back."""
    if place.routine in {FLOW, STEP}:
        return 0
    return RULE_BACK if place.routine == RULE else int(place.routine)
