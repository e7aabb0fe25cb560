"""What there is: values, pieces, places, links and tables, from the file and its data."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from rulesdsl.check.domains import seq
from rulesdsl.check.lookups import Lookups
from rulesdsl.check.scope import UnknownName
from rulesdsl.program import (
    ConstSeq,
    Domain,
)
from rulesdsl.syntax import ast

D = TypeVar("D")


class World(Lookups):
    def build_world(self) -> None:
        """Values, places, pieces, their attributes, then what joins them: each needs those before."""
        for decl in self.tree.declarations:
            if isinstance(decl, ast.ValuesDecl):
                self._attempt(self._build_values, decl)
        for decl in self.tree.declarations:
            match decl:
                case ast.ValuesTableDecl():
                    self._attempt(self._build_values_table, decl)
                case ast.PlacesDecl() | ast.GridDecl() | ast.RingDecl():
                    self._attempt(self._build_places, decl)
                case _:
                    pass
        for decl in self.tree.declarations:
            if isinstance(decl, ast.PiecesDecl):
                self._attempt(self._build_rows, decl)
        self._number_pieces()
        for decl in self.tree.declarations:
            match decl:
                case (
                    ast.ValuesTableDecl()
                    | ast.PiecesDecl()
                    | ast.PlacesDecl()
                    | ast.GridDecl()
                    | ast.RingDecl()
                ):
                    self._attempt(self._build_fields, decl)
                case _:
                    pass
        for decl in self.tree.declarations:
            match decl:
                case ast.LinksDecl():
                    self._attempt(self._build_links, decl)
                    if decl.name.text not in self.graphs:
                        self.unread.add(decl.name.text)
                case ast.TableDecl():
                    self._attempt(self._build_table, decl)
                case _:
                    pass
        self.say_how_many_faults_more()

    def _attempt(self, build: Callable[[D], None], decl: D) -> None:
        """What could not be understood has been reported; the rest goes on."""
        with suppress(UnknownName):
            build(decl)

    def all_of_kind(self, domain: Domain) -> ConstSeq:
        values = self.members(domain)
        return ConstSeq(values, seq(domain, ordered=True, bound=len(values)))
