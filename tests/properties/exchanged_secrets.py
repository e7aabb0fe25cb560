"""A game played twice at once, the second time with something else hidden: one player must not notice.

The others decide alike in both as far as they can; where they cannot, what may be declined is declined, and
else the two are left. They are also left when the player has been shown what was exchanged, and when another
has openly put something on a piece of his or her choice that lies elsewhere in the other game.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random

from attrs import define, evolve, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import Ask
from rulesdsl.engine.core.layout import SECRET, combinations
from rulesdsl.engine.decisions.options import option_text, reading_for
from rulesdsl.engine.determinization.exchange import exchange
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.determinization.unknown import hidden_groups
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.explanation.fault_report import fault_of
from rulesdsl.engine.explanation.why import why
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.attributes import Attributes
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.pieces.unseen import place_of
from rulesdsl.engine.plan import Plan, plan_of
from rulesdsl.engine.start import setup, start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.offering import offering
from rulesdsl.engine.views.scores import standing_now
from rulesdsl.engine.views.short import short_text
from rulesdsl.engine.views.view import view
from rulesdsl.environments.memory import Memories, Memory
from rulesdsl.environments.observations import observations
from rulesdsl.program_walk import nodes_in
from rulesdsl.score_sheet import score_sheet
from rulesdsl.server.watching import common_view
from rulesdsl.table.design import Design
from rulesdsl.table.explanations import brings, why_not
from rulesdsl.table.page import parts
from rulesdsl.table.scene import Scene, Seat
from rulesdsl.trace.audience import Audience, audience_of
from rulesdsl.trace.json_lines import event_object
from rulesdsl.trace.narrator import Narrator

MOST_STEPS = 40
"""So many decisions are made from an exchange on."""


class Told(AssertionError):
    """A player was told what that player may not know."""


@frozen
class Secret:
    """What is exchanged: two pieces, or what chance gives at a point of the rules."""

    pieces: tuple[int, ...] = ()
    point: int | None = None

    def other(self, piece: int) -> int:
        return piece if piece not in self.pieces else self.pieces[1 - self.pieces.index(piece)]


NOTHING = Secret()


@define
class Outcomes:
    """Chance that falls alike in both games: on the same piece, or on one that looks the same."""

    seed: int
    of_pieces: frozenset[int]
    """The points at which chance chooses pieces."""
    secret: Secret
    viewer: int
    first: Outcomes | None = None
    """The chance of the game in which nothing is exchanged, in the other one."""
    state: State | None = None
    _asked: Counter[int] = field(factory=Counter)
    _looks: dict[tuple[int, int], dict[int, object]] = field(factory=dict)
    """How each piece looked that chance could choose, by where and how often it was asked."""

    @property
    def swapped(self) -> bool:
        return self.first is not None

    def __call__(self, ask: Ask) -> int | tuple[int, ...]:
        at_first = not self._asked
        self._asked[ask.point] += 1
        time = ask.point, self._asked[ask.point]
        chance = Random(f"{self.seed} {ask.point} {self._asked[ask.point]}")
        domain = list(ask.domain)
        if at_first and ask.kind == "shuffle":
            # The shuffle of all pieces is what exchanges them.
            chance.shuffle(domain)
            return tuple(map(self._other, domain))
        if ask.kind in ("shuffle", "draw") or ask.point in self.of_pieces:
            domain = self._alike(time, {piece: self._look(piece, ask.kind) for piece in domain})
        match ask.kind:
            case "shuffle":
                chance.shuffle(domain)
                return tuple(domain)
            case "list" if ask.again:
                return tuple(chance.choices(domain, k=ask.number))
            case "list":
                return tuple(chance.sample(domain, ask.number))
            case _:
                at = chance.randrange(len(domain))
                return domain[(at + (self.swapped and ask.point == self.secret.point)) % len(domain)]

    def _alike(self, time: tuple[int, int], looks: dict[int, object]) -> list[int]:
        """The pieces in an order in which those that look the same stand in the same places in both games.

        Which of two unseen pieces was laid face down may have come of what they are, so those that are
        exchanged for each other do not always look alike.
        """
        self._looks[time] = looks
        before = None if self.first is None else self.first._looks.get(time)
        if before is None or Counter(before.values()) != Counter(looks.values()):
            return sorted(looks, key=self._other)
        rest = dict(looks)
        partners = {}
        for piece, look in before.items():
            if rest.get(self._other(piece)) == look:
                partners[piece] = self._other(piece)
                del rest[self._other(piece)]
        for piece in sorted(before.keys() - partners):
            partners[piece] = next(other for other in sorted(rest) if rest[other] == before[piece])
            del rest[partners[piece]]
        return [partners[piece] for piece in sorted(before)]

    def _look(self, piece: int, kind: str) -> object:
        """What the player can tell of a piece: where it lies (if it is not shuffled), how, which it is."""
        state = self.state
        if state is None:
            return None
        pieces, cells, layout = state.plan.pieces, state.cells, state.plan.layout
        if not layout.tracked[piece]:
            return None
        knows = (cells[layout.known + piece] | pieces.seen_now(cells, piece)) >> self.viewer & 1
        place = place_of(pieces, cells, piece)
        return place[: 1 if kind == "shuffle" else None], cells[layout.face + piece], piece if knows else None

    def _other(self, piece: int) -> int:
        return self.secret.other(piece) if self.swapped else piece


@define
class Story:
    """All that one player is told, in every form."""

    state: State
    viewer: int
    design: Design | None = None
    """For the page of the table; None leaves it out."""
    told: tuple[list[str], list[str], list[str]] = field(factory=lambda: ([], [], []))
    """In short, in full, and as data."""
    steps: int = 0
    choices: int = 0
    """How many the player has made, those without a choice among them."""
    _memory: Memory = field(init=False)
    _forms: tuple[Narrator, Narrator] = field(init=False)
    _hearing: Audience = field(init=False)

    def __attrs_post_init__(self) -> None:
        program, labels = self.state.plan.program, Labels.of(self.state.plan.layout)
        self._forms = (
            Narrator(program, labels, self.viewer),
            Narrator(program, labels, self.viewer, verbose=True),
        )
        self._hearing = audience_of(program, self.viewer)
        self._memory = _remembered(self.state.plan).begin(self.viewer)

    def hear(self) -> list[ev.Event]:
        events, self.state.log = list(self.state.log or ()), []
        self.choices += sum(isinstance(event, ev.Chosen) and event.player == self.viewer for event in events)
        for form, told in zip(self._forms, self.told, strict=False):
            told += form.tell(events, self.state)
        _remembered(self.state.plan).remember(self._memory, events, self.state)
        labels = Labels.of(self.state.plan.layout)
        for event in self._hearing.audible(events, self.state):
            data = event_object(event, labels, self.viewer)
            if data is not None:
                self.told[-1].append(json.dumps(data))
        return events

    def finish(self) -> None:
        for form, told in zip(self._forms, self.told, strict=False):
            told += form.finish()

    def seen(self) -> list[str]:
        """What the player can see and ask for now."""
        state, viewer = self.state, self.viewer
        views = [view(state, player) for player in range(state.plan.program.players)]
        mine = views[viewer]
        found = [mine.to_text(), json.dumps(mine.to_json())]
        for name in state.plan.program.action_names:
            reason = why(state, viewer, name)
            found.append(f"why {name}: {reason and (reason.text, reason.values)}")
        labels = Labels.of(state.plan.layout)
        now = standing_now(reading_for(state, viewer))
        found.append(short_text(mine, Attributes.of(labels), 80, now=now))
        found += map(str, (self._memory.entries, observations(state.plan).of(state, viewer)))
        sheet = score_sheet(state, viewer, ahead=True)
        found += (sheet.to_text(), repr(common_view(views)))
        if state.decision is not None and state.player == viewer:
            found.append(str(offering(state, state.decision, labels)))
            found += brings(state, labels.players)
            found += why_not(state, labels.piece(self.steps % state.plan.layout.piece_count), labels.players)
        self.steps += 1
        if self.design is None:
            return found
        seats = tuple(map(Seat, labels.players))
        scene = Scene(mine, self.design, seats, viewer, sheet=sheet, story=self.told[0])
        return [*found, *map(str, parts(scene).values())]

    def options(self) -> list[str]:
        decision = self.state.decision
        if decision is None:
            return []
        labels = Labels.of(self.state.plan.layout)
        return [option_text(self.state, decision, option, labels) for option in decision.options]

    def may_decline(self) -> int | None:
        decision = self.state.decision
        kinds = [] if decision is None else [option.kind for option in decision.options]
        return kinds.index("decline") if "decline" in kinds else None

    def place(self) -> tuple[object, ...]:
        decision = self.state.decision
        if decision is None:
            return (None,)
        return (
            self.choices,
            decision.player,
            decision.point,
            decision.stage,
            decision.alternative and decision.alternative.name,
        )


@define
class Pair:
    """Both games, from the exchange on."""

    one: Story
    other: Story
    secret: Secret
    chance: Random
    by_nobody: bool
    """Left as soon as anybody knows what was exchanged, not only the player who looks on."""
    compared: int = 0
    elsewhere: set[int] = field(factory=set)
    """What another player has chosen in both, from different places."""

    def play(self) -> int:
        """How often the two have been compared; `Told` where they differ."""
        for _ in range(MOST_STEPS):
            if not self.heard() or not self.step():
                return self.compared
        return self.compared

    def heard(self) -> bool:
        one, other = self.one.hear(), self.other.hear()
        self._follow_choices(one, other)
        left = any(self._reveals(event) or self._is_put(event) for event in (*one, *other))
        return not left and not self._is_known()

    def step(self) -> bool:
        """On to the next decision; no if the two cannot be compared any more."""
        one, other = self.one, self.other
        viewer = one.viewer
        players = one.state.player, other.state.player
        self.compare_beginnings()
        if one.place() == other.place():
            self.compare()
            if one.state.over or players[0] is None:
                return False
            self.sampled()
            texts, others = one.options(), other.options()
            if players[0] == viewer:
                if texts != others:
                    raise Told(f"offered: {texts} / {others}")
                return self.take(self.chance.randrange(len(texts)))
            if texts == others and self.chance.randrange(3):
                return self.take(self.chance.randrange(len(texts)))
        done = False
        for story, player in zip((one, other), players, strict=True):
            if player is not None and player != viewer:
                at = story.may_decline()
                if at is None:
                    return False
                story.state.apply(at)
                done = True
        if not done:
            raise Told(f"asked: {one.place()} / {other.place()}")
        return True

    def take(self, at: int) -> bool:
        self.one.state.apply(at)
        self.other.state.apply(at)
        return True

    def compare_beginnings(self) -> None:
        """Who is ahead has heard what the other has."""
        for told, other in zip(self.one.told, self.other.told, strict=True):
            if any(mine != theirs for mine, theirs in zip(told, other, strict=False)):
                self.compare()

    def compare(self) -> None:
        if self.one.state.over:
            self.one.finish()
            self.other.finish()
        for told, other in zip(self.one.told, self.other.told, strict=True):
            if told != other:
                at = next(at for at in range(len(told) + 1) if told[at : at + 1] != other[at : at + 1])
                raise Told(f"told: {told[at : at + 1]} / {other[at : at + 1]}")
        for mine, theirs in zip(self.one.seen(), self.other.seen(), strict=True):
            if mine != theirs:
                raise Told(f"seen: {mine}\n/\n{theirs}")
        self.compared += 1

    def sampled(self) -> None:
        """What is drawn anew for a hint depends on nothing hidden."""
        drawn = []
        for story in (self.one, self.other):
            try:
                drawn.append(sample(story.state, story.viewer, Dice(7)).cells)
            except Fault as fault:
                drawn.append([hash(str(fault))])
        if drawn[0] != drawn[1]:
            raise Told("a sample depends on what is hidden")

    def _is_known(self) -> bool:
        mask = -1 if self.by_nobody else 1 << self.one.viewer
        everybody = range(self.one.state.plan.program.players)
        players = everybody if self.by_nobody else (self.one.viewer,)
        for story in (self.one, self.other):
            cells, layout = story.state.cells, story.state.plan.layout
            for piece in self.secret.pieces:
                if not layout.tracked[piece] or cells[layout.known + piece] & mask:
                    return True
                if any(reading_for(story.state, player).knows(piece) for player in players):
                    return True
        return False

    def _follow_choices(self, one: list[ev.Event], other: list[ev.Event]) -> None:
        """Where another player has chosen the same in both, but from different places."""
        choices = [[event for event in lot if isinstance(event, ev.Chosen)] for lot in (one, other)]
        for pair in zip(*choices, strict=False):
            mine, theirs = ({(it.piece, it.zone, it.place) for it in event.sights} for event in pair)
            same = evolve(pair[0], sights=()) == evolve(pair[1], sights=())
            if same and pair[0].player != self.one.viewer:
                self.elsewhere |= {piece for piece, _zone, _place in mine ^ theirs}

    def _is_put(self, event: ev.Event) -> bool:
        """Whether the player sees something being put on a piece that one who knows it has chosen, and that
        lies elsewhere in the other game: in which place it lies is for that one to tell.
        """
        if not isinstance(event, ev.StateSet) or not event.seen >> self.one.viewer & 1:
            return False
        domains = self.one.state.plan.layout.states[event.state].state.index
        return any(
            isinstance(domain, ir.PieceDomain) and piece in self.elsewhere
            for piece, domain in zip(event.index, domains, strict=True)
        )

    def _reveals(self, event: ev.Event) -> bool:
        mask = -1 if self.by_nobody else 1 << self.one.viewer
        if any(sight.piece in self.secret.pieces and sight.known & mask for sight in event.sights):
            # Known when this happened, and perhaps forgotten before the next decision.
            return True
        match event:
            case ev.Moved() | ev.Flipped():
                return any(
                    piece in self.secret.pieces and seen & mask
                    for piece, seen in zip(event.pieces, event.seen, strict=True)
                )
            case ev.Shown():
                return bool(event.to & mask) and not set(event.pieces).isdisjoint(self.secret.pieces)
            case _:
                return False


@cache
def _remembered(plan: Plan) -> Memories:
    return Memories(plan)


def _pieces_by_chance(program: ir.Program) -> frozenset[int]:
    nodes = nodes_in((program.procs, program.rules))
    return frozenset(
        node.point
        for node in nodes
        if isinstance(node, ir.Chance)
        and isinstance(
            node.var.type.of if isinstance(node.var.type, ir.SeqDomain) else node.var.type, ir.PieceDomain
        )
    )


def _hidden_chance(program: ir.Program) -> list[int]:
    nodes = nodes_in((program.procs, program.rules))
    return [node.point for node in nodes if isinstance(node, ir.Chance) and node.seen.word == "nobody"]


def from_the_start(program: ir.Program, seed: int, *, by_nobody: bool, design: Design | None = None) -> int:
    """With two cards of the first shuffle, or what chance gave to nobody, in each other's place."""
    chance = Random(seed)
    viewer = chance.randrange(program.players)
    layout = plan_of(program).layout
    points = _hidden_chance(program)
    of_pieces = _pieces_by_chance(program)
    if points and chance.randrange(3) == 0:
        secret = Secret(point=chance.choice(points))
    else:
        plain = _begun(program, Outcomes(seed, of_pieces, NOTHING, viewer))
        if plain is None:
            return 0
        known, mask = layout.known, -1 if by_nobody else 1 << viewer
        unknown = [
            piece
            for piece in range(layout.piece_count)
            if layout.tracked[piece] and not plain.cells[known + piece] & mask
        ]
        if len(unknown) < 2:
            return 0
        secret = Secret(pieces=_two(plain, unknown, chance))
    stories: list[Story] = []
    source = None
    for _ in range(2):
        source = Outcomes(seed, of_pieces, secret, viewer, source)
        state = _begun(program, source)
        if state is None:
            return 0
        stories.append(Story(state, viewer, design))
    return _played(Pair(stories[0], stories[1], secret, chance, by_nobody=by_nobody))


def _begun(program: ir.Program, source: Outcomes) -> State | None:
    """A game at its first decision; None if the rules break before that."""
    plan = plan_of(program)
    try:
        # Nothing is dealt before the shuffle that exchanges two pieces.
        state = source.state = setup(plan, 1, log=True, source=source)
        state.run_from(plan.entries["flow"])
    except Exception as problem:
        if fault_of(plan, [0] * plan.size, problem) is None:
            raise
        return None
    return state


def in_the_middle(program: ir.Program, seed: int, *, by_nobody: bool, design: Design | None = None) -> int:
    """With two pieces that the player cannot tell apart, or a hidden state, exchanged at some decision."""
    chance = Random(seed)
    viewer = chance.randrange(program.players)
    try:
        state = start(program, seed)
        for _ in range(chance.randrange(4)):
            if state.over:
                return 0
            state.apply(chance.randrange(state.option_count))
    except Fault:
        return 0
    if state.over:
        return 0
    other = state.clone()
    secret = _exchanged(other, viewer, chance, by_nobody=by_nobody)
    if secret is None:
        return 0
    of_pieces = _pieces_by_chance(program)
    stories: list[Story] = []
    source = None
    for one in (state, other):
        one.codes = None
        one.memo = None
        one.log = []
        source = one.source = Outcomes(seed, of_pieces, secret, viewer, source, one)
        source._asked[-1] = 1
        stories.append(Story(one, viewer, design))
    return _played(Pair(stories[0], stories[1], secret, chance, by_nobody=by_nobody))


BOTH_WAYS = (from_the_start, in_the_middle)


def _played(pair: Pair) -> int:
    try:
        return pair.play()
    except Fault:
        # The rules break, which tells what it tells.
        return pair.compared


def _two(state: State, pieces: list[int], chance: Random) -> tuple[int, int]:
    """Two of the pieces, at least one of which has come from where all began, if there is such a one."""
    layout, cells = state.plan.layout, state.cells
    begin = layout.instance("deck")
    gone = [piece for piece in pieces if cells[layout.where + piece] != begin]
    first = chance.choice(gone or pieces)
    return first, chance.choice([piece for piece in pieces if piece != first])


def _exchanged(state: State, viewer: int, chance: Random, *, by_nobody: bool) -> Secret | None:
    layout, program = state.plan.layout, state.plan.program
    seen = reading_for(state, viewer)
    if chance.randrange(3):
        groups = hidden_groups(seen) if layout.hidden else []
        if by_nobody:
            known = layout.known
            groups = [[one for one in group if not state.cells[known + one]] for group in groups]
        groups = [group for group in groups if len(group) > 1]
        if not groups:
            return None
        first, second = _two(state, chance.choice(groups), chance)
        exchange(state, {first: second, second: first})
        return Secret(pieces=(first, second))
    decided = _set_in_secret(program) if by_nobody else frozenset()
    cells: Mapping[int, tuple[int, ...]] = {
        layout.state_cells(place.state.name, *index): _values(program, place.state.type)
        for place in layout.states.values()
        for index in combinations(place.dims)
        if isinstance(place.state.type, (ir.IntDomain, ir.OptionalDomain))
        and (place.state.seen.word == "nobody" and place.state.name not in decided if by_nobody else True)
        and not seen.may_see(
            place.state.seen, viewer, None if place.state.owner_at is None else index[place.state.owner_at]
        )
    }
    if not cells or state.cells[SECRET]:
        # While all decide in secret, states lie in several layers.
        return None
    address = chance.choice(sorted(cells))
    if state.cells[address] == ir.NONE:
        # Whether there is a value counts as known.
        return None
    values = [one for one in cells[address] if one != state.cells[address]]
    state.cells[address] = chance.choice(values)
    return NOTHING


def _set_in_secret(program: ir.Program) -> frozenset[str]:
    """The states that somebody has decided, and knows, whoever sees them: with something else in them that
    one has decided otherwise, and by what follows from it tells the others so.
    """
    blocks = nodes_in((program.procs, program.rules))
    lines = nodes_in(tuple(node.body for node in blocks if isinstance(node, ir.Secret)))
    return frozenset(line.state for line in lines if isinstance(line, ir.Assign | ir.Include))


def _values(program: ir.Program, domain: ir.IntDomain | ir.OptionalDomain) -> tuple[int, ...]:
    inner = domain.of if isinstance(domain, ir.OptionalDomain) else domain
    low, size = ir.index_span(program, inner)
    return tuple(range(low, low + size))
