"""The values of a program in Python: every piece, place and listed value as a `Thing` with its attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, assert_never

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.domains import of_union
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.engine.labels.english import with_article
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import SeenPiece, Thing, Value
from rulesdsl.texts import text_of


class Lying(NamedTuple):
    """Where a piece lies, as a `SeenPiece` has it."""

    zone: int | None = None
    at: int | None = None
    down: bool = False


NOWHERE = Lying()

Look = Callable[[int], SeenPiece | None]
"""What somebody sees of a piece; None if it is not known."""


class Vocabulary:
    """Values in Python, with the words of those who play. A thing is made when it is first met."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self._program = labels.program
        self._things: dict[tuple[str, int], Thing] = {}
        self._tables = tables_of_things(self._program)

    @staticmethod
    @lru_cache(maxsize=16)
    def of(labels: Labels) -> Vocabulary:
        return Vocabulary(labels)

    def value(self, value: ev.Content, domain: ir.Domain, look: Look) -> Value:
        """A value for one who sees of pieces what `look` gives."""
        return self._made_of(value, domain, lambda single, of: self._single(single, of, look))

    def _made_of(
        self, value: ev.Content, domain: ir.Domain, single: Callable[[int, ir.Domain], Value]
    ) -> Value:
        """`single`: what becomes of each value in it."""
        if value == ir.NONE:
            return None
        match domain:
            case ir.SeqDomain(of) | ir.SeqOfSeqDomain(of):
                assert isinstance(value, tuple)
                return tuple(self._made_of(item, of, single) for item in value)
            case ir.MapDomain(key, of):
                low = ir.index_span(self._program, key)[0]
                return {
                    self._name(low + index, key): self._made_of(item, of, single)
                    for index, item in enumerate(sequence(value))
                }
            case ir.OptionalDomain(of):
                return self._made_of(value, of, single)
            case ir.UnionDomain():
                return self._made_of(*of_union(self._program, domain, number(value)), single)
            case ir.IntDomain() | ir.FlagDomain() | ir.EnumDomain() | ir.PlayerDomain() | ir.TextDomain():
                return single(number(value), domain)
            case ir.PieceDomain() | ir.PieceNameDomain() | ir.NodeDomain() | ir.LinkDomain():
                return single(number(value), domain)
            case _:
                assert_never(domain)

    def _single(self, value: int, domain: ir.Domain, look: Look) -> Value:
        match domain:
            case ir.IntDomain() | ir.PlayerDomain():
                return value
            case ir.FlagDomain():
                return bool(value)
            case ir.TextDomain():
                return text_of(value)
            case ir.PieceDomain(kinds):
                return look(value) or self.unknown(kinds)
            case ir.EnumDomain() | ir.NodeDomain() | ir.LinkDomain() | ir.PieceNameDomain():
                return self.thing(value, domain)
            case (
                ir.OptionalDomain() | ir.UnionDomain() | ir.SeqDomain() | ir.SeqOfSeqDomain() | ir.MapDomain()
            ):
                return self.value(value, domain, look)
            case _:
                assert_never(domain)

    # ------------------------------------------------------------------ things

    def piece(self, piece: int, lying: Lying = NOWHERE) -> SeenPiece:
        """A piece that is known; where it lies, if that is to be told."""
        thing = self.bare(piece)
        return SeenPiece(thing.kind, thing.name, thing.label, thing.attributes, True, *lying)

    def unknown(self, kinds: tuple[str, ...], label: str = "", lying: Lying = NOWHERE) -> SeenPiece:
        """A piece of these kinds that is not known; where it lies, if that is to be told."""
        description = label or with_article(self.labels.kind(kinds))
        return SeenPiece(self.labels.kind_around(kinds), "", description, {}, False, *lying)

    def thing(
        self, value: int, domain: ir.EnumDomain | ir.NodeDomain | ir.LinkDomain | ir.PieceNameDomain
    ) -> Thing:
        if isinstance(domain, ir.PieceNameDomain):
            return self.bare(self._program.piece_name_of.index(value))
        return self._kept(domain.name, value, domain)

    def bare(self, piece: int) -> Thing:
        """What a piece is, wherever it lies."""
        return self._kept(self._program.piece_kinds[self.labels.layout.kind_of[piece]].name, piece)

    def _kept(self, kind: str, value: int, domain: ir.Domain | None = None) -> Thing:
        thing = self._things.get((kind, value))
        if thing is None:
            of = ir.PieceDomain((kind,)) if domain is None else domain
            label = self.labels.value(value, of)
            thing = Thing(kind, f"{self._name(value, of)}", label, dict(self._attributes(kind, value, of)))
            self._things[kind, value] = thing
        return thing

    def _attributes(self, kind: str, value: int, domain: ir.Domain) -> Iterator[tuple[str, Value]]:
        index = value - ir.index_span(self._program, domain)[0]
        for attribute, table in self._tables.get(kind, ()):
            yield attribute, self._made_of(table.values[index], table.type, self._by_name)
        position = self.labels.position(kind, index) if isinstance(domain, ir.NodeDomain) else None
        if position is not None:
            yield from zip(("column", "row"), position, strict=True)

    def _by_name(self, value: int, domain: ir.Domain) -> Value:
        """Of a thing its name: what the file says of one leads to no other."""
        return bool(value) if isinstance(domain, ir.FlagDomain) else self._name(value, domain)

    def _name(self, value: int, domain: ir.Domain) -> int | str:
        """As in the file, where it has a name there; else in words. Numbers and players are numbers."""
        match domain:
            case ir.PieceDomain():
                return self._row_name(self._program.piece_name_of[value]) or self.labels.piece(value)
            case ir.PieceNameDomain():
                return self._row_name(value) or self.labels.value(value, domain)
            case ir.IntDomain() | ir.PlayerDomain():
                return value
            case ir.TextDomain():
                return text_of(value)
            case (
                ir.FlagDomain()
                | ir.EnumDomain()
                | ir.NodeDomain()
                | ir.LinkDomain()
                | ir.OptionalDomain()
                | ir.UnionDomain()
                | ir.SeqDomain()
                | ir.MapDomain()
                | ir.SeqOfSeqDomain()
            ):
                return self.labels.value(value, domain)
            case _:
                assert_never(domain)

    def _row_name(self, row: int) -> str:
        return self._program.piece_name_ids[row]


def tables_of_things(program: ir.Program) -> dict[str, list[tuple[str, ir.Table]]]:
    """By the kind of things the attributes that the file gives them."""
    tables: dict[str, list[tuple[str, ir.Table]]] = {}
    for name, table in program.tables.items():
        of, dot, attribute = name.partition(".")
        if dot and len(table.keys) == 1 and _is_all_of(table.keys[0], of):
            tables.setdefault(of, []).append((attribute, table))
    return tables


def _is_all_of(key: ir.Domain, name: str) -> bool:
    """Whether a table by this key, called after a kind, says something of each thing of the kind."""
    match key:
        case ir.PieceDomain((kind,)) | ir.EnumDomain(kind) | ir.NodeDomain(kind) | ir.LinkDomain(kind):
            return kind == name
        case _:
            return False
