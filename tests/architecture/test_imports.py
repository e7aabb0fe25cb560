"""Who may import whom: two towers, the front end and the engine, that meet in the program."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

# The rooms of the house, each with the rooms that it may import. A module belongs to the room with the
# longest name that it begins with; a room's modules may import each other. `rulesdsl` itself is one module.
ROOMS: Mapping[str, frozenset[str]] = {
    room: frozenset(allowed.split())
    for room, allowed in {
        "rulesdsl": (
            "rulesdsl.bots rulesdsl.checked_game rulesdsl.engine rulesdsl.library rulesdsl.pipeline"
            " rulesdsl.program rulesdsl.seating rulesdsl.texts rulesdsl.trace rulesdsl.version"
        ),
        # the base: what both towers stand on
        "rulesdsl.version": "",
        "rulesdsl.source": "rulesdsl.visible",
        "rulesdsl.functions": "",
        "rulesdsl.operations": "rulesdsl.functions rulesdsl.texts",
        "rulesdsl.gatherings": "rulesdsl.operations",
        "rulesdsl.program": (
            "rulesdsl.gatherings rulesdsl.grids rulesdsl.operations rulesdsl.source rulesdsl.word_lists"
        ),
        "rulesdsl.program_walk": "rulesdsl.program rulesdsl.source",
        "rulesdsl.statement_facts": "rulesdsl.program rulesdsl.program_walk",
        "rulesdsl.facts": (
            "rulesdsl.gatherings rulesdsl.operations rulesdsl.program rulesdsl.program_walk"
            " rulesdsl.statement_facts"
        ),
        "rulesdsl.graphs": "",
        "rulesdsl.texts": "",
        "rulesdsl.word_lists": "",
        "rulesdsl.grids": "rulesdsl.graphs",
        "rulesdsl.shapes": "rulesdsl.grids",
        "rulesdsl.games": "",
        "rulesdsl.builtins": "rulesdsl.functions rulesdsl.operations",
        "rulesdsl.highlight": "rulesdsl.builtins",
        "rulesdsl.named_files": "",
        "rulesdsl.visible": "",
        # the front end
        "rulesdsl.diagnostics": "rulesdsl.source",
        "rulesdsl.diagnostics.render": (
            "rulesdsl.diagnostics rulesdsl.source rulesdsl.version rulesdsl.visible"
        ),
        "rulesdsl.library": "rulesdsl.diagnostics rulesdsl.games rulesdsl.named_files",
        "rulesdsl.syntax": "rulesdsl.diagnostics rulesdsl.source rulesdsl.version rulesdsl.visible",
        "rulesdsl.tables": "rulesdsl.diagnostics rulesdsl.source rulesdsl.syntax",
        "rulesdsl.rule_list": "rulesdsl.diagnostics rulesdsl.source rulesdsl.syntax",
        "rulesdsl.differences": "rulesdsl.diagnostics rulesdsl.source rulesdsl.syntax rulesdsl.variants",
        "rulesdsl.check": (
            "rulesdsl.builtins rulesdsl.diagnostics rulesdsl.facts rulesdsl.functions rulesdsl.gatherings"
            " rulesdsl.graphs rulesdsl.grids"
            " rulesdsl.operations rulesdsl.program"
            " rulesdsl.program_walk rulesdsl.rule_list"
            " rulesdsl.shapes rulesdsl.source rulesdsl.statement_facts rulesdsl.syntax rulesdsl.texts"
            " rulesdsl.word_lists"
        ),
        "rulesdsl.variants": (
            "rulesdsl.check rulesdsl.diagnostics rulesdsl.library rulesdsl.named_files"
            " rulesdsl.program_walk rulesdsl.source rulesdsl.syntax"
        ),
        # the engine
        "rulesdsl.engine": (
            "rulesdsl.facts rulesdsl.gatherings rulesdsl.graphs rulesdsl.grids rulesdsl.operations"
            " rulesdsl.program rulesdsl.program_walk rulesdsl.source rulesdsl.statement_facts"
            " rulesdsl.texts rulesdsl.word_lists"
        ),
        "rulesdsl.score_sheet": "rulesdsl.engine rulesdsl.program rulesdsl.source",
        "rulesdsl.native": (
            "rulesdsl.engine rulesdsl.game_cache rulesdsl.gatherings rulesdsl.graphs rulesdsl.program"
            " rulesdsl.program_walk rulesdsl.source rulesdsl.texts"
        ),
        "rulesdsl.bots": (
            "rulesdsl.engine rulesdsl.native rulesdsl.operations rulesdsl.program rulesdsl.score_sheet"
            " rulesdsl.source"
        ),
        "rulesdsl.trace": (
            "rulesdsl.engine rulesdsl.operations rulesdsl.program rulesdsl.program_walk"
            " rulesdsl.score_sheet rulesdsl.source rulesdsl.statement_facts rulesdsl.texts rulesdsl.version"
        ),
        # what puts both to use
        "rulesdsl.serialization": "",
        "rulesdsl.game_cache": "rulesdsl.diagnostics rulesdsl.serialization rulesdsl.source rulesdsl.version",
        "rulesdsl.kept_parts": (
            "rulesdsl.diagnostics rulesdsl.game_cache rulesdsl.grids rulesdsl.program rulesdsl.source"
            " rulesdsl.syntax"
        ),
        "rulesdsl.whole_differences": "rulesdsl.variants rulesdsl.differences rulesdsl.syntax",
        "rulesdsl.repairs": "rulesdsl.diagnostics rulesdsl.source",
        "rulesdsl.bot_names": "rulesdsl.diagnostics",
        "rulesdsl.project": "rulesdsl.bot_names rulesdsl.diagnostics rulesdsl.named_files",
        "rulesdsl.game_files": "rulesdsl.diagnostics rulesdsl.named_files rulesdsl.source rulesdsl.syntax",
        "rulesdsl.checked_game": (
            "rulesdsl.check rulesdsl.diagnostics rulesdsl.game_files rulesdsl.game_cache rulesdsl.kept_parts"
            " rulesdsl.program rulesdsl.source rulesdsl.syntax"
        ),
        "rulesdsl.pipeline": (
            "rulesdsl.check rulesdsl.checked_game rulesdsl.diagnostics rulesdsl.game_files"
            " rulesdsl.game_cache rulesdsl.library rulesdsl.program_walk rulesdsl.source rulesdsl.syntax"
            " rulesdsl.variants"
        ),
        "rulesdsl.preferences": (
            "rulesdsl.check rulesdsl.checked_game rulesdsl.diagnostics rulesdsl.engine rulesdsl.program"
            " rulesdsl.source rulesdsl.syntax"
        ),
        "rulesdsl.seating": (
            "rulesdsl.bot_names rulesdsl.bots rulesdsl.checked_game rulesdsl.engine rulesdsl.game_files"
            " rulesdsl.named_files rulesdsl.preferences rulesdsl.program rulesdsl.program_walk"
            " rulesdsl.source rulesdsl.texts"
        ),
        "rulesdsl.index": (
            "rulesdsl.builtins rulesdsl.check rulesdsl.diagnostics rulesdsl.game_files rulesdsl.program"
            " rulesdsl.program_walk rulesdsl.rule_list rulesdsl.source rulesdsl.syntax rulesdsl.variants"
        ),
        "rulesdsl.language_server": (
            "rulesdsl.builtins rulesdsl.diagnostics rulesdsl.engine rulesdsl.game_files rulesdsl.index"
            " rulesdsl.pipeline rulesdsl.project rulesdsl.source rulesdsl.syntax rulesdsl.version"
        ),
        # pictures, pages, and the table that people sit at
        "rulesdsl.drawings": (
            "rulesdsl.grids rulesdsl.program rulesdsl.program_walk rulesdsl.shapes rulesdsl.syntax"
            " rulesdsl.tables"
        ),
        "rulesdsl.table": (
            "rulesdsl.check rulesdsl.checked_game rulesdsl.drawings rulesdsl.engine rulesdsl.grids"
            " rulesdsl.named_files rulesdsl.program rulesdsl.program_walk rulesdsl.score_sheet"
            " rulesdsl.shapes rulesdsl.syntax rulesdsl.tables"
        ),
        "rulesdsl.outline": "rulesdsl.source rulesdsl.syntax",
        "rulesdsl.preface": "rulesdsl.syntax",
        "rulesdsl.paper": (
            "rulesdsl.checked_game rulesdsl.diagnostics rulesdsl.drawings rulesdsl.engine rulesdsl.outline"
            " rulesdsl.preface rulesdsl.program rulesdsl.rule_list rulesdsl.shapes rulesdsl.source"
            " rulesdsl.syntax rulesdsl.table rulesdsl.tables"
        ),
        "rulesdsl.server": (
            "rulesdsl.bots rulesdsl.checked_game rulesdsl.drawings rulesdsl.engine rulesdsl.game_cache"
            " rulesdsl.grids rulesdsl.kept_parts rulesdsl.paper rulesdsl.pipeline rulesdsl.program"
            " rulesdsl.program_walk"
            " rulesdsl.score_sheet rulesdsl.seating"
            " rulesdsl.serialization"
            " rulesdsl.source rulesdsl.table rulesdsl.texts rulesdsl.trace"
        ),
        "rulesdsl.simulate": (
            "rulesdsl.bots rulesdsl.check rulesdsl.checked_game rulesdsl.diagnostics rulesdsl.engine"
            " rulesdsl.native rulesdsl.operations rulesdsl.pipeline rulesdsl.program rulesdsl.program_walk"
            " rulesdsl.seating rulesdsl.source rulesdsl.syntax"
        ),
        "rulesdsl.environments": (
            "rulesdsl.bots rulesdsl.checked_game rulesdsl.engine rulesdsl.native rulesdsl.operations"
            " rulesdsl.pipeline rulesdsl.program rulesdsl.program_walk rulesdsl.seating rulesdsl.texts"
            " rulesdsl.trace rulesdsl.version"
        ),
        "rulesdsl.cli": (
            "rulesdsl rulesdsl.bot_names rulesdsl.bots rulesdsl.builtins rulesdsl.check rulesdsl.checked_game"
            " rulesdsl.diagnostics rulesdsl.drawings rulesdsl.environments rulesdsl.game_files"
            " rulesdsl.diagnostics.render rulesdsl.differences rulesdsl.engine rulesdsl.language_server"
            " rulesdsl.library rulesdsl.native rulesdsl.program_walk rulesdsl.texts"
            " rulesdsl.named_files rulesdsl.outline rulesdsl.paper rulesdsl.preface"
            " rulesdsl.game_cache rulesdsl.serialization"
            " rulesdsl.pipeline rulesdsl.program rulesdsl.project rulesdsl.repairs rulesdsl.rule_list"
            " rulesdsl.score_sheet"
            " rulesdsl.seating rulesdsl.server rulesdsl.simulate rulesdsl.source rulesdsl.syntax"
            " rulesdsl.tables"
            " rulesdsl.trace rulesdsl.variants rulesdsl.version rulesdsl.visible rulesdsl.whole_differences"
        ),
    }.items()
}

# The rooms inside the engine, from the ground up, each with the others of them that it may import. To all
# other rooms of the house the engine is one room.
ENGINE: Mapping[str, frozenset[str]] = {
    f"rulesdsl.engine.{room}": frozenset(f"rulesdsl.engine.{one}" for one in allowed.split())
    for room, allowed in {
        "events": "",
        "faults": "",
        "core": "events",
        "maps": "",
        "analysis": "core",
        "dice": "core",
        "chance": "dice faults core",
        "evaluation": "events core maps",
        "labels": "events faults core evaluation",
        "pieces": "chance events faults core labels",
        "decisions": "chance events faults core evaluation pieces labels",
        "runtime": "decisions events faults core",
        "positions": "analysis decisions events core pieces runtime",
        "codegen": "analysis core positions maps runtime labels",
        "explanation": "decisions events faults core maps evaluation runtime labels",
        "plan": "analysis chance decisions events core positions pieces runtime codegen",
        "state": "chance decisions events explanation core positions plan runtime labels",
        "start": "chance dice explanation core plan runtime state",
        "views": "analysis decisions events faults core positions evaluation plan state labels",
        "determinization": (
            "analysis chance decisions dice events faults core positions evaluation runtime state"
        ),
        "examples": "chance decisions events explanation faults core evaluation plan start state labels",
    }.items()
}

# What the rooms of the engine hand each other: below them it is named for its type alone.
HANDED_ROUND = frozenset({"rulesdsl.engine.plan", "rulesdsl.engine.state"})

# The parts of the checker, from the ground up, each with the others of them that it may import. What stands
# below all of them, and is handed to all, is one room each.
CHECK: Mapping[str, frozenset[str]] = {
    f"rulesdsl.check.{part}": frozenset(f"rulesdsl.check.{other}" for other in allowed.split())
    for part, allowed in {
        # what all stand on
        "csv_data": "",
        "domains": "",
        "labels": "",
        "limits": "",
        "symbols": "",
        "folding": "domains",
        "for_copies": "",
        "meanings": "symbols",
        "mentioned_names": "",
        "patches": "csv_data",
        "phases_around": "mentioned_names",
        "positional_zones": "domains",
        "scope": "symbols folding",
        "reporter": "domains symbols scope",
        "growing": "domains folding scope",
        "world": "csv_data growing phases_around symbols scope",
        # the parts
        "declarations": (
            "csv_data domains growing labels limits symbols folding mentioned_names patches"
            " reporter scope world"
        ),
        "expressions": ("domains growing labels symbols folding meanings mentioned_names scope declarations"),
        "statements": "domains symbols folding meanings scope declarations expressions",
        "winning": "domains symbols folding mentioned_names reporter scope world declarations expressions",
        "decisions": "domains labels symbols folding scope declarations expressions statements",
        "zones": "domains limits symbols folding scope declarations expressions statements",
        "examples": (
            "domains symbols folding meanings mentioned_names scope declarations"
            " expressions statements decisions zones"
        ),
        "elaborate": (
            "domains symbols folding positional_zones reporter scope world declarations"
            " expressions statements winning decisions zones examples"
        ),
        "whole": "limits csv_data symbols folding mentioned_names world statements elaborate",
        "head": "limits whole",
        "sizes": "whole",
    }.items()
}

# Two knots between the parts, each a type alone: what is declared has sizes that are formulas, and what
# follows an answer is lines.
CHECK_KNOTS = {
    "rulesdsl.check.declarations.checker": "rulesdsl.check.expressions",
    "rulesdsl.check.statements.checker": "rulesdsl.check.decisions",
}

# What is not ours and not Python's own, and the rooms that may use it.
GUESTS: Mapping[str, frozenset[str]] = {
    "attr": frozenset(ROOMS),
    "attrs": frozenset(ROOMS),
    "lark": frozenset({"rulesdsl.syntax"}),
    "click": frozenset({"rulesdsl.cli"}),
    "altair": frozenset({"rulesdsl.simulate"}),
    "vl_convert": frozenset({"rulesdsl.paper", "rulesdsl.simulate"}),
    "pypdf": frozenset({"rulesdsl.paper"}),
    "gymnasium": frozenset({"rulesdsl.environments"}),
    "numpy": frozenset({"rulesdsl.environments", "rulesdsl.simulate"}),
    "pettingzoo": frozenset({"rulesdsl.environments"}),
    "pyspiel": frozenset({"rulesdsl.environments"}),
    "pyarrow": frozenset({"rulesdsl.simulate"}),
    "distributed": frozenset({"rulesdsl.cli"}),
    "lsprotocol": frozenset({"rulesdsl.language_server"}),
    "pygls": frozenset({"rulesdsl.language_server"}),
    "segno": frozenset({"rulesdsl.cli", "rulesdsl.server"}),
    "starlette": frozenset({"rulesdsl.server"}),
    "uvicorn": frozenset({"rulesdsl.server"}),
    "wasmtime": frozenset({"rulesdsl.native"}),
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


def for_types_alone(text: str) -> frozenset[int]:
    """The lines of the imports that are not carried out when the program runs."""
    return frozenset(
        inner.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
        if isinstance(inner, (ast.Import, ast.ImportFrom))
    )


def room_of(name: str, rooms: Mapping[str, frozenset[str]] = ROOMS) -> str | None:
    if name == "rulesdsl":
        return name
    found = [room for room in rooms if room != "rulesdsl" and f"{name}.".startswith(f"{room}.")]
    return max(found, key=len, default=None)


def complaints_inside(
    tower: str,
    rooms: Mapping[str, frozenset[str]],
    name: str,
    text: str,
    *,
    known: frozenset[str],
    types_from: frozenset[str] = frozenset(),
) -> list[str]:
    """What is wrong with what one module of a tower imports from the tower's other rooms. What is in
    `types_from` may be imported for types alone."""
    room = room_of(name, rooms)
    if room is None:
        return [f"{name} is in no room of {tower}"]
    types = for_types_alone(text)
    found = []
    for line, target in imports(name, text, is_package=False, known=known):
        if not target.startswith(f"{tower}."):
            continue
        other = room_of(target, rooms)
        if other is None:
            found.append(f"{name}:{line} imports {target}, which is in no room of {tower}")
        elif other != room and other not in rooms[room] and not (other in types_from and line in types):
            found.append(f"{name}:{line} imports {target}: {room} may not import {other}")
    return found


def complaints_inside_the_engine(name: str, text: str, *, known: frozenset[str]) -> list[str]:
    return complaints_inside("rulesdsl.engine", ENGINE, name, text, known=known, types_from=HANDED_ROUND)


def complaints_inside_the_checker(name: str, text: str, *, known: frozenset[str]) -> list[str]:
    knot = CHECK_KNOTS.get(name)
    knots = frozenset({knot} if knot is not None else ())
    return complaints_inside("rulesdsl.check", CHECK, name, text, known=known, types_from=knots)


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


def test_every_module_of_the_engine_imports_what_its_room_may(checkout: Path) -> None:
    found = modules(checkout)
    wrong = [
        complaint
        for name, path in found.items()
        if name.startswith("rulesdsl.engine.")
        for complaint in complaints_inside_the_engine(name, path.read_text("utf-8"), known=frozenset(found))
    ]
    assert wrong == []


def test_every_module_of_the_checker_imports_what_its_part_may(checkout: Path) -> None:
    found = modules(checkout)
    wrong = [
        complaint
        for name, path in found.items()
        if name.startswith("rulesdsl.check.")
        for complaint in complaints_inside_the_checker(name, path.read_text("utf-8"), known=frozenset(found))
    ]
    assert wrong == []


def test_no_class_of_the_checker_inherits_from_one_that_inherits(checkout: Path) -> None:
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for name, path in modules(checkout).items()
        if name.startswith("rulesdsl.check.")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    deep = {
        name for name, above in bases.items() if any(bases.get(base, set()) & bases.keys() for base in above)
    }
    assert deep == set()


def test_what_a_room_of_the_engine_may_import_is_imported(checkout: Path) -> None:
    found = modules(checkout)
    used: dict[str | None, set[str | None]] = {}
    for name, path in found.items():
        targets = imports(name, path.read_text("utf-8"), is_package=False, known=frozenset(found))
        used.setdefault(room_of(name, ENGINE), set()).update(room_of(target, ENGINE) for _, target in targets)
    assert {room: allowed - used[room] for room, allowed in ENGINE.items() if allowed - used[room]} == {}


def test_the_map_has_the_rooms_of_the_engine(checkout: Path) -> None:
    page = (checkout / "rulesdsl" / "README.md").read_text("utf-8")
    inside = page.split("## Inside engine")[1].split("## ")[0]
    rows = re.findall(r"^\| `([a-z]+)(?:/|\.py)` \| .* \| ([a-z, ]*) \|$", inside, re.MULTILINE)
    said = {
        room: frozenset(allowed.replace("nothing", "").replace(",", "").split()) for room, allowed in rows
    }
    short = {room.split(".")[-1]: {one.split(".")[-1] for one in allowed} for room, allowed in ENGINE.items()}
    assert said == short


@pytest.mark.parametrize("rooms", [ROOMS, ENGINE, CHECK], ids=["house", "engine", "checker"])
def test_every_room_has_modules(checkout: Path, rooms: Mapping[str, frozenset[str]]) -> None:
    lived_in = {room_of(name, rooms) for name in modules(checkout)}
    assert [room for room in rooms if room not in lived_in] == []


def test_rooms_are_spelled_right_in_the_table() -> None:
    named = set().union(*ROOMS.values()) | set().union(*GUESTS.values())
    assert named - set(ROOMS) == set()
    assert set().union(HANDED_ROUND, *ENGINE.values()) - set(ENGINE) == set()
    assert set().union(CHECK_KNOTS.values(), *CHECK.values()) - set(CHECK) == set()


@pytest.mark.parametrize("rooms", [ROOMS, ENGINE, CHECK], ids=["house", "engine", "checker"])
def test_the_table_has_no_circles(rooms: Mapping[str, frozenset[str]]) -> None:
    above: dict[str, set[str]] = {room: set(allowed) for room, allowed in rooms.items()}
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
        ("rulesdsl.check.scope", "import rulesdsl.engine", "may not import rulesdsl.engine"),
        ("rulesdsl.check.scope", "from rulesdsl.diagnostics import render", "diagnostics.render"),
        ("rulesdsl.check.scope", "from ..engine import play", "may not import rulesdsl.engine"),
        ("rulesdsl.pipeline", "from .cli import main", "may not import rulesdsl.cli"),
        ("rulesdsl.pipeline", "from . import cli", "may not import rulesdsl"),
        ("rulesdsl.check.scope", "import lark", "may not use lark"),
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
    ("name", "text", "complaint"),
    [
        ("labels.labels", "from rulesdsl.engine.pieces import handling", "engine.labels may not import"),
        ("labels.labels", "from rulesdsl.engine.state import State", "may not import rulesdsl.engine.state"),
        ("labels.labels", "if TYPE_CHECKING:\n    from rulesdsl.engine.pieces.handling import X", "labels:2"),
        ("labels.labels", "if DEBUG:\n    from rulesdsl.engine.state import State", "may not import"),
        ("labels.labels", "from rulesdsl.engine import state", "may not import rulesdsl.engine.state"),
        ("labels.labels", "import rulesdsl.engine.misc", "imports rulesdsl.engine.misc, which is in no room"),
        ("misc", "", "rulesdsl.engine.misc is in no room of rulesdsl.engine"),
    ],
)
def test_what_is_not_allowed_inside_the_engine_is_found(name: str, text: str, complaint: str) -> None:
    known = frozenset({"rulesdsl.engine.state", "rulesdsl.engine.pieces.handling"})
    [found] = complaints_inside_the_engine(f"rulesdsl.engine.{name}", text, known=known)
    assert complaint in found


@pytest.mark.parametrize(
    "text",
    [
        "from rulesdsl.engine.labels import things\nfrom rulesdsl.engine.core.layout import Layout",
        "if TYPE_CHECKING:\n    from rulesdsl.engine.state import State",
    ],
)
def test_what_is_allowed_inside_the_engine_is_not_found(text: str) -> None:
    assert complaints_inside_the_engine("rulesdsl.engine.labels.labels", text, known=frozenset()) == []


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
