"""Tells the golden traces anew: `python tests/trace/write_golden.py [GAME...]`. Read the diff.

Choices and chance stay as they are recorded, as long as the rules allow them; only a game without a golden
trace is played by bots.
"""

import sys
from pathlib import Path

from rulesdsl import library
from rulesdsl.bots import Greedy
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.state import State
from rulesdsl.pipeline import load
from rulesdsl.trace.header import Header, Trace, expected
from rulesdsl.trace.narrate import parse, tell_game
from rulesdsl.trace.record import Tape

FOLDER = Path(__file__).parent / "golden"
SEED = 1


def told_anew(trace: Trace) -> str:
    """The recorded game in the words of today."""
    program = load(library.resolve(trace.header.file)).program(len(trace.header.players))
    tape = Tape(trace.choices, trace.chance)
    header = expected(trace.header, program, lenient=False)
    lines = list(tell_game(program, header, tape.follow, source=tape.give))
    tape.check_used_up()
    return "\n".join(lines) + "\n"


def played(name: str) -> str:
    """One game with the fewest players, played by bots."""
    program = load(library.resolve(name)).program()
    streams = [Dice(SEED, stream=seat + 1) for seat in range(program.players)]
    bot = Greedy(guesses=1, most_options=12, steps=3)

    def choose(state: State) -> int:
        assert state.player is not None
        return bot.choose(state, state.player, streams[state.player])

    header = Header.of(program, file=name, seed=SEED)
    return "\n".join(tell_game(program, header, choose)) + "\n"


def main() -> None:
    for name in sys.argv[1:] or library.shipped_games():
        path = FOLDER / f"{name}.trace"
        told = told_anew(parse(path.read_text(encoding="utf-8"))) if path.exists() else played(name)
        path.write_text(told, encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
