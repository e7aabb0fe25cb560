"""Columns of tables that no line reads though their name looks as if one should."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.csv_data import Cell, head_of
from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.symbols import EnumSymbol, LinkSymbol, NodeSymbol, PieceSymbol, TableSymbol
from rulesdsl.check.whole.findings import finding
from rulesdsl.check.world import DataReader
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.diagnostics.model import Diagnostic, Report
from rulesdsl.diagnostics.suggest import suggest
from rulesdsl.program_walk import instances_in
from rulesdsl.source import Span
from rulesdsl.syntax import ast

NAME, COPIES = "name", "copies"
"""Columns that the language reads by itself, where they are there."""

Place: TypeAlias = Span | str
"""A drawn table, or the name of a file: several declarations can read one file."""


@frozen
class _Reader:
    """What one declaration takes from its table."""

    decl: ast.Name
    csv: ast.Csv | None
    rows: tuple[ast.Row, ...]
    read: frozenset[str]
    """Names of columns that it reads, or would read if they were there."""
    by_itself: frozenset[str] = frozenset()
    """Those of them that may be missing."""
    elsewhere: tuple[tuple[str, Span], ...] = ()
    """Attributes that take nothing from the column of their name, and why: where that is said."""


def columns_read(tree: ast.GameFile, elaboration: Elaboration, read_data: DataReader) -> Iterator[Diagnostic]:
    """A column that nobody declares is for people. But `copys` was meant to be `copies`."""
    tables: dict[Place, list[_Reader]] = {}
    heads: dict[Place, list[Cell]] = {}
    for reader in _readers(tree, elaboration):
        if reader.csv is not None:
            source = read_data(reader.csv.path, Report())
            if source is None:
                continue
            place: Place = source.name
            heads[place] = head_of(source)
        elif reader.rows:
            place = reader.rows[0].span
            heads[place] = [Cell(cell.value, cell.span) for cell in reader.rows[0].cells]
        else:
            continue
        tables.setdefault(place, []).append(reader)
    for place, readers in tables.items():
        yield from _unread(heads[place], readers)


def _unread(head: list[Cell], readers: list[_Reader]) -> Iterator[Diagnostic]:
    there = {cell.text for cell in head}
    read = frozenset().union(*(reader.read for reader in readers))
    lacking = sorted(frozenset().union(*(reader.by_itself for reader in readers)) - there)
    elsewhere = {name: span for reader in readers for name, span in reader.elsewhere}
    for cell in head:
        if cell.text in read:
            continue
        if cell.text in elsewhere:
            yield finding(
                "unread-column",
                cell.span,
                f"the column `{cell.text}` is not read",
                "the attribute of this name takes nothing from it",
                because=((elsewhere[cell.text], "where its values come from"),),
                hint="give the column another name, or take it away",
            )
        elif meant := _meant(cell.text, lacking):
            yield finding(
                "unread-column",
                cell.span,
                f"the column `{cell.text}` is not read",
                "no line declares it",
                because=((readers[0].decl.span, "whose table this is"),),
                hint=f"did you mean `{meant}`?",
                fix=replaced(cell.span, meant, certain=False),
            )


def _meant(column: str, lacking: list[str]) -> str | None:
    """Of the two names the longer one says how many slips are forgiven: `copys` is `copies`."""
    near = [name for name in lacking if suggest(name, [column])]
    return suggest(column, lacking) or next(iter(near), None)


def _readers(tree: ast.GameFile, elaboration: Elaboration) -> Iterator[_Reader]:
    for decl in tree.declarations:
        match decl:
            case ast.ValuesTableDecl(name, csv, fields, rows) | ast.PlacesDecl(name, csv, fields, rows):
                yield _of_kind(elaboration, name, csv, rows, fields, {NAME})
            case ast.PiecesDecl(name, ast.FromCsv(csv), copies, fields, rows):
                yield _of_kind(elaboration, name, csv, rows, fields, _of_itself(copies), copies)
            case ast.PiecesDecl(name, ast.OnePerRow(column, csv), copies, fields, rows):
                own = _of_itself(copies) - {NAME}
                yield _of_kind(elaboration, name, csv, rows, fields, own, copies, key=column)
            case ast.PiecesDecl(name, None, copies, fields, rows):
                yield _of_kind(elaboration, name, None, rows, fields, _of_itself(copies), copies)
            case ast.LinksDecl(name, _, csv, key, fields, rows):
                named = key is not None or (csv is not None and csv.key is not None)
                own = {NAME} if named else set()
                yield _of_kind(elaboration, name, csv, rows, fields, own, key=key, more=("a", "b"))
            case ast.TableDecl(name, keys, csv, gives, rows):
                symbol = elaboration.world.symbols.get(name.text)
                results = symbol.results if isinstance(symbol, TableSymbol) else {}
                read = {key.name.text for key in keys}
                for give in gives:
                    domain = results.get(give.name.text)
                    read.update(
                        elaboration.declarations.cells.ids_of(domain.key)
                        if isinstance(domain, ir.MapDomain)
                        else [give.name.text]
                    )
                yield _Reader(name, csv, rows, frozenset(read))


def _of_itself(copies: ast.Expr | None) -> set[str]:
    return {NAME, COPIES} if copies is None else {NAME}


def _of_kind(
    elaboration: Elaboration,
    name: ast.Name,
    csv: ast.Csv | None,
    rows: tuple[ast.Row, ...],
    fields: tuple[ast.Field, ...],
    by_itself: set[str],
    copies: ast.Expr | None = None,
    *,
    key: ast.Name | None = None,
    more: Iterable[str] = (),
) -> _Reader:
    symbol = elaboration.world.symbols.get(name.text)
    attrs = symbol.attrs if isinstance(symbol, EnumSymbol | LinkSymbol | NodeSymbol | PieceSymbol) else {}
    read = {*by_itself, *more}
    if csv is None and rows:
        read.add(rows[0].cells[0].value)
    for column in (key, csv.key if csv is not None else None):
        if column is not None:
            read.add(column.text)
    read.update(item.name for item in instances_in(copies, ast.NameRef))
    elsewhere = []
    for field in fields:
        if field.computed is not None:
            elsewhere.append((field.name.text, field.computed.span))
        elif field.column is not None:
            read.add(field.column.text)
            elsewhere.append((field.name.text, field.column.span))
        elif field.per:
            domain = attrs[field.name.text].type if field.name.text in attrs else None
            read.update(
                elaboration.declarations.cells.ids_of(domain.key) if isinstance(domain, ir.MapDomain) else ()
            )
        else:
            read.add(field.name.text)
    return _Reader(name, csv, rows, frozenset(read), frozenset(by_itself), tuple(elsewhere))
