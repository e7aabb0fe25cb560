"""What happened, clause by clause, in the words of the game, for one who may not see everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from attrs import frozen

from rulesdsl.engine.events import (
    OUT_OF_PLAY,
    Chanced,
    Content,
    Ended,
    Event,
    Flipped,
    GameOver,
    Moved,
    Recorded,
    RuleFired,
    Said,
    Shown,
    Shuffled,
    StateSet,
    Unveiled,
)
from rulesdsl.engine.labels import Labels, Sees, are_many, counted, everything, listed, plain, possessive
from rulesdsl.engine.meaning import Reading
from rulesdsl.program import NONE, FlagDomain, IntDomain, OptionalDomain

MOST_NAMES = 14
"""Of more different pieces that move at once only the number is told."""


@frozen
class Listener:
    """Who is told: all, or what one player may know. `knows` is about pieces that are only mentioned."""

    viewer: int | None
    knows: Sees
    reading: Reading

    def hears(self, mask: int) -> bool:
        return self.viewer is None or bool(mask >> self.viewer & 1)

    def sees(self, pieces: Sequence[int], masks: Sequence[int]) -> Sees:
        """Which of the pieces of an event are seen, by the masks of the event."""
        if self.viewer is None:
            return everything
        seen = {piece for piece, mask in zip(pieces, masks, strict=True) if mask >> self.viewer & 1}
        return seen.__contains__


@frozen
class Teller:
    """Puts events into clauses. `speaker`: whose deeds are told, whose own things need no name."""

    labels: Labels
    listener: Listener
    speaker: int | None = None
    named: frozenset[int] = frozenset()
    """Pieces that the sentence has named already."""
    verbose: bool = False

    def clauses(self, events: Sequence[Event]) -> list[str]:
        told: list[str] = []
        spoken = [event for event in events if not _is_silent(event)]
        for _, group in groupby(spoken, key=self._key):
            told += self._group(list(group))
        return [clause for clause in told if clause]

    def _group(self, events: list[Event]) -> Iterator[str]:
        match events[0]:
            case Moved(how="deal"):
                yield from self._dealt([event for event in events if isinstance(event, Moved)])
            case Moved():
                yield self._moved([event for event in events if isinstance(event, Moved)])
            case StateSet():
                yield from self._set([event for event in events if isinstance(event, StateSet)])
            case Flipped():
                yield self._flipped([event for event in events if isinstance(event, Flipped)])
            case _:
                for event in events:
                    yield self._one(event)

    def _key(self, event: Event) -> object:
        """Events that are told in one clause, when they come one after the other, have the same key."""
        match event:
            case Moved(how="deal"):
                return ("deal", event.sources[:1])
            case Moved(how="move"):
                named = self.named.issuperset(event.pieces)
                return ("move", self._goal(event), event.down, named)
            case Moved():
                return ("move", event.how, event.sources[:1], self._goal(event), event.down)
            case StateSet():
                state = self.labels.layout.states[event.state].state
                return ("set", event.state, None if state.owner_at is None else event.index[state.owner_at])
            case Flipped():
                return ("flip", event.down)
            case _:
                return id(event)

    def _goal(self, event: Moved) -> object:
        """Zones that belong to nobody and are called alike are told together."""
        target = event.targets[0] if event.targets else OUT_OF_PLAY
        if target == OUT_OF_PLAY or self.labels.layout.owner_of(target) is not None or event.down:
            return target
        return self.labels.layout.instance_index(target)[0]

    def _one(self, event: Event) -> str:
        labels = self.labels
        match event:
            case Shuffled():
                zone = labels.zone(event.zone, self.speaker)
                return f"{zone} {'are' if are_many(zone) else 'is'} shuffled"
            case Shown():
                return self._shown(event)
            case Said():
                return labels.words(event.words, self.listener.knows) if self.listener.hears(event.to) else ""
            case Chanced():
                return self._chanced(event)
            case Ended():
                return f"end of {plain(event.phase)}" if event.phase else "the game ends"
            case RuleFired():
                bound = labels.bindings(event.bindings)
                return f"{plain(event.rule)}{f' ({bound})' if bound else ''}"
            case Recorded():
                return "; ".join(self.recorded(event))
            case GameOver():
                return ""
            case _:
                return ""

    # ------------------------------------------------------------------ pieces

    def _moved(self, events: list[Moved]) -> str:
        """Pieces that went the same way one after the other, told at once."""
        pieces = [piece for event in events for piece in event.pieces]
        masks = [mask for event in events for mask in event.seen]
        routes = [route for event in events for route in zip(event.sources, event.targets, strict=True)]
        if not pieces:
            return ""
        sees = self.listener.sees(pieces, masks)
        first = events[0]
        if len({goal for _, goal in routes}) > 1 and first.how in ("draw", "move"):
            return self._spread(pieces, sees, routes)
        target = routes[0][1]
        kinds = self.labels.kinds_in(instance for route in routes for instance in route)
        down = ", face down" if first.down else ""
        match first.how:
            case "draw":
                return self._drawn(self.labels.pieces(pieces, sees, kinds), routes[0], down)
            case "renew":
                source, goal = (self.labels.zone(instance, self.speaker) for instance in routes[0])
                return f"{source} {'become' if are_many(source) else 'becomes'} {goal}"
            case "old":
                return f"{self._told(pieces, sees, kinds)} {_goes(pieces)} back to {self._zone(target)}"
            case "extra":
                return f"{self._told(pieces, sees, kinds)} {_goes(pieces)} to {self._zone(target)} instead"
            case _:
                return self._went(pieces, sees, routes, down)

    def _spread(self, pieces: list[int], sees: Sees, routes: list[tuple[int, int]]) -> str:
        """Pieces that came to several zones of one name."""
        sources = list(dict.fromkeys(self._zone(source) for source, _ in routes))
        layout = self.labels.layout
        name, _ = layout.instance_index(routes[0][1])
        zone = layout.zones[name].zone
        told = []
        for piece, route in zip(pieces, routes, strict=True):
            index = layout.instance_index(route[1])[1]
            place = ", ".join(
                self.labels.value(one, var.type) for one, var in zip(index, zone.index, strict=True)
            )
            told.append(f"{place} {self._told((piece,), sees, self.labels.kinds_in(route))}")
        return f"from {listed(sources)} to {plain(name)}: {', '.join(told)}"

    def _went(self, pieces: list[int], sees: Sees, routes: list[tuple[int, int]], down: str) -> str:
        goal = self._zone(routes[0][1])
        to = goal if routes[0][1] == OUT_OF_PLAY else f"to {goal}"
        if self.named.issuperset(pieces) and len({source for source, _ in routes}) == 1:
            return f"from {self._zone(routes[0][0])} {to}{down}"
        parts = []
        for source, group in groupby(range(len(pieces)), key=lambda at: routes[at][0]):
            moved = [pieces[at] for at in group]
            kinds = self.labels.kinds_in((source, routes[0][1]))
            parts.append(f"{self._told(moved, sees, kinds)} from {self._zone(source)}")
        return f"{listed(parts)} {_goes(pieces)} {to}{down}"

    def _told(self, pieces: Sequence[int], sees: Sees, kinds: Sequence[str]) -> str:
        return self.labels.pieces(pieces, sees, kinds, most=0 if self.verbose else MOST_NAMES)

    def _zone(self, instance: int) -> str:
        return self.labels.zone(instance, self.speaker)

    def _drawn(self, what: str, route: tuple[int, int], down: str) -> str:
        source, target = route
        owner = None if target == OUT_OF_PLAY else self.labels.layout.owner_of(target)
        origin = self._zone(source)
        if owner is None:
            return f"{what} from {origin} to {self._zone(target)}{down}"
        who = "draws" if owner == self.speaker else f"{self.labels.players[owner]} draws"
        return f"{who} {what} from {origin}{down}"

    def _dealt(self, events: list[Moved]) -> Iterator[str]:
        """How many are dealt to each, then the cards of each, as far as they may be seen."""
        hands: dict[int, list[int]] = {}
        masks: dict[int, int] = {}
        for event in events:
            for piece, mask, target in zip(event.pieces, event.seen, event.targets, strict=True):
                hands.setdefault(target, []).append(piece)
                masks[piece] = mask
        if not hands:
            return
        layout = self.labels.layout
        sizes = {len(hand) for hand in hands.values()}
        owners = {layout.owner_of(target) for target in hands}
        source = self._zone(events[0].sources[0]) if events[0].sources else ""
        kinds = self.labels.kinds_in((events[0].sources[0], events[0].targets[0]))
        everyone = len(owners) == len(self.labels.players) and None not in owners
        if len(sizes) == 1:
            [size] = sizes
            dealt = counted(size, self.labels.kind(kinds))
            if everyone:
                yield f"everybody is dealt {dealt} from {source}"
            else:
                yield f"{dealt} each from {source} to {listed([self._zone(target) for target in hands])}"
        for target, hand in hands.items():
            sees = self.listener.sees(hand, [masks[piece] for piece in hand])
            if any(map(sees, hand)) or len(sizes) > 1:
                yield f"{self.labels.zone(target)}: {self.labels.pieces(hand, sees, kinds)}"

    def _flipped(self, events: list[Flipped]) -> str:
        pieces = [piece for event in events for piece in event.pieces]
        if not pieces:
            return ""
        sees = self.listener.sees(pieces, [mask for event in events for mask in event.seen])
        cells = self.listener.reading.cells
        layout = self.labels.layout
        kinds = self.labels.kinds_in(cells[layout.where + piece] for piece in pieces)
        way = "down" if events[0].down else "up"
        verb = "is" if len(pieces) == 1 else "are"
        return f"{self._told(pieces, sees, kinds)} {verb} turned face {way}"

    def _shown(self, event: Shown) -> str:
        layout = self.labels.layout
        sees = everything if self.listener.hears(event.to) else self.listener.knows
        cells = self.listener.reading.cells
        kinds = self.labels.kinds_in(cells[layout.where + piece] for piece in event.pieces)
        players = [name for at, name in enumerate(self.labels.players) if event.to >> at & 1]
        to = "everybody" if len(players) == len(self.labels.players) else listed(players)
        verb = "is" if len(event.pieces) == 1 else "are"
        return f"{self.labels.pieces(event.pieces, sees, kinds)} {verb} shown to {to}" if event.pieces else ""

    # ------------------------------------------------------------------ states, chance, scores

    def _set(self, events: list[StateSet]) -> Iterator[str]:
        """What a state of one owner has come to, index by index."""
        name = events[0].state
        state = self.labels.layout.states[name].state
        owner = None if state.owner_at is None else events[0].index[state.owner_at]
        viewer = self.listener.viewer
        if viewer is not None and not self.listener.reading.may_see(state.seen, viewer, owner):
            return
        first: dict[tuple[int, ...], Content] = {}
        last: dict[tuple[int, ...], Content] = {}
        for event in events:
            first.setdefault(event.index, event.old)
            last[event.index] = event.new
        changed = {index: value for index, value in last.items() if value != first[index]}
        inner = [at for at in range(len(state.index)) if at != state.owner_at]
        label = self._owned(name, state.owner_at, events[0].index)
        entries = []
        for index, value in changed.items():
            key = ", ".join(self.labels.value(index[at], state.index[at]) for at in inner)
            text = self.labels.value(value, state.type, self.listener.knows)
            step = self._step(first[index], value) if isinstance(state.type, IntDomain) else ""
            if key and isinstance(state.type, FlagDomain) and value:
                entries.append(key)
            else:
                entries.append(f"{key} {text}{step}".strip())
        if entries:
            yield f"{label}: {', '.join(entries)}"

    def _owned(self, name: str, owner_at: int | None, index: tuple[int, ...]) -> str:
        if owner_at is None or index[owner_at] == self.speaker:
            return plain(name)
        return f"{possessive(self.labels.players[index[owner_at]])} {plain(name)}"

    @staticmethod
    def _step(old: Content, new: Content) -> str:
        if not isinstance(old, int) or not isinstance(new, int) or NONE in (old, new) or old == 0:
            return ""
        return f" ({'+' if new > old else '−'}{abs(new - old)})"

    def _chanced(self, event: Chanced) -> str:
        inner = event.type.of if isinstance(event.type, OptionalDomain) else event.type
        values = [self.labels.value(value, inner) for value in event.values]
        what = f" ({plain(event.what)})" if event.what else ""
        return f"chance gives {', '.join(values) or 'nothing'}{what}"

    def recorded(self, event: Recorded) -> list[str]:
        """One clause for each row."""
        return [
            f"{plain(row)}: "
            + ", ".join(
                f"{name} {value}".replace("-", "−")
                for name, value in zip(self.labels.players, values, strict=True)
            )
            for row, _, values in event.rows
        ]


def _is_silent(event: Event) -> bool:
    """Whether an event is told by others: what chance draws by its move, the end by the score sheet."""
    return isinstance(event, GameOver | Unveiled) or (isinstance(event, Chanced) and event.what == "draw")


def _goes(pieces: Sequence[int]) -> str:
    return "goes" if len(pieces) == 1 else "go"
