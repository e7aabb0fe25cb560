"""Who plays where nobody was named: somebody who plays well, wherever that does not take too long."""

from __future__ import annotations

from attrs import evolve, frozen

from rulesdsl.bots import Greedy
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.start import start
from rulesdsl.simulate.games import play
from rulesdsl.simulate.rows import Row
from rulesdsl.simulate.setups import Setup, Table

PLAIN, BETTER = "random", "greedy"
LOOKED_AT = 3
"""Games at random that show how much there is to think about."""
MOST_TRIED = 12_000
"""So many options and what may follow them may be tried in a game. It is a number and no time, so that every
machine chooses the same."""
TRIALS = 24


@frozen
class Choice:
    kind: str
    why: str


def usual_bot(setup: Setup, table: Table) -> Choice:
    """Who plays this game, in every seat, and why; `setup` is with random players."""
    tried = _tried(setup, table)
    if tried is None:
        return Choice(PLAIN, "games at random do not come to an end")
    if tried > MOST_TRIED:
        return Choice(PLAIN, "games are too long for a better one; --bot greedy looks one step ahead")
    kinds = tuple(BETTER if seat == 0 else PLAIN for seat in range(setup.players))
    match = evolve(setup, bots=kinds, bot_texts=(), rotate=True, details=False)
    seats = match.table(table.game)
    rows = [play(seats, match, number) for number in range(TRIALS)]
    if setup.players == 1:
        return Choice(BETTER, "it looks one step ahead; --bot random for chance alone")
    won = sum(_share(match, row) for row in rows)
    if won * setup.players <= TRIALS:
        return Choice(PLAIN, f"greedy players win no more: {won:.3g} of {TRIALS} games on trial")
    return Choice(
        BETTER, f"it wins {won:.3g} of {TRIALS} games on trial against random players; --bot NAME for another"
    )


def _share(match: Setup, row: Row) -> float:
    """Of the victory, the share of the better bot."""
    mine = [seat for seat in row.winners if match.kind_at(seat, row.number) == BETTER]
    return len(mine) / max(1, len(row.winners))


def _tried(setup: Setup, table: Table) -> float | None:
    """How much a greedy player would try in a game, on average; None if the rules break."""
    bot, wins = Greedy(), 0
    for number in range(LOOKED_AT):
        chance = Dice(setup.seed_of(number))
        try:
            state = start(table.program, setup.seed_of(number))
            while not state.over:
                count = state.option_count
                wins += bot.tried(count)
                if wins > LOOKED_AT * MOST_TRIED:
                    break
                state.apply(chance.below(count))
        except Fault:
            return None
    return wins / LOOKED_AT
