"""Which names a file declares: every one that is written in a place of its own, at any depth."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.index.model import Definition, Place
from rulesdsl.program_walk import nodes_in
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import NOUNS
from rulesdsl.syntax.naming import name_of, name_span, sort_of


def declared_in(tree: ast.GameFile | ast.VariantFile) -> Iterator[Definition]:
    """Everything that is declared in a file, in its order; types are not known here."""
    items = tree.declarations if isinstance(tree, ast.GameFile) else tree.changes
    for item in items:
        around = Place.of(item.span)
        for node in nodes_in(item):
            yield from _declared_by(node, around, in_zone=_is_zone(item))


def _is_zone(item: ast.Declaration | ast.Change) -> bool:
    inner = item.declaration if isinstance(item, ast.AddChange | ast.ReplaceChange) else item
    return isinstance(inner, ast.ZoneDecl | ast.ZoneChange)


def _declared_by(node: object, around: Place, *, in_zone: bool) -> Iterator[Definition]:
    if isinstance(node, ast.Declaration):
        sort = NOUNS[sort_of(node)]
        yield Definition(name_of(node) or sort, sort, Place.of_name(name_span(node)), Place.of(node.span))
        if isinstance(node, ast.PlacementsDecl):
            yield _named(node.alias, "attribute", node.span)
        if isinstance(node, ast.LinksDecl) and node.key is not None:
            yield _named(node.key, "column", node.span)
        return
    match node:
        case ast.Phase(name):
            yield _named(name, "phase", node.span)
        case ast.Value(name):
            yield _named(name, "value", node.span)
        case ast.Field(name):
            yield _named(name, "attribute", node.span)
            if node.column is not None:
                yield _named(node.column, "column", node.span)
        case ast.OnePer(alias=alias):
            yield _named(alias, "attribute of its owner", node.span)
        case ast.Csv(key=ast.Name() as name) | ast.OnePerRow(column=name):
            yield _named(name, "column", node.span)
        case ast.ForEach(binders):
            for name, _of in binders:
                yield _named(name, "attribute", node.span)
        case ast.Gives(name):
            yield _named(name, "result", node.span)
        case ast.Key(name):
            yield _named(name, "key", node.span)
        case ast.Per(name=ast.Name() as name):
            yield _named(name, "index", node.span, None if in_zone else around)
        case ast.GivenParam(name) | ast.OneParam(name) | ast.SomeParam(name) | ast.AmountsParam(name):
            yield _named(name, "parameter", node.span, around)
        case ast.ExPlayers(names):
            for name in names:
                yield _named(name, "player", node.span, around)
        case (
            ast.Let(name)
            | ast.Binder(name=ast.Name() as name)
            | ast.Roll(name)
            | ast.TakesProp(name)
            | ast.Draw(name=ast.Name() as name)
            | ast.Repeat(name=ast.Name() as name)
            | ast.Pattern(name=ast.Name() as name)
        ):
            yield _named(name, "local name", node.span, around)


def _named(name: ast.Name, sort: str, whole: Span, inside: Place | None = None) -> Definition:
    return Definition(name.text, sort, Place.of(name.span), Place.of(whole), inside=inside)
