"""Who thinks for a bot that plays on from guesses: Python, or machine code once there is enough to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from rulesdsl.bots.bot import Engine
from rulesdsl.engine.state import State
from rulesdsl.native import installed

if TYPE_CHECKING:
    from rulesdsl.native.searching import Searcher

WORTH_IT = 20_000
"""Decisions in guesses from which on it pays to make machine code of the rules."""


@define
class Thinking:
    """`engine`: who thinks; None: machine code where it can be had, and there is much to do. Both choose the
    same.
    """

    engine: Engine | None
    decisions: int = 0
    """Made in guesses so far, about."""

    def machine(self, state: State, player: int, decisions: int) -> Searcher | None:
        """For so many decisions more; None where Python is to think."""
        self.decisions += decisions
        wanted = self.engine == "native" or (self.engine is None and self.decisions >= WORTH_IT)
        if not (wanted and installed() and state.take_forced and state.player == player):
            return None
        from rulesdsl.native.searching import searcher_for  # noqa: PLC0415 -- an extra

        return searcher_for(state.plan)
