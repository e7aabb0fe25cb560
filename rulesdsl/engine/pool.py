"""What generated code refers to: constants, functions and places in the text, each under a name of our
making.

Nothing a game's author wrote becomes code: names and texts reach it only as objects in this pool.
"""

from __future__ import annotations

from collections.abc import Hashable

from rulesdsl.source import Span

Where = tuple[str, Span | None, tuple[str, ...]]
"""What to say of a fault, its place in the text, and the rules cited there."""


class Pool:
    def __init__(self) -> None:
        self.names: dict[str, object] = {}
        self._known: dict[Hashable, str] = {}
        self.faults: list[Where] = []
        """For every fault that generated code may raise, by its number."""

    def constant(self, value: Hashable) -> str:
        """The name of an immutable value; equal values share it."""
        # True equals 1 and would share its name, but no flag is ever pooled by itself.
        key = (type(value), value)
        if key not in self._known:
            self._known[key] = self.add("K", value)
        return self._known[key]

    def add(self, prefix: str, value: object) -> str:
        name = f"{prefix}{len(self.names)}"
        self.names[name] = value
        return name

    def fault(self, message: str, span: Span | None, rules: tuple[str, ...] = ()) -> int:
        self.faults.append((message, span, rules))
        return len(self.faults) - 1
