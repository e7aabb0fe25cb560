"""What every test may ask for."""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator
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
    parser.addoption(
        "--seeds",
        metavar="FROM..TO",
        help="of what is made at random: these, so that a long run goes in pieces",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    # Whoever starts tests in the background may have told them to ignore Ctrl-C, and the programs that
    # tests start inherit that: those that are interrupted would go on for ever.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        # What programs keep for their next start is no part of a test, and a test's none of the user's. All
        # processes of a run share it.
        folder = tempfile.mkdtemp(prefix="rulesdsl-tests-")
        os.environ["XDG_CACHE_HOME"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    if config.getoption("--long") or config.getoption("--seeds"):
        config.option.timeout = 0


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """All tests and modules stay: to look through them for what nobody uses any more takes a third of the
    time of collecting them, and then a tenth of that of the tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        long = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if not item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)


@pytest.fixture(scope="session")
def games_each(pytestconfig: pytest.Config) -> int:
    """How many games to play in every setting."""
    return 100 if pytestconfig.getoption("--long") else 10


SeedsOf = Callable[[int, int], range]


@pytest.fixture(scope="session")
def seeds_of(pytestconfig: pytest.Config) -> SeedsOf:
    """The seeds of what is made at random: so many, so many with `--long`, or those that are asked for."""
    asked, long = pytestconfig.getoption("--seeds"), pytestconfig.getoption("--long")
    if asked is None:
        return lambda few, many: range(many if long else few)
    first, _dots, last = asked.partition("..")
    return lambda _few, _many: range(int(first), int(last) + 1)


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder that pyproject.toml is in."""
    return Path(__file__).parent.parent
