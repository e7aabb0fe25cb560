"""Expressions into Python: the walk over all kinds of expressions, with constants folded.

`Emitter.expr` gives the text of an expression and writes what must come before it (loops of comprehensions)
as lines. What is only needed under a condition is written under that condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from rulesdsl.engine.domains import may_be_none, within_bounds
from rulesdsl.engine.foreseen import Chosen, chosen_text
from rulesdsl.engine.layout import Dim, is_set
from rulesdsl.engine.emit_operations import QUICK_FOLDS, emit_operation
from rulesdsl.engine.emit_over import emit_over
from rulesdsl.program import (
    NONE,
    Apply,
    Const,
    ConstSeq,
    Counter,
    Expr,
    Formula,
    IfExpr,
    Legal,
    LetExpr,
    Local,
    Lookup,
    Over,
    PlaceOf,
    SlotPiece,
    StateRead,
    Text,
    Var,
    ZoneCount,
    ZonePieces,
    ZoneRef,
    ZonesPieces,
)
from rulesdsl.source import Span

if TYPE_CHECKING:
    from rulesdsl.engine.generator import Generator

Known = int | tuple[int, ...] | tuple[tuple[int, ...], ...]
"""A value that is constant while code is written."""

NOTHING = str(NONE)


def literal(value: int) -> str:
    value = int(value)
    return str(value) if value >= 0 else f"({value})"


class Emitter:
    """Writes the lines of one function. `cells` is what expressions read: the position, or a copy of it."""

    def __init__(self, gen: Generator, *, copy: str = "") -> None:
        self.gen = gen
        self.pool = gen.pool
        self.program = gen.program
        self.layout = gen.layout
        self.copy = copy
        self.cells = "C"
        self.lines: list[str] = []
        self.depth = 1
        self.env: dict[int, str | Known] = {}
        self.hoisted: dict[Formula, str] = {}
        """Calls whose value is already in a name."""

    # ---- writing lines

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.put(head)
        self.depth += 1
        at = len(self.lines)
        yield
        if len(self.lines) == at:
            self.put("pass")
        self.depth -= 1

    def capture(self, write: Callable[[], str]) -> tuple[list[str], str]:
        """What `write` would write, without writing it."""
        kept, self.lines = self.lines, []
        try:
            result = write()
            return self.lines, result
        finally:
            self.lines = kept

    def fresh(self) -> str:
        return self.gen.fresh()

    def atom(self, text: str) -> str:
        """A name or number with this value, so that it can be used more than once."""
        if text.isidentifier() or text.isdigit() or (text[:2] == "(-" and text[2:-1].isdigit()):
            return text
        name = self.fresh()
        self.put(f"{name} = {text}")
        return name

    def known_text(self, value: Known) -> str:
        return literal(value) if isinstance(value, int) else self.pool.constant(value)

    # ---- variables

    def var(self, var: Var) -> str:
        bound = self.env.get(var.number)
        if bound is None:
            return self.gen.frame.read(self.copy, var)
        return bound if isinstance(bound, str) else self.known_text(bound)

    def bind(self, var: Var) -> str:
        """A Python local for a variable; the caller gives it a value."""
        name = f"v{var.number}"
        self.env[var.number] = name
        return name

    # ---- constants

    def const(self, expr: Expr) -> Known | None:
        """The value if it is known now."""
        match expr:
            case Const(value=value):
                return int(value)
            case ConstSeq(values=values):
                return values
            case Local(var=var):
                bound = self.env.get(var.number)
                return None if isinstance(bound, str) else bound
            case Lookup(table=name, keys=keys):
                table = self.program.tables[name]
                flat = 0
                for dim, key in zip(self.gen.table_dims(name), keys, strict=True):
                    value = self.const(key)
                    if not isinstance(value, int) or not dim.low <= value < dim.low + dim.count:
                        return NONE if value == NONE else None
                    flat += (value - dim.low) * dim.stride
                return table.values[flat]
            case Apply(op=op, args=args):
                if op not in self.gen.foldable:
                    return None
                values = [self.const(arg) for arg in args]
                if any(value is None for value in values):
                    return None
                quick = QUICK_FOLDS.get(op)
                if quick is not None and len(values) == 2:
                    return quick(*values)
                return self.gen.fold(self, expr)
            case Formula(name=name, args=args) if not self.gen.flow.formula_reads(name):
                given = [self.const(arg) for arg in args]
                if any(value is None for value in given):
                    return None
                before = dict(self.env)
                for param, value in zip(self.program.formulas[name].params, given, strict=True):
                    assert value is not None
                    self.env[param.number] = value
                result = self.const(self.program.formulas[name].body)
                self.env = before
                return result
            case IfExpr(condition=condition, then=then, otherwise=otherwise):
                test = self.const(condition)
                return None if test is None else self.const(then if test else otherwise)
            case _:
                return None

    # ---- expressions

    def expr(self, expr: Expr) -> str:
        known = self.const(expr)
        if known is not None:
            return self.known_text(known)
        match expr:
            case Local(var=var):
                return self.var(var)
            case StateRead():
                return self.state(expr)
            case Counter(phase=phase):
                return f"{self.cells}[{self.layout.phases[phase]}]"
            case ZonePieces(zone=zone):
                return self.zone_pieces(zone)
            case ZonesPieces():
                return self.zones_pieces(expr)
            case SlotPiece(zone=zone):
                return f"{self.cells}[{self.zone_address(zone)}]"
            case ZoneCount(zone=zone):
                return self.zone_count(zone)
            case PlaceOf(zone=zone_name, at=at, piece=piece):
                table = self.gen.place_table(zone_name, at)
                inner = self.expr(piece)
                if may_be_none(piece.type):
                    inner = self.atom(inner)
                    where = f"{table}[{self.cells}[{self.layout.where}+{inner}]]"
                    return f"({where} if {inner} != {NOTHING} else {NOTHING})"
                return f"{table}[{self.cells}[{self.layout.where}+{inner}]]"
            case Lookup():
                return self.lookup(expr)
            case Apply():
                return emit_operation(self, expr)
            case IfExpr(condition=condition, then=then, otherwise=otherwise):
                return self.choice(
                    self.expr(condition), lambda: self.expr(then), lambda: self.expr(otherwise)
                )
            case LetExpr(var=var, value=value, body=body):
                known = self.const(value)
                if known is not None:
                    self.env[var.number] = known
                else:
                    text = self.expr(value)
                    self.put(f"{self.bind(var)} = {text}")
                return self.expr(body)
            case Over():
                return emit_over(self, expr)
            case Formula():
                return self.call_of(expr)
            case Chosen():
                return chosen_text(self, expr)
            case Legal(you=_, alternative=alternative):
                return self.gen.legal_call(self, alternative)
            case Const() | ConstSeq():
                raise AssertionError("constants are known")

    def call_of(self, call: Formula) -> str:
        """A formula's value: in a name already, its body written here if that is short, or a call."""
        if call in self.hoisted:
            return self.hoisted[call]
        given = [self.expr(arg) for arg in call.args]
        if not self.gen.is_short(call.name):
            return f"{self.gen.formula(call.name)}({', '.join([self.cells, *given])})"
        definition = self.program.formulas[call.name]
        before = dict(self.env)
        for param, arg, text in zip(definition.params, call.args, given, strict=True):
            known = self.const(arg)
            self.env[param.number] = known if known is not None else self.atom(text)
        result = self.expr(definition.body)
        self.env = before
        return result

    def choice(self, test: str, then: Callable[[], str], otherwise: Callable[[], str]) -> str:
        """One of two values; lines needed for only one of them are written under the test."""
        self.depth += 1
        yes_lines, yes = self.capture(then)
        no_lines, no = self.capture(otherwise)
        self.depth -= 1
        if not yes_lines and not no_lines:
            return f"({yes} if {test} else {no})"
        result = self.fresh()
        with self.block(f"if {test}:"):
            self.lines += yes_lines
            self.put(f"{result} = {yes}")
        with self.block("else:"):
            self.lines += no_lines
            self.put(f"{result} = {no}")
        return result

    def logic(self, op: str, args: tuple[Expr, ...]) -> str:
        """`and` and `or`; later arguments are looked at only where needed."""
        decided = op == "or"
        parts: list[str] = []
        for at, arg in enumerate(args):
            known = self.const(arg)
            if known is not None:
                if bool(known) == decided:
                    parts.append("True" if decided else "False")
                    break
                continue
            # The first argument is looked at in any case, the others only where it leaves the matter open.
            inner = 1 if parts else 0
            self.depth += inner
            lines, text = self.capture(partial(self.expr, arg))
            self.depth -= inner
            if lines and not parts:
                self.lines += lines
            elif lines:
                result = self.fresh()
                self.put(f"{result} = {self._joined(op, parts)}")
                with self.block(f"if {self._open(op, result)}:"):
                    self.lines += lines
                    self.put(f"{result} = {text}")
                    if args[at + 1 :]:
                        with self.block(f"if {self._open(op, result)}:"):
                            self.put(f"{result} = {self.logic(op, args[at + 1 :])}")
                return result
            parts.append(text)
        return self._joined(op, parts) if parts else ("False" if decided else "True")

    def _open(self, op: str, result: str) -> str:
        return f"not {result}" if op == "or" else result

    def _joined(self, op: str, parts: list[str]) -> str:
        return parts[0] if len(parts) == 1 else "(" + f" {op} ".join(parts) + ")"

    # ---- addresses

    def flat(self, dims: tuple[Dim, ...], index: tuple[Expr, ...], size: int, what: str, span: Span | None) -> tuple[int, str]:
        """The constant and the variable part of an offset: `size` cells for each unit."""
        fixed = 0
        terms: list[str] = []
        for dim, one in zip(dims, index, strict=False):
            known = self.const(one)
            step = dim.stride * size
            if isinstance(known, int) and dim.low <= known < dim.low + dim.count:
                fixed += (known - dim.low) * step
                continue
            text = self.expr(one)
            if not within_bounds(self.program, one.type, dim.low, dim.low + dim.count - 1):
                fault = self.pool.fault(f"there is no {what} with this index", span)
                text = f"check({text}, {dim.low}, {dim.low + dim.count - 1}, {fault})"
            fixed -= dim.low * step
            terms.append(text if step == 1 else f"{text}*{step}")
        return fixed, "+".join(terms)

    def address(self, base: int, fixed: int, terms: str) -> str:
        start = base + fixed
        if not terms:
            return str(start)
        return f"{start}+{terms}" if start else terms

    def state(self, read: StateRead) -> str:
        if read.state in self.layout.scores:
            place = self.layout.scores[read.state]
            known = self.const(read.index[0])
            if isinstance(known, int):
                start, end = place.address + 1 + known * place.columns, ""
            else:
                start, end = place.address + 1, f"+{self.atom(self.expr(read.index[0]))}*{place.columns}"
            if place.columns == 1:
                return f"{self.cells}[{start}{end}]"
            return f"sum({self.cells}[{start}{end}:{start + place.columns}{end}])"
        address, count = self.state_address(read)
        place_of_state = self.layout.states[read.state]
        if is_set(place_of_state.state.type) and len(read.index) == len(place_of_state.dims):
            return f"members({self.cells}, {address}, {count}, {place_of_state.low})"
        if len(read.index) < len(place_of_state.dims):
            start = self.atom(address) if not address.isdigit() else address
            end = str(int(start) + count) if start.isdigit() else f"{start}+{count}"
            return f"{self.cells}[{start}:{end}]"
        return f"{self.cells}[{address}]"

    def state_address(self, read: StateRead) -> tuple[str, int]:
        """Where it begins, and how many cells it has."""
        place = self.layout.states[read.state]
        fixed, terms = self.flat(place.dims, read.index, place.size, "such state", read.span)
        count = place.size
        for dim in place.dims[len(read.index) :]:
            count *= dim.count
        return self.address(place.address, fixed, terms), count

    def zone_address(self, ref: ZoneRef) -> str:
        """The address of one zone (all its indices given)."""
        place = self.layout.zones[ref.zone]
        index = tuple(one for one in ref.index if one is not None)
        fixed, terms = self.flat(place.dims, index, place.size, "such zone", ref.span)
        return self.address(place.address, fixed, terms)

    def zone_instance(self, ref: ZoneRef) -> str:
        place = self.layout.zones[ref.zone]
        index = tuple(one for one in ref.index if one is not None)
        fixed, terms = self.flat(place.dims, index, 1, "such zone", ref.span)
        return self.address(place.first, fixed, terms)

    def is_one(self, ref: ZoneRef) -> bool:
        return None not in ref.index

    def instances(self, ref: ZoneRef) -> tuple[str, str, tuple[int, ...]]:
        """Several zones: the first instance's address and number as text, and the offsets in instances."""
        place = self.layout.zones[ref.zone]
        offsets = [0]
        for dim, one in zip(place.dims, ref.index, strict=True):
            if one is None:
                offsets = [offset + at * dim.stride for offset in offsets for at in range(dim.count)]
        given = tuple((dim, one) for dim, one in zip(place.dims, ref.index, strict=True) if one is not None)
        dims, index = tuple(dim for dim, _ in given), tuple(one for _, one in given)
        fixed, terms = self.flat(dims, index, 1, "such zone", ref.span)
        instance = self.address(place.first, fixed, terms)
        if not terms:
            return str(place.address + fixed * place.size), instance, tuple(offsets)
        name = self.atom(self.address(0, fixed, terms))
        return f"{place.address}+{name}*{place.size}", f"{place.first}+{name}", tuple(offsets)

    # ---- zones

    def zone_pieces(self, ref: ZoneRef) -> str:
        cells = self.cells
        place = self.layout.zones[ref.zone]
        shape = place.zone.shape
        if self.is_one(ref):
            start = self.zone_address(ref)
            if shape == "slot":
                piece = self.atom(f"{cells}[{start}]")
                return f"([{piece}] if {piece} != {NOTHING} else [])"
            return self.region(start, shape)
        start, _, offsets = self.instances(ref)
        if shape == "slot" and offsets == tuple(range(len(offsets))):
            start = self.atom(start)
            found, piece = self.fresh(), self.fresh()
            self.put(f"{found} = [{piece} for {piece} in {cells}[{start}:{start}+{len(offsets)}] if {piece} != {NOTHING}]")
            return found
        start = self.atom(start)
        found, at = self.fresh(), self.fresh()
        self.put(f"{found} = []")
        steps = self.pool.constant(tuple(offset * place.size for offset in offsets))
        with self.block(f"for {at} in {steps}:"):
            if shape == "slot":
                with self.block(f"if {cells}[{start}+{at}] != {NOTHING}:"):
                    self.put(f"{found}.append({cells}[{start}+{at}])")
            else:
                here = self.atom(f"{start}+{at}")
                self.put(f"{found} += {self.region(here, shape)}")
        return found

    def region(self, start: str, shape: str) -> str:
        cells = self.cells
        if start.isdigit():
            if shape == "pile":
                return f"{cells}[{start}+{cells}[{start}]:{start}:-1]"
            return f"{cells}[{int(start) + 1}:{int(start) + 1}+{cells}[{start}]]"
        start = self.atom(start)
        if shape == "pile":
            return f"{cells}[{start}+{cells}[{start}]:{start}:-1]"
        return f"{cells}[{start}+1:{start}+1+{cells}[{start}]]"

    def zone_count(self, ref: ZoneRef) -> str:
        cells = self.cells
        place = self.layout.zones[ref.zone]
        if self.is_one(ref):
            read = f"{cells}[{self.zone_address(ref)}]"
            return f"({read} != {NOTHING})" if place.zone.shape == "slot" else read
        start, _, offsets = self.instances(ref)
        start = self.atom(start)
        if place.zone.shape == "slot":
            if offsets == tuple(range(len(offsets))):
                return f"({len(offsets)} - {cells}[{start}:{start}+{len(offsets)}].count({NOTHING}))"
            return "(" + "+".join(f"({cells}[{start}+{at}] != {NOTHING})" for at in offsets) + ")"
        return "(" + "+".join(f"{cells}[{start}+{at * place.size}]" for at in offsets) + ")"

    def zones_pieces(self, read: ZonesPieces) -> str:
        owners = self.expr(read.owners)
        found = self.fresh()
        self.put(f"{found} = []")
        with self.block(f"for {self.bind(read.var)} in {owners}:"):
            self.put(f"{found} += {self.zone_pieces(read.zone)}")
        return found

    # ---- tables

    def lookup(self, read: Lookup) -> str:
        table = self.program.tables[read.table]
        dims = self.gen.table_dims(read.table)
        keys: list[str] = []
        nones: list[str] = []
        for key in read.keys:
            text = self.expr(key)
            if may_be_none(key.type):
                text = self.atom(text)
                nones.append(f"{text} != {NOTHING}")
            keys.append(text)
        if table.beyond is not None:
            key = self.atom(keys[0])
            result = f"beyond({self.gen.table(read.table)}, {key}, {dims[0].low}, {table.beyond}, {self._no_row(read)})"
        else:
            fixed, terms = 0, []
            for dim, text, key_expr in zip(dims, keys, read.keys, strict=True):
                last = dim.low + dim.count - 1
                if not within_bounds(self.program, key_expr.type, dim.low, last, none_is_fine=True):
                    text = f"check({text}, {dim.low}, {last}, {self._no_row(read)})"
                fixed -= dim.low * dim.stride
                terms.append(text if dim.stride == 1 else f"{text}*{dim.stride}")
            where = "+".join(terms) + (f"-{-fixed}" if fixed < 0 else f"+{fixed}" if fixed else "")
            result = f"{self.gen.table(read.table)}[{where}]"
        if nones:
            return f"({result} if {' and '.join(nones)} else {NOTHING})"
        return result

    def _no_row(self, read: Lookup) -> int:
        return self.pool.fault(f"the table {read.table} has no row for this", read.span)

    def words(self, text: Text) -> str:
        """The text of a `Words` tuple."""
        parts: list[str] = []
        for part in text.parts:
            if isinstance(part, str):
                parts.append(self.pool.constant(part))
            else:
                parts.append(f"value_of({self.expr(part)}, {self.pool.constant(part.type)})")
        return "(" + "".join(f"{part}, " for part in parts) + ")"

    # ---- what is worth unrolling

    def domain_known(self, domain: Expr) -> tuple[int, ...] | tuple[tuple[int, ...], ...] | None:
        known = self.const(domain)
        return None if isinstance(known, int) else known
