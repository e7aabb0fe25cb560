"""Why something cannot be done, in words: the clause that forbids it, and where it is written."""

from collections.abc import Iterator
from pathlib import Path

from rulesdsl.engine.decisions.options import blanked
from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.engine.explanation.questions import questions
from rulesdsl.engine.explanation.why import Reason, find_alternative, why
from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.state import State


def refusal(state: State, decision: Decision, asked: str, names: tuple[str, ...]) -> Iterator[str]:
    """`asked` is an action or its title, with or without values, or a value that may be chosen for one."""
    labels = Labels.of(state.plan.layout, names, cells=state.cells)
    meant = questions(state, decision, asked, labels)
    reasons = set()
    for question in meant:
        reason = why(state, decision.player, question.action, question.arguments, names=names)
        head = ""
        if len(meant) > 1:
            alternative = find_alternative(decision.decide, question.action)
            head = question.action if alternative is None else blanked(alternative) or plain(alternative.name)
            head += ": "
        if reason is None:
            reasons.add(
                text := f"{head}you can" if question.arguments else "you can: it is among your options"
            )
            yield text
        elif reason.text not in reasons:
            reasons.add(reason.text)
            yield f"{head}{reason.text}"
            yield from _place(reason)


def _place(reason: Reason) -> Iterator[str]:
    if reason.span is not None:
        source, line = reason.span.source, reason.span.line
        yield f"  {Path(source.name).name}:{line}: {source.line_text(line).strip()}"
