"""A small game by hand, in which nearly everything is hidden from somebody.

Six cards lie shuffled in a deck; each player is dealt two. In each of two rounds all lay a card face down,
in secret, and then turn it up; who laid the greater one (the first seat if level) takes a point from the
pot. Each player then names a secret number and gives a card away, face down, to the next player, who sees it.
"""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op

FLAG = ir.FlagDomain()
PLAYER = ir.PlayerDomain()
CARD = ir.PieceDomain(("Card",))
CARDS = ir.SeqDomain(CARD, ordered=False, bound=6)
PLAYERS = ir.SeqDomain(PLAYER, ordered=True, bound=2)
NUMBER = ir.IntDomain(0, 6)
COLOUR = ir.EnumDomain("Colour")
NAMES = ("ace", "two", "three", "four", "five", "six")
NOBODY, ALL, OWNER = ir.Viewer("nobody"), ir.Viewer("all"), ir.Viewer("owner")

_numbers = iter(range(1, 1000))


def var(name: str, domain: object) -> ir.Var:
    return ir.Var(next(_numbers), name, domain)  # type: ignore[arg-type]


def in_zone(name: str, *index: ir.Expr | None) -> ir.ZoneRef:
    return ir.ZoneRef(name, tuple(index))


def pieces(name: str, *index: ir.Expr | None) -> ir.ZonePieces:
    return ir.ZonePieces(in_zone(name, *index), CARDS)


def value_of(card: ir.Expr) -> ir.Lookup:
    return ir.Lookup("value", (card,), NUMBER)


def per_player(formula: str, you: ir.Var, body: ir.Expr) -> ir.FormulaDef:
    return ir.FormulaDef(formula, per_player=True, params=(you,), body=body)


def zone(
    name: str,
    shape: str,
    seen: ir.Viewer,
    *,
    owned: bool = True,
    down: ir.Viewer = NOBODY,
    starts: tuple[tuple[int, ...], ...] = ((), ()),
    shuffled: bool = False,
) -> ir.Zone:
    index = (var("you", PLAYER),) if owned else ()
    return ir.Zone(
        name=name,
        shape=shape,
        index=index,
        owner_at=0 if owned else None,
        pieces=CARD,
        capacity=1 if shape == "slot" else 6,
        limited=False,
        seen=seen,
        top_seen=None,
        down_seen=down,
        takes=None,
        old_to=None,
        extra_to=None,
        renewed_from=None,
        renewed_when=None,
        starts=starts if owned else starts[:1],
        shuffled=shuffled,
        places_matter=False,
    )


def one(choice: ir.Var, domain: ir.Expr, where: ir.Expr | None = None, prompt: str = "") -> ir.Param:
    return ir.OneParam(choice, domain, where, (), ir.Text((prompt,)) if prompt else None)


def decide(point: int, you: ir.Expr, *alternatives: ir.Alternative, decline: bool = False) -> ir.Decide:
    return ir.Decide(
        point,
        you,
        alternatives,
        decline=decline,
        if_possible=True,
        repeatedly=False,
        prompt=None,
        rules=(f"H-{point}",),
    )


def lay(you: ir.Var) -> ir.Alternative:
    me, card = ir.Local(you), var("card", CARD)
    return ir.Alternative(
        "lay",
        ir.Text(("Lay ", ir.Local(card))),
        (one(card, pieces("hand", me), prompt="Which card do you lay?"),),
        ((), ()),
        (ir.Move(ir.Local(card), in_zone("table", me), "", ir.Const(1, FLAG), None),),
    )


def name_number(you: ir.Var) -> ir.Alternative:
    guess = var("number", NUMBER)
    whole_range = ir.Apply(
        Op.RANGE, (ir.Const(1, NUMBER), ir.Const(6, NUMBER)), ir.SeqDomain(NUMBER, ordered=True, bound=6)
    )
    return ir.Alternative(
        "name_number",
        ir.Text(("Name a number",)),
        (one(guess, whole_range),),
        ((), ()),
        (ir.Assign("guess", (ir.Local(you),), ir.Local(guess)),),
    )


def give(you: ir.Var) -> ir.Alternative:
    me, gift = ir.Local(you), var("gift", CARD)
    return ir.Alternative(
        "give",
        ir.Text(("Give away ", ir.Local(gift))),
        (one(gift, pieces("hand", me)),),
        ((ir.Condition(ir.Apply(Op.GT, (ir.StateRead("pot", (), NUMBER), ir.Const(0, NUMBER)), FLAG)),), ()),
        (ir.Move(ir.Local(gift), in_zone("hand", ir.Apply(Op.LEFT, (me,), PLAYER)), "", None, None),),
    )


def take_point(player: int) -> tuple[ir.Stmt, ...]:
    mine = ir.StateRead("points", (ir.Const(player, PLAYER),), NUMBER)
    return (
        ir.Assign(
            "points", (ir.Const(player, PLAYER),), ir.Apply(Op.ADD, (mine, ir.Const(1, NUMBER)), NUMBER)
        ),
        ir.Say(ir.Text((ir.Const(player, PLAYER), " takes a point")), None),
    )


def laid(player: int) -> ir.Expr:
    there = ir.SlotPiece(in_zone("table", ir.Const(player, PLAYER)), ir.OptionalDomain(CARD))
    return ir.Lookup("value", (there,), ir.OptionalDomain(NUMBER))


def hidden_cards() -> ir.Program:
    you, turn_you = var("you", PLAYER), var("you", PLAYER)
    pot = ir.StateRead("pot", (), NUMBER)
    second_wins = ir.Apply(Op.GT, (laid(1), laid(0)), FLAG)
    rounds = ir.Phase(
        name="round",
        times=ir.Const(2, NUMBER),
        at_most=False,
        turn=None,
        you=None,
        until=None,
        stops=None,
        once=False,
        rules=("H-R",),
        body=(
            ir.Secret(
                ir.Apply(Op.PLAYERS, (), PLAYERS), you, (decide(2, ir.Local(you), lay(you)),), shadow=True
            ),
            ir.Flip(pieces("table", None), ir.Const(0, FLAG)),
            ir.If(second_wins, take_point(1), take_point(0)),
            ir.Assign("pot", (), ir.Apply(Op.SUB, (pot, ir.Const(1, NUMBER)), NUMBER)),
            ir.Move(pieces("table", None), in_zone("gone"), "", None, None),
            ir.Do("giving", None, ()),
        ),
    )
    giver = var("you", PLAYER)
    giving = ir.Phase(
        name="giving",
        times=ir.Const(2, NUMBER),
        at_most=False,
        turn=ir.TurnOfEach(ir.Apply(Op.PLAYERS, (), PLAYERS), None),
        you=giver,
        until=None,
        stops=None,
        once=False,
        body=(
            decide(3, ir.Local(giver), name_number(giver)),
            decide(4, ir.Local(giver), give(giver), decline=True),
        ),
    )
    dealt_to = var("you", PLAYER)
    flow = ir.Proc(
        "flow",
        "flow",
        None,
        (),
        (
            ir.Deal(
                1,
                ir.Const(2, NUMBER),
                in_zone("deck"),
                ir.Apply(Op.PLAYERS, (), PLAYERS),
                dealt_to,
                in_zone("hand", ir.Local(dealt_to)),
                rules=("H-1",),
            ),
            rounds,
        ),
    )
    card = var("c", CARD)
    in_hand = ir.Over(
        Gather.SUM,
        card,
        pieces("hand", ir.Local(turn_you)),
        None,
        None,
        value_of(ir.Local(card)),
        ir.IntDomain(0, 21),
    )
    won = ir.StateRead("points", (ir.Local(turn_you),), NUMBER)
    return ir.Program(
        title="Hidden Cards",
        players=2,
        options=(),
        step_limit=1000,
        fingerprint="hidden cards, by hand",
        enums={"Colour": ("red", "black")},
        nodes={},
        piece_kinds=(ir.PieceKind("Card", 0, 6),),
        piece_names=NAMES,
        piece_name_ids=NAMES,
        piece_name_of=tuple(range(6)),
        graphs={},
        tables={"value": ir.Table("value", (CARD,), (1, 2, 3, 4, 5, 6), NUMBER)},
        zones=(
            zone("deck", "pile", NOBODY, owned=False, starts=((0, 1, 2, 3, 4, 5),), shuffled=True),
            zone("hand", "set", OWNER),
            zone("table", "slot", ALL, down=OWNER),
            zone("gone", "pile", NOBODY, owned=False),
        ),
        states=(
            ir.State("pot", (), None, NUMBER, 2, ALL),
            ir.State("points", (PLAYER,), 0, NUMBER, (0, 0), ALL),
            ir.State("guess", (PLAYER,), 0, ir.OptionalDomain(NUMBER), (ir.NONE, ir.NONE), OWNER),
        ),
        formulas={
            "now won": per_player("now won", turn_you, won),
            "now in_hand": per_player("now in_hand", turn_you, in_hand),
            "total": per_player("total", turn_you, ir.Apply(Op.ADD, (won, in_hand), ir.IntDomain(0, 30))),
        },
        scores=(
            ir.Score("won", None, "now won", 1, counted=True),
            ir.Score("in_hand", None, "now in_hand", 1, counted=True),
        ),
        winner=ir.Winner((ir.RankKey(most=True, formula="total", word="total"),), shared=True, team=None),
        rules=(),
        procs={"flow": flow, "giving": ir.Proc("giving", "routine", None, (), (giving,))},
        phases=("round", "giving"),
        action_names=("lay", "name_number", "give"),
        points=4,
    )
