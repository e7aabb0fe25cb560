"""HTML that cannot be broken by what stands in it: every text is escaped but what was made here."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

VOID = frozenset({"input", "link", "meta", "br", "hr", "img"})


class Markup(str):
    """HTML, as opposed to text that happens to look like it."""

    __slots__ = ()


Child = str | Sequence["Child"] | None
EMPTY = Markup("")


def joined(*children: Child) -> Markup:
    """One after the other; text is escaped, None is nothing."""
    return Markup("".join(map(_written, children)))


def _written(child: Child) -> str:
    if isinstance(child, Markup):
        return child
    if child is None:
        return ""
    if isinstance(child, str):
        return escape(child)
    return "".join(map(_written, child))


def tag(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Markup:
    """An element. `class_` is class, `data_option` data-option; what is None or False is left out."""
    said = "".join(
        f" {_attribute(key)}" if value is True else f' {_attribute(key)}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in VOID:
        return Markup(f"<{name}{said}>")
    return Markup(f"<{name}{said}>{joined(*children)}</{name}>")


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def classes(*names: str | bool | None) -> str | None:
    """Those that are there, as a class attribute."""
    return " ".join(name for name in names if isinstance(name, str) and name) or None
