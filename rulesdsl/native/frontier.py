"""The longest trail over some links, for the machine: the sweep of `engine/maps/frontier.py` in the subset.

A state is one number: how many ends are fixed already in two bits, then for each node on the frontier
`2 * piece + odd` in five. Only the greatest length of a state matters.
"""

from __future__ import annotations

from rulesdsl.engine.maps.atlas import Chart
from rulesdsl.engine.maps.frontier import MOST_LINKS_FOR_LONGEST, sweep_order
from rulesdsl.graphs import CLOSED
from rulesdsl.native.maps import links_allowed
from rulesdsl.native.primitives import zeros

ENDS, MARK = 2, 5
"""So many bits."""
MOST_OPEN = 12
"""So many nodes have room on the frontier."""
MOST_STATES = 400_000
"""So many are looked at for one question, some hundredths of a second; more are for Python."""
NOTHING, FINISHED = -1, -2
"""In place of a state: it cannot become one trail, or it is one and cannot go on."""


def order_of(chart: Chart) -> list[int]:
    """All links in the order in which they are gone through. Known beforehand."""
    return sweep_order(chart.graph, range(len(chart.graph.links)))


def longest_trail(chart: Chart, links: list[int] | None, along: list[int]) -> int:
    allowed = links_allowed(chart, links)
    order = [link for link in order_of(chart) if allowed[link] and (not along or along[link] != CLOSED)]
    if len(order) > MOST_LINKS_FOR_LONGEST:
        raise ValueError(order)
    last = zeros(chart.size)
    for index in range(len(order)):
        for node in chart.graph.links[order[index]]:
            last[node] = index
    longest = 0
    looked_at = 0
    nodes: list[int] = []
    states: dict[int, int] = {}
    states[0] = 0
    for index in range(len(order)):
        link = order[index]
        step = along[link] if along else 1
        a = _place_of(nodes, chart.graph.links[link][0])
        if a == len(nodes):
            nodes.append(chart.graph.links[link][0])
        b = _place_of(nodes, chart.graph.links[link][1])
        if b == len(nodes):
            nodes.append(chart.graph.links[link][1])
        a_leaves = last[nodes[a]] == index
        b_leaves = last[nodes[b]] == index
        looked_at += len(states)
        if len(nodes) > MOST_OPEN or looked_at > MOST_STATES:
            raise ValueError(nodes)
        later = max(a, b)
        sooner = min(a, b)
        later_leaves = a_leaves if a > b else b_leaves
        sooner_leaves = b_leaves if a > b else a_leaves
        after: dict[int, int] = {}
        for state, length in states.items():
            for taken in range(2):
                more = length + step * taken
                then = _with_link(state, a, b) if taken else state
                if later_leaves:
                    then = _without(then, later)
                if sooner_leaves and then >= 0:
                    then = _without(then, sooner)
                if then == FINISHED:
                    longest = max(longest, more)
                elif then >= 0:
                    if later_leaves or sooner_leaves:
                        then = _renumbered(then)
                    known = after.get(then)
                    if known is None or known < more:
                        after[then] = more
        if later_leaves:
            nodes.pop(later)
        if sooner_leaves:
            nodes.pop(sooner)
        states = after
    return longest


def _place_of(nodes: list[int], node: int) -> int:
    """Behind the last if it is not there."""
    for place in range(len(nodes)):
        if nodes[place] == node:
            return place
    return len(nodes)


def _with_link(state: int, a: int, b: int) -> int:
    """With the link between two nodes: odd turns even at both, their pieces become one."""
    first = (state >> (ENDS + MARK * a)) & 31
    other = (state >> (ENDS + MARK * b)) & 31
    piece = min(first >> 1, other >> 1)
    gone = max(first >> 1, other >> 1)
    if piece == 0:
        piece = gone or _pieces(state) + 1
    result = state
    if gone != piece and gone > 0:
        marks = state >> ENDS
        shift = ENDS
        while marks > 0:
            if (marks & 31) >> 1 == gone:
                result ^= (gone ^ piece) << (shift + 1)
            marks = marks >> MARK
            shift += MARK
    result = _marked(result, a, 2 * piece + ((first & 1) ^ 1))
    return _marked(result, b, 2 * piece + ((other & 1) ^ 1))


def _marked(state: int, place: int, mark: int) -> int:
    before = (state >> (ENDS + MARK * place)) & 31
    return state ^ ((before ^ mark) << (ENDS + MARK * place))


def _pieces(state: int) -> int:
    """The greatest number of a piece."""
    greatest = 0
    marks = state >> ENDS
    while marks > 0:
        greatest = max(greatest, (marks & 31) >> 1)
        marks = marks >> MARK
    return greatest


def _without(state: int, place: int) -> int:
    """When a node has met its last link: it is an end if it is odd, and its piece is the trail or goes on."""
    shift = ENDS + MARK * place
    mark = (state >> shift) & 31
    rest = ((state >> (shift + MARK)) << shift) + (state & ((1 << shift) - 1))
    piece = mark >> 1
    if mark & 1:
        if piece == 0 or rest & 3 == 2:
            return NOTHING
        rest += 1
    if piece == 0:
        return rest
    others = 0
    marks = rest >> ENDS
    while marks > 0:
        if (marks & 31) >> 1 == piece:
            return rest
        others += (marks & 31) >> 1
        marks = marks >> MARK
    return FINISHED if others == 0 and rest & 3 != 1 else NOTHING


def _renumbered(state: int) -> int:
    """The same with its pieces numbered in the order in which they appear."""
    result = state & 3
    names = 0
    count = 0
    marks = state >> ENDS
    shift = ENDS
    while marks > 0:
        mark = marks & 31
        piece = mark >> 1
        if piece:
            if (names >> (4 * piece)) & 15 == 0:
                count += 1
                names += count << (4 * piece)
            piece = (names >> (4 * piece)) & 15
        result += (2 * piece + (mark & 1)) << shift
        marks = marks >> MARK
        shift += MARK
    return result
