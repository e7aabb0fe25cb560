"""All checks of a whole game, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.chance_in_secret import chance_in_secret
from rulesdsl.check.whole.columns import columns_read
from rulesdsl.check.whole.demanding_texts import demanding_texts
from rulesdsl.check.whole.depth import too_deep
from rulesdsl.check.whole.duplicates import duplicate_things, hidden_names
from rulesdsl.check.whole.ends import phase_ends
from rulesdsl.check.whole.exhaustion import choices_used_up
from rulesdsl.check.whole.findings import Checked, Findings
from rulesdsl.check.whole.graphs import unconnected_graphs
from rulesdsl.check.whole.leaks import information_leaks
from rulesdsl.check.whole.reachable import Reachable
from rulesdsl.check.whole.rule_citations import rule_citations
from rulesdsl.check.whole.same_words import pieces_read_alike
from rulesdsl.check.whole.scoring import rows_counted, rows_recorded
from rulesdsl.check.whole.secret_routines import secret_routines
from rulesdsl.check.whole.shortages import shortages
from rulesdsl.check.whole.simultaneous_changes import lost_changes, time_taken
from rulesdsl.check.whole.standing_rules import restless_rules
from rulesdsl.check.whole.starts import starting_places
from rulesdsl.check.whole.unreached_lines import lines_reached
from rulesdsl.check.whole.unused import unused_names
from rulesdsl.check.whole.whole_moves import whole_moves
from rulesdsl.check.whole.workload import Work, too_many_options, too_many_ways, too_much_work
from rulesdsl.check.whole.zones_used import zones_used
from rulesdsl.check.world import DataReader
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.source import Source
from rulesdsl.syntax import ast

AT_EVERY_COUNT = frozenset({"always-true", "always-false", "unreachable-line", "rank-decides-nothing"})
"""What is only worth a word if it holds for every number of players."""


def whole_game(
    tree: ast.GameFile,
    checked: Sequence[Checked],
    read_data: DataReader,
    read_rules: DataReader,
    top: Source | None = None,
) -> Iterator[Diagnostic]:
    """What is wrong with a game of which every part is right. `top` is the file somebody asked for: a
    variant is not to blame for what its base leaves unused without it."""
    deep = list(too_deep(checked[0]))
    if deep:
        yield from deep
        return
    yield from duplicate_things(tree)
    yield from hidden_names(checked[0].elaboration)
    yield from lines_reached(tree)
    variant = top is not None and top is not tree.span.source
    yield from rule_citations(tree, read_rules, top or tree.span.source, whole=not variant)
    for result in (
        *unused_names(tree, checked),
        *zones_used(checked),
        *rows_recorded(checked),
        *pieces_read_alike(tree, checked[0].elaboration),
        *columns_read(tree, checked[0].elaboration, read_data),
    ):
        if not variant or result.span.source is top:
            yield result
    yield from unconnected_graphs(checked[0])
    merged = Findings([item.players for item in checked])
    for number, checked_game in enumerate(checked):
        for diagnostic in at_one_count(checked_game, first=number == 0):
            merged.add(checked_game.players, diagnostic)
    yield from merged


def at_one_count(checked: Checked, *, first: bool, warnings: bool = True) -> Iterator[Diagnostic]:
    """What is wrong at one number of players and one setting of the options. Without `warnings` nothing is
    looked for that is never an error."""
    access = Access(checked.program)
    reachable = Reachable(checked.program, access)
    work = Work(access)
    yield from starting_places(checked)
    yield from phase_ends(checked, reachable)
    yield from rows_counted(checked, access)
    yield from information_leaks(checked, access)
    yield from chance_in_secret(checked, access)
    yield from time_taken(access)
    yield from secret_routines(access)
    yield from lost_changes(access)
    yield from whole_moves(checked, access, work)
    yield from demanding_texts(checked)
    yield from too_much_work(checked, work)
    yield from too_many_ways(access, work)
    yield from too_many_options(access, work)
    yield from shortages(checked, reachable, first=first, warnings=warnings)
    if warnings:
        yield from restless_rules(checked, access)
        yield from choices_used_up(checked, reachable)


def agreed(
    counts: Sequence[int], parts: Sequence[Sequence[Diagnostic]], whole: Sequence[Diagnostic] = ()
) -> Iterator[Diagnostic]:
    """What was found at each number of players, without what is only so at some of them, and without
    what the checks of the whole game say better."""
    ends = [item.span for item in whole if item.code == "end-never-reached"]
    merged = Findings(counts)
    for players, part in zip(counts, parts, strict=False):
        for diagnostic in part:
            if diagnostic.code not in AT_EVERY_COUNT:
                yield diagnostic
            elif not any(end.holds(diagnostic.span) for end in ends):
                merged.add(players, diagnostic)
    yield from merged.at_every_count()
