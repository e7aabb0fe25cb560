"""What every part of a program reads and changes, for the checker and for the engine.

Whoever asks what a line changes, or what a condition looks at, asks here. Lines are described in
`statement_facts.py`, operations in `operations.py`; what a new class of expressions looks at is said here
(`assert_never`, and tests/engine/test_facts.py).
"""

from __future__ import annotations

from typing import assert_never

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Reads
from rulesdsl.program_walk import is_expression, nodes_in
from rulesdsl.statement_facts import Block, blocks_of, statement_facts

Thing = tuple[str, str]
"""What can be read or changed:

("zone", name)      which pieces lie there, and in which order
("room", name)      is only read: looks into that zone, not only whether a certain piece lies there
("faces", "")       which way pieces lie
("state", name)     a state
("recorded", name)  what was written down of a row of the score sheet
("pass", phase)     the number of its pass
("turn", phase)     is only changed: whose pass it is
("end", phase)      is only changed: that it is left
"""

FACES: Thing = ("faces", "")

NOTHING: frozenset[Thing] = frozenset()

_OF_ITS_DOMAIN = frozenset({Gather.REACHED, Gather.GROUPS})
"""Gives members of what is gone through, put together in a way of its own."""


def members_of(expr: ir.Expr) -> tuple[ir.Expr, ...]:
    """The parts of which a value is one, or whose members it consists of; none where it is of its own."""
    match expr:
        case ir.Apply(op=op, args=args):
            return tuple(args[index] for index in op.entry.members_of if index < len(args))
        case ir.Over(op=op, value=value) if not (value is None or op.entry.members or op in _OF_ITS_DOMAIN):
            return (value,)
        case ir.Over(domain=domain):
            return (domain,)
        case ir.IfExpr(then=then, otherwise=otherwise):
            return then, otherwise
        case ir.LetExpr(body=body):
            return (body,)
        case _:
            return ()


def kinds_of(domain: ir.Domain) -> tuple[str, ...]:
    """The kinds of the pieces in a value."""
    match domain:
        case ir.PieceDomain(kinds):
            return kinds
        case ir.OptionalDomain(of) | ir.SeqDomain(of=of):
            return kinds_of(of)
        case _:
            return ()


def direct_reads(node: object) -> frozenset[Thing]:
    """What a node names that it looks at. What definitions and operations look at is more than they name."""
    if isinstance(node, ir.ZoneRef):
        return frozenset({("zone", node.zone), ("room", node.zone)})
    return _expression_reads(node) if is_expression(node) else NOTHING


def _expression_reads(expr: ir.Expr) -> frozenset[Thing]:
    match expr:
        case ir.StateRead(state=name):
            return frozenset({("state", name)})
        case ir.Counter(phase=phase):
            return frozenset({("pass", phase)})
        case ir.PlaceOf(zone=zone):
            return frozenset({("zone", zone)})
        case ir.OfZones() | ir.Composed():
            # The zones that they name, and their parts, are nodes of their own.
            return NOTHING
        case ir.Const() | ir.ConstSeq() | ir.Local() | ir.Legal() | ir.AnyText() | ir.Formula():
            return NOTHING
        case _:
            assert_never(expr)


@define
class Facts:
    """What the parts of one program read and change; each part is looked at once."""

    program: ir.Program
    zones: dict[str, ir.Zone] = field(init=False)
    _scores: frozenset[str] = field(init=False)
    _reads: dict[int, tuple[object, frozenset[Thing]]] = field(factory=dict)
    _formulas: dict[str, frozenset[Thing]] = field(factory=dict)
    _changes: dict[int, tuple[object, frozenset[Thing]]] = field(factory=dict)
    _blocks: dict[int, tuple[object, frozenset[Thing]]] = field(factory=dict)
    _routines: dict[str, frozenset[Thing]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.zones = {zone.name: zone for zone in self.program.zones}
        self._scores = frozenset(score.name for score in self.program.scores)

    # ---- reading

    def reads(self, node: object) -> frozenset[Thing]:
        """What a formula, or anything with formulas in it, looks at, through the definitions it uses."""
        known = self._reads.get(id(node))
        if known is None:
            # The node is kept with what it reads, so that no other node can take its number.
            parts = (self.looks_at(part) for part in nodes_in(node))
            known = self._reads[id(node)] = node, NOTHING.union(*parts)
        return known[1]

    def formula_reads(self, name: str) -> frozenset[Thing]:
        if name not in self._formulas:
            # Formulas make no circles; what is under way reads nothing that is not found anyway.
            self._formulas[name] = NOTHING
            formula = self.program.formulas.get(name)
            if formula is not None:
                self._formulas[name] = self.reads(formula.body)
        return self._formulas[name]

    def rule_reads(self, rule: ir.Rule) -> frozenset[Thing]:
        return self.reads(rule.condition).union(*(self.reads(domain) for _var, domain in rule.vars))

    def looks_at(self, node: object) -> frozenset[Thing]:
        """What a node itself looks at, whatever lies in it."""
        match node:
            case ir.StateRead(state=name) if name in self._scores:
                return frozenset({("recorded", name)})
            case ir.Formula(name=name):
                return self.formula_reads(name)
            case ir.Apply():
                return self._operation_looks_at(node)
            case _:
                return direct_reads(node)

    def _operation_looks_at(self, expr: ir.Apply) -> frozenset[Thing]:
        match expr.op.entry.reads:
            case Reads.NOTHING:
                return NOTHING
            case Reads.PLACES:
                kinds = {kind for arg in expr.args for kind in kinds_of(arg.type)}
                return frozenset(
                    ("zone", zone.name)
                    for zone in self.program.zones
                    if zone.shape in {"row", "pile"} and not kinds.isdisjoint(zone.pieces.kinds)
                )
            case Reads.FACES:
                return frozenset({FACES})
            case Reads.WINNER:
                winner = self.program.winner
                formulas = () if winner is None else winner.formulas
                return NOTHING.union(*(self.formula_reads(name) for name in formulas))
            case Reads.TAKES:
                assert expr.graph is not None
                takes = self.zones[expr.graph].takes
                return NOTHING if takes is None else self.reads(takes[1])
            case _:
                assert_never(expr.op.entry.reads)

    # ---- changing

    def changes(self, stmt: ir.Stmt) -> frozenset[Thing]:
        """What a line changes by itself, whatever the blocks and routines do that it carries out."""
        known = self._changes.get(id(stmt))
        if known is None:
            known = self._changes[id(stmt)] = stmt, self._found_changes(stmt)
        return known[1]

    def _found_changes(self, stmt: ir.Stmt) -> frozenset[Thing]:
        facts = statement_facts(stmt)
        moved = (self.zones_of(what) for what in facts.takes)
        things = {("zone", name) for zones in moved for name in zones}
        things |= {("zone", ref.zone) for ref in facts.reorders}
        things |= {("pass" if name in self.program.phases else "state", name) for name in facts.sets}
        things |= {FACES for _turned in facts.turns}
        things = things.union(*(self._leaving(ref.zone) for ref in facts.draws_from))
        return self._special_changes(stmt).union(
            things, *(self._arriving(ref.zone) for ref, _down in facts.to)
        )

    def _special_changes(self, stmt: ir.Stmt) -> frozenset[Thing]:
        """What no other line changes."""
        match stmt:
            case ir.Record(phase=phase):
                return frozenset(
                    ("recorded", score.name) for score in self.program.scores if score.each == phase
                )
            case ir.End(phase=phase):
                return frozenset({("end", phase)})
            case ir.Phase(name=name, turn=turn):
                return frozenset({("pass", name), *((("turn", name),) if turn is not None else ())})
            case _:
                # What somebody knows, and what a variable holds, is nothing that others read.
                return NOTHING

    def writes(self, stmt: ir.Stmt) -> frozenset[Thing]:
        """What a line may change, with its blocks and the routines it calls, whatever standing rules do."""
        things = self.changes(stmt)
        if isinstance(stmt, ir.Do):
            return things | self._routine_writes(stmt.proc)
        return things.union(*(self.block_writes(block) for block in blocks_of(stmt)))

    def block_writes(self, block: Block) -> frozenset[Thing]:
        known = self._blocks.get(id(block))
        if known is None:
            known = self._blocks[id(block)] = block, NOTHING.union(*(self.writes(stmt) for stmt in block))
        return known[1]

    def _routine_writes(self, name: str) -> frozenset[Thing]:
        if name not in self._routines:
            self._routines[name] = NOTHING
            proc = self.program.procs.get(name)
            if proc is not None:
                self._routines[name] = self.block_writes(proc.body)
        return self._routines[name]

    def _arriving(self, name: str) -> frozenset[Thing]:
        """What changes when a piece comes to a zone, or without a name goes out of play: what lies there, and
        where old or extra pieces go.
        """
        things: set[Thing] = {FACES}
        waiting = [name] if name else []
        while waiting:
            zone = self.zones[waiting.pop()]
            if ("zone", zone.name) not in things:
                things.add(("zone", zone.name))
                waiting += (ref.zone for ref in (zone.old_to, zone.extra_to) if ref is not None)
        return frozenset(things)

    def _leaving(self, name: str) -> frozenset[Thing]:
        """What changes when a piece is drawn: the zone may have to be renewed before."""
        renewed_from = self.zones[name].renewed_from
        return frozenset({("zone", name), *((("zone", renewed_from.zone),) if renewed_from else ())})

    # ---- where pieces come from

    def zones_of(self, what: ir.Expr) -> frozenset[str]:
        """The zones in which pieces of a value may lie; all that could hold them where it cannot be told."""
        known = self.sources(what)
        if known is not None:
            return known
        kinds = set(kinds_of(what.type))
        return frozenset(zone.name for zone in self.program.zones if kinds & set(zone.pieces.kinds))

    def sources(self, what: ir.Expr) -> frozenset[str] | None:
        """The zones from which pieces are taken, None where it cannot be told."""
        match what:
            case ir.PiecesThere(zone=ref):
                return frozenset({ref.zone})
            case ir.Const() | ir.ConstSeq(values=()) if not kinds_of(what.type):
                return frozenset()
            case ir.Composed():
                members = members_of(what)
                return self._sources_of_all(members) if members else None
            case ir.Formula(name=name) if name in self.program.formulas:
                return self.sources(self.program.formulas[name].body)
            case ir.Local(var):
                return self.variable_sources(var)
            case ir.Const() | ir.ConstSeq() | ir.StateRead() | ir.Counter() | ir.ZoneCount() | ir.PlaceOf():
                return None
            case ir.Formula() | ir.Legal() | ir.AnyText():
                return None
            case _:
                assert_never(what)

    def variable_sources(self, _var: ir.Var) -> frozenset[str] | None:
        """Since a variable got its value, the pieces in it may have been moved anywhere."""
        return None

    def _sources_of_all(self, parts: tuple[ir.Expr, ...]) -> frozenset[str] | None:
        zones: set[str] = set()
        for part in parts:
            known = self.sources(part)
            if known is None:
                return None
            zones |= known
        return frozenset(zones)
