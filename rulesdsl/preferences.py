"""Preferences: a bot told in a small file what to like.

    prefer visit over draw_two, journey when count(your hand) >= 4
    in visit choose card by card.points

The first keeps `draw_two` and `journey` from being taken while `visit` is offered and the condition, if there
is one, holds. The second takes the greatest for a parameter. What the lines leave open is chosen at random.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.domains import PLAYER, is_number
from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.scope import Place, Scope, UnknownName
from rulesdsl.checked_game import Game, InvalidGame
from rulesdsl.diagnostics.model import Diagnostic, Label, Report
from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.state import State
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast, parse

_PREFER = re.compile(
    r"prefer\s+(?P<better>\w+)\s+over\s+(?P<worse>\w+(?:\s*,\s*\w+)*)(?:\s+when\s+(?P<when>.+))?"
)
_CHOOSE = re.compile(r"in\s+(?P<action>\w+)\s+choose\s+(?P<param>\w+)\s+by\s+(?P<by>.+)")

_BEFORE = 'game "x"\nplayers 1..1\ndefine x = '
"""Of a game in which a formula could stand alone."""


@frozen
class Preference:
    """`better` before any of `worse`, if the formula (None: always) holds."""

    better: str
    worse: frozenset[str]
    formula: str | None


@frozen
class Liking:
    """For a parameter of an action the value with the greatest formula."""

    action: str
    param: str
    formula: str


@frozen
class Preferences:
    """The bot."""

    preferences: tuple[Preference, ...]
    likings: tuple[Liking, ...]

    def choose(self, state: State, player: int, stream: Dice) -> int:
        decision = state.decision
        assert decision is not None
        if len(decision.options) == 1:
            return 0
        try:
            guess = sample(state, player, stream)
        except Fault:
            # Nothing was found that fits what the player knows.
            return stream.below(len(decision.options))
        good = self._liked(decision, guess, player)
        return good[stream.below(len(good))]

    def _liked(self, decision: Decision, guess: State, player: int) -> list[int]:
        everything = list(range(len(decision.options)))
        if decision.stage == "action":
            good = self._actions(decision, guess, player, everything)
            return self._best_moves(decision, guess, player, good)
        alternative = decision.alternative
        for liking in self.likings:
            if alternative is None or (liking.action, liking.param) != (alternative.name, decision.stage):
                continue
            values = {
                index: guess.evaluate(liking.formula, player, option.value)
                for index, option in enumerate(decision.options)
                if option.kind == "value" and not option.unseen
            }
            known = {
                index: value for index, value in values.items() if isinstance(value, int) and value != ir.NONE
            }
            if known:
                best = max(known.values())
                return [index for index, value in known.items() if value == best]
        return everything

    def _best_moves(self, decision: Decision, guess: State, player: int, good: list[int]) -> list[int]:
        """Of whole moves by an action those whose parts are liked best, the first liking first."""
        for liking in self.likings:
            values: dict[int, int] = {}
            for index in good:
                option = decision.options[index]
                if option.alternative is None or option.alternative.name != liking.action:
                    continue
                for param, part in zip(option.alternative.params, option.parts, strict=False):
                    if param.var.name == liking.param and not part.unseen:
                        value = guess.evaluate(liking.formula, player, part.value)
                        if isinstance(value, int) and value != ir.NONE:
                            values[index] = value
            if values:
                best = max(values.values())
                good = [index for index in good if values.get(index, best) == best]
        return good

    def _actions(self, decision: Decision, guess: State, player: int, everything: list[int]) -> list[int]:
        names = [
            option.alternative.name if option.alternative is not None else "" for option in decision.options
        ]
        out: set[str] = set()
        for preference in self.preferences:
            if (
                preference.better in names
                and preference.better not in out
                and self._holds(preference, guess, player)
            ):
                out |= preference.worse
        return [index for index in everything if names[index] not in out] or everything

    def _holds(self, preference: Preference, guess: State, player: int) -> bool:
        return preference.formula is None or bool(guess.evaluate(preference.formula, player))


def with_preferences(
    game: Game, players: int, options: Mapping[str, str], sources: Sequence[Source]
) -> tuple[ir.Program, tuple[Preferences, ...]]:
    """A program with the formulas of preference files, and a bot for each file; InvalidGame if one errs."""
    report = Report()
    elaboration = Elaboration(game.tree, players, game.option_values(options), game.files.data, report)
    bots: list[Preferences] = []

    def read() -> None:
        bots.extend(_Reader(elaboration, source, number).read() for number, source in enumerate(sources))

    elaboration.before_program = read
    program = elaboration.run(game.fingerprint)
    if report.has_errors:
        raise InvalidGame(report, (*game.files.sources.values(), *sources))
    return program, tuple(bots)


class _Reader:
    def __init__(self, elaboration: Elaboration, source: Source, number: int) -> None:
        self.elaboration = elaboration
        self.source = source
        self.number = number
        self.count = 0

    def read(self) -> Preferences:
        preferences: list[Preference] = []
        likings: list[Liking] = []
        for number in range(1, self.source.line_count + 1):
            text = self.source.line_text(number).split("#")[0].rstrip()
            begin = self.source.line_span(number).start + len(text) - len(text.lstrip())
            words = text.strip()
            if not words:
                continue
            prefer, choose = _PREFER.fullmatch(words), _CHOOSE.fullmatch(words)
            if prefer is not None:
                preference = self._preference(prefer, begin)
                preferences += [preference] if preference is not None else []
            elif choose is not None:
                liked = self._liking(choose, begin)
                likings += [liked] if liked is not None else []
            else:
                self._error(
                    "syntax-error",
                    Span(self.source, begin, begin + len(words)),
                    "this is no preference",
                    "a line is `prefer ACTION over ACTION [when …]` or `in ACTION choose PARAMETER by …`",
                )
        return Preferences(tuple(preferences), tuple(likings))

    def _error(self, code: str, span: Span, message: str, hint: str | None) -> None:
        self.elaboration.reporter.report.add(Diagnostic(code, message, Label(span), (), hint))

    def _parsed(self, span: Span) -> ast.Expr | None:
        """A formula; what is wrong with it is said as in a definition of a game."""
        source = Source(span.source.name, f"{_BEFORE}{span.text}\n")
        report = Report()
        parse(source, report)
        if not report.has_errors:
            return self.elaboration.statements.texts.parsed(span)
        first = report.errors[0]
        shift = span.start - len(_BEFORE)
        start = min(max(first.span.start + shift, span.start), span.end)
        there = Span(span.source, start, min(max(first.span.end + shift, start), span.end))
        self._error(first.code, there, first.message, first.hint)
        return None

    def _action(self, match: re.Match[str], group: str, begin: int) -> str | None:
        name = match[group]
        if name in self.elaboration.world.actions:
            return name
        span = Span(self.source, begin + match.start(group), begin + match.end(group))
        self.elaboration.reporter.unknown(
            span, name, "action", self.elaboration.world.actions, code="unknown-action"
        )
        return None

    def _name(self) -> str:
        self.count += 1
        return f"preference {self.number + 1} {self.count}"

    def _preference(self, match: re.Match[str], begin: int) -> Preference | None:
        better = self._action(match, "better", begin)
        worse = [label.strip() for label in match["worse"].split(",")]
        for label in worse:
            if label not in self.elaboration.world.actions:
                span = Span(self.source, begin + match.start("worse"), begin + match.end("worse"))
                self.elaboration.reporter.unknown(
                    span, label, "action", self.elaboration.world.actions, code="unknown-action"
                )
                return None
        formula = None
        if match["when"] is not None:
            span = Span(self.source, begin + match.start("when"), begin + match.end("when"))
            you = self.elaboration.output.vars.new("you", PLAYER)
            scope = Scope(you=ir.Local(you), place=Place(decisions=False))
            node = self._parsed(span)
            if node is None:
                return None
            try:
                test = self.elaboration.expressions.condition(node, scope)
            except UnknownName:
                return None
            formula = self._name()
            self.elaboration.output.formulas[formula] = ir.FormulaDef(formula, True, (you,), test)
        return None if better is None else Preference(better, frozenset(worse), formula)

    def _liking(self, match: re.Match[str], begin: int) -> Liking | None:
        action = self._action(match, "action", begin)
        if action is None:
            return None
        span = Span(self.source, begin + match.start("param"), begin + match.end("param"))
        params = self.elaboration.output.procs[f"action {action}"].params
        var = next((param for param in params if param.name == match["param"]), None)
        if var is None:
            known = [param.name for param in params]
            self.elaboration.reporter.unknown(
                span, match["param"], f"parameter of `{action}` called", known, "unknown-argument"
            )
            return None
        span = Span(self.source, begin + match.start("by"), begin + match.end("by"))
        node = self._parsed(span)
        you = self.elaboration.output.vars.new("you", PLAYER)
        chosen = self.elaboration.output.vars.new(var.name, var.type)
        scope = Scope(you=ir.Local(you), place=Place(decisions=False))
        scope.bind(var.name, ir.Local(chosen), None)
        if node is None:
            return None
        try:
            value = self.elaboration.expressions.expr(node, scope)
        except UnknownName:
            return None
        if not is_number(value.type):
            self._error(
                "type-mismatch", span, "what a choice goes by must be a number", "for example `card.points`"
            )
            return None
        formula = self._name()
        self.elaboration.output.formulas[formula] = ir.FormulaDef(formula, True, (you, chosen), value)
        return Liking(action, var.name, formula)
