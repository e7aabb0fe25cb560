"""The classic games against what is known of them: counts of games, values, who wins."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import permutations, product
from pathlib import Path

import pytest
from scipy.optimize import linprog

from rulesdsl import program as ir
from rulesdsl.engine.chance import Ask
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.loading import load


@pytest.fixture(scope="module")
def classics(checkout: Path) -> Path:
    return checkout / "examples" / "classics"


def program(folder: Path, name: str, players: int = 2) -> ir.Program:
    return load(folder / f"{name}.game").program(players)


def sequences(state: State, depth: int) -> int:
    """Sequences of so many decisions; a game that ends before is not counted."""
    if depth == 0:
        return 1
    if state.over:
        return 0
    if depth == 1:
        return state.option_count
    return sum(sequences(state.clone().apply(at), depth - 1) for at in range(state.option_count))


def whole_games(state: State) -> int:
    if state.over:
        return 1
    return sum(whole_games(state.clone().apply(at)) for at in range(state.option_count))


def unforced(made: ir.Program) -> State:
    """With single options left to be taken, so that they count as moves."""
    state = start(made)
    state.take_forced = False
    return state


def test_there_are_255168_games_of_tic_tac_toe(classics: Path) -> None:
    first = start(program(classics, "tic_tac_toe"))
    # The last of nine moves is taken by itself: it changes no count of whole games.
    assert whole_games(first) == 255_168


@pytest.mark.parametrize(
    ("depth", "count"),
    [(1, 9), (2, 72), (3, 504), (4, 3_024), (5, 15_120), (6, 54_720), (7, 148_176)],
)
def test_tic_tac_toe_move_by_move(classics: Path, depth: int, count: int) -> None:
    assert sequences(unforced(program(classics, "tic_tac_toe")), depth) == count


def test_connect_four_move_by_move(classics: Path, pytestconfig: pytest.Config) -> None:
    known = [7, 49, 343, 2_401, 16_807, 117_649]
    if pytestconfig.getoption("--long"):
        known += [823_536, 5_673_234]
    first = unforced(program(classics, "connect_four"))
    assert [sequences(first, depth) for depth in range(1, len(known) + 1)] == known


def test_reversi_move_by_move(classics: Path, pytestconfig: pytest.Config) -> None:
    known = [4, 12, 56, 244, 1_396]
    if pytestconfig.getoption("--long"):
        known += [8_200, 55_092]
    first = unforced(program(classics, "reversi"))
    assert [sequences(first, depth) for depth in range(1, len(known) + 1)] == known


# ---------------------------------------------------------------- Kuhn poker


def deals(made: ir.Program) -> Iterator[State]:
    """The game after every order of the three cards."""
    for order in permutations(range(3)):

        def lay(ask: Ask, order: tuple[int, ...] = order) -> tuple[int, ...] | None:
            return order if ask.kind == "shuffle" else None

        state = start(made, source=lay)
        state.source = None
        yield state


def card_of(state: State, player: int) -> int:
    (piece,) = state.plan.layout.pieces_in(state.cells, state.plan.layout.instance("hand", player))
    return piece


def endings(state: State) -> int:
    if state.over:
        return 1
    return sum(endings(state.clone().apply(at)) for at in range(state.option_count))


def test_kuhn_poker_has_30_endings_in_6_deals(classics: Path) -> None:
    counts = [endings(state) for state in deals(program(classics, "kuhn_poker"))]
    assert counts == [5] * 6


def test_kuhn_poker_is_worth_a_loss_of_an_eighteenth_to_who_begins(classics: Path) -> None:
    assert value_of(list(deals(program(classics, "kuhn_poker")))) == pytest.approx(-1 / 18, abs=1e-9)


def value_of(roots: list[State]) -> float:
    """The value of a two-player zero-sum game for the first player: the linear programme of sequence form.

    The first player's plan is the probability of every sequence of own choices; the second player's best
    answer is a value for each of the second player's information sets.
    """
    sequence: list[dict[tuple[object, ...], int]] = [{(): 0}, {(): 0}]
    children: list[dict[object, list[int]]] = [defaultdict(list), defaultdict(list)]
    parent: list[dict[object, int]] = [{}, {}]
    payoff: Counter[tuple[int, int]] = Counter()
    exact: dict[tuple[int, int], Fraction] = defaultdict(Fraction)

    def walk(state: State, own: tuple[int, int], history: tuple[int, ...]) -> None:
        if state.over:
            exact[own] += Fraction(state.score("chips", 0) - state.score("chips", 1), 2 * len(roots))
            return
        player = state.player
        assert player is not None
        info = (player, card_of(state, player), history)
        parent[player].setdefault(info, own[player])
        for at in range(state.option_count):
            key = (info, at)
            if key not in sequence[player]:
                sequence[player][key] = len(sequence[player])
                children[player][info].append(sequence[player][key])
            after = (sequence[0][key], own[1]) if player == 0 else (own[0], sequence[1][key])
            walk(state.clone().apply(at), after, (*history, at))

    for root in roots:
        walk(root, (0, 0), ())
    payoff.update({pair: float(value) for pair, value in exact.items()})
    first, infos = len(sequence[0]), list(parent[1])
    place = {info: first + 1 + at for at, info in enumerate(infos)}
    width = first + 1 + len(infos)
    # Maximise the value v of the empty sequence of the second player.
    objective = [0.0] * width
    objective[first] = -1.0
    equal, equal_to = [], []
    row = [0.0] * width
    row[0] = 1.0
    equal.append(row)
    equal_to.append(1.0)
    for info, options in children[0].items():
        row = [0.0] * width
        row[parent[0][info]] = -1.0
        for one in options:
            row[one] = 1.0
        equal.append(row)
        equal_to.append(0.0)
    # For every sequence of the second player: it is worth at most what can still be made of it.
    owner = {one: info for info, options in children[1].items() for one in options}
    less, less_than = [], []
    for number in sequence[1].values():
        row = [0.0] * width
        row[place[owner[number]] if number in owner else first] = 1.0
        for info in infos:
            if parent[1][info] == number:
                row[place[info]] -= 1.0
        for (mine, theirs), worth in payoff.items():
            if theirs == number:
                row[mine] -= worth
        less.append(row)
        less_than.append(0.0)
    limits = [(0.0, None)] * first + [(None, None)] * (1 + len(infos))
    found = linprog(objective, A_ub=less, b_ub=less_than, A_eq=equal, b_eq=equal_to, bounds=limits)
    assert found.success
    return float(-found.fun)


# ---------------------------------------------------------------- nim and kalah


def test_nim_is_won_by_whoever_faces_heaps_that_do_not_cancel(classics: Path) -> None:
    made = program(classics, "nim")
    first = start(made)
    place = first.plan.layout.states["left_in"].address

    @cache
    def wins(heaps: tuple[int, ...]) -> bool:
        """Whether the player to move can win, by looking at every move to the end."""
        state = start(made)
        state.take_forced = False
        state.cells[place : place + 3] = list(heaps)
        state.codes = state.memo = None
        mover = state.player
        for heap, number in moves(state):
            after = list(heaps)
            after[heap] -= number
            if not any(after):
                ended = played(state, heap, number)
                assert ended.over
                assert ended.winners() == (mover,)
                return True
            if not wins(tuple(after)):
                return True
        return False

    for heaps in product(range(6), repeat=3):
        if any(heaps):
            assert wins(heaps) == bool(heaps[0] ^ heaps[1] ^ heaps[2]), heaps


def moves(state: State) -> list[tuple[int, int]]:
    """Heap and number of every move that is offered."""
    found = []
    decision = state.decision
    assert decision is not None
    for at, option in enumerate(decision.options):
        then = state.clone().apply(at).decision
        assert then is not None
        found += [(option.value, one.value) for one in then.options]
    return found


def played(state: State, heap: int, number: int) -> State:
    after = state.clone()
    for wanted in (heap, number):
        decision = after.decision
        assert decision is not None
        after.apply(next(at for at, one in enumerate(decision.options) if one.value == wanted))
    return after


def plain_sow(seeds: list[int], mover: int, pit: int) -> tuple[list[int], int]:
    """A move of kalah in plain Python: pits 0 to 5 and store 6 belong to the first player."""
    seeds = seeds[:]
    hand, seeds[pit] = seeds[pit], 0
    store, others = (6, 13) if mover == 0 else (13, 6)
    at = pit
    while hand:
        at = (at + 1) % 14
        if at == others:
            continue
        seeds[at] += 1
        hand -= 1
    mine = range(6) if mover == 0 else range(7, 13)
    if at in mine and seeds[at] == 1 and seeds[12 - at] > 0:
        seeds[store] += 1 + seeds[12 - at]
        seeds[at] = seeds[12 - at] = 0
    return seeds, mover if at == store else 1 - mover


def plain_count(seeds: list[int], mover: int, depth: int) -> int:
    if depth == 0:
        return 1
    rows = range(6), range(7, 13)
    if any(not any(seeds[pit] for pit in row) for row in rows):
        return 0
    return sum(plain_count(*plain_sow(seeds, mover, pit), depth - 1) for pit in rows[mover] if seeds[pit])


def test_kalah_counts_as_in_plain_python(classics: Path) -> None:
    first = unforced(program(classics, "kalah"))
    board = [4] * 6 + [0] + [4] * 6 + [0]
    for depth in range(1, 6):
        assert sequences(first, depth) == plain_count(board, 0, depth), depth


def test_kalah_lays_every_seed_where_plain_python_lays_it(classics: Path) -> None:
    state = unforced(program(classics, "kalah"))
    address = state.plan.layout.states["seeds"].address
    board, mover, choice = [4] * 6 + [0] + [4] * 6 + [0], 0, 7
    while not state.over:
        decision = state.decision
        assert decision is not None
        choice = (choice * 31 + 17) % 1009
        at = choice % len(decision.options)
        pit = decision.options[at].value
        assert decision.player == mover
        board, mover = plain_sow(board, mover, pit)
        state.apply(at)
        assert state.cells[address : address + 14] == board


# ---------------------------------------------------------------- liar's dice


def thrown(eyes: Iterator[int], _ask: Ask) -> int | None:
    return next(eyes, None)


def test_dice_under_cups_fall_as_dice_do(classics: Path) -> None:
    """Of all the ways four dice may fall, those with so many sixes are as many as they should be."""
    made = load(classics / "liars_dice.game").program(2, {"at_start": "2"})
    sixes: Counter[int] = Counter()
    for eyes in product(range(1, 7), repeat=4):
        state = start(made, source=partial(thrown, iter(eyes)))
        lying = state.evaluate("lying", 6)
        assert isinstance(lying, int)
        sixes[lying] += 1

    assert [sixes[number] for number in range(5)] == [625, 500, 150, 20, 1]
