"""Constants of a program as text."""

from __future__ import annotations

from rulesdsl import program as ir

Known = int | tuple[int, ...] | tuple[tuple[int, ...], ...]
"""A value that is constant while code is written."""

NOTHING = str(ir.NONE)

MAY_FAULT = ("check", "placed(", "modulo(", "divide_", "beyond(")
"""What lines that may be a fault have in their text."""


def literal(value: int) -> str:
    value = int(value)
    return str(value) if value >= 0 else f"({value})"
