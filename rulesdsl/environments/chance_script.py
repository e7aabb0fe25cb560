"""What chance has given since the last decision, and the way from there to the next with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import Ask
from rulesdsl.engine.determinization.exchange import exchange
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import setup, start
from rulesdsl.engine.state import State
from rulesdsl.operations import Op
from rulesdsl.program_walk import nodes_in

if TYPE_CHECKING:
    from rulesdsl.environments.node import Tree

Outcome: TypeAlias = "int | tuple[int, ...]"
"""What chance has given to one question."""


class Open(Exception):
    """Chance is asked for one thing more."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class OneWay(Exception):
    """What chance is asked for can come in one way only, which the script now has."""


@frozen
class Question:
    """What chance is asked for: one of these values, each with so many ways."""

    what: str
    values: tuple[int, ...]
    ways: tuple[int, ...]

    @property
    def probabilities(self) -> tuple[Fraction, ...]:
        total = sum(self.ways)
        return tuple(Fraction(ways, total) for ways in self.ways)


@define
class Script:
    """What chance has given since the last decision, in order."""

    given: list[list[int]] = field(factory=list)
    """For each question of the rules what it has come to so far, member by member."""
    late: dict[int, list[int]] = field(factory=dict)
    """Of shuffles that are settled late, by their place among the questions: their first pieces."""
    drawn: list[int] = field(factory=list)
    """The pieces of earlier shuffles that were settled since, in order."""
    doubted: dict[tuple[int, int], int] = field(factory=dict)
    """Which piece has gone first, before it was known whether from the top or for what it is: by how much was
    settled then, and how many pieces had gone for what they are."""
    below: list[int] = field(factory=list)
    """Those pieces, in the order in which they are put below all others."""
    at: tuple[str, int] = ("", 0)
    """Which of these the next outcome belongs to."""

    def copy(self) -> Script:
        late = {key: list(pieces) for key, pieces in self.late.items()}
        given = [list(numbers) for numbers in self.given]
        return Script(given, late, list(self.drawn), dict(self.doubted), list(self.below), self.at)


class Run:
    """One way from a decision, or from the beginning, to the next decision."""

    def __init__(
        self, tree: Tree, before: State | None, option: int, script: Script, open_: frozenset[int]
    ) -> None:
        self._tree, self._before, self._option, self._script = tree, before, option, script
        self.open = open_
        """The pieces whose order is not settled when it is over."""
        self._open_before = set(open_)
        self._asked = 0
        self._late: list[int] = []
        """Which of the questions are shuffles that are settled late, in order."""
        self._state: State | None = None
        self._cells_before: list[int] = []

    def carried_out(self) -> State:
        tree = self._tree
        if self._before is None:
            state = self._begun()
        else:
            state = self._before.clone()
            self._settle(state)
            self._state, self._cells_before = state, state.cells[:]
            state.take_forced = not tree.every_step
            state.log = []
            state.source = self._give
            state.apply(self._option)
        self._check_drawn()
        return state

    def _begun(self) -> State:
        plan, forced = self._tree.plan, not self._tree.every_step
        try:
            self._state = state = setup(plan, log=True, source=self._give, take_forced=forced)
            state.run_from(plan.entries["flow"])
        except (Open, OneWay):
            raise
        except Exception:
            # In words, with its place.
            self._asked, self._state = 0, None
            start(plan, source=self._give, take_forced=forced)
            raise
        return state

    # ---- chance

    def _give(self, ask: Ask) -> Outcome:
        index, self._asked = self._asked, self._asked + 1
        if ask.kind == "shuffle" and self._is_late(ask):
            self._late.append(index)
            first = self._script.late.get(index, [])
            return (*first, *self._rest(ask.domain, first))
        while index >= len(self._script.given):
            self._script.given.append([])
        given = self._script.given[index]
        several = ask.kind in ("list", "shuffle")
        if len(given) < (ask.number if several else 1):
            self._check_drawn()
            self._ask(ask, index, given)
        return tuple(given) if several else given[0]

    def _ask(self, ask: Ask, index: int, given: list[int]) -> NoReturn:
        left = list(ask.domain)
        if not (ask.kind == "list" and ask.again):
            for value in given:
                left.remove(value)
        values, ways = tuple(left), (1,) * len(left)
        if ask.kind in ("draw", "shuffle"):
            values, ways = self._classes(left)
        if len(values) == 1:
            given.append(values[0])
            raise OneWay
        self._script.at = ("given", index)
        raise Open(Question(ask.what or ask.kind, values, ways))

    def _classes(self, pieces: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """One of each sort of alike pieces, and how many of it there are."""
        alike = self._tree.plan.pieces.alike_class
        first: dict[int, int] = {}
        count: Counter[int] = Counter()
        for piece in sorted(pieces):
            first.setdefault(alike[piece], piece)
            count[alike[piece]] += 1
        return tuple(first.values()), tuple(count[kind] for kind in first)

    def _rest(self, pieces: Sequence[int], without: Sequence[int]) -> list[int]:
        alike, below = self._tree.plan.pieces.alike_class, self._script.below
        rest = sorted(set(pieces).difference(without), key=lambda piece: (alike[piece], piece))
        return [piece for piece in rest if piece not in below] + [piece for piece in below if piece in rest]

    # ---- piles that are settled late

    def _is_late(self, ask: Ask) -> bool:
        plan = self._tree.plan
        if self._state is not None:
            cells = self._state.cells
        else:
            assert plan.start is not None
            cells = plan.start[0]
        instance = cells[plan.layout.where + ask.domain[0]]
        return instance >= 0 and plan.layout.instances[instance][0] in self._tree.late

    def _check_drawn(self) -> None:
        """If a piece has gone whose place was not settled, chance is asked for that first."""
        if self._state is None or not (self._open_before or self._late):
            return
        open_: dict[int, int] = dict.fromkeys(self._open_before, -1)
        late, instances, met = iter(self._late), self._tree.plan.layout.instances, 0
        for event in self._state.log or ():
            match event:
                case ev.Shuffled(zone=zone, order=order) if instances[zone][0] in self._tree.late:
                    index = next(late)
                    for piece in order:
                        open_.pop(piece, None)
                    open_ |= dict.fromkeys(order[len(self._script.late.get(index, ())) :], index)
                case ev.Moved(pieces=pieces) | ev.Shown(pieces=pieces) | ev.Flipped(pieces=pieces):
                    for piece in pieces:
                        if piece in open_:
                            self._ask_late(piece, open_, met)
                            met += 1
                            if isinstance(event, ev.Moved):
                                del open_[piece]
                case _:
                    pass
        self.open = frozenset(open_)

    def _ask_late(self, piece: int, open_: dict[int, int], met: int) -> None:
        """A piece has gone that is `met` of those that are open: from the top, or for what it is.

        What is taken for what it is goes wherever it lies. So whatever goes from the top is put below all
        others once, and everything is tried again.
        """
        zone = open_[piece]
        pieces = [other_piece for other_piece, other in open_.items() if other == zone]
        if zone < 0:
            layout = self._tree.plan.layout
            instance = self._cells_before[layout.where + piece]
            pieces = [other for other in layout.pieces_in(self._cells_before, instance) if other in open_]
        if pieces[0] != piece:
            return
        script = self._script
        place = len(script.drawn) + sum(map(len, script.late.values())), met
        if len(pieces) > 1 and script.doubted.setdefault(place, piece) == piece:
            script.below = [*(other for other in script.below if other != piece), piece]
            raise OneWay
        values, ways = self._classes(pieces)
        if len(values) == 1:
            (script.drawn if zone < 0 else script.late.setdefault(zone, [])).append(values[0])
            raise OneWay
        script.at = ("drawn", 0) if zone < 0 else ("late", zone)
        raise Open(Question("draw", values, ways))

    def _settle(self, state: State) -> None:
        """Puts what was drawn of earlier shuffles on top of what is open of its pile."""
        for piece in self._script.drawn:
            self._put_in_order(state, piece, [piece])
            self._open_before.discard(piece)
        for piece in self._script.below:
            if piece in self._open_before:
                self._put_in_order(state, piece, [])
        self.open = frozenset(self._open_before)

    def _put_in_order(self, state: State, piece: int, first: Sequence[int]) -> None:
        """What is open of the pile in which a piece lies: these first, then the rest."""
        layout = self._tree.plan.layout
        instance = state.cells[layout.where + piece]
        pile = [other for other in layout.pieces_in(state.cells, instance) if other in self._open_before]
        exchange(state, dict(zip(pile, [*first, *self._rest(pile, first)], strict=True)))


@lru_cache(maxsize=64)
def settled_late(plan: Plan) -> frozenset[str]:
    """The piles that nobody sees, of which no line reads which pieces lie there or in which order."""
    program = plan.program
    read: set[str] = set()
    for node in nodes_in((program.procs, program.rules, program.formulas, program.zones)):
        match node:
            case ir.PiecesThere(zone=ref):
                read.add(ref.zone)
            case ir.PlaceOf(zone=name):
                read.add(name)
            case ir.Apply(op=Op.POSITION | Op.POSITION_RIGHT | Op.FACE_DOWN):
                return frozenset()
            case _:
                pass
    return frozenset(
        zone.name
        for zone in program.zones
        if zone.shape == "pile"
        and zone.seen.word == "nobody"
        and zone.down_seen.word == "nobody"
        and zone.top_seen is None
        and zone.name not in read
    )
