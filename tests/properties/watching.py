"""Games in which after every line it is looked whether the engine has overlooked a standing rule."""

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.program import Program


def plays_watched(program: Program, *seeds: int) -> None:
    """Games by chance; `Overlooked` where one holds although all is said to be settled."""
    plan = Plan(program, watched=True)
    for seed in seeds:
        stream = Dice(seed + 1000)
        state = start(plan, seed)
        while not state.over:
            state.apply(stream.below(state.option_count))
