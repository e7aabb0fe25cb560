"""Why something cannot be done: the clause that forbids it and what it saw, as far as the player may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import define

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.arguments import names_of_players, seat, shown, texts_by_name
from rulesdsl.engine.decisions.options import blanked, local_of, reading_for, title_of
from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.engine.evaluation.operations import sequence
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.explanation.blocking_clause import Reason, Search
from rulesdsl.engine.explanation.condition_terms import text_of
from rulesdsl.engine.explanation.named_values import words_of, words_of_value
from rulesdsl.engine.explanation.possible import Possible, is_called
from rulesdsl.engine.labels.english import as_typed, plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.program_walk import nodes_in
from rulesdsl.texts import in_quotes
from rulesdsl.texts import text_of as text_of_number

if TYPE_CHECKING:
    from rulesdsl.engine.state import State

__all__ = ["Reason", "asked_elsewhere", "find_alternative", "refusal", "why"]


def why(
    state: State,
    player: int,
    name: str,
    arguments: Mapping[str, str] | None = None,
    *,
    names: tuple[str, ...] | None = None,
) -> Reason | None:
    """Why this player cannot do now what is called so, with these arguments by name; None if it can be done.

    `name` is an action's name or title; an argument is given as it is written or shown. Members of a set are
    separated by commas; of the set that is being chosen they are those that come next.
    """
    player = seat(player, state.plan.program.players)
    seats = names_of_players(names, state.plan.program.players)
    labels = Labels.of(state.plan.layout, seats, cells=state.cells)
    given = texts_by_name(arguments or {}, "an argument")
    if not isinstance(name, str):
        raise TypeError(f"what is asked about is the name of an action, not {shown(name)}")
    who = labels.players[player]
    decision = state.decision
    if state.over:
        return Reason("the game is over")
    if decision is None or decision.player != player:
        return Reason(f"it is not {who} who decides now")
    alternative = find_alternative(decision.decide, name)
    if alternative is None:
        return _not_asked_now(state, decision.decide, name, who)
    reading = reading_for(state, player)
    reading.local = local_of(state)
    return _Asked(state, decision, labels, alternative, given, reading).reason()


def refusal(state: State, alternative: ir.Alternative, labels: Labels) -> str:
    """What forbids it in this position, and where that is written; "" if it can be done. Nothing is kept
    from whoever asks."""
    reason = Search(labels, reading_for(state, None), alternative).reason()
    if reason is None:
        return ""
    span = reason.span
    return reason.text + ("" if span is None else f" ({span.source.name}:{span.line})")


def text_refusal(state: State, number: int) -> str:
    """Why the rules do not take this text where one is asked for."""
    decision = state.decision
    assert decision is not None
    assert decision.alternative is not None
    reading = reading_for(state, decision.player)
    reading.local = local_of(state)
    labels = Labels.of(state.plan.layout, cells=state.cells)
    search = Search(labels, reading, decision.alternative, {decision.stage: text_of_number(number)})
    search.settled = {name: value for name, value, _ in decision.chosen}
    reason = search.reason()
    because = "" if reason is None else f": {reason.text}"
    return f"The rules do not take {in_quotes(number)} here{because}."


def find_alternative(decide: ir.Decide, name: str) -> ir.Alternative | None:
    """By its name as written, its name as read aloud, or its title."""
    for alternative in decide.alternatives:
        if name in (alternative.name, plain(alternative.name), title_of(alternative)):
            return alternative
    return None


def _not_asked_now(state: State, decide: ir.Decide, name: str, who: str) -> Reason:
    """It is none of the things that are asked now; perhaps it is asked at another time."""
    asked = [
        blanked(alternative) or plain(alternative.name)
        for alternative in decide.alternatives
        if alternative.name or alternative.title.parts
    ]
    now = f"; {who} is asked now: {', '.join(asked)}" if asked else ""
    other = asked_elsewhere(state, name)
    if other is not None:
        return Reason(f"`{name}` is possible at another time of the game only{now}", span=other.span)
    return Reason(f"nothing in the game is called `{name}`{now}")


def asked_elsewhere(state: State, name: str) -> ir.Decide | None:
    """A decision of the game, at whatever time, of which this is an alternative."""
    return next((decide for decide, _ in alternatives_of(state) if find_alternative(decide, name)), None)


def alternatives_of(state: State) -> Iterator[tuple[ir.Decide, ir.Alternative]]:
    """Everything that can be asked for in the game, with the decision where it is."""
    for node in nodes_in(state.plan.program.procs):
        if isinstance(node, ir.Decide):
            yield from ((node, alternative) for alternative in node.alternatives)


@define
class _Asked:
    """An alternative of the decision that is open, with arguments for some of its parameters."""

    state: State
    decision: Decision
    labels: Labels
    alternative: ir.Alternative
    arguments: dict[str, str]
    reading: Reading

    def reason(self) -> Reason | None:
        refused = self._unknown_parameter() or self._settled_otherwise()
        if refused is not None:
            return refused
        if Possible(self.labels, self.alternative, self.arguments).now(self.state):
            return None
        return self._search().reason() or self._not_offered()

    @property
    def _is_begun(self) -> bool:
        return self.decision.alternative is self.alternative

    def _unknown_parameter(self) -> Reason | None:
        params = [param.var.name for param in self.alternative.params]
        unknown = set(self.arguments) - set(params)
        if not unknown:
            return None
        takes = ", ".join(params) or "nothing"
        message = f"there is no `{min(unknown)}` to choose; what is chosen: {takes}"
        return Reason(message, span=self.alternative.span)

    def _settled_otherwise(self) -> Reason | None:
        """What was chosen before stands; those arguments that say the same are done with."""
        for name, value, domain in self.decision.chosen if self._is_begun else ():
            given = self.arguments.get(name)
            if given is None:
                continue
            param = next(other for other in self.alternative.params if other.var.name == name)
            words = (
                words_of_value(param, value, self.reading, self.labels)
                if isinstance(param, ir.OneParam) and isinstance(value, int)
                else None
            )
            named = words is not None and as_typed(words) == as_typed(given)
            if not named and not self._is_the_same(value, domain, given):
                chosen = words or self.labels.value(value, domain, self.reading.knows)
                what = plain(name)
                return Reason(
                    f"the {what} has been chosen: {chosen}", span=self.decision.span, values=((what, chosen),)
                )
            del self.arguments[name]
        return None

    def _is_the_same(self, value: ev.Content, domain: ir.Domain, given: str) -> bool:
        if isinstance(value, int):
            return is_called(self.labels, self.reading.knows, value, domain, given)
        assert isinstance(domain, ir.SeqDomain)
        left = list(sequence(value))
        for word in words_of(given, self.labels, domain):
            called = (
                item for item in left if is_called(self.labels, self.reading.knows, item, domain.of, word)
            )
            number = next(called, None)
            if number is None:
                return False
            left.remove(number)
        return not left

    def _search(self) -> Search:
        search = Search(self.labels, self.reading, self.alternative, self.arguments)
        if self._is_begun:
            search.settled = {name: value for name, value, _ in self.decision.chosen}
            if isinstance(self.decision.param, ir.SomeParam):
                search.open_set, search.picked = self.decision.stage, self.decision.picked
        return search

    def _not_offered(self) -> Reason:
        """The conditions allow it, and yet the decision has no option for it."""
        doing = self.decision.alternative
        span = self.alternative.span or self.decision.span
        if doing is not None and not self._is_begun:
            chosen = blanked(doing) or plain(doing.name)
            return Reason(f"something else has been chosen: {chosen}", text_of(span), span)
        if self.decision.picked:
            message = "the members are chosen in a fixed order, and this one has been passed over"
            return Reason(message, text_of(span), span)
        return Reason("this is not offered here", text_of(span), span)
