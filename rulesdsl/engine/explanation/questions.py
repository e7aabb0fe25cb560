"""What somebody means who asks why something cannot be done: an action by its name or its title, with or
without values, or a value alone, as they stand on the screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.decisions.options import alternative_text, blanked, option_text, title_of
from rulesdsl.engine.explanation.possible import is_called
from rulesdsl.engine.explanation.why import Reason, alternatives_of, asked_elsewhere, find_alternative, why
from rulesdsl.engine.labels.english import as_typed, plain, with_article
from rulesdsl.engine.labels.labels import Labels, everything
from rulesdsl.operations import Op

if TYPE_CHECKING:
    from rulesdsl.engine.decisions.stages import Decision
    from rulesdsl.engine.state import State


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
    meant = questions(state, decision, asked, Labels.of(state.plan.layout, names, cells=state.cells))
    for question in meant:
        action = find_alternative(decision.decide, question.action)
        called = question.action if action is None else blanked(action) or plain(action.name)
        head = f"{called}: " if len(meant) > 1 else ""
        reason = why(state, decision.player, question.action, question.arguments, names=names)
        given.setdefault(head if reason is None else reason.text, Answer(head, question, reason))
    return tuple(given.values())


def questions(state: State, decision: Decision, asked: str, labels: Labels) -> tuple[Question, ...]:
    """What may be meant; several, if a value can be chosen for several of the actions that are asked for."""
    asked = _in_full(state, decision, asked.strip().rstrip("?").strip(), labels)
    named = find_alternative(decision.decide, asked)
    if named is not None:
        return (Question(named.name or title_of(named), {}),)
    now = decision.decide.alternatives
    for alternative in now:
        if _by_title(state, decision, alternative, asked, labels) == {}:
            return (Question(alternative.name or title_of(alternative), {}),)
    for alternative in sorted(now, key=lambda each: -len(each.name)):
        values = _values_behind(alternative, asked)
        if values is not None:
            return (Question(alternative.name, _arguments(alternative, values.split(","))),)
    if not _is_offered(state, decision, asked, labels):
        for alternative in now:
            by_title = _by_title(state, decision, alternative, asked, labels)
            if by_title is not None:
                return (Question(alternative.name or title_of(alternative), by_title),)
        # The name of another action is no value, though values are asked for now.
        elsewhere = _same_action_elsewhere(state, decision, asked, labels)
        if elsewhere:
            return (Question(elsewhere, {}),)
    settled = decision.alternative or (now[0] if len(now) == 1 else None)
    if settled is not None:
        stage = _stage_for(settled, decision, asked, labels)
        if stage:
            return (Question(settled.name or title_of(settled), {stage: asked}),)
        return (Question(asked, {}),)
    by_value = [
        Question(alternative.name or title_of(alternative), {name: asked})
        for alternative in now
        for name in _params_for(alternative, asked, labels)[:1]
    ]
    return tuple(by_value) or (Question(asked, {}),)


def _in_full(state: State, decision: Decision, asked: str, labels: Labels) -> str:
    """The one name that begins so, as options can be taken by their beginnings; else what was asked."""
    alternatives = decision.decide.alternatives
    called = {as_typed(text): text for text in _option_texts(state, decision, labels)}
    for domain in {param.var.type: None for each in alternatives for param in each.params}:
        called |= {as_typed(name): name for name in _names_in(labels, domain)}
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


def _names_in(labels: Labels, domain: ir.Domain) -> Sequence[str]:
    """What the values of this type are called; nothing of numbers."""
    while isinstance(domain, ir.SeqDomain | ir.OptionalDomain):
        domain = domain.of
    if not isinstance(domain, ir.PieceDomain | ir.NodeDomain | ir.EnumDomain | ir.PlayerDomain):
        return ()
    low, size = ir.index_span(labels.program, domain)
    return [labels.value(value, domain) for value in range(low, low + size)]


def _stage_for(settled: ir.Alternative, decision: Decision, asked: str, labels: Labels) -> str:
    """Which parameter a value is meant for: the one that is asked for if it can be that, else another one."""
    fitting = _params_for(settled, asked, labels)
    if decision.stage in fitting or not fitting:
        return decision.stage if decision.stage in {param.var.name for param in settled.params} else ""
    return fitting[0]


def _params_for(alternative: ir.Alternative, asked: str, labels: Labels) -> list[str]:
    return [param.var.name for param in alternative.params if _can_be(labels, param.var.type, asked)]


def _can_be(labels: Labels, domain: ir.Domain, asked: str) -> bool:
    """Whether a value of this type is called so, wherever it is."""
    while isinstance(domain, ir.SeqDomain | ir.OptionalDomain):
        domain = domain.of
    if not isinstance(domain, ir.PieceDomain | ir.NodeDomain | ir.EnumDomain | ir.PlayerDomain):
        return False
    low, size = ir.index_span(labels.program, domain)
    return any(is_called(labels, everything, value, domain, asked) for value in range(low, low + size))


def _same_action_elsewhere(state: State, decision: Decision, asked: str, labels: Labels) -> str:
    """The action of another decision that is called so."""
    if asked_elsewhere(state, asked):
        return asked
    for _, alternative in alternatives_of(state):
        if _values_behind(alternative, asked) is not None:
            return alternative.name
        if _by_title(state, decision, alternative, asked, labels) is not None:
            return alternative.name or title_of(alternative)
    return ""


def _by_title(
    state: State, decision: Decision, alternative: ir.Alternative, asked: str, labels: Labels
) -> dict[str, str] | None:
    """The values that stand in a title, where it is one of this action; None if it is not."""
    if not alternative.title.parts:
        return None
    if as_typed(asked) in map(as_typed, _titles(state, decision, alternative, labels)):
        return {}
    params = {param.var.number: param.var.name for param in alternative.params}
    names: list[str] = []
    pattern = ""
    for part in alternative.title.parts:
        if isinstance(part, str):
            pattern += re.escape(part)
        else:
            names.append(params.get(_number(part), ""))
            pattern += "(.+?)"
    match = re.fullmatch(pattern, asked, re.IGNORECASE)
    if match is None or not names:
        return None
    given = {
        name: text.replace(" and ", ", ")
        for name, text in zip(names, match.groups(), strict=True)
        # What stands there for a value that is still to be chosen is none.
        if name and text.lower() not in ("…", plain(name), with_article(plain(name)))
    }
    return {name: text for name, text in given.items() if text}


def _number(expr: ir.Expr) -> int:
    while isinstance(expr, ir.Apply) and expr.op is Op.AS:
        expr = expr.args[0]
    return expr.var.number if isinstance(expr, ir.Local) else -1


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


def _arguments(alternative: ir.Alternative, given: Sequence[str]) -> dict[str, str]:
    result = {}
    open_params = [param.var.name for param in alternative.params]
    for value in (part.strip() for part in given):
        name, colon, named = (part.strip() for part in value.partition(":"))
        if colon and name in open_params:
            result[name] = named
            open_params.remove(name)
        elif value and open_params:
            result[open_params.pop(0)] = value
    return result
