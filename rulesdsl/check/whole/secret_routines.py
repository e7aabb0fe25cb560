"""Routines called where all decide in secret: they may do no more there than the lines of the block."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl import program as ir
from rulesdsl.check.statements.secret_blocks import shared_before_park
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.program_walk import lines_in
from rulesdsl.source import Span
from rulesdsl.statement_facts import bodies_called


def secret_routines(access: Access) -> Iterator[Diagnostic]:
    program = access.program
    owners = {zone.name: zone.owner_at for zone in program.zones}
    owners |= {state.name: state.owner_at for state in program.states}
    for block in access.parts(ir.Secret):
        for span in shared_before_park(block.body, block.you, owners, program.procs):
            if span is not None:
                yield _shared(span)
        for line in lines_in(block.body):
            if isinstance(line, ir.Do) and line.span is not None and _is_secret_itself(program, line):
                yield finding(
                    "decision-not-allowed-here",
                    line.span,
                    "this has `all players in secret`, inside of another one",
                    "everybody is deciding already",
                    hint="take one of the two away, and leave its lines",
                )


def _shared(span: Span) -> Diagnostic:
    return finding(
        "shared-change-in-secret",
        span,
        "this changes what belongs to all, while others have still to decide",
        "before the last decision",
        hint="move it behind the last decision of the block, or out of the block",
    )


def _is_secret_itself(program: ir.Program, call: ir.Do) -> bool:
    called = tuple(bodies_called(program, call))
    return any(isinstance(line, ir.Secret) for line in lines_in(called))
