"""Rows that ask the same thing again and again are written down as they are worked out one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.pieces.quick_moves import quick_one
from rulesdsl.engine.start import setup, start
from tests.engine.texts import program_of

GAME = """\
game "Rows"
players 2..3

values Colour: red, green, blue
values Sort: round_one, square

pieces Card from "cards.csv" named by id
  colour: Colour or none
  sort: Sort
  worth: 1..3

zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner

define of_colour per Player per c in Colour = count(x in your hand where x.colour is c) / 2 rounded up
define of_both per Player per c in Colour =
  count(x in your hand where x.colour is c) + count(x in your hand where x.sort is square)
define value per Player = sum(your hand.worth)

flow
  phase lap 3 times
    deal 3 from deck to hand
    score lap

score colours each lap = sum(c in Colour: your of_colour(c) * your of_colour(c))
score both each lap = sum(c in Colour: your of_both(c) + left(you).of_both(c) * 2)
score best each lap =
  if every(p in others: p.value < your value) then your value
  if some(p in others: p.value = your value) then 1
  otherwise your value - left(you).value

winner most total, then shared
"""

CARDS = [
    f"card_{at},{('red', 'green', 'blue', '')[at % 4]},{('round_one', 'square')[at % 3 == 1]},{at % 3 + 1}"
    for at in range(30)
]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_written_down_is_what_the_row_means(tmp_path: Path, players: int, seed: int) -> None:
    (tmp_path / "cards.csv").write_text("\n".join(["id,colour,sort,worth", *CARDS]) + "\n", "utf-8")
    program = program_of(tmp_path, GAME, players)
    state = start(program, seed)
    layout = state.plan.layout
    meant: dict[tuple[str, int], list[object]] = {}
    again = setup(program, seed)
    deck = layout.pieces_in(again.cells, layout.instance("deck"))
    for lap in range(3):
        for number in range(3 * players):
            piece = deck[lap * 3 * players + number]
            quick_one(state.plan.pieces, again.cells, piece, layout.instance("hand", number % players), "", 0)
        for row in program.scores:
            for player in range(players):
                value = Reading(layout, again.cells).formula(row.now, player)
                meant.setdefault((row.name, player), []).append(value)
                assert again.evaluate(row.now, player) == value
    assert {
        (row.name, player): list(layout.recorded(state.cells, row.name, player))
        for row in program.scores
        for player in range(players)
    } == meant
