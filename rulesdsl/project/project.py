"""A project: the folder of a file of settings, its game files, and what holds for each of them."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

from attrs import evolve, field, frozen

from rulesdsl.diagnostics.catalogue import Severity, entry
from rulesdsl.diagnostics.model import Diagnostic, Report
from rulesdsl.diagnostics.suggest import suggest
from rulesdsl.project.baseline import Accepted, Key
from rulesdsl.project.settings import OFF, SETTINGS, Said, Setting, read_settings, settings_file_in

SUFFIX = ".game"
NOT_ENTERED = ("node_modules", "__pycache__")


@frozen(eq=False)
class Project:
    folder: Path
    """As it is named from the working folder, where that is possible."""
    file: Path | None = None
    """The file of settings; None where there is none, and everything is as usual."""
    _said: Said = field(factory=lambda: Said({}, {}))

    @property
    def exists(self) -> bool:
        return self.file is not None

    def setting(self, key: str, path: Path | None = None) -> Setting:
        """What holds for the whole project, or for a file or folder in it: the nearest folder decides."""
        setting = self._said.everywhere.get(key, Setting(SETTINGS[key].usual))
        for folder in self._folders_around(path):
            own = self._said.folders[folder].get(key)
            if own is not None and key == "severity":
                setting = evolve(own, value={**setting.value, **own.value})
            elif own is not None:
                setting = own
        return setting

    def _folders_around(self, path: Path | None) -> Iterator[str]:
        """The outermost first."""
        here = None if path is None else self.name_of(path)
        for folder in sorted(self._said.folders, key=lambda folder: (folder.count("/"), folder)):
            if here is not None and _pattern(folder).match(here):
                yield folder

    @property
    def folders(self) -> tuple[str, ...]:
        """Those with settings of their own."""
        return tuple(self._said.folders)

    def name_of(self, path: Path) -> str | None:
        """How a file is called in the project; None if it lies elsewhere."""
        try:
            # Where it was named: a link to a file elsewhere is a file of this folder.
            return Path(os.path.abspath(path)).relative_to(os.path.abspath(self.folder)).as_posix()  # noqa: PTH100
        except ValueError:
            return None

    # ------------------------------------------------------------ files

    def has(self, name: str) -> bool:
        """Whether a file of this name would belong to the project."""
        wanted, unwanted = (self.setting(key).value for key in ("files", "exclude"))
        return any(_pattern(pattern).match(name) for pattern in wanted) and not any(
            _pattern(pattern).match(name) for pattern in unwanted
        )

    def game_files(self, below: Path | None = None) -> list[Path]:
        """The game files that belong to the project, in the order of their names; those `below` a folder."""
        files = []
        for path in game_files_in(self.folder if below is None else below):
            name = self.name_of(path)
            if name is None or self.has(name):
                files.append(path)
        return files

    def meets_nothing(self) -> Iterator[tuple[str, Setting, str | None]]:
        """Paths in the settings below which there is no game file, with who says so, and the folder that
        may have been meant."""
        names = [name for path in game_files_in(self.folder) if (name := self.name_of(path)) is not None]
        settings = [
            *((path, self.setting(key)) for key in ("files", "exclude") for path in self.setting(key).value),
            *((folder, next(iter(own.values()))) for folder, own in self._said.folders.items() if own),
        ]
        there = sorted({str(folder) for name in names for folder in PurePosixPath(name).parents} - {"."})
        for path, setting in settings:
            if setting.file is not None and not any(_pattern(path).match(name) for name in names):
                yield path, setting, suggest(path, there)

    # ------------------------------------------------------------ findings

    def judged(self, diagnostic: Diagnostic) -> Diagnostic | None:
        """A finding with the severity that it has here; None if it is not wanted."""
        wanted = self.setting("severity", Path(diagnostic.span.source.name)).value
        severity = wanted.get(diagnostic.code, wanted.get(entry(diagnostic.code).area))
        if severity is None or entry(diagnostic.code).severity is not Severity.WARNING:
            return diagnostic
        return None if severity == OFF else evolve(diagnostic, weighs=severity)

    @property
    def baseline(self) -> Path | None:
        name = self.setting("baseline").value
        return None if name is None else self.folder / name

    def key_of(self, diagnostic: Diagnostic) -> Key:
        name = diagnostic.span.source.name
        return self.name_of(Path(name)) or name, diagnostic.code, diagnostic.message


def without_accepted(report: Report, accepted: Accepted, project: Project) -> tuple[Report, Counter[Key]]:
    """What is left of a report, and what was accepted and is no longer found."""
    left = Counter(accepted.counts)
    kept = Report(unfinished=report.unfinished)
    for diagnostic in report:
        key = project.key_of(diagnostic)
        if left[key] > 0:
            left[key] -= 1
        else:
            kept.add(diagnostic)
    return kept, +left


@cache
def _pattern(glob: str) -> re.Pattern[str]:
    """A path or a pattern, and all below it: `*` stands for part of a name, `**` for any folders."""
    cleaned = glob.strip("/").removeprefix("./")
    if cleaned in ("", "."):
        return re.compile("")
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", cleaned)
    signs = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(signs.get(part) or re.escape(part) for part in parts) + r"(?:/|\Z)")


def game_files_in(folder: Path) -> Iterator[Path]:
    """In the order of their names; no hidden ones, none of an environment of Python, and no links that lead
    out of the folder: what somebody else's folder points at is not theirs to have read.
    """
    root = folder.resolve()
    for inside, folders, files in os.walk(folder):
        if "pyvenv.cfg" in files and Path(inside) != folder:
            folders.clear()
            continue
        folders[:] = sorted(
            folder for folder in folders if not folder.startswith(".") and folder not in NOT_ENTERED
        )
        for name in sorted(files):
            path = Path(inside) / name
            if name.endswith(SUFFIX) and not name.startswith(".") and path.is_file():
                if path.is_symlink() and not path.resolve().is_relative_to(root):
                    continue
                yield path


def project_of(folder: Path) -> Project:
    """The project that a folder belongs to: the nearest file of settings, here or above."""
    try:
        here = folder.resolve()
    except (OSError, RuntimeError):
        return Project(folder)
    for parent in (here, *here.parents):
        settings = settings_file_in(_as_seen(parent))
        if settings is not None:
            file, table = settings
            return Project(_as_seen(parent), file, read_settings(file, table))
    return Project(folder)


def _as_seen(path: Path) -> Path:
    """As somebody in the working folder would write it."""
    try:
        return Path(os.path.relpath(path))
    except ValueError:
        return path


def settings_of(project: Project, path: Path | None) -> Mapping[str, Setting]:
    """All that holds for a file, or for the whole project."""
    return {key: project.setting(key, path) for key in SETTINGS if path is None or SETTINGS[key].per_folder}
