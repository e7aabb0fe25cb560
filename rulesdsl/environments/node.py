"""A game from its very beginning, with chance as a player: what it can give, and with which probability.

Every outcome is one step: a die, one piece drawn, of a shuffle one piece after the other from the top. The
order of a pile that nobody sees and no line reads is not settled when it is shuffled, but piece by piece when
it is drawn from: what never comes up makes no difference.

Where chance can lead to too many positions, some of them can be drawn to stand for all (`samples`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from itertools import islice
from typing import NoReturn, TypeAlias

from attrs import define, evolve, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import Ask
from rulesdsl.engine.core.walk import nodes_in
from rulesdsl.engine.determinization.exchange import exchange
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.plan import Plan, plan_for
from rulesdsl.engine.start import setup, start
from rulesdsl.engine.state import State
from rulesdsl.environments.actions import Actions, actions
from rulesdsl.environments.memory import Memories, Memory
from rulesdsl.environments.observations import Observations, observations
from rulesdsl.environments.provenance import Provenance, provenance
from rulesdsl.environments.returns import Returns, checked_returns, returns_of
from rulesdsl.operations import Op

CHANCE = -1
"""Chance as a player."""

MOST_KEPT = 4_000_000
"""So many numbers may stand in the nodes that a tree keeps."""

Outcome: TypeAlias = "int | tuple[int, ...]"
"""What chance has given to one question."""


class _Open(Exception):
    """Chance is asked for one thing more."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class _OneWay(Exception):
    """What chance is asked for can come in one way only, which the script now has."""


@frozen
class Question:
    """What chance is asked for: one of these values, each with so many ways."""

    what: str
    values: tuple[int, ...]
    ways: tuple[int, ...]

    @property
    def probabilities(self) -> tuple[Fraction, ...]:
        total = sum(self.ways)
        return tuple(Fraction(ways, total) for ways in self.ways)


@define
class _Script:
    """What chance has given since the last decision, in order."""

    given: list[list[int]] = field(factory=list)
    """For each question of the rules what it has come to so far, member by member."""
    late: dict[int, list[int]] = field(factory=dict)
    """Of shuffles that are settled late, by their place among the questions: their first pieces."""
    drawn: list[int] = field(factory=list)
    """The pieces of earlier shuffles that were settled since, in order."""
    doubted: dict[tuple[int, int], int] = field(factory=dict)
    """Which piece has gone first, before it was known whether from the top or for what it is: by how much was
    settled then, and how many pieces had gone for what they are."""
    below: list[int] = field(factory=list)
    """Those pieces, in the order in which they are put below all others."""
    at: tuple[str, int] = ("", 0)
    """Which of these the next outcome belongs to."""

    def copy(self) -> _Script:
        late = {key: list(pieces) for key, pieces in self.late.items()}
        given = [list(numbers) for numbers in self.given]
        return _Script(given, late, list(self.drawn), dict(self.doubted), list(self.below), self.at)


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
        self.late = _settled_late(self.plan)
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
        told = () if memories is None else tuple(memories.begin(player) for player in range(self.players))
        return _first_of(_advanced(self, None, -1, _Script(), frozenset(), told, ()))

    def kept(self, path: tuple[int, ...]) -> Node | None:
        """The node at the end of a path, if it was come to not long ago."""
        return self._kept.get(path)

    def keep(self, node: Node) -> Node:
        self._room -= self.plan.size + len(node.path) + sum(len(memory.told) for memory in node._told)  # noqa: SLF001 -- the same module
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
    _script: _Script
    _open: frozenset[int]
    """The pieces whose order is not settled yet."""
    _told: tuple[Memory, ...]
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
        if not self._told:
            raise ValueError("nothing is remembered in this tree: it was made with remember=False")
        return self._told[player]

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
                _advanced(self.tree, self.state, option, _Script(), self._open, self._told, path)
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
        return _advanced(self.tree, self._state, self._option, script, self._open, self._told, path)

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
        return _walked, (self.tree, self.path)

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
    said = repr((seed, number, path)).encode()
    return Dice(int.from_bytes(sha256(said).digest()[:8], "big"))


def _walked(tree: Tree, path: tuple[int, ...]) -> Node:
    node = tree.root
    for choice in path:
        node = node.child(choice)
    return node


def _advanced(
    tree: Tree,
    before: State | None,
    option: int,
    script: _Script,
    open_: frozenset[int],
    told: tuple[Memory, ...],
    path: tuple[int, ...],
) -> Node:
    """The node that follows: where chance is asked for what the script does not give, or a position."""
    while True:
        run = _Run(tree, before, option, script, open_)
        try:
            state = run.carried_out()
        except _OneWay:
            continue
        except _Open as asked:
            return Node(tree, before, asked.question, option, script, open_, told, path)
        break
    events = state.log or []
    state.log = None
    state.source = None
    if tree.memories is not None:
        told = tuple(memory.copy() for memory in told)
        for memory in told:
            tree.memories.hear(memory, events, state)
    return Node(tree, state, None, -1, _Script(), run.open, told, path)


class _Run:
    """One way from a decision, or from the beginning, to the next decision."""

    def __init__(
        self, tree: Tree, before: State | None, option: int, script: _Script, open_: frozenset[int]
    ) -> None:
        self._tree, self._before, self._option, self._script = tree, before, option, script
        self.open = open_
        """The pieces whose order is not settled when it is over."""
        self._open_before = set(open_)
        self._asked = 0
        self._late: list[int] = []
        """Which of the questions are shuffles that are settled late, in order."""
        self._state: State | None = None
        self._cells_before: list[int] = []

    def carried_out(self) -> State:
        tree = self._tree
        if self._before is None:
            state = self._begun()
        else:
            state = self._before.clone()
            self._settle(state)
            self._state, self._cells_before = state, state.cells[:]
            state.take_forced = not tree.every_step
            state.log = []
            state.source = self._give
            state.apply(self._option)
        self._check_drawn()
        return state

    def _begun(self) -> State:
        plan, forced = self._tree.plan, not self._tree.every_step
        try:
            self._state = state = setup(plan, log=True, source=self._give, take_forced=forced)
            state.run_from(plan.entries["flow"])
        except (_Open, _OneWay):
            raise
        except Exception:
            # In words, with its place.
            self._asked, self._state = 0, None
            start(plan, source=self._give, take_forced=forced)
            raise
        return state

    # ---- chance

    def _give(self, ask: Ask) -> Outcome:
        index, self._asked = self._asked, self._asked + 1
        if ask.kind == "shuffle" and self._is_late(ask):
            self._late.append(index)
            first = self._script.late.get(index, [])
            return (*first, *self._rest(ask.domain, first))
        while index >= len(self._script.given):
            self._script.given.append([])
        given = self._script.given[index]
        several = ask.kind in ("list", "shuffle")
        if len(given) < (ask.number if several else 1):
            self._check_drawn()
            self._ask(ask, index, given)
        return tuple(given) if several else given[0]

    def _ask(self, ask: Ask, index: int, given: list[int]) -> NoReturn:
        left = list(ask.domain)
        if not (ask.kind == "list" and ask.again):
            for value in given:
                left.remove(value)
        values, ways = tuple(left), (1,) * len(left)
        if ask.kind in ("draw", "shuffle"):
            values, ways = self._classes(left)
        if len(values) == 1:
            given.append(values[0])
            raise _OneWay
        self._script.at = ("given", index)
        raise _Open(Question(ask.what or ask.kind, values, ways))

    def _classes(self, pieces: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """One of each sort of alike pieces, and how many of it there are."""
        alike = self._tree.plan.pieces.alike_class
        first: dict[int, int] = {}
        count: Counter[int] = Counter()
        for piece in sorted(pieces):
            first.setdefault(alike[piece], piece)
            count[alike[piece]] += 1
        return tuple(first.values()), tuple(count[kind] for kind in first)

    def _rest(self, pieces: Sequence[int], without: Sequence[int]) -> list[int]:
        alike, below = self._tree.plan.pieces.alike_class, self._script.below
        rest = sorted(set(pieces).difference(without), key=lambda piece: (alike[piece], piece))
        return [piece for piece in rest if piece not in below] + [piece for piece in below if piece in rest]

    # ---- piles that are settled late

    def _is_late(self, ask: Ask) -> bool:
        plan = self._tree.plan
        if self._state is not None:
            cells = self._state.cells
        else:
            assert plan.start is not None
            cells = plan.start[0]
        instance = cells[plan.layout.where + ask.domain[0]]
        return instance >= 0 and plan.layout.instances[instance][0] in self._tree.late

    def _check_drawn(self) -> None:
        """If a piece has gone whose place was not settled, chance is asked for that first."""
        if self._state is None or not (self._open_before or self._late):
            return
        open_: dict[int, int] = dict.fromkeys(self._open_before, -1)
        late, instances, met = iter(self._late), self._tree.plan.layout.instances, 0
        for event in self._state.log or ():
            match event:
                case ev.Shuffled(zone=zone, order=order) if instances[zone][0] in self._tree.late:
                    index = next(late)
                    for piece in order:
                        open_.pop(piece, None)
                    open_ |= dict.fromkeys(order[len(self._script.late.get(index, ())) :], index)
                case ev.Moved(pieces=pieces) | ev.Shown(pieces=pieces) | ev.Flipped(pieces=pieces):
                    for piece in pieces:
                        if piece in open_:
                            self._ask_late(piece, open_, met)
                            met += 1
                            if isinstance(event, ev.Moved):
                                del open_[piece]
                case _:
                    pass
        self.open = frozenset(open_)

    def _ask_late(self, piece: int, open_: dict[int, int], met: int) -> None:
        """A piece has gone that is `met` of those that are open: from the top, or for what it is.

        What is taken for what it is goes wherever it lies. So whatever goes from the top is put below all
        others once, and everything is tried again.
        """
        zone = open_[piece]
        pieces = [other_piece for other_piece, other in open_.items() if other == zone]
        if zone < 0:
            layout = self._tree.plan.layout
            instance = self._cells_before[layout.where + piece]
            pieces = [other for other in layout.pieces_in(self._cells_before, instance) if other in open_]
        if pieces[0] != piece:
            return
        script = self._script
        place = len(script.drawn) + sum(map(len, script.late.values())), met
        if len(pieces) > 1 and script.doubted.setdefault(place, piece) == piece:
            script.below = [*(other for other in script.below if other != piece), piece]
            raise _OneWay
        values, ways = self._classes(pieces)
        if len(values) == 1:
            (script.drawn if zone < 0 else script.late.setdefault(zone, [])).append(values[0])
            raise _OneWay
        script.at = ("drawn", 0) if zone < 0 else ("late", zone)
        raise _Open(Question("draw", values, ways))

    def _settle(self, state: State) -> None:
        """Puts what was drawn of earlier shuffles on top of what is open of its pile."""
        for piece in self._script.drawn:
            self._put_in_order(state, piece, [piece])
            self._open_before.discard(piece)
        for piece in self._script.below:
            if piece in self._open_before:
                self._put_in_order(state, piece, [])
        self.open = frozenset(self._open_before)

    def _put_in_order(self, state: State, piece: int, first: Sequence[int]) -> None:
        """What is open of the pile in which a piece lies: these first, then the rest."""
        layout = self._tree.plan.layout
        instance = state.cells[layout.where + piece]
        pile = [other for other in layout.pieces_in(state.cells, instance) if other in self._open_before]
        exchange(state, dict(zip(pile, [*first, *self._rest(pile, first)], strict=True)))


@lru_cache(maxsize=64)
def _settled_late(plan: Plan) -> frozenset[str]:
    """The piles that nobody sees, of which no line reads which pieces lie there or in which order."""
    program = plan.program
    read: set[str] = set()
    for node in nodes_in((program.procs, program.rules, program.formulas, program.zones)):
        match node:
            case ir.ZonePieces(zone=ref) | ir.ZonesPieces(zone=ref) | ir.SlotPiece(zone=ref):
                read.add(ref.zone)
            case ir.PlaceOf(zone=name):
                read.add(name)
            case ir.Apply(op=Op.POSITION | Op.POSITION_RIGHT | Op.FACE_DOWN):
                return frozenset()
            case _:
                pass
    return frozenset(
        zone.name
        for zone in program.zones
        if zone.shape == "pile"
        and zone.seen.word == "nobody"
        and zone.down_seen.word == "nobody"
        and zone.top_seen is None
        and zone.name not in read
    )
