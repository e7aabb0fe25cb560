"""What the tests of reports share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def parser_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the tables of the parser, which are made once for all tests."""
    return tmp_path_factory.mktemp("parser_table")
