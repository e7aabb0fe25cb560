"""What somebody means who asks why something cannot be done: an action by its name or its title, with or
without values, or a value alone, as they stand on the screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.decisions.options import (
    alternative_text,
    blanked,
    local_of,
    option_text,
    reading_for,
    title_of,
)
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.explanation.named_values import (
    arguments_in,
    bundle_of,
    named_by,
    names_of,
    numbers_in,
    split_by_names,
    words_of,
)
from rulesdsl.engine.explanation.why import Reason, alternatives_of, asked_elsewhere, find_alternative, why
from rulesdsl.engine.labels.english import as_typed, plain, with_article
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.operations import Op

if TYPE_CHECKING:
    from rulesdsl.engine.decisions.stages import Decision
    from rulesdsl.engine.state import State

MOST_IN_PATTERN = 500
"""Of more names only the longest are looked for as a whole where they stand in a title."""


@frozen
class Question:
    """An action, with values for some of what is chosen for it."""

    action: str
    arguments: dict[str, str]


@frozen
class Answer:
    """What there is to say to a question. `head`: which was meant, where that could be several things."""

    head: str
    question: Question
    reason: Reason | None
    """None: it can be done."""


def answers(state: State, asked: str, names: tuple[str, ...]) -> tuple[Answer, ...]:
    """For one who decides now and asks why not, each reason once. `asked` is an action or its title, with or
    without values, or a value that may be chosen for one.
    """
    decision = state.decision
    assert decision is not None
    given: dict[str, Answer] = {}
    labels = Labels.of(state.plan.layout, names, cells=state.cells)
    meant = questions(state, decision, asked, labels)
    for question in meant:
        action = find_alternative(decision.decide, question.action)
        called = question.action if action is None else blanked(action) or plain(action.name)
        head = f"{called}: " if len(meant) > 1 else ""
        reason = why(state, decision.player, question.action, question.arguments, names=names)
        given.setdefault(head if reason is None else reason.text, Answer(head, question, reason))
    if all(answer.reason for answer in given.values()) and _is_offered(state, decision, asked, labels):
        # It is the text of an option, whatever else it could have meant.
        return (Answer("", Question(asked, {}), None),)
    return tuple(given.values())


def questions(state: State, decision: Decision, asked: str, labels: Labels) -> tuple[Question, ...]:
    """What may be meant; several, if a value can be chosen for several of the actions that are asked for."""
    asked = _in_full(state, decision, asked.strip().rstrip("?").strip(), labels)
    named = find_alternative(decision.decide, asked)
    if named is not None:
        return (Question(named.name or title_of(named), {}),)
    reading = reading_for(state, decision.player)
    reading.local = local_of(state)
    now = decision.decide.alternatives
    by_title = [(each, _by_title(state, decision, each, asked, labels, reading)) for each in now]
    whole = any(option.kind == "move" for option in decision.options)
    offered = not whole and _is_offered(state, decision, asked, labels)
    for alternative, by_words in by_title:
        if by_words is not None and (not by_words.arguments or (by_words.all_known and not offered)):
            return (Question(alternative.name or title_of(alternative), by_words.arguments),)
    for alternative in sorted(now, key=lambda each: -len(each.name)):
        values = _values_behind(alternative, asked)
        if values is not None:
            return (Question(alternative.name, arguments_in(alternative, values, reading, labels)),)
    if not offered:
        for alternative, by_words in by_title:
            if by_words is not None:
                return (Question(alternative.name or title_of(alternative), by_words.arguments),)
        # The name of another action is no value, though values are asked for now.
        elsewhere = _same_action_elsewhere(state, decision, asked, labels, reading)
        if elsewhere:
            return (Question(elsewhere, {}),)
    settled = decision.alternative or (now[0] if len(now) == 1 else None)
    if settled is not None:
        given = _arguments_for(settled, asked, labels, reading, decision.stage)
        return (Question(settled.name or title_of(settled) if given else asked, given),)
    by_value = [
        Question(alternative.name or title_of(alternative), given)
        for alternative in now
        if (given := _arguments_for(alternative, asked, labels, reading))
    ]
    return tuple(by_value) or (Question(asked, {}),)


def _arguments_for(
    alternative: ir.Alternative, asked: str, labels: Labels, reading: Reading, stage: str = ""
) -> dict[str, str]:
    """For which parameter a value is meant: the one that is asked for (`stage`) if it can be that, else
    another one.
    """
    fitting = [
        param.var.name for param in alternative.params if as_typed(asked) in named_by(param, reading, labels)
    ]
    known = {param.var.name for param in alternative.params}
    if fitting:
        return {stage if stage in fitting else fitting[0]: asked}
    for param in alternative.params:
        numbers = numbers_in(bundle, asked) if (bundle := bundle_of(alternative, param)) != (param,) else {}
        if numbers:
            return numbers
        if isinstance(param, ir.SomeParam) and param.var.name in (stage or param.var.name):
            names = names_of(labels, param.var.type)
            words = words_of(asked, labels, param.var.type)
            if len(words) > 1 and all(as_typed(word) in names for word in words):
                return {param.var.name: asked}
    return {stage: asked} if stage in known else {}


def _in_full(state: State, decision: Decision, asked: str, labels: Labels) -> str:
    """The one name that begins so, as options can be taken by their beginnings; else what was asked."""
    alternatives = decision.decide.alternatives
    called = {as_typed(text): text for text in _option_texts(state, decision, labels)}
    for domain in {param.var.type: None for each in alternatives for param in each.params}:
        called |= names_of(labels, domain)
    for each in alternatives:
        for name in (*_titles(state, decision, each, labels), plain(each.name)):
            called[as_typed(name)] = each.name or title_of(each)
    begun = {meant for name, meant in called.items() if name.startswith(as_typed(asked))} if asked else set()
    return begun.pop() if len(begun) == 1 and as_typed(asked) not in called else asked


def _option_texts(state: State, decision: Decision, labels: Labels) -> Iterator[str]:
    return (option_text(state, decision, option, labels) for option in decision.options)


def _titles(state: State, decision: Decision, alternative: ir.Alternative, labels: Labels) -> set[str]:
    """How its title may stand on the screen; what is chosen for it can be seen while it is asked for."""
    shown = {blanked(alternative), title_of(alternative)}
    if any(item is alternative for item in decision.decide.alternatives):
        shown.add(alternative_text(state, decision, alternative, labels))
    return shown


def _same_action_elsewhere(
    state: State, decision: Decision, asked: str, labels: Labels, reading: Reading
) -> str:
    """The action of another decision that is called so."""
    if asked_elsewhere(state, asked):
        return asked
    for _, alternative in alternatives_of(state):
        if _values_behind(alternative, asked) is not None:
            return alternative.name
        if _by_title(state, decision, alternative, asked, labels, reading) is not None:
            return alternative.name or title_of(alternative)
    return ""


@frozen
class _Said:
    """What a title says of parameters. `all_known`: each value is called so on the screen."""

    arguments: dict[str, str]
    all_known: bool


def _by_title(
    state: State,
    decision: Decision,
    alternative: ir.Alternative,
    asked: str,
    labels: Labels,
    reading: Reading,
) -> _Said | None:
    """The values that stand in a title, where it is one of this action; None if it is not."""
    if not alternative.title.parts:
        return None
    if as_typed(asked) in map(as_typed, _titles(state, decision, alternative, labels)):
        return _Said({}, all_known=True)
    bundles = {param.var.number: bundle_of(alternative, param) for param in alternative.params}
    known = {param.var.number: named_by(param, reading, labels) for param in alternative.params}
    pattern = ""
    for index, part in enumerate(alternative.title.parts):
        if isinstance(part, str):
            pattern += re.escape(_folded(part))
            continue
        names = () if (var := _told(part)) is None else known.get(var, ())
        # A name stands there as a whole, whatever commas and words of the title it has in it.
        whole = sorted((name for name in names), key=len, reverse=True)[:MOST_IN_PATTERN]
        pattern += f"(?P<part{index}>{'|'.join([*map(re.escape, whole), '.+?'])})"
    match = re.fullmatch(pattern.strip(), as_typed(asked))
    if match is None or not match.groups():
        return None
    given: dict[str, str] = {}
    all_known = True
    for index, part in enumerate(alternative.title.parts):
        var = None if isinstance(part, str) else _told(part)
        param = next((other for other in alternative.params if other.var.number == var), None)
        if param is None:
            continue
        text = match[f"part{index}"]
        if len(bundles[param.var.number]) > 1:
            numbers = numbers_in(bundles[param.var.number], text)
            given |= numbers
            all_known &= bool(numbers)
            continue
        # What stands there for a value that is still to be chosen is none.
        if text in ("...", plain(param.var.name), with_article(plain(param.var.name))):
            continue
        names = known[param.var.number]
        words = split_by_names(text, names) if isinstance(param, ir.SomeParam) else [text]
        all_known &= all(word in names or isinstance(param.var.type, ir.IntDomain) for word in words)
        given[param.var.name] = ", ".join(names.get(word, word) for word in words)
    return _Said(given, all_known)


def _told(expr: ir.Expr) -> int | None:
    """The number of the variable that is told where this stands; of a bundle that of its first number."""
    while isinstance(expr, ir.Apply) and expr.op in (Op.AS, Op.MAP_OF) and expr.args:
        expr = expr.args[0]
    return expr.var.number if isinstance(expr, ir.Local) else None


def _folded(part: str) -> str:
    """Words of a title as they are typed, with the blanks around them."""
    inner = as_typed(part)
    return f"{' ' * part[:1].isspace()}{inner}{' ' * part[-1:].isspace()}" if inner else " " * bool(part)


def _values_behind(alternative: ir.Alternative, asked: str) -> str | None:
    """What is asked for behind the name of the alternative; None if it is not this one."""
    for called in filter(None, (alternative.name, plain(alternative.name))):
        rest = re.fullmatch(
            rf"{re.escape(called)}(?:\s*\((?P<in>.*)\)|\s+(?P<after>.*))", asked, re.IGNORECASE
        )
        if rest:
            return rest["in"] or rest["after"] or ""
    return None


def _is_offered(state: State, decision: Decision, asked: str, labels: Labels) -> bool:
    return any(as_typed(asked) == as_typed(text) for text in _option_texts(state, decision, labels))
