"""Zones in sentences: whose they are, and how several are called at once."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulesdsl.engine.events import OUT_OF_PLAY, Moved
from rulesdsl.engine.labels import PREPOSITIONS, Labels, counted, plain
from rulesdsl.program import EnumDomain, NodeDomain


@frozen
class Places:
    """`speaker`: whose deeds are told."""

    labels: Labels
    speaker: int | None

    def zone(self, instance: int) -> str:
        """`the table`, `Anna's hand`; `their hand` in what Anna does."""
        named = self.labels.zone(instance, self.speaker)
        is_own = instance != OUT_OF_PLAY and self.speaker is not None
        if is_own and self.labels.layout.owner_of(instance) == self.speaker:
            return f"their {named}"
        return named

    def player(self, player: int | None) -> str:
        assert player is not None
        return self.labels.players[player]

    def own(self, instance: int) -> str:
        """A zone without its owner."""
        return self.labels.zone(instance, self.labels.layout.owner_of(instance))

    def passed_on(self, event: Moved) -> str:
        """The name of the zone, if pieces go from one player's to another's; "" if not."""
        layout = self.labels.layout
        if event.down or event.how != "move":
            return ""
        if OUT_OF_PLAY in event.sources or OUT_OF_PLAY in event.targets:
            return ""
        names = {layout.instance_index(one)[0] for one in (*event.sources, *event.targets)}
        if len(names) != 1 or set(event.sources) & set(event.targets):
            return ""
        if any(layout.owner_of(one) is None for one in event.sources):
            return ""
        return names.pop()

    def everybodys(self, instances: Sequence[int]) -> str:
        """What these are together, if each player has one of them; "" if not."""
        layout = self.labels.layout
        owners = {layout.owner_of(one) for one in instances}
        names = {self.own(one) for one in instances}
        players = len(self.labels.players)
        if len(instances) != players or len(owners) != players or None in owners or len(names) != 1:
            return ""
        return f"everybody's {names.pop()}"

    def several(self, instances: Sequence[int]) -> str:
        """Zones of one name: `12 places`, `the cubes`."""
        zone = self.labels.layout.zone_of(instances[0])
        index = [var.type for at, var in enumerate(zone.index) if at != zone.owner_at]
        if len(index) == 1 and isinstance(index[0], EnumDomain | NodeDomain):
            return counted(len(instances), plain(index[0].name))
        words = plain(self.labels.called(zone)).split()
        while len(words) > 1 and words[-1] in PREPOSITIONS:
            words.pop()
        return f"the {' '.join(words)}"
