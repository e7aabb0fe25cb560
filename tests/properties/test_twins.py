"""What a player is shown, and what is drawn for the player, is the same in all positions that look alike."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.library import base_of
from tests.conftest import SeedsOf
from tests.engine.hidden_cards import hidden_cards
from tests.properties.checks import pieces_are_conserved, random_play
from tests.properties.settings import LONG, SETTINGS, Setting, tried
from tests.properties.twins import compared_cells, play_twins

LOOKS = 2
"""At about how many decisions of a game twins are made."""
STEPS = (1, 3, 12)
"""How long twins are played on."""


@cache
def something_is_hidden(path: Path) -> bool:
    """In the file, or in one that it changes."""
    text = path.read_text("utf-8")
    below = [base_of(path, name) for name in re.findall(r'"([^"\n]+\.game)"', text)]
    return bool(re.search(r"\bseen by (?!all\b)", text)) or any(map(something_is_hidden, below))


HIDING = [setting for setting in SETTINGS if something_is_hidden(setting.path)]


def looked_at(program: ir.Program, seed: int, looks: int) -> Iterator[State]:
    """Some decisions of a game of random choices, from the beginning to the end."""
    decisions = sum(1 for _ in random_play(program, seed))
    every = max(1, decisions // looks)
    for at, state in enumerate(random_play(program, seed)):
        if (at + seed) % every == 0 or state.over:
            yield state


@pytest.fixture(scope="module")
def games(seeds_of: SeedsOf) -> list[int]:
    return [3 + seed for seed in seeds_of(1, LONG)]


@pytest.mark.parametrize("setting", tried(HIDING))
def test_a_sample_is_what_the_player_sees(setting: Setting, games: list[int]) -> None:
    program = setting.program
    for seed in games:
        stream = Dice(seed)
        for state in looked_at(program, seed, 2 * LOOKS):
            for player in range(program.players):
                is_sampled_well(state, player, stream)


def is_sampled_well(state: State, player: int, stream: Dice) -> None:
    drawn = sample(state, player, stream)
    pieces_are_conserved(drawn)
    shown, there = view(state, player), view(drawn, player)
    assert json.dumps(there.to_json()) == json.dumps(shown.to_json())
    assert there.to_text() == shown.to_text()
    if state.player == player:
        assert state.decision is not None
        assert drawn.decision is not None
        assert len(drawn.decision.picked) == len(state.decision.picked)
    dice = stream.below(2**31)
    # A sample is drawn from nothing but what a sample keeps.
    again, once = sample(drawn, player, Dice(dice)), sample(state, player, Dice(dice))
    assert compared_cells(again) == compared_cells(once)


@pytest.mark.parametrize("setting", tried(HIDING))
def test_twins_are_told_the_same(setting: Setting, games: list[int]) -> None:
    program = setting.program
    compared = 0
    for seed in games:
        stream = Dice(seed)
        for state in looked_at(program, seed, LOOKS):
            for player in range(program.players):
                compared += play_twins(state, player, stream, steps=STEPS[stream.below(len(STEPS))], hints=1)
    assert compared


# The checks themselves can fail: each finds what it is there to find.


def test_another_sample_of_a_twin_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # As if pieces were drawn for the true places in the order in which they truly lie.
    monkeypatch.setattr(
        "rulesdsl.engine.determinization.unknown.places_of",
        lambda _state, pieces, _live: dict.fromkeys(pieces, ()),
    )
    with pytest.raises(AssertionError, match="another sample"):
        play_twins(start(hidden_cards(), 1), 0, Dice(1), steps=1)
