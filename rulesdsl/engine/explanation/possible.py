"""Whether something can be done now, asked of the decision itself: by its options, stage by stage.

What is offered is known to whoever is asked, so nothing hidden is told by the answer, whatever the rules
behind it look at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import define

from rulesdsl import program as ir
from rulesdsl.engine.decisions.options import called, option_text, sees_for
from rulesdsl.engine.decisions.stages import Decision, Option
from rulesdsl.engine.explanation.named_values import words_of
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.english import as_typed
from rulesdsl.engine.labels.labels import Labels, Sees
from rulesdsl.texts import TextRefused

if TYPE_CHECKING:
    from rulesdsl.engine.state import State

MOST_TRIED = 2000
"""So many choices of what is left open are tried."""


def is_called(labels: Labels, sees: Sees, value: int, domain: ir.Domain, word: str) -> bool:
    """Whether a value is meant by a word: as it is shown, or as it is written in the file."""
    program = labels.program
    inner = ir.without_none(domain)
    names = [labels.value(value, domain, sees)]
    if value != ir.NONE and isinstance(inner, ir.PieceDomain):
        if not sees(value):
            return False
        name = program.piece_name_of[value]
        names += [program.piece_names[name], program.piece_name_ids[name]]
    elif value != ir.NONE and isinstance(inner, ir.PieceNameDomain):
        names += [program.piece_names[value], program.piece_name_ids[value]]
    return as_typed(word) in map(as_typed, names)


@define
class Possible:
    """`arguments` by parameter, of those that are still to be chosen; of a set that is being chosen now the
    members that come next.
    """

    labels: Labels
    alternative: ir.Alternative
    arguments: Mapping[str, str]
    tried: int = 0

    def now(self, state: State) -> bool:
        """Whether the decision that is open goes on to this alternative with these arguments."""
        decision = state.decision
        assert decision is not None
        if decision.alternative is None:
            for index, option in enumerate(decision.options):
                if option.alternative is not self.alternative:
                    continue
                if option.kind == "move":
                    if self._is_move(state, decision, option):
                        return True
                else:
                    return not self.arguments or self._goes_on(self._taken(state, index))
            return False
        return decision.alternative is self.alternative and self._from(state, decision, begun=True)

    def _is_move(self, state: State, decision: Decision, move: Option) -> bool:
        """Whether a whole move has these arguments."""
        return all(
            self._is_part(state, decision, param, part)
            for param, part in zip(self.alternative.params, move.parts, strict=True)
        )

    def _is_part(self, state: State, decision: Decision, param: ir.Param, part: Option) -> bool:
        word = self.arguments.get(param.var.name)
        words = word and called(state, param, part.value, decision.player, self.labels)
        if words and as_typed(words) == as_typed(word or ""):
            return True
        return self._fits(state, decision, part, word)

    def _from(self, state: State, decision: Decision, *, begun: bool = False) -> bool:
        """Whether the stages from the open one on can be gone through. `begun`: the others stand in the
        position; of a set some members may have been picked there.
        """
        given = self.arguments.get(decision.stage)
        if given is not None and decision.written is not None:
            return self._is_written(state, given)
        if given is None and not self._is_more_given(decision):
            return bool(decision.options)
        if isinstance(decision.param, ir.SomeParam):
            words = [] if given is None else words_of(given, self.labels, decision.param.var.type)
            return self._picks(state, decision, words, whole=given is not None and not begun)
        places = [
            index
            for index, option in enumerate(decision.options)
            if self._fits(state, decision, option, given)
        ]
        if not self._is_more_given(decision):
            return bool(places)
        return any(self._goes_on(self._taken(state, place)) for place in places)

    def _is_written(self, state: State, given: str) -> bool:
        """Whether a text can be written; it comes last."""
        try:
            state.clone().write(given)
        except TextRefused:
            return False
        return True

    def _picks(self, state: State, decision: Decision, words: list[str], *, whole: bool) -> bool:
        """Whether members called so can come next; `whole`: and then no more."""
        if not words and not self._is_more_given(decision):
            return not whole or any(option.kind == "done" for option in decision.options)
        for index, option in enumerate(decision.options):
            left = words
            if words:
                text = next((word for word in words if self._fits(state, decision, option, word)), None)
                if text is None:
                    continue
                left = [*words]
                left.remove(text)
            elif whole and option.kind != "done":
                continue
            later = self._taken(state, index)
            then = None if later is None else later.decision
            if later is not None and then is not None and _is_next_member(decision, then):
                if self._picks(later, then, left, whole=whole):
                    return True
            elif not left and (not self._is_more_given(decision) or self._goes_on(later)):
                return True
        return False

    def _goes_on(self, state: State | None) -> bool:
        decision = None if state is None else state.decision
        if state is None or decision is None or decision.alternative is not self.alternative:
            return False
        return self._from(state, decision)

    def _taken(self, state: State, index: int) -> State | None:
        """The position after an option; None if the rules break there, or too many have been tried."""
        self.tried += 1
        if self.tried > MOST_TRIED:
            return None
        other = state.clone()
        other.take_forced = False
        try:
            return other.apply(index)
        except Fault:
            return None

    def _fits(self, state: State, decision: Decision, option: Option, word: str | None) -> bool:
        if option.type is None:
            return False
        if word is None or as_typed(option_text(state, decision, option, self.labels)) == as_typed(word):
            return True
        sees = sees_for(state, decision.player)
        return option.kind == "value" and is_called(self.labels, sees, option.value, option.type, word)

    def _is_more_given(self, decision: Decision) -> bool:
        """Whether something is said of the parameters behind the open one."""
        names = [param.var.name for param in self.alternative.params]
        return any(name in self.arguments for name in names[names.index(decision.stage) + 1 :])


def _is_next_member(before: Decision, now: Decision) -> bool:
    return (
        (now.player, now.point, now.stage) == (before.player, before.point, before.stage)
        and now.alternative is before.alternative
        and now.picked[:-1] == before.picked
        and bool(now.picked)
    )
