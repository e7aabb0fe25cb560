"""Texts that players enter: made harmless and short, and as numbers, so that they lie in a position.

The number of a text is the text itself, its bytes behind a first 1 and some zeros: nothing has to be kept
beside it, and no other number in a position is as large.
"""

from __future__ import annotations

import unicodedata

MOST_LETTERS = 200
"""So long may a game let texts be."""

SOME_TEXT = "\u2026"
"""Stands for what somebody has written, where it makes no difference what that is."""

MOST_MARKS = 2
"""So many accents may stand on one letter, so that no text reaches into other lines."""

MOST_READ = 4 * MOST_LETTERS
"""What is longer is not even looked at."""

_QUOTES = dict.fromkeys(map(ord, '"\u201c\u201d\u201e\u201f\u275d\u275e\uff02'), "'")
"""A text is shown between such quotes, and must not end them."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by their category that show nothing."""

_SHOWN = ("L", "N", "P", "S", "Zs")
_MARKS = ("Mn", "Mc")
_VARIANTS = (("\u180b", "\u180f"), ("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))
_JOINS_ALL = "\u034f"


class FreeText(Exception):
    """Somebody is to write a text, and who would have to choose among all of them cannot."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message or ASKS_FOR_A_TEXT)


ASKS_FOR_A_TEXT = (
    "this game asks for a free text: people can play it, bots cannot,"
    " for nobody can list all that could be written"
)
"""What is said wherever all options would have to be listed."""

HOLDS_A_TEXT = (
    "this game keeps texts such as players write: a text is no number,"
    " so nobody can observe it, or play the game, by numbers alone"
)
"""What is said wherever a position is so many numbers."""


class TextRefused(ValueError):
    """A text that cannot be entered; `str` says why, to who wrote it."""


def cleaned(given: str, most: int) -> str:
    """The text as it is kept: in the usual form of its letters, without needless spaces. `TextRefused` if it
    is empty, too long, or has signs that do not show, steer a terminal, or change the order of reading.
    """
    if len(given) > MOST_READ:
        raise TextRefused(f"That is too long: at most {most} letters.")
    text = " ".join(unicodedata.normalize("NFC", given.translate(_QUOTES)).split(" ")).strip(" ")
    text = " ".join(part for part in "".join(map(_space, text)).split(" ") if part)
    if not text:
        raise TextRefused("Write something.")
    marks = 0
    for sign in text:
        if not _shows(sign):
            raise TextRefused("That has signs in it that do not show, such as a line break or a tab.")
        marks = marks + 1 if unicodedata.category(sign) in _MARKS else 0
        if marks > MOST_MARKS:
            raise TextRefused("That has letters with too many accents.")
    if unicodedata.category(text[0]) in _MARKS:
        raise TextRefused("That begins with an accent without a letter.")
    if len(text) > most:
        raise TextRefused(f"That is too long: {len(text)} letters, and at most {most} are possible.")
    return text


def _space(sign: str) -> str:
    return " " if unicodedata.category(sign) == "Zs" else sign


def _shows(sign: str) -> bool:
    category = unicodedata.category(sign)
    if sign in _BLANK or sign == _JOINS_ALL or any(low <= sign <= high for low, high in _VARIANTS):
        return False
    return category in _MARKS or category.startswith(_SHOWN)


_HEAD = b"\x01" + bytes(9)

SMALLEST = 2**64
"""Every text has a number above this one, and nothing else has."""


def number_of(text: str) -> int:
    """The number of a text that is clean."""
    return int.from_bytes(_HEAD + text.encode(), "big")


def text_of(number: int) -> str:
    """The text of such a number."""
    return number.to_bytes((number.bit_length() + 7) // 8, "big")[len(_HEAD) :].decode()


def in_quotes(number: int) -> str:
    """The text of such a number as it is shown: nobody takes it for words of the game."""
    return f'"{text_of(number)}"'


def largest(most: int) -> int:
    """No text of so many letters has a larger number."""
    return int(2 << 8 * (9 + 4 * most))


def is_number_of_text(number: int, most: int) -> bool:
    """Whether it is the number of a text that could have been entered."""
    if not SMALLEST < number <= largest(most):
        return False
    try:
        text = text_of(number)
        return number_of(text) == number and cleaned(text, most) == text
    except ValueError:
        return False


def _compared(number: int) -> str:
    """What counts where texts are compared: neither spaces nor great and small letters."""
    return unicodedata.normalize("NFKC", text_of(number)).casefold().replace(" ", "")


def same_text(first: int, other: int) -> int:
    """Whether two texts are the same but for spaces and great letters."""
    return int(_compared(first) == _compared(other))


def begins_with(text: int, beginning: int) -> int:
    """The same of the beginning of a text."""
    return int(_compared(text).startswith(_compared(beginning)))


def spelled(text: int, letters: tuple[int, ...]) -> tuple[int, ...]:
    """The letters of a text, each by its place among `letters`, which are texts; the longest that fits first.
    Of what is none of them the place is -1.
    """
    names = {_compared(letter): place for place, letter in enumerate(letters)}
    longest = max(map(len, names), default=1)
    left, places = _compared(text), []
    while left:
        fitting = next((left[:size] for size in range(longest, 0, -1) if left[:size] in names), "")
        places.append(names[fitting] if fitting else -1)
        left = left[max(1, len(fitting)) :]
    return tuple(places)
