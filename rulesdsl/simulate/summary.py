"""The summary of many games, counted as they come: nothing of a game is kept but what is added up."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

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
ENDED = ("finished", "shared", "lost")
"""Those that were played to their end."""
MOST_MESSAGES = 50
"""So many different messages are counted each for itself: their number must not grow with the games."""
OTHER_MESSAGES = "other messages"


def count_message(messages: Counter[str], message: str) -> None:
    known = message in messages or len(messages) < MOST_MESSAGES
    messages[message if known else OTHER_MESSAGES] += 1


@define
class Taken:
    """An action or a piece: how often it was offered and taken, and how those seats fared that had it
    offered in a game and took it, or did not."""

    offered: int = 0
    taken: int = 0
    seats_with: int = 0
    wins_with: float = 0.0
    seats_without: int = 0
    wins_without: float = 0.0

    @property
    def chance(self) -> float:
        """How likely chance alone makes those who took it win this much more or less often."""
        return shares_differ(self.wins_with, self.seats_with, self.wins_without, self.seats_without)


@define
class Summary:
    """Everything that is known of the games so far; `add` takes the next."""

    setup: Setup
    least_wins: bool = False
    games: int = 0
    outcomes: Counter[str] = field(factory=Counter)
    messages: Counter[str] = field(factory=Counter)
    wins: list[float] = field(factory=list)
    wins_of: dict[str, float] = field(factory=dict)
    """By the kind of bot, where there are several."""
    scores: list[Moments] = field(factory=list)
    points: list[Histogram] = field(factory=list)
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
        self.wins = [0.0] * self.players
        self.scores = [Moments() for _ in range(self.players)]
        self.points = [Histogram() for _ in range(self.players)]
        kinds = dict.fromkeys(self.setup.bots)
        self.wins_of = dict.fromkeys(kinds, 0.0) if len(kinds) > 1 else {}

    @property
    def players(self) -> int:
        return self.setup.players

    def add(self, row: Row) -> None:
        self.games += 1
        self.outcomes[row.outcome] += 1
        self.rules.update(row.rules)
        self.options += row.options
        self.decisions += row.decisions
        self.most_options = max(self.most_options, row.most_options)
        if row.outcome not in ENDED:
            count_message(self.messages, row.message)
            return
        self.length.add(row.decisions)
        self.lengths.add(row.decisions)
        for seat in row.winners:
            self.wins[seat] += 1 / len(row.winners)
            if self.wins_of:
                self.wins_of[self.setup.kind_at(seat, row.number)] += 1 / len(row.winners)
        if row.totals:
            self._scores(row)
        self._leads(row)
        self._taken(row)

    def _scores(self, row: Row) -> None:
        for seat, total in enumerate(row.totals):
            self.scores[seat].add(total)
            self.points[seat].add(total)
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
        if self.players == 1:
            return
        alone = [leaders[0] for leaders in row.leaders if len(leaders) == 1]
        self.lead_changes.add(sum(a != b for a, b in pairwise(alone)))
        if row.leaders:
            middle = row.leaders[len(row.leaders) // 2]
            if len(middle) == 1:
                self.half_time_games += 1
                if middle[0] in row.winners:
                    self.half_time_wins += 1 / len(row.winners)

    def _taken(self, row: Row) -> None:
        share = {seat: 1 / len(row.winners) for seat in row.winners}
        for counted, of in ((row.actions, self.actions), (row.pieces, self.pieces)):
            for name, seats in counted.items():
                one = of.setdefault(name, Taken())
                for seat, (offered, taken) in enumerate(seats):
                    one.offered += offered
                    one.taken += taken
                    if taken:
                        one.seats_with += 1
                        one.wins_with += share.get(seat, 0.0)
                    elif offered:
                        one.seats_without += 1
                        one.wins_without += share.get(seat, 0.0)

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

    def standing_out(self, of: dict[str, Taken]) -> list[str]:
        """Actions or pieces whose takers win more or less often than the others, beyond chance."""
        names = sorted(name for name, one in of.items() if one.seats_with and one.seats_without)
        chances = {name: of[name].chance for name in names}
        stand = discoveries([chances[name] for name in names])
        found = [name for name, stands in zip(names, stand, strict=True) if stands]
        return sorted(found, key=lambda name: (chances[name], name))

    @property
    def half_time(self) -> Interval:
        """How often who leads at half-time wins."""
        return wilson(self.half_time_wins, self.half_time_games)

    def figures(self) -> dict[str, float | None]:
        """Single figures by name, for `--assert`; None where no game so far tells anything."""
        games = self.games or None
        found: dict[str, float | None] = {
            "games": float(self.games),
            "shared": _share(self.outcomes["shared"], self.decided),
            "unfinished": _share(self.games - self.decided, self.games),
            "mean_options": _share(self.options, self.decisions),
            "most_options": float(self.most_options) if games else None,
            "mean_margin": self.margin.mean if self.margin.count else None,
            "half_time_leader_wins": _share(self.half_time_wins, self.half_time_games),
            "lead_changes": self.lead_changes.mean if self.half_time_games else None,
        }
        for outcome in OUTCOMES[2:]:
            found[outcome] = _share(self.outcomes[outcome], self.games)
        ended = self.decided > 0
        found["seat_advantage"] = self.seat_advantage if ended else None
        found["seat_chance"] = self.seat_chance if ended else None
        found["mean_length"] = self.lengths.mean if ended else None
        for percent in (5, 50, 95):
            found[f"length_{percent}"] = float(self.length.quantile(percent / 100)) if ended else None
        for seat in range(self.players):
            found[f"seat_{seat + 1}_wins"] = _share(self.wins[seat], self.decided)
            scored = self.scores[seat]
            found[f"seat_{seat + 1}_score"] = scored.mean if scored.count else None
        for name, moments in self.share_of_row.items():
            found[f"share_{name}"] = moments.mean
        for kind in self.wins_of:
            name = re.sub(r"[^a-z0-9]+", "_", kind.lower())
            found[f"wins_of_{name}"] = _share(self.wins_of[kind], self.decided)
        return found


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None
