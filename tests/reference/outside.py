"""What a plainly written game asks of the world around it: choices of players and the outcomes of chance."""

import random
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

Event = tuple[object, ...]
"""What happened, as words, numbers and names: `("placed", 0, "norway")`."""

Note = Callable[[Event], None]
"""Takes down an event."""


class Choices(Protocol):
    """Answers for the players."""

    def one(self, player: int, question: str, options: Sequence[T]) -> T:
        """One of the legal options, of which none comes twice."""

    def some(self, player: int, question: str, things: Sequence[T], number: int) -> Sequence[T]:
        """So many of the things; equal things may be among them."""


class Chance(Protocol):
    def shuffled(self, what: str, things: Sequence[T]) -> list[T]:
        """The things in any order. The first is on top."""

    def one_of(self, what: str, things: Sequence[T]) -> T:
        """One of the things."""


class RandomChoices:
    """Players who do not think."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def one(self, player: int, question: str, options: Sequence[T]) -> T:
        del player, question
        return options[int(self.random.random() * len(options))]

    def some(self, player: int, question: str, things: Sequence[T], number: int) -> Sequence[T]:
        del player, question
        return self.random.sample(things, number)


class RandomChance:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffled(self, what: str, things: Sequence[T]) -> list[T]:
        del what
        order = list(things)
        self.random.shuffle(order)
        return order

    def one_of(self, what: str, things: Sequence[T]) -> T:
        del what
        return things[int(self.random.random() * len(things))]


def forget(event: Event) -> None:
    """The note of those who want no log."""
    del event
