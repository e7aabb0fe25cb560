"""Whether a list of cells is a position that a game can go on from.

Looked at are, one after the other: each cell by itself, where the game stands (decision, phases, loops, ways
back), where the pieces lie, and what has been chosen so far of the decision that is waited for. What passes
need not be a position that can come about, but it can be played on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.arguments import shown
from rulesdsl.engine.core.codes import UNSEEN
from rulesdsl.engine.core.domains import is_pieces
from rulesdsl.engine.core.layout import ALT, CHOOSER, EMPTY, OVER, PARK, RULE_BACK, SECRET, SITE, STAGE
from rulesdsl.engine.core.sites import OneSite, Site, SomeSite
from rulesdsl.engine.decisions.sets import is_choice
from rulesdsl.engine.decisions.stages import codes_of, members_picked
from rulesdsl.engine.pieces.unseen import lot_of
from rulesdsl.engine.positions.nesting import FLOW, RULE, STEP, InLoop, InPhase, InSecret, Place, Variable
from rulesdsl.engine.positions.relevant_cells import live_at
from rulesdsl.engine.runtime.secrets import Range, pull, with_put_back

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan
    from rulesdsl.engine.state import State


class NoState(ValueError):
    """A text that is no state of a game, or a state of another game, or a damaged one."""


def damaged(what: str) -> NoState:
    return NoState(f"this state is damaged: {what}")


def inspect_cells(plan: Plan, cells: list[int]) -> None:
    """NoState says what is wrong, and where."""
    ranges = plan.cell_ranges
    if len(cells) != plan.size:
        raise damaged(f"it has {len(cells)} cells, not {plan.size}")
    for index, (cell, allowed) in enumerate(zip(cells, ranges.allowed, strict=True)):
        if type(cell) is not int:
            raise damaged(f"cell {index} ({ranges.names[index]}) is {shown(cell)}, not a whole number")
        if cell not in allowed:
            raise damaged(f"cell {index} ({ranges.names[index]}) is {shown(cell)}, not {allowed}")
    _Course(plan, cells).inspect()
    for position in _positions(plan, cells):
        _inspect_pieces(plan, position)


def _positions(plan: Plan, cells: list[int]) -> Iterator[list[int]]:
    """The position, and in a secret block in which something is changed those that are put away."""
    yield cells
    if cells[SECRET]:
        block = plan.secrets[cells[SECRET] - 1]
        if block.shadow:
            yield with_put_back(cells, block, block.base)
            yield with_put_back(cells, block, block.merged)


# ---- pieces


def _inspect_pieces(plan: Plan, cells: list[int]) -> None:
    layout = plan.layout
    values: dict[int, int] = {}
    for instance, address in enumerate(layout.address_of):
        name, _index = layout.instances[instance]
        called = plan.cell_ranges.names[address]
        place = layout.zones[name]
        if place.scattered:
            lying = cells[layout.where : layout.where + layout.piece_count].count(instance)
            if lying != cells[address]:
                raise damaged(f"cell {address} ({called}) is {cells[address]}, and {lying} pieces lie there")
            there = [piece for piece in range(layout.piece_count) if cells[layout.where + piece] == instance]
        elif place.zone.shape == "slot":
            there = [] if cells[address] == ir.NONE else [cells[address]]
        else:
            end = address + 1 + cells[address]
            there = cells[address + 1 : end]
            empty = cells[end : address + place.size]
            if EMPTY in there or empty.count(EMPTY) < len(empty):
                raise damaged(f"cell {address} ({called}) is {cells[address]}, and others lie there")
            if place.zone.shape == "set" and any(first > other for first, other in pairwise(there)):
                raise damaged(f"from cell {address + 1} on ({name}) the pieces are not in their order")
        kinds = place.zone.pieces.kinds
        for piece in there:
            if plan.program.piece_kinds[layout.kind_of[piece]].name not in kinds:
                raise damaged(f"piece {piece} is of a kind that cannot lie in {name}")
            if piece in values:
                raise damaged(f"piece {piece} lies in two places")
            values[piece] = instance
    for piece in range(layout.piece_count):
        if cells[layout.where + piece] != values.get(piece, ev.OUT_OF_PLAY):
            raise damaged(f"cell {layout.where + piece} (where piece {piece} lies) says otherwise")
        if layout.hidden:
            _inspect_knowledge(plan, cells, piece)


def _inspect_knowledge(plan: Plan, cells: list[int], piece: int) -> None:
    layout = plan.layout
    group = cells[layout.group + piece]
    if group > piece or cells[layout.group + group] != group:
        raise damaged(f"cell {layout.group + piece} (with what piece {piece} can be confused) names no first")
    if layout.tracked[piece]:
        return
    if cells[layout.known + piece] != layout.everybody or cells[layout.face + piece] or group != piece:
        raise damaged(f"piece {piece} always lies open, and here is somebody who does not know it")


# ---- where the game stands


class _Course:
    """The decision, and all that is under way around it."""

    def __init__(self, plan: Plan, cells: list[int], put_away: Sequence[Range] = ()) -> None:
        """`put_away`: cells that were taken from what is kept for a player who has parked."""
        self.plan = plan
        self.cells = cells
        self.put_away = put_away
        self.running: set[str] = set()
        self.block = 0

    @cached_property
    def live(self) -> frozenset[Variable]:
        return live_at(self.plan, self.cells)

    def inspect(self) -> None:
        cells = self.cells
        if cells[OVER] and cells[SITE]:
            raise damaged("the game is over, and a decision is waited for")
        self.lists()
        if not cells[SITE]:
            if not cells[OVER] and not self.plan.program.examples:
                raise damaged("no decision is waited for, and the game is not over")
            if cells[ALT] or cells[STAGE]:
                raise damaged("something is chosen, and no decision is waited for")
            whole = bool(cells[OVER])
        else:
            self._stage(self.plan.sites[cells[SITE] - 1])
            whole = self.around(self.plan.nesting.sites[cells[SITE] - 1])
        if whole:
            self._nothing_else()
        self._secret()

    def _stage(self, site: Site) -> None:
        cells = self.cells
        index, stage = cells[ALT], cells[STAGE]
        params = [len(alternative.params) for alternative in site.alternatives]
        at_once = site.merged or (len(params) == 1 and not site.decide.decline and params[0] > 0)
        right = (
            0 <= stage < params[index]
            if 0 <= index < len(params) and not site.decide.whole
            else index == -1 and stage == 0 and not at_once
        )
        if not right:
            raise damaged(f"the decision that is waited for has no action {index} with a parameter {stage}")

    def around(self, place: Place) -> bool:
        """Everything around a place; whether that is the whole game (and not a step of an example)."""
        passed: set[str | int] = set()
        while True:
            for around in place.around:
                match around:
                    case InPhase():
                        self._phase(around)
                    case InLoop(cursor=cursor, count=count, most=most):
                        if not 1 <= self.cells[cursor] <= (self.cells[count] if count else most):
                            raise damaged(f"cell {cursor} (the passes of a loop) is {self.cells[cursor]}")
                    case InSecret(block=block):
                        self.block = block
            self._settled(place)
            routine = place.routine
            if routine in {FLOW, STEP}:
                return routine == FLOW
            back = RULE_BACK if routine == RULE else int(routine)
            result = self.plan.nesting.ways_back.get(back, {}).get(self.cells[back])
            if result is None or routine in passed:
                raise damaged(f"cell {back} ({self.plan.cell_ranges.names[back]}) leads back to nowhere")
            passed.add(routine)
            place = result

    def _phase(self, phase: InPhase) -> None:
        cells = self.cells
        self.running.add(phase.name)
        if cells[phase.counter] == ir.NONE or cells[phase.counter + 1] != phase.after:
            raise damaged(f"cell {phase.counter} (the phase {phase.name}) says that it is not under way")
        if phase.times and cells[phase.counter] > cells[phase.times]:
            raise damaged(f"cell {phase.counter} (the phase {phase.name}) says that it is at its end")

    def _settled(self, place: Place) -> None:
        """What has got a value, and can still be read, has one that it can have."""
        addresses = self.plan.scalars
        for variable in place.settled:
            if variable in addresses:
                address, name, allowed = addresses[variable]
                if variable not in self.live and not any(a <= address < b for a, b in self.put_away):
                    continue
                value = self.cells[address]
                if value not in allowed:
                    raise damaged(f"cell {address} (the variable {name}) is {value}, not {allowed}")

    def lists(self) -> None:
        """So many values as they say that they have, and nothing behind them."""
        for address, room, allowed in self.plan.sequences:
            end = address + 1 + self.cells[address]
            values, rest = self.cells[address + 1 : end], self.cells[end : address + 1 + room]
            if any(rest) or not all(value in allowed for value in values):
                name = self.plan.cell_ranges.names[address]
                raise damaged(
                    f"from cell {address} on ({name}) is no list of {len(values)} values, each {allowed}"
                )

    def _nothing_else(self) -> None:
        cells = self.cells
        for name, address in self.plan.layout.phases.items():
            if name not in self.running and (cells[address] != ir.NONE or cells[address + 1]):
                raise damaged(f"cell {address} (the phase {name}) says that it is under way")

    def _secret(self) -> None:
        cells, program = self.cells, self.plan.program
        if cells[SECRET] != self.block or cells[PARK] != (1 if self.block else 0):
            raise damaged("players decide in secret where they do not, or do not where they do")
        for block in self.plan.secrets:
            cursor = cells[block.cursor]
            there = block.number == self.block
            if there and (cursor < 0 or not cells[block.mask] >> cursor & 1 or cells[block.you] != cursor):
                raise damaged(f"cell {block.cursor}: it is not {cursor} who decides in secret")
            for player in range(program.players):
                may = there and player < cursor and cells[block.mask] >> player & 1
                segment = cells[block.parked + player]
                if segment and not may:
                    raise damaged(f"cell {block.parked + player}: {player} has not decided in secret")
                if segment:
                    then = cells[:]
                    pull(then, block.frame, block.kept + player * block.frame_size)
                    parked = _Course(self.plan, then, block.frame)
                    parked.lists()
                    parked.around(self.plan.nesting.parked[segment])


# ---- what is chosen so far


def inspect_choice(state: State) -> None:
    """Whether all that is chosen so far was offered, and something is offered now."""
    cells = state.cells
    if not cells[SITE]:
        return
    site = state.plan.sites[cells[SITE] - 1]
    try:
        right = _was_offered(state.clone(), site)
        if right:
            right = bool(state.decision and state.option_count)
    except Exception as problem:  # noqa: BLE001 -- whatever happens there, nobody can decide here
        raise damaged(f"the decision cannot be asked for here ({problem})") from None
    if not right:
        raise damaged("what is chosen so far of the decision cannot have been chosen")


def _was_offered(state: State, site: Site) -> bool:
    """On a clone, which is changed."""
    cells = state.cells
    if isinstance(site.decide.you, ir.Local):
        known = state.plan.scalars.get((site.copy, site.decide.you.var.number))
        if known is not None and cells[known[0]] != cells[CHOOSER]:
            return False
    index, stages = cells[ALT], cells[STAGE]
    if index < 0:
        return True
    alternative = site.alternatives[index]
    if not alternative.legal(cells):
        return False
    for stage, param in enumerate(alternative.params[: stages + 1]):
        cells[STAGE] = stage
        if isinstance(param, OneSite):
            # What is written comes last: it has no stages behind it.
            if stage < stages and cells[param.address] not in param.options(cells):
                return False
        elif stage < stages:
            if not is_choice(
                param.spec, cells, param.args(cells), members_picked(cells, param), state.plan.pieces
            ):
                return False
        elif not _were_offered(state, site, param, members_picked(cells, param)):
            return False
    return True


def _were_offered(state: State, site: Site, param: SomeSite, picked: list[int]) -> bool:
    """Whether the members of a set that is being chosen were, one after the other."""
    cells = state.cells
    for number, member in enumerate(picked):
        cells[param.address] = number
        rest = [0] * (param.room - number)
        cells[param.address + 1 : param.address + 1 + param.room] = [*picked[:number], *rest]
        lot = lot_of(state.plan.pieces, cells, member) if is_pieces(param.param.var.type) else None
        if (member if lot is None else UNSEEN - lot) not in codes_of(state, cells, site):
            return False
    cells[param.address] = len(picked)
    cells[param.address + 1 : param.address + 1 + len(picked)] = picked
    return True
