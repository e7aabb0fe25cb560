"""Comprehensions (`Over`) into loops, or into a plain expression where the domain is short and known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, assert_never

from rulesdsl import program as ir
from rulesdsl.engine.codegen.conditions import conjuncts, factored
from rulesdsl.engine.codegen.counts import columns_ahead, count_of_column
from rulesdsl.engine.codegen.literals import NOTHING
from rulesdsl.engine.codegen.static_filter import foreseen, hoisted_calls, members_known, sorted_ahead
from rulesdsl.engine.core.domains import may_be_none
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.program_walk import is_expression, nodes_in

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.expressions import Emitter

FEW_MEMBERS = 6
"""The lines for so many members are better written out than gone through again and again."""

MOST_FLAGS = 4096
"""Of more values that something can have those that were met are listed, and not each marked."""

LONGEST_UNROLLED = 100
MOST_UNROLLED_NODES = 4000

MOST_UNROLLED_CALLS = 16
"""Where each member is a call, writing more of them out gains nothing."""

_ONE_OF = {Gather.MIN, Gather.MAX}
"""Of one member its value, none if that is none."""
_UNROLLED = {Gather.SOME, Gather.EVERY, Gather.SUM, Gather.COUNT, *_ONE_OF}


def emit_over(self: Emitter, over: ir.Over) -> str:
    over = foreseen(self, over)
    if over.by is not None and over.op in {Gather.FIRST, Gather.LAST, Gather.SELECT}:
        over = sorted_ahead(self, over)
    counted = count_of_column(self, over)
    if counted is not None:
        return counted
    with columns_ahead(self, over):
        if over.op in _UNROLLED:
            unrolled = _unrolled(self, over)
            if unrolled is not None:
                return unrolled
        return _loop(self, over)


def _loop(self: Emitter, over: ir.Over) -> str:
    with hoisted_calls(self, over):
        match over.op:
            case Gather.SOME | Gather.EVERY:
                return _some(self, over)
            case Gather.SUM | Gather.COUNT | Gather.MIN | Gather.MAX:
                return _gathered(self, over)
            case Gather.FIRST if over.by is None:
                return _first(self, over)
            case Gather.TALLY:
                return _tally(self, over)
            case Gather.LIST:
                return _listed(self, over)
            case Gather.UNION:
                return f"sorted(set({_joined(self, over)}))"
            case Gather.UNTIL:
                return _until(self, over)
            case Gather.REACHED:
                return _reached(self, over)
            case Gather.GROUPS:
                return _groups(self, over)
            case Gather.DISTINCT | Gather.RANKED | Gather.SAME:
                return Op[over.op.name].entry.code.format(_listed(self, over))
            case Gather.SELECT | Gather.HIGHEST | Gather.LOWEST | Gather.FIRST | Gather.LAST | Gather.RUNS:
                return _by_key(self, over)
            case _:
                assert_never(over.op)


# ---- written out


def _weight(self: Emitter, over: ir.Over) -> int:
    """How many nodes there would be if all loops over known domains were written out."""
    total = 0
    for node in nodes_in((over.where, over.value), lambda node: not isinstance(node, ir.Over)):
        total += is_expression(node)
        if isinstance(node, ir.Over):
            known = self.domain_known(node.domain)
            total += _weight(self, node) * (len(known) if known is not None else 4)
    return total


def _calls_a_function(self: Emitter, over: ir.Over) -> bool:
    """Whether a definition is asked that is called, and not written out where it is asked."""
    calls = (node for node in nodes_in((over.where, over.value)) if isinstance(node, ir.Formula))
    return any(not self.gen.is_short(call.name) for call in calls)


def _unrolled(self: Emitter, over: ir.Over) -> str | None:
    known = members_known(self, over.domain)
    if (
        known is None
        or (over.op in _ONE_OF and (len(known) != 1 or over.where is not None))
        or len(known) > LONGEST_UNROLLED
        or len(known) * _weight(self, over) > MOST_UNROLLED_NODES
        or (len(known) > MOST_UNROLLED_CALLS and _calls_a_function(self, over))
    ):
        return None
    before = dict(self.env)
    parts: list[str] = []
    groups: list[list[str]] = []
    for value in known:
        self.env[over.var.number] = value
        if over.op is Gather.SOME:
            texts: list[str] = []
            lines, _ = self.capture(lambda: _noted(texts, _all_of(self, _tests(over))))  # noqa: B023 -- called at once
            groups.append(texts)
        else:
            lines, text = self.capture(lambda: _member(self, over))
            parts.append(text)
        if lines:
            self.env = before
            return None
    self.env = before
    if over.op is Gather.SOME:
        return factored(groups)
    if over.op in _ONE_OF:
        return parts[0]
    joint = " and " if over.op is Gather.EVERY else " + "
    idle = "True" if over.op is Gather.EVERY else "0"
    kept = [text for text in parts if text != idle]
    return f"({joint.join(kept)})" if kept else idle


def _noted(texts: list[str], more: list[str]) -> str:
    texts += more
    return ""


def _tests(over: ir.Over) -> tuple[ir.Expr, ...]:
    """What must hold of a member of `some`."""
    return tuple(expr for expr in (over.where, over.value) if expr is not None)


def _all_of(self: Emitter, tests: tuple[ir.Expr, ...]) -> list[str]:
    """The single conditions, as text, that must all hold: "False" among them if one is known not to."""
    texts: list[str] = []
    for test in (conjunct for given in tests for conjunct in conjuncts(given)):
        known = self.const(test)
        if known is not None:
            if not known:
                return ["False"]
            continue
        if isinstance(test, ir.Over) and test.op is Gather.EVERY and test.value is not None:
            inner = foreseen(self, test)
            domain = self.domain_known(inner.domain)
            if domain is not None and inner.where is None and inner.value is not None:
                kept = self.env.get(inner.var.number)
                for value in domain:
                    self.env[inner.var.number] = value
                    texts += _all_of(self, (inner.value,))
                if kept is not None:
                    self.env[inner.var.number] = kept
                continue
        texts.append(self.expr(test))
    return ["False"] if "False" in texts else texts


def _member(self: Emitter, over: ir.Over) -> str:
    """What one member brings to an unrolled `every`, `sum` or `count`."""
    test = None if over.where is None else self.logic(Op.AND, (over.where,))
    if over.op is Gather.EVERY:
        value = "True" if over.value is None else self.logic(Op.AND, (over.value,))
        if test == "False":
            return "True"
        return value if test is None or test == "True" else f"(not {test} or {value})"
    value = "1" if over.value is None or over.op is Gather.COUNT else self.expr(over.value)
    if over.op is Gather.SUM and over.value is None:
        value = self.var(over.var)
    if test == "False":
        return "0"
    return value if test is None or test == "True" else f"({value} if {test} else 0)"


# ---- loops


def require(self: Emitter, condition: ir.Expr | None, otherwise: str = "continue") -> bool:
    """Lines that go on only where the condition holds; whether anything can come after them."""
    for conjunct in conjuncts(condition):
        known = self.const(conjunct)
        if known is not None:
            if known:
                continue
            self.put(otherwise)
            return False
        text = self.expr(conjunct)
        self.put(f"if not {text}: {otherwise}")
    return True


@contextmanager
def _each(self: Emitter, over: ir.Over) -> Iterator[bool]:
    """The loop over the members that meet `where`; gives whether there can be any."""
    domain = self.expr(over.domain)
    with self.block(f"for {self.bind(over.var)} in {domain}:"):
        yield require(self, over.where)


def _value(self: Emitter, over: ir.Over) -> tuple[str, bool]:
    """The text of a member's value, and whether it may be none."""
    if over.value is None:
        domain = over.domain.type
        inner = ir.member_type(domain)
        return self.var(over.var), may_be_none(inner)
    return self.expr(over.value), may_be_none(over.value.type)


def _some(self: Emitter, over: ir.Over) -> str:
    result = self.fresh()
    some = over.op is Gather.SOME
    self.put(f"{result} = {not some}")
    with _each(self, over) as open_:
        if open_:
            value = "True" if over.value is None else self.expr(over.value)
            if value in {"True", "1"} and some:
                self.put(f"{result} = True; break")
            else:
                with self.block(f"if {value}:" if some else f"if not {value}:"):
                    self.put(f"{result} = {some}; break")
    return result


def _gathered(self: Emitter, over: ir.Over) -> str:
    result = self.fresh()
    self.put(f"{result} = {0 if over.op in {Gather.SUM, Gather.COUNT} else NOTHING}")
    with _each(self, over) as open_:
        if open_ and over.op is Gather.COUNT:
            self.put(f"{result} += 1")
        elif open_:
            value, none = _value(self, over)
            gathered_into(self, over.op, result, value, none=none)
    return result


def gathered_into(self: Emitter, gather: Gather, result: str, value: str, *, none: bool) -> None:
    """Lines that add a value to a sum, or keep it if it is the least or the greatest so far."""
    match gather:
        case Gather.SUM:
            self.put(f"{result} += {value}")
        case Gather.MAX:
            # None is less than any number.
            value = self.atom(value)
            self.put(f"if {value} > {result}: {result} = {value}")
        case _:
            value = self.atom(value)
            there = f"{value} != {NOTHING} and " if none else ""
            self.put(f"if {there}({result} == {NOTHING} or {value} < {result}): {result} = {value}")


def each_value(self: Emitter, over: ir.Over, body: Callable[[str, bool], None]) -> None:
    """Lines for the value of every member of a list, and whether that may be none."""
    over = foreseen(self, over)
    with hoisted_calls(self, over), _each(self, over) as open_:
        if open_:
            value, none = _value(self, over)
            if none:
                value = self.atom(value)
                self.put(f"if {value} == {NOTHING}: continue")
            body(value, False)


def _first(self: Emitter, over: ir.Over) -> str:
    result = self.fresh()
    self.put(f"{result} = {NOTHING}")
    with _each(self, over) as open_:
        if open_:
            self.put(f"{result} = {_value(self, over)[0]}; break")
    return result


def _tally(self: Emitter, over: ir.Over) -> str:
    assert isinstance(over.type, ir.MapDomain)
    low, count = ir.index_span(self.program, over.type.key)
    result = self.fresh()
    self.put(f"{result} = [0] * {count}")
    with _each(self, over) as open_:
        if open_:
            value, none = _value(self, over)
            value = self.atom(value)
            there = f"if {value} != {NOTHING}: " if none else ""
            self.put(f"{there}{result}[{value}-{low}] += 1")
    return result


def _listed(self: Emitter, over: ir.Over) -> str:
    result = self.fresh()
    self.put(f"{result} = []")
    with _each(self, over) as open_:
        if open_:
            value, none = _value(self, over)
            if none:
                value = self.atom(value)
            there = f"if {value} != {NOTHING}: " if none else ""
            self.put(f"{there}{result}.append({value})")
    return result


def _joined(self: Emitter, over: ir.Over) -> str:
    """The members of all values, one after the other."""
    result = self.fresh()
    self.put(f"{result} = []")
    with _each(self, over) as open_:
        if open_:
            self.put(f"{result} += {_value(self, over)[0]}")
    return result


def _until(self: Emitter, over: ir.Over) -> str:
    assert over.value is not None
    result = self.fresh()
    self.put(f"{result} = []")
    with _each(self, over) as open_:
        if open_:
            self.put(f"{result}.append({self.var(over.var)})")
            self.put(f"if {self.expr(over.value)}: break")
    return result


def _reached(self: Emitter, over: ir.Over) -> str:
    """Each member is looked at once; what none leads to is not looked at."""
    assert over.value is not None
    assert over.by is not None
    assert isinstance(over.domain.type, ir.SeqDomain)
    low, size = ir.index_span(self.program, over.domain.type.of)
    waiting, untried, place, result = (self.fresh() for _ in range(4))
    var = self.bind(over.var)
    passed_over = f"not {untried}[{var} - {low}]"
    tried = f"{untried}[{var} - {low}] = 0"
    if size > MOST_FLAGS:
        self.put(f"{untried} = {self.expr(over.domain)}")
        passed_over, tried = f"{var} in {result} or {var} not in {untried}", ""
    elif self.domain_known(over.domain) == tuple(range(low, low + size)):
        self.put(f"{untried} = [1] * {size}")
    else:
        self.put(f"{untried} = [0] * {size}")
        with self.block(f"for {place} in {self.expr(over.domain)}:"):
            self.put(f"{untried}[{place} - {low}] = 1")
    if tried and isinstance(over.domain.type.of, ir.IntDomain):
        passed_over = f"not {low} <= {var} < {low + size} or {passed_over}"
    self.put(f"{waiting} = [*{self.expr(over.by)}]; {result} = []; {place} = 0")
    with self.block(f"while {place} < len({waiting}):"):
        self.put(f"{var} = {waiting}[{place}]; {place} += 1")
        self.put(f"if {passed_over}: continue")
        if tried:
            self.put(tried)
        if require(self, over.where):
            self.put(f"{result}.append({var})")
            self.put(f"{waiting} += {self.expr(over.value)}")
    return f"sorted({result})"


def _groups(self: Emitter, over: ir.Over) -> str:
    assert over.value is not None
    members, beside, ends = self.fresh(), self.fresh(), self.fresh()
    self.put(f"{members} = []; {beside} = []; {ends} = []")
    with _each(self, over) as open_:
        if open_:
            self.put(f"{members}.append({self.var(over.var)})")
            self.put(f"{beside} += {self.expr(over.value)}")
            self.put(f"{ends}.append(len({beside}))")
    return f"groups({members}, {beside}, {ends})"


def _is_single(domain: ir.Domain) -> bool:
    return not isinstance(domain, (ir.SeqDomain, ir.MapDomain, ir.SeqOfSeqDomain))


def _best(self: Emitter, over: ir.Over) -> str:
    """The members with the greatest or smallest single key."""
    result, best = self.fresh(), self.fresh()
    self.put(f"{result} = []; {best} = {NOTHING}")
    known = self.domain_known(over.domain)
    if known is None or len(known) > FEW_MEMBERS or known == () or isinstance(known[0], tuple):
        with _each(self, over) as open_:
            if open_:
                _if_better(self, over, result, best)
        return result
    before, depth = dict(self.env), self.depth
    for value in known:
        self.env[over.var.number] = value
        tests = [text for test in conjuncts(over.where) if (text := _test(self, test)) != "True"]
        if "False" in tests:
            self.put("pass")
        else:
            _if_better(self, over, result, best)
        self.depth = depth
    self.env = before
    return result


def _test(self: Emitter, test: ir.Expr) -> str:
    """A condition under which the lines that follow are written."""
    known = self.const(test)
    text = self.expr(test) if known is None else str(bool(known))
    if text not in {"True", "False"}:
        self.put(f"if {text}:")
        self.depth += 1
    return text


def _if_better(self: Emitter, over: ir.Over, result: str, best: str) -> None:
    assert over.by is not None
    key = self.atom(self.expr(over.by))
    there = f"{key} != {NOTHING} and " if may_be_none(over.by.type) else ""
    better = (
        f"{key} > {best}" if over.op is Gather.HIGHEST else f"{there}({key} < {best} or {best} == {NOTHING})"
    )
    self.put(f"if {better}: {best} = {key}; {result} = [{self.var(over.var)}]")
    self.put(f"elif {there}{key} == {best}: {result}.append({self.var(over.var)})")


def _by_key(self: Emitter, over: ir.Over) -> str:
    """`select`, `highest`, `lowest`, `last`, `runs`, and `first` with a key: members and keys side
    by side.
    """
    if over.op in {Gather.HIGHEST, Gather.LOWEST} and over.by is not None and _is_single(over.by.type):
        return _best(self, over)
    keyed = over.by is not None
    if over.op is Gather.SELECT and not keyed and over.where is None:
        return self.atom(f"[*{self.expr(over.domain)}]")
    result, keys = self.fresh(), self.fresh()
    self.put(f"{result} = []; {keys} = []" if keyed else f"{result} = []")
    with _each(self, over) as open_:
        if open_:
            self.put(f"{result}.append({self.var(over.var)})")
            if over.by is not None:
                self.put(f"{keys}.append({self.expr(over.by)})")
    match over.op:
        case Gather.SELECT:
            return f"ordered({result}, {keys})" if keyed else result
        case Gather.HIGHEST:
            return f"best({result}, {keys}, most=True)" if keyed else result
        case Gather.LOWEST:
            return f"best({result}, {keys}, most=False)" if keyed else result
        case Gather.RUNS:
            return f"runs({result}, {keys})" if keyed else f"([{result}] if {result} else [])"
        case Gather.FIRST | Gather.LAST:
            there = self.atom(f"ordered({result}, {keys})") if keyed else result
            return f"({there}[{0 if over.op is Gather.FIRST else -1}] if {there} else {NOTHING})"
        case unknown:
            raise AssertionError(f"no such comprehension: {unknown}")
