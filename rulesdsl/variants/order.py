"""In which order the changes of a variant are carried out: the order of its lines says nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import NOUNS


def by_stage(changes: Iterable[ast.Change]) -> list[ast.Change]:
    """Whole declarations first, then phases, rows, what is changed inside, and what is put beside phases."""
    return sorted(changes, key=_stage)


def _stage(change: ast.Change) -> int:
    match change:
        case ast.RemoveChange(kind) if kind.text in NOUNS and kind.text != "phase":
            return 0
        case ast.AddChange() | ast.ReplaceChange():
            return 0
        case ast.ReplacePhaseChange() | ast.RemoveChange(ast.Name("phase")):
            return 1
        case ast.RemoveChange() | ast.RemoveRowChange():
            return 2
        case ast.ExtendChange():
            return 3
        case ast.NearChange():
            return 5
        case ast.ReplaceLetChange() | ast.SetChange() | ast.SetPlayersChange() | ast.ZoneChange():
            return 4
        case ast.ActionChange() | ast.PhaseChange():
            return 4
        case _:
            assert_never(change)
