"""What happened, clause by clause, in the words of the game, for one who may not see everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.parameters import kind_noun
from rulesdsl.engine.labels.english import (
    are_many,
    counted,
    is_participle,
    is_phrase,
    listed,
    noun,
    plain,
    plural,
)
from rulesdsl.engine.labels.labels import Labels, Sees, everything
from rulesdsl.trace.listener import Listener
from rulesdsl.trace.notable_states import Numbers
from rulesdsl.trace.origins import Origins
from rulesdsl.trace.places import Places
from rulesdsl.trace.sentence_heads import Named, values_named
from rulesdsl.trace.short_form import Brief, Naming
from rulesdsl.trace.states import Spoken, StateTeller

MOST_NAMES = 7
"""Of more different pieces that move at once only the number is told."""


MOST_ORIGINS = 3
"""Of pieces that come together from more zones only the goal is told."""


@frozen
class Teller:
    """Puts events into clauses. `speaker`: whose deeds are told, whose own things need no name."""

    labels: Labels
    listener: Listener
    numbers: Numbers
    origins: Origins
    sizes: Mapping[int, int]
    """How many pieces lie in each zone instance after these events."""
    speaker: int | None = None
    named: Mapping[int, Naming] = {}
    """Pieces that sentences just told have named."""
    chosen: frozenset[int] = frozenset()
    """Of these, those named by the sentence that the clauses belong to."""
    stages: frozenset[str] = frozenset()
    """The parameters chosen in that sentence."""
    titled: frozenset[Named] = frozenset()
    """The values that its title names."""
    verbose: bool = False

    @property
    def places(self) -> Places:
        return Places(self.labels, self.speaker)

    def clauses(self, events: Sequence[ev.Event], head: str = "") -> list[str]:
        """What the events are in words, after a head that has said something already."""
        spoken = [event for event in events if not _is_silent(event)]
        clauses: list[str] = []
        if not self.verbose:
            layout, viewer = self.labels.layout, self.listener.viewer
            brief = Brief(layout, viewer, self.named, self.chosen, self.origins.revealing, self.titled)
            spoken, laid = brief.shortened(spoken)
            clauses += self._laid(laid)
        given_by_chance = _given_by_chance(spoken)
        named = [self.titled]
        for _, group in groupby(spoken, key=self._key):
            words = " ".join((head, *clauses))
            context = Spoken(head, words, self.stages, given_by_chance, named)
            same = list(group)
            clauses += self._group(same, context)
            named += [
                values_named(event.words, self.listener.viewer)
                for event in same
                if isinstance(event, ev.Said) and self.listener.can_hear(event.to)
            ]
        return [clause for clause in clauses if clause]

    def _laid(self, pieces: Sequence[int]) -> Iterator[str]:
        if pieces and self.chosen.issuperset(pieces):
            yield "face down"
        elif pieces:
            verb = "is" if len(pieces) == 1 else "are"
            yield f"{listed([self.labels.piece(piece) for piece in pieces])} {verb} laid face down"

    def _group(self, events: list[ev.Event], context: Spoken) -> Iterator[str]:
        match events[0]:
            case ev.Moved(how="deal"):
                yield from self._dealt([event for event in events if isinstance(event, ev.Moved)])
            case ev.Moved():
                yield self._moved([event for event in events if isinstance(event, ev.Moved)], context.words)
            case ev.StateSet():
                states = StateTeller(self.labels, self.listener, self.speaker, self.numbers, self.origins)
                changes = [event for event in events if isinstance(event, ev.StateSet)]
                yield from states.sentences(changes, context=None if self.verbose else context)
            case ev.Flipped():
                yield self._flipped([event for event in events if isinstance(event, ev.Flipped)])
            case ev.Chanced():
                yield self._chanced([event for event in events if isinstance(event, ev.Chanced)])
            case ev.Shuffled():
                yield self._shuffled([event for event in events if isinstance(event, ev.Shuffled)])
            case _:
                for event in events:
                    yield self._sentence(event)

    def _key(self, event: ev.Event) -> object:
        """Events that are told in one clause, when they come one after the other, have the same key."""
        match event:
            case ev.Moved(how="deal"):
                return ("deal", event.sources[:1])
            case ev.Moved(how="move"):
                if not self.verbose and (passed := self.places.passed_on(event)):
                    return ("pass", passed)
                return ("move", self._goal(event), event.down, self.chosen.issuperset(event.pieces))
            case ev.Moved():
                return ("move", event.how, event.sources[:1], self._goal(event), event.down)
            case ev.StateSet():
                state = self.labels.layout.states[event.state].state
                return ("set", event.state, None if state.owner_at is None else event.index[state.owner_at])
            case ev.Flipped():
                return ("flip", event.down)
            case ev.Shuffled() if not self.verbose:
                return "shuffle"
            case ev.Chanced() if event.what and not self.verbose:
                return ("chance", event.what, event.type, event.seen)
            case _:
                return id(event)

    def _goal(self, event: ev.Moved) -> object:
        """Zones that belong to nobody and are called alike are told together."""
        target = event.targets[0] if event.targets else ev.OUT_OF_PLAY
        if target == ev.OUT_OF_PLAY or self.labels.layout.owner_of(target) is not None or event.down:
            return target
        return self.labels.layout.instance_index(target)[0]

    def _sentence(self, event: ev.Event) -> str:
        labels = self.labels
        match event:
            case ev.Shown():
                return self._shown(event)
            case ev.Said():
                heard = self.listener.can_hear(event.to)
                return labels.words(event.words, self.listener.knows(event)) if heard else ""
            case ev.Ended():
                return f"end of {plain(event.phase)}" if event.phase else "the game ends"
            case ev.RuleFired():
                bound = labels.bindings(event.bindings, self.listener.knows(event))
                return f"{plain(event.rule)}{f' ({bound})' if bound else ''}"
            case ev.Recorded():
                return "; ".join(self.recorded(event))
            case _:
                return ""

    # ------------------------------------------------------------------ pieces

    def _moved(self, events: list[ev.Moved], sentence: str) -> str:
        """Pieces that went the same way one after the other, told at once."""
        pieces = [piece for event in events for piece in event.pieces]
        masks = [mask for event in events for mask in event.seen]
        routes = [route for event in events for route in zip(event.sources, event.targets, strict=True)]
        if not pieces:
            return ""
        sees = self.listener.sees(pieces, masks)
        first = events[0]
        if not self.verbose and self.places.passed_on(first) and len(set(routes)) > 1:
            passed = self._passed_on(pieces, sees, routes)
            if passed:
                return passed
        if len({goal for _, goal in routes}) > 1 and first.how in ("draw", "move"):
            return self._moved_apart(pieces, sees, routes)
        target = routes[0][1]
        down = ", face down" if first.down else ""
        match first.how:
            case "draw":
                return self._drawn(pieces, sees, routes, down, sentence)
            case "renew":
                source, goal = (self._zone(instance) for instance in routes[0])
                return f"{source} {'become' if are_many(source) else 'becomes'} {goal}"
            case "old":
                return f"{self._pieces_text(pieces, sees, routes)} {_go(pieces)} to {self._zone(target)}"
            case "extra":
                return (
                    f"{self._pieces_text(pieces, sees, routes)} {_go(pieces)} to {self._zone(target)} instead"
                )
            case _:
                return self._moved_pieces(pieces, sees, routes, down)

    def _passed_on(self, pieces: list[int], sees: Sees, routes: list[tuple[int, int]]) -> str:
        """`Anna's hand goes to Ben and Ben's to Anna`; "" if it is better told one by one."""
        ways: dict[tuple[int, int], int] = {}
        for route in routes:
            ways[route] = ways.get(route, 0) + 1
        owner = self.labels.layout.owner_of
        people = [
            (self.places.player(owner(source)), self.places.player(owner(target))) for source, target in ways
        ]
        if len({source for source, _ in ways}) < len(ways):
            return ""
        (giver, taker), *others = people
        if self._is_emptied({source for source, _ in ways}, routes):
            thing = f"{self.places.own(routes[0][0])} goes"
        elif all(piece in self.named and sees(piece) for piece in pieces) and len(set(ways.values())) == 1:
            count = next(iter(ways.values()))
            kinds = self.labels.kinds_in(routes[0])
            thing = f"{counted(count, self.labels.kind(kinds))} {'goes' if count == 1 else 'go'}"
        else:
            return ""
        passed = listed(
            [f"{giver}'s {thing} to {taker}", *(f"{first}'s to {other}" for first, other in others)]
        )
        viewer = self.listener.viewer
        mine = [] if viewer is None else self._coming_to(viewer, pieces, routes)
        if mine:
            known = self.labels.pieces(mine, sees, self.labels.kinds_in(routes[0]))
            passed += f"; {self.places.player(viewer)} gets {known}"
        return passed

    def _coming_to(self, player: int, pieces: list[int], routes: list[tuple[int, int]]) -> list[int]:
        owner = self.labels.layout.owner_of
        return [piece for piece, (_, target) in zip(pieces, routes, strict=True) if owner(target) == player]

    def _moved_apart(self, pieces: list[int], sees: Sees, routes: list[tuple[int, int]]) -> str:
        """Pieces that came to several zones of one name."""
        sources = listed(list(dict.fromkeys(self._zone(source) for source, _ in routes)))
        goals = list(dict.fromkeys(target for _, target in routes))
        if not self.verbose and len(pieces) > MOST_NAMES:
            what = self.labels.kind(self.labels.kinds_moved(routes))
            return f"{counted(len(pieces), what)} go from {sources} to {self.places.several(goals)}"
        counts = [
            f"{self._pieces_text((piece,), sees, [route])} to {self._zone(route[1])}"
            for piece, route in zip(pieces, routes, strict=True)
        ]
        what = counted(len(pieces), self.labels.kind(self.labels.kinds_moved(routes)))
        return f"{what} {_go(pieces)} from {sources}: {', '.join(counts)}"

    def _moved_pieces(self, pieces: list[int], sees: Sees, routes: list[tuple[int, int]], down: str) -> str:
        target = routes[0][1]
        places = self.places.among([value for route in routes for value in route])
        goal = places.zone(target)
        to = goal if target == ev.OUT_OF_PLAY else f"to {goal}"
        sources = list(dict.fromkeys(source for source, _ in routes))
        if self.chosen.issuperset(pieces) and len(sources) == 1:
            if self.verbose:
                return f"from {places.zone(sources[0])} {to}{down}"
            return f"{'it' if len(pieces) == 1 else 'they'} {_go(pieces)} {to}{down}"
        if len(sources) > 1 and not self.verbose and (whole := self._whole(routes)):
            return f"{whole} {'go' if are_many(whole) else 'goes'} {to}{down}"
        if len(sources) == 1 or (not self.verbose and len(pieces) > MOST_NAMES):
            origin = listed([places.zone(source) for source in sources])
            is_known = sources != [ev.OUT_OF_PLAY] and (self.verbose or len(sources) <= MOST_ORIGINS)
            comes = f"from {origin} " if is_known else ""
            return f"{self._pieces_text(pieces, sees, routes)} {_go(pieces)} {comes}{to}{down}"
        parts = []
        for source, group in groupby(range(len(pieces)), key=lambda position: routes[position][0]):
            moved = [pieces[index] for index in group]
            parts.append(f"{self._pieces_text(moved, sees, [(source, target)])} from {places.zone(source)}")
        return f"{listed(parts)} {_go(pieces)} {to}{down}"

    def _whole(self, routes: list[tuple[int, int]]) -> str:
        """`everybody's hand`, if it is that which goes, and more than a few pieces."""
        gone: dict[int, int] = {}
        for source, _ in routes:
            gone[source] = gone.get(source, 0) + 1
        if len(routes) <= len(gone) and len(routes) < 3:
            return ""
        if ev.OUT_OF_PLAY in gone or not self._is_emptied(set(gone), routes):
            return ""
        return self.places.of_everybody(list(gone))

    def _is_emptied(self, sources: AbstractSet[int], routes: list[tuple[int, int]]) -> bool:
        """Whether nothing is left in these zones but what came to them by the same moves."""
        come = Counter(target for _, target in routes)
        return all(self.sizes.get(source, 0) == come[source] for source in sources)

    def _pieces_text(self, pieces: Sequence[int], sees: Sees, routes: Sequence[tuple[int, int]]) -> str:
        kinds = self.labels.kinds_moved(routes)
        return self.labels.pieces(pieces, sees, kinds, most=0 if self.verbose else MOST_NAMES)

    def _zone(self, instance: int) -> str:
        return self.places.zone(instance)

    def _drawn(
        self, pieces: list[int], sees: Sees, routes: list[tuple[int, int]], down: str, sentence: str
    ) -> str:
        source, target = routes[0]
        owner = None if target == ev.OUT_OF_PLAY else self.labels.layout.owner_of(target)
        origin = self._zone(source)
        if self.chosen.issuperset(pieces) and not self.verbose:
            return f"{'it' if len(pieces) == 1 else 'they'} {_go(pieces)} to {self._zone(target)}{down}"
        what = self._pieces_text(pieces, sees, routes)
        if owner is None:
            comes = "comes" if len(pieces) == 1 else "come"
            return f"{what} {comes} from {origin} to {self._zone(target)}{down}"
        draws = f"{self.labels.players[owner]} draws"
        is_told = (
            owner == self.speaker and sentence.endswith(f" from {origin}") and not sentence.startswith(draws)
        )
        if is_told and not down and not self.verbose:
            # Where from has been said, what has not.
            return what
        return f"{draws} {what} from {origin}{down}"

    def _dealt(self, events: list[ev.Moved]) -> Iterator[str]:
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

    def _flipped(self, events: list[ev.Flipped]) -> str:
        pieces = [piece for event in events for piece in event.pieces]
        if not pieces:
            return ""
        sees = self.listener.sees(pieces, [mask for event in events for mask in event.seen])
        kinds = self._kinds_lying(events)
        way = "down" if events[0].down else "up"
        verb = "is" if len(pieces) == 1 else "are"
        names = self.labels.pieces(pieces, sees, kinds, most=0 if self.verbose else MOST_NAMES)
        return f"{names} {verb} turned face {way}"

    def _shown(self, event: ev.Shown) -> str:
        sees = everything if self.listener.can_hear(event.to) else self.listener.knows(event)
        kinds = self._kinds_lying([event])
        players = self.labels.players_in(event.to)
        to = "everybody" if len(players) == len(self.labels.players) else listed(players)
        verb = "is" if len(event.pieces) == 1 else "are"
        return f"{self.labels.pieces(event.pieces, sees, kinds)} {verb} shown to {to}" if event.pieces else ""

    def _kinds_lying(self, events: Sequence[ev.Flipped | ev.Shown]) -> tuple[str, ...]:
        """The kinds that pieces can be of which lay there; of those that nobody ever hides, their own."""
        sights = [sight for event in events for sight in event.sights]
        if sights:
            return self.labels.kinds_in(sight.zone for sight in sights)
        layout = self.labels.layout
        kinds = {layout.kind_of[piece] for event in events for piece in event.pieces}
        return tuple(self.labels.program.piece_kinds[kind].name for kind in sorted(kinds))

    def _shuffled(self, events: list[ev.Shuffled]) -> str:
        zones = list(dict.fromkeys(self._zone(event.zone) for event in events))
        many = len(zones) > 1 or are_many(zones[0])
        return f"{listed(zones)} {'are' if many else 'is'} shuffled"

    # ------------------------------------------------------------------ chance, scores

    def _chanced(self, events: list[ev.Chanced]) -> str:
        """What came by chance, of the same thing one after the other at once."""
        first = events[0]
        inner = ir.without_none(first.type)
        knows = self.listener.knows(*events)
        values = [self.labels.value(value, inner, knows) for event in events for value in event.values]
        if first.what and is_phrase(first.what):
            return f"{plain(first.what)}: {listed(values)}, by chance{self._in_secret(first)}"
        if first.what:
            many = len(events) > 1 or are_many(first.what)
            called = noun(first.what)
            if is_participle(first.what):
                called = f"{called} {kind_noun(inner, self.labels)}"
                many = len(values) > 1
            what = plural(called) if many and not are_many(called) else called
            return f"the {what} {'are' if many else 'is'} {listed(values)}, by chance{self._in_secret(first)}"
        return f"chance gives {', '.join(values) or 'nothing'}"

    def _in_secret(self, event: ev.Chanced) -> str:
        if event.seen == -1:
            return ""
        players = self.labels.players_in(event.seen)
        return f", seen by {listed(players) if players else 'nobody'}"

    def recorded(self, event: ev.Recorded) -> list[str]:
        """One clause for each row, with the numbers in columns."""
        wide = max((len(plain(row)) for row, _, _ in event.rows), default=0) + 1
        lines = []
        digits = (
            [
                max(len(f"{values[index]}") for _, _, values in event.rows)
                for index in range(len(self.labels.players))
            ]
            if event.rows
            else []
        )
        for row, _, values in event.rows:
            columns = [
                f"{name} {value:>{room}}".replace("-", "−")
                for name, value, room in zip(self.labels.players, values, digits, strict=True)
            ]
            lines.append(f"{f'{plain(row)}:':<{wide}} {', '.join(columns)}")
        return lines


def _is_silent(event: ev.Event) -> bool:
    """Whether an event is told by others: what chance draws by its move, the end by the score sheet."""
    return isinstance(event, ev.GameOver | ev.Unveiled) or (
        isinstance(event, ev.Chanced) and event.what == "draw"
    )


def _given_by_chance(events: Sequence[ev.Event]) -> frozenset[tuple[str, int]]:
    return frozenset(
        (event.what, value) for event in events if isinstance(event, ev.Chanced) for value in event.values
    )


def _go(pieces: Sequence[int]) -> str:
    return "goes" if len(pieces) == 1 else "go"
