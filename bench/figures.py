"""A figure: what was measured, the bar that it must meet, and how figures are shown."""

import time
from collections.abc import Callable, Sequence
from typing import Literal

from attrs import frozen

Group = Literal[
    "games",
    "decisions",
    "native",
    "clones",
    "starts",
    "files",
    "project",
    "trails",
    "bots",
    "reports",
    "views",
]


@frozen
class Figure:
    group: Group
    name: str
    value: float
    unit: str
    bar: float | None = None
    at_least: bool = False
    """Whether the bar is a lower one."""
    details: str = ""

    @property
    def met(self) -> bool | None:
        """None where there is no bar."""
        if self.bar is None:
            return None
        return self.value >= self.bar if self.at_least else self.value <= self.bar

    def as_json(self) -> dict[str, object]:
        return {
            "group": self.group,
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "bar": self.bar,
            "at_least": self.at_least,
            "met": self.met,
            "details": self.details,
        }


def best(times: int, work: Callable[[], object]) -> float:
    """The shortest time of several, in seconds: what else the machine does only ever adds to it."""
    return min(seconds(work) for _ in range(times))


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def best_of_each(times: int, works: Sequence[Callable[[], object]]) -> list[float]:
    """The shortest time of each, taken in turns, so that a slow minute of the machine is one of all."""
    rounds = [[seconds(work) for work in works] for _ in range(times)]
    return [min(taken) for taken in zip(*rounds, strict=True)]


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(figures: Sequence[Figure]) -> str:
    rows = [("figure", "measured", "bar", "", "")]
    for figure in figures:
        bar = ""
        if figure.bar is not None:
            bar = f"{'at least' if figure.at_least else 'at most'} {number(figure.bar)}"
        verdict = {None: "", True: "met", False: "MISSED"}[figure.met]
        rows.append((figure.name, f"{number(figure.value)} {figure.unit}", bar, verdict, figure.details))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = []
    for at, row in enumerate(rows):
        if at and (at == 1 or figures[at - 1].group != figures[at - 2].group):
            lines.append("")
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        cells[1] = row[1].rjust(widths[1])
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
