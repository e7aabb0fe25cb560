"""An action is offered exactly if its cost lines can be carried out, one after the other."""

from pathlib import Path

import pytest

from rulesdsl import State, load, start

GAME = """game "Costs"
players 2..2
pieces Card for each rank in 1..6
zone deck: pile of Card, starts with Card
zone strong: set of Card
  takes card where card.rank > 3
zone open_to_all: set of Card
  takes card where card.rank > 0
zone pair: set of Card, at most 2
zone line per Player: row of Card
zone trash: set of Card
state gold: 0..3, starts 1
state left_over per Player: 0..3, starts 1

action pay{params} "Pay"
{cost}

flow
  move top(deck) to pair
  player first(players)
    may pay

score gone = gold + your left_over + count(strong) + count(open_to_all) + count(your line) + count(trash)
winner most gone, then shared
"""


@pytest.mark.parametrize(
    ("params", "cost", "ways"),
    [
        ("(card from deck)", "move card to strong", 3),
        ("(card from deck)", "move card to open_to_all", 5),
        ("(2 of deck as cards)", "move cards to strong", 3),
        ("(some of deck as cards)", "move cards to pair", 5),
        ("(card from pair, other from deck)", "move card to trash; move other to pair", 5),
        ("", "draw 1 from deck to pair", 1),
        ("", "draw 2 from deck to pair", 0),
        ("", "draw 1 from deck to pair; draw 1 from deck to pair", 0),
        ("", "move pair to trash; draw 2 from deck to pair", 1),
        ("(card from deck)", "move card to your line; move your line to trash", 5),
        ("", "move your line to trash", 0),
        ("", "add 2 to gold; remove 3 from gold", 1),
        ("", "remove 1 from gold; remove 1 from gold", 0),
        ("(k from 0..2, l from 1..2)", "remove k from gold; remove l from gold", 1),
        ("(p from players)", "remove 1 from your left_over; remove 1 from p.left_over", 1),
    ],
)
def test_what_can_be_paid_is_offered(params: str, cost: str, ways: int, tmp_path: Path) -> None:
    lines = "\n".join(f"  cost {line}" for line in cost.split("; "))
    path = tmp_path / "costs.game"
    path.write_text(GAME.format(params=params, cost=lines), encoding="utf-8")
    state = start(load(path).program(2), 1)
    assert _ways(state) == ways


def _ways(state: State, *, taken: bool = False) -> int:
    """In how many ways the action can be taken; each is carried out to its end."""
    if state.over:
        return int(taken)
    found = 0
    decision = state.decision
    assert decision is not None
    for at, option in enumerate(decision.options):
        after = state.clone()
        after.take_forced = False
        after.apply(at)
        found += _ways(after, taken=taken or option.kind != "decline")
    return found
