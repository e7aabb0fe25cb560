"""Wherever and however it is started: no traceback, the documented status, nothing left behind."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.games import write_race
from tests.cli.program import INSTALLED, Run

CLOSED = {"0": "<&-", "1": ">&-", "2": "2>&-"}


def shell(line: str, folder: Path, **surroundings: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME")}
    return subprocess.run(  # noqa: S602 - streams are closed by a shell
        line.replace("rulesdsl", str(INSTALLED), 1),
        shell=True,
        cwd=folder,
        env=kept | surroundings,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def race(tmp_path: Path) -> Path:
    write_race(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def known_race(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same in a folder that several tests share, so that it is checked once."""
    folder = tmp_path_factory.mktemp("race")
    write_race(folder)
    return folder


@pytest.mark.parametrize("closed", ["0", "1", "2", "012"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ("run race.game --seed 1", 0),
        ("play race.game --seed 1", 0),
        ("show race.game", 0),
        ("--version", 0),
        ("run nothing.game", 2),
    ],
)
def test_closed_streams(known_race: Path, arguments: str, status: int, closed: str) -> None:
    streams = " ".join(CLOSED[number] for number in closed)
    done = shell(f"rulesdsl {arguments} {streams}", known_race, HOME=str(known_race))
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert "bug of rulesdsl" not in done.stderr


@pytest.mark.parametrize("home", ["", "nowhere", "unset"])
def test_without_a_home_nothing_is_kept_and_nothing_is_made(race: Path, home: str) -> None:
    before = sorted(race.rglob("*"))
    surroundings = {} if home == "unset" else {"HOME": home and str(race / home)}
    cache = {"XDG_CACHE_HOME": str(race / "cache")} if home == "unset" else {}
    done = shell("rulesdsl run race.game --seed 1 --quiet", race, **surroundings, **cache)
    assert (done.returncode, done.stderr) == (0, "")
    left = sorted(path for path in race.rglob("*") if "cache" not in path.parts)
    assert left == before


def test_a_cache_folder_beside_the_game_is_not_meant(race: Path) -> None:
    done = shell("rulesdsl run race.game --seed 1 --quiet", race, HOME=str(race), XDG_CACHE_HOME="here")
    assert (done.returncode, done.stderr) == (0, "")
    assert not (race / "here").exists()
    assert (race / ".cache" / "rulesdsl").is_dir()


@pytest.mark.parametrize("columns", ["20", "0", "-5", "wide", "99999999"])
def test_any_width(rulesdsl: Run, race: Path, columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for command in ("run race.game --seed 1", "play race.game --seed 1", "show race.game"):
        shown = rulesdsl(*command.replace("race.game", str(race / "race.game")).split())
        assert (shown.status, shown.err) == (0, "")


def test_a_game_from_a_pipe_is_read_once(rulesdsl: Run, tmp_path: Path) -> None:
    rulesdsl("new", "mine")
    game = (tmp_path / "mine.game").read_text("utf-8")
    for command in ("run {} --seed 1 --quiet", "show {}"):
        # The second time there is something in the cache under the name of the pipe.
        for _ in range(2):
            read, write = os.pipe()
            os.write(write, game.encode())
            os.close(write)
            done = subprocess.run(
                [INSTALLED, *command.format(f"/dev/fd/{read}").split()],
                env=os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")},
                pass_fds=[read],
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            os.close(read)
            assert (done.returncode, done.stderr) == (0, "")


def test_starts_at_once_share_the_cache(race: Path) -> None:
    command = [str(INSTALLED), "run", "race.game", "--seed", "1", "--quiet"]
    surroundings = os.environ | {"XDG_CACHE_HOME": str(race / "cache")}
    started = [
        subprocess.Popen(
            command, cwd=race, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    said = {(*one.communicate(timeout=120), one.returncode) for one in started}
    assert len(said) == 1
    [(out, err, status)] = said
    assert (err, status) == ("", 0)
    assert "win" in out
    kept = [path.name for path in (race / "cache" / "rulesdsl" / "checked").iterdir()]
    assert [name.endswith(".game") for name in kept] == [True]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("perft", "race.game", "--depth", "9" * 30), "not in the range"),
        (("perft", "race.game", "--depth", "-1"), "not in the range"),
        (("run", "race.game", "--seed", "9" * 40), "not in the range"),
        (("run", "race.game", "--players", "0"), "not in the range"),
        (("new", ".."), "is no good name"),
        (("new", ".hidden"), "is no good name"),
        (("new", "a\x01b"), "has a control character in it"),
        (("explain", ""), "there is no code"),
        (("trace", "race.game", "--seed", "1", "--as", ""), "there is no player"),
    ],
)
def test_absurd_arguments(rulesdsl: Run, race: Path, arguments: tuple[str, ...], words: str) -> None:
    shown = rulesdsl(*(argument.replace("race.game", str(race / "race.game")) for argument in arguments))
    assert (shown.status, shown.out) == (2, "")
    assert words in shown.err


def test_a_game_given_as_a_variant_is_said_to_be_a_game(rulesdsl: Run) -> None:
    rulesdsl("new", "one")
    rulesdsl("new", "two")
    shown = rulesdsl("run", "one.game", "--variant", "two.game")
    assert shown.status == 1
    assert "two.game is a game, not a variant of one" in shown.err
