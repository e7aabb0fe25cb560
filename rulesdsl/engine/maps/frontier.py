"""Exact answers about trails (walks that use no link twice) from one sweep over the whole map.

Euler: some links, taken together, can be walked as one trail from a to b exactly if they hang together,
touch a, and an odd number of them meets at a and at b and at no other node (at none if a is b). So no walk is
searched: the sweep takes the links one by one, in or out, and keeps of every choice only what matters
for the links still to come, for each node on the frontier between done and undone links:

- to which piece of the links taken so far it belongs (0: to none), and
- whether it is odd, that is, needs one more link or has to be an end.

A state is a tuple: how many ends are fixed already, then for each frontier node `2 * piece + odd`.
Its value is a set of lengths as bits: bit n is set if n links lead to this state.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from rulesdsl.graphs import CLOSED, Graph
from rulesdsl.operations import Impossible

# The sweep gives up beyond this many states at one link. No map drawn on a table comes near it (a map of
# 54 nodes and 97 links: 35 thousand), but a densely woven one would run for hours instead of failing.
MOST_STATES = 200_000
# On a large map the order is sought from about so many nodes: each try takes time.
_TRIES = 64
# A longest trail is asked of the links one player has built, not of a whole map.
MOST_LINKS_FOR_LONGEST = 64


class TooWoven(Impossible):
    """The map is so densely woven, or so large, that the exact answer would take too long."""


@lru_cache(maxsize=16)
def _sweep_ranks(graph: Graph) -> tuple[int, ...]:
    """The place of each node in an order that keeps the frontier narrow.

    Tried from many nodes, always going on with the frontier's neighbour that leaves the narrowest frontier;
    the order with the fewest expected states wins (each frontier node about triples them).
    """
    near = [frozenset(node for node, _ in out) for out in graph.ways]
    tries = range(0, graph.node_count, max(graph.node_count // _TRIES, 1))
    order, _ = min((_greedy_order(near, first) for first in tries), key=lambda tried: tried[1])
    ranks = [0] * graph.node_count
    for rank, node in enumerate(order):
        ranks[node] = rank
    return tuple(ranks)


def _greedy_order(near: Sequence[frozenset[int]], first: int) -> tuple[list[int], int]:
    undone = [len(nodes) for nodes in near]
    order: list[int] = []
    done: set[int] = set()
    frontier: set[int] = set()
    rest = [first, *range(len(near))]
    cost = 0
    while len(order) < len(near):
        candidates = sorted({other for node in frontier for other in near[node]} - done)
        if candidates:
            node = min(candidates, key=lambda new: _widening(near, done, undone, new))
        else:
            node = next(new for new in rest if new not in done)
        order.append(node)
        done.add(node)
        frontier.add(node)
        for other in near[node]:
            undone[other] -= 1
        frontier = {old for old in frontier if near[old] - done}
        cost += 3 ** len(frontier)
    return order, cost


def _widening(near: Sequence[frozenset[int]], done: set[int], undone: Sequence[int], new: int) -> int:
    """By how much the frontier widens: this node may join it, and may close some that wait for it alone."""
    waiting = near[new] & done
    return (len(waiting) < len(near[new])) - sum(undone[old] == 1 for old in waiting)


def sweep_order(graph: Graph, links: Collection[int]) -> list[int]:
    """These links in the order in which they are gone through."""
    ranks = _sweep_ranks(graph)
    ends = {link: sorted((ranks[a], ranks[b])) for link in links for a, b in [graph.links[link]]}
    return sorted(links, key=lambda link: (ends[link][1], ends[link][0], link))


class _Sweep:
    """One run over the given links."""

    def __init__(self, graph: Graph, links: Collection[int]) -> None:
        self.graph = graph
        self.order = sweep_order(graph, links)
        self.last: dict[int, int] = {}
        for index, link in enumerate(self.order):
            for node in graph.links[link]:
                self.last[node] = index

    def run(
        self,
        *,
        odd_node: int | None,
        once: int | None,
        end_counts: frozenset[int],
        end_shift: Mapping[int, int] | None,
        limits: Sequence[int],
        weights: Sequence[int] | None,
    ) -> int:
        """The union of the values of all complete choices with one of these counts of ends.

        odd_node: counts one more than its links (the start of a trail, so that the other end alone is odd).
        once: a node where at most one link may be taken.
        end_shift: the nodes that may be ends, and by how much the value is shifted for each; None: all, by 0.
        limits: for each count of fixed ends, the bits a value may keep.
        """
        most_ends = max(end_counts)
        answer = 0
        states: dict[tuple[int, ...], int] = {(0,): 1}
        frontier: list[int] = []
        for index, link in enumerate(self.order):
            a, b = self.graph.links[link]
            fresh: tuple[int, ...] = ()
            for node in (a, b):
                if node not in frontier:
                    frontier.append(node)
                    fresh += (int(node == odd_node),)
            at_a, at_b = frontier.index(a) + 1, frontier.index(b) + 1
            once_at = at_a if once == a else at_b if once == b else 0
            weight = 1 if weights is None else weights[link]
            both = ((at_a, a), (at_b, b))
            leaving = sorted((number for number, node in both if self.last[node] == index), reverse=True)
            left_nodes = [frontier.pop(offset - 1) for offset in leaving]
            after: dict[tuple[int, ...], int] = {}
            for state, value in states.items():
                state += fresh
                choices = [(state, value)]
                taken_value = (value << weight) & limits[state[0]]
                if taken_value and not (once_at and state[once_at] > 1):
                    choices.append((_take(state, at_a, at_b), taken_value))
                for chosen, kept in choices:
                    for position, node in zip(leaving, left_nodes, strict=True):
                        mark = chosen[position]
                        chosen = chosen[:position] + chosen[position + 1 :]
                        piece = mark >> 1
                        if mark & 1:
                            if not piece or chosen[0] == most_ends:
                                break
                            if end_shift is not None:
                                if node not in end_shift:
                                    break
                                kept = (kept << end_shift[node]) & limits[chosen[0] + 1]
                                if not kept:
                                    break
                            chosen = (chosen[0] + 1, *chosen[1:])
                        if piece and not any(other >> 1 == piece for other in chosen[1:]):
                            # The piece is closed: it is the whole trail, or it can never become part of it.
                            if chosen[0] in end_counts and not any(other > 1 for other in chosen[1:]):
                                answer |= kept
                            break
                    else:
                        if leaving:
                            chosen = _renumbered(chosen)
                        after[chosen] = after.get(chosen, 0) | kept
            states = after
            if len(states) > MOST_STATES:
                raise TooWoven(
                    f"trails over {len(self.order)} links of a map of {self.graph.node_count} nodes"
                    f" need more than {MOST_STATES:,} states"
                )
        return answer


def _take(state: tuple[int, ...], at_a: int, at_b: int) -> tuple[int, ...]:
    """The state with a link between two frontier nodes taken: odd turns even at both, their pieces merge."""
    marks = list(state)
    piece_a, piece_b = marks[at_a] >> 1, marks[at_b] >> 1
    piece = min(piece_a, piece_b) or max(piece_a, piece_b) or max(marks[1:]) // 2 + 1
    if piece_a and piece_b and piece_a != piece_b:
        gone = max(piece_a, piece_b)
        for index in range(1, len(marks)):
            if marks[index] >> 1 == gone:
                marks[index] = 2 * piece | marks[index] & 1
    marks[at_a] = 2 * piece | (marks[at_a] & 1 ^ 1)
    marks[at_b] = 2 * piece | (marks[at_b] & 1 ^ 1)
    return tuple(marks)


def _renumbered(state: tuple[int, ...]) -> tuple[int, ...]:
    """The same state with its pieces numbered in the order in which they appear."""
    numbers = {0: 0}
    marks = [state[0]]
    for mark in state[1:]:
        piece = mark >> 1
        if piece not in numbers:
            numbers[piece] = len(numbers)
        marks.append(2 * numbers[piece] | mark & 1)
    return tuple(marks)


def lengths_to_goals(
    graph: Graph, links: Collection[int], start: int, wanted: Mapping[int, int], *, leave_once: bool = False
) -> dict[int, int]:
    """Which of the wanted lengths, given for each goal as bits, some trail from the start has.

    Lengths are at least 1. With `leave_once` the start is left by the first link and never entered again.
    """
    width = max(wanted.values()).bit_length()
    # One bit between two goals takes the longest length when it grows too long, and is never kept.
    shifts = {goal: index * (width + 1) for index, goal in enumerate(sorted(wanted))}
    longest = (1 << width) - 1
    open_bits = 0
    for goal, shift in shifts.items():
        # Every length up to the longest one wanted must be kept, since it may still grow into a wanted one.
        open_bits |= ((1 << wanted[goal].bit_length()) - 1) << shift
    value = _Sweep(graph, links).run(
        odd_node=start,
        once=start if leave_once else None,
        end_counts=frozenset({1}),
        end_shift=shifts,
        limits=(longest, open_bits),
        weights=None,
    )
    return {goal: value >> shift & wanted[goal] for goal, shift in shifts.items()}


def longest_trail(
    graph: Graph, links: Collection[int] | None = None, weights: Sequence[int] | None = None
) -> int:
    """The length of the longest walk that uses no link twice, over these links (None: all of the map).

    The length is the number of links, or the sum of their weights if `weights` gives one for every link
    (CLOSED: it cannot be used). At most MOST_LINKS_FOR_LONGEST links.
    """
    chosen = range(len(graph.links)) if links is None else links
    if weights is not None:
        chosen = [link for link in chosen if weights[link] != CLOSED]
    if len(chosen) > MOST_LINKS_FOR_LONGEST:
        raise TooWoven(f"a longest trail over {len(chosen)} links: more than {MOST_LINKS_FOR_LONGEST}")
    if not chosen:
        return 0
    value = _Sweep(graph, chosen).run(
        odd_node=None,
        once=None,
        end_counts=frozenset({0, 2}),
        end_shift=None,
        limits=(-1, -1, -1),
        weights=weights,
    )
    return max(value.bit_length() - 1, 0)
