"""What every test may ask for."""

import signal
from collections.abc import Callable, Iterator
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
    if config.getoption("--long") or config.getoption("--seeds"):
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
