"""Games that every language of rules is measured by: how many words and signs their rules take here."""

from pathlib import Path

import pytest

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
