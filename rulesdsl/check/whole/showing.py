"""What has been shown, line after line: by showing and turning it, until pieces come or go unseen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from attrs import define, evolve

from rulesdsl import program as ir
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.hidden import Known, Shown, Taint
from rulesdsl.check.whole.secrets import Secrets
from rulesdsl.check.whole.visibility import lies_up
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op


@define(slots=False)
class Showing:
    secrets: Secrets
    access: Access

    @cached_property
    def _filled_by_rules(self) -> frozenset[str]:
        """The zones that standing rules may change behind any line."""
        bodies = (rule.body for rule in self.access.program.rules)
        return frozenset(
            name for body in bodies for kind, name in self.access.block_writes(body) if kind == "zone"
        )

    def after_show(self, line: ir.Show, known: Known) -> Known:
        if self.secrets.to_all(line) and isinstance(line.what, ir.Local):
            known = known.bound(line.what.var, Taint())
        new = (
            shown for shown in self.secrets.shown_by(line, known) if shown.name not in self._filled_by_rules
        )
        return evolve(known, shown=known.shown.union(new))

    def after_flip(self, line: ir.Flip, known: Known) -> Known:
        """What is turned up lies no longer face down."""
        what = line.what
        match what:
            case ir.Over(op=Gather.SELECT, value=None, domain=domain, where=ir.Apply(op=Op.FACE_DOWN)):
                # All that lie face down are all that there is to turn up.
                what = domain
        turned = self.secrets.unsifted(what, known)
        if lies_up(line.down) is True and turned is not None and turned.name not in self._filled_by_rules:
            return evolve(known, shown=known.shown | {evolve(turned, face="down")})
        if lies_up(line.down) is True:
            return known
        names = self.access.zones_of(line.what)
        return evolve(
            known,
            shown=frozenset(shown for shown in known.shown if shown.name not in names or not shown.face),
        )

    def after_move(self, line: ir.Move, known: Known) -> Known:
        unseen = not self.secrets.visibility.open_to_all(line.to.zone, line.down)
        for name in self.access.zones_of(line.what):
            known = self._pieces_left(name, known, unseen=unseen)
        return self._pieces_arrived(line.to, line.down, known)

    def after_draw(self, line: ir.Draw | ir.Deal, known: Known) -> Known:
        down = line.down if isinstance(line, ir.Draw) else None
        unseen = not self.secrets.visibility.open_to_all(line.to.zone, down)
        known = self._pieces_left(line.source.zone, known, unseen=unseen)
        renewed = self.secrets.zones[line.source.zone].renewed_from
        if renewed is not None:
            known = self.forgotten({line.source.zone, renewed.zone}, known)
        return self._pieces_arrived(line.to, down, known)

    def after_shuffle(self, line: ir.Shuffle, known: Known) -> Known:
        if self.secrets.zones[line.zone.zone].shape == "set":
            return known
        return self.forgotten({line.zone.zone}, known)

    def forgotten(self, names: Iterable[str], known: Known) -> Known:
        """Zones or states have changed: what was shown there says nothing any more."""
        gone = frozenset(names)
        kept = frozenset(shown for shown in known.shown if shown.name not in gone)
        return _older(gone, evolve(known, shown=kept))

    def _pieces_arrived(self, to: ir.ZoneRef, down: ir.Expr | None, known: Known) -> Known:
        zone = self.secrets.zones[to.zone]
        others = {ref.zone for ref in (zone.old_to, zone.extra_to) if ref is not None}
        if others:
            known = self.forgotten(others, known)
        kept = frozenset(
            shown
            for shown in known.shown
            if shown.name != to.zone or (shown.face == "down" and lies_up(down) is True)
        )
        return _older(frozenset({to.zone}), evolve(known, shown=kept))

    def _pieces_left(self, name: str, known: Known, *, unseen: bool) -> Known:
        """Of a set of which something goes unseen nobody can say what is left."""
        lost = unseen and self.secrets.zones[name].shape == "set"
        kept = frozenset(shown for shown in known.shown if shown.name != name or not (lost or shown.part))
        return evolve(known, shown=kept)

    # ------------------------------------------------------------ lines in lines

    def before_loop(self, body: ir.Lines, known: Known) -> Known:
        """What still holds whenever the lines begin anew."""
        names = {name for kind, name in self.access.block_writes(body) if kind in ("zone", "state")}
        return self.forgotten(names, known)

    def after_loop(self, everybody: ir.Var | None, before: Known, inner: Known) -> Known:
        """Lines that were perhaps not carried out; `everybody`: they were, for each player, by this name."""
        shown: set[Shown] = set()
        for item in inner.shown:
            if item in before.shown:
                shown.add(item)
            elif everybody is not None and item.to != ir.Local(everybody):
                index = tuple(None if key == ir.Local(everybody) else key for key in item.index)
                shown.add(evolve(item, index=index))
        return evolve(joined(before, inner), shown=frozenset(shown))


def joined(before: Known, *ways: Known) -> Known:
    """What is known whichever way was gone."""
    shown = frozenset.intersection(*(way.shown for way in ways))
    taints = {
        number: Taint(
            frozenset(hidden for way in ways for hidden in way.taints.get(number, taint).held),
            frozenset(item for way in ways for item in way.taints.get(number, taint).disclosed),
        )
        for number, taint in before.taints.items()
    }
    return evolve(before, shown=shown, taints=taints)


def _older(names: frozenset[str], known: Known) -> Known:
    """What variables hold was there before the change."""
    return evolve(
        known,
        taints={
            number: taint.mapped(
                lambda held: frozenset(
                    evolve(hidden, stale=True) if hidden.name in names and not hidden.stale else hidden
                    for hidden in held
                )
            )
            for number, taint in known.taints.items()
        },
    )
