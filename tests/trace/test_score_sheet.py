"""The score sheet: rows, totals, ranks, and what broke ties."""

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.score_sheet import score_sheet
from tests.engine.hidden_cards import hidden_cards


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
