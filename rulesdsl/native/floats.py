"""Numbers of floating point: a value is their bits, worked on as the machine's own, which are Python's."""

from __future__ import annotations

import ast

from rulesdsl.native import wasm
from rulesdsl.native.types import FLOAT, Float, Int, NotNative, found
from rulesdsl.native.values import Operand, Value, flag, number

_WORKED_OUT = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"}
_COMPARED = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}


def is_float(value: Operand) -> bool:
    return isinstance(value, Value) and isinstance(found(value.type), Float)


def as_double(value: Value) -> bytes:
    """Code that leaves the number itself. A whole number is rounded as in Python."""
    match found(value.type):
        case Float():
            return value.code + wasm.op("f64.reinterpret_i64")
        case Int():
            return value.code + wasm.op("f64.convert_i64_s")
        case kind:
            raise NotNative(f"{kind} is no number")


def of_double(code: bytes) -> Value:
    return Value(code + wasm.op("i64.reinterpret_f64"), FLOAT)


def worked_out(op: ast.operator, x: Value, y: Value) -> Value:
    """A sum, a difference, a product or a quotient."""
    name = _WORKED_OUT.get(type(op))
    if name is None:
        raise NotNative(f"`{type(op).__name__}` of numbers of floating point is not in the subset")
    return of_double(as_double(x) + as_double(y) + wasm.op(f"f64.{name}"))


def compared(op: ast.cmpop, x: Value, y: Value) -> bytes:
    return flag(as_double(x) + as_double(y) + wasm.op(f"f64.{_COMPARED[type(op)]}")).code


def is_zero(value: Value) -> bytes:
    return as_double(value) + as_double(number(wasm.const(0))) + wasm.op("f64.eq")
