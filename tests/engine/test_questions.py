"""A question that stands before a choice is put before it, and is answered by yes or no."""

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.loading import load

GAME = """
game "Ask"
players 2..2

pieces Card for each rank in 1..12

zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone table: set of Card
state points per Player: 0..9

flow
  deal 3 from deck to hand
  phase trick 2 times
    each player in turn
      may "Use some?"
        {head}
        add 1 to your points

score made = your points
winner most total, then shared
"""
ONE = ('choose card from your hand "Which card?"', "move card to table")
SET = ('choose up to 2 of your hand as cards "Which cards?"', "move cards to table")
SUM = ('choose some of your hand as cards where sum(cards.rank) > 0 "Which cards?"', "move cards to table")
TWO = (
    'choose card from your hand "Which card?"',
    'choose other from your hand where other != card "Which other?"',
    "move card to table",
)
FIRST = ("when your points = 0", *ONE)
HEADS = [ONE, SET, SUM, TWO, FIRST]


def program(folder: Path, head: tuple[str, ...]) -> ir.Program:
    file = folder / "ask.game"
    file.write_text(GAME.replace("{head}", "\n        ".join(head)), encoding="utf-8")
    return load(file).program(2)


def asked(state: State) -> tuple[str, list[str]]:
    decision = state.decision
    assert decision is not None
    return decision.seen.prompt, [option.text for option in decision.seen.options]


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("head", HEADS)
def test_yes_or_no_comes_first(tmp_path: Path, head: tuple[str, ...], *, log: bool) -> None:
    state = start(program(tmp_path, head), seed=1, log=log)
    assert asked(state) == ("Use some?", ["yes", "no"])
    declined = state.clone().apply(1)
    assert (declined.player, asked(declined)) == (1, ("Use some?", ["yes", "no"]))
    state.apply(0)
    prompt, offered = asked(state)
    assert prompt in ("Which card?", "Which cards?")
    assert state.player == 0
    assert not {"yes", "no", "pass"} & set(offered)
    state.apply(0)
    while state.player == 0:
        state.apply(state.option_count - 1)
    assert asked(state) == ("Use some?", ["yes", "no"])
    assert state.score("made", 0) == 1
    assert State.from_json(state.plan.program, state.to_json()) == state


def test_it_is_put_only_if_it_can_be_met(tmp_path: Path) -> None:
    state = start(program(tmp_path, FIRST), seed=1)
    for option in (0, 0, 1):
        state.apply(option)
    assert state.player == 1, "Anna has a point"
    assert asked(state) == ("Use some?", ["yes", "no"])


def test_a_choice_without_a_question_is_one_list(tmp_path: Path) -> None:
    head = GAME.replace('      may "Use some?"\n        {head}\n        add 1 to your points\n', "{line}")
    file = tmp_path / "ask.game"
    line = '      may choose card from your hand "Which card?"\n'
    line += "      if card is not none\n        move card to table\n"
    file.write_text(
        head.replace("{line}", line).replace("= your points", "= count(your hand)"), encoding="utf-8"
    )
    state = start(load(file).program(2), seed=1)
    assert asked(state)[0] == "Which card?"
    assert asked(state)[1][-1] == "none"
