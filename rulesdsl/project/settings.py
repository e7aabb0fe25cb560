"""Settings: which there are, what they may be, and how they are read from a file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from attrs import frozen

from rulesdsl.bot_names import PYTHON, WAYS, WRITTEN, UnknownBot, iterations
from rulesdsl.diagnostics.catalogue import CATALOGUE, Severity
from rulesdsl.diagnostics.suggest import or_meant, suggest
from rulesdsl.named_files import start_of

OWN_FILE, SHARED_FILE = "rulesdsl.toml", "pyproject.toml"
TABLE = ("tool", "rulesdsl")
LARGEST = 1_000_000
"""In bytes; a larger file is refused."""
OFF = "off"
Value = str | int | bool | list[str]

_SECTION = re.compile(r"\s*\[+\s*(?P<keys>[^\]]+?)\s*\]+\s*(#.*)?$")
_NAME = r"(?:[\w-]+|\"[^\"]*\"|'[^']*')"
_KEY = re.compile(_NAME)
_ENTRY = re.compile(rf"\s*(?P<keys>{_NAME}(?:\s*\.\s*{_NAME})*)\s*=")


@frozen
class Complaint:
    """What is wrong with a file of settings, and in which line, where that can be told."""

    file: Path
    what: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}" if self.line else f"{self.file} {self.what}"


class BadSettings(ValueError):
    """A file of settings that cannot be followed; `complaints` say why."""

    def __init__(self, *complaints: Complaint) -> None:
        super().__init__("\n".join(map(str, complaints)))
        self.complaints = complaints


class _Wrong(ValueError):
    """What a value should be."""


@frozen
class Setting:
    """What holds, and the file and line that say so; nothing where nobody said anything."""

    value: Any
    file: Path | None = None
    line: int = 0


@frozen
class Kind:
    """A setting that there is: how it is read, what it is if nobody says, and what it is for."""

    read: Callable[[object], Any]
    usual: Any
    purpose: str
    per_folder: bool = True
    """Whether a folder can have its own."""


# ---------------------------------------------------------------- values


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Wrong("is `true` or `false`")
    return value


def _number(least: int, most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise _Wrong(f"is a whole number from {least} to {most:,}")
        return value

    return read


def _bot(value: object) -> str:
    """A bot that comes with the program: whoever runs a command in a folder of somebody else's must not
    run that person's Python."""
    if not isinstance(value, str) or not value:
        raise _Wrong('is the name of a bot, such as "greedy"')
    if value.lower().endswith(PYTHON):
        raise _Wrong("is no Python file: a bot that is a program is named on the command line")
    if value.startswith(WRITTEN):
        _inside(value.removeprefix(WRITTEN))
        return value
    try:
        iterations(value, [way for way in WAYS if not way.endswith(PYTHON)])
    except UnknownBot as unknown:
        raise _Wrong(f"names no bot: {unknown}") from None
    return value


def _inside(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise _Wrong("is a path in this folder, in quotation marks")
    windows = PureWindowsPath(value)
    if windows.drive or windows.root or value.startswith("~") or ".." in PurePosixPath(value).parts:
        raise _Wrong(f"is a path in this folder, which `{value}` is not")
    return value


def _not_by_a_link(folder: Path, setting: str) -> None:
    """A file that is read or written stays in the folder, whatever links lie there."""
    name = setting.removeprefix(WRITTEN)
    try:
        inside = (folder / name).resolve().is_relative_to(folder.resolve())
    except (RuntimeError, OSError):
        inside = False
    if not inside:
        raise _Wrong(f"is a path in this folder, and `{name}` leads out of it, by a link")


def _paths(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _Wrong('is a list of paths, such as ["games", "drafts/*.game"]')
    return tuple(map(_inside, value))


def _address(value: object) -> str:
    if not isinstance(value, str) or not re.match(r"https?://[^\s{}]+\{code\}\S*$", value):
        raise _Wrong("is an address with `{code}` in it, such as https://example.org/codes/{code}/")
    return value


SEVERITIES = (*(str(severity) for severity in Severity), OFF)


def _severities(value: object) -> dict[str, str]:
    """Codes and areas with how much they weigh."""
    if not isinstance(value, dict):
        raise _Wrong('is a table, such as `uncited-rule = "error"`')
    return value


def _no_table(value: object) -> object:
    return value


SETTINGS: Mapping[str, Kind] = {
    "files": Kind(_paths, (".",), "files, folders and patterns that belong to the project", per_folder=False),
    "exclude": Kind(_paths, (), "files, folders and patterns that do not", per_folder=False),
    "severity": Kind(_severities, {}, f"of warnings, by code or area: {', '.join(SEVERITIES)}"),
    "strict": Kind(_flag, False, "whether warnings make `validate` fail"),
    "line-length": Kind(_number(40, 400), 100, "how long lines may be that `fmt` writes"),
    "bot": Kind(_bot, "random", "who plays where nobody is named"),
    "games": Kind(_number(1, 10_000_000), 1000, "how many games `simulate` and `compare` play"),
    "baseline": Kind(_inside, None, "the file of findings that are accepted", per_folder=False),
    "documentation": Kind(_address, None, "where the pages of codes lie, for reports", per_folder=False),
}
SINGLE_FILES = ("bot", "baseline")
"""The settings that may name a file that is read or written."""
FOLDERS = "folders"


# ---------------------------------------------------------------- files


def settings_file_in(folder: Path) -> tuple[Path, Mapping[str, Any]] | None:
    """The file of settings of a folder, with what it says; None if it has none."""
    own, shared = folder / OWN_FILE, folder / SHARED_FILE
    content = _table_in(shared)
    if not own.is_file():
        return None if content is None else (shared, content)
    if content is not None:
        raise BadSettings(Complaint(own, f"and [tool.rulesdsl] in {shared} are both there; keep one of them"))
    return own, _loaded(own, _text(own))


def _text(file: Path) -> str:
    try:
        data = start_of(file, LARGEST)
        if len(data) > LARGEST:
            raise BadSettings(Complaint(file, f"has more than {LARGEST:,} bytes"))
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadSettings(Complaint(file, "is not text in UTF-8")) from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise BadSettings(Complaint(file, f"cannot be read: {why}")) from None


def _loaded(file: Path, text: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = int(line[1]) if line else text.count("\n") + 1
        raise BadSettings(Complaint(file, f"this is no TOML: {what}", number)) from None
    except RecursionError:
        raise BadSettings(Complaint(file, "is nested too deeply")) from None


def _table_in(shared: Path) -> Mapping[str, Any] | None:
    """The table of ours in a file that belongs to others as well, whose mistakes are not ours to tell."""
    if not shared.is_file():
        return None
    try:
        text = _text(shared)
        content = _loaded(shared, text) if TABLE[1] in text else {}
    except BadSettings:
        if shared.stat().st_size <= LARGEST and re.search(
            rb"^\s*\[tool\.rulesdsl\b", shared.read_bytes(), re.MULTILINE
        ):
            raise
        return None
    for key in TABLE:
        table = content.get(key)
        if table is None:
            return None
        if not isinstance(table, dict):
            raise BadSettings(Complaint(shared, "[tool.rulesdsl] is a table", line_of(text, (key,))))
        content = table
    return content


def line_of(text: str, path: tuple[str, ...]) -> int:
    """The line on which a setting stands, or the table that it is in; 1 where no line can be told."""
    section: tuple[str, ...] = ()
    best = (0, 1)
    for number, line in enumerate(text.splitlines(), start=1):
        if head := _SECTION.match(line):
            section = here = _keys(head["keys"])
        elif entry := _ENTRY.match(line):
            here = (*section, *_keys(entry["keys"]))
        else:
            continue
        if path[: len(here)] == here and len(here) > best[0]:
            best = len(here), number
    return best[1]


def _keys(text: str) -> tuple[str, ...]:
    return tuple(key.strip("\"'") for key in _KEY.findall(text))


# ---------------------------------------------------------------- what they say


@frozen
class Said:
    """What one file of settings says: of the whole project, and of folders by their paths."""

    everywhere: Mapping[str, Setting]
    folders: Mapping[str, Mapping[str, Setting]]


def read_settings(file: Path, table: Mapping[str, Any]) -> Said:
    """BadSettings tells all that is wrong, each with its line and what may have been meant."""
    text = _text(file)
    above = TABLE if file.name == SHARED_FILE else ()
    complaints: list[Complaint] = []

    def complain(path: tuple[str, ...], what: str) -> None:
        complaints.append(Complaint(file, what, line_of(text, (*above, *path))))

    def read(
        content: Mapping[str, Any], path: tuple[str, ...], known: Mapping[str, Kind]
    ) -> dict[str, Setting]:
        settings: dict[str, Setting] = {}
        for key, value in content.items():
            kind = known.get(key)
            if kind is None:
                complain((*path, key), _unknown(key, path, known))
                continue
            try:
                setting = kind.read(value)
                if key in SINGLE_FILES:
                    _not_by_a_link(file.parent, setting)
            except _Wrong as wrong:
                complain((*path, key), f"`{key}` {wrong}")
                continue
            if key == "severity":
                for code, why in _bad_severities(setting):
                    complain((*path, key, code), why)
            settings[key] = Setting(setting, file, line_of(text, (*above, *path, key)))
        return settings

    everywhere = read({key: value for key, value in table.items() if key != FOLDERS}, (), SETTINGS)
    folders: dict[str, Mapping[str, Setting]] = {}
    of_folders = {key: kind for key, kind in SETTINGS.items() if kind.per_folder}
    content = table.get(FOLDERS, {})
    if not isinstance(content, dict) or not all(isinstance(table, dict) for table in content.values()):
        complain((FOLDERS,), '`folders` has a table for each folder: [folders."drafts"]')
        content = {}
    for name, own in content.items():
        try:
            folders[_inside(name).strip("/")] = read(own, (FOLDERS, name), of_folders)
        except _Wrong as wrong:
            complain((FOLDERS, name), f"a folder {wrong}")
    if complaints:
        raise BadSettings(*complaints)
    return Said(everywhere, folders)


def _unknown(key: str, path: tuple[str, ...], known: Mapping[str, Kind]) -> str:
    if path and key in SETTINGS:
        return f"`{key}` holds for the whole project, not for one folder"
    if not path and key == TABLE[0]:
        return f"settings stand by themselves in {OWN_FILE}: `[tool.rulesdsl]` is for {SHARED_FILE}"
    names = [*known, *([] if path else [FOLDERS])]
    words = {name.replace("-", "_"): name for name in names}
    meant = words.get(key) or suggest(key, names) or words.get(suggest(key, words) or "")
    hint = f"; did you mean `{meant}`?" if meant else f"; there is {', '.join(names)}"
    return f"there is no setting `{key}`{hint}"


def _bad_severities(content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    warnings = {code for code, entry in CATALOGUE.items() if entry.severity is Severity.WARNING}
    areas = {CATALOGUE[code].area for code in warnings}
    for code, value in content.items():
        if code in CATALOGUE and code not in warnings:
            yield code, f"`{code}` is an error, and stays one: only what warns can be told to do otherwise"
        elif code not in warnings and code not in areas:
            meant = or_meant(code, [*sorted(warnings), *sorted(areas)], "`rulesdsl explain` lists them")
            yield code, f"there is no warning and no area with warnings `{code}`{meant}"
        elif value not in SEVERITIES:
            meant = or_meant(value, SEVERITIES) if isinstance(value, str) else ""
            listed = ", ".join(f"`{severity}`" for severity in SEVERITIES[:-1])
            yield code, f"`{code}` is {listed} or `{OFF}`{meant}"
