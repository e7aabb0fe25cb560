"""Nim with heaps of 3, 4 and 5 matches, written by hand."""

from tests.reference.outside import Choices, Note, forget


class Nim:
    def __init__(self, choices: Choices, note: Note = forget, *, last_loses: bool = False) -> None:
        self.choices = choices
        self.note = note
        self.last_loses = last_loses
        self.heaps = {"small": 3, "middle": 4, "large": 5}

    def play(self) -> list[int]:
        """The one winner."""
        player = 1
        while any(self.heaps.values()):
            player = 1 - player
            takings = [(heap, number) for heap, size in self.heaps.items() for number in range(1, size + 1)]
            heap, number = self.choices.one(player, "take", takings)
            self.heaps[heap] -= number
            self.note(("took", player, heap, number))
        winner = 1 - player if self.last_loses else player
        self.note(("won", winner))
        return [winner]
