"""Tables as a variant finds them: which declarations have rows, and what their columns mean."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulesdsl.check import world
from rulesdsl.check.csv_data import Cell, DataTable, drawn_table, read_csv
from rulesdsl.check.patches import changed_by_variants
from rulesdsl.diagnostics import Report
from rulesdsl.syntax import ast

DataReader = world.DataReader

Tabled = ast.ValuesTableDecl | ast.PiecesDecl | ast.PlacesDecl | ast.LinksDecl | ast.TableDecl


@frozen
class Column:
    """One column that has a meaning: an attribute, a key, or a result; `per` is the value it stands for
    where there is a column for every value of a kind."""

    name: str
    attribute: ast.Name
    type: ast.Type
    per: str | None = None


@frozen
class Table:
    declaration: Tabled
    data: DataTable
    keys: tuple[str, ...]
    """The columns that name a row; nothing where rows have no names."""
    columns: tuple[Column, ...]

    @property
    def name(self) -> str:
        return self.declaration.name.text

    def column(self, attribute: str, per: str | None) -> str | None:
        """The column of an attribute; one that only the file knows (as `copies`) is called as there."""
        for column in self.columns:
            if (column.attribute.text, column.per) == (attribute, per):
                return column.name
        return attribute if per is None and self.data.column(attribute) is not None else None

    def type_of(self, column: str) -> ast.Type | None:
        return next((item.type for item in self.columns if item.name == column), None)

    def cell(self, row: int, column: str) -> Cell:
        index = self.data.column(column)
        assert index is not None
        return self.data.rows[row][index]


def csv_of(declaration: Tabled) -> ast.Csv | None:
    match declaration:
        case ast.PiecesDecl(origin=ast.FromCsv(csv) | ast.OnePerRow(csv=csv)):
            return csv
        case ast.PiecesDecl():
            return None
        case _:
            return declaration.csv


def data_of(declaration: Tabled, read: DataReader) -> DataTable | None:
    """Its rows. What is wrong with the data is for the checker to say."""
    discarded = Report()
    csv = csv_of(declaration)
    if csv is None:
        return drawn_table(declaration.rows, discarded) if declaration.rows else None
    source = read(csv.path, discarded)
    data = None if source is None else read_csv(source, discarded)
    return None if data is None else changed_by_variants(data, csv)


def table_of(tree: ast.GameFile, declaration: Tabled, read: DataReader) -> Table | None:
    data = data_of(declaration, read)
    if data is None:
        return None
    return Table(declaration, data, _keys(declaration, data), tuple(_columns(tree, declaration, read)))


def tables_of(tree: ast.GameFile, read: DataReader) -> tuple[Table, ...]:
    tabled = (declaration for declaration in tree.declarations if isinstance(declaration, Tabled))
    return tuple(table for node in tabled if (table := table_of(tree, node, read)) is not None)


def _keys(declaration: Tabled, data: DataTable) -> tuple[str, ...]:
    match declaration:
        case ast.TableDecl(keys=keys):
            return tuple(key.name.text for key in keys)
        case ast.LinksDecl():
            return ("a", "b")
        case ast.PiecesDecl(origin=ast.OnePerRow(column=column)):
            return (column.text,)
    csv = csv_of(declaration)
    if csv is None:
        return (data.columns[0].text,)
    return (csv.key.text,) if csv.key is not None else ()


def _columns(tree: ast.GameFile, declaration: Tabled, read: DataReader) -> Iterable[Column]:
    if isinstance(declaration, ast.TableDecl):
        yield from (Column(key.name.text, key.name, key.type) for key in declaration.keys)
    for node in declaration.gives if isinstance(declaration, ast.TableDecl) else declaration.fields:
        if isinstance(node, ast.Field) and node.computed is not None:
            continue
        if node.per:
            for value in values_of(tree, node.per[0].of, read):
                yield Column(value, node.name, node.type, value)
        else:
            column = node.column if isinstance(node, ast.Field) and node.column is not None else node.name
            yield Column(column.text, node.name, node.type)


def values_of(tree: ast.GameFile, kind: ast.Type, read: DataReader) -> tuple[str, ...]:
    """The names of the values of a kind, as far as they are columns of tables."""
    if not isinstance(kind, ast.NamedType):
        return ()
    for declaration in tree.declarations:
        match declaration:
            case ast.ValuesDecl(name, values) if name.text == kind.name:
                return tuple(value.name.text for value in values)
            case ast.ValuesTableDecl(name) | ast.PlacesDecl(name) if name.text == kind.name:
                data = data_of(declaration, read)
                if data is None:
                    return ()
                [key] = _keys(declaration, data) or ("",)
                index = data.column(key)
                return () if index is None else tuple(row[index].text for row in data.rows)
    return ()
