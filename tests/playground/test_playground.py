"""The playground in a real browser: it starts, checks, is played, shared, and works without a network.

It is tried as it was built (`npm run build` in editors/playground); RULESDSL_PLAYGROUND says where, if
elsewhere. Where it is not, or no browser is, this is left out, and said; where it says, it fails instead.
"""

import os
import shutil
import threading
import time
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from tests.browser.driving import Browser

PATIENCE = 240
# Only the bot plays, and for longer than anybody waits.
ENDLESS = """\
game "Forever"
players 2..2

state turns per Player: 0..9
state sleeper: Player or none

action tick "Tick"
  set your turns to 1

action tock "Tock"
  roll d from 1..100000
  roll e from 1..100000
  if d = 1 and e = 1
    set your turns to 9

flow
  set sleeper to first(p in players)
  phase play
    turn of each player
    until some(p in players: p.turns = 9)
    if you is not sleeper
      must tick or tock

winner most turns, then shared
"""
WRONG = 'game "Small"\nplayers 1..2\n\nflow\n  set coins to 3\n\nwinner most total, then shared\n'


class _Files(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - as the class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_parts: object) -> None:
        pass


def _built(checkout: Path) -> Path:
    wanted = os.environ.get("RULESDSL_PLAYGROUND", "")
    folder = checkout / "editors" / "playground" / "dist" if wanted in ("", "required") else Path(wanted)
    for there, words in (
        ((folder / "index.html").exists(), f"the playground is not built in {folder}"),
        (shutil.which("chromium") and shutil.which("chromedriver"), "chromium or chromedriver is missing"),
    ):
        if not there:
            if wanted:
                pytest.fail(words)
            pytest.skip(f"{words}: the playground was not tried")
    return folder


@pytest.fixture(scope="module")
def address(checkout: Path) -> Iterator[Callable[[bool], str]]:
    """Where the page is; asked with True, it is given out no longer."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(_built(checkout))))
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def found(ended: bool) -> str:  # noqa: FBT001 - one question
        if ended:
            server.shutdown()
            server.server_close()
        return f"http://127.0.0.1:{server.server_address[1]}/"

    yield found
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser(checkout: Path) -> Iterator[Browser]:
    _built(checkout)
    found = Browser.started()
    yield found
    found.driver.quit()


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.2)


def opened(browser: Browser, address: str) -> None:
    browser.driver.get("about:blank")
    browser.driver.get(address)
    until(lambda: browser.driver.execute_script("return document.body.dataset.checked"))


def status(browser: Browser) -> str:
    return str(browser.driver.find_element(By.ID, "status").text)


def written(browser: Browser) -> str:
    return str(browser.driver.find_element(By.CSS_SELECTOR, ".cm-content").text)


def write(browser: Browser, text: str) -> None:
    """As it would be pasted into the editor."""
    browser.driver.execute_script(
        "const all = document.querySelector('.cm-content'), data = new DataTransfer(); all.focus();"
        "document.execCommand('selectAll'); data.setData('text/plain', arguments[0]);"
        "const given = { clipboardData: data, bubbles: true, cancelable: true };"
        "all.dispatchEvent(new ClipboardEvent('paste', given))",
        text,
    )


def test_it_checks_plays_shares_and_works_without_a_network(
    browser: Browser, address: Callable[[bool], str]
) -> None:
    driver = browser.driver
    driver.set_window_size(1280, 900)
    opened(browser, address(False))
    print("first start:", driver.execute_script("return document.body.dataset.started"), "ms")
    assert status(browser) == "Nothing is wrong."
    words = [one.text for one in driver.find_elements(By.CSS_SELECTOR, ".cm-line .tok-keyword")]
    assert words[:2] == ["game", "players"]

    write(browser, WRONG)
    until(lambda: "coins" in driver.find_element(By.ID, "findings").text)
    assert status(browser).endswith("to be mended")
    driver.find_element(By.ID, "play").click()
    until(lambda: status(browser) == "This cannot be played yet: mend the errors first.")

    driver.find_element(By.ID, "share").click()
    until(lambda: "#" in driver.current_url)
    shared = driver.current_url
    opened(browser, shared)
    assert "set coins to 3" in written(browser)

    write(browser, WRONG.replace("shared", "shard"))
    until(lambda: driver.find_elements(By.CSS_SELECTOR, "#findings .repair"))
    driver.find_element(By.CSS_SELECTOR, "#findings .repair").click()
    until(lambda: "then shared" in written(browser))
    driver.refresh()
    until(lambda: driver.execute_script("return document.body.dataset.checked"))
    assert "then shared" in written(browser)

    # What somebody means ill with is ended, and the page goes on.
    press = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = urlsafe_b64encode(press.compress(b"a" * 50_000_000) + press.flush()).decode().rstrip("=")
    opened(browser, f"{address(False)}#{packed}")
    assert written(browser).startswith("# There is no text in the address")
    write(browser, ENDLESS)
    until(lambda: status(browser) == "Nothing is wrong.")
    driver.execute_script("document.body.dataset.longest = '4000'")
    driver.find_element(By.ID, "play").click()
    until(lambda: "it took too long" in status(browser))
    driver.execute_script("document.body.dataset.longest = '240000'")
    write(browser, WRONG)
    until(lambda: "coins" in driver.find_element(By.ID, "findings").text)

    opened(browser, address(False))
    _plays(browser)

    until(lambda: driver.execute_script("return navigator.serviceWorker.controller !== null"))
    address(True)
    opened(browser, shared.partition("#")[0])
    assert status(browser) == "Nothing is wrong."
    _plays(browser)


def _plays(browser: Browser) -> None:
    """A decision is made at the table, and the next one is asked."""
    driver = browser.driver
    driver.switch_to.default_content()
    driver.find_element(By.ID, "play").click()
    until(lambda: status(browser) == "You play with bots.")
    driver.switch_to.frame(driver.find_element(By.ID, "table"))
    ask = "return document.getElementById('table')?.dataset.question"
    until(lambda: driver.execute_script(ask))
    until(lambda: driver.execute_script("return document.body.dataset.live"))
    driver.switch_to.default_content()
    assert driver.execute_script("return document.documentElement.scrollHeight <= innerHeight")
    driver.switch_to.frame(driver.find_element(By.ID, "table"))
    _explains(browser)
    before = driver.execute_script(ask)
    driver.execute_script(
        "const all = [...document.querySelectorAll('[data-option]')];"
        "const one = all.find((it) => !it.dataset.option.includes(' '));"
        "one.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    )
    until(lambda: driver.execute_script(ask) != before)
    assert driver.find_element(By.ID, "story").text
    driver.switch_to.default_content()


def _explains(browser: Browser) -> None:
    """What is asked of a decision is told in a dialogue."""
    driver = browser.driver
    said = "return document.querySelector('#dialog[open] .says')?.textContent"
    close = "document.getElementById('dialog').close()"
    driver.find_element(By.CSS_SELECTOR, "[data-do=brings]").click()
    until(lambda: driver.execute_script(said))
    assert driver.execute_script(said) == "The rules do not say it of any of these yet."
    driver.execute_script(close)
    driver.find_element(By.CSS_SELECTOR, "[data-do=why]").click()
    driver.find_element(By.CSS_SELECTOR, "#dialog input").send_keys("sing")
    driver.find_element(By.CSS_SELECTOR, "#dialog [type=submit]").click()
    until(lambda: driver.execute_script(said))
    assert "`sing` is not among 1, 2, 3" in driver.execute_script(said)
    driver.execute_script(close)
