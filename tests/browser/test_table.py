"""The table in a real browser: whole games, phones, keyboards, lost connections, and what axe finds."""

from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser.driving import LIT, PHONE, WIDE, Browser
from tests.server.tables import Running, running

pytestmark = pytest.mark.timeout(900)
# How much of each drawing is to be scrolled to.
BEYOND = """
return [...document.querySelectorAll(".board .scroll")].map((one) => one.scrollWidth - one.clientWidth)
"""
AXE = """
const done = arguments[0];
const told = (one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).slice(0, 3)}`;
axe.run({ resultTypes: ["violations"] }).then(
  (found) => done(found.violations.map(told)),
  (wrong) => done([String(wrong)]),
);
"""


def test_a_whole_game_by_two_pages(page: Browser, here: Running) -> None:
    here.open_game("road_trip", ["person", "person"])
    pages = [page.sit(*here.links[0]), page.sit_beside(*here.links[1])]
    clicks = 0
    for at in range(400):
        page.turn_to(pages[at % 2])
        if page.over:
            break
        if page.question and page.lit():
            page.choose(clicks)
            clicks += 1
    assert page.over
    assert clicks > 48
    for handle in pages:
        page.turn_to(handle)
        page.wait(lambda: page.over, "the other page does not hear of the end")
        assert "win" in page.text("#ask") or "victory" in page.text("#ask")


@pytest.fixture
def most_clicks(pytestconfig: pytest.Config) -> int:
    """Whole games are played in the long form; otherwise so many clicks of them."""
    return 5000 if pytestconfig.getoption("--long") else 60


def test_a_game_by_three_with_a_bot(page: Browser, here: Running, most_clicks: int) -> None:
    here.open_game("lets_take_a_hike", ["person", "person", "greedy"])
    pages = [page.sit(*here.links[0]), page.sit_beside(*here.links[1])]
    clicks = 0
    for at in range(most_clicks):
        page.turn_to(pages[at % 2])
        if page.over:
            break
        if page.question:
            clicks += page.play_on(most=1, seed=at)
    assert clicks > 20
    assert page.over or most_clicks < 5000


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("road_trip", ["person", "random", "greedy", "random"]),
        ("lets_take_a_hike", ["person", "random"]),
        ("trekking_the_world", ["person", "random"]),
        ("tour_du_monde", ["person", "random"]),
        ("trekking_through_history", ["person", "random"]),
        ("hearts", ["person", "random", "random", "random"]),
        ("nine_mens_morris", ["person", "random"]),
        ("kalah", ["person", "random"]),
    ],
)
def test_a_game_by_one_page_against_bots(
    page: Browser, here: Running, key: str, kinds: list[str], most_clicks: int
) -> None:
    here.open_game(key, kinds)
    page.sit(*here.links[0])
    clicks = page.play_on(most=most_clicks)
    assert clicks > 5
    assert page.over or clicks == most_clicks < 5000
    assert page.text("#ask")
    assert page.driver.find_elements(By.CSS_SELECTOR, "#story li")


def test_on_a_phone_nothing_is_cut_off(page: Browser, here: Running) -> None:
    page.size(*PHONE)
    for key, kinds in (("road_trip", ["person", "random"]), ("trekking_the_world", ["person", "random"])):
        here.open_game(key, kinds)
        page.sit(*here.links[0])
        page.play_on(most=6)
        wide = page.run("return [document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]
        page.wait(page.lit, "nothing is lit")
        sizes = page.run(
            f"{LIT}.filter((one) => one.matches('button')).map((one) => [one.offsetWidth, one.offsetHeight])"
        )
        assert all(high >= 24 and broad >= 24 for broad, high in sizes)
        assert all(more <= 0 for more in page.run(BEYOND)), "a map is not seen whole"
        for button in page.driver.find_elements(By.CSS_SELECTOR, "[data-do=larger]"):
            page.click(button)
            assert any(more > 0 for more in page.run(BEYOND)), "a map is not larger"
        page.choose()


def test_with_the_keyboard_alone(page: Browser, here: Running) -> None:
    here.open_game("road_trip", ["person", "random"])
    page.sit(*here.links[0])
    before = page.question
    for _ in range(60):
        page.keys(Keys.TAB)
        if page.run("return document.activeElement.matches('[data-option]')"):
            break
    page.keys(Keys.ENTER)
    page.wait(lambda: page.question not in ("", before), "Enter does not choose")
    # The focus is where the next choice is, not at the top of the page.
    assert page.run("return document.activeElement.matches('[data-option]')")
    before = page.question
    page.keys("2")
    assert page.run("return document.activeElement.dataset.option") == "1"
    page.keys(Keys.ENTER)
    page.wait(lambda: page.question != before, "a number and Enter do not choose")


def test_places_of_a_map_with_the_keyboard(page: Browser, here: Running) -> None:
    here.open_game("nine_mens_morris", ["person", "random"])
    page.sit(*here.links[0])
    before = page.question
    page.run("document.querySelector('svg [data-option]').focus()")
    page.keys(Keys.SPACE)
    page.wait(lambda: page.question not in ("", before), "a place is not chosen")


def test_a_page_that_is_loaded_again_goes_on(page: Browser, here: Running) -> None:
    here.open_game("trekking_the_world", ["person", "random"])
    page.sit(*here.links[0])
    page.play_on(most=5)
    page.wait(lambda: page.question, "nothing is asked")
    before = page.question
    assert "#" not in page.driver.current_url
    page.driver.refresh()
    page.wait(lambda: page.listens, "it does not listen")
    assert page.question == before
    page.choose()


def test_a_page_takes_up_where_it_was_when_the_server_comes_back(page: Browser, tmp_path: Path) -> None:
    first = running(tmp_path / "games.db")
    first.open_game("road_trip", ["person", "random"])
    page.sit(*first.links[0])
    page.choose()
    page.wait(lambda: page.question, "nothing is asked")
    before = page.question
    first.stop()
    page.wait(lambda: "connection is lost" in page.text("#connection"), "the loss is not told")
    lit = page.lit()[0]
    page.click(lit)
    second = running(tmp_path / "games.db", port=first.port)
    # The answer that was given meanwhile is sent again until it is heard.
    page.wait(lambda: page.question not in ("", before), "the answer is lost")
    page.wait(lambda: page.text("#connection") == "", "the connection is not taken up")
    page.choose()
    second.stop()


def test_what_cannot_be_chosen_says_why(page: Browser, here: Running) -> None:
    here.open_game("hearts", ["person", "random", "random", "random"])
    page.sit(*here.links[0])
    page.play_on(most=4)
    page.wait(lambda: page.question, "nothing is asked")
    dark = page.driver.find_elements(By.CSS_SELECTOR, ".mine div.card[data-name]")
    if not dark:
        pytest.skip("every card can be played")
    page.click(dark[0])
    page.driver.find_element(By.XPATH, "//button[contains(., 'Why can I not')]").click()
    page.wait(lambda: page.text("dialog .says"), "there is no reason")


def test_hints_light_up(page: Browser, here: Running) -> None:
    here.open_game("road_trip", ["person", "person"])
    page.sit(*here.links[0])
    page.driver.find_element(By.CSS_SELECTOR, "[data-do=hint]").click()
    page.wait(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".hinted"), "nothing is hinted")
    assert "greedy bot" in page.text("#message")


def test_an_answer_in_secret_is_taken_back_with_a_button(page: Browser, here: Running) -> None:
    here.open_game("road_trip", ["person", "person"])
    page.sit(*here.links[0])
    page.choose()
    page.wait(lambda: "You have decided" in page.text("#ask"), "it is not told")
    page.driver.find_element(By.CSS_SELECTOR, "[data-do=back]").click()
    page.wait(lambda: page.question, "it is not taken back")


def test_nothing_is_loaded_from_elsewhere_and_little_of_it(page: Browser, here: Running) -> None:
    here.open_game("trekking_the_world", ["person", "random"])
    page.sit(*here.links[0])
    loaded = page.run(
        "return performance.getEntries().filter((one) => one.transferSize !== undefined)"
        ".map((one) => [one.name, one.transferSize])"
    )
    assert loaded
    assert all(name.startswith(f"http://127.0.0.1:{here.port}/") for name, _ in loaded)
    assert sum(size for name, size in loaded if "/stream" not in name) < 200_000


def test_a_new_game_is_opened_in_the_lobby(page: Browser, here: Running) -> None:
    page.driver.get(f"http://127.0.0.1:{here.port}/")
    page.driver.find_element(By.PARTIAL_LINK_TEXT, "Road Trip Europa").click()
    seats = "[data-seat]"
    page.wait(lambda: page.driver.find_elements(By.CSS_SELECTOR, seats), "there are no seats")
    assert len([one for one in page.driver.find_elements(By.CSS_SELECTOR, seats) if one.is_displayed()]) == 2
    page.driver.find_element(By.CSS_SELECTOR, "select[name=players] option[value='3']").click()
    page.driver.find_element(By.CSS_SELECTOR, "select[name=seat3] option[value='greedy']").click()
    page.driver.find_element(By.CSS_SELECTOR, "button[type=submit]").click()
    page.wait(lambda: page.driver.find_elements(By.LINK_TEXT, "Sit down"), "there is no way to a seat")
    page.driver.find_element(By.LINK_TEXT, "Sit down").click()
    page.wait(lambda: page.driver.find_elements(By.ID, "table"), "there is no table")
    assert "Cleo" in page.text("#table")


def violations(page: Browser, axe: str) -> list[str]:
    page.run(axe + "; window.axe = axe;")
    found: list[str] = page.driver.execute_async_script(AXE)
    return found


@pytest.mark.parametrize(
    ("key", "kinds", "clicks"),
    [
        ("road_trip", ["person", "random"], 4),
        ("lets_take_a_hike", ["person", "random"], 12),
        ("trekking_the_world", ["person", "random"], 15),
        ("tour_du_monde", ["person", "random"], 15),
        ("trekking_through_history", ["person", "random"], 8),
        ("chess", ["person", "random"], 4),
        ("kalah", ["person", "random"], 3),
    ],
)
def test_axe_finds_nothing_at_the_table(
    page: Browser, here: Running, axe: str, key: str, kinds: list[str], clicks: int
) -> None:
    here.open_game(key, kinds)
    page.sit(*here.links[0])
    page.play_on(most=clicks)
    page.wait(lambda: page.question, "nothing is asked")
    for scheme in ("light", "dark"):
        page.light(scheme)
        for size in (WIDE, PHONE):
            page.size(*size)
            assert violations(page, axe) == [], (scheme, size)


def test_axe_finds_nothing_around_the_table(page: Browser, here: Running, axe: str) -> None:
    here.open_game("road_trip", ["person", "person"])
    base = f"http://127.0.0.1:{here.port}"
    for path in ("/", "/new/road_trip", "/rules/trekking_the_world", "/nothing"):
        page.driver.get(f"{base}{path}")
        assert violations(page, axe) == [], path
    page.driver.get_log("browser")  # type: ignore[no-untyped-call]
    page.driver.get("about:blank")
    url, token = here.links[-1]
    page.driver.get(f"{url}#{token}")
    page.wait(lambda: "host" in page.text("h1"), "the host's page is not shown")
    assert violations(page, axe) == []


@pytest.fixture(scope="module")
def links_of_the_end(here: Running) -> list[tuple[str, str]]:
    """The links of a game that is over."""
    anna, *_ = here.open_game("reversi", ["person", "random"])
    links = here.links
    while 'class="over"' not in anna.page():
        question, options = anna.question(), anna.options()
        if question and options:
            anna.do("answer", {"question": question, "option": options[0]})
    return links


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_when_it_is_over(
    page: Browser, links_of_the_end: list[tuple[str, str]], axe: str, scheme: str
) -> None:
    page.light(scheme)
    (url, _), watching = links_of_the_end[:2]
    page.sit(*links_of_the_end[0])
    page.wait(lambda: page.over, "it is not over")
    assert violations(page, axe) == []
    page.driver.get(f"{url}/steps?step=12")
    assert violations(page, axe) == []
    page.driver.get("about:blank")
    page.sit(*watching)
    assert violations(page, axe) == []


def turn_the_leaf(page: Browser) -> None:
    before = page.driver.current_url
    page.keys(Keys.ARROW_RIGHT)
    page.wait(lambda: page.driver.current_url != before, "the arrow leads nowhere")


def test_a_game_that_is_over_tells_its_story_step_by_step(
    page: Browser, links_of_the_end: list[tuple[str, str]]
) -> None:
    page.sit(*links_of_the_end[0])
    page.driver.find_element(By.LINK_TEXT, "Step through it").click()
    lines = []
    for _ in range(3):
        lines.append(len(page.driver.find_elements(By.CSS_SELECTOR, "#story li")))
        turn_the_leaf(page)
    assert lines == sorted(set(lines))
    page.driver.find_element(By.LINK_TEXT, "Back to the table").click()
    page.wait(lambda: page.over, "it does not lead back")


ROW = """game "Row"
players 2
places Spot growing around stone, at most 100
state stone per Spot: Player or none
define ends = (s in Spot where stone(s) is none and s.row = 0)
action lay(spot from ends "Where?") "Lay a stone on {spot}"
  set stone(spot) to you
flow
  phase stones 50 times
    each player in turn
      must lay
score points = count(s in Spot where stone(s) is you)
winner most total, then shared
"""
# Whether something that is lit lies within what is seen of the board, and how far it can be scrolled.
SEEN = """
const around = document.querySelector(".board .scroll"), box = around.getBoundingClientRect();
const inside = (at) => at.left >= box.left - 1 && at.right <= box.right + 1;
const lit = [...around.querySelectorAll(".lit")].some((one) => inside(one.getBoundingClientRect()));
return [lit, around.scrollWidth - around.clientWidth];
"""


def test_a_board_that_grows_is_scrolled_to_where_something_can_be_laid(page: Browser, tmp_path: Path) -> None:
    row = tmp_path / "row.game"
    row.write_text(ROW)
    here = running(files={"row": row})
    here.open_game("row", ["person", "random"])
    page.size(*PHONE)
    page.sit(*here.links[0])
    for answer in range(49):
        page.wait(lambda: page.question and page.lit(), "nothing is asked")
        if answer % 12 == 11:
            lit, beyond = page.run(SEEN)
            assert lit
            assert beyond > 2 * 76 * answer - PHONE[0]
        page.choose(0 if answer < 25 else -1)
    page.wait(lambda: page.over, "it has no end")
    page.click(page.driver.find_element(By.CSS_SELECTOR, "[data-do=larger]"))
    assert page.run(BEYOND) == [0]
    here.stop()


def test_a_cell_smaller_than_a_finger_is_brought_near_first(page: Browser, here: Running) -> None:
    here.open_game("hex", ["person", "person"])
    page.size(*PHONE)
    page.sit(*here.links[0])
    asked = page.question
    box = "const one = document.querySelector('#spot-0-60 [data-option]').getBoundingClientRect();"
    middle = box + "return [one.left + one.width / 2, one.top + one.height / 2, one.width]"
    x, y, wide = page.run(middle)
    assert wide < 24
    page.tap(x, y)
    page.wait(lambda: page.run(middle)[2] > 44, "the board stays small")
    right, down, _ = page.run(middle)
    assert (abs(right - x) < 3, abs(down - y) < 3) == (True, True)
    assert page.question == asked
    page.tap(x, y)
    page.wait(lambda: page.question != asked, "the cell is not taken")
    page.wait(lambda: page.run("return !!document.querySelector('#spot-0-60 .tokens > *')"), "another cell")
