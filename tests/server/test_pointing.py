"""Looking for one of many options: the page asks, its seat alone is told, and little is sent."""

import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.tables import Guest, Running, running

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = {
    "pentominoes": EXAMPLES / "classics" / "pentominoes.game",
    "ferries": EXAMPLES / "language" / "29_whole_moves.game",
    "road_trip": EXAMPLES.parent / "games" / "road_trip.game",
}


@pytest.fixture(scope="module")
def here() -> Iterator[Running]:
    found = running(files=FILES)
    yield found
    found.stop()


def point(guest: Guest, **given: object) -> int:
    return guest.do("point", {"question": guest.question(), **given}).status


def size(message: dict[str, Any]) -> int:
    return len(json.dumps(message, ensure_ascii=False).encode())


def key_of(guest: Guest, spot: int) -> str:
    """What the page tells when this place of the board is clicked."""
    found = re.search(rf'id="spot-0-{spot}".*?data-point="([\d ]+)"', guest.page())
    assert found
    return found[1]


def test_what_is_pushed_grows_with_what_is_shown(here: Running) -> None:
    anna, *_ = here.open_game("pentominoes", ["person", "person"])
    pushed = anna.stream()
    first = next(pushed)
    assert "2,308 possibilities" in first["parts"]["ask"]
    # 2,308 buttons alone were 486,567 bytes.
    assert size(first) < 32_000
    corner, diagonal = key_of(anna, 0), key_of(anna, 9)
    for key in (corner, diagonal, diagonal):
        point(anna, key=key)
        news = next(pushed)
        assert news["question"] == first["question"]
        assert news["story"] == []
        assert size(news) < 32_000
        # Of the board alone what looks otherwise.
        assert 0 < sum(name.startswith("spot") for name in news["parts"]) <= 64
        assert "seat-0" not in news["parts"]
    pushed.close()
    # It is there when the page is loaded again, and on a second device.
    assert "37 of 2,308" in anna.page()
    # Gone with the question; what was meant for it is no longer heard.
    question = anna.question()
    assert anna.do("answer", {"question": question, "option": anna.options()[0]}).status == 200
    assert anna.do("point", {"question": question, "at": corner}).status == 200
    assert "of 2,308" not in anna.page()


def everything(guest: Guest) -> dict[str, object]:
    pushed = guest.stream()
    first = next(pushed)
    pushed.close()
    return {
        "page": re.sub(r'<span class="note">away</span>', "", guest.page()),
        "question": first["question"],
    }


@pytest.mark.parametrize("key", ["pentominoes", "ferries", "road_trip"])
def test_nobody_else_is_told_what_somebody_points_at(here: Running, key: str) -> None:
    anna, ben, onlooker, _ = here.open_game(key, ["person", "person"])
    before = [everything(guest) for guest in (ben, onlooker)]
    own = anna.stream()
    next(own)
    heard: list[object] = []
    streams = [guest.stream() for guest in (ben, onlooker)]
    for stream in streams:
        next(stream)

    def listen(stream: Iterator[object]) -> None:
        heard.extend(stream)

    listening = [threading.Thread(target=listen, args=(stream,), daemon=True) for stream in streams]
    for one in listening:
        one.start()
    # Whose pages are open is no secret, and is told first.
    time.sleep(0.5)
    heard.clear()
    asked = ""
    for found in dict.fromkeys(re.findall(r'data-point="([\d ]+)"', anna.page())[:5]):
        assert point(anna, key=found) == 200
    assert point(anna, words="zzz") == 200
    while ">0 of " not in asked:
        asked = next(own)["parts"].get("ask", "")
    time.sleep(0.3)
    assert heard == []
    assert [everything(guest) for guest in (ben, onlooker)] == before
    # Nobody points in the place of somebody else, and onlookers not at all.
    assert ben.do("point", {"question": anna.question(), "back": True}).status == 200
    assert ">0 of " in anna.page()
    assert onlooker.do("point", {"question": anna.question(), "back": True}).status == 404
    own.close()


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"key": "no number"},
        {"key": "1 2 3 99999"},
        {"key": "-1"},
        {"key": 3},
        {"words": "x" * 5000},
        {"words": ["x"]},
        {"back": 1},
        {"more": "yes"},
    ],
)
def test_whatever_is_pointed_at_the_table_stands(here: Running, given: dict[str, object]) -> None:
    anna, *_ = here.open_game("ferries", ["person", "person"])
    assert point(anna, **given) == 200
    assert point(anna, **given) == 200
    assert anna.do("point", {"question": 7, **given}).status == 200
    assert len(anna.page()) < 12_000
    point(anna, back=True)
    point(anna, back=True)
    assert anna.options() == [*range(7)]
