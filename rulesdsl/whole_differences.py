"""What has changed from one game to another, in words: the second as a variant of the first would say it."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.differences import Difference, differences
from rulesdsl.syntax import ast
from rulesdsl.syntax.naming import name_of, sort_of
from rulesdsl.variants.tables import DataReader

Key = tuple[str, str]


def rules_changed(old: ast.GameFile, new: ast.GameFile, read: DataReader) -> tuple[Difference, ...]:
    """Examples are no rules, and what stands in tables is not looked at; `read` gives the old ones."""
    changes = tuple(_changes(old, new))
    title = next(line for line in new.headings if isinstance(line, ast.TitleLine)).title
    variant = ast.VariantFile(title, title, None, changes, span=new.span)
    return differences(old, variant, read)


def _changes(old: ast.GameFile, new: ast.GameFile) -> Iterator[ast.Change]:
    before, after = _by_name(old), _by_name(new)
    yield from _players(old, new)
    for key, declaration in after.items():
        if key not in before:
            yield ast.AddChange(declaration, span=declaration.span)
        elif before[key] != declaration:
            yield ast.ReplaceChange(declaration, span=declaration.span)
    for (sort, name), declaration in before.items():
        if (sort, name) not in after:
            span = declaration.span
            yield ast.RemoveChange(ast.Name(sort, span=span), ast.Name(name, span=span), None, span=span)


def _players(old: ast.GameFile, new: ast.GameFile) -> Iterator[ast.Change]:
    before, after = (
        next((line for line in tree.headings if isinstance(line, ast.PlayersLine)), None)
        for tree in (old, new)
    )
    if after is not None and before != after:
        yield ast.SetPlayersChange(after.least, after.most, after.cite, span=after.span)


def _players_line(tree: ast.GameFile) -> ast.PlayersLine | None:
    return next((line for line in tree.headings if isinstance(line, ast.PlayersLine)), None)


def _by_name(tree: ast.GameFile) -> dict[Key, ast.Declaration]:
    return {
        (sort_of(one), name_of(one)): one for one in tree.declarations if not isinstance(one, ast.ExampleDecl)
    }
