"""Choices that are thrown where they come up, in games that are played at random up to their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesdsl.engine.state import State


def is_asked(state: State) -> bool:
    """Whether the game stops at its decisions."""
    return state.thrower is None or state.log is not None


def thrown(state: State, _cells: list[int], count: int) -> int:
    """The place of one of so many options."""
    assert state.thrower is not None
    return state.thrower(count)
