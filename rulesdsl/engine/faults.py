"""Faults: what stops a game at run time, with the place in the text that asked for the impossible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from attrs import frozen

from rulesdsl.source import Span

Named = tuple[tuple[str, str], ...]
"""Names and values in words."""


@frozen
class Account:
    """What there is to say of a fault besides its message.

    `rule` is the part of the rules by its name in the file, `rules` are the ids cited there; `under_way` are
    the phases that were going on, the outermost first, each with the number of its pass.
    """

    span: Span | None = None
    rule: str = ""
    rules: tuple[str, ...] = ()
    values: Named = ()
    under_way: tuple[tuple[str, int], ...] = ()


class Fault(Exception):
    """The rules asked for something that cannot be done; the state is as it was before the last option.

    `values` are the values the message speaks of, by name and in words; `rule` is the name of the part of the
    rules where it happened, `rules` the ids cited there, `under_way` the phases that were going on.
    `at_start`: there was no decision yet, and so there is no state.
    """

    def __init__(
        self,
        message: str,
        span: Span | None = None,
        values: Named = (),
        rules: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.given = Account(span, "", rules, values)
        self.at_start = False
        self._look: Callable[[Account], Account] | None = None
        self._found: Account | None = None

    def look_with(self, look: Callable[[Account], Account]) -> Self:
        """`look` finds out the rest when somebody asks for it."""
        self._look = look
        return self

    @property
    def account(self) -> Account:
        if self._found is None:
            self._found = self.given if self._look is None else self._look(self.given)
            self._look = None
        return self._found

    @property
    def span(self) -> Span | None:
        return self.account.span

    @property
    def rule(self) -> str:
        return self.account.rule

    @property
    def rules(self) -> tuple[str, ...]:
        return self.account.rules

    @property
    def values(self) -> Named:
        return self.account.values

    @property
    def under_way(self) -> tuple[tuple[str, int], ...]:
        return self.account.under_way

    def __str__(self) -> str:
        when = "before the first decision: " if self.at_start else ""
        if self.span is None:
            return when + self.message
        line, column = self.span.source.position(self.span.start)
        return f"{self.span.source.name}:{line}:{column}: {when}{self.message}"

    def details(self) -> list[str]:
        """What there is to say besides, a line each."""
        lines = []
        if self.rule:
            cited = f" [{' '.join(self.rules)}]" if self.rules else ""
            going_on = ", ".join(f"{name} {number}" for name, number in self.under_way)
            lines.append(f"in {self.rule}{cited}" + (f", during {going_on}" if going_on else ""))
        return lines + [f"{name}: {value}" for name, value in self.values]

    def __reduce__(self) -> tuple[object, ...]:
        return _second_fault, (type(self), self.message, self.account, self.at_start)


class TooManySteps(Fault):
    """The game has gone on for as many steps as it may (`limit steps`)."""

    @classmethod
    def after(
        cls, limit: int, span: Span | None, rules: tuple[str, ...] = (), values: Named = ()
    ) -> TooManySteps:
        return cls(f"the game goes on for more than {limit} steps", span, values, rules)


def _second_fault(kind: type[Fault], message: str, account: Account, at_start: bool) -> Fault:  # noqa: FBT001
    fault = kind(message)
    fault._found = account  # noqa: SLF001 -- the same room
    fault.at_start = at_start
    return fault
