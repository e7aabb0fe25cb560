"""Tic-tac-toe, written by hand. A cell is its column and row, both from 1."""

from tests.reference.outside import Choices, Note, forget

Cell = tuple[int, int]

CELLS: tuple[Cell, ...] = tuple((column, row) for row in (1, 2, 3) for column in (1, 2, 3))
LINES: tuple[tuple[Cell, ...], ...] = (
    *(tuple((column, row) for column in (1, 2, 3)) for row in (1, 2, 3)),
    *(tuple((column, row) for row in (1, 2, 3)) for column in (1, 2, 3)),
    ((1, 1), (2, 2), (3, 3)),
    ((3, 1), (2, 2), (1, 3)),
)


class TicTacToe:
    def __init__(self, choices: Choices, note: Note = forget) -> None:
        self.choices = choices
        self.note = note
        self.marks: dict[Cell, int] = {}

    def play(self) -> list[int]:
        """The winners: one, or both if nobody has three in a row."""
        marks = self.marks
        winners = [0, 1]
        for turn in range(9):
            player = turn % 2
            free = [cell for cell in CELLS if cell not in marks]
            cell = self.choices.one(player, "cell", free)
            marks[cell] = player
            self.note(("marked", player, cell))
            if any(all(marks.get(other) == player for other in line) for line in LINES if cell in line):
                winners = [player]
                break
        self.note(("won", *winners))
        return winners
