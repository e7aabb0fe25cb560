"""Writes the parser's table anew: `python -m tests.syntax.write_table`."""

from pathlib import Path

from rulesdsl.syntax import table

SYNTAX = Path(table.__file__).parent


def written() -> str:
    """What has to stand in the file."""
    text = (SYNTAX / "grammar.lark").read_text("utf-8")
    return table.write(table.make(text), text)


if __name__ == "__main__":
    (SYNTAX / table.FILE).write_text(written(), "utf-8")
