"""How wide words are on paper, and how they are broken and made smaller until they fit.

Whoever prints has fonts of their own: letters are counted a little wider than those of most fonts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from unicodedata import category, combining, east_asian_width, normalize

from attrs import frozen

THIN = frozenset("ijlI.,:;'|!()[]{}`")
NARROW = frozenset('tfr-/\\" *')
BROAD = frozenset("mwMW@%&")
LINE = 1.22
"""From one line to the next, as a part of the height of the letters."""
STEP = 0.94
"""So much smaller is the next size that is tried."""
CUT = "…"


def width_of(text: str, size: float) -> float:
    """So wide the text is at most, in the unit of the size."""
    return size * sum(map(_wide, text if text.isascii() else normalize("NFD", text)))


@cache
def _wide(letter: str) -> float:
    if letter in THIN:
        return 0.33
    if letter in NARROW:
        return 0.4
    if combining(letter) or category(letter) in ("Cf", "Cc"):
        return 0.0
    if letter in BROAD:
        return 0.95
    if letter.isascii():
        return 0.75 if letter.isupper() else 0.61
    if letter.isalpha() and east_asian_width(letter) not in "WF":
        return 0.78
    return 1.1


def wrapped(text: str, width: float, size: float) -> list[str]:
    """The text in lines that are no wider; a word that is too long alone is broken."""
    lines: list[str] = []
    line = ""
    for word in _words(text, width, size):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def _words(text: str, width: float, size: float) -> Iterator[str]:
    for word in text.split():
        part = ""
        for letter in word:
            if part and width_of(part + letter, size) > width:
                yield part
                part = ""
            part += letter
        yield part


@frozen
class Fitted:
    """Lines at a size at which they fit; the last one is cut off where they did not fit at the smallest."""

    size: float
    lines: tuple[str, ...]

    @property
    def height(self) -> float:
        return self.size * LINE * len(self.lines)


def sizes(largest: float, smallest: float) -> Iterator[float]:
    """From the largest to the smallest, in small steps."""
    size = largest
    while size > smallest:
        yield size
        size *= STEP
    yield smallest


def fitted(text: str, width: float, height: float, largest: float, smallest: float) -> Fitted:
    """The text as large as it fits. A size at which no word is broken is better than a larger one."""
    broken = fitting = None
    for size in sizes(largest, smallest):
        fitting = Fitted(size, tuple(wrapped(text, width, size)))
        if fitting.height > height:
            continue
        if _unbroken(text, fitting.lines):
            return fitting
        broken = broken or fitting
    if broken is not None:
        return broken
    assert fitting is not None
    last = int(height // (fitting.size * LINE))
    return Fitted(fitting.size, cut_to(fitting.lines, last, width, fitting.size))


def cut_to(lines: Sequence[str], most: int, width: float, size: float) -> tuple[str, ...]:
    """So many lines, the last with a sign that there was more."""
    if len(lines) <= most or most < 1:
        return tuple(lines[: max(most, 0)])
    last = lines[most - 1]
    while last and width_of(last + CUT, size) > width:
        last = last[:-1]
    return (*lines[: most - 1], last.rstrip() + CUT)


def _unbroken(text: str, lines: Iterable[str]) -> bool:
    return " ".join(lines) == " ".join(text.split())
