"""A game under the options that it is not normally played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from attrs import evolve, frozen

from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.symbols import OptionSymbol
from rulesdsl.check.whole.findings import Checked, Findings, finding
from rulesdsl.check.whole.game import at_one_count
from rulesdsl.check.world import DataReader
from rulesdsl.diagnostics.model import Diagnostic, Report, Severity
from rulesdsl.program_walk import nodes_in
from rulesdsl.syntax import ast

MOST_SETTINGS = 8
"""Up to so many combinations of options all are looked at; of more each value with the others as usual."""

MOST_OF_ONE = 4
"""An option with more values than this is looked at with its least and its greatest."""


MOST_WORK = 160_000
"""Parts of the text, for each setting and number of players: so many can be looked at in a second or two."""


@frozen
class Setting:
    """Values of options that are not the usual ones, and how a message names them."""

    values: Mapping[str, int]
    words: str


def other_settings(elaboration: Elaboration) -> tuple[Setting, ...]:
    """Every setting but the usual one, in the order of the options and their values; of many the nearest."""
    symbols = elaboration.world.all(OptionSymbol)
    values = [_values(elaboration, symbol) for symbol in symbols]
    count = prod(map(len, values))
    usual = tuple(symbol.value for symbol in symbols)
    combinations: Iterator[tuple[int, ...]]
    if count <= MOST_SETTINGS:
        combinations = product(*values)
    else:
        combinations = (
            (*usual[:index], value, *usual[index + 1 :])
            for index, some in enumerate(values)
            for value in some
        )
    return tuple(
        _setting(elaboration, symbols, combination) for combination in combinations if combination != usual
    )


def counts_looked_at(
    tree: ast.GameFile, settings: Sequence[Setting], counts: Sequence[int]
) -> Sequence[int] | Diagnostic:
    """The numbers of players that there is time for: all, or the fewest and the most."""
    if not settings:
        return counts
    options = tree.all(ast.OptionDecl)
    looked_at = (decl for decl in tree.declarations if not isinstance(decl, ast.ExampleDecl))
    parts = sum(1 for decl in looked_at for _part in nodes_in(decl))
    for some in (counts, tuple(dict.fromkeys((counts[0], counts[-1])))):
        if parts * len(settings) * len(some) <= MOST_WORK:
            return some
    return finding(
        "too-many-values",
        options[-1].span,
        f"in so long a game there are too many options: it would have to be looked at {len(settings)} times",
        "with all others",
        hint="give options fewer values; what nobody sets is a `define`",
    )


def _values(elaboration: Elaboration, option: OptionSymbol) -> tuple[int, ...]:
    members = elaboration.declarations.members(option.type)
    if len(members) <= MOST_OF_ONE:
        return members
    return tuple(dict.fromkeys((members[0], option.value, members[-1])))


def _setting(
    elaboration: Elaboration, symbols: Sequence[OptionSymbol], combination: Sequence[int]
) -> Setting:
    changed = [
        (option_symbol, value)
        for option_symbol, value in zip(symbols, combination, strict=True)
        if value != option_symbol.value
    ]
    settings = [
        f"`{option_symbol.name}` {elaboration.declarations.cells.text_of(value, option_symbol.type)}"
        for option_symbol, value in changed
    ]
    return Setting(
        {option_symbol.name: value for option_symbol, value in changed}, "with " + " and ".join(settings)
    )


def under(
    setting: Setting, tree: ast.GameFile, counts: Sequence[int], read_data: DataReader
) -> Iterator[Diagnostic]:
    """What is wrong with the game when it is played with these options."""
    merged = Findings(counts)
    for count in counts:
        part = Report()
        elaboration = Elaboration(tree, count, dict(setting.values), read_data, part)
        program = elaboration.run("")
        diagnostics = list(part.sorted())
        if not part.has_errors:
            checked = Checked(count, elaboration, program)
            diagnostics.extend(at_one_count(checked, first=count == counts[0], warnings=False))
        for diagnostic in diagnostics:
            # An option may well put something out of use; that says nothing against the game.
            if diagnostic.severity is Severity.ERROR and diagnostic.code != "phase-unreachable":
                merged.add(count, diagnostic)
    for diagnostic in merged:
        yield evolve(diagnostic, message=f"{diagnostic.message} ({setting.words})")
