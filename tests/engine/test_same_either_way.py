"""Two ways to the same position: what is done in a hurry when nobody listens, and what is told;
play again, and replay.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.codegen.expressions import Emitter
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.hidden_cards import hidden_cards
from tests.engine.texts import begun, names_in
from tests.loading import load, without_texts

GAMES = sorted(
    str(path.relative_to(Path(__file__).parents[2]))
    for folder in ("examples/classics", "games")
    for path in without_texts((Path(__file__).parents[2] / folder).glob("*.game"))
)
DECISIONS = 600


@pytest.fixture(scope="module", params=["hidden cards", *GAMES])
def plan(request: pytest.FixtureRequest) -> Plan:
    name = str(request.param)
    if name == "hidden cards":
        return Plan(hidden_cards())
    game = load(Path(__file__).parents[2] / name)
    return Plan(game.program(max(game.players)))


def some_states(plan: Plan, seed: int, every: int) -> list[State]:
    """A few positions of one random game."""
    state, stream = start(plan, seed), Dice(seed)
    found: list[State] = []
    for number in range(DECISIONS):
        if state.over:
            break
        if number % every == 0:
            found.append(state.clone())
        state.apply(stream.below(state.option_count))
    return found


def test_telling_changes_nothing(plan: Plan) -> None:
    silent, telling = start(plan, 5), start(plan, 5, log=True)
    assert silent.cells == telling.cells
    stream = Dice(5)
    for _ in range(DECISIONS):
        if silent.over:
            break
        at = stream.below(silent.option_count)
        assert telling.option_count == silent.option_count
        silent.apply(at)
        telling.apply(at)
        assert silent.cells == telling.cells
        assert telling.log
        telling.log.clear()


@pytest.mark.parametrize("name", GAMES)
def test_telling_changes_nothing_with_fewer_players(name: str) -> None:
    game = load(Path(__file__).parents[2] / name)
    for players in game.players:
        if players < max(game.players):
            test_telling_changes_nothing(Plan(game.program(players)))


def test_formulas_mean_the_same_as_generated_code(plan: Plan) -> None:
    program = plan.program
    compared = 0
    for state in some_states(plan, 3, every=29):
        reading = Reading(plan.layout, state.cells)
        for name, formula in program.formulas.items():
            arguments: list[tuple[int, ...]] = [()]
            if len(formula.params) == 1 and isinstance(formula.params[0].type, ir.PlayerDomain):
                arguments = [(player,) for player in range(program.players)]
            elif len(formula.params) == 1 and isinstance(formula.params[0].type, ir.PieceDomain):
                kinds = formula.params[0].type.kinds
                arguments = [(kind.first,) for kind in program.piece_kinds if kind.name in kinds]
            elif formula.params:
                continue
            for given in arguments:
                assert state.evaluate(name, *given) == reading.formula(name, *given), name
                compared += 1
    assert compared or not program.formulas


def test_a_state_is_where_it_was_after_a_fault(plan: Plan) -> None:
    whole = plan.segments

    def breaks(_state: object, cells: list[int]) -> int:
        # Only once: the way back to where it was goes through the same segments.
        plan.segments = whole
        cells[-1] += 1
        raise ZeroDivisionError

    state, stream = start(plan, 9), Dice(9)
    faults = 0
    for _ in range(70):
        if state.over:
            break
        at = stream.below(state.option_count)
        before, codes = state.cells[:], list(state.open_codes())
        trial = state.clone()
        for one in (trial, state):
            plan.segments = [breaks] * len(whole)
            try:
                one.apply(at)
            except ZeroDivisionError:
                faults += 1
                assert one.cells == before
                assert one.open_codes() == codes
            plan.segments = whole
        if state.cells == before:
            state.apply(at)
    assert faults


HEAPS = """\
game "Heaps"
players 2..2
pieces Card for each rank in 1..8
zone stock: pile of Card, starts with Card
zone heaps per Player per n in 1..2: set of Card
zone seats per Player per n in 1..2: slot of Card
state said: 0..99
flow
  phase rounds 2 times
    each player in turn
      for n in 1..2
        draw 1 from stock to your heaps(n)
        draw 1 from stock to your seats(n)
    set said to sum(players.seats.rank)
    move players.heaps to stock
    move players.seats to stock
"""


def test_everything_in_zones_with_another_index_goes(tmp_path: Path) -> None:
    telling = begun(tmp_path, HEAPS)
    silent = start(telling.plan, 1)
    assert silent.over
    assert silent.cells == telling.cells
    assert len(names_in(silent, "stock")) == 8


DEALT_OUT = """\
game "Dealt out"
players 3..3
pieces Card for each rank in 1..6
zone stock: pile of Card, starts with Card shuffled
  renewed from laid
zone laid: pile of Card
zone seats per Player: slot of Card
zone hands per Player: slot of Card
flow
  phase rounds 3 times
    draw 1 from stock to laid
    draw 1 from stock to laid
    deal 1 from stock to seats
    deal 1 from stock to hands
    move players.seats to laid
    move players.hands to laid
    move laid to stock
"""
"""Of six cards two are laid aside: in the midst of a deal of one each the stock is renewed."""


def test_one_is_dealt_to_each_where_the_pile_is_renewed(tmp_path: Path) -> None:
    telling = begun(tmp_path, DEALT_OUT, players=3)
    silent = start(telling.plan, 1)
    assert silent.over
    assert silent.cells == telling.cells


DEALT_IN_ROUNDS = """\
game "Dealt in rounds"
players 2..3
pieces Card for each rank in 1..34
zone stock: pile of Card, seen by nobody, starts with Card shuffled
  renewed from laid
zone laid: pile of Card, seen by all
zone hand per Player: set of Card, seen by owner
zone aside per Player: set of Card, seen by owner
zone front per Player: row of Card, seen by all
zone heap per Player: pile of Card, seen by nobody
flow
  phase rounds 5 times
    deal 2 from stock to hand
    deal 1 from stock to front
    deal 2 from stock to front
    deal 1 from stock to heap
    deal 1 from stock to hand
    deal 2 from stock to aside
    move players.hand to laid
    move players.aside to laid
    move players.front to laid
    move players.heap to laid
"""
"""Sets, rows and piles, some that others lie in; with three players the stock is renewed in the midst."""


def deals_differ(tmp_path: Path) -> bool:
    for players in (2, 3):
        telling = begun(tmp_path, DEALT_IN_ROUNDS, players=players)
        for seed in range(1, 6):
            if start(telling.plan, seed).cells != start(telling.plan, seed, log=True).cells:
                return True
    return False


def test_deals_are_the_same_written_out(tmp_path: Path) -> None:
    assert not deals_differ(tmp_path)


@pytest.mark.parametrize(
    ("written", "wrong"), [("= sorted([C[", "= list([C["), ("[C[t", "[C[1+t"), ("|=", "&=")]
)
def test_a_deal_written_out_wrongly_is_noticed(
    written: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, planted = Emitter.put, 0

    def put_otherwise(self: Emitter, line: str) -> None:
        nonlocal planted
        planted += written in line
        put(self, line.replace(written, wrong))

    monkeypatch.setattr(Emitter, "put", put_otherwise)
    assert deals_differ(tmp_path)
    assert planted
