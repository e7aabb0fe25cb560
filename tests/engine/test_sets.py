"""Choosing sets: walking through the offers gives every set that will do, once, and no other;
against brute force.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdsl import program as ir
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.core.sites import SetSpec
from rulesdsl.engine.decisions import sets
from rulesdsl.engine.decisions.attainable import Attainable
from rulesdsl.engine.decisions.sets import SetProblem
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.pieces.handling import Pieces
from rulesdsl.engine.start import setup
from rulesdsl.engine.state import State
from rulesdsl.gatherings import Gather
from tests.engine.texts import program_of

NUMBER = ir.IntDomain(0, 99)
Test = Callable[..., bool]


class Kinds:
    """In place of the pieces: members of the same kind are alike."""

    def __init__(self, kinds: Sequence[int]) -> None:
        self.kinds = kinds

    def alike_key(self, _cells: list[int], member: int) -> tuple[int, ...]:
        return (self.kinds[member],)

    def best_known_first(self, _cells: list[int], member: int) -> tuple[int, int]:
        return (0, member)


def problem(
    values: Sequence[int],
    low: int,
    high: int,
    ops: tuple[Gather, ...] | None,
    meets: Test,
    holds: Test,
    *,
    needless: bool = False,
    alike: bool = False,
) -> SetProblem:
    """Members 0, 1, ... with these values; alike are those of the same value."""
    members = tuple(range(len(values)))
    domain = ir.SeqDomain(NUMBER, ordered=False, bound=max(1, len(values)))
    param = ir.SomeParam(
        ir.Var(1, "chosen", domain),
        ir.Const(low, NUMBER),
        ir.Const(high, NUMBER),
        ir.ConstSeq(members, domain),
        None,
        needless,
        (),
        None,
    )
    parts = ops or ()
    spec = SetSpec(
        param=param,
        domain=lambda _cells: members,
        limits=lambda _cells: (low, high),
        meets=lambda _cells, *rest: meets(*rest),
        holds=lambda _cells, *rest: meets(*rest) and holds(*rest),
        contribution=lambda _cells, member: tuple(values[member] for _ in parts),
        ops=parts,
        spans=tuple((0, 4) for _ in parts),
        by_parts=ops is not None,
        free=False,
        alike=alike,
        hides=False,
        piece_args=(),
    )
    return SetProblem(spec, [], (), Attainable(spec, [], (), cast("Pieces", Kinds(values))))


def walked(made: SetProblem, picked: list[int] | None = None) -> list[tuple[int, ...]]:
    """All sets to which the offers lead; every offer must lead to one."""
    picked = picked or []
    members, done = made.next_members(picked)
    found = [tuple(picked)] if done else []
    for member in members:
        further = walked(made, [*picked, member])
        assert further, f"{member} after {picked} leads nowhere"
        found += further
    return found


def shapes(found: Sequence[Sequence[int]], values: Sequence[int]) -> list[tuple[int, ...]]:
    return sorted(tuple(sorted(values[member] for member in one)) for one in found)


def tried(
    values: Sequence[int], low: int, high: int, meets: Callable[[list[int]], bool], *, needless: bool
) -> set[tuple[int, ...]]:
    """The sets that will do, as the values in them, found by trying all."""

    def fits(chosen: tuple[int, ...]) -> bool:
        return low <= len(chosen) <= high and meets([values[member] for member in chosen])

    return {
        tuple(sorted(values[member] for member in chosen))
        for size in range(len(values) + 1)
        for chosen in combinations(range(len(values)), size)
        if fits(chosen)
        and not (needless and any(fits(chosen[:at] + chosen[at + 1 :]) for at in range(len(chosen))))
    }


VALUES = st.lists(st.integers(0, 3), max_size=6)
LIMITS = st.tuples(st.integers(0, 3), st.integers(0, 6))


@given(VALUES, LIMITS, st.integers(0, 9), st.booleans(), st.booleans())
def test_sums(values: list[int], limits: tuple[int, int], goal: int, exactly: bool, needless: bool) -> None:  # noqa: FBT001
    low, high = limits

    def meets(total: int) -> bool:
        return total == goal if exactly else total >= goal

    made = problem(
        values,
        low,
        high,
        (Gather.SUM,),
        lambda _members, total: meets(total),
        lambda *_: True,
        needless=needless,
        alike=True,
    )
    wanted = tried(values, low, high, lambda chosen: meets(sum(chosen)), needless=needless)
    found = shapes(walked(made), values)
    assert len(found) == len(set(found))
    assert set(found) == wanted
    assert made.exists() == bool(wanted)


@given(
    VALUES,
    LIMITS,
    st.sampled_from([Gather.TALLY, Gather.DISTINCT, Gather.MIN, Gather.MAX, Gather.SAME]),
    st.integers(0, 3),
)
def test_other_summaries(values: list[int], limits: tuple[int, int], op: Gather, goal: int) -> None:
    low, high = limits
    tests: dict[Gather, tuple[Callable[[Any], bool], Callable[[list[int]], bool]]] = {
        Gather.TALLY: (lambda result: result[goal] == 2, lambda chosen: chosen.count(goal) == 2),
        Gather.DISTINCT: (lambda result: len(result) > goal, lambda chosen: len(set(chosen)) > goal),
        Gather.MIN: (lambda result: result >= goal, lambda chosen: bool(chosen) and min(chosen) >= goal),
        Gather.MAX: (
            lambda result: ir.NONE < result <= goal,
            lambda chosen: bool(chosen) and max(chosen) <= goal,
        ),
        Gather.SAME: (bool, lambda chosen: len(set(chosen)) <= 1),
    }
    on_result, on_set = tests[op]
    made = problem(
        values, low, high, (op,), lambda _members, result: on_result(result), lambda *_: True, alike=True
    )
    wanted = tried(values, low, high, on_set, needless=False)
    found = shapes(walked(made), values)
    assert len(found) == len(set(found))
    assert set(found) == wanted
    assert made.exists() == bool(wanted)


@given(VALUES, LIMITS, st.integers(0, 9), st.booleans())
def test_conditions_on_the_set_itself(
    values: list[int],
    limits: tuple[int, int],
    goal: int,
    needless: bool,  # noqa: FBT001
) -> None:
    low, high = limits
    made = problem(
        values,
        low,
        high,
        None,
        lambda members: sum(values[member] for member in members) % 4 >= goal % 4,
        lambda *_: True,
        needless=needless,
    )
    wanted = tried(values, low, high, lambda chosen: sum(chosen) % 4 >= goal % 4, needless=needless)
    found = [tuple(one) for one in walked(made)]
    assert len(found) == len(set(found))
    assert set(shapes(found, values)) == wanted
    assert made.exists() == bool(wanted)


def test_the_needless_is_told_by_the_condition_on_the_set_alone() -> None:
    # 3 + 1 reaches 3, and 3 alone does not meet what is asked besides: still the 1 is needless.
    made = problem(
        [3, 1],
        1,
        2,
        (Gather.SUM, Gather.COUNT),
        lambda _members, total, _count: total >= 3,
        lambda _members, _total, count: count == 2,
        needless=True,
    )
    assert walked(made) == []


def test_a_choice_without_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "MOST_SETS", 500)
    never = problem([1] * 12, 0, 12, None, lambda _members: False, lambda *_: True)
    with pytest.raises(Fault, match="too many options"):
        never.exists()


EQUAL_CARDS = """
game "Equal Cards"
players 2..2
pieces Card for each rank in 1..4 copies if rank = 1 then 3 else (if rank = 4 then 1 else 2)
  worth: 0..9 = rank
zone box: set of Card, seen by nobody, starts with Card
zone hand per Player: set of Card, seen by owner

action lay(card from your hand "Which card?", some of your hand as rest "Which with it?") "Lay {rest}"
  when CONDITION
  move rest to box

flow
  phase turns 1 times
    turn of each player
    may lay
"""


CONDITIONS = ("count(rest) <= 2", "sum(rest.worth) >= 3", "card is not in rest")


@pytest.fixture(scope="module")
def equal_cards(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ir.Program]:
    folder = tmp_path_factory.mktemp("equal")
    return cache(lambda condition: program_of(folder, EQUAL_CARDS.replace("CONDITION", condition)))


def every_way(state: State, chosen: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """The cards that are chosen, for every way through the stages of the decision that is open."""
    decision = state.decision
    assert decision is not None
    found = []
    for at, option in enumerate(decision.options):
        if option.kind == "decline":
            continue
        after = state.clone()
        after.apply(at)
        more = (*chosen, option.value) if option.kind == "value" else chosen
        same = after.decision is not None and after.player == state.player
        found += every_way(after, more) if same else [more]
    return found


@settings(max_examples=60, deadline=None)
@given(
    st.sets(st.integers(0, 7), min_size=1, max_size=5),
    st.dictionaries(st.integers(0, 7), st.integers(0, 3)),
    st.sampled_from(CONDITIONS),
)
def test_equal_cards_count_once_whatever_others_know_of_them(
    equal_cards: Callable[[str], ir.Program], cards: set[int], known: dict[int, int], condition: str
) -> None:
    state = setup(equal_cards(condition))
    layout = state.plan.layout
    hand, box = layout.instance("hand", 0), layout.instance("box")
    state.plan.pieces.move(state, state.cells, sorted(cards), hand, "", 0, (box,), Note())
    for card in cards:
        state.cells[layout.known + card] |= known.get(card, 0)
    state.take_forced = False
    state.run_from(state.plan.entries["flow"])
    ranks = [1, 1, 1, 2, 2, 3, 3, 4]

    def told(card: int, others: Sequence[int]) -> tuple[object, ...]:
        """The choice in ranks; the first card among the others is not the same as an equal one there."""
        return ranks[card], card in others, tuple(sorted(ranks[other] for other in others))

    wanted = set()
    for card in cards:
        for size in range(1, len(cards) + 1):
            for others in combinations(sorted(cards), size):
                fits = {
                    "count(rest) <= 2": size <= 2,
                    "sum(rest.worth) >= 3": sum(ranks[other] for other in others) >= 3,
                    "card is not in rest": card not in others,
                }
                if fits[condition]:
                    wanted.add(told(card, others))
    if state.player != 0:
        assert not wanted
        return
    ways = [told(card, others) for card, *others in every_way(state)]
    assert len(ways) == len(set(ways))
    assert set(ways) == wanted
