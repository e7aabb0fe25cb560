"""Short functions written where they are called: no call is made, and what is known there is seen through."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulesdsl.native import wasm

SHORT = 240
"""A function of so many bytes at most is written in place of a call."""

_BLOCKS = {0x02, 0x03, 0x04}
_END, _RETURN = 0x0B, 0x0F
_GET, _SET, _TEE = 0x20, 0x21, 0x22
_LOCALS = {_GET, _SET, _TEE}
CALL = 0x10
_ONE_NUMBER = {0x0C, 0x0D, CALL, 0x23, 0x24, 0x41, 0x42}
_WITH_NUMBER = _LOCALS | _ONE_NUMBER
_TABLE, _MEMORY_OF, _MORE, _TWO = 0x0E, {0x3F, 0x40}, 0xFC, 0xFD
_LENGTHS = {0x43: 4, 0x44: 8}


@frozen
class Template:
    """The code of a function, cut where locals are spoken of."""

    parts: tuple[tuple[bytes, int], ...]
    """Bytes up to the number of a local, and that number."""
    end: bytes
    params: int
    locals_: int
    begin_at_zero: tuple[int, ...]
    """The locals that may be read before they are set."""
    leaves: bool
    """Whether it is left otherwise than at its end."""
    results: int

    def written(self, first: int) -> bytes:
        """In place of a call, what it is given on the stack; its locals are those from `first` on."""
        code = [wasm.local_set(first + place) for place in reversed(range(self.params))]
        code += [wasm.const(0) + wasm.local_set(first + place) for place in self.begin_at_zero]
        if self.leaves:
            code.append(wasm.block(wasm.GIVES_I64 if self.results else wasm.VOID))
        code += [before + wasm.unsigned(first + local) for before, local in self.parts]
        code.append(self.end)
        if self.leaves:
            code.append(wasm.op("end"))
        return b"".join(code)


def template(function: wasm.Function) -> Template | None:
    """How the function is written in place of a call, if it is short."""
    code, signature = function.code, function.signature
    if not code or len(code) > SHORT or signature.results > 1:
        return None
    parts: list[tuple[bytes, int]] = []
    before = b""
    seen: set[int] = set(range(signature.params))
    at_zero: list[int] = []
    depth, start, leaves = 0, 0, False
    for index, after, opcode in instructions(code):
        if opcode in _LOCALS:
            local, _ = number_at(code, index + 1)
            parts.append((before + code[start : index + 1], local))
            before, start = b"", after
            if local not in seen:
                seen.add(local)
                if depth or opcode == _GET:
                    at_zero.append(local)
        elif opcode == _RETURN:
            before += code[start:index] + wasm.br(depth)
            start, leaves = after, True
        elif opcode in _BLOCKS:
            depth += 1
        elif opcode == _END:
            depth -= 1
        elif opcode in (0x0C, 0x0D, _TABLE):
            # It may lead to the end of the function.
            leaves = True
    end = before + code[start:]
    count = signature.params + function.local_count
    return Template(tuple(parts), end, signature.params, count, tuple(at_zero), leaves, signature.results)


def number_at(code: bytes, index: int) -> tuple[int, int]:
    """A number without sign, and where it is over."""
    value = shift = 0
    while True:
        byte = code[index]
        value |= (byte & 0x7F) << shift
        shift += 7
        index += 1
        if not byte & 0x80:
            return value, index


def instructions(code: bytes) -> Iterator[tuple[int, int, int]]:
    """Where each begins, where it is over, and its first byte."""
    index, over = 0, len(code)
    while index < over:
        opcode = code[index]
        after = index + 1
        if opcode in _WITH_NUMBER:
            while code[after] & 0x80:
                after += 1
            after += 1
        elif opcode in _BLOCKS or opcode in _MEMORY_OF:
            after += 1
        elif 0x28 <= opcode <= 0x3E:
            _, after = number_at(code, after)
            _, after = number_at(code, after)
        elif opcode in _LENGTHS:
            after += _LENGTHS[opcode]
        elif opcode == _TABLE:
            count, after = number_at(code, after)
            for _ in range(count + 1):
                _, after = number_at(code, after)
        elif opcode == _MORE:
            kind, after = number_at(code, after)
            after += {10: 2, 11: 1}.get(kind, 0)
        elif opcode == _TWO:
            for _ in range(3):
                _, after = number_at(code, after)
        yield index, after, opcode
        index = after
