"""A real browser, of the distribution, and a server for it.

Without `chromium` and `chromedriver` these tests are left out, and say so; with RULESDSL_BROWSER=required, as
in `.ci/run`, they fail instead.
"""

import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesdsl.library import shipped_games
from tests.browser.driving import Browser
from tests.server.tables import Running, running


def missing(what: str) -> None:
    words = f"{what} is missing: the table was not tried in a browser"
    if os.environ.get("RULESDSL_BROWSER") == "required":
        pytest.fail(words)
    pytest.skip(words)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            missing(f"the program {program} (Debian: chromium, chromium-driver)")
    found = Browser.started()
    yield found
    found.driver.quit()


@pytest.fixture
def page(browser: Browser) -> Iterator[Browser]:
    """The browser as it was when it was started: one empty page, wide, in light."""
    browser.afresh()
    yield browser
    errors = [one for one in browser.driver.get_log("browser") if one["level"] == "SEVERE"]  # type: ignore[no-untyped-call]
    # While a server is being killed its pages find nobody, and a late answer is refused: no errors of theirs.
    usual = ("ERR_CONNECTION", "ERR_INCOMPLETE", "status of 409")
    assert [one["message"] for one in errors if not any(word in one["message"] for word in usual)] == []


@pytest.fixture(scope="session")
def here(checkout: Path) -> Iterator[Running]:
    classics = {path.stem: path for path in (checkout / "examples" / "classics").glob("*.game")}
    found = running(files={**shipped_games(), **classics})
    yield found
    found.stop()


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, which looks for what shuts people out."""
    if shutil.which("npm") is None:
        missing("the program npm (for axe-core)")
    folder = tmp_path_factory.mktemp("axe")
    made = subprocess.run(
        ["npm", "pack", "--silent", "axe-core@4"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    if made.returncode:
        missing(f"axe-core ({made.stderr.strip().splitlines()[-1:]})")
    with tarfile.open(folder / made.stdout.strip().splitlines()[-1]) as packed:
        inner = packed.extractfile("package/axe.min.js")
        assert inner is not None
        return inner.read().decode()
