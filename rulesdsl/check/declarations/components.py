"""What there is: values, pieces, places, links and tables, from the file and its data."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from rulesdsl import program as ir
from rulesdsl.check.csv_data import CellValue
from rulesdsl.check.declarations.fields import Declared
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.domains import seq
from rulesdsl.check.folding import arithmetic, known_list, number
from rulesdsl.check.labels import in_words
from rulesdsl.check.scope import UnknownName
from rulesdsl.check.symbols import PieceSymbol
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

D = TypeVar("D")


class Components(DeclarationModule):
    def build_world(self) -> None:
        """Values, places, pieces, their attributes, then what joins them: each needs those before."""
        self._build_values_of_what_there_is()
        for decl in self.world.tree.declarations:
            match decl:
                case ast.ValuesTableDecl():
                    self._attempt(self.declarations.kinds.build_values_table, decl)
                case ast.PlacesDecl() | ast.GridDecl() | ast.RingDecl():
                    self._attempt(self.declarations.kinds.build_places, decl)
                case ast.GrowingDecl():
                    self._attempt(self.declarations.growing.build, decl)
        self._build_values_of_what_there_is()
        self._each(ast.CombinedDecl, self.declarations.combined.build)
        for pieces in self.declarations.pieces.in_order():
            self._attempt(self.declarations.pieces.build_rows, pieces)
        self.declarations.pieces.number_pieces()
        self._build_values_of_what_there_is()
        known: set[int] = set()
        self._build_links(known, early=True)
        self._build_values_of_what_there_is()
        for decl in self.world.tree.declarations:
            if isinstance(decl, Declared):
                self._attempt(self.declarations.fields.build_fields, decl)
        for decl in self.world.tree.all(ast.PiecesDecl):
            self._tell_apart(decl)
        self._each(ast.PlacementsDecl, self.declarations.placements.build_placements)
        self._build_links(known, early=False)
        for decl in self.world.tree.all(ast.ValuesDecl):
            self._attempt(self.declarations.kinds.build_values, decl)
            self.declarations.kinds.call_values(decl)
        for decl in self.world.tree.declarations:
            match decl:
                case ast.TableDecl():
                    self._attempt(self.declarations.lookups.build_table, decl)
                case ast.WordsDecl():
                    self._attempt(self.declarations.word_lists.build_words, decl)
        self.declarations.cells.say_how_many_faults_more()

    def _build_values_of_what_there_is(self) -> None:
        """Values as soon as what they carry is known: what comes next may be made of them."""
        for decl in self.world.tree.all(ast.ValuesDecl):
            if self.declarations.kinds.carries_what_there_is(decl):
                self._attempt(self.declarations.kinds.build_values, decl)

    def _build_links(self, known: set[int], *, early: bool) -> None:
        """Links of which nothing is worked out are there before attributes, which may be made of them."""
        for decl in self.world.tree.declarations:
            if not isinstance(decl, ast.LinksDecl) or id(decl) in known:
                continue
            types = (field.type for field in decl.fields)
            if early and not (
                all(field.computed is None for field in decl.fields)
                and self.declarations.kinds.are_there(types)
            ):
                continue
            known.add(id(decl))
            self._attempt(self.declarations.lookups.build_links, decl)
            if decl.name.text not in self.world.graphs:
                self.world.unread.add(decl.name.text)

    def _tell_apart(self, decl: ast.PiecesDecl) -> None:
        """Rows without names of their own are called by what tells them apart: as few attributes as will do,
        from the first on.
        """
        symbol = self.world.symbols.get(decl.name.text)
        if not isinstance(symbol, PieceSymbol) or symbol.span != decl.name.span or symbol.key is not None:
            return
        kind = next((piece_kind for piece_kind in self.world.kinds if piece_kind.name == symbol.name), None)
        plain = in_words(symbol.name)
        if kind is None or {self.world.piece_names[name] for name in symbol.names} != {plain}:
            return
        rows = {self.world.piece_name_of[piece]: piece - kind.first for piece in kind.pieces}
        attributes: dict[int, list[str]] = {name: [] for name in rows}
        for attribute, attr in symbol.attrs.items():
            table = self.world.tables.get(attr.table)
            if table is None or len({*map(tuple, attributes.values())}) == len(rows):
                break
            texts = {
                name: self._part_of_name(attribute, table.values[index], attr.type)
                for name, index in rows.items()
            }
            if len(set(texts.values())) > 1:
                for name, text in texts.items():
                    attributes[name] += [text] if text else []
        for name, words in attributes.items():
            self.world.piece_names[name] = " ".join(words) or plain

    def _part_of_name(self, attribute: str, value: CellValue, domain: ir.Domain) -> str:
        match domain:
            case ir.OptionalDomain(of=of):
                return "" if value == ir.NONE else self._part_of_name(attribute, value, of)
            case ir.FlagDomain():
                return in_words(attribute) if value else ""
            case ir.IntDomain() | ir.EnumDomain() | ir.NodeDomain() if isinstance(value, int):
                return self.declarations.cells.text_of(value, domain)
            case _:
                return ""

    def _each(self, kind: type[D], build: Callable[[D], None]) -> None:
        for decl in self.world.tree.all(kind):
            self._attempt(build, decl)

    def _attempt(self, build: Callable[[D], None], decl: D) -> None:
        """What could not be understood has been reported; the rest goes on."""
        with suppress(UnknownName):
            build(decl)

    def all_of_kind(self, domain: ir.Domain, span: Span) -> ir.Expr:
        """All that there are: known before play, but where a board grows."""
        if isinstance(domain, ir.PieceDomain) and not self.declarations.pieces.are_counted(domain):
            raise self.reporter.error(
                "circular-definition",
                span,
                f"how many pieces there are of the kind `{'` or `'.join(domain.kinds)}` is not known yet",
                "asked for while pieces are counted",
                hint="declare those above whose number others depend on",
            )
        if isinstance(domain, ir.NodeDomain):
            if domain.name in self.world.growing:
                return self.world.growing[domain.name].everything
            combined = self.world.combined.get(domain.name)
            if combined is not None and combined.growing is not None:
                many = arithmetic(Op.MUL, combined.growing.count, number(combined.of_each))
                last = arithmetic(Op.SUB, many, number(1))
                all_there = seq(domain, ordered=True, bound=self.declarations.size_of(domain))
                return ir.Apply(Op.RANGE, (number(0), last), all_there)
        return known_list(self.declarations.members(domain), domain)
