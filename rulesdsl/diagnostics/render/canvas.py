"""A row of text that is drawn in any order, each piece in its style."""

from __future__ import annotations

from enum import StrEnum

from attrs import define, field

_RESET = "\x1b[0m"


class Style(StrEnum):
    """Each is the sequence that switches it on in a terminal."""

    PLAIN = ""
    BOLD = "\x1b[1m"
    ERROR = "\x1b[1;31m"
    WARNING = "\x1b[1;33m"
    NOTE = "\x1b[1;34m"
    HELP = "\x1b[1;36m"


def paint(text: str, style: Style, *, color: bool) -> str:
    return f"{style}{text}{_RESET}" if color and style and text else text


@define
class Row:
    """Columns from 0; what is drawn later lies on top."""

    _drawn: dict[int, tuple[str, Style]] = field(factory=dict)

    def draw(self, column: int, text: str, style: Style) -> None:
        """Each character takes one column."""
        for index, character in enumerate(text, column):
            self._drawn[index] = (character, style)

    def render(self, *, color: bool) -> str:
        painted: list[str] = []
        run, run_style = "", Style.PLAIN
        for column in range(max(self._drawn, default=-1) + 1):
            character, style = self._drawn.get(column, (" ", run_style))
            if style is not run_style:
                painted.append(paint(run, run_style, color=color))
                run, run_style = "", style
            run += character
        painted.append(paint(run, run_style, color=color))
        return "".join(painted)
