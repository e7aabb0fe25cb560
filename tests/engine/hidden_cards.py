"""A small game by hand, in which nearly everything is hidden from somebody.

Six cards lie shuffled in a deck; each player is dealt two. In each of two rounds all lay a card face down,
in secret, and then turn it up; who laid the greater one (the first seat if level) takes a point from the
pot. Each player then names a secret number and gives a card away, face down, to the next player, who sees it.
"""

from __future__ import annotations

from rulesdsl.program import (
    NONE,
    Alternative,
    Apply,
    Assign,
    Condition,
    Const,
    Deal,
    Decide,
    Do,
    EnumDomain,
    Expr,
    FlagDomain,
    Flip,
    FormulaDef,
    If,
    IntDomain,
    Local,
    Lookup,
    Move,
    OneParam,
    OptionalDomain,
    Over,
    Param,
    Phase,
    PieceDomain,
    PieceKind,
    PlayerDomain,
    Proc,
    Program,
    RankKey,
    Say,
    Score,
    Secret,
    SeqDomain,
    SlotPiece,
    State,
    StateRead,
    Stmt,
    Table,
    Text,
    TurnOfEach,
    Var,
    Viewer,
    Winner,
    Zone,
    ZonePieces,
    ZoneRef,
)

FLAG = FlagDomain()
PLAYER = PlayerDomain()
CARD = PieceDomain(("Card",))
CARDS = SeqDomain(CARD, ordered=False, bound=6)
PLAYERS = SeqDomain(PLAYER, ordered=True, bound=2)
NUMBER = IntDomain(0, 6)
COLOUR = EnumDomain("Colour")
NAMES = ("ace", "two", "three", "four", "five", "six")
NOBODY, ALL, OWNER = Viewer("nobody"), Viewer("all"), Viewer("owner")

_numbers = iter(range(1, 1000))


def var(name: str, domain: object) -> Var:
    return Var(next(_numbers), name, domain)  # type: ignore[arg-type]


def in_zone(name: str, *index: Expr | None) -> ZoneRef:
    return ZoneRef(name, tuple(index))


def pieces(name: str, *index: Expr | None) -> ZonePieces:
    return ZonePieces(in_zone(name, *index), CARDS)


def value_of(card: Expr) -> Lookup:
    return Lookup("value", (card,), NUMBER)


def per_player(formula: str, you: Var, body: Expr) -> FormulaDef:
    return FormulaDef(formula, per_player=True, params=(you,), body=body)


def zone(
    name: str,
    shape: str,
    seen: Viewer,
    *,
    owned: bool = True,
    down: Viewer = NOBODY,
    starts: tuple[tuple[int, ...], ...] = ((), ()),
    shuffled: bool = False,
) -> Zone:
    index = (var("you", PLAYER),) if owned else ()
    return Zone(
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


def one(choice: Var, domain: Expr, where: Expr | None = None, prompt: str = "") -> Param:
    return OneParam(choice, domain, where, (), Text((prompt,)) if prompt else None)


def decide(point: int, you: Expr, *alternatives: Alternative, decline: bool = False) -> Decide:
    return Decide(
        point,
        you,
        alternatives,
        decline=decline,
        if_possible=True,
        repeatedly=False,
        prompt=None,
        rules=(f"H-{point}",),
    )


def lay(you: Var) -> Alternative:
    me, card = Local(you), var("card", CARD)
    return Alternative(
        "lay",
        Text(("Lay ", Local(card))),
        (one(card, pieces("hand", me), prompt="Which card do you lay?"),),
        ((), ()),
        (Move(Local(card), in_zone("table", me), "", Const(1, FLAG), None),),
    )


def name_number(you: Var) -> Alternative:
    guess = var("number", NUMBER)
    whole_range = Apply(
        "range", (Const(1, NUMBER), Const(6, NUMBER)), SeqDomain(NUMBER, ordered=True, bound=6)
    )
    return Alternative(
        "name_number",
        Text(("Name a number",)),
        (one(guess, whole_range),),
        ((), ()),
        (Assign("guess", (Local(you),), Local(guess)),),
    )


def give(you: Var) -> Alternative:
    me, gift = Local(you), var("gift", CARD)
    return Alternative(
        "give",
        Text(("Give away ", Local(gift))),
        (one(gift, pieces("hand", me)),),
        ((Condition(Apply("gt", (StateRead("pot", (), NUMBER), Const(0, NUMBER)), FLAG)),), ()),
        (Move(Local(gift), in_zone("hand", Apply("left", (me,), PLAYER)), "", None, None),),
    )


def take_point(player: int) -> tuple[Stmt, ...]:
    mine = StateRead("points", (Const(player, PLAYER),), NUMBER)
    return (
        Assign("points", (Const(player, PLAYER),), Apply("add", (mine, Const(1, NUMBER)), NUMBER)),
        Say(Text((Const(player, PLAYER), " takes a point")), None),
    )


def laid(player: int) -> Expr:
    there = SlotPiece(in_zone("table", Const(player, PLAYER)), OptionalDomain(CARD))
    return Lookup("value", (there,), OptionalDomain(NUMBER))


def hidden_cards() -> Program:
    you, turn_you = var("you", PLAYER), var("you", PLAYER)
    pot = StateRead("pot", (), NUMBER)
    second_wins = Apply("gt", (laid(1), laid(0)), FLAG)
    rounds = Phase(
        name="round",
        times=Const(2, NUMBER),
        at_most=False,
        turn=None,
        you=None,
        until=None,
        stops=None,
        once=False,
        rules=("H-R",),
        body=(
            Secret(Apply("players", (), PLAYERS), you, (decide(2, Local(you), lay(you)),), shadow=True),
            Flip(pieces("table", None), Const(0, FLAG)),
            If(second_wins, take_point(1), take_point(0)),
            Assign("pot", (), Apply("sub", (pot, Const(1, NUMBER)), NUMBER)),
            Move(pieces("table", None), in_zone("gone"), "", None, None),
            Do("giving", None, ()),
        ),
    )
    giver = var("you", PLAYER)
    giving = Phase(
        name="giving",
        times=Const(2, NUMBER),
        at_most=False,
        turn=TurnOfEach(Apply("players", (), PLAYERS), None),
        you=giver,
        until=None,
        stops=None,
        once=False,
        body=(
            decide(3, Local(giver), name_number(giver)),
            decide(4, Local(giver), give(giver), decline=True),
        ),
    )
    dealt_to = var("you", PLAYER)
    flow = Proc(
        "flow",
        "flow",
        None,
        (),
        (
            Deal(
                1,
                Const(2, NUMBER),
                in_zone("deck"),
                Apply("players", (), PLAYERS),
                dealt_to,
                in_zone("hand", Local(dealt_to)),
                rules=("H-1",),
            ),
            rounds,
        ),
    )
    card = var("c", CARD)
    in_hand = Over(
        "sum", card, pieces("hand", Local(turn_you)), None, None, value_of(Local(card)), IntDomain(0, 21)
    )
    won = StateRead("points", (Local(turn_you),), NUMBER)
    return Program(
        title="Hidden Cards",
        players=2,
        options=(),
        step_limit=1000,
        fingerprint="hidden cards, by hand",
        enums={"Colour": ("red", "black")},
        nodes={},
        piece_kinds=(PieceKind("Card", 0, 6),),
        piece_names=NAMES,
        piece_name_ids=NAMES,
        piece_name_of=tuple(range(6)),
        graphs={},
        tables={"value": Table("value", (CARD,), (1, 2, 3, 4, 5, 6), NUMBER)},
        zones=(
            zone("deck", "pile", NOBODY, owned=False, starts=((0, 1, 2, 3, 4, 5),), shuffled=True),
            zone("hand", "set", OWNER),
            zone("table", "slot", ALL, down=OWNER),
            zone("gone", "pile", NOBODY, owned=False),
        ),
        states=(
            State("pot", (), None, NUMBER, 2, ALL),
            State("points", (PLAYER,), 0, NUMBER, (0, 0), ALL),
            State("guess", (PLAYER,), 0, OptionalDomain(NUMBER), (NONE, NONE), OWNER),
        ),
        formulas={
            "now won": per_player("now won", turn_you, won),
            "now in_hand": per_player("now in_hand", turn_you, in_hand),
            "total": per_player("total", turn_you, Apply("add", (won, in_hand), IntDomain(0, 30))),
        },
        scores=(
            Score("won", None, "now won", 1, counted=True),
            Score("in_hand", None, "now in_hand", 1, counted=True),
        ),
        winner=Winner((RankKey(most=True, formula="total", word="total"),), shared=True, team=None),
        rules=(),
        procs={"flow": flow, "giving": Proc("giving", "routine", None, (), (giving,))},
        phases=("round", "giving"),
        action_names=("lay", "name_number", "give"),
        points=4,
    )
