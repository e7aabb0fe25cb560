"""The tables that translate sentences of rulebooks: every line in them is at work in a game below."""

import re

from tests.docs.fences import CHECKOUT, fences

PAGE = CHECKOUT / "docs" / "from_the_rulebook.md"
_SECTION = re.compile(r"^## ", re.MULTILINE)
_ROW = re.compile(r"^\| (?P<sentence>[^|\n]+) \| (?P<lines>`.+`) \|$", re.MULTILINE)


def without_blanks(text: str) -> str:
    return "".join(text.split())


def test_every_line_of_a_table_is_at_work_in_the_game_below_it() -> None:
    games = [fence for fence in fences(PAGE) if fence.language == "game"]
    sections = [part for part in _SECTION.split(PAGE.read_text("utf-8")) if "```game" in part]
    assert len(sections) == len(games)
    sentences = 0
    for section, game in zip(sections, games, strict=True):
        text = without_blanks(game.text)
        for row in _ROW.finditer(section):
            sentences += 1
            for line in re.findall(r"`([^`]+)`", row["lines"]):
                assert without_blanks(line) in text, f"{line}: not in the game of its section"
    assert sentences >= 40
