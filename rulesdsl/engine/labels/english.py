"""Words of English as rules need them: names read aloud, nouns in the plural, things counted and listed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache

PREPOSITIONS = ("at", "of", "on", "in", "from", "to", "under", "for", "by", "with")


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A name of the file as it is read aloud: `discard_pile` is "discard pile", `TownCard` is "town card"."""
    if name.isupper():
        # An initial, or a name made of initials.
        return name.replace("_", " ")
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return apart.replace("_", " ").lower() if apart != name or name[:1].isupper() else name.replace("_", " ")


_TYPED = str.maketrans(
    dict.fromkeys("−–—‐‑", "-")
    | dict.fromkeys("‘’", "'")
    | dict.fromkeys("“”", '"')
    | {"×": "x", "_": " ", "…": "..."}
)
"""What stands on the screen and on no keyboard, and what is typed instead."""


def as_typed(name: str) -> str:
    """A name as names are compared with what somebody types: `Spot −1/2` is "spot -1/2"."""
    return " ".join(name.translate(_TYPED).casefold().split())


def noun(name: str) -> str:
    """The same without an article of its own: of `the_spy` one says "the spy", too."""
    text = plain(name)
    return next((text[len(word) :] for word in ("the ", "a ", "an ") if text.startswith(word)), text)


def with_article(name: str) -> str:
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


_OWN_PLURALS = {
    "child": "children",
    "die": "dice",
    "fish": "fish",
    "foot": "feet",
    "goose": "geese",
    "half": "halves",
    "knife": "knives",
    "leaf": "leaves",
    "loaf": "loaves",
    "man": "men",
    "mouse": "mice",
    "ox": "oxen",
    "person": "people",
    "sheep": "sheep",
    "shelf": "shelves",
    "thief": "thieves",
    "wolf": "wolves",
    "woman": "women",
}
"""Nouns that rules speak of, of which there are not several by an s."""
_OWN_SINGULARS = {many: name for name, many in _OWN_PLURALS.items() if many != name}


def _last_word(name: str) -> tuple[str, str]:
    """A name in two: what stands before its last word, and that."""
    start = max(name.rfind(" "), name.rfind("_")) + 1
    return name[:start], name[start:]


def plural(noun: str) -> str:
    before, last = _last_word(noun)
    if last in _OWN_PLURALS:
        return before + _OWN_PLURALS[last]
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(s|x|z|ch|sh)$", noun) else "s")


def are_many(name: str) -> bool:
    """Whether what is called so is spoken of in the plural, as far as its form tells."""
    return _last_word(name)[1] in _OWN_SINGULARS or (name.endswith("s") and not name.endswith("ss"))


def singular(name: str) -> str:
    before, last = _last_word(name)
    if last in _OWN_SINGULARS:
        return before + _OWN_SINGULARS[last]
    if name.endswith("ies") and len(name) > 4:
        return name[:-3] + "y"
    if re.search(r"(ss|x|zz|ch|sh)es$", name):
        return name[:-2]
    return name[:-1] if are_many(name) else name


PARTICIPLES = frozenset(
    """
    beaten bought built chosen drawn eaten face_down face_up fallen forgotten frozen given gone held hidden
    kept known laid lost open paid seen sent shown sold spent stolen taken thrown told torn won worn written
    """.split()  # noqa: SIM905
)
ENDING_ALIKE = frozenset(
    (
        "bed",
        "breed",
        "creed",
        "deed",
        "feed",
        "hundred",
        "need",
        "red",
        "reed",
        "seed",
        "shed",
        "sled",
        "speed",
    )
)
"""No participles."""

PARTICLES = frozenset(("aside", "away", "back", "down", "in", "off", "out", "over", "up"))
"""Words that belong to a verb: `turned_up`."""


def is_participle(name: str) -> bool:
    """Whether a name says what has happened to things, rather than what they are: `played`, `turned_up`."""
    if name in PARTICIPLES:
        return True
    *before, last = name.split("_")
    if last in PARTICLES and before:
        last = before[-1]
    return last in PARTICIPLES or (last.endswith("ed") and last not in ENDING_ALIKE)


def is_phrase(name: str) -> bool:
    """Whether a name says where or how, and is no noun: `on_table`, `in_play`."""
    first, *rest = name.split("_")
    return bool(rest) and first in (*PREPOSITIONS, *PARTICLES) and rest[-1] not in PREPOSITIONS


def counted(count: int, noun: str) -> str:
    return f"{count} {noun if count == 1 else plural(noun)}"


def numeral(number: int) -> str:
    """With the sign that stands before numbers, and no hyphen."""
    return f"{number}".replace("-", "−")


def players_between(low: int, high: int) -> str:
    return counted(low, "player") if low == high else f"{low} to {high} players"


def possessive(name: str) -> str:
    return f"{name}'s"


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; nothing for none."""
    if not parts:
        return "nothing"
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def gathered(words: Iterable[str], kinds: Container[str] = ()) -> list[str]:
    """Each once, in the order of its first appearance, with how often it comes if that is more than once.
    `kinds`: words that are no names, but what such things are called: `a coin`, `3 coins`.
    """
    return [
        (with_article(word) if times == 1 else counted(times, word))
        if word in kinds
        else word
        if times == 1
        else f"{times} × {word}"
        for word, times in Counter(words).items()
    ]


def keyed(entries: Sequence[tuple[str, str]], mark: str) -> str:
    """Keys, each with its value: `north 2, south 3`. The mark stands between them if any key is more than a
    word or ends in a digit, so that its end could be read as the value; a key without a value has said all.
    Where a key has several parts, entries are parted by semicolons.
    """
    is_marked = any(value and (" " in key or key[-1:].isdigit()) for key, value in entries)
    parted = "; " if any(", " in key for key, _value in entries) else ", "
    return parted.join(
        f"{key}{mark if is_marked and value else ''} {value}".strip() for key, value in entries
    )
