"""Which choices may be among pieces that the chooser cannot tell apart, as far as it shows before play."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.engine.core.domains import is_pieces
from rulesdsl.engine.core.layout import Layout

_MOST_CALLS = 20
"""So many definitions deep a choice is followed to the zones it is made from."""


def may_hide(layout: Layout, param: ir.Param, you: ir.Expr | None) -> bool:
    """Whether some of the pieces to choose from may lie where the chooser does not see them."""
    if not layout.hidden or not is_pieces(param.var.type):
        return False
    chooser = frozenset({you.var.number}) if isinstance(you, ir.Local) else frozenset[int]()
    return _hides(layout, param.domain, chooser, _MOST_CALLS)


def _hides(layout: Layout, what: ir.Expr, chooser: frozenset[int], calls: int) -> bool:
    """`chooser`: the variables that hold who chooses."""
    match what:
        case ir.ZonePieces(zone=ref):
            return _zone_hides(layout, ref, chooser)
        case ir.ZonesPieces(zone=ref):
            return _zone_hides(layout, ref, frozenset())
        case ir.SlotPiece(zone=ref):
            return _zone_hides(layout, ref, chooser)
        case ir.Over(op=op, domain=domain) if op.entry.members:
            return _hides(layout, domain, chooser, calls)
        case ir.IfExpr(then=then, otherwise=otherwise):
            return any(_hides(layout, expr, chooser, calls) for expr in (then, otherwise))
        case ir.Formula(name=name, args=args) if calls:
            given = layout.program.formulas[name]
            pairs = zip(given.params, args, strict=True)
            same = frozenset(
                param.number
                for param, arg in pairs
                if isinstance(arg, ir.Local) and arg.var.number in chooser
            )
            return _hides(layout, given.body, same, calls - 1)
        case ir.Apply(args=args) if any(is_pieces(arg.type) for arg in args):
            return any(_hides(layout, arg, chooser, calls) for arg in args if is_pieces(arg.type))
        case _:
            return _anywhere(layout, layout.program)


def _zone_hides(layout: Layout, ref: ir.ZoneRef, chooser: frozenset[int]) -> bool:
    zone = layout.zones[ref.zone].zone
    if zone.name in layout.may_be_down:
        return True
    match zone.seen.word:
        case "all":
            return False
        case "owner" if zone.owner_at is not None:
            owner = ref.index[zone.owner_at]
            return not (isinstance(owner, ir.Local) and owner.var.number in chooser)
        case _:
            return True


def _anywhere(layout: Layout, program: ir.Program) -> bool:
    return any(zone.seen.word != "all" or zone.name in layout.may_be_down for zone in program.zones)
