"""Calls that ask something of places and links."""

from __future__ import annotations

from typing import NoReturn

from rulesdsl import program as ir
from rulesdsl.check.domains import (
    FLAG,
    describe,
    is_number,
    optional,
    plain,
    seq,
)
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import FALSE, TRUE, all_of, any_of, constant, known_list, number
from rulesdsl.check.growing import Growing
from rulesdsl.check.meanings import KindMeaning, ZoneMeaning
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.symbols import LinkSymbol, NodeSymbol
from rulesdsl.functions import Function, Gives, Takes
from rulesdsl.gatherings import Gather
from rulesdsl.grids import Grid
from rulesdsl.operations import Op
from rulesdsl.source import Span
from rulesdsl.syntax import ast

LONGEST_WAY = 2**53
LONGEST_TRAIL = 20_000
LONGEST_LINE_ON_GROWING = 20
MOST_LINKS_OF_A_TRAIL = 64
"""No more are asked of a longest trail, whatever they count."""


class GraphCalls(ExpressionModule):
    def takes_arguments(self, nodes: list[ast.Expr], scope: Scope, span: Span) -> ir.Expr:
        zone = self.expressions.meaning(nodes[0], scope)
        if not isinstance(zone, ZoneMeaning):
            raise self.reporter.error(
                "not-a-zone", nodes[0].span, "a zone is expected here", "no zone", hint="`takes(ZONE, PIECE)`"
            )
        ref = self.expressions.zone_ref(zone, span)
        if None in ref.index:
            raise self.reporter.error(
                "missing-index", nodes[0].span, f"which `{zone.symbol.name}` is meant?", "an index is missing"
            )
        piece = self.expressions.arguments.piece_argument(nodes[1], scope)
        held = ir.Local(self.output.vars.new("piece", piece.type))
        kinds = KindMeaning(zone.symbol.name, zone.symbol.pieces)
        fits = self.expressions.comparisons.is_kind(held, kinds, span)
        if fits == FALSE:
            return FALSE
        # No zone takes nothing, or what is of another kind.
        taken = piece if fits == TRUE else ir.Apply(Op.AS, (held,), zone.symbol.pieces)
        index = (expr for expr in ref.index if expr is not None)
        takes = ir.Apply(Op.TAKES, (taken, *index), FLAG, graph=zone.symbol.name)
        return takes if fits == TRUE else ir.LetExpr(held.var, piece, all_of([fits, takes]), FLAG)

    def lines_call(self, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        nodes = self.expressions.arguments.values_argument("lines", args, 2, 2, span)
        symbol, board, cells = self._cells_of_a_board(nodes[0], scope)
        found_in_play = next(
            (name for name in sorted(names_in(nodes[1])) if scope.find(name) is not None), None
        )
        if found_in_play is not None:
            raise self.reporter.mismatch(
                nodes[1].span,
                "how long the lines are must be known before play",
                f"`{found_in_play}` has many values",
                hint="write `lines(Cell, 3)` and the like for each length; `rays(Cell, a)` go to the edge",
            )
        length = self.declarations.types.whole(nodes[1])
        if length is None:
            raise UnknownName
        if length < 1:
            raise self.reporter.error(
                "out-of-range", nodes[1].span, "a line has at least one cell", f"{length} here"
            )
        growing = self.world.growing.get(symbol.name)
        if growing is not None:
            return self._lines_on_growing(growing, length, cells, nodes[1].span)
        result = board.lines(length)
        if not result:
            self.reporter.error(
                "end-never-reached",
                span,
                f"a grid of {board.columns} by {board.rows} has no line of {length}",
                "there is none",
                because=((symbol.span, "the grid"),),
            )
        domain = ir.SeqOfSeqDomain(seq(symbol.domain, ordered=True, bound=length), len(result))
        lines = ir.ConstSeq(tuple(tuple(line) for line in result), domain)
        return lines if cells is None else self._all_within(lines, domain, cells)

    def _lines_on_growing(self, growing: Growing, length: int, cells: ir.Expr | None, span: Span) -> ir.Expr:
        if length > LONGEST_LINE_ON_GROWING:
            raise self.reporter.error(
                "too-much-work",
                span,
                f"lines on a board that grows have at most {LONGEST_LINE_ON_GROWING} places",
                f"{length} here",
            )
        lines = growing.lines(length, self.expressions.output.vars)
        assert isinstance(lines.type, ir.SeqOfSeqDomain)
        return lines if cells is None else self._all_within(lines, lines.type, cells)

    def _all_within(self, lines: ir.Expr, domain: ir.SeqOfSeqDomain, cells: ir.Expr) -> ir.Expr:
        """Those lines of which all cells are among these."""
        new = self.expressions.output.vars.new
        line = new("line", domain.of)
        match cells:
            case ir.Over(op=Gather.SELECT, var=var, domain=among_all, where=test) if (
                test is not None and self._are_all(among_all, domain.of.of)
            ):
                # All cells that meet a condition: each cell of the line meets it.
                every = ir.Over(Gather.EVERY, var, ir.Local(line), None, None, test, FLAG)
                return ir.Over(Gather.SELECT, line, lines, every, None, None, domain)
            case _:
                # Worked out once, as a map: each cell is asked for in many lines.
                assert isinstance(cells.type, ir.SeqDomain)
                how_often = ir.IntDomain(0, max(1, cells.type.bound))
                there = ir.MapDomain(domain.of.of, how_often)
                cell, these = new("cell", domain.of.of), new("cells", there)
                times = ir.Apply(Op.MAP_AT, (ir.Local(these), ir.Local(cell)), how_often)
                among = ir.Apply(Op.GT, (times, number(0)), FLAG)
                every = ir.Over(Gather.EVERY, cell, ir.Local(line), None, None, among, FLAG)
                selected = ir.Over(Gather.SELECT, line, lines, every, None, None, domain)
                return ir.LetExpr(these, ir.Apply(Op.TALLY, (cells,), there), selected, domain)

    def _are_all(self, cells: ir.Expr, kind: ir.Domain) -> bool:
        """Whether these are all places of a kind that there are."""
        growing = self.world.growing_of(kind)
        if growing is not None:
            return cells == growing.everything
        return isinstance(cells, ir.ConstSeq) and len(cells.values) == self.declarations.size_of(kind)

    def link(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        """`road(a, b)`: the link that joins two places, in either order."""
        symbol = self.world.declared(LinkSymbol, name)
        named = self.expressions.arguments.named_argument(name, args, ("a", "b"))
        if len(named) != 2:
            raise self.reporter.error(
                "wrong-argument-count",
                span,
                f"a link is called by the two that it joins: `{name}(a, b)`",
                f"{len(named)} given",
                because=((symbol.span, "declared here"),),
            )
        ends = [self.expressions.typed(node, scope, symbol.of) for node in (named["a"], named["b"])]
        start, goal = (constant(end) for end in ends)
        if start is None or goal is None:
            return self._link_in_play(symbol, ends)
        graph = self.world.graphs[name]
        low = self.declarations.members(symbol.of)[0]
        pairs = [{a + low, b + low} for a, b in graph.links]
        if {start, goal} in pairs:
            return ir.Const(pairs.index({start, goal}), symbol.domain)
        a, b = (node.span.text for node in named.values())
        label = self.declarations.cells.text_of
        beyond = [label(value, symbol.of) for pair in pairs if start in pair for value in pair - {start}]
        raise self.reporter.error(
            "unknown-name",
            span,
            f"no {name} joins {a} and {b}",
            "there is no such link",
            because=((symbol.span, "the links"),),
            hint=f"from {a} there are links to {', '.join(beyond[:8])}"
            if beyond
            else f"no {name} leads to {a}",
        )

    def _link_in_play(self, symbol: LinkSymbol, ends: list[ir.Expr]) -> ir.Expr:
        """The same with places that are only known in play: none if no link joins them."""
        domain = symbol.domain
        output = self.expressions.output
        link = output.vars.new("link", domain)
        first, other = (output.vars.new("end", symbol.of) for _ in ends)

        def is_end(end: str, var: ir.Var) -> ir.Expr:
            table = symbol.attrs[end].table
            return ir.Apply(Op.EQ, (ir.Lookup(table, (ir.Local(link),), symbol.of), ir.Local(var)), FLAG)

        joins = any_of(
            [
                all_of([is_end("a", first), is_end("b", other)]),
                all_of([is_end("a", other), is_end("b", first)]),
            ]
        )
        every = known_list(range(symbol.count), domain)
        joining = ir.Over(Gather.FIRST, link, every, joins, None, None, optional(domain))
        inner = ir.LetExpr(other, ends[1], joining, joining.type)
        return ir.LetExpr(first, ends[0], inner, joining.type)

    def onward(self, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> ir.Expr:
        nodes = self.expressions.arguments.values_argument("onward", args, 2, 2, span)
        node = self.expressions.arguments.not_none(nodes[0], scope)
        steps = self.expressions.as_number(self.expressions.expr(nodes[1], scope), nodes[1].span)
        symbol = self.world.places_of(plain(node.type))
        if symbol is None or symbol.shape != "ring":
            raise self.reporter.mismatch(nodes[0].span, "a place of a ring is expected", describe(node.type))
        return ir.Apply(Op.ONWARD, (node, steps), symbol.domain, graph=symbol.name)

    def _on_what(self, name: str, arg: ast.Argument, scope: Scope) -> str | None:
        """The call with the board, or the links, before the one place that was given."""
        try:
            domain = (
                None
                if isinstance(arg.value, ast.Over)
                else plain(self.expressions.expr(arg.value, scope).type)
            )
        except UnknownName:
            return None
        symbol = self.world.places_of(domain)
        if symbol is None:
            return None
        links = (item.name for item in self.world.all(LinkSymbol) if item.of == domain)
        on = symbol.name if symbol.shape in ("grid", "ring") else next(links, None)
        if on is None:
            return None
        return f"say first what leads from place to place: `{name}({on}, {arg.span.text})`"

    def _cells_of_a_board(self, node: ast.Expr, scope: Scope) -> tuple[NodeSymbol, Grid, ir.Expr | None]:
        """A board, and which of its cells are meant; None for all of them."""
        meaning = self.expressions.meaning(node, scope)
        if isinstance(meaning, KindMeaning):
            return *self._board(node, scope), None
        cells = self.expressions.value(meaning, scope, node.span)
        symbol = self.world.places_of(cells.type.of) if isinstance(cells.type, ir.SeqDomain) else None
        if symbol is not None and symbol.board is not None:
            return symbol, symbol.board, cells
        raise self.reporter.mismatch(node.span, "cells of a grid are expected here", cells.type)

    def _board(self, node: ast.Expr, scope: Scope) -> tuple[NodeSymbol, Grid]:
        kind = self.expressions.meaning(node, scope)
        symbol = self.world.symbols.get(kind.name) if isinstance(kind, KindMeaning) else None
        if isinstance(symbol, NodeSymbol) and symbol.board is not None:
            return symbol, symbol.board
        raise self.reporter.mismatch(node.span, "a kind of places drawn as a grid is expected", "no grid")

    def on_links(
        self, op: Op, function: Function, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> ir.Expr:
        """A function of a map: the links come first, or the kind of places where there is only one way."""
        named = self.expressions.arguments.named_argument(op.word, args, function.names)
        if any(word not in named for word in function.names if word not in function.optional):
            hint = None if len(named) != 1 else self._on_what(op.word, args[0], scope)
            raise self.expressions.arguments.wrongly_written(op.word, span, f"{len(named)} given", hint=hint)
        first, *others = function.names
        meaning = self.expressions.meaning(named[first], scope)
        growing = self.world.growing.get(meaning.name) if isinstance(meaning, KindMeaning) else None
        if growing is not None:
            return self._on_growing(growing, op, function, named, scope)
        links, place, graph = self._links(named[first], scope)
        if graph not in self.world.graphs:
            # The links could not be read, which has been reported.
            raise UnknownName
        size = self.declarations.size_of(place)
        number = len(self.world.graphs[graph].links)
        length = ir.IntDomain(0, number or size)
        places = seq(place, ordered=False, bound=size)
        board = self._board(named[first], scope)[1] if function.takes[0] is Takes.GRID else None
        given = [links]
        highest = 0
        for word, takes in zip(others, function.takes[1:], strict=True):
            node = named.get(word)
            if node is None:
                given.append(ir.ConstSeq((), places))
            elif takes in (Takes.ALONG, Takes.ENTERING):
                weights, most = self.expressions.weights.of_each(takes, node, place, graph, scope)
                highest += most
                given.append(weights)
            else:
                given.append(self._argument_value(takes, node, place, places, length, scope))
        if named.keys() & {"along", "entering"}:
            is_trail = function.gives is Gives.LENGTH
            steps = min(number, MOST_LINKS_OF_A_TRAIL) if is_trail else size - 1
            length = self._length(highest * steps, LONGEST_TRAIL if is_trail else LONGEST_WAY, span)
        domain = self._given(function, place, places, length, board)
        return ir.Apply(op, tuple(given), domain, graph=graph, span=span)

    def _length(self, most: int, limit: int, span: Span) -> ir.IntDomain:
        if most > limit:
            raise self.reporter.error(
                "range-too-wide",
                span,
                "this sum could become too large",
                f"up to {most}; at most {limit}",
            )
        return ir.IntDomain(0, most)

    def _on_growing(
        self, growing: Growing, op: Op, function: Function, named: dict[str, ast.Expr], scope: Scope
    ) -> ir.Expr:
        """The same of a board that grows: what is there now, and what lies beside it."""
        domain, new = growing.domain, self.expressions.output.vars
        places = seq(domain, ordered=False, bound=growing.size)
        length = ir.IntDomain(0, growing.size)
        if op not in (Op.NEIGHBOURS, Op.DISTANCE, Op.WITHIN, Op.CONNECTED, Op.REGIONS, Op.RAYS):
            self._not_on_growing(op.word, named[function.names[0]].span)
        given = []
        for word, takes in zip(function.names[1:], function.takes[1:], strict=True):
            if word not in function.optional:
                given.append(self._argument_value(takes, named[word], domain, places, length, scope))
            elif word in named:
                self._not_on_growing(f"{op.word}(…, {word}: …)", named[word].span)
        match op:
            case Op.NEIGHBOURS:
                return growing.neighbours(given[0], new)
            case Op.DISTANCE:
                return growing.distance(given[0], given[1])
            case Op.RAYS:
                return growing.rays(given[0], new)
            case Op.CONNECTED:
                return ir.Apply(Op.EQ, (growing.count, growing.count), FLAG)
            case Op.WITHIN:
                there = new.new("there", domain)
                near = ir.Apply(Op.LE, (growing.distance(given[0], ir.Local(there)), given[1]), FLAG)
                return ir.Over(Gather.SELECT, there, growing.everything, near, None, None, places)
            case _:
                member = new.new("member", domain)
                beside = growing.neighbours(ir.Local(member), new)
                groups = ir.SeqOfSeqDomain(places, growing.size)
                return ir.Over(Gather.GROUPS, member, given[0], None, None, beside, groups)

    def _not_on_growing(self, name: str, span: Span) -> NoReturn:
        raise self.reporter.mismatch(
            span,
            f"`{name}` is not known on a board that grows",
            "it has no edges and no links",
            hint="`ray(place, north)` are the places straight on, `neighbours` those beside one",
        )

    def _argument_value(
        self,
        takes: Takes,
        node: ast.Expr,
        place: ir.Domain,
        places: ir.SeqDomain,
        length: ir.IntDomain,
        scope: Scope,
    ) -> ir.Expr:
        match takes:
            case Takes.PLACE:
                value = self.expressions.arguments.not_none(node, scope, place)
                return self.expressions.coerced(value, place, node.span)
            case Takes.PLACES:
                return self.expressions.coerced(self.expressions.sequence(node, scope), places, node.span)
            case Takes.NUMBER:
                return self.expressions.as_number(self.expressions.expr(node, scope), node.span)
            case Takes.LENGTHS if not self._is_number(node, scope):
                return self.expressions.sequence(node, scope)
            case Takes.LENGTHS:
                number = self.expressions.as_number(self.expressions.expr(node, scope), node.span)
                return ir.Apply(Op.SEQ_OF, (number,), seq(length, ordered=True, bound=1))
            case _:
                raise AssertionError(f"no function of a map takes {takes} behind the links")

    def _given(
        self,
        function: Function,
        place: ir.Domain,
        places: ir.SeqDomain,
        length: ir.IntDomain,
        board: Grid | None,
    ) -> ir.Domain:
        match function.gives:
            case Gives.FLAG:
                return FLAG
            case Gives.PLACES:
                return places
            case Gives.PLACES_IN_ORDER:
                return seq(place, ordered=True, bound=places.bound)
            case Gives.GROUPS_OF_PLACES:
                return ir.SeqOfSeqDomain(places, places.bound)
            case Gives.RAYS:
                assert board is not None
                straight = seq(place, ordered=True, bound=board.longest_ray)
                return ir.SeqOfSeqDomain(straight, len(board.directions))
            case Gives.LENGTH:
                return length
            case Gives.LENGTH_OR_NONE:
                return optional(length)
            case Gives.LENGTHS:
                return seq(length, ordered=False, bound=length.high + 1)
            case _:
                raise AssertionError(f"no function of a map gives {function.gives}")

    def _is_number(self, node: ast.Expr, scope: Scope) -> bool:
        return is_number(self.expressions.expr(node, scope).type)

    def _links(self, node: ast.Expr, scope: Scope) -> tuple[ir.Expr, ir.Domain, str]:
        """Links (all of a graph, or a set of them), what they join, and the graph's name."""
        meaning = self.expressions.meaning(node, scope)
        if isinstance(meaning, KindMeaning) and isinstance(meaning.domain, ir.NodeDomain):
            symbol = self.world.symbols[meaning.name]
            if isinstance(symbol, NodeSymbol) and symbol.shape != "links":
                return known_list((), ir.IntDomain(0, 0)), meaning.domain, meaning.name
        value = self.expressions.value(meaning, scope, node.span)
        domain = value.type
        if isinstance(domain, ir.SeqDomain) and isinstance(domain.of, ir.LinkDomain):
            link = self.world.declared(LinkSymbol, domain.of.name)
            return value, link.of, link.name
        raise self.reporter.mismatch(
            node.span,
            "links are expected here",
            value.type,
            hint="the name of a `links` declaration, or some of them: `(r in road where …)`",
        )
