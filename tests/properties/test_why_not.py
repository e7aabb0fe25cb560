"""`why` and the options agree: what is offered can be done, and what is not is refused by a clause."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.decisions.options import option_text, sees_for
from rulesdsl.engine.decisions.stages import Decision, Option
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.explanation.possible import is_called
from rulesdsl.engine.explanation.questions import answers
from rulesdsl.engine.explanation.why import Reason, find_alternative, why
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.state import State
from tests.loading import load
from tests.properties.checks import random_play
from tests.properties.settings import GAMES

MOST_DECISIONS, EVERY = 300, 7
"""So far into a game, every so many decisions are looked at; twice as far with `--long`."""
MOST_OFFERED = 10
MOST_REFUSED = 4
"""So many values that are not offered are asked for at each of them."""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_offered_can_be_done_and_nothing_else(path: Path, pytestconfig: pytest.Config) -> None:
    program = load(path).program(load(path).players[-1])
    stream = Dice(7)
    most = MOST_DECISIONS * (2 if pytestconfig.getoption("--long") else 1)
    for state in islice(random_play(program, 5), 0, most, EVERY):
        if state.decision is None:
            break
        _offered_can_be_done(state, state.decision, stream)
        _others_are_refused(state, state.decision, stream)


def _offered_can_be_done(state: State, decision: Decision, stream: Dice) -> None:
    labels = Labels.of(state.plan.layout, cells=state.cells)
    order = list(range(len(decision.options)))
    stream.shuffle(order)
    for at in order[:MOST_OFFERED]:
        option = decision.options[at]
        if option.kind in ("decline", "done"):
            continue
        text = option_text(state, decision, option, labels)
        asked = option.alternative or decision.alternative
        assert asked is not None
        reason = _why(state, decision, asked, _arguments(state, decision, option, labels))
        assert reason is None, f"{asked.name} {text}: {reason}"
        # Asked about as it stands on the screen, it is the same.
        said = answers(state, text, labels.players)
        assert any(answer.reason is None for answer in said), f"{text}: {said}"


def _arguments(state: State, decision: Decision, option: Option, labels: Labels) -> dict[str, str]:
    """What an option says of the parameters, in words."""
    if option.kind == "move":
        assert option.alternative is not None
        parts = zip(option.alternative.params, option.parts, strict=True)
        return {param.var.name: option_text(state, decision, part, labels) for param, part in parts}
    return {} if option.kind == "action" else {decision.stage: option_text(state, decision, option, labels)}


def _others_are_refused(state: State, decision: Decision, stream: Dice) -> None:
    if decision.alternative is None:
        offered = [option.alternative for option in decision.options]
        for alternative in decision.decide.alternatives:
            if not any(one is alternative for one in offered):
                _is_grounded(_why(state, decision, alternative, {}), alternative.name)
        return
    for text in _values_not_offered(state, decision, stream):
        _is_grounded(_why(state, decision, decision.alternative, {decision.stage: text}), text)


def _is_grounded(reason: Reason | None, asked: str) -> None:
    assert reason is not None, f"{asked} is not offered, and nothing forbids it"
    assert reason.span is not None, f"{asked}: {reason.text}"
    assert reason.clause, f"{asked}: {reason.text}"


def _values_not_offered(state: State, decision: Decision, stream: Dice) -> Iterator[str]:
    """Values of the same type that no option is called by, some of them."""
    assert decision.alternative is not None
    param = next(one for one in decision.alternative.params if one.var.name == decision.stage)
    domain: ir.Domain = param.var.type.of if isinstance(param.var.type, ir.SeqDomain) else param.var.type
    domain = domain.of if isinstance(domain, ir.OptionalDomain) else domain
    assert not isinstance(domain, ir.SeqDomain | ir.SeqOfSeqDomain | ir.MapDomain)
    labels = Labels.of(state.plan.layout, cells=state.cells)
    sees = sees_for(state, decision.player)
    low, size = ir.index_span(state.plan.program, domain)
    for _ in range(MOST_REFUSED):
        text = labels.value(low + stream.below(size), domain, sees)

        def is_meant(option: Option, text: str = text) -> bool:
            said = option_text(state, decision, option, labels)
            return said.casefold() == text.casefold() or (
                option.kind == "value"
                and option.type is not None
                and is_called(labels, sees, option.value, option.type, text)
            )

        if not any(is_meant(option) for option in decision.options):
            yield text


def _why(
    state: State, decision: Decision, alternative: ir.Alternative, arguments: dict[str, str]
) -> Reason | None:
    assert find_alternative(decision.decide, alternative.name) is alternative
    return why(state, decision.player, alternative.name, arguments)
