"""Chance: recorded, given from outside, and listed with its probabilities."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import Ask, WrongOutcome
from rulesdsl.engine.determinization.outcomes import TooManyOutcomes, outcomes
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.texts import begun, names_in, program_of, read

DICE = """
game "Dice"
players 2..2
state thrown: 0..12
state pair: 0..2
action throw "Throw"
  roll 2 of 1..3 as dice
  set thrown to sum(dice)
  choose who from players by chance
  if who is you
    set pair to 1
flow
  phase play 2 times
    each player in turn
      may throw
"""

DECK = """
game "Deck"
players 2..2
values Colour: red, blue
pieces Card for each colour in Colour copies 2
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card
action mix "Mix"
  shuffle deck
  draw 1 from deck to your hand
flow
  each player in turn
    may mix
"""


def test_outcomes_are_all_of_them_with_their_weights(tmp_path: Path) -> None:
    state = begun(tmp_path, DICE)
    found = outcomes(state, 0)
    assert sum(weight for weight, _, _ in found) == 1
    assert len(found) == 3 * 3 * 2
    sums: Counter[object] = Counter()
    for weight, values, after in found:
        assert read(after, "thrown") == sum(values[0])  # type: ignore[arg-type]
        assert read(after, "pair") == (1 if values[1] == 0 else 0)
        assert after.player == 1
        sums[read(after, "thrown")] += weight  # type: ignore[assignment]
    assert sums == {
        2: Fraction(1, 9),
        3: Fraction(2, 9),
        4: Fraction(3, 9),
        5: Fraction(2, 9),
        6: Fraction(1, 9),
    }
    assert state == begun(tmp_path, DICE)


def test_outcomes_of_a_choice_without_chance(tmp_path: Path) -> None:
    state = begun(tmp_path, DICE)
    ((weight, values, after),) = outcomes(state, 1)
    assert weight == 1
    assert values == ()
    assert after == state.clone().apply(1)


def test_orders_of_alike_pieces_count_once(tmp_path: Path) -> None:
    state = begun(tmp_path, DECK)
    found = outcomes(state, 0)
    assert len(found) == 6
    assert {weight for weight, _, _ in found} == {Fraction(1, 6)}
    assert len({tuple(names_in(after, "deck") + names_in(after, "hand", 0)) for _, _, after in found}) == 6


def test_a_limit_on_outcomes(tmp_path: Path) -> None:
    state = begun(tmp_path, DECK)
    with pytest.raises(TooManyOutcomes):
        outcomes(state, 0, limit=5)


MANY_DICE = """
game "Many dice"
players 2..2
state thrown: 0..99
action throw "Throw"
  repeat 6 times
    roll die from 1..6
    add die to thrown
flow
  each player in turn
    may throw
"""


def test_what_is_too_much_is_refused_before_it_is_listed(tmp_path: Path) -> None:
    """The dice fall one after the other: to go to the end with the first of them shows one way only."""
    state = begun(tmp_path, MANY_DICE)
    applied: list[int] = []
    go_on = State.apply

    def apply(self: State, option: int) -> State:
        applied.append(option)
        return go_on(self, option)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(State, "apply", apply)
        with pytest.raises(TooManyOutcomes, match="more than 1000"):
            outcomes(state, 0, limit=1000)
    # None, one, two and three of the dice are thrown, and four of them for as long as there is room.
    assert len(applied) <= 1 + 6 + 36 + 216
    found = outcomes(state, 0, limit=6**6)
    assert [values for _, values, _ in found[:7]] == [(1,) * 5 + (one,) for one in range(1, 7)] + [
        (1, 1, 1, 1, 2, 1)
    ]


def test_chance_can_be_given_and_what_it_gave_is_recorded(tmp_path: Path) -> None:
    program = program_of(tmp_path, DICE)
    asked: list[Ask] = []

    def give(ask: Ask) -> int | tuple[int, ...] | None:
        asked.append(ask)
        return (3, 1) if ask.kind == "list" else None

    state = start(program, log=True, source=give)
    state.apply(0)
    assert [(ask.kind, ask.domain, ask.number, ask.again) for ask in asked] == [
        ("list", (1, 2, 3), 2, True),
        ("one", (0, 1), 1, False),
    ]
    assert state.log is not None
    dice, who = (event for event in state.log if isinstance(event, ev.Chanced))
    assert (dice.values, dice.single) == ((3, 1), False)
    assert (len(who.values), who.single) == (1, True)
    assert dice.point != who.point


def test_a_replay_of_the_recorded_outcomes_is_the_same_game(tmp_path: Path) -> None:
    program = program_of(tmp_path, DECK)
    first = start(program, 7, log=True)
    first.apply(0).apply(0)
    assert first.log is not None
    tape = iter([event.order for event in first.log if isinstance(event, ev.Shuffled)])
    again = start(program, 1, source=lambda _ask: next(tape))
    again.apply(0).apply(0)
    assert [names_in(again, "deck"), names_in(again, "hand", 0)] == [
        names_in(first, "deck"),
        names_in(first, "hand", 0),
    ]


def test_what_chance_cannot_give_is_refused(tmp_path: Path) -> None:
    program = program_of(tmp_path, DICE)
    state = start(program, source=lambda ask: (4, 4) if ask.kind == "list" else None)
    before = state.clone()
    with pytest.raises(WrongOutcome):
        state.apply(0)
    assert state == before


def asked_for(program: ir.Program) -> list[Ask]:
    """What chance is asked for, at the start and by the first option."""
    asked: list[Ask] = []
    start(program, source=asked.append).apply(0)
    return asked


def wrong_for(ask: Ask) -> list[Any]:
    """What looks like an outcome and is none."""
    first = ask.domain[0]
    if ask.kind in {"one", "draw"}:
        return [float(first), str(first), (first,), [first], max(ask.domain) + 1, 10**5000, b"1", True]
    right = ask.domain[: ask.number] if ask.kind == "list" and not ask.again else (first,) * ask.number
    right = ask.domain if ask.kind == "shuffle" else right
    return [
        first,
        list(right),
        right[:-1],
        (*right, first),
        tuple(map(float, right)),
        tuple(map(bool, right)),
        (None,) * len(right),
        ("a", *right[1:]),
        (None, *right[1:]),
        (max(ask.domain) + 1, *right[1:]),
        *([] if ask.again else [(first,) * len(right)]),
    ]


MANY_CHANCES = """
game "Chances"
players 2..2
values Colour: red, blue
pieces Card for each colour in Colour copies 2
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone bag: set of Card, seen by nobody
zone hand per Player: set of Card
action go "Go"
  roll 2 of 1..3 as dice
  choose who from players by chance
  move deck to bag
  draw 1 from bag to your hand
flow
  each player in turn
    may go
"""


def test_only_whole_numbers_are_outcomes(tmp_path: Path) -> None:
    program = program_of(tmp_path, MANY_CHANCES)
    asks = asked_for(program)
    assert {ask.kind for ask in asks} == {"shuffle", "list", "one", "draw"}
    for place, ask in enumerate(asks):
        for wrong in wrong_for(ask):
            tape = iter([*[None] * place, wrong])
            with pytest.raises(WrongOutcome, match="is no outcome of"):
                start(program, source=lambda _ask, tape=tape: next(tape)).apply(0)  # type: ignore[misc]
