"""Nothing of the language is missing in the reference and the examples."""

import inspect
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

import attrs
import pytest

from rulesdsl.builtins import BUILTINS
from rulesdsl.diagnostics import Report
from rulesdsl.source import Source
from rulesdsl.syntax import ast, parse
from rulesdsl.syntax.line_kinds import PROPERTIES
from tests.docs import builtins_page, reference_words
from tests.docs.fences import CHECKOUT, all_fences

# Stands in no file: what variants make of a table.
NEVER_WRITTEN = {"CellPatch", "Node", "RowGone"}
REFERENCE = "docs/reference"
FOLDERS = {
    REFERENCE: "a fence of a page of docs/reference/",
    "examples/language": "a file of examples/language/",
}
CONSTRUCTS = {
    name
    for name, each in inspect.getmembers(ast, inspect.isclass)
    if attrs.has(each) and each.__module__ == ast.__name__
}


def texts(folder: str) -> Iterator[tuple[str, str]]:
    for path in sorted((CHECKOUT / folder).glob("*.game")):
        yield path.name, path.read_text("utf-8")
    for fence in all_fences("game"):
        if fence.code is None and fence.page.is_relative_to(CHECKOUT / folder):
            yield str(fence), fence.whole()


def nodes(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        for each in node:
            yield from nodes(each)
    elif type(node).__name__ in CONSTRUCTS:
        yield node
        kind = type(node)
        assert attrs.has(kind)
        for attribute in attrs.fields(kind):
            yield from nodes(getattr(node, attribute.name))


@pytest.fixture(scope="module")
def shown() -> Mapping[str, list[object]]:
    found: dict[str, list[object]] = {folder: [] for folder in FOLDERS}
    for folder in FOLDERS:
        for name, text in texts(folder):
            tree = parse(Source(name, text), Report())
            assert tree is not None, name
            found[folder].extend(nodes(tree))
    return found


def test_every_construct_is_in_the_reference(shown: Mapping[str, list[object]]) -> None:
    missing = sorted(CONSTRUCTS - NEVER_WRITTEN - {type(node).__name__ for node in shown[REFERENCE]})
    assert missing == [], f"write each into {FOLDERS[REFERENCE]}"


@pytest.mark.parametrize("page", ["zones.md", "variants.md"])
@pytest.mark.parametrize("words", PROPERTIES)
def test_every_property_of_a_zone_is_in_the_table(page: str, words: str) -> None:
    rows = [
        line
        for line in (CHECKOUT / "docs" / "reference" / page).read_text("utf-8").splitlines()
        if line.startswith("|")
    ]
    assert any(f"`{words}" in row for row in rows), f"write a row of docs/reference/{page} about `{words}`"


def test_every_function_is_shown(shown: Mapping[str, list[object]]) -> None:
    called = {
        node.of.name
        for node in chain(*shown.values())
        if isinstance(node, ast.Call) and isinstance(node.of, ast.NameRef)
    }
    assert sorted(set(BUILTINS) - called) == [], f"write each into {' or '.join(FOLDERS.values())}"


def test_the_page_of_functions_is_up_to_date() -> None:
    written = builtins_page.PAGE.read_text("utf-8")
    assert written == builtins_page.text(), "run `python -m tests.docs.builtins_page`"


def test_every_page_of_the_reference_is_in_its_index() -> None:
    index = (CHECKOUT / "docs" / "reference" / "README.md").read_text("utf-8")
    missing = [
        page.name
        for page in sorted((CHECKOUT / "docs" / "reference").glob("*.md"))
        if page.name != "README.md" and f"({page.name})" not in index
    ]
    assert missing == []


def test_every_file_for_a_construct_is_in_the_index() -> None:
    index = (CHECKOUT / "docs" / "reference" / "README.md").read_text("utf-8")
    files: list[Path] = sorted((CHECKOUT / "examples" / "language").glob("*.game"))
    assert [path.name for path in files if f"`{path.name}`" not in index] == []


def test_editors_show_what_the_reference_says() -> None:
    written = reference_words.FILE.read_text("utf-8")
    assert written == reference_words.text(), "run `python -m tests.docs.reference_words`"
