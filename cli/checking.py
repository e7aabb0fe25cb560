"""Many files checked: what is kept is taken, the others are checked on all cores."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulesdsl.diagnostics import Report
from rulesdsl.game_cache import kept_report

from .loading import cache_folder
from .workers import on_all_cores

Checked = tuple[Report, set[Path]]
"""All that is wrong with a file, and the files that were read for it."""


def checked(paths: Iterable[Path]) -> dict[Path, Checked]:
    folder = cache_folder()
    checked_files: dict[Path, Checked | None] = {
        path: None if folder is None else kept_report(folder, path) for path in paths
    }
    unknown = [path for path, known in checked_files.items() if known is None]
    now = dict(zip(unknown, on_all_cores(check, unknown, read_what_checks), strict=True))
    return {path: now[path] if known is None else known for path, known in checked_files.items()}


def read_what_checks() -> None:
    """All that checking needs, before there are files."""
    from rulesdsl import pipeline  # noqa: F401
    from rulesdsl.syntax.table import grammar

    grammar(cache_folder())


def check(path: Path) -> Checked:
    from rulesdsl.game_files import Files
    from rulesdsl.pipeline import everything_wrong_with

    return everything_wrong_with(path, Files(cache_folder()))


def check_text(path: Path, text: bytes) -> Report:
    """What is wrong with a file if this stands in it."""
    from rulesdsl.game_files import Files
    from rulesdsl.pipeline import check_file

    report = Report()
    check_file(path, Files(cache_folder(), {path: text}), report)
    return report
