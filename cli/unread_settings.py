"""Settings that somebody wrote into a pyproject.toml: they are not read, and that is said."""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

FILE = "pyproject.toml"
TABLE = "rulesdsl"
LARGEST = 1_000_000
"""In bytes; what is larger is not looked into."""
HEADER = re.compile(r"\s*\[+\s*[\"']?tool[\"']?\s*\.\s*[\"']?rulesdsl\b")
KEY = re.compile(r"\s*(tool\s*\.\s*)?[\"']?rulesdsl[\"']?\s*[.=]")


def say_what_is_not_read(files: Iterable[Path]) -> None:
    """On standard error, for the pyproject.toml nearest to here and to each of the files and folders."""
    folders = dict.fromkeys([Path(), *(path if path.is_dir() else path.parent for path in files)])
    projects = {_nearest(folder): None for folder in folders}
    for project in projects:
        line = None if project is None else _line_of_table(project)
        if project is not None and line is not None:
            click.echo(
                f"note: {os.path.relpath(project)}:{line}: [tool.{TABLE}] is not read; "
                "options stand on the command line",
                err=True,
            )


def _nearest(folder: Path) -> Path | None:
    try:
        here = folder.resolve()
    except (OSError, RuntimeError):
        return None
    return next((file for one in (here, *here.parents) if (file := one / FILE).is_file()), None)


def _line_of_table(project: Path) -> int | None:
    """Where the table begins; None where there is none, and where the file is no TOML that could have one."""
    try:
        with project.open("rb") as file:
            text = file.read(LARGEST + 1).decode()
    except (OSError, UnicodeDecodeError):
        return None
    if TABLE not in text or len(text) > LARGEST:
        return None
    try:
        tool = tomllib.loads(text).get("tool")
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    if not isinstance(tool, dict) or TABLE not in tool:
        return None
    return next(_lines_that_may_begin_it(text.splitlines()), 1)


def _lines_that_may_begin_it(lines: list[str]) -> Iterator[int]:
    """The likeliest first: a header, then a key, then a line that has the word."""
    for begins in (HEADER.match, KEY.match, re.compile(TABLE).search):
        yield from (number for number, line in enumerate(lines, start=1) if begins(line))
