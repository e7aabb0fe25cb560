"""Every shipped game goes as it went: a recorded game of each is played again, line by line.

Choices and chance come from the record, so that a change of the dice does not touch these games. What does is
a change of the rules, of the engine or of the words; `python tests/trace/write_golden.py` writes them anew.
"""

from pathlib import Path

import pytest

from rulesdsl import library
from rulesdsl.trace.narrate import parse, replay
from tests.loading import load

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.trace"))


def test_every_shipped_game_has_its_golden_trace() -> None:
    assert [path.stem for path in GOLDEN] == sorted(library.shipped_games())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_recorded_game_goes_the_same_way(path: Path) -> None:
    trace = parse(path.read_text(encoding="utf-8"))
    program = load(library.resolve(trace.header.file)).program(len(trace.header.players))
    assert replay(trace, program, lenient=True) is None
