"""Words for values: how players, pieces, zones are called, and what one who may not know reads instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import assert_never

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.domains import of_union
from rulesdsl.engine.core.growing import growing_boards, places_grown
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.engine.labels.english import (
    PREPOSITIONS,
    counted,
    gathered,
    is_participle,
    is_phrase,
    listed,
    noun,
    numeral,
    plain,
    plural,
    possessive,
    with_article,
)
from rulesdsl.grids import Offset
from rulesdsl.texts import in_quotes

SEATS = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")

Sees = Callable[[int], bool]
"""Whether the one who reads may know which piece it is."""


def names(players: int) -> tuple[str, ...]:
    """How the players are called if nobody says otherwise."""
    return tuple(SEATS[seat] if seat < len(SEATS) else f"Player {seat + 1}" for seat in range(players))


def everything(_piece: int) -> bool:
    return True


def nothing(_piece: int) -> bool:
    return False


@lru_cache(maxsize=4096)
def _with_players(name: str, players: tuple[str, ...]) -> str:
    """A name of pieces with the players' names in place of their seats."""

    def player(match: re.Match[str]) -> str:
        seat = int(match[1])
        return players[seat - 1] if 1 <= seat <= len(players) else match[0]

    return re.sub(r"\bseat (\d+)\b", player, name)


def label_of_place(kind: str, lies: Offset) -> str:
    """What a place of a board that grows is called: by its column and its row."""
    column, row = map(numeral, lies)
    return f"{plain(kind)} {column}/{row}"


def _with_index(name: str, index: Sequence[str]) -> str:
    """`pack (left pocket)`, `cube at Banff`."""
    if not index:
        return name
    if name.rsplit(" ", maxsplit=1)[-1] in PREPOSITIONS:
        return f"{name} {', '.join(index)}"
    return f"{name} ({', '.join(index)})"


@lru_cache(maxsize=64)
def _labels_of(layout: Layout, players: tuple[str, ...], grown: ev.Grown = ()) -> Labels:
    """Made once: much is kept for each."""
    return Labels(layout, players or names(layout.program.players), grown)


@frozen(cache_hash=True)
class Labels:
    """The words of one program, with the names of those who play."""

    layout: Layout
    players: tuple[str, ...]
    grown: ev.Grown = ()
    """Where the places of boards that grow lie in a position; without one they go by their numbers."""

    @staticmethod
    def of(layout: Layout, players: Sequence[str] | None = None, *, cells: list[int] | None = None) -> Labels:
        """`cells`: a position of the game of which is spoken."""
        return _labels_of(layout, tuple(players or ()), () if cells is None else places_grown(layout, cells))

    def when(self, grown: ev.Grown) -> Labels:
        """The same words, with the places called by where they lay."""
        return self if grown == self.grown else _labels_of(self.layout, self.players, grown)

    @property
    def program(self) -> ir.Program:
        return self.layout.program

    # ------------------------------------------------------------------ values

    def value(self, value: ev.Content, domain: ir.Domain, sees: Sees = everything) -> str:
        match domain:
            case ir.OptionalDomain(of):
                return "none" if value == ir.NONE else self.value(value, of, sees)
            case ir.SeqDomain():
                return self._sequence(sequence(value), domain, sees)
            case ir.SeqOfSeqDomain(of):
                assert isinstance(value, tuple)
                return "; ".join(self.value(part, of, sees) for part in value) or "nothing"
            case ir.MapDomain(key, of):
                low = ir.index_span(self.program, key)[0]
                parts = [
                    f"{self.value(item, of, sees)} {self.value(low + index, key, sees)}"
                    for index, item in enumerate(sequence(value))
                    if item != 0
                ]
                return listed(parts)
            case _:
                return "none" if value == ir.NONE else self._scalar(number(value), domain, sees)

    def _scalar(self, value: int, domain: ir.Domain, sees: Sees) -> str:
        match domain:
            case ir.IntDomain():
                return numeral(value)
            case ir.FlagDomain():
                return "yes" if value else "no"
            case ir.EnumDomain(name):
                return self.program.enums[name][value]
            case ir.PlayerDomain():
                return self.players[value]
            case ir.PieceDomain(kinds):
                return self.piece(value) if sees(value) else with_article(self.kind(kinds))
            case ir.PieceNameDomain():
                return self.name(value)
            case ir.NodeDomain(name):
                return self._place(name, value)
            case ir.LinkDomain(name):
                return self._link(name, value)
            case ir.TextDomain():
                return in_quotes(value)
            case ir.UnionDomain():
                return self.value(*of_union(self.program, domain, value), sees)
            case ir.OptionalDomain() | ir.SeqDomain() | ir.SeqOfSeqDomain() | ir.MapDomain():
                return self.value(value, domain, sees)
            case _:
                assert_never(domain)

    def position(self, kind: str, place: int) -> Offset | None:
        """The column and the row of a place of a board that grows, once it is there."""
        for board, places in zip(growing_boards(self.layout), self.grown, strict=False):
            if board.kind == kind and place < len(places):
                return places[place]
        return None

    def _place(self, kind: str, place: int) -> str:
        label = self.program.nodes[kind][place]
        for board in growing_boards(self.layout) if self.grown else ():
            made_of = dict(board.made_of).get(kind)
            if board.kind != kind and made_of is None:
                continue
            of = place if made_of is None else made_of[place]
            lies = self.position(board.kind, of)
            if lies is not None:
                rest = label.removeprefix(self.program.nodes[board.kind][of])
                return f"{label_of_place(board.kind, lies)}{rest}"
        return label

    def _link(self, name: str, link: int) -> str:
        graph = self.program.graphs[name]
        if graph.link_names:
            return graph.link_names[link]
        low = ir.index_span(self.program, graph.of)[0]
        return " – ".join(self.value(low + end, graph.of) for end in graph.links[link])

    def _sequence(self, values: tuple[int, ...], domain: ir.SeqDomain, sees: Sees) -> str:
        match domain.of:
            case ir.PieceDomain(kinds):
                return self.pieces(values, sees, kinds)
            case ir.PlayerDomain() if not values:
                return "nobody"
            case _:
                return listed([self.value(value, domain.of, sees) for value in values])

    def words(self, words: ev.Words, sees: Sees = everything, viewer: int | None = None) -> str:
        """A text with its values, as this player may read it (None: one who may read all)."""
        fragments = []
        for part in words:
            if isinstance(part, str):
                fragments.append(part)
            elif viewer is None or part.known_to >> viewer & 1:
                fragments.append(self.value(part.value, part.type, sees))
            else:
                fragments.append("…")
        return "".join(fragments)

    def players_in(self, mask: int) -> list[str]:
        return [name for index, name in enumerate(self.players) if mask >> index & 1]

    # ------------------------------------------------------------------ pieces

    def kind(self, kinds: Sequence[str]) -> str:
        """What a piece of one of these kinds is called by those who do not know it."""
        return plain(self.kind_around(kinds) or "piece")

    def kind_around(self, kinds: Sequence[str]) -> str:
        """The kind, or the smallest union in which all of these kinds are; "" if there is none."""
        if len(kinds) == 1:
            return kinds[0]
        unions = self.program.unions.items()
        around = [(len(members), name) for name, members in unions if set(kinds) <= set(members)]
        return min(around)[1] if kinds and around else ""

    def piece(self, piece: int) -> str:
        label = self.name(self.program.piece_name_of[piece])
        if label.lstrip("-").isdigit():
            return f"{plain(self.program.piece_kinds[self.layout.kind_of[piece]].name)} {label}"
        return label

    def name(self, number: int) -> str:
        """The name of a row of pieces; who has a seat is called by name."""
        return _with_players(self.program.piece_names[number], self.players)

    def pieces_called(self, numbers: Sequence[int]) -> str:
        """As many pieces of these names, in the words in which one speaks of the pieces themselves."""
        name_of = self.program.piece_name_of
        return listed(self._gathered([name_of.index(number) for number in numbers]))

    def pieces(self, pieces: Sequence[int], sees: Sees, kinds: Sequence[str], *, most: int = 0) -> str:
        """Known pieces by name, the others by their number; so all if more than `most` are known by name."""
        known = self._gathered([piece for piece in pieces if sees(piece)])
        if most and len(known) > most:
            return counted(len(pieces), self.kind(kinds))
        hidden = sum(not sees(piece) for piece in pieces)
        if hidden:
            noun = self.kind(kinds)
            known.append(with_article(noun) if hidden == 1 and not known else counted(hidden, noun))
        return listed(known)

    def _gathered(self, pieces: Sequence[int]) -> list[str]:
        """By name, each with how often it comes; those that have no name but their kind's in the plural."""
        kinds = {plain(self.program.piece_kinds[self.layout.kind_of[piece]].name) for piece in pieces}
        return gathered(map(self.piece, pieces), kinds)

    def kinds_moved(self, routes: Iterable[tuple[int, int]]) -> tuple[str, ...]:
        """The kinds of pieces that can have gone one of these ways."""
        possible = {kind for route in routes for kind in self.kinds_in(route)}
        return tuple(kind.name for kind in self.program.piece_kinds if kind.name in possible)

    def kinds_in(self, instances: Iterable[int]) -> tuple[str, ...]:
        """The kinds that a piece can be of which lies, or has lain, in all of these zones."""
        possible = [kind.name for kind in self.program.piece_kinds]
        for instance in instances:
            if instance != ev.OUT_OF_PLAY:
                zone, _ = self.layout.instance_index(instance)
                allowed = self.layout.zones[zone].zone.pieces.kinds
                possible = [kind for kind in possible if kind in allowed]
        return tuple(possible)

    # ------------------------------------------------------------------ zones and states

    def zone(self, instance: int, speaker: int | None = None) -> str:
        """`Anna's hand`, `the draw pile`; a speaker's own zones without the name."""
        if instance == ev.OUT_OF_PLAY:
            return "out of play"
        name, index = self.layout.instance_index(instance)
        zone = self.layout.zones[name].zone
        return self.thing(self.called(zone), zone.owner_at, index, [var.type for var in zone.index], speaker)

    def called(self, zone: ir.Zone) -> str:
        """The name of a zone with a noun: `played` is `played_cards`, `on_table` is `cards_on_table`."""
        phrase = is_phrase(zone.name)
        if not phrase and not is_participle(zone.name):
            return zone.name
        noun = self.kind(zone.pieces.kinds)
        noun = (noun if zone.shape == "slot" else plural(noun)).replace(" ", "_")
        return f"{noun}_{zone.name}" if phrase else f"{zone.name}_{noun}"

    def state(self, name: str, index: Sequence[int], speaker: int | None = None) -> str:
        state = self.layout.states[name].state
        return self.thing(state.name, state.owner_at, index, state.index, speaker).removeprefix("the ")

    def thing(
        self,
        name: str,
        owner_at: int | None,
        index: Sequence[int],
        types: Sequence[ir.Domain],
        speaker: int | None = None,
    ) -> str:
        """What is called so at these indices, one of which may be its owner."""
        owner = None if owner_at is None else index[owner_at]
        return self._owned(_with_index(noun(name), self.keys(index, types, owner_at)), owner, speaker)

    def keys(self, index: Sequence[int], types: Sequence[ir.Domain], owner_at: int | None) -> tuple[str, ...]:
        """The indices in words, without the owner."""
        pairs = enumerate(zip(index, types, strict=True))
        return tuple(self.value(*pair) for position, pair in pairs if position != owner_at)

    def named(self, name: str, index: Sequence[str], owner: int | None) -> str:
        """A state by the words for its indices."""
        return self._owned(_with_index(noun(name), index), owner).removeprefix("the ")

    def _owned(self, noun: str, owner: int | None, speaker: int | None = None) -> str:
        if owner is None:
            return f"the {noun}"
        return noun if owner == speaker else f"{possessive(self.players[owner])} {noun}"

    def bindings(self, bound: Iterable[tuple[str, ev.Value]], sees: Sees = everything) -> str:
        return ", ".join(self.value(value.value, value.type, sees) for _, value in bound)
