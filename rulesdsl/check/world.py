"""What there is: values, pieces, places, links and tables, from the file and its data."""

from __future__ import annotations

from itertools import product

from attrs import define, field

from rulesdsl.check.core import MOST_VALUES, Core
from rulesdsl.check.csv_data import Cell, DataTable, drawn_table, read_csv
from rulesdsl.check.domains import PLAYER, describe, optional, plain, seq
from rulesdsl.check.folding import constant, number
from rulesdsl.check.patches import changed_by_variants
from rulesdsl.check.scope import Scope
from rulesdsl.check.symbols import (
    Attr,
    EnumCase,
    EnumSymbol,
    LinkSymbol,
    NodeSymbol,
    PieceSymbol,
    Symbol,
    TableSymbol,
    UnionSymbol,
)
from rulesdsl.program import (
    NONE,
    Const,
    ConstSeq,
    Domain,
    EnumDomain,
    FlagDomain,
    Graph,
    IntDomain,
    MapDomain,
    NodeDomain,
    OptionalDomain,
    PieceDomain,
    PieceKind,
    PieceNameDomain,
    SeqDomain,
    Table,
    UnionDomain,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast

MOST_PIECES = 2_000
"""Pieces of a whole game; more are met with `too-many-values`."""

MOST_LINKS = 4_000

CellValue = int | tuple[int, ...]


@define
class RowSource:
    """The rows a kind is made of: from data, or every combination of some values."""

    data: DataTable | None
    fixed: dict[str, Domain] = field(factory=dict)
    combinations: list[tuple[Const, ...]] = field(factory=list)

    @property
    def count(self) -> int:
        return len(self.data.rows) if self.data is not None else len(self.combinations)


class World(Core):
    def declare_kinds(self) -> None:
        """Names of kinds first, so that types can mention each other; then their members."""
        self.row_sources: dict[str, RowSource] = {}
        for decl in self.tree.declarations:
            match decl:
                case ast.ValuesDecl() | ast.ValuesTableDecl():
                    self.declare(EnumSymbol(decl.name.text, decl.name.span, EnumDomain(decl.name.text)))
                    self.enums[decl.name.text] = ()
                case ast.PiecesDecl():
                    self.declare(PieceSymbol(decl.name.text, decl.name.span, PieceDomain((decl.name.text,))))
                case ast.PlacesDecl() | ast.GridDecl() | ast.RingDecl():
                    self.declare(NodeSymbol(decl.name.text, decl.name.span, NodeDomain(decl.name.text)))
                    self.nodes[decl.name.text] = ()
                case ast.LinksDecl():
                    self.declare(LinkSymbol(decl.name.text, decl.name.span, PLAYER))
                case _:
                    pass
        for decl in self.tree.declarations:
            if isinstance(decl, ast.UnionDecl):
                self._declare_union(decl)

    def declare(self, symbol: Symbol) -> bool:
        other = self.symbols.get(symbol.name)
        if other is not None:
            self.error(
                "duplicate-name",
                symbol.span,
                f"`{symbol.name}` is declared twice",
                "the second",
                because=((other.span, "the first"),),
            )
            return False
        self.symbols[symbol.name] = symbol
        return True

    def _declare_union(self, decl: ast.UnionDecl) -> None:
        kinds: list[str] = []
        for name in decl.kinds:
            match self.symbols.get(name.text):
                case PieceSymbol() as one:
                    kinds.append(one.name)
                case UnionSymbol() as union:
                    kinds.extend(union.kinds)
                case _:
                    known = [n for n, one in self.symbols.items() if isinstance(one, (PieceSymbol, UnionSymbol))]
                    self.unknown(name.span, name.text, "kind of pieces", known)
        unique = tuple(dict.fromkeys(kinds))
        self.declare(UnionSymbol(decl.name.text, decl.name.span, PieceDomain(unique), unique))

    def build_world(self) -> None:
        for decl in self.tree.declarations:
            if isinstance(decl, ast.ValuesDecl):
                self._build_values(decl)
        for decl in self.tree.declarations:
            match decl:
                case ast.ValuesTableDecl():
                    self._build_values_table(decl)
                case ast.PlacesDecl() | ast.GridDecl() | ast.RingDecl():
                    self._build_places(decl)
                case _:
                    pass
        for decl in self.tree.declarations:
            if isinstance(decl, ast.PiecesDecl):
                self._build_rows(decl)
        self._number_pieces()
        for decl in self.tree.declarations:
            match decl:
                case ast.ValuesTableDecl() | ast.PiecesDecl() | ast.PlacesDecl() | ast.GridDecl() | ast.RingDecl():
                    self._build_fields(decl)
                case _:
                    pass
        for decl in self.tree.declarations:
            match decl:
                case ast.LinksDecl():
                    self._build_links(decl)
                case ast.TableDecl():
                    self._build_table(decl)
                case _:
                    pass

    # ------------------------------------------------------------ values

    def _add_value(self, name: str, value: Const, span: Span) -> None:
        self.values.setdefault(name, []).append(value)
        self.value_spans.setdefault(name, span)

    def _build_values(self, decl: ast.ValuesDecl) -> None:
        symbol = self.symbols[decl.name.text]
        if not isinstance(symbol, EnumSymbol) or symbol.span != decl.name.span:
            return
        for value in decl.values:
            name = value.name.text
            if name in symbol.cases:
                self._twice(value.name.span, name, symbol.cases[name].span)
                continue
            first = len(symbol.labels)
            if value.carries is None:
                symbol.cases[name] = EnumCase(name, first, None, 0, 1, value.name.span)
                symbol.labels.append(_label(name))
                self._add_value(name, Const(first, symbol.domain), value.name.span)
                continue
            carried = self.type_of(value.carries)
            members = self.members(carried)
            if not isinstance(carried, (IntDomain, EnumDomain, FlagDomain)) or len(members) > MOST_VALUES:
                self.error(
                    "type-mismatch",
                    value.carries.span,
                    f"a value cannot carry {describe(carried)}",
                    "a range or a kind of values is expected",
                )
                continue
            symbol.cases[name] = EnumCase(name, first, carried, members[0], len(members), value.name.span)
            symbol.labels.extend(f"{_label(name)} {self._text_of(one, carried)}" for one in members)
        self.enums[symbol.name] = tuple(symbol.labels)

    def _text_of(self, value: int, domain: Domain) -> str:
        match domain:
            case EnumDomain(name):
                return self.enums[name][value]
            case NodeDomain(name):
                return self.nodes[name][value]
            case FlagDomain():
                return "yes" if value else "no"
            case _:
                return str(value)

    def _twice(self, span: Span, name: str, first: Span) -> None:
        self.error("duplicate-name", span, f"`{name}` stands twice", "the second", because=((first, "the first"),))

    def _build_values_table(self, decl: ast.ValuesTableDecl) -> None:
        symbol = self.symbols[decl.name.text]
        if not isinstance(symbol, EnumSymbol) or symbol.span != decl.name.span:
            return
        data = self._data(decl.csv, decl.rows, decl.name)
        if data is None:
            return
        self.row_sources[symbol.name] = RowSource(data)
        at = self._key_column(data, decl.csv)
        if at is None:
            return
        name_at = data.column("name")
        for row in data.rows:
            cell = row[at]
            if not self._good_id(cell):
                continue
            if cell.text in symbol.cases:
                self._twice_in_data(cell, symbol.cases[cell.text].span)
                continue
            first = len(symbol.labels)
            symbol.cases[cell.text] = EnumCase(cell.text, first, None, 0, 1, cell.span)
            symbol.labels.append(row[name_at].text if name_at is not None else _label(cell.text))
            self._add_value(cell.text, Const(first, symbol.domain), cell.span)
        self.enums[symbol.name] = tuple(symbol.labels)

    # ------------------------------------------------------------ data

    def _data(self, csv: ast.Csv | None, rows: tuple[ast.Row, ...], name: ast.Name) -> DataTable | None:
        if csv is not None:
            if rows:
                self.error(
                    "bad-example" if False else "misplaced-declaration",
                    rows[0].span,
                    f"`{name.text}` comes from a file, so rows cannot be drawn here as well",
                    "drawn rows",
                    because=((csv.span, "the file"),),
                )
            source = self.read_data(csv.path, self.report)
            data = None if source is None else read_csv(source, self.report)
            return None if data is None else changed_by_variants(data, csv)
        if not rows:
            self.error(
                "data-missing-cell",
                name.span,
                f"`{name.text}` has no rows",
                "neither a file nor drawn rows",
                hint='write `from "FILE.csv" named by COLUMN`, or draw a table below: `| name | points |`',
            )
            return None
        return drawn_table(rows, self.report)

    def _key_column(self, data: DataTable, csv: ast.Csv | None) -> int | None:
        if csv is None:
            return 0
        if csv.key is None:
            self.error(
                "data-column-missing",
                csv.span,
                "which column names the rows is not said",
                "add `named by COLUMN`",
                hint="there is " + ", ".join(f"`{cell.text}`" for cell in data.columns),
            )
            return None
        return self._column(data, csv.key)

    def _column(self, data: DataTable, name: ast.Name) -> int | None:
        at = data.column(name.text)
        if at is None:
            self.unknown(
                name.span, name.text, "column", [cell.text for cell in data.columns], code="data-column-missing"
            )
        return at

    def _good_id(self, cell: Cell) -> bool:
        if cell.text.replace("_", "a").isalnum() and not cell.text[0].isdigit():
            return True
        self.error(
            "data-missing-cell" if not cell.text else "data-bad-value",
            cell.span,
            "this row has no name" if not cell.text else f"`{cell.text}` cannot be a name",
            "letters, digits and _ are expected",
        )
        return False

    def _twice_in_data(self, cell: Cell, first: Span) -> None:
        self.error(
            "data-duplicate-key",
            cell.span,
            f"two rows are called `{cell.text}`",
            "the second",
            because=((first, "the first"),),
        )

    # ------------------------------------------------------------ places

    def _build_places(self, decl: ast.PlacesDecl | ast.GridDecl | ast.RingDecl) -> None:
        symbol = self.symbols[decl.name.text]
        if not isinstance(symbol, NodeSymbol) or symbol.span != decl.name.span:
            return
        name = symbol.name
        match decl:
            case ast.GridDecl():
                columns, rows = self.whole(decl.columns) or 1, self.whole(decl.rows) or 1
                if not (0 < columns <= MOST_VALUES and 0 < rows <= MOST_VALUES and columns * rows <= MOST_VALUES):
                    self.error(
                        "too-many-values",
                        decl.span,
                        f"a grid of {columns} by {rows} is not possible",
                        f"at most {MOST_VALUES} cells, at least one",
                    )
                    columns = rows = 1
                symbol.shape, symbol.columns, symbol.rows = "grid", columns, rows
                labels = [f"{_column_letter(c)}{r + 1}" for r in range(rows) for c in range(columns)]
                column_values = tuple(c + 1 for _ in range(rows) for c in range(columns))
                row_values = tuple(r + 1 for r in range(rows) for _ in range(columns))
                self.nodes[name] = tuple(labels)
                self._attribute(symbol, "column", IntDomain(1, columns), column_values, decl.name.span)
                self._attribute(symbol, "row", IntDomain(1, rows), row_values, decl.name.span)
                self.graphs[name] = Graph(name, symbol.domain, len(labels), (), "grid", columns, rows)
            case ast.RingDecl():
                size = self.whole(decl.size) or 1
                if not 0 < size <= MOST_VALUES:
                    self.error("too-many-values", decl.span, f"a ring of {size} is not possible", "at least one")
                    size = 1
                symbol.shape, symbol.columns, symbol.rows = "ring", size, 1
                self.nodes[name] = tuple(f"{_label(name)} {n + 1}" for n in range(size))
                self._attribute(
                    symbol, "number", IntDomain(1, size), tuple(range(1, size + 1)), decl.name.span
                )
                self.graphs[name] = Graph(name, symbol.domain, size, (), "ring", size, 1)
            case ast.PlacesDecl():
                data = self._data(decl.csv, decl.rows, decl.name)
                if data is None:
                    return
                self.row_sources[name] = RowSource(data)
                at = self._key_column(data, decl.csv)
                if at is None:
                    return
                name_at = data.column("name")
                labels = []
                for row in data.rows:
                    cell = row[at]
                    if not self._good_id(cell):
                        continue
                    if cell.text in symbol.ids:
                        self._twice_in_data(cell, self.value_spans[cell.text])
                        continue
                    symbol.ids[cell.text] = len(labels)
                    self._add_value(cell.text, Const(len(labels), symbol.domain), cell.span)
                    labels.append(row[name_at].text if name_at is not None else _label(cell.text))
                self.nodes[name] = tuple(labels)
        symbol.count = len(self.nodes[name])

    # ------------------------------------------------------------ pieces

    def _build_rows(self, decl: ast.PiecesDecl) -> None:
        symbol = self.symbols[decl.name.text]
        if not isinstance(symbol, PieceSymbol) or symbol.span != decl.name.span:
            return
        match decl.origin:
            case ast.FromCsv(csv):
                data = self._data(csv, decl.rows, decl.name)
                if data is None:
                    return
                self.row_sources[symbol.name] = RowSource(data)
                at = self._column(data, csv.key) if csv.key is not None else None
                symbol.key = csv.key.text if csv.key is not None else None
                name_at = data.column("name")
                for row in data.rows:
                    if at is not None and (not self._good_id(row[at])):
                        continue
                    if at is not None and row[at].text in symbol.ids:
                        self._twice_in_data(row[at], self.value_spans[row[at].text])
                        continue
                    label = row[name_at].text if name_at is not None else None
                    self._new_name(symbol, row[at] if at is not None else None, label)
            case ast.OnePerRow(column, csv):
                data = self._data(csv, decl.rows, decl.name)
                if data is None:
                    return
                at = self._column(data, column)
                if at is None:
                    return
                symbol.key = column.text
                kept: dict[str, tuple[Cell, ...]] = {}
                for row in data.rows:
                    kept.setdefault(row[at].text, row)
                self.row_sources[symbol.name] = RowSource(
                    DataTable(data.source_name, data.columns, tuple(kept.values()), data.head)
                )
                for row in kept.values():
                    if self._good_id(row[at]):
                        self._new_name(symbol, row[at], None)
            case ast.ForEach(binders):
                names, domains, columns = [], [], []
                for name, node in binders:
                    values = self.expr(node, Scope())
                    if not (isinstance(values, ConstSeq) and isinstance(values.type, SeqDomain)):
                        self.error(
                            "not-a-set",
                            node.span,
                            "this must be a set that is known before play",
                            f"this is {describe(values.type)}",
                            hint="a kind of values such as `Suit`, a range `2..14`, or a list `{3, 5}`",
                        )
                        return
                    of = values.type.of
                    names.append(name)
                    domains.append(of)
                    columns.append([Const(v, of) for v in values.values if isinstance(v, int)])
                total = 1
                for column_values in columns:
                    total *= len(column_values)
                if total > MOST_PIECES:
                    self.error(
                        "too-many-values",
                        decl.name.span,
                        f"`{symbol.name}` would be {total} pieces",
                        f"a game has at most {MOST_PIECES}",
                    )
                    return
                rows = RowSource(None, {n.text: d for n, d in zip(names, domains, strict=True)})
                rows.combinations = list(product(*columns))
                self.row_sources[symbol.name] = rows
                symbol.order = tuple(n.text for n in names)
                for combination in rows.combinations:
                    label = " ".join(self._text_of(one.value, one.type) for one in combination)
                    self._new_name(symbol, None, label)
                for at_column, (name, domain) in enumerate(zip(names, domains, strict=True)):
                    symbol.attrs[name.text] = Attr(name.text, domain, f"{symbol.name}.{name.text}", name.span)
                    _ = at_column
            case ast.OnePer(kind, alias):
                domain = self.kind_domain(kind.text)
                if domain is None:
                    self.unknown(kind.span, kind.text, "kind", self.kind_names())
                    return
                symbol.alias, symbol.per = alias.text, kind.text
                owners = [Const(value, domain) for value in self.members(domain)]
                rows = RowSource(None, {"owner": domain})
                rows.combinations = [(owner,) for owner in owners]
                self.row_sources[symbol.name] = rows
                symbol.order = ("owner",)
                symbol.attrs["owner"] = Attr("owner", domain, f"{symbol.name}.owner", alias.span)
                for owner in owners:
                    text = f"{_label(symbol.name)} of " + (
                        f"seat {owner.value + 1}" if kind.text == "Player" else self._text_of(owner.value, domain)
                    )
                    self._new_name(symbol, None, text)
            case None:
                if decl.rows:
                    data = drawn_table(decl.rows, self.report)
                    if data is None:
                        return
                    self.row_sources[symbol.name] = RowSource(data)
                    symbol.key = data.columns[0].text
                    name_at = data.column("name")
                    for row in data.rows:
                        if not self._good_id(row[0]):
                            continue
                        if row[0].text in symbol.ids:
                            self._twice_in_data(row[0], self.value_spans[row[0].text])
                            continue
                        self._new_name(symbol, row[0], row[name_at].text if name_at is not None else None)
                else:
                    rows = RowSource(None)
                    rows.combinations = [()]
                    self.row_sources[symbol.name] = rows
                    self._new_name(symbol, None, _label(symbol.name))

    def _new_name(self, symbol: PieceSymbol, cell: Cell | None, label: str | None) -> None:
        number_of_name = len(self.piece_names)
        symbol.names.append(number_of_name)
        if cell is not None:
            symbol.ids[cell.text] = number_of_name
            self._add_value(cell.text, Const(number_of_name, symbol.name_domain), cell.span)
        self.piece_names.append(label if label is not None else _label(cell.text if cell else symbol.name))
        self.piece_ids.append(cell.text if cell is not None else "")

    def _number_pieces(self) -> None:
        """How many copies of each row, and from that the number of every piece."""
        total = 0
        for at, decl in enumerate(d for d in self.tree.declarations if isinstance(d, ast.PiecesDecl)):
            symbol = self.symbols[decl.name.text]
            if not isinstance(symbol, PieceSymbol) or symbol.span != decl.name.span:
                continue
            symbol.number = at
            rows = self.row_sources.get(symbol.name)
            first = total
            for row_number, name in enumerate(symbol.names):
                copies = self._copies(decl, symbol, rows, row_number)
                self.copies_of_name.append(copies)
                if total + copies > MOST_PIECES:
                    self.error(
                        "too-many-values",
                        decl.name.span,
                        f"there are more than {MOST_PIECES} pieces",
                        "with this kind",
                    )
                    copies = 0
                self.piece_name_of.extend([name] * copies)
                total += copies
            self.kinds.append(PieceKind(symbol.name, first, total - first))
        name_of = self.piece_name_of
        low_high = self.kinds
        for kind in low_high:
            symbol = self.symbols[kind.name]
            assert isinstance(symbol, PieceSymbol)
            if symbol.key is not None and symbol.key not in symbol.attrs:
                table = f"{symbol.name}.{symbol.key}"
                symbol.attrs[symbol.key] = Attr(symbol.key, symbol.name_domain, table, symbol.span)
                values = tuple(name_of[p] for p in range(kind.first, kind.first + kind.count))
                self.tables[table] = Table(table, (symbol.domain,), values, symbol.name_domain)
            table = f"#name.{symbol.name}"
            values = tuple(name_of[p] for p in range(kind.first, kind.first + kind.count))
            self.tables[table] = Table(table, (symbol.domain,), values, symbol.name_domain)

    def _copies(self, decl: ast.PiecesDecl, symbol: PieceSymbol, rows: RowSource | None, row: int) -> int:
        if rows is None:
            return 0
        if decl.copies is None:
            at = rows.data.column("copies") if rows.data is not None else None
            if at is None or rows.data is None or any(f.name.text == "copies" for f in decl.fields):
                at_field = at
                if at_field is None or rows.data is None:
                    return 1
            cell = rows.data.rows[row][at]
            if not cell.text.isdigit():
                self.error("data-bad-value", cell.span, f"`{cell.text}` is no number of copies", "a whole number")
                return 0
            return int(cell.text)
        scope = Scope()
        if rows.data is not None:
            for at, column in enumerate(rows.data.columns):
                cell = rows.data.rows[row][at]
                if cell.text.isdigit():
                    scope.bind(column.text, number(int(cell.text)), cell.span).used = True
        else:
            for name, one in zip(rows.fixed, rows.combinations[row], strict=True):
                scope.bind(name, one, None).used = True
        for one_field in decl.fields:
            if one_field.column is not None and scope.find(one_field.column.text):
                found = scope.find(one_field.column.text)
                assert found is not None
                scope.bind(one_field.name.text, found.expr, one_field.name.span).used = True
        expr = self.expr(decl.copies, scope)
        value = constant(expr)
        if value is None or not isinstance(expr.type, IntDomain) or value < 0:
            self.error(
                "type-mismatch",
                decl.copies.span,
                "the number of copies must be known before play",
                f"this is {describe(expr.type)}" if value is None or value >= 0 else f"this is {value}",
            )
            return 0
        return value

    # ------------------------------------------------------------ attributes

    def _attribute(
        self,
        symbol: EnumSymbol | NodeSymbol | PieceSymbol,
        name: str,
        domain: Domain,
        values: tuple[int, ...] | tuple[tuple[int, ...], ...],
        span: Span,
    ) -> None:
        table = f"{symbol.name}.{name}"
        symbol.attrs[name] = Attr(name, domain, table, span)
        self.tables[table] = Table(table, (symbol.domain,), values, domain)

    def _build_fields(
        self, decl: ast.ValuesTableDecl | ast.PiecesDecl | ast.PlacesDecl | ast.GridDecl | ast.RingDecl
    ) -> None:
        symbol = self.symbols[decl.name.text]
        if not isinstance(symbol, (EnumSymbol, PieceSymbol, NodeSymbol)) or symbol.span != decl.name.span:
            return
        rows = self.row_sources.get(symbol.name)
        if rows is not None and rows.data is None and isinstance(symbol, PieceSymbol):
            for at, name in enumerate(rows.fixed):
                per_name = [combination[at].value for combination in rows.combinations]
                self._store(symbol, symbol.attrs[name], list(per_name))
        for one in decl.fields:
            if one.name.text in symbol.attrs:
                self._twice(one.name.span, one.name.text, symbol.attrs[one.name.text].span)
                continue
            domain = self.type_of(one.type)
            key: Domain | None = None
            if one.per:
                key = self.type_of(one.per[0].of)
                domain = MapDomain(key, domain)
            values = self._field_values(symbol, decl, one, domain, key, rows)
            if values is None:
                values = [self.lowest(domain)] * self._row_count(symbol)
            attr = Attr(one.name.text, domain, f"{symbol.name}.{one.name.text}", one.name.span)
            symbol.attrs[one.name.text] = attr
            self._store(symbol, attr, values)

    def lowest(self, domain: Domain) -> CellValue:
        match domain:
            case OptionalDomain():
                return NONE
            case MapDomain(key, value):
                low = self.lowest(value)
                return tuple([low if isinstance(low, int) else 0] * self.size_of(key))
            case SeqDomain():
                return ()
            case IntDomain(low, _):
                return low
            case _:
                return 0

    def _row_count(self, symbol: EnumSymbol | PieceSymbol | NodeSymbol) -> int:
        match symbol:
            case PieceSymbol():
                return len(symbol.names)
            case EnumSymbol():
                return len(symbol.labels)
            case NodeSymbol():
                return symbol.count

    def _store(
        self, symbol: EnumSymbol | PieceSymbol | NodeSymbol, attr: Attr, per_row: list[CellValue] | list[int]
    ) -> None:
        """Attributes of pieces are kept by piece and, under `Kind!attr`, by name."""
        if not isinstance(symbol, PieceSymbol):
            self.tables[attr.table] = Table(attr.table, (symbol.domain,), tuple(per_row), attr.type)  # type: ignore[arg-type]
            return
        kind = next(one for one in self.kinds if one.name == symbol.name)
        by_name = dict(zip(symbol.names, per_row, strict=True))
        values = tuple(by_name[self.piece_name_of[p]] for p in range(kind.first, kind.first + kind.count))
        self.tables[attr.table] = Table(attr.table, (symbol.domain,), values, attr.type)  # type: ignore[arg-type]

    def _field_values(
        self,
        symbol: EnumSymbol | PieceSymbol | NodeSymbol,
        decl: ast.ValuesTableDecl | ast.PiecesDecl | ast.PlacesDecl | ast.GridDecl | ast.RingDecl,
        one: ast.Field,
        domain: Domain,
        key: Domain | None,
        rows: RowSource | None,
    ) -> list[CellValue] | None:
        if one.computed is not None:
            return self._computed(symbol, one, domain)
        if rows is None or rows.data is None:
            self.error(
                "data-column-missing",
                one.name.span,
                f"nothing says what `{one.name.text}` is",
                "no data here",
                hint="give it a formula: `points: 0..13 = if … then … else …`",
            )
            return None
        data = rows.data
        if key is not None:
            assert isinstance(domain, MapDomain)
            return self._map_field(one, key, domain, data)
        name = one.column or one.name
        at = self._column(data, name)
        if at is None:
            return None
        values: list[CellValue] = []
        for row in data.rows[: self._row_count(symbol)]:
            value = self.cell_value(row[at], domain)
            if value is None:
                return None
            values.append(value)
        return values

    def _map_field(self, one: ast.Field, key: Domain, domain: MapDomain, data: DataTable) -> list[CellValue] | None:
        columns: list[int] = []
        ids = self._ids_of(key)
        for name in ids:
            at = data.column(name)
            if at is None:
                self.error(
                    "data-column-missing",
                    one.name.span,
                    f"the data has no column `{name}`",
                    f"one column for each {describe(key).removeprefix('a ')}",
                    because=((data.head, "the columns"),),
                )
                return None
            columns.append(at)
        values: list[CellValue] = []
        for row in data.rows:
            cells = [self.cell_value(row[at], domain.value) for at in columns]
            if any(cell is None for cell in cells):
                return None
            values.append(tuple(cell for cell in cells if isinstance(cell, int)))
        return values

    def _ids_of(self, domain: Domain) -> list[str]:
        match domain:
            case EnumDomain(name):
                symbol = self.symbols[name]
                return list(symbol.cases) if isinstance(symbol, EnumSymbol) else []
            case NodeDomain(name):
                node = self.symbols[name]
                return list(node.ids) if isinstance(node, NodeSymbol) else []
            case IntDomain(low, high):
                return [str(n) for n in range(low, high + 1)]
            case _:
                return []

    def _computed(
        self, symbol: EnumSymbol | PieceSymbol | NodeSymbol, one: ast.Field, domain: Domain
    ) -> list[CellValue] | None:
        assert one.computed is not None
        rows = self._row_count(symbol)
        first_piece = {name: p for p, name in reversed(list(enumerate(self.piece_name_of)))}
        kind_first = next((k.first for k in self.kinds if k.name == symbol.name), 0)
        values: list[CellValue] = []
        for row in range(rows):
            scope = Scope()
            for attr in symbol.attrs.values():
                table = self.tables.get(attr.table)
                if table is None:
                    continue
                at = row
                if isinstance(symbol, PieceSymbol):
                    piece = first_piece.get(symbol.names[row])
                    if piece is None:
                        continue
                    at = piece - kind_first
                value = table.values[at]
                known = Const(value, attr.type) if isinstance(value, int) else ConstSeq(value, attr.type)
                scope.bind(attr.name, known, attr.span).used = True
            expr = self.expr(one.computed, scope, domain)
            result = constant(expr)
            if result is None:
                self.error(
                    "type-mismatch",
                    one.computed.span,
                    f"`{one.name.text}` must be known before play",
                    f"this is {describe(expr.type)}",
                    hint="it may use the other attributes, constants and options",
                )
                return None
            if isinstance(domain, IntDomain) and not domain.low <= result <= domain.high:
                self.error(
                    "out-of-range",
                    one.computed.span,
                    f"`{one.name.text}` would be {result}",
                    f"outside of {domain.low}..{domain.high}",
                    because=((one.type.span, "its range"),),
                )
                return None
            values.append(result)
        return values

    def cell_value(self, cell: Cell, domain: Domain) -> CellValue | None:
        """What a cell says, read as a value of the type; faults are reported at the cell."""
        found = self._read_cell(cell.text, domain)
        if found is not None:
            return found
        if not cell.text:
            self.error(
                "data-missing-cell",
                cell.span,
                f"this cell is empty, but must be {describe(domain)}",
                "empty",
                hint="if it may be missing, say `or none` in the type",
            )
        else:
            from rulesdsl.diagnostics.suggest import did_you_mean

            meant = did_you_mean(cell.text, self._ids_of(plain(domain)))
            self.error(
                "data-bad-value",
                cell.span,
                f"`{cell.text}` is not {describe(domain)}",
                "this cell",
                hint=f"did you mean `{meant}`?" if meant else None,
            )
        return None

    def _read_cell(self, text: str, domain: Domain) -> CellValue | None:
        match domain:
            case OptionalDomain(of):
                return NONE if not text else self._read_cell(text, of)
            case IntDomain(low, high):
                digits = text.removeprefix("-")
                if not digits.isdecimal() or len(digits) > 10:
                    return None
                value = int(text)
                return value if low <= value <= high else None
            case FlagDomain():
                return {"yes": 1, "no": 0}.get(text)
            case EnumDomain(name):
                symbol = self.symbols[name]
                assert isinstance(symbol, EnumSymbol)
                word, colon, rest = text.partition(":")
                case_ = symbol.cases.get(word)
                if case_ is None or (case_.carries is None) != (not colon):
                    return None
                if case_.carries is None:
                    return case_.first
                carried = self._read_cell(rest, case_.carries)
                return case_.first + carried - case_.low if isinstance(carried, int) else None
            case NodeDomain(name):
                node = self.symbols[name]
                return node.ids.get(text) if isinstance(node, NodeSymbol) else None
            case PieceDomain(kinds):
                for kind in self.kinds:
                    symbol_of = self.symbols[kind.name]
                    if kind.name in kinds and isinstance(symbol_of, PieceSymbol) and text in symbol_of.ids:
                        return self.piece_name_of.index(symbol_of.ids[text])
                return None
            case PieceNameDomain(kinds):
                for kind_name in kinds:
                    symbol_of = self.symbols[kind_name]
                    if isinstance(symbol_of, PieceSymbol) and text in symbol_of.ids:
                        return symbol_of.ids[text]
                return None
            case UnionDomain(alternatives):
                offset = 0
                for one in alternatives:
                    value = self._read_cell(text, one)
                    if isinstance(value, int):
                        return offset + value - self.members(one)[0]
                    offset += self.size_of(one)
                return None
            case SeqDomain(of, ordered):
                parts = [self._read_cell(part, of) for part in text.split()]
                values = [part for part in parts if isinstance(part, int)]
                if len(values) < len(parts):
                    return None
                return tuple(values) if ordered else tuple(sorted(set(values)))
            case _:
                return None

    # ------------------------------------------------------------ links and tables

    def _build_links(self, decl: ast.LinksDecl) -> None:
        symbol = self.symbols[decl.name.text]
        if not isinstance(symbol, LinkSymbol) or symbol.span != decl.name.span:
            return
        of = self.kind_domain(decl.of.text)
        if not isinstance(of, (NodeDomain, PieceDomain)):
            self.unknown(decl.of.span, decl.of.text, "kind of places or pieces", self.kind_names())
            return
        symbol.of = of
        self.used.add(decl.of.text)
        data = self._data(decl.csv, decl.rows, decl.name)
        if data is None:
            return
        ends = [self._column(data, ast.Name(end, span=decl.name.span)) for end in ("a", "b")]
        if None in ends:
            return
        if len(data.rows) > MOST_LINKS:
            self.error("data-too-large", decl.name.span, f"more than {MOST_LINKS} links", "too many")
            return
        low = self.members(of)[0] if self.members(of) else 0
        links: list[tuple[int, int]] = []
        kept_rows: list[tuple[Cell, ...]] = []
        seen: dict[tuple[int, int], Span] = {}
        for row in data.rows:
            pair: list[int] = []
            for end in ends:
                assert end is not None
                value = self._read_cell(row[end].text, of)
                if not isinstance(value, int):
                    from rulesdsl.diagnostics.suggest import did_you_mean

                    known = list(self.values)
                    meant = did_you_mean(row[end].text, known)
                    self.error(
                        "link-to-unknown",
                        row[end].span,
                        f"this link leads to `{row[end].text}`, which is no {decl.of.text}",
                        "unknown",
                        because=((decl.of.span, "what the links join"),),
                        hint=f"did you mean `{meant}`?" if meant else None,
                    )
                    continue
                pair.append(value - low)
            if len(pair) < 2:
                continue
            key = (min(pair), max(pair))
            if key in seen or pair[0] == pair[1]:
                self.error(
                    "data-duplicate-key",
                    Span.join(row[ends[0] or 0].span, row[ends[1] or 0].span),
                    "this link leads from a place to itself" if pair[0] == pair[1] else "this link stands twice",
                    "here",
                    because=((seen[key], "the first"),) if key in seen else (),
                )
                continue
            seen[key] = row[ends[0] or 0].span
            links.append((pair[0], pair[1]))
            kept_rows.append(row)
        symbol.count = len(links)
        size = (max(self.members(of)) - low + 1) if self.members(of) else 0
        self.graphs[symbol.name] = Graph(symbol.name, of, size, tuple(links), "links")
        from rulesdsl.program import LinkDomain

        domain = LinkDomain(symbol.name)
        for at, end_name in enumerate(("a", "b")):
            table = f"{symbol.name}.{end_name}"
            symbol.attrs[end_name] = Attr(end_name, of, table, decl.name.span)
            self.tables[table] = Table(table, (domain,), tuple(link[at] + low for link in links), of)
        for one in decl.fields:
            field_type = self.type_of(one.type)
            at_column = self._column(data, one.column or one.name)
            if at_column is None:
                continue
            values = [self.cell_value(row[at_column], field_type) for row in kept_rows]
            table = f"{symbol.name}.{one.name.text}"
            symbol.attrs[one.name.text] = Attr(one.name.text, field_type, table, one.name.span)
            fixed = tuple(self.lowest(field_type) if value is None else value for value in values)
            self.tables[table] = Table(table, (domain,), fixed, field_type)  # type: ignore[arg-type]

    def _build_table(self, decl: ast.TableDecl) -> None:
        keys = tuple((key.name.text, self.type_of(key.type)) for key in decl.keys)
        symbol = TableSymbol(decl.name.text, decl.name.span, keys)
        if not self.declare(symbol):
            return
        data = self._data(decl.csv, decl.rows, decl.name)
        size = 1
        for _, domain in keys:
            size *= max(1, self.size_of(domain))
        if size > MOST_VALUES * 5:
            self.error("too-many-values", decl.name.span, f"this table would have {size} rows", "too many")
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
                        self.error(
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
            domain: Domain = self.type_of(one.type)
            per_key = self.type_of(one.per[0].of) if one.per else None
            if per_key is not None:
                domain = MapDomain(per_key, domain)
            symbol.results[one.name.text] = domain
            values: list[CellValue] = []
            if data is not None:
                rows = self._result_rows(one, per_key, domain, data)
                if rows is not None:
                    last = rows[place[max(place)]] if place else self.lowest(domain)
                    last_flat = max(place, default=0)
                    for flat in range(size):
                        if flat in place:
                            values.append(rows[place[flat]])
                        elif one.beyond is not None and isinstance(last, int) and flat > last_flat:
                            values.append(last + one.beyond * (flat - last_flat))
                        else:
                            values.append(self.lowest(domain))
            if not values:
                values = [self.lowest(domain)] * size
            table = f"{symbol.name}.{one.name.text}"
            self.tables[table] = Table(table, tuple(d for _, d in keys), tuple(values), domain)  # type: ignore[arg-type]

    def _result_rows(
        self, one: ast.Gives, per_key: Domain | None, domain: Domain, data: DataTable
    ) -> list[CellValue] | None:
        if per_key is not None and isinstance(domain, MapDomain):
            columns = []
            for name in self._ids_of(per_key):
                at = self._column(data, ast.Name(name, span=one.name.span))
                if at is None:
                    return None
                columns.append(at)
            rows: list[CellValue] = []
            for row in data.rows:
                cells = [self.cell_value(row[at], domain.value) for at in columns]
                if any(cell is None for cell in cells):
                    return None
                rows.append(tuple(cell for cell in cells if isinstance(cell, int)))
            return rows
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

    def attribute_of(self, domain: Domain, name: str) -> Attr | None:
        """The attribute of a value, piece, name, place or link; for several kinds one table for all."""
        inner = plain(domain)
        match inner:
            case EnumDomain(kind) | NodeDomain(kind):
                symbol = self.symbols[kind]
                return symbol.attrs.get(name) if isinstance(symbol, (EnumSymbol, NodeSymbol)) else None
            case PieceDomain(kinds) | PieceNameDomain(kinds):
                return self._piece_attribute(inner, kinds, name)
            case _:
                from rulesdsl.program import LinkDomain

                if isinstance(inner, LinkDomain):
                    link = self.symbols[inner.name]
                    return link.attrs.get(name) if isinstance(link, LinkSymbol) else None
                return None

    def _piece_attribute(self, domain: Domain, kinds: tuple[str, ...], name: str) -> Attr | None:
        found: dict[str, Attr] = {}
        for kind in kinds:
            symbol = self.symbols[kind]
            if isinstance(symbol, PieceSymbol) and name in symbol.attrs:
                found[kind] = symbol.attrs[name]
        if not found:
            return None
        if len(kinds) == 1 and isinstance(domain, PieceDomain):
            return found[kinds[0]]
        result = self._joined_type(list(found.values()))
        if result is None:
            return None
        if len(found) < len(kinds) and not isinstance(result, (SeqDomain, MapDomain)):
            result = optional(result)
        by_name = isinstance(domain, PieceNameDomain)
        table = f"{'!' if by_name else ''}{'|'.join(kinds)}.{name}"
        if table not in self.tables:
            missing = self.lowest(result)
            pieces = [k for k in self.kinds if k.name in kinds]
            value_of: dict[int, CellValue] = {}
            for kind in pieces:
                if kind.name not in found:
                    continue
                values = self.tables[found[kind.name].table].values
                for at in range(kind.count):
                    piece = kind.first + at
                    value_of[self.piece_name_of[piece] if by_name else piece] = values[at]
            if by_name:
                values_all = [value_of.get(at, missing) for at in range(len(self.piece_names))]
            else:
                low = min((k.first for k in pieces), default=0)
                high = max((k.first + k.count for k in pieces), default=0)
                values_all = [value_of.get(piece, missing) for piece in range(low, high)]
            self.tables[table] = Table(table, (domain,), tuple(values_all), result)  # type: ignore[arg-type]
        first = next(iter(found.values()))
        return Attr(name, result, table, first.span)

    def _joined_type(self, attrs: list[Attr]) -> Domain | None:
        from rulesdsl.check.domains import unified

        result: Domain | None = attrs[0].type
        for attr in attrs[1:]:
            result = unified(result, attr.type) if result is not None else None
        return result

    def all_of_kind(self, domain: Domain) -> ConstSeq:
        values = self.members(domain)
        return ConstSeq(values, seq(domain, ordered=True, bound=len(values)))


def _label(name: str) -> str:
    """An identifier as words: `left_hand` is "left hand", `RegionToken` "region token"."""
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
    return words.replace("_", " ")


def _column_letter(column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
