"""How much anybody may ask for in how short a time."""

from __future__ import annotations

from collections import OrderedDict

from attrs import define, evolve, field, frozen


@frozen
class Limits:
    """What a server takes on. `pace` and `burst`: requests of one address; `games_an_hour`: what it opens."""

    games: int = 2000
    games_an_hour: float = 60
    pace: float = 40
    burst: float = 200
    largest_body: int = 16_384
    streams: int = 2000

    def part(self, workers: int) -> Limits:
        """What one of so many workers takes on: each sees only the pages of its own games."""
        return evolve(self, streams=-(-self.streams // workers))


MOST_ADDRESSES = 10_000


@define
class Buckets:
    """A bucket for each address that fills by itself and is emptied by asking."""

    per_second: float
    size: float
    _full: OrderedDict[str, tuple[float, float]] = field(factory=OrderedDict)

    def takes(self, address: str, now: float) -> bool:
        """Whether this address may ask once more."""
        left, then = self._full.pop(address, (self.size, now))
        left = min(self.size, left + (now - then) * self.per_second)
        allowed = left >= 1
        self._full[address] = (left - allowed, now)
        while len(self._full) > MOST_ADDRESSES:
            self._full.popitem(last=False)
        return allowed
