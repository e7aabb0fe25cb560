"""In which order a loop goes through a set: that of the file, which depends on what the pieces are."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.disclosure import Disclosure
from rulesdsl.check.whole.hidden import Hidden, Known, announced, held_by
from rulesdsl.check.whole.leak_words import LeakReports
from rulesdsl.program_walk import instances_in, lines_in
from rulesdsl.statement_facts import Kind, blocks_of, bodies_called, statement_facts

_SPEAKING = {Kind.EFFECT, Kind.CHANCE, Kind.WAIT, Kind.LEAVE}


@frozen
class Orders:
    disclosure: Disclosure
    reports: LeakReports

    def gone_through(self, loop: ir.For, lying: frozenset[Hidden], known: Known) -> None:
        """`known`: inside, where the variable of the loop has its value."""
        domain = loop.domain.type
        if not lying or not isinstance(domain, ir.SeqDomain) or domain.ordered:
            return
        if not self._shows(loop.var, loop.body, known):
            return
        revealed = self.disclosure.revealed(loop.body, known)
        for hidden in lying:
            if announced(hidden, known) or revealed.has(*held_by(loop.var, frozenset({hidden}))):
                continue
            what = "it is seen in which order these are gone through, and it depends on"
            self.reports.done(what, evolve(hidden, member="order"), loop.span, loop.span)

    def _shows(self, var: ir.Var, body: ir.Lines, known: Known) -> bool:
        """Whether something is done with one piece after the other that is not told as done to all at once:
        so is what is turned, and what is set on each of them.
        """
        lines = [line for line in self._lines(body) if self._is_heard(line, known)]
        return any(self._speaks_of(line, var) for line in lines) and not all(
            self._is_told_at_once(line, var) for line in lines
        )

    def _lines(self, body: ir.Lines) -> Iterator[ir.Stmt]:
        return lines_in((body, *bodies_called(self.disclosure.program, body)))

    def _is_heard(self, line: ir.Stmt, known: Known) -> bool:
        if isinstance(line, ir.Assign | ir.Include):
            return bool(self.disclosure.seen_by(line, known))
        return statement_facts(line).kind in _SPEAKING

    def _speaks_of(self, line: ir.Stmt, var: ir.Var) -> bool:
        """Of what is handed over to a routine, too, whatever it is called there."""
        inside = frozenset(id(part) for block in blocks_of(line) for part in instances_in(block, ir.Local))
        return any(
            local.var == var or isinstance(local.var.type, ir.PieceDomain)
            for local in instances_in(line, ir.Local)
            if id(local) not in inside
        )

    def _is_told_at_once(self, line: ir.Stmt, var: ir.Var) -> bool:
        match line:
            case ir.Assign(index=index, value=value):
                on_it = any(self._holds(key, var) for key in index)
                return on_it or not self._holds(value, var)
            case ir.Include() | ir.Flip():
                return True
            case _:
                return False

    def _holds(self, value: ir.Expr | None, var: ir.Var) -> bool:
        return any(
            local.var == var or isinstance(local.var.type, ir.PieceDomain)
            for local in instances_in(value, ir.Local)
        )
