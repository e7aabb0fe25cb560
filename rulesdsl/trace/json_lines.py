"""Events as JSON: the same that the text tells, for tools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.options import key_text
from rulesdsl.engine.labels.labels import Labels, Sees
from rulesdsl.trace.listener import Listener
from rulesdsl.trace.record import choice_word


def event_object(event: ev.Event, labels: Labels, viewer: int | None) -> dict[str, object] | None:
    """What an event says to one who hears of it; None if that is nothing."""
    listener = Listener(viewer, labels.layout)
    fields = _Teller(labels, listener, listener.knows(event)).event_data(event)
    if fields is not None and event.rules:
        fields["rules"] = list(event.rules)
    return fields


@frozen
class _Teller:
    labels: Labels
    listener: Listener
    knows: Sees

    @property
    def viewer(self) -> int | None:
        return self.listener.viewer

    def event_data(self, event: ev.Event) -> dict[str, object] | None:
        labels = self.labels
        match event:
            case ev.PassBegun():
                player = None if event.player is None else labels.players[event.player]
                return {"event": "pass", "phase": event.phase, "number": event.number, "player": player}
            case ev.PassEnded():
                return {"event": "pass ended", "phase": event.phase, "number": event.number}
            case ev.Chosen():
                return self._chosen(event)
            case ev.Skipped():
                return {"event": "skipped", "player": labels.players[event.player]}
            case ev.Moved():
                return {
                    "event": "moved",
                    "how": event.how,
                    "pieces": self._pieces(event.pieces, event.seen, event.sources),
                    "from": list(map(labels.zone, event.sources)),
                    "to": list(map(labels.zone, event.targets)),
                    "face down": event.down,
                }
            case ev.Shuffled():
                fields: dict[str, object] = {"event": "shuffled", "zone": labels.zone(event.zone)}
                return fields | {"record": list(event.order)} if self.viewer is None else fields
            case ev.Flipped():
                return {
                    "event": "flipped",
                    "pieces": self._pieces(event.pieces, event.seen, ()),
                    "face down": event.down,
                }
            case ev.Shown():
                masks = [event.to] * len(event.pieces)
                pieces = self._pieces(event.pieces, masks, ())
                return {"event": "shown", "pieces": pieces, "to": labels.players_in(event.to)}
            case ev.StateSet():
                return self._state(event)
            case ev.Said():
                if not self.listener.can_hear(event.to):
                    return None
                return {"event": "said", "text": labels.words(event.words, self.knows)}
            case ev.Chanced():
                return self._chance(event)
            case ev.RuleFired():
                return {
                    "event": "rule",
                    "rule": event.rule,
                    "for": labels.bindings(event.bindings, self.knows),
                }
            case ev.Recorded():
                rows = {row: dict(zip(labels.players, values, strict=True)) for row, _, values in event.rows}
                return {"event": "recorded", "phase": event.phase, "rows": rows}
            case ev.Ended():
                return {"event": "ended", "phase": event.phase}
            case ev.GameOver():
                return {"event": "over", "winners": [labels.players[player] for player in event.winners]}
            case ev.Unveiled():
                return {"event": "unveiled", "players": labels.players_in(event.players)}
            case _:
                assert_never(event)

    def _pieces(self, pieces: Sequence[int], masks: Sequence[int], zones: Sequence[int]) -> list[object]:
        """Each piece by number and name, of an unseen one only what it can be."""
        items: list[object] = []
        for index, (piece, mask) in enumerate(zip(pieces, masks, strict=True)):
            if self.listener.can_hear(mask):
                items.append({"piece": piece, "label": self.labels.piece(piece)})
            else:
                items.append({"label": self.labels.kind(self.labels.kinds_in(zones[index : index + 1]))})
        return items

    def _value(self, value: ev.Content, domain: ir.Domain) -> str:
        return self.labels.value(value, domain, self.knows)

    def _chosen(self, event: ev.Chosen) -> dict[str, object] | None:
        if event.secret and self.viewer not in (None, event.player):
            return None
        fields: dict[str, object] = {
            "event": "chosen",
            "player": self.labels.players[event.player],
            "stage": event.stage,
            "action": event.alternative,
            "title": self.labels.words(event.title, self.knows, self.viewer),
            "kind": event.kind,
        }
        if event.kind == "value" and event.type is not None:
            fields["value"] = self._value(event.value, event.type)
        move = event.move
        if self.viewer is None and (move is None or move.last):
            fields["record"] = (
                choice_word(event.kind, event.value) if move is None else choice_word("move", move.code)
            )
        if event.offered:
            fields["forced"] = event.forced if move is None else move.forced
            fields["offered"] = len(event.offered)
        return fields

    def _state(self, event: ev.StateSet) -> dict[str, object] | None:
        state = self.labels.layout.states[event.state].state
        if not self.listener.can_hear(event.seen):
            return None
        unknown = self.listener.unknown_of(event, state)
        return {
            "event": "set",
            "state": event.state,
            "index": [
                key_text(state, value, position, self.labels, unknown[position])
                for position, value in enumerate(event.index)
            ],
            "old": self._value(event.old, state.type),
            "new": self._value(event.new, state.type),
        }

    def _chance(self, event: ev.Chanced) -> dict[str, object] | None:
        if event.what == "draw" and self.viewer is not None:
            return None
        fields: dict[str, object] = {"event": "chance", "what": event.what}
        fields["values"] = [self._value(value, event.type) for value in event.values]
        return fields | {"record": list(event.values)} if self.viewer is None else fields
