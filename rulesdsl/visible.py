"""Text made safe to show: how wide it is, and nothing in it that steers a terminal."""

from __future__ import annotations

import re
import unicodedata

# Nothing a person types: with one of these a file is a picture, an archive, or wants to steer a terminal. The
# last ones break lines where nobody sees it, or show what follows in another order than it is read in.
CONTROL_CHARACTER = re.compile(
    r"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)

TAB_WIDTH = 4
REPLACEMENT = "\ufffd"

# Left in place they would show a line in another order than it is read in.
_REORDERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def visible(character: str) -> str:
    """The character, or what is shown in its place. Never a line break."""
    if " " <= character <= "~":
        return character
    if character < " ":
        return chr(0x2400 + ord(character))
    if character == "\x7f":
        return "\u2421"
    if character in _REORDERING or unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
        return REPLACEMENT
    return character


def one_line(text: str) -> str:
    """A text as one line: line breaks and tabs become spaces."""
    return "".join(" " if character in "\n\r\t" else visible(character) for character in text)


def width(character: str) -> int:
    """How many columns of a terminal a visible character takes."""
    if " " <= character <= "~":
        return 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def cells(line: str) -> tuple[list[str], list[int]]:
    """What is shown for each character of a line, and the column (from 0) that each begins at;
    one more for the end of the line.
    """
    shown: list[str] = []
    starts = [0]
    for character in line:
        if character == "\t":
            shown.append(" " * (TAB_WIDTH - starts[-1] % TAB_WIDTH))
            starts.append(starts[-1] + len(shown[-1]))
        else:
            shown.append(visible(character))
            starts.append(starts[-1] + width(shown[-1]))
    return shown, starts
