"""What attributes and copies may ask: other attributes, constants and definitions of what is known."""

from pathlib import Path

import pytest

from rulesdsl.engine.examples.run import run_examples
from rulesdsl.pipeline import load

GAME = """\
game "Bulls"
players 2..2

{declarations}

zone deck: pile of Card, starts with Card shuffled

flow
  shuffle deck

score points = count(deck)

winner most total, then shared

example "as the rules say"
  players Anna, Ben
  expect {expected}
"""

BY_DEFINITION = """\
define goal = 1

define twice(n: 1..3) = 2 * n + goal

define heads(n: 1..10) =
  if n = 5 then 2
  if n = 10 then twice(2)
  otherwise 1

pieces Card for each number in 1..10
  heads: 1..7 = heads(number)"""

COPIES = """\
values Role
  number: 1..3
  | role | number |
  | king | 1      |
  | fool | 3      |

pieces Card for each role in Role copies role.number"""

SEVERAL = """\
values Role: priest, baron, king

pieces Card for each role in Role
  worth: 0..9 = depending on role {priest, baron gives 2, otherwise 5}"""


@pytest.mark.parametrize(
    ("declarations", "expected"),
    [
        (BY_DEFINITION, "Card(5).heads = 2 and Card(10).heads = 5 and sum(deck.heads) = 8 + 2 + 5"),
        (COPIES, "count(deck) = 4 and count(c in deck where c.role is fool) = 3"),
        (SEVERAL, "Card(priest).worth = 2 and Card(baron).worth = 2 and Card(king).worth = 5"),
    ],
)
def test_it_is_worked_out(declarations: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "bulls.game"
    path.write_text(GAME.format(declarations=declarations, expected=expected), encoding="utf-8")
    [program] = load(path).example_programs()
    assert [result.message for result in run_examples(program) if not result.ok] == []
