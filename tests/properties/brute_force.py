"""What a player may choose, found by trying everything, against the answers to which the options lead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.options import local_of
from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.pieces.unseen import lot_of
from rulesdsl.engine.state import State
from rulesdsl.program_walk import nodes_in
from tests.engine.whole_answers import Answer, whole_answers

MOST_CHOICES = 300
"""Actions of which there may be more choices than this are not compared with trying everything out."""

Choice = tuple[str, tuple[object, ...]]
"""An action, with what is chosen for each of its parameters."""


def nothing_else_is_legal(state: State) -> None:
    """The whole answers to which the options lead are those that are legal, each and no other.

    Where a set is half chosen, or an action has too many choices, nothing is compared.
    """
    decision = state.decision
    assert decision is not None
    if decision.picked:
        return
    reading = Reading(state.plan.layout, state.cells, local=local_of(state))
    settled = decision.alternative
    asked = decision.decide.alternatives if settled is None else (settled,)
    tried = [alternative for alternative in asked if small(reading, alternative)]
    if not tried:
        return
    legal = {choice for alternative in tried for choice in legal_choices(state, reading, alternative)}
    if decision.chosen:
        legal = {choice for choice in legal if choice[1][: len(decision.chosen)] == _chosen(state, decision)}
    answers = whole_answers(
        state,
        lambda option: option.kind != "decline" and (settled or option.alternative) in tried,
    )
    offered = {choice_of(state, answer, tried) for answer, _ in answers}
    assert offered == legal, f"offered only: {offered - legal}; legal only: {legal - offered}"


def legal_choices(state: State, reading: Reading, alternative: ir.Alternative) -> Iterator[Choice]:
    """All whole choices of an action that the rules allow, pieces that cannot be told apart as one."""
    for values in _completions(reading, alternative, 0):
        pairs = zip(values, alternative.params, strict=True)
        yield alternative.name, tuple(_classes(state, value, param.var.type) for value, param in pairs)


def _completions(reading: Reading, alternative: ir.Alternative, at: int) -> list[tuple[ev.Content, ...]]:
    """The values of all later parameters, the earlier ones being set. A preference narrows what can be
    completed, not what is possible for the parameter alone.
    """
    if not all(reading.holds(check.test) for check in alternative.checks[at]):
        return []
    if at == len(alternative.params):
        return [()]
    param = alternative.params[at]
    anything = evolve(param, prefer=()) if isinstance(param, ir.OneParam) else param
    further: dict[ev.Content, list[tuple[ev.Content, ...]]] = {}
    for value in reading.offered(anything):
        reading.choose(param, value)
        rests = _completions(reading, alternative, at + 1)
        if rests:
            further[value] = rests
    values = list(further)
    if isinstance(param, ir.OneParam):
        for wish in param.prefer:
            values = reading.preferred(param, wish, values)
    return [(value, *rest) for value in values for rest in further[value]]


def choice_of(state: State, answer: Answer, alternatives: list[ir.Alternative]) -> Choice:
    """A whole answer as such a choice."""
    [alternative] = [one for one in alternatives if one.name == answer.alternative]
    return alternative.name, tuple(_given(state, answer, param) for param in alternative.params)


def _given(state: State, answer: Answer, param: ir.Param) -> object:
    taken = [one for one in answer.taken if one.stage == param.var.name and one.kind in ("value", "unseen")]
    classes = [
        (one.kind, one.value) if one.kind == "unseen" else _class_of(state, one.value, param.var.type)
        for one in taken
    ]
    if isinstance(param, ir.SomeParam):
        return _as_set(classes)
    [only] = classes
    return only


def _chosen(state: State, decision: Decision) -> tuple[object, ...]:
    return tuple(_classes(state, value, domain) for _, value, domain in decision.chosen)


def _classes(state: State, value: ev.Content, domain: ir.Domain) -> object:
    if isinstance(value, tuple):
        return _as_set(_class_of(state, one, domain) for one in value)
    return _class_of(state, value, domain)


def _as_set(members: Iterable[object]) -> tuple[object, ...]:
    return tuple(sorted(members, key=repr))


def _class_of(state: State, value: object, domain: ir.Domain) -> object:
    """Alike pieces count as one, and those that the chooser cannot tell apart."""
    assert isinstance(value, int)
    if isinstance(domain, ir.SeqDomain | ir.OptionalDomain):
        domain = domain.of
    if not isinstance(domain, ir.PieceDomain) or value == ir.NONE:
        return value
    lot = lot_of(state.plan.pieces, state.cells, value)
    if lot is not None:
        return "unseen", lot
    layout = state.plan.layout
    return state.plan.program.piece_name_of[value], state.cells[layout.where + value]


def looks_for_trails(root: object) -> bool:
    """Whether ways over a map are looked for in it: the plain walk finds them all anew each time."""
    return any(isinstance(node, ir.Apply) and node.op.entry.costly for node in nodes_in(root))


def small(reading: Reading, alternative: ir.Alternative) -> bool:
    """Whether trying everything out takes no time worth speaking of."""
    if looks_for_trails(alternative):
        return False
    work = 1
    for param in alternative.params:
        if isinstance(param, ir.OneParam) and isinstance(param.domain, ir.AnyText):
            return False
        if isinstance(param, ir.OneParam) and isinstance(
            param.var.type, ir.SeqDomain | ir.SeqOfSeqDomain | ir.MapDomain
        ):
            return False
        try:
            work *= _values(reading, param)
        except KeyError:
            # The things to choose from depend on an earlier parameter.
            work *= 2**8 if isinstance(param, ir.SomeParam) else 8
    return work <= MOST_CHOICES


def _values(reading: Reading, param: ir.Param) -> int:
    """How many values have to be tried for a parameter, at least one."""
    members = reading.value(param.domain)
    count = len(members) if isinstance(members, tuple) else 0
    if isinstance(param, ir.OneParam):
        return max(1, count)
    low, high = reading.value(param.low), reading.value(param.high)
    assert isinstance(low, int)
    assert isinstance(high, int)
    return max(1, sum(comb(count, size) for size in range(max(low, 0), min(high, count) + 1)))
