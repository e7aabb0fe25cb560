"""Dicts and objects that are made while a game is played, and what is remembered between questions."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType

from attrs import evolve

from rulesdsl.engine.runtime.values import Remembered
from rulesdsl.native import wasm
from rulesdsl.native.types import (
    INT,
    Instance,
    Maybe,
    NotNative,
    Open,
    Seq,
    Shape,
    Table,
    Type,
    found,
    unify,
)
from rulesdsl.native.values import Bound, Fixed, Operand, Several, Value, members, number
from rulesdsl.native.wasm import WRAP
from rulesdsl.native.writer import Writer

MEMO = Table(Seq(INT), INT)
"""A dict whose keys begin with something known, which tells of what type the value is."""
CACHED = 1 << 12
"""So many values of one definition are kept from one question to the next."""
CACHED_WORDS = 24


class Tables(Writer):
    # ---- dicts

    def new_table(self) -> Operand:
        code = self.support("table_made").code
        return Value(code, MEMO if self.is_generated else Table(Open(), Open()), fresh=True)

    def _head(self, table: Value) -> Value:
        return evolve(self.present(table), type=Seq(INT))

    def keys_of(self, table: Value) -> Value:
        return self._part(table, 1)

    def values_of(self, table: Value) -> Value:
        return self._part(table, 2)

    def _part(self, table: Value, number_: int) -> Value:
        kind = found(table.type)
        assert isinstance(kind, Table)
        part = self.support("table_part", self._head(table), number(wasm.const(number_)))
        return evolve(part, type=Seq(kind.key if number_ == 1 else kind.value))

    def _key(self, kind: Table, operand: Operand) -> tuple[Value, Type]:
        """The key as it is kept, and the type of the value behind it."""
        first = self._first_fixed(operand)
        if first is None:
            key = self.owned(self.valued(operand, kind.key))
            unify(kind.key, key.type)
            return key, kind.value
        unify(kind.key, Seq(INT))
        unify(kind.value, INT)
        items = members(operand) or []
        number_ = self.unit.number_of(first)
        flat = self.flat_key([number(wasm.const(number_)), *items[1:]])
        return flat, self.unit.memo_types.setdefault(number_, Open())

    def flat_key(self, items: Sequence[Operand]) -> Value:
        """Numbers and rows as one row."""
        simple = True
        values = []
        for item in items:
            value = self.valued(item)
            simple = simple and not isinstance(found(value.type), Seq)
            values.append(self.kept(value))
        if simple:
            return self.listed(values, INT)
        row = self.new_local()
        self.put(wasm.const(0) + wasm.local_set(row))
        for value in values:
            if isinstance(found(value.type), Seq):
                here = Value(wasm.local_get(row), Seq(INT))
                code = self.support("keyed", here, evolve(value, type=Seq(INT))).code
            else:
                code = self.helper("append", wasm.local_get(row) + value.code)
            self.put(code + wasm.local_set(row))
        return Value(wasm.local_get(row), Seq(INT), fresh=True)

    @staticmethod
    def _first_fixed(operand: Operand) -> object | None:
        first: object = None
        if isinstance(operand, Several) and isinstance(operand.items[0], Fixed):
            first = operand.items[0].value
        elif isinstance(operand, Fixed) and isinstance(operand.value, tuple) and operand.value:
            first = operand.value[0]
        return None if isinstance(first, (int, str)) else first

    def in_table(self, table: Value, key: Operand) -> bytes:
        kind = found(table.type)
        assert isinstance(kind, Table)
        wanted, _ = self._key(kind, key)
        place = self.support("table_place", self._head(table), wanted)
        return place.code + wasm.const(0) + wasm.op("i64.ge_s")

    def table_item(self, table: Value, key: Operand) -> Operand:
        kind = found(table.type)
        assert isinstance(kind, Table)
        wanted, of = self._key(kind, key)
        value = self.support("table_value", self._head(table), wanted)
        return self.present(evolve(value, type=Maybe(of)))

    def into_table(self, table: Value, key: Operand, value: Operand) -> None:
        if isinstance(found(table.type), Open):
            unify(table.type, Table(Open(), Open()))
        kind = found(table.type)
        if isinstance(kind, Maybe):
            kind = found(kind.of)
        assert isinstance(kind, Table)
        wanted, of = self._key(kind, key)
        given = self.owned(self.valued(value, of))
        unify(of, given.type)
        word = evolve(given, type=INT)
        self.put(self.call_code("table_put", self._head(table), wanted, word))

    def table_method(self, table: Value, kind: Table, bound: Bound, operands: list[Operand]) -> Operand:
        match bound.name:
            case "get":
                wanted, of = self._key(kind, operands[0])
                value = self.support("table_value", self._head(table), wanted)
                return evolve(value, type=Maybe(of))
            case "keys":
                return self.keys_of(table)
            case "values":
                return self.values_of(table)
            case _:
                raise NotNative(f"`.{bound.name}` of a dict")

    # ---- what is remembered from one question to the next

    def cache_method(self, cache: Remembered, name: str, operands: list[Operand]) -> Operand:
        if name == "clear":
            return Fixed(None)
        if name != "get":
            raise NotNative(f"`.{name}` of what is remembered")
        slot, key = self._cached(cache, operands[0])
        return Value(
            self.support("remembered", number(wasm.const(slot)), key).code,
            Maybe(INT),
        )

    def into_cache(self, cache: Remembered, key: Operand, value: Operand) -> None:
        slot, wanted = self._cached(cache, key)
        given = self.valued(value, INT)
        self.put(self.call_code("remember", number(wasm.const(slot)), wanted, given))

    def _cached(self, cache: Remembered, key: Operand) -> tuple[int, Value]:
        """Where the cache lies, and the key as one row."""
        items = key.items if isinstance(key, Several) else (key,)
        return self.unit.cache_at(cache, 8 * CACHED * (CACHED_WORDS + 2)), self.flat_key(items)

    # ---- objects

    def new_instance(self, kind: type, operands: list[Operand], keywords: dict[str, Operand]) -> Operand:
        names = list(kind.__annotations__)
        given = dict(zip(names, operands, strict=False)) | keywords
        fixed = {
            name: operand.value
            for name, operand in given.items()
            if isinstance(operand, Fixed) and not self.has_number(operand)
        }
        shape = self.unit.shape(kind, fixed)
        address = self.new_local()
        places = [name for name in names if name not in fixed]
        values = []
        for name in places:
            declared = shape.fields.setdefault(name, self.typed(kind.__annotations__[name]) or Open())
            value = self.valued(given[name], declared)
            unify(declared, value.type)
            values.append(self.kept(self.owned(value)))
        code = self.allocated(len(places)) + wasm.local_set(address)
        for place, value in enumerate(values):
            code += wasm.local_get(address) + WRAP + value.code + wasm.store(8 * place)
        self.put(code)
        return Value(wasm.local_get(address), Instance(shape), fresh=True)

    @staticmethod
    def _shape(owner: Value) -> Shape:
        kind = found(owner.type)
        if not isinstance(kind, Instance):
            raise NotNative(f"{kind} has no attributes")
        return kind.shape

    def instance_attribute(self, owner: Value, attr: str) -> Operand:
        owner = self.present(owner)
        shape = self._shape(owner)
        if attr in shape.fixed:
            return Fixed(shape.fixed[attr])
        if attr in shape.fields:
            place = list(shape.fields).index(attr)
            return Value(owner.code + WRAP + wasm.load(8 * place), shape.fields[attr])
        made = getattr(shape.kind, attr, None)
        if isinstance(made, property):
            assert isinstance(made.fget, FunctionType)
            return self.call_function(made.fget, [owner])
        return Bound(attr, owner, "")

    def call_instance(self, owner: Value, name: str, operands: list[Operand]) -> Operand:
        owner = self.present(owner)
        method = getattr(self._shape(owner).kind, name)
        return self.call_function(method, [owner, *operands])

    def change_instance(self, owner: Value, attr: str, operand: Operand) -> None:
        owner = self.present(owner)
        shape = self._shape(owner)
        place = list(shape.fields).index(attr)
        value = self.kept(self.owned(self.valued(operand, shape.fields[attr])))
        unify(shape.fields[attr], value.type)
        self.put(owner.code + WRAP + value.code + wasm.store(8 * place))

    # ---- types that are written down

    def annotated(self, annotation: ast.expr) -> Type | None:
        return self.typed(ast.unparse(annotation))

    @staticmethod
    def typed(text: object) -> Type | None:
        return _WRITTEN.get(str(text).strip("'\""))


_WRITTEN: dict[str, Type] = {
    "int": INT,
    "bool": INT,
    "int | None": Maybe(INT),
    "list[int]": Seq(INT),
    "set[int]": Seq(INT),
    "Sequence[int]": Seq(INT),
    "list[list[int]]": Seq(Seq(INT)),
    "list[list[list[int]]]": Seq(Seq(Seq(INT))),
    "dict[int, int]": Table(INT, INT),
    "dict[tuple[int, ...], int]": Table(Seq(INT), INT),
    "RowTable": Table(Seq(INT), INT),
}
