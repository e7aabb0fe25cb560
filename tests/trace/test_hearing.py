"""In a secret block everybody hears of the own doings at once, and of the others' when all have decided."""

import json
from pathlib import Path

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.events import Chosen, Event, Moved
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.pipeline import load
from rulesdsl.trace.header import Header
from rulesdsl.trace.hearing import Hearing
from rulesdsl.trace.telling import tell_game
from tests.engine.hidden_cards import hidden_cards


def step(state: State, stream: Dice) -> list[Event]:
    state.log = []
    state.apply(stream.below(state.option_count))
    return state.log


def test_others_hear_when_all_have_decided() -> None:
    state, stream = start(hidden_cards(), 1), Dice(1)
    anna, ben = Hearing(0), Hearing(1)
    first = step(state, stream)
    assert [type(event) for event in anna.heard(first, state)] == [Chosen, Moved]
    assert ben.heard(first, state) == []
    second = step(state, stream)
    heard_by_ben = ben.heard(second, state)
    laid = [event for event in heard_by_ben if isinstance(event, Moved) and event.down]
    assert [event.sources for event in laid] == [(2,), (1,)]
    assert [event.player for event in heard_by_ben if isinstance(event, Chosen)] == [1]


def test_who_sees_everything_hears_everything_in_order() -> None:
    state, stream = start(hidden_cards(), 1), Dice(1)
    hearing = Hearing(None)
    events = step(state, stream)
    assert hearing.heard(events, state) == events


RULES = """game "Rules"
players 2..2
state hidden_number: 0..9, starts 5, seen by nobody
state open_number: 0..9, starts 5
state pot: 0..9
always fix_hidden
  when hidden_number > 3
  set hidden_number to 0
always fix_open
  when open_number > 3
  set open_number to 0
flow
  add 1 to pot
  player first(players)
    may "Go on?"
      nothing
score all = pot + hidden_number + open_number
winner most total, then shared
"""


def test_of_a_rule_on_something_hidden_nobody_hears_that_it_has_acted(tmp_path: Path) -> None:
    path = tmp_path / "rules.game"
    path.write_text(RULES, "utf-8")
    program = load(path).program(2)

    def acted(viewer: int | None) -> list[str]:
        header = Header.of(program, file="rules.game", seed=1, viewer=viewer)
        lines = map(json.loads, tell_game(program, header, lambda _state: 0, as_json=True))
        return [line["rule"] for line in lines if line["event"] == "rule"]

    assert acted(None) == ["fix_hidden", "fix_open"]
    assert acted(0) == acted(1) == ["fix_open"]


SEER = """game "Seer"
players 3..3
values Role: seer, wolf, villager
pieces RoleCard for each role in Role
zone roles: pile of RoleCard, seen by nobody, starts with RoleCard shuffled
zone own per Player: slot of RoleCard, seen by owner
routine peek(other: Player, whoever: Player)
  show other.own to whoever
flow
  deal 1 from roles to own
  all players in secret
    {first}
    choose other from others "Whom do you suspect?"
    if your own is not none and your own.role is seer
      {then}
      say "You know" to you
score got = if your own is not none and your own.role is wolf then 1 else 0
winner most total, then shared
"""


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("nothing", "show other.own to you"),
        ("nothing", "do peek(other, you)"),
        ("show left(you).own to you", "nothing"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_what_is_shown_in_secret_is_told_to_nobody_else(
    tmp_path: Path, first: str, then: str, *, as_json: bool
) -> None:
    path = tmp_path / "seer.game"
    text = SEER.format(first=first, then=then)
    routine = "routine peek(other: Player, whoever: Player)\n  show other.own to whoever\n"
    text = text.replace("routine reveal(other: Player) per Player\n  show other.own to you\n", routine)
    path.write_text(text if "peek" in then else text.replace(routine, ""), "utf-8")
    program = load(path).program(3)
    shown = "shown" if as_json else "is shown to"
    for seed in range(1, 7):
        for viewer in range(3):
            header = Header.of(program, file="seer.game", seed=seed, viewer=viewer, verbose=True)
            told = tell_game(program, header, lambda _state: 0, as_json=as_json)
            name = ("Anna", "Ben", "Cleo")[viewer]
            lines = [line for line in told if shown in line]
            assert all(name in line.split("to")[-1] for line in lines)
            assert len(lines) <= 1
