"""What generated code refers to: constants, functions and places in the text, each under a name of our
making.

Nothing a game's author wrote becomes code: names and texts reach it only as objects in this pool.
"""

from __future__ import annotations

from collections.abc import Hashable

from attrs import frozen

from rulesdsl.source import Span


@frozen
class Where:
    """What to say of a fault, its place in the text, the rules cited there, and what the number is called on
    which it breaks.
    """

    message: str
    span: Span | None
    rules: tuple[str, ...]
    given: str


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

    def fault(
        self, message: str, span: Span | None, rules: tuple[str, ...] = (), given: str = "the number"
    ) -> int:
        self.faults.append(Where(message, span, rules, given))
        return len(self.faults) - 1

    def too_many_values(self) -> int:
        """For a row that is kept across a decision."""
        return self.fault("there are more values here than can be kept", None, given="the number of values")
