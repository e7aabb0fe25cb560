"""Standing rules that would act for ever."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.check.whole.access import Access, touches
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.program import Const, Rule
from rulesdsl.syntax import ast


def restless_rules(checked: Checked, access: Access) -> Iterator[Diagnostic]:
    """A rule acts as long as its condition holds: it must change something that the condition looks at."""
    decls = {
        decl.name.text: decl
        for decl in checked.elaboration.tree.declarations
        if isinstance(decl, ast.AlwaysDecl)
    }
    for rule in checked.program.rules:
        decl = decls.get(rule.name)
        if decl is None or isinstance(rule.condition, Const) or _may_rest(rule, access):
            continue
        heads = [line for line in decl.body if isinstance(line, ast.When)]
        if not heads:
            # That it has no condition has been said.
            continue
        yield finding(
            "restless-rule",
            decl.name.span,
            f"the rule `{rule.name}` never makes its own condition false, so once it acts it never stops",
            "acts again and again",
            because=tuple((head.span, "no line below changes what this looks at") for head in heads[:2]),
            hint="let it change what it waits for, or add a state: `when … and not done`, `set done to yes`",
        )


def _may_rest(rule: Rule, access: Access) -> bool:
    written = access.lines_write(rule.body)
    return touches(access.rule_reads(rule), written) or any(kind == "end" for kind, _name in written)
