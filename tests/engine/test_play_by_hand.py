"""Programs built by hand, from the first decision to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.positions.validation import NoState
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.programs import LINES, nim, program, tic_tac_toe
from tests.engine.texts import begun


def values(state: State) -> list[int]:
    decision = state.decision
    assert decision is not None
    return [option.value for option in decision.options]


def test_marks_are_set_in_turn_and_three_in_a_row_end_the_game_at_once() -> None:
    state = start(tic_tac_toe())
    for square in (0, 3, 1, 4):
        state.apply(values(state).index(square))
    assert state.player == 0
    assert values(state) == [2, 5, 6, 7, 8]
    state.apply(values(state).index(2))
    assert state.over
    assert state.decision is None
    assert state.winners() == (0,)


@pytest.mark.parametrize("seed", range(40))
def test_tic_tac_toe_is_what_it_is_by_other_means(seed: int) -> None:
    state = start(tic_tac_toe())
    stream = Dice(seed)
    board: list[int | None] = [None] * 9
    player = 0
    while not state.over:
        assert state.player == player
        assert values(state) == [at for at, mark in enumerate(board) if mark is None]
        at = stream.below(state.option_count)
        board[values(state)[at]] = player
        state.apply(at)
        player = 1 - player
        if board.count(None) == 1 and not state.over:
            # The last square is taken without asking.
            raise AssertionError("a decision with one option was asked")
        if board.count(None) == 1 and not any(
            len({board[one] for one in line}) == 1 and board[line[0]] is not None for line in LINES
        ):
            board[board.index(None)] = player
    won = [who for who in (0, 1) if any(all(board[at] == who for at in line) for line in LINES)]
    assert state.winners() == (tuple(won) if len(won) == 1 else (0, 1))


def test_a_value_is_offered_only_if_the_rest_can_be_completed() -> None:
    state = start(nim())
    state.apply(values(state).index(0))
    # One stone in heap 0: the number was forced.
    assert state.player == 1
    assert values(state) == [1, 2]
    state.apply(0)
    assert values(state) == [1, 2, 3]
    assert state.decision is not None
    assert state.decision.stage == "number"
    assert state.decision.chosen[0][:2] == ("heap", 1)


def test_the_game_can_be_ended_from_inside() -> None:
    state = start(nim())
    stream = Dice(3)
    while not state.over:
        state.apply(stream.below(state.option_count))
    assert state.winners() in {(0,), (1,)}


def test_with_forced_choices_shown_every_stage_is_asked() -> None:
    state = start(nim())
    state.take_forced = False
    state.apply(values(state).index(0))
    assert values(state) == [1]
    assert state.player == 0


def test_too_many_steps_are_a_fault_and_leave_the_state_alone() -> None:
    short = program(
        tic_tac_toe().procs["flow"].body,
        states=tic_tac_toe().states,
        formulas=tuple(tic_tac_toe().formulas.values()),
        phases=("play",),
        graphs=tuple(tic_tac_toe().graphs.values()),
        nodes=tic_tac_toe().nodes["Cell"],
        step_limit=6,
    )
    state = start(short)
    state.apply(0).apply(0)
    before = state.clone()
    with pytest.raises(Fault, match="more than 6 steps"):
        state.apply(0)
    assert state == before
    assert values(state) == values(before)


def test_clones_go_their_own_ways() -> None:
    state = start(nim())
    other = state.clone()
    assert other == state
    assert hash(other) == hash(state)
    other.apply(0)
    assert other != state
    assert state == start(nim())


def test_a_state_goes_through_json_in_the_middle_of_a_decision() -> None:
    state = start(nim())
    state.apply(1)
    assert state.decision is not None
    assert state.decision.stage == "number"
    back = State.from_json(state.plan, state.to_json())
    assert back == state
    assert back.apply(1) == state.apply(1)


def test_a_state_of_another_game_is_refused() -> None:
    state = start(nim())
    text = state.to_json().replace("by hand", "another")
    with pytest.raises(NoState, match="this state is of another game: 'another', not 'by hand'"):
        State.from_json(state.plan, text)
    with pytest.raises(NoState, match="by other code"):
        State.from_json(start(tic_tac_toe()).plan, state.to_json())


def test_a_clone_made_in_the_middle_of_a_set_goes_its_own_way(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        """
game "Sums"
players 2..2
pieces Card for each rank in 1..12
zone hand per Player: set of Card, seen by owner
zone deck: pile of Card, starts with Card
state price: 0..40, starts 8
action pay(some of your hand as cards where sum(cards.rank) >= price, nothing needless) "Pay"
  move cards to deck
  set price to 40
flow
  deal 6 from deck to hand
  each player in turn
    must pay if possible
""",
    )
    state.log = None
    state.apply(1)
    before = state.clone()
    written = before.to_json()
    # What has been found out about this choice was found out in the state's own cells, which go on changing.
    assert state.memo
    assert not before.memo
    while not state.over:
        state.apply(state.option_count - 1)
    assert before.option_count > 1
    for at in range(before.option_count):
        ways = [before.clone(), State.from_json(state.plan, written)]
        for way in ways:
            way.apply(at)
            while not way.over:
                way.apply(0)
        assert ways[0] == ways[1]
    fresh = State.from_json(state.plan, written)
    while not fresh.over:
        assert before.open_codes() == fresh.open_codes()
        before.apply(0)
        fresh.apply(0)


def test_the_cells_of_a_clone_are_its_own() -> None:
    state = start(nim())
    one, two = state.clone(), state.clone()
    one.cells[-1] = 77
    assert state.cells[-1] != 77
    assert two.cells[-1] != 77
    state.apply(1)
    three = state.clone()
    state.cells[-1] = 88
    assert three.cells[-1] != 88
    # On the way back after a fault nobody else's cells are touched either.
    kept = three.cells[:]
    with pytest.raises(IndexError):
        three.apply(99)
    assert three.cells == kept
