"""Who is told a story, and what that one may know."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.labels.labels import Sees, everything


@frozen
class Listener:
    """Who is told: all, or what one player may know. `knows` is about pieces that are only mentioned."""

    viewer: int | None
    knows: Sees
    reading: Reading

    def can_hear(self, mask: int) -> bool:
        return self.viewer is None or bool(mask >> self.viewer & 1)

    def sees(self, pieces: Sequence[int], masks: Sequence[int]) -> Sees:
        """Which of the pieces of an event are seen, by the masks of the event."""
        if self.viewer is None:
            return everything
        seen = {piece for piece, mask in zip(pieces, masks, strict=True) if mask >> self.viewer & 1}
        return seen.__contains__
