"""Small games in texts, checked as a whole."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from attrs import frozen

from rulesdsl.diagnostics.model import Diagnostic, Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_tree, read_tree


@frozen
class Found:
    """A finding and the text of the line that it is at."""

    diagnostic: Diagnostic

    @property
    def code(self) -> str:
        return self.diagnostic.code

    @property
    def message(self) -> str:
        return self.diagnostic.message

    @property
    def line(self) -> str:
        return self.diagnostic.span.source.line_text(self.diagnostic.span.line).strip()

    @property
    def marked(self) -> str:
        return self.diagnostic.span.text

    @property
    def because(self) -> list[str]:
        """The lines of the secondary labels."""
        labels = self.diagnostic.secondary
        return [one.span.source.line_text(one.span.line).strip() for one in labels]


def check(folder: Path, text: str, more: Mapping[str, str] | None = None) -> list[Found]:
    """Everything that is found in a game."""
    for name, content in (more or {}).items():
        (folder / name).write_text(dedent(content))
    file = folder / "small.game"
    file.write_text(dedent(text))
    files, report = Files(), Report()
    tree = read_tree(file, [], files, report)
    assert tree is not None, [one.message for one in report]
    assert not report, [one.message for one in report]
    check_tree(tree, files, report, top=files.sources[str(file)])
    return [Found(one) for one in report]


def only(found: list[Found], code: str) -> Found:
    """The one finding, which must be of this code."""
    assert [one.code for one in found] == [code], [(one.code, one.line, one.message) for one in found]
    return found[0]


CARDS = """
    pieces Card for each rank in 1..20
    zone deck: pile of Card, seen by nobody, starts with Card shuffled
    zone hand per Player: set of Card, seen by owner
    """

END = """
    score ranks = sum(your hand.rank)
    winner most total, then shared
    """


def card_game(*parts: str, players: str = "2..4", cards: str = CARDS, end: str = END) -> str:
    """A game of cards: the head, the cards, a table if one is spoken of, these parts, and a score."""
    head = f'game "Small"\nplayers {players}\n'
    speaks = any("table" in part for part in parts) and "zone table" not in cards
    table = "zone table: set of Card" if speaks else ""
    return head + "\n".join(dedent(part) for part in (cards, table, *parts, end))
