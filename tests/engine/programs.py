"""Programs built by hand: tic-tac-toe and nim, with nothing of the language in between."""

from __future__ import annotations

from rulesdsl.program import (
    NONE,
    Alternative,
    Apply,
    Assign,
    Condition,
    Const,
    ConstSeq,
    Decide,
    EachPlayer,
    End,
    Expr,
    FlagDomain,
    Formula,
    FormulaDef,
    Graph,
    If,
    IntDomain,
    Local,
    NodeDomain,
    OneParam,
    OptionalDomain,
    Over,
    Phase,
    PlayerDomain,
    Proc,
    Program,
    RankKey,
    SeqDomain,
    SeqOfSeqDomain,
    State,
    StateRead,
    Stmt,
    Text,
    TurnOfEach,
    Var,
    Viewer,
    Winner,
)

FLAG = FlagDomain()
PLAYER = PlayerDomain()
CELL = NodeDomain("Cell")
CELLS = SeqDomain(CELL, ordered=True, bound=9)
OWNER = OptionalDomain(PLAYER)
EVERYBODY = Apply("players", (), SeqDomain(PLAYER, ordered=True, bound=2))

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
    flow: tuple[Stmt, ...],
    *,
    states: tuple[State, ...] = (),
    formulas: tuple[FormulaDef, ...] = (),
    phases: tuple[str, ...] = (),
    winner: Winner | None = None,
    graphs: tuple[Graph, ...] = (),
    nodes: tuple[str, ...] = (),
    step_limit: int = 1000,
) -> Program:
    """A program of such parts, for two players."""
    return Program(
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
        procs={"flow": Proc("flow", "flow", None, (), flow)},
        phases=phases,
        action_names=(),
        points=9,
    )


def tic_tac_toe() -> Program:
    cell, line, you, square, player = (
        Var(1, "cell", CELL),
        Var(2, "line", CELLS),
        Var(3, "you", PLAYER),
        Var(4, "square", CELL),
        Var(5, "player", PLAYER),
    )

    def mark(at: Expr) -> StateRead:
        return StateRead("mark", (at,), OWNER)

    won = FormulaDef(
        "won",
        per_player=True,
        params=(player,),
        body=Over(
            "some",
            line,
            ConstSeq(LINES, SeqOfSeqDomain(CELLS, 8)),
            None,
            None,
            Over(
                "every",
                cell,
                Local(line),
                None,
                None,
                Apply("eq", (mark(Local(cell)), Local(player)), FLAG),
                FLAG,
            ),
            FLAG,
        ),
    )
    place = Alternative(
        "place",
        Text(("Mark ", Local(square))),
        (
            OneParam(
                square,
                ConstSeq(tuple(range(9)), CELLS),
                Apply("is_none", (mark(Local(square)),), FLAG),
                (),
                None,
            ),
        ),
        ((), ()),
        (Assign("mark", (Local(square),), Local(you)),),
    )
    turns = Phase(
        name="play",
        times=Const(9, IntDomain(9, 9)),
        at_most=True,
        turn=TurnOfEach(EVERYBODY, None),
        you=you,
        until=None,
        stops=Over("some", player, EVERYBODY, None, None, Formula("won", (Local(player),), FLAG), FLAG),
        once=False,
        body=(Decide(1, Local(you), (place,), False, False, False, None),),
    )
    return program(
        (turns,),
        states=(State("mark", (CELL,), None, OWNER, NONE, Viewer("all")),),
        formulas=(won,),
        phases=("play",),
        winner=Winner((RankKey(True, "won", "most"),), True, None),
        graphs=(Graph("Cell", CELL, 9, (), "grid", 3, 3),),
        nodes=tuple(f"cell {at}" for at in range(9)),
    )


HEAP = IntDomain(0, 2)
COUNT = IntDomain(0, 5)
MANY = IntDomain(1, 5)


def nim() -> Program:
    """Three heaps of 1, 3 and 5; who takes the last one wins."""
    you, heap, number = Var(1, "you", PLAYER), Var(2, "heap", HEAP), Var(3, "number", MANY)

    def left(at: Expr) -> StateRead:
        return StateRead("left", (at,), COUNT)

    heaps = ConstSeq((0, 1, 2), SeqDomain(HEAP, ordered=True, bound=3))
    take = Alternative(
        "take",
        Text(("Take ", Local(number))),
        (
            OneParam(heap, heaps, None, (), None),
            OneParam(
                number,
                ConstSeq((1, 2, 3, 4, 5), SeqDomain(MANY, ordered=True, bound=5)),
                None,
                (),
                None,
            ),
        ),
        ((), (), (Condition(Apply("le", (Local(number), left(Local(heap))), FLAG)),)),
        (
            Assign("left", (Local(heap),), Apply("sub", (left(Local(heap)), Local(number)), COUNT)),
            If(
                Over(
                    "every",
                    heap,
                    heaps,
                    None,
                    None,
                    Apply("eq", (left(Local(heap)), Const(0, COUNT)), FLAG),
                    FLAG,
                ),
                (Assign("last", (), Local(you)), End("")),
                (),
            ),
        ),
    )
    seats = EachPlayer(EVERYBODY, None, you, (Decide(1, Local(you), (take,), False, True, False, None),))
    rounds = Phase("rounds", Const(20, IntDomain(20, 20)), False, None, None, None, None, False, (seats,))
    who = Var(9, "player", PLAYER)
    winner = FormulaDef("winner", True, (who,), Apply("eq", (StateRead("last", (), OWNER), Local(who)), FLAG))
    return program(
        (rounds,),
        states=(
            State("left", (HEAP,), None, COUNT, (1, 3, 5), Viewer("all")),
            State("last", (), None, OWNER, NONE, Viewer("all")),
        ),
        formulas=(winner,),
        phases=("rounds",),
        winner=Winner((RankKey(True, "winner", "most"),), False, None),
    )
