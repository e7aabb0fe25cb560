"""What every module of this part has at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesdsl.check.zones.checker import Zones


class ZoneModule:
    def __init__(self, zones: Zones) -> None:
        self.world = zones.world
        self.output = zones.output
        self.reporter = zones.reporter
        self.declarations = zones.declarations
        self.expressions = zones.expressions
        self.statements = zones.statements
        self.zones = zones
