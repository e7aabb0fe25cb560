"""What a player remembers: all that was told from the beginning, in order, so that nothing is forgotten.

Two games in which a player was told the same are one information state. A view is less: it may stand for
several of them (imperfect recall), and what is solved on views alone is then another game.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import islice
from typing import assert_never
from zlib import crc32

from attrs import define, evolve, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.arguments import seat
from rulesdsl.engine.core.layout import combinations
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.labels.labels import Labels, Sees
from rulesdsl.engine.plan import Plan, plan_for
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.environments.actions import actions
from rulesdsl.environments.observations import observations
from rulesdsl.program_walk import nodes_in
from rulesdsl.trace.audience import Audience, audience_of
from rulesdsl.trace.listener import Listener

KINDS = (
    *("pass", "chose", "skipped", "moved", "shuffled", "turned", "shown", "set", "said", "chance", "rule"),
    *("recorded", "ended", "over", "sees"),
)
"""What can be told, by number from 1 in a tensor."""

MOST_WORDS = 50_000
"""So many things that were told are kept in words."""

WIDTH = 7
"""So many numbers stand in a row of a tensor: the kind, and what is told of it."""

Told = tuple[str | int | float, ...]
"""One thing that was told: its kind, and numbers; words of the game stand for themselves."""


class HistoryTooLong(ValueError):
    """More was told than there are rows for it."""


class ImperfectRecall(UserWarning):
    """What is used is less than what a player may know."""


@define
class Memory:
    """What one player of one game was told so far."""

    player: int
    entries: tuple[Told, ...] = ()
    """From the beginning of the game."""
    _hearing: Audience = field(factory=lambda: Audience(None), repr=False)
    _seen: tuple[float, ...] = ()

    def copy(self) -> Memory:
        """One that goes on by itself."""
        hearing = self._hearing
        kept = evolve(
            hearing,
            held=list(hearing._held),  # noqa: SLF001 -- it has no copy of its own
            set=list(hearing._set),  # noqa: SLF001
            members=list(hearing._members),  # noqa: SLF001
            drawn=list(hearing._drawn),  # noqa: SLF001
        )
        return Memory(self.player, self.entries, kept, self._seen)


class Memories:
    """What players of a program can be told, and how it is written."""

    def __init__(self, given: ir.Program | Plan) -> None:
        self.plan = plan_for(given)
        self._actions = actions(self.plan)
        self._labels = Labels.of(self.plan.layout)
        program, layout = self.plan.program, self.plan.layout
        self._phase = {name: number for number, name in enumerate(program.phases)}
        self._action = {name: number for number, name in enumerate(program.action_names)}
        self._rule = {rule.name: number for number, rule in enumerate(program.rules)}
        self._row = {score.name: number for number, score in enumerate(program.scores)}
        places = [
            (name, index) for name, place in layout.states.items() for index in combinations(place.dims)
        ]
        self._state = {key: number for number, key in enumerate(places)}
        self._places = places
        alike = self.plan.pieces.alike_class
        self._like = tuple(alike.index(kind) for kind in alike)
        """For each piece the first that is alike."""
        self._looks = _sight_changes(program)
        self._words: dict[Told, str] = {}

    def begin(self, player: int) -> Memory:
        """The memory of a player of a new game, before anything was told."""
        return self._fresh[seat(player, self.plan.program.players)].copy()

    @cached_property
    def _fresh(self) -> list[Memory]:
        program = self.plan.program
        return [Memory(player, (), audience_of(program, player)) for player in range(program.players)]

    def remember(self, memory: Memory, events: Iterable[ev.Event], state: State) -> None:
        """What has happened up to this state, as far as the player is told."""
        heard = memory._hearing.audible(events, state)  # noqa: SLF001 -- the same room
        entries: list[Told] = []
        listener = Listener(memory.player, self.plan.layout)
        for event in heard:
            entries += self._entries(event, listener.knows(event), memory.player)
        if self._looks and (state.player == memory.player or state.over):
            entries += self._looked(memory, state)
        if entries:
            memory.entries = (*memory.entries, *entries)

    def _looked(self, memory: Memory, state: State) -> Iterator[Told]:
        """What has come into sight, or gone out of it, without being told."""
        numbers = tuple(observations(self.plan).of(state, memory.player))
        before = memory._seen or (0.0,) * len(numbers)  # noqa: SLF001
        memory._seen = numbers  # noqa: SLF001
        for index, (old, new) in enumerate(zip(before, numbers, strict=True)):
            if old != new:
                yield "sees", index, new

    def _entries(self, event: ev.Event, knows: Sees, player: int) -> Iterator[Told]:
        alike, bit = self._like, 1 << player
        match event:
            case ev.PassBegun():
                if not event.once:
                    who = -1 if event.player is None else event.player
                    yield "pass", self._phase[event.phase], event.number, who
            case ev.Chosen():
                if event.move is not None and not event.move.last:
                    return
                number = self._actions.chosen_number(event, knows)
                own = event.index if event.player == player else -1
                unknown = -1 if event.move is None else -2 - self._action[event.alternative]
                yield "chose", event.player, unknown if number is None else number, own
            case ev.Skipped():
                yield "skipped", event.player, event.point
            case ev.Moved():
                both = zip(event.pieces, event.sources, event.targets, event.seen, strict=True)
                for piece, source, target, seen in both:
                    yield "moved", alike[piece] if seen & bit else -1, source, target, int(event.down)
            case ev.Shuffled():
                yield "shuffled", event.zone
            case ev.Flipped():
                for piece, seen in zip(event.pieces, event.seen, strict=True):
                    yield "turned", alike[piece] if seen & bit else -1, int(event.down)
            case ev.Shown():
                for piece in event.pieces:
                    yield "shown", alike[piece] if event.to & bit else -1, event.to
            case ev.StateSet():
                yield from self._set(event, knows)
            case ev.Said():
                if event.to & bit:
                    yield "said", self._labels.when(event.grown).words(event.words, knows)
            case ev.Chanced():
                if event.what != "draw":
                    for value in event.values:
                        yield "chance", event.point, *self._value(value, event.type, knows)
            case ev.RuleFired():
                labels = self._labels.when(event.grown)
                yield "rule", self._rule[event.rule], labels.bindings(event.bindings, knows)
            case ev.Recorded():
                for row, column, values in event.rows:
                    for who, value in enumerate(values):
                        yield "recorded", self._row[row], column, who, value
            case ev.Ended():
                yield "ended", self._phase.get(event.phase, -1)
            case ev.GameOver():
                yield "over", sum(1 << winner for winner in event.winners)
            case ev.PassEnded() | ev.Unveiled():
                pass
            case _:
                assert_never(event)

    def _set(self, event: ev.StateSet, knows: Sees) -> Iterator[Told]:
        given = self.plan.layout.states[event.state].state
        pairs = zip(event.index, given.index, strict=True)
        unknown = any(isinstance(of, ir.PieceDomain) and not knows(value) for value, of in pairs)
        number = -1 if unknown else self._state[event.state, event.index]
        values = event.new if isinstance(event.new, tuple) else (event.new,)
        domain = ir.member_type(given.type)
        # Where an unknown piece stands beside a known one would tell something of it.
        for value in sorted(
            values, key=lambda value: isinstance(domain, ir.PieceDomain) and not knows(value)
        ):
            assert isinstance(value, int)
            yield "set", number, len(values), *self._value(value, domain, knows)
        if not values:
            yield "set", number, 0, 0, 0

    def _value(self, value: int, domain: ir.Domain, knows: Sees) -> tuple[int, int]:
        """A value, and before it 0 if it is one, 1 if it is none, 2 if the player cannot know it."""
        if value == ir.NONE:
            return 1, 0
        inner = ir.without_none(domain)
        if isinstance(inner, ir.PieceDomain):
            return (0, self._like[value]) if knows(value) else (2, 0)
        return 0, value

    # ---- as text and as numbers

    def text(self, memory: Memory) -> str:
        """All that was told, in words: the same for two games if and only if the player was told the same."""
        kept = self._words
        if len(kept) > MOST_WORDS:
            kept.clear()
        for entry in memory.entries:
            if entry not in kept:
                kept[entry] = self._in_words(entry)
        return "\n".join([kept[entry] for entry in memory.entries])

    def rows(self, memory: Memory, rows: int) -> list[float]:
        """All that was told as a table of numbers, row by row; HistoryTooLong if it does not fit."""
        if len(memory.entries) > rows:
            raise HistoryTooLong(
                f"{len(memory.entries)} things were told, and there are {rows} rows for them: give more rows"
            )
        numbers: list[float] = []
        for entry in memory.entries:
            numbers += _as_row(entry)
        return numbers + [0.0] * (WIDTH * rows - len(numbers))

    def _in_words(self, entry: Told) -> str:
        labels = self._labels
        match entry:
            case ("chose", int(who), int(number), own):
                deed = "something" if number == -1 else self._done(number)
                return f"{labels.players[who]}: {deed}" + ("" if own == -1 else f" ({own})")
            case ("moved", int(piece), int(source), int(target), down):
                lies = ", face down" if down else ""
                return f"{self._piece(piece)} {self._zone(source)} > {self._zone(target)}{lies}"
            case ("shown" | "turned" as kind, int(piece), how):
                return f"{kind} {self._piece(piece)} {how}"
            case ("shuffled", int(zone)):
                return f"shuffled {self._zone(zone)}"
            case ("set", int(number), members, how, value):
                name = f"{labels.state(*self._places[number])} #{number}" if number >= 0 else "a state"
                return f"{name} = {value}" + (f" {members} {how}" if members != 1 or how else "")
            case _:
                return " ".join(map(str, entry))

    def _done(self, number: int) -> str:
        """An action; of a whole move that this player cannot name all of, what is done."""
        if number >= 0:
            return self._actions.words[number]
        return plain(self.plan.program.action_names[-2 - number])

    def _piece(self, piece: int) -> str:
        return "?" if piece < 0 else f"{self._labels.piece(piece)} #{piece}"

    def _zone(self, instance: int) -> str:
        return "nowhere" if instance < 0 else f"{self._labels.zone(instance)} #{instance}"


@lru_cache(maxsize=MOST_WORDS)
def _as_row(entry: Told) -> list[float]:
    kind, *rest = entry
    row = [float(KINDS.index(str(kind)) + 1)]
    for value in rest:
        if isinstance(value, str):
            code = crc32(value.encode())
            # Such numbers stand exactly in 32 bits.
            row += [float(code >> 16), float(code & 0xFFFF)]
        else:
            row.append(float(value))
    return row + [0.0] * (WIDTH - len(row))


def _sight_changes(program: ir.Program) -> bool:
    """Whether something can come into sight without being told: who sees a zone or a state depends on the
    position.
    """
    return any(zone.sight_changes for zone in program.zones) or any(
        state.seen.players is not None for state in program.states
    )


# ---------------------------------------------------------------------- whether a view is enough


@frozen
class Recall:
    """Whether what a player sees is all that matters of what that player was told."""

    enough: bool | None
    """yes: nothing is ever hidden; no: a view was found that stands for several information states; None:
    there are secrets, and no such view was found."""
    witness: tuple[str, str] | None = None
    """Two histories, as one player was told them, that end in the same view."""

    def __str__(self) -> str:
        match self.enough:
            case True:
                return "nothing is hidden: an observation is enough"
            case False:
                return "imperfect recall: one observation stands for several information states"
            case _:
                return "there are secrets: an observation may stand for several information states"


def has_secrets(given: ir.Program | Plan) -> bool:
    """Whether anything is ever hidden from anybody."""
    plan = plan_for(given)
    program = plan.program
    return (
        plan.layout.hidden
        or any(state.seen.word != "all" for state in program.states)
        or any(
            isinstance(node, ir.Secret) or (isinstance(node, ir.Chance) and node.seen.word != "all")
            for node in nodes_in((program.procs, program.rules))
        )
    )


def recall(given: ir.Program | Plan, games: int = 20, steps: int = 100) -> Recall:
    """Whether observations are enough: by the program; where that does not settle it, by games at random."""
    return _recall(plan_for(given), games, steps)


@lru_cache(maxsize=64)
def _recall(plan: Plan, games: int, steps: int) -> Recall:
    if not has_secrets(plan):
        return Recall(enough=True)
    memories, sees = Memories(plan), observations(plan)
    met: dict[tuple[float, ...], tuple[int, int, int]] = {}
    """What was told of what is seen, as a number, and where: the game and the decision."""
    for game in range(games):
        for step, (memory, state, entries) in enumerate(_told_games(memories, game, steps)):
            seen = tuple(sees.of(state, memory.player))
            before, *there = met.setdefault(seen, (entries, game, step))
            if before != entries:
                return Recall(enough=False, witness=(_told_at(memories, *there), memories.text(memory)))
    return Recall(enough=None)


def _told_at(memories: Memories, game: int, step: int) -> str:
    """What the player was told who decides in a game at random."""
    memory, _, _ = next(islice(_told_games(memories, game, step + 1), step, None))
    return memories.text(memory)


@lru_cache(maxsize=64)
def most_told(plan: Plan, games: int = 20, decisions: int = 2_000) -> int:
    """The most that a player is told in games at random, the same in every process; where games are long, of
    fewer games, with about so many decisions.
    """
    memories, most, left = Memories(plan), 8, decisions
    for game in range(games):
        for memory, _, _ in _told_games(memories, game, plan.program.step_limit):
            most = max(most, len(memory.entries))
            left -= 1
        if left <= 0:
            break
    return most


def _told_games(memories: Memories, game: int, steps: int) -> Iterator[tuple[Memory, State, int]]:
    """A game at random: at each decision what its player was told, the same as a number."""
    dice = Dice(game + 1)
    state = start(memories.plan, game, log=True)
    everybody = [memories.begin(player) for player in range(memories.plan.program.players)]
    numbers = [0] * len(everybody)
    for _ in range(steps):
        for player, memory in enumerate(everybody):
            before = len(memory.entries)
            memories.remember(memory, state.log or (), state)
            for entry in memory.entries[before:]:
                numbers[player] = hash((numbers[player], entry))
        state.log = []
        if state.player is None:
            return
        yield everybody[state.player], state, numbers[state.player]
        state.apply(dice.below(state.option_count))


def warn_of_imperfect_recall(recall: Recall) -> None:
    """A warning where an observation is not shown to be enough."""
    if not recall.enough:
        warnings.warn(f"{recall}; take the information state", ImperfectRecall, stacklevel=3)
