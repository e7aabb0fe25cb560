"""Expressions worked out by walking them, with a player's eyes if wished: what is hidden stops the walk.

Play does not go this way, generated code does. This walk says what a player may be told: every value in
it that depends on something hidden raises `Hidden`, so what comes out is the same in all positions that
the player cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import assert_never

from attrs import define, evolve, field

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.core.texts_named import texts_named
from rulesdsl.engine.evaluation.operations import lengths_of_ways, number, sequence, tallied, without_position
from rulesdsl.engine.evaluation.position import (
    Hidden,
    how_many,
    if_known,
    in_a_row,
    known_to,
    lies_down,
    looked_up,
    pieces_meant,
    pieces_of_owners,
    place_of,
    position_of,
    sees_now,
)
from rulesdsl.engine.evaluation.sets import sets_offered
from rulesdsl.gatherings import Gather, gathered
from rulesdsl.operations import Op
from rulesdsl.texts import FreeText


@define(eq=False)
class SharedValues:
    """Values of formulas in one position, worked out once for all who look, with those who may know them, a
    bit each. `cells`: the position.
    """

    cells: list[int]
    values: dict[tuple[str, tuple[int, ...]], tuple[ev.Content | None, int]] = field(factory=dict)
    open: dict[str, tuple[int | None, ...]] = field(factory=dict)
    """What formulas come to player by player, of those that everybody may know."""


_OF_POSITION = frozenset(
    {Op.AND, Op.OR, Op.COUNT, Op.EMPTY, Op.NOT_EMPTY, Op.FIRST, Op.LAST, Op.FIRST_N, Op.LAST_N}
    | {Op.POSITION, Op.POSITION_RIGHT, Op.FACE_DOWN, Op.WINNERS, Op.TAKES, Op.IN}
)
"""Operations that are more, or less, than their meaning for the values of their arguments."""


@define
class Reading:
    """Expressions read in one position. `viewer` is None for eyes that may know everything.

    `local` says what the variables around the expression hold, where it is read in the middle of a decision.
    """

    layout: Layout
    cells: list[int]
    viewer: int | None = None
    variables: dict[int, ev.Content] = field(factory=dict)
    local: Callable[[ir.Var], ev.Content] | None = None
    evaluate: Callable[..., ev.Content] | None = None
    """The value of a formula by generated code, for those that rest on nothing hidden."""
    shared: SharedValues | None = None
    """What was worked out for others who look at the same position."""

    def holds(self, expr: ir.Expr) -> bool:
        return bool(self.value(expr))

    def value(self, expr: ir.Expr) -> ev.Content:
        match expr:
            # What comes most often stands first.
            case ir.Apply():
                return self._apply(expr)
            case ir.Const():
                return expr.value
            case ir.Local():
                return self._variable(expr.var)
            case ir.StateRead():
                return self._state(expr)
            case ir.IfExpr():
                return self.value(expr.then if self.holds(expr.condition) else expr.otherwise)
            case ir.Formula():
                return self.formula(expr.name, *(self.value(arg) for arg in expr.args))
            case ir.Lookup():
                return looked_up(self, expr)
            case ir.SlotPiece():
                there = pieces_meant(self, expr.zone)
                return if_known(self, there)[0] if there else ir.NONE
            case ir.LetExpr():
                self.variables[expr.var.number] = self.value(expr.value)
                return self.value(expr.body)
            case ir.ConstSeq():
                return expr.values
            case ir.Counter():
                return self.cells[self.layout.phases[expr.phase]]
            case ir.ZonePieces():
                return if_known(self, pieces_meant(self, expr.zone))
            case ir.ZonesPieces():
                return if_known(self, pieces_of_owners(self, expr))
            case ir.ZoneCount():
                return len(pieces_meant(self, expr.zone))
            case ir.PlaceOf():
                return place_of(self, expr)
            case ir.Over():
                return self._over(expr)
            case ir.Legal():
                return int(any(True for _ in self.choices(expr.alternative)))
            case ir.AnyText():
                raise FreeText
            case _:
                assert_never(expr)

    def formula(self, name: str, *args: ev.Content) -> ev.Content:
        made = self.program.formulas[name]
        kept = self.variables
        self.variables = {var.number: value for var, value in zip(made.params, args, strict=True)}
        try:
            return self.value(made.body)
        finally:
            self.variables = kept

    def _variable(self, var: ir.Var) -> ev.Content:
        if var.number not in self.variables and self.local is not None:
            self.variables[var.number] = self.local(var)
        return self.variables[var.number]

    # ------------------------------------------------------------------ the position

    @property
    def program(self) -> ir.Program:
        return self.layout.program

    def knows(self, piece: int) -> bool:
        if self.viewer is None or known_to(self.layout, self.cells, piece) >> self.viewer & 1:
            return True
        return sees_now(self, piece, self.viewer)

    def instances(self, ref: ir.ZoneRef) -> list[int]:
        """The zones meant; none if an index is none."""
        zone = self.layout.zones[ref.zone].zone
        if not ref.index:
            return [self.layout.instance(ref.zone)]
        chosen: list[range | tuple[int, ...]] = []
        for expr, var in zip(ref.index, zone.index, strict=True):
            if expr is None:
                low, size = ir.index_span(self.program, var.type)
                chosen.append(range(low, low + size))
            else:
                value = number(self.value(expr))
                chosen.append(() if value == ir.NONE else (value,))
        return [self.layout.instance(ref.zone, *index) for index in product(*chosen)]

    def instance_around(self, piece: int) -> int | None:
        """The zone in which a piece lies; None if it is none, or lies nowhere."""
        if piece == ir.NONE:
            return None
        if_known(self, (piece,))
        instance = self.cells[self.layout.where + piece]
        return None if instance == ev.OUT_OF_PLAY else instance

    def _state(self, expr: ir.StateRead) -> ev.Content:
        chosen = [number(self.value(index)) for index in expr.index]
        if ir.NONE in chosen:
            return ir.NONE
        if expr.state in self.layout.scores:
            return sum(self.layout.recorded(self.cells, expr.state, chosen[0]))
        state = self.layout.states[expr.state].state
        if len(chosen) == len(state.index):
            return self._one_state(state, tuple(chosen))
        left = [ir.index_span(self.program, domain) for domain in state.index[len(chosen) :]]
        return tuple(
            number(self._one_state(state, (*chosen, *rest)))
            for rest in product(*(range(low, low + size) for low, size in left))
        )

    def _one_state(self, state: ir.State, index: tuple[int, ...]) -> ev.Content:
        if self.viewer is not None and state.seen.word != "all":
            owner = None if state.owner_at is None else index[state.owner_at]
            if not self.may_see(state.seen, self.viewer, owner):
                raise Hidden
        return self.layout.state_value(self.cells, state.name, *index)

    def may_see(self, seen: ir.Viewer, player: int, owner: int | None) -> bool:
        match seen.word:
            case "all":
                return True
            case "owner":
                return player == owner
            case "others":
                return player != owner
            case "some":
                assert seen.players is not None
                return player in sequence(self.value(seen.players))
            case _:
                return False

    # ------------------------------------------------------------------ operations

    def _apply(self, expr: ir.Apply) -> ev.Content:
        if expr.op not in _OF_POSITION:
            return without_position(self.layout, expr, tuple([self.value(arg) for arg in expr.args]))
        match expr.op:
            case Op.AND:
                for arg in expr.args:
                    if not self.value(arg):
                        return 0
                return 1
            case Op.OR:
                for arg in expr.args:
                    if self.value(arg):
                        return 1
                return 0
            case Op.COUNT | Op.EMPTY | Op.NOT_EMPTY:
                size = how_many(self, expr.args[0])
                if size is None:
                    size = len(sequence(self.value(expr.args[0])))
                return size if expr.op is Op.COUNT else int((size == 0) == (expr.op is Op.EMPTY))
            case Op.FIRST | Op.LAST | Op.FIRST_N | Op.LAST_N if (
                row := in_a_row(self, expr.args[0])
            ) is not None:
                ends = without_position(self.layout, expr, (row, *map(self.value, expr.args[1:])))
                if isinstance(ends, tuple):
                    return if_known(self, sequence(ends))
                return ir.NONE if ends == ir.NONE else if_known(self, (ends,))[0]
            case Op.POSITION | Op.POSITION_RIGHT:
                return position_of(self, expr, number(self.value(expr.args[0])))
            case Op.FACE_DOWN:
                return int(lies_down(self, number(self.value(expr.args[0]))))
            case Op.WINNERS:
                return winners(self)
            case Op.TAKES:
                assert expr.graph is not None
                return int(self.takes(expr.graph, tuple(number(self.value(arg)) for arg in expr.args)))
            case Op.IN if isinstance(ways := expr.args[1], ir.Apply) and ways.op is Op.TRAIL_LENGTHS:
                length = number(self.value(expr.args[0]))
                return int(bool(self.lengths_of_ways(ways, (length,))))
            case _:
                return without_position(self.layout, expr, tuple(self.value(arg) for arg in expr.args))

    def lengths_of_ways(self, ways: ir.Apply, asked: Sequence[int]) -> tuple[int, ...]:
        """Which of the asked lengths are among those of ways."""
        return lengths_of_ways(self.layout, ways, tuple(map(self.value, ways.args)), asked)

    def takes(self, name: str, values: tuple[int, ...]) -> bool:
        """Whether the zone takes the piece: the piece comes first, then the zone's indices."""
        zone = self.layout.zones[name].zone
        if zone.takes is None:
            return True
        var, condition = zone.takes
        self.variables[var.number] = values[0]
        self.variables.update(
            {index.number: value for index, value in zip(zone.index, values[1:], strict=True)}
        )
        return self.holds(condition)

    def _over(self, expr: ir.Over) -> ev.Content:
        values: list[ev.Content] = []
        keys: list[ev.Content] = []
        kept: list[ev.Content] = []
        if (
            expr.op is Gather.COUNT
            and expr.where is None
            and (size := how_many(self, expr.domain)) is not None
        ):
            return size
        if expr.op in (Gather.FIRST, Gather.LAST) and expr.where is None and expr.by is None:
            row = in_a_row(self, expr.domain)
            if row is not None:
                return if_known(self, (row[0 if expr.op is Gather.FIRST else -1],))[0] if row else ir.NONE
        domain = self.value(expr.domain)
        assert isinstance(domain, tuple)
        if expr.op is Gather.REACHED:
            return self._reached(expr, sequence(domain))
        for member in domain:
            self.variables[expr.var.number] = member
            if expr.where is not None and not self.holds(expr.where):
                continue
            kept.append(member)
            if expr.op in (Gather.SOME, Gather.EVERY):
                truth = self.holds(expr.value) if expr.value is not None else bool(member)
                if truth == (expr.op is Gather.SOME):
                    return int(truth)
                continue
            if expr.op is Gather.UNTIL and expr.value is not None:
                if self.holds(expr.value):
                    break
                continue
            values.append(member if expr.value is None else self.value(expr.value))
            keys.append(0 if expr.by is None else self.value(expr.by))
        if isinstance(expr.type, ir.MapDomain):
            return tallied(
                self.program, expr.type, tuple(number(value) for value in values if value != ir.NONE)
            )
        return gathered(expr.op, kept, values, keys)

    def _reached(self, expr: ir.Over, domain: tuple[int, ...]) -> tuple[int, ...]:
        assert expr.by is not None
        assert expr.value is not None
        reached: set[int] = set()
        waiting = list(sequence(self.value(expr.by)))
        while waiting:
            member = waiting.pop()
            if member in reached or member not in domain:
                continue
            self.variables[expr.var.number] = member
            if expr.where is None or self.holds(expr.where):
                reached.add(member)
                waiting += sequence(self.value(expr.value))
        return tuple(sorted(reached))

    # ------------------------------------------------------------------ choices

    def choices(self, alternative: ir.Alternative) -> Iterator[None]:
        """Legal choices of all parameters in turn, set in the variables, found by trying: all of them, but of
        sets that make no difference one.
        """
        yield from self._choices(alternative, 0)

    def _choices(self, alternative: ir.Alternative, index: int) -> Iterator[None]:
        if not all(self.holds(check.test) for check in alternative.checks[index]):
            return
        if index == len(alternative.params):
            yield
            return
        param = alternative.params[index]
        if isinstance(param, ir.OneParam) and param.is_written:
            texts = texts_named(alternative, param)
            if texts is None:
                # It is the last, and what can be written is not gone through.
                yield
                return
            param = evolve(param, domain=texts)
        values: Iterable[ev.Content] = (
            self.offered(param)
            if isinstance(param, ir.OneParam)
            else sets_offered(self, param, alternative.checks[index + 1])
        )
        for value in values:
            self.choose(param, value)
            yield from self._choices(alternative, index + 1)

    def completable(self, alternative: ir.Alternative, chosen: int) -> bool:
        """Whether the first parameters, which are set, can be completed to a legal choice."""
        checks = (check for checks in alternative.checks[:chosen] for check in checks)
        return all(self.holds(check.test) for check in checks) and any(
            True for _ in self._choices(alternative, chosen)
        )

    def choose(self, param: ir.Param, value: ev.Content) -> None:
        self.variables[param.var.number] = value
        if isinstance(param, ir.SomeParam):
            for part in param.parts or ():
                members = ir.ConstSeq(sequence(value), ir.SeqDomain(part.var.type, ordered=False, bound=0))
                whole = ir.Over(part.op, part.var, members, None, None, part.value, part.result.type)
                self.variables[part.result.number] = self.value(whole)

    def offered(self, param: ir.Param) -> list[ev.Content]:
        """The values that meet the parameter's own conditions; of a set without conditions these are many."""
        domain = sequence(self.value(param.domain))
        values: list[ev.Content] = []
        match param:
            case ir.OneParam():
                for member in domain:
                    self.variables[param.var.number] = member
                    if param.where is None or self.holds(param.where):
                        values.append(member)
                for wish in param.prefer:
                    values = self.preferred(param, wish, values)
            case ir.SomeParam():
                low, high = number(self.value(param.low)), number(self.value(param.high))
                sizes = range(max(low, 0), min(high, len(domain)) + 1)
                values = [
                    chosen
                    for size in sizes
                    for chosen in combinations(domain, size)
                    if self.fits(param, chosen)
                ]
        return values

    def preferred(self, param: ir.OneParam, wish: ir.Expr, among: list[ev.Content]) -> list[ev.Content]:
        """Of these values those that meet the wish; all of them if none does."""
        wished = []
        for member in among:
            self.variables[param.var.number] = member
            if self.holds(wish):
                wished.append(member)
        return wished or among

    def fits(self, param: ir.SomeParam, chosen: tuple[int, ...]) -> bool:
        """Whether a set meets the condition on the whole, with nothing needless in it."""
        self.choose(param, chosen)
        if param.where is not None and not self.holds(param.where):
            return False
        if param.needless and len(chosen) > max(number(self.value(param.low)), 0):
            for left_out in range(len(chosen)):
                self.choose(param, chosen[:left_out] + chosen[left_out + 1 :])
                if param.where is None or self.holds(param.where):
                    return False
            self.choose(param, chosen)
        return True


def winners(reading: Reading) -> tuple[int, ...]:
    """The winning players as things stand: by each key in turn those that are best of those left."""
    program = reading.program
    if program.winner is None or (program.winner.lost and reading.formula(program.winner.lost)):
        return ()
    sides: dict[ev.Content, list[int]] = {}
    for player in range(program.players):
        team = player if program.winner.team is None else reading.formula(program.winner.team, player)
        if team != ir.NONE:
            sides.setdefault(team, []).append(player)
    left = list(sides.values())
    for key in program.winner.keys:
        values = [_joint(reading, key, side) for side in left]
        best = (max if key.most else min)(values)
        left = [side for side, value in zip(left, values, strict=True) if value == best]
    return tuple(sorted(player for side in left for player in side))


def _joint(reading: Reading, key: ir.RankKey, side: list[int]) -> ev.Content:
    """A team has the sum of its players' numbers, or the best of their lists."""
    values = [reading.formula(key.formula, player) for player in side]
    if isinstance(values[0], int):
        return sum(number(value) for value in values)
    return (max if key.most else min)(values)
