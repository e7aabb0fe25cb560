"""What is known of games to which somebody listened: leads, and what those had who won."""

from __future__ import annotations

from itertools import pairwise

from attrs import define, field

from rulesdsl.simulate.figures import Interval, Moments, discoveries, shares_differ, wilson
from rulesdsl.simulate.rows import Details, Row

ENDED = ("finished", "shared", "lost")
"""Those that were played to their end."""


def share_of(part: float, whole: int) -> float | None:
    return part / whole if whole else None


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
    def shares(self) -> tuple[float | None, float | None]:
        """How often those win who took it, and those who did not."""
        return share_of(self.wins_with, self.seats_with), share_of(self.wins_without, self.seats_without)

    @property
    def chance(self) -> float:
        """How likely chance alone makes those who took it win this much more or less often."""
        return shares_differ(self.wins_with, self.seats_with, self.wins_without, self.seats_without)


def standing_out(of: dict[str, Taken]) -> list[str]:
    """Actions or pieces whose takers win more or less often than the others, beyond chance."""
    names = sorted(name for name, taken in of.items() if taken.seats_with and taken.seats_without)
    chances = {name: of[name].chance for name in names}
    stand = discoveries([chances[name] for name in names])
    names_found = [name for name, stands in zip(names, stand, strict=True) if stands]
    return sorted(names_found, key=lambda name: (chances[name], name))


def standing_first(of: dict[str, Taken]) -> list[str]:
    """All of them, those that stand out before the others."""
    return list(dict.fromkeys((*standing_out(of), *sorted(of))))


@define
class Listened:
    """What is known of those games to which somebody listened."""

    games: int = 0
    forced: int = 0
    decisions: int = 0
    lead_changes: Moments = field(factory=Moments)
    half_time_games: int = 0
    half_time_wins: float = 0.0
    actions: dict[str, Taken] = field(factory=dict)
    pieces: dict[str, Taken] = field(factory=dict)
    rules: set[str] = field(factory=set)

    @property
    def half_time(self) -> Interval:
        """How often who leads at half-time wins."""
        return wilson(self.half_time_wins, self.half_time_games)

    @property
    def forced_share(self) -> float | None:
        """How many of all decisions had one option."""
        return share_of(self.forced, self.forced + self.decisions)

    def add(self, row: Row, details: Details) -> None:
        self.games += 1
        self.forced += details.forced
        self.decisions += row.decisions
        self.rules.update(details.rules)
        if row.outcome in ENDED:
            self._leads(row, details)
            self._taken(row, details)

    def _leads(self, row: Row, details: Details) -> None:
        alone = [leaders[0] for leaders in details.leaders if len(leaders) == 1]
        self.lead_changes.add(sum(a != b for a, b in pairwise(alone)))
        if details.leaders:
            middle = details.leaders[len(details.leaders) // 2]
            if len(middle) == 1:
                self.half_time_games += 1
                if middle[0] in row.winners:
                    self.half_time_wins += 1 / len(row.winners)

    def _taken(self, row: Row, details: Details) -> None:
        share = {seat: 1 / len(row.winners) for seat in row.winners}
        for counted, of in ((details.actions, self.actions), (details.pieces, self.pieces)):
            for name, seats in counted.items():
                record = of.setdefault(name, Taken())
                for seat, (offered, taken) in enumerate(seats):
                    record.offered += offered
                    record.taken += taken
                    if taken:
                        record.seats_with += 1
                        record.wins_with += share.get(seat, 0.0)
                    elif offered:
                        record.seats_without += 1
                        record.wins_without += share.get(seat, 0.0)
