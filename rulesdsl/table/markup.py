"""HTML that cannot be broken by what stands in it: every text is escaped but what was made here."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from html import escape

from attrs import define, field

VOID = frozenset({"input", "link", "meta", "br", "hr", "img"})


class Markup(str):
    """HTML, as opposed to text that happens to look like it."""

    __slots__ = ()


MOST_KEPT = 4_000_000
"""So many letters of HTML are kept, and as many again that were used before them."""
KEY = 200
"""What is kept takes at least so much room, however little it is."""


@define(eq=False)
class Kept:
    """HTML by what it shows: most of a table is the same after a decision, and for all who sit there."""

    _new: dict[Hashable, tuple[Markup, frozenset[object]]] = field(factory=dict, repr=False)
    _old: dict[Hashable, tuple[Markup, frozenset[object]]] = field(factory=dict, repr=False)
    _size: int = 0

    def get(self, key: Hashable, make: Callable[[], Markup]) -> Markup:
        """As it was made for this key, or made now."""
        return self.get_with(key, lambda: (make(), frozenset()))[0]

    def get_with(
        self, key: Hashable, make: Callable[[], tuple[Markup, frozenset[object]]]
    ) -> tuple[Markup, frozenset[object]]:
        """The same with numbers that belong to it."""
        part = self._new.get(key)
        if part is None:
            part = self._old.pop(key, None) or make()
            self._size += len(part[0]) + KEY
            if self._size > MOST_KEPT:
                self._new, self._old, self._size = {}, self._new, len(part[0]) + KEY
            self._new[key] = part
        return part


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
        return _escaped(child)
    return "".join(map(_written, child))


@lru_cache(maxsize=10_000)
def _escaped(text: str) -> str:
    """The same words stand on every page: names, classes, numbers."""
    return escape(text)


def tag(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Markup:
    """An element. `class_` is class, `data_option` data-option; what is None or False is left out."""
    attribute_text = "".join(
        [
            f" {_attribute(key)}" if value is True else f' {_attribute(key)}="{_escaped(str(value))}"'
            for key, value in attributes.items()
            if value is not None and value is not False
        ]
    )
    if name in VOID:
        return Markup(f"<{name}{attribute_text}>")
    return Markup(f"<{name}{attribute_text}>{joined(*children)}</{name}>")


@lru_cache(maxsize=256)
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def classes(*names: str | bool | None) -> str | None:
    """Those that are there, as a class attribute."""
    return " ".join(name for name in names if isinstance(name, str) and name) or None
