"""What there is in a game, by its numbers: for whoever encodes it, and for whoever reads events."""

from pathlib import Path

from rulesdsl.engine import events as ev
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.things import Thing
from rulesdsl.engine.start import start
from rulesdsl.engine.views.contents import Contents, contents
from rulesdsl.engine.views.view import view
from tests.engine.texts import program_of
from tests.loading import load

GAME = """game "Small"
players 2..3
values Suit: oak, rose
places Field grid 2 by 2
places Town
  | name  |
  | ash   |
  | birch |
links road of Town
  | a   | b     |
  | ash | birch |
pieces Card for each suit in Suit, rank in 1..2 copies 2
pieces Meeple one per Player as meeple
pieces Object are Card or Meeple
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone on per Field: slot of Card
zone box: set of Object, starts with Meeple
zone home per Player: set of Object
state bid per Player per n in 1..2: -3..4, seen by owner
state friend: Player or none
state wished: set of Suit
state shut: yes or no
state best: Card or none
state stands: Town, starts ash
state guess: 1..3 or none
action lay(field from Field where on(field) is none "Where?") "Lay {field}"
  draw 1 from deck to on(field)
  set your bid(2) to 4
flow
  each player in turn
    must lay
"""


def small(tmp_path: Path) -> Contents:
    return contents(program_of(tmp_path, GAME))


def test_all_pieces_and_values(tmp_path: Path) -> None:
    there = small(tmp_path)
    cards = [one for one in there.pieces if one.kind == "Card"]
    assert [one.label for one in cards[::2]] == ["oak 1", "oak 2", "rose 1", "rose 2"]
    assert cards[1::2] == cards[::2]
    assert cards[0]["suit"] == "oak"
    assert {one.kind for one in there.pieces} == {"Card", "Meeple"}
    assert {name: [one.name for one in values] for name, values in there.values.items()} == {
        "Suit": ["oak", "rose"],
        "Field": ["a1", "b1", "a2", "b2"],
        "Town": ["ash", "birch"],
        "road": ["ash – birch"],
    }
    assert there.actions == ("lay",)


def test_what_states_can_be(tmp_path: Path) -> None:
    there = small(tmp_path)
    assert [(one.name, one.owner, one.keys) for one in there.states[:4]] == [
        ("bid", 0, (1,)),
        ("bid", 0, (2,)),
        ("bid", 1, (1,)),
        ("bid", 1, (2,)),
    ]
    found = {one.name: one for one in there.states}
    said = {
        name: (
            [one.label if isinstance(one, Thing) else one for one in form.values],
            form.optional,
            form.several,
        )
        for name, form in found.items()
    }
    assert said["bid"] == ([*range(-3, 5)], False, False)
    assert said["friend"] == ([0, 1], True, False)
    assert said["wished"] == (["oak", "rose"], False, True)
    assert said["shut"] == ([False, True], False, False)
    assert said["best"] == ([one.label for one in there.pieces if one.kind == "Card"], True, False)
    assert said["stands"] == (["ash", "birch"], False, False)
    assert said["guess"] == ([1, 2, 3], True, False)


def test_zones_with_their_room(tmp_path: Path) -> None:
    there = small(tmp_path)
    assert [(one.name, one.owner, one.shape, one.room, one.kinds) for one in there.zones] == [
        ("deck", None, "pile", 8, ("Card",)),
        *[("on", None, "slot", 1, ("Card",))] * 4,
        ("box", None, "set", 10, ("Card", "Meeple")),
        ("home", 0, "set", 10, ("Card", "Meeple")),
        ("home", 1, "set", 10, ("Card", "Meeple")),
    ]
    assert [one.refilled for one in there.zones] == [False, True, True, True, True, False, False, False]
    assert contents(program_of(tmp_path, GAME), ("Eve", "Finn")).zones[-1].label == "Finn's home"


def test_events_name_things_by_their_places(tmp_path: Path) -> None:
    program = program_of(tmp_path, GAME)
    there = contents(program)
    state = start(program, 1, log=True)
    assert state.log is not None
    state.log.clear()
    state.apply(1)
    [moved] = [event for event in state.log if isinstance(event, ev.Moved)]
    assert there.zones[moved.sources[0]].name == "deck"
    target = there.zones[moved.targets[0]]
    seen = view(state, 0)
    assert [one.label for one in seen.zones[moved.targets[0]].pieces] == [there.pieces[moved.pieces[0]].label]
    assert (target.name, [one.name for one in target.keys]) == ("on", ["b1"])  # type: ignore[union-attr]
    [told] = [event for event in state.log if isinstance(event, ev.StateSet)]
    [form] = [one for one in there.states if (one.name, one.at) == (told.state, told.index)]
    assert (form.owner, form.keys, told.new) == (0, (2,), 4)


def test_views_have_what_there_is_in_this_order(tmp_path: Path) -> None:
    """All zones, and of the states those that the player may see, from beginning to end."""
    for program in (program_of(tmp_path, GAME), load("trekking_the_world").program(2)):
        there = contents(program)
        state, dice = start(program, 1), Dice(1)
        for _ in range(40):
            if state.over:
                break
            state.apply(dice.below(state.option_count))
            for player in range(2):
                seen = view(state, player)
                assert [(one.name, one.owner, one.keys) for one in seen.zones] == [
                    (one.name, one.owner, one.keys) for one in there.zones
                ]
                hidden = "bid"
                assert [(one.name, one.owner, one.keys) for one in seen.states] == [
                    (one.name, one.owner, one.keys)
                    for one in there.states
                    if one.name != hidden or one.owner == player
                ]
                for zone, form in zip(seen.zones, there.zones, strict=True):
                    assert zone.count <= form.room
