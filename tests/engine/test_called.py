"""Values that the game has words of its own for."""

from pathlib import Path

from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.state import State
from rulesdsl.engine.views.offering import offering
from rulesdsl.trace.narrator import Narrator
from tests.engine.texts import begun, offered, read

BLUFF = """game "Bluff"
players 2..2
state bid_made per Player: 0..99
state look_at per Player: 0..9
action bid(
    hand from 21..23 called "{hand / 10 rounded down} × {hand mod 10}" "How many of what?"
) "Bid {hand}"
  set your bid_made to hand
action raise_by(more from 1..2 called "{more} more than {your bid_made}")
  add more to your bid_made
flow
  player first(players)
    must bid
    must raise_by
    choose cup from 1..3 called "cup number {cup}" "Which cup?"
    set your look_at to cup
"""


def told(state: State, viewer: int | None) -> str:
    narrator = Narrator.of(state.plan.program, viewer)
    state.apply(2).apply(0).apply(1)
    return "\n".join([*narrator.tell(state.log or [], state), *narrator.finish()])


def test_options_are_called_as_the_game_says(tmp_path: Path) -> None:
    state = begun(tmp_path, BLUFF)
    assert offered(state) == ["2 × 1", "2 × 2", "2 × 3"]
    assert state.decision is not None
    assert not offering(state, state.decision, Labels.of(state.plan.layout)).numbers
    state.apply(1)
    assert read(state, "bid_made", 0) == 22
    # Words may speak of what stands there now, for whoever chooses.
    assert offered(state) == ["1 more than 22", "2 more than 22"]


def test_stories_have_the_words_too(tmp_path: Path) -> None:
    story = told(begun(tmp_path, BLUFF), 0)
    assert "Anna bids 2 × 3" in story
    assert "Anna raises by: 1 more than 23" in story or "1 more than 23" in story
    assert "Anna chooses cup number 2" in story
    # In the title others read it as well.
    assert "Anna bids 2 × 3" in told(begun(tmp_path, BLUFF), 1)
