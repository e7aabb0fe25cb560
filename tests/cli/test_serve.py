"""`rulesdsl serve`: the address, the store, and games on their way from the terminal and back."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulesdsl.server.store import Store
from tests.cli.program import Run

MAIN = "from rulesdsl.cli.main import main; main()"


def page_at(address: str) -> str:
    with urllib.request.urlopen(address) as page:  # noqa: S310 - our own server
        text: str = page.read().decode()
    return text


@contextmanager
def serving(*arguments: object) -> Iterator[tuple[str, list[str]]]:
    """The address at which it is served, and what was printed; ended by Ctrl-C."""
    command = [sys.executable, "-c", MAIN, "serve", "--port", "0", *map(str, arguments)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as process:
        assert process.stdout
        lines: list[str] = []
        for line in process.stdout:
            lines.append(line.rstrip())
            if line.startswith("Ctrl-C"):
                break
        try:
            yield lines[0].split()[-1], lines
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
        assert process.returncode == 0


def test_it_says_where_the_table_is(tmp_path: Path) -> None:
    with serving("--store", tmp_path / "games.db") as (address, lines):
        assert lines == [f"The table is open at {address}", "Ctrl-C ends it; games are kept."]
        assert "Road Trip Europa" in page_at(address)


def test_a_file_of_ones_own(tmp_path: Path, checkout: Path) -> None:
    pig = checkout / "examples" / "classics" / "pig.game"
    with serving(pig, "--store", tmp_path / "games.db") as (address, _):
        text = page_at(address)
    assert "/new/pig" in text
    assert "road_trip" not in text


def test_two_servers_do_not_share_a_store(rulesdsl: Run, tmp_path: Path) -> None:
    with serving("--store", tmp_path / "games.db"):
        found = rulesdsl("serve", "--port", "0", "--store", tmp_path / "games.db")
    assert found.status == 2
    assert "another server is using it" in found.err


def test_what_is_no_store_is_told(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("not a store at all, but a text that is long enough to be read" * 20)
    found = rulesdsl("serve", "--store", tmp_path / "games.db")
    assert found.status == 2
    assert "no file in which games are kept" in found.err


def test_a_port_that_is_taken_is_told(rulesdsl: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = rulesdsl("serve", "--port", port, "--store", tmp_path / "games.db")
    assert found.status == 2
    assert "cannot be listened at" in found.err


def test_a_game_goes_from_the_terminal_to_the_table_and_back(rulesdsl: Run, tmp_path: Path) -> None:
    saved, back, store = tmp_path / "a.saved", tmp_path / "b.saved", tmp_path / "games.db"
    played = rulesdsl("play", "road_trip", "--seed", "5", typed=f"1\n2\n1\nsave {saved}\nquit\n")
    assert saved.is_file(), played.out
    with serving("--store", store, "--resume", saved) as (address, lines):
        links = [line for line in lines if "#" in line]
        assert [line.split(":")[0] for line in links] == ["Anna", "onlookers", "host"]
        assert all(f"{address}/game/" in line for line in links)
        game = re.findall(r"/game/(\w+)/", links[0])[0]
    found = rulesdsl("serve", "--store", store, "--save", game, back)
    assert "go on with" in found.out, found.err
    resumed = rulesdsl("play", "--resume", back, typed="table\nquit\n")
    assert resumed.status == 0, resumed.err
    assert "pick 4" in resumed.out


def test_what_was_written_in_the_terminal_is_on_the_table(
    rulesdsl: Run, tmp_path: Path, checkout: Path
) -> None:
    saved, back, store = tmp_path / "a.saved", tmp_path / "b.saved", tmp_path / "games.db"
    words = checkout / "examples" / "language" / "37_texts.game"
    rulesdsl("play", words, "--seed", "1", typed=f"as we like it\n/save {saved}\n/quit\n")
    assert saved.is_file()
    with serving(words, "--store", store, "--resume", saved) as (_, lines):
        game = re.findall(r"/game/(\w+)/", "".join(lines))[0]
    rulesdsl("serve", words, "--store", store, "--save", game, back)
    assert json.loads(back.read_text())["choices"] == json.loads(saved.read_text())["choices"]


def test_a_saved_game_of_a_changed_file_is_told(rulesdsl: Run, tmp_path: Path, checkout: Path) -> None:
    file, saved = tmp_path / "pig.game", tmp_path / "a.saved"
    text = (checkout / "examples" / "classics" / "pig.game").read_text()
    file.write_text(text)
    rulesdsl("play", file, "--seed", "1", typed=f"1\nsave {saved}\nquit\n")
    file.write_text(text.replace("1..6", "1..8"))
    found = rulesdsl("serve", "--port", "0", "--store", tmp_path / "games.db", "--resume", saved)
    assert found.status == 2
    assert "have changed since" in found.err


def test_what_a_saved_game_brings_along_is_there_for_all_workers(
    rulesdsl: Run, tmp_path: Path, checkout: Path
) -> None:
    saved, pig = tmp_path / "a.saved", checkout / "examples" / "classics" / "pig.game"
    rulesdsl("play", pig, "--seed", "1", typed=f"1\nsave {saved}\nquit\n")
    store = tmp_path / "games.db"
    with serving("--store", store, "--resume", saved, "--workers", "2") as (address, _):
        assert "Pig" in page_at(f"{address}/rules/pig")


def test_a_game_that_is_not_in_the_store_is_told(rulesdsl: Run, tmp_path: Path) -> None:
    Store(tmp_path / "games.db").close()
    found = rulesdsl("serve", "--store", tmp_path / "games.db", "--save", "none", tmp_path / "x.saved")
    assert found.status == 2
    assert "there is no game none" in found.err


def test_games_that_nobody_plays_on_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with serving("--store", path) as (address, _):
        for _ in range(2):
            urllib.request.urlopen(f"{address}/new/road_trip", b"players=2&seat1=person&seat2=person").close()  # noqa: S310
    base = sqlite3.connect(path)
    [old, new] = [game_id for (game_id,) in base.execute("select id from games order by id")]
    base.execute("update games set moved = moved - 91 * 86400 where id = ?", (old,))
    base.commit()
    base.close()
    for more in (["--keep", 0], ["--keep", 92], []):
        assert held(path) == {old, new}
        with serving("--store", path, *more) as (address, _):
            page_at(address)
    assert held(path) == {new}


def held(path: Path) -> set[str]:
    store = Store(path)
    found = set(store.games())
    store.close()
    return found
