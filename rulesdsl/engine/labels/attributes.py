"""What is printed on things, in words: the attributes of a piece, a place or a listed value."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cached_property, lru_cache

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.labels.english import listed, plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import Thing
from rulesdsl.engine.labels.vocabulary import tables_of_things


@frozen
class Detail:
    """One attribute: `name` is what it is called, `text` its value; of a yes the name says all."""

    name: str
    text: str
    plain_value: bool = False
    """Whether the value says by itself what it is: a region, a colour; a number does not."""

    def __str__(self) -> str:
        return f"{self.name} {self.text}".strip()

    @property
    def short(self) -> str:
        """Without the name where the value speaks for itself."""
        return self.text if self.plain_value else f"{self}"


class Attributes:
    """`aside`: attributes that nobody needs to see, as `Kind.attribute`."""

    def __init__(self, labels: Labels, aside: frozenset[str] = frozenset()) -> None:
        self._labels = labels
        self._program = labels.program
        self._aside = aside
        self._tables = tables_of_things(self._program)

    @staticmethod
    @lru_cache(maxsize=16)
    def of(labels: Labels, aside: frozenset[str] = frozenset()) -> Attributes:
        return Attributes(labels, aside)

    # ------------------------------------------------------------------ which thing

    def thing(self, thing: Thing) -> tuple[Detail, ...]:
        """The attributes of a thing that somebody sees; none of one that is not known."""
        pair = self.known(thing)
        return () if pair is None else self.value(*pair)

    def known(self, thing: Thing) -> tuple[int, ir.Domain] | None:
        """The number of a thing and its type; None for one that is not known."""
        return self._values.get((thing.kind, thing.name, thing.label))

    @cached_property
    def _values(self) -> dict[tuple[str, str, str], tuple[int, ir.Domain]]:
        values: dict[tuple[str, str, str], tuple[int, ir.Domain]] = {}
        for domain in self._domains():
            low, size = ir.index_span(self._program, domain)
            name = domain.kinds[0] if isinstance(domain, ir.PieceDomain) else domain.name
            for value in range(low, low + size):
                values.setdefault((name, *self._names(value, domain)), (value, domain))
        return values

    def _domains(self) -> Iterator[ir.PieceDomain | ir.EnumDomain | ir.NodeDomain]:
        yield from (ir.PieceDomain((kind.name,)) for kind in self._program.piece_kinds)
        yield from (ir.EnumDomain(name) for name in self._program.enums)
        yield from (ir.NodeDomain(name) for name in self._program.nodes)

    def _names(self, value: int, domain: ir.Domain) -> tuple[str, str]:
        label = self._labels.value(value, domain)
        if isinstance(domain, ir.PieceDomain):
            return self._program.piece_name_ids[self._program.piece_name_of[value]] or label, label
        return label, label

    # ------------------------------------------------------------------ in words

    def value(self, value: ev.Content, domain: ir.Domain) -> tuple[Detail, ...]:
        """The attributes of a value: those that are none or nothing are left out, and what its name says."""
        inner = ir.without_none(domain)
        if not isinstance(value, int) or value == ir.NONE:
            return ()
        kind, row = self._row(inner, value)
        called = self._labels.value(value, inner).lower().replace("_", " ")
        details = []
        for attribute, table in self._tables.get(kind, ()):
            if row < len(table.values) and f"{kind}.{attribute}" not in self._aside:
                detail = self._detail(attribute, table.values[row], table.type)
                if detail is not None and detail.text.lower().replace("_", " ") != called:
                    details.append(detail)
        return tuple(_not_in_name(called, details) if isinstance(inner, ir.PieceDomain) else details)

    def short(self, value: ev.Content, domain: ir.Domain, idle: Container[Detail] = ()) -> str:
        """The same in a few words: what is 0 is left out, what the name says, and what is `idle`."""
        words = self._labels.value(value, domain).lower().split()
        details = (
            detail for detail in self.value(value, domain) if detail.text != "0" and detail not in idle
        )
        return ", ".join(detail.short for detail in details if detail.text.lower() not in words)

    def short_of(self, thing: Thing, idle: Container[Detail] = ()) -> str:
        pair = self.known(thing)
        return "" if pair is None else self.short(*pair, idle)

    def in_common(self, things: Iterable[Thing]) -> frozenset[Detail]:
        """What is printed on all of several different things, and so tells none from the others."""
        details = [frozenset(self.thing(thing)) for thing in dict.fromkeys(things)]
        return frozenset.intersection(*details) if len(details) > 1 else frozenset()

    def _detail(self, attribute: str, value: ev.Content, domain: ir.Domain) -> Detail | None:
        if value in (ir.NONE, ()):
            return None
        if isinstance(domain, ir.FlagDomain):
            return Detail(plain(attribute), "") if value else None
        text = self._labels.value(value, domain)
        if not text or text == "nothing":
            return None
        inner = ir.without_none(domain)
        if isinstance(inner, ir.SeqDomain):
            inner = inner.of
        speaks = not isinstance(inner, ir.IntDomain | ir.FlagDomain | ir.PlayerDomain)
        return Detail(plain(attribute), text, plain_value=speaks)

    def _row(self, domain: ir.Domain, value: int) -> tuple[str, int]:
        match domain:
            case ir.PieceDomain():
                for kind in self._program.piece_kinds:
                    if value in kind.pieces:
                        return kind.name, value - kind.first
                return "", 0
            case ir.EnumDomain(name) | ir.NodeDomain(name) | ir.LinkDomain(name):
                return name, value - ir.index_span(self._program, domain)[0]
            case _:
                return "", 0

    # ------------------------------------------------------------------ sheets

    def sheet(self, value: int, domain: ir.Domain) -> tuple[Detail, ...]:
        """What tables say of a piece line by line, such as the spaces of a player's sheet."""
        if not isinstance(domain, ir.PieceDomain):
            return ()
        lines: dict[str, dict[int, list[str]]] = {}
        for name, table in self._program.tables.items():
            match table.keys:
                case (ir.PieceDomain() as pieces, ir.IntDomain(low, high)):
                    first, size = ir.index_span(self._program, pieces)
                    if not 0 <= value - first < size:
                        continue
                    heading, _dot, result = name.partition(".")
                    for line in range(low, high + 1):
                        cell = table.values[(value - first) * (high - low + 1) + line - low]
                        text = self._cell(cell, table.type)
                        if text:
                            shown = (
                                text if isinstance(table.type, ir.MapDomain) else f"{plain(result)} {text}"
                            )
                            lines.setdefault(heading, {}).setdefault(line, []).append(shown)
                case _:
                    continue
        return tuple(
            Detail(f"{plain(heading)} {line}:", ", ".join(parts))
            for heading, rows in lines.items()
            for line, parts in sorted(rows.items())
        )

    def _cell(self, value: ev.Content, domain: ir.Domain) -> str:
        """What a cell says; of a map what there is, those with the same value together."""
        if value in (ir.NONE, ()):
            return ""
        if isinstance(domain, ir.MapDomain) and isinstance(value, tuple):
            low = ir.index_span(self._program, domain.key)[0]
            keys: dict[str, list[str]] = {}
            for index, item in enumerate(value):
                if item not in (ir.NONE, ()):
                    assert isinstance(item, int)
                    details = self._labels.value(item, domain.value)
                    keys.setdefault(details, []).append(self._labels.value(low + index, domain.key))
            return ", ".join(f"{listed(names)} {details}" for details, names in keys.items())
        text = self._labels.value(value, domain)
        return "" if text == "nothing" else text


def _not_in_name(called: str, details: list[Detail]) -> list[Detail]:
    """A name such as `hearts 12` is made of attributes, and has said them already."""
    words = called.split()
    texts = [detail.text.lower() for detail in details]
    if not all(word in texts for word in words):
        return details
    left = list(details)
    for word in words:
        named = next((each for each in left if each.text.lower() == word), None)
        if named:
            left.remove(named)
    return left
