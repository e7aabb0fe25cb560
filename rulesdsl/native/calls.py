"""Calls: of functions of the engine, of what the machine has of its own, and of methods of rows and dicts."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from attrs import evolve

from rulesdsl.engine.runtime.values import Remembered
from rulesdsl.native import support, wasm
from rulesdsl.native.rows import Rows
from rulesdsl.native.states import STATE
from rulesdsl.native.syntax_walk import walked
from rulesdsl.native.tallies import how_often
from rulesdsl.native.types import (
    INT,
    NO_VALUE,
    Instance,
    Int,
    Maybe,
    NotNative,
    Open,
    Record,
    Seq,
    Table,
    Type,
    found,
    is_open,
    resolved,
    settled,
    unify,
)
from rulesdsl.native.unit import Target
from rulesdsl.native.values import (
    CELLS,
    Bound,
    Chosen,
    Fixed,
    Operand,
    Several,
    Tally,
    Value,
    known,
    number,
    widened,
)
from rulesdsl.native.wasm import LENGTH, TRAP, WRAP

if TYPE_CHECKING:
    from rulesdsl.native.functions import Results

MOST_KEYS, KEPT_RESULTS = 4, 64
"""Of functions with so many arguments so many results are kept where no cell changes."""
Argument = tuple[bool, Operand]
"""Whether it stands for several, and what it is."""


class Calls(Rows):
    def call(self, node: ast.Call) -> Operand:
        if isinstance(node.func, ast.Name) and not self._is_own(node.func.id):
            special: Callable[[ast.Call], Operand] | None = None
            if node.func.id in _SPECIAL:
                special = getattr(self, f"_{node.func.id}", None)
            if special is not None:
                return special(node)
        function = self.expr(node.func)
        arguments: list[Argument] = [
            (True, self.spread_out(arg.value)) if isinstance(arg, ast.Starred) else (False, self.expr(arg))
            for arg in node.args
        ]
        keywords = {
            keyword.arg: self.expr(keyword.value) for keyword in node.keywords if keyword.arg is not None
        }
        return self.applied(function, arguments, keywords)

    def _is_own(self, name: str) -> bool:
        return name in self.env or name in self.variables or name in self.closure or name in self.names

    def never_returns(self, node: ast.Call) -> bool:
        function = self.expr(node.func)
        if not isinstance(function, Fixed):
            return False
        called = getattr(function.value, "__func__", function.value)
        return isinstance(called, FunctionType) and called.__annotations__.get("return") == "NoReturn"

    def applied(self, function: Operand, arguments: list[Argument], keywords: dict[str, Operand]) -> Operand:
        if isinstance(function, Value) and isinstance(found(function.type), Open) and not self.settling:
            return self.not_yet()
        if _is_none(function) or (
            isinstance(function, Value) and not isinstance(found(function.type), Instance)
        ):
            return self.nothing_here()
        split = self._to_split(function, arguments, keywords)
        if split is not None:
            return self._dispatched(split, function, arguments, keywords)
        operands: list[Operand] = []
        for several, operand in arguments:
            operands += self._spread(operand) if several else [operand]
        match function:
            case Bound():
                return self.method(function, operands)
            case Fixed(value=value):
                return self._known(value, operands, keywords)
            case Value(type=kind) if isinstance(found(kind), Instance):
                return self.call_instance(function, "__call__", operands)
            case _:
                raise NotNative("what is called here is not known")

    def _spread(self, operand: Operand) -> list[Operand]:
        match operand:
            case Several(items=items):
                return list(items)
            case Fixed(value=tuple() | list() as value):
                return [Fixed(item) for item in value]
            case _:
                raise NotNative("how many arguments these are is not known")

    # ---- one of several

    def _to_split(
        self, function: Operand, arguments: list[Argument], keywords: dict[str, Operand]
    ) -> int | None:
        """The local by which it must be told what is called, or called for."""
        if isinstance(function, Chosen):
            return function.place
        others = [(False, value) for value in keywords.values()]
        for several, operand in arguments + others if others else arguments:
            if isinstance(operand, Chosen) and (several or not all(map(self.unit.is_data, operand.among))):
                return operand.place
        return None

    def _dispatched(
        self, place: int, function: Operand, arguments: list[Argument], keywords: dict[str, Operand]
    ) -> Operand:
        """A jump to the call for each of the things that it can be."""
        operands = [function, *(operand for _, operand in arguments), *keywords.values()]
        chosen = [operand for operand in operands if isinstance(operand, Chosen) and operand.place == place]
        count = min(len(operand.among) for operand in chosen)

        def fixed(operand: Operand, index: int) -> Operand:
            if isinstance(operand, Chosen) and operand.place == place:
                return Fixed(operand.among[index])
            return operand

        def key(index: int) -> tuple[object, ...]:
            return tuple(self.unit.key_of(operand.among[index]) for operand in chosen)

        kept = [
            (many, self.kept(operand) if isinstance(operand, Value) else operand)
            for many, operand in arguments
        ]
        groups: dict[tuple[object, ...], list[int]] = {}
        for index in range(count):
            groups.setdefault(key(index), []).append(index)
        cases = [group for group in groups.values() if fixed(function, group[0]) != Fixed(None)]
        cases = [group for group in cases if not _is_none(fixed(function, group[0]))]
        if not cases:
            return self.nothing_here()
        level_of: dict[int, int] = {}
        leave = self.open(wasm.block())
        trap = self.open(wasm.block())
        for number_, group in enumerate(cases):
            for index in group:
                level_of[index] = number_
        levels = [self.open(wasm.block()) for _ in cases]
        # The innermost block is the last that was opened, and ends first: it is the first case.
        order = list(reversed(levels))
        depths = [
            self.depth - (order[level_of[index]] if index in level_of else trap) for index in range(count)
        ]
        self.put(wasm.local_get(place) + WRAP + wasm.br_table(depths, self.depth - trap))
        spots: list[int] = []
        all_given: list[Operand] = []
        for group in cases:
            self.close()
            given = self.applied(
                fixed(function, group[0]),
                [(many, fixed(operand, group[0])) for many, operand in kept],
                {name: fixed(keyword, group[0]) for name, keyword in keywords.items()},
            )
            all_given.append(given)
            spots.append(len(self.out))
            self.put(b"")
            self.jump(leave)
        self.close()
        self.put(TRAP)
        self.close()
        return self._gathered(all_given, spots)

    def _gathered(self, given: list[Operand], spots: list[int]) -> Operand:
        """What comes out of several calls of which one is made."""
        if all(isinstance(operand, Fixed) for operand in given):
            keys = {self.unit.key_of(operand.value) for operand in given if isinstance(operand, Fixed)}
            if len(keys) == 1:
                return given[0]
        if all(isinstance(operand, Several) for operand in given):
            widths = {len(operand.items) for operand in given if isinstance(operand, Several)}
            if len(widths) != 1:
                raise NotNative("as many results as it happens")
            rows = [list(operand.items) for operand in given if isinstance(operand, Several)]
        else:
            rows = [[operand] for operand in given]
        results: list[Operand] = []
        codes = [b"" for _ in given]
        for column in range(len(rows[0])):
            kind: Type = Open()
            for row in rows:
                item = row[column]
                kind = unify(kind, item.type if isinstance(item, Value) else self._kind(item))
            local = self.new_local()
            for index, row in enumerate(rows):
                codes[index] += self.valued(row[column], kind).code + wasm.local_set(local)
            column_of = [row[column] for row in rows]
            view = any(isinstance(operand, Value) and operand.view for operand in column_of)
            results.append(Value(wasm.local_get(local), kind, view=view))
        for spot, code in zip(spots, codes, strict=True):
            self.out[spot] = code
        return Several(tuple(results)) if isinstance(given[0], Several) else results[0]

    def _kind(self, operand: Operand) -> Type:
        return self.unit.type_of(operand.value) if isinstance(operand, Fixed) else self.valued(operand).type

    # ---- functions that are known

    def _known(self, value: object, operands: list[Operand], keywords: dict[str, Operand]) -> Operand:
        if value in self.unit.stand_ins:
            value = self.unit.stand_ins[value]
        if isinstance(value, Intrinsic):
            return value.write(self, operands)
        if isinstance(value, MethodType):
            return self._known(value.__func__, [Fixed(value.__self__), *operands], keywords)
        if isinstance(value, FunctionType):
            return self.call_function(value, operands, keywords)
        given, named = known(operands), known(list(keywords.values()))
        folds = isinstance(value, (BuiltinFunctionType, type)) or value in _FOLDABLE
        if given is not None and named is not None and folds and callable(value):
            return Fixed(value(*given, **dict(zip(keywords, named, strict=True))))
        if isinstance(value, type) and value.__module__.startswith("rulesdsl."):
            return self.new_instance(value, operands, keywords)
        raise NotNative(f"`{getattr(value, '__qualname__', value)}` is not in the subset")

    def call_method(self, owner: object, name: str, operands: list[Operand]) -> bool | bytes:
        return self.truth(self._known(getattr(owner, name), operands, {}))

    def arguments(
        self,
        node: ast.FunctionDef,
        function: FunctionType,
        operands: list[Operand],
        keywords: dict[str, Operand],
    ) -> list[Operand]:
        """In the order of the parameters, with those that were left out."""
        names = [arg.arg for arg in node.args.args]
        result = list(operands)
        if len(result) == len(names) and not node.args.kwonlyargs:
            return result
        if node.args.vararg is None and len(result) > len(names):
            raise NotNative(f"{node.name} is called with too many arguments")
        defaults = dict(zip(reversed(names), reversed(function.__defaults__ or ()), strict=False))
        for name in names[len(result) :]:
            if name in keywords:
                result.append(keywords[name])
            elif name in defaults:
                result.append(Fixed(defaults[name]))
            else:
                raise NotNative(f"{node.name} is called without `{name}`")
        for arg in node.args.kwonlyargs:
            given = keywords.get(arg.arg)
            if given is None:
                given = Fixed((function.__kwdefaults__ or {})[arg.arg])
            result.append(given)
        return result

    def call_function(
        self, function: FunctionType, operands: list[Operand], keywords: dict[str, Operand] | None = None
    ) -> Operand:
        node = self.unit.source_of(function)
        if isinstance(node.returns, ast.Name) and node.returns.id == "NoReturn":
            self.put(TRAP)
            return Fixed(None)
        handed = self.arguments(node, function, operands, keywords or {})
        if self.settling and any(isinstance(operand, Value) and _is_never(operand) for operand in handed):
            # Of no site, for one: a game may ask nobody anything.
            return self.nothing_here()
        if self.unit.is_generated(function) and _goes_by_number(node):
            given = [operand if _is_whole(operand) else self._argument(operand) for operand in handed]
        else:
            given = [self._argument(operand) for operand in handed]
        if not self.settling and any(
            isinstance(operand, Value) and is_open(operand.type) for operand in given
        ):
            return self.not_yet()
        if any(isinstance(operand, Fixed) and operand.value is STATE for operand in handed):
            # It may change cells.
            given = [self._out_of_cells(operand) for operand in given]
        target = self.unit.target(function, given, still=self.still)
        results = target.results
        self.called[target] = None
        if results is None:
            raise NotNative(f"{target.made.name} calls itself, and does not say what it gives back")
        code = self._asked_once(function, target, given, results)
        if results.never:
            self.put(code + TRAP)
            return Value(TRAP, Open())
        if not results.types:
            self.put(code)
            assert results.fixed is not None
            return results.fixed
        if not results.several:
            kind = results.types[0]
            if isinstance(found(kind), Seq):
                # What is given back may be what was given.
                handed_on = not results.own and any(
                    isinstance(operand, Value) and operand.view for operand in given
                )
                # Which cells those are is not known here.
                members = None if handed_on else results.members
                fresh = results.own and not results.view
                view = results.view or handed_on
                return Value(code, kind, fresh=fresh, view=view, members=members)
            return Value(code, kind, view=results.view)
        locals_ = [self.new_local() for _ in results.types]
        self.put(code + b"".join(wasm.local_set(index) for index in reversed(locals_)))
        return Several(
            tuple(
                Value(wasm.local_get(index), kind) for index, kind in zip(locals_, results.types, strict=True)
            )
        )

    def _out_of_cells(self, operand: Operand) -> Operand:
        lies_there = isinstance(operand, Value) and operand.view and operand.members is not None
        return self.copy(operand) if lies_there and isinstance(operand, Value) else operand

    def _asked_once(
        self, function: FunctionType, target: Target, given: list[Operand], results: Results
    ) -> bytes:
        """A call; where no cell changes what it comes to is kept, and is found there the next time."""
        call = self._call_of(target)
        flat = self._flat(given)
        if (
            not self.still
            or target.template is not None
            or not self.unit.is_generated(function)
            or not 0 < len(flat) <= MOST_KEYS
            or len(results.types) != 1
            or not all(isinstance(kind, Int) for kind in results.types)
            or not all(isinstance(value.type, Int) for value in given if isinstance(value, Value))
        ):
            return b"".join(flat) + call
        size = 8 * (2 + len(flat))
        first = self.unit.cache_at(target, KEPT_RESULTS * size)
        keys = [self.new_local() for _ in flat]
        place = self.new_local()
        code = [part + wasm.local_set(key) for part, key in zip(flat, keys, strict=True)]
        code.append(wasm.const(0))
        code += [
            wasm.const(7) + wasm.op("i64.mul") + wasm.local_get(key) + wasm.op("i64.add") for key in keys
        ]
        spot = wasm.const(KEPT_RESULTS - 1) + wasm.op("i64.and") + wasm.const(size) + wasm.op("i64.mul")
        code.append(spot + wasm.const(first) + wasm.op("i64.add") + wasm.local_set(place))
        address = wasm.local_get(place) + WRAP
        looks = wasm.global_get(self.unit.global_("looks"))
        code.append(address + wasm.load(0) + looks + wasm.op("i64.eq"))
        code += [
            address + wasm.load(8 * number_) + wasm.local_get(key) + wasm.op("i64.eq", "i32.and")
            for number_, key in enumerate(keys, 2)
        ]
        code.append(wasm.op("i32.eqz") + wasm.if_())
        code += [address + b"".join(map(wasm.local_get, keys)) + call + wasm.store(8)]
        code.append(address + looks + wasm.store(0))
        code += [
            address + wasm.local_get(key) + wasm.store(8 * number_) for number_, key in enumerate(keys, 2)
        ]
        code.append(wasm.op("end") + address + wasm.load(8))
        return b"".join(code)

    def _call_of(self, target: Target) -> bytes:
        """A call, or the code of a short function in its place."""
        if target.template is None:
            return wasm.call(self.unit.number_of_target(target))
        first = self.local_count
        self.local_count += target.template.locals_
        return target.template.written(first)

    def _argument(self, operand: Operand) -> Operand:
        """As it is handed on: numbers and rows by value, whatever is known else by itself."""
        match operand:
            case Fixed(value=bool()):
                return operand
            case Fixed(value=int()):
                return self.valued(operand)
            case Fixed(value=list() | range() | tuple() as value) if not value:
                return operand
            case Fixed(value=list() | range()):
                return self.valued(operand)
            case Fixed(value=tuple() as value) if _is_mixed(value):
                return self._argument(Several(tuple(map(Fixed, value))))
            case Fixed(value=tuple() as value) if self.unit.is_data(value):
                return self.valued(operand)
            case Chosen():
                return self.valued(operand)
            case Value():
                kind = resolved(operand.type)
                if self.settling:
                    kind = settled(kind)
                wide = widened(operand)
                return wide if kind is wide.type else evolve(wide, type=kind)
            case Several(items=items):
                return Several(tuple(self._argument(item) for item in items))
            case _:
                return operand

    def _flat(self, operands: Sequence[Operand]) -> list[bytes]:
        result: list[bytes] = []
        for operand in operands:
            if isinstance(operand, Value):
                result.append(operand.code)
            elif isinstance(operand, Several):
                result += self._flat(operand.items)
        return result

    def support(self, name: str, *values: Value, fresh: bool = False) -> Value:
        """A function of our own, written in the subset."""
        if not self.settling and any(is_open(value.type) for value in values):
            return self.not_yet()
        given = self.call_function(getattr(support, name), list(values))
        value = self.valued(given)
        return evolve(value, fresh=True) if fresh else value

    def call_code(self, name: str, *values: Value) -> bytes:
        """The code of a call of a function of our own that gives nothing back."""
        with self.captured() as lines:
            self.call_function(getattr(support, name), list(values))
        return b"".join(lines)

    # ---- what Python brings along

    def _len(self, node: ast.Call) -> Operand:
        operand = self.expr(node.args[0])
        match operand:
            case Fixed(value=value) if value is CELLS:
                return Fixed(self.unit.plan.size)
            case Fixed(value=Remembered()):
                return Fixed(0)
            case Fixed(value=value):
                return Fixed(len(value))
            case Several(items=items):
                return Fixed(len(items))
            case Chosen(among=among, place=place):
                return self.chosen(tuple(0 if item is None else len(item) for item in among), place)
            case _:
                return self.length(self.present(self.valued(operand)))

    def _bool(self, node: ast.Call) -> Operand:
        test = self.test(node.args[0])
        return Fixed(test) if isinstance(test, bool) else Value(test, INT, narrow=True, low=0, high=1)

    def _int(self, node: ast.Call) -> Operand:
        operand = self.expr(node.args[0])
        return Fixed(int(operand.value)) if isinstance(operand, Fixed) else self.valued(operand, INT)

    def _abs(self, node: ast.Call) -> Operand:
        operand = self.expr(node.args[0])
        if isinstance(operand, Fixed):
            return Fixed(abs(operand.value))
        value = self.kept(self.valued(operand, INT))
        code = wasm.const(0) + value.code + wasm.op("i64.sub") + value.code
        return number(code + value.code + wasm.const(0) + wasm.op("i64.lt_s", "select"), 0)

    def _extreme(self, node: ast.Call, *, most: bool) -> Operand:
        if len(node.args) == 1:
            return self._extreme_of(node, most=most)
        values = [self.expr(arg) for arg in node.args]
        given = known(values)
        if given is not None:
            return Fixed(max(given) if most else min(given))
        result = self.kept(self.valued(values[0], INT))
        for value in values[1:]:
            other = self.kept(self.valued(value, INT))
            low, high = _joint_range(result, other, most=most)
            code = result.code + other.code + result.code + other.code
            # Of two that are equal the first is taken.
            code += wasm.op("i64.ge_s" if most else "i64.le_s", "select")
            result = self.kept(number(code, low, high))
        return result

    def _extreme_of(self, node: ast.Call, *, most: bool) -> Operand:
        row = self.valued(self.expr(node.args[0]))
        keyword = {keyword.arg: keyword.value for keyword in node.keywords}
        if "key" in keyword:
            raise NotNative("the least by a key")
        name = "most_of" if most else "least_of"
        if "default" not in keyword:
            return self.support(name, row)
        kept = self.kept(row)
        default = self.valued(self.expr(keyword["default"]), INT)
        with self.captured() as before:
            inner = self.support(name, kept)
        code = kept.code + LENGTH + wasm.const(0) + wasm.op("i64.ne")
        code += wasm.if_(wasm.I64) + b"".join(before) + inner.code
        code += wasm.op("else") + default.code + wasm.op("end")
        return number(code)

    def _min(self, node: ast.Call) -> Operand:
        return self._extreme(node, most=False)

    def _max(self, node: ast.Call) -> Operand:
        return self._extreme(node, most=True)

    def _isinstance(self, node: ast.Call) -> Operand:
        operand, wanted = self.expr(node.args[0]), self.expr(node.args[1])
        assert isinstance(wanted, Fixed)
        kinds = wanted.value if isinstance(wanted.value, tuple) else (wanted.value,)
        match operand:
            case Fixed(value=value):
                return Fixed(value is not CELLS and isinstance(value, kinds))
            case Several():
                return Fixed(tuple in kinds)
            case Chosen(among=among, place=place):
                flags = tuple(int(isinstance(item, kinds)) for item in among)
                return self.chosen(flags, place)
            case Value(type=kind):
                match found(kind):
                    case Seq() | Record():
                        return Fixed(list in kinds)
                    case Int():
                        return Fixed(int in kinds)
                    case Open():
                        self.sensitive = True
                        return Fixed(False)
                    case Maybe(of=of) if int in kinds and isinstance(found(of), (Int, Open)):
                        code = widened(operand).code + wasm.const(NO_VALUE) + wasm.op("i64.ne")
                        return Value(code, INT, narrow=True, low=0, high=1)
                    case other:
                        raise NotNative(f"whether {other} is a {kinds}")
            case _:
                raise NotNative("whether a method is something")

    def _bisect_left(self, node: ast.Call) -> Operand:
        given = [self.valued(self.expr(arg)) for arg in node.args]
        return self.support("bisect", *given)

    # ---- methods

    def method(self, bound: Bound, operands: list[Operand]) -> Operand:
        owner = bound.owner
        if isinstance(owner, Tally):
            assert bound.name == "count"
            return how_often(self, owner, operands[0])
        if isinstance(owner, Fixed) and isinstance(owner.value, Remembered):
            return self.cache_method(owner.value, bound.name, operands)
        if isinstance(owner, Fixed) and isinstance(owner.value, dict):
            if bound.name in ("keys", "values", "items"):
                return Fixed(tuple(getattr(owner.value, bound.name)()))
            if bound.name == "get" and all(isinstance(operand, Fixed) for operand in operands):
                return Fixed(
                    owner.value.get(*(operand.value for operand in operands if isinstance(operand, Fixed)))
                )
            raise NotNative(f"`.{bound.name}` of a dict that is known")
        if isinstance(owner, (Fixed, Several, Chosen)):
            if isinstance(owner, Fixed) and owner.value is not CELLS:
                fixed = [operand for operand in operands if isinstance(operand, Fixed)]
                if len(fixed) == len(operands) and bound.name in ("index", "count"):
                    return Fixed(getattr(owner.value, bound.name)(*(operand.value for operand in fixed)))
            owner = self.valued(owner)
        assert isinstance(owner, Value)
        kind = found(owner.type)
        if isinstance(kind, Maybe):
            owner = self.present(owner)
            kind = found(owner.type)
        if isinstance(kind, Open):
            if bound.name in ("append", "add", "pop", "index", "count", "sort", "reverse", "extend"):
                unify(kind, Seq(Open()))
                kind = found(kind)
            else:
                return self.not_yet()
        if isinstance(kind, Seq):
            return self.row_method(owner, kind, bound, operands)
        if isinstance(kind, Table):
            return self.table_method(owner, kind, bound, operands)
        if isinstance(kind, Int):
            if bound.name == "bit_count":
                return number(owner.code + wasm.op("i64.popcnt"), 0, 64)
            if bound.name == "bit_length":
                return number(wasm.const(64) + owner.code + wasm.op("i64.clz", "i64.sub"), 0, 64)
        if isinstance(kind, Instance):
            return self.call_instance(owner, bound.name, operands)
        raise NotNative(f"`.{bound.name}` of {kind}")

    def discard(self, node: ast.expr) -> None:
        """An expression for what it does."""
        given = self.expr(node)
        if isinstance(given, Value):
            self.put(given.code + wasm.op("drop"))


class Intrinsic:
    """What is written as code of its own."""

    def __init__(self, write: Callable[[Any, list[Operand]], Operand]) -> None:
        self.write = write


def _is_none(operand: Operand) -> bool:
    return isinstance(operand, Fixed) and operand.value is None


def _is_mixed(value: tuple[object, ...]) -> bool:
    """Words, and behind them what is none; or nothing at all, as the arguments of stages that nobody has
    answered. What such a tuple is made of is taken one by one.
    """
    match value:
        case (None, *others):
            return all(item is None for item in others)
        case (tuple() as first, *_):
            return _is_mixed(first)
        case (str(), *others):
            return not all(isinstance(item, str) for item in others)
        case _:
            return False


def _joint_range(a: Value, b: Value, *, most: bool) -> tuple[int | None, int | None]:
    lows = [value.low for value in (a, b)]
    highs = [value.high for value in (a, b)]
    if most:
        known = [low for low in lows if low is not None]
        low = max(known) if known else None
        high = None if None in highs else max(high for high in highs if high is not None)
        return low, high
    known = [high for high in highs if high is not None]
    low = None if None in lows else min(low for low in lows if low is not None)
    return low, min(known) if known else None


def _is_whole(operand: Operand) -> bool:
    return isinstance(operand, Fixed) and type(operand.value) is int


def _is_never(value: Value) -> bool:
    return is_open(value.type) and value.code == TRAP


@lru_cache(maxsize=1024)
def _goes_by_number(node: ast.FunctionDef) -> bool:
    """Whether what is gone through in this function depends on a parameter: then it is written for each
    number that is known.
    """
    names = {arg.arg for arg in node.args.args[1:]}
    rows = [part.iter for part in walked(node) if isinstance(part, (ast.For, ast.comprehension))]
    return any(
        isinstance(row, ast.Subscript)
        and not isinstance(row.slice, ast.Slice)
        and any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(row.slice))
        for row in rows
    )


_SPECIAL = {
    *("len", "bool", "int", "abs", "min", "max", "sum", "sorted", "list", "tuple", "set", "range", "any"),
    *("all", "isinstance", "enumerate", "zip", "reversed", "map", "next", "bisect_left", "frozenset"),
}
_FOLDABLE: set[object] = {builtins.getattr, builtins.hasattr, builtins.range}
