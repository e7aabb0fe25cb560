"""Where the value of a state comes from, line by line: out of something hidden, or out of what was said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.analysis.carrying_out import carried_out_on
from rulesdsl.engine.analysis.made_of import MadeOf
from rulesdsl.operations import Op
from rulesdsl.program_walk import nodes_in
from rulesdsl.source import Span

Line = Span | str
"""Where a line stands; of one that no file has, the state that it writes."""


@frozen
class Origins:
    """By the places of lines that write states. `revealing`: the value, or whether the line is carried out at
    all, rests on what somebody cannot see, so that the line itself is what tells it. `handed_on`: the value
    is a variable as it stands, of this name. `made_of`: it is worked out of these variables and of tables
    alone. `places_made_of`: the same of each index of the state; None of one that rests on how things stand.
    `carried_out_on`: the lines that move, turn or show the very pieces that these variables hold.
    """

    revealing: frozenset[Line]
    handed_on: Mapping[Line, str]
    made_of: Mapping[Line, frozenset[str]]
    places_made_of: Mapping[Line, tuple[frozenset[str] | None, ...]]
    carried_out_on: Mapping[Line, frozenset[str]]

    @classmethod
    def of(cls, program: ir.Program) -> Origins:
        lines = [node for node in nodes_in((program.procs, program.rules)) if _writes(node)]
        made_of = MadeOf(program)
        values = {line_of(line): made_of(line.value) for line in lines}
        return cls(
            _Walk(program).revealing(),
            {line_of(line): var.name for line in lines if (var := _variable(line.value))},
            {line: names for line, names in values.items() if names},
            {line_of(line): tuple(map(made_of, line.index)) for line in lines},
            carried_out_on(program),
        )


def line_of(node: ir.Assign | ir.Include | ev.StateSet) -> Line:
    return node.span or node.state


def _writes(node: object) -> bool:
    return isinstance(node, ir.Assign | ir.Include)


def _variable(expr: ir.Expr) -> ir.Var | None:
    """The variable that stands here, narrowed or not."""
    while isinstance(expr, ir.Apply) and expr.op in (Op.AS, Op.SEQ_OF) and len(expr.args) == 1:
        expr = expr.args[0]
    return expr.var if isinstance(expr, ir.Local) else None


@define
class _Walk:
    program: ir.Program
    _secret: frozenset[tuple[str, str]] = field(init=False)
    """Zones and states of which somebody cannot see everything."""
    _tainted: set[int] = field(factory=set)
    """Variables that hold something of these, or what chance gave in secret."""
    _named: dict[int, ir.Expr] = field(factory=dict)
    """What variables are names for."""
    _seen: set[tuple[str, bool]] = field(factory=set)
    _found: set[Line] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        zones = {("zone", zone.name) for zone in self.program.zones if zone.seen.word != "all"}
        states = {("state", state.name) for state in self.program.states if state.seen.word != "all"}
        self._secret = frozenset(zones | states)
        self._taint()

    def revealing(self) -> frozenset[Line]:
        self._proc("flow", hidden=False)
        for rule in self.program.rules:
            self._lines(rule.body, hidden=self._decides_in_secret(rule.condition))
        return frozenset(self._found)

    # ------------------------------------------------------------------ what is hidden

    def _taint(self) -> None:
        nodes = list(nodes_in((self.program.procs, self.program.rules)))
        self._tainted |= {
            node.var.number for node in nodes if isinstance(node, ir.Chance) and node.seen.word != "all"
        }
        self._named |= {node.var.number: node.value for node in nodes if isinstance(node, ir.Let)}
        bound = [(number, value) for number, value in self._named.items() if not _holds_pieces(value)]
        for node in nodes:
            if isinstance(node, ir.Do):
                params = self.program.procs[node.proc].params
                bound += [(var.number, arg) for var, arg in zip(params, node.args, strict=False)]
        before = -1
        while before != len(self._tainted):
            before = len(self._tainted)
            self._tainted |= {number for number, value in bound if self._is_hidden(value)}

    def _is_hidden(self, *exprs: object, zones: bool = True) -> bool:
        for node in (node for expr in exprs for node in self._nodes(expr)):
            match node:
                case ir.Local(var=var) if var.number in self._tainted:
                    return True
                case ir.StateRead(state=name) if ("state", name) in self._secret:
                    return True
                case ir.ZoneRef(zone=name) | ir.PlaceOf(zone=name) if (
                    zones and ("zone", name) in self._secret
                ):
                    return True
                case _:
                    pass
        return False

    def _decides_in_secret(self, condition: ir.Expr) -> bool:
        """Whether lines are carried out on account of a hidden state or chance. What a hand is good for is
        told by what its player does.
        """
        return self._is_hidden(condition, zones=False)

    def _nodes(self, root: object) -> Iterator[Any]:
        """Everything in a formula, and in those that it uses, but of what is only counted."""
        waiting, known = [root], set[str]()
        while waiting:
            for node in nodes_in(waiting.pop(), _is_looked_into):
                if isinstance(node, ir.Formula) and node.name not in known:
                    known.add(node.name)
                    waiting.append(self.program.formulas[node.name].body)
                yield node

    # ------------------------------------------------------------------ lines

    def _proc(self, name: str, *, hidden: bool) -> None:
        if (name, hidden) not in self._seen:
            self._seen.add((name, hidden))
            self._lines(self.program.procs[name].body, hidden=hidden)

    def _lines(self, lines: Iterable[ir.Stmt], *, hidden: bool) -> None:
        for line in lines:
            self._line(line, hidden=hidden)

    def _line(self, line: ir.Stmt, *, hidden: bool) -> None:
        match line:
            case ir.Assign(value=value, index=index) | ir.Include(value=value, index=index):
                if hidden or self._is_hidden(value, *index):
                    self._found.add(line_of(line))
            case ir.If(condition, then, otherwise):
                inside = hidden or self._decides_in_secret(condition)
                self._lines((*then, *otherwise), hidden=inside)
            case ir.For(_, domain, body):
                self._lines(body, hidden=hidden or self._decides_in_secret(domain))
            case ir.Do(proc=name):
                self._proc(name, hidden=hidden)
            case _:
                # What is done in an action tells no more than that it was chosen.
                for item in getattr(line, "alternatives", ()):
                    self._lines(item.body, hidden=False)
                self._lines(getattr(line, "body", ()), hidden=hidden)


def _is_looked_into(node: object) -> bool:
    if isinstance(node, ir.Apply) and node.op.entry.counts:
        # Which everybody sees of pieces that nobody knows.
        return not any(isinstance(arg, ir.PiecesThere) for arg in node.args)
    return not isinstance(node, ir.ZoneCount)


def _holds_pieces(value: ir.Expr) -> bool:
    """Pieces that are only taken hold of: what they are is told when they move."""
    domain = value.type
    return isinstance(ir.member_type(domain), ir.PieceDomain)
