"""Ways over maps, for the machine: `graphs.py` and `engine/maps/` in the subset.

Whether a trail of so many links leads somewhere is found by walking, only where a walk of as many links as
are left leads on to the goal; where that takes too many steps the machine stops, and the step is done in
Python.
"""

from __future__ import annotations

from typing import Any

from attrs import define

from rulesdsl import program as ir
from rulesdsl.engine.maps.atlas import Chart
from rulesdsl.engine.runtime.values import Remembered
from rulesdsl.graphs import CLOSED
from rulesdsl.native.primitives import zeros

MOST_STEPS = 2_000_000
"""So many links are walked for one question."""
FAR = 1 << 60
MOST_KNOWN = 40


@define(eq=False)
class Ways:
    """The trails from one start that enter no closed node."""

    chart: Chart
    start: int
    avoiding: list[int]
    allowed: list[int]
    """For each link whether it may be used."""
    all_of_them: int
    """Whether all links may be."""
    closed: list[int]
    """For each node whether it is; this and what follows is empty until it is needed."""
    used: list[int]
    far: list[int]
    """How many links it is to each node at least."""
    steps: int


@define(eq=False)
class Reached:
    ways: Any
    numbers: list[int]
    there: int

    def __getitem__(self, goal: int) -> bool:
        if self.there == 0 or goal == ir.NONE:
            return False
        return some_length(self.ways, goal - self.ways.chart.low, self.numbers)


@define(eq=False)
class LengthsTo:
    ways: Any
    goal: int
    there: int

    def __contains__(self, number: int) -> bool:
        return self.there == 1 and number > 0 and has_length(self.ways, self.goal, number)


@define(eq=False)
class EndsAmong:
    ways: Any
    numbers: list[int]
    there: int

    def __contains__(self, goal: int) -> bool:
        if self.there == 0 or goal == ir.NONE:
            return False
        return some_length(self.ways, goal - self.ways.chart.low, self.numbers)


def _flags(count: int, marked: list[int], low: int) -> list[int]:
    flags = zeros(count)
    for member in marked:
        flags[member - low] = 1
    return flags


def links_allowed(chart: Chart, links: list[int] | None) -> list[int]:
    if links is None:
        return all_allowed(chart)
    return _flags(len(chart.graph.links), links, 0)


def ways_from(chart: Chart, links: list[int] | None, start: int, avoiding: list[int]) -> Ways:
    nothing: list[int] = []
    return Ways(
        chart,
        start - chart.low,
        avoiding,
        links_allowed(chart, links),
        int(links is None),
        nothing,
        nothing,
        nothing,
        0,
    )


def _prepare(ways: Ways) -> None:
    if not ways.used:
        ways.closed = _flags(ways.chart.size, ways.avoiding, ways.chart.low)
        ways.used = zeros(len(ways.chart.graph.links))


def some_length(ways: Ways, goal: int, numbers: list[int]) -> bool:
    return any(has_length(ways, goal, number) for number in numbers)


def has_length(ways: Ways, goal: int, number: int) -> bool:
    """Whether a trail of so many links leads to the goal."""
    links = len(ways.chart.graph.links)
    if number == 0:
        return goal == ways.start
    walks = walks_to(ways.chart)[goal]
    if number < 0 or number > links or not _can_be(walks[ways.start], number):
        return False
    known: int | None = None
    if ways.all_of_them:
        known = answers_of(ways.chart).get((ways.start, goal, number, ways.avoiding))
    if known is None:
        _prepare(ways)
        if not ways.far:
            ways.far = _far_from(ways, ways.start)
        ways.steps = 0
        known = int(
            not ways.closed[goal]
            and ways.far[goal] <= number
            and _leads(ways, ways.start, goal, number, walks)
        )
        if ways.all_of_them:
            answers_of(ways.chart)[ways.start, goal, number, ways.avoiding] = known
    return known == 1


def _far_from(ways: Ways, goal: int) -> list[int]:
    """How many links it takes at least to the goal, through nodes that are not closed."""
    _prepare(ways)
    far = zeros(ways.chart.size)
    for node in range(ways.chart.size):
        far[node] = FAR
    far[goal] = 0
    edge = [goal]
    place = 0
    while place < len(edge):
        node = edge[place]
        place += 1
        for way in ways.chart.graph.ways[node]:
            other = way[0]
            if ways.allowed[way[1]] and far[other] == FAR:
                far[other] = far[node] + 1
                # What is closed is left, by who begins there, and never entered.
                if not ways.closed[other]:
                    edge.append(other)
    return far


def _can_be(walks: int, number: int) -> bool:
    """Whether there is a walk of so many links, if that is known."""
    return number > MOST_KNOWN or (walks >> number) & 1 == 1


def _leads(ways: Ways, node: int, goal: int, left: int, walks: list[int]) -> bool:
    if left == 0:
        return node == goal
    ways.steps += 1
    if ways.steps > MOST_STEPS:
        raise ValueError(goal)
    for way in ways.chart.graph.ways[node]:
        other = way[0]
        link = way[1]
        if (
            ways.allowed[link]
            and not ways.used[link]
            and not ways.closed[other]
            and _can_be(walks[other], left - 1)
        ):
            ways.used[link] = 1
            walk = _leads(ways, other, goal, left - 1, walks)
            ways.used[link] = 0
            if walk:
                return True
    return False


# ---- what a chart is asked


def reached(
    chart: Chart, links: list[int] | None, start: int, avoiding: list[int], numbers: list[int]
) -> Reached:
    lengths = [number for number in range(len(numbers)) if numbers[number]]
    there = int(start != ir.NONE and len(lengths) > 0)
    return Reached(ways_from(chart, links, start if there else chart.low, avoiding), lengths, there)


def ends_among(
    chart: Chart, links: list[int] | None, start: int, numbers: list[int], avoiding: list[int]
) -> EndsAmong:
    there = int(start != ir.NONE)
    return EndsAmong(ways_from(chart, links, start if there else chart.low, avoiding), list(numbers), there)


def lengths_to(
    chart: Chart, links: list[int] | None, start: int, goal: int, avoiding: list[int]
) -> LengthsTo:
    there = int(ir.NONE not in (start, goal))
    ways = ways_from(chart, links, start if there else chart.low, avoiding)
    return LengthsTo(ways, goal - chart.low if there else 0, there)


def trail_ends(
    chart: Chart, links: list[int] | None, start: int, numbers: list[int], avoiding: list[int]
) -> list[int]:
    result: list[int] = []
    if start != ir.NONE:
        ways = ways_from(chart, links, start, avoiding)
        lengths = list(numbers)
        for goal in range(chart.size):
            if some_length(ways, goal, lengths):
                result.append(goal + chart.low)
    return result


def trail_lengths(
    chart: Chart, links: list[int] | None, start: int, goal: int, avoiding: list[int]
) -> list[int]:
    result: list[int] = []
    if ir.NONE not in (start, goal):
        ways = ways_from(chart, links, start, avoiding)
        for number in range(1, len(chart.graph.links) + 1):
            if has_length(ways, goal - chart.low, number):
                result.append(number)
    return result


def neighbours(chart: Chart, links: list[int] | None, node: int) -> list[int]:
    result: list[int] = []
    if node != ir.NONE:
        allowed = links_allowed(chart, links)
        for way in chart.graph.ways[node - chart.low]:
            if allowed[way[1]] and way[0] + chart.low not in result:
                result.append(way[0] + chart.low)
    return result


def _steps_from(chart: Chart, links: list[int] | None, start: int) -> list[int]:
    no_nodes: list[int] = []
    return _far_from(ways_from(chart, links, start, no_nodes), start - chart.low)


def within(
    chart: Chart, links: list[int] | None, start: int, steps: int, along: list[int], entering: list[int]
) -> list[int]:
    result: list[int] = []
    if start != ir.NONE and steps >= 0:
        if along or entering:
            far = _settled(chart, links, start, along, entering, steps, 0)
        else:
            far = _steps_from(chart, links, start)
        for node in range(chart.size):
            if far[node] <= steps and far[node] < FAR:
                result.append(node + chart.low)
    return result


def distance(
    chart: Chart, links: list[int] | None, a: int, b: int, along: list[int], entering: list[int]
) -> int:
    if ir.NONE in (a, b):
        return ir.NONE
    if along or entering:
        far = _settled(chart, links, a, along, entering, FAR, 0)[b - chart.low]
    else:
        far = _steps_from(chart, links, a)[b - chart.low]
    return ir.NONE if far == FAR else far


def shortest_way(
    chart: Chart, links: list[int] | None, a: int, b: int, along: list[int], entering: list[int]
) -> list[int]:
    result: list[int] = []
    if ir.NONE not in (a, b):
        allowed = links_allowed(chart, links)
        scale = chart.size if along or entering else 0
        left = _settled(chart, links, b, along, entering, FAR, 1)
        node = a - chart.low
        if left[node] < FAR:
            result.append(a)
            while node != b - chart.low:
                after = node
                for way in chart.graph.ways[node]:
                    if after == node and allowed[way[1]]:
                        step = _cost(along, entering, way[1], way[0])
                        if step != CLOSED and left[way[0]] == left[node] - step * scale - 1:
                            after = way[0]
                node = after
                result.append(node + chart.low)
    return result


@define(eq=False)
class Edge:
    """The nodes that are known and not settled, as a heap by what it costs to come there."""

    far: list[int]
    heap: list[int]
    place: list[int]
    """For each node where it stands in the heap, from 1; 0 if it does not."""
    size: int


def _cost(along: list[int], entering: list[int], link: int, node: int) -> int:
    """Over a link to a node; CLOSED if that cannot be."""
    step = along[link] if along else 0
    more = entering[node] if entering else 0
    return CLOSED if CLOSED in (step, more) else step + more


def _settled(
    chart: Chart,
    links: list[int] | None,
    start: int,
    along: list[int],
    entering: list[int],
    most: int,
    backwards: int,
) -> list[int]:
    """What it costs to come to each node, FAR if that cannot be or costs more. `backwards`: from each node
    to the start, times the number of nodes, and one more for each link.
    """
    allowed = links_allowed(chart, links)
    edge = Edge(zeros(chart.size), zeros(chart.size + 1), zeros(chart.size), 0)
    for node in range(chart.size):
        edge.far[node] = FAR
    scale = chart.size if along or entering else 0
    edge.far[start - chart.low] = 0
    _raise(edge, start - chart.low)
    while edge.size > 0:
        node = _take_first(edge)
        for way in chart.graph.ways[node]:
            other = way[0]
            step = _cost(along, entering, way[1], node if backwards else other)
            if allowed[way[1]] and step != CLOSED:
                far = edge.far[node] + (step * scale + 1 if backwards else step)
                if far < edge.far[other] and far <= most:
                    edge.far[other] = far
                    _raise(edge, other)
    return edge.far


def _raise(edge: Edge, node: int) -> None:
    """A node that is new in the heap, or has become cheaper, goes to its place."""
    place = edge.place[node]
    if place == 0:
        edge.size += 1
        place = edge.size
    while place > 1 and edge.far[edge.heap[place // 2]] > edge.far[node]:
        above = edge.heap[place // 2]
        edge.heap[place] = above
        edge.place[above] = place
        place = place // 2
    edge.heap[place] = node
    edge.place[node] = place


def _take_first(edge: Edge) -> int:
    first = edge.heap[1]
    edge.place[first] = 0
    node = edge.heap[edge.size]
    edge.size -= 1
    place = 1
    going = edge.size > 0 and node != first
    while going:
        below = 2 * place
        if below < edge.size and edge.far[edge.heap[below + 1]] < edge.far[edge.heap[below]]:
            below += 1
        if below <= edge.size and edge.far[edge.heap[below]] < edge.far[node]:
            under = edge.heap[below]
            edge.heap[place] = under
            edge.place[under] = place
            place = below
        else:
            edge.heap[place] = node
            edge.place[node] = place
            going = False
    return first


def connected(chart: Chart, links: list[int] | None, a: int, b: int) -> bool:
    nothing: list[int] = []
    return distance(chart, links, a, b, nothing, nothing) != ir.NONE


def regions(chart: Chart, links: list[int] | None, nodes: list[int]) -> list[list[int]]:
    allowed = links_allowed(chart, links)
    open_ = _flags(chart.size, nodes, chart.low)
    result: list[list[int]] = []
    for first in sorted(nodes):
        if open_[first - chart.low]:
            open_[first - chart.low] = 0
            group = [first - chart.low]
            place = 0
            while place < len(group):
                node = group[place]
                place += 1
                for way in chart.graph.ways[node]:
                    if allowed[way[1]] and open_[way[0]]:
                        open_[way[0]] = 0
                        group.append(way[0])
            result.append([node + chart.low for node in sorted(group)])
    return result


def all_allowed(chart: Chart) -> list[int]:
    """For each link that it may be used: known beforehand."""
    return [1] * len(chart.graph.links)


def answers_of(_chart: Chart) -> Remembered:
    """Whether there is a trail from one node to another of so many links past some, if all links may be used:
    what was found, for later decisions. Known beforehand, and filled while games are played.
    """
    return Remembered()


def walks_to(chart: Chart) -> list[list[int]]:
    """For each goal, and each node, how many links walks have that lead there, as bits, up to MOST_KNOWN.

    Links may be used twice, and nothing is closed: what no walk can do no trail can. Known beforehand.
    """
    result = []
    beside = [sum({1 << way[0] for way in ways}) for ways in chart.graph.ways]
    for goal in range(chart.size):
        reaching = [1 << goal]
        # Once it is as it was two links before, it is so again and again.
        while len(reaching) < 3 or reaching[-1] != reaching[-3]:
            reaching.append(sum(1 << node for node in range(chart.size) if beside[node] & reaching[-1]))
        reaching = reaching[: MOST_KNOWN + 1]
        again = len(reaching)
        numbers = [1 << number for number in range(again)]
        for number in range(again, MOST_KNOWN + 1):
            numbers[again - 2 + (number - again) % 2] |= 1 << number
        result.append(
            [
                sum(bits for bits, nodes in zip(numbers, reaching, strict=True) if nodes >> node & 1)
                for node in range(chart.size)
            ]
        )
    return result
