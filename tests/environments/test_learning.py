"""The example that learns does learn."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "research" / "learn.py"


@pytest.mark.long
def test_the_example_learns_a_shipped_game(tmp_path: Path) -> None:
    plot = tmp_path / "learning.svg"
    shown = subprocess.run(
        [sys.executable, EXAMPLE, "road_trip", "--rounds", "20", "--plot", plot],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    shares = [int(share) for share in re.findall(r"round \d+: (\d+)% won", shown)]
    assert shares[0] < 75
    assert shares[-1] > 85
    against = dict(re.findall(r"against (\w+): (\d+)% won", shown))
    assert int(against["random"]) > 80
    assert json.loads(shown.splitlines()[-1])["game"] == "Road Trip Europa"
    assert plot.read_text("utf-8").startswith("<svg")
