"""What the whole-game checks find, at each number of players, brought together to one report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, evolve, field, frozen

from rulesdsl import program as ir
from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.world import World
from rulesdsl.diagnostics.model import Diagnostic, Fix, Label
from rulesdsl.source import Span


@frozen
class Checked:
    """A game at one number of players: its program, and the symbols from which it was made."""

    players: int
    elaboration: Elaboration
    program: ir.Program

    @property
    def world(self) -> World:
        return self.elaboration.world


Because = tuple[tuple[Span, str], ...]


def finding(
    code: str,
    span: Span,
    message: str,
    label: str = "",
    *,
    because: Because = (),
    hint: str | None = None,
    fix: Fix | None = None,
) -> Diagnostic:
    return Diagnostic(code, message, Label(span, label), tuple(Label(s, t) for s, t in because), hint, fix)


@define
class Findings:
    """Findings of the same code at the same place are one; it says at how many players it holds."""

    all_counts: Sequence[int]
    _found: dict[tuple[str, Span], tuple[Diagnostic, list[int]]] = field(factory=dict)

    def add(self, players: int, diagnostic: Diagnostic) -> None:
        key = diagnostic.code, diagnostic.span
        _first, counts = self._found.setdefault(key, (diagnostic, []))
        if players not in counts:
            counts.append(players)

    def at_every_count(self) -> Iterator[Diagnostic]:
        """Only what holds whatever the number of players is."""
        for diagnostic, counts in self._found.values():
            if len(counts) == len(self.all_counts):
                yield diagnostic

    def __iter__(self) -> Iterator[Diagnostic]:
        for diagnostic, counts in self._found.values():
            words = numbers_of_players(counts, self.all_counts)
            yield evolve(diagnostic, message=f"{diagnostic.message} ({words})") if words else diagnostic


def numbers_of_players(counts: Sequence[int], all_counts: Sequence[int]) -> str:
    """In words, "" where it holds for every number of players."""
    if len(counts) == len(all_counts):
        return ""
    ordered = sorted(counts)
    if len(ordered) > 2 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return f"with {ordered[0]} to {ordered[-1]} players"
    *first, last = (str(value) for value in ordered)
    numbers_text = f"{', '.join(first)} or {last}" if first else last
    return f"with {numbers_text} player{'' if ordered == [1] else 's'}"


def listed(names: Sequence[str], most: int = 4) -> str:
    """`a`, `b` and 3 others."""
    shown = ", ".join(f"`{name}`" for name in names[:most])
    rest = len(names) - most
    return f"{shown} and {rest} other{'s' if rest > 1 else ''}" if rest > 0 else shown
