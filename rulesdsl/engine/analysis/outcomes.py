"""A program without what has no influence on how games go and end, for games that are only played to the end.

Who knows which piece is which is kept account of for whoever looks at a position, and for choices among
pieces that the chooser cannot tell apart. Where nobody looks and nobody chooses so, all may as well lie open,
and what only turns or shows pieces is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import is_

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.engine.analysis.equal_pieces import alike_classes
from rulesdsl.engine.analysis.hidden_choices import may_hide
from rulesdsl.engine.analysis.in_turn import InTurn
from rulesdsl.engine.core.layout import Layout, pieces_of
from rulesdsl.operations import Op
from rulesdsl.program_walk import everything_used, instances_in, is_expression, nodes_in, with_blocks

_ALL = ir.Viewer("all")
_WITH_A_VALUE = frozenset(
    {Op.AND, Op.OR, Op.NOT, Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE, Op.IS_NONE, Op.NOT_NONE, Op.FACE_DOWN}
    | {Op.IN, Op.SEQ_OF, Op.JOIN, Op.WITHOUT, Op.PLAYERS, Op.OTHERS, Op.LEFT, Op.RIGHT, Op.COUNT, Op.EMPTY}
)
"""Operations that are never a fault, whatever they are given."""
_INDICES = (ir.PlayerDomain, ir.EnumDomain, ir.NodeDomain, ir.PieceDomain)
"""Types of which every value has its place where a zone has one for each."""


def for_outcomes(layout: Layout) -> ir.Program:
    """The program of which every game goes as with this one: with the same options, throws and faults, the
    same winners and scores. What somebody knows is not to be asked of it.
    """
    program = layout.program
    told_apart = _told_apart(layout)
    opened = {zone.name for zone in program.zones if told_apart.isdisjoint(zone.pieces.kinds)}
    lean = evolve(
        program,
        zones=tuple(_open(zone) if zone.name in opened else zone for zone in program.zones),
        formulas=_used(program),
        examples=(),
    )
    in_turn = InTurn(lean, told_apart)
    flat = _with_bodies(lean, _Bodies(told_apart, in_turn, faces=False))
    if _reads_faces(flat):
        flat = _with_bodies(lean, _Bodies(told_apart, in_turn, faces=True))
    return evolve(flat, fingerprint=f"{program.fingerprint}, outcomes" if program.fingerprint else "")


# ---- what has to be known


def _told_apart(layout: Layout) -> frozenset[str]:
    """Kinds of which somebody may choose a piece in a way that depends on what is known of it."""
    program = layout.program
    lines = (program.procs, program.rules)
    chooser = {id(item): node.you for node in instances_in(lines, ir.Decide) for item in node.alternatives}
    classes = alike_classes(program)
    kinds: set[str] = set()
    for item in instances_in((lines, program.formulas), ir.Alternative):
        for param in item.params:
            among = pieces_of(param.var.type)
            if may_hide(layout, param, chooser.get(id(item))) or _several_alike(layout, classes, among):
                kinds.update(among)
    return frozenset(kinds)


def _several_alike(layout: Layout, classes: tuple[int, ...], kinds: Iterable[str]) -> bool:
    """Whether there are several of one sort among them, of which that is taken which most know."""
    chosen = [kind for kind in layout.program.piece_kinds if kind.name in kinds]
    alike = Counter(classes[piece] for kind in chosen for piece in kind.pieces if layout.tracked[piece])
    return any(number > 1 for number in alike.values())


def _open(zone: ir.Zone) -> ir.Zone:
    return evolve(zone, seen=_ALL, down_seen=_ALL, top_seen=None)


def _used(program: ir.Program) -> dict[str, ir.FormulaDef]:
    """The definitions that are worked out in play, or at its end."""
    names = [score.now for score in program.scores]
    names += () if program.winner is None else program.winner.formulas
    roots = (program.procs, program.rules, program.zones, tuple(map(program.formulas.__getitem__, names)))
    used = {node.name for node in everything_used(roots, program.formulas, ir.Formula)}.union(names)
    return {name: formula for name, formula in program.formulas.items() if name in used}


# ---- which way pieces lie


def _reads_faces(program: ir.Program) -> bool:
    return any(node.op is Op.FACE_DOWN for node in instances_in(program, ir.Apply))


def _with_bodies(program: ir.Program, bodies: _Bodies) -> ir.Program:
    procs = {name: evolve(proc, body=bodies.block(proc.body)) for name, proc in program.procs.items()}
    rules = tuple(evolve(rule, body=bodies.block(rule.body)) for rule in program.rules)
    return evolve(program, procs=procs, rules=rules)


class _Bodies:
    """Lines without those that only turn or show pieces that nobody need know, and with players in turn where
    that is the same as all at once.
    """

    def __init__(self, told_apart: frozenset[str], in_turn: InTurn, *, faces: bool) -> None:
        """`faces`: which way pieces lie is asked for."""
        self.told_apart = told_apart
        self.in_turn = in_turn
        self.faces = faces

    def block(self, lines: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        """The same lines themselves where nothing is left out: a choice is known by its object."""
        kept = tuple(self._line(line) for line in lines if not self._is_needless(line))
        same = len(kept) == len(lines) and all(map(is_, kept, lines))
        return lines if same else kept

    def _is_needless(self, line: ir.Stmt) -> bool:
        match line:
            case ir.Flip(what=what, down=down) if not self.faces:
                parts: tuple[ir.Expr, ...] = (what, down)
            case ir.Show(what=what, to=to):
                parts = (what,) if to is None else (what, to)
            case _:
                return False
        return self.told_apart.isdisjoint(pieces_of(what.type)) and all(map(_has_a_value, parts))

    def _line(self, line: ir.Stmt) -> ir.Stmt:
        match line:
            case ir.Move(what=what, down=down) if down is not None and not self.faces:
                needless = self.told_apart.isdisjoint(pieces_of(what.type)) and _has_a_value(down)
                return evolve(line, down=None) if needless else line
            case ir.Secret():
                return with_blocks(self.in_turn.round_of(line) or line, self.block)
            case _:
                return with_blocks(line, self.block)


def _has_a_value(expr: ir.Expr) -> bool:
    """Whether a formula cannot be a fault, as far as that shows."""
    return all(
        _is_harmless(node) for node in nodes_in(expr) if is_expression(node) or isinstance(node, ir.ZoneRef)
    )


def _is_harmless(node: object) -> bool:
    match node:
        case ir.Apply(op=op):
            return op in _WITH_A_VALUE
        case ir.ZoneRef(index=index):
            return all(expr is None or isinstance(expr.type, _INDICES) for expr in index)
        case ir.Over(op=op):
            return op.entry.members and op.entry.each_alone
        case ir.ZonePieces() | ir.ZonesPieces() | ir.SlotPiece():
            return True
        case ir.Const() | ir.ConstSeq() | ir.Local() | ir.Counter():
            return True
        case _:
            return False
