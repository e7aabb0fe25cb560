"""How much may be gone through to work out an attribute before play."""

from __future__ import annotations

from attrs import define

MOST_MEMBERS = 100_000
"""So many members are gone through for all values of one attribute."""


class TooLong(Exception):
    """More is to be gone through than one would wait for."""


@define
class Effort:
    """What may still be gone through."""

    left: int = MOST_MEMBERS

    def spend(self, members: int) -> None:
        self.left -= members
        if self.left < 0:
            raise TooLong
