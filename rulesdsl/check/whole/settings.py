"""A game under the options that it is not normally played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from attrs import evolve, frozen

from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.symbols import OptionSymbol
from rulesdsl.check.whole.findings import Checked, Findings
from rulesdsl.check.whole.game import at_one_count
from rulesdsl.check.world import DataReader
from rulesdsl.diagnostics.model import Diagnostic, Report, Severity
from rulesdsl.syntax import ast

MOST_SETTINGS = 8
"""Up to so many combinations of options all are looked at; of more each value with the others as usual."""

MOST_OF_ONE = 4
"""An option with more values than this is looked at with its least and its greatest."""


@frozen
class Setting:
    """Values of options that are not the usual ones, and how a message names them."""

    values: Mapping[str, int]
    words: str


def other_settings(elaboration: Elaboration) -> tuple[Setting, ...]:
    """Every setting but the usual one, in the order of the options and their values; of many the nearest."""
    symbols = [one for one in elaboration.world.symbols.values() if isinstance(one, OptionSymbol)]
    values = [_values(elaboration, one) for one in symbols]
    count = 1
    for some in values:
        count *= len(some)
    usual = tuple(one.value for one in symbols)
    combinations: Iterator[tuple[int, ...]]
    if count <= MOST_SETTINGS:
        combinations = product(*values)
    else:
        combinations = (
            (*usual[:at], value, *usual[at + 1 :]) for at, some in enumerate(values) for value in some
        )
    return tuple(
        _setting(elaboration, symbols, combination) for combination in combinations if combination != usual
    )


def _values(elaboration: Elaboration, option: OptionSymbol) -> tuple[int, ...]:
    members = elaboration.declarations.members(option.type)
    if len(members) <= MOST_OF_ONE:
        return members
    return tuple(dict.fromkeys((members[0], option.value, members[-1])))


def _setting(
    elaboration: Elaboration, symbols: Sequence[OptionSymbol], combination: Sequence[int]
) -> Setting:
    changed = [(one, value) for one, value in zip(symbols, combination, strict=True) if value != one.value]
    said = [
        f"`{one.name}` {elaboration.declarations.cells.in_words(value, one.type)}" for one, value in changed
    ]
    return Setting({one.name: value for one, value in changed}, "with " + " and ".join(said))


def under(
    setting: Setting, tree: ast.GameFile, counts: Sequence[int], read_data: DataReader
) -> Iterator[Diagnostic]:
    """What is wrong with the game when it is played with these options."""
    merged = Findings(counts)
    for count in counts:
        part = Report()
        elaboration = Elaboration(tree, count, dict(setting.values), read_data, part)
        program = elaboration.run("")
        found = list(part.sorted())
        if not part.has_errors:
            found.extend(at_one_count(Checked(count, elaboration, program), first=count == counts[0]))
        for one in found:
            # An option may well put something out of use; that says nothing against the game.
            if one.severity is Severity.ERROR and one.code != "phase-unreachable":
                merged.add(count, one)
    for one in merged:
        yield evolve(one, message=f"{one.message} ({setting.words})")
