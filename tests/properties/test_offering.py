"""What the screen tells beside the options: it rests on nothing hidden, and what it foresees comes true."""

from itertools import islice
from pathlib import Path

import pytest

from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.options import reading_for
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.attributes import Attributes
from rulesdsl.engine.labels.english import noun
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.plan import plan_of
from rulesdsl.engine.state import State
from rulesdsl.engine.views.offering import Offering, offering
from rulesdsl.engine.views.scores import standing_now
from rulesdsl.engine.views.short import short_text
from rulesdsl.engine.views.view import view
from tests.loading import load
from tests.properties.checks import random_play
from tests.properties.settings import GAMES

MOST_DECISIONS, EVERY = 400, 37
"""So far into a game, every so many decisions are looked at."""
STEPS = 4


def shown(state: State, player: int) -> str:
    """All that is laid before the player who decides."""
    labels = Labels.of(state.plan.layout)
    decision = state.decision
    assert decision is not None
    table = short_text(
        view(state, player), Attributes.of(labels), 80, now=standing_now(reading_for(state, player))
    )
    return f"{table}\n{offering(state, decision, labels)}"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_shown_rests_on_nothing_hidden(path: Path) -> None:
    program = load(path).program(load(path).players[-1])
    stream = Dice(11)
    for state in islice(random_play(program, 3), 0, MOST_DECISIONS, EVERY):
        if state.decision is None or state.player is None:
            break
        for _ in range(2):
            other = sample(state, state.player, stream)
            assert shown(other, state.player) == shown(state, state.player)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_is_foreseen_comes_true(path: Path) -> None:
    program = load(path).program(load(path).players[-1])
    labels = Labels.of(plan_of(program).layout)
    names = {noun(name): name for name in labels.layout.states}
    for state in islice(random_play(program, 3), 0, MOST_DECISIONS, EVERY):
        if state.decision is None:
            break
        for at, option in enumerate(_made(state, labels).options):
            foreseen = [change for change in option.changes if not change.counted]
            if not foreseen or not _is_last(state, at):
                continue
            then = state.clone()
            then.log = []
            then.apply(at)
            for _ in range(STEPS):
                # What the action asks for on its way comes before what it does at its end.
                if then.decision is not None:
                    then.apply(0)
            come = {(event.state, event.new) for event in then.log if isinstance(event, ev.StateSet)}
            for change in foreseen:
                assert (names[change.label], change.new) in come, f"{option.text}: {change}"


def _made(state: State, labels: Labels) -> Offering:
    assert state.decision is not None
    return offering(state, state.decision, labels)


def _is_last(state: State, at: int) -> bool:
    """Whether nothing is left to choose of the action behind an option."""
    assert state.decision is not None
    option = state.decision.options[at]
    alternative = state.decision.alternative or option.alternative
    assert alternative is not None
    names = [param.var.name for param in alternative.params]
    return not names or state.decision.stage == names[-1]
