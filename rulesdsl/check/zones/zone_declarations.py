"""Zones and states: where pieces are, who sees them, and the standing rules of zones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import product
from math import prod
from typing import assert_never

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.domains import PLAYER, UNREAD, describe, plain
from rulesdsl.check.folding import FALSE, all_of, constant, facts_of
from rulesdsl.check.limits import MOST_VALUES
from rulesdsl.check.scope import Place, Scope, UnknownName, zone_scope
from rulesdsl.check.symbols import StateSymbol, ZoneSymbol
from rulesdsl.check.zones.module import ZoneModule
from rulesdsl.operations import Op
from rulesdsl.program_walk import all_reached, everything_used, instances_in
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.ast import rules_of

_WORDS = ("all", "owner", "others", "nobody")


class ZoneDeclarations(ZoneModule):
    def declare_zones(self) -> None:
        for decl in self.world.tree.declarations:
            if isinstance(decl, ast.ZoneDecl):
                self._declare_zone(decl)
            elif isinstance(decl, ast.StateDecl):
                self._declare_state(decl)

    def _indices(self, per: tuple[ast.Per, ...]) -> tuple[list[ir.Domain], list[str | None], int | None]:
        domains: list[ir.Domain] = []
        names: list[str | None] = []
        owner_at: int | None = None
        for item in per:
            domain = self.declarations.types.index_type(item.of)
            if isinstance(domain, ir.PlayerDomain) and owner_at is None and item.name is None:
                owner_at = len(domains)
            domains.append(domain)
            names.append(item.name.text if item.name is not None else None)
        return domains, names, owner_at

    def _declare_zone(self, decl: ast.ZoneDecl) -> None:
        domains, names, owner_at = self._indices(decl.per)
        pieces = self.declarations.type_of(decl.of)
        if UNREAD in (pieces, *domains):
            self.world.unread.add(decl.name.text)
            pieces = ir.PieceDomain(())
        elif not isinstance(pieces, ir.PieceDomain):
            self.reporter.mismatch(
                decl.of.span,
                f"a zone holds pieces, not {describe(pieces)}",
                "no kind of pieces",
                hint="declare it: `pieces NAME …`",
            )
            self.world.unread.add(decl.name.text)
            pieces = ir.PieceDomain(())
        if self._too_many(decl.name, domains, "too-many-values", "zones"):
            return
        index = tuple(
            self.output.vars.new(name or ("owner" if position == owner_at else "index"), domain)
            for position, (name, domain) in enumerate(zip(names, domains, strict=True))
        )
        self.declarations.declare(
            ZoneSymbol(
                decl.name.text, decl.name.span, decl, index, tuple(names), owner_at, decl.shape, pieces
            )
        )

    def _declare_state(self, decl: ast.StateDecl) -> None:
        domains, _names, owner_at = self._indices(decl.per)
        domain = self.declarations.type_of(decl.type)
        if UNREAD in (domain, *domains):
            self.world.unread.add(decl.name.text)
        if self._too_many(decl.name, domains, "state-too-large", "values"):
            return
        self.declarations.declare(
            StateSymbol(decl.name.text, decl.name.span, decl, tuple(domains), owner_at, domain)
        )

    def _too_many(self, name: ast.Name, domains: Iterable[ir.Domain], code: str, of_what: str) -> bool:
        size = prod(max(1, self.declarations.size_of(domain)) for domain in domains)
        if size > MOST_VALUES:
            message = f"`{name.text}` would be {size:,} {of_what}"
            self.reporter.error(code, name.span, message, f"at most {MOST_VALUES:,}")
            self.world.unread.add(name.text)
        return size > MOST_VALUES

    # ------------------------------------------------------------ properties

    def build_zones(self) -> tuple[list[ir.Zone], dict[str, list[ir.Rule]]]:
        zones: list[ir.Zone] = []
        rules: dict[str, list[ir.Rule]] = {}
        for symbol in self.world.all(ZoneSymbol):
            if symbol.name not in self.world.unread:
                zone, result = self._build_zone(symbol)
                zones.append(zone)
                rules[symbol.name] = result
        asked = {zone.name: self._asked_by(zone) for zone in zones}
        return [self._without_circle(zone, asked) for zone in zones], rules

    def _asked_by(self, zone: ir.Zone) -> frozenset[str]:
        """The zones of which the condition of a zone asks whether they take a piece."""
        used = everything_used(zone.takes, self.output.formulas, ir.Apply)
        return frozenset(
            item.graph
            for item in used
            if isinstance(item, ir.Apply) and item.op is Op.TAKES and item.graph is not None
        )

    def _without_circle(self, zone: ir.Zone, asked: Mapping[str, frozenset[str]]) -> ir.Zone:
        """Whether a zone takes a piece may not rest on whether it takes one."""
        if zone.name not in all_reached(asked[zone.name], lambda name: asked.get(name, ())):
            return zone
        decl = self.world.declared(ZoneSymbol, zone.name).decl
        condition = next(node for node in instances_in(decl.props, ast.TakesProp)).condition
        self.reporter.error(
            "circular-definition",
            condition.span,
            f"whether `{zone.name}` takes a piece rests on whether it takes one",
            "leads back to the zone itself",
            because=((decl.name.span, "declared here"),),
            hint="ask for what the piece is, or what lies there",
        )
        return evolve(zone, takes=None)

    def find_renewals(self) -> None:
        self.world.renewals = {}
        for symbol in self.world.all(ZoneSymbol):
            for prop in symbol.decl.plain_props:
                if isinstance(prop, ast.RenewedProp) and symbol.name not in self.world.unread:
                    with suppress(UnknownName):
                        self.world.renewals[symbol.name] = self._renewal(symbol, prop)

    def _renewal(self, symbol: ZoneSymbol, prop: ast.RenewedProp) -> tuple[ir.ZoneRef, ir.Expr | None]:
        scope = zone_scope(symbol)
        ref, source = self.statements.pieces.zone_target(prop.source, scope)
        self.zones.rules.from_another(symbol, ref, prop.source.span, "would be renewed from")
        source.read = True
        symbol.filled = True
        return ref, None if prop.condition is None else self.expressions.condition(prop.condition, scope)

    def _build_zone(self, symbol: ZoneSymbol) -> tuple[ir.Zone, list[ir.Rule]]:
        seen, top_seen, down_seen = ir.Viewer("all"), None, ir.Viewer("nobody")
        takes: tuple[ir.Var, ir.Expr] | None = None
        old_to: ir.ZoneRef | None = None
        extra_to: ir.ZoneRef | None = None
        capacity = self.declarations.size_of(symbol.pieces)
        limited = symbol.shape == "slot"
        if limited:
            capacity = 1
        starts: list[tuple[int, ...]] = []
        shuffled = False
        rules: list[ir.Rule] = []
        scope = zone_scope(symbol)
        kinds_seen: dict[str, Span] = {}
        for prop in symbol.decl.props:
            cite = prop.cite if isinstance(prop, ast.CitedProp) else None
            node = prop.prop if isinstance(prop, ast.CitedProp) else prop
            sort = type(node).__name__
            if sort in kinds_seen:
                message = f"`{symbol.name}` has this property twice"
                self.reporter.twice(node.span, kinds_seen[sort], message)
                continue
            kinds_seen[sort] = node.span
            try:
                match node:
                    case ast.SeenProp(viewer):
                        seen = self.viewer(viewer, symbol.owner_at, scope)
                    case ast.TopSeenProp(viewer):
                        top_seen = self.viewer(viewer, symbol.owner_at, scope)
                    case ast.DownSeenProp(viewer):
                        down_seen = self.viewer(viewer, symbol.owner_at, scope)
                    case ast.TakesProp(name, condition):
                        var = self.output.vars.new(name.text, symbol.pieces)
                        inside = scope.inner()
                        inside.bind(name.text, ir.Local(var), name.span).used = True
                        takes = (var, self.expressions.condition(condition, inside))
                    case ast.StartsProp(content, is_shuffled):
                        starts = self._starts(symbol, content)
                        shuffled = is_shuffled
                        symbol.filled = True
                    case ast.RenewedProp():
                        pass
                    case ast.OneOptionProp(each):
                        self.world.told_apart[symbol.name] = each
                    case ast.KeptProp():
                        rules.append(self.zones.rules.kept_rule(symbol, node, cite, scope))
                    case ast.AtMostProp(limit, overflow, to):
                        most = self.expressions.as_number(self.expressions.expr(limit, scope), limit.span)
                        known = constant(most)
                        if overflow == "owner":
                            assert to is not None
                            rules.append(
                                self.zones.rules.limit_rule(symbol, most, to, cite, node.span, scope)
                            )
                            continue
                        if known is None or known < 0:
                            self.reporter.mismatch(
                                limit.span,
                                "the limit of a zone must be known before play",
                                describe(most.type),
                            )
                            continue
                        if symbol.shape == "slot" and known > 1:
                            self.reporter.error(
                                "out-of-range",
                                limit.span,
                                f"`{symbol.name}` is a slot, and a slot takes one piece",
                                f"this is {known}",
                                because=((symbol.span, "declared here"),),
                                hint="make it a `set`, a `row` or a `pile`, or leave the limit out",
                            )
                        capacity, limited = min(capacity, known), True
                        if overflow is not None:
                            assert to is not None
                            ref, target = self.statements.pieces.zone_target(to, scope)
                            self.zones.rules.from_another(
                                symbol, ref, to.span, "would give what is too much to"
                            )
                            target.filled = True
                            self.statements.pieces.fits_zone(symbol.pieces, target, to.span)
                            old_to, extra_to = (ref, None) if overflow == "old" else (None, ref)
                    case _:
                        assert_never(node)
            except UnknownName:
                continue
        renewal = self.world.renewals.get(symbol.name)
        instances = prod(self.declarations.size_of(var.type) for var in symbol.index)
        zone = ir.Zone(
            symbol.name,
            symbol.shape,
            symbol.index,
            symbol.owner_at,
            symbol.pieces,
            capacity,
            limited,
            seen,
            top_seen,
            down_seen,
            takes,
            old_to,
            extra_to,
            renewal[0] if renewal is not None else None,
            renewal[1] if renewal is not None else None,
            tuple(starts) if starts else ((),) * instances,
            shuffled,
            False,
            symbol.span,
        )
        return zone, rules

    def viewer(self, viewer: ast.Viewer, owner_at: int | None, scope: Scope) -> ir.Viewer:
        if viewer.word is not None:
            word = viewer.word.text
            if word not in _WORDS:
                raise self.reporter.unknown(viewer.word.span, word, "viewer", _WORDS)
            if word in ("owner", "others") and owner_at is None:
                raise self.reporter.error(
                    "missing-owner",
                    viewer.word.span,
                    "this has no owner: it is not per Player",
                    f"whose {word}?",
                    hint="`seen by all`, `seen by nobody`, or make it `per Player`",
                )
            return ir.Viewer(word)
        assert viewer.players is not None
        return ir.Viewer("some", self.statements.turns.players_of(viewer.players, scope))

    def _starts(self, symbol: ZoneSymbol, content: ast.Expr) -> list[tuple[int, ...]]:
        """What lies in each zone of that name at the start."""
        result: list[tuple[int, ...]] = []
        used: set[int] = set()
        for combination in product(*(self.declarations.members(var.type) for var in symbol.index)):
            scope = Scope(place=Place(decisions=False, why_not="at the start"))
            for index, (name, var, value, span) in enumerate(
                zip(symbol.index_names, symbol.index, combination, symbol.index_spans, strict=True)
            ):
                if name is not None:
                    scope.bind(name, ir.Const(value, var.type), span).used = True
                if index == symbol.owner_at:
                    scope.you = ir.Const(value, PLAYER)
            written = self.expressions.expr(content, scope, symbol.pieces)
            pieces = self.known_pieces(written, used)
            if pieces is None:
                of = plain(ir.member_type(written.type))
                in_play = isinstance(of, ir.PieceDomain | ir.PieceNameDomain)
                raise self.reporter.mismatch(
                    content.span,
                    "what lies there at the start must be known before play",
                    "this is found in play only" if in_play else f"this is {describe(written.type)}",
                    hint="a kind of pieces, some of them `(x in Kind where …)`, or a list of names",
                )
            if pieces:
                wrong = [p for p in pieces if not self.is_kind_of(p, symbol.pieces)]
                if wrong:
                    other = self.world.piece_names[self.world.piece_name_of[wrong[0]]]
                    raise self.reporter.mismatch(
                        content.span,
                        f"`{symbol.name}` holds {describe(symbol.pieces)}, not {other}",
                        "other pieces",
                        because=((symbol.span, "the zone"),),
                    )
            result.append(pieces)
        return result

    def is_kind_of(self, piece: int, domain: ir.PieceDomain) -> bool:
        return any(piece in k.pieces for k in self.world.kinds if k.name in domain.kinds)

    def known_pieces(self, value: ir.Expr, used: set[int]) -> tuple[int, ...] | None:
        """Pieces known before play; names stand for pieces of that name that are not used yet."""
        match value:
            case ir.Const(value=number_, type=domain):
                if number_ == ir.NONE:
                    return ()
                inner = plain(domain)
                if isinstance(inner, ir.PieceDomain):
                    used.add(number_)
                    return (number_,)
                if isinstance(inner, ir.PieceNameDomain):
                    return self._called((number_,), used)
                return None
            case ir.ConstSeq(values=values, type=ir.SeqDomain(of=of)):
                flat = tuple(v for v in values if isinstance(v, int))
                if isinstance(of, ir.PieceDomain) or not flat:
                    used.update(flat)
                    return flat
                if isinstance(of, ir.PieceNameDomain):
                    return self._called(flat, used)
                return None
            case _:
                return None

    def _called(self, names: tuple[int, ...], used: set[int]) -> tuple[int, ...] | None:
        values: list[int] = []
        for name in names:
            piece = next(
                (p for p, n in enumerate(self.world.piece_name_of) if n == name and p not in used), None
            )
            if piece is None:
                return None
            used.add(piece)
            values.append(piece)
        return tuple(values)

    # ------------------------------------------------------------ always

    def build_rule(self, decl: ast.AlwaysDecl) -> ir.Rule | None:
        scope = Scope(place=Place(decisions=True))
        pairs: list[tuple[ir.Var, ir.Expr]] = []
        inside = scope.inner()
        try:
            conditions: list[ir.Expr] = []
            if decl.binder is not None:
                var, domain, where, _by, inside = self.expressions.binder(decl.binder, scope)
                pairs.append((var, domain))
                if where is not None:
                    conditions.append(where)
            lines = list(decl.body)
            while lines and isinstance(lines[0], ast.When):
                head = lines.pop(0)
                assert isinstance(head, ast.When)
                test = self.expressions.condition(head.condition, inside)
                inside = inside.with_facts(facts_of(test, holds=True))
                conditions.append(test)
            body = self.statements.block(lines, inside)
        except UnknownName:
            return None
        condition = all_of(conditions) if conditions else FALSE
        if not conditions:
            self.reporter.error(
                "restless-rule",
                decl.name.span,
                f"the rule `{decl.name.text}` has no condition, so it would act without end",
                "always when?",
                hint="add `when …` above its lines",
            )
        return ir.Rule(decl.name.text, tuple(pairs), condition, body, rules_of(decl.cite), decl.span)
