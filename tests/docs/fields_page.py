"""The page of what the classes of the Python API hold, made from their source.

`python -m tests.docs.fields_page` writes it.
"""

import ast
import re
from collections.abc import Iterator
from inspect import getsource
from textwrap import dedent

from rulesdsl.bots.turn import Turn
from rulesdsl.checked_game import Game
from rulesdsl.engine.chance import Ask
from rulesdsl.engine.labels.summary_line import SeenPhase
from rulesdsl.engine.labels.things import SeenDecision, SeenOption, SeenPiece, Thing
from rulesdsl.engine.state import State
from rulesdsl.engine.views.contents import Contents, StateForm, ZoneForm
from rulesdsl.engine.views.view_text import Grid, SeenScore, SeenState, SeenZone, View
from tests.docs.fences import CHECKOUT

PAGE = CHECKOUT / "docs" / "python_fields.md"

SHOWN = (
    Game,
    State,
    Turn,
    View,
    SeenDecision,
    SeenOption,
    Thing,
    SeenPiece,
    SeenZone,
    SeenState,
    SeenScore,
    SeenPhase,
    Grid,
    Contents,
    ZoneForm,
    StateForm,
    Ask,
)

_HEAD = """\
# What the classes of the Python API hold

This page is made from the source by `python -m tests.docs.fields_page`; [The Python API](python_api.md) shows
how they are used. `View.to_json()` has the fields of a view (but `grids`), and of what is in it, by the same
names: an object for each class, a list for each `tuple`, `null` for None. Players are numbers from 0.
"""

INSIDE = frozenset(
    {"cells", "codes", "memo", "open_codes", "plan", "position_for", "run", "run_from", "source"}
)
"""What the engine's own rooms use of a state."""
ROOMS = frozenset(
    {"files", "fingerprint", "keep", "of_kept", "to_keep", "top", "tree", "example_programs", "examples"}
)
"""The same of a game."""


class Unexplained(ValueError):
    """Something public without a word of explanation."""


def text() -> str:
    return _HEAD + "".join(_section(shown) for shown in SHOWN)


def _section(shown: type) -> str:
    [found] = ast.parse(dedent(getsource(shown))).body
    assert isinstance(found, ast.ClassDef)
    said = ast.get_docstring(found)
    if said is None:
        raise Unexplained(shown.__name__)
    bases = [base.id for base in found.bases if isinstance(base, ast.Name) and base.id != "Recording"]
    also = f" Has what a `{bases[0]}` has, too." if bases else ""
    rows = "".join(f"| `{_flat(form)}` | {_flat(words)} |\n" for form, words in _members(found))
    return f"\n## {shown.__name__}\n\n{said}{also}\n\n| | |\n|---|---|\n{rows}"


def _members(found: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for at, node in enumerate(found.body):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if not name.startswith("_"):
                yield f"{name}: {_type_text(kind)}", _string_after(found.body, at, name)
            case ast.FunctionDef(name="__init__", body=body):
                yield from _kept(body)
            case ast.FunctionDef(name=name) if not name.startswith("_") and name not in INSIDE | ROOMS:
                if any(
                    isinstance(one, ast.Attribute) and one.attr == "setter" for one in node.decorator_list
                ):
                    continue
                words = ast.get_docstring(node)
                if words is None:
                    raise Unexplained(f"{found.name}.{name}")
                yield _form(node), words
            case _:
                pass


def _kept(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """What is set up when the thing is made, as far as it is explained there."""
    for at, node in enumerate(body):
        match node:
            case (
                ast.Assign(targets=[ast.Attribute(attr=name)])
                | ast.AnnAssign(target=ast.Attribute(attr=name))
            ):
                if at + 1 < len(body) and _is_string(body[at + 1]):
                    yield name, _string_after(body, at, name)
            case _:
                pass


def _type_text(node: ast.AST) -> str:
    """Types by their own names, without those under which modules import each other."""
    return re.sub(r"\b(?:ir|ev|ast)\.(?=[A-Z])", "", ast.unparse(node))


def _form(node: ast.FunctionDef) -> str:
    gives = _type_text(node.returns) if node.returns is not None else ""
    if any(
        isinstance(one, ast.Name) and one.id in ("property", "cached_property") for one in node.decorator_list
    ):
        return f"{node.name}: {gives}"
    node.args.args = node.args.args[1:]
    return f"{node.name}({_type_text(node.args)}) -> {gives}"


def _is_string(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _string_after(body: list[ast.stmt], at: int, name: str) -> str:
    after = body[at + 1] if at + 1 < len(body) else None
    if after is None or not _is_string(after):
        raise Unexplained(name)
    return ast.literal_eval(ast.unparse(after))  # type: ignore[no-any-return]


def _flat(words: str) -> str:
    return re.sub(r"\s+", " ", words).strip().replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(text(), "utf-8")
