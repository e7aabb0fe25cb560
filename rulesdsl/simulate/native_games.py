"""Games of players who choose at random, played as machine code: row for row what Python comes to."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

from rulesdsl.engine.core.layout import DICE
from rulesdsl.engine.plan import plan_of
from rulesdsl.native import native
from rulesdsl.native.loops import MOST_OFFERED, OFFERED, PLAYED, TOLD, WINNING
from rulesdsl.native.machine import Machine
from rulesdsl.simulate.games import ending, play
from rulesdsl.simulate.rows import Row
from rulesdsl.simulate.setups import WORD, Setup, Table
from rulesdsl.simulate.summary import Summary


@frozen
class NativeGames:
    """A game with the machine that plays it."""

    table: Table
    machine: Machine

    @classmethod
    def of(cls, table: Table, cache_dir: Path | None) -> NativeGames | None:
        """None where wasmtime is not installed, or something of the game is not native."""
        machine = native(table.program, cache_dir)
        if machine is None or machine.for_games(whole=table.sheet.needs_cells).gaps:
            return None
        return cls(table, machine)

    def add_games(self, summary: Summary, first: int, count: int) -> None:
        """The same as to add all rows; far quicker where numpy is installed."""
        setup = summary.setup
        if find_spec("numpy") is None or not self.table.sheet.only_numbers or len(set(setup.bots)) > 1:
            for row in self.rows(setup, first, count):
                summary.add(row)
            return
        # Only where it is wanted: numpy need not be there.
        from rulesdsl.simulate import columns  # noqa: PLC0415

        seeds = [setup.seed_of(number) for number in range(first, first + count)]
        number = first
        for block in self.machine.blocks(seeds, by_choice=True, sheet=True):
            numbers = columns.numbers_in(block)
            if numbers is None:
                for row in self.rows(setup, number, block.games):
                    summary.add(row)
            else:
                columns.add_games(summary, self.table, numbers)
                for game in sorted(block.stopped):
                    # A rule that breaks says so in Python.
                    summary.add(play(self.table, setup, number + game))
            number += block.games

    def rows(self, setup: Setup, first: int, count: int) -> Iterator[Row]:
        table, sheet = self.table, self.table.sheet
        size = plan_of(table.program).size
        whole = sheet.needs_cells
        winners_of: dict[int, tuple[int, ...]] = {}
        numbers = range(first, first + count)
        seeds = [setup.seed_of(number) for number in numbers]
        games = self.machine.games(seeds, by_choice=True, sheet=True, whole=whole)
        for number, row in zip(numbers, games, strict=True):
            if row is None:
                # A rule that breaks says so in Python.
                yield play(table, setup, number)
                continue
            cells: list[int] = []
            until = len(row)
            if whole:
                until -= size
                cells = list(row[until:])
                cells[DICE] %= WORD
            mask = row[WINNING]
            winners = winners_of.get(mask)
            if winners is None:
                winners = tuple(seat for seat in range(setup.players) if mask >> seat & 1)
                winners_of[mask] = winners
            teams = sheet.teams(cells)
            yield Row(
                number,
                ending(table, winners, teams),
                "",
                *sheet.counted(winners, row[TOLD:until], cells),
                teams,
                row[PLAYED],
                row[OFFERED],
                row[MOST_OFFERED],
            )
