"""Why something cannot be done, in words: the clause that forbids it, and where it is written."""

from collections.abc import Iterator
from pathlib import Path

from rulesdsl.engine.explanation.questions import answers
from rulesdsl.engine.state import State


def refusal(state: State, asked: str, names: tuple[str, ...]) -> Iterator[str]:
    """`asked` is an action or its title, with or without values, or a value that may be chosen for one."""
    for answer in answers(state, asked, names):
        reason = answer.reason
        if reason is None:
            can = "you can" if answer.question.arguments else "you can: it is among your options"
            yield answer.head + can
            continue
        yield answer.head + reason.text
        if reason.span is not None:
            source, line = reason.span.source, reason.span.line
            yield f"  {Path(source.name).name}:{line}: {source.line_text(line).strip()}"
