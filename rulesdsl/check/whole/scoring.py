"""Scores: rows that are never written down, or that no total counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesdsl.check.symbols import PhaseSymbol, ScoreSymbol
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.syntax import ast


def rows_recorded(checked: Sequence[Checked]) -> Iterator[Diagnostic]:
    """Rows that are `each PHASE` need a line `score PHASE`."""
    symbols = checked[0].world.symbols
    recorded = set().union(*(checked_game.elaboration.usage.recorded for checked_game in checked))
    for symbol in symbols.values():
        if not isinstance(symbol, ScoreSymbol) or symbol.each is None or symbol.each in recorded:
            continue
        phase = symbols.get(symbol.each)
        if not isinstance(phase, PhaseSymbol):
            continue
        yield finding(
            "score-not-counted",
            symbol.span,
            f"`{symbol.name}` is a score of each `{symbol.each}`, but nothing ever writes it down",
            "stays 0",
            because=((phase.span, f"no line says `score {symbol.each}`"),),
            hint=f"write `score {symbol.each}` at the end of the phase, or leave `each {symbol.each}` away",
        )


def rows_counted(checked: Checked, access: Access) -> Iterator[Diagnostic]:
    """Rows that neither the winner nor anything else asks for."""
    program = checked.program
    if program.winner is None:
        return
    decl = checked.world.tree.first(ast.WinnerDecl)
    assert decl is not None
    keys = tuple(program.formulas[formula] for formula in program.winner.formulas)
    used = access.formulas_used((keys, tuple(program.procs.values()), program.rules))
    counted = [score for score in program.scores if score.counted]
    for score in counted:
        if {f"now {score.name}", f"score {score.name}"} & used:
            continue
        symbol = checked.world.symbols[score.name]
        yield finding(
            "score-not-counted",
            symbol.span,
            f"`{score.name}` is in no total: the winner is found without it",
            "counts for nothing",
            because=((decl.span, "this looks at other things"),),
            hint="write `winner most total, …`, or make it a `note`",
        )
    if "total" in used and not counted:
        yield finding(
            "no-winner",
            decl.span,
            "the `total` is 0 for everybody: there is no score",
            "nothing is counted",
            hint="declare a row: `score NAME = …`",
        )
