"""One variant, carried out on the tree of its base."""

from __future__ import annotations

from typing import assert_never

from rulesdsl.diagnostics import Report
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.variants.cells import set_cell
from rulesdsl.variants.clauses import change_action, change_zone
from rulesdsl.variants.conflicts import without_conflicts
from rulesdsl.variants.declarations import add, remove, replace
from rulesdsl.variants.desk import Desk
from rulesdsl.variants.phases import change_phase, near_phase, replace_let, replace_phase
from rulesdsl.variants.rows import extend
from rulesdsl.variants.settings import set_players, set_value
from rulesdsl.variants.tables import DataReader


def apply(
    base: ast.GameFile, variant: ast.VariantFile, report: Report, read_data: DataReader
) -> ast.GameFile:
    """The base as the variant changes it; what cannot be changed is reported and stays.

    As in a game, the order of a variant's lines says nothing: whole declarations come first, then what
    is changed inside them. Only lines put at the same place of a phase keep their order.
    """
    desk = Desk(report, _title(base), _gone(variant))
    changes = sorted(without_conflicts(base, variant.changes, desk), key=_stage)
    tree = base
    for change in _in_their_place(changes):
        tree = _apply(tree, change, read_data, desk)
    return tree


def _apply(tree: ast.GameFile, change: ast.Change, read: DataReader, desk: Desk) -> ast.GameFile:
    match change:
        case ast.AddChange(declaration):
            return add(tree, declaration, desk)
        case ast.ReplaceChange(declaration):
            return replace(tree, declaration, desk)
        case ast.RemoveChange():
            return remove(tree, change, desk)
        case ast.ReplacePhaseChange():
            return replace_phase(tree, change, desk)
        case ast.ReplaceLetChange():
            return replace_let(tree, change, desk)
        case ast.SetChange(ast.NameRef()):
            return set_value(tree, change, desk)
        case ast.SetChange():
            return set_cell(tree, change, read, desk)
        case ast.SetPlayersChange():
            return set_players(tree, change, desk)
        case ast.ExtendChange():
            return extend(tree, change, read, desk)
        case ast.ZoneChange():
            return change_zone(tree, change, desk)
        case ast.ActionChange():
            return change_action(tree, change, desk)
        case ast.PhaseChange():
            return change_phase(tree, change, desk)
        case ast.NearChange():
            return near_phase(tree, change, desk)
        case _:
            assert_never(change)


def _stage(change: ast.Change) -> int:
    match change:
        case ast.RemoveChange(kind) if kind.text != "phase":
            return 0
        case ast.AddChange() | ast.ReplaceChange():
            return 0
        case ast.ReplacePhaseChange() | ast.RemoveChange():
            return 1
        case ast.ExtendChange():
            return 2
        case ast.NearChange():
            return 4
        case _:
            return 3


def _in_their_place(changes: list[ast.Change]) -> list[ast.Change]:
    """What is put directly behind a place pushes on what was put there before: so the last one goes first."""
    pushing = [one for one in changes if isinstance(one, ast.NearChange) and one.where in ("after", "start")]
    return [one for one in changes if not any(one is other for other in pushing)] + pushing[::-1]


def _gone(variant: ast.VariantFile) -> dict[tuple[str, str], Span]:
    return {
        (change.kind.text, change.name.text if isinstance(change.name, ast.Name) else change.name.value): (
            change.name.span
        )
        for change in variant.changes
        if isinstance(change, ast.RemoveChange)
    }


def _title(base: ast.GameFile) -> ast.Text:
    for line in base.headings:
        if isinstance(line, ast.TitleLine):
            return line.title
    return ast.Text("the base", span=base.span)
