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


def elaborated(elaboration: Elaboration, fingerprint: str = "") -> ir.Program:
    """The program of a game; what is wrong is in the report that the elaboration was given."""
    return _marked(elaboration, elaboration.run(fingerprint))


def with_examples(
    elaboration: Elaboration, report: Report, examples: tuple[ast.ExampleDecl, ...]
) -> ir.Program:
    """The same for a game that was gone through, with examples; what is wrong in these goes to the report."""
    elaboration.reporter.report = report
    return _marked(elaboration, elaboration.with_examples(examples))


def _marked(elaboration: Elaboration, program: ir.Program) -> ir.Program:
    of_pieces = any(isinstance(domain, ir.PieceDomain) for state in program.states for domain in state.index)
    if elaboration.reporter.report.has_errors or not of_pieces:
        return program
    unseen = set_unseen(Checked(program.players, elaboration, program), Access(program))
    return evolve(
        program,
        states=tuple(evolve(state, lies_on_pieces=state.name in unseen) for state in program.states),
    )
