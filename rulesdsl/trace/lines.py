"""The lines of a story: how a sentence is put together, wrapped and followed by the rules it cites."""

from __future__ import annotations

from textwrap import wrap

STEP = 2
"""By how much a phase is indented in the one around it."""


def capital(clause: str) -> str:
    return (
        clause[:1].upper() + clause[1:]
        if clause.startswith(("the ", "a ", "an ", "chance ", "everybody"))
        else clause
    )


def between(head: str, clauses: list[str]) -> str:
    """One colon in a sentence is enough."""
    if ": " in head:
        return "; "
    return " – " if any(": " in clause for clause in clauses) else ": "


def cited(rules: tuple[str, ...]) -> str:
    return f"  [{' '.join(rules)}]" if rules else ""


def wrapped(text: str, rules: tuple[str, ...], indent: str, width: int) -> list[str]:
    lines = wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent + " " * 2 * STEP,
        break_long_words=False,
        break_on_hyphens=False,
    )
    lines[-1] += cited(rules)
    return lines
