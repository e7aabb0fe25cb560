"""Reads the engine's list of integers by the names of the game."""

from rulesdsl.engine.state import State


class Board:
    def __init__(self, state: State, viewer: int | None = None) -> None:
        self.cells = state.cells if viewer is None else state.position_for(viewer)
        self.layout = state.plan.layout
        self.program = state.plan.program

    def name(self, piece: int) -> str:
        return self.program.piece_name_ids[self.program.piece_name_of[piece]]

    def pieces(self, zone: str, *index: int) -> list[int]:
        """In reading order: a pile from its top, a row from the left."""
        return self.layout.pieces_in(self.cells, self.layout.instance(zone, *index))

    def names(self, zone: str, *index: int) -> list[str]:
        return [self.name(piece) for piece in self.pieces(zone, *index)]

    def member(self, enum: str, value: int) -> str:
        return self.program.enums[enum][value].replace(" ", "_")

    def value(self, state: str, *index: int) -> object:
        return self.layout.state_value(self.cells, state, *index)

    def place(self, instance: int) -> tuple[str, tuple[int, ...]]:
        """The zone and its index."""
        return self.layout.instance_index(instance)

    def place_of(self, piece: int) -> tuple[str, tuple[int, ...]]:
        return self.place(self.cells[self.layout.where + piece])

    def is_down(self, piece: int) -> bool:
        return self.cells[self.layout.face + piece] == 1
