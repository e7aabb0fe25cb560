"""The summary of many games, counted as they come: nothing of a game is kept but what is added up."""

from __future__ import annotations

from collections import Counter

from attrs import define, field

from rulesdsl.simulate.figures import (
    Histogram,
    Interval,
    Moments,
    discoveries,
    seat_test,
    shares_differ,
    wilson,
)
from rulesdsl.simulate.games import Row

OUTCOMES = ("finished", "shared", "limit", "stuck", "error")


@define
class Taken:
    """An action or piece: by those who won and those who did not, games in which they took it."""

    offered: int = 0
    taken: int = 0
    seats_with: int = 0
    wins_with: float = 0.0
    seats_without: int = 0
    wins_without: float = 0.0


@define
class Summary:
    """Everything that is known of the games so far; `add` takes the next."""

    players: int
    least_wins: bool = False
    games: int = 0
    outcomes: Counter[str] = field(factory=Counter)
    messages: Counter[str] = field(factory=Counter)
    wins: list[float] = field(factory=list)
    scores: list[Moments] = field(factory=list)
    margin: Moments = field(factory=Moments)
    margins: Histogram = field(factory=Histogram)
    length: Histogram = field(factory=Histogram)
    lengths: Moments = field(factory=Moments)
    lead_changes: Moments = field(factory=Moments)
    half_time_games: int = 0
    half_time_wins: float = 0.0
    rows_of_winner: dict[str, Moments] = field(factory=dict)
    share_of_row: dict[str, Moments] = field(factory=dict)
    actions: dict[str, Taken] = field(factory=dict)
    pieces: dict[str, Taken] = field(factory=dict)
    rules: set[str] = field(factory=set)
    options: int = 0
    decisions: int = 0
    most_options: int = 0

    def __attrs_post_init__(self) -> None:
        self.wins = self.wins or [0.0] * self.players
        self.scores = self.scores or [Moments() for _ in range(self.players)]

    def add(self, row: Row) -> None:
        self.games += 1
        self.outcomes[row.outcome] += 1
        self.rules.update(row.rules)
        self.options += row.options
        self.decisions += row.decisions
        self.most_options = max(self.most_options, row.most_options)
        if row.outcome not in ("finished", "shared"):
            self.messages[row.message] += 1
            return
        self.length.add(row.decisions)
        self.lengths.add(row.decisions)
        for seat in row.winners:
            self.wins[seat] += 1 / len(row.winners)
        if row.totals:
            self._scores(row)
        self._leads(row)
        self._taken(row)

    def _scores(self, row: Row) -> None:
        for seat, total in enumerate(row.totals):
            self.scores[seat].add(total)
        if len(row.totals) > 1:
            ordered = sorted(row.totals, reverse=not self.least_wins)
            gap = abs(ordered[0] - ordered[1])
            self.margin.add(gap)
            self.margins.add(gap)
        for seat in row.winners:
            whole = sum(abs(values[seat]) for values in row.scores.values())
            for name, values in row.scores.items():
                self.rows_of_winner.setdefault(name, Moments()).add(values[seat])
                if whole:
                    self.share_of_row.setdefault(name, Moments()).add(abs(values[seat]) / whole)

    def _leads(self, row: Row) -> None:
        alone = [leaders[0] for leaders in row.leaders if len(leaders) == 1]
        self.lead_changes.add(sum(a != b for a, b in zip(alone, alone[1:], strict=False)))
        if row.leaders:
            middle = row.leaders[len(row.leaders) // 2]
            if len(middle) == 1:
                self.half_time_games += 1
                if middle[0] in row.winners:
                    self.half_time_wins += 1 / len(row.winners)

    def _taken(self, row: Row) -> None:
        share = {seat: 1 / len(row.winners) for seat in row.winners}
        for name, seats in row.actions.items():
            one = self.actions.setdefault(name, Taken())
            for seat, (offered, taken) in enumerate(seats):
                one.offered += offered
                one.taken += taken
                if offered:
                    self._seat(one, bool(taken), share.get(seat, 0.0))
        for name, counts in row.pieces.items():
            one = self.pieces.setdefault(name, Taken())
            for seat, taken in enumerate(counts):
                one.taken += taken
                self._seat(one, bool(taken), share.get(seat, 0.0))

    def _seat(self, one: Taken, took: bool, won: float) -> None:  # noqa: FBT001 - what happened, not a switch
        if took:
            one.seats_with += 1
            one.wins_with += won
        else:
            one.seats_without += 1
            one.wins_without += won

    # ------------------------------------------------------------ what is asked of it

    @property
    def decided(self) -> int:
        return self.outcomes["finished"] + self.outcomes["shared"]

    def win_rate(self, seat: int) -> Interval:
        return wilson(self.wins[seat], self.decided)

    @property
    def seat_chance(self) -> float:
        return seat_test(self.wins)

    @property
    def seat_advantage(self) -> float:
        """How much more often than its share the best seat wins."""
        if not self.decided:
            return 0.0
        return max(self.wins) / self.decided - 1 / self.players

    def standing_out(self, of: dict[str, Taken]) -> list[tuple[str, Taken, float]]:
        """Actions or pieces whose takers win more or less often than the others, beyond chance."""
        names = [name for name, one in of.items() if one.seats_with and one.seats_without]
        chances = [
            shares_differ(of[n].wins_with, of[n].seats_with, of[n].wins_without, of[n].seats_without)
            for n in names
        ]
        found = [
            (name, of[name], chance)
            for name, chance, stands in zip(names, chances, discoveries(chances), strict=True)
            if stands
        ]
        return sorted(found, key=lambda one: (one[2], one[0]))

    def figures(self) -> dict[str, float]:
        """Single figures by name, for `--assert`."""
        games = max(self.games, 1)
        decided = max(self.decided, 1)
        found = {
            "games": float(self.games),
            "seat_advantage": self.seat_advantage,
            "seat_chance": self.seat_chance,
            "shared": self.outcomes["shared"] / decided,
            "unfinished": 1 - self.decided / games,
            "mean_length": self.lengths.mean,
            "length_5": float(self.length.quantile(0.05)),
            "length_50": float(self.length.quantile(0.5)),
            "length_95": float(self.length.quantile(0.95)),
            "mean_margin": self.margin.mean,
            "lead_changes": self.lead_changes.mean,
            "half_time_leader_wins": self.half_time_wins / max(self.half_time_games, 1),
            "mean_options": self.options / max(self.decisions, 1),
            "most_options": float(self.most_options),
        }
        for outcome in OUTCOMES[2:]:
            found[outcome] = self.outcomes[outcome] / games
        for seat in range(self.players):
            found[f"seat_{seat + 1}_wins"] = self.wins[seat] / decided
            found[f"seat_{seat + 1}_score"] = self.scores[seat].mean
        for name, moments in self.share_of_row.items():
            found[f"share_{name}"] = moments.mean
        return found
