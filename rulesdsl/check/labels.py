"""Identifiers as words."""

from __future__ import annotations


def in_words(name: str) -> str:
    """An identifier as words: `left_hand` is "left hand", `RegionToken` "region token", `XP` stays."""
    if name.isupper():
        return name.replace("_", " ")
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()
    return words.replace("_", " ")


def in_brackets(count: int) -> str:
    return f"{'nothing' if not count else '1 value' if count == 1 else f'{count} values'} in brackets"
