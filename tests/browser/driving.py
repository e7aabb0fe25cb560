"""How tests sit at a table: a browser without a screen, with as many pages as there are players."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from attrs import define
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE, PHONE = (1360, 950), (390, 844)
LIT = "return [...document.querySelectorAll('[data-option]')].filter((one) => one.checkVisibility())"
# Plays on by itself: clicks what is lit, at random, until the game is over or so many clicks were made.
PLAYER = """
const [most, seed, done] = arguments;
let left = most, state = seed, asked = "", since = 0;
const next = () => (state * 1103515245 + 12345) % 2147483648;
const chance = (n) => { state = next(); return Math.floor(state / 65536) % n; };
const step = () => {
  const table = document.getElementById("table");
  // The last answer may still be on its way.
  const settled = table.dataset.question !== asked || ++since > 600;
  if (table.classList.contains("over") || (left <= 0 && settled)) { done(most - left); return; }
  if (left <= 0) { setTimeout(step, 15); return; }
  const open = document.querySelector("dialog[open] .option");
  const all = [...document.querySelectorAll("[data-option]")];
  const shown = all.filter((one) => one.checkVisibility());
  const fresh = table.dataset.question && (table.dataset.question !== asked || ++since > 60);
  if (fresh && (open || shown.length)) {
    if (!open) { asked = table.dataset.question; since = 0; left -= 1; }
    const one = open || shown[chance(shown.length)];
    one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (!open && one.dataset.option.includes(" ")) asked = "";
  }
  setTimeout(step, 15);
};
step();
"""


@define
class Browser:
    driver: webdriver.Chrome

    @classmethod
    def started(cls) -> "Browser":
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in FLAGS:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        driver.set_script_timeout(800)
        return cls(driver)

    def afresh(self) -> None:
        first, *others = self.driver.window_handles
        for handle in others:
            self.driver.switch_to.window(handle)
            self.driver.close()
        self.driver.switch_to.window(first)
        self.driver.get("about:blank")
        self.size(*WIDE)
        self.light("light")
        self.driver.get_log("browser")  # type: ignore[no-untyped-call]

    def size(self, wide: int, high: int) -> None:
        sizes = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", sizes)

    def light(self, scheme: str) -> None:
        # Nothing is on the move when it is clicked.
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def run(self, script: str, *given: object) -> Any:  # noqa: ANN401 - whatever the script gives
        return self.driver.execute_script(script, *given)

    def sit(self, url: str, token: str) -> str:
        """Open the link of a seat in the page that is in front; which page that is."""
        self.driver.get(f"{url}#{token}")
        self.wait(lambda: self.listens, "the page does not listen")
        return self.driver.current_window_handle

    def sit_beside(self, url: str, token: str) -> str:
        """The same in a page of its own."""
        self.driver.switch_to.new_window("tab")
        self.size(*WIDE)
        self.light("light")
        return self.sit(url, token)

    def turn_to(self, handle: str) -> None:
        self.driver.switch_to.window(handle)

    def wait(self, until: Callable[[], object], what: str, seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while True:
            # What was found may have been drawn anew before it was read.
            with suppress(StaleElementReferenceException):
                if until():
                    return
            assert time.monotonic() < end, what
            time.sleep(0.02)

    @property
    def listens(self) -> bool:
        """A page that is being loaded has no body yet."""
        return bool(self.run("return document.body?.dataset.live === 'yes'"))

    @property
    def question(self) -> str:
        return str(self.run("return document.getElementById('table').dataset.question"))

    @property
    def over(self) -> bool:
        return bool(self.run("return document.getElementById('table').classList.contains('over')"))

    def lit(self) -> list[WebElement]:
        """What can be chosen and is seen."""
        return list(self.run(LIT))

    def text(self, selector: str) -> str:
        return self.driver.find_element(By.CSS_SELECTOR, selector).text

    def click(self, thing: WebElement) -> None:
        """As a hand does it: what lies above it would be hit instead."""
        self.run("arguments[0].scrollIntoView({block: 'center'})", thing)
        thing.click()

    def tap(self, x: float, y: float) -> None:
        """As a finger does it."""
        command = self.driver.execute_cdp_cmd
        command("Emulation.setTouchEmulationEnabled", {"enabled": True})
        command("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        command("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        command("Emulation.setTouchEmulationEnabled", {"enabled": False})

    def choose(self, at: int = 0) -> None:
        """Click one of the options, and wait until the question is another one."""
        before = self.question
        for _ in range(20):
            try:
                lit = self.lit()
                self.click(lit[at % len(lit)])
                break
            except StaleElementReferenceException:
                # The part of the page was exchanged just now.
                continue
        self.wait(lambda: self.question != before, "the question stays")

    def keys(self, *keys: str) -> None:
        chain = ActionChains(self.driver)
        for key in keys:
            chain.send_keys(key)
        chain.perform()

    def play_on(self, most: int = 5000, seed: int = 1) -> int:
        """Clicks at random until the game is over; how many."""
        return int(self.driver.execute_async_script(PLAYER, most, seed))
