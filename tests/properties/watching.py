"""Games in which after every line it is looked whether the engine has overlooked a standing rule."""

from rulesdsl import program as ir
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start


def plays_watched(program: ir.Program, *seeds: int) -> None:
    """Games by chance; `Overlooked` where one holds although all is said to be settled."""
    plan = Plan(program, watched=True)
    for seed in seeds:
        stream = Dice(seed + 1000)
        state = start(plan, seed)
        while not state.over:
            state.apply(stream.below(state.option_count))
