"""The server, asked as a browser asks: seats, answers, what is pushed, limits, and what leaves it."""

import http.client
import json
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest

from rulesdsl.server.limits import Limits
from rulesdsl.server.live import MOST_STREAMS
from rulesdsl.server.store import hash_of
from tests.server.tables import Guest, Running, running


@pytest.fixture(scope="module")
def here() -> Iterator[Running]:
    found = running()
    yield found
    found.stop()


def test_the_lobby_offers_games_and_loads_nothing_from_elsewhere(here: Running) -> None:
    found = here.guest().ask("/")
    assert "Road Trip Europa" in found.text
    assert not re.search(r'(?:src|href)="(?!/)', found.text)
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert "unsafe" not in found.headers["content-security-policy"]
    assert found.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/static/table.css", "/static/table.js", "/static/icon.svg"])
def test_what_a_page_needs_is_here(here: Running, path: str) -> None:
    found = here.guest().ask(path)
    assert found.status == 200
    assert "http" not in found.text.replace("http://www.w3.org/2000/svg", "")


def test_everybody_has_a_link_and_sits_by_it(here: Running) -> None:
    anna, cleo, onlooker, host = here.open_game("road_trip", ["person", "greedy", "person"])
    assert [link.split("/", 3)[3].split("/", 2)[2] for link, _ in here.links] == [
        "seat/0",
        "seat/2",
        "watch",
        "host",
    ]
    assert "Which country do you visit?" in anna.page()
    assert "Anna" in cleo.page()
    assert "data-option" not in onlooker.page()
    assert "host" in host.page()


def test_without_its_token_a_seat_stays_closed(here: Running) -> None:
    anna, ben, *_ = here.open_game("road_trip", ["person", "person"])
    stranger = here.guest(anna.path)
    assert "Sitting down" in stranger.page()
    assert stranger.do("sit", {"token": "x" * 32}).status == 403
    for deed in ("answer", "back", "hint", "brings", "why", "name", "consent"):
        assert stranger.do(deed).status == 403
    assert stranger.ask(f"{anna.path}/stream").status == 403
    assert stranger.ask(f"{anna.path}/told").status == 403
    stranger.cookie = ben.cookie
    assert "Sitting down" in stranger.page()


def test_tokens_are_in_no_page_and_in_no_store(here: Running) -> None:
    guests = here.open_game("road_trip", ["person", "person"])
    for guest in guests:
        for _, token in here.links:
            assert token not in guest.page()
    kept = "\n".join(here.server.store._base.iterdump())
    assert not any(token in kept for _, token in here.links)
    assert all(hash_of(token) in kept for _, token in here.links)


def test_a_cookie_is_for_its_seat_alone(here: Running) -> None:
    here.open_game("road_trip", ["person", "person"])
    url, token = here.links[0]
    found = here.guest("/" + url.split("/", 3)[3])
    cookie = found.do("sit", {"token": token}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert f"Path={found.path}" in cookie


def test_a_new_link_closes_the_one_before(here: Running) -> None:
    anna, *_, host = here.open_game("road_trip", ["person", "person"])
    old = here.links[0][1]
    game = anna.path.split("/")[2]
    made = host.ask(f"/game/{game}/host/link/0", form={"x": 1})
    token = re.findall(r'href="[^"#]+#([\w-]+)"', made.text)[0]
    assert here.guest(anna.path).do("sit", {"token": old}).status == 403
    assert here.sit(f"http://x{anna.path}", token).question()
    assert anna.ask(f"/game/{game}/host/link/1", form={"x": 1}).status == 403


def test_answers_twice_and_late(here: Running) -> None:
    anna, ben, *_ = here.open_game("trekking_the_world", ["person", "person"])
    mover = anna if anna.question() else ben
    question = mover.question()
    option = mover.options()[0]
    assert mover.do("answer", {"question": question, "option": option}).status == 200
    assert mover.do("answer", {"question": question, "option": option}).status == 200
    late = mover.do("answer", {"question": question, "option": option + 1})
    assert late.status == 409
    assert "answered or taken back meanwhile" in late.said
    assert mover.question() != question


def test_two_devices_answer_at_once_and_one_answer_counts(here: Running) -> None:
    anna, ben, *_ = here.open_game("trekking_the_world", ["person", "person"])
    mover = anna if anna.question() else ben
    question = mover.question()
    options = mover.options()[:2]
    assert len(options) == 2
    found: list[int] = []

    def answer(option: int) -> None:
        found.append(mover.do("answer", {"question": question, "option": option}).status)

    threads = [threading.Thread(target=answer, args=(option,)) for option in options]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [200, 409]


def test_what_happens_is_pushed(here: Running) -> None:
    anna, ben, *_ = here.open_game("road_trip", ["person", "person"])
    pushed = ben.stream()
    first = next(pushed)
    assert first["afresh"]
    assert "seat-1" in first["parts"]
    anna.do("answer", {"question": anna.question(), "option": 0})
    changed = next(one for one in pushed if "ask" in one["parts"] and "has decided" in one["parts"]["ask"])
    assert set(changed["parts"]) < set(first["parts"])
    ben.do("answer", {"question": ben.question(), "option": 0})
    later = next(one for one in pushed if one["story"] and not one["afresh"])
    assert any("visits" in line for line in later["story"])
    pushed.close()


def test_bots_play_on_until_somebody_is_asked(here: Running) -> None:
    anna, *_ = here.open_game("lets_take_a_hike", ["person", "greedy", "random"])
    for _ in range(6):
        for _ in range(200):
            if anna.question():
                break
            time.sleep(0.05)
        assert anna.do("answer", {"question": anna.question(), "option": anna.options()[0]}).status == 200


def test_taking_back_asks_the_others_where_they_have_learnt_something(here: Running) -> None:
    anna, ben, *_ = here.open_game("road_trip", ["person", "person"])
    for guest in (anna, ben):
        guest.do("answer", {"question": guest.question(), "option": 0})
    before = anna.question()
    assert "asked" in anna.do("back").said
    assert "asks to take the last choice back" in ben.page()
    ben.do("consent", {"agreed": False})
    assert anna.question() == before
    anna.do("back")
    ben.do("consent", {"agreed": True})
    assert anna.question() != before
    assert "pick 1" in anna.page()


def test_an_answer_in_secret_is_taken_back_at_once(here: Running) -> None:
    anna, *_ = here.open_game("road_trip", ["person", "person"])
    first = anna.question()
    anna.do("answer", {"question": first, "option": 2})
    assert anna.question() == ""
    assert anna.do("back").said == "Taken back."
    assert anna.question() not in ("", first)
    assert anna.do("answer", {"question": first, "option": 2}).status == 409


def test_hint_and_why_not_in_words(here: Running) -> None:
    anna, ben, *_ = here.open_game("trekking_the_world", ["person", "person"])
    mover = anna if anna.question() else ben
    found = json.loads(mover.do("hint").text)
    assert found["said"].startswith("The greedy bot would take: ")
    assert found["option"] in mover.options()
    assert mover.do("why", {"asked": "Timbuktu"}).said
    assert (
        "nothing in the game" in mover.do("why", {"asked": "sing a song"}).said
        or mover.do("why", {"asked": "sing a song"}).said
    )
    assert mover.do("brings").said
    assert mover.do("why", {"asked": ""}).status == 400
    other = ben if mover is anna else anna
    assert other.do("why", {"asked": "Timbuktu"}).said == "You are not asked anything now."


def test_names_are_given_and_told_to_all(here: Running) -> None:
    anna, ben, *_ = here.open_game("road_trip", ["person", "person"])
    assert anna.do("name", {"name": "Eve"}).status == 200
    assert "Eve" in ben.page()
    for wrong in ("", "<b>", "a, b", "x" * 40, "Ben", "ben", 7, "a\nb"):
        assert anna.do("name", {"name": wrong}).status == 400


def play_to_the_end(guests: list[Guest]) -> None:
    for _ in range(4000):
        over = True
        for guest in guests:
            page = guest.page()
            question = re.search(r'data-question="([^"]*)"', page)
            assert question
            options = re.findall(r'data-option="(\d+)', page)
            if question[1] and options:
                guest.do("answer", {"question": question[1], "option": int(options[0])})
            over = over and 'class="over"' in page
        if over:
            return
    raise AssertionError("the game does not end")


def test_a_game_that_is_over_is_stepped_through_and_taken_home(here: Running, tmp_path: Path) -> None:
    anna, ben, onlooker, host = here.open_game("road_trip", ["person", "person"])
    game = anna.path.split("/")[2]
    assert anna.ask(f"{anna.path}/steps").status == 409
    assert host.ask(f"/game/{game}/host/trace").status == 409
    play_to_the_end([anna, ben])
    for guest in (anna, onlooker):
        stepped = guest.ask(f"{guest.path}/steps?step=9")
        assert stepped.status == 200
        assert "step 9 of" in stepped.text
        assert "data-option" not in stepped.text
    told = anna.ask(f"{anna.path}/told").text
    assert "seen by: Anna" in told
    assert "seed" not in told
    assert "choices:" not in told
    assert anna.ask(f"/game/{game}/host/trace").status == 403
    whole = host.ask(f"/game/{game}/host/trace")
    kept = here.server.store.game(game)
    assert kept is not None
    assert str(kept.seed) not in whole.text
    path = tmp_path / "game.trace"
    path.write_text(whole.text)
    command = [sys.executable, "-c", "from rulesdsl.cli.main import main; main()", "replay", str(path)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "the same game" in found.stdout


def test_a_game_goes_on_when_the_server_is_started_again(tmp_path: Path) -> None:
    first = running(tmp_path / "games.db")
    anna, ben, *_ = first.open_game("road_trip", ["person", "person"])
    anna.do("answer", {"question": anna.question(), "option": 0})
    ben.do("answer", {"question": ben.question(), "option": 1})
    question = ben.question()
    ben.do("answer", {"question": question, "option": 2})
    pages = [guest.page() for guest in (anna, ben)]
    first.stop()
    second = running(tmp_path / "games.db")
    anna.port = ben.port = second.port
    assert [guest.page() for guest in (anna, ben)] == pages
    assert ben.do("answer", {"question": question, "option": 2}).status == 200
    assert ben.do("answer", {"question": question, "option": 1}).status == 409
    second.stop()


def test_a_game_goes_on_by_the_rules_that_it_began_with(tmp_path: Path) -> None:
    file = tmp_path / "pig.game"
    text = (Path(__file__).parents[2] / "examples" / "classics" / "pig.game").read_text()
    file.write_text(text)
    first = running(tmp_path / "games.db", {"pig": file})
    anna, _, _, host = first.open_game("pig", ["person", "person"])
    before = anna.page()
    first.stop()
    file.write_text(text.replace("1..6", "2..8"))
    second = running(tmp_path / "games.db", {"pig": file})
    anna.port = host.port = second.port
    assert anna.page() == before
    assert "The file has changed since" in host.page()
    second.stop()


def test_text_of_a_file_is_only_text(tmp_path: Path) -> None:
    file = tmp_path / "sly.game"
    file.write_text(
        'game "<script>alert(1)</script>"\nplayers 2..2\nstate points per Player: 0..3\n'
        'action go "<img src=x onerror=alert(1)>"\n  add 1 to your points\n'
        "flow\n  phase turns 3 times\n    each player in turn\n      may go\n"
        "score points_of = your points\nwinner most total, then shared\n"
    )
    found = running(files={"sly": file})
    anna, ben, *_ = found.open_game("sly", ["person", "person"])
    mover = anna if anna.question() else ben
    page = mover.page()
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    found.stop()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 200),
        ({"Host": "localhost"}, 200),
        ({"Host": "["}, 421),
        ({"Host": "[::1]:80"}, 200),
        ({"Host": "[::1"}, 421),
        ({"Host": ""}, 421),
        ({"Content-Length": "9" * 5000}, 400),
        ({"Transfer-Encoding": "chunked"}, 413),
    ],
)
def test_other_names_are_not_ours(here: Running, headers: dict[str, str], status: int) -> None:
    assert here.guest().ask("/", headers=headers).status == status


def test_other_sites_send_nothing(here: Running) -> None:
    anna, *_ = here.open_game("road_trip", ["person", "person"])
    data = {"question": anna.question(), "option": 0}
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": f"https://evil.example/127.0.0.1:{here.port}"},
        {"Origin": "http://["},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        assert anna.ask(f"{anna.path}/answer", data, headers=headers).status == 403
    assert anna.ask(f"{anna.path}/answer", form=data).status == 415


def test_too_much_is_refused(here: Running) -> None:
    anna, *_ = here.open_game("road_trip", ["person", "person"])
    assert anna.do("why", {"asked": "x" * 100_000}).status == 413
    assert anna.do("why", {"asked": "x" * 300}).status == 400
    for wrong in (
        {},
        {"question": 1, "option": 0},
        {"question": "0", "option": True},
        {"question": "0", "option": "0"},
    ):
        assert anna.do("answer", wrong).status == 400
    assert anna.ask(f"{anna.path}/answer", "[" * 5000).status == 400


def test_too_much_is_refused_when_nobody_says_how_much(here: Running) -> None:
    anna, *_ = here.open_game("road_trip", ["person", "person"])
    connection = http.client.HTTPConnection("127.0.0.1", here.port, timeout=60)
    headers = {"Cookie": anna.cookie, "Content-Type": "application/json"}
    pieces = iter([b"x" * 9000] * 3)
    connection.request("POST", f"{anna.path}/why", pieces, headers, encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


@pytest.mark.parametrize("number", ["999", "9" * 20, "9" * 5000, "-1", "x", "٣"])
def test_seats_that_cannot_be_are_not_there(here: Running, number: str) -> None:
    anna, *_ = here.open_game("road_trip", ["person", "person"])
    game = anna.path.split("/")[2]
    path = f"/game/{game}/seat/{quote(number)}"
    assert here.guest().ask(path).status == 404
    assert here.guest().ask(f"{path}/sit", {"token": "x"}).status == 404
    assert here.guest().ask(f"/game/{game}/host/link/{quote(number)}", form={"x": 1}).status == 404


@pytest.mark.parametrize("deed", ["sit", "why", "name", "answer"])
def test_half_a_character_is_no_text(here: Running, deed: str) -> None:
    anna, *_ = here.open_game("road_trip", ["person", "person"])
    half = "\ud800"
    given = {"token": half, "asked": half, "name": half, "question": half, "option": 0}
    assert anna.do(deed, given).status == 400


def test_so_many_pages_listen_at_one_seat(here: Running) -> None:
    anna, *_ = here.open_game("road_trip", ["person", "person"])
    listening = [anna.stream() for _ in range(MOST_STREAMS)]
    for one in listening:
        next(one)
    refused = anna.ask(f"{anna.path}/stream")
    assert refused.status == 503
    assert "at this seat" in refused.text
    for one in listening:
        one.close()


def test_so_many_pages_listen_at_one_server_also_if_all_come_at_once() -> None:
    found = running(limits=Limits(streams=3))
    anna, *_ = found.open_game("road_trip", ["person", "random"])
    head = f"GET {anna.path}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {anna.cookie}\r\n\r\n"
    asking = [socket.create_connection(("127.0.0.1", found.port), timeout=60) for _ in range(8)]
    for one in asking:
        one.sendall(head.encode())
    answers = [one.recv(65536).decode() for one in asking]
    assert sum(text.startswith("HTTP/1.1 200") for text in answers) == 3
    refused = [text for text in answers if text.startswith("HTTP/1.1 503")]
    assert len(refused) == 5
    for one in asking:
        one.close()
    found.stop()


def test_where_nothing_is_it_is_told_in_words(here: Running) -> None:
    guest = here.guest()
    assert "There is nothing at this address." in guest.ask("/nothing").text
    anna, *_ = here.open_game("road_trip", ["person", "random"])
    assert "cannot be asked for" in guest.ask(f"{anna.path}/answer").text


def test_rates_and_numbers_are_limited() -> None:
    found = running(limits=Limits(games=3, games_an_hour=2, pace=1, burst=12))
    form = {"players": 2, "seat1": "person", "seat2": "random"}
    guest = found.guest()
    statuses = [guest.ask("/new/road_trip", form=form).status for _ in range(3)]
    assert statuses == [200, 200, 400]
    asked = [guest.ask("/").status for _ in range(14)]
    assert 429 in asked
    # A proxy on the same machine says who asks.
    assert guest.ask("/", headers={"X-Forwarded-For": "192.0.2.7"}).status == 200
    found.stop()


@pytest.mark.parametrize(
    "form",
    [
        {"players": 9},
        {"players": "x"},
        {"players": "9" * 5000},
        {"players": "²"},
        {"players": 2, "seat1": "../own.py"},
        {"players": 2, "option.nothing": "3"},
        {"players": 2, "option.alternate_direction": "perhaps"},
    ],
)
def test_a_wrong_form_is_told_in_words(here: Running, form: dict[str, object]) -> None:
    found = here.guest().ask("/new/road_trip", form=form)
    assert found.status == 400
    assert 'role="alert"' in found.text


def test_a_form_of_too_many_fields_is_refused(here: Running) -> None:
    found = here.guest().ask("/new/road_trip", form={"players": 2, "a": ["1"] * 500})
    assert found.status == 400
    assert "not so many fields" in found.text


def test_a_bot_whose_file_is_gone_is_told(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(here.server, "bots", ("gone.py", "prefer:gone.prefer"))
    for kind in here.server.bots:
        found = here.guest().ask("/new/road_trip", form={"players": 2, "seat2": kind})
        assert found.status == 400
        assert "A bot cannot be had: " in found.text


def test_options_reach_the_game(here: Running) -> None:
    anna, *_ = here.open_game("road_trip", ["person", "person", "person"], alternate_direction="yes")
    kept = here.server.store.game(anna.path.split("/")[2])
    assert kept is not None
    assert kept.options == (("alternate_direction", "yes"),)


@pytest.mark.parametrize("path", ["/nothing", "/game/none/seat/0", "/new/none", "/game/none/look.css"])
def test_what_is_not_there_is_told(here: Running, path: str) -> None:
    found = here.guest().ask(path)
    assert found.status == 404
    assert "Traceback" not in found.text


def test_uploads_are_not_taken(here: Running) -> None:
    assert here.guest().ask("/new/road_trip", {"file": "game"}).status in (400, 415)


def test_the_first_page_is_small(here: Running) -> None:
    """All that a browser loads before it shows the table."""
    anna, *_ = here.open_game("trekking_the_world", ["person", "random"])
    game = anna.path.split("/")[2]
    paths = (anna.path, "/static/table.css", "/static/table.js", "/static/icon.svg", f"/game/{game}/look.css")
    assert sum(len(anna.ask(path).text.encode()) for path in paths) < 200_000


def test_a_session_is_told_the_same_as_its_pages(here: Running) -> None:
    anna, *_ = here.open_game("road_trip", ["person", "person"])
    page = unescape(re.sub(r"<[^>]+>", "", anna.page()))
    live = here.server.games.live[anna.path.split("/")[2]]
    for piece in live.session.seen(0).zone("hand").pieces:
        assert piece.label in page
