"""Standing rules that would act for ever."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl import program as ir
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.operations import Op
from rulesdsl.syntax import ast


def restless_rules(checked: Checked, access: Access) -> Iterator[Diagnostic]:
    """A rule acts as long as its condition holds: it must change something that the condition looks at."""
    decls = {decl.name.text: decl for decl in checked.world.tree.all(ast.AlwaysDecl)}
    for rule in checked.program.rules:
        decl = decls.get(rule.name)
        if decl is None or isinstance(rule.condition, ir.Const) or _may_rest(rule, access):
            continue
        heads = [line for line in decl.body if isinstance(line, ast.When)]
        if not heads:
            # That it has no condition has been said.
            continue
        changed = not access.rule_reads(rule).isdisjoint(access.block_writes(rule.body))
        why = (
            "the lines below only go farther this way"
            if changed
            else "no line below changes what this looks at"
        )
        yield finding(
            "restless-rule",
            decl.name.span,
            f"the rule `{rule.name}` never makes its own condition false, so once it acts it never stops",
            "acts again and again",
            because=tuple((head.span, why) for head in heads[:2]),
            hint="let it change what it waits for, or add a state: `when … and not done`, `set done to yes`",
        )


def _may_rest(rule: ir.Rule, access: Access) -> bool:
    written = access.block_writes(rule.body)
    if any(kind == "end" for kind, _name in written):
        return True
    return not access.rule_reads(rule).isdisjoint(written) and not _only_farther(rule, access)


def _only_farther(rule: ir.Rule, access: Access) -> bool:
    """Whether the lines only go farther where the condition holds: `when x > 9`, and then `add 1 to x`."""
    pushed: dict[str, int] = {}
    for line in rule.body:
        way = _way(line)
        if way is None:
            if not access.rule_reads(rule).isdisjoint(access.block_writes((line,))):
                return False
            continue
        state, sign = way
        if pushed.setdefault(state, sign) != sign:
            return False
    condition = rule.condition
    parts = condition.args if isinstance(condition, ir.Apply) and condition.op is Op.AND else (condition,)
    for part in parts:
        mine = {name for kind, name in access.reads(part) if kind == "state" and name in pushed}
        if mine and not _held_by(part, pushed):
            return False
    written = access.block_writes(rule.body)
    return all(access.reads(domain).isdisjoint(written) for _var, domain in rule.vars)


def _way(line: ir.Stmt) -> tuple[str, int] | None:
    """The state that a line makes larger (1) or smaller (-1)."""
    match line:
        case ir.Assign(state=state, index=index, value=value):
            while isinstance(value, ir.Apply) and value.op is Op.AS:
                value = value.args[0]
            match value:
                case ir.Apply(
                    op=Op.ADD | Op.SUB as op, args=(ir.StateRead(state=read, index=exprs), ir.Const(amount))
                ):
                    if read == state and exprs == index and amount > 0:
                        return state, 1 if op is Op.ADD else -1
    return None


def _held_by(part: ir.Expr, pushed: dict[str, int]) -> bool:
    """Whether a comparison that holds still holds when its state has gone on in its way."""
    match part:
        case ir.Apply(op=Op.GT | Op.GE, args=(ir.StateRead(state=state), ir.Const())):
            return pushed.get(state) == 1
        case ir.Apply(op=Op.LT | Op.LE, args=(ir.StateRead(state=state), ir.Const())):
            return pushed.get(state) == -1
        case _:
            return False
