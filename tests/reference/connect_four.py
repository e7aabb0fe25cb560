"""Connect Four, written by hand. Columns from 1 at the left, rows from 1 at the bottom."""

from tests.reference.outside import Choices, Note, forget

COLUMNS, ROWS = 7, 6


class ConnectFour:
    def __init__(self, choices: Choices, note: Note = forget) -> None:
        self.choices = choices
        self.note = note
        self.columns: list[list[int]] = [[] for _ in range(COLUMNS)]

    def play(self) -> list[int]:
        """The winners: one, or both if the board is full and nobody has four in a row."""
        winners = [0, 1]
        for turn in range(COLUMNS * ROWS):
            player = turn % 2
            free = [number for number, discs in enumerate(self.columns, 1) if len(discs) < ROWS]
            column = self.choices.one(player, "column", free)
            self.columns[column - 1].append(player)
            self.note(("dropped", player, column))
            if self.wins(column - 1):
                winners = [player]
                break
        self.note(("won", *winners))
        return winners

    def wins(self, column: int) -> bool:
        """Whether the disc on top of the column is one of four in a row."""
        row = len(self.columns[column]) - 1
        player = self.columns[column][row]
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                x, y = column + way * right, row + way * up
                while 0 <= x < COLUMNS and 0 <= y < len(self.columns[x]) and self.columns[x][y] == player:
                    length += 1
                    x += way * right
                    y += way * up
            if length >= 4:
                return True
        return False
