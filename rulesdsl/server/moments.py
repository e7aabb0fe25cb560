"""What a session hands out: questions, choices, steps, and moments of a game."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rulesdsl.engine import events as ev
from rulesdsl.engine.state import State


@frozen
class Choice:
    """A choice that was made: by whom, the word for it, the question it answered and the option taken."""

    seat: int
    word: str
    question: str
    option: int


@frozen
class Question:
    """What one seat is asked. An answer names it by its number, so that none answers another question.

    `state` is the position in which it is open; None where there is nothing to choose but to say so.
    """

    number: str
    seat: int
    state: State | None


@frozen
class Step:
    """What goes on without anybody being asked: a choice made ahead, or a bot's turn (None)."""

    seat: int
    choice: Choice | None


@frozen
class Moment:
    """Where the game stood before a choice."""

    state: State
    seat: int
    events: tuple[ev.Event, ...]
    block: int | None


class Late(Exception):
    """An answer to a question that is not open, with the reason in words."""


Answered = Literal["game", "ahead"]
