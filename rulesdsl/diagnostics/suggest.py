"""Which name a mistyped name may have meant."""

from __future__ import annotations

from collections.abc import Iterable

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
    allowed = _slips_forgiven(name)
    words = _words(name)
    best: tuple[int, str] | None = None
    for candidate in candidates:
        if candidate == name or len(candidate) > LONGEST_NAME:
            continue
        if abs(len(candidate) - len(name)) > allowed:
            continue
        if len(candidate) == len(name) and _words(candidate) == words:
            slips = 0
        else:
            worth = allowed if best is None else min(allowed, best[0])
            slips = _distance(name.lower(), candidate.lower(), worth)
            if slips > worth:
                continue
        if slips <= allowed and (best is None or (slips, candidate) < best):
            best = (slips, candidate)
    return best[1] if best else None


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The same as a hint in words."""
    nearest = suggest(name, candidates)
    return f"did you mean `{nearest}`?" if nearest else None


def _slips_forgiven(name: str) -> int:
    if len(name) <= 2:
        return 0
    if len(name) <= 5:
        return 1
    return 2 if len(name) <= 8 else 3


def _words(name: str) -> list[str]:
    return sorted(name.lower().replace("-", "_").split("_"))


def _distance(first: str, second: str, most: int) -> int:
    """How many letters are put in, left out, replaced, or swapped with their neighbour; any number above
    `most` where there are more.

    (Damerau and Levenshtein; of two letters that were swapped neither changes again.)
    """
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
