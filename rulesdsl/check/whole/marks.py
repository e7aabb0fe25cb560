"""Which states of pieces lie on them: those that can be set of a piece that somebody does not know."""

from __future__ import annotations

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import Checked
from rulesdsl.check.whole.leaks import set_unseen
from rulesdsl.diagnostics.model import Report
from rulesdsl.syntax import ast


def elaborated(
    elaboration: Elaboration,
    report: Report,
    fingerprint: str = "",
    *,
    examples: tuple[ast.ExampleDecl, ...] = (),
) -> ir.Program:
    """The program of a game; what is wrong is in the report that the elaboration was given."""
    program = elaboration.run(fingerprint, examples=examples)
    of_pieces = any(isinstance(domain, ir.PieceDomain) for state in program.states for domain in state.index)
    if report.has_errors or not of_pieces:
        return program
    unseen = set_unseen(Checked(program.players, elaboration, program), Access(program))
    return evolve(
        program,
        states=tuple(evolve(state, lies_on_pieces=state.name in unseen) for state in program.states),
    )
