"""Files read for an editor, in a process of its own: what is wrong, what is named."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path

from attrs import frozen

from rulesdsl.diagnostics.catalogue import Severity, entry
from rulesdsl.diagnostics.model import Diagnostic, Report
from rulesdsl.engine.examples.run import run_example
from rulesdsl.game_files import LARGEST_FILE, Files
from rulesdsl.index.build import index_of
from rulesdsl.index.declared import declared_in
from rulesdsl.index.model import Index, Place
from rulesdsl.pipeline import check_file
from rulesdsl.project import (
    Accepted,
    BadBaseline,
    BadSettings,
    Project,
    game_files_in,
    project_of,
    without_accepted,
)
from rulesdsl.project.settings import Complaint
from rulesdsl.source import Source, SourceError
from rulesdsl.syntax import parse
from rulesdsl.syntax.formatter import WIDTH, UnreadableText, format_source

LONGEST_LINE = 1_000
"""Columns that are shown of a line that is wrong as a whole."""
MOST_FILES = 2_000
"""Games in the folders that are open among which a name is looked for."""
_BASE = re.compile(r'^variant\s+"[^"\n]*"\s+of\s+"', re.MULTILINE)
Texts = Mapping[str, str]
"""What stands in editors, by path: more than what is on the disk."""


@frozen
class Spot:
    """A place of a file in lines and columns from 0, in characters."""

    file: str
    first: tuple[int, int]
    last: tuple[int, int]


@frozen
class Repair:
    title: str
    edits: tuple[tuple[Spot, str], ...]
    certain: bool


@frozen
class Finding:
    """One thing that is wrong."""

    spot: Spot
    code: str
    """Empty where a file of settings is what is wrong."""
    error: bool
    message: str
    because: tuple[tuple[Spot, str], ...] = ()
    repair: Repair | None = None
    stays: bool = True
    """Whether it is looked for thoroughly only: a quick reading does not know that it is gone."""
    page: str | None = None
    """The address of a page that tells more."""


@frozen
class Reading:
    """What is known of a file. `index` is None where it could not be read, `findings` are errors only."""

    findings: tuple[Finding, ...]
    index: Index | None


@frozen
class ThoroughReading:
    """Everything that is wrong with a file, as its project sees it."""

    findings: tuple[Finding, ...]
    settings: frozenset[str] = frozenset()
    """The files that say how its project sees it."""


def files_with(texts: Texts) -> Files:
    """Files on the disk, but for those that are open in an editor."""
    games = {Path(name): text.encode() for name, text in texts.items() if name.endswith(".game")}
    files = Files(texts=games)
    # Tables and rule lists are asked for by the name that they are known by.
    files.sources = {name: Source(name, text) for name, text in texts.items() if not name.endswith(".game")}
    return files


def read_quickly(path: str, texts: Texts) -> Reading:
    """Errors of the grammar and of the types, and everything that is named."""
    report = Report()
    try:
        index = index_of(Path(path), files_with(texts), report)
    except OSError:
        return Reading((), None)
    return Reading(
        tuple(_finding(diagnostic) for diagnostic in report if diagnostic.severity is Severity.ERROR), index
    )


def read_thoroughly(path: str, texts: Texts) -> ThoroughReading:
    """Everything that `rulesdsl validate` finds."""
    report = Report()
    try:
        check_file(Path(path), files_with(texts), report)
    except OSError:
        return ThoroughReading(())
    around = cache(project_of)
    try:
        return _as_the_project_sees_it(report, around(Path(path).parent), around)
    except BadSettings as bad:
        complaints = bad.complaints
        files = {_absolute(complaint.file) for complaint in complaints}
        return ThoroughReading((*map(_finding, report), *map(_of_settings, complaints)), frozenset(files))


def _as_the_project_sees_it(
    report: Report, project: Project, around: Callable[[Path], Project]
) -> ThoroughReading:
    seen = Report(unfinished=report.unfinished)
    for diagnostic in report:
        judged = around(Path(diagnostic.span.source.name).parent).judged(diagnostic)
        if judged is not None:
            seen.add(judged)
    complaints: list[Complaint] = []
    baseline = project.baseline
    if baseline is not None and baseline.exists():
        try:
            seen, _ = without_accepted(seen, Accepted.read(baseline), project)
        except BadBaseline as bad:
            accepted_file = project.setting("baseline")
            complaints.append(Complaint(accepted_file.file or baseline, str(bad), accepted_file.line))
    page = project.setting("documentation").value
    files = {_absolute(file) for file in (project.file, baseline) if file is not None}
    return ThoroughReading(
        (*(_finding(diagnostic, page) for diagnostic in seen), *map(_of_settings, complaints)),
        frozenset(files),
    )


def _absolute(file: Path) -> str:
    """As an editor names it."""
    return os.path.abspath(file)  # noqa: PTH100 - where it was named, not where a link leads


def _of_settings(complaint: Complaint) -> Finding:
    line = max(complaint.line - 1, 0)
    spot = Spot(_absolute(complaint.file), (line, 0), (line, LONGEST_LINE))
    return Finding(spot, "", error=True, message=complaint.what)


def formatted(path: str, text: str) -> str | None:
    """The text in the one canonical layout; None where it cannot be read."""
    width = WIDTH
    with suppress(BadSettings):
        width = project_of(Path(path).parent).setting("line-length", Path(path)).value
    try:
        return format_source(Source.from_bytes(path, text.encode(), limit=LARGEST_FILE), width=width)
    except (UnreadableText, ValueError):
        return None


def run_examples(path: str, texts: Texts, title: str) -> tuple[str, ...]:
    """How the examples of this title come out, a line each; or what keeps the file from being played."""
    report = Report()
    try:
        game = check_file(Path(path), files_with(texts), report, every_setting=False)
    except OSError:
        return (f"{path} cannot be read",)
    if game is None or report.has_errors:
        return tuple(str(error) for error in report.errors[:1])
    lines = []
    for program in game.example_programs():
        for example in program.examples:
            if example.title == title:
                result = run_example(program, example)
                where = f", line {result.span.line}: {result.line}" if result.span and not result.ok else ""
                compared = bool(result.got or result.expected)
                got = f" (got {result.got}, expected {result.expected})" if compared else ""
                message = f": {result.message}{got}" if not result.ok else ""
                lines.append(f'{result.outcome} "{title}"{where}{message}')
    return tuple(lines)


def _finding(diagnostic: Diagnostic, page: str | None = None) -> Finding:
    message = diagnostic.message + (f"\nhelp: {diagnostic.hint}" if diagnostic.hint else "")
    fix = diagnostic.fix
    return Finding(
        _spot(Place.of(diagnostic.span), diagnostic.span.source),
        diagnostic.code,
        diagnostic.severity is Severity.ERROR,
        message,
        tuple(
            (_spot(Place.of(label.span), label.span.source), label.text or "because of this")
            for label in diagnostic.secondary
        ),
        None
        if fix is None
        else Repair(
            fix.title,
            tuple((_spot(Place.of(edit.span), edit.span.source), edit.text) for edit in fix.edits),
            fix.certain,
        ),
        stays=entry(diagnostic.code).severity is Severity.WARNING,
        page=None if page is None else page.replace("{code}", diagnostic.code),
    )


def _spot(place: Place, source: Source) -> Spot:
    first, last = source.position(place.start), source.position(place.end)
    return Spot(place.file, (first[0] - 1, first[1] - 1), (last[0] - 1, last[1] - 1))


def games_below(folders: Iterable[str]) -> Iterator[str]:
    """The game files in these folders, as many as are looked at."""
    return islice((str(path) for folder in folders for path in game_files_in(Path(folder))), MOST_FILES)


def declared_in_folders(folders: Iterable[str], known: Container[str], texts: Texts) -> tuple[Index, ...]:
    """What the game files in folders declare that are not known, read without being checked."""
    definitions = []
    for path in games_below(folders):
        files = files_with(texts)
        if path in known:
            continue
        with suppress(OSError, SourceError):
            tree = parse(files.game_source(Path(path)), Report())
            if tree is not None:
                read = {source.name: source.text for source in files.sources.values()}
                definitions.append(Index(read, tuple(declared_in(tree)), ()))
    return tuple(definitions)


def indexes_related_to(
    wanted: AbstractSet[str], own: str, folders: Iterable[str], texts: Texts
) -> tuple[Index, ...]:
    """The indexes of other games that may be made of one of these files: variants, and what names one of
    them. Those are left out that cannot be read.
    """
    names = {Path(file).name for file in wanted}
    indexes = []
    for path in games_below(folders):
        if path == own:
            continue
        with suppress(OSError, SourceError):
            text = files_with(texts).game_source(Path(path)).text
            if path in wanted or _BASE.search(text) or any(name in text for name in names):
                index = read_quickly(path, texts).index
                if index is not None:
                    indexes.append(index)
    return tuple(indexes)
