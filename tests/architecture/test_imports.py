"""Who may import whom: two towers, the front end and the engine, that meet in the program."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

# The rooms of the house, each with the rooms that it may import. A module belongs to the room with the
# longest name that it begins with; a room's modules may import each other. `rulesdsl` itself is one module.
ROOMS: Mapping[str, frozenset[str]] = {
    room: frozenset(allowed.split())
    for room, allowed in {
        "rulesdsl": (
            "rulesdsl.bots rulesdsl.checked_game rulesdsl.engine rulesdsl.pipeline rulesdsl.program"
            " rulesdsl.seating rulesdsl.trace rulesdsl.version"
        ),
        # the base: what both towers stand on
        "rulesdsl.version": "",
        "rulesdsl.source": "",
        "rulesdsl.program": "rulesdsl.source",
        "rulesdsl.graphs": "",
        "rulesdsl.grids": "rulesdsl.graphs",
        "rulesdsl.games": "",
        "rulesdsl.builtins": "",
        "rulesdsl.highlight": "",
        # the front end
        "rulesdsl.diagnostics": "rulesdsl.source",
        "rulesdsl.diagnostics.render": "rulesdsl.diagnostics rulesdsl.source rulesdsl.version",
        "rulesdsl.library": "rulesdsl.diagnostics rulesdsl.games",
        "rulesdsl.syntax": "rulesdsl.diagnostics rulesdsl.source",
        "rulesdsl.tables": "rulesdsl.diagnostics rulesdsl.source rulesdsl.syntax",
        "rulesdsl.rule_list": "rulesdsl.diagnostics rulesdsl.source rulesdsl.syntax",
        "rulesdsl.differences": (
            "rulesdsl.diagnostics rulesdsl.rule_list rulesdsl.source rulesdsl.syntax rulesdsl.tables"
        ),
        "rulesdsl.check": (
            "rulesdsl.builtins rulesdsl.diagnostics rulesdsl.grids rulesdsl.program rulesdsl.rule_list"
            " rulesdsl.source rulesdsl.syntax"
        ),
        "rulesdsl.variants": (
            "rulesdsl.check rulesdsl.diagnostics rulesdsl.library rulesdsl.source rulesdsl.syntax"
        ),
        # the engine
        "rulesdsl.engine": "rulesdsl.graphs rulesdsl.grids rulesdsl.program rulesdsl.source",
        "rulesdsl.score_sheet": "rulesdsl.engine rulesdsl.program rulesdsl.source",
        "rulesdsl.bots": "rulesdsl.engine rulesdsl.program rulesdsl.score_sheet rulesdsl.source",
        "rulesdsl.trace": (
            "rulesdsl.engine rulesdsl.program rulesdsl.score_sheet rulesdsl.source rulesdsl.version"
        ),
        # what puts both to use
        "rulesdsl.kept_games": "rulesdsl.version",
        "rulesdsl.game_files": "rulesdsl.diagnostics rulesdsl.source rulesdsl.syntax",
        "rulesdsl.checked_game": (
            "rulesdsl.check rulesdsl.diagnostics rulesdsl.game_files rulesdsl.kept_games rulesdsl.program"
            " rulesdsl.source rulesdsl.syntax"
        ),
        "rulesdsl.pipeline": (
            "rulesdsl.check rulesdsl.checked_game rulesdsl.diagnostics rulesdsl.game_files"
            " rulesdsl.kept_games rulesdsl.library rulesdsl.source rulesdsl.syntax rulesdsl.variants"
        ),
        "rulesdsl.preferences": (
            "rulesdsl.check rulesdsl.checked_game rulesdsl.diagnostics rulesdsl.engine rulesdsl.program"
            " rulesdsl.source rulesdsl.syntax"
        ),
        "rulesdsl.seating": (
            "rulesdsl.bots rulesdsl.checked_game rulesdsl.diagnostics rulesdsl.engine rulesdsl.game_files"
            " rulesdsl.preferences rulesdsl.program rulesdsl.source"
        ),
        "rulesdsl.simulate": (
            "rulesdsl.bots rulesdsl.check rulesdsl.checked_game rulesdsl.diagnostics rulesdsl.engine"
            " rulesdsl.pipeline rulesdsl.program rulesdsl.seating rulesdsl.source rulesdsl.syntax"
        ),
        "rulesdsl.cli": (
            "rulesdsl rulesdsl.bots rulesdsl.builtins rulesdsl.check rulesdsl.checked_game"
            " rulesdsl.diagnostics rulesdsl.game_files"
            " rulesdsl.diagnostics.render rulesdsl.differences rulesdsl.engine rulesdsl.library"
            " rulesdsl.pipeline rulesdsl.program rulesdsl.rule_list rulesdsl.score_sheet rulesdsl.seating"
            " rulesdsl.simulate rulesdsl.source rulesdsl.syntax rulesdsl.tables rulesdsl.trace"
            " rulesdsl.variants rulesdsl.version"
        ),
    }.items()
}

# What is not ours and not Python's own, and the rooms that may use it.
GUESTS: Mapping[str, frozenset[str]] = {
    "attr": frozenset(ROOMS),
    "attrs": frozenset(ROOMS),
    "lark": frozenset({"rulesdsl.syntax"}),
    "click": frozenset({"rulesdsl.cli"}),
    "altair": frozenset({"rulesdsl.simulate"}),
    "vl_convert": frozenset({"rulesdsl.simulate"}),
    "pyarrow": frozenset({"rulesdsl.simulate"}),
    "distributed": frozenset({"rulesdsl.cli"}),
    "rich": frozenset({"rulesdsl.cli", "rulesdsl.diagnostics.render"}),
}

FOLDERS = {"rulesdsl": "rulesdsl", "rulesdsl.cli": "cli", "rulesdsl.games": "games"}


def modules(checkout: Path) -> dict[str, Path]:
    """Every module that is installed, by its name."""
    found = {}
    for package, folder in FOLDERS.items():
        for path in sorted((checkout / folder).rglob("*.py")):
            parts = path.relative_to(checkout / folder).with_suffix("").parts
            name = ".".join((package, *parts)).removesuffix(".__init__")
            found[name] = path
    return found


def imports(name: str, text: str, *, is_package: bool, known: frozenset[str]) -> Iterator[tuple[int, str]]:
    """The line and the name of every module that a module imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names, lineno=line):
                yield from ((line, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level, lineno=line):
                parts = name.split(".")
                above = parts[: len(parts) - level + is_package] if level else []
                base = ".".join([*above, *([module] if module else [])])
                for alias in names:
                    part = f"{base}.{alias.name}"
                    yield line, part if part in known else base
            case _:
                pass


def room_of(name: str) -> str | None:
    if name == "rulesdsl":
        return name
    rooms = [room for room in ROOMS if room != "rulesdsl" and f"{name}.".startswith(f"{room}.")]
    return max(rooms, key=len, default=None)


def complaints(name: str, text: str, *, is_package: bool, known: frozenset[str]) -> list[str]:
    """What is wrong with the imports of one module."""
    room = room_of(name)
    if room is None:
        return [f"{name} is in no room"]
    found = []
    for line, target in imports(name, text, is_package=is_package, known=known):
        if target.split(".")[0] == "rulesdsl":
            other = room_of(target)
            if other is None:
                found.append(f"{name}:{line} imports {target}, which is in no room")
            elif other != room and other not in ROOMS[room]:
                found.append(f"{name}:{line} imports {target}: {room} may not import {other}")
        else:
            guest = target.split(".")[0]
            if guest in GUESTS and room not in GUESTS[guest]:
                found.append(f"{name}:{line} imports {target}: {room} may not use {guest}")
    return found


def test_every_module_is_in_a_room_and_imports_what_the_room_may(checkout: Path) -> None:
    found = modules(checkout)
    known = frozenset(found)
    wrong = [
        complaint
        for name, path in found.items()
        for complaint in complaints(
            name, path.read_text("utf-8"), is_package=path.name == "__init__.py", known=known
        )
    ]
    assert wrong == []


def test_every_room_has_modules(checkout: Path) -> None:
    lived_in = {room_of(name) for name in modules(checkout)}
    assert [room for room in ROOMS if room not in lived_in] == []


def test_rooms_are_spelled_right_in_the_table() -> None:
    named = set().union(*ROOMS.values()) | set().union(*GUESTS.values())
    assert named - set(ROOMS) == set()


def test_the_table_has_no_circles() -> None:
    above: dict[str, set[str]] = {room: set(allowed) for room, allowed in ROOMS.items()}
    while free := [room for room, allowed in above.items() if not allowed & above.keys()]:
        for room in free:
            del above[room]
    assert above == {}


KNOWN = frozenset({"rulesdsl.engine.play", "rulesdsl.diagnostics.render", "rulesdsl.syntax.ast"})


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("rulesdsl.engine.play", "import rulesdsl.syntax.ast", "may not import rulesdsl.syntax"),
        ("rulesdsl.engine.play", "from rulesdsl.check import names", "may not import rulesdsl.check"),
        ("rulesdsl.engine.play", "def f():\n    from rulesdsl.syntax import ast", "engine.play:2 imports"),
        ("rulesdsl.check.names", "import rulesdsl.engine", "may not import rulesdsl.engine"),
        ("rulesdsl.check.names", "from rulesdsl.diagnostics import render", "diagnostics.render"),
        ("rulesdsl.check.names", "from ..engine import play", "may not import rulesdsl.engine"),
        ("rulesdsl.pipeline", "from .cli import main", "may not import rulesdsl.cli"),
        ("rulesdsl.pipeline", "from . import cli", "may not import rulesdsl"),
        ("rulesdsl.check.names", "import lark", "may not use lark"),
        ("rulesdsl.pipeline", "import rich.console", "may not use rich"),
        ("rulesdsl.pipeline", "import rulesdsl.misc", "imports rulesdsl.misc, which is in no room"),
        ("rulesdsl.misc", "", "rulesdsl.misc is in no room"),
        ("rulesdsl.enginery", "", "rulesdsl.enginery is in no room"),
    ],
)
def test_what_is_not_allowed_is_found(name: str, text: str, complaint: str) -> None:
    [found] = complaints(name, text, is_package=False, known=KNOWN)
    assert complaint in found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rulesdsl.engine.play", "from rulesdsl.engine import zones\nfrom rulesdsl.program import Program"),
        ("rulesdsl.engine.play", "import attrs\nfrom collections import deque"),
        ("rulesdsl.cli.validate", "from .game_options import game_argument\nimport click"),
        ("rulesdsl.cli.validate", "from rulesdsl.diagnostics import render"),
    ],
)
def test_what_is_allowed_is_not_found(name: str, text: str) -> None:
    assert complaints(name, text, is_package=False, known=KNOWN) == []


def test_a_package_counts_dots_from_itself() -> None:
    [found] = complaints("rulesdsl.engine", "from ..syntax import ast", is_package=True, known=KNOWN)
    assert "rulesdsl.engine:1 imports rulesdsl.syntax.ast" in found
