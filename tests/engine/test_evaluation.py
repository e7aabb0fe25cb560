"""Expressions mean what the program says, and stop where a player may not look."""

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.evaluation.position import Hidden
from rulesdsl.engine.evaluation.reading import Reading
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
        ("div_up", (number(7), number(2)), 4, NUMBER),
        ("div_down", (number(-7), number(2)), -4, NUMBER),
        ("mod", (number(-1), number(3)), 2, NUMBER),
        ("lt", (number(ir.NONE), number(2)), 0, FLAG),
        ("eq", (number(ir.NONE), number(ir.NONE)), 1, FLAG),
        ("seq_eq", (numbers(1, 2), numbers(2, 1)), 0, FLAG),
        ("seq_eq", (numbers(1, 2, domain=SET), numbers(2, 1, domain=SET)), 1, FLAG),
        ("seq_lt", (numbers(1), numbers(1, 0)), 1, FLAG),
        ("join", (numbers(3, 1, domain=SET), numbers(3, 2, domain=SET)), (1, 2, 3), SET),
        ("join", (numbers(3, 1), numbers(3)), (3, 1, 3), LIST),
        ("without", (numbers(1, 2, 1), numbers(1)), (2,), LIST),
        ("seq_of", (number(3), number(ir.NONE)), (3,), LIST),
        ("first_n", (numbers(1, 2, 3), number(2)), (1, 2), LIST),
        ("last_n", (numbers(1, 2, 3), number(2)), (2, 3), LIST),
        ("last_n", (numbers(1, 2, 3), number(0)), (), LIST),
        ("the_only", (numbers(4),), 4, NUMBER),
        ("the_only", (numbers(4, 4),), ir.NONE, NUMBER),
        ("consecutive", (numbers(3, 1, 2),), 1, FLAG),
        ("consecutive", (numbers(),), 0, FLAG),
        ("tally", (ir.ConstSeq((0, 1, 0), LIST),), (2, 1), ir.MapDomain(PLAYER, NUMBER)),
        ("map_attr", (ir.ConstSeq((0, 5), CARDS),), (1, 6), LIST),
        ("next", (ir.Const(1, PLAYER), ir.ConstSeq((1,), LIST)), 1, PLAYER),
        ("same_names", (ir.ConstSeq((0, 1), CARDS), ir.ConstSeq((1, 0), CARDS)), 1, FLAG),
        ("position", (ir.Const(4, CARD),), 1, NUMBER),
        ("position", (ir.Const(5, CARD),), 2, NUMBER),
        ("position", (ir.Const(0, CARD),), ir.NONE, NUMBER),
    ],
)
def test_operations(
    layout: Layout, cells: list[int], op: str, args: tuple[ir.Expr, ...], result: object, domain: ir.Domain
) -> None:
    table = "value" if op == "map_attr" else None
    assert Reading(layout, cells).value(ir.Apply(op, args, domain, graph=table)) == result


def test_every_operation_is_known(checkout: Path) -> None:
    """A walk that does not know an operation ends in an assertion; here each is looked for in the source."""
    room = checkout / "rulesdsl" / "engine" / "evaluation"
    text = "".join(module.read_text(encoding="utf-8") for module in sorted(room.glob("*.py")))
    assert [op for op in (*ir.OPERATIONS, *ir.OVER) if f'"{op}"' not in text] == []


def over(op: str, *, by: bool = False, where: bool = False, domain: ir.Domain = LIST) -> ir.Over:
    card = ir.Var(900, "c", CARD)
    value = ir.Lookup("value", (ir.Local(card),), NUMBER)
    condition = ir.Apply("gt", (value, number(1)), FLAG) if where else None
    return ir.Over(op, card, hand(0), condition, value if by else None, None if by else value, domain)


def test_over_many_things(layout: Layout, cells: list[int]) -> None:
    read = Reading(layout, cells)
    assert read.value(over("sum", domain=NUMBER)) == 4
    assert read.value(over("sum", where=True, domain=NUMBER)) == 3
    assert read.value(over("ranked")) == (3, 1)
    assert read.value(over("highest", by=True, domain=CARDS)) == (2,)
    assert read.value(over("lowest", by=True, domain=CARDS)) == (0,)
    assert read.value(over("select", by=True, domain=CARDS)) == (0, 2)
    assert read.value(over("count", where=True, domain=NUMBER)) == 1


def test_runs_are_cut_where_the_key_falls(layout: Layout, cells: list[int]) -> None:
    at = ir.Var(901, "at", NUMBER)
    keys = ir.Apply(
        "map_at",
        (ir.ConstSeq((3, ir.NONE, 5, 1, ir.NONE), ir.MapDomain(ir.IntDomain(0, 4), NUMBER)), ir.Local(at)),
        NUMBER,
    )
    runs = ir.Over("runs", at, numbers(0, 1, 2, 3, 4), None, keys, None, LIST)
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
    assert anna.value(ir.Apply("count", (hand(1),), NUMBER)) == 1
    assert anna.value(ir.Apply("empty", (PILE,), FLAG)) == 0
    assert anna.value(ir.ZoneCount(ir.ZoneRef("hand", (None,)), NUMBER)) == 3


def test_secret_states_are_read_by_those_who_may(layout: Layout, cells: list[int]) -> None:
    guess = ir.StateRead("guess", (ir.Const(0, PLAYER),), ir.OptionalDomain(NUMBER))
    assert Reading(layout, cells, 0).value(guess) == 5
    with pytest.raises(Hidden):
        Reading(layout, cells, 1).value(guess)


def test_what_is_hidden_does_not_matter_where_it_is_not_looked_at(layout: Layout, cells: list[int]) -> None:
    anna = Reading(layout, cells, 0)
    secret = ir.Apply("eq", (hand(1), hand(1)), FLAG)
    assert anna.value(ir.Apply("or", (ir.Const(1, FLAG), secret), FLAG)) == 1
    with pytest.raises(Hidden):
        anna.value(ir.Apply("or", (ir.Const(0, FLAG), secret), FLAG))
