"""Links and tables."""

from __future__ import annotations

import re

from rulesdsl.check.core import MOST_LINKS, MOST_VALUES
from rulesdsl.check.csv_data import CellValue, DataTable
from rulesdsl.check.domains import UNREAD, describe, plain
from rulesdsl.check.fields import Fields
from rulesdsl.check.symbols import (
    Attr,
    LinkSymbol,
    TableSymbol,
)
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.program import (
    NONE,
    Domain,
    Graph,
    IntDomain,
    LinkDomain,
    MapDomain,
    NodeDomain,
    PieceDomain,
    Table,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_BEYOND = re.compile(r"beyond\b.*?\beach\b")


class Lookups(Fields):
    def _build_links(self, decl: ast.LinksDecl) -> None:
        symbol = self.symbols.get(decl.name.text)
        if not isinstance(symbol, LinkSymbol) or symbol.span != decl.name.span:
            return
        of = self.kind_domain(decl.of.text)
        if not isinstance(of, (NodeDomain, PieceDomain)):
            self.unknown(decl.of.span, decl.of.text, "kind of places or pieces", self.kind_names())
            return
        symbol.of = of
        self.used.add(decl.of.text)
        if decl.csv is not None and decl.csv.key is not None:
            self.error(
                "misplaced-declaration",
                decl.csv.key.span,
                "links have no names",
                "named by a column",
                hint=f"take `named by {decl.csv.key.text}` away; what a link joins stands in the columns `a`"
                " and `b`",
            )
        data = self._data(decl.csv, decl.rows, decl.name)
        if data is None:
            return
        ends = [self._column(data, ast.Name(end, span=decl.name.span)) for end in ("a", "b")]
        if None in ends:
            return
        if len(data.rows) > MOST_LINKS:
            self.error(
                "too-many-values",
                decl.name.span,
                f"`{symbol.name}` has {len(data.rows):,} links; at most {MOST_LINKS:,} are read",
                "too many",
            )
            return
        low = self.members(of)[0] if self.members(of) else 0
        links: list[tuple[int, int]] = []
        kept: list[int] = []
        seen: dict[tuple[int, int], Span] = {}
        for number, row in enumerate(data.rows):
            pair: list[int] = []
            for end in ends:
                assert end is not None
                value = self._read_cell(row[end].text, of)
                if not isinstance(value, int):
                    known = list(self.values)
                    if not row[end].text:
                        message = "this link has only one end"
                        self.bad_cell("data-missing-cell", row[end].span, message, "empty")
                        continue
                    if self._lost_in(of):
                        continue
                    self.bad_cell(
                        "link-to-unknown",
                        row[end].span,
                        f"this link leads to `{row[end].text}`, which is no {decl.of.text}",
                        "unknown",
                        because=((decl.of.span, "what the links join"),),
                        hint=did_you_mean(row[end].text, known),
                    )
                    continue
                pair.append(value - low)
            if len(pair) < 2:
                continue
            key = (min(pair), max(pair))
            if key in seen or pair[0] == pair[1]:
                self.bad_cell(
                    "data-duplicate-key",
                    Span.join(row[ends[0] or 0].span, row[ends[1] or 0].span),
                    "this link leads from a place to itself"
                    if pair[0] == pair[1]
                    else "this link stands twice",
                    "here",
                    because=((seen[key], "the first"),) if key in seen else (),
                )
                continue
            seen[key] = row[ends[0] or 0].span
            links.append((pair[0], pair[1]))
            kept.append(number)
        symbol.count = len(links)
        size = (max(self.members(of)) - low + 1) if self.members(of) else 0
        self.graphs[symbol.name] = Graph(symbol.name, of, size, tuple(links), "links")

        domain = LinkDomain(symbol.name)
        for at, end_name in enumerate(("a", "b")):
            table = f"{symbol.name}.{end_name}"
            symbol.attrs[end_name] = Attr(end_name, of, table, decl.name.span)
            self.tables[table] = Table(table, (domain,), tuple(link[at] + low for link in links), of)
        for one in decl.fields:
            field_type = self.type_of(one.type)
            if field_type == UNREAD:
                symbol.attrs[one.name.text] = Attr(one.name.text, UNREAD, "", one.name.span)
                continue
            at_column = self._column(data, one.column or one.name)
            if at_column is None:
                continue
            read = [self.cell_value(row[at_column], field_type) for row in data.rows]
            values = [read[number] for number in kept]
            table = f"{symbol.name}.{one.name.text}"
            symbol.attrs[one.name.text] = Attr(one.name.text, field_type, table, one.name.span)
            fixed = tuple(self.lowest(field_type) if value is None else value for value in values)
            self.tables[table] = Table(table, (domain,), fixed, field_type)  # type: ignore[arg-type]

    def _build_table(self, decl: ast.TableDecl) -> None:
        keys = tuple((key.name.text, self.type_of(key.type)) for key in decl.keys)
        symbol = TableSymbol(decl.name.text, decl.name.span, decl, keys)
        if not self.declare(symbol):
            return
        if any(domain == UNREAD for _, domain in keys):
            self.unread.add(symbol.name)
            return
        data = self._data(decl.csv, decl.rows, decl.name)
        size = 1
        for _, domain in keys:
            size *= max(1, self.size_of(domain))
        if size > MOST_VALUES * 5:
            most = f"at most {MOST_VALUES * 5:,}"
            self.error("too-many-values", decl.name.span, f"this table would have {size:,} rows", most)
            self.unread.add(symbol.name)
            return
        beyond = next((one for one in decl.gives if one.beyond is not None), None)
        key_columns = [] if data is None else [self._column(data, key.name) for key in decl.keys]
        if data is not None and None in key_columns:
            data = None
        place: dict[int, int] = {}
        if data is not None:
            for row_number, row in enumerate(data.rows):
                flat = 0
                for at, (_, domain) in zip(key_columns, keys, strict=True):
                    assert at is not None
                    value = self.cell_value(row[at], domain)
                    if not isinstance(value, int):
                        break
                    members = self.members(domain)
                    flat = flat * len(members) + (value - members[0])
                else:
                    if flat in place:
                        first_row = data.rows[place[flat]]
                        at = key_columns[0] or 0
                        self.bad_cell(
                            "table-overlap",
                            row[at].span,
                            f"`{symbol.name}` has two rows for this key",
                            "the second",
                            because=((first_row[at].span, "the first"),),
                        )
                        continue
                    place[flat] = row_number
            last_given = max(place, default=-1)
            missing = [
                flat for flat in range(size) if flat not in place and (beyond is None or flat <= last_given)
            ]
            if missing and not self.report.has_errors:
                example = self._key_text(missing[0], keys)
                more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
                self.error(
                    "table-gap",
                    decl.name.span,
                    f"`{symbol.name}` has no row for {example}{more}",
                    "a row is missing",
                    because=((data.head, "the rows"),),
                    hint="add the row, or make the range of the key smaller",
                )
        for one in decl.gives:
            result: Domain = self.type_of(one.type)
            per_key = self.type_of(one.per[0].of) if one.per else None
            if UNREAD in (result, per_key):
                self.unread.add(symbol.name)
                continue
            if per_key is not None:
                result = MapDomain(per_key, result)
            symbol.results[one.name.text] = result
            values: list[CellValue] = []
            if data is not None:
                rows = self._result_rows(one, per_key, result, data)
                if rows is not None:
                    values = self._values_by_key(symbol, one, result, rows, place, size)
            if not values:
                values = [self.lowest(result)] * size
            table = f"{symbol.name}.{one.name.text}"
            self.tables[table] = Table(table, tuple(d for _, d in keys), tuple(values), result)  # type: ignore[arg-type]

    def _values_by_key(
        self,
        symbol: TableSymbol,
        one: ast.Gives,
        result: Domain,
        rows: list[CellValue],
        place: dict[int, int],
        size: int,
    ) -> list[CellValue]:
        """A value for every key: that of its row, and beyond the last row what follows from it."""
        last = max(place, default=-1)
        further = None
        if place and last + 1 < size:
            further = self._beyond(symbol, one, result, rows[place[last]], last, size)
        values: list[CellValue] = []
        for flat in range(size):
            if flat in place:
                values.append(rows[place[flat]])
            elif further is not None and flat > last:
                values.append(further[flat - last - 1])
            else:
                values.append(self.lowest(result))
        return values

    def _beyond(
        self, symbol: TableSymbol, one: ast.Gives, result: Domain, last: CellValue, at: int, size: int
    ) -> list[CellValue] | None:
        """The values of all keys beyond the last row; None if they cannot be worked out."""
        if one.beyond is None:
            if any(other.beyond is not None for other in symbol.decl.gives) and not self.report.has_errors:
                self.error(
                    "table-gap",
                    one.name.span,
                    f"`{symbol.name}` does not say what `{one.name.text}` is beyond the last row",
                    "only in the rows",
                    hint="say how it goes on, `beyond +0 each`, or write a row for every key",
                )
            return None
        clause = _beyond_span(one)
        of = result.value if isinstance(result, MapDomain) else result
        limits = plain(of)
        if len(symbol.keys) > 1:
            self.error(
                "misplaced-declaration",
                clause,
                f"`beyond` goes on along one key, and `{symbol.name}` has {len(symbol.keys)}",
                "along which?",
                hint="write a row for each combination of keys",
            )
            return None
        if not isinstance(limits, IntDomain):
            self.error(
                "type-mismatch", clause, "`beyond` adds to a number", f"`{one.name.text}` is {describe(of)}"
            )
            return None
        ends = last if isinstance(last, tuple) else (last,)
        if NONE in ends:
            self.error("data-bad-value", clause, "the last row gives none, to which nothing can be added", "")
            return None
        most = size - at - 1
        for end in ends:
            value = end + one.beyond * most
            if not limits.low <= value <= limits.high:
                key = self._key_text(size - 1, symbol.keys)
                self.error(
                    "data-bad-value",
                    clause,
                    f"with {key} `{one.name.text}` would be {value}",
                    f"outside of {limits.low}..{limits.high}",
                    because=((one.type.span, "its range"),),
                    hint="make this range wider, or the range of the key smaller",
                )
                return None
        further = [tuple(end + one.beyond * (step + 1) for end in ends) for step in range(most)]
        return [row if isinstance(last, tuple) else row[0] for row in further]

    def _result_rows(
        self, one: ast.Gives, per_key: Domain | None, domain: Domain, data: DataTable
    ) -> list[CellValue] | None:
        if per_key is not None and isinstance(domain, MapDomain):
            columns = self._columns(data, self.ids_of(per_key), one.name.span, per_key)
            return None if columns is None else self._maps(data, columns, domain)
        at = self._column(data, one.name)
        if at is None:
            return None
        found = [self.cell_value(row[at], domain) for row in data.rows]
        return None if any(value is None for value in found) else [v for v in found if v is not None]

    def _key_text(self, flat: int, keys: tuple[tuple[str, Domain], ...]) -> str:
        parts = []
        for name, domain in reversed(keys):
            members = self.members(domain)
            value = members[flat % len(members)]
            flat //= len(members)
            text = self.piece_names[self.piece_name_of[value]] if isinstance(domain, PieceDomain) else ""
            parts.append(f"{name} {text or self._text_of(value, domain)}")
        return ", ".join(reversed(parts))


def _beyond_span(one: ast.Gives) -> Span:
    """Where `beyond … each` stands."""
    source, begin = one.span.source, one.type.span.end
    found = _BEYOND.search(source.text, begin, one.span.end)
    return one.span if found is None else Span(source, found.start(), found.end())
