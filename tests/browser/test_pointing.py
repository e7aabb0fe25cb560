"""One of many options, found in a real browser: by clicks, by keys alone, by words, on a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.driving import PHONE, WIDE, Browser
from tests.browser.test_table import BEYOND, violations
from tests.server.tables import Running, running

pytestmark = pytest.mark.timeout(900)
SHOWN = "[...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility())"


@pytest.fixture(scope="module")
def here(checkout: Path) -> Iterator[Running]:
    examples = checkout / "examples"
    names = ("pentominoes", "chess", "hex", "lanes_and_walls", "connect_four")
    files = {name: examples / "classics" / f"{name}.game" for name in names}
    files |= {"ferries": examples / "language" / "29_whole_moves.game"}
    files |= {"road_trip": checkout / "games" / "road_trip.game"}
    found = running(files=files)
    yield found
    found.stop()


def texts(page: Browser, selector: str) -> list[str]:
    return [str(text) for text in page.run(f"return {SHOWN}.map((one) => one.innerText)", selector)]


def ids(page: Browser, selector: str) -> set[str]:
    return {str(name) for name in page.run(f"return {SHOWN}.map((one) => one.closest('[id]').id)", selector)}


def wait_for_left(page: Browser, words: str) -> None:
    page.wait(lambda: words in " ".join(texts(page, "#finding p")), f"not {words}")


def click(page: Browser, selector: str) -> None:
    page.click(page.driver.find_element(By.CSS_SELECTOR, selector))


def cell(page: Browser, number: int) -> None:
    click(page, f"#spot-0-{number} .cell")


def tab_to(page: Browser, selector: str) -> None:
    for _ in range(150):
        page.keys(Keys.TAB)
        if page.run("return document.activeElement.matches(arguments[0])", selector):
            return
    pytest.fail(f"no key leads to {selector}")


def test_clicks_on_cells_narrow_many_placements(page: Browser, here: Running) -> None:
    here.open_game("pentominoes", ["person", "person"])
    page.sit(*here.links[0])
    assert len(texts(page, "#ask .option")) == 24
    assert texts(page, "[data-do=more]") == ["24 more of 2,284"]
    click(page, "[data-do=more]")
    page.wait(lambda: len(texts(page, "#ask .option")) == 48, "there are no more")
    cell(page, 0)
    wait_for_left(page, "37 of 2,308")
    cell(page, 9)
    cell(page, 18)
    wait_for_left(page, "4 of 2,308")
    assert ids(page, ".cell.wanted") == {"spot-0-0", "spot-0-9", "spot-0-18"}
    # A click again goes back, as Escape does.
    cell(page, 18)
    page.wait(lambda: len(ids(page, ".cell.wanted")) == 2, "it is still wanted")
    page.keys(Keys.ESCAPE)
    wait_for_left(page, "37 of 2,308")
    cell(page, 9)
    page.wait(lambda: len(ids(page, ".cell.wanted")) == 2, "it is not wanted")
    click(page, ".sorts button:enabled")
    page.wait(lambda: texts(page, ".sorts [aria-pressed=true]"), "no shape is wanted")
    first = ids(page, ".covered")
    assert len(first) == 5
    assert {"spot-0-0", "spot-0-9"} <= first
    click(page, "[data-do=next]")
    second = ids(page, ".covered")
    assert first != second
    before = page.question
    click(page, "[data-do=take]")
    page.wait(lambda: page.question != before, "it is not taken")
    page.wait(lambda: len(ids(page, ".cell .token")) == 5, "it does not lie there")
    assert ids(page, ".cell .token") == second


def test_a_large_choice_with_the_keyboard_alone(page: Browser, here: Running) -> None:
    here.open_game("pentominoes", ["person", "person"])
    page.sit(*here.links[0])
    tab_to(page, "#search")
    page.keys("x", " ", "d", "4")
    wait_for_left(page, "5 of 2,308")
    # Who writes goes on writing.
    assert page.run("return [document.activeElement.id, document.activeElement.value]") == ["search", "x d4"]
    page.keys(Keys.ENTER)
    assert page.run("return document.activeElement.matches('#ask .option')")
    tab_to(page, ".board [data-point]")
    page.keys(Keys.ENTER)
    page.wait(lambda: len(ids(page, ".cell.wanted")) == 1, "nothing is wanted")
    # The focus stays where it was.
    assert page.run("return document.activeElement.matches('.wanted')")
    page.keys(Keys.ESCAPE)
    page.wait(lambda: not ids(page, ".cell.wanted"), "it is still wanted")
    page.keys(Keys.ESCAPE)
    page.wait(lambda: "2,308 possibilities" in page.text("#finding"), "it does not lead back")
    assert page.run("return document.getElementById('search').value") == ""
    before = page.question
    page.keys("7", Keys.ENTER)
    page.wait(lambda: page.question != before, "a number and Enter do not choose")


def test_a_whole_move_by_what_it_names(page: Browser, here: Running) -> None:
    here.open_game("ferries", ["person", "random"])
    page.sit(*here.links[0])
    crates = page.driver.find_elements(By.CSS_SELECTOR, "#shared .card.lit[data-point]")
    assert crates
    page.click(crates[0])
    wait_for_left(page, " of ")
    left = texts(page, "#ask .option")
    assert left
    assert len({text.split(" to the ")[0].split(maxsplit=1)[1] for text in left}) == 1
    # Another crate takes the place of the first.
    click(page, "#shared .card[data-point]:not(.lit)")
    page.wait(lambda: texts(page, "#ask .option") not in ([], left), "the first is still meant")
    assert len(ids(page, ".card.wanted")) == 1
    before = page.question
    click(page, "[data-do=take]")
    page.wait(lambda: page.question != before, "it is not taken")


HOPS = """game "Hops"
players 2
places Cell grid 3 by 2
pieces Frog
  home: Cell
  | frog | home |
  | hip  | a1   |
  | hup  | c1   |
zone on per Cell: slot of Frog
zone box: set of Frog, starts with Frog
action hop(frog from on, to from (c in Cell where on(c) is empty)) "Hop with {frog} to {to}"
  move frog to on(to)
flow
  for f in box
    move f to on(f.home)
  phase hops 2 times
    each player in turn
      must hop as one choice
score done = 1
winner most total, then shared
"""


def test_a_second_click_finishes_a_whole_move_on_the_board(page: Browser, tmp_path: Path) -> None:
    file = tmp_path / "hops.game"
    file.write_text(HOPS)
    here = running(files={"hops": file})
    here.open_game("hops", ["person", "person"])
    page.sit(*here.links[0])
    cell(page, 0)
    page.wait(lambda: ids(page, ".cell.wanted") == {"spot-0-0"}, "it is not wanted")
    # What covers a place is seen before it is taken.
    assert ids(page, ".covered") == {"spot-0-0", "spot-0-1"}
    before = page.question
    cell(page, 4)
    page.wait(lambda: page.question != before, "it is not taken")
    page.wait(lambda: "spot-0-4" in ids(page, ".cell .token"), "it does not stand there")
    here.stop()


@pytest.mark.parametrize("key", ["pentominoes", "ferries"])
def test_axe_finds_nothing_while_somebody_looks_for_an_option(
    page: Browser, here: Running, axe: str, key: str
) -> None:
    here.open_game(key, ["person", "person"])
    page.sit(*here.links[0])
    click(page, ".board [data-point], .card[data-point]")
    wait_for_left(page, " of ")
    for scheme in ("light", "dark"):
        page.light(scheme)
        for size in (WIDE, PHONE):
            page.size(*size)
            assert violations(page, axe) == [], (scheme, size)


@pytest.mark.parametrize(
    "key", ["chess", "hex", "pentominoes", "lanes_and_walls", "connect_four", "road_trip", "ferries"]
)
def test_what_is_asked_is_chosen_where_it_lies_on_every_screen(
    page: Browser, here: Running, key: str
) -> None:
    here.open_game(key, ["person", "random"])
    page.sit(*here.links[0])
    for size in ((1280, 900), (380, 800)):
        page.size(*size)
        page.play_on(most=1, seed=size[0])
        page.wait(lambda: page.question, "nothing is asked")
        wide, room = page.run("return [document.documentElement.scrollWidth, innerWidth]")
        assert wide <= room
        # Of the buttons no more than can be looked through, and the board is seen whole beside the question.
        assert len(page.driver.find_elements(By.CSS_SELECTOR, "#ask .option")) <= 24
        asked = page.run("return document.getElementById('ask').getBoundingClientRect().height")
        assert asked < size[1] / 2
        here_too = "#boards .lit, .seat.mine .lit, #shared .lit, #ask .option"
        lit = page.run(f"return {SHOWN}.map((one) => one.getBoundingClientRect().width)", here_too)
        assert lit
        assert min(lit) >= 20
        # A board is seen whole, but for those that grow.
        assert key == "lanes_and_walls" or all(more <= 0 for more in page.run(BEYOND))


def test_a_hint_that_is_not_listed_is_looked_for(page: Browser, here: Running) -> None:
    here.open_game("pentominoes", ["person", "person"])
    page.sit(*here.links[0])
    # Whatever it is: it is not there.
    page.run("document.querySelectorAll('#ask .options').forEach((one) => one.remove())")
    click(page, "[data-do=hint]")
    page.wait(lambda: texts(page, "#ask .option.at-hand"), "it is not shown", 60)
    assert len(texts(page, "#ask .option")) == 1
    assert page.text("#message").split("take: ")[1] in texts(page, "#ask .option")[0]
    assert len(ids(page, ".covered")) == 5


def test_a_column_is_chosen_on_the_board(page: Browser, here: Running) -> None:
    here.open_game("connect_four", ["person", "person"])
    page.sit(*here.links[0])
    page.run("scrollTo(0, 0)")
    there = "document.querySelector('#spot-0-24 .cell')"
    page.run(f"{there}.dispatchEvent(new MouseEvent('mouseover', {{bubbles: true}}))")
    assert ids(page, ".covered") == {f"spot-0-{row * 7 + 3}" for row in range(6)}
    before = page.question
    cell(page, 24)
    page.wait(lambda: page.question != before, "the column is not taken")
    page.wait(lambda: ids(page, ".cell .token") == {"spot-0-3"}, "the disc does not lie there")
