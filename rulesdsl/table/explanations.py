"""What a player asks of a decision at the table: what an option would bring, and why something is none."""

from __future__ import annotations

from rulesdsl.engine.explanation.questions import answers
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
    if position is None or position.decision is None:
        return [NOT_ASKED]
    return [
        answer.head + ("You can: it is among your options." if answer.reason is None else answer.reason.text)
        for answer in answers(position, asked, names)
    ]
