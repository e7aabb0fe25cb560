"""Where a value is read when somebody has been asked since it was worked out."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.program_walk import times_read


@frozen
class LateReads:
    """`asks`: whether somebody who may not know the value is asked in a line; `there`: whether it is late to
    read it in that very line.
    """

    var: ir.Var
    asks: Callable[[ir.Stmt], bool]
    there: bool

    def first(self, lines: ir.Lines) -> ir.Stmt | None:
        """The first line that reads the value too late."""
        stmt, _asked = self._in(lines, asked=False)
        return stmt

    def _in(self, lines: ir.Lines, *, asked: bool) -> tuple[ir.Stmt | None, bool]:
        for line in lines:
            if isinstance(line, ir.If):
                if asked and times_read((line.condition,), self.var):
                    return line, asked
                ways = [self._in(way, asked=asked) for way in (line.then, line.otherwise)]
                for stmt, _asked in ways:
                    if stmt is not None:
                        return stmt, asked
                asked = any(after for _found, after in ways)
                continue
            now = self.asks(line)
            if (asked or (now and self.there)) and times_read((line,), self.var):
                return line, asked
            asked = asked or now
        return None, asked
