"""Games of which only the outcome is asked go as all others, with the same options, throws, faults, pieces
and scores at every decision. Who knows what is all that is left out.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.engine.analysis import outcomes
from rulesdsl.engine.analysis.in_turn import InTurn
from rulesdsl.engine.analysis.just_chosen import JustChosen
from rulesdsl.engine.codegen import piece_places, step_counting
from rulesdsl.engine.core.codes import WRITE
from rulesdsl.engine.core.layout import CHOOSER, DICE, OVER, SECRET, SITE, STEPS, Layout
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.events import OUT_OF_PLAY
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import setup, start
from rulesdsl.engine.state import State
from rulesdsl.program_walk import holds
from tests.conftest import SeedsOf
from tests.loading import load
from tests.properties.random_games import Writer, valid_game
from tests.selection import cases

CHECKOUT = Path(__file__).parent.parent.parent
FILES = sorted([*CHECKOUT.glob("games/*.game"), *CHECKOUT.glob("examples/*/*.game")])
SHORT = {"road_trip", "hearts", "gin_rummy", "lantern_row", "trekking_the_world", "04_zones", "26_take_away"}
FEW, MANY = 30, 2_000
GAMES, DECISIONS = 3, 300


class Different(AssertionError):
    pass


def compared(plan: Plan, seed: int, most: int = DECISIONS) -> int:
    """One game at random with both plans, up to so many decisions; how many there were."""
    try:
        full = start(plan, seed)
    except Fault as fault:
        with pytest.raises(Fault, match=f"^{re.escape(str(fault))}$"):
            start(plan.outcomes, seed)
        return 0
    lean, chance = start(plan.outcomes, seed), Dice(seed)
    for made in range(most):
        compare_cells(full, lean, f"seed {seed}, decision {made}")
        if full.player is None:
            break
        codes = [int(code) for code in full.open_codes()]
        if codes != [int(code) for code in lean.open_codes()]:
            raise Different(f"seed {seed}, decision {made}: other options")
        option = chance.below(len(codes))
        if codes[option] == WRITE:
            return made
        try:
            full.apply(option)
        except Fault as fault:
            with pytest.raises(Fault, match=f"^{re.escape(str(fault))}$"):
                lean.apply(option)
            return made
        lean.apply(option)
    if full.over:
        same_end(full, lean)
        chance = Dice(seed)
        thrown = thrown_by(plan, seed, chance.below)
        while thrown.player is not None:
            thrown.apply(chance.below(thrown.option_count))
        same_end(full, thrown)
    return made


def first_of_zones(layout: Layout) -> int:
    return min(layout.address_of, default=layout.data_end)


def thrown_by(plan: Plan, seed: int, thrower: Callable[[int], int]) -> State:
    """A game up to the first decision that is not thrown where it comes up."""
    state = setup(plan.outcomes, seed)
    state.thrower = thrower
    state.run_from(plan.outcomes.entries["flow"])
    return state


def same_end(full: State, lean: State) -> None:
    seats = range(full.plan.program.players)
    compare_cells(full, lean, "at the end")
    assert full.winners() == lean.winners()
    assert [full.total(seat) for seat in seats] == [lean.total(seat) for seat in seats]


def some_compared(plan: Plan) -> None:
    for seed in range(20):
        compared(plan, seed)


def compare_cells(full: State, lean: State, when: str) -> None:
    """All but who knows what, which way pieces lie, and how many steps a short game has come to. Where each
    piece lies is said by the zones, and by cells of their own if those are kept. Within a block in secret
    what follows a decision may have been done already.
    """
    if lean.plan.is_short:
        most = step_counting.most_steps(lean.plan.program)
        if most is None or full.cells[STEPS] > most:
            raise Different(f"{when}: {full.cells[STEPS]} steps, not {most} at most")
    in_secret = full.cells[SECRET] > 0
    keeps = lean.plan.keeps_places
    if not keeps:
        # Nobody looks at them.
        layout = lean.plan.layout
        lean.cells[layout.where : layout.where + layout.piece_count] = [OUT_OF_PLAY] * layout.piece_count
    kept = [
        (
            *(state.cells[place] for place in (OVER, DICE, SITE, CHOOSER)),
            *(() if lean.plan.is_short else (state.cells[STEPS],)),
            *(state.cells[place] for place in layout.phases.values()),
            *(
                state.cells[layout.where : layout.where + layout.piece_count]
                if keeps and not in_secret
                else ()
            ),
            *(() if in_secret else state.cells[first_of_zones(layout) : layout.data_end]),
        )
        for state, layout in ((full, full.plan.layout), (lean, lean.plan.layout))
    ]
    if kept[0] != kept[1]:
        raise Different(f"{when}: other cells")


@pytest.mark.parametrize("file", cases(FILES, lambda file: file.stem in SHORT, lambda file: file.stem))
def test_games_go_the_same_way(file: Path) -> None:
    game = load(file)
    for players in game.players:
        plan = Plan(game.program(players))
        for seed in range(GAMES):
            compared(plan, seed)


def test_random_games_go_the_same_way(tmp_path: Path, seeds_of: SeedsOf) -> None:
    lean = 0
    for seed in seeds_of(FEW, MANY):
        made = valid_game(Writer(seed).game(), tmp_path)
        if made is not None:
            game, text = made
            plan = Plan(game.program(game.players[seed % len(game.players)]))
            lean += plan.outcomes is not plan
            try:
                compared(plan, seed)
            except AssertionError as problem:
                raise AssertionError(f"the random game of seed {seed}:\n{text}") from problem
    assert lean > 0


def test_it_is_noticed_where_too_little_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "_told_apart", lambda _layout: frozenset())
    plan = Plan(load(CHECKOUT / "examples/classics/lantern_row.game").program(2))
    assert not any(plan.outcomes.layout.tracked)
    with pytest.raises(Different):
        some_compared(plan)


RUSH = """game "Rush"
players 2..3
pieces Coin for each rank in 1..9

zone purse: pile of Coin, seen by nobody
  starts with Coin shuffled
zone hand per Player: set of Coin, seen by owner
zone board: set of Coin, seen by all
state laid per Player: 0..9

action lay(coin from your hand) "Lay {coin}"
  when CONDITION
  move coin to board
  set your laid to coin.rank

flow
  deal 3 from purse to hand
  phase rounds 3 times
    all players in secret
      may lay

score points = your laid
winner most total, then shared
"""
IN_TURN, AT_ONCE = "your laid < 8", "count(board) < 1 or coin.rank > 4"
"""What looks at the own alone, and what the others have an influence on."""


@pytest.mark.parametrize("condition", [IN_TURN, AT_ONCE])
def test_who_decides_in_secret_may_do_so_in_turn(
    condition: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rush.game"
    file.write_text(RUSH.replace("CONDITION", condition), encoding="utf-8")
    program = load(file).program(2)
    plan = Plan(program)
    some_compared(plan)
    is_in_turn = not holds(plan.outcomes.program.procs["flow"], ir.Secret)
    assert is_in_turn == (condition == IN_TURN)
    monkeypatch.setattr(InTurn, "_may_be_in_turn", lambda *_: True)
    planted = Plan(program)
    if is_in_turn:
        some_compared(planted)
    else:
        with pytest.raises(Different):
            some_compared(planted)


COINS = """game "Coins"
players 2..2
pieces Coin for each rank in 1..4

zone purse: pile of Coin, seen by nobody
  starts with Coin shuffled
zone board: row of Coin, seen by all
  face down seen by nobody

action turn "Turn what lies there"
  flip (coin in board where not face_down(coin)) face down

flow
  phase rounds 4 times
    each player in turn
      may turn
    draw 1 from purse to board

score dark = count(coin in board where face_down(coin))
winner most total, then shared
"""


def test_which_way_pieces_lie_is_kept_where_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "coins.game"
    file.write_text(COINS, encoding="utf-8")
    program = load(file).program(2)
    plan = Plan(program)
    some_compared(plan)
    assert plan.outcomes.layout.hidden
    monkeypatch.setattr(outcomes, "_reads_faces", lambda _program: False)
    with pytest.raises((Different, AssertionError)):
        some_compared(Plan(program))


GUESTS = """game "Guests"
players 2..2
pieces Guest for each rank in 1..8

zone street: pile of Guest, starts with Guest shuffled
zone house per Player: set of Guest, seen by owner
zone yard: row of Guest, seen by all
state cold: 0..99

action send(guest from your house) "Send {guest} out"
  move guest to yard
LATER

flow
  phase rounds 2 times
    deal 2 from street to house
    each player in turn
      must send

score left = count(your house)
winner most total, then shared
"""
NOT_ASKED = "  set cold to count(yard)"
ASKED = ["  if guest is in yard\n    set cold to cold + 1", "  move guest to your house"]


@pytest.mark.parametrize("later", [NOT_ASKED, *ASKED])
def test_where_pieces_lie_is_kept_where_it_is_asked(
    later: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "guests.game"
    file.write_text(GUESTS.replace("LATER", later), encoding="utf-8")
    program = load(file).program(2)
    plan = Plan(program)
    some_compared(plan)
    assert plan.keeps_places
    assert plan.outcomes.keeps_places == (later != NOT_ASKED)
    monkeypatch.setattr(piece_places, "_looks", lambda *_: False)
    planted = Plan(program)
    assert not planted.outcomes.keeps_places
    if later == NOT_ASKED:
        some_compared(planted)
    else:
        with pytest.raises((Different, Fault, ValueError)):
            some_compared(planted)


ROUNDS = """game "Rounds"
players 2..2
pieces Coin for each rank in 1..8
zone purse: pile of Coin, starts with Coin shuffled
zone board: row of Coin, seen by all
state laid per Player: 0..99

action lay "Lay one"
  draw 1 from purse to board
  set your laid to your laid + 1

flow
  phase rounds 3 times
    each player in turn
      may lay
  EVEN

score points = your laid
winner most total, then shared
"""
UNTOLD = """phase longer
    until count(purse) < 2
    each player in turn
      must lay"""


@pytest.mark.parametrize(("more", "most"), [("", 15), (UNTOLD, None)])
def test_steps_are_counted_unless_they_are_few(
    more: str, most: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rounds.game"
    file.write_text(ROUNDS.replace("EVEN", more), encoding="utf-8")
    program = load(file).program(2)
    plan = Plan(program)
    assert step_counting.most_steps(program) == most
    assert not plan.is_short
    assert plan.outcomes.is_short == (most is not None)
    some_compared(plan)
    monkeypatch.setattr(step_counting._Steps, "_passes_of", lambda *_: 1)
    planted = Plan(program)
    assert planted.outcomes.is_short
    with pytest.raises(Different, match=" at most"):
        some_compared(planted)


def test_a_piece_taken_from_the_wrong_zone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(CHECKOUT / "games/road_trip.game").program(2)
    assert not Plan(program).outcomes.keeps_places
    found = JustChosen.zone

    def wrong(self: JustChosen, move: ir.Move) -> ir.ZoneRef | None:
        zone = found(self, move)
        return None if zone is None else evolve(zone, index=(ir.Const(1, ir.PlayerDomain()),))

    monkeypatch.setattr(JustChosen, "zone", wrong)
    planted = Plan(program)
    assert not planted.outcomes.keeps_places
    with pytest.raises((Different, Fault, ValueError)):
        some_compared(planted)


@pytest.mark.parametrize(
    "name", ["games/road_trip", "examples/classics/hearts", "examples/classics/kuhn_poker"]
)
def test_nothing_is_kept_account_of_that_only_views_show(name: str) -> None:
    plan = Plan(load(CHECKOUT / f"{name}.game").program())
    assert plan.layout.hidden
    assert not plan.outcomes.layout.hidden


def test_choices_are_thrown_where_they_come_up() -> None:
    plan = Plan(load(CHECKOUT / "examples/classics/connect_four.game").program(2))
    thrown: list[int] = []

    def first(count: int) -> int:
        thrown.append(count)
        return 0

    state = thrown_by(plan, 1, first)
    assert state.over
    assert len(thrown) > 6
    assert set(thrown) == {7, 6, 5, 4, 3, 2} & set(thrown)
