"""A second way to play a program: its lines walked one after the other, as `docs/semantics.md` says it.

Short and slow. Nothing is foreseen, joined or left out: after every line all standing rules are looked at,
`together` works on a copy of the position, in a secret block every player has variables of their own. Chance
falls by the same dice, and pieces are moved by the calls that generated code makes when somebody listens.
Decisions are not made here: whoever plays hands in what was chosen.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any, assert_never

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import chance_list, chance_one
from rulesdsl.engine.codegen.step_counting import Passes
from rulesdsl.engine.core.domains import bounds, may_be_none
from rulesdsl.engine.core.layout import OVER, STEPS, is_set
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.runtime.values import mask_of
from rulesdsl.engine.start import setup
from tests.engine.plain_numbering import number_places


@frozen
class Asked:
    """Somebody has to decide."""

    decide: ir.Decide
    player: int


@frozen
class Answer:
    """What was decided: the number of the alternative, None if nothing is done, and a value for each
    parameter."""

    alternative: int | None
    values: tuple[ev.Content, ...] = ()


PARKED = object()
"""In a secret block a player's decisions are over."""

Walk = Generator[Any, Any, None]
"""Goes on from one `Asked` to the next, each of which is sent an `Answer`."""


class Stopped(Exception):
    """What the rules ask for cannot be done."""


class Left(Exception):
    """A phase is left; "" is the game."""

    def __init__(self, phase: str) -> None:
        super().__init__(phase)
        self.phase = phase


class Nobody:
    """Stands where pieces are moved for the state of a game: there is a listener, who does not listen."""

    source = None

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.log: list[object] = []

    def __getattr__(self, _name: str) -> object:
        return lambda *_args, **_named: None


class PlainPlay:
    """One game. `walk` plays it; `cells` are laid out as those of a state, as far as rules can read them."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan = plan
        self.program = plan.program
        self.layout = plan.layout
        self.cells = list(setup(plan, seed).cells)
        self.reading = Reading(self.layout, self.cells)
        self.state: Any = Nobody(plan)
        self.passes = Passes(self.program)
        self.running: dict[str, ir.Phase] = {}
        self.quiet = 0
        """How many changes are being made as one: no standing rule is looked at inside."""
        self.parking = False
        self.loops: list[list[tuple[int, ev.Content]]] = []
        """What the loops go through that are under way."""

    # ---- values

    @property
    def variables(self) -> dict[int, ev.Content]:
        return self.reading.variables

    def value(self, expr: ir.Expr) -> ev.Content:
        return self.reading.value(expr)

    def number(self, expr: ir.Expr) -> int:
        return number(self.value(expr))

    def pieces(self, what: ir.Expr) -> list[int]:
        value = self.value(what)
        return (
            list(dict.fromkeys(sequence(value)))
            if isinstance(value, tuple)
            else [value]
            if value != ir.NONE
            else []
        )

    def zone(self, ref: ir.ZoneRef) -> int:
        found = self.reading.instances(ref)
        if len(found) != 1:
            raise Stopped("no such zone")
        return found[0]

    def players(self, players: ir.Expr | None) -> int:
        if players is None:
            return self.layout.everybody
        value = self.value(players)
        return mask_of(sequence(value) if isinstance(value, tuple) else (value,))

    def step(self, count: int = 1) -> None:
        self.cells[STEPS] += count
        if self.cells[STEPS] > self.program.step_limit:
            raise Stopped("too many steps")

    # ---- the game

    def walk(self) -> Walk:
        try:
            yield from self.settle()
            yield from self.block(self.program.procs["flow"].body)
        except Left as left:
            if left.phase:
                raise
        number_places(self)
        self.cells[OVER] = 1
        for address in self.layout.phases.values():
            self.cells[address] = ir.NONE

    def block(self, block: Iterable[ir.Stmt]) -> Walk:
        for stmt in block:
            yield from self.line(stmt)

    def line(self, stmt: ir.Stmt) -> Walk:
        match stmt:
            case ir.Let(var=var, value=value):
                self.variables[var.number] = self.value(value)
            case ir.Chance():
                self.chance(stmt)
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                yield from self.block(then if self.reading.holds(condition) else otherwise)
            case ir.For(var=var, domain=domain, body=body):
                members = self.value(domain)
                assert isinstance(members, tuple)
                yield from self.loop(stmt, [(var.number, member) for member in members])
            case ir.Repeat(number=times, var=var, body=body):
                counts = range(1, self.number(times) + 1)
                yield from self.loop(stmt, [(var.number if var else -1, at) for at in counts])
            case ir.EachPlayer(you=you):
                first = 0 if stmt.first is None else max(0, self.number(stmt.first))
                there = sequence(self.value(stmt.players))
                players = list(dict.fromkeys(there)) if stmt.as_sorted else self.from_first(first, there)
                yield from self.loop(stmt, [(you.number, player) for player in players])
            case ir.Do(proc=name, you=you, args=args):
                proc = self.program.procs[name]
                given = [self.value(arg) for arg in args]
                if proc.you is not None:
                    self.variables[proc.you.number] = ir.NONE if you is None else self.value(you)
                self.variables.update(
                    {param.number: value for param, value in zip(proc.params, given, strict=True)}
                )
                yield from self.block(proc.body)
            case ir.End(phase=phase):
                if phase and phase not in self.running:
                    raise Stopped(f"{phase} is not going on")
                raise Left(phase)
            case ir.Phase():
                yield from self.phase(stmt)
            case ir.Secret():
                yield from self.secret(stmt)
            case ir.Park():
                if self.parking:
                    yield PARKED
            case ir.Decide():
                yield from self.decide(stmt)
            case ir.Together(body=body):
                before = self.reading.cells
                self.reading.cells = before[:] if before is self.cells else before
                with self.one_change():
                    yield from self.block(body)
                self.reading.cells = before
                yield from self.settle()
            case (
                ir.Move()
                | ir.Draw()
                | ir.Deal()
                | ir.Shuffle()
                | ir.Flip()
                | ir.Show()
                | ir.Assign()
                | ir.Include()
                | ir.Record()
            ):
                self.effect(stmt)
                yield from self.settle()
            case ir.Say():
                yield from self.settle()
            case _:
                assert_never(stmt)

    @contextmanager
    def one_change(self) -> Iterator[None]:
        self.quiet += 1
        try:
            yield
        finally:
            self.quiet -= 1

    def from_first(self, first: int, players: Iterable[int]) -> list[int]:
        return sorted(set(players), key=lambda player: (player - first) % self.program.players)

    def loop(self, stmt: ir.For | ir.Repeat | ir.EachPlayer, passes: list[tuple[int, ev.Content]]) -> Walk:
        if self.passes.count(stmt):
            self.step(len(passes))
        self.loops.append(passes)
        try:
            for at in range(len(passes)):
                variable, member = passes[at]
                self.variables[variable] = member
                yield from self.block(stmt.body)
        finally:
            self.loops = [other for other in self.loops if other is not passes]

    # ---- standing rules

    def settle(self) -> Walk:
        """Until nothing holds: what stops a phase, the outermost first, then the rules in their order."""
        acted = not self.quiet
        while acted:
            for name, phase in self.running.items():
                if phase.stops is not None and self.reading.holds(phase.stops):
                    raise Left(name)
            acted = False
            for rule in self.program.rules:
                if self.binds(rule, 0):
                    self.step()
                    # A rule may call the routine in the middle of which it acts.
                    under_way = dict(self.variables)
                    try:
                        with self.one_change():
                            yield from self.block(rule.body)
                    finally:
                        self.variables.update(under_way)
                    acted = True
                    break

    def binds(self, rule: ir.Rule, at: int) -> bool:
        """Whether some values of the variables from there on meet the condition; they are set."""
        if at == len(rule.vars):
            return self.reading.holds(rule.condition)
        var, domain = rule.vars[at]
        for member in sequence(self.value(domain)):
            self.variables[var.number] = member
            if self.binds(rule, at + 1):
                return True
        return False

    # ---- phases

    def phase(self, stmt: ir.Phase) -> Walk:
        counter = self.layout.phases[stmt.name]
        times = None if stmt.times is None else self.number(stmt.times)
        once = stmt.once or (
            stmt.times is None and stmt.turn is None and stmt.until is None and stmt.stops is None
        )
        if stmt.you is not None and stmt.turn is not None:
            self.variables[stmt.you.number] = ir.NONE
        self.cells[counter] = 1
        self.running[stmt.name] = stmt
        quiet = self.quiet
        try:
            stopped = stmt.stops is not None and self.reading.holds(stmt.stops)
            while not stopped and (times is None or self.cells[counter] <= times):
                if stmt.until is not None and self.reading.holds(stmt.until):
                    break
                self.step()
                if stmt.turn is not None and not self.turn(stmt, stmt.turn):
                    break
                yield from self.settle()
                yield from self.block(stmt.body)
                if once:
                    break
                self.cells[counter] += 1
        except Left as left:
            if left.phase != stmt.name:
                raise
        finally:
            self.quiet = quiet
            self.cells[counter] = ir.NONE
            del self.running[stmt.name]
        yield from self.settle()

    def turn(self, stmt: ir.Phase, turn: ir.TurnOf | ir.TurnOfEach) -> bool:
        """Whose pass it is; whether there is anybody."""
        assert stmt.you is not None
        if isinstance(turn, ir.TurnOf):
            player = self.number(turn.player)
        else:
            before = self.number_of(stmt.you.number)
            first = 0 if turn.first is None else max(0, self.number(turn.first))
            start = first if before == ir.NONE else (before + 1) % self.program.players
            order = self.from_first(start, sequence(self.value(turn.players)))
            player = order[0] if order else ir.NONE
        if player == ir.NONE:
            return False
        self.variables[stmt.you.number] = player
        return True

    def number_of(self, variable: int) -> int:
        return number(self.variables[variable])

    # ---- decisions

    def decide(self, stmt: ir.Decide) -> Walk:
        while True:
            if not self.parking:
                number_places(self)
            you = self.number(stmt.you)
            for alternative in stmt.alternatives:
                for param in alternative.params:
                    self.variables[param.var.number] = ir.NONE if isinstance(param, ir.OneParam) else ()
            self.step()
            if you == ir.NONE:
                raise Stopped("there is nobody to decide")
            answer = yield Asked(stmt, you)
            assert isinstance(answer, Answer)
            if answer.alternative is None:
                return
            chosen = stmt.alternatives[answer.alternative]
            for param, value in zip(chosen.params, answer.values, strict=True):
                self.reading.choose(param, value)
            yield from self.block(chosen.body)
            if not stmt.repeatedly:
                return

    def secret(self, stmt: ir.Secret) -> Walk:
        """All up to where their decisions are over, each with variables of their own; then on from there."""
        number_places(self)
        outside, parked = self.variables, []
        own = self.own_cells() if stmt.shadow else []
        before = self.cells[:]
        together = self.cells[:]
        quiet, self.quiet, self.parking = self.quiet, self.quiet + 1, True
        try:
            for player in sorted(set(sequence(self.value(stmt.players)))):
                for at in own:
                    self.cells[at] = before[at]
                self.reading.variables = {**outside, stmt.you.number: player}
                walk = self.block(stmt.body)
                if (yield from self.until_parked(walk)):
                    parked.append((walk, self.reading.variables))
                for at in own:
                    if self.cells[at] != before[at]:
                        self.put_together(together, at, before[at])
            self.parking = False
            for at in own:
                self.cells[at] = together[at]
            for walk, variables in parked:
                self.reading.variables = variables
                yield from walk
        finally:
            self.quiet, self.parking = quiet, False
            self.reading.variables = outside
        yield from self.settle()

    def put_together(self, together: list[int], at: int, before: int) -> None:
        """A player's change of a cell, with those of others: who knows a piece, and what cannot be told
        apart, several may have changed.
        """
        layout, now = self.layout, self.cells[at]
        groups = range(layout.group, layout.group + layout.piece_count)
        if layout.hidden and layout.known <= at < layout.known + layout.piece_count:
            together[at] = (together[at] & ~(before ^ now)) | (now & (before ^ now))
        elif layout.hidden and at in groups:
            joined = {together[at], together[layout.group + now]}
            for cell in groups:
                if together[cell] in joined:
                    together[cell] = min(joined)
        else:
            together[at] = now

    def own_cells(self) -> list[int]:
        """What players may have of their own: zones and states, and where and how pieces lie."""
        layout = self.layout
        found = list(range(layout.where, layout.where + layout.piece_count))
        if layout.hidden:
            found += range(layout.face, layout.group + layout.piece_count)
        for place in layout.zones.values():
            if place.zone.owner_at is not None:
                found += range(place.address, place.address + place.count * place.size)
        for player in range(self.program.players):
            found += layout.own_state_cells(player)
        return found

    def until_parked(self, walk: Walk) -> Generator[Any, Any, bool]:
        answer = None
        while True:
            try:
                asked = walk.send(answer)
            except StopIteration:
                return False
            if asked is PARKED:
                return True
            answer = yield asked

    # ---- effects

    def effect(
        self,
        stmt: ir.Move
        | ir.Draw
        | ir.Deal
        | ir.Shuffle
        | ir.Flip
        | ir.Show
        | ir.Assign
        | ir.Include
        | ir.Record,
    ) -> None:
        handling, state, cells, note = self.plan.pieces, self.state, self.cells, Note()
        match stmt:
            case ir.Move():
                self.move(stmt)
            case ir.Draw(var=var, point=point):
                count, down = self.number(stmt.number), self.down(stmt.down)
                source, to = self.zone(stmt.source), self.zone(stmt.to)
                drawn = handling.draw(
                    state, cells, count, stmt.up_to, source, to, stmt.end, down, point, note
                )
                if var is not None:
                    only = drawn[0] if len(drawn) == 1 else ir.NONE
                    self.variables[var.number] = only if stmt.single else tuple(drawn)
            case ir.Deal(point=point):
                count, source = self.number(stmt.number), self.zone(stmt.source)
                targets = []
                for player in sequence(self.value(stmt.players)):
                    self.variables[stmt.you.number] = player
                    targets.append(self.zone(stmt.to))
                handling.deal(state, cells, count, source, targets, point, note)
            case ir.Shuffle(point=point, zone=zone):
                handling.shuffle(state, cells, self.zone(zone), point, note)
            case ir.Flip(what=what, down=down):
                pieces = self.pieces(what)
                handling.flip(state, cells, pieces, self.number(down), note)
            case ir.Show(what=what, to=to):
                handling.show(state, cells, self.pieces(what), self.players(to), note, in_secret=False)
            case ir.Assign():
                self.assign(stmt)
            case ir.Include():
                self.include(stmt)
            case ir.Record(phase=phase):
                self.record(phase)
            case _:
                assert_never(stmt)

    def down(self, down: ir.Expr | None) -> int:
        return 0 if down is None else self.number(down)

    def move(self, stmt: ir.Move) -> None:
        handling, state, cells, note = self.plan.pieces, self.state, self.cells, Note()
        pieces = self.pieces(stmt.what)
        if not stmt.to.zone:
            handling.remove(state, cells, pieces, note)
            return
        whole = () if stmt.whole is None else tuple(self.reading.instances(stmt.whole))
        to, down = self.zone(stmt.to), self.down(stmt.down)
        in_no_order = isinstance(stmt.what.type, ir.SeqDomain) and not stmt.what.type.ordered
        if in_no_order and not whole and self.plan.layout.zones[stmt.to.zone].zone.shape in ("row", "pile"):
            handling.move_set(state, cells, pieces, to, stmt.end, down, note)
        else:
            handling.move(state, cells, pieces, to, stmt.end, down, whole, note)

    def chance(self, stmt: ir.Chance) -> None:
        domain, note, kind = sequence(self.value(stmt.domain)), Note(), stmt.domain.type
        if stmt.number is None:
            self.variables[stmt.var.number] = chance_one(
                self.state, self.cells, stmt.point, domain, stmt.what, kind, note
            )
            return
        count = self.number(stmt.number)
        chosen = chance_list(
            self.state, self.cells, stmt.point, domain, count, stmt.again, stmt.what, kind, note
        )
        self.variables[stmt.var.number] = tuple(chosen)

    def addresses(self, stmt: ir.Assign | ir.Include) -> list[int]:
        """Of all the states that are meant: an index that is left out stands for all its values."""
        place = self.layout.states[stmt.state]
        given = (*stmt.index, *([None] * (len(place.dims) - len(stmt.index))))
        values: list[range | tuple[int, ...]] = []
        for dim, expr in zip(place.dims, given, strict=True):
            values.append(range(dim.low, dim.low + dim.count) if expr is None else (self.number(expr),))
        try:
            return [self.layout.state_cells(stmt.state, *index) for index in product(*values)]
        except IndexError:
            raise Stopped("no such state") from None

    def assign(self, stmt: ir.Assign) -> None:
        if stmt.state in self.layout.phases:
            self.cells[self.layout.phases[stmt.state]] = self.number(stmt.value)
            return
        place = self.layout.states[stmt.state]
        domain, value = place.state.type, self.value(stmt.value)
        addresses = self.addresses(stmt)
        if is_set(domain):
            members = set(sequence(value))
            if not members <= set(range(place.low, place.low + place.size)):
                raise Stopped("out of range")
            for address in addresses:
                for at in range(place.size):
                    self.cells[address + at] = int(place.low + at in members)
            return
        each = isinstance(stmt.value.type, ir.MapDomain) and not isinstance(domain, ir.MapDomain)
        low, high = bounds(self.program, domain) or (0, -1)
        for at, address in enumerate(addresses):
            one = number(sequence(value)[at] if each else value)
            if not (low <= one <= high or (one == ir.NONE and (each or may_be_none(domain)))):
                raise Stopped("out of range")
            self.cells[address] = one

    def include(self, stmt: ir.Include) -> None:
        place = self.layout.states[stmt.state]
        value = self.value(stmt.value)
        members = value if isinstance(value, tuple) else (value,)
        for address in self.addresses(stmt):
            for member in members:
                assert isinstance(member, int)
                if place.low <= member < place.low + place.size:
                    self.cells[address + member - place.low] = int(not stmt.out)
                elif not stmt.out and member != ir.NONE:
                    raise Stopped("out of range")

    def record(self, phase: str) -> None:
        rows = [score for score in self.program.scores if score.each == phase]
        players = range(self.program.players)
        worked_out = [[number(self.reading.formula(row.now, player)) for player in players] for row in rows]
        for row, values in zip(rows, worked_out, strict=True):
            place = self.layout.scores[row.name]
            column = self.cells[place.address]
            if place.columns > 1 and column >= place.columns:
                raise Stopped("no column left")
            for player, value in enumerate(values):
                first = place.address + 1 + player * place.columns
                if place.columns > 1:
                    self.cells[first + column] = value
                else:
                    self.cells[first] += value
            self.cells[place.address] = column + 1
