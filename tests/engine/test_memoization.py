"""Definitions whose values are remembered: only those that nothing but their arguments decides."""

from __future__ import annotations

from pathlib import Path

from rulesdsl.engine import events as ev
from rulesdsl.engine.plan import plan_of
from rulesdsl.engine.state import State
from tests.engine.texts import begun, program_of

PAIRS = """
game "Pairs"
players 2..2
pieces Card for each rank in 1..4 copies 2
zone hand per Player: set of Card, seen by all
zone deck: pile of Card, seen by nobody, starts with Card
state bonus: 0..9
define pairs(cards: set of Card) =
  count(c in cards where some(d in cards: d is not c and d.rank is c.rank))
define pairs_and_more(cards: set of Card) = pairs(cards) + bonus
define cards_in_pairs(cards: set of Card) =
  (c in cards where some(d in cards: d is not c and d.rank is c.rank))
flow
  phase round 4 times
    draw 2 from deck to first(players).hand
    add 1 to bonus
    say "{pairs(first(players).hand)} {pairs_and_more(first(players).hand)}"
"""


def remembered(state: State) -> set[str]:
    source = state.plan.source
    numbers = {name: f"f{at}" for at, name in enumerate(state.plan.program.formulas)}
    return {name for name, short in numbers.items() if f"def {short}_(" in source}


def test_what_reads_the_position_is_worked_out_anew(tmp_path: Path) -> None:
    state = begun(tmp_path, PAIRS)
    assert remembered(state) == {"pairs"}
    assert state.log is not None
    said = [
        [part.value for part in event.words if not isinstance(part, str)]
        for event in state.log
        if isinstance(event, ev.Said)
    ]
    assert [pairs for pairs, _ in said][-1] == 8
    assert [more - pairs for pairs, more in said] == [1, 2, 3, 4]  # type: ignore[operator]


def test_a_plan_of_its_own_remembers_its_own(tmp_path: Path) -> None:
    one, other = plan_of(program_of(tmp_path, PAIRS)), plan_of(program_of(tmp_path, PAIRS))
    assert one is not other
    [mine], [theirs] = ([name for name in plan._space if name.startswith("R")] for plan in (one, other))
    assert one._space[mine] is not other._space[theirs]
