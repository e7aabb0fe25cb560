"""Small games that are wrong, and the marks in them that say what is found where."""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import field, frozen

from rulesdsl.diagnostics import Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file

FOLDER = Path(__file__).parent
AREAS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and not path.name.startswith("_"))

_CODE = r"[a-z]+(?:-[a-z]+)+"
_MARK = re.compile(
    rf"#~ (?:(?P<file>[\w./]+\.\w+) )?(?:line (?P<line>\d+): )?(?P<codes>{_CODE}(?:, {_CODE})*)$"
)

Found = tuple[str, int, str]
"""A file, a line of it, and a code."""


@frozen
class Case:
    """A game, alone in its area's folder or with what it needs in a folder of its own name."""

    path: Path
    """Seen from the folder of all cases."""

    files: tuple[Path, ...] = field()

    @property
    def area(self) -> str:
        return self.path.parts[0]

    def label(self) -> str:
        return self.path.stem

    @property
    def marks(self) -> list[Found]:
        """What the marks say, in the order of files and lines."""
        found: list[Found] = []
        for file in self.files:
            for line, text in enumerate(_text(file).split("\n"), 1):
                for mark in _MARK.finditer(text):
                    place = file.with_name(mark["file"]) if mark["file"] else file
                    at = int(mark["line"] or line)
                    found.extend((place.as_posix(), at, code) for code in mark["codes"].split(", "))
        return sorted(found)

    @property
    def codes(self) -> set[str]:
        return {code for _file, _line, code in self.marks}

    @property
    def text(self) -> str:
        """The game, and what lies beside it."""
        game, *beside = self.files
        return "\n".join([_text(game), *(f"--- {file.name}\n{_text(file)}" for file in beside)])


def _text(file: Path) -> str:
    return (FOLDER / file).read_text(encoding="utf-8", errors="backslashreplace")


def cases() -> Iterator[Case]:
    for area in AREAS:
        for path in sorted((FOLDER / area).iterdir()):
            inside = path.relative_to(FOLDER)
            if path.is_dir():
                files = sorted(one.relative_to(FOLDER) for one in path.rglob("*") if one.is_file())
                game = inside / f"{path.name}.game"
                yield Case(game, (game, *(one for one in files if one != game)))
            elif path.suffix == ".game":
                yield Case(inside, (inside,))


def checked(path: Path, cache: Path | None = None) -> Report:
    """What a checker says of a game, with what lies beside it to be put on top."""
    report = Report()
    more = sorted(path.parent.glob("put_on_top.game"))
    check_file(path, Files(cache), report, more)
    return report


def found_in(report: Report) -> list[Found]:
    return sorted((one.span.source.name, one.span.line, one.code) for one in report)
