"""Reading game files and the tables that lie with them."""

from __future__ import annotations

from pathlib import Path

from rulesdsl.diagnostics.model import Diagnostic, Label, Report
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.source import Source, SourceError
from rulesdsl.syntax import ast

LARGEST_FILE = 2_000_000
"""Bytes of a game file or of a table of data."""


class Files:
    """Reads game files and their data; keeps every source it has read."""

    def __init__(self, cache_dir: Path | None = None) -> None:
        self.cache_dir = cache_dir
        self.folders: dict[str, Path] = {}
        self.sources: dict[str, Source] = {}
        self.stack: tuple[Source, ...] = ()
        """The game and the variants on it, in the order in which they are carried out."""

    def game_source(self, path: Path) -> Source:
        """A game file; raises OSError or SourceError."""
        source = Source.from_bytes(str(path), path.read_bytes(), limit=LARGEST_FILE)
        return self.keep(source, path.parent)

    def keep(self, source: Source, folder: Path) -> Source:
        self.folders[source.name] = folder
        self.sources[source.name] = source
        return source

    def data(self, text: ast.Text, report: Report) -> Source | None:
        """A table beside the file in which its name stands, or below."""
        folder = self.folders.get(text.span.source.name, Path())
        path = folder / text.value
        display = str(path)
        if display in self.sources:
            return self.sources[display]
        problem = _outside(folder, path, text.value)
        if problem is not None:
            report.add(
                Diagnostic(
                    "data-file-outside",
                    problem,
                    Label(text.span, "outside of the folder"),
                    hint="data lies in the folder of the game file, or below it",
                )
            )
            return None
        try:
            source = Source.from_bytes(display, path.read_bytes(), limit=LARGEST_FILE)
        except OSError:
            if path.is_dir():
                report.add(_a_folder(text, path, folder))
                return None
            there = sorted(str(one.relative_to(folder)) for one in folder.glob("**/*.csv"))[:200]
            report.add(
                Diagnostic(
                    "data-file-missing",
                    f"there is no file `{text.value}`",
                    Label(text.span, f"looked for in {folder}"),
                    hint=did_you_mean(text.value, there),
                )
            )
            return None
        except SourceError as error:
            report.add(Diagnostic.of_source_error(error))
            return None
        self.sources[display] = source
        return source


def _a_folder(text: ast.Text, path: Path, folder: Path) -> Diagnostic:
    inside = sorted(str(one.relative_to(folder)) for one in path.glob("*.csv"))[:3]
    message = f"`{text.value}` is a folder, not a file"
    hint = "name a file in it: " + ", ".join(f"`{one}`" for one in inside) if inside else None
    return Diagnostic("data-file-missing", message, Label(text.span, "a table is expected"), hint=hint)


def _outside(folder: Path, path: Path, name: str) -> str | None:
    if Path(name).is_absolute():
        return f"`{name}` is an absolute path"
    if not path.resolve().is_relative_to(folder.resolve()):
        return f"`{name}` leads out of the folder of the game"
    return None
