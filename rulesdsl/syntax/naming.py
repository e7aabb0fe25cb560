"""What declarations are called: the word each sort begins with, and the name behind it."""

from __future__ import annotations

from collections.abc import Mapping

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import NOUNS

_SORTS: Mapping[type[ast.Declaration], str] = {
    ast.OptionDecl: "option",
    ast.DefineDecl: "define",
    ast.ValuesDecl: "values",
    ast.ValuesTableDecl: "values",
    ast.UnionDecl: "pieces",
    ast.PiecesDecl: "pieces",
    ast.PlacesDecl: "places",
    ast.GridDecl: "places",
    ast.RingDecl: "places",
    ast.CombinedDecl: "places",
    ast.GrowingDecl: "places",
    ast.LinksDecl: "links",
    ast.PlacementsDecl: "placements",
    ast.WordsDecl: "words",
    ast.TableDecl: "table",
    ast.ZoneDecl: "zone",
    ast.StateDecl: "state",
    ast.MenuDecl: "menu",
    ast.ActionDecl: "action",
    ast.RoutineDecl: "routine",
    ast.AlwaysDecl: "always",
    ast.FlowDecl: "flow",
    ast.ScoreDecl: "score",
    ast.NoteDecl: "note",
    ast.WinnerDecl: "winner",
    ast.ExampleDecl: "example",
}


def sort_of(declaration: ast.Declaration) -> str:
    """The word that the declaration begins with."""
    return _SORTS[type(declaration)]


def name_of(declaration: ast.Declaration) -> str:
    """Its name, or its title; nothing for the flow and the winner, of which there is one each."""
    match declaration:
        case ast.FlowDecl() | ast.WinnerDecl():
            return ""
        case ast.ExampleDecl(title):
            return title.value
        case _:
            return declaration.name.text


def name_span(declaration: ast.Declaration) -> Span:
    """Where a diagnostic points that is about the whole declaration."""
    match declaration:
        case ast.FlowDecl(span=span):
            return Span(span.source, span.start, span.start + len("flow"))
        case ast.WinnerDecl(span=span):
            return span
        case ast.ExampleDecl(title):
            return title.span
        case _:
            return declaration.name.span


def in_words(sort: str, name: str) -> str:
    """As people say it: score `culture`, standing rule `majority`, example "five cars", flow."""
    if sort not in NOUNS:
        return f"row `{name}` of `{sort}`"
    noun = NOUNS[sort]
    if not name:
        return noun
    return f'{noun} "{name}"' if sort == "example" else f"{noun} `{name}`"


def article(words: str) -> str:
    """With "a" or "an" before it."""
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def declared_as(tree: ast.GameFile, name: str) -> tuple[ast.Declaration, ...]:
    """Everything that has this name, of whatever sort."""
    return tuple(declaration for declaration in tree.declarations if name_of(declaration) == name)


def names_of(tree: ast.GameFile, sort: str) -> tuple[str, ...]:
    """The names of everything of one sort, in the order of the file."""
    return tuple(
        dict.fromkeys(
            name_of(declaration) for declaration in tree.declarations if sort_of(declaration) == sort
        )
    )
