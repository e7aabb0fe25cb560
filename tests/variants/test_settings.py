"""What a variant can set: every line that is offered is understood, and says what holds now."""

import shutil
from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from rulesdsl.diagnostics import MOST_ERRORS, Report
from rulesdsl.game_files import Files
from rulesdsl.library import shipped_games
from rulesdsl.pipeline import read_tree
from rulesdsl.variants import settings_of
from tests.loading import load
from tests.selection import cases

CLASSICS = Path(__file__).parents[2] / "examples" / "classics"


LARGE = "trekking_through_history"


EACH = (*sorted(shipped_games()), "oh_hell", "gin_rummy", "nine_mens_morris")


@pytest.mark.parametrize("game", cases(EACH, lambda game: game != LARGE))
def test_every_setting_is_understood_and_holds_already(game: str, tmp_path: Path) -> None:
    path = shipped_games().get(game, tmp_path / f"{game}.game")
    if path.parent == tmp_path:
        shutil.copytree(CLASSICS, tmp_path, dirs_exist_ok=True)
    files = Files()
    tree = read_tree(path, [], files, Report())
    assert tree is not None
    settings = settings_of(tree, files.data)
    assert any(setting.name == "players" for setting in settings)
    variant = tmp_path / "all.game"
    # After so many errors no more are looked for.
    for some in (settings[at : at + MOST_ERRORS - 1] for at in range(0, len(settings), MOST_ERRORS - 1)):
        changes = "".join(f"set {setting.name} to {setting.value}\n" for setting in some)
        variant.write_text(f'variant "All" of "{path.name}"\n{changes}', encoding="utf-8")
        report = Report()
        read_tree(variant, [], Files(), report)
        # That a line changes nothing is a complaint of its own: what is listed is what holds.
        assert {found.code for found in report} == {"variant-changes-nothing"}
        assert len(list(report)) == len(some)


GAME = """game "Shop"
players 2..3
option haste: yes or no, normally no
define rounds = 3
define prices = depending on player_count {
  2 gives 4, otherwise 5
}
define richest = highest(p in players by p.coins)
define doubled = 2 * rounds
define twice(n: 1..3) = 2 * n
values Good
  price: 1..9
  in_season: set of Month
  | good | price | in_season |
  | pear | 3     | may june  |
  | plum | 2     |           |
values Month: may, june
table bonus by sold: 0..1
  gives points: 0..9
  | sold | points |
  | 0    | 0      |
  | 1    | 4      |
pieces Fruit for each good in Good
zone shop: set of Fruit, starts with Fruit
zone bag per Player: set of Fruit
state coins per Player: 0..99, starts prices
action buy(fruit from shop) "Buy {fruit}"
  move fruit to your bag
flow
  phase turns
    turn of each player
    until shop is empty
    must buy
score worth = sum(your bag.good.price) + bonus(1)
winner most total, then shared
"""


def test_single_values_and_cells_with_what_holds_now(tmp_path: Path) -> None:
    (tmp_path / "shop.game").write_text(GAME, encoding="utf-8")
    (tmp_path / "dear.game").write_text(
        'variant "Dear" of "shop.game"\nset pear.price to 9\n', encoding="utf-8"
    )
    files, report = Files(), Report()
    tree = read_tree(tmp_path / "dear.game", [], files, report)
    assert tree is not None
    assert [(one.name, one.value) for one in settings_of(tree, files.data)] == [
        ("players", "2..3"),
        ("haste", "no"),
        ("rounds", "3"),
        ("prices", "depending on player_count {2 gives 4, otherwise 5}"),
        ("doubled", "2 * rounds"),
        ("coins", "prices"),
        ("pear.price", "9"),
        ("plum.price", "2"),
        ("pear.in_season", "{may, june}"),
        ("plum.in_season", "{}"),
        ("bonus(0)", "0"),
        ("bonus(1)", "4"),
    ]


def test_what_is_set_is_another_game(tmp_path: Path) -> None:
    (tmp_path / "shop.game").write_text(GAME, encoding="utf-8")
    variant = tmp_path / "mine.game"
    variant.write_text(
        'variant "Mine" of "shop.game"\nset plum.in_season to {june}\nset bonus(1) to 5\n', "utf-8"
    )
    try:
        load(variant)
    except InvalidGame as invalid:
        pytest.fail(str(invalid))
