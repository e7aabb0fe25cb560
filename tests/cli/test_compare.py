"""`rulesdsl compare`."""

import json
from pathlib import Path

from tests.cli.program import Run
from tests.simulate.setting import COIN


def test_a_rule_is_compared_with_its_base(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "thrift.game").write_text(
        f'variant "Thrift" of "{COIN}"\n'
        "replace score point = if (you is first(players)) = (side <= 2) then 3 else 0\n",
        "utf-8",
    )
    found = rulesdsl("compare", COIN, "thrift.game", "--games", 200, "--workers", 1, "--report", "rule.html")
    assert found.status == 0, found.err
    assert "Seat 1 wins less often by " in found.out
    assert "The score of seat 2 goes up by " in found.out
    assert "The same in every pair: length" in found.out
    html = (tmp_path / "rule.html").read_text("utf-8")
    assert "What thrift changes" in html
    assert html.count("<svg") == 2
    data = rulesdsl("compare", COIN, "thrift.game", "--games", 200, "--workers", 2, "--json")
    [variant] = json.loads(data.out)
    wins = variant["differences"]["seat_1_wins"]
    assert wins["low"] < -0.25 < wins["high"]
    assert wins["clear"]
    assert variant["pairs"] == 200


def test_a_rule_compared_with_itself_changes_nothing(rulesdsl: Run) -> None:
    found = rulesdsl("compare", COIN, COIN, "--games", 50, "--workers", 1)
    assert "Nothing changes that chance does not explain." in found.out
