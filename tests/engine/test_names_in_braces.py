"""In braces the name of a piece is one piece each time, of a row as of a kind without columns, in the rules
as in `given` and `expect`; where a rule cannot know which of several is meant, it says so.
"""

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.events import Moved
from rulesdsl.engine.start import start
from rulesdsl.pipeline import load
from tests.engine.texts import example_results

GAME = """
game "Names"
players 2..2

pieces Fish
  weight: 1..9
  copies: 1..4
  | fish  | weight | copies |
  | perch | 1      | 3      |
  | pike  | 6      | 1      |
pieces Joker copies 3
pieces Boot
pieces Any are Fish or Joker or Boot

zone lake: set of Any
  starts with Any
zone mine per Player: set of Any
zone row_of: row of Any

state n: 0..99
state kept: set of Any
state names: set of name of Any

{action}

flow
  phase round 3 times
    each player in turn
      must act0

score points = n + count(your mine) + count(kept) + count(names)
winner most total, then shared

{examples}
"""
HERE = "  players Anna, Ben\n  given Anna.mine = {Joker, Joker, perch, perch, pike, Boot}\n"

# What a rule does with NAME, and what then is, where Anna has two of three (perch, Joker) and where she
# has the only one (pike, Boot). None: refused.
TABLE = [
    ("add count({NAME}) to n", "n", 1, 1),
    ("add count({NAME, NAME}) to n", "n", 2, 2),
    ("add count({NAME, first(your mine)}) to n", "n", 2, 2),
    ("for x in {NAME, NAME}\n    add 1 to n", "n", 2, 2),
    ("add count(x in your mine where x is in {NAME}) to n", "n", 2, 1),
    ("add count(x in your mine where x is NAME) to n", "n", 2, 1),
    ("if your mine has NAME\n    add 1 to n", "n", 1, 1),
    ("if your mine = {NAME, NAME}\n    add 1 to n", "n", 0, 0),
    ("if your mine = {pike, Boot, perch, Joker, perch, Joker}\n    add 1 to n", "n", 1, 1),
    ("add count(your mine - NAME) to n", "n", 4, 5),
    ("add count(your mine - {NAME}) to n", "n", None, 5),
    ("add count(your mine + {NAME}) to n", "n", 7, 7),
    ("add count({NAME} + your mine) to n", "n", 7, 7),
    ("add count({NAME, your mine}) to n", "n", 7, 7),
    ("move {NAME} to row_of", "count(row_of)", None, 1),
    ("move {NAME, NAME} to row_of", "count(row_of)", None, None),
    ("move {NAME, NAME, NAME} to row_of", "count(row_of)", 3, None),
    ("move {NAME, first(your mine)} to row_of", "count(row_of)", None, 2),
    ("move first({NAME}) to row_of", "count(row_of)", None, 1),
    ("move your mine - {NAME} to row_of", "count(row_of)", None, 5),
    ("move your mine - NAME to row_of", "count(row_of)", 4, 5),
    ("move first((x in your mine where x is NAME), 2) to row_of", "count(row_of)", 2, 1),
    ("move your mine - {first(x in your mine where x is NAME)} to row_of", "count(row_of)", 5, 5),
    ("set kept to {NAME}", "count(kept)", None, 1),
    ("set names to {NAME}", "count(names)", 1, 1),
]
CASES = [
    (body.replace("NAME", name), what, several if name in ("perch", "Joker") else one)
    for body, what, several, one in TABLE
    for name in ("perch", "Joker", "pike", "Boot")
]


def _game(bodies: list[str], examples: str) -> str:
    actions = [f'action act{number} "Act"\n  {body}\n' for number, body in enumerate(bodies)]
    return GAME.replace("{action}", "\n".join(actions)).replace("{examples}", examples)


def test_what_a_rule_does_with_a_name(tmp_path: Path) -> None:
    done = [(body, what, number) for body, what, number in CASES if number is not None]
    examples = "\n".join(
        f'example "{number}"\n{HERE}  Anna plays act{number}\n  expect {what} = {expected}\n'
        for number, (_, what, expected) in enumerate(done)
    )
    file = tmp_path / "names.game"
    file.write_text(_game([body for body, _, _ in done], examples), encoding="utf-8")
    found = example_results(file)
    assert len(found) == len(done)
    wrong = [(done[int(one.title)][0], one.message) for one in found if not one.ok]
    assert wrong == []


@pytest.mark.parametrize("body", [body for body, _, number in CASES if number is None])
def test_which_one_is_not_said(tmp_path: Path, body: str) -> None:
    file = tmp_path / "names.game"
    file.write_text(_game([body], ""), encoding="utf-8")
    with pytest.raises(InvalidGame) as refused:
        load(file)
    assert [found.code for found in refused.value.report.errors] == ["type-mismatch"]


# The same lists in an example: `given`, and what is expected of it.
EXAMPLES = [
    ("{NAME}", "Anna.mine = {NAME} and count(Anna.mine) = 1 and Anna.mine = NAME", 1),
    ("NAME", "Anna.mine = {NAME} and count(Anna.mine) = count({NAME})", 1),
    ("{NAME, NAME}", "Anna.mine = {NAME, NAME} and count({NAME, NAME}) = count(Anna.mine)", 2),
    ("{NAME, NAME}", "not (Anna.mine = {NAME}) and {NAME, NAME, NAME} != Anna.mine", 2),
    ("{NAME, NAME}", "Anna.mine - NAME is empty and Anna.mine has NAME", 2),
    ("{NAME, pike}", "Anna.mine - {pike} = {NAME} and {pike, NAME} = Anna.mine", 2),
]


def test_what_an_example_says_with_a_name(tmp_path: Path) -> None:
    texts = [
        (given.replace("NAME", name), expected.replace("NAME", name), count)
        for given, expected, count in EXAMPLES
        for name in ("perch", "Joker")
    ]
    examples = "\n".join(
        f'example "{given}: {expected}"\n  players Anna, Ben\n  given Anna.mine = {given}\n'
        f"  Anna plays act0\n  expect {expected} and n = {count}\n"
        for given, expected, count in texts
    )
    file = tmp_path / "names.game"
    file.write_text(_game(["add count(your mine) to n"], examples), encoding="utf-8")
    found = example_results(file)
    assert len(found) == len(texts)
    assert [(one.title, one.message) for one in found if not one.ok] == []


@pytest.mark.parametrize("condition", ["your mine = Joker", "Joker = your mine", "row_of is not Joker"])
def test_a_kind_is_not_one_and_all_at_once(tmp_path: Path, condition: str) -> None:
    """All three, or one? In an example it is one."""
    file = tmp_path / "names.game"
    file.write_text(_game([f"if {condition}\n    add 1 to n"], ""), encoding="utf-8")
    with pytest.raises(InvalidGame, match="one of these pieces or all of them"):
        load(file)


@pytest.mark.parametrize(
    ("what", "count"),
    [
        ("{first(your mine), first(your mine)}", 1),
        ("{Fish, pike}", 4),
        ("list(x in Fish: x) + list(x in your mine where x is Fish: x)", 4),
        ("list(x in your mine: first(your mine))", 1),
    ],
)
def test_what_is_listed_twice_goes_once(tmp_path: Path, what: str, count: int) -> None:
    text = _game([f"move {what} to row_of"], "").replace(
        "flow\n", "flow\n  for p in players\n    move {first(x in lake where x is Fish)} to p.mine\n"
    )
    file = tmp_path / "names.game"
    file.write_text(text, encoding="utf-8")
    program = load(file).program(2)
    quiet, told = start(program, seed=1), start(program, seed=1, log=True)
    for state in (quiet, told):
        if not state.over:
            state.apply(0)
    assert quiet.cells == told.cells
    assert told.log is not None
    gone = [event.pieces for event in told.log if isinstance(event, Moved) and event.how == "move"][2]
    assert len(gone) == len(set(gone)) == count
