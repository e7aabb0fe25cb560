"""What one player may see of a game, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import groupby

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.analysis.possibilities import Possibilities
from rulesdsl.engine.core.arguments import names_of_players, seat, shown
from rulesdsl.engine.core.growing import growing_boards
from rulesdsl.engine.core.layout import Layout, pieces_of
from rulesdsl.engine.decisions.options import key_text, reading_for
from rulesdsl.engine.decisions.question import asked, eyes, lies_down
from rulesdsl.engine.decisions.sights import sight_of
from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.engine.evaluation.reading import Reading, SharedValues
from rulesdsl.engine.labels.english import numeral, plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.summary_line import phases_going_on
from rulesdsl.engine.labels.things import SeenDecision
from rulesdsl.engine.labels.vocabulary import Look, Lying, Vocabulary
from rulesdsl.engine.state import State
from rulesdsl.engine.views.contents import StateForm, ZoneForm, contents_of
from rulesdsl.engine.views.scores import rows, totals
from rulesdsl.engine.views.view_text import (
    Grid,
    SeenScore,
    SeenState,
    SeenZone,
    View,
)
from rulesdsl.program_walk import columns_by_number

MOST_KEPT = 5000
"""So many zones and states are kept as they were seen."""


def view(
    state: State, player: int, names: tuple[str, ...] | None = None, *, shared: SharedValues | None = None
) -> View:
    """What this player may see; `names` are the players' names. `shared`: values of the same position that
    were worked out for others.
    """
    if not isinstance(state, State):
        raise TypeError(f"a view is of a state, such as start(program), not {shown(state)}")
    layout = state.plan.layout
    program = layout.program
    player = seat(player, program.players)
    reading = reading_for(state, player, shared)
    labels = Labels.of(layout, names_of_players(names, program.players), cells=reading.cells)
    sheet = rows(reading)
    return View(
        title=program.title,
        players=labels.players,
        viewer=player,
        phases=phases_going_on(layout, reading.cells),
        zones=tuple(_zones(reading, labels, player)),
        states=tuple(_states(reading, labels, player)),
        scores=tuple(
            SeenScore(
                row.score.name,
                plain(row.score.name),
                row.score.counted,
                row.values,
                row.score.each is not None,
            )
            for row in sheet
        ),
        totals=totals(sheet, program.players),
        decision=_decision(state, labels, player),
        over=state.over,
        winners=state.winners() if state.over else (),
        grids=_grids(layout, reading.cells),
    )


@frozen
class _StatePlace:
    """Where one state lies, and what decides who sees it."""

    number: int
    """As in the contents."""
    form: StateForm
    state: ir.State
    address: int
    size: int
    open: bool
    """Whether all see it, always."""
    named: tuple[int, ...]
    """The pieces for which it is."""
    of_pieces: bool
    """Whether it can be pieces: who knows which they are, and where they lie, the cells do not say."""


@frozen(slots=False)
class _StateGroup:
    """The states of one name."""

    places: tuple[_StatePlace, ...]

    @cached_property
    def cells(self) -> slice | None:
        """Where they lie, if nothing else decides what of them is seen."""
        if any(place.named or place.of_pieces or not place.open for place in self.places):
            return None
        last = self.places[-1]
        return slice(self.places[0].address, last.address + last.size)


class Seen:
    """What was seen, zone by zone and state by state: from one decision to the next most of it stays, and
    what one player sees another sees, too.
    """

    def __init__(self, labels: Labels) -> None:
        self.zones: dict[tuple[object, ...], SeenZone] = {}
        self.states: dict[tuple[int, ev.Content], SeenState] = {}
        layout, form = labels.layout, contents_of(labels)
        self.moving = {
            instance for instance in range(len(form.zones)) if layout.zone_of(instance).sight_changes
        }
        """The zones of which the position says who sees them."""
        places = (_state_place(layout, number, state) for number, state in enumerate(form.states))
        self.groups = tuple(
            _StateGroup(tuple(group)) for _, group in groupby(places, key=lambda place: place.form.name)
        )
        self.last: list[tuple[list[int], tuple[SeenState, ...]]] = [([], ()) for _ in self.groups]
        """Of each of them the cells that were looked at last, and what was seen."""

    @staticmethod
    @lru_cache(maxsize=16)
    def of(labels: Labels) -> Seen:
        return Seen(labels)


def _state_place(layout: Layout, number: int, form: StateForm) -> _StatePlace:
    place = layout.states[form.name]
    state = place.state
    named = (
        value
        for value, domain in zip(form.at, state.index, strict=True)
        if state.lies_on_pieces and isinstance(domain, ir.PieceDomain)
    )
    return _StatePlace(
        number,
        form,
        state,
        layout.state_cells(form.name, *form.at),
        place.size,
        state.seen.word == "all",
        tuple(named),
        bool(pieces_of(form.type)),
    )


def _zones(reading: Reading, labels: Labels, player: int) -> Iterator[SeenZone]:
    layout, cells = reading.layout, reading.cells
    kept, moving = Seen.of(labels).zones, Seen.of(labels).moving
    if len(kept) > MOST_KEPT:
        kept.clear()
    for instance, form in enumerate(contents_of(labels).zones):
        pieces = layout.pieces_in(cells, instance)
        seen = _looked_at(reading, pieces, player, moving=instance in moving) if pieces else ()
        # Of those that are not known it is the same zone whichever they are.
        key = (instance, *((piece if known else ir.NONE, down) for piece, down, known in seen))
        zone = kept.get(key)
        if zone is None:
            zone = kept[key] = _zone(labels, form, instance, seen)
        yield zone


def _looked_at(
    reading: Reading, pieces: list[int], player: int, *, moving: bool
) -> tuple[tuple[int, bool, bool], ...]:
    """Of each piece of a zone whether it lies face down, and whether the player knows it."""
    if moving:
        return tuple((piece, lies_down(reading, piece), reading.knows(piece)) for piece in pieces)
    layout, cells = reading.layout, reading.cells
    tracked, face, known, bit = layout.tracked, layout.face, layout.known, 1 << player
    return tuple(
        (piece, bool(cells[face + piece]), bool(cells[known + piece] & bit))
        if tracked[piece]
        else (piece, False, True)
        for piece in pieces
    )


def _zone(
    labels: Labels, form: ZoneForm, instance: int, seen: tuple[tuple[int, bool, bool], ...]
) -> SeenZone:
    words = Vocabulary.of(labels)
    ordered = form.shape in ("pile", "row")
    return SeenZone(
        name=form.name,
        label=form.label,
        index=form.index,
        keys=form.keys,
        owner=form.owner,
        shape=form.shape,
        count=len(seen),
        hidden_noun=form.hidden_noun,
        pieces=tuple(
            words.piece(piece, Lying(instance, index if ordered else None, down))
            for index, (piece, down, known) in enumerate(seen, start=1)
            if known
        ),
        refilled=form.refilled,
        hidden_down=sum(down for _, down, known in seen if not known),
    )


def _states(reading: Reading, labels: Labels, player: int) -> list[SeenState]:
    seen, states = Seen.of(labels), list[SeenState]()
    if len(seen.states) > MOST_KEPT:
        seen.states.clear()
    look = eyes(reading, Vocabulary.of(labels))
    for index, group in enumerate(seen.groups):
        if group.cells is None:
            states += _states_of(reading, labels, player, group, look)
            continue
        cells, (before, group_states) = reading.cells[group.cells], seen.last[index]
        if cells != before:
            group_states = tuple(_states_of(reading, labels, player, group, look))
            seen.last[index] = cells, group_states
        states += group_states
    return states


def _states_of(
    reading: Reading, labels: Labels, player: int, group: _StateGroup, look: Look
) -> Iterator[SeenState]:
    cells, kept = reading.cells, Seen.of(labels).states
    unknown: list[SeenState] = []
    for place in group.places:
        if not place.open and not reading.may_see(place.state.seen, player, place.form.owner):
            continue
        known = not place.named or all(map(reading.knows, place.named))
        if not known:
            unknown.append(_state(reading, labels, place, look, known=False))
            continue
        if place.of_pieces:
            yield _state(reading, labels, place, look, known=True)
            continue
        address, size = place.address, place.size
        key = place.number, cells[address] if size == 1 else tuple(cells[address : address + size])
        state = kept.get(key)
        if state is None:
            state = kept[key] = _state(reading, labels, place, look, known=True)
        yield state
    yield from sorted(unknown, key=_by_place)


def _by_place(state: SeenState) -> tuple[str, str]:
    """In no order that tells which piece is which."""
    return state.label, state.text


def _state(reading: Reading, labels: Labels, place: _StatePlace, look: Look, *, known: bool) -> SeenState:
    form, given = place.form, place.state
    label, index, keys = form.label, form.index, form.keys
    value = reading.layout.state_value(reading.cells, form.name, *form.at)
    if place.of_pieces and isinstance(value, tuple):
        # Where an unknown piece stands beside a known one would tell something of it.
        pieces = [piece for piece in value if isinstance(piece, int)]
        value = tuple(sorted(pieces, key=lambda piece: not reading.knows(piece)))
    if not known:
        # Of a piece that the player does not know it is told where it lies.
        inner = [position for position in range(len(form.at)) if position != given.owner_at]
        index = tuple(
            key_text(given, form.at[position], position, labels, _unknown(reading, given, form.at, position))
            for position in inner
        )
        words = Vocabulary.of(labels)
        keys = tuple(words.value(form.at[position], given.index[position], look) for position in inner)
        label = labels.named(form.name, index, form.owner)
    return SeenState(
        name=form.name,
        label=label,
        index=index,
        owner=form.owner,
        text=labels.value(value, form.type, reading.knows),
        bare=_bare(value, form.type),
        keys=keys,
        value=Vocabulary.of(labels).value(value, form.type, look),
    )


def _unknown(reading: Reading, given: ir.State, index: tuple[int, ...], position: int) -> ev.Sight | None:
    """How the piece lies that is an index of a state, if this player cannot tell which it is."""
    if not isinstance(given.index[position], ir.PieceDomain) or reading.knows(index[position]):
        return None
    return sight_of(reading.layout, reading.cells, index[position], 0)


def _bare(value: ev.Content, domain: ir.Domain) -> bool:
    """Whether a value says nothing: no, 0, none, empty. The first of an enumeration says something."""
    match domain:
        case ir.OptionalDomain():
            return value == ir.NONE
        case ir.IntDomain() | ir.FlagDomain():
            return value == 0
        case ir.SeqDomain():
            return value == ()
        case _:
            return False


def _decision(state: State, labels: Labels, player: int) -> SeenDecision | None:
    decision = state.decision
    if decision is None:
        return None
    if decision.player != player:
        # In a secret block the order in which the seats are asked would tell who had no choice; elsewhere
        # that somebody is asked who might have had none.
        is_open = not decision.secret and _is_known_to_be_asked(state, decision)
        return SeenDecision(decision.player if is_open else None, "", ())
    return asked(state, decision, labels)


def _is_known_to_be_asked(state: State, decision: Decision) -> bool:
    """Whether everybody can see that this player has something to decide, or has to decide something."""
    decide = decision.decide
    may_be_left_out = decide.decline or decide.if_possible or decide.repeatedly
    return not may_be_left_out or decide.point in possibilities(state.plan.layout).asked


@lru_cache(maxsize=16)
def possibilities(layout: Layout) -> Possibilities:
    """What everybody can work out of what others could have done; found once for a game."""
    return Possibilities.of(layout.program)


def _grids(layout: Layout, cells: list[int]) -> tuple[tuple[str, Grid], ...]:
    boards = {
        board.kind: _growing(board.kind, board.tiling, board.places(cells))
        for board in growing_boards(layout)
    }
    return tuple((name, boards[given] if isinstance(given, str) else given) for name, given in _drawn(layout))


@lru_cache(maxsize=64)
def _drawn(layout: Layout) -> tuple[tuple[str, Grid | str], ...]:
    """The zones and states with one place for each cell of a board; of one that grows its name."""
    drawn: dict[str, Grid | str] = {
        graph.of.name: Grid(
            graph.of.name,
            graph.columns,
            graph.rows,
            graph.board.tiling,
            graph.board.cells,
            shift=graph.board.shift,
            columns_called=graph.board.columns_called(by_number=columns_by_number(layout.program)),
        )
        for graph in layout.program.graphs.values()
        if graph.board is not None and isinstance(graph.of, ir.NodeDomain)
    }
    drawn |= {board.kind: board.kind for board in growing_boards(layout)}
    indexed: list[tuple[str, tuple[ir.Domain, ...]]] = [
        (zone.name, tuple(var.type for var in zone.index)) for zone in layout.program.zones
    ]
    indexed += [(state.name, state.index) for state in layout.program.states if not state.of_the_language]
    return tuple(
        (name, drawn[types[0].name])
        for name, types in indexed
        if len(types) == 1 and isinstance(types[0], ir.NodeDomain) and types[0].name in drawn
    )


@lru_cache(maxsize=64)
def _growing(kind: str, tiling: str, places: tuple[tuple[int, int], ...]) -> Grid:
    """What is there of a board that grows."""
    columns, rows = zip(*places, strict=True)
    left, bottom = min(columns), min(rows)
    return Grid(
        kind,
        max(columns) - left + 1,
        max(rows) - bottom + 1,
        tiling,
        places,
        left,
        bottom,
        grows=True,
        columns_called=tuple(map(numeral, range(left, max(columns) + 1))),
    )
