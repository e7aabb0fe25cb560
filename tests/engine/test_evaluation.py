"""Expressions mean what the program says, and stop where a player may not look."""

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.evaluation.position import Hidden
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from tests.engine.hidden_cards import hidden_cards
from tests.engine.positions import position

CARD = ir.PieceDomain(("Card",))
CARDS = ir.SeqDomain(CARD, ordered=False, bound=6)
FLAG = ir.FlagDomain()
NUMBER = ir.IntDomain(-100, 100)
LIST = ir.SeqDomain(NUMBER, ordered=True, bound=9)
SET = ir.SeqDomain(NUMBER, ordered=False, bound=9)
PLAYER = ir.PlayerDomain()


@pytest.fixture(scope="module")
def layout() -> Layout:
    return Layout(hidden_cards())


@pytest.fixture
def cells(layout: Layout) -> list[int]:
    """Anna holds ace and three, Ben two; four lies face down before Ben; five is the deck's top."""
    zones = {("hand", (0,)): [0, 2], ("hand", (1,)): [1], ("table", (1,)): [3], ("deck", ()): [5, 4]}
    states = {("guess", (0,)): 5, ("guess", (1,)): ir.NONE, ("pot", ()): 2}
    return position(layout, zones, states, known={3: 0b10})


def numbers(*values: int, domain: ir.Domain = LIST) -> ir.ConstSeq:
    return ir.ConstSeq(values, domain)


def number(value: int) -> ir.Const:
    return ir.Const(value, NUMBER)


def hand(player: int) -> ir.ZonePieces:
    return ir.ZonePieces(ir.ZoneRef("hand", (ir.Const(player, PLAYER),)), CARDS)


PILE = ir.ZonePieces(ir.ZoneRef("deck", ()), ir.SeqDomain(CARD, ordered=True, bound=6))
TABLE = ir.SlotPiece(ir.ZoneRef("table", (ir.Const(1, PLAYER),)), ir.OptionalDomain(CARD))


@pytest.mark.parametrize(
    ("op", "args", "result", "domain"),
    [
        (Op.DIV_UP, (number(7), number(2)), 4, NUMBER),
        (Op.DIV_DOWN, (number(-7), number(2)), -4, NUMBER),
        (Op.MOD, (number(-1), number(3)), 2, NUMBER),
        (Op.LT, (number(ir.NONE), number(2)), 0, FLAG),
        (Op.EQ, (number(ir.NONE), number(ir.NONE)), 1, FLAG),
        (Op.SEQ_EQ, (numbers(1, 2), numbers(2, 1)), 0, FLAG),
        (Op.SEQ_EQ, (numbers(1, 2, domain=SET), numbers(2, 1, domain=SET)), 1, FLAG),
        (Op.SEQ_LT, (numbers(1), numbers(1, 0)), 1, FLAG),
        (Op.JOIN, (numbers(3, 1, domain=SET), numbers(3, 2, domain=SET)), (1, 2, 3), SET),
        (Op.JOIN, (numbers(3, 1), numbers(3)), (3, 1, 3), LIST),
        (Op.WITHOUT, (numbers(1, 2, 1), numbers(1)), (2,), LIST),
        (Op.SEQ_OF, (number(3), number(ir.NONE)), (3,), LIST),
        (Op.FIRST_N, (numbers(1, 2, 3), number(2)), (1, 2), LIST),
        (Op.LAST_N, (numbers(1, 2, 3), number(2)), (2, 3), LIST),
        (Op.LAST_N, (numbers(1, 2, 3), number(0)), (), LIST),
        (Op.THE_ONLY, (numbers(4),), 4, NUMBER),
        (Op.THE_ONLY, (numbers(4, 4),), ir.NONE, NUMBER),
        (Op.CONSECUTIVE, (numbers(3, 1, 2),), 1, FLAG),
        (Op.CONSECUTIVE, (numbers(),), 0, FLAG),
        (Op.TALLY, (ir.ConstSeq((0, 1, 0), LIST),), (2, 1), ir.MapDomain(PLAYER, NUMBER)),
        (Op.MAP_ATTR, (ir.ConstSeq((0, 5), CARDS),), (1, 6), LIST),
        (Op.NEXT, (ir.Const(1, PLAYER), ir.ConstSeq((1,), LIST)), 1, PLAYER),
        (Op.SAME_NAMES, (ir.ConstSeq((0, 1), CARDS), ir.ConstSeq((1, 0), CARDS)), 1, FLAG),
        (Op.POSITION, (ir.Const(4, CARD),), 1, NUMBER),
        (Op.POSITION, (ir.Const(5, CARD),), 2, NUMBER),
        (Op.POSITION, (ir.Const(0, CARD),), ir.NONE, ir.OptionalDomain(NUMBER)),
    ],
)
def test_operations(
    layout: Layout, cells: list[int], op: Op, args: tuple[ir.Expr, ...], result: object, domain: ir.Domain
) -> None:
    table = "value" if op is Op.MAP_ATTR else None
    assert Reading(layout, cells).value(ir.Apply(op, args, domain, graph=table)) == result


def over(op: Gather, *, by: bool = False, where: bool = False, domain: ir.Domain = LIST) -> ir.Over:
    card = ir.Var(900, "c", CARD)
    value = ir.Lookup("value", (ir.Local(card),), NUMBER)
    condition = ir.Apply(Op.GT, (value, number(1)), FLAG) if where else None
    return ir.Over(op, card, hand(0), condition, value if by else None, None if by else value, domain)


def test_over_many_things(layout: Layout, cells: list[int]) -> None:
    read = Reading(layout, cells)
    assert read.value(over(Gather.SUM, domain=NUMBER)) == 4
    assert read.value(over(Gather.SUM, where=True, domain=NUMBER)) == 3
    assert read.value(over(Gather.RANKED)) == (3, 1)
    assert read.value(over(Gather.HIGHEST, by=True, domain=CARDS)) == (2,)
    assert read.value(over(Gather.LOWEST, by=True, domain=CARDS)) == (0,)
    assert read.value(over(Gather.SELECT, by=True, domain=CARDS)) == (0, 2)
    assert read.value(over(Gather.COUNT, where=True, domain=NUMBER)) == 1


def test_runs_are_cut_where_the_key_falls(layout: Layout, cells: list[int]) -> None:
    at = ir.Var(901, "at", NUMBER)
    keys = ir.Apply(
        Op.MAP_AT,
        (ir.ConstSeq((3, ir.NONE, 5, 1, ir.NONE), ir.MapDomain(ir.IntDomain(0, 4), NUMBER)), ir.Local(at)),
        NUMBER,
    )
    runs = ir.Over(Gather.RUNS, at, numbers(0, 1, 2, 3, 4), None, keys, None, LIST)
    assert Reading(layout, cells).value(runs) == ((0, 1, 2), (3, 4))


def test_a_player_reads_what_lies_open_and_what_is_his_own(layout: Layout, cells: list[int]) -> None:
    anna, ben = Reading(layout, cells, 0), Reading(layout, cells, 1)
    assert anna.value(hand(0)) == (0, 2)
    assert ben.value(TABLE) == 3
    with pytest.raises(Hidden):
        anna.value(hand(1))
    with pytest.raises(Hidden):
        anna.value(TABLE)
    with pytest.raises(Hidden):
        anna.value(PILE)


def test_how_many_there_are_is_known_to_all(layout: Layout, cells: list[int]) -> None:
    anna = Reading(layout, cells, 0)
    assert anna.value(ir.Apply(Op.COUNT, (hand(1),), NUMBER)) == 1
    assert anna.value(ir.Apply(Op.EMPTY, (PILE,), FLAG)) == 0
    assert anna.value(ir.ZoneCount(ir.ZoneRef("hand", (None,)), NUMBER)) == 3


def test_secret_states_are_read_by_those_who_may(layout: Layout, cells: list[int]) -> None:
    guess = ir.StateRead("guess", (ir.Const(0, PLAYER),), ir.OptionalDomain(NUMBER))
    assert Reading(layout, cells, 0).value(guess) == 5
    with pytest.raises(Hidden):
        Reading(layout, cells, 1).value(guess)


def test_what_is_hidden_does_not_matter_where_it_is_not_looked_at(layout: Layout, cells: list[int]) -> None:
    anna = Reading(layout, cells, 0)
    secret = ir.Apply(Op.EQ, (hand(1), hand(1)), FLAG)
    assert anna.value(ir.Apply(Op.OR, (ir.Const(1, FLAG), secret), FLAG)) == 1
    with pytest.raises(Hidden):
        anna.value(ir.Apply(Op.OR, (ir.Const(0, FLAG), secret), FLAG))
