"""WebAssembly as bytes: instructions, and a module put together from functions, globals, memory and data."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cache, lru_cache

from attrs import define, field, frozen

I32, I64 = b"\x7f", b"\x7e"
PAGE = 65_536

_NAMES = {
    "unreachable": 0x00,
    "else": 0x05,
    "end": 0x0B,
    "return": 0x0F,
    "drop": 0x1A,
    "select": 0x1B,
    "i32.eqz": 0x45,
    "i32.eq": 0x46,
    "i32.and": 0x71,
    "i32.or": 0x72,
    "i32.add": 0x6A,
    "i32.sub": 0x6B,
    "i32.rem_u": 0x70,
    "i32.shl": 0x74,
    "i64.eqz": 0x50,
    "i64.eq": 0x51,
    "i64.ne": 0x52,
    "i64.lt_s": 0x53,
    "i64.lt_u": 0x54,
    "i64.gt_s": 0x55,
    "i64.gt_u": 0x56,
    "i64.le_s": 0x57,
    "i64.le_u": 0x58,
    "i64.ge_s": 0x59,
    "i64.ge_u": 0x5A,
    "i64.clz": 0x79,
    "i64.ctz": 0x7A,
    "i64.popcnt": 0x7B,
    "i64.add": 0x7C,
    "i64.sub": 0x7D,
    "i64.mul": 0x7E,
    "i64.div_s": 0x7F,
    "i64.div_u": 0x80,
    "i64.rem_s": 0x81,
    "i64.rem_u": 0x82,
    "i64.and": 0x83,
    "i64.or": 0x84,
    "i64.xor": 0x85,
    "i64.shl": 0x86,
    "i64.shr_s": 0x87,
    "i64.shr_u": 0x88,
    "i32.rotr": 0x78,
    "i32.wrap_i64": 0xA7,
    "i64.extend_i32_u": 0xAD,
    "f64.eq": 0x61,
    "f64.ne": 0x62,
    "f64.lt": 0x63,
    "f64.gt": 0x64,
    "f64.le": 0x65,
    "f64.ge": 0x66,
    "f64.abs": 0x99,
    "f64.neg": 0x9A,
    "f64.sqrt": 0x9F,
    "f64.add": 0xA0,
    "f64.sub": 0xA1,
    "f64.mul": 0xA2,
    "f64.div": 0xA3,
    "f64.convert_i64_s": 0xB9,
    "i64.reinterpret_f64": 0xBD,
    "f64.reinterpret_i64": 0xBF,
}
OPS = {name: bytes([code]) for name, code in _NAMES.items()}
VOID, GIVES_I64, GIVES_I32 = b"\x40", I64, I32


_ONE_BYTE = [bytes([value]) for value in range(128)]


MOST_KEPT = 4096
"""Of so many numbers it is kept how they are written."""


def unsigned(value: int) -> bytes:
    """LEB128."""
    if value < 128:
        return _ONE_BYTE[value]
    result = bytearray()
    while True:
        low, value = value & 0x7F, value >> 7
        if not value:
            result.append(low)
            return bytes(result)
        result.append(low | 0x80)


def signed(value: int) -> bytes:
    if -64 <= value < 64:
        return _ONE_BYTE[value & 127]
    result = bytearray()
    while True:
        low, value = value & 0x7F, value >> 7
        if (value == 0 and not low & 0x40) or (value == -1 and low & 0x40):
            result.append(low)
            return bytes(result)
        result.append(low | 0x80)


def as_i64(value: int) -> int:
    """The same 64 bits with a sign."""
    value &= 2**64 - 1
    return value - 2**64 if value >> 63 else value


@cache
def op(*names: str) -> bytes:
    if len(names) == 1:
        return OPS[names[0]]
    return b"".join(OPS[name] for name in names)


@lru_cache(maxsize=MOST_KEPT)
def const(value: int) -> bytes:
    return b"\x42" + signed(as_i64(value))


@lru_cache(maxsize=MOST_KEPT)
def const32(value: int) -> bytes:
    return b"\x41" + signed(value)


_GETS, _SETS = ([code + place for place in _ONE_BYTE] for code in (b"\x20", b"\x21"))


def local_get(index: int) -> bytes:
    return _GETS[index] if index < 128 else b"\x20" + unsigned(index)


def local_set(index: int) -> bytes:
    return _SETS[index] if index < 128 else b"\x21" + unsigned(index)


def local_tee(index: int) -> bytes:
    return b"\x22" + unsigned(index)


def global_get(index: int) -> bytes:
    return b"\x23" + unsigned(index)


def global_set(index: int) -> bytes:
    return b"\x24" + unsigned(index)


def _is_one(code: bytes, opcode: int) -> bool:
    """Whether this is a single instruction with one number behind it."""
    return (
        len(code) > 1
        and code[0] == opcode
        and all(byte & 0x80 for byte in code[1:-1])
        and not code[-1] & 0x80
    )


def is_local(code: bytes) -> bool:
    """Nothing but the value of a local."""
    return _is_one(code, 0x20)


def is_const(code: bytes) -> bool:
    """Nothing but a constant."""
    return _is_one(code, 0x42)


def constant_in(code: bytes) -> int | None:
    """The number, if this is nothing but a constant."""
    if not is_const(code):
        return None
    value = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(code[1:]))
    return value - (1 << 7 * (len(code) - 1)) if code[-1] & 0x40 else value


_PLAIN = frozenset(
    OPS[name][0]
    for name in _NAMES
    if name.startswith(("i32.", "i64.")) and "div" not in name and "rem" not in name
) | {0x1B}
_WITH_NUMBER = {0x20, 0x21, 0x22, 0x41, 0x42}
_LOAD, _CALL = 0x29, 0x10


def _behind(code: bytes, index: int) -> int:
    """Where the number that begins here is over."""
    while code[index] & 0x80:
        index += 1
    return index + 1


def is_plain(code: bytes, functions: Container[int]) -> bool:
    """Whether this does nothing but work out a number, by itself or with one of these functions: no jump,
    no trap, nothing stored.
    """
    index, end = 0, len(code)
    while index < end:
        opcode = code[index]
        index += 1
        if opcode in _WITH_NUMBER:
            index = _behind(code, index)
        elif opcode == _LOAD:
            index = _behind(code, index + 1)
        elif opcode == _CALL:
            number = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(code[index : index + 5]))
            index += 5
            if number not in functions:
                return False
        elif opcode not in _PLAIN:
            return False
    return True


def load(offset: int = 0) -> bytes:
    """The 64 bits at the address (32 bits) on the stack."""
    return b"\x29\x03" + unsigned(offset)


def store(offset: int = 0) -> bytes:
    return b"\x37\x03" + unsigned(offset)


def load_two(offset: int = 0) -> bytes:
    """Two numbers of 64 bits at once."""
    return b"\xfd\x00\x03" + unsigned(offset)


def store_two(offset: int = 0) -> bytes:
    return b"\xfd\x0b\x03" + unsigned(offset)


def call(index: int) -> bytes:
    # Always as wide, so that numbers of functions can be put in later.
    return b"\x10" + wide(index)


def wide(index: int) -> bytes:
    """LEB128 in five bytes, whatever the number."""
    return bytes([(index >> 7 * place & 0x7F) | (0x80 if place < 4 else 0) for place in range(5)])


def block(kind: bytes = VOID) -> bytes:
    return b"\x02" + kind


def loop(kind: bytes = VOID) -> bytes:
    return b"\x03" + kind


def if_(kind: bytes = VOID) -> bytes:
    return b"\x04" + kind


TRAP = OPS["unreachable"]
TRAP_IF = if_() + op("unreachable", "end")
WRAP = OPS["i32.wrap_i64"]
EIGHT = const(3) + op("i64.shl")
"""Times eight: from places to bytes."""
ADDRESS, LENGTH = const(0xFFFF_FFFF) + op("i64.and"), const(32) + op("i64.shr_u")
"""Of a row."""


def br(depth: int) -> bytes:
    return b"\x0c" + unsigned(depth)


def br_if(depth: int) -> bytes:
    return b"\x0d" + unsigned(depth)


def br_table(depths: Sequence[int], otherwise: int) -> bytes:
    return b"\x0e" + unsigned(len(depths)) + b"".join(map(unsigned, depths)) + unsigned(otherwise)


STORE_BYTE = b"\x3a\x00\x00"
MEMORY_COPY = b"\xfc\x0a\x00\x00"
MEMORY_FILL = b"\xfc\x0b\x00"
MEMORY_SIZE = b"\x3f\x00"
MEMORY_GROW_BY = b"\x40\x00"
"""By so many pages as are on the stack."""


@frozen
class Signature:
    """So many numbers in, so many out; all of 64 bits."""

    params: int
    results: int

    def encoded(self) -> bytes:
        return (
            b"\x60" + unsigned(self.params) + I64 * self.params + unsigned(self.results) + I64 * self.results
        )


@define
class Function:
    name: str
    signature: Signature
    local_count: int = 0
    """Besides its parameters."""
    code: bytes = b""


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + unsigned(len(content)) + content


def _vector(items: Iterable[bytes]) -> bytes:
    parts = list(items)
    return unsigned(len(parts)) + b"".join(parts)


def _name(text: str) -> bytes:
    data = text.encode()
    return unsigned(len(data)) + data


@define
class Module:
    functions: list[Function] = field(factory=list)
    globals_: list[int] = field(factory=list)
    """What each begins with."""
    data: list[tuple[int, bytes]] = field(factory=list)
    exports: dict[str, int] = field(factory=dict)
    exported_globals: dict[str, int] = field(factory=dict)
    pages: int = 1
    most_pages: int = 1

    def add(self, function: Function) -> int:
        """The number of a new function, whose code may be put in later."""
        self.functions.append(function)
        return len(self.functions) - 1

    def global_(self, value: int = 0) -> int:
        self.globals_.append(value)
        return len(self.globals_) - 1

    def encoded(self) -> bytes:
        kinds = list(dict.fromkeys(function.signature for function in self.functions))
        number = {kind: index for index, kind in enumerate(kinds)}
        exports = [_name(name) + b"\x00" + unsigned(index) for name, index in self.exports.items()]
        exports += [_name(name) + b"\x03" + unsigned(index) for name, index in self.exported_globals.items()]
        exports.append(_name("memory") + b"\x02\x00")
        bodies = []
        for function in self.functions:
            locals_ = unsigned(1) + unsigned(function.local_count) + I64 if function.local_count else b"\x00"
            body = locals_ + function.code + OPS["end"]
            bodies.append(unsigned(len(body)) + body)
        return b"".join(
            (
                b"\x00asm\x01\x00\x00\x00",
                _section(1, _vector(kind.encoded() for kind in kinds)),
                _section(3, _vector(unsigned(number[function.signature]) for function in self.functions)),
                _section(5, _vector([b"\x01" + unsigned(self.pages) + unsigned(self.most_pages)])),
                _section(6, _vector(I64 + b"\x01" + const(value) + OPS["end"] for value in self.globals_)),
                _section(7, _vector(exports)),
                _section(10, _vector(bodies)),
                _section(
                    11,
                    _vector(
                        b"\x00" + const32(address) + OPS["end"] + unsigned(len(content)) + content
                        for address, content in self.data
                    ),
                ),
                _section(0, _name("name") + self._names()),
            )
        )

    def _names(self) -> bytes:
        """What the functions are called, for whoever looks at a trap."""
        named = _vector(
            unsigned(index) + _name(function.name) for index, function in enumerate(self.functions)
        )
        return b"\x01" + unsigned(len(named)) + named
