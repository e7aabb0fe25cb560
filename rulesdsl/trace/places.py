"""Zones in sentences: whose they are, and how several are called at once."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.labels.english import PREPOSITIONS, counted, plain
from rulesdsl.engine.labels.labels import Labels


@frozen
class Places:
    """`speaker`: whose deeds are told."""

    labels: Labels
    speaker: int | None

    def zone(self, instance: int) -> str:
        """`the table`, `Anna's hand`; `their hand` in what Anna does."""
        if instance != ev.OUT_OF_PLAY and (spot := self._spot(instance)):
            return spot
        named = self.labels.zone(instance, self.speaker)
        is_own = instance != ev.OUT_OF_PLAY and self.speaker is not None
        if is_own and self.labels.layout.owner_of(instance) == self.speaker:
            return f"their {named}"
        return named

    def _spot(self, instance: int) -> str:
        """The place itself, where a zone has no name but its piece's: `cube at Banff`, `on f7`."""
        name, index = self.labels.layout.instance_index(instance)
        zone = self.labels.layout.zones[name].zone
        *noun, last = plain(zone.name).split()
        if zone.owner_at is not None or len(index) != 1 or last not in PREPOSITIONS or len(noun) > 1:
            return ""
        if noun and self.labels.kind(zone.pieces.kinds).split()[-1] != noun[0]:
            return ""
        return self.labels.value(index[0], zone.index[0].type)

    def among(self, instances: Sequence[int]) -> Places:
        """The same, but with everybody's name where zones of others stand beside the speaker's own."""
        owners = {
            self.labels.layout.owner_of(instance) for instance in instances if instance != ev.OUT_OF_PLAY
        }
        return self if owners <= {None, self.speaker} else Places(self.labels, None)

    def player(self, player: int | None) -> str:
        assert player is not None
        return self.labels.players[player]

    def own(self, instance: int) -> str:
        """A zone without its owner."""
        return self.labels.zone(instance, self.labels.layout.owner_of(instance))

    def passed_on(self, event: ev.Moved) -> str:
        """The name of the zone, if pieces go from one player's to another's; "" if not."""
        layout = self.labels.layout
        if event.down or event.how != "move":
            return ""
        if ev.OUT_OF_PLAY in event.sources or ev.OUT_OF_PLAY in event.targets:
            return ""
        names = {layout.instance_index(value)[0] for value in (*event.sources, *event.targets)}
        if len(names) != 1 or set(event.sources) & set(event.targets):
            return ""
        if any(layout.owner_of(source) is None for source in event.sources):
            return ""
        return names.pop()

    def of_everybody(self, instances: Sequence[int]) -> str:
        """What these are together, if each player has one of them; "" if not."""
        layout = self.labels.layout
        owners = {layout.owner_of(instance) for instance in instances}
        names = {self.own(instance) for instance in instances}
        players = len(self.labels.players)
        if len(instances) != players or len(owners) != players or None in owners or len(names) != 1:
            return ""
        return f"everybody's {names.pop()}"

    def several(self, instances: Sequence[int]) -> str:
        """Zones of one name: `12 places`, `the cubes`."""
        zone = self.labels.layout.zone_of(instances[0])
        index = [var.type for position, var in enumerate(zone.index) if position != zone.owner_at]
        if len(index) == 1 and isinstance(index[0], ir.EnumDomain | ir.NodeDomain):
            return counted(len(instances), plain(index[0].name))
        words = plain(self.labels.called(zone)).split()
        while len(words) > 1 and words[-1] in PREPOSITIONS:
            words.pop()
        return f"the {' '.join(words)}"
