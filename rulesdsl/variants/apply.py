"""One variant, carried out on the tree of its base."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import assert_never

from rulesdsl.diagnostics import MOST_ERRORS, Diagnostic, Label, Report, TooManyErrors
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import NOUNS
from rulesdsl.variants.cells import set_cell, values_in
from rulesdsl.variants.change_report import MOST_CHANGES, ChangeContext, Key
from rulesdsl.variants.clauses import change_action, change_zone
from rulesdsl.variants.conflicts import without_conflicts
from rulesdsl.variants.declarations import add, remove, replace
from rulesdsl.variants.order import by_stage
from rulesdsl.variants.phases import change_phase, near_phase, replace_let, replace_phase
from rulesdsl.variants.rows import extend, remove_row
from rulesdsl.variants.single_values import set_players, set_value
from rulesdsl.variants.tables import DataReader
from rulesdsl.variants.without import Gone, key_of


def apply(
    base: ast.GameFile,
    variant: ast.VariantFile,
    report: Report,
    read_data: DataReader,
    earlier: Sequence[ast.VariantFile] = (),
) -> ast.GameFile:
    """The base as the variant changes it; what cannot be changed is reported and stays.

    As in a game, the order of a variant's lines says nothing: whole declarations come first, then what
    is changed inside them. Only lines put at the same place of a phase keep their order.

    `earlier` are the variants that have made the base what it is: they say where something went.
    """
    if len(variant.changes) > MOST_CHANGES:
        report.add(_too_many_changes(variant))
        return base
    result = Report(errors_left=MOST_ERRORS)
    tree = base
    with suppress(TooManyErrors):
        tree = _applied(base, variant, result, read_data, earlier)
    report.extend(result)
    return tree


def _too_many_changes(variant: ast.VariantFile) -> Diagnostic:
    return Diagnostic(
        "file-too-large",
        f"this variant has {len(variant.changes):,} changes; at most {MOST_CHANGES:,} are carried out",
        Label(variant.changes[MOST_CHANGES].span, "the first change too many"),
        (),
        "what changes so much is a game of its own",
    )


def _applied(
    base: ast.GameFile,
    variant: ast.VariantFile,
    report: Report,
    read_data: DataReader,
    earlier: Sequence[ast.VariantFile],
) -> ast.GameFile:
    taken = {key: span for below in earlier for key, span in _taken_away(below)}
    context = ChangeContext(report, _title(base, variant, earlier), dict(_gone(variant)), taken)
    changes = by_stage(without_conflicts(base, variant.changes, context))
    tree = base
    for change in _in_their_place(changes):
        tree = _apply(tree, change, read_data, context)
    return tree


def _apply(tree: ast.GameFile, change: ast.Change, read: DataReader, context: ChangeContext) -> ast.GameFile:
    match change:
        case ast.AddChange(declaration):
            return add(tree, declaration, context)
        case ast.ReplaceChange(declaration):
            return replace(tree, declaration, context)
        case ast.RemoveChange(kind) if kind.text in NOUNS:
            return remove(tree, change, context)
        case ast.RemoveChange() | ast.RemoveRowChange():
            return remove_row(tree, change, read, context)
        case ast.ReplacePhaseChange():
            return replace_phase(tree, change, context)
        case ast.ReplaceLetChange():
            return replace_let(tree, change, context)
        case ast.SetChange(ast.NameRef()):
            return set_value(tree, change, context)
        case ast.SetChange():
            return set_cell(tree, change, read, context)
        case ast.SetPlayersChange():
            return set_players(tree, change, context)
        case ast.ExtendChange():
            return extend(tree, change, read, context)
        case ast.ZoneChange():
            return change_zone(tree, change, context)
        case ast.ActionChange():
            return change_action(tree, change, context)
        case ast.PhaseChange():
            return change_phase(tree, change, context)
        case ast.NearChange():
            return near_phase(tree, change, context)
        case _:
            assert_never(change)


def _in_their_place(changes: list[ast.Change]) -> list[ast.Change]:
    """What is put directly behind a place pushes on what was put there before: so the last one goes first."""
    pushing = [
        change
        for change in changes
        if isinstance(change, ast.NearChange) and change.where in ("after", "start")
    ]
    return [first for first in changes if not any(first is other for other in pushing)] + pushing[::-1]


def _gone(variant: ast.VariantFile) -> Iterator[tuple[tuple[str, str], Span]]:
    for change in variant.changes:
        match change:
            case ast.RemoveChange(kind, ast.Name(text) | ast.Text(text) as name):
                yield (kind.text, text), name.span
            case ast.RemoveRowChange(table, args):
                values = values_in(args)
                if values is not None:
                    yield (table.text, ", ".join(text for _, text in values)), change.span


def _taken_away(variant: ast.VariantFile) -> Iterator[tuple[Key, Span]]:
    """Everything that a variant takes away, whole or in part."""
    yield from _gone(variant)
    for change in variant.changes:
        match change:
            case ast.ZoneChange(name, parts):
                sort = "zone"
            case ast.ActionChange(name, parts):
                sort = "action"
            case ast.PhaseChange(name, clauses=parts):
                sort = "phase"
            case _:
                continue
        for part in parts:
            if isinstance(part, Gone):
                yield key_of(sort, name.text, part), part.span


def _title(base: ast.GameFile, variant: ast.VariantFile, earlier: Sequence[ast.VariantFile]) -> ast.Text:
    """The title of what the variant is built on, which may be a variant itself."""
    for below in earlier:
        if Path(below.span.source.name).name == Path(variant.base.value).name:
            return below.title
    for line in base.all(ast.TitleLine):
        return line.title
    return ast.Text("the base", span=base.span)
