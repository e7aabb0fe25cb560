"""Formulas, loops and choices that go through more combinations than anybody could wait for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from math import prod

from rulesdsl import program as ir
from rulesdsl.check.folding import TRUE
from rulesdsl.check.limits import MOST_VALUES
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.gatherings import Gather
from rulesdsl.operations import MOST_WAYS, Op, ways_to_take
from rulesdsl.program_walk import blocks_in, nodes_in, parts_of
from rulesdsl.source import Span
from rulesdsl.syntax import ast

MOST_COMBINATIONS = 10_000_000
"""So many times at most one line or formula is worked out for one step of a game: a second or two."""

LEADS_TO = 6
"""So many others each of those that hang together leads to, which are looked at, too."""

WORDS = {ir.For: "this", ir.Repeat: "this", ir.Assign: "this line", ir.Alternative: "choosing this"}


def too_much_work(checked: Checked, work: Work) -> Iterator[Diagnostic]:
    """What counts are values of ranges and kinds, and the pieces for which there is room in zones, that are
    gone through in each other. Loops that get long in play are stopped by the limit of steps."""
    declared = {
        decl.name.text: decl.name.span
        for decl in checked.world.tree.declarations
        if isinstance(decl, (ast.DefineDecl, ast.ScoreDecl, ast.NoteDecl))
    }
    for name, formula in checked.program.formulas.items():
        span = declared.get(name.removeprefix("now ").removeprefix("score "))
        if span is not None and work.too_much(formula.body):
            yield _finding(work, span, f"`{span.text}`", work.of(formula.body))
    for proc in checked.program.procs.values():
        for line in work.lines(proc.body):
            assert line.span is not None
            yield _finding(work, line.span, WORDS[type(line)], work.of(line))
    for rule in checked.program.rules:
        many = prod(work.size(domain) for _var, domain in rule.vars) * max(1, work.of(rule.condition))
        if many > MOST_COMBINATIONS and rule.span is not None:
            yield _finding(work, rule.span, f"the rule `{rule.name}`", many)


def _finding(work: Work, span: Span, what: str, many: int) -> Diagnostic:
    multiply = "ranges, zones and walks over a map" if work.program.graphs else "ranges and zones"
    return finding(
        "too-much-work",
        span,
        f"{what} can go through {many:,} combinations; at most {MOST_COMBINATIONS:,} may be gone through"
        " at once",
        "too many for one step of a game",
        hint=f"{multiply} that are gone through inside each other multiply: make them smaller"
        " (`at most 20`), or take them apart",
    )


def too_many_ways(access: Access, work: Work) -> Iterator[Diagnostic]:
    """Ways to take some of many, of which there are more than are gone through."""
    for node in access.parts(ir.Apply):
        if node.op is not Op.COMBINATIONS or node.span is None:
            continue
        many, taken, _ = node.args
        assert isinstance(taken.type, ir.IntDomain)
        number = work.most(many)
        if work.size(node) > MOST_WAYS:
            yield finding(
                "too-much-work",
                node.span,
                f"{taken.type.high} of {number:,} can be taken in {work.size(node):,} ways; at most"
                f" {MOST_WAYS:,} may be gone through",
                "too many",
                hint="take from fewer: a zone that holds `at most 7`, or `first(S, 7)`",
            )


def too_many_options(access: Access, work: Work) -> Iterator[Diagnostic]:
    """Values that a player is to choose from, of which there are more than are offered."""
    for alternative in access.parts(ir.Alternative):
        for param in alternative.params:
            many = work.size(param.domain)
            if many > MOST_VALUES and param.places is not None:
                yield finding(
                    "too-many-values",
                    param.places.whole,
                    f"there are {many:,} values to choose from; at most {MOST_VALUES:,} are offered",
                    "too many",
                )


class Work:
    """How often something is gone through at most."""

    def __init__(self, access: Access) -> None:
        self.program = access.program
        self._formulas: dict[str, int] = {}
        self._procs: dict[str, int] = {}
        self._loops: dict[int, int] = {}
        self._room = {zone.name: zone.capacity for zone in access.program.zones}
        named: list[ir.Let | ir.LetExpr] = [*access.parts(ir.LetExpr), *access.parts(ir.Let)]
        self._named = {node.var.number: node.value for node in named}

    def of(self, node: object) -> int:
        """How many combinations are gone through where this is worked out once."""
        match node:
            case ir.Over(domain=domain, where=where, by=by, value=value):
                inner = max(1, self.of(where) + self.of(by) + self.of(value))
                inner += LEADS_TO if node.op in (Gather.REACHED, Gather.GROUPS) else 0
                return self.of(domain) + self.size(domain) * inner
            case ir.Formula(name=name, args=args):
                if name not in self._formulas:
                    # To ask for one is a step too: definitions that each ask twice for the one before double.
                    self._formulas[name] = max(1, self.of(self.program.formulas[name].body))
                return self._formulas[name] + self.of(args)
            case ir.For() | ir.Repeat():
                if id(node) not in self._loops:
                    self._loops[id(node)] = self._passes(node) * max(1, self.of(node.body))
                return self._loops[id(node)]
            case ir.Apply(op=op) if op.entry.walks:
                return self.of(node.args) + op.entry.walks * self._gone_over(node)
            case ir.Do(proc=name, args=args):
                if name not in self._procs:
                    self._procs[name] = self.of(self.program.procs[name].body)
                return self._procs[name] + self.of(args)
            case ir.Decide() | ir.Phase():
                # What is asked and every pass is a step of its own.
                return 0
            case ir.Alternative(params=params, checks=checks):
                return self._choosing(params, checks)
            case tuple():
                return sum(map(self.of, node))
            case _:
                return sum(map(self.of, parts_of(node)))

    def _gone_over(self, walk: ir.Apply) -> int:
        """How many places of its map a walk can come to."""
        assert walk.graph is not None
        graph = self.program.graphs[walk.graph]
        # The links, which come first, may be left out.
        match walk.op, walk.args[-walk.op.entry.on_links + 1 :]:
            case Op.REGIONS, (places,):
                return min(graph.node_count, self.most(places))
            case Op.WITHIN, (_, most, *costs):
                steps = most.type.high if isinstance(most.type, ir.IntDomain) else None
                return most_within(graph, None if any(map(self.size, costs)) else steps)
            case _:
                return most_within(graph)

    def _passes(self, loop: ir.For | ir.Repeat) -> int:
        if isinstance(loop, ir.For):
            return _certain(loop.domain)
        return max(0, loop.number.value) if isinstance(loop.number, ir.Const) else 1

    def too_much(self, node: object) -> bool:
        """Not where what it calls is too much already."""
        if self.of(node) <= MOST_COMBINATIONS:
            return False
        called = {item.name for item in nodes_in(node) if isinstance(item, ir.Formula)}
        return not any(self.of(self.program.formulas[name].body) > MOST_COMBINATIONS for name in called)

    def lines(self, body: object) -> Iterator[ir.For | ir.Repeat | ir.Assign | ir.Alternative]:
        """The outermost that are too much."""
        todo = [body]
        while todo:
            part = todo.pop()
            if isinstance(part, tuple):
                todo.extend(part)
            elif (
                isinstance(part, (ir.For, ir.Repeat, ir.Assign, ir.Alternative))
                and part.span is not None
                and self.too_much(part)
            ):
                yield part
            else:
                todo.extend(blocks_in(part))

    def _choosing(self, params: tuple[ir.Param, ...], checks: tuple[tuple[ir.Condition, ...], ...]) -> int:
        """For one legal combination all may have to be tried."""
        many = 1
        value = self.of(checks[0])
        for param, tests in zip(params, checks[1:], strict=True):
            size = self.size(param.domain) if isinstance(param, ir.OneParam) else 1
            value += many * (self.of(param.domain) + size * max(1, self.of(param.where)))
            many *= size
            value += many * self.of(tests)
        return value

    def size(self, domain: ir.Expr) -> int:
        """How many values may have to be gone through."""
        match domain:
            case ir.ZonePieces(zone=ref, type=ir.SeqDomain(bound=bound)):
                return max(1, bound if None in ref.index else min(bound, self._room[ref.zone]))
            case ir.ZonesPieces(owners=owners, zone=ref, type=ir.SeqDomain(bound=bound)):
                assert isinstance(owners.type, ir.SeqDomain)
                return max(1, min(bound, owners.type.bound * self._room[ref.zone]))
            case ir.Over(op=Gather.SELECT | Gather.LIST, value=None, domain=inner):
                return self.size(inner)
            case ir.Apply(op=Op.COMBINATIONS, args=(many, taken, repeated)):
                assert isinstance(taken.type, ir.IntDomain)
                return ways_to_take(self.most(many), max(0, taken.type.high), repeated=repeated == TRUE)
            case ir.Local(var=var) if var.number in self._named:
                return self.size(self._named[var.number])
            case _:
                return _certain(domain)

    def most(self, many: ir.Expr) -> int:
        """How many there can be at most, as far as that is seen, or by the type."""
        match many:
            case ir.ZonePieces() | ir.ZonesPieces():
                return self.size(many)
            case ir.Apply(op=Op.FIRST_N | Op.LAST_N, args=(of, ir.Const(value=most))):
                return min(self.most(of), max(0, most))
            case ir.Apply(op=Op.WITHOUT | Op.MAP_ATTR | Op.DISTINCT | Op.RANKED | Op.AS, args=(of, *_)):
                return self.most(of)
            case ir.Over(op=Gather.SELECT | Gather.LIST | Gather.HIGHEST | Gather.LOWEST, domain=of):
                return self.most(of)
            case ir.Local(var=var) if var.number in self._named:
                return self.most(self._named[var.number])
            case _:
                return many.type.bound if isinstance(many.type, ir.SeqDomain) else self.size(many)


def most_within(graph: ir.Graph, steps: int | None = None) -> int:
    """How many places a walk can come to, of so many steps or of any number."""
    joined = Counter(chain(*graph.links))
    places = graph.node_count if graph.shape != "links" else max(1, len(joined))
    if steps is None:
        return places
    if graph.shape == "grid":
        return min(places, (2 * max(0, steps) + 1) ** 2)
    beside = 2 if graph.shape == "ring" else max(joined.values(), default=0)
    near = edge = 1
    for _ in range(steps):
        if near >= places or not edge:
            break
        edge *= beside
        near += edge
    return min(places, near)


def _certain(domain: ir.Expr) -> int:
    """How many values are gone through whatever lies where."""
    match domain:
        case ir.ConstSeq(values=values):
            return len(values)
        case ir.Apply(op=Op.RANGE, args=(ir.Const(value=low), ir.Const(value=high))):
            return max(0, high - low + 1)
        case _:
            return 1
