"""Segments joined: the same lines in the same order, with fewer stops between them."""

from __future__ import annotations

import pytest

from rulesdsl.engine.codegen.joining import FREE, LONGEST, SHORT, joined
from rulesdsl.engine.core.layout import PARK


def lines(*given: str) -> list[str]:
    return ["    " + line for line in given]


def test_what_is_only_gone_to_is_written_in_its_place() -> None:
    segments = {
        2: lines("a", "if b: return @3", "return @4"),
        3: lines("c", "return 0"),
        4: lines("return 0"),
    }
    assert joined(segments, [2], {}) == {
        2: ["    a", "    if b:", "        c", "        return 0", "    return 0"]
    }


def test_what_somebody_comes_back_to_stays() -> None:
    segments = {2: lines("C[50] = @3", "return 0"), 3: lines("return @2"), 4: lines("return 0")}
    found = joined(segments, [2], {})
    assert set(found) == {2, 3}
    assert found[2][0] == "    C[50] = 3"


def test_going_on_at_the_own_beginning_is_a_loop() -> None:
    segments = {2: lines("if a: return 0", "return @3"), 3: lines("b", "return @2")}
    assert joined(segments, [2], {}) == {
        2: ["    while True:", "        if a: return 0", "        b", "        continue"]
    }


def test_behind_a_thrown_choice_it_begins_anew() -> None:
    segments = {2: lines("if a: return 0", "return @3"), 3: lines("b = t[thrown(S, C, len(t))]", "return @2")}
    assert joined(segments, [2], {}) == {
        2: lines("if a: return 0", "b = t[thrown(S, C, len(t))]", "return 2")
    }


def test_inside_a_loop_of_its_own_nothing_is_joined() -> None:
    segments = {2: lines("for x in y:", "    if x: return @2", "return 0")}
    assert joined(segments, [2], {}) == {
        2: ["    for x in y:", "        if x:", "            return 2", "    return 0"]
    }


def test_long_ones_are_not_written_several_times() -> None:
    long = lines(*["x"] * SHORT, "return 0")
    segments = {2: lines("if a: return @3", "return @3"), 3: long}
    assert joined(segments, [2], {}) == {2: ["    if a:", "        return 3", "    return 3"], 3: long}


def test_there_is_an_end_to_it() -> None:
    segments = {at: lines(*["x"] * 20, f"return @{at + 1}") for at in range(2, 60)} | {60: lines("return 0")}
    found = joined(segments, [2], {})
    assert len(found) > 1
    assert all(len(one) <= LONGEST + 1 for one in found.values())
    assert sum(one.count("    x") for one in found.values()) == 58 * 20


def test_where_nobody_parks_the_lines_for_it_are_left_out() -> None:
    body = lines(f"if C[{PARK}]:", "    p", "    return 5", "q", "return 0")
    first, second = lines("return @4"), lines("return @4")
    found = joined({2: first, 3: second, 4: body}, [2, 3], {2: True, 3: False})
    assert found == {2: ["    p", "    return 5"], 3: ["    q", "    return 0"]}


def test_whether_players_park_is_forgotten_where_the_next_block_begins() -> None:
    body = lines(f"if C[{PARK}]: return 5", "q", "return 0")
    found = joined({2: lines(f"C[{PARK}] = 1", "return @3"), 3: body}, [2], {2: False})
    assert found == {2: [f"    C[{PARK}] = 1", "    return 5"]}


@pytest.mark.parametrize("count", [500, 1_000, 2_000])
def test_what_follows_many_is_not_written_for_each_of_them(count: int) -> None:
    """A choice that may be forced goes on at the next, which may be forced: each is a beginning, too."""
    segments = {at: lines("x" * 80, f"if a: return @{at + 1}", "return 0") for at in range(2, count)}
    alone, found = (
        sum(len(line) for one in written.values() for line in one)
        for written in (segments, joined(segments, segments, {}))
    )
    assert alone < found <= 2 * alone + FREE + LONGEST * 300
