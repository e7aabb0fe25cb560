"""Reading game files and the tables that lie with them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulesdsl.diagnostics.fixes import as_meant
from rulesdsl.diagnostics.model import Diagnostic, Label, Report
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.named_files import OtherKind, OutsideFolder, files_below, named_file, not_there, start_of
from rulesdsl.source import Source, SourceError
from rulesdsl.syntax import ast

TABLE, RULE_LIST, WORDS = ".csv", ".md", ".txt"
"""How the names of what a game is made of end."""
WHAT_ENDS_SO = {TABLE: "a table", RULE_LIST: "a rule list", WORDS: "a list of words"}

LARGEST_FILE = 2_000_000
"""Bytes of a game file, of a table of data or of a list of words."""


class Files:
    """Reads game files and their data; keeps every source it has read.

    `texts` are game files as they are to be read, whatever lies on the disk.
    """

    def __init__(self, cache_dir: Path | None = None, texts: Mapping[Path, bytes] | None = None) -> None:
        self.cache_dir = cache_dir
        self.texts = texts or {}
        self.folders: dict[str, Path] = {}
        self.sources: dict[str, Source] = {}
        self.stack: tuple[Source, ...] = ()
        """The game and the variants on it, in the order in which they are carried out."""

    def game_source(self, path: Path) -> Source:
        """A game file; raises OSError or SourceError."""
        text = self.texts.get(path)
        data = start_of(path, LARGEST_FILE) if text is None else text
        return self.keep(Source.from_bytes(str(path), data, limit=LARGEST_FILE), path.parent)

    def keep(self, source: Source, folder: Path) -> Source:
        self.folders[source.name] = folder
        self.sources[source.name] = source
        return source

    def data(self, text: ast.Text, report: Report, ending: str = TABLE) -> Source | None:
        """A table, or a list of words, beside the file in which its name stands, or below."""
        return self._named(text, ending, report)

    def rule_list(self, text: ast.Text, report: Report, ending: str = RULE_LIST) -> Source | None:
        return self._named(text, ending, report)

    def text(self, name: ast.Text) -> str | None:
        """What stands in a table; None if it cannot be read."""
        source = self.data(name, Report())
        return None if source is None else source.text

    def _named(self, text: ast.Text, ending: str, report: Report) -> Source | None:
        folder = self.folders.get(text.span.source.name, Path())
        display = str(folder / text.value)
        if display in self.sources and display.lower().endswith(ending):
            return self.sources[display]
        try:
            path = named_file(folder, text.value, ending)
            source = Source.from_bytes(display, start_of(path, LARGEST_FILE), limit=LARGEST_FILE)
        except OutsideFolder as problem:
            label = Label(text.span, "outside of the folder")
            hint = "data lies in the folder of the game file, or below it"
            report.add(Diagnostic("data-file-outside", str(problem), label, hint=hint))
        except OtherKind as problem:
            hint = f"{WHAT_ENDS_SO[ending]} is a text whose name ends in `{ending}`"
            report.add(
                Diagnostic("data-file-unreadable", str(problem), Label(text.span, "not read"), hint=hint)
            )
        except IsADirectoryError:
            report.add(_a_folder(text, folder / text.value, ending))
        except OSError:
            label = Label(text.span, f"looked for in {folder}")
            message = not_there(folder / text.value, text.value)
            there = files_below(folder, ending)
            meant, fix = did_you_mean(text.value, there), as_meant(text.span, text.value, there)
            report.add(Diagnostic("data-file-missing", message, label, hint=meant, fix=fix))
        except SourceError as error:
            report.add(Diagnostic.of_source_error(error))
        else:
            self.sources[display] = source
            return source
        return None


def _a_folder(text: ast.Text, path: Path, ending: str) -> Diagnostic:
    inside = [f"{text.value.rstrip('/')}/{name}" for name in files_below(path, ending) if "/" not in name][:3]
    message = f"`{text.value}` is a folder, not a file"
    hint = "name a file in it: " + ", ".join(f"`{name}`" for name in inside) if inside else None
    return Diagnostic(
        "data-file-missing", message, Label(text.span, f"{WHAT_ENDS_SO[ending]} is expected"), hint=hint
    )
