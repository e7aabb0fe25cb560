"""Zones that nothing is put into, and zones that nothing ever looks at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rulesdsl import program as ir
from rulesdsl.check.symbols import ZoneSymbol
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.statement_facts import statements_in


def zones_used(checked: Sequence[Checked]) -> Iterator[Diagnostic]:
    first = checked[0].world.symbols

    @cache
    def in_moves() -> frozenset[str]:
        return frozenset().union(*map(_zones_in_moves, checked))

    for name, symbol in first.items():
        if not isinstance(symbol, ZoneSymbol):
            continue
        everywhere = [checked_game.elaboration.world.symbols.get(name) for checked_game in checked]
        zones = [item for item in everywhere if isinstance(item, ZoneSymbol)]
        filled = any(zone.filled for zone in zones)
        read = any(zone_symbol.read for zone_symbol in zones)
        if not filled and not read:
            yield finding(
                "unused-name",
                symbol.span,
                f"the zone `{name}` is never used",
                "never used",
                hint="take it away, or use it",
            )
        elif not filled and any(_begin_in_play(entry, symbol) for entry in checked):
            yield finding(
                "zone-never-filled",
                symbol.span,
                f"nothing is ever put into `{name}`",
                "always empty",
                hint="say what it `starts with`, or move pieces to it",
            )
        elif not read and symbol.owner_at is not None:
            # Where pieces of a player lie they are meant to count for something.
            yield finding(
                "zone-never-read",
                symbol.span,
                f"pieces come to lie in `{name}`, but nothing ever looks at them",
                "never read",
                hint="a score may have been forgotten; what is only out of play lies in one zone for all",
            )
        elif (
            not read
            and name not in in_moves()
            and not any(_bears_states(program, symbol) for program in checked)
        ):
            # A pile for all that pieces only go to is where they leave the game; these were never in it.
            yield finding(
                "zone-never-read",
                symbol.span,
                f"the pieces that start in `{name}` are never used",
                "never read",
                hint="deal or draw them, or leave them out of the game",
            )


def _begin_in_play(checked: Checked, zone: ZoneSymbol) -> bool:
    """Whether pieces that could lie in a zone lie somewhere at the start; if not, that is what is wrong."""
    placed = {piece for item in checked.program.zones for pieces in item.starts for piece in pieces}
    return not placed.isdisjoint(checked.elaboration.declarations.members(zone.pieces))


def _bears_states(checked: Checked, zone: ZoneSymbol) -> bool:
    """Whether something is kept for each of the pieces: then they are used where they lie."""
    return any(
        isinstance(domain, ir.PieceDomain) and set(domain.kinds) & set(zone.pieces.kinds)
        for state in checked.program.states
        for domain in state.index
    )


def _zones_in_moves(checked: Checked) -> frozenset[str]:
    """The zones that pieces come to, and those from which they may be taken though the zone is not named:
    `move your pawn to …`."""
    program = checked.program
    access = Access(program)
    zones: set[str] = set()
    for line in statements_in((tuple(program.procs.values()), program.rules)):
        zones.update(to.zone for to, _down in line.to)
        zones.update(*(access.zones_of(what) for what in line.takes))
    targets = (ref for item in program.zones for ref in (item.old_to, item.extra_to))
    return frozenset(zones.union(ref.zone for ref in targets if ref is not None))
