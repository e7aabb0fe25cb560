"""Every operation is answered for: what it means, how it is written, what it reads."""

from contextlib import suppress
from itertools import product

import pytest

from rulesdsl.engine.codegen.operations import WRITERS
from rulesdsl.engine.evaluation.operations import MEANINGS
from rulesdsl.engine.runtime.values import combinations
from rulesdsl.functions import Gives
from rulesdsl.gatherings import SUMMARIES, Gather
from rulesdsl.operations import BY_HAND, MIRRORED, OPPOSITE, Impossible, Op, Reads

WRITTEN_BEFORE_ARGUMENTS = {Op.AND, Op.OR, Op.MAP_ATTR}


def test_every_operation_has_one_meaning() -> None:
    """In its entry, with the program, or in a position."""
    for op in Op:
        by_position = op.entry.reads is not Reads.NOTHING
        assert [op.entry.meaning is not None, op in MEANINGS, by_position].count(True) == 1, op


def test_what_is_written_by_hand_has_a_writer() -> None:
    by_hand = {op for op in Op if op.entry.code == BY_HAND and not op.entry.on_links}
    assert by_hand == set(WRITERS) | WRITTEN_BEFORE_ARGUMENTS


def test_what_has_no_code_is_called() -> None:
    assert [op for op in Op if not op.entry.code and op.entry.meaning is None] == []


def test_what_gives_a_number_says_how_far_it_ranges() -> None:
    given = {op for op in Op if op.entry.function is not None and op.entry.function.gives is Gives.NUMBER}
    assert [op for op in given if op.entry.ranges is None] == []


@pytest.mark.parametrize("op", [op for op in Op if op.entry.ranges is not None])
def test_no_value_is_out_of_its_range(op: Op) -> None:
    meaning, ranges = op.entry.meaning, op.entry.ranges
    assert meaning is not None
    assert ranges is not None
    pairs = [(low, high) for low in range(-3, 4) for high in range(low, 4)]
    taken = 2 if op.entry.function is None else len(op.entry.function.takes)
    for given in product(pairs, repeat=min(taken, 2)):
        low, high = ranges(*given)
        for values in product(*(range(first, last + 1) for first, last in given)):
            with suppress(Impossible):
                assert low <= meaning(*values) <= high


def test_no_two_names_are_one_entry() -> None:
    assert len(Op) == len(Op.__members__)
    assert len(Gather) == len(Gather.__members__)


def test_the_other_side_and_the_opposite_lead_back() -> None:
    for table in (MIRRORED, OPPOSITE):
        assert {table[other]: other for other in table.values()} == table


def test_summaries_are_operations_on_whole_sequences() -> None:
    assert {gather for gather in Gather if gather.entry.summary} == set(SUMMARIES.values())


@pytest.mark.parametrize("again", [0, 1])
def test_ways_to_take_come_in_one_order_from_both(again: int) -> None:
    meaning = Op.COMBINATIONS.entry.meaning
    assert meaning is not None
    for size, number in product(range(6), range(-1, 7)):
        members = tuple(range(10, 10 + size))
        ways = [tuple(way) for way in combinations(members, number, again)]
        assert ways == list(meaning(members, number, again))
