"""In a secret block everybody hears of the own doings at once, and of the others' when all have decided."""

import json
from pathlib import Path

import pytest

from rulesdsl.engine import events as ev
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.things import SeenPiece
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.trace.audience import Audience
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from tests.engine.hidden_cards import hidden_cards
from tests.loading import load


def step(state: State, stream: Dice) -> list[ev.Event]:
    state.log = []
    state.apply(stream.below(state.option_count))
    return state.log


def test_others_hear_when_all_have_decided() -> None:
    state, stream = start(hidden_cards(), 1), Dice(1)
    anna, ben = Audience(0), Audience(1)
    first = step(state, stream)
    assert [type(event) for event in anna.audible(first, state)] == [ev.Chosen, ev.Moved]
    assert ben.audible(first, state) == []
    second = step(state, stream)
    heard_by_ben = ben.audible(second, state)
    laid = [event for event in heard_by_ben if isinstance(event, ev.Moved) and event.down]
    assert [event.sources for event in laid] == [(2,), (1,)]
    assert [event.player for event in heard_by_ben if isinstance(event, ev.Chosen)] == [1]


def test_who_sees_everything_hears_everything_in_order() -> None:
    state, stream = start(hidden_cards(), 1), Dice(1)
    hearing = Audience(None)
    events = step(state, stream)
    assert hearing.audible(events, state) == events


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


MARKS = """game "Marks"
players 2..2
pieces Card for each rank in 1..9
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone fan per Player: row of Card, seen by others
zone heap: set of Card
state marked per Card: yes or no
state hints per Card: 0..9
action mark(other from others, card from other.fan where not marked(card)) "Mark a card"
  set marked(card) to yes
  set hints(card) to card.rank
action play(card from your fan where marked(card)) "Play {card}"
  move card to heap
flow
  deal 3 from deck to fan
  each player in turn
    must mark
  each player in turn
    must play
score got = sum(c in heap: hints(c))
winner most total, then shared
"""


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_mark_on_a_card_that_its_owner_does_not_see_is_told_by_its_place(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "marks.game"
    path.write_text(MARKS, "utf-8")
    program = load(path).program(2)
    text, lines = (
        list(tell_game(program, Header.of(program, file="m", seed=seed, viewer=1), lambda _: 1, as_json=form))
        for form in (False, True)
    )
    told = "\n".join(text)
    assert "marked: card 2 of Ben's fan" in told
    marked = [one for one in map(json.loads, lines) if one.get("state") == "marked"]
    assert marked[0]["index"] == ["card 2 of Ben's fan"]
    state = start(program, seed)
    state.apply(1)
    seen = [one for one in view(state, 1).states if one.name == "marked" and not one.bare]
    assert [one.label for one in seen] == ["marked (card 2 of Ben's fan)"]
    [key] = seen[0].keys
    assert isinstance(key, SeenPiece)
    assert not key.known
    assert "marked  card 2 of Ben's fan" in view(state, 1).to_text()
    other = [one for one in view(state, 0).states if one.name == "marked" and not one.bare]
    assert [one.label for one in other] != [one.label for one in seen]


@pytest.mark.parametrize("seed", range(1, 7))
def test_what_lies_on_a_card_goes_with_it_in_a_sample(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "marks.game"
    path.write_text(MARKS, "utf-8")
    state = start(load(path).program(2), seed)
    state.apply(1)
    for number in range(20):
        drawn = sample(state, 1, Dice(number))
        assert view(drawn, 1).to_json() == view(state, 1).to_json()
        assert drawn.option_count == state.option_count


NAMES = """game "Names"
players 2..2
pieces Card for each rank in 1..12
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone front per Player: row of Card, seen by all
  face down seen by owner
state visited per Player per Card: yes or no
action lay(card from your hand) "Lay {card}"
  move card to your front face down
flow
  phase rounds 3 times
    deal 2 from deck to hand
    all players in secret
      must lay
    flip (card in players.front where face_down(card)) face up
    for p in players
      for card in p.front
        set p.visited(card) to yes
    move players.front to deck
    shuffle deck
score seen = count(c in Card where your visited(c))
winner most total, then shared
"""


@pytest.mark.parametrize("seed", range(1, 7))
def test_what_is_set_of_pieces_that_all_see_stays_with_their_names(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "names.game"
    path.write_text(NAMES, "utf-8")
    game = load(path)
    assert not list(game.report)
    state = start(game.program(2), seed)
    while state.cells[state.plan.layout.phases["rounds"]] < 3:
        state.apply(0)
    assert state.player is not None
    before = [(seen.label, seen.text) for seen in view(state, state.player).states]
    assert not any("unseen" in label for label, _text in before)
    for number in range(5):
        other = sample(state, state.player, Dice(number))
        assert [(seen.label, seen.text) for seen in view(other, state.player).states] == before
