"""The score sheet of a game that is over, as plain numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesdsl import program as ir
from rulesdsl.engine.core.type_values import frozen_value
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.state import State
from rulesdsl.native.loops import numbers_of
from rulesdsl.operations import Impossible
from rulesdsl.simulate.rows import Content

Sums = dict[str, tuple[int, ...]]
Notes = dict[str, tuple[Content, ...]]
Times = dict[str, tuple[tuple[int, ...], ...]]
Read = tuple[tuple[int, ...], tuple[int, ...], Sums, Notes, Times]
"""Who wins; the totals by seat; rows, notes, and what was written down time by time, by name and seat."""


class Sheet:
    """What is written on the sheet of a program, ready to be asked for game after game."""

    unread: Read = ((), (), {}, {}, {})
    """Of a game without an end."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        program = plan.program
        self._players = range(program.players)
        self._labels = Labels.of(plan.layout)
        now = [score for score in program.scores if score.each is None]
        self._scores = [(row.name, plan.counting.function(row.now)) for row in now if row.counted]
        self._notes = [
            (row.name, plan.counting.function(row.now), self._in_words(row)) for row in now if not row.counted
        ]
        self._written = [score for score in program.scores if score.each is not None]
        self._order = [score.name for score in program.scores if score.counted]
        self._sizes = [
            (score, numbers_of(plan, score), plan.counting.function(score.now), self._in_words(score))
            for score in program.scores
        ]
        winner = program.winner
        self._team = None if winner is None else winner.team

    def read(self, state: State) -> Read:
        """The whole sheet; a Fault if a row of it cannot be counted."""
        # Who wins is asked first: what it takes to know that is remembered, and not counted again below.
        winners = state.winners()
        if not self._sizes:
            return winners, (), {}, {}, {}
        cells, players = state.cells, self._players
        try:
            scores: Sums = {
                name: tuple([value(cells, player) for player in players]) for name, value in self._scores
            }
            notes: Notes = {
                name: tuple([words(value(cells, player)) for player in players])
                for name, value, words in self._notes
            }
        except Impossible:
            # Asked for one by one, the row that cannot be counted says so in words.
            for score in self._plan.program.scores:
                for player in players:
                    state.score(score.name, player)
            raise
        recorded = self._plan.layout.recorded
        written = {
            row.name: tuple([recorded(cells, row.name, player) for player in players])
            for row in self._written
        }
        return self._with_written(winners, scores, notes, written)

    def counted(self, winners: tuple[int, ...], numbers: tuple[int, ...], cells: list[int]) -> Read:
        """The whole sheet, of which the numbers were counted elsewhere: row by row, seat by seat.

        The cells are looked at where there is more than numbers on it.
        """
        seats, offset = len(self._players), 0
        scores: Sums = {}
        notes: Notes = {}
        times: Times = {}
        self._plan.counting.begin()
        for row, size, value, words in self._sizes:
            part = numbers[offset : offset + size]
            offset += size
            if row.each is not None:
                columns = (size - 1) // seats
                written = min(part[0], columns)
                times[row.name] = tuple([part[first : first + written] for first in range(1, size, columns)])
            elif row.counted:
                scores[row.name] = part
            elif size:
                notes[row.name] = tuple(map(words, part))
            else:
                notes[row.name] = tuple([words(value(cells, player)) for player in self._players])
        return self._with_written(winners, scores, notes, times)

    @property
    def parts(self) -> list[tuple[ir.Score, int]]:
        """The rows and notes, and how many of the numbers that are counted elsewhere are of each."""
        return [(row, size) for row, size, _, _ in self._sizes]

    @property
    def names(self) -> tuple[list[str], list[str]]:
        """The rows and the notes, in the order of what is read."""
        numbers = (0,) * sum(size for _, size in self.parts)
        _, _, scores, notes, _ = self.counted((), numbers, [])
        return list(scores), list(notes)

    @property
    def only_numbers(self) -> bool:
        """Whether nothing of it has to be put in words, and nothing is ever left out."""
        rows = [row for row, _ in self.parts if row.each is None and not row.counted]
        domains = [self._plan.program.formulas[row.now].body.type for row in rows]
        return not self.needs_cells and all(isinstance(of, ir.IntDomain | ir.FlagDomain) for of in domains)

    @property
    def needs_cells(self) -> bool:
        """Whether there is more on it than numbers that are known from the position."""
        return self._team is not None or not all(size for _, size, _, _ in self._sizes)

    def _with_written(self, winners: tuple[int, ...], scores: Sums, notes: Notes, written: Times) -> Read:
        times: Times = {}
        for row in self._written:
            recorded = written[row.name]
            sums = tuple(map(sum, recorded))
            if row.counted:
                scores[row.name] = sums
            else:
                notes[row.name] = sums
            if row.columns > 1:
                times[row.name] = recorded
        totals = tuple(map(sum, zip(*scores.values(), strict=True)))
        if self._written and len(scores) > 1:
            scores = {name: scores[name] for name in self._order}
        return winners, totals, scores, notes, times

    def teams(self, cells: list[int]) -> tuple[str, ...]:
        """The team of each seat, in words; of who is in none, nothing."""
        if self._team is None:
            return ()
        of, domain = self._plan.function(self._team), self._plan.program.formulas[self._team].body.type
        values = [of(cells, player) for player in self._players]
        return tuple("" if team == ir.NONE else self._labels.value(team, domain) for team in values)

    def _in_words(self, note: ir.Score) -> Callable[[Any], Content]:
        """How the value of a note is kept: as the number that it is, else in words."""
        domain: ir.Domain = self._plan.program.formulas[note.now].body.type
        inner = ir.without_none(domain)
        if isinstance(inner, ir.IntDomain | ir.FlagDomain):
            return (lambda value: None if value == ir.NONE else int(value)) if inner is not domain else int
        labels = self._labels
        return lambda value: labels.value(frozen_value(value), domain)
