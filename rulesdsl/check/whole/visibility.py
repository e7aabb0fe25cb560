"""Who sees what lies in a zone: pieces that lie face up there, and those that lie face down."""

from __future__ import annotations

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.access import Access
from rulesdsl.program_walk import blocks_in, lines_in
from rulesdsl.statement_facts import statement_facts


@frozen
class Side:
    """`face`: `up` or `down`, "" where all pieces of the zone lie so; `viewer`: who sees these."""

    face: str
    viewer: ir.Viewer


@define
class Visibility:
    """Where pieces lie face up and where face down, as far as lines say so."""

    program: ir.Program
    access: Access
    up: set[str] = field(init=False)
    down: set[str] = field(init=False)
    sides: dict[str, tuple[Side, ...]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.up, self.down = set(), set()
        for line in lines_in((tuple(self.program.procs.values()), self.program.rules), _reached):
            facts = statement_facts(line)
            for to, down in facts.to:
                self._pieces_arrive((to.zone,), down)
            for what, down in facts.turns:
                self._pieces_arrive(tuple(self.access.zones_of(what)), down)
        for zone in self.program.zones:
            if any(zone.starts):
                self.up.add(zone.name)
            if zone.renewed_from is not None:
                self.up.add(zone.name)
        for zone in self.program.zones:
            # What is extra lies as it was laid down, what is old face up.
            if zone.extra_to is not None and zone.name in self.down:
                self.down.add(zone.extra_to.zone)
            for ref in (zone.extra_to, zone.old_to):
                if ref is not None:
                    self.up.add(ref.zone)
        self.sides = {zone.name: self._sides(zone) for zone in self.program.zones}

    def _pieces_arrive(self, zones: tuple[str, ...], down: ir.Expr | None) -> None:
        if lies_up(down) is not True:
            self.down.update(zones)
        if lies_up(down) is not False:
            self.up.update(zones)

    def _sides(self, zone: ir.Zone) -> tuple[Side, ...]:
        if zone.name not in self.down:
            return (Side("", zone.seen),)
        if zone.name not in self.up:
            return (Side("", zone.down_seen),)
        if zone.seen == zone.down_seen:
            return (Side("", zone.seen),)
        return (Side("up", zone.seen), Side("down", zone.down_seen))

    def open_to_all(self, name: str, down: ir.Expr | None) -> bool:
        """Whether all see a piece that is laid there so."""
        zone = next(zone for zone in self.program.zones if zone.name == name)
        is_up = lies_up(down)
        seen_up, seen_down = zone.seen.word == "all", zone.down_seen.word == "all"
        return (seen_up and seen_down) if is_up is None else seen_up if is_up else seen_down


def _reached(node: object) -> tuple[object, ...]:
    """The blocks in it that can ever be carried out."""
    match node:
        case ir.If(condition=ir.Const(value=value), then=then, otherwise=otherwise):
            return then if value else otherwise
        case _:
            return blocks_in(node)


def lies_up(down: ir.Expr | None) -> bool | None:
    """Whether a piece comes to lie face up; None where that depends."""
    match down:
        case None | ir.Const(value=0):
            return True
        case ir.Const():
            return False
        case _:
            return None
