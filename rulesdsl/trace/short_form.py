"""What is left of a scene when nothing is told twice: the short form of a story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import Layout
from rulesdsl.trace.origins import Line, line_of
from rulesdsl.trace.sentence_heads import Named


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
    revealing: frozenset[Line] = frozenset()
    """The lines that write states and tell by it what was hidden."""
    titled: frozenset[Named] = frozenset()
    """The values that the title names."""

    def shortened(self, events: Sequence[ev.Event]) -> tuple[list[ev.Event], list[int]]:
        """The events that are still told, what numbers came to at the end; and the named pieces that were
        laid face down.
        """
        kept = [event for event in events if not self._is_idle(event)]
        kept = self._without_announcements(kept)
        kept = self._in_one_go(kept)
        laid: list[int] = []
        remaining: list[ev.Event] = []
        for event in kept:
            if isinstance(event, ev.Moved) and self._is_said(event):
                if event.down:
                    laid += event.pieces
            else:
                remaining.append(event)
        return self._in_order(remaining), laid

    def _is_place_said(self, target: int) -> bool:
        """Whether there is one such zone only, or the title has named which."""
        name, index = self.layout.instance_index(target)
        types = [var.type for var in self.layout.zones[name].zone.index]
        return self.titled.issuperset(zip(index, types, strict=True))

    def _in_order(self, events: Sequence[ev.Event]) -> list[ev.Event]:
        """States behind what happened to pieces, but before words that are spoken and chance that is asked
        after they were settled.
        """
        parts = _parts(events)
        states = self._settled(events, parts)
        remaining: list[ev.Event] = []
        for part in range(max(parts, default=-1) + 1):
            here = [event for event, index in zip(events, parts, strict=True) if index == part]
            remaining += [event for event in here if not isinstance(event, ev.StateSet | ev.Said)]
            remaining += [event for position, event in states if position == part]
            remaining += [event for event in here if isinstance(event, ev.Said)]
        return remaining

    def _settled(self, events: Sequence[ev.Event], parts: Sequence[int]) -> list[tuple[int, ev.StateSet]]:
        """From what it was at first to what it is at last, for every cell of a state, in the part in which it
        came to that; each owner's together. What is revealed stays so, whatever is written there later.
        """
        result: dict[object, tuple[int, ev.StateSet]] = {}
        came_from: dict[object, ev.Content] = {}
        states: dict[str, None] = {}
        owners: dict[tuple[str, int | None], None] = {}
        for part, event in zip(parts, events, strict=True):
            if isinstance(event, ev.StateSet):
                states.setdefault(event.state)
                owners.setdefault(self._whose(event))
                came_from.setdefault((event.state, event.index), event.old)
                cell = (event.state, event.index, part if line_of(event) in self.revealing else None)
                before = result.pop(cell, None)
                if before is not None:
                    event = evolve(event, sights=(*event.sights, *before[1].sights))
                result[cell] = part, event
        settled: list[tuple[int, ev.StateSet]] = []
        for part, event in result.values():
            # Each goes on from the one before it, whatever else was written there meanwhile.
            settled.append((part, evolve(event, old=came_from[event.state, event.index])))
            came_from[event.state, event.index] = event.new
        ranks = list(states), list(owners)
        return sorted(
            settled,
            key=lambda pair: (ranks[0].index(pair[1].state), ranks[1].index(self._whose(pair[1]))),
        )

    def _whose(self, event: ev.StateSet) -> tuple[str, int | None]:
        index = self.layout.states[event.state].state.owner_at
        return event.state, None if index is None else event.index[index]

    def _sees(self, event: ev.Moved) -> bool:
        return self.viewer is None or all(mask >> self.viewer & 1 for mask in event.seen)

    @staticmethod
    def _is_idle(event: ev.Event) -> bool:
        """The heading that comes next says that a phase has ended; of a rule the effects are told."""
        return isinstance(event, ev.RuleFired) or (isinstance(event, ev.Ended) and bool(event.phase))

    def _without_announcements(self, events: Sequence[ev.Event]) -> list[ev.Event]:
        """Pieces that are shown, or come by chance, and move at once."""
        remaining: list[ev.Event] = []
        for index, event in enumerate(events):
            after = events[index + 1] if index + 1 < len(events) else None
            if isinstance(after, ev.Moved) and self._sees(after):
                if isinstance(event, ev.Shown) and set(event.pieces) == set(after.pieces):
                    continue
                if (
                    isinstance(event, ev.Chanced)
                    and isinstance(event.type, ir.PieceDomain)
                    and set(event.values) == set(after.pieces)
                ):
                    continue
            remaining.append(event)
        return remaining

    def _in_one_go(self, events: Sequence[ev.Event]) -> list[ev.Event]:
        """Pieces that go on at once from where they came to."""
        remaining: list[ev.Event] = []
        for event in events:
            last = remaining[-1] if remaining else None
            if (
                isinstance(event, ev.Moved)
                and isinstance(last, ev.Moved)
                and {event.how, last.how} <= {"move", "draw"}
                and event.pieces == last.pieces
                and event.sources == last.targets
                and event.targets != last.sources
                and self._sees(event)
                and self._sees(last)
            ):
                how = "move" if last.how == "move" else self._how(last, event)
                remaining[-1] = evolve(event, sources=last.sources, how=how)
            else:
                remaining.append(event)
        return remaining

    def _how(self, drawn: ev.Moved, moved: ev.Moved) -> str:
        """Somebody draws what comes to a zone of that player's own."""
        owners = {self._owner(target) for target in (*drawn.targets, *moved.targets)}
        return "draw" if len(owners) == 1 else "move"

    def _owner(self, instance: int) -> int | None:
        return None if instance == ev.OUT_OF_PLAY else self.layout.owner_of(instance)

    def _is_said(self, event: ev.Moved) -> bool:
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
            if self._owner(source) not in (None, player) or target == ev.OUT_OF_PLAY:
                return False
            if self._owner(target) == player:
                continue
            if bare or self._owner(target) is not None or not self._is_place_said(target):
                return False
        return True


def _parts(events: Sequence[ev.Event]) -> list[int]:
    """To which part each belongs: words end one, and chance begins one. What chance gives of one thing
    several times is told at once.
    """
    parts: list[int] = []
    part, rolled = 0, ""
    for event in events:
        if isinstance(event, ev.Chanced) and event.what != rolled:
            part, rolled = part + 1, event.what
        parts.append(part)
        part += isinstance(event, ev.Said)
    return parts
