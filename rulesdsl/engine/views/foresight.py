"""What an option would cost and bring, as far as the rules say it to whoever decides.

The lines of an action are gone through on a copy of the position with the player's own eyes. What rests on
something hidden, on chance, or on a choice that is still to be made is left open, and so is all that rests
on it in turn: what is told is the same in all positions that the player cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, islice, product
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import Layout, combinations, pieces_of
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.decisions.options import local_of
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.engine.evaluation.position import Hidden, known_to
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.english import noun, plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.operations import Impossible
from rulesdsl.program_walk import everything_used, instances_in, is_line, nodes_in
from rulesdsl.statement_facts import StatementFacts, statement_facts

if TYPE_CHECKING:
    from rulesdsl.engine.decisions.stages import Decision, Option
    from rulesdsl.engine.state import State

_UNKNOWN = (Hidden, Impossible, KeyError, Fault, ValueError, IndexError)
MOST_LINES = 2000
"""So many lines are gone through for one option."""
MOST_BINDINGS = 100
ROUNDS = 10
"""So often the standing rules are looked at."""


@frozen
class Change:
    """A number that would be another one: what it is called, and by how much. `key`: which of several."""

    label: str
    key: str
    old: int
    new: int
    counted: bool = False
    """Whether it is a row of the score sheet."""

    @property
    def by(self) -> int:
        return self.new - self.old

    def __str__(self) -> str:
        return f"{self.label} {self.step}" if not self.key else f"{self.label} ({self.key}) {self.step}"

    @property
    def step(self) -> str:
        return f"{'+' if self.by > 0 else '−'}{abs(self.by)}"


def in_words(changes: Sequence[Change]) -> str:
    """Numbers, those of one name together, then points; a row that repeats a number is left out."""
    numbers = [change for change in changes if not change.counted]
    by = [change.by for change in numbers]
    texts = []
    for label, group in groupby(numbers, key=lambda change: change.label):
        of_it = list(group)
        keyed = ", ".join(f"{change.key} {change.step}" for change in of_it)
        texts.append(f"{label}: {keyed}" if len(of_it) > 1 else f"{of_it[0]}")
    several = any(": " in name for name in texts)
    texts += [str(change) for change in changes if change.counted and change.by not in by]
    return ("; " if several else ", ").join(texts)


class _Ends(Exception):
    """A line leads away from those behind it."""


class _TooLong(Exception):
    """There are more lines than anybody waits for."""


@define
class _Trial(Reading):
    """A position in which an option is tried; `unsure`: states and zones of which the content is open."""

    unsure: set[str] = field(factory=set)
    open_vars: set[int] = field(factory=set)
    start: list[int] = field(factory=list)
    """The position before: pieces that are not known there stay unknown."""

    def knows(self, piece: int) -> bool:
        return self.viewer is None or bool(known_to(self.layout, self.start, piece) >> self.viewer & 1)

    def instances(self, ref: ir.ZoneRef) -> list[int]:
        if ref.zone in self.unsure:
            raise Hidden
        return super().instances(ref)

    def instance_around(self, piece: int) -> int | None:
        instance = super().instance_around(piece)
        if instance is not None and self.layout.instance_index(instance)[0] in self.unsure:
            raise Hidden
        return instance

    def _state(self, expr: ir.StateRead) -> ev.Content:
        if expr.state in self.unsure:
            raise Hidden
        return super()._state(expr)

    def _variable(self, var: ir.Var) -> ev.Content:
        if var.number in self.open_vars:
            raise Hidden
        return super()._variable(var)

    def give(self, var: ir.Var, value: ev.Content | None) -> None:
        """None: it is open what it is."""
        if value is None:
            self.open_vars.add(var.number)
        else:
            self.open_vars.discard(var.number)
            self.variables[var.number] = value

    def formula(self, name: str, *args: ev.Content) -> ev.Content:
        open_vars, self.open_vars = self.open_vars, set()
        try:
            return super().formula(name, *args)
        finally:
            self.open_vars = open_vars


@define
class _Walk:
    state: State
    trial: _Trial
    lines: int = 0
    counted_up: set[str] = field(factory=set)
    """The states that lines add to or take from."""
    sure: dict[str, list[int]] = field(factory=dict)
    """Of states that were left open, the position up to which they are known."""

    @property
    def program(self) -> ir.Program:
        return self.trial.program

    @property
    def layout(self) -> Layout:
        return self.trial.layout

    def settled(self, state: str, index: tuple[int, ...]) -> int:
        """What a state comes to, as far as it is known: what is paid first is paid, whatever comes of it."""
        cells = self.sure.get(state, self.trial.cells)
        return number(self.layout.state_value(cells, state, *index))

    def open_state(self, state: str) -> None:
        if state in self.layout.states and state not in self.trial.unsure:
            self.sure[state] = self.trial.cells[:]
        self.trial.unsure.add(state)

    def value(self, expr: ir.Expr) -> ev.Content | None:
        """None if it is open."""
        try:
            return self.trial.value(expr)
        except _UNKNOWN:
            return None

    # ------------------------------------------------------------------ lines

    def body(self, body: Iterable[ir.Stmt]) -> None:
        for stmt in body:
            self.lines += 1
            if self.lines > MOST_LINES:
                raise _TooLong
            self.line(stmt)

    def line(self, stmt: ir.Stmt) -> None:
        trial = self.trial
        match stmt:
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                truth = self.value(condition)
                if truth is None:
                    self.leave_open((*then, *otherwise))
                else:
                    self.body(then if truth else otherwise)
            case ir.For(var=var, domain=domain, body=body):
                self._each(var, self.value(domain), body)
            case ir.EachPlayer(players=players, you=you, body=body):
                self._each(you, self.value(players), body)
            case ir.Repeat(number=times, var=var, body=body):
                count = self.value(times)
                passes = None if count is None else tuple(range(1, number(count) + 1))
                self._each(var, passes, body)
            case ir.Do(proc=name, you=you, args=args):
                proc = self.program.procs[name]
                if proc.you is not None:
                    trial.give(proc.you, None if you is None else self.value(you))
                for param, given in zip(proc.params, [self.value(arg) for arg in args], strict=True):
                    trial.give(param, given)
                self.body(proc.body)
            case ir.End():
                raise _Ends
            case _:
                self._effect(stmt)

    def _effect(self, stmt: ir.Stmt) -> None:
        match stmt:
            case ir.Let(var=var, value=value):
                self.trial.give(var, self.value(value))
            case ir.Assign():
                self._assign(stmt)
            case ir.Move():
                self._move(stmt)
            case ir.Flip(what=what, down=down):
                pieces, turned = self.value(what), self.value(down)
                if pieces is None or turned is None:
                    self.leave_open((stmt,))
                else:
                    self.state.plan.pieces.flip(
                        self.state, self.trial.cells, _pieces(pieces), number(turned), Note()
                    )
            case ir.Say() | ir.Show():
                pass
            case _:
                self.leave_open((stmt,))

    def _each(self, var: ir.Var | None, members: ev.Content | None, body: tuple[ir.Stmt, ...]) -> None:
        if members is None:
            self.leave_open(body)
            return
        assert isinstance(members, tuple)
        for member in members:
            if var is not None:
                self.trial.give(var, member)
            self.body(body)

    def _assign(self, stmt: ir.Assign) -> None:
        if any(node.state == stmt.state for node in instances_in(stmt.value, ir.StateRead)):
            self.counted_up.add(stmt.state)
        value = self.value(stmt.value)
        index = [None if expr is None else self.value(expr) for expr in stmt.index]
        if not isinstance(value, int) or None in index:
            self.open_state(stmt.state)
            return
        place = tuple(number(item) for item in index if item is not None)
        if ir.NONE not in place:
            self.trial.cells[self.layout.state_cells(stmt.state, *place)] = value

    def _move(self, stmt: ir.Move) -> None:
        what, trial = self.value(stmt.what), self.trial
        try:
            instances = trial.instances(stmt.to)
            down = 0 if stmt.down is None else number(trial.value(stmt.down))
            if what is None or len(instances) != 1:
                self.leave_open((stmt,))
                return
            pieces = _pieces(what)
            sources = {trial.cells[self.layout.where + piece] for piece in pieces} - {ev.OUT_OF_PLAY}
            names = {self.layout.instance_index(source)[0] for source in sources}
            if names & trial.unsure:
                self.leave_open((stmt,))
                trial.unsure |= names
                return
            for piece in pieces:
                self.state.plan.pieces.move_one(
                    self.state, trial.cells, piece, instances[0], stmt.end, down, Note()
                )
        except _UNKNOWN:
            self.leave_open((stmt,))

    # ------------------------------------------------------------------ what is left open

    def leave_open(self, body: tuple[ir.Stmt, ...]) -> None:
        """What these lines may change, and what they find out, is not known from here on."""
        waiting: list[object] = [body]
        known: set[str] = set()
        while waiting:
            for node in nodes_in(waiting.pop()):
                if is_line(node):
                    self._leave_open(statement_facts(node))
                match node:
                    case ir.Do(proc=name) if name not in known:
                        known.add(name)
                        waiting.append(self.program.procs[name].body)
                    case ir.Var(number=var):
                        self.trial.open_vars.add(var)
                    case ir.Record(phase=phase):
                        self.trial.unsure |= {
                            score.name for score in self.program.scores if score.each == phase
                        }
                    case _:
                        pass

    def _leave_open(self, line: StatementFacts) -> None:
        for state in line.sets:
            self.open_state(state)
        for what in (*line.takes, *(turned for turned, _down in line.turns)):
            self.trial.unsure |= _zones_in(self.program, what)
        self.trial.unsure |= {ref.zone for ref in line.reorders}
        for ref in (*line.draws_from, *(to for to, _down in line.to)):
            self.trial.unsure |= self._beyond(ref.zone)

    def _beyond(self, name: str) -> set[str]:
        """The zones that pieces come from, or go to, when this one is empty or full."""
        zone = self.layout.zones[name].zone
        texts = {ref.zone for ref in (zone.old_to, zone.extra_to, zone.renewed_from) if ref is not None}
        return texts | {name}

    # ------------------------------------------------------------------ standing rules

    def settle(self) -> None:
        for _ in range(ROUNDS):
            if not any(self._rule(rule.vars, rule.condition, rule.body) for rule in self.program.rules):
                return

    def _rule(
        self, bound: tuple[tuple[ir.Var, ir.Expr], ...], condition: ir.Expr, body: tuple[ir.Stmt, ...]
    ) -> bool:
        domains = [domain for _, over in bound if isinstance(domain := self.value(over), tuple)]
        if len(domains) < len(bound):
            self.leave_open(body)
            return False
        acted = False
        members: Iterable[tuple[ev.Content, ...]] = product(*domains)
        for values in islice(members, MOST_BINDINGS):
            for (var, _), value in zip(bound, values, strict=True):
                self.trial.give(var, value)
            truth = self.value(condition)
            if truth is None:
                self.leave_open(body)
            elif truth:
                acted = True
                self.body(body)
        return acted


def _zones_in(program: ir.Program, expr: ir.Expr) -> set[str]:
    """The zones that an expression speaks of, also by the formulas that it calls; of pieces in a variable all
    that they can lie in."""
    used = everything_used(expr, program.formulas, ir.ZoneRef)
    texts = {node.zone for node in used if isinstance(node, ir.ZoneRef)}
    kinds = pieces_of(expr.type)
    if not texts:
        texts = {zone.name for zone in program.zones if set(zone.pieces.kinds) & set(kinds)}
    return texts


def _pieces(value: ev.Content) -> tuple[int, ...]:
    values = sequence(value) if isinstance(value, tuple) else (value,)
    return tuple(piece for piece in values if piece != ir.NONE)


# ---------------------------------------------------------------------- for an option


def foreseen(state: State, decision: Decision, option: Option, labels: Labels) -> tuple[Change, ...]:
    """What would be otherwise for the player who decides: numbers of the player's own and of nobody's that
    are counted up or down, and rows of the score sheet as they would be counted now.
    """
    alternative = decision.alternative or option.alternative
    if alternative is None or option.kind not in ("action", "value", "move") or option.unseen:
        return ()
    cells = state.position_for(decision.player)[:]
    scratch = state.clone()
    trial = _Trial(state.plan.layout, cells, decision.player, local=local_of(state), start=cells[:])
    before = Reading(state.plan.layout, cells[:], decision.player)
    walk = _Walk(scratch, trial)
    _settle_params(trial, decision, alternative, option)
    try:
        with suppress(_Ends):
            walk.body(alternative.body)
        walk.settle()
    except (_TooLong, _Ends):
        return ()
    player = decision.player
    return (*_states(walk, before, player, labels), *_scores(walk, before, player, labels))


def _settle_params(trial: _Trial, decision: Decision, alternative: ir.Alternative, option: Option) -> None:
    """What has been chosen, what this option adds, and what is still open."""
    chosen = {name: value for name, value, _ in decision.chosen} if decision.alternative is not None else {}
    if option.kind == "move":
        chosen = {
            param.var.name: part.value for param, part in zip(alternative.params, option.parts, strict=True)
        }
    for param in alternative.params:
        name = param.var.name
        if name in chosen:
            trial.choose(param, chosen[name])
        elif option.kind == "value" and name == decision.stage and not hasattr(param, "low"):
            trial.choose(param, option.value)
        else:
            trial.give(param.var, None)


def _states(walk: _Walk, before: Reading, player: int, labels: Labels) -> Iterator[Change]:
    layout = walk.layout
    for name in layout.states:
        state = layout.states[name].state
        # A name with a dot is no word of a file: the language counts the places of a board that grows.
        if not isinstance(state.type, ir.IntDomain) or name not in walk.counted_up or "." in name:
            continue
        for index in combinations(layout.states[name].dims):
            owner = None if state.owner_at is None else index[state.owner_at]
            if owner not in (None, player) or not before.may_see(state.seen, player, owner):
                continue
            old = number(layout.state_value(before.cells, name, *index))
            new = walk.settled(name, index)
            if old != new and ir.NONE not in (old, new):
                key = ", ".join(labels.keys(index, state.index, state.owner_at))
                yield Change(noun(name), key, old, new)


def _scores(walk: _Walk, before: Reading, player: int, labels: Labels) -> Iterator[Change]:
    for score in labels.program.scores:
        if not score.counted:
            continue
        try:
            old, new = before.formula(score.now, player), walk.trial.formula(score.now, player)
        except _UNKNOWN:
            continue
        if old != new:
            yield Change(plain(score.name), "", number(old), number(new), counted=True)
