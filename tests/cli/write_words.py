"""Writes the words of the language into the colours of editors: `python -m tests.cli.write_words`."""

import re
from pathlib import Path

from rulesdsl import highlight

EDITOR = Path(__file__).parents[2] / "editors/vscode/syntaxes/game.tmLanguage.json"
LISTS = {
    "declarations": highlight.DECLARATIONS,
    "changes": highlight.CHANGES,
    "lines": highlight.LINES,
    "words": highlight.INSIDE,
    "operators": highlight.OPERATORS,
    "constants": highlight.CONSTANTS,
    "whose": highlight.WHOSE,
}
"""By the names that their patterns have there."""


def written() -> str:
    """What has to stand in the file."""
    text = EDITOR.read_text("utf-8")
    for name, words in LISTS.items():
        head = re.compile(
            rf'("{name}": \{{\s+(?:"name": "[^"]*",\s+)?"match": "[^"]*?\()[a-z_]+(?:\|[a-z_]+)+'
        )
        assert head.search(text), name
        text = head.sub(r"\1" + "|".join(sorted(set(words))), text)
    return text


if __name__ == "__main__":
    EDITOR.write_text(written(), "utf-8")
