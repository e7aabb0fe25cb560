"""In words: decks too small, zones too full, choices from nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.check.symbols import ZoneSymbol
from rulesdsl.check.whole.findings import Because, Checked, finding
from rulesdsl.check.whole.reachable import Reachable
from rulesdsl.check.whole.supply import Supply
from rulesdsl.check.whole.supply_run import Shortage
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.source import Span

PATIENCE_FIRST = 800
"""Lines that perhaps are never reached and are carried out all the same: at the first number of players,"""

PATIENCE_LATER = 120
"""and at the others, which differ by little."""


def shortages(
    checked: Checked, reachable: Reachable, *, first: bool, warnings: bool = True
) -> Iterator[Diagnostic]:
    patience = PATIENCE_FIRST if first else PATIENCE_LATER
    supply = Supply(reachable, patience)
    complete = supply.carry_out()
    spans: set[Span] = set()
    short = False
    for span, shortage in supply.shortages(complete=complete):
        spans.add(span)
        short = short or shortage.sort in ("deal", "draw")
        yield _diagnostic(checked, span, shortage)
    if warnings:
        yield from _perhaps_short(checked, supply, spans, short=short)
        yield from _perhaps_full(checked, supply, Supply(reachable, patience, hopeful=True))


def _perhaps_short(
    checked: Checked, supply: Supply, spans: set[Span], *, short: bool
) -> Iterator[Diagnostic]:
    """Lines that may find nothing, but for those at which something is missing anyway."""
    for span, zone in supply.run.perhaps.items():
        # Where too little is dealt, hands are empty because of that.
        if span not in spans and not short:
            yield finding(
                "may-find-nothing",
                span,
                f"`{zone}` may be empty here, and then there is nothing to choose",
                "must be done",
                because=_declared(checked, zone, "declared here"),
                hint=_or_else(span, "put a condition above it: `if … is not empty`"),
            )
    for span, zone in supply.run.dry.items():
        if span not in spans and not short:
            yield finding(
                "may-run-dry",
                span,
                f"this comes again and again, and `{zone}` may be empty by then",
                "perhaps too few are left",
                because=_declared(checked, zone, _at_start(checked, zone)),
                hint=f"`draw up to …` takes what there is; or fill it: `renewed from …`; or ask before: "
                f"`when {zone} is not empty`; or end the phase then: `until {zone} is empty`",
            )


def _perhaps_full(checked: Checked, supply: Supply, hopeful: Supply) -> Iterator[Diagnostic]:
    """Zones that may be full when pieces come, also if all goes as it was probably meant."""
    if not supply.run.full:
        return
    hopeful.carry_out()
    overflowing = {span for span, visits in supply.run.visits.items() if visits.surely}
    for span, ref in hopeful.run.full.items():
        if span not in supply.run.full or span in overflowing:
            continue
        zone = next(item for item in checked.program.zones if item.name == ref.zone)
        text = ref.zone if ref.span is None else " ".join(ref.span.text.split())
        slot = zone.shape == "slot"
        asks = f"{text} is none" if slot else f"count({text}) < {zone.capacity}"
        gives = "at most 1, old one goes to ZONE" if slot else f"at most {zone.capacity}, extra goes to ZONE"
        yield finding(
            "may-be-full",
            span,
            f"`{text}` may be {'taken' if slot else 'full'} by then",
            "perhaps no room is left",
            because=_declared(checked, ref.zone, f"holds {zone.capacity}"),
            hint=f"ask before, with `where`, `when` or `if`: `{asks}`; or say what gives way: `{gives}`",
        )


def _declared(checked: Checked, zone: str, label: str) -> Because:
    symbol = checked.world.symbols.get(zone)
    return ((symbol.span, label),) if isinstance(symbol, ZoneSymbol) else ()


def _at_start(checked: Checked, zone: str) -> str:
    count = next((sum(map(len, item.starts)) for item in checked.program.zones if item.name == zone), 0)
    return f"{_pieces(count)} when the game begins"


def _pieces(count: int) -> str:
    return "1 piece" if count == 1 else f"{count} pieces"


def _diagnostic(checked: Checked, span: Span, shortage: Shortage) -> Diagnostic:
    zone = shortage.zone
    there = f"`{zone}` has {'none' if shortage.there == 0 else f'at most {shortage.there}'}"
    match shortage.sort:
        case "deal":
            return finding(
                "deck-too-small",
                span,
                f"{_pieces(shortage.wanted)} are dealt, {shortage.each} to each, but {there}",
                f"{shortage.wanted} are needed",
                because=_declared(checked, zone, _at_start(checked, zone)),
                hint="deal fewer, more pieces, fewer players, or let it be renewed: `renewed from …`",
            )
        case "draw":
            verb = "is" if shortage.wanted == 1 else "are"
            return finding(
                "deck-too-small",
                span,
                f"{_pieces(shortage.wanted)} {verb} drawn here, but {there}",
                f"{shortage.wanted} needed",
                because=_declared(checked, zone, _at_start(checked, zone)),
                hint="`draw up to …` takes what there is; `renewed from …` fills a pile anew",
            )
        case "overflow":
            return finding(
                "zone-overflow",
                span,
                f"{_pieces(shortage.wanted)} come to lie in `{zone}`, which holds at most {shortage.there}",
                "one too many" if shortage.wanted == shortage.there + 1 else "too many",
                because=_declared(checked, zone, f"holds {shortage.there}"),
                hint="say what happens then: `at most N, extra goes to ZONE`, or raise the limit",
            )
        case _:
            where = f" in `{zone}`" if zone else ""
            return finding(
                "may-find-nothing",
                span,
                f"this must be done, but there is nothing{where} to choose from",
                "cannot be done",
                because=_declared(checked, zone, _at_start(checked, zone)) if zone else (),
                hint=_or_else(span, "see to it that there is something"),
            )


def _or_else(line: Span, otherwise: str) -> str:
    """How to let a decision be when there is nothing to decide on: not every line may say `if possible`."""
    if line.text.startswith("choose"):
        return f"{otherwise}; or let it be declined: `may choose …`"
    return f"add `if possible`, or {otherwise}"
