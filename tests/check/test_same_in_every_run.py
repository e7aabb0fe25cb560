"""What is found in a game is the same in every run, though the hashes of words are not."""

import os
import subprocess
import sys
from pathlib import Path

CHECK = """
import sys
from pathlib import Path
from tests.properties.random_games import Writer, valid_game
game, _text = valid_game(Writer(710_035).game(), Path(sys.argv[1]))
print(*game.report.sorted(), sep="\\n")
"""


def test_the_same_is_told_of_what_is_hidden(checkout: Path, tmp_path: Path) -> None:
    """Of several things on which it depends that something is done, the first is told."""
    told = set()
    for seed in ("1", "4", "5"):
        command = [sys.executable, "-c", CHECK, str(tmp_path)]
        hashes = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(command, cwd=checkout, env=hashes, capture_output=True, text=True, check=True)
        told.add(run.stdout)
    assert len(told) == 1
    assert "telling-effect" in told.pop()
