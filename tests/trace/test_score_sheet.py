"""The score sheet: rows, totals, ranks, and what broke ties."""

from itertools import combinations
from pathlib import Path

import pytest
from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.maps import frontier
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.score_sheet import final_sheet, score_sheet
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from tests.engine.hidden_cards import hidden_cards
from tests.engine.texts import program_of


def played(program: ir.Program, seed: int) -> State:
    state, stream = start(program, seed), Dice(seed)
    while not state.over:
        state.apply(stream.below(state.option_count))
    return state


def test_rows_add_up_and_ranks_follow_the_totals() -> None:
    for seed in range(1, 12):
        sheet = score_sheet(played(hidden_cards(), seed))
        won, in_hand = sheet.rows
        sums = tuple((a or 0) + (b or 0) for a, b in zip(won.values, in_hand.values, strict=True))
        assert sheet.totals == sums
        best = max(sums)
        assert sheet.ranks == tuple(1 if one == best else 2 for one in sums)
        names = tuple(name for name, one in zip(sheet.players, sums, strict=True) if one == best)
        assert sheet.winners == names


def test_the_verdict_names_what_broke_a_tie() -> None:
    keys = (
        ir.RankKey(most=True, formula="even", word="luck"),
        ir.RankKey(most=True, formula="total", word="total"),
    )
    plain = hidden_cards()
    total = plain.formulas["total"]
    even = evolve(total, name="even", body=ir.Const(0, ir.IntDomain(0, 0)))
    program = evolve(
        plain, winner=ir.Winner(keys, shared=True, team=None), formulas={**plain.formulas, "even": even}
    )
    found = set()
    for seed in range(1, 12):
        sheet = score_sheet(played(program, seed))
        if len(sheet.winners) == 1:
            assert [key.used for key in sheet.keys] == [False, True]
            assert sheet.verdict() == [f"{sheet.winners[0]} wins, by most total."]
            found.add(1)
        else:
            assert sheet.verdict() == ["Anna and Ben share the victory."]
    assert found == {1}


def test_what_one_player_may_not_know_is_left_open() -> None:
    state = start(hidden_cards(), 1)
    sheet = score_sheet(state, viewer=0)
    assert sheet.rows[1].values[1] is None
    assert sheet.totals[1] is None
    assert sheet.ranks == ()
    assert "?" in sheet.to_text()


WITHOUT_A_RESULT = {
    "longest_trail(road)": "a longest trail over 66 links: more than 64",
    "count(trail_ends(road, from: town_0, links: 1..66))": "need more than 50 states",
    "count(trail_lengths(road, from: town_0, to: town_1))": "need more than 50 states",
    "12 / pot rounded down": "division by 0",
    "small(pot)": "a number 1..3 is expected here",
}


@pytest.mark.parametrize("value", WITHOUT_A_RESULT)
def test_a_row_that_cannot_be_counted_is_open_while_one_looks_and_a_fault_at_the_end(
    value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frontier, "MOST_STATES", 50)
    roads = "".join(f"  | town_{a} | town_{b} |\n" for a, b in combinations(range(12), 2))
    program = program_of(
        tmp_path,
        f"""game "Uncounted"
players 2
places Town: {", ".join(f"town_{number}" for number in range(12))}
links road of Town
  | a | b |
{roads}state pot: 0..9
define small(n: 1..3) = n
action stay "Stay"
  set pot to 0
action go "Go"
  set pot to 0
flow
  each player in turn
    must stay or go
note row = {value}
winner shared
""",
    )
    state = played(program, 1)
    assert score_sheet(state).rows[0].values == (None, None)
    with pytest.raises(Fault, match=WITHOUT_A_RESULT[value]) as fault:
        final_sheet(state)
    assert fault.value.span is not None
    assert (fault.value.span.text in f"note row = {value}", fault.value.rule) == (True, "note row")
    told = list(tell_game(program, Header.of(program, file="uncounted", seed=1), lambda _: 0))
    assert any(line.startswith("fault: ") and WITHOUT_A_RESULT[value] in line for line in told)
