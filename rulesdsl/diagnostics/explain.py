"""The pages that explain the codes: one file each in `explain/`.

A page looks like this (with three backticks for each fence):

    # unknown-zone

    What it is, in a paragraph or two.

    ## Why

    What would go wrong if nobody complained.

    ## Wrong

    ```game
    a game in which the checker reports this code
    ```

    ## Right

    ```game
    the same game, put right
    ```

A fence with a name, as in "```csv cards.csv" or "```game base.game", is a file beside the example.
The files under "Wrong" are also there for the right example, unless "Right" shows them anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType

from attrs import frozen

from rulesdsl.diagnostics.catalogue import entry

_HEADING = re.compile(r"^(#{1,2}) +(.*?) *$")
_FENCE = re.compile(r"^```(\w+)(?: +(\S+))? *$")
_SECTIONS = ("", "Why", "Wrong", "Right")


@frozen
class Page:
    code: str
    title: str
    """The line of the code in the catalogue."""
    what: str
    why: str
    wrong: str
    """A game that errs."""
    right: str
    """The same game, put right."""
    files: Mapping[str, str]
    """What lies beside the wrong game: name and text."""
    right_files: Mapping[str, str]
    """What lies beside the right game: the same, but for what was wrong in it."""
    text: str
    """The whole page as it is written."""


class MalformedPage(ValueError):
    """A page that is not in the form the head of this module shows; `line` says where."""

    def __init__(self, code: str, line: int, message: str) -> None:
        super().__init__(f"explain/{code}.md:{line}: {message}")
        self.code = code
        self.line = line


def page(code: str) -> Page:
    """The page about a code; `UnknownCode` when the catalogue lacks it."""
    entry(code)
    return parse_page(code, files(__package__).joinpath("explain", f"{code}.md").read_text(encoding="utf-8"))


@frozen
class _Section:
    line: int
    prose: list[str]
    games: list[str]
    files: dict[str, str]


def parse_page(code: str, text: str) -> Page:
    """A page from its text; the catalogue must have the code."""
    sections = _sections(code, text)
    for name in _SECTIONS:
        if name not in sections:
            missing = f"## {name}" if name else f"# {code}"
            raise MalformedPage(code, 1, f"there is no heading `{missing}`")
    what, why, wrong, right = (sections[name] for name in _SECTIONS)
    return Page(
        code=code,
        title=entry(code).summary,
        what=_prose(code, what),
        why=_prose(code, why),
        wrong=_game(code, wrong),
        right=_game(code, right),
        files=MappingProxyType(wrong.files),
        right_files=MappingProxyType(wrong.files | right.files),
        text=text,
    )


def _sections(code: str, text: str) -> dict[str, _Section]:
    sections: dict[str, _Section] = {}
    section: _Section | None = None
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        if heading := _HEADING.match(line):
            name = _section_name(code, number, *heading.groups())
            if name in sections:
                raise MalformedPage(code, number, "this heading is here twice")
            section = sections[name] = _Section(number, [], [], {})
        elif section is None:
            raise MalformedPage(code, number, f"the first line is not `# {code}`")
        elif line.startswith("```"):
            fence = _FENCE.match(line)
            if not fence:
                raise MalformedPage(code, number, "a fence says what is in it, as in ```game")
            content: list[str] = []
            for _, inner in lines:
                if inner.rstrip() == "```":
                    break
                content.append(inner + "\n")
            else:
                raise MalformedPage(code, number, "this fence does not end")
            language, file = fence.groups()
            if file is not None:
                section.files[file] = "".join(content)
            elif language == "game":
                section.games.append("".join(content))
            else:
                raise MalformedPage(code, number, f"a file needs a name, as in ```{language} name.{language}")
        else:
            section.prose.append(line)
    return sections


def _section_name(code: str, line: int, marks: str, title: str) -> str:
    if marks == "#" and title == code:
        return ""
    if marks == "##" and title in _SECTIONS[1:]:
        return title
    raise MalformedPage(code, line, f"the headings are `# {code}`, `## Why`, `## Wrong` and `## Right`")


def _prose(code: str, section: _Section) -> str:
    prose = "\n".join(section.prose).strip()
    if not prose or section.games or section.files:
        raise MalformedPage(code, section.line, "under this heading stands text, and nothing else")
    return prose


def _game(code: str, section: _Section) -> str:
    if len(section.games) != 1 or "".join(section.prose).strip():
        raise MalformedPage(
            code, section.line, "under this heading stand one ```game, its files, and nothing else"
        )
    return section.games[0]
