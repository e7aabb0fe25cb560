"""Programs built by hand: tic-tac-toe and nim, with nothing of the language in between."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.gatherings import Gather
from rulesdsl.grids import Grid
from rulesdsl.operations import Op

FLAG = ir.FlagDomain()
PLAYER = ir.PlayerDomain()
CELL = ir.NodeDomain("Cell")
CELLS = ir.SeqDomain(CELL, ordered=True, bound=9)
OWNER = ir.OptionalDomain(PLAYER)
EVERYBODY = ir.Apply(Op.PLAYERS, (), ir.SeqDomain(PLAYER, ordered=True, bound=2))

LINES = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)


def program(
    flow: tuple[ir.Stmt, ...],
    *,
    states: tuple[ir.State, ...] = (),
    formulas: tuple[ir.FormulaDef, ...] = (),
    phases: tuple[str, ...] = (),
    winner: ir.Winner | None = None,
    graphs: tuple[ir.Graph, ...] = (),
    nodes: tuple[str, ...] = (),
    step_limit: int = 1000,
) -> ir.Program:
    """A program of such parts, for two players."""
    return ir.Program(
        title="by hand",
        players=2,
        options=(),
        step_limit=step_limit,
        fingerprint="by hand",
        enums={},
        nodes={"Cell": nodes} if nodes else {},
        piece_kinds=(),
        piece_names=(),
        piece_name_ids=(),
        piece_name_of=(),
        graphs={graph.name: graph for graph in graphs},
        tables={},
        zones=(),
        states=states,
        formulas={formula.name: formula for formula in formulas},
        scores=(),
        winner=winner,
        rules=(),
        procs={"flow": ir.Proc("flow", "flow", None, (), flow)},
        phases=phases,
        action_names=(),
        points=9,
    )


def tic_tac_toe() -> ir.Program:
    cell, line, you, square, player = (
        ir.Var(1, "cell", CELL),
        ir.Var(2, "line", CELLS),
        ir.Var(3, "you", PLAYER),
        ir.Var(4, "square", CELL),
        ir.Var(5, "player", PLAYER),
    )

    def mark(at: ir.Expr) -> ir.StateRead:
        return ir.StateRead("mark", (at,), OWNER)

    won = ir.FormulaDef(
        "won",
        per_player=True,
        params=(player,),
        body=ir.Over(
            Gather.SOME,
            line,
            ir.ConstSeq(LINES, ir.SeqOfSeqDomain(CELLS, 8)),
            None,
            None,
            ir.Over(
                Gather.EVERY,
                cell,
                ir.Local(line),
                None,
                None,
                ir.Apply(Op.EQ, (mark(ir.Local(cell)), ir.Local(player)), FLAG),
                FLAG,
            ),
            FLAG,
        ),
    )
    place = ir.Alternative(
        "place",
        ir.Text(("Mark ", ir.Local(square))),
        (
            ir.OneParam(
                square,
                ir.ConstSeq(tuple(range(9)), CELLS),
                ir.Apply(Op.IS_NONE, (mark(ir.Local(square)),), FLAG),
                (),
                None,
            ),
        ),
        ((), ()),
        (ir.Assign("mark", (ir.Local(square),), ir.Local(you)),),
    )
    turns = ir.Phase(
        name="play",
        times=ir.Const(9, ir.IntDomain(9, 9)),
        at_most=True,
        turn=ir.TurnOfEach(EVERYBODY, None),
        you=you,
        until=None,
        stops=ir.Over(
            Gather.SOME, player, EVERYBODY, None, None, ir.Formula("won", (ir.Local(player),), FLAG), FLAG
        ),
        once=False,
        body=(ir.Decide(1, ir.Local(you), (place,), False, False, False, None),),
    )
    return program(
        (turns,),
        states=(ir.State("mark", (CELL,), None, OWNER, ir.NONE, ir.Viewer("all")),),
        formulas=(won,),
        phases=("play",),
        winner=ir.Winner((ir.RankKey(True, "won", "most"),), True, None),
        graphs=(ir.Graph("Cell", CELL, 9, (), "grid", Grid(3, 3)),),
        nodes=tuple(f"cell {at}" for at in range(9)),
    )


HEAP = ir.IntDomain(0, 2)
COUNT = ir.IntDomain(0, 5)
MANY = ir.IntDomain(1, 5)


def nim() -> ir.Program:
    """Three heaps of 1, 3 and 5; who takes the last one wins."""
    you, heap, number = ir.Var(1, "you", PLAYER), ir.Var(2, "heap", HEAP), ir.Var(3, "number", MANY)

    def left(at: ir.Expr) -> ir.StateRead:
        return ir.StateRead("left", (at,), COUNT)

    heaps = ir.ConstSeq((0, 1, 2), ir.SeqDomain(HEAP, ordered=True, bound=3))
    take = ir.Alternative(
        "take",
        ir.Text(("Take ", ir.Local(number))),
        (
            ir.OneParam(heap, heaps, None, (), None),
            ir.OneParam(
                number,
                ir.ConstSeq((1, 2, 3, 4, 5), ir.SeqDomain(MANY, ordered=True, bound=5)),
                None,
                (),
                None,
            ),
        ),
        ((), (), (ir.Condition(ir.Apply(Op.LE, (ir.Local(number), left(ir.Local(heap))), FLAG)),)),
        (
            ir.Assign(
                "left", (ir.Local(heap),), ir.Apply(Op.SUB, (left(ir.Local(heap)), ir.Local(number)), COUNT)
            ),
            ir.If(
                ir.Over(
                    Gather.EVERY,
                    heap,
                    heaps,
                    None,
                    None,
                    ir.Apply(Op.EQ, (left(ir.Local(heap)), ir.Const(0, COUNT)), FLAG),
                    FLAG,
                ),
                (ir.Assign("last", (), ir.Local(you)), ir.End("")),
                (),
            ),
        ),
    )
    seats = ir.EachPlayer(
        EVERYBODY, None, you, (ir.Decide(1, ir.Local(you), (take,), False, True, False, None),)
    )
    rounds = ir.Phase(
        "rounds", ir.Const(20, ir.IntDomain(20, 20)), False, None, None, None, None, False, (seats,)
    )
    who = ir.Var(9, "player", PLAYER)
    winner = ir.FormulaDef(
        "winner", True, (who,), ir.Apply(Op.EQ, (ir.StateRead("last", (), OWNER), ir.Local(who)), FLAG)
    )
    return program(
        (rounds,),
        states=(
            ir.State("left", (HEAP,), None, COUNT, (1, 3, 5), ir.Viewer("all")),
            ir.State("last", (), None, OWNER, ir.NONE, ir.Viewer("all")),
        ),
        formulas=(winner,),
        phases=("rounds",),
        winner=ir.Winner((ir.RankKey(True, "winner", "most"),), False, None),
    )
