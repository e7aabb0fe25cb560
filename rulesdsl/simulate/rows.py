"""A game that was played, as one row of numbers and words, and as the text of a table."""

from __future__ import annotations

import json

from attrs import asdict, frozen

Content = int | str | None
"""What a note is: a number, a value in words, or none."""


@frozen
class Row:
    """A game that was played. Seats count from 0; where rows are stored, what has parts is kept as JSON."""

    number: int
    outcome: str
    """finished, shared, lost (by all), limit (too many steps), stuck (a fault of the rules) or error (a
    fault of a bot)"""
    message: str
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    scores: dict[str, tuple[int, ...]]
    """By row of the score sheet; of one that is written down each phase the sum."""
    notes: dict[str, tuple[Content, ...]]
    """The same of what stands on the sheet and is no part of the total."""
    written: dict[str, tuple[tuple[int, ...], ...]]
    """By row that is written down each phase, what each seat got, time by time."""
    teams: tuple[str, ...]
    """The team of each seat, where teams win."""
    decisions: int
    options: int
    """The sum of the numbers of options over all decisions with a choice."""
    most_options: int
    details: Details | None = None
    """What takes longer to find out, where it was asked for."""


@frozen
class Details:
    """What a game tells only to who listens to everything that happens."""

    forced: int
    """How many decisions had one option, and were taken by themselves."""
    leaders: tuple[tuple[int, ...], ...]
    """Who led, at even distances from beginning to end."""
    actions: dict[str, tuple[tuple[int, int], ...]]
    """For each action and seat: how often offered, how often taken."""
    pieces: dict[str, tuple[tuple[int, int], ...]]
    """For each name of a piece and each seat: how often one could be chosen, how often one was."""
    rules: tuple[str, ...]
    """The rule ids that were exercised."""


COLUMNS = (*(name for name in Row.__annotations__ if name != "details"), *Details.__annotations__)
NUMBERS = frozenset({"number", "decisions", "options", "most_options"})
WORDS = frozenset({"outcome", "message"})
_BEGINNINGS = ("=", "+", "-", "@", "'")


def to_cells(row: Row) -> dict[str, str | int]:
    """A row as a table stores it: numbers, words, JSON for the rest; nothing for details nobody wanted."""
    values = asdict(row, recurse=False)
    details = values.pop("details")
    values |= dict.fromkeys(Details.__annotations__) if details is None else asdict(details, recurse=False)
    cells: dict[str, str | int] = {}
    for name, value in values.items():
        if name in NUMBERS:
            cells[name] = value
        elif name in WORDS:
            # A spreadsheet would work out what begins like a formula.
            cells[name] = f"'{value}" if value.startswith(_BEGINNINGS) else value
        else:
            cells[name] = (
                "" if value is None else json.dumps(value, separators=(",", ":"), ensure_ascii=False)
            )
    return cells


def from_cells(cells: dict[str, str]) -> Row:
    """The row in a table's cells; ValueError if they are none."""
    values: dict[str, object] = {}
    for name in COLUMNS:
        text = cells[name]
        if name in NUMBERS:
            values[name] = int(text)
        elif name in WORDS:
            values[name] = text.removeprefix("'")
        else:
            values[name] = _frozen(json.loads(text)) if text else None
    detailed = {name: values.pop(name) for name in Details.__annotations__}
    details = None if detailed["leaders"] is None else Details(**detailed)  # type: ignore[arg-type]
    return Row(**values, details=details)  # type: ignore[arg-type]


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(_frozen(member) for member in value)
    if isinstance(value, dict):
        return {key: _frozen(member) for key, member in value.items()}
    return value
