from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.diagnostics import CATALOGUE, UnknownCode, explain

PAGE = """\
# data-bad-value

A cell holds no value of its type.

It may hold a value of another one.

## Why

- the cards would have no number

## Wrong

```game
component card from "cards.csv"

# a comment, no heading
```

```csv cards.csv
number
two
```

```markdown rules.md
# Rules
```

## Right

```game
component card from "cards.csv"
```

```csv cards.csv
number
2
```
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands in for the shipped pages."""
    (tmp_path / "explain").mkdir()
    monkeypatch.setattr(explain, "files", lambda _package: tmp_path)
    return tmp_path / "explain"


def test_a_page_in_its_parts() -> None:
    page = explain.parse_page("data-bad-value", PAGE)
    assert page.code == "data-bad-value"
    assert page.title == "a cell of a data file holds no value of its type"
    assert page.what == "A cell holds no value of its type.\n\nIt may hold a value of another one."
    assert page.why == "- the cards would have no number"
    assert page.wrong == 'component card from "cards.csv"\n\n# a comment, no heading\n'
    assert page.right == 'component card from "cards.csv"\n'
    assert page.files == {"cards.csv": "number\ntwo\n", "rules.md": "# Rules\n"}
    assert page.right_files == {"cards.csv": "number\n2\n", "rules.md": "# Rules\n"}
    assert page.text == PAGE


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("# data-bad-value", "# another-code", 1, "the headings are"),
        ("# data-bad-value\n", "", 1, "the first line is not"),
        ("## Why", "## What for", 7, "the headings are"),
        ("## Why", "## Wrong", 11, "twice"),
        ("## Why\n\n- the cards would have no number\n\n", "", 1, "no heading `## Why`"),
        ("- the cards would have no number", "", 7, "text, and nothing else"),
        ("- the cards would have no number", "Look:\n\n```game\n```", 7, "text, and nothing else"),
        ("```csv cards.csv", "```csv", 19, "a file needs a name"),
        ("```markdown rules.md", "```", 24, "a fence says what is in it"),
        ("```csv cards.csv\nnumber\n2\n```\n", "```csv cards.csv\nnumber\n", 34, "does not end"),
        ("## Right\n", "## Right\n\nSo:\n", 28, "one ```game"),
        ("```markdown rules.md\n# Rules\n", "```game\n", 11, "one ```game"),
    ],
)
def test_a_malformed_page_is_refused_with_its_line(old: str, new: str, line: int, message: str) -> None:
    assert old in PAGE
    with pytest.raises(explain.MalformedPage, match=message) as caught:
        explain.parse_page("data-bad-value", PAGE.replace(old, new, 1))
    assert caught.value.line == line


def test_a_page_is_read_from_its_file(folder: Path) -> None:
    (folder / "data-bad-value.md").write_text(PAGE, encoding="utf-8")
    assert explain.page("data-bad-value") == explain.parse_page("data-bad-value", PAGE)


def test_there_is_no_page_about_an_unknown_code() -> None:
    with pytest.raises(UnknownCode):
        explain.page("../../secret")


def test_every_code_has_a_page_in_its_form() -> None:
    folder = Path(explain.__file__).parent / "explain"
    names = {file.stem for file in folder.iterdir()}
    assert names == {explain.page(code).code for code in CATALOGUE}
