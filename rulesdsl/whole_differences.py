"""What has changed from one game to another, in words: the second as a variant of the first would say it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from rulesdsl.differences import Difference, differences
from rulesdsl.syntax import ast
from rulesdsl.syntax.naming import name_of, sort_of
from rulesdsl.variants.tables import DataReader

Key = tuple[str, str]


def rules_changed(old: ast.GameFile, new: ast.GameFile, read: DataReader) -> tuple[Difference, ...]:
    """Examples are no rules, and what stands in tables is not looked at; `read` gives the old ones."""
    changes = tuple(_changes(old, new))
    title = new.all(ast.TitleLine)[0].title
    variant = ast.VariantFile(title, title, None, changes, span=new.span)
    return differences(old, variant, read)


def _changes(old: ast.GameFile, new: ast.GameFile) -> Iterator[ast.Change]:
    before, after = _by_name(old), _by_name(new)
    yield from _players(old, new)
    for key, declaration in after.items():
        if key not in before:
            yield ast.AddChange(declaration, span=declaration.span)
        elif before[key] != declaration:
            set_anew = _set(before[key], declaration)
            yield set_anew or ast.ReplaceChange(declaration, span=declaration.span)
    for (sort, name), declaration in before.items():
        if (sort, name) not in after:
            span = declaration.span
            yield ast.RemoveChange(ast.Name(sort, span=span), ast.Name(name, span=span), None, span=span)


def _players(old: ast.GameFile, new: ast.GameFile) -> Iterator[ast.Change]:
    before, after = (tree.first(ast.PlayersLine) for tree in (old, new))
    if after is not None and before != after:
        yield ast.SetPlayersChange(after.least, after.most, after.cite, span=after.span)


def _set(old: ast.Declaration, new: ast.Declaration) -> ast.SetChange | None:
    """A value that a variant has set, in a declaration that is written as before."""
    if old.span.text != new.span.text:
        return None
    match new:
        case ast.OptionDecl(name, default=value, cite=cite):
            parts: dict[str, Any] = {"default": value, "cite": cite}
        case ast.StateDecl(name, starts=value, cite=cite) if value is not None:
            parts = {"starts": value, "cite": cite}
        case ast.DefineDecl(name, body=ast.Definition((), (), value) as body, cite=cite):
            parts = {"body": body, "cite": cite}
        case _:
            return None
    if type(old) is not type(new) or evolve(old, **parts) != new:
        return None
    return ast.SetChange(ast.NameRef(name.text, span=name.span), value, cite, span=value.span)


def _by_name(tree: ast.GameFile) -> dict[Key, ast.Declaration]:
    return {
        (sort_of(declaration), name_of(declaration)): declaration
        for declaration in tree.declarations
        if not isinstance(declaration, ast.ExampleDecl)
    }
