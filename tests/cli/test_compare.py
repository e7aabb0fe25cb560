"""`rulesdsl compare`."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.program import Run
from tests.simulate.setting import COIN


def test_a_rule_is_compared_with_its_base(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "coin.game").write_text(COIN.read_text("utf-8"), "utf-8")
    (tmp_path / "thrift.game").write_text(
        'variant "Thrift" of "coin.game"\n'
        "replace score point = if (you is first(players)) = (side <= 2) then 3 else 0\n",
        "utf-8",
    )
    found = rulesdsl(
        "compare", "coin.game", "thrift.game", "--games", 200, "--workers", 1, "--report", "rule.html"
    )
    assert found.status == 0, found.err
    lines = found.out.splitlines()
    sentence = r"Seat 1 wins \d\d\.\d percentage points less often: \d\d\.\d % instead of \d\d\.\d % \(95 % "
    assert any(re.match(sentence, line) for line in lines)
    assert any(re.match(r"Seat 2 gets \d\.\d\d points more: ", line) for line in lines)
    assert "base variant change 95 % interval" in [" ".join(line.split()) for line in lines]
    assert "The same in every pair: length" in found.out
    html = (tmp_path / "rule.html").read_text("utf-8")
    assert "What Thrift changes" in html
    assert html.count("<svg") == 2
    data = rulesdsl("compare", "coin.game", "thrift.game", "--games", 200, "--workers", 2, "--json")
    [variant] = json.loads(data.out)
    wins = variant["differences"]["seat_1_wins"]
    assert wins["low"] < -0.25 < wins["high"]
    assert wins["clear"]
    assert wins["variant"] - wins["base"] == pytest.approx(wins["value"])
    assert variant["pairs"] == 200


def test_a_rule_compared_with_itself_changes_nothing(rulesdsl: Run) -> None:
    found = rulesdsl("compare", COIN, COIN, "--games", 50, "--workers", 1)
    assert "Nothing changes that chance does not explain." in found.out
    # A table with nothing in it is none.
    assert "change" not in found.out.replace("changes", "")
    one = rulesdsl("compare", COIN, COIN, "--games", 1, "--workers", 1)
    assert "1 pair of games" in one.out
    data = json.loads(rulesdsl("compare", COIN, COIN, "--games", 1, "--workers", 1, "--json").out)
    assert data[0]["differences"]["seat_1_score"]["low"] is None


def test_what_is_compared_is_said_first_and_in_words(rulesdsl: Run, tmp_path: Path) -> None:
    for name, title, rounds in (("one", "Short trip", 2), ("two", "Long trip", 5)):
        text = f'variant "{title}" of "road_trip.game"\nset rounds to {rounds}\n'
        (tmp_path / f"{name}.game").write_text(
            f'{text}\nadd example "nothing yet"\n  players Anna, Ben\n  expect Anna.total = 0\n', "utf-8"
        )
    found = rulesdsl(
        "compare", "road_trip", "two.game", "one.game", "--games", 12, "--workers", 1, "--bot", "random"
    )
    assert found.status == 0, found.err
    lines = found.out.splitlines()
    assert lines[0] == "Road Trip Europa: 12 pairs of games, equal seeds from 1, 2 players"
    assert lines[1] == "Bots: random in every seat"
    ranked = lines[lines.index("side by side, the most even seats first:") + 2 :][:3]
    assert {line[2:18].strip() for line in ranked} == {"Road Trip Europa", "Short trip", "Long trip"}
    shares = [float(line[20:].split()[1]) for line in ranked]
    assert shares == sorted(shares)
    at = lines.index("Long trip against Road Trip Europa")
    assert lines[at + 2] == "`rounds` is 5 instead of 4."
    assert "example" not in found.out
    data = json.loads(
        rulesdsl(
            "compare", "road_trip", "one.game", "--games", 2, "--workers", 1, "--bot", "random", "--json"
        ).out
    )
    assert data[0]["variant"] == "Short trip"
    assert data[0]["changes"][0] == "`rounds` is 2 instead of 4."


def test_who_plays_is_chosen_and_said(rulesdsl: Run) -> None:
    chosen = rulesdsl("compare", COIN, COIN, "--games", 2, "--workers", 1).out.splitlines()[1]
    assert re.match(r"Bots: (greedy|random) in every seat \(.* 24 games on trial", chosen)
    named = rulesdsl("compare", COIN, COIN, "--games", 2, "--workers", 1, "--seat", "2=mcts:2")
    assert named.out.splitlines()[1] == "Bots: random, mcts:2"


def test_why_games_do_not_end_is_said(rulesdsl: Run, tmp_path: Path) -> None:
    short = tmp_path / "short.game"
    short.write_text(COIN.read_text("utf-8").replace("players 2..2", "players 2..2\nlimit steps 1"), "utf-8")
    found = rulesdsl("compare", COIN, short, "--games", 20, "--workers", 1, "--report", "rule.html")
    assert "A game stays without an end 100.0 percentage points more often" in found.out
    assert "20 pairs in which a game did not end" in found.out
    assert "  variant, 20 times: " in found.out
    assert "without an end" in (tmp_path / "rule.html").read_text("utf-8")


def test_a_report_that_cannot_be_written_is_known_before_the_games(rulesdsl: Run) -> None:
    for command in (("compare", COIN), ("simulate",)):
        found = rulesdsl(*command, COIN, "--games", 10**9, "--report", "nowhere/rule.html")
        assert found.status == 2
        assert "cannot write nowhere/rule.html" in found.err
