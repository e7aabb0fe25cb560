"""Expressions read for several players at once: what all of them may know."""

from __future__ import annotations

from attrs import define

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.evaluation.position import Hidden, known_to
from rulesdsl.engine.evaluation.reading import Reading


@define
class AllEyes(Reading):
    """A reading for all players at once: of the `audience`, a bit each, everybody may know all that was read.

    What is read next never depends on who looks, and so this is what each of them would have read.
    """

    audience: int = 0

    def knows(self, piece: int) -> bool:
        known = known_to(self.layout, self.cells, piece)
        if self.audience & ~known:
            for player in self._left():
                if not (known >> player & 1 or self._of(player).knows(piece)):
                    self._leave_out(player)
        return True

    def _one_state(self, state: ir.State, index: tuple[int, ...]) -> ev.Content:
        if state.seen.word != "all":
            owner = None if state.owner_at is None else index[state.owner_at]
            for player in self._left():
                try:
                    seen = self._of(player).may_see(state.seen, player, owner)
                except Hidden:
                    seen = False
                if not seen:
                    self._leave_out(player)
        return super()._one_state(state, index)

    def _left(self) -> list[int]:
        return [player for player in range(self.program.players) if self.audience >> player & 1]

    def _of(self, player: int) -> Reading:
        return Reading(self.layout, self.cells, player, dict(self.variables))

    def _leave_out(self, player: int) -> None:
        self.audience &= ~(1 << player)
        if not self.audience:
            raise Hidden
