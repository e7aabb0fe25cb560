"""What is left of a scene when nothing is told twice: the short form of a story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from rulesdsl.engine.events import (
    OUT_OF_PLAY,
    Chanced,
    Ended,
    Event,
    Moved,
    RuleFired,
    Shown,
    StateSet,
)
from rulesdsl.engine.ground.layout import Layout
from rulesdsl.program import PieceDomain


@frozen
class Naming:
    """Who has named a piece; `bare`: in a choice whose words do not say what becomes of it."""

    player: int
    bare: bool


@frozen
class Brief:
    """Leaves out what was said. `named`: the pieces that sentences just told have named."""

    layout: Layout
    viewer: int | None
    named: Mapping[int, Naming]
    chosen: frozenset[int] = frozenset()
    """Of these, what the sentence has named that is being told."""

    def shortened(self, events: Sequence[Event]) -> tuple[list[Event], list[int]]:
        """The events that are still told, what numbers came to at the end; and the named pieces that were
        laid face down.
        """
        kept = [event for event in events if not self._is_idle(event)]
        kept = self._without_announcements(kept)
        kept = self._in_one_go(kept)
        laid: list[int] = []
        told: list[Event] = []
        for event in kept:
            if isinstance(event, Moved) and self._is_said(event):
                if event.down:
                    laid += event.pieces
            else:
                told.append(event)
        moves = [event for event in told if not isinstance(event, StateSet)]
        return [*moves, *_settled([event for event in told if isinstance(event, StateSet)])], laid

    def _sees(self, event: Moved) -> bool:
        return self.viewer is None or all(mask >> self.viewer & 1 for mask in event.seen)

    @staticmethod
    def _is_idle(event: Event) -> bool:
        """The heading that comes next says that a phase has ended; of a rule the effects are told."""
        return isinstance(event, RuleFired) or (isinstance(event, Ended) and bool(event.phase))

    def _without_announcements(self, events: Sequence[Event]) -> list[Event]:
        """Pieces that are shown, or come by chance, and move at once."""
        told: list[Event] = []
        for at, event in enumerate(events):
            after = events[at + 1] if at + 1 < len(events) else None
            if isinstance(after, Moved) and self._sees(after):
                if isinstance(event, Shown) and set(event.pieces) == set(after.pieces):
                    continue
                if (
                    isinstance(event, Chanced)
                    and isinstance(event.type, PieceDomain)
                    and set(event.values) == set(after.pieces)
                ):
                    continue
            told.append(event)
        return told

    def _in_one_go(self, events: Sequence[Event]) -> list[Event]:
        """Pieces that go on at once from where they came to."""
        told: list[Event] = []
        for event in events:
            last = told[-1] if told else None
            if (
                isinstance(event, Moved)
                and isinstance(last, Moved)
                and {event.how, last.how} <= {"move", "draw"}
                and event.pieces == last.pieces
                and event.sources == last.targets
                and event.targets != last.sources
                and self._sees(event)
                and self._sees(last)
            ):
                how = "move" if last.how == "move" else self._how(last, event)
                told[-1] = evolve(event, sources=last.sources, how=how)
            else:
                told.append(event)
        return told

    def _how(self, drawn: Moved, moved: Moved) -> str:
        """Somebody draws what comes to a zone of that player's own."""
        owners = {self._owner(target) for target in (*drawn.targets, *moved.targets)}
        return "draw" if len(owners) == 1 else "move"

    def _owner(self, instance: int) -> int | None:
        return None if instance == OUT_OF_PLAY else self.layout.owner_of(instance)

    def _is_said(self, event: Moved) -> bool:
        """Whether somebody has named these pieces, and they go where one expects by these words."""
        namings = [self.named[piece] for piece in event.pieces if piece in self.named]
        if not namings or len(namings) < len(event.pieces):
            return False
        if not (self._sees(event) or self.chosen.issuperset(event.pieces)):
            return False
        player, bare = namings[0].player, any(naming.bare for naming in namings)
        if event.how not in ("move", "draw") or any(naming.player != player for naming in namings):
            return False
        for source, target in zip(event.sources, event.targets, strict=True):
            if self._owner(source) not in (None, player) or target == OUT_OF_PLAY:
                return False
            if self._owner(target) == player:
                continue
            if bare or self._owner(target) is not None or self.layout.instance_index(target)[1]:
                return False
        return True


def _settled(events: Sequence[StateSet]) -> list[StateSet]:
    """From what it was at first to what it is at last, for every cell of a state; each owner's together."""
    first: dict[tuple[str, tuple[int, ...]], StateSet] = {}
    for event in events:
        cell = (event.state, event.index)
        first[cell] = evolve(event, old=first[cell].old) if cell in first else event
    names = list(dict.fromkeys(event.state for event in first.values()))
    return sorted(first.values(), key=lambda event: names.index(event.state))
