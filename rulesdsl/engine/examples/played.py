"""What a line `Anna plays A(...)` of an example wants, matched to the decisions that are open."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.texts_named import texts_named
from rulesdsl.engine.decisions.options import local_of, reading_for
from rulesdsl.engine.decisions.stages import Decision, Option
from rulesdsl.engine.evaluation.operations import number
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.evaluation.sets import Picked, sets_offered
from rulesdsl.engine.explanation.blocking_clause import Search
from rulesdsl.engine.labels.english import listed
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.state import State
from rulesdsl.program_walk import instances_in, nodes_in
from rulesdsl.texts import SMALLEST, same_text


class Wanted:
    """An action with what a line says of its parameters (see PlayStep)."""

    def __init__(
        self, program: ir.Program, alternative: ir.Alternative, given: tuple[tuple[int, bool], ...]
    ) -> None:
        self.program = program
        self.alternative = alternative
        self._given = given
        wanted_checks = tuple(check for checks in alternative.checks for check in checks if check.wanted)
        named = {node.var.number for node in instances_in(wanted_checks, ir.Local)}
        self._named = {param.var.name for param in alternative.params if param.var.number in named}

    # ---- whether it is offered

    def offered(self, state: State, decision: Decision) -> list[int]:
        """The options of a decision, of which nothing is decided yet, with which the action is taken as the
        line has it; those of its parameters count that are given where it is offered, of a whole move all.
        If it is settled that it is this action, all options.
        """
        if decision.alternative is not None:
            untouched = not decision.chosen and not decision.picked
            meant = untouched and self._values_given(state, decision.alternative) is not None
            return list(range(len(decision.options))) if meant else []
        return [
            index
            for index, option in enumerate(decision.options)
            if option.alternative is not None
            and self._values_given(state, option.alternative) is not None
            and (option.kind == "action" or self._is_move(state, option))
        ]

    def _is_move(self, state: State, move: Option) -> bool:
        """Whether a whole move is what the line wants."""
        return bool(self.unseen_part(state, move)) if move.unseen_lot else self._comes_to(state, move, [])

    def _comes_to(self, state: State, move: Option, last: list[ev.Content]) -> bool:
        parts = move.parts[: len(move.parts) - len(last)]
        values = [*(part.value for part in parts), *last]
        reading = self._reading(state, move.alternative, values)
        return reading.completable(self.alternative, len(values))

    def unseen_part(self, state: State, move: Option) -> list[int]:
        """Of a whole move those of the pieces that the player cannot tell apart that may be meant."""
        if not move.unseen_lot:
            return []
        lot = move.parts[-1].value
        there = state.plan.layout.pieces_in(state.cells, lot)
        return [piece for piece in there if self._comes_to(state, move, [piece])]

    def ways(self, moves: list[Option]) -> int:
        """In how many ways whole moves fill in what the line does not say."""
        unsaid = [
            index for index, param in enumerate(self.alternative.params) if not self.is_named(param.var.name)
        ]
        return len({tuple(move.parts[index].value for index in unsaid) for move in moves})

    def possible(self, state: State, decision: Decision) -> bool:
        """Whether the action, so as the line has it, can be taken in this decision that offers it."""
        alternatives = [decision.alternative, *(option.alternative for option in decision.options)]
        return any(
            self._reading(state, alternative, []).completable(self.alternative, 0)
            for alternative in alternatives
            if alternative is not None and self._values_given(state, alternative) is not None
        )

    def _values_given(self, state: State, offered: ir.Alternative) -> dict[int, ev.Content] | None:
        """What is given where the action is offered, of that which the line does not say, by variable; None
        if it is offered with something else than the line says.
        """
        if offered.name != self.alternative.name:
            return None
        mine, theirs = _arguments(self.alternative), _arguments(offered)
        there = reading_for(state, None)
        there.local = local_of(state)
        values: dict[int, ev.Content] = {}
        for index, given in self._given:
            value = there.value(theirs[index])
            if given and not _same(value, reading_for(state, None).value(mine[index])):
                return None
            for node in nodes_in(mine[index]) if not given else ():
                if isinstance(node, ir.Local):
                    values[node.var.number] = value
        return values

    def refusal(self, state: State, decision: Decision, labels: Labels) -> str:
        """What keeps the action from being taken so as the line has it, to be said behind what is offered."""
        offered = [decision.alternative, *(option.alternative for option in decision.options)]
        there = next(
            (
                alternative
                for alternative in offered
                if alternative is not None and alternative.name == self.alternative.name
            ),
            None,
        )
        reason = Search(labels, self._reading(state, there, []), self.alternative).reason()
        return "" if reason is None else f"; {reason.text}"

    # ---- its parameters

    def is_named(self, stage: str) -> bool:
        """Whether the line says what this parameter is, so that the first option that fits is meant."""
        return stage in self._named

    def text_of(self, stage: str) -> int | None:
        """The text that the line names for a parameter that is written."""
        for param in self.alternative.params:
            if isinstance(param, ir.OneParam) and param.is_written and param.var.name == stage:
                named = texts_named(self.alternative, param)
                return None if named is None else number(named.values[0])
        return None

    def fitting(self, state: State, decision: Decision) -> list[int]:
        """The options with which what is wanted can still come about."""
        return [
            number for number, option in enumerate(decision.options) if self._fits(state, option, decision)
        ]

    def unseen(self, state: State, decision: Decision, instance: int) -> list[int]:
        """Those of the pieces that the player cannot tell apart with which it can still come about."""
        layout = state.plan.layout
        return [
            piece
            for piece in layout.pieces_in(state.cells, instance)
            if piece not in decision.picked and self._fits_with(state, piece, decision, closing=False)
        ]

    def _fits(self, state: State, option: Option, decision: Decision) -> bool:
        if option.kind == "decline":
            return False
        if not self._says_more(len(decision.chosen)):
            return True
        if option.kind == "unseen":
            return bool(self.unseen(state, decision, option.value))
        closing = option.kind == "done"
        return self._fits_with(state, None if closing else option.value, decision, closing=closing)

    def _says_more(self, index: int) -> bool:
        """Whether the line says anything of the parameters from this one on; if not, all offered fits."""
        return any(check.wanted for checks in self.alternative.checks[index + 1 :] for check in checks)

    def _fits_with(self, state: State, value: int | None, decision: Decision, *, closing: bool) -> bool:
        before = [chosen for _, chosen, _ in decision.chosen]
        param = self.alternative.params[len(before)]
        if not isinstance(param, ir.SomeParam):
            return value is not None and self._completable(state, decision, [*before, value])
        picked = Picked((*decision.picked, *(() if value is None else (value,))), closed=closing)
        reading = self._reading(state, decision.alternative, before)
        return any(
            self._completable(state, decision, [*before, members])
            for members in sets_offered(reading, param, self.alternative.checks[len(before) + 1], picked)
        )

    def _reading(self, state: State, offered: ir.Alternative | None, values: list[ev.Content]) -> Reading:
        reading = reading_for(state, None)
        given = None if offered is None else self._values_given(state, offered)
        reading.variables.update(given or {})
        for param, value in zip(self.alternative.params, values, strict=False):
            reading.choose(param, value)
        return reading

    def _completable(self, state: State, decision: Decision, values: list[ev.Content]) -> bool:
        reading = self._reading(state, decision.alternative, values)
        return reading.completable(self.alternative, len(values))


def _same(value: ev.Content, other: ev.Content) -> bool:
    """Whether two values are the same, texts as rules compare them."""
    if isinstance(value, int) and isinstance(other, int) and min(value, other) > SMALLEST:
        return bool(same_text(value, other))
    return value == other


def _arguments(alternative: ir.Alternative) -> tuple[ir.Expr, ...]:
    """What the action is carried out with."""
    name = f"action {alternative.name}"
    [done] = [line for line in alternative.body if isinstance(line, ir.Do) and line.proc == name]
    return done.args


def witness(reading: Reading, alternative: ir.Alternative, labels: Labels) -> str:
    """What could be chosen for the parameters, in brackets: the first that will do."""
    for _ in reading.choices(alternative):
        values = []
        for param in alternative.params:
            if (
                isinstance(param, ir.OneParam)
                and param.is_written
                and param.var.number not in reading.variables
            ):
                values.append("any text that is taken")
                continue
            value = reading.variables[param.var.number]
            # Of a bundle, how many of this kind there are.
            kind = param.var.name.partition(" ")[2]
            if not kind:
                values.append(labels.value(value, param.var.type))
            elif value != 0:
                values.append(f"{value} {kind}")
        if not values and alternative.params:
            return " (nothing)"
        return f" ({listed(values)})" if values else ""
    return ""
