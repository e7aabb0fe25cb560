"""What is chosen without words of its own is asked for, offered and told by what it is."""

from pathlib import Path

import pytest

from rulesdsl.check.for_copies import only_for_copies
from rulesdsl.engine.labels.english import keyed
from rulesdsl.engine.state import State
from rulesdsl.trace.narrator import Narrator
from tests.engine.texts import begun, offered
from tests.loading import load

GAME = """game "Small"
players 3..3
values Suit: oak, rose
places Field grid 2 by 2
pieces Card for each suit in Suit, rank in 1..4
zone hand per Player: set of Card, seen by owner
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone laid: pile of Card
zone on per Field: slot of Card
state pick per Player: Player or none
state wish: Suit or none
state n: 0..9
action accuse({}) {}
  {}
action idle "Idle"
  nothing
flow
  deal 2 from deck to hand
  player first(players)
    {}
score points = n + count(laid) + count(pick_of_all) + count(f in Field where on(f) is not none)
define pick_of_all = (p in players where p.pick is not none and wish is none)
winner most total, then shared
"""
MUST_BOTH, MUST = "must accuse or idle", "must accuse"


def state(tmp_path: Path, parameters: str, title: str = "", body: str = "nothing", line: str = MUST) -> State:
    return begun(tmp_path, GAME.format(parameters, title, body, line), players=3)


@pytest.mark.parametrize(
    ("parameters", "title", "option", "asked"),
    [
        ("accused from others", '"Accuse {accused}"', "Accuse a player", "Accuse: which player?"),
        ("friend from others", '"Help {friend}"', "Help a friend", "Help: which friend?"),
        ("c from your hand", '"Lay {c}"', "Lay a card", "Lay: which card?"),
        ("to from Field", '"Go to {to}"', "Go to a field", "Go to: which field?"),
        ("on_top from your hand", '"Put {on_top} up"', "Put a card up", "Put: which card?"),
        ("s2 from Suit", '"Name {s2}"', "Name a suit", "Name: which suit?"),
        ("number from 1..3", '"Name a number: {number}"', "Name a number: …", "Name a number"),
        ("some of your hand as used", '"Burn {used}"', "Burn cards", "Burn: which cards?"),
        ("some of players as x", '"Blame {x}"', "Blame players", "Blame: which players?"),
        ("some of your hand as tools", '"Take {tools}"', "Take tools", "Take: which tools?"),
        ("accused from others", "", "accuse", "Accuse: which player?"),
    ],
)
def test_names_that_are_no_nouns_are_not_told(
    parameters: str, title: str, option: str, asked: str, tmp_path: Path
) -> None:
    begun_with_both = state(tmp_path, parameters, title, line=MUST_BOTH)
    assert offered(begun_with_both)[0] == option
    begun_with_both.apply(0)
    alone = state(tmp_path, parameters, title)
    for asking in (begun_with_both, alone):
        decision = asking.decision
        assert decision is not None
        assert decision.seen.prompt == asked


def told(after: State, viewer: int | None = None) -> str:
    narrator = Narrator.of(after.plan.program, viewer)
    assert after.log is not None
    after.log.clear()
    after.apply(0)
    return " ".join([*narrator.tell(after.log, after), *narrator.finish()])


def test_what_is_set_before_chance_is_told_before_it(tmp_path: Path) -> None:
    body = "set your pick to left(accused)\n  roll die from 1..6\n  set n to die"
    line = told(state(tmp_path, "accused from others", "", body))
    assert line.index("pick is Cleo") < line.index("the die is")


def test_chance_of_one_thing_is_told_at_once(tmp_path: Path) -> None:
    body = "for p in players\n    roll die from 1..6\n    set p.pick to left(p)"
    line = told(state(tmp_path, "accused from others", "", body))
    assert line.count("by chance") == 1
    assert line.index("dice are") < line.index("pick is")


def test_a_choice_that_is_not_known_is_told_by_its_kind(tmp_path: Path) -> None:
    line = 'choose card from your hand "Which?"\n    move card to laid face down'
    said = told(state(tmp_path, "x from others", "", line=line), viewer=1)
    assert said.startswith("Anna chooses a card")


@pytest.mark.parametrize(
    ("viewer", "said"), [(None, "Anna: Use it? Yes: "), (1, "Anna: Use it? Yes: a card")]
)
def test_a_question_is_told_with_what_is_chosen_behind_it(
    tmp_path: Path, viewer: int | None, said: str
) -> None:
    line = 'may "Use it?"\n      choose card from your hand "Which?"\n      move card to laid face down'
    asking = state(tmp_path, "x from others", "", line=line)
    narrator = Narrator.of(asking.plan.program, viewer)
    assert asking.log is not None
    asking.log.clear()
    lines = [*narrator.tell(asking.log, asking)]
    for _ in range(2):
        asking.apply(0)
    lines += [*narrator.tell(asking.log, asking), *narrator.finish()]
    assert lines[0].startswith(said)


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([("north", "1"), ("south", "2")], "north 1, south 2"),
        ([("card 7", "1"), ("north", "2")], "card 7: 1, north: 2"),
        ([("an unseen card of Anna's bag", "1")], "an unseen card of Anna's bag: 1"),
        ([("left pocket", ""), ("card 7", "")], "left pocket, card 7"),
        ([("", "5 of 7")], "5 of 7"),
        ([("card 7, red", ""), ("card 8, red", "")], "card 7, red; card 8, red"),
    ],
)
def test_a_mark_parts_keys_from_values_where_they_could_be_read_as_one(
    entries: list[tuple[str, str]], said: str
) -> None:
    assert keyed(entries, ":") == said


@pytest.mark.parametrize("read", [False, True], ids=["not read", "read by the rules"])
def test_how_many_copies_there_are_is_printed_on_no_card(tmp_path: Path, *, read: bool) -> None:
    text = """game "Fish"
players 2..2
pieces Fish
  size: 1..3
  copies: 1..3
  | fish  | size | copies |
  | trout | 1    | 2      |
  | pike  | 3    | 1      |
zone lake: set of Fish, starts with Fish
zone net per Player: set of Fish
action take(fish from lake "Which?") "Take {fish}"
  move fish to your net
flow
  each player in turn
    must take
score size = sum(your net.size)
"""
    text += "score rare = count(f in your net where f.copies = 1)\n" * read
    path = tmp_path / "fish.game"
    path.write_text(text + "winner most total, then shared\n")
    game = load(path)
    assert ("Fish.copies" in only_for_copies(game.tree, game.program(2))) is not read


def test_a_question_that_is_answered_no_is_told_as_such(tmp_path: Path) -> None:
    line = 'may "Use it?"\n      choose card from your hand "Which?"\n      move card to laid face down'
    asking = state(tmp_path, "x from others", "", line=line)
    narrator = Narrator.of(asking.plan.program, 1)
    assert asking.log is not None
    asking.log.clear()
    asking.apply(asking.option_count - 1)
    said = " ".join([*narrator.tell(asking.log, asking), *narrator.finish()])
    assert said.startswith("Anna: Use it? No")
