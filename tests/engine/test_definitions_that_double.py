"""Short definitions are written in place of their calls, but not without end."""

from pathlib import Path

from rulesdsl.engine.start import start
from tests.engine.texts import program_of

DOUBLINGS = 24


def test_definitions_that_double_are_not_written_out_into_each_other(tmp_path: Path) -> None:
    lines = [
        "define d1 = a + a",
        *(f"define d{at} = d{at - 1} + d{at - 1}" for at in range(2, DOUBLINGS + 1)),
    ]
    game = [
        'game "Doubling"',
        "players 1..1",
        "state a: 0..1",
        *lines,
        "flow",
        "  player first(players)",
        '    may "Go on?"',
        f"      when d{DOUBLINGS} >= 0 or a = 0",
        "      add 1 to a",
        "score doubled = a + d12",
        "winner most total, then shared",
    ]
    # Written out into each other they would take up millions of lines: this would not come to an end.
    state = start(program_of(tmp_path, "\n".join(game) + "\n", 1))
    assert state.evaluate("d12") == 0
