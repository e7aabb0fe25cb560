"""A program in full, as text: what the engine runs, line by line."""

from collections.abc import Iterable, Iterator, Mapping

from attrs import fields, has

from rulesdsl.program import Program
from rulesdsl.source import Span

WIDTH = 110
# Written as they are, whatever their length: a place in the text says nothing to an engine.
LEFT_OUT = {"span"}


def program_text(program: Program) -> str:
    return "\n".join(_lines(program, "")) + "\n"


def _lines(value: object, name: str, indent: str = "") -> Iterator[str]:
    """A value on one line if it fits, else its parts below it."""
    head = f"{indent}{name}: " if name else indent
    short = _short(value)
    if short is not None and len(head) + len(short) <= WIDTH:
        yield head + short
        return
    parts = list(_parts(value))
    if not parts:
        yield head + (short if short is not None else repr(value))
        return
    yield f"{head}{_title(value)}".rstrip()
    for part_name, part in parts:
        yield from _lines(part, part_name, indent + "  ")


def _short(value: object) -> str | None:
    """The value on one line; None if it is certain to be too long."""
    text = _said(value)
    return text if len(text) <= 4 * WIDTH else None


def _said(value: object) -> str:
    if has(type(value)) and not isinstance(value, Span):
        inner = ", ".join(_said(part) for _, part in _parts(value))
        return f"{type(value).__name__}({inner})"
    match value:
        case tuple():
            return f"[{', '.join(map(_said, value))}]"
        case Mapping():
            return "{" + ", ".join(f"{key}: {_said(part)}" for key, part in value.items()) + "}"
        case _:
            return repr(value)


def _title(value: object) -> str:
    return type(value).__name__ if has(type(value)) else ""


def _parts(value: object) -> Iterable[tuple[str, object]]:
    if has(type(value)):
        return [(each.name, getattr(value, each.name)) for each in fields(type(value)) if each.name not in LEFT_OUT]
    match value:
        case tuple():
            return [("-", part) for part in value]
        case Mapping():
            return [(str(key), part) for key, part in value.items()]
        case _:
            return []
