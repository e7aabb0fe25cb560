"""Links and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product
from math import prod

from rulesdsl import program as ir
from rulesdsl.check.csv_data import CellValue, DataTable
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.domains import UNREAD, describe, plain
from rulesdsl.check.labels import in_words
from rulesdsl.check.limits import MOST_LINKS, MOST_VALUES
from rulesdsl.check.symbols import (
    Attr,
    LinkSymbol,
    TableSymbol,
)
from rulesdsl.diagnostics.fixes import as_meant
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_BEYOND = re.compile(r"beyond\b.*?\beach\b")


class Lookups(DeclarationModule):
    def build_links(self, decl: ast.LinksDecl) -> None:
        symbol = self.world.symbols.get(decl.name.text)
        if not isinstance(symbol, LinkSymbol) or symbol.span != decl.name.span:
            return
        of = self.declarations.types.kind_domain(decl.of.text)
        if not isinstance(of, (ir.NodeDomain, ir.PieceDomain)):
            self.reporter.unknown(
                decl.of.span, decl.of.text, "kind of places or pieces", self.declarations.types.kind_names()
            )
            return
        symbol.of = of
        self.usage.used.add(decl.of.text)
        self.declarations.types.means_kind(decl.of.span, decl.of.text)
        data = self.declarations.cells.data_of(decl.csv, decl.rows, decl.name)
        if data is None:
            return
        ends = [
            self.declarations.cells.column_of(data, ast.Name(end, span=decl.name.span)) for end in ("a", "b")
        ]
        if None in ends:
            return
        key = decl.key or (decl.csv.key if decl.csv is not None else None)
        named_at = None if key is None else self.declarations.cells.column_of(data, key)
        if key is not None and named_at is None:
            return
        if len(data.rows) > MOST_LINKS:
            self.reporter.error(
                "too-many-values",
                decl.name.span,
                f"`{symbol.name}` has {len(data.rows):,} links; at most {MOST_LINKS:,} are read",
                "too many",
            )
            return
        low = self.declarations.members(of)[0] if self.declarations.members(of) else 0
        links: list[tuple[int, int]] = []
        kept: list[int] = []
        seen: dict[tuple[int, int], Span] = {}
        for number, row in enumerate(data.rows):
            pair: list[int] = []
            for end in ends:
                assert end is not None
                value = self.declarations.cells.read_cell(row[end].text, of)
                if not isinstance(value, int):
                    known = list(self.world.values)
                    if not row[end].text:
                        message, first = "this link has only one end", row[ends[0] or 0]
                        # In a line of links there is no cell between: the other end is what is not written.
                        in_a_line = first.text and first.span.end == row[end].span.start
                        hint = f"two places are joined by `-`: `{first.text} - PLACE`" if in_a_line else None
                        self.declarations.cells.bad_cell(
                            "data-missing-cell", row[end].span, message, "empty", hint=hint
                        )
                        continue
                    if self.declarations.cells.lost_in(of):
                        continue
                    self.declarations.cells.bad_cell(
                        "link-to-unknown",
                        row[end].span,
                        f"this link leads to `{row[end].text}`, which is no {decl.of.text}",
                        "unknown",
                        because=((decl.of.span, "what the links join"),),
                        hint=did_you_mean(row[end].text, known),
                        fix=as_meant(row[end].span, row[end].text, known),
                    )
                    continue
                self.declarations.cells.means_values(row[end], of)
                pair.append(value - low)
            if len(pair) < 2:
                continue
            both = (min(pair), max(pair))
            if both in seen or pair[0] == pair[1]:
                self.declarations.cells.bad_cell(
                    "data-duplicate-key",
                    Span.join(row[ends[0] or 0].span, row[ends[1] or 0].span),
                    "this link leads from a place to itself"
                    if pair[0] == pair[1]
                    else "this link stands twice",
                    "here",
                    because=((seen[both], "the first"),) if both in seen else (),
                    hint="another way between the same places is of another kind: `links ferry of …`"
                    if both in seen
                    else None,
                )
                continue
            seen[both] = row[ends[0] or 0].span
            links.append((pair[0], pair[1]))
            kept.append(number)
        symbol.count = len(links)
        size = (max(self.declarations.members(of)) - low + 1) if self.declarations.members(of) else 0
        tables = self.declarations.attribute_tables
        names: list[str] = []
        if named_at is not None:
            names = self._names_of_links(decl, symbol, data, named_at, kept)
            symbol.ids.update({cell: number for number, cell in enumerate(names)})
        labels = tuple(map(in_words, names))
        self.world.graphs[symbol.name] = ir.Graph(
            symbol.name, of, size, tuple(links), "links", link_names=labels
        )
        for index, end_name in enumerate(("a", "b")):
            places = tuple(link[index] + low for link in links)
            tables.attribute_table(symbol, end_name, of, places, decl.name.span)
        for field in decl.fields:
            field_type = self.declarations.types.known_type(field.type)
            if field_type == UNREAD:
                symbol.attrs[field.name.text] = Attr(field.name.text, UNREAD, "", field.name.span)
                continue
            at_column = self.declarations.cells.column_of(data, field.column or field.name)
            if at_column is None:
                continue
            read = [self.declarations.cells.cell_value(row[at_column], field_type) for row in data.rows]
            values = [read[number] for number in kept]
            fixed = tuple(
                self.declarations.cells.lowest(field_type) if value is None else value for value in values
            )
            tables.attribute_table(symbol, field.name.text, field_type, fixed, field.name.span)

    def _names_of_links(
        self, decl: ast.LinksDecl, symbol: LinkSymbol, data: DataTable, column: int, rows: list[int]
    ) -> list[str]:
        """What the links in these rows are called; what cannot be a name is reported."""
        cells = self.declarations.cells
        first: dict[str, Span] = {}
        names = []
        for number, row in enumerate(rows):
            cell = data.rows[row][column]
            if not cells.good_id(cell, decl.name):
                names.append(str(row))
                continue
            if cell.text in first:
                cells.twice_in_data(cell, first[cell.text])
            else:
                first[cell.text] = cell.span
                self.declarations.kinds.add_value(cell.text, ir.Const(number, symbol.domain), cell.span)
            names.append(cell.text)
        return names

    def build_table(self, decl: ast.TableDecl) -> None:
        keys = tuple((key.name.text, self.declarations.types.known_type(key.type)) for key in decl.keys)
        symbol = TableSymbol(decl.name.text, decl.name.span, decl, keys)
        if not self.declarations.declare(symbol):
            return
        if any(domain == UNREAD for _, domain in keys):
            self.world.unread.add(symbol.name)
            return
        data = self.declarations.cells.data_of(decl.csv, decl.rows, decl.name)
        spans = [self.declarations.types.span_of(domain) for _, domain in keys]
        size = prod(max(1, many) for _low, many in spans)
        if size > MOST_VALUES * 5:
            most = f"at most {MOST_VALUES * 5:,}"
            self.reporter.error(
                "too-many-values", decl.name.span, f"this table would have {size:,} rows", most
            )
            self.world.unread.add(symbol.name)
            return
        beyond = next((gives for gives in decl.gives if gives.beyond is not None), None)
        key_columns = (
            [] if data is None else [self.declarations.cells.column_of(data, key.name) for key in decl.keys]
        )
        if data is not None and None in key_columns:
            data = None
        place: dict[int, int] = {}
        if data is not None:
            for row_number, row in enumerate(data.rows):
                given: list[int] = []
                for index, (_, domain) in zip(key_columns, keys, strict=True):
                    assert index is not None
                    value = self.declarations.cells.cell_value(row[index], domain)
                    if not isinstance(value, int):
                        break
                    given.append(value)
                else:
                    flat = flat_place(given, spans)
                    if flat in place:
                        first_row = data.rows[place[flat]]
                        index = key_columns[0] or 0
                        self.declarations.cells.bad_cell(
                            "table-overlap",
                            row[index].span,
                            f"`{symbol.name}` has two rows for this key",
                            "the second",
                            because=((first_row[index].span, "the first"),),
                        )
                        continue
                    place[flat] = row_number
            last_given = max(place, default=-1)
            missing = [
                values
                for values in product(*(self.declarations.members(domain) for _, domain in keys))
                if (flat := flat_place(values, spans)) not in place and (beyond is None or flat <= last_given)
            ]
            if missing and not self.reporter.report.has_errors:
                example = self._key_text(missing[0], keys)
                more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
                self.reporter.error(
                    "table-gap",
                    decl.name.span,
                    f"`{symbol.name}` has no row for {example}{more}",
                    "a row is missing",
                    because=((data.head, "the rows"),),
                    hint="add the row, or make the range of the key smaller",
                )
        for give in decl.gives:
            result: ir.Domain = self.declarations.types.known_type(give.type)
            per_key = self.declarations.types.index_type(give.per[0].of) if give.per else None
            if UNREAD in (result, per_key):
                self.world.unread.add(symbol.name)
                continue
            if per_key is not None:
                result = ir.MapDomain(per_key, result)
            symbol.results[give.name.text] = result
            values: list[CellValue] = []
            if data is not None:
                rows = self.declarations.cells.values_of(data, give.name, result, per_key)
                if rows is not None:
                    values = self._values_by_key(symbol, give, result, rows, place, size)
            if not values:
                values = [self.declarations.cells.lowest(result)] * size
            table = f"{symbol.name}.{give.name.text}"
            self.world.tables[table] = ir.Table(table, tuple(d for _, d in keys), tuple(values), result)  # type: ignore[arg-type]

    def _values_by_key(
        self,
        symbol: TableSymbol,
        gives: ast.Gives,
        result: ir.Domain,
        rows: list[CellValue],
        place: dict[int, int],
        size: int,
    ) -> list[CellValue]:
        """A value for every key: that of its row, and beyond the last row what follows from it."""
        last = max(place, default=-1)
        further = None
        if place and last + 1 < size:
            further = self._beyond_last_row(symbol, gives, result, rows[place[last]], last, size)
        values: list[CellValue] = []
        for flat in range(size):
            if flat in place:
                values.append(rows[place[flat]])
            elif further is not None and flat > last:
                values.append(further[flat - last - 1])
            else:
                values.append(self.declarations.cells.lowest(result))
        return values

    def _beyond_last_row(
        self, symbol: TableSymbol, first: ast.Gives, result: ir.Domain, last: CellValue, index: int, size: int
    ) -> list[CellValue] | None:
        """The values of all keys beyond the last row; None if they cannot be worked out."""
        if first.beyond is None:
            if (
                any(other.beyond is not None for other in symbol.decl.gives)
                and not self.reporter.report.has_errors
            ):
                self.reporter.error(
                    "table-gap",
                    first.name.span,
                    f"`{symbol.name}` does not say what `{first.name.text}` is beyond the last row",
                    "only in the rows",
                    hint="say how it goes on, `beyond +0 each`, or write a row for every key",
                )
            return None
        clause = _beyond_span(first)
        of = result.value if isinstance(result, ir.MapDomain) else result
        limits = plain(of)
        if len(symbol.keys) > 1:
            self.reporter.error(
                "misplaced-declaration",
                clause,
                f"`beyond` goes on along one key, and `{symbol.name}` has {len(symbol.keys)}",
                "along which?",
                hint="write a row for each combination of keys",
            )
            return None
        if not isinstance(limits, ir.IntDomain):
            self.reporter.mismatch(
                clause, "`beyond` adds to a number", f"`{first.name.text}` is {describe(of)}"
            )
            return None
        ends = last if isinstance(last, tuple) else (last,)
        if ir.NONE in ends:
            self.reporter.error(
                "data-bad-value", clause, "the last row gives none, to which nothing can be added", ""
            )
            return None
        most = size - index - 1
        for end in ends:
            value = end + first.beyond * most
            if not limits.low <= value <= limits.high:
                key = self._key_text(self.declarations.members(symbol.keys[0][1])[-1:], symbol.keys)
                self.reporter.error(
                    "data-bad-value",
                    clause,
                    f"with {key} `{first.name.text}` would be {value}",
                    f"outside of {limits.low}..{limits.high}",
                    because=((first.type.span, "its range"),),
                    hint="make this range wider, or the range of the key smaller",
                )
                return None
        further = [tuple(end + first.beyond * (step + 1) for end in ends) for step in range(most)]
        return [row if isinstance(last, tuple) else row[0] for row in further]

    def _key_text(self, values: Sequence[int], keys: tuple[tuple[str, ir.Domain], ...]) -> str:
        return ", ".join(
            f"{name} {self.declarations.cells.text_of(value, domain)}"
            for value, (name, domain) in zip(values, keys, strict=True)
        )


def flat_place(values: Iterable[int], spans: Iterable[tuple[int, int]]) -> int:
    """Where in a table the row of these keys stands: a key has a lowest value, and so many from there on."""
    flat = 0
    for value, (low, many) in zip(values, spans, strict=True):
        flat = flat * many + value - low
    return flat


def _beyond_span(gives: ast.Gives) -> Span:
    """Where `beyond … each` stands."""
    source, begin = gives.span.source, gives.type.span.end
    match = _BEYOND.search(source.text, begin, gives.span.end)
    return gives.span if match is None else Span(source, match.start(), match.end())
