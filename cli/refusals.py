"""Why something cannot be done, in words: the clause that forbids it, and where it is written."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulesdsl.engine.choosing.decisions import Decision
from rulesdsl.engine.choosing.options import option_text
from rulesdsl.engine.explaining.why import Reason, alternatives_of, asked_elsewhere, find_alternative, why
from rulesdsl.engine.state import State
from rulesdsl.engine.words.labels import Labels, plain
from rulesdsl.program import Alternative


def refusal(state: State, decision: Decision, asked: str, names: tuple[str, ...]) -> Iterator[str]:
    """`asked` is an action or its title, with or without values behind it, or a value that is chosen now."""
    name, arguments = _read(state, decision, asked, names)
    found = why(state, decision.player, name, arguments, names=names)
    if found is None:
        yield "you can: it is among your options" if not arguments else "you can"
        return
    yield found.text
    yield from _place(found)


def _place(found: Reason) -> Iterator[str]:
    if found.span is not None:
        source, line = found.span.source, found.span.line
        yield f"  {Path(source.name).name}:{line}: {source.line_text(line).strip()}"


def _read(state: State, decision: Decision, asked: str, names: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """`place norway`, `place(norway)`, `place(card: norway)`, `Place a card`, or `norway` alone."""
    asked = asked.strip().rstrip("?").strip()
    if find_alternative(decision.decide, asked):
        return asked, {}
    for alternative in sorted(decision.decide.alternatives, key=lambda each: -len(each.name)):
        values = _values_behind(alternative, asked)
        if values is not None:
            return alternative.name, _arguments(alternative, values.split(","))
    if not _is_offered(state, decision, asked, names):
        # The name of another action is no value, though values are asked for now.
        if asked_elsewhere(state, asked):
            return asked, {}
        for _, alternative in alternatives_of(state):
            if _values_behind(alternative, asked) is not None:
                return alternative.name, {}
    settled = decision.alternative
    if settled is None and len(decision.decide.alternatives) == 1:
        settled = decision.decide.alternatives[0]
    if settled is not None and decision.stage in {param.var.name for param in settled.params}:
        return settled.name, {decision.stage: asked}
    return asked, {}


def _values_behind(alternative: Alternative, asked: str) -> str | None:
    """What is asked for behind the name of the alternative; None if it is not this one."""
    for called in filter(None, (alternative.name, plain(alternative.name))):
        rest = re.fullmatch(
            rf"{re.escape(called)}(?:\s*\((?P<in>.*)\)|\s+(?P<after>.*))", asked, re.IGNORECASE
        )
        if rest:
            return rest["in"] or rest["after"] or ""
    return None


def _is_offered(state: State, decision: Decision, asked: str, names: tuple[str, ...]) -> bool:
    labels = Labels.of(state.plan.layout, names)
    texts = (option_text(state, decision, option, labels) for option in decision.options)
    return any(asked.lower() == text.lower() for text in texts)


def _arguments(alternative: Alternative, given: Sequence[str]) -> dict[str, str]:
    found = {}
    open_params = [param.var.name for param in alternative.params]
    for value in (part.strip() for part in given):
        name, colon, named = (part.strip() for part in value.partition(":"))
        if colon and name in open_params:
            found[name] = named
            open_params.remove(name)
        elif value and open_params:
            found[open_params.pop(0)] = value
    return found
