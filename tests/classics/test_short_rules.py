"""Games that every language of rules is measured by: how many words and signs their rules take here."""

from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.pipeline import load
from rulesdsl.syntax.tokens import Kind, pieces

MEANT = {Kind.STRING, Kind.WORD, Kind.NUMBER, Kind.OPENING, Kind.CLOSING, Kind.SIGN}
"""What is counted: a text as one, no comments, no citations."""


def rules(text: str) -> str:
    """The game without its examples."""
    return text.partition("\nexample ")[0]


@pytest.mark.parametrize(("game", "most"), [("tic_tac_toe", 80), ("connect_four", 110)])
def test_rules_are_short(checkout: Path, game: str, most: int) -> None:
    text = (checkout / "examples" / "classics" / f"{game}.game").read_text("utf-8")
    assert sum(piece.kind in MEANT for piece in pieces(rules(text))) <= most


def test_the_rules_of_chess_are_short(checkout: Path) -> None:
    """A third shorter than they were without steps and rays."""
    text = rules((checkout / "examples" / "classics" / "chess.game").read_text("utf-8"))
    lines = [line.strip() for line in text.splitlines()]
    assert len([line for line in lines if line and not line.startswith("#")]) <= 126


def test_chess_is_soon_ready(checkout: Path) -> None:
    """To compile what is generated takes a quarter of the time in which a program is made ready to be played:
    where 64 cells are asked one after the other, a call for each is not written out.
    """
    plan = Plan(load(checkout / "examples" / "classics" / "chess.game").program(2))
    assert len(plan.source) <= 15_000
