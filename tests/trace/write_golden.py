"""Writes the golden traces anew: `python tests/trace/write_golden.py [GAME...]`. Read the diff."""

import sys
from pathlib import Path

from rulesdsl import library
from rulesdsl.bots import Greedy
from rulesdsl.bots.bot import stream_for
from rulesdsl.engine.state import State
from rulesdsl.pipeline import load
from rulesdsl.trace.header import Header
from rulesdsl.trace.telling import tell_game

FOLDER = Path(__file__).parent / "golden"
SEED = 1


def golden(name: str) -> str:
    """One game with the fewest players, played by bots."""
    program = load(library.resolve(name)).program()
    streams = [stream_for(SEED, seat) for seat in range(program.players)]
    bot = Greedy(guesses=1, most_options=12, steps=3)

    def choose(state: State) -> int:
        assert state.player is not None
        return bot.choose(state, state.player, streams[state.player])

    header = Header.of(program, file=name, seed=SEED)
    return "\n".join(tell_game(program, header, choose)) + "\n"


def main() -> None:
    for name in sys.argv[1:] or library.shipped_games():
        (FOLDER / f"{name}.trace").write_text(golden(name), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
