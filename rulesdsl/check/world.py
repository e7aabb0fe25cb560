"""What there is: values, pieces, places, links and tables, from the file and its data."""

from __future__ import annotations

from rulesdsl.check.domains import seq
from rulesdsl.check.lookups import Lookups
from rulesdsl.program import (
    ConstSeq,
    Domain,
)
from rulesdsl.syntax import ast


class World(Lookups):
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
                case (
                    ast.ValuesTableDecl()
                    | ast.PiecesDecl()
                    | ast.PlacesDecl()
                    | ast.GridDecl()
                    | ast.RingDecl()
                ):
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

    def all_of_kind(self, domain: Domain) -> ConstSeq:
        values = self.members(domain)
        return ConstSeq(values, seq(domain, ordered=True, bound=len(values)))
