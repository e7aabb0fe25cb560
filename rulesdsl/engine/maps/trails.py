"""Trails: walks that use no link twice, told by their exact number of links.

Which lengths a trail from one node to another can have is settled exactly, by the cheapest means that do:

1. Layer by layer, all trails of one more link. Trails over the same links to the same end count once.
   When a layer gets too large, only a few trails to each node are kept. From there on
   a layer proves what it contains and disproves nothing.
2. What is then open is met from the other side: all short trails back from the goal, joined with a layer
   where they share no link. With a complete layer this settles the question either way.
What trails from the same start that avoid nothing tell (`witnesses`) comes before all that.
3. What is still open goes to a sweep over the whole map (`frontier`), all goals and lengths in one.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from rulesdsl.engine.maps.frontier import lengths_to_goals
from rulesdsl.engine.maps.witnesses import Witnesses, witnesses_from
from rulesdsl.graphs import Graph, links_on_the_way

# A layer with more trails than this is thinned out, to this many for each node.
_MOST_IN_LAYER = 1000
_KEPT_FOR_NODE = 8

# For each node where trails end, the sets of links (as bits) that they use.
_Layer = dict[int, list[int]]


class Trails:
    """The lengths of all trails from one start, worked out as far as they are asked for and then kept.

    No trail enters a node of `avoiding`. The start may be one of them: it is left and never entered again.
    """

    def __init__(
        self,
        graph: Graph,
        start: int,
        avoiding: frozenset[int] = frozenset(),
        links: frozenset[int] | None = None,
        witnesses: Witnesses | None = None,
        *,
        most_in_layer: int = _MOST_IN_LAYER,
        kept_for_node: int = _KEPT_FOR_NODE,
    ) -> None:
        self._graph = graph
        self._start = start
        self._leave_once = start in avoiding
        self._avoiding = avoiding
        self._allowed = links
        self._witnesses = witnesses
        self._most_in_layer = most_in_layer
        self._kept_for_node = kept_for_node
        self._layers: list[_Layer] = [{start: [0]}]
        self._complete = 0
        self._back_layers: dict[int, list[_Layer]] = {}
        # For each length the goals, as bits: those to which a trail is known, and those that are decided.
        self._all = (1 << graph.node_count) - 1
        self._known = [1 << start]
        self._settled = [self._all]
        self._any: dict[int, tuple[int, int]] = {}
        self._looked_up = 1

    def lengths(self, goal: int, asked: int) -> int:
        """Those of the asked lengths that a trail to this goal can have; both as bits (bit n: n links)."""
        self._look_up(asked)
        left = self._open(goal, asked)
        if left:
            self._settle({goal: left})
        return self._found(goal, asked)

    def some_length(self, goal: int, asked: int) -> bool:
        """Whether a trail to this goal can have one of the asked lengths; settles no more than that needs."""
        known, open_ = self.goals(asked)
        if open_ >> goal & 1 == 0:
            return known >> goal & 1 == 1
        return any(self.lengths(goal, 1 << n) for n in _bits(asked))

    def goals(self, asked: int) -> tuple[int, int]:
        """The goals known to have one of the asked lengths, and those of which it is not settled, as bits."""
        if asked not in self._any:
            known = open_ = 0
            for n in _bits(asked):
                self._look_up(1 << n)
                known |= self._known[n]
                open_ |= ~self._settled[n]
                if known | self._avoided == self._all:
                    break
            self._any[asked] = known, open_ & ~known
        return self._any[asked]

    def all_lengths(self, asked: int) -> tuple[int, ...]:
        """The same for every node as a goal, in one."""
        self._look_up(asked)
        nodes = range(self._graph.node_count)
        open_goals = {goal: left for goal in nodes if (left := self._open(goal, asked))}
        if open_goals:
            self._settle(open_goals)
        return tuple(self._found(goal, asked) for goal in nodes)

    def _found(self, goal: int, asked: int) -> int:
        return sum(1 << n for n in _bits(asked) if self._known[n] >> goal & 1)

    def _open(self, goal: int, asked: int) -> int:
        return sum(
            1 << n for n in _bits(asked) if n >= len(self._settled) or not self._settled[n] >> goal & 1
        )

    def _look_up(self, asked: int) -> None:
        """Make room for these lengths, and note what is known of them from trails that avoid nothing."""
        fresh = asked & ~self._looked_up
        if not fresh:
            return
        self._looked_up |= fresh
        self._make_room(asked)
        for n in _bits(fresh):
            if n > len(self._graph.links):
                self._settled[n] = self._all
            elif self._witnesses is not None and self._settled[n] != self._all:
                known = self._witnesses.ends(n, self._avoided)
                self._known[n] |= known
                self._settled[n] |= self._all if n <= self._witnesses.complete else known

    def _make_room(self, asked: int) -> None:
        more = asked.bit_length() - len(self._known)
        self._known += [0] * more
        # What is avoided is never entered, nor is a start that is avoided entered again.
        self._settled += [self._avoided] * more

    def _settle(self, open_goals: dict[int, int]) -> None:
        longest = max(asked.bit_length() for asked in open_goals.values()) - 1
        self._grow(longest)
        self._any.clear()
        still_open: dict[frozenset[int], int] = {}
        for goal, asked in open_goals.items():
            for n in _bits(self._open(goal, asked)):
                usable = self._usable.get(goal, frozenset())
                possible = n <= len(usable) and (goal, n % 2) in self._odd_or_even
                verdict = self._meet(goal, n) if possible else False
                if verdict is None:
                    still_open[usable] = max(n, still_open.get(usable, 0))
                else:
                    self._note(goal, n, known=verdict)
        for usable, longest in still_open.items():
            self._sweep(usable, longest)

    def _sweep(self, usable: frozenset[int], longest: int) -> None:
        """Settles every length up to this for all goals that the same links lead to: it takes hardly longer
        than for one, and who asks for one is likely to ask for more.
        """
        every = (2 << longest) - 2
        wanted = {
            goal: left
            for goal, links in self._usable.items()
            if links == usable and (left := self._open(goal, every))
        }
        values = lengths_to_goals(self._graph, usable, self._start, wanted, leave_once=self._leave_once)
        for goal, asked in wanted.items():
            for n in _bits(asked):
                self._note(goal, n, known=bool(values[goal] >> n & 1))

    def _note(self, goal: int, n: int, *, known: bool) -> None:
        self._settled[n] |= 1 << goal
        self._known[n] |= known << goal

    @cached_property
    def _avoided(self) -> int:
        return sum(1 << node for node in self._avoiding if 0 <= node < self._graph.node_count)

    @cached_property
    def _links(self) -> list[int]:
        closed = self._avoiding - {self._start}
        return [
            index
            for index, (a, b) in enumerate(self._graph.links)
            if a not in closed and b not in closed and (self._allowed is None or index in self._allowed)
        ]

    @cached_property
    def _ways(self) -> list[list[tuple[int, int]]]:
        ways: list[list[tuple[int, int]]] = [[] for _ in range(self._graph.node_count)]
        for index in self._links:
            a, b = self._graph.links[index]
            if b not in self._avoiding:
                ways[a].append((b, 1 << index))
            if a not in self._avoiding:
                ways[b].append((a, 1 << index))
        return ways

    @cached_property
    def _usable(self) -> dict[int, frozenset[int]]:
        return links_on_the_way(self._graph, self._start, frozenset(self._links))

    @cached_property
    def _odd_or_even(self) -> set[tuple[int, int]]:
        """For every node within reach whether walks of an even (0) or odd (1) number of links lead there.

        On a board of squares, coloured like a chessboard, half of all lengths are impossible by this alone.
        """
        result = {(self._start, 0)}
        edge = [(self._start, 0)]
        while edge:
            node, odd = edge.pop()
            for other, _ in self._ways[node]:
                after = (other, 1 - odd)
                if after not in result:
                    result.add(after)
                    edge.append(after)
        return result

    def _grow(self, longest: int) -> None:
        """Build the layers up to this length, and note what they show."""
        self._make_room(1 << longest)
        for n in range(len(self._layers), longest + 1):
            layer = self._one_link_more(self._layers[-1])
            ends = sum(1 << node for node in layer)
            self._known[n] |= ends
            if self._complete == n - 1:
                self._settled[n] = self._all
                if _size(layer) <= self._most_in_layer:
                    self._complete = n
            else:
                self._settled[n] |= ends
            if _size(layer) > self._most_in_layer:
                layer = {node: _spread(trails, self._kept_for_node) for node, trails in layer.items()}
            self._layers.append(layer)

    def _one_link_more(self, layer: _Layer) -> _Layer:
        longer: dict[int, dict[int, None]] = {}
        for node, trails in layer.items():
            for other, link in self._ways[node]:
                fresh = [trail | link for trail in trails if not trail & link]
                if fresh:
                    longer.setdefault(other, {}).update(dict.fromkeys(fresh))
        return {node: list(trails) for node, trails in longer.items()}

    def _back_layer(self, goal: int, n: int) -> _Layer | None:
        """All trails of `n` links that end at the goal, by where they begin; None if they are too many."""
        layers = self._back_layers.setdefault(goal, [{goal: [0]}])
        while len(layers) <= n and _size(layers[-1]) <= self._most_in_layer:
            layers.append(self._one_link_more(layers[-1]))
        return layers[n] if n < len(layers) else None

    def _meet(self, goal: int, n: int) -> bool | None:
        """Whether there is a trail of `n` links to the goal; None if this way does not tell."""
        for back in range(1, n):
            ends = self._back_layer(goal, back)
            if ends is None:
                return None
            begins = self._layers[n - back]
            for node, rests in ends.items():
                trails = begins.get(node)
                if trails and any(not trail & rest for rest in rests for trail in trails):
                    return True
            if n - back <= self._complete:
                return False
        return None


def _size(layer: _Layer) -> int:
    return sum(map(len, layer.values()))


def _spread(trails: list[int], most: int) -> list[int]:
    """At most so many of them, picked at even distances, so that unlike trails are kept."""
    return trails[:: max(len(trails) // most, 1)][:most]


def _bits(lengths: int) -> list[int]:
    return [n for n in range(lengths.bit_length()) if lengths >> n & 1]


@lru_cache(maxsize=64)
def trails_from(
    graph: Graph, start: int, avoiding: frozenset[int] = frozenset(), links: frozenset[int] | None = None
) -> Trails:
    """The trails from this start, kept for a while: in one turn they are asked for many times, and in a later
    one from the same place with others in the way.
    """
    return Trails(graph, start, avoiding, links, witnesses_from(graph, start, links))
