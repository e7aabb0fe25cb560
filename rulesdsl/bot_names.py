"""How bots are called, on every command line and in settings."""

from __future__ import annotations

from collections.abc import Sequence

from rulesdsl.diagnostics.suggest import suggest

SEARCH = "mcts"
NAMES = ("random", "random-moves", "greedy", SEARCH)
"""Every kind of bot that needs nothing more than its name."""
SEARCHING = f"{SEARCH}:"
"""Before the number of iterations of a bot that searches."""
WRITTEN = "prefer:"
"""Before the file of a bot that plays by written preferences."""
PREFERENCES = ".prefer"
"""How such files usually end."""
PYTHON = ".py"
"""How the name of a file with somebody's own bot ends."""
WAYS = (*NAMES, f"{SEARCHING}N", f"{WRITTEN}FILE", f"FILE{PYTHON}")
"""Every way to name a bot."""
MOST_DIGITS = 9


class UnknownBot(ValueError):
    """No bot of that name, or a name with something missing."""


def iterations(kind: str, ways: Sequence[str] = WAYS) -> int | None:
    """How long a bot of this name searches, which is not written in a file; None: it says nothing of it.

    UnknownBot where there is none of this name, with the ways to name one here.
    """
    if kind in NAMES:
        return None
    if kind.startswith(SEARCHING):
        budget = kind.removeprefix(SEARCHING)
        if budget.isascii() and budget.isdecimal() and len(budget) <= MOST_DIGITS and int(budget) > 0:
            return int(budget)
        raise UnknownBot(f"`{kind}` says no number of iterations; one looks like `{SEARCHING}200`")
    nearest = suggest(kind, NAMES)
    meant = f" (did you mean `{nearest}`?)" if nearest else ""
    raise UnknownBot(f"there is no bot `{kind}`{meant}; there are {', '.join(ways[:-1])} and {ways[-1]}")
