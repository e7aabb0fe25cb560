"""By what a result can be had again: the rules, the version, the seed, how it was made."""

from __future__ import annotations

from typing import TypeAlias

from rulesdsl import program as ir
from rulesdsl.version import __version__

Provenance: TypeAlias = dict[str, str | int]
"""What to write beside a result; it can be written as JSON."""


def provenance(program: ir.Program, **made: str | int) -> Provenance:
    """Of a program, and with which settings something was made of it."""
    return {
        "game": program.title,
        "rules": program.mark,
        "files": program.fingerprint,
        "players": program.players,
        "options": " ".join(f"{name}={words}" for name, words in program.option_words.items()),
        "rulesdsl": __version__,
        **made,
    }
