"""The summary of many games, counted as they come: nothing of a game is kept but what is added up."""

from __future__ import annotations

import re
from collections import Counter
from math import lcm

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.simulate.figures import (
    Histogram,
    Interval,
    Moments,
    Sums,
    seat_test,
    wilson,
)
from rulesdsl.simulate.listened import ENDED, Listened, share_of
from rulesdsl.simulate.rows import Content, Row
from rulesdsl.simulate.setups import Setup

ENDS = {
    "finished": "with a winner",
    "shared": "shared",
    "lost": "won by nobody",
    "limit": "stopped by the limit of steps",
    "stuck": "stuck",
    "error": "ended by an error of a bot",
}
"""How a game may end, and how that is said."""
OUTCOMES = tuple(ENDS)
MOST_DIFFERENT = 50
"""So many different messages are counted each for itself: their number must not grow with the games."""
OTHERS = "others"


SHARE_UNIT = 2**40
"""A share is counted in so many parts: then sums of shares are exact, too."""


def count_words(counted: Counter[str], words: str, count: int = 1, most: int = MOST_DIFFERENT) -> None:
    known = words in counted or len(counted) < most
    counted[words if known else OTHERS] += count


DETAILS = frozenset({"half_time_leader_wins", "lead_changes", "one_option"})
"""Figures that only who listens to the games can tell."""


@define
class SheetRow:
    """A row of the score sheet over all games, or a note: what a player gets by it.

    Each figure is taken game by game as a mean of players: games do not depend on each other, players in
    one game do.
    """

    unit: int
    """In so many parts a point is counted, so that every mean of players is a whole number of them."""
    all_sums: Sums = field(init=False)
    winners_sums: Sums = field(init=False)
    share_sums: Sums = field(factory=lambda: Sums(SHARE_UNIT))
    times_sums: list[Sums] = field(factory=list)
    words: Counter[str] = field(factory=Counter)
    """How often each value occurs of what is no number."""

    def __attrs_post_init__(self) -> None:
        self.all_sums, self.winners_sums = Sums(self.unit), Sums(self.unit)

    def add(self, values: tuple[Content, ...], winners: tuple[int, ...], most_words: int) -> None:
        numbers = [value for value in values if isinstance(value, int)]
        if numbers:
            self.all_sums.add(sum(numbers) * self.unit // len(numbers))
        won = [value for seat in winners if isinstance(value := values[seat], int)]
        if won:
            self.winners_sums.add(sum(won) * self.unit // len(won))
        if len(numbers) < len(values):
            for value in values:
                if isinstance(value, str):
                    count_words(self.words, value, most=most_words)

    def add_times(self, columns: tuple[tuple[int, ...], ...]) -> None:
        for index, values in enumerate(zip(*columns, strict=True)):
            self.time(index).add(sum(values) * self.unit // len(values))

    def time(self, index: int) -> Sums:
        while index >= len(self.times_sums):
            self.times_sums.append(Sums(self.unit))
        return self.times_sums[index]

    def take(self, others: SheetRow) -> None:
        """Add the games of another row."""
        self.all_sums.take(others.all_sums)
        self.winners_sums.take(others.winners_sums)
        self.share_sums.take(others.share_sums)
        for index, sums in enumerate(others.times_sums):
            self.time(index).take(sums)
        for words, count in others.words.items():
            count_words(self.words, words, count)

    @property
    def mean(self) -> Moments:
        """Of all players."""
        return self.all_sums.moments

    @property
    def winners(self) -> Moments:
        return self.winners_sums.moments

    @property
    def share(self) -> Moments:
        """Of the points of a winner; empty for a note."""
        return self.share_sums.moments

    @property
    def times(self) -> list[Moments]:
        """What a player gets each time, of what is written down each phase."""
        return [sums.moments for sums in self.times_sums]


@define
class Team:
    """A team: how many seats were in it, game by game, and how often it won."""

    wins: int = 0
    games: int = 0
    sums: Sums = field(factory=Sums)

    def take(self, others: Team) -> None:
        """Add the games of another count."""
        self.wins += others.wins
        self.games += others.games
        self.sums.take(others.sums)

    @property
    def points(self) -> Moments:
        return self.sums.moments


@define
class Summary:
    """Everything that is known of the games so far; `add` takes the next, `take` those of another summary.

    All is added up in whole numbers: it is the same whoever has counted which games, as long as the summaries
    are taken in the order of their games.
    """

    setup: Setup
    winner: ir.Winner | None = None
    """How the game says who wins."""
    games: int = 0
    outcomes: Counter[str] = field(factory=Counter)
    messages: Counter[str] = field(factory=Counter)
    won: list[int] = field(factory=list)
    won_of: dict[str, int] = field(factory=dict)
    teams: dict[str, Team] = field(factory=dict)
    points: list[Histogram] = field(factory=list)
    margins: Histogram = field(factory=Histogram)
    length: Histogram = field(factory=Histogram)
    scores: dict[str, SheetRow] = field(factory=dict)
    notes: dict[str, SheetRow] = field(factory=dict)
    options: int = 0
    decisions: int = 0
    most_options: int = 0
    listened: Listened = field(factory=Listened)
    most_words: int = MOST_DIFFERENT
    """So many different messages and values are kept apart."""
    unit: int = field(init=False)
    """In so many parts a victory and a point are counted: then each has its whole number of them, however
    many share it.
    """

    def __attrs_post_init__(self) -> None:
        self.unit = lcm(*range(1, self.players + 1))
        self.won = [0] * self.players
        self.points = [Histogram() for _ in range(self.players)]
        kinds = dict.fromkeys(self.setup.bots)
        self.won_of = dict.fromkeys(kinds, 0) if len(kinds) > 1 else {}

    @property
    def wins(self) -> list[float]:
        """By seat; who shares a victory has a part of it."""
        return [won / self.unit for won in self.won]

    @property
    def wins_of(self) -> dict[str, float]:
        """By the kind of bot, where there are several."""
        return {kind: won / self.unit for kind, won in self.won_of.items()}

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def least_wins(self) -> bool:
        """Whether who has least wins."""
        return self.winner is not None and bool(self.winner.keys) and not self.winner.keys[0].most

    @property
    def together(self) -> bool:
        """Whether all win, or nobody does."""
        winner = self.winner
        return winner is not None and not winner.keys and winner.team is None and self.players > 1

    def add(self, row: Row) -> None:
        self.games += 1
        self.outcomes[row.outcome] += 1
        self.options += row.options
        self.decisions += row.decisions
        self.most_options = max(self.most_options, row.most_options)
        if row.details is not None:
            self.listened.add(row, row.details)
        if row.outcome not in ENDED:
            count_words(self.messages, row.message, most=self.most_words)
            return
        self.length.add(row.decisions)
        winners = row.winners
        part = self.unit // max(len(winners), 1)
        for seat in winners:
            self.won[seat] += part
            if self.won_of:
                self.won_of[self.setup.kind_at(seat, row.number)] += part
        if row.teams:
            self._teams(row)
        if row.totals:
            self._scores(row)
        for name, values in row.notes.items():
            self.row(self.notes, name).add(values, winners, self.most_words)
        for name, columns in row.written.items():
            (self.scores[name] if name in row.scores else self.notes[name]).add_times(columns)

    def _teams(self, row: Row) -> None:
        won = {row.teams[seat] for seat in row.winners}
        for name in dict.fromkeys(row.teams):
            if not name:
                continue
            team = self.teams.setdefault(name, Team())
            team.games += 1
            team.wins += name in won
            if row.totals:
                team.sums.add(
                    sum(total for total, mine in zip(row.totals, row.teams, strict=True) if mine == name)
                )

    def _scores(self, row: Row) -> None:
        for total, points in zip(row.totals, self.points, strict=True):
            points.add(total)
        if len(row.totals) > 1:
            ordered = sorted(row.totals, reverse=not self.least_wins)
            self.margins.add(abs(ordered[0] - ordered[1]))
        for name, values in row.scores.items():
            self.row(self.scores, name).add(values, row.winners, self.most_words)
        wholes = {seat: sum([abs(values[seat]) for values in row.scores.values()]) for seat in row.winners}
        counted = {seat: whole for seat, whole in wholes.items() if whole}
        if counted:
            for name, values in row.scores.items():
                shares = [abs(values[seat]) * SHARE_UNIT // whole for seat, whole in counted.items()]
                self.scores[name].share_sums.add(sum(shares) // len(shares))

    def row(self, rows: dict[str, SheetRow], name: str) -> SheetRow:
        """A row of the sheet, or a note, with all that is known of it."""
        row = rows.get(name)
        if row is None:
            row = rows[name] = SheetRow(self.unit)
        return row

    def take(self, others: Summary) -> None:
        """Add the games of another summary, to which nobody listened."""
        assert not others.listened.games
        self.games += others.games
        self.outcomes.update(others.outcomes)
        self.options += others.options
        self.decisions += others.decisions
        self.most_options = max(self.most_options, others.most_options)
        for message, count in others.messages.items():
            count_words(self.messages, message, count, self.most_words)
        self.length.take(others.length.counts)
        self.margins.take(others.margins.counts)
        for seat in range(self.players):
            self.won[seat] += others.won[seat]
            self.points[seat].take(others.points[seat].counts)
        for kind, won in others.won_of.items():
            self.won_of[kind] += won
        for name, team in others.teams.items():
            self.teams.setdefault(name, Team()).take(team)
        for mine, theirs in ((self.scores, others.scores), (self.notes, others.notes)):
            for name, row in theirs.items():
                self.row(mine, name).take(row)

    # ------------------------------------------------------------ what is asked of it

    @property
    def decided(self) -> int:
        return sum(self.outcomes[name] for name in ENDED)

    def win_rate(self, seat: int) -> Interval:
        return wilson(self.wins[seat], self.decided)

    def win_rate_of(self, kind: str) -> Interval:
        """How often this kind of bot wins; one that has several seats wins in any of them."""
        return wilson(self.wins_of[kind], self.decided)

    def equal_share(self, kind: str) -> float:
        """How often this kind would win if all played equally well."""
        return self.setup.bots.count(kind) / self.players

    @property
    def seat_chance(self) -> float:
        return seat_test(self.wins)

    @property
    def seat_advantage(self) -> float:
        """How much more often than its share the best seat wins."""
        if not self.decided:
            return 0.0
        return max(self.wins) / self.decided - 1 / self.players

    def figures(self) -> dict[str, float | None]:
        """Single figures by name, for `--assert`; None where no game so far tells anything."""
        games, listened = self.games or None, self.listened
        margin = self.margins.moments
        figures: dict[str, float | None] = {
            "games": float(self.games),
            "shared": share_of(self.outcomes["shared"], self.decided),
            "unfinished": share_of(self.games - self.decided, self.games),
            "mean_options": share_of(self.options, self.decisions),
            "most_options": float(self.most_options) if games else None,
            "mean_margin": margin.mean if margin.count else None,
            "half_time_leader_wins": share_of(listened.half_time_wins, listened.half_time_games),
            "lead_changes": listened.lead_changes.mean if listened.half_time_games else None,
            "one_option": listened.forced_share,
        }
        for outcome in OUTCOMES[2:]:
            figures[outcome] = share_of(self.outcomes[outcome], self.games)
        ended = self.decided > 0
        figures["seat_advantage"] = self.seat_advantage if ended else None
        figures["seat_chance"] = self.seat_chance if ended else None
        figures["mean_length"] = self.length.moments.mean if ended else None
        for percent in (5, 50, 95):
            figures[f"length_{percent}"] = float(self.length.quantile(percent / 100)) if ended else None
        for seat in range(self.players):
            figures[f"seat_{seat + 1}_wins"] = share_of(self.wins[seat], self.decided)
            scored = self.points[seat].moments
            figures[f"seat_{seat + 1}_score"] = scored.mean if scored.count else None
        for name, row in self.scores.items():
            figures[f"share_{name}"] = row.share.mean if row.share.count else None
        for name, row in {**self.scores, **self.notes}.items():
            figures[f"mean_{name}"] = row.mean.mean if row.mean.count else None
        for kind in self.wins_of:
            figures[f"wins_of_{_as_name(kind)}"] = share_of(self.wins_of[kind], self.decided)
        for team, counts in self.teams.items():
            figures[f"wins_of_{_as_name(team)}"] = share_of(counts.wins, counts.games)
        return figures


def _as_name(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", words.lower())
