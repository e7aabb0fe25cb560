"""What chance gives in secret is kept in a state, and what a state keeps in secret is given in secret."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl import program as ir
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.check.whole.late_reads import LateReads
from rulesdsl.diagnostics.fixes import added
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.program_walk import lines_in, nodes_in
from rulesdsl.source import Span
from rulesdsl.statement_facts import blocks_of, bodies_called


def chance_in_secret(checked: Checked, access: Access) -> Iterator[Diagnostic]:
    program = checked.program
    if not access.parts(ir.Chance):
        return
    kept = _kept_in_secret(access)
    for lines in _blocks(program):
        for index, line in enumerate(lines):
            if not isinstance(line, ir.Chance) or line.span is None:
                continue
            if line.seen.word == "all":
                yield from _put_down_in_secret(checked, line, line.span, kept.get(line.var))
            else:
                yield from _not_kept(program, line, line.span, lines[index + 1 :])


def _not_kept(program: ir.Program, line: ir.Chance, given: Span, rest: ir.Lines) -> Iterator[Diagnostic]:
    needed = LateReads(line.var, lambda stmt: _asks(program, stmt), there=True).first(rest)
    if needed is None:
        return
    span = getattr(needed, "span", None)
    yield finding(
        "secret-not-kept",
        given,
        f"`{line.what}` is given in secret, and needed when somebody has been asked something",
        "given here",
        because=() if span is None else ((span, "needed here"),),
        hint="write it down at once, in a state with the same `seen by`, and read that",
    )


def _kept_in_secret(access: Access) -> dict[ir.Var, tuple[ir.Assign | ir.Include, Span, ir.Viewer]]:
    """The first line that writes each name down where not all see it."""
    viewers = {state.name: state.seen for state in access.program.states}
    first: dict[ir.Var, tuple[ir.Assign | ir.Include, Span, ir.Viewer]] = {}
    for line in access.state_changes:
        if viewers[line.state].word == "all" or line.span is None:
            continue
        for item in nodes_in(line):
            if isinstance(item, ir.Local):
                known = first.get(item.var)
                if known is None or line.span.start < known[1].start:
                    first[item.var] = line, line.span, viewers[line.state]
    return first


def _put_down_in_secret(
    checked: Checked,
    line: ir.Chance,
    given: Span,
    kept: tuple[ir.Assign | ir.Include, Span, ir.Viewer] | None,
) -> Iterator[Diagnostic]:
    # Who knows a piece is a matter of where it lies.
    if kept is None or _is_piece(line.var.type):
        return
    node, span, viewer = kept
    who = {"owner": "you", "nobody": "nobody"}.get(viewer.word, "PLAYER")
    yield finding(
        "chance-in-the-open",
        given,
        f"all see what chance gives here, and `{node.state}` keeps it as a secret",
        "seen by all",
        because=(
            (span, "written down here"),
            (checked.world.symbols[node.state].span, f"seen by {_few(viewer.word)}"),
        ),
        hint=f"write `, seen by {who}` behind it",
        fix=None if who == "PLAYER" else added(given, f", seen by {who}", certain=False),
    )


def _asks(program: ir.Program, line: ir.Stmt) -> bool:
    return any(isinstance(item, ir.Decide) for item in lines_in((line, *bodies_called(program, line))))


def _blocks(program: ir.Program) -> Iterator[ir.Lines]:
    yield from (proc.body for proc in program.procs.values())
    yield from (rule.body for rule in program.rules)
    for line in lines_in((tuple(program.procs.values()), program.rules)):
        yield from blocks_of(line)


def _is_piece(kind: ir.Domain) -> bool:
    return isinstance(ir.member_type(kind), ir.PieceDomain)


def _few(word: str) -> str:
    return "some only" if word == "some" else "nobody" if word == "nobody" else f"{word} only"
