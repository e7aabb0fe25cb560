"""Of what sort a line is: a declaration, a property of a zone, a clause of a phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never, get_args

from rulesdsl.syntax import ast

PROPERTIES: Mapping[str, type[ast.PlainProp]] = {kind.words: kind for kind in get_args(ast.PlainProp)}
"""The words that a property begins with."""

CLAUSES: Mapping[str, str] = {"turn of": "turn", "until": "until", "stops the moment": "stops"}
"""The words that a clause of a phase begins with, and what sort of clause it is."""


def plain(prop: ast.Prop) -> ast.PlainProp:
    return prop.prop if isinstance(prop, ast.CitedProp) else prop


def clause_sort(clause: ast.PhaseClause) -> str:
    match clause:
        case ast.TurnOf() | ast.TurnOfEach():
            return "turn"
        case ast.Until():
            return "until"
        case ast.Stops():
            return "stops"
        case _:
            assert_never(clause)


NOUNS: Mapping[str, str] = {
    "option": "option",
    "define": "definition",
    "values": "kind of values",
    "pieces": "kind of pieces",
    "places": "kind of places",
    "links": "kind of links",
    "placements": "kind of placements",
    "words": "list of words",
    "table": "table",
    "zone": "zone",
    "state": "state",
    "menu": "menu",
    "action": "action",
    "routine": "routine",
    "always": "standing rule",
    "flow": "flow",
    "score": "score",
    "note": "note",
    "winner": "winner",
    "example": "example",
    "phase": "phase",
}
"""How people speak of what a word of the language brings in; a phase is no declaration and has a name too."""
