"""What every test may ask for."""

from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every machine and in every run; no deadline, because a slow machine is no defect.
settings.register_profile("same everywhere", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("same everywhere")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", action="store_true", help="play many more games in tests that play whole games"
    )


@pytest.fixture(scope="session")
def games_each(pytestconfig: pytest.Config) -> int:
    """How many games to play in every setting."""
    return 500 if pytestconfig.getoption("--long") else 20


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder that pyproject.toml is in."""
    return Path(__file__).parent.parent
