"""Kalah, written by hand. Each player's pits are numbered from 1 to 6 in the direction of sowing."""

from tests.reference.outside import Choices, Note, forget

PITS = 6
STORE = PITS
"""Where a player's store is among the own pits: sowing goes through it to the other side."""


class Kalah:
    def __init__(self, choices: Choices, note: Note = forget, *, seeds: int = 4) -> None:
        self.choices = choices
        self.note = note
        self.sides = [[seeds] * PITS + [0] for _ in range(2)]

    def play(self) -> list[int]:
        """Who has more seeds in the store at the end; both if they have as many."""
        player = 0
        while all(any(side[:PITS]) for side in self.sides):
            full = [number for number, seeds in enumerate(self.sides[player][:PITS], 1) if seeds]
            pit = self.choices.one(player, "pit", full)
            self.note(("sowed", player, pit))
            if not self.sow(player, pit - 1):
                player = 1 - player
        for side in self.sides:
            side[STORE] += sum(side[:PITS])
            side[:PITS] = [0] * PITS
        stores = [side[STORE] for side in self.sides]
        winners = [one for one in range(2) if stores[one] == max(stores)]
        self.note(("stores", *stores))
        self.note(("won", *winners))
        return winners

    def sow(self, player: int, pit: int) -> bool:
        """Whether the last seed falls into the own store, so that the player sows again."""
        mine, theirs = self.sides[player], self.sides[1 - player]
        seeds, mine[pit] = mine[pit], 0
        side, place = mine, pit
        while seeds:
            place += 1
            if place > STORE or (side is theirs and place == STORE):  # the other's store is passed over
                side, place = theirs if side is mine else mine, 0
            side[place] += 1
            seeds -= 1
        if side is mine and place == STORE:
            return True
        opposite = PITS - 1 - place
        if side is mine and mine[place] == 1 and theirs[opposite]:
            mine[STORE] += 1 + theirs[opposite]
            mine[place] = theirs[opposite] = 0
        return False
