"""All that becomes one module: functions, each for the arguments that it is called with, and constants."""

from __future__ import annotations

import ast
import inspect
import struct
import sys
from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.engine.core.domains import bounds
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.core.type_values import bounds_of
from rulesdsl.engine.plan import Plan
from rulesdsl.native import wasm
from rulesdsl.native.helpers import BEYOND, HELPERS, IN_PLACE
from rulesdsl.native.inlining import Template, template
from rulesdsl.native.ranges import Range, of_cells
from rulesdsl.native.types import (
    FLOAT,
    INT,
    NO_VALUE,
    STR,
    Int,
    Maybe,
    NotNative,
    Open,
    Record,
    Seq,
    Shape,
    Type,
    is_open,
    resolved,
    unify,
)
from rulesdsl.native.values import NO_FACTS, Chosen, Facts, Fixed, Operand, Several, Value, facts
from rulesdsl.program_walk import nodes_in
from rulesdsl.source import Span

if TYPE_CHECKING:
    from rulesdsl.native.functions import Results

FunctionNode = ast.FunctionDef | ast.Lambda
CELLS_AT = 1024
CACHES = 16 * 2**20
"""So much memory is left for what is remembered; it is taken only where something is."""
TOLD_SIZE = 32 * 1024
_NOT_NUMBERS = (ir.OptionalDomain, ir.SeqDomain, ir.MapDomain, ir.SeqOfSeqDomain)
_NUMBERS = {int, bool}
_BY_VALUE = {int, bool, float, str, type(None)}
LONG = 6
"""Of constants with so many parts it is kept what they are."""


def told_at(plan: Plan) -> int:
    return CELLS_AT + 8 * plan.size


@define(eq=False)
class Target:
    """A function for arguments of these kinds, and what it gives back once that is known."""

    made: wasm.Function
    index: int | None = None
    """Its number, once a call of it is written, not only its code."""
    is_plain: bool = False
    """Whether it does no more than work out a number, whatever it is called with."""
    results: Results | None = None
    calls: dict[Target, None] = field(factory=dict)
    """The functions that its code calls, or has in place of a call."""
    gaps: list[tuple[str, str]] = field(factory=list)
    """Where something in it is not native, and why."""
    template: Template | None = None
    """How it is written in place of a call, if it is short."""
    is_apart: bool = False
    """Whether it is never written in place of a call."""


@lru_cache(maxsize=256)
def _lines_of(module: str) -> list[str]:
    return inspect.getsource(sys.modules[module]).splitlines(keepends=True)


@lru_cache(maxsize=4096)
def function_at(module: str, first: int) -> ast.FunctionDef | None:
    """The function that begins in this line of a module, decorators included. Only its own lines are parsed:
    of most modules few functions are asked for.
    """
    lines = _lines_of(module)
    if first > len(lines) or not lines[first - 1].lstrip().startswith(("def ", "@")):
        return None
    indent = _indent(lines[first - 1])
    last, is_begun = first, False
    while last < len(lines) and not (is_begun and _ends_a_function(lines[last], indent)):
        is_begun = is_begun or lines[last - 1].lstrip().startswith("def ")
        last += 1
    # Where it stands in the module, and as deep as it stands there.
    before = "\n" * (first - 2) + "if True:\n" if indent else "\n" * (first - 1)
    (node,) = ast.parse(before + "".join(lines[first - 1 : last])).body
    inner = node.body[0] if isinstance(node, ast.If) else node
    return inner if isinstance(inner, ast.FunctionDef) else None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _ends_a_function(line: str, indent: int) -> bool:
    """Whether a line behind the first is no part of it; its parameters end with a bracket as deep as it."""
    return bool(line.strip()) and _indent(line) <= indent and not line.lstrip().startswith(")")


@define(eq=False, slots=False)
class Unit:
    plan: Plan
    stand_ins: Mapping[object, Callable[..., Any]]
    """What is done in another way than in Python, by the function that it stands for."""
    still: Container[object] = ()
    """Functions during which no cell changes."""
    seldom: Container[object] = ()
    """Functions that are always called, however short they are."""
    takes_forced: bool = False
    """Whether what is forced is always taken at once."""
    module: wasm.Module = field(factory=wasm.Module)
    _targets: dict[Hashable, Target] = field(factory=dict)
    _exported: list[Target] = field(factory=list)
    _kept: list[object] = field(factory=list)
    """So that no identity is used again."""
    _data: bytearray = field(factory=bytearray)
    _known: dict[Hashable, tuple[int, Type]] = field(factory=dict)
    _facts: dict[int, Facts] = field(factory=dict)
    _facts_of_rows: dict[int, Facts] = field(factory=dict)
    _words: dict[str, int] = field(factory=lambda: {"": 0})
    _generated: dict[str, ast.FunctionDef] = field(factory=dict)
    _global_of: dict[str, int] = field(factory=dict)
    memo_types: dict[int, Type] = field(factory=dict)
    settled: dict[Hashable, tuple[Results, dict[str, Type]]] = field(factory=dict)
    """Of lines that took several passes, by kinds of arguments: what is given back, what variables are."""
    plain: set[int] = field(factory=set)
    """The numbers of functions that are plain."""
    _types_of: dict[int, Type] = field(factory=dict)
    _tuples: dict[int, tuple[object, ...]] = field(factory=dict)
    _literals: dict[tuple[int, Type], int] = field(factory=dict)
    _caches: dict[int, int] = field(factory=dict)
    _cache_bytes: int = 0
    _shapes: dict[Hashable, Shape] = field(factory=dict)
    _numbers: dict[int, int] = field(factory=dict)
    _of_cells: dict[Range, Range] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        tree = ast.parse(self.plan.source)
        self._generated = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}

    # ---- where things lie

    @property
    def told_at(self) -> int:
        """Where results are left for whoever has called."""
        return told_at(self.plan)

    @property
    def data_at(self) -> int:
        return self.told_at + 8 * TOLD_SIZE + CACHES

    def global_(self, name: str, value: int = 0) -> int:
        if name not in self._global_of:
            self._global_of[name] = self.module.global_(value)
        return self._global_of[name]

    def helper(self, name: str) -> int:
        """The number of one of the functions that are written by hand."""
        key = ("helper", name)
        if key not in self._targets:
            helper = HELPERS[name]
            made = wasm.Function(name, wasm.Signature(helper.params, helper.results), helper.locals_)
            self._targets[key] = Target(made, self.module.add(made))
            made.code = helper.code(self)
        return self.number_of_target(self._targets[key])

    def number_of_target(self, target: Target) -> int:
        """By which it is called: those of which no call is written have none, and are not in the module."""
        if target.index is None:
            target.index = self.module.add(target.made)
            if target.is_plain:
                self.plain.add(target.index)
        return target.index

    def export(self, name: str, target: Target) -> None:
        self.module.exports[name] = self.number_of_target(target)
        self._exported.append(target)

    def helper_in_place(self, name: str) -> Template | None:
        """How one of them is written where it is called, if it is one of those."""
        if name not in IN_PLACE:
            return None
        made = HELPERS[name]
        signature = wasm.Signature(made.params, made.results)
        return template(wasm.Function(name, signature, made.locals_, made.code(self)))

    @cached_property
    def ranges(self) -> Mapping[str, Range]:
        """Between which numbers the variables of the program lie, by the names that they have in its text."""
        result: dict[str, Range] = {}
        for var in nodes_in(self.plan.program):
            if isinstance(var, ir.Var) and not isinstance(var.type, _NOT_NUMBERS):
                between = bounds(self.plan.program, var.type)
                if between is not None:
                    result[f"v{var.number}"] = Range(*between)
        return result

    def of_cells(self, index: Range) -> Range:
        """Between which numbers cells with one of these addresses lie."""
        if index not in self._of_cells:
            self._of_cells[index] = of_cells(self.plan.cell_ranges.allowed, index)
        return self._of_cells[index]

    @cached_property
    def rows_of_pieces(self) -> Mapping[int, Range]:
        """By the addresses of zones with rows of pieces: which pieces those are."""
        layout, program = self.plan.layout, self.plan.program
        result = {}
        for instance, address in enumerate(layout.address_of):
            zone = layout.zones[layout.instances[instance][0]].zone
            if zone.shape != "slot":
                pieces = bounds_of(program, zone.pieces)
                result[address] = Range(pieces.low, pieces.high)
        return result

    # ---- constants

    def as_tuple(self, row: Sequence[object]) -> tuple[object, ...]:
        """The same tuple each time, so that what has been found of it need not be found again."""
        if isinstance(row, tuple):
            return row
        made = self._tuples.get(id(row))
        if made is None:
            self._kept.append(row)
            made = self._tuples[id(row)] = tuple(row)
        return made

    def type_of(self, value: object) -> Type:
        """Of long constants it is kept; what may still be known better is found again."""
        if not isinstance(value, (tuple, list)) or len(value) < LONG:
            return self._type_of(value)
        known = self._types_of.get(id(value))
        if known is None:
            known = self._type_of(value)
            if not is_open(known):
                self._kept.append(value)
                self._types_of[id(value)] = known
        return known

    def _type_of(self, value: object) -> Type:
        match value:
            case bool() | int():
                return INT
            case float():
                return FLOAT
            case str():
                return STR
            case None:
                return Maybe(Open())
            case tuple() | list() if _all_numbers(value):
                return Seq(INT)
            case tuple() | list() if _all_rows_of_numbers(value):
                return Seq(Seq(INT))
            case list() | tuple() | range() | frozenset():
                kinds = [self.type_of(item) for item in value]
                try:
                    of: Type = Open()
                    for kind in kinds:
                        of = unify(of, kind)
                except NotNative:
                    return Record(tuple(kinds))
                return Seq(of)
            case _:
                raise NotNative(f"a {type(value).__name__} is no number")

    def is_data(self, value: object) -> bool:
        if id(value) in self._types_of:
            return True
        match value:
            case bool() | int() | float() | str() | None:
                return True
            case tuple() | list() if _all_numbers(value):
                return True
            case list() | tuple() | range() | frozenset():
                return all(map(self.is_data, value))
            case _:
                return False

    def of_members(self, row: Sequence[object]) -> Facts:
        """What is known of whatever member of a constant."""
        known = self._facts.get(id(row))
        if known is None:
            self._kept.append(row)
            known = self._facts[id(row)] = facts(row)
        return known

    def of_rows(self, rows: object) -> Facts:
        """The same of a member of whatever row of a table."""
        if not isinstance(rows, (tuple, list)) or not all(isinstance(row, (tuple, list)) for row in rows):
            return NO_FACTS
        known = self._facts_of_rows.get(id(rows))
        if known is None:
            self._kept.append(rows)
            known = self._facts_of_rows[id(rows)] = facts([member for row in rows for member in row])
        return known

    def literal(self, value: object, kind: Type) -> int:
        """The number that stands for a constant of this type."""
        kind = resolved(kind)
        if not isinstance(value, (tuple, list)) or len(value) < LONG:
            return self._literal(value, kind)
        key = (id(value), kind)
        if key not in self._literals:
            self._kept.append(value)
            self._literals[key] = self._literal(value, kind)
        return self._literals[key]

    def _literal(self, value: object, kind: Type) -> int:
        match value, kind:
            case None, Maybe():
                return NO_VALUE
            case _, Maybe(of=of):
                return self.literal(value, of)
            case float(), _:
                return int(struct.unpack("<q", struct.pack("<d", value))[0])
            case bool() | int(), _:
                return wasm.as_i64(int(value))
            case str(), _:
                return self._words.setdefault(value, len(self._words))
            case ((tuple() | list() | range() | frozenset()), Record(of=kinds)):
                items = [self.literal(item, part) for item, part in zip(value, kinds, strict=True)]
                return self._laid(items)
            case ((tuple() | list()), Seq(of=Int())) if _all_numbers(value):
                return len(value) << 32 | self._laid(value)
            case ((tuple() | list()), Seq(of=Seq(of=Int()))) if _all_rows_of_numbers(value):
                return len(value) << 32 | self._laid([len(item) << 32 | self._laid(item) for item in value])
            case ((tuple() | list() | range() | frozenset()), Seq(of=of)):
                members = sorted(value) if isinstance(value, frozenset) else value
                items = [self.literal(item, of) for item in members]
                return len(items) << 32 | (self._laid(items) if items else 0)
            case _:
                raise NotNative(f"{value!r} is no {kind}")

    def _laid(self, items: Sequence[int]) -> int:
        try:
            content = struct.pack(f"<{len(items)}q", *items)
        except struct.error:
            content = struct.pack(f"<{len(items)}q", *map(wasm.as_i64, items))
        if content not in self._known:
            self._known[content] = (self.data_at + len(self._data), INT)
            self._data += content
        return self._known[content][0]

    def constant(self, value: object, wanted: Type | None = None) -> Value:
        if type(value) is int and (wanted is None or wanted is INT):
            return Value(wasm.const(value), INT, low=value, high=value)
        kind = self.type_of(value)
        if wanted is not None:
            kind = unify(kind, wanted)
        number = self.literal(value, kind)
        low = high = int(value) if isinstance(value, int) else None
        return Value(wasm.const(number), kind, low=low, high=high)

    # ---- functions

    def is_generated(self, function: FunctionType) -> bool:
        return function.__code__.co_filename == self.plan.file_name

    def source_of(self, function: FunctionType) -> ast.FunctionDef:
        code = function.__code__
        if self.is_generated(function):
            return self._generated[code.co_name]
        node = function_at(function.__module__, code.co_firstlineno)
        if node is None:
            raise NotNative(f"the text of {function.__qualname__} is not known")
        return node

    def key_of(self, value: object) -> Hashable:
        """Equal for constants that make no difference to each other."""
        if type(value) in _BY_VALUE:
            return (type(value).__name__, value)
        if isinstance(value, (Note, Span)):
            return "note"
        if isinstance(value, (int, float, str)):
            return (type(value).__name__, value)
        if isinstance(value, tuple):
            return ("tuple", *map(self.key_of, value))
        self._kept.append(value)
        return ("object", id(value))

    def descriptor(self, operand: Operand) -> Hashable:
        match operand:
            case Fixed(value=value):
                return ("fixed", self.key_of(value))
            case Value(type=kind):
                return ("value", resolved(kind))
            case Several(items=items):
                return ("several", *map(self.descriptor, items))
            case Chosen():
                raise NotNative("something chosen goes no further")
            case _:
                raise NotNative("a method is handed on")

    def target(self, function: FunctionType, operands: list[Operand], *, still: bool = False) -> Target:
        """The function for these arguments, translated if it is asked for first. `still`: no cell changes
        while it is at work, nor while who calls it is.
        """
        from rulesdsl.native.functions import Function  # noqa: PLC0415 -- each needs the other

        self._kept.append(function)
        still = still or function in self.still
        key = (id(function.__code__), id(function.__globals__), still, *map(self.descriptor, operands))
        known = self._targets.get(key)
        if known is not None:
            return known
        node = self.source_of(function)
        target = Target(wasm.Function(node.name, wasm.Signature(0, 0)), is_apart=function in self.seldom)
        self._targets[key] = target
        Function(self, target, function, node, operands, still=still).translate()
        return target

    # ---- what lasts from one decision to the next

    def cache_at(self, cache: object, size: int) -> int:
        """Where what is remembered lies: it outlasts a decision."""
        if id(cache) not in self._caches:
            self._kept.append(cache)
            self._caches[id(cache)] = self.told_at + 8 * TOLD_SIZE + self._cache_bytes
            self._cache_bytes += size
        return self._caches[id(cache)]

    def number_of(self, value: object) -> int:
        """A number of its own for each thing that is part of a key."""
        self._kept.append(value)
        return self._numbers.setdefault(id(value), len(self._numbers) + 1)

    def shape(self, kind: type, fixed: dict[str, object]) -> Shape:
        key = (kind, *((name, self.key_of(value)) for name, value in fixed.items()))
        return self._shapes.setdefault(key, Shape(kind, fixed))

    @property
    def gaps(self) -> list[tuple[str, str]]:
        """What is not native of all that can be come to."""
        open_, seen = [*self._exported], {*self._exported}
        result: list[tuple[str, str]] = []
        while open_:
            target = open_.pop()
            result += target.gaps
            open_ += [called for called in target.calls if called not in seen]
            seen |= target.calls.keys()
        return result

    def finish(self) -> bytes:
        """The module as bytes."""
        base = self.data_at + len(self._data) + 7 & -8
        module = self.module
        module.data = [(self.data_at, bytes(self._data))] if self._data else []
        for name in ("base", "top"):
            module.globals_[self.global_(name)] = base
        module.pages = base // wasm.PAGE + 16
        module.most_pages = max(module.pages, MOST_MEMORY // wasm.PAGE)
        module.globals_[self.global_("limit")] = module.pages * wasm.PAGE - BEYOND
        return module.encoded()


def _all_numbers(value: Sequence[object]) -> bool:
    return len(value) > 0 and {*map(type, value)} <= _NUMBERS


def _all_rows_of_numbers(value: Sequence[object]) -> bool:
    return len(value) > 0 and all(isinstance(item, (tuple, list)) and _all_numbers(item) for item in value)


MOST_MEMORY = 512 * 2**20
