"""Texts that are written at the table: entered, kept while others play, refused in words, hidden."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.driving import Browser
from tests.server.tables import Running

pytestmark = pytest.mark.timeout(300)


def entered(page: Browser) -> str:
    return str(page.run("return document.getElementById('entry')?.value ?? 'no entry'"))


def write(page: Browser, text: str) -> None:
    entry = page.driver.find_element(By.ID, "entry")
    entry.clear()
    entry.send_keys(text)


def letter(page: Browser) -> str:
    """The letter with which words begin now."""
    return page.text("#shared").lower().split("letter")[1].split()[1]


def test_words_are_written_judged_and_told_without_their_authors(page: Browser, here: Running) -> None:
    here.open_game("under_the_lamp", ["person", "person", "person"])
    anna, ben, cleo = (
        page.sit_beside(*link) if at else page.sit(*link) for at, link in enumerate(here.links[:3])
    )
    page.turn_to(ben)
    first = letter(page)
    assert page.run("return document.getElementById('entry').maxLength") == 24
    write(page, f"{first}ow <b>bold</b>")
    page.turn_to(cleo)
    write(page, "1 has no such letter")
    page.driver.find_element(By.ID, "entry").send_keys(Keys.ENTER)
    page.wait(lambda: "do not take" in page.text("#message"), "the text is not refused")
    assert entered(page) == "1 has no such letter"
    write(page, f"{first}quorr")
    page.driver.find_element(By.CSS_SELECTOR, ".write button").click()
    page.wait(lambda: entered(page) == "no entry", "the text is not taken")
    page.turn_to(ben)
    page.wait(lambda: "has decided" in page.text("#ask"), "Ben does not hear that Cleo has decided")
    assert entered(page) == f"{first}ow <b>bold</b>"
    assert f"{first}quorr" not in page.run("return document.body.textContent")
    page.driver.find_element(By.ID, "entry").send_keys(Keys.ENTER)
    page.turn_to(anna)
    page.wait(lambda: f"{first}quorr" in page.text("#ask"), "the judge does not see the words")
    assert f"{first}ow <b>bold</b>" in page.text("#ask")
    assert page.run("return document.querySelectorAll('#ask b').length") == 0
    assert "Ben" not in page.text("#ask .options")
