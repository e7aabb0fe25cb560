"""The games that a server offers: those that are shipped, or the files that it was started with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import define, field, frozen

from rulesdsl import grids
from rulesdsl import program as ir
from rulesdsl.checked_game import Game, InvalidGame
from rulesdsl.drawings import picture
from rulesdsl.game_cache import packed
from rulesdsl.kept_parts import unpacked
from rulesdsl.pipeline import load
from rulesdsl.serialization import Unreadable, classes_of, dumps, loads
from rulesdsl.source import SourceError
from rulesdsl.table import design
from rulesdsl.table.design import Design, design_of
from rulesdsl.table.markup import Kept


@frozen
class OptionLine:
    """An option of a game as it is offered: its values where they are few, else in words."""

    name: str
    text: str
    normal: str
    values: tuple[str, ...]
    takes: str


@frozen
class Kit:
    """All that it takes to play a game and to draw it, whatever becomes of its file."""

    program: ir.Program
    design: Design
    kept: Kept = field(factory=Kept, eq=False, repr=False)
    """As it was drawn, for all games that are played with it."""

    def packed(self) -> str:
        return f"{packed(self.program)}\n{dumps(self.design)}"

    @classmethod
    def unpacked(cls, text: str) -> Kit | None:
        """None if this version of rulesdsl cannot read it."""
        first, _, second = text.partition("\n")
        program = unpacked(ir.Program, first)
        try:
            look = loads(second, Design, classes_of(design, picture, grids))
        except Unreadable:
            return None
        return None if program is None else cls(program, look)


@define
class Shelf:
    """Games by their keys, which stand in addresses. They are checked when they are first asked for."""

    files: Mapping[str, Path]
    variants: Mapping[str, Path] = field(factory=dict)
    """House rules that may be put on top, by their names."""
    cache: Path | None = None
    _games: dict[tuple[str, tuple[str, ...]], Game] = field(factory=dict)

    def game(self, key: str, variants: Sequence[str] = ()) -> Game:
        """KeyError if there is none of this key; InvalidGame if there are errors in it."""
        wanted = (key, tuple(variants))
        if wanted not in self._games:
            layers = [self.variants[name] for name in variants]
            self._games[wanted] = load(self.files[key], variants=layers, cache_dir=self.cache)
        return self._games[wanted]

    def house_rules(self, key: str) -> list[str]:
        """The variants that can be put on this game."""
        return [name for name in self.variants if self._fits(key, name)]

    def _fits(self, key: str, name: str) -> bool:
        try:
            self.game(key, (name,))
        except (InvalidGame, OSError, SourceError):
            return False
        return True

    def kit(self, key: str, program: ir.Program, variants: Sequence[str] = ()) -> Kit:
        return Kit(program, design_of(self.game(key, variants), program))

    def options(self, key: str) -> list[OptionLine]:
        options = []
        for name, declared in self.game(key).options.items():
            takes = " ".join(declared.type.span.text.split())
            words = [word.strip() for word in takes.split(" or ")]
            low, dots, high = takes.partition("..")
            few = dots and low.isdecimal() and high.isdecimal() and int(high) - int(low) < MOST_VALUES
            values = (
                [str(number) for number in range(int(low), int(high) + 1)]
                if few
                else words
                if len(words) > 1
                else []
            )
            normal = " ".join(declared.default.span.text.split())
            text = declared.text.value if declared.text else ""
            options.append(OptionLine(name, text, normal, tuple(values if normal in values else ()), takes))
        return options


MOST_VALUES = 30
"""An option with so many values is chosen from a list; with more it is typed."""
