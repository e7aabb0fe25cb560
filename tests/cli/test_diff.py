"""What a variant changes, in words."""

import json
from pathlib import Path

import pytest

from tests.cli.games import write_race
from tests.cli.program import Run


@pytest.fixture(autouse=True)
def race(tmp_path: Path) -> Path:
    return write_race(tmp_path)


def told(rulesdsl: Run, tmp_path: Path, changes: str) -> str:
    """What is said of a variant with these changes, without its head."""
    (tmp_path / "mine.game").write_text(f'variant "Mine" of "race.game"\n\n{changes}', "utf-8")
    shown = rulesdsl("diff", "race.game", "mine.game")
    assert (shown.status, shown.err) == (0, "")
    head, _, rest = shown.out.partition("\n\n")
    assert head.startswith("Mine changes ")
    return rest


def test_the_variant_and_its_base_are_named(rulesdsl: Run) -> None:
    assert rulesdsl("diff", "race.game", "long_race.game").out == (
        "Long race changes 2 things in Race.\n"
        "\n"
        "`goal` is 20 instead of 10.\n"
        "\n"
        "There is a new note `walked`.\n"
        "  + note walked = your points\n"
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            "set players to 2..5\n",
            [
                "The game is for 2 to 5 players instead of 2 to 3.",
            ],
        ),
        (
            "set goal to 30  [RC-09]\n",
            [
                "`goal` is 30 instead of 10.  [RC-09]",
            ],
        ),
        (
            "change action walk\n  without add steps to your points\n",
            [
                "The action `walk` does less.",
                "  - add steps to your points",
            ],
        ),
        (
            (
                "change action jump\n"
                "  without when your points >= 5\n"
                "  without add die to your points\n"
                "  add 2 to your points\n"
            ),
            [
                "The action `jump` is allowed without a condition that it had and does something else.",
                "  - when your points >= 5",
                "  - add die to your points",
                "  + add 2 to your points",
            ],
        ),
        (
            "change phase turns\n  without turn of\n  without must walk or jump\n",
            [
                "The phase `turns` goes on otherwise.",
                "  - turn of each player",
                "  - must walk or jump",
            ],
        ),
        (
            "remove score way\n",
            [
                "The score `way` is gone.",
                "  - score way = your points",
            ],
        ),
        (
            'remove example "three steps are three points"\n',
            [
                'The example "three steps are three points" is gone.',
            ],
        ),
        (
            "replace winner least total, then shared\n",
            [
                "Who wins is written anew.",
                "  - winner most total, then shared",
                "  + winner least total, then shared",
            ],
        ),
        (
            'replace action jump "Jump"\n  when your points >= 5\n  add 4 to your points\n',
            [
                "The action `jump` does something else.",
                '    action jump "Jump"',
                "      when your points >= 5",
                "  -   roll die from 1..6",
                "  -   add die to your points",
                "  +   add 4 to your points",
            ],
        ),
        (
            "change action walk\n  when your points < 9\n",
            [
                "The action `walk` is allowed only under a further condition.",
                "  + when your points < 9",
            ],
        ),
        (
            "change phase turns\n  until some(p in players: p.points = 12)\n",
            [
                "The phase `turns` goes on otherwise.",
                "  - until some(p in players: p.points >= goal)",
                "  + until some(p in players: p.points = 12)",
            ],
        ),
        (
            'before turns\n  say "Off we go"\n',
            [
                "Before the phase `turns` something more is done.",
                '  + say "Off we go"',
            ],
        ),
        (
            'at end of turns\n  for p in players\n    say "{p}"\n',
            [
                "Each pass of the phase `turns` ends with something more.",
                "  + for p in players",
                '  +   say "{p}"',
            ],
        ),
        (
            "replace phase turns 3 times\n  turn of each player\n  must walk\n",
            [
                "The phase `turns` is played otherwise.",
                "  - phase turns",
                "  + phase turns 3 times",
                "      turn of each player",
                "  -   until some(p in players: p.points >= goal)",
                "  -   must walk or jump",
                "  +   must walk",
            ],
        ),
    ],
)
def test_each_change_is_a_sentence_and_its_lines(
    rulesdsl: Run, tmp_path: Path, changes: str, words: list[str]
) -> None:
    assert told(rulesdsl, tmp_path, changes).splitlines() == words


TABLES = """\
game "Tables"
players 2..2
values Food from "foods.csv" named by food
  points: 1..9
table bonus by place: 1..3
  gives points: 0..9
  | place | points |
  | 1     | 7      |
  | 2     | 3      |
  | 3     | 1      |
pieces Card copies 4
zone hand per Player: set of Card, seen by owner, at most 2
zone deck: pile of Card, starts with Card
flow
  deal 2 from deck to hand
score points = bonus(1) + fish.points
winner most total, then shared
"""


def test_tables_and_zones(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "tables.game").write_text(TABLES, "utf-8")
    (tmp_path / "foods.csv").write_text("food,points\nfish,5\nwine,3\n", "utf-8")
    (tmp_path / "mine.game").write_text(
        'variant "Mine" of "tables.game"\n'
        "set fish.points to 6\n"
        "extend bonus\n  | 4 | 1 |\n  | 5 | 0 |\n"
        "change zone hand\n  at most 3\n  seen by all\n",
        "utf-8",
    )
    shown = rulesdsl("diff", "tables.game", "mine.game")
    assert shown.out.partition("\n\n")[2] == (
        "`fish.points` is 6 instead of 5.\n"
        "\n"
        "`bonus` has 2 rows more.\n"
        "  + place 4, points 1\n"
        "  + place 5, points 0\n"
        "\n"
        "The zone `hand` has another `seen by` and `at most`.\n"
        "  - at most 2\n"
        "  + at most 3\n"
        "  - seen by owner\n"
        "  + seen by all\n"
    )


def test_for_programs(rulesdsl: Run) -> None:
    first, second = json.loads(rulesdsl("diff", "race.game", "long_race.game", "--format", "json").out)
    assert first == {
        "sentence": "`goal` is 20 instead of 10.",
        "lines": [],
        "rules": [],
        "file": "long_race.game",
        "line": 3,
    }
    assert second["lines"] == [{"sign": "+", "text": "note walked = your points"}]


def test_a_game_is_no_variant(rulesdsl: Run) -> None:
    shown = rulesdsl("diff", "race.game", "race.game")
    assert (shown.status, shown.out) == (2, "")
    assert "is no variant" in shown.err


def test_a_variant_of_another_game_is_refused(rulesdsl: Run) -> None:
    shown = rulesdsl("diff", "road_trip", "long_race.game")
    assert (shown.status, shown.out) == (2, "")
    assert "is a variant of race.game, not of" in shown.err


def test_a_base_that_is_gone_is_named(rulesdsl: Run, race: Path) -> None:
    race.rename(race.with_name("other.game"))
    shown = rulesdsl("diff", "other.game", "long_race.game")
    assert shown.status == 2
    assert "long_race.game is a variant of race.game, which is not there" in shown.err


def test_a_change_of_what_is_not_there_is_no_change(rulesdsl: Run, tmp_path: Path) -> None:
    rule = tmp_path / "rule.game"
    rule.write_text('variant "Nothing" of "road_trip.game"\nset nothing_here to 3\n', encoding="utf-8")
    said = rulesdsl("diff", "road_trip", rule)
    assert (said.status, said.out) == (1, "")
    assert "variant-target-missing" in said.err


WARES = """\
game "Wares"
players 2..3

values Colour: red, green

values Ware from "wares.csv" named by ware
  price: 0..9 from cost
  stock per Colour: 0..9
  kind: Colour or none

table prize by place: 1..2, colour: Colour
  gives points: 0..9
  gives coins: 0..9
  | place | colour | points | coins |
  | 1     | red    | 1      | 2     |
  | 1     | green  | 3      | 4     |
  | 2     | red    | 5      | 6     |
  | 2     | green  | 7      | 8     |

table bonus by place: 1..2
  gives points: 0..9
  | place | points |
  | 1     | 7      |
  | 2     | 3      |

state gold per Player: 0..50
state tired per Player: yes or no
state lamp: Player or none
state seen: set of Colour

define worth per Player =
  let all = your gold
  if all > 9 then 9
  otherwise all

flow
  for p in players
    set p.gold to salt.price + salt.stock(red) + prize(1, red).points + prize(1, green).coins + bonus(2)
    set p.tired to salt.kind is none
    add red to seen
  set lamp to first(players)

score points = your worth + count(seen) + (if your tired and lamp is you then 1 else 0)
winner most total, then shared
"""


@pytest.fixture
def wares(tmp_path: Path) -> None:
    (tmp_path / "wares.csv").write_text("ware,cost,red,green,kind\nsalt,3,1,2,\noil,4,5,6,red\n", "utf-8")
    (tmp_path / "wares.game").write_text(WARES, "utf-8")
    (tmp_path / "below.game").write_text(
        'variant "Below" of "wares.game"\nset salt.price to 5\nset bonus(2) to 4\nset gold to 2\n', "utf-8"
    )


@pytest.mark.parametrize(
    ("change", "before"),
    [
        ("set salt.price to 8", "3"),
        ("set Ware(salt).price to 8", "3"),
        ("set salt.stock(green) to 8", "2"),
        ("set salt.kind to red", "none"),
        ("set prize(1, red).points to 2", "1"),
        ("set prize(place: 1, colour: green).coins to 9", "4"),
        ("set bonus(2) to 8", "3"),
        ("set gold to 7", "0"),
        ("set tired to yes", "no"),
        ("set lamp to first(players)", "none"),
        ("set seen to {red}", "{}"),
    ],
)
@pytest.mark.usefixtures("wares")
def test_what_a_value_was_is_said_however_it_is_called(
    change: str, before: str, rulesdsl: Run, tmp_path: Path
) -> None:
    (tmp_path / "mine.game").write_text(f'variant "Mine" of "wares.game"\n{change}\n', "utf-8")
    _, target, _, value = change.replace(" to ", "\0to\0").replace("set ", "set\0", 1).split("\0")
    shown = rulesdsl("diff", "wares.game", "mine.game")
    assert f"`{target}` is {value} instead of {before}.\n" in shown.out


@pytest.mark.parametrize(
    ("change", "before"), [("salt.price", "5"), ("Ware(salt).price", "5"), ("bonus(2)", "4"), ("gold", "2")]
)
@pytest.mark.usefixtures("wares")
def test_what_a_value_was_is_what_the_variant_below_has_made_of_it(
    change: str, before: str, rulesdsl: Run, tmp_path: Path
) -> None:
    (tmp_path / "mine.game").write_text(f'variant "Mine" of "below.game"\nset {change} to 8\n', "utf-8")
    assert f"`{change}` is 8 instead of {before}.\n" in rulesdsl("diff", "below.game", "mine.game").out


@pytest.mark.usefixtures("wares")
def test_of_a_definition_on_several_lines_all_of_them_go(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.game").write_text('variant "Mine" of "wares.game"\nset worth to 3\n', "utf-8")
    assert rulesdsl("diff", "wares.game", "mine.game").out.endswith(
        "`worth` is 3.\n  - let all = your gold\n  - if all > 9 then 9\n  - otherwise all\n"
    )
