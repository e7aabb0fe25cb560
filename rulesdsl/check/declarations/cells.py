"""Data: where it comes from, and what a cell says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from rulesdsl import program as ir
from rulesdsl.check.csv_data import Cell, CellValue, DataTable, drawn_table, read_csv
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.domains import describe, described_alone, plain
from rulesdsl.check.patches import changed_by_variants
from rulesdsl.check.symbols import (
    EnumSymbol,
    LinkSymbol,
    NodeSymbol,
    PieceSymbol,
)
from rulesdsl.diagnostics.fixes import as_meant, replaced
from rulesdsl.diagnostics.model import Diagnostic, Fix, Label, Report
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.shapes import SHAPE
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.texts import in_quotes

_WORD = re.compile(r"[^\W\d]\w*")

MOST_FAULTS = 20
"""Of one table; who reads more has read enough to know what is wrong with it."""


class Cells(DeclarationModule):
    def text_of(self, value: int, domain: ir.Domain) -> str:
        match domain:
            case ir.EnumDomain(name):
                return self.world.enums[name][value]
            case ir.NodeDomain(name):
                return self.world.nodes[name][value]
            case ir.FlagDomain():
                return "yes" if value else "no"
            case ir.PlayerDomain():
                # The engine says the name of who sits there.
                return f"seat {value + 1}"
            case ir.PieceNameDomain():
                return self.world.piece_names[value]
            case ir.PieceDomain():
                return self.world.piece_names[self.world.piece_name_of[value]]
            case ir.LinkDomain(name):
                graph = self.world.graphs[name]
                if graph.link_names:
                    return graph.link_names[value]
                low = self.declarations.members(graph.of)[0]
                return " – ".join(self.text_of(low + end, graph.of) for end in graph.links[value])
            case ir.UnionDomain():
                return self.text_of(*self.declarations.types.decoded(value, domain))
            case ir.IntDomain() | ir.OptionalDomain() | ir.SeqDomain() | ir.SeqOfSeqDomain() | ir.MapDomain():
                return str(value)
            case ir.TextDomain():
                return in_quotes(value)
            case _:
                assert_never(domain)

    def declared_twice(self, span: Span, name: str, first: Span) -> None:
        self.reporter.twice(span, first, f"`{name}` stands twice", "take one of the two away")

    def named_apart(self, names: Sequence[ast.Name]) -> bool:
        """Whether no name stands among them twice; the first that does is reported."""
        known: dict[str, Span] = {}
        for name in names:
            if name.text in known:
                self.declared_twice(name.span, name.text, known[name.text])
                return False
            known[name.text] = name.span
        return True

    def data_of(self, csv: ast.Csv | None, rows: tuple[ast.Row, ...], name: ast.Name) -> DataTable | None:
        if csv is not None:
            if rows:
                self.reporter.error(
                    "misplaced-declaration",
                    rows[0].span,
                    f"`{name.text}` comes from a file, so rows cannot be drawn here as well",
                    "drawn rows",
                    because=((csv.span, "the file"),),
                )
            source = self.world.read_data(csv.path, self.reporter.report)
            data = None if source is None else self._reported(name, lambda report: read_csv(source, report))
            if data is None:
                self.rows_lost(name)
                return None
            data = changed_by_variants(data, csv)
            if not data.rows and name.text not in self.world.incomplete:
                message = f"the table {data.source_name} has no rows"
                self.bad_cell("data-missing-cell", data.head, message, "only columns")
                self.rows_lost(name)
            return data
        if not rows:
            self.reporter.error(
                "data-missing-cell",
                name.span,
                f"`{name.text}` has no rows",
                "neither a file nor drawn rows",
                hint='write `from "FILE.csv" named by COLUMN`, or draw a table below: `| name | points |`',
            )
            return None
        return self.drawn(name, rows)

    def drawn(self, name: ast.Name, rows: tuple[ast.Row, ...]) -> DataTable | None:
        return self._reported(name, lambda report: drawn_table(rows, report))

    def _reported(self, name: ast.Name, read: Callable[[Report], DataTable | None]) -> DataTable | None:
        """A table, and a note if not all of its rows could be read: names may then be missing."""
        report = Report()
        data = read(report)
        if report:
            self.rows_lost(name)
        for fault in report:
            self._fault(fault)
        return data

    def rows_lost(self, kind: ast.Name) -> None:
        self.world.values_unread = True
        self.world.incomplete.add(kind.text)

    def lost_in(self, domain: ir.Domain) -> bool:
        """Whether a row that could not be read may have held a value of this type."""
        match domain:
            case ir.EnumDomain(name) | ir.NodeDomain(name):
                return name in self.world.incomplete
            case ir.PieceDomain(kinds) | ir.PieceNameDomain(kinds):
                return not self.world.incomplete.isdisjoint(kinds)
            case ir.OptionalDomain(of) | ir.SeqDomain(of, _):
                return self.lost_in(of)
            case ir.UnionDomain(alternatives):
                return any(self.lost_in(alternative) for alternative in alternatives)
            case ir.MapDomain(key, value):
                return self.lost_in(key) or self.lost_in(value)
            case ir.IntDomain() | ir.FlagDomain() | ir.PlayerDomain() | ir.LinkDomain():
                return False
            case ir.SeqOfSeqDomain() | ir.TextDomain():
                return False
            case _:
                assert_never(domain)

    # ------------------------------------------------------------ what is wrong in data

    def _fault(self, fault: Diagnostic) -> None:
        """One of the first faults of a file is reported, the others are counted."""
        known = self.world.data_faults.setdefault(fault.span.source.name, [])
        known.append(fault.span)
        if len(known) <= MOST_FAULTS:
            self.reporter.report.add(fault)

    def say_how_many_faults_more(self) -> None:
        for places in self.world.data_faults.values():
            more = len(places) - MOST_FAULTS
            if more > 0:
                self.reporter.error(
                    "data-bad-value",
                    places[MOST_FAULTS],
                    f"{more:,} more {'place' if more == 1 else 'places'} in this table cannot be read",
                    "this and what else is like it",
                    hint="mend those above, then check again",
                )

    def bad_cell(
        self,
        code: str,
        span: Span,
        message: str,
        label: str,
        *,
        because: tuple[tuple[Span, str], ...] = (),
        hint: str | None = None,
        fix: Fix | None = None,
    ) -> None:
        secondary = tuple(Label(place, text) for place, text in because)
        self._fault(Diagnostic(code, message, Label(span, label), secondary, hint, fix))

    def key_column(self, data: DataTable, csv: ast.Csv | None, kind: ast.Name) -> int | None:
        if csv is None:
            return 0
        if csv.key is None:
            self.reporter.error(
                "data-column-missing",
                csv.span,
                "which column names the rows is not said",
                "add `named by COLUMN`",
                hint="there is " + ", ".join(f"`{cell.text}`" for cell in data.columns),
            )
            self.rows_lost(kind)
            return None
        index = self.column_of(data, csv.key)
        if index is None:
            self.rows_lost(kind)
        return index

    def column_of(self, data: DataTable, name: ast.Name) -> int | None:
        index = data.column(name.text)
        if index is None:
            self._no_columns(data, [name.text], name.span, "asked for here")
        else:
            self.reporter.means(data.columns[index].span, name.span)
        return index

    def values_of(
        self, data: DataTable, name: ast.Name, domain: ir.Domain, key: ir.Domain | None
    ) -> list[CellValue] | None:
        """What the rows have in a column, or of a map in one for each key; None if some of it is wrong."""
        of = domain.value if key is not None and isinstance(domain, ir.MapDomain) else domain
        columns = [self.column_of(data, name)] if key is None else self._columns_of(data, key, name.span)
        if None in columns:
            return None
        rows = [
            [self.cell_value(row[index], of) for index in columns if index is not None] for row in data.rows
        ]
        if any(None in row for row in rows):
            return None
        if key is None:
            return [cell for row in rows for cell in row if cell is not None]
        return [tuple(cell for cell in row if isinstance(cell, int)) for row in rows]

    def _columns_of(self, data: DataTable, key: ir.Domain, asked: Span) -> Sequence[int | None]:
        """A column for each value of a key."""
        columns = {name: data.column(name) for name in self.ids_of(key)}
        missing = [name for name, index in columns.items() if index is None]
        if missing:
            self._no_columns(data, missing, asked, f"one column for each {described_alone(key)}")
            return [None]
        numbers = [index for index in columns.values() if index is not None]
        for index in numbers:
            self.means_values(data.columns[index], key)
        return numbers

    def _no_columns(self, data: DataTable, names: list[str], asked: Span, why: str) -> None:
        """Columns that are not there, shown where they would be."""
        there = [cell.text for cell in data.columns]
        listed = ", ".join(f"`{name}`" for name in names[:8]) + (", …" if len(names) > 8 else "")
        alone = names[0] if len(names) == 1 else ""
        self.bad_cell(
            "data-column-missing",
            data.head,
            f"there is no column {listed}" if len(names) == 1 else f"there are no columns {listed}",
            "the columns",
            because=((asked, why),),
            hint=did_you_mean(alone, there),
            fix=as_meant(asked, alone, there),
        )

    def good_id(self, cell: Cell, kind: ast.Name) -> bool:
        if cell.text.replace("_", "a").isalnum() and not cell.text[0].isdigit():
            return True
        self.rows_lost(kind)
        self.bad_cell(
            "data-missing-cell" if not cell.text else "data-bad-value",
            cell.span,
            "this row has no name" if not cell.text else f"`{cell.text}` cannot be a name",
            "letters, digits and _ are expected",
        )
        return False

    def named_rows(self, data: DataTable, index: int, kind: ast.Name) -> Iterator[tuple[Cell, Cell | None]]:
        """The cells that name a row, each with the cell of the column `name` if there is one; a cell that
        cannot be a name, or is one already, is reported.
        """
        name_at = data.column("name")
        first: dict[str, Span] = {}
        for row in data.rows:
            cell = row[index]
            if not self.good_id(cell, kind):
                continue
            if cell.text in first:
                self.twice_in_data(cell, first[cell.text])
                continue
            first[cell.text] = cell.span
            yield cell, None if name_at is None else row[name_at]

    def twice_in_data(self, cell: Cell, first: Span) -> None:
        self.bad_cell(
            "data-duplicate-key",
            cell.span,
            f"two rows are called `{cell.text}`",
            "the second",
            because=((first, "the first"),),
        )

    def lowest(self, domain: ir.Domain) -> CellValue:
        match domain:
            case ir.OptionalDomain():
                return ir.NONE
            case ir.MapDomain(key, value):
                low = self.lowest(value)
                return tuple([low if isinstance(low, int) else 0] * self.declarations.size_of(key))
            case ir.SeqDomain():
                return ()
            case ir.IntDomain(low, _):
                return low
            case _:
                return 0

    def ids_of(self, domain: ir.Domain) -> list[str]:
        """The names of the members of a type, as data writes them."""
        match domain:
            case ir.EnumDomain(name):
                symbol = self.world.symbols[name]
                return list(symbol.cases) if isinstance(symbol, EnumSymbol) else []
            case ir.NodeDomain(name):
                node = self.world.symbols[name]
                return list(node.ids) if isinstance(node, NodeSymbol) else []
            case ir.IntDomain(low, high):
                return [str(n) for n in range(low, high + 1)]
            case _:
                return []

    def cell_value(self, cell: Cell, domain: ir.Domain) -> CellValue | None:
        """What a cell says, read as a value of the type; faults are reported at the cell."""
        value = self.read_cell(cell.text, domain)
        if value is not None:
            self.means_values(cell, domain)
            return value
        if self.lost_in(domain) and cell.text:
            # Why a row of that kind could not be read has been reported.
            return None
        if not cell.text:
            self.bad_cell(
                "data-missing-cell",
                cell.span,
                f"this cell is empty, but must be {describe(domain)}",
                "empty",
                hint="if it may be missing, say `or none` in the type",
            )
        elif cell.text == "none":
            may_be_absent = isinstance(domain, ir.OptionalDomain)
            self.bad_cell(
                "data-bad-value",
                cell.span,
                "`none` is not written in a table" if may_be_absent else f"`none` is not {describe(domain)}",
                "this cell",
                hint="leave the cell empty"
                if may_be_absent
                else "if it may be missing, say `or none` in the type and leave the cell empty",
            )
        elif (members := self._members_with_signs(cell, domain)) is not None:
            self.bad_cell(
                "data-bad-value",
                cell.span,
                "in a table several values stand in a cell with blanks between them",
                "this cell",
                hint=f"write `{members}`" if members else "leave the cell empty",
                fix=replaced(cell.span, members) if members else None,
            )
        else:
            self.bad_cell(
                "data-bad-value",
                cell.span,
                f"`{cell.text}` is not {describe(domain)}",
                "this cell",
                hint="draw it: `X` is a cell, `.` is none, rows are parted by `/`"
                if plain(domain) == ir.EnumDomain(SHAPE) and not self.ids_of(plain(domain))
                else did_you_mean(cell.text, self.ids_of(plain(domain))),
                fix=as_meant(cell.span, cell.text, self.ids_of(plain(domain))),
            )
        return None

    def _members_with_signs(self, cell: Cell, domain: ir.Domain) -> str | None:
        """Of several values with commas, brackets or an "and" what is meant; None if that is not all."""
        if not isinstance(plain(domain), ir.SeqDomain):
            return None
        words = [word for word in re.split(r"[\s,;|{}()\[\]]+", cell.text) if word and word != "and"]
        members = " ".join(words)
        return None if self.read_cell(members, domain) is None else members

    def means_values(self, cell: Cell, domain: ir.Domain) -> None:
        """The values that a cell names."""
        match domain:
            case ir.OptionalDomain(of) | ir.SeqDomain(of):
                self.means_values(cell, of)
            case ir.UnionDomain(alternatives):
                for alternative in alternatives:
                    self.means_values(cell, alternative)
            case ir.EnumDomain() | ir.NodeDomain() | ir.PieceDomain() | ir.PieceNameDomain():
                for word in _WORD.finditer(cell.span.text):
                    start = cell.span.start + word.start()
                    for declared in self.called(word[0], domain):
                        self.reporter.means(Span(cell.span.source, start, start + len(word[0])), declared)
            case ir.IntDomain() | ir.FlagDomain() | ir.PlayerDomain() | ir.LinkDomain() | ir.MapDomain():
                pass
            case ir.SeqOfSeqDomain() | ir.TextDomain():
                pass
            case _:
                assert_never(domain)

    def called(self, word: str, domain: ir.Domain) -> list[Span]:
        """Where the values of a type with this name are declared."""
        if isinstance(domain, ir.EnumDomain):
            symbol = self.world.symbols[domain.name]
            known = symbol.cases.get(word) if isinstance(symbol, EnumSymbol) else None
            return [] if known is None else [known.span]
        return self.world.value_spans.get(word, [])

    def read_cell(self, text: str, domain: ir.Domain) -> CellValue | None:
        match domain:
            case ir.OptionalDomain(of):
                return ir.NONE if not text else self.read_cell(text, of)
            case ir.IntDomain(low, high):
                digits = text.removeprefix("-")
                if not digits.isdecimal() or len(digits) > 10:
                    return None
                value = int(text)
                return value if low <= value <= high else None
            case ir.FlagDomain():
                return {"yes": 1, "no": 0}.get(text)
            case ir.EnumDomain(name):
                symbol = self.world.declared(EnumSymbol, name)
                if self.declarations.placements.is_of_shapes(symbol):
                    return self.declarations.placements.drawn(symbol, text)
                word, colon, rest = text.partition(":")
                case_ = symbol.cases.get(word)
                if case_ is None or (case_.carries is None) != (not colon):
                    return None
                if case_.carries is None:
                    return case_.first
                carried = self.read_cell(rest, case_.carries)
                return case_.first + carried - case_.low if isinstance(carried, int) else None
            case ir.NodeDomain(name):
                node = self.world.symbols[name]
                return node.ids.get(text) if isinstance(node, NodeSymbol) else None
            case ir.PieceDomain(kinds):
                for kind in self.world.kinds:
                    symbol_of = self.world.symbols[kind.name]
                    if kind.name in kinds and isinstance(symbol_of, PieceSymbol) and text in symbol_of.ids:
                        called = symbol_of.ids[text]
                        return next((p for p, n in enumerate(self.world.piece_name_of) if n == called), None)
                return None
            case ir.PieceNameDomain(kinds):
                for kind_name in kinds:
                    symbol_of = self.world.symbols[kind_name]
                    if isinstance(symbol_of, PieceSymbol) and text in symbol_of.ids:
                        return symbol_of.ids[text]
                return None
            case ir.UnionDomain():
                for sort, _first, added in self.declarations.codes_of(domain):
                    read_cell = self.read_cell(text, sort)
                    if isinstance(read_cell, int):
                        return read_cell + added
                return None
            case ir.SeqDomain(of, ordered):
                parts = [self.read_cell(part, of) for part in text.split()]
                values = [part for part in parts if isinstance(part, int)]
                if len(values) < len(parts):
                    return None
                return tuple(values) if ordered else tuple(sorted(set(values)))
            case ir.LinkDomain(name):
                link = self.world.symbols[name]
                return link.ids.get(text) if isinstance(link, LinkSymbol) else None
            case ir.PlayerDomain() | ir.MapDomain() | ir.SeqOfSeqDomain() | ir.TextDomain():
                return None
            case _:
                assert_never(domain)
