"""Chess against the counts that chess programs are tried with, from positions in which everything happens."""

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import SITE
from rulesdsl.engine.decisions.stages import enter
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.loading import load

COLUMNS = "abcdefgh"
MEN = "KQRBNPkqrbnp"
CORNERS = {"K": "e1 h1", "Q": "e1 a1", "k": "e8 h8", "q": "e8 a8"}

POSITIONS = {
    "the beginning": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", [20, 400, 8_902, 197_281]),
    "castling on both sides": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        [48, 2_039, 97_862],
    ),
    "pawns taken in passing, men that are pinned": (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        [14, 191, 2_812, 43_238],
    ),
    "check, and pawns that are promoted": (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        [6, 264, 9_467],
    ),
    "promotion that takes": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", [44, 1_486, 62_379]),
    "the middle of a game": (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        [46, 2_079],
    ),
}
MOST_MOVES = {False: 3_000, True: 50_000}
"""How many moves are counted, normally and with `--long`."""


@pytest.fixture(scope="module")
def chess(checkout: Path) -> ir.Program:
    return load(checkout / "examples" / "classics" / "chess.game").program(2)


def cell(name: str) -> int:
    return (int(name[1]) - 1) * 8 + COLUMNS.index(name[0])


def position(chess: ir.Program, written: str) -> State:
    """A position as chess programs write it down, with white to move."""
    board, mover, castling, jumped = written.split()
    assert mover == "w"
    state = start(chess)
    state.take_forced = False
    cells, states = state.cells, state.plan.layout.states
    on, untouched = states["on"].address, states["untouched"].address
    cells[on : on + 64] = [ir.NONE] * 64
    cells[untouched : untouched + 64] = [0] * 64
    for row, line in zip(range(8, 0, -1), board.split("/"), strict=True):
        column = 0
        for sign in line:
            if sign.isdigit():
                column += int(sign)
            else:
                cells[on + cell(f"{COLUMNS[column]}{row}")] = MEN.index(sign)
                column += 1
    for sign in castling.replace("-", ""):
        for corner in CORNERS[sign].split():
            cells[untouched + cell(corner)] = 1
    cells[states["jumped"].address] = ir.NONE if jumped == "-" else cell(jumped)
    assert state.player == 0
    enter(state, cells, state.plan.sites[cells[SITE] - 1], 0)
    return state


def after_each_move(state: State) -> list[State]:
    turns = state.plan.layout.phases["turns"]
    turn, todo = state.cells[turns], [state]
    found: list[State] = []
    while todo:
        before = todo.pop()
        for at in range(before.option_count):
            after = before.clone().apply(at)
            moved = after.over or after.cells[turns] != turn
            (found if moved else todo).append(after)
    return found


def sequences(state: State, depth: int) -> int:
    if state.over:
        return 0
    moves = after_each_move(state)
    return len(moves) if depth == 1 else sum(sequences(after, depth - 1) for after in moves)


@pytest.mark.parametrize("name", POSITIONS)
def test_there_are_as_many_moves_as_everybody_counts(
    chess: ir.Program, name: str, pytestconfig: pytest.Config
) -> None:
    written, known = POSITIONS[name]
    most = MOST_MOVES[bool(pytestconfig.getoption("--long"))]
    known = [count for count in known if count <= most]
    first = position(chess, written)
    assert [sequences(first, depth) for depth in range(1, 1 + len(known))] == known
