"""A game from its very beginning, with chance as a player: what it can give, and with which probability.

Every outcome is one step: a die, one piece drawn, of a shuffle one piece after the other from the top. The
order of a pile that nobody sees and no line reads is not settled when it is shuffled, but piece by piece when
it is drawn from: what never comes up makes no difference.

Where chance can lead to too many positions, some of them can be drawn to stand for all (`samples`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, partial
from hashlib import sha256
from itertools import islice

from attrs import define, evolve

from rulesdsl import program as ir
from rulesdsl.engine.decisions.options import option_text
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.plan import Plan, plan_for
from rulesdsl.engine.state import State
from rulesdsl.environments.actions import Actions, actions
from rulesdsl.environments.chance_script import OneWay, Open, Question, Run, Script, settled_late
from rulesdsl.environments.distinct_names import distinct_names
from rulesdsl.environments.memory import Memories, Memory
from rulesdsl.environments.observations import Observations, observations
from rulesdsl.environments.provenance import Provenance, provenance
from rulesdsl.environments.returns import Returns, checked_returns, returns_of

CHANCE = -1
"""Chance as a player."""

MOST_KEPT = 4_000_000
"""So many numbers may stand in the nodes that a tree keeps."""


class Tree:
    """A game with chance in it, to be gone through from its `root`."""

    def __init__(
        self,
        given: ir.Program | Plan,
        *,
        returns: str = "victory",
        every_step: bool = False,
        remember: bool = True,
        samples: int = 0,
        seed: int = 1,
    ) -> None:
        """`every_step`: a stage with one option is a decision, too. `remember`: what players were told is
        kept, for their information states. `samples`: where chance can lead to more positions until somebody
        decides, so many are drawn, each as likely, by the `seed`; 0: chance gives all that it can.
        """
        if samples < 0:
            raise ValueError(f"samples are 1 or more, or 0 for all that chance can give, not {samples}")
        self.samples, self.seed = samples, seed
        self.plan = plan_for(given)
        self.returns: Returns = checked_returns(returns)
        self.every_step = every_step
        self.actions: Actions = actions(self.plan)
        self.memories = Memories(self.plan) if remember else None
        self.late = settled_late(self.plan)
        self._kept: dict[tuple[int, ...], Node] = {}
        """Nodes that were come to, by their paths: many algorithms go the same ways again and again."""
        self._room = MOST_KEPT

    def __reduce__(self) -> tuple[object, ...]:
        made = partial(
            Tree,
            self.program,
            returns=self.returns,
            every_step=self.every_step,
            remember=self.memories is not None,
            samples=self.samples,
            seed=self.seed,
        )
        return made, ()

    @property
    def program(self) -> ir.Program:
        return self.plan.program

    @property
    def provenance(self) -> Provenance:
        """By what a result can be had again."""
        made: dict[str, str | int] = {"returns": self.returns, "every_step": self.every_step}
        if self.samples:
            made |= {"samples": self.samples, "seed": self.seed}
        return provenance(self.program, **made)

    @property
    def players(self) -> int:
        return self.plan.program.players

    @property
    def observations(self) -> Observations:
        return observations(self.plan)

    @cached_property
    def root(self) -> Node:
        """The game before anything has happened."""
        memories = self.memories
        memories_then = (
            () if memories is None else tuple(memories.begin(player) for player in range(self.players))
        )
        return _first_of(_advanced(self, None, -1, Script(), frozenset(), memories_then, ()))

    def at(self, path: tuple[int, ...]) -> Node:
        """The node that choices and outcomes lead to from the root."""
        node = self.root
        for choice in path:
            node = node.child(choice)
        return node

    def kept(self, path: tuple[int, ...]) -> Node | None:
        """The node at the end of a path, if it was come to not long ago."""
        return self._kept.get(path)

    def keep(self, node: Node) -> Node:
        remembered = sum(len(memory.entries) for memory in node._remembered)  # noqa: SLF001 -- the same module
        self._room -= self.plan.size + len(node.path) + remembered
        if self._room < 0:
            self._kept.clear()
            self._room = MOST_KEPT
        self._kept[node.path] = node
        return node


@define(eq=False)
class Node:
    """A game at a decision, before an outcome of chance, or at its end."""

    tree: Tree
    _state: State | None
    """The position; while chance is asked that before, and at the very beginning none."""
    _question: Question | None
    _option: int
    _script: Script
    _open: frozenset[int]
    """The pieces whose order is not settled yet."""
    _remembered: tuple[Memory, ...]
    path: tuple[int, ...] = ()
    """All choices and outcomes from the root, by number."""
    _whole: Node | None = None
    """Where positions are drawn that stand for all: the node with all that chance can give."""

    # ---- what it is

    @property
    def player(self) -> int | None:
        """Who decides: a seat, CHANCE, or None when the game is over."""
        if self._question is not None:
            return CHANCE
        return self.state.player

    @property
    def over(self) -> bool:
        return self._question is None and self.state.over

    @property
    def state(self) -> State:
        """The position at a decision or at the end, to be read; ValueError where chance is asked."""
        if self._state is None or self._question is not None:
            raise ValueError("chance is asked here, there is no position yet")
        return self._state

    @property
    def legal_actions(self) -> list[int]:
        """What the player can choose, by number, in rising order."""
        return [] if self._question is not None else self.tree.actions.legal_actions(self.state)

    @property
    def words(self) -> dict[int, str]:
        """What the player can choose, by number, as it is called at the table; no two have the same words."""
        state = self.state
        decision = state.decision
        if decision is None:
            return {}
        labels = Labels.of(state.plan.layout, cells=state.cells)
        texts = [option_text(state, decision, option, labels) for option in decision.options]
        return dict(zip(self.tree.actions.numbers(state), distinct_names(texts), strict=True))

    @property
    def outcomes(self) -> list[tuple[int, Fraction]]:
        """What chance can give: numbers from 0, and their probabilities."""
        return [] if self._question is None else list(enumerate(self._question.probabilities))

    @property
    def question(self) -> Question:
        """What chance is asked for."""
        if self._question is None:
            raise ValueError("chance is not asked here")
        return self._question

    @property
    def returns(self) -> tuple[Fraction, ...]:
        """What the game is worth to each player, when it is over."""
        return returns_of(self.state, self.tree.returns)

    def observation(self, player: int) -> list[float]:
        """What a player sees now; where chance is asked what was seen last, at the very beginning nothing."""
        if self._state is None:
            return [0.0] * self.tree.observations.size
        return self.tree.observations.of(self._state, player)

    def seen_text(self, player: int) -> str:
        """The same in words: what is not 0."""
        numbers = zip(self.tree.observations.names, self.observation(player), strict=True)
        return "; ".join(name if number == 1 else f"{name} {number:g}" for name, number in numbers if number)

    def memory(self, player: int) -> Memory:
        """All that a player was told, up to here."""
        if not self._remembered:
            raise ValueError("nothing is remembered in this tree: it was made with remember=False")
        return self._remembered[player]

    def information(self, player: int) -> str:
        """The information state of a player as text: all that was told."""
        memories = self.tree.memories
        memory = self.memory(player)
        assert memories is not None
        return memories.text(memory)

    # ---- going on

    def child(self, choice: int) -> Node:
        """After an action, or after the outcome of chance with this number."""
        path = (*self.path, choice)
        node = self.tree.kept(path)
        return node if node is not None else self.tree.keep(self._child(choice, path))

    def _child(self, choice: int, path: tuple[int, ...]) -> Node:
        if self._question is None:
            option = self.tree.actions.option(self.state, choice)
            return _first_of(
                _advanced(self.tree, self.state, option, Script(), self._open, self._remembered, path)
            )
        if self._whole is not None:
            drawn = self._whole.sampled(_dice_of(self.tree.seed, self._question.values[choice], self.path))
            return evolve(drawn, path=path)
        script = self._script.copy()
        value = self._question.values[choice]
        kind, place = script.at
        if kind == "given":
            if place == len(script.given):
                script.given.append([])
            script.given[place].append(value)
        elif kind == "late":
            script.late.setdefault(place, []).append(value)
        else:
            script.drawn.append(value)
        return _advanced(self.tree, self._state, self._option, script, self._open, self._remembered, path)

    @property
    def children(self) -> list[Node]:
        """After each legal action, or each outcome."""
        choices = self.legal_actions if self._question is None else range(len(self._question.values))
        return [self.child(choice) for choice in choices]

    @property
    def positions(self) -> Iterator[Node]:
        """The positions that chance can lead to from here; the node itself if it is one."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            if node.player == CHANCE:
                waiting += reversed(node.children)
            else:
                yield node

    def sampled(self, dice: Dice) -> Node:
        """After chance has given whatever it is asked for; the node itself where it is asked for nothing."""
        node = self
        while node._question is not None:
            index, number = 0, dice.below(sum(node._question.ways))
            while number >= node._question.ways[index]:
                number -= node._question.ways[index]
                index += 1
            node = node.child(index)
        return node

    def __reduce__(self) -> tuple[object, ...]:
        return Tree.at, (self.tree, self.path)

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Node:
        """Itself: a node never changes."""
        return self

    def __repr__(self) -> str:
        if self._question is not None:
            return f"<Node of {self.tree.program.title}: chance, {self._question.what}>"
        return f"<Node of {self.state}>"


def _first_of(node: Node) -> Node:
    """What follows a decision: where chance can lead to too many positions some of them are drawn."""
    most = node.tree.samples
    if not most or node.player != CHANCE:
        return node
    # What chance gives in between is no outcome of this tree.
    whole = evolve(node, path=(*node.path, CHANCE))
    if len(list(islice(whole.positions, most + 1))) <= most:
        return node
    return evolve(
        node, question=Question(f"one of {most} samples", tuple(range(most)), (1,) * most), whole=whole
    )


def _dice_of(seed: int, number: int, path: tuple[int, ...]) -> Dice:
    """The dice by which a sample is drawn, the same in every process."""
    text = repr((seed, number, path)).encode()
    return Dice(int.from_bytes(sha256(text).digest()[:8], "big"))


def _advanced(
    tree: Tree,
    before: State | None,
    option: int,
    script: Script,
    open_: frozenset[int],
    memories: tuple[Memory, ...],
    path: tuple[int, ...],
) -> Node:
    """The node that follows: where chance is asked for what the script does not give, or a position."""
    while True:
        run = Run(tree, before, option, script, open_)
        try:
            state = run.carried_out()
        except OneWay:
            continue
        except Open as asked:
            return Node(tree, before, asked.question, option, script, open_, memories, path)
        break
    events = state.log or []
    state.log = None
    state.source = None
    if tree.memories is not None:
        memories = tuple(memory.copy() for memory in memories)
        for memory in memories:
            tree.memories.remember(memory, events, state)
    return Node(tree, state, None, -1, Script(), run.open, memories, path)
