"""Which name a mistyped name may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

# Longer than any name a person writes; a hostile file must not make us compare long texts with long texts.
LONGEST_NAME = 64


def suggest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `name` is most likely a slip of the pen for, or None.

    Equal but for capitals, or the same words in another order, is always near enough. Otherwise the
    slips that are forgiven grow with the name: none up to two letters, one up to five, then two,
    and three from nine letters on. Of two that are equally near, the first in the alphabet.
    """
    if not name or len(name) > LONGEST_NAME:
        return None
    worth = _slips_forgiven(name)
    low, words, letters = _looked_at(name)
    best: tuple[int, str] | None = None
    for candidate in candidates:
        if candidate == name or abs(len(candidate) - len(name)) > worth:
            continue
        other, other_words, other_letters = _looked_at(candidate)
        if other_words == words:
            slips = 0
        elif (letters & ~other_letters).bit_count() > worth or len(candidate) > LONGEST_NAME:
            continue
        else:
            slips = _distance(low, other, worth)
        if slips <= worth and (best is None or (slips, candidate) < best):
            worth = slips
            best = (slips, candidate)
    return best[1] if best else None


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The same as a hint in words."""
    nearest = suggest(name, candidates)
    return f"did you mean `{nearest}`?" if nearest else None


def or_meant(name: str, candidates: Iterable[str], otherwise: str = "") -> str:
    """The same behind a sentence that says that there is no such name; `otherwise`: where none is near."""
    hint = did_you_mean(name, candidates) or otherwise
    return f"; {hint}" if hint else ""


def _slips_forgiven(name: str) -> int:
    if len(name) <= 2:
        return 0
    if len(name) <= 5:
        return 1
    return 2 if len(name) <= 8 else 3


@lru_cache(maxsize=10_000)
def _looked_at(name: str) -> tuple[str, list[str], int]:
    """In small letters; its words in order; which letters it has, as bits. The same names are candidates for
    every slip in a file.
    """
    low = name.lower()
    letters = 0
    for letter in low:
        letters |= 1 << ord(letter) % 64
    return low, sorted(low.replace("-", "_").split("_")), letters


def _distance(first: str, second: str, most: int) -> int:
    """How many letters are put in, left out, replaced, or swapped with their neighbour; any number above
    `most` where there are more.

    (Damerau and Levenshtein; of two letters that were swapped neither changes again.)
    """
    first, second = _without_the_same_ends(first, second)
    if not first or not second:
        return len(first) + len(second)
    two_up: list[int] = []
    above = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        if min(above) > most:
            return most + 1
        row = [i]
        for j, other in enumerate(second, 1):
            if abs(i - j) > most:
                row.append(most + 1)
                continue
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                cost = min(cost, two_up[j - 2] + 1)
            row.append(cost)
        two_up, above = above, row
    return above[-1]


def _without_the_same_ends(first: str, second: str) -> tuple[str, str]:
    """What is left where both begin and end alike: most names of a file are much like others of it."""
    shorter = min(len(first), len(second))
    begin = 0
    while begin < shorter and first[begin] == second[begin]:
        begin += 1
    end = 0
    while end < shorter - begin and first[-end - 1] == second[-end - 1]:
        end += 1
    return first[begin : len(first) - end], second[begin : len(second) - end]
