"""Expressions into Python: the walk over all kinds of expressions, with constants folded.

`Emitter.expr` gives the text of an expression and writes what must come before it (loops of comprehensions)
as lines. What is only needed under a condition is written under that condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.codegen.comprehensions import emit_over
from rulesdsl.engine.codegen.literals import NOTHING, Known, literal
from rulesdsl.engine.codegen.operations import emit_operation
from rulesdsl.engine.codegen.places import state_text, zone_address, zone_count, zone_pieces, zones_pieces
from rulesdsl.engine.codegen.static_filter import Chosen, chosen_text
from rulesdsl.engine.core.domains import may_be_none, within_bounds
from rulesdsl.operations import Op

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.generator import Generator


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
        self.hoisted: dict[ir.Formula | ir.Apply, str] = {}
        """Calls whose value is already in a name, and ways over a map that can be asked under one."""
        self.columns: dict[tuple[str, str, tuple[str, ...]], str] = {}
        """Attributes of what lies in a zone that are already in a name (see `counts`)."""
        self.written_out: frozenset[str] = frozenset()
        """Definitions that are written out where they are called."""
        self.kept: dict[tuple[str, Known | None], str] = {}
        """Definitions of one argument whose value for this argument is already in a name."""
        self.loud = True
        """Whether standing rules are looked at after every line."""

    # ---- writing lines

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.put(head)
        self.depth += 1
        index = len(self.lines)
        yield
        if len(self.lines) == index:
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

    def var(self, var: ir.Var) -> str:
        bound = self.env.get(var.number)
        if bound is None:
            return self.gen.frame.read(self.copy, var)
        return bound if isinstance(bound, str) else self.known_text(bound)

    def bind(self, var: ir.Var) -> str:
        """A Python local for a variable; the caller gives it a value."""
        name = f"v{var.number}"
        self.env[var.number] = name
        return name

    def give(self, var: ir.Var, text: str) -> None:
        """A value for a variable."""
        self.put(f"{self.bind(var)} = {text}")

    # ---- constants

    def const(self, expr: ir.Expr) -> Known | None:
        """The value if it is known now."""
        return self.gen.constants.value(expr, self.env)

    # ---- expressions

    def expr(self, expr: ir.Expr) -> str:
        known = self.const(expr)
        if known is not None:
            return self.known_text(known)
        match expr:
            case ir.Local(var=var):
                return self.var(var)
            case ir.StateRead():
                return state_text(self, expr)
            case ir.Counter(phase=phase):
                return f"{self.cells}[{self.layout.phases[phase]}]"
            case ir.ZonePieces(zone=zone):
                return zone_pieces(self, zone)
            case ir.ZonesPieces():
                return zones_pieces(self, expr)
            case ir.SlotPiece(zone=zone):
                return f"{self.cells}[{zone_address(self, zone)}]"
            case ir.ZoneCount(zone=zone):
                return zone_count(self, zone)
            case ir.PlaceOf(zone=zone_name, at=index, piece=piece):
                table = self.gen.place_table(zone_name, index)
                inner = self.expr(piece)
                if may_be_none(piece.type):
                    inner = self.atom(inner)
                    where = f"{table}[{self.cells}[{self.layout.where}+{inner}]]"
                    return f"({where} if {inner} != {NOTHING} else {NOTHING})"
                return f"{table}[{self.cells}[{self.layout.where}+{inner}]]"
            case ir.Lookup():
                return self.lookup(expr)
            case ir.Apply():
                return emit_operation(self, expr)
            case ir.IfExpr(condition=condition, then=then, otherwise=otherwise):
                return self.choice(
                    self.expr(condition), lambda: self.expr(then), lambda: self.expr(otherwise)
                )
            case ir.LetExpr(var=var, value=value, body=body):
                known = self.const(value)
                if known is not None:
                    self.env[var.number] = known
                else:
                    text = self.expr(value)
                    self.put(f"{self.bind(var)} = {text}")
                return self.expr(body)
            case ir.Over():
                return emit_over(self, expr)
            case ir.Formula():
                return self.call_of(expr)
            case Chosen():
                return chosen_text(self, expr)
            case ir.Legal(you=_, alternative=alternative):
                return self.gen.legal_call(self, alternative)
            case ir.AnyText():
                raise AssertionError("texts are written, and not listed")
            case ir.Const() | ir.ConstSeq():
                raise AssertionError("constants are known")

    def call_of(self, call: ir.Formula) -> str:
        """A formula's value: in a name already, its body written here if that is short, or a call."""
        if call in self.hoisted:
            return self.hoisted[call]
        if self.kept and len(call.args) == 1:
            kept = self.kept.get((call.name, self.const(call.args[0])))
            if kept is not None:
                return kept
        given = [self.expr(arg) for arg in call.args]
        if not self.gen.is_short(call.name) and call.name not in self.written_out:
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

    def logic(self, op: Op, args: tuple[ir.Expr, ...]) -> str:
        """`and` and `or`; later arguments are looked at only where needed."""
        decided = op is Op.OR
        parts: list[str] = []
        for index, arg in enumerate(args):
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
                    if args[index + 1 :]:
                        with self.block(f"if {self._open(op, result)}:"):
                            self.put(f"{result} = {self.logic(op, args[index + 1 :])}")
                return result
            parts.append(text)
        return self._joined(op, parts) if parts else ("False" if decided else "True")

    def _open(self, op: Op, result: str) -> str:
        return f"not {result}" if op is Op.OR else result

    def _joined(self, op: Op, parts: list[str]) -> str:
        return parts[0] if len(parts) == 1 else "(" + f" {op} ".join(parts) + ")"

    # ---- tables

    def lookup(self, read: ir.Lookup) -> str:
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
            rest = f"{self.atom(keys[0])}, {dims[0].low}, {table.beyond}, {self._no_row(read)}"
            result = f"beyond({self.gen.table(read.table)}, {rest})"
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

    def _no_row(self, read: ir.Lookup) -> int:
        return self.pool.fault(f"the table {read.table} has no row for this", read.span, given="the key")

    def words(self, text: ir.Text) -> str:
        """The text of a `Words` tuple."""
        parts: list[str] = []
        for part in text.parts:
            if isinstance(part, str):
                parts.append(self.pool.constant(part))
            else:
                parts.append(f"value_of({self.expr(part)}, {self.pool.constant(part.type)})")
        return "(" + "".join(f"{part}, " for part in parts) + ")"

    # ---- what is worth unrolling

    def domain_known(self, domain: ir.Expr) -> tuple[int, ...] | tuple[tuple[int, ...], ...] | None:
        known = self.const(domain)
        return None if isinstance(known, int) else known
