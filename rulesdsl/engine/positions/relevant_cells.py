"""What of a position some line can still read: two positions that agree in it go on alike.

The list of cells keeps what was left from earlier lines: variables of blocks that are over, loops that have
ended, ways back of routines that are not under way. Of all that nothing is left in the essence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulesdsl import program as ir
from rulesdsl.engine.analysis.scopes import Numbers
from rulesdsl.engine.core.domains import cell_count
from rulesdsl.engine.core.layout import ALT, CHOOSER, OVER, PENDING, RULE_BACK, SITE, STAGE
from rulesdsl.engine.core.sites import OneSite, ParamSite, Site, SomeSite
from rulesdsl.engine.positions.equal_positions import EqualPositions, Form
from rulesdsl.engine.positions.nesting import FLOW, RULE, STEP, InLoop, InPhase, InSecret, Place, Variable
from rulesdsl.engine.positions.piece_names import Names, variables_with_pieces
from rulesdsl.engine.runtime.secrets import Range, SecretBlock, addresses_in, ranges_of

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan

Cells = list[int]
Read = Callable[[int], int]
"""The value of a cell."""


def live_at(plan: Plan, cells: Cells) -> frozenset[Variable]:
    """The variables that matter at the open decision, without those that are chosen in it."""
    return _live(plan, _places_of(plan, cells))


def _live(plan: Plan, places: Iterable[Place]) -> frozenset[Variable]:
    return frozenset().union(*(_of_copy(place, plan.scopes.at(place.line).live) for place in places))


def _of_copy(place: Place, numbers: Numbers) -> frozenset[Variable]:
    """A routine is written twice if it is called both where standing rules are looked at and where not."""
    return frozenset((place.copy, number) for number in numbers)


def _places_of(plan: Plan, cells: Cells) -> list[Place]:
    """Where the open decision lies, then where the routine was called from, and so on."""
    return _outwards(plan, cells.__getitem__, plan.nesting.sites[cells[SITE] - 1]) if cells[SITE] else []


def _outwards(plan: Plan, read: Read, innermost: Place) -> list[Place]:
    places = [innermost]
    passed: list[int] = []
    while (back := _back_of(places[-1])) and back not in passed:
        passed.append(back)
        place = plan.nesting.ways_back.get(back, {}).get(read(back))
        if place is None:
            break
        places.append(place)
    return places


def _from_the_block(places: Sequence[Place]) -> list[Place]:
    """The places from that of the secret block outwards, in which one of them lies."""
    for index, place in enumerate(places):
        for depth, around in enumerate(place.around, start=1):
            if isinstance(around, InSecret):
                return [evolve(place, around=place.around[:depth]), *places[index + 1 :]]
    return []


def _settled_in(site: Site, cells: Cells) -> tuple[ParamSite, ...]:
    """What is chosen already in the open decision."""
    if cells[ALT] < 0 or cells[STAGE] < 0:
        return ()
    params, stage = site.alternatives[cells[ALT]].params, cells[STAGE]
    return params[: stage + 1] if isinstance(params[stage], SomeSite) else params[:stage]


@frozen
class _Rest:
    """What no line reads at a place: ranges of cells, and parameters that are still to be chosen."""

    empty: tuple[tuple[int, int, list[int]], ...]
    unchosen: tuple[int, ...]
    in_rule: bool
    block: SecretBlock | None
    around: tuple[Names, ...]
    """Of the variables that are kept and can name pieces those that were settled around the open decision."""
    chosen: tuple[Names, ...]
    """Those that were chosen in it."""


class Essences:
    """Of the positions of one plan; for each place in the code it is worked out once."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._rests: dict[tuple[object, ...], _Rest] = {}
        self._parked: dict[tuple[int, ...], Mapping[int, int]] = {}
        self._frames: dict[tuple[int, int], Mapping[int, int]] = {}
        self._variables = variables_with_pieces(plan)
        self._cells = {
            address: range(address, address + cell_count(plan.program, var.type))
            for var, address in plan.variables
        }
        """Of each variable by the first."""
        self.equal = EqualPositions(plan)

    def of(self, cells: Cells, *, from_outside: bool = False) -> Cells:
        """A copy without what no line can read. `from_outside`: nor what is being done in the secret block
        that is going on.
        """
        plan = self._plan
        if not cells[SITE]:
            if not cells[OVER]:
                return cells[:]
            kept = cells[: plan.layout.data_end]
            kept[PENDING] = kept[CHOOSER] = kept[RULE_BACK] = 0
            return kept + [0] * (plan.size - len(kept))
        values = cells[:]
        rest = self._rest(cells, from_outside=from_outside)
        for low, high, nothing in rest.empty:
            values[low:high] = nothing
        for address in rest.unchosen:
            values[address] = ir.NONE
        if not rest.in_rule:
            values[RULE_BACK] = 0
        if rest.block is not None:
            first, size = rest.block.kept, rest.block.frame_size * plan.program.players
            values[first : first + size] = [0] * size
            for player in range(plan.program.players):
                for address in self._kept_for(cells, rest.block, player).values():
                    values[address] = cells[address]
        return values

    def naming(
        self, cells: Cells, *, from_outside: bool = False
    ) -> tuple[tuple[Names, ...], tuple[Names, ...]]:
        """The variables that can name pieces and that a line can read: those that were settled around the
        open decision, and those chosen in it or, by who waits in a secret block, before.
        """
        if not cells[SITE]:
            return (), ()
        rest = self._rest(cells, from_outside=from_outside)
        if rest.block is None:
            return rest.around, rest.chosen
        waiting = (self._kept_for(cells, rest.block, player) for player in range(self._plan.program.players))
        parked = (
            (domain, kept[address])
            for kept in waiting
            for domain, address in self._variables
            if address in kept
        )
        return rest.around, (*rest.chosen, *parked)

    def form(self, essence: Cells) -> Form:
        """Of what `of` has given, which is used up: the same for positions that differ only in which of
        several copies of a piece is which.
        """
        around, chosen = self.naming(essence)
        return self.equal.form(essence, around + chosen)

    def _rest(self, cells: Cells, *, from_outside: bool = False) -> _Rest:
        places = _places_of(self._plan, cells)
        key = (from_outside, cells[SITE], cells[ALT], cells[STAGE], *_backs(places, cells.__getitem__))
        if key not in self._rests:
            self._rests[key] = self._worked_out(cells, places, from_outside=from_outside)
        return self._rests[key]

    def _worked_out(self, cells: Cells, places: list[Place], *, from_outside: bool) -> _Rest:
        plan = self._plan
        site = plan.sites[cells[SITE] - 1]
        settled = frozenset(param.address for param in _settled_in(site, cells))
        if from_outside:
            inner, *outer = places = _from_the_block(places)
            live = _live(plan, outer) | _of_copy(inner, plan.scopes.at(inner.line).before_block)
        else:
            live = _live(plan, places)
        kept = self._kept(places, live)
        for address in settled:
            kept.update(self._cells[address])
        inside = [around.block for place in places for around in place.around if isinstance(around, InSecret)]
        block = plan.secrets[inside[0] - 1] if inside else None
        if block is not None:
            kept |= self._block_cells(block)
        params = [param for way in site.alternatives for param in way.params if isinstance(param, OneSite)]
        beyond = range(plan.layout.data_end, plan.size)
        empty = ranges_of(address for address in beyond if address not in kept)
        return _Rest(
            tuple((low, high, [0] * (high - low)) for low, high in empty),
            tuple(param.address for param in params if param.address not in kept),
            any(place.routine == RULE for place in places),
            block,
            tuple(names for names in self._variables if names[1] in kept - settled),
            tuple(names for names in self._variables if names[1] in settled),
        )

    def _kept(self, places: Iterable[Place], live: frozenset[Variable]) -> set[int]:
        """The cells of these variables, and those that say how far what is under way is."""
        kept: set[int] = set()
        for variable in live:
            # One that is not there lives in one segment only.
            if variable in self._plan.slots:
                kept.update(self._cells[self._plan.slots[variable]])
        for place in places:
            kept.add(_back_of(place))
            for around in place.around:
                match around:
                    case InPhase(times=times):
                        kept.add(times)
                    case InLoop(cursor=cursor, end=end):
                        kept.update(range(cursor, end))
                    case InSecret():
                        pass
        return kept

    def _kept_for(self, cells: Cells, block: SecretBlock, player: int) -> Mapping[int, int]:
        """Of the cells that a player uses who waits in a secret block those that can still be read once that
        player goes on: for each the one where its value is kept.
        """
        segment = cells[block.parked + player]
        if not segment:
            return {}
        put_away = self._put_away(block, player)

        def read(address: int) -> int:
            return cells[put_away.get(address, address)]

        places = _outwards(self._plan, read, self._plan.nesting.parked[segment])
        key = (player, segment, *_backs(places, read))
        if key not in self._parked:
            kept = self._kept(places, _live(self._plan, places))
            self._parked[key] = {used: address for used, address in put_away.items() if used in kept}
        return self._parked[key]

    def _put_away(self, block: SecretBlock, player: int) -> Mapping[int, int]:
        """For each of the cells that a player uses there the one where its value is kept."""
        key = block.number, player
        if key not in self._frames:
            first = block.kept + player * block.frame_size
            self._frames[key] = {used: first + index for index, used in enumerate(addresses_in(block.frame))}
        return self._frames[key]

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


def _backs(places: Iterable[Place], read: Read) -> Iterator[int]:
    return (read(back) for place in places if (back := _back_of(place)))


def _back_of(place: Place) -> int:
    """The cell that says where the routine goes back to; 0 where it does not go back."""
    if place.routine in {FLOW, STEP}:
        return 0
    return RULE_BACK if place.routine == RULE else int(place.routine)
