"""Which events a player hears of, and when: what others do in secret is told when all have decided."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulesdsl.engine.events import Chosen, Event, PassBegun, PassEnded, Skipped
from rulesdsl.engine.layout import SECRET
from rulesdsl.engine.state import State


@define
class Hearing:
    """`viewer` None hears everything at once."""

    viewer: int | None
    _held: list[Event] = field(factory=list)

    def heard(self, events: Iterable[Event], state: State) -> list[Event]:
        """What the viewer hears of, of the events up to this state."""
        if self.viewer is None:
            return list(events)
        told: list[Event] = []
        for event in events:
            if event.known_to == -1:
                told += self._released()
            if isinstance(event, Chosen | Skipped) and self._is_secret(event):
                continue
            if event.known_to >> self.viewer & 1:
                told.append(event)
            elif not isinstance(event, PassBegun | PassEnded):
                self._held.append(event)
        if not state.cells[SECRET]:
            told += self._released()
        return told

    def _is_secret(self, event: Chosen | Skipped) -> bool:
        """What others choose in secret shows in its effects only."""
        secret = event.known_to != -1 or (isinstance(event, Chosen) and event.secret)
        return secret and event.player != self.viewer

    def _released(self) -> list[Event]:
        held, self._held = self._held, []
        return held
