"""What the tests of the form of the language share."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.source import Source
from rulesdsl.syntax import parse
from rulesdsl.syntax.ast import GameFile, VariantFile


@pytest.fixture(scope="session")
def examples_each(pytestconfig: pytest.Config) -> int:
    """How many texts or trees to make up for a property."""
    return 2000 if pytestconfig.getoption("--long") else 60


@pytest.fixture(scope="session")
def texts(checkout: Path) -> dict[str, str]:
    """Every game there is, by its path, and the two that have every construct."""
    folders = ("games", "examples", "tests/syntax")
    paths = sorted(path for folder in folders for path in (checkout / folder).rglob("*.game"))
    return {str(path.relative_to(checkout)): path.read_text("utf-8") for path in paths}


@pytest.fixture(scope="session")
def tree_of() -> Callable[[str], GameFile | VariantFile]:
    """Parses a text that must be right."""

    def parsed(text: str) -> GameFile | VariantFile:
        report = Report()
        tree = parse(Source("test.game", text), report)
        assert tree is not None, [found.message for found in report]
        return tree

    return parsed
