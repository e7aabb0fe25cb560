"""Pieces of one name that are offered at once have different texts, by what tells them apart."""

from pathlib import Path

import pytest

from tests.engine.texts import begun, offered

CARDS = """
game "Cards"
players 2..2
pieces Card for each rank in 1..2 copies 4
zone deck: pile of Card, starts with Card
zone gone: set of Card
{zone}
action take(card from {source}{where} "Which?") "Take {{card}}"
  move card to gone
flow
{lines}
  phase turns 2 times
    turn of each player
    must take
"""
CASES = {
    "zones": (
        "zone shelf per n in 1..2: set of Card",
        "",
        "for n in 1..2\n    draw 3 from deck to shelf(n)",
        ["card 1 from the shelf (1)", "card 1 from the shelf (2)", "card 2"],
    ),
    "places in a row": (
        "zone shelf: row of Card",
        " where position(card) > 0",
        "draw 3 from deck to shelf",
        ["card 1, place 1", "card 1, place 2", "card 1, place 3"],
    ),
    "faces": (
        "zone shelf per Player: set of Card, face down seen by owner",
        "",
        (
            "each player in turn\n    draw 1 from deck to your shelf\n"
            "    draw 1 from deck to your shelf face down"
        ),
        ["card 1, face up", "card 1, face down"],
    ),
    "marks": (
        "zone shelf: set of Card\nstate worn per Card: yes or no",
        " where not worn(card) or count(shelf) > 1",
        "draw 2 from deck to shelf\n  for c in first(shelf, 1)\n    set worn(c) to yes",
        ["card 1, 1 of 2", "card 1, 2 of 2"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_tells_them_apart_is_said(tmp_path: Path, case: str) -> None:
    zone, where, lines, expected = CASES[case]
    state = begun(
        tmp_path,
        CARDS.format(
            zone=zone, source="your shelf" if "Player" in zone else "shelf", where=where, lines=f"  {lines}"
        ),
    )
    assert offered(state) == expected
