"""A program in full, as text: what the engine runs, line by line."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

from attrs import fields, has

from rulesdsl import program as ir
from rulesdsl.source import Span

WIDTH = 110


def program_text(program: ir.Program) -> str:
    return "\n".join(_lines(program, "", "")) + "\n"


def _lines(value: object, name: str, indent: str) -> Iterator[str]:
    """A value on one line if it fits, else its parts below it."""
    head = f"{indent}{name}: " if name else indent
    room = WIDTH - len(head)
    short = _on_one_line(value, room)
    if short is not None and len(short) <= room:
        yield head + short
        return
    match value:
        case tuple() if all(isinstance(part, int | str) for part in value):
            # A long list of numbers or names is read like a text.
            yield head.rstrip()
            yield from wrap(
                ", ".join(map(_scalar, value)),
                WIDTH,
                initial_indent=indent + "  ",
                subsequent_indent=indent + "  ",
            )
            return
        case _:
            parts = list(_parts(value))
    yield f"{head}{type(value).__name__ if has(type(value)) else ''}".rstrip()
    if not parts:
        yield f"{indent}  {_scalar(value)}"
    for part_name, part in parts:
        yield from _lines(part, part_name, indent + "  ")


def _on_one_line(value: object, room: int) -> str | None:
    """The value on one line; None as soon as it is certain that it does not fit."""
    if room < 0:
        return None
    if has(type(value)) and not isinstance(value, Span):
        return _joined(f"{type(value).__name__}(", [part for _, part in _parts(value)], ")", room)
    match value:
        case tuple():
            return _joined("[", value, "]", room)
        case Mapping():
            entries: list[str] = []
            for key, part in value.items():
                entry = _on_one_line(part, room)
                if entry is None:
                    return None
                entries.append(f"{key}: {entry}")
                room -= len(entries[-1]) + 2
            return "{" + ", ".join(entries) + "}"
        case _:
            return _scalar(value)


def _scalar(value: object) -> str:
    return "none" if value == ir.NONE else repr(value)


def _joined(opening: str, parts: Iterable[object], closing: str, room: int) -> str | None:
    entries: list[str] = []
    room -= len(opening) + len(closing)
    for part in parts:
        entry = _on_one_line(part, room)
        if entry is None:
            return None
        entries.append(entry)
        room -= len(entry) + 2
        if room < -2:
            return None
    return f"{opening}{', '.join(entries)}{closing}"


def _parts(value: object) -> Iterable[tuple[str, object]]:
    kind = type(value)
    if has(kind):
        # What is not shown of a part (its place in the text) says nothing to an engine.
        return [(each.name, getattr(value, each.name)) for each in fields(kind) if each.repr]
    match value:
        case tuple():
            return [("-", part) for part in value]
        case Mapping():
            return [(str(key), part) for key, part in value.items()]
        case _:
            return []
