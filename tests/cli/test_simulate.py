"""`rulesdsl simulate`."""

import csv
import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.cli.program import INSTALLED, Outcome, Run, started
from tests.simulate.setting import CLASSICS, COIN

FOUR = CLASSICS / "connect_four.game"


@pytest.fixture
def simulate(rulesdsl: Run) -> Run:
    def run(*arguments: object) -> Outcome:
        return rulesdsl("simulate", *arguments)

    return run


def test_the_table_says_who_wins_and_how_games_go(simulate: Run) -> None:
    found = simulate(COIN, "--games", 200, "--workers", 1)
    assert found.status == 0
    assert found.err == ""
    lines = found.out.splitlines()
    assert lines[0] == "Loaded coin: 200 games of 2 players (random), seed 1"
    assert lines[2].startswith("Seats are not equal: seat 1 wins 7")
    assert any(re.match(r"  1 +7\d\.\d %  +\d\d\.\d to \d\d\.\d +0\.\d", line) for line in lines)
    assert "games: 200 with a winner" in lines
    assert "decisions with a choice in a game: 1 ± 0 on average; 1 (5 %), 1 (half), 1 (95 %)" in lines


def test_the_number_of_workers_changes_nothing(simulate: Run, tmp_path: Path) -> None:
    one = simulate(FOUR, "--games", 60, "--workers", 1, "--json", "--out", "one.csv")
    two = simulate(FOUR, "--games", 60, "--workers", 2, "--json", "--out", "two.csv")
    assert one.out == two.out
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    data = json.loads(one.out)
    assert data["games"] == sum(data["outcomes"].values()) == 60
    assert sum(seat["wins"]["value"] for seat in data["seats"]) == pytest.approx(1)


def test_a_run_goes_on_where_it_was(simulate: Run, tmp_path: Path) -> None:
    whole = simulate(COIN, "--games", 30, "--workers", 1, "--json")
    for name in ("games.csv", "games.parquet"):
        simulate(COIN, "--games", 12, "--workers", 1, "--out", name)
        assert simulate(COIN, "--games", 30, "--workers", 1, "--json", "--out", name).out == whole.out
    assert pq.read_table(tmp_path / "games.parquet").num_rows == 30
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.csv", "games.parquet"]
    other = simulate(COIN, "--games", 30, "--seed", 2, "--out", "games.csv")
    assert other.status == 2
    assert "games.csv holds other games" in other.err


def test_another_look_of_the_same_rules_goes_on_and_other_rules_do_not(
    simulate: Run, rulesdsl: Run, tmp_path: Path
) -> None:
    file = tmp_path / "coin.game"
    file.write_text(COIN.read_text("utf-8"), "utf-8")
    simulate(file, "--games", 4, "--workers", 1, "--out", "games.csv")
    text = file.read_text("utf-8")
    file.write_text(text.replace("flow\n", "flow   # whatever\n\n"), "utf-8")
    rulesdsl("fmt", file)
    assert file.read_text("utf-8") != text
    before = (tmp_path / "games.csv").read_text("utf-8")
    assert simulate(file, "--games", 6, "--workers", 1, "--out", "games.csv").status == 0
    after = (tmp_path / "games.csv").read_text("utf-8")
    assert after.startswith(before)
    assert after.count("\n") == 8
    other = re.sub(r"from 1\.\.4", "from 1..5", text)
    assert other != text
    file.write_text(other, "utf-8")
    found = simulate(file, "--games", 8, "--workers", 1, "--out", "games.csv")
    assert found.status == 2
    assert "holds other games" in found.err


@pytest.mark.parametrize("details", [(), ("--details",)])
def test_run_plays_a_game_of_the_table_again(
    simulate: Run, rulesdsl: Run, tmp_path: Path, details: tuple[str, ...]
) -> None:
    seats = ("--seat", "1=greedy", "--seat", "2=random")
    simulate("road_trip", "--games", 4, "--workers", 1, "--rotate", "--out", "games.csv", *seats, *details)
    with (tmp_path / "games.csv").open(encoding="utf-8") as file:
        file.readline()
        games = list(csv.DictReader(file))
    for game in games:
        bots = json.loads(game["bots"])
        again = [word for seat, bot in enumerate(bots, 1) for word in ("--seat", f"{seat}={bot}")]
        found = json.loads(
            rulesdsl("run", "road_trip", "--seed", game["seed"], *again, "--format", "json").out
        )
        assert found["totals"] == json.loads(game["totals"])
    assert {game["bots"] for game in games} == {'["greedy","random"]', '["random","greedy"]'}
    assert len({game["totals"] for game in games}) > 1


IDLE = """
game "Idle"
players 2..2
rules "idle.md"
values Colour: red, blue
state n per Player: 0..50
routine effect(colour: Colour) for red [I-2]
  add 1 to your n
routine effect(colour: Colour) for blue [I-3]
  nothing
action paint(colour from Colour) "Paint {colour}"
  do effect(colour) [I-5]
flow
  phase turns 5 times
    each player in turn
      must paint [I-1]
    if first(players).n = 40
      add 1 to first(players).n [I-4]
score points = your n
winner most total, then shared
"""


def test_only_what_no_game_needed_is_said_to_be_never_exercised(simulate: Run, tmp_path: Path) -> None:
    rules = "".join(f"- I-{number} A rule.\n" for number in range(1, 6))
    (tmp_path / "idle.md").write_text(f"# Rules\n\n{rules}", "utf-8")
    (tmp_path / "idle.game").write_text(IDLE, "utf-8")
    found = simulate("idle.game", "--games", 20, "--workers", 1, "--details").out
    assert "\nrules never exercised: I-4\n" in found
    assert found.endswith("\nrules whose lines do nothing, so that nothing tells of them: I-3\n")
    plain = simulate("idle.game", "--games", 20, "--workers", 1).out
    assert "never exercised" not in plain
    assert plain.endswith("--details adds who leads when, actions, pieces and rules that no game needed\n")


def test_all_pieces_are_shown_or_counted(simulate: Run) -> None:
    found = simulate("road_trip", "--games", 10, "--workers", 1, "--details").out
    table = found[found.index("\n  piece ") :].splitlines()[2:]
    shown = [line for line in table if re.match(r"  \w.* \d+\.\d %", line)]
    [more] = [line for line in table if line.startswith("  and ")]
    data = json.loads(simulate("road_trip", "--games", 10, "--workers", 1, "--details", "--json").out)
    assert len(shown) + int(more.split()[1]) == len(data["details"]["pieces"])
    assert data["details"]["decisions_with_one_option"] > 0


def test_a_claim_on_what_only_a_listener_knows_is_refused(simulate: Run) -> None:
    found = simulate(COIN, "--games", 2, "--assert", "lead_changes < 3")
    assert (found.status, found.err) == (2, "Error: lead_changes is known with --details only\n")


def test_an_interrupt_loses_nothing_that_was_finished(simulate: Run, tmp_path: Path) -> None:
    arguments = [FOUR, "--bot", "mcts:30", "--games", "24", "--out", "games.csv", "--workers", "2"]
    # Machine code would be done before anybody can interrupt it.
    arguments += ["--engine", "python"]
    with started("simulate", *map(str, arguments), cwd=tmp_path) as run:
        journal = tmp_path / "games.csv"
        while not journal.exists() or journal.read_bytes().count(b"\n") < 4:
            assert run.poll() is None
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        out, err = (written.decode() for written in run.communicate(timeout=120))
    assert run.returncode == 130, err
    assert "finishing the games that have begun" in err
    assert "the same command goes on from here" in err
    finished = journal.read_bytes().count(b"\n") - 2
    assert f": {finished} games of 2 players" in out
    assert 2 <= finished < 24
    assert simulate(*arguments).status == 0
    uninterrupted = simulate(*arguments[:-4], "--out", "again.csv", "--workers", 1)
    assert uninterrupted.status == 0
    assert journal.read_bytes() == (tmp_path / "again.csv").read_bytes()


@pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
def test_a_run_that_was_killed_goes_on_where_it_was(simulate: Run, tmp_path: Path, name: str) -> None:
    arguments = [FOUR, "--bot", "mcts:30", "--games", "10", "--out", name, "--workers", "2"]
    journal = tmp_path / (name if name.endswith("csv") else f"{name}.part")
    with started("simulate", *map(str, arguments), cwd=tmp_path, start_new_session=True) as run:
        while not journal.exists() or journal.read_bytes().count(b"\n") < 5:
            assert run.poll() is None
            time.sleep(0.02)
        # As by the system: everybody at once, without a word before.
        os.killpg(run.pid, signal.SIGKILL)
        assert run.wait(timeout=20) == -signal.SIGKILL
    there = journal.read_bytes()
    finished = there.count(b"\n") - 2
    assert 3 <= finished < 10
    whole = simulate(*arguments, "--json")
    assert whole.status == 0, whole.err
    assert whole.out == simulate(*arguments[:5], "--json", "--workers", 1).out
    if name.endswith("csv"):
        # Gone on with, and not begun again.
        assert journal.read_bytes().startswith(there[: there.rindex(b"\n") + 1])
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_damaged_line_is_met_with_words(simulate: Run, tmp_path: Path) -> None:
    arguments = (COIN, "--games", 8, "--workers", 1, "--out", "games.csv")
    simulate(*arguments)
    journal = tmp_path / "games.csv"
    lines = journal.read_bytes().split(b"\n")
    lines[4] = lines[4].replace(b'"[', b'"(')
    damaged = b"\n".join(lines)
    journal.write_bytes(damaged)
    found = simulate(*arguments)
    assert found.status == 2
    assert "games.csv:5: this is not game 2; delete that line and all below it" in found.err
    assert journal.read_bytes() == damaged
    journal.write_bytes(b"\n".join(lines[:4]) + b"\n")
    assert simulate(*arguments).status == 0
    assert journal.read_bytes().count(b"\n") == 10


def test_a_claim_on_what_no_game_tells_does_not_hold(simulate: Run) -> None:
    for claim in ("mean_margin >= 0", "mean_margin < 1"):
        found = simulate(FOUR, "--games", 4, "--workers", 1, "--assert", claim)
        assert found.status == 1
        assert f"not so: {claim}; mean_margin is unknown, for no game tells it" in found.err


def test_a_claim_that_does_not_hold_is_told_with_its_figure(simulate: Run) -> None:
    arguments = (COIN, "--games", 100, "--workers", 1)
    holds = simulate(*arguments, "--assert", "seat_1_wins > 60 %", "--assert", "share_point > 0.9")
    assert (holds.status, holds.err) == (0, "")
    fails = simulate(*arguments, "--assert", "seat_advantage < 0.05")
    assert fails.status == 1
    assert re.fullmatch(r"not so: seat_advantage < 0\.05; seat_advantage is 0\.\d+\n", fails.err)
    unknown = simulate(*arguments, "--assert", "seat_advantag < 0.05")
    assert unknown.status == 2
    assert "did you mean `seat_advantage`" in unknown.err
    assert unknown.out == ""


def test_who_plays_alone_leads_nobody(simulate: Run) -> None:
    found = simulate(CLASSICS / "yacht.game", "--games", 1, "--workers", 1)
    assert found.out.startswith("Yacht: 1 game of 1 player (random), seed 1\n")
    assert "the lead" not in found.out


def test_bots_can_be_matched_seat_by_seat(simulate: Run) -> None:
    found = simulate(
        FOUR,
        "--games",
        40,
        "--workers",
        1,
        "--seat",
        "1=greedy",
        "--rotate",
        "--assert",
        "wins_of_greedy > 0.5",
    )
    assert found.status == 0
    assert found.out.splitlines()[2].startswith("greedy wins ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--bot", "gredy"), "did you mean `greedy`"),
        (("--bot", "prefer:none.prefer"), "none.prefer"),
        (("--seat", "3=greedy"), "there is no seat 3"),
        (("--option", "stuk=yes"), "no option `stuk`"),
        (("--seat", "1=random", "--seat", "1=greedy"), "seat 1 is given to random and to greedy"),
        (("--bot", "you"), "only bots play here"),
        (("--bot", "mcts:0"), "`mcts:0` says no number of iterations"),
        (("--out", "games.txt"), "games are kept as .csv or .parquet, and games.txt is neither"),
        (("--games", "0"), "0 is not in the range"),
        (("--cluster", "tcp://127.0.0.1:9"), "there is no cluster at tcp://127.0.0.1:9"),
    ],
)
def test_what_cannot_be_done_is_said(
    simulate: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    monkeypatch.setattr("rulesdsl.cli.many_games.CLUSTER_PATIENCE", 1)
    found = simulate(COIN, "--games", 1, *arguments)
    assert found.status == 2
    assert words in found.err


def test_the_report_is_one_file_that_needs_nothing_else(simulate: Run, tmp_path: Path) -> None:
    path = tmp_path / "coin<b>.game"
    path.write_text(COIN.read_text("utf-8").replace('"Loaded coin"', '"Coin & <b>"'), "utf-8")
    assert simulate(path, "--games", 80, "--workers", 1, "--report", "report.html").status == 0
    html = (tmp_path / "report.html").read_text("utf-8")
    assert "<h1>Coin &amp; &lt;b&gt;</h1>" in html
    assert html.count("<svg") >= 2
    assert "Seats are not equal" in html
    assert {word.split("/")[2] for word in re.findall(r"https?://[^\s\"'<>]+", html)} == {"www.w3.org"}
    assert not re.search(r"<(script|link|img|iframe|object)\b|\bsrc=|@import|url\((?!#)", html)


def test_the_bar_is_for_terminals_only(simulate: Run) -> None:
    assert simulate(COIN, "--games", 5, "--workers", 1).err == ""


@pytest.mark.parametrize("after", [0, 0.2, 0.6])
def test_an_interrupt_of_the_whole_group_is_met_by_no_worker(tmp_path: Path, after: float) -> None:
    """As Ctrl-C on a terminal, which also reaches processes that have only just begun."""
    command = [
        "simulate",
        str(FOUR),
        "--bot",
        "mcts:30",
        "--games",
        "60",
        "--out",
        "games.csv",
        "--workers",
        "2",
    ]
    with started(*command, cwd=tmp_path, start_new_session=True) as run:
        while not (tmp_path / "games.csv").exists():
            assert run.poll() is None
            time.sleep(0.01)
        time.sleep(after)
        os.killpg(run.pid, signal.SIGINT)
        _, err = run.communicate(timeout=120)
    assert (run.returncode, b"Traceback" in err) == (130, False), err.decode()


def test_machine_code_or_python_changes_nothing(simulate: Run, tmp_path: Path) -> None:
    python = simulate(COIN, "--games", 40, "--workers", 1, "--engine", "python", "--out", "python.csv")
    native = simulate(COIN, "--games", 40, "--workers", 1, "--engine", "native", "--out", "native.csv")
    assert (native.status, native.out, native.err) == (0, python.out, "")
    assert (tmp_path / "native.csv").read_bytes() == (tmp_path / "python.csv").read_bytes()


def test_what_machine_code_cannot_play_is_said(simulate: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    few = (COIN, "--games", 2, "--workers", 1)
    greedy = simulate(*few, "--bot", "greedy", "--engine", "native")
    assert greedy.status == 0
    assert greedy.err == (
        "played in Python: machine code thinks for greedy and mcts, whose games are led by Python\n"
    )
    assert "details are told" in simulate(*few, "--details", "--engine", "native").err
    monkeypatch.setattr("rulesdsl.cli.many_games.installed", lambda: False)
    missing = simulate(*few, "--engine", "native")
    assert missing.status == 2
    assert "pip install 'rulesdsl[native]'" in missing.err


def test_who_has_waited_is_told_what_is_faster(simulate: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    few = (COIN, "--games", 30, "--workers", 1)
    monkeypatch.setattr("rulesdsl.cli.many_games.installed", lambda: False)
    assert simulate(*few).err == ""
    monkeypatch.setattr("rulesdsl.cli.many_games.MANY_DECISIONS", 20)
    assert simulate(*few).err.endswith("pip install 'rulesdsl[native]'\n")
    assert simulate(*few, "--engine", "python").err == ""


def test_python_files_in_the_folder_are_no_modules_of_the_workers(tmp_path: Path) -> None:
    for name in ("multiprocessing", "random", "json"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'has_run')!r}, 'w')\n", "utf-8")
    (tmp_path / "coin.game").write_text(COIN.read_text("utf-8"), "utf-8")
    arguments = (
        "simulate",
        "coin.game",
        "--games",
        "40",
        "--workers",
        "2",
        "--engine",
        "python",
        "--bot",
        "greedy",
    )
    shown = subprocess.run([INSTALLED, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stderr
    assert not (tmp_path / "has_run").exists()
