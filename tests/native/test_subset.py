"""Every module that becomes machine code is read: what is outside of the subset is told with its line."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native.compiler import compiled
from rulesdsl.native.subset import outside
from rulesdsl.native.unit import Unit, function_at
from tests.loading import load

CHECKOUT = Path(__file__).parent.parent.parent
PACKAGE = CHECKOUT / "rulesdsl"
FOR_PYTHON_ALONE = {
    # Never come to while a program is played by the machine: it is asked beforehand, while somebody listens
    # or gives the outcomes of chance, or the machine does it in a way of its own.
    "engine/chance.py": {"_wanted"},
    "engine/core/layout.py": {"static_mask"},
    "engine/core/sites.py": set[str](),
    "engine/decisions/quick_choice.py": set[str](),
    "engine/decisions/stages.py": set[str](),
    "engine/dice.py": set[str](),
    "engine/pieces/handling.py": set[str](),
    "engine/pieces/knowledge.py": {"newly_known"},
    "engine/pieces/quick_moves.py": set[str](),
    "engine/pieces/unseen.py": set[str](),
    "engine/plan.py": {"__init__", "_inner_phases", "sequences", "local", "words"},
    "engine/runtime/lines.py": {"too_long_after"},
    "engine/runtime/numbering.py": set[str](),
    "engine/runtime/secrets.py": set[str](),
    "engine/runtime/values.py": set[str](),
    "word_lists.py": {"graph_of"},
    "native/batches.py": set[str](),
    "native/frontier.py": set[str](),
    "native/loops.py": set[str](),
    "native/maps.py": set[str](),
    "native/search.py": set[str](),
    "native/sequences.py": set[str](),
    "native/sets.py": set[str](),
    "native/support.py": set[str](),
}
"""By module the functions that need not be in the subset."""
PLAYED = ("hearts", "leduc_poker", "yacht")


def functions(file: str) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse((PACKAGE / file).read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node


@pytest.mark.parametrize("file", FOR_PYTHON_ALONE)
def test_is_written_in_the_subset(file: str) -> None:
    lines = [
        (node.name, f"rulesdsl/{file}:{line}: {what} in `{node.name}` is outside of the subset")
        for node in functions(file)
        for line, what in outside(node)
    ]
    assert [words for name, words in lines if name not in FOR_PYTHON_ALONE[file]] == []
    assert {name for name, _ in lines} >= FOR_PYTHON_ALONE[file]


def test_no_other_module_becomes_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[tuple[str, str]] = set()
    real = Unit.source_of

    def source_of(self: Unit, function: FunctionType) -> ast.FunctionDef:
        if not self.is_generated(function):
            file = Path(function.__code__.co_filename).relative_to(PACKAGE)
            asked.add((file.as_posix(), function.__name__))
        return real(self, function)

    monkeypatch.setattr(Unit, "source_of", source_of)
    for name in PLAYED:
        _, gaps = compiled(Plan(load(CHECKOUT / f"examples/classics/{name}.game").program()))
        assert gaps == []
    assert len(asked) > 80
    assert {file for file, _ in asked} <= set(FOR_PYTHON_ALONE)
    assert [(file, name) for file, name in asked if name in FOR_PYTHON_ALONE[file]] == []


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("try:\n  a\n except E:\n  b", "`Try`"),
        ("yield a", "`Yield`"),
        ("with a: b", "`With`"),
        ("match a:\n  case 1: b", "`Match`"),
        ("for a in b: c\n else: d", "`else` of a loop"),
        ("while a: b\n else: c", "`else` of a loop"),
        ("a = {1: 2}", "a dict with entries"),
        ("a = {x: 1 for x in b}", "`DictComp`"),
        ("del a", "`Delete`"),
        ("def g(): a", "`FunctionDef`"),
        ("import a", "`Import`"),
        ("global a", "`Global`"),
        ("a @ b", "`MatMult`"),
        ("f(g(await_(h))[{**a}])", "a dict with entries"),
    ],
)
def test_what_is_outside_is_found_with_its_line(line: str, what: str) -> None:
    text = f"def f(a: dict[str, int]) -> None:\n assert {{1: 2}}\n if a:\n  pass\n {line}\n"
    [function] = ast.parse(text).body
    assert isinstance(function, ast.FunctionDef)
    found = list(outside(function))
    assert [blamed for _, blamed in found] == [what]
    assert 5 <= found[0][0] <= 6


def test_keywords_without_end_are_outside() -> None:
    [function] = ast.parse("def f(**more):\n pass\n").body
    assert isinstance(function, ast.FunctionDef)
    assert list(outside(function)) == [(1, "`**more`")]


@pytest.mark.parametrize("file", FOR_PYTHON_ALONE)
def test_a_function_is_read_by_itself_as_in_its_module(file: str) -> None:
    """Its lines alone are parsed: they are found, and stand where they stand."""
    module = f"rulesdsl.{file.removesuffix('.py').replace('/', '.')}"
    importlib.import_module(module)
    read = 0
    for part in ast.parse((PACKAGE / file).read_text("utf-8")).body:
        for node in (part, *getattr(part, "body", ())):
            if isinstance(node, ast.FunctionDef):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                alone = function_at(module, first)
                assert alone is not None
                assert ast.dump(alone, include_attributes=True) == ast.dump(node, include_attributes=True)
                read += 1
                assert function_at(module, node.body[0].lineno) is None
    assert read
    assert function_at(module, 1) is None
    assert function_at(module, 10_000) is None
