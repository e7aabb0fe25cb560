"""The parts of a checked game as they are kept: its tree, its report, its programs."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import TypeVar

from attrs import frozen

from rulesdsl import game_cache, grids, program, source
from rulesdsl.diagnostics import model
from rulesdsl.syntax import ast


@frozen
class KeptTree:
    """The tree and the source of the file that was asked for."""

    tree: ast.GameFile
    top: source.Source


Part = TypeVar("Part", KeptTree, model.Report, program.Program)

# In the classes of the language and of programs some names are the same.
_MODULES: Mapping[type, tuple[ModuleType, ...]] = {
    program.Program: (program, grids),
    KeptTree: (ast,),
    model.Report: (model,),
}


def unpacked(kind: type[Part], text: str | None) -> Part | None:
    """The part that was packed; None if there is none, or it cannot be read."""
    return game_cache.unpacked(kind, text, source, *_MODULES[kind])
