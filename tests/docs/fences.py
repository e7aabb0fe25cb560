"""The fences of the documentation: what they say they are, and what they are completed to."""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

CHECKOUT = Path(__file__).parent.parent.parent
FRAMES = Path(__file__).parent / "frames"
PAGES = (CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md")))

# What is not listed here is not tested, and does not belong into the documentation.
LANGUAGES = frozenset(
    {"game", "csv", "md", "txt", "console", "python", "output", "sh", "text", "toml", "yaml"}
)

_OPEN = re.compile(r"^(?P<mark>`{3,}|~{3,})(?P<info>[^`\n]*)$")
_PLACE = re.compile(r"^(?P<blanks> *)# excerpt: (?P<place>[a-z_]+)\n", re.MULTILINE)
_CODE = re.compile(r"^[a-z]+(-[a-z]+)+$")


class BadFence(ValueError):
    """A fence that says of itself what no fence can be."""


@frozen
class Fence:
    """What stands between two lines of backticks: its language, the words after it, its text."""

    page: Path
    line: int
    language: str
    words: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(CHECKOUT).as_posix()}:{self.line}"

    @property
    def file_name(self) -> str | None:
        """`game market.game`, `csv market/cards.csv`: the file that it shows."""
        return next((word for word in self.words if "." in word), None)

    @property
    def frame(self) -> str | None:
        """`game excerpt cards/effects`: the frame and its place that make it a whole file."""
        if "excerpt" not in self.words:
            return None
        after = self.words.index("excerpt") + 1
        if after == len(self.words) or "/" not in self.words[after]:
            raise BadFence(f"{self}: `excerpt` must be followed by FRAME/PLACE")
        return self.words[after]

    @property
    def code(self) -> str | None:
        """`game wrong unknown-zone`: the diagnostic that it must be met with."""
        if "wrong" not in self.words:
            return None
        after = self.words.index("wrong") + 1
        if after == len(self.words) or not _CODE.match(self.words[after]):
            raise BadFence(f"{self}: `wrong` must be followed by the code of a diagnostic")
        return self.words[after]

    def whole(self) -> str:
        """The complete file of a `game` fence."""
        return self.text if self.frame is None else within_frame(self.frame, self.text)


def within_frame(name: str, excerpt: str) -> str:
    """The frame's file with the excerpt in the place `# excerpt: PLACE`, as deep as that line stands."""
    file, place = name.split("/")
    text = (FRAMES / f"{file}.game").read_text("utf-8")
    places = {found["place"]: found for found in _PLACE.finditer(text)}
    if place not in places:
        raise BadFence(f"the frame {file} has no place `{place}`, only {', '.join(sorted(places))}")
    at = places[place]
    lines = excerpt.splitlines(keepends=True)
    inserted = "".join(at["blanks"] + line if line.strip() else line for line in lines)
    completed = text[: at.start()] + inserted + text[at.end() :]
    return _PLACE.sub("", completed)


def fences(page: Path) -> Iterator[Fence]:
    """All fences of a page, in order."""
    lines = page.read_text("utf-8").splitlines(keepends=True)
    at = 0
    while at < len(lines):
        opening = _OPEN.match(lines[at].rstrip("\n"))
        if opening is None:
            at += 1
            continue
        start = at + 1
        at = start
        while at < len(lines) and lines[at].rstrip() != opening["mark"]:
            at += 1
        language, *words = opening["info"].split() or [""]
        yield Fence(page, start, language, tuple(words), "".join(lines[start:at]))
        at += 1


def all_fences(language: str) -> list[Fence]:
    return [fence for page in PAGES for fence in fences(page) if fence.language == language]
