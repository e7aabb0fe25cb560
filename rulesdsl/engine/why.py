"""Why something cannot be done: the clause that forbids it and what it saw, as far as the player may know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs
from attrs import define, frozen

from rulesdsl.engine.events import Content
from rulesdsl.engine.labels import Labels, plain
from rulesdsl.engine.meaning import Hidden, Reading
from rulesdsl.engine.options import local_of, reading_for, title_of
from rulesdsl.engine.plain_operations import Impossible, number, sequence
from rulesdsl.engine.state import State
from rulesdsl.engine.walk import nodes_in
from rulesdsl.program import (
    Alternative,
    Apply,
    Const,
    ConstSeq,
    Counter,
    Decide,
    Domain,
    Expr,
    Formula,
    Local,
    Lookup,
    OneParam,
    Param,
    PieceDomain,
    PieceNameDomain,
    PlaceOf,
    SeqDomain,
    SlotPiece,
    SomeParam,
    StateRead,
    ZoneCount,
    ZonePieces,
    ZonesPieces,
)
from rulesdsl.source import Span

MOST_CHOICES = 5000
"""How many choices of parameters are looked at to find what forbids all of them."""


@frozen
class Reason:
    """Why not. `clause` is the text of the rule, `values` what it saw, name and value in words."""

    text: str
    clause: str = ""
    span: Span | None = None
    values: tuple[tuple[str, str], ...] = ()


def why(
    state: State,
    player: int,
    name: str,
    arguments: Mapping[str, str] | None = None,
    *,
    names: tuple[str, ...] | None = None,
) -> Reason | None:
    """Why this player cannot do now what is called so, with these arguments by name; None if it can be done.

    `name` is an action's name or title; an argument is given as it is written or shown.
    """
    labels = Labels.of(state.plan.layout, names)
    who = labels.players[player]
    decision = state.decision
    if state.over:
        return Reason("the game is over")
    if decision is None or decision.player != player:
        return Reason(f"it is not {who} who decides now")
    alternative = find_alternative(decision.decide, name)
    if alternative is None:
        return _elsewhere(state, decision.decide, name, who)
    if not arguments and any(option.alternative is alternative for option in decision.options):
        return None
    reading = reading_for(state, player)
    reading.local = local_of(state)
    return _Search(labels, reading, alternative, dict(arguments or {})).reason()


def refusal(state: State, alternative: Alternative, labels: Labels) -> str:
    """What forbids it in this position, and where that is written; "" if it can be done. Nothing is kept
    from whoever asks."""
    reason = _Search(labels, reading_for(state, None), alternative, {}).reason()
    if reason is None:
        return ""
    span = reason.span
    return reason.text + ("" if span is None else f" ({span.source.name}:{span.line})")


def find_alternative(decide: Decide, name: str) -> Alternative | None:
    """By its name as written, its name as read aloud, or its title."""
    for alternative in decide.alternatives:
        if name in (alternative.name, plain(alternative.name), title_of(alternative)):
            return alternative
    return None


def _elsewhere(state: State, decide: Decide, name: str, who: str) -> Reason:
    """It is none of the things that are asked now; perhaps it is asked at another time."""
    asked = [title_of(one) or plain(one.name) for one in decide.alternatives if one.name or one.title.parts]
    now = f"; {who} is asked now: {', '.join(asked)}" if asked else ""
    other = asked_elsewhere(state, name)
    if other is not None:
        return Reason(f"`{name}` is possible at another time of the game only{now}", span=other.span)
    return Reason(f"nothing in the game is called `{name}`{now}")


def asked_elsewhere(state: State, name: str) -> Decide | None:
    """A decision of the game, at whatever time, of which this is an alternative."""
    decisions = (node for node in nodes_in(state.plan.program.procs) if isinstance(node, Decide))
    return next((one for one in decisions if find_alternative(one, name)), None)


@define
class _Search:
    labels: Labels
    reading: Reading
    alternative: Alternative
    arguments: dict[str, str]
    deepest: int = -1
    found: Reason | None = None
    looked_at: int = 0

    def reason(self) -> Reason | None:
        unknown = set(self.arguments) - {param.var.name for param in self.alternative.params}
        if unknown:
            takes = ", ".join(param.var.name for param in self.alternative.params) or "nothing"
            return Reason(f"there is no `{min(unknown)}` to choose; what is chosen: {takes}")
        if self._legal(0):
            return None
        found = self.found or Reason("no choice is possible")
        if self.looked_at <= MOST_CHOICES:
            return found
        tried = f"none of the first {MOST_CHOICES:,} choices will do, and there are more"
        return attrs.evolve(found, text=f"{tried}; of those tried: {found.text}")

    def _legal(self, at: int) -> bool:
        """Whether the parameters from this one on can be chosen; keeps the reason that came furthest."""
        for check in self.alternative.checks[at]:
            if not self._meets(check.test, check.span, at):
                return False
        if at == len(self.alternative.params):
            return True
        param = self.alternative.params[at]
        candidates = self._candidates(param, at)
        for value in candidates:
            self.looked_at += 1
            if self.looked_at > MOST_CHOICES:
                return False
            self.reading.choose(param, value)
            if self._legal(at + 1):
                return True
        return False

    def _meets(self, test: Expr, span: Span | None, depth: int) -> bool:
        try:
            if self.reading.holds(test):
                return True
        except Hidden:
            self._note(depth, Reason("this depends on something that may not be known", _text(span), span))
            return False
        except Impossible as impossible:
            self._note(depth, Reason(str(impossible), _text(span), span))
            return False
        if depth > self.deepest:
            self._note(depth, self._refusal(test, span))
        return False

    def _note(self, depth: int, reason: Reason) -> None:
        if depth > self.deepest:
            self.deepest, self.found = depth, reason

    def _refusal(self, test: Expr, span: Span | None) -> Reason:
        culprit = failing_part(self.reading, test)
        place = _span_of(culprit) or span
        values = tuple(dict.fromkeys(self._seen(culprit)))
        clause = _text(span) or _text(place)
        told = f"`{clause}` does not hold" if clause else "a condition does not hold"
        if values:
            told += ": " + ", ".join(f"{name} is {value}" for name, value in values)
        return Reason(told, clause, span or place, values)

    # ------------------------------------------------------------------ parameters

    def _candidates(self, param: Param, at: int) -> Iterator[Content]:
        """The values to try: the one given, or all that meet the parameter's own conditions."""
        try:
            domain = sequence(self.reading.value(param.domain))
        except Hidden:
            self._note(at, Reason("this depends on something that may not be known"))
            return
        given = self.arguments.get(param.var.name)
        what = plain(param.var.name)
        if given is None:
            if not domain and not (isinstance(param, SomeParam) and self.reading.value(param.low) == 0):
                span = _span_of(param.domain)
                self._note(at, Reason(f"there is no {what} to choose: nothing is there", _text(span), span))
            yield from self._fitting(param, at)
            return
        wanted = self._matching(given, param, domain)
        if not wanted:
            span = _span_of(param.domain)
            there = self.labels.value(domain, param.domain.type, self.reading.knows)
            self._note(
                at,
                Reason(f"`{given}` is not among {there}", _text(span), span, ((what, given),)),
            )
            return
        for value in wanted:
            self.reading.choose(param, value)
            if param.where is None or self._meets(param.where, _span_of(param.where), at):
                yield value

    def _fitting(self, param: Param, at: int) -> Iterator[Content]:
        try:
            fitting = self.reading.offered(param)
        except (Hidden, Impossible):
            self._note(at, Reason("this depends on something that may not be known"))
            return
        if not fitting:
            span = None if param.where is None else _span_of(param.where)
            clause = _text(span)
            told = (
                f"no {plain(param.var.name)} meets `{clause}`"
                if clause
                else f"there is no {plain(param.var.name)} that fits"
            )
            self._note(at, Reason(told, clause, span))
        yield from fitting

    def _matching(self, given: str, param: Param, domain: tuple[int, ...]) -> list[Content]:
        """The values meant by the words given. Members of a set are separated by commas."""
        assert isinstance(param.domain.type, SeqDomain)
        of = param.domain.type.of
        if isinstance(param, OneParam):
            return [value for value in domain if self._called(value, of, given)]
        chosen: list[int] = []
        for word in filter(None, (part.strip() for part in given.split(","))):
            found = [value for value in domain if value not in chosen and self._called(value, of, word)]
            if not found:
                return []
            chosen.append(found[0])
        low, high = number(self.reading.value(param.low)), number(self.reading.value(param.high))
        if not low <= len(chosen) <= high:
            return []
        return [tuple(sorted(chosen))]

    def _called(self, value: int, domain: Domain, word: str) -> bool:
        program = self.labels.program
        if isinstance(domain, PieceDomain):
            if not self.reading.knows(value):
                return False
            name = program.piece_name_of[value]
            return word in (program.piece_names[name], program.piece_name_ids[name])
        if isinstance(domain, PieceNameDomain):
            return word in (program.piece_names[value], program.piece_name_ids[value])
        shown = self.labels.value(value, domain)
        return word in (shown, shown.replace(" ", "_"))

    # ------------------------------------------------------------------ what a condition saw

    def _seen(self, expr: Expr) -> Iterator[tuple[str, str]]:
        """The things that a condition speaks of, outermost first, each with its value."""
        for part in _nouns(expr):
            if isinstance(part, Const | ConstSeq):
                continue
            try:
                value = self.reading.value(part)
            except (Hidden, Impossible, KeyError):
                continue
            yield self._name(part), self.labels.value(value, part.type, self.reading.knows)

    def _name(self, expr: Expr) -> str:
        span = _span_of(expr)
        if span is not None:
            return f"`{span.text}`"
        match expr:
            case Local():
                return plain(expr.var.name)
            case Counter():
                return plain(expr.phase)
            case Formula():
                return plain(expr.name)
            case StateRead():
                return plain(expr.state)
            case ZonePieces() | ZonesPieces() | SlotPiece() | ZoneCount():
                return plain(expr.zone.zone)
            case Lookup():
                return plain(expr.table)
            case PlaceOf():
                return plain(expr.zone)
            case _:
                return "the value"


def failing_part(reading: Reading, test: Expr) -> Expr:
    """Of several conditions joined by `and` the first that does not hold."""
    while isinstance(test, Apply) and test.op == "and":
        test = next(part for part in test.args if not reading.holds(part))
    return test


def _nouns(expr: Expr) -> Iterable[Expr]:
    match expr:
        case Apply():
            return [noun for arg in expr.args for noun in _nouns(arg)]
        case _:
            return [expr]


def _span_of(expr: Expr) -> Span | None:
    match expr:
        case Apply() | StateRead() | Lookup():
            return expr.span
        case ZonePieces() | ZonesPieces() | SlotPiece() | ZoneCount():
            return expr.zone.span
        case _:
            return None


def _text(span: Span | None) -> str:
    return "" if span is None else " ".join(span.text.split())
