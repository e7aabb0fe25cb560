"""Faults: what stops a game at run time, with the place in the text that asked for the impossible."""

from __future__ import annotations

from rulesdsl.source import Span


class Fault(Exception):
    """The rules asked for something that cannot be done; the state is as it was before the last option.

    `values` are the values the message speaks of, by name; `rules` the rule ids cited where it happened.
    """

    def __init__(
        self,
        message: str,
        span: Span | None = None,
        values: tuple[tuple[str, int], ...] = (),
        rules: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.values = values
        self.rules = rules

    def __str__(self) -> str:
        if self.span is None:
            return self.message
        line, column = self.span.source.position(self.span.start)
        return f"{self.span.source.name}:{line}:{column}: {self.message}"


class TooManySteps(Fault):
    """The game has gone on for as many steps as it may (`limit steps`)."""

    def __init__(self, limit: int, span: Span | None = None) -> None:
        super().__init__(f"the game goes on for more than {limit} steps", span)
