"""The bot that looks ahead: Monte-Carlo tree search on guesses at the position.

Each iteration draws a position that could be the true one for all the player knows (`sample`), goes down the
tree of what was tried before, tries one thing more and plays on at random. A budget is a number of
iterations, never a time, so that the same seed gives the same game on every machine.
"""

from __future__ import annotations

from math import log

from attrs import define, field

from rulesdsl.bots.bot import Engine
from rulesdsl.bots.standing import leads
from rulesdsl.bots.thinking import Thinking
from rulesdsl.engine.determinization.sample import Samples
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.state import State
from rulesdsl.native.search import curiosity, promise

USUAL_ITERATIONS = 60
STEPS = 10
"""After how many random decisions the scores are looked at. Later there is more of chance in them than of the
choice that is to be judged."""
TO_THE_END = 1000
"""The same where there are no scores: only the end of the game tells who is ahead."""


@define
class Node:
    """A choice that was tried: how often, how often it could have been, and what came of it for who chose."""

    player: int = -1
    visits: int = 0
    offers: int = 0
    ahead: float = 0.0
    lead: float = 0.0
    children: dict[int, Node] = field(factory=dict)


@define
class Search:
    """One decision that is thought about. What a lead is worth shows in those that were met on the way."""

    stream: Dice
    steps: int
    root: Node
    room: int
    """So many nodes there can still be."""
    least: int = 0
    most: int = 0

    def iterate(self, guess: State) -> None:
        """Goes down the tree, adds a node to it, plays on at random, and writes down what came of it."""
        node, path = self.root, []
        try:
            while not guess.over:
                # At the root an option is known by its place: it is the same decision in every guess.
                keys = list(range(guess.option_count)) if node is self.root else list(guess.open_codes())
                index, new = self._pick(node, keys)
                if new and not self.room:
                    guess.apply(index)
                    break
                if new:
                    player = guess.player
                    node.children[keys[index]] = Node(-1 if player is None else player)
                    self.room -= 1
                child = node.children[keys[index]]
                path.append(child)
                guess.apply(index)
                node = child
                if new:
                    break
            for _ in range(self.steps):
                if guess.over:
                    break
                guess.apply(self.stream.below(guess.option_count))
        except Fault:
            # The guess led where the rules do not go: what is there so far is all there is to value.
            pass
        self._value(guess, path)

    def _value(self, guess: State, path: list[Node]) -> None:
        values = leads(guess)
        self.least, self.most = min(self.least, *values), max(self.most, *values)
        if guess.over and guess.plan.program.winner is not None:
            ahead = guess.winners()
        else:
            ahead = tuple(player for player, points in enumerate(values) if points >= 0)
        for node in path:
            node.visits += 1
            node.lead += values[node.player]
            if node.player in ahead:
                node.ahead += 1 / len(ahead)

    def _pick(self, node: Node, keys: list[int]) -> tuple[int, bool]:
        """Something new if there is anything, else what promises most."""
        children = node.children
        untried = [index for index, key in enumerate(keys) if key not in children]
        for key in keys:
            if key in children:
                children[key].offers += 1
        if untried:
            return untried[self.stream.below(len(untried))], True
        best, best_at = -1.0, 0
        for index, key in enumerate(keys):
            child = children[key]
            # Not every option is there in every guess, so what counts is how often it could have been tried.
            curious = curiosity(log(max(child.offers, 2)), child.visits)
            promising = self.promise(child) + curious
            if promising > best:
                best, best_at = promising, index
        return best_at, False

    def promise(self, node: Node) -> float:
        return promise(node.ahead, node.lead, node.visits, self.least, self.most)


USUAL_LENGTH = 10
"""Decisions in an iteration, about."""
MOST_NODES = 2**20
"""More are not kept of one decision; what is tried beyond is played on without."""


class MonteCarlo:
    def __init__(self, iterations: int = USUAL_ITERATIONS, engine: Engine | None = None) -> None:
        self.iterations = iterations
        self._thinking = Thinking(engine)

    def choose(self, state: State, player: int, stream: Dice) -> int:
        count = state.option_count
        if count == 1:
            return 0
        steps = STEPS if state.plan.program.scores else TO_THE_END
        machine = self._thinking.machine(state, player, self.iterations * USUAL_LENGTH)
        if machine is not None:
            nodes = min(self.iterations + 1, MOST_NODES)
            chosen = machine.choose(
                state, player, stream, iterations=self.iterations, steps=steps, nodes=nodes
            )
            if chosen is not None:
                return chosen if chosen >= 0 else stream.below(count)
        search = Search(stream, steps, Node(player), MOST_NODES - 1)
        samples = Samples(state, player)
        for _ in range(self.iterations):
            try:
                guess = samples.draw(stream)
            except Fault:
                # Nothing was found that fits what the player knows.
                break
            guess.log = None
            search.iterate(guess)
        tried = search.root.children
        if not tried:
            return stream.below(count)
        # The one tried most often; of several such the one that promises more.
        return max(tried, key=lambda index: (tried[index].visits, search.promise(tried[index]), -index))
