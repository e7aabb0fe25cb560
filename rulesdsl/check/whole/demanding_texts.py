"""Decisions on a text that perhaps nobody can write: there has to be another way on."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl import program as ir
from rulesdsl.check.folding import everything_in, free_vars
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.operations import Op
from rulesdsl.program_walk import lines_in


def demanding_texts(checked: Checked) -> Iterator[Diagnostic]:
    for proc in checked.program.procs.values():
        for line in lines_in(proc.body):
            if not isinstance(line, ir.Decide) or line.decline or line.span is None or proc.kind == "step":
                continue
            if all(map(_is_demanding, line.alternatives)):
                is_choice = line.span.text.startswith("choose")
                other = (
                    "`may choose …` can be declined" if is_choice else "offer another action: `must … or …`"
                )
                yield finding(
                    "may-find-nothing",
                    line.span,
                    "perhaps there is no text that meets all this, and then the game cannot go on",
                    "must be written",
                    hint=f"{other}; `if possible` does not help, for nobody goes through all texts"
                    if line.if_possible
                    else other,
                )


def _is_demanding(alternative: ir.Alternative) -> bool:
    """Whether a text is written that has to be a word of a list, or to meet several conditions."""
    if not alternative.params:
        return False
    last = alternative.params[-1]
    if not isinstance(last, ir.OneParam) or not last.is_written:
        return False
    where = last.where
    parts = where.args if isinstance(where, ir.Apply) and where.op is Op.AND else (where,)
    tests = [*(part for part in parts if part is not None), *(check.test for check in alternative.checks[-1])]
    demands = [test for test in tests if last.var in free_vars(test)]
    among_words = any(
        isinstance(node, ir.Apply) and node.op is Op.IN_WORDS
        for test in demands
        for node in everything_in(test)
    )
    return among_words or len(demands) > 1
