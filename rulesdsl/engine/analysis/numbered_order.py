"""Where a program makes something of the order in which equal pieces are numbered.

Copies of a piece have numbers, and a set lies in the order of the numbers. As long as no line goes through
copies that differ (in where they lie, who knows them, what is marked on them) one after the other, nobody can
say which copy is which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import pieces_of
from rulesdsl.facts import members_of
from rulesdsl.operations import Op, Order
from rulesdsl.program_walk import is_line, nodes_in
from rulesdsl.statement_facts import statement_facts

Kinds = frozenset[str]

NO_KINDS: Kinds = frozenset()


def lines_of_play(program: ir.Program) -> Iterator[object]:
    """Every part of what is carried out in play, through the definitions that it uses: nothing that only an
    example or a bot asks.
    """
    scores = {score.now for score in program.scores}
    waiting: list[object] = [
        *(proc for proc in program.procs.values() if proc.kind != "step"),
        program.rules,
        program.zones,
        program.winner,
    ]
    names = scores | set(() if program.winner is None else program.winner.formulas)
    waiting += [program.formulas[name] for name in names]
    while waiting:
        for node in nodes_in(waiting.pop()):
            if isinstance(node, ir.Formula) and node.name in program.formulas and node.name not in names:
                names.add(node.name)
                waiting.append(program.formulas[node.name])
            yield node


@define
class NumberedOrder:
    """Copies in one zone may differ by what names them (`named`: kinds that variables name across decisions),
    by what is marked on them or how they lie (`marked`), and by who knows them (`hidden`).
    """

    program: ir.Program
    named: Kinds
    marked: Kinds
    hidden: Kinds
    unseen: frozenset[str]
    """The zones in which somebody may not see what lies there."""
    _values: dict[int, list[ir.Expr]] = field(factory=dict)
    """What variables are given, by their numbers."""

    @property
    def _differ(self) -> Kinds:
        return self.named | self.marked | self.hidden

    def kinds(self) -> Kinds:
        """The kinds of which something reads the order."""
        nodes = list(lines_of_play(self.program))
        for node in nodes:
            self._note_values(node)
        return NO_KINDS.union(*map(self._read, nodes))

    def _note_values(self, node: object) -> None:
        match node:
            case ir.Let(var=var, value=value) | ir.LetExpr(var=var, value=value):
                self._note((var,), (value,))
            case ir.SomeParam(var=var, domain=domain):
                self._note((var,), (domain,))
            case ir.Do(proc=name, args=args) if name in self.program.procs:
                self._note(self.program.procs[name].params, args)
            case ir.Formula(name=name, args=args) if name in self.program.formulas:
                self._note(self.program.formulas[name].params, args)

    def _note(self, variables: Iterable[ir.Var], values: Iterable[ir.Expr]) -> None:
        for var, value in zip(variables, values, strict=True):
            self._values.setdefault(var.number, []).append(value)

    # ---- what reads an order

    def _read(self, node: object) -> Kinds:
        match node:
            case ir.For(domain=domain):
                return self._mixed(domain, self._differ)
            case ir.Rule(vars=bound):
                return NO_KINDS.union(*(self._mixed(domain, self._differ) for _var, domain in bound))
            case ir.Over(op=op, domain=domain) if op.entry.reads_order:
                return self._mixed(domain, self._differ)
            case ir.Apply(op=op, args=args) if op.entry.order is Order.READ:
                read = [arg for arg in args if not _is_compared_as_set(op, arg)]
                return NO_KINDS.union(*(self._mixed(arg, self._differ) for arg in read))
            case ir.Alternative(params=params):
                return NO_KINDS.union(*self._chosen(params))
            case _ if is_line(node):
                return self._laid_down(node)
            case _:
                return NO_KINDS

    def _chosen(self, params: tuple[ir.Param, ...]) -> Iterator[Kinds]:
        """Members of a set are asked for one after the other, marked options have numbers in their order. Of
        equal ones that which most know is taken.
        """
        before: set[str] = set()
        for param in params:
            yield self._taken_unseen(param.domain)
            yield self._mixed(param.domain, self.marked)
            if isinstance(param, ir.SomeParam):
                yield self._mixed(param.domain, before)
            before.update(pieces_of(param.var.type))

    def _taken_unseen(self, domain: ir.Expr) -> Kinds:
        """Of equal pieces in a row or a pile whose places do not matter the lowest number is taken, unless
        everybody sees what lies there: then it is the first.
        """
        wanted = frozenset(pieces_of(domain.type))
        lying = [
            zone
            for zone in self.program.zones
            if zone.shape in ("row", "pile")
            and not zone.places_matter
            and zone.name in self.unseen
            and wanted.intersection(zone.pieces.kinds)
        ]
        nodes = list(nodes_in(domain))
        if not any(map(_hides_zones, nodes)):
            named = {node.zone for node in nodes if isinstance(node, ir.ZoneRef)}
            lying = [zone for zone in lying if zone.name in named]
        return wanted.intersection(kind for zone in lying for kind in zone.pieces.kinds)

    def _laid_down(self, stmt: ir.Stmt) -> Kinds:
        """What a line lays in an order, or where pieces make way for others."""
        facts = statement_facts(stmt)
        zones = {zone.name: zone for zone in self.program.zones}
        targets = [zones[to.zone] for to, _down in facts.to if to.zone in zones]
        if not any(zone.shape != "set" or zone.old_to or zone.extra_to for zone in targets):
            return NO_KINDS
        differ = self.marked | self.hidden
        return NO_KINDS.union(*(self._mixed(what, differ) for what in facts.takes)) & differ

    # ---- which order it is

    def _mixed(self, expr: ir.Expr, differ: Iterable[str], inside: frozenset[int] = frozenset()) -> Kinds:
        """The kinds of which copies that differ come in the order of their numbers; `differ`: those of which
        they may differ in one zone.
        """
        wanted = frozenset(pieces_of(expr.type))
        if not wanted or isinstance(expr.type, (ir.PieceDomain, ir.OptionalDomain)):
            return NO_KINDS

        def of(*parts: ir.Expr) -> Kinds:
            return NO_KINDS.union(*(self._mixed(part, differ, inside) for part in parts))

        match expr:
            case ir.ZonePieces(zone=ref) | ir.ZonesPieces(zone=ref):
                shape = next(zone.shape for zone in self.program.zones if zone.name == ref.zone)
                return wanted.intersection(differ) if shape == "set" else NO_KINDS
            case (
                ir.Apply(op=Op.JOIN, type=ir.SeqDomain(ordered=False)) | ir.Apply(op=Op.DISTINCT | Op.RANKED)
            ):
                return wanted
            case ir.Over(op=op, value=value) if value is not None or not op.entry.members:
                return wanted
            case ir.Composed() if members := members_of(expr):
                return of(*members)
            case ir.Formula(name=name) if name in self.program.formulas:
                return of(self.program.formulas[name].body)
            case ir.Local(var=var) if var.number in self._values:
                if var.number in inside:
                    return NO_KINDS
                known = inside | {var.number}
                return NO_KINDS.union(
                    *(self._mixed(value, differ, known) for value in self._values[var.number])
                )
            case _:
                return wanted


def _hides_zones(node: object) -> bool:
    """Whether it is an expression that gives pieces and does not say in which zones they lie."""
    if not isinstance(node, ir.Local | ir.ConstSeq | ir.StateRead | ir.Formula):
        return False
    return isinstance(node.type, ir.SeqDomain) and bool(pieces_of(node.type))


def _is_compared_as_set(op: Op, arg: ir.Expr) -> bool:
    return op in (Op.SEQ_EQ, Op.SEQ_NE) and isinstance(arg.type, ir.SeqDomain) and not arg.type.ordered
