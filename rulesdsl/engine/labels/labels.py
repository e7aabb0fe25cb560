"""Words for values: how players, pieces, zones are called, and what one who may not know reads instead."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import assert_never

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.growing import growing_boards
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.grids import Offset

SEATS = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")

Sees = Callable[[int], bool]
"""Whether the one who reads may know which piece it is."""

Grown = tuple[tuple[Offset, ...], ...]
"""Of each board that grows where its places lie."""


def names(players: int) -> tuple[str, ...]:
    """How the players are called if nobody says otherwise."""
    return tuple(SEATS[seat] if seat < len(SEATS) else f"Player {seat + 1}" for seat in range(players))


def everything(_piece: int) -> bool:
    return True


def nothing(_piece: int) -> bool:
    return False


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A name of the file as it is read aloud: `discard_pile` is "discard pile", `TownCard` is "town card"."""
    if name.isupper():
        # An initial, or a name made of initials.
        return name.replace("_", " ")
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return apart.replace("_", " ").lower() if apart != name or name[:1].isupper() else name.replace("_", " ")


@lru_cache(maxsize=4096)
def _with_players(name: str, players: tuple[str, ...]) -> str:
    """A name of pieces with the players' names in place of their seats."""

    def player(match: re.Match[str]) -> str:
        seat = int(match[1])
        return players[seat - 1] if 1 <= seat <= len(players) else match[0]

    return re.sub(r"\bseat (\d+)\b", player, name)


def noun(name: str) -> str:
    """The same without an article of its own: of `the_spy` one says "the spy", too."""
    text = plain(name)
    return next((text[len(word) :] for word in ("the ", "a ", "an ") if text.startswith(word)), text)


def with_article(name: str) -> str:
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


_OWN_PLURALS = {
    "child": "children",
    "die": "dice",
    "fish": "fish",
    "foot": "feet",
    "goose": "geese",
    "half": "halves",
    "knife": "knives",
    "leaf": "leaves",
    "loaf": "loaves",
    "man": "men",
    "mouse": "mice",
    "ox": "oxen",
    "person": "people",
    "sheep": "sheep",
    "shelf": "shelves",
    "thief": "thieves",
    "wolf": "wolves",
    "woman": "women",
}
"""Nouns that rules speak of, of which there are not several by an s."""
_OWN_SINGULARS = {many: name for name, many in _OWN_PLURALS.items() if many != name}


def _last_word(name: str) -> tuple[str, str]:
    """A name in two: what stands before its last word, and that."""
    start = max(name.rfind(" "), name.rfind("_")) + 1
    return name[:start], name[start:]


def plural(noun: str) -> str:
    before, last = _last_word(noun)
    if last in _OWN_PLURALS:
        return before + _OWN_PLURALS[last]
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(s|x|z|ch|sh)$", noun) else "s")


def are_many(name: str) -> bool:
    """Whether what is called so is spoken of in the plural, as far as its form tells."""
    return _last_word(name)[1] in _OWN_SINGULARS or (name.endswith("s") and not name.endswith("ss"))


def singular(name: str) -> str:
    before, last = _last_word(name)
    if last in _OWN_SINGULARS:
        return before + _OWN_SINGULARS[last]
    if name.endswith("ies") and len(name) > 4:
        return name[:-3] + "y"
    if re.search(r"(ss|x|zz|ch|sh)es$", name):
        return name[:-2]
    return name[:-1] if are_many(name) else name


PARTICIPLES = frozenset(
    """
    beaten bought built chosen drawn eaten face_down face_up fallen forgotten frozen given gone held hidden
    kept known laid lost open paid seen sent shown sold spent stolen taken thrown told torn won worn written
    """.split()  # noqa: SIM905
)
ENDING_ALIKE = frozenset(
    (
        "bed",
        "breed",
        "creed",
        "deed",
        "feed",
        "hundred",
        "need",
        "red",
        "reed",
        "seed",
        "shed",
        "sled",
        "speed",
    )
)
"""No participles."""


PARTICLES = frozenset(("aside", "away", "back", "down", "in", "off", "out", "over", "up"))
"""Words that belong to a verb: `turned_up`."""


def is_participle(name: str) -> bool:
    """Whether a name says what has happened to things, rather than what they are: `played`, `turned_up`."""
    if name in PARTICIPLES:
        return True
    *before, last = name.split("_")
    if last in PARTICLES and before:
        last = before[-1]
    return last in PARTICIPLES or (last.endswith("ed") and last not in ENDING_ALIKE)


def is_phrase(name: str) -> bool:
    """Whether a name says where or how, and is no noun: `on_table`, `in_play`."""
    first, *rest = name.split("_")
    return bool(rest) and first in (*PREPOSITIONS, *PARTICLES) and rest[-1] not in PREPOSITIONS


def counted(count: int, noun: str) -> str:
    return f"{count} {noun if count == 1 else plural(noun)}"


def possessive(name: str) -> str:
    return f"{name}'s"


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; nothing for none."""
    if not parts:
        return "nothing"
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def gathered(words: Iterable[str]) -> list[str]:
    """Each once, in the order of its first appearance, with how often it comes if that is more than once."""
    return [word if times == 1 else f"{times} × {word}" for word, times in Counter(words).items()]


def keyed(entries: Sequence[tuple[str, str]], mark: str) -> list[str]:
    """Keys, each with its value: `north 2`. The mark stands between them if any key is more than a word or
    ends in a digit, so that its end could be read as the value; a key without a value has said all.
    """
    is_marked = any(value and (" " in key or key[-1:].isdigit()) for key, value in entries)
    return [f"{key}{mark if is_marked and value else ''} {value}".strip() for key, value in entries]


def label_of_place(kind: str, lies: Offset) -> str:
    """What a place of a board that grows is called: by its column and its row."""
    column, row = (f"{along}".replace("-", "−") for along in lies)
    return f"{plain(kind)} {column}/{row}"


PREPOSITIONS = ("at", "of", "on", "in", "from", "to", "under", "for", "by", "with")


def _with_index(name: str, index: Sequence[str]) -> str:
    """`pack (left pocket)`, `cube at Banff`."""
    if not index:
        return name
    if name.rsplit(" ", maxsplit=1)[-1] in PREPOSITIONS:
        return f"{name} {', '.join(index)}"
    return f"{name} ({', '.join(index)})"


def _grown(layout: Layout, cells: list[int]) -> Grown:
    return tuple(board.places(cells) for board in growing_boards(layout))


@lru_cache(maxsize=64)
def _labels_of(layout: Layout, players: tuple[str, ...], grown: Grown = ()) -> Labels:
    """Made once: much is kept for each."""
    return Labels(layout, players or names(layout.program.players), grown)


@frozen(cache_hash=True)
class Labels:
    """The words of one program, with the names of those who play."""

    layout: Layout
    players: tuple[str, ...]
    grown: Grown = ()
    """Where the places of boards that grow lie in a position; without one they go by their numbers."""

    @staticmethod
    def of(layout: Layout, players: Sequence[str] | None = None, *, cells: list[int] | None = None) -> Labels:
        """`cells`: a position of the game of which is spoken."""
        return _labels_of(layout, tuple(players or ()), () if cells is None else _grown(layout, cells))

    def in_position(self, cells: list[int]) -> Labels:
        """The same words, with the places called by where they lie."""
        grown = _grown(self.layout, cells)
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
                return f"{value}".replace("-", "−")
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
            case ir.UnionDomain(alternatives):
                for alternative in alternatives:
                    low, size = ir.index_span(self.program, alternative)
                    if value < size:
                        return self.value(low + value, alternative, sees)
                    value -= size
                raise ValueError(domain)
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

    # ------------------------------------------------------------------ pieces

    def kind(self, kinds: Sequence[str]) -> str:
        """What a piece of one of these kinds is called by those who do not know it."""
        if len(kinds) == 1:
            return plain(kinds[0])
        unions = self.program.unions.items()
        around = [(len(members), name) for name, members in unions if set(kinds) <= set(members)]
        return plain(min(around)[1]) if kinds and around else "piece"

    def piece(self, piece: int) -> str:
        label = self.name(self.program.piece_name_of[piece])
        if label.lstrip("-").isdigit():
            return f"{plain(self.program.piece_kinds[self.layout.kind_of[piece]].name)} {label}"
        return label

    def name(self, number: int) -> str:
        """The name of a row of pieces; who has a seat is called by name."""
        return _with_players(self.program.piece_names[number], self.players)

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
        names = Counter(self.piece(piece) for piece in pieces)
        kinds = {plain(self.program.piece_kinds[self.layout.kind_of[piece]].name) for piece in pieces}
        return [
            name if times == 1 else counted(times, name) if name in kinds else f"{times} × {name}"
            for name, times in names.items()
        ]

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
        inner = [
            self.value(value, domain)
            for position, (value, domain) in enumerate(zip(index, types, strict=True))
            if position != owner_at
        ]
        owner = None if owner_at is None else index[owner_at]
        return self._owned(_with_index(noun(name), inner), owner, speaker)

    def named(self, name: str, index: Sequence[str], owner: int | None) -> str:
        """A state by the words for its indices."""
        return self._owned(_with_index(noun(name), index), owner).removeprefix("the ")

    def _owned(self, noun: str, owner: int | None, speaker: int | None = None) -> str:
        if owner is None:
            return f"the {noun}"
        return noun if owner == speaker else f"{possessive(self.players[owner])} {noun}"

    def bindings(self, bound: Iterable[tuple[str, ev.Value]], sees: Sees = everything) -> str:
        return ", ".join(self.value(value.value, value.type, sees) for _, value in bound)
