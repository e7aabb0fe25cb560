"""Games that machine code has played, summed up column by column, without a row for each."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from rulesdsl.native.loops import MOST_OFFERED, OFFERED, PLAYED, TOLD, WINNING
from rulesdsl.native.machine import Block
from rulesdsl.simulate.figures import Histogram, Sums
from rulesdsl.simulate.setups import Table
from rulesdsl.simulate.summary import SHARE_UNIT, Summary

Numbers = NDArray[np.int64]
LARGEST = 2**22
"""Below it no product of a point and a unit is beyond 64 bits."""
HALF = 21
"""A number is squared in two parts of so many bits."""


def numbers_in(block: Block) -> Numbers | None:
    """A line for each game that the machine has ended; None where numbers are too large for columns."""
    numbers: Numbers = np.frombuffer(block.data, "<i8").reshape(-1, block.size)
    if block.stopped:
        numbers = np.delete(numbers, sorted(block.stopped), axis=0)
    small = not numbers.size or (numbers.max() < LARGEST and numbers.min() > -LARGEST)
    return numbers if small else None


def add_games(summary: Summary, table: Table, numbers: Numbers) -> None:
    """The same as to add the row of each of these games; the sheet has nothing but numbers."""
    if not len(numbers):
        return
    seats = np.arange(summary.players)
    won = numbers[:, WINNING, None] >> seats & 1
    winners = won.sum(axis=1)
    _outcomes(summary, winners)
    summary.games += len(numbers)
    summary.options += int(numbers[:, OFFERED].sum())
    summary.decisions += int(numbers[:, PLAYED].sum())
    summary.most_options = max(summary.most_options, int(numbers[:, MOST_OFFERED].max()))
    _count(summary.length, numbers[:, PLAYED])
    parts = summary.unit // np.maximum(winners, 1)
    for seat, share in enumerate((won * parts[:, None]).sum(axis=0).tolist()):
        summary.won[seat] += share
    scores, notes, times = _sheet(summary, table, numbers)
    for rows, mine in ((scores, summary.scores), (notes, summary.notes)):
        for name, values in rows.items():
            row = summary.row(mine, name)
            _add(row.all_sums, values.sum(axis=1) * (summary.unit // summary.players))
            _add(row.winners_sums, ((values * won).sum(axis=1) * parts)[winners > 0])
    for name, columns in times.items():
        row = summary.scores[name] if name in scores else summary.notes[name]
        for index, sums in enumerate(columns):
            _add(row.time(index), sums * (summary.unit // summary.players))
    if scores:
        _totals(summary, scores, won)


def _outcomes(summary: Summary, winners: Numbers) -> None:
    lost, shared = int((winners == 0).sum()), int((winners > 1).sum())
    if summary.winner is None or summary.winner.lost is None:
        lost = 0
    finished = len(winners) - lost - shared
    summary.outcomes.update(
        {name: count for name, count in (("finished", finished), ("shared", shared), ("lost", lost)) if count}
    )


def _sheet(
    summary: Summary, table: Table, numbers: Numbers
) -> tuple[dict[str, Numbers], dict[str, Numbers], dict[str, list[Numbers]]]:
    """Rows that count and notes by seat, and what was written down time by time, in the order of a row."""
    players, place = summary.players, TOLD
    by_seat: dict[str, Numbers] = {}
    times: dict[str, list[Numbers]] = {}
    for score, size in table.sheet.parts:
        part = numbers[:, place : place + size]
        place += size
        if score.each is None:
            by_seat[score.name] = part
            continue
        values = part[:, 1:].reshape(len(numbers), players, -1)
        written = np.arange(values.shape[2]) < part[:, :1]
        values = values * written[:, None, :]
        by_seat[score.name] = values.sum(axis=2)
        if score.columns > 1:
            by_time = values.sum(axis=1)
            times[score.name] = [
                by_time[written[:, index], index]
                for index in range(values.shape[2])
                if written[:, index].any()
            ]
    scores, notes = table.sheet.names
    return {name: by_seat[name] for name in scores}, {name: by_seat[name] for name in notes}, times


def _totals(summary: Summary, scores: Mapping[str, Numbers], won: Numbers) -> None:
    totals = sum(scores.values(), start=np.zeros_like(won))
    for seat, points in enumerate(summary.points):
        _count(points, totals[:, seat])
    if summary.players > 1:
        ordered = np.sort(totals, axis=1)
        near = ordered[:, 1] - ordered[:, 0] if summary.least_wins else ordered[:, -1] - ordered[:, -2]
        _count(summary.margins, near)
    sizes = {name: np.abs(values) for name, values in scores.items()}
    wholes = sum(sizes.values(), start=np.zeros_like(won))
    counted = (won == 1) & (wholes > 0)
    many = counted.sum(axis=1)
    some = many > 0
    for name, size in sizes.items():
        shares = np.where(counted, size * SHARE_UNIT // np.maximum(wholes, 1), 0).sum(axis=1)
        _add(summary.scores[name].share_sums, shares[some] // many[some])


def _count(histogram: Histogram, numbers: Numbers) -> None:
    values, counts = np.unique(numbers, return_counts=True)
    histogram.take(dict(zip(values.tolist(), counts.tolist(), strict=True)))


def _add(sums: Sums, numbers: Numbers) -> None:
    high, low = numbers >> HALF, numbers & (1 << HALF) - 1
    squares = (
        (int((high * high).sum()) << 2 * HALF)
        + (int((high * low).sum()) << HALF + 1)
        + int((low * low).sum())
    )
    sums.take(Sums(sums.unit, len(numbers), int(numbers.sum()), squares))
