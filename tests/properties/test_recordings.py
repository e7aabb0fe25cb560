"""A game that was written down is played again from that, event for event, in every game of the house."""

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.state import State
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import parse, replay, tell_game
from tests.conftest import SeedsOf
from tests.properties.settings import LONG, SETTINGS, Setting, tried


def written(program: ir.Program, seed: int, *, as_json: bool) -> str:
    """A game of random choices as a trace that says it began with another seed than it did, so that chance
    can only come from what was written down.
    """
    stream = Dice(seed + 500)

    def choose(state: State) -> int:
        return stream.below(state.option_count)

    header = Header.of(program, file="game", seed=seed)
    text = "\n".join(tell_game(program, header, choose, as_json=as_json)) + "\n"
    said, other = ('"seed": "{}"' if as_json else "seed: {}\n").format, seed + 1
    assert text.count(said(seed)) == 1
    return text.replace(said(seed), said(other))


@pytest.mark.parametrize("setting", tried(SETTINGS))
def test_what_was_written_is_played_again(setting: Setting, seeds_of: SeedsOf) -> None:
    """One half of the games are written in words, one in JSON."""
    program = setting.program
    for seed in (1 + number for number in seeds_of(1, LONG)):
        text = written(program, seed, as_json=(seed + program.players) % 2 == 0)
        assert replay(parse(text), program) is None, f"in the game of seed {seed}"
