"""What every test may ask for."""

import signal
from collections.abc import Iterator
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


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    # Whoever starts tests in the background may have told them to ignore Ctrl-C, and the programs that
    # tests start inherit that: those that are interrupted would go on for ever.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.getoption("--long"):
        config.option.timeout = 0


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What programs keep for their next start is no part of a test, and a test's none of the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def games_each(pytestconfig: pytest.Config) -> int:
    """How many games to play in every setting."""
    return 500 if pytestconfig.getoption("--long") else 20


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder that pyproject.toml is in."""
    return Path(__file__).parent.parent
