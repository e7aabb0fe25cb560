"""Writing lines of Python: indentation, names, and what each variable of the program is called."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulesdsl import program as ir

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.generator import Generator

Known = int | tuple[int, ...] | tuple[tuple[int, ...], ...]
"""A value that is constant while code is written."""

NOTHING = str(ir.NONE)


def literal(value: int) -> str:
    value = int(value)
    return str(value) if value >= 0 else f"({value})"


class Writer(ABC):
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

    @abstractmethod
    def expr(self, expr: ir.Expr) -> str:
        """The text of an expression; what must come before it is written as lines."""

    @abstractmethod
    def const(self, expr: ir.Expr) -> Known | None:
        """The value if it is known while code is written."""

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
