"""Who is told a story, and what that one may know."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.labels.labels import Sees, everything


@frozen
class Listener:
    """Who is told: all, or what one player may know."""

    viewer: int | None
    layout: Layout

    def can_hear(self, mask: int) -> bool:
        return self.viewer is None or bool(mask >> self.viewer & 1)

    def knows(self, *events: ev.Event) -> Sees:
        """Which of the pieces that these events speak of could be told when one of them happened."""
        if self.viewer is None:
            return everything
        # Of what became of a state in several steps, the last counts, which stands first.
        sights = [{sight.piece: sight for sight in reversed(event.sights)} for event in events]
        known = {piece for lying in sights for piece, sight in lying.items() if self.can_hear(sight.known)}
        tracked = self.layout.tracked
        return lambda piece: piece in known or not tracked[piece]

    def unknown(self, event: ev.Event, piece: int) -> ev.Sight | None:
        """How a piece lay that could not be told then."""
        sight = event.sight(piece)
        return None if sight is None or self.can_hear(sight.known) else sight

    def unknown_of(self, event: ev.StateSet, state: ir.State) -> list[ev.Sight | None]:
        """For each index of what was set, how the piece lay that could not be told; None for all others."""
        return [
            self.unknown(event, value) if isinstance(of, ir.PieceDomain) else None
            for value, of in zip(event.index, state.index, strict=True)
        ]

    def sees(self, pieces: Sequence[int], masks: Sequence[int]) -> Sees:
        """Which of the pieces of an event are seen, by the masks of the event."""
        if self.viewer is None:
            return everything
        seen = {piece for piece, mask in zip(pieces, masks, strict=True) if mask >> self.viewer & 1}
        return seen.__contains__
