"""Equal pieces are one option, unless the rules read where they lie, or a zone says otherwise."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import Game
from rulesdsl.engine.start import start
from rulesdsl.preferences import with_preferences
from rulesdsl.source import Source
from tests.loading import load

ROW = """
game "Row"
players 2..2
pieces Card for each rank in 1..2 copies 3
zone line: SHAPE of Card, starts with CardPROPERTY
zone gone: set of CardTAKES
state n: 0..99
action play(card from line) "Play {card}"
  EFFECT
  move card to gone
action two(2 of line as cards) "Play {cards}"
  move cards to gone
flow
  player first(players)
    must ACT
winner most count(gone), then shared
"""


def game(path: Path, **parts: str) -> Game:
    usual = {"shape": "row", "property": "", "takes": "", "effect": "nothing", "act": "play"}
    text = ROW
    for word, part in {**usual, **parts}.items():
        text = text.replace(word.upper(), part)
    path = path / "row.game"
    path.write_text(text, "utf-8")
    return load(path)


def options(loaded: Game) -> int:
    return start(loaded.program(), 1).option_count


@pytest.mark.parametrize("shape", ["set", "row", "pile"])
def test_equal_pieces_are_one_option_where_nothing_reads_their_places(tmp_path: Path, shape: str) -> None:
    assert options(game(tmp_path, shape=shape)) == 2
    assert options(game(tmp_path, shape=shape, act="two")) == 2


@pytest.mark.parametrize(
    "reading",
    [
        {"effect": "set n to position(card)"},
        {"effect": "if card is first(line)\n    add 1 to n"},
        {"effect": 'say "{position(card)}"'},
        # What a zone takes is a rule as well: of two equal cards only one may fit.
        {"takes": ", takes c where position(c) > 1"},
    ],
    ids=lambda parts: " ".join(parts.values()),
)
def test_where_the_rules_read_places_each_piece_is_an_option(tmp_path: Path, reading: dict[str, str]) -> None:
    assert options(game(tmp_path, **reading)) == 6


@pytest.mark.parametrize("shape", ["set", "row", "pile"])
@pytest.mark.parametrize("effect", ["nothing", "set n to position(card)"])
def test_a_zone_says_otherwise_in_either_way(tmp_path: Path, shape: str, effect: str) -> None:
    each = game(tmp_path, shape=shape, effect=effect, property=", one option each")
    assert options(each) == 6
    together = game(tmp_path, shape=shape, effect=effect, property=", one option together")
    assert options(together) == 2
    pairs = game(tmp_path, shape=shape, effect=effect, property=", one option each", act="two")
    state = start(pairs.program(), 1)
    assert sum(state.clone().apply(at).option_count for at in range(state.option_count - 1)) == 14


def test_a_house_rule_says_otherwise_too(tmp_path: Path) -> None:
    game(tmp_path, shape="set")
    apart = tmp_path / "apart.game"
    apart.write_text('variant "Apart" of "row.game"\nchange zone line\n  one option each\n', "utf-8")
    assert options(load(apart)) == 6
    again = tmp_path / "again.game"
    again.write_text('variant "Again" of "apart.game"\nchange zone line\n  without one option\n', "utf-8")
    assert options(load(again)) == 2


def test_what_a_bot_or_an_example_reads_makes_no_other_game(tmp_path: Path) -> None:
    loaded = game(tmp_path)
    taste = Source("taste.prefer", "in play choose card by position(card)\n")
    program, _bots = with_preferences(loaded, 2, {}, [taste])
    assert start(program, 1).option_count == options(loaded) == 2
    assert program.mark != loaded.program().mark  # it has a formula more
    example = 'example "where"\n  players Anna, Ben\n  Anna plays play(Card(2))\n'
    path = tmp_path / "row.game"
    path.write_text(f"{path.read_text('utf-8')}\n{example}  expect position(first(line)) = 1\n", "utf-8")
    assert options(load(path)) == 2
