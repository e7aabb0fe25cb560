"""How a game looks follows from its file: colours, symbols, what matters on a card, what stands on a map."""

import os
import re
from itertools import combinations
from math import hypot
from pathlib import Path

import pytest

from rulesdsl.engine.start import start
from rulesdsl.engine.views.view import view
from rulesdsl.library import shipped_games
from rulesdsl.server.shelf import Kit
from rulesdsl.table.design import LARGEST_STYLES, Design, design_of, without_quotes
from rulesdsl.table.markup import EMPTY, KEY, MOST_KEPT, Kept, Markup, joined, tag
from rulesdsl.table.page import parts
from rulesdsl.table.scene import Scene, Seat
from tests.loading import load

GAME = """game "Looks"
players 2..2

values Sort
  | sort  | colour | symbol |
  | calm  | teal   | ☾      |
  | wild  | red    | ☀      |
  | plain | x;y    |        |

values Paint: white, blue, odd

pieces Card for each sort in Sort, paint in Paint, rank in 1..2

zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner

action lay(card from your hand "Which card?") "Lay {card}"
  when card.rank > 0
  move card to deck

flow
  deal 3 from deck to hand
  phase turns 2 times
    each player in turn
      must lay

score cards = count(your hand)
winner most total, then shared
"""


@pytest.fixture
def design(tmp_path: Path) -> Design:
    path = tmp_path / "looks.game"
    path.write_text(GAME)
    path.with_suffix(".css").write_text(".card { border-radius: 0 }")
    game = load(path)
    return design_of(game, game.program(2))


def test_columns_say_colours_and_symbols(design: Design) -> None:
    looks = design.values["Sort"]
    assert (looks["calm"].symbol, looks["wild"].symbol) == ("☾", "☀")
    assert f".{looks['calm'].style}{{--c:teal}}" in design.css()
    assert looks["wild"].style == "k-red"


def test_what_is_no_colour_is_not_taken(design: Design) -> None:
    assert "x;y" not in design.css()
    assert design.values["Sort"]["plain"].style == "c2"


def test_a_value_that_is_called_by_a_colour_has_it(design: Design) -> None:
    styles = [look.style for look in design.values["Paint"].values()]
    assert styles == ["k-white", "k-blue", "c2"]


def test_a_value_that_is_called_by_a_shape_has_it(tmp_path: Path) -> None:
    path = tmp_path / "shapes.game"
    suits = "values Suit: hearts, spade, clubs, diamond, circle_of_friends, odd, even"
    path.write_text(
        GAME.replace("values Paint: white, blue, odd", suits).replace("paint in Paint", "paint in Suit")
    )
    game = load(path)
    looks = design_of(game, game.program(2)).values["Suit"]
    assert [(looks[name].symbol, looks[name].style) for name in ("hearts", "spade", "clubs", "diamond")] == [
        ("♥", "k-red"),
        ("♠", "k-black"),
        ("♣", "k-black"),
        ("♦", "k-red"),
    ]
    assert looks["circle of friends"].symbol == "●"
    # Those that are called by none have one that no other has.
    assert len({look.symbol for look in looks.values()}) == 7


def test_styles_beside_the_file_come_last(design: Design) -> None:
    assert design.css().endswith(".card { border-radius: 0 }")


def styled(folder: Path) -> str:
    game = load(folder / "looks.game")
    return design_of(game, game.program(2)).own_css


def test_styles_lie_in_the_folder_of_the_game_and_are_not_endless(tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "looks.game").write_text(GAME)
    (tmp_path / "mine.txt").write_text("what nobody else may read")
    beside = folder / "looks.css"
    beside.symlink_to(tmp_path / "mine.txt")
    assert styled(folder) == ""
    beside.unlink()
    beside.symlink_to("/dev/zero")
    assert styled(folder) == ""
    beside.unlink()
    os.mkfifo(beside)
    assert styled(folder) == ""
    beside.unlink()
    beside.mkdir()
    assert styled(folder) == ""
    beside.rmdir()
    beside.write_bytes(b"a { content: '\xff' }")
    assert styled(folder) == "a { content: '\ufffd' }"
    beside.write_bytes(b"a" * (LARGEST_STYLES + 1))
    assert styled(folder) == ""


def test_attributes_that_rules_read_come_first(design: Design) -> None:
    read = [look.name for look in design.attributes["Card"] if look.read]
    assert read == ["rank"]
    assert design.attributes["Card"][0].name == "rank"


def test_text_is_escaped_and_markup_is_not() -> None:
    assert tag("p", "<b>", title='"x"') == '<p title="&quot;x&quot;">&lt;b&gt;</p>'
    assert joined(Markup("<i>"), "<i>", None, ["a", ("&",)]) == "<i>&lt;i&gt;a&amp;"
    assert tag("input", name="a", required=True, hidden=False) == '<input name="a" required>'


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_every_option_is_on_the_page_once_as_a_thing_or_a_button(name: str) -> None:
    game = load(name)
    program = game.program()
    design = design_of(game, program)
    state = start(program, 3)
    for step in range(40):
        player = state.player
        if player is None:
            break
        seen = view(state, player)
        seats = tuple(Seat(one) for one in seen.players)
        made = parts(Scene(seen, design, seats, player, question="0"))
        assert seen.decision is not None
        found = {
            int(one)
            for html in made.values()
            for numbers in re.findall(r'data-option="([\d ]+)"', html)
            for one in numbers.split()
        }
        assert found == {option.number for option in seen.decision.options}
        others = parts(Scene(view(state, 1 - player), design, seats, 1 - player))
        assert not any("data-option" in html for html in others.values())
        state.apply(step % state.option_count)


@pytest.mark.parametrize("name", ["trekking_the_world", "tour_du_monde", "road_trip"])
def test_a_kit_is_the_same_when_it_is_read_again(name: str) -> None:
    game = load(name)
    kit = Kit(game.program(), design_of(game, game.program()))
    again = Kit.unpacked(kit.packed())
    assert again is not None
    assert again.design == kit.design
    assert again.program == kit.program
    assert Kit.unpacked(kit.packed()[:-20]) is None
    assert Kit.unpacked("") is None


MEETING = """game "Meeting"
players 2..2

places Town
  | town | x | y |
  | here | 0 | 0 |
  | away | 9 | 5 |

links way of Town
  | a    | b    |
  | here | away |

pieces Cart for each number in 1..CARTS

zone stand per Town: set of Cart
zone shed: pile of Cart, starts with Cart
state home per Player: Town, starts here

action wait "Wait"
  move first(shed) to stand(away)

flow
  for t in Cart
    move t to stand(here)
  phase turns 1 times
    each player in turn
      must wait

score carts = count(shed)
winner most total, then shared
"""
DISC = re.compile(r'<circle cx="([-.0-9]+)" cy="([-.0-9]+)" r="([.0-9]+)" class="token')


@pytest.mark.parametrize("carts", [1, 2, 3, 5, 9])
def test_nothing_at_a_place_covers_another(tmp_path: Path, carts: int) -> None:
    path = tmp_path / "meeting.game"
    path.write_text(MEETING.replace("CARTS", str(carts)))
    game = load(path)
    program = game.program(2)
    seen = view(start(program, 1), 0)
    drawn = parts(Scene(seen, design_of(game, program), (Seat("Anna"), Seat("Ben")), 0))
    discs = [tuple(map(float, found)) for html in drawn.values() for found in DISC.findall(html)]
    assert len(discs) == min(carts, 5)
    for (x, y, radius), (other_x, other_y, other) in combinations(discs, 2):
        assert hypot(x - other_x, y - other_y) >= radius + other


def test_a_name_in_quotes_stands_on_its_card_without_them() -> None:
    assert without_quotes('"+1"') == "+1"
    assert without_quotes('the "best"') == 'the "best"'
    assert without_quotes('""') == '""'


def test_what_is_kept_has_a_bound_however_little_it_is() -> None:
    kept = Kept()
    for number in range(2 * MOST_KEPT // KEY + 2):
        kept.get(number, lambda: EMPTY)
    assert kept.get(0, lambda: Markup("again")) == "again"
