"""Twins: two positions that one player cannot tell apart, and two games that go on from them alike."""

from __future__ import annotations

import json
from collections.abc import Mapping

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.bots.greedy import Greedy
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import Ask, ChanceSource
from rulesdsl.engine.core.layout import SECRET
from rulesdsl.engine.decisions.options import reading_for
from rulesdsl.engine.decisions.stages import Option
from rulesdsl.engine.determinization.exchange import exchange, layers_of
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.determinization.unknown import hidden_groups
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.program_walk import nodes_in
from rulesdsl.trace.audience import Audience, audience_of
from rulesdsl.trace.json_lines import event_object
from rulesdsl.trace.narrator import Narrator

EXCHANGES = 12
"""So often two hidden pieces are exchanged to make a twin."""


class Parted(Exception):
    """The twin cannot go on in the same way: somebody else can do there what cannot be done here."""


def twin_of(state: State, player: int, stream: Dice) -> tuple[State, dict[int, int]]:
    """The same to the player, with hidden pieces exchanged, and which piece stands there for which."""
    layout = state.plan.layout
    other = state.clone()
    other.codes = other.memo = None
    becomes: dict[int, int] = {}
    groups = hidden_groups(reading_for(state, player)) if layout.hidden else []
    for _ in range(EXCHANGES if groups else 0):
        group = groups[stream.below(len(groups))]
        one, two = (becomes.get(piece, piece) for piece in stream_pair(group, stream))
        if fits(other, one, two) and fits(other, two, one):
            swap = {one: two, two: one}
            exchange(other, swap)
            for piece in group:
                now = becomes.get(piece, piece)
                becomes[piece] = swap.get(now, now)
    return other, {piece: now for piece, now in becomes.items() if piece != now}


def stream_pair(group: list[int], stream: Dice) -> tuple[int, int]:
    first = stream.below(len(group))
    second = (first + 1 + stream.below(len(group) - 1)) % len(group)
    return group[first], group[second]


def fits(state: State, piece: int, other: int) -> bool:
    """Whether the piece may lie where the other lies; in a secret block also where it lay and will lie."""
    layout = state.plan.layout
    for cells in layers_of(state).values():
        instance = cells[layout.where + other]
        if instance == ev.OUT_OF_PLAY:
            continue
        name, index = layout.instance_index(instance)
        kind = layout.program.piece_kinds[layout.kind_of[piece]].name
        if kind not in layout.zones[name].zone.pieces.kinds:
            return False
        if not Reading(layout, cells).takes(name, (piece, *index)):
            return False
    return True


@define
class Told:
    """All that a player is told, in each form in which it can be told."""

    narrator: Narrator
    verbose: Narrator
    hearing: Audience
    labels: Labels
    player: int
    lines: dict[str, list[str]] = field(factory=lambda: {"text": [], "verbose": [], "json": []})

    @classmethod
    def to(cls, program: ir.Program, labels: Labels, player: int) -> Told:
        return cls(
            Narrator(program, labels, player),
            Narrator(program, labels, player, verbose=True),
            audience_of(program, player),
            labels,
            player,
        )

    def hear(self, events: list[ev.Event], state: State) -> None:
        self.lines["text"] += self.narrator.tell(events, state)
        self.lines["verbose"] += self.verbose.tell(events, state)
        heard = (
            event_object(event, self.labels, self.player) for event in self.hearing.audible(events, state)
        )
        self.lines["json"] += [json.dumps(one) for one in heard if one is not None]


def play_twins(state: State, player: int, stream: Dice, *, steps: int, hints: int = 3) -> int:
    """Plays both twins on and compares all that the player is shown; gives how many were compared."""
    program = state.plan.program
    labels = Labels.of(state.plan.layout)
    if is_half_done(state, player):
        return 0
    one = state.clone()
    one.take_forced = False
    one.codes = None
    two, becomes = twin_of(one, player, stream)
    told = Told.to(program, labels, player), Told.to(program, labels, player)
    if state.cells[SECRET] and state.player != first_in_it(state):
        # What others have done with a piece might not be possible with another.
        steps = 1
    for step in range(steps):
        if one.over and results_of(one) != results_of(two):
            # What all have been told when it ended was worked out of hidden pieces.
            return step
        shown_alike(one, two, player, stream.below(2**31), hint=step < hints)
        if one.over or step + 1 == steps:
            return step + 1
        for game in (one, two):
            game.log = []
        try:
            go_on_alike(one, two, player, becomes, stream)
        except Parted:
            return step + 1
        assert one.log is not None
        assert two.log is not None
        if is_shown(one, one.log, player, becomes) or is_shown(two, two.log, player, becomes):
            return step + 1
        for game, hears in zip((one, two), told, strict=True):
            assert game.log is not None
            hears.hear(game.log, game)
        for form, lines in told[0].lines.items():
            others = told[1].lines[form]
            number = min(len(lines), len(others))
            assert lines[:number] == others[:number], f"{form} as told to {labels.players[player]}"
    return steps


def results_of(state: State) -> tuple[object, ...]:
    players = range(state.plan.program.players)
    return state.winners(), [state.score(row.name, p) for row in state.plan.program.scores for p in players]


def is_half_done(state: State, player: int) -> bool:
    """Whether somebody else has settled a part of the open decision, which other pieces might not allow."""
    decision = state.decision
    return decision is not None and decision.player != player and decision.alternative is not None


def first_in_it(state: State) -> int:
    """Who decides first in the secret block that is going on."""
    cells = state.cells
    mask = cells[state.plan.secrets[cells[SECRET] - 1].mask]
    return (mask & -mask).bit_length() - 1


def shown_alike(one: State, two: State, player: int, dice: int, *, hint: bool) -> None:
    mine, theirs = view(one, player), view(two, player)
    assert json.dumps(mine.to_json()) == json.dumps(theirs.to_json())
    assert mine.to_text() == theirs.to_text()
    drawn = [compared_cells(sample(game, player, Dice(dice))) for game in (one, two)]
    assert drawn[0] == drawn[1], "another sample"
    if hint and one.player == player:
        bot = Greedy(guesses=2, steps=3)
        assert bot.choose(one, player, Dice(dice)) == bot.choose(two, player, Dice(dice)), "another hint"


def compared_cells(state: State) -> list[int]:
    """All cells; where a standing rule asks, without the variables: those of the lines that it has cut into
    are kept, and with them what was left from earlier in others.
    """
    decision = state.decision
    asks = [
        node for rule in state.plan.program.rules for node in nodes_in(rule) if isinstance(node, ir.Decide)
    ]
    if decision is not None and decision.point in {node.point for node in asks}:
        return state.cells[: state.plan.layout.data_end]
    return list(state.cells)


def go_on_alike(one: State, two: State, player: int, becomes: Mapping[int, int], stream: Dice) -> None:
    """The same choice in both, and the same chance: of exchanged pieces each other's."""
    at = stream.below(one.option_count)
    same = at if one.player == player else _same_option(one, two, at, becomes, player)
    given: list[tuple[Ask, int | tuple[int, ...]]] = []
    one.source = noting(given, stream)
    one.apply(at)
    one.source = None
    two.source = giving(given, becomes)
    two.apply(same)
    two.source = None
    assert one.log is not None
    assert two.log is not None
    if _point(one) != _point(two) or list(map(_course, one.log)) != list(map(_course, two.log)):
        # What the rules make of hidden pieces is seen by all: who could do what has to be done if possible.
        raise Parted


def _course(event: ev.Event) -> tuple[object, ...]:
    """What becomes of the game, whichever pieces it is that it happens to."""
    match event:
        case ev.Moved():
            return "moved", event.sources, event.targets, event.down
        case ev.StateSet():
            return "set", event.state, event.index
        case ev.Recorded():
            return "recorded", event.rows
        case ev.GameOver():
            return "over", event.winners
        case _:
            return (type(event).__name__,)


def _point(state: State) -> tuple[object, ...]:
    decision = state.decision
    return () if decision is None else (decision.player, decision.point, decision.secret)


def _same_option(one: State, two: State, at: int, becomes: Mapping[int, int], player: int) -> int:
    decision, other = one.decision, two.decision
    assert decision is not None
    assert other is not None
    if _point(one) != _point(two):
        raise Parted
    option = decision.options[at]
    if not _is_piece(option):
        wanted = [(option.kind, option.value)]
    else:
        piece = becomes.get(option.value, option.value)
        wanted = [("value", piece)]
        # Of pieces that are alike there one is offered for all, and one that is better known goes first.
        classes, where = two.plan.pieces.alike_class, two.plan.layout.where
        known = two.plan.layout.known
        wanted += [
            ("value", one.value)
            for one in other.options
            if _is_piece(one)
            and classes[one.value] == classes[piece]
            and two.cells[where + one.value] == two.cells[where + piece]
            and (two.cells[known + one.value] ^ two.cells[known + piece]) >> player & 1 == 0
        ]
    offered = [(one.kind, one.value) for one in other.options]
    for choice in wanted:
        if choice in offered:
            return offered.index(choice)
    raise Parted


def _is_piece(option: Option) -> bool:
    return option.kind == "value" and isinstance(option.type, ir.PieceDomain)


def noting(given: list[tuple[Ask, int | tuple[int, ...]]], stream: Dice) -> ChanceSource:
    def give(ask: Ask) -> int | tuple[int, ...]:
        outcome: int | tuple[int, ...]
        if ask.kind in ("one", "draw"):
            outcome = ask.domain[stream.below(len(ask.domain))]
        elif ask.kind == "list" and ask.again:
            outcome = tuple(ask.domain[stream.below(len(ask.domain))] for _ in range(ask.number))
        else:
            order = list(ask.domain)
            stream.shuffle(order)
            outcome = tuple(order[: ask.number] if ask.kind == "list" else order)
        given.append((ask, outcome))
        return outcome

    return give


def giving(given: list[tuple[Ask, int | tuple[int, ...]]], becomes: Mapping[int, int]) -> ChanceSource:
    left = iter(given)

    def give(ask: Ask) -> int | tuple[int, ...]:
        asked, outcome = next(left, (None, 0))
        if asked is None or (asked.kind, asked.point, len(asked.domain)) != (
            ask.kind,
            ask.point,
            len(ask.domain),
        ):
            raise Parted
        values = outcome if isinstance(outcome, tuple) else (outcome,)
        if ask.domain != asked.domain or ask.kind in ("draw", "shuffle"):
            values = tuple(becomes.get(value, value) for value in values)
        if not set(values) <= set(ask.domain):
            raise Parted
        return values if isinstance(outcome, tuple) else values[0]

    return give


def is_shown(state: State, events: list[ev.Event], player: int, becomes: Mapping[int, int]) -> bool:
    """Whether the player has come to see one of the exchanged pieces, by where it lies or lay."""
    pieces, cells = state.plan.pieces, state.cells
    mixed = set(becomes) | set(becomes.values())
    for event in events:
        match event:
            case ev.Moved():
                for piece, target in zip(event.pieces, event.targets, strict=True):
                    if piece not in mixed:
                        continue
                    if pieces.seers(cells, target, int(event.down)) >> player & 1:
                        return True
                    if target != ev.OUT_OF_PLAY and pieces.top[target] is not None:
                        return True
            case ev.Shown() if event.to >> player & 1 and mixed & set(event.pieces):
                return True
            case ev.Flipped() if mixed & set(event.pieces):
                return True
            case ev.Chanced(type=ir.PieceDomain()) if event.seen >> player & 1 and mixed & set(event.values):
                return True
            case _:
                pass
    return any(
        cells[state.plan.layout.where + piece] != ev.OUT_OF_PLAY
        and pieces.seen_now(cells, piece) >> player & 1
        for piece in mixed
    )
