"""What a player asks of a decision at the table: what an option would bring, and why something is none."""

from __future__ import annotations

from rulesdsl.engine.decisions.options import blanked
from rulesdsl.engine.explanation.questions import questions
from rulesdsl.engine.explanation.why import find_alternative, why
from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.state import State
from rulesdsl.engine.views.foresight import in_words
from rulesdsl.engine.views.offering import offering, says_itself

NOT_ASKED = "You are not asked anything now."


def brings(position: State | None, names: tuple[str, ...]) -> list[str]:
    """What each option would cost and bring, as far as the rules say it to whoever is asked in `position`;
    None if nobody is. It takes a while to work out, and so is told when it is asked for.
    """
    if position is None or (decision := position.decision) is None:
        return [NOT_ASKED]
    made = offering(position, decision, Labels.of(position.plan.layout, names, cells=position.cells))
    lines = [f"{option.text}: {in_words(option.changes)}" for option in made.options if option.changes]
    if lines and made.numbers and says_itself(made.options):
        return ["Each number brings what it says."]
    return lines or ["The rules do not say it of any of these yet."]


def why_not(position: State | None, asked: str, names: tuple[str, ...]) -> list[str]:
    """Why whoever is asked in `position` cannot do something. `asked` is an action or its title, or something
    that may be chosen for one.
    """
    if position is None or (decision := position.decision) is None:
        return [NOT_ASKED]
    meant = questions(position, decision, asked, Labels.of(position.plan.layout, names, cells=position.cells))
    answers: dict[str, None] = {}
    for question in meant:
        reason = why(position, decision.player, question.action, question.arguments, names=names)
        head = ""
        if len(meant) > 1:
            action = find_alternative(decision.decide, question.action)
            head = f"{question.action if action is None else blanked(action) or plain(action.name)}: "
        answers[head + ("You can: it is among your options." if reason is None else reason.text)] = None
    return list(answers)
