"""Paths: names, `your x`, attributes and indices, from the text to what they stand for."""

from __future__ import annotations

import attrs

from rulesdsl.builtins import BUILTINS
from rulesdsl.check.domains import FLAG, PLAYER, describe, is_optional, optional, plain, seq
from rulesdsl.check.folding import TRUE, constant
from rulesdsl.check.meanings import (
    BuiltinMeaning,
    CaseMeaning,
    DefineMeaning,
    KindMeaning,
    Meaning,
    Owners,
    RowMeaning,
    ScoreMeaning,
    Several,
    StateMeaning,
    TableMeaning,
    ZoneMeaning,
)
from rulesdsl.check.scope import Scope
from rulesdsl.check.symbols import (
    NOUNS,
    DefineSymbol,
    EnumSymbol,
    LinkSymbol,
    NodeSymbol,
    OptionSymbol,
    PhaseSymbol,
    PieceSymbol,
    ScoreSymbol,
    StateSymbol,
    TableSymbol,
    UnionSymbol,
    ZoneSymbol,
)
from rulesdsl.check.world import World
from rulesdsl.program import (
    NONE,
    Apply,
    Const,
    ConstSeq,
    Counter,
    Domain,
    Expr,
    FormulaDef,
    IfExpr,
    IntDomain,
    LinkDomain,
    Local,
    Lookup,
    MapDomain,
    OptionalDomain,
    Over,
    PieceDomain,
    PieceNameDomain,
    PlaceOf,
    PlayerDomain,
    SeqDomain,
    StateRead,
    ZonePieces,
    ZoneRef,
    ZonesPieces,
    SlotPiece,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast


class Paths(World):
    example_players: tuple[str, ...] = ()

    # ------------------------------------------------------------ names

    def meaning(self, node: ast.Expr, scope: Scope) -> Meaning | Expr:
        match node:
            case ast.NameRef(name):
                return self._name(name, node.span, scope)
            case ast.Your(name):
                if scope.you is None:
                    self.error(
                        "outside-a-turn",
                        node.span,
                        f"`your {name.text}`: nobody acts here",
                        "whose?",
                        hint=self._whose_hint(name.text),
                    )
                    return Const(0, FLAG)
                return self.attribute(scope.you, name, scope, node.span)
            case ast.Attribute(of, name):
                return self.attribute(self.meaning(of, scope), name, scope, node.span)
            case ast.Call(of, args):
                return self.call(of, args, scope, node.span)
            case ast.Group(inner):
                return self.meaning(inner, scope)
            case _:
                return self.expr(node, scope)

    def _whose_hint(self, name: str) -> str:
        symbol = self.symbols.get(name)
        if isinstance(symbol, (DefineSymbol, ScoreSymbol)):
            return "a definition that says `your` is `per Player`: `define … per Player = …`"
        return f"say whose: `p.{name}` for a player p, `players.{name}` for all of them"

    def _name(self, name: str, span: Span, scope: Scope) -> Meaning | Expr:
        local = scope.find(name)
        if local is not None:
            local.used = True
            return self.narrowed(local.expr, scope)
        if name in self.example_players:
            return Const(self.example_players.index(name), PLAYER)
        symbol = self.symbols.get(name)
        if symbol is not None:
            self.used.add(name)
            return self._symbol(symbol, span, scope)
        values = self.values.get(name)
        if values is not None:
            self.used.add(name)
            return values[0] if len(values) == 1 else Several(name, tuple(values), span)
        for enum in self.symbols.values():
            if isinstance(enum, EnumSymbol) and name in enum.cases:
                return CaseMeaning(enum, enum.cases[name], span)
        match name:
            case "you":
                if scope.you is None:
                    self.error(
                        "outside-a-turn",
                        span,
                        "nobody acts here, so there is no `you`",
                        "who?",
                        hint="lines of a turn, an action or a `per Player` definition have one",
                    )
                    return Const(0, PLAYER)
                return scope.you
            case "players":
                return ConstSeq(tuple(range(self.players)), seq(PLAYER, ordered=True, bound=self.players))
            case "player_count":
                return Const(self.players, IntDomain(self.players, self.players))
            case "others":
                if scope.you is None:
                    self.error("outside-a-turn", span, "nobody acts here, so there are no `others`", "whose others?")
                    return ConstSeq((), seq(PLAYER, ordered=True, bound=0))
                return Apply("others", (scope.you,), seq(PLAYER, ordered=True, bound=self.players - 1))
            case "winners":
                return Apply("winners", (), seq(PLAYER, ordered=False, bound=self.players))
            case _ if name in BUILTINS:
                return BuiltinMeaning(name, span)
            case _:
                known = [*scope.visible(), *self.symbols, *self.values, *BUILTINS, "you", "players", "others"]
                self.unknown(span, name, "name", known)
                raise UnknownName

    def _symbol(self, symbol: object, span: Span, scope: Scope) -> Meaning | Expr:
        match symbol:
            case OptionSymbol():
                return Const(symbol.value, symbol.type)
            case DefineSymbol():
                return DefineMeaning(symbol, None, span=span)
            case ScoreSymbol():
                return ScoreMeaning(symbol, None, span=span)
            case ZoneSymbol():
                return ZoneMeaning(symbol, (None,) * len(symbol.index), 0, span=span)
            case StateSymbol():
                return StateMeaning(symbol, (None,) * len(symbol.index), span=span)
            case TableSymbol():
                return TableMeaning(symbol, span)
            case LinkSymbol():
                values = tuple(range(symbol.count))
                return ConstSeq(values, seq(LinkDomain(symbol.name), ordered=True, bound=len(values)))
            case EnumSymbol(domain=domain) | NodeSymbol(domain=domain):
                return KindMeaning(symbol.name, domain, span)
            case PieceSymbol(domain=pieces) | UnionSymbol(domain=pieces):
                return KindMeaning(symbol.name, pieces, span)
            case PhaseSymbol():
                if scope.place.in_flow and symbol.name not in scope.place.phases:
                    self.error(
                        "unknown-name",
                        span,
                        f"`{symbol.name}` counts the passes of a phase and has a value only inside it",
                        "outside of the phase",
                        because=((symbol.span, "the phase"),),
                    )
                return Counter(symbol.name, IntDomain(1, symbol.most))
            case _:
                raise TypeError(symbol)

    def narrowed(self, expr: Expr, scope: Scope) -> Expr:
        """The expression with the type that conditions have shown it to have."""
        if not isinstance(plain(expr.type), PieceDomain) and not is_optional(expr.type):
            return expr
        found: Domain | None = None
        for known, domain in scope.facts:
            if known == expr:
                if isinstance(domain, SeqDomain) and isinstance(domain.of, PieceDomain):
                    domain = domain.of
                if found is None or (isinstance(found, PieceDomain) and isinstance(domain, PieceDomain)):
                    if isinstance(found, PieceDomain) and isinstance(domain, PieceDomain):
                        kinds = tuple(k for k in found.kinds if k in domain.kinds)
                        found = PieceDomain(kinds or found.kinds)
                    else:
                        found = domain
        if found is None or found == expr.type:
            return expr
        return Apply("as", (expr,), found)

    # ------------------------------------------------------------ attributes

    def attribute(self, of: Meaning | Expr, name: ast.Name, scope: Scope, span: Span) -> Meaning | Expr:
        if isinstance(of, RowMeaning):
            return self._result(of, name.text, name.span)
        if isinstance(of, KindMeaning) and isinstance(of.domain, PieceDomain):
            of = self.all_of_kind(of.domain)
        value = self.value(of, scope, span)
        domain = plain(value.type)
        if isinstance(domain, PlayerDomain):
            return self._of_player(value, name, scope, span)
        if isinstance(domain, SeqDomain):
            if isinstance(domain.of, PlayerDomain):
                return self._of_players(value, domain, name, scope, span)
            return self._of_many(value, domain, name, scope)
        attr = self.attribute_of(domain, name.text)
        if attr is not None:
            result: Domain = attr.type
            if is_optional(value.type) and not isinstance(result, (MapDomain, SeqDomain)):
                result = optional(result)
            elif is_optional(value.type):
                self.none_here(value, span, f"`.{name.text}`")
            table = self.tables.get(attr.table)
            at = constant(value)
            if table is not None and at is not None and at != NONE:
                members = self.members(domain)
                low = members[0] if members else 0
                if isinstance(domain, PieceNameDomain):
                    low = 0
                if 0 <= at - low < len(table.values):
                    known = table.values[at - low]
                    return Const(known, result) if isinstance(known, int) else ConstSeq(known, result)
            return self.narrowed(Lookup(attr.table, (value,), result, span=span), scope)
        place = self._place_attribute(domain, name.text)
        if place is not None:
            zone, at_index, index_type = place
            zone.read = True
            found: Domain = optional(index_type)
            if not is_optional(value.type) and self._only_home(domain, zone):
                found = index_type
            return self.narrowed(PlaceOf(zone.name, at_index, value, found), scope)
        self._no_attribute(domain, name)
        raise UnknownName

    def _place_attribute(self, domain: Domain, name: str) -> tuple[ZoneSymbol, int, Domain] | None:
        if not isinstance(domain, PieceDomain):
            return None
        for symbol in self.symbols.values():
            if isinstance(symbol, ZoneSymbol) and set(symbol.pieces.kinds) & set(domain.kinds):
                for at, index_name in enumerate(symbol.index_names):
                    if index_name == name:
                        return symbol, at, symbol.index[at].type
        return None

    def _only_home(self, domain: Domain, zone: ZoneSymbol) -> bool:
        """Whether pieces like this can lie in no other zone."""
        assert isinstance(domain, PieceDomain)
        return all(
            other is zone or not set(other.pieces.kinds) & set(domain.kinds)
            for other in self.symbols.values()
            if isinstance(other, ZoneSymbol)
        )

    def _no_attribute(self, domain: Domain, name: ast.Name) -> None:
        known: list[str] = []
        match domain:
            case PlayerDomain():
                known = self._player_names()
            case PieceDomain(kinds) | PieceNameDomain(kinds):
                for kind in kinds:
                    symbol = self.symbols[kind]
                    if isinstance(symbol, PieceSymbol):
                        known.extend(symbol.attrs)
            case _:
                name_of = getattr(domain, "name", None)
                owner = self.symbols.get(name_of) if isinstance(name_of, str) else None
                if isinstance(owner, (EnumSymbol, NodeSymbol, LinkSymbol)):
                    known = list(owner.attrs)
        from rulesdsl.diagnostics.suggest import did_you_mean

        meant = did_you_mean(name.text, known)
        hint = f"did you mean `{meant}`?" if meant else None
        if hint is None and known:
            hint = "there is " + ", ".join(f"`{one}`" for one in dict.fromkeys(known))
        self.error(
            "unknown-attribute", name.span, f"{describe(domain)} has no `{name.text}`", "unknown here", hint=hint
        )

    def _player_names(self) -> list[str]:
        names = ["total"]
        for name, symbol in self.symbols.items():
            match symbol:
                case ZoneSymbol(owner_at=int()) | StateSymbol(owner_at=int()) | ScoreSymbol():
                    names.append(name)
                case DefineSymbol(per_player=True):
                    names.append(name)
                case PieceSymbol(alias=str() as alias, per="Player"):
                    names.append(alias)
                case _:
                    pass
        return names

    def _of_player(self, player: Expr, name: ast.Name, scope: Scope, span: Span) -> Meaning | Expr:
        if is_optional(player.type):
            sure = Apply("as", (player,), PLAYER)
            found = self._of_player(sure, name, scope, span)
            if isinstance(found, ZoneMeaning) and (found.symbol.shape != "slot" or None in found.index):
                self.none_here(player, span, f"`.{name.text}`")
                return found
            value = self.value(found, scope, span)
            if isinstance(value.type, (SeqDomain, MapDomain)):
                self.none_here(player, span, f"`.{name.text}`")
                return value
            nothing = optional(value.type)
            return IfExpr(Apply("is_none", (player,), FLAG), Const(NONE, nothing), value, nothing)
        symbol = self.symbols.get(name.text)
        match symbol:
            case ZoneSymbol(owner_at=int() as at):
                self.used.add(name.text)
                meaning = ZoneMeaning(symbol, (None,) * len(symbol.index), 0, span=span)
                return attrs.evolve(meaning.with_index(at, player), given=0)
            case StateSymbol(owner_at=int() as at):
                self.used.add(name.text)
                index = tuple(player if i == at else None for i in range(len(symbol.index)))
                state = StateMeaning(symbol, index, span=span)
                return self._finished_state(state, scope)
            case DefineSymbol(per_player=True):
                self.used.add(name.text)
                return self._finished_define(DefineMeaning(symbol, player, span=span), scope)
            case ScoreSymbol():
                self.used.add(name.text)
                return self.score_value(symbol, player)
            case ZoneSymbol() | StateSymbol() | DefineSymbol():
                noun = NOUNS[type(symbol)]
                self.error(
                    "unknown-attribute",
                    name.span,
                    f"the {noun} `{name.text}` is not per player",
                    "of nobody in particular",
                    because=((symbol.span, "declared here"),),
                    hint=f"write `{name.text}`",
                )
                return self._name(name.text, name.span, scope)
            case _:
                pass
        if name.text == "total":
            return self.total_value(player)
        for kind in self.symbols.values():
            if isinstance(kind, PieceSymbol) and kind.alias == name.text and kind.per == "Player":
                members = self.members(kind.domain)
                at_const = constant(player)
                if at_const is not None:
                    return Const(members[at_const], kind.domain)
                return Apply("add", (player, Const(members[0], IntDomain(0, members[0]))), kind.domain)
        self._no_attribute(PLAYER, name)
        raise UnknownName

    def _of_players(
        self, players: Expr, domain: SeqDomain, name: ast.Name, scope: Scope, span: Span
    ) -> Meaning | Expr:
        var = self.vars.new("p", PLAYER)
        one = self._of_player(Local(var), name, scope, span)
        owners = Owners(var, players)
        match one:
            case ZoneMeaning() | StateMeaning() | DefineMeaning():
                return attrs.evolve(one, owners=owners)
            case _:
                value = self.value(one, scope, span)
                return self.list_over(var, players, value, domain.bound)

    def list_over(self, var: object, domain: Expr, value: Expr, bound: int) -> Expr:
        from rulesdsl.program import Var

        assert isinstance(var, Var)
        if isinstance(value.type, (SeqDomain, MapDomain)):
            raise TypeError(value.type)
        return Over("list", var, domain, None, None, value, seq(plain(value.type), ordered=True, bound=bound))

    def _of_many(self, value: Expr, domain: SeqDomain, name: ast.Name, scope: Scope) -> Expr:
        attr = self.attribute_of(domain.of, name.text)
        if attr is not None:
            if isinstance(attr.type, (SeqDomain, MapDomain)):
                self.error(
                    "type-mismatch",
                    name.span,
                    f"`.{name.text}` of many things would be a list of {describe(attr.type)}",
                    "take one at a time",
                    hint=f"for example `sum(c in …: count(c.{name.text}))`",
                )
                raise UnknownName
            result = seq(plain(attr.type), ordered=True, bound=domain.bound)
            return Apply("map_attr", (value,), result, graph=attr.table)
        place = self._place_attribute(domain.of, name.text)
        if place is not None:
            zone, at, index_type = place
            zone.read = True
            var = self.vars.new("c", domain.of)
            return self.list_over(
                var, value, PlaceOf(zone.name, at, Local(var), optional(index_type)), domain.bound
            )
        self._no_attribute(domain.of, name)
        raise UnknownName

    def none_here(self, value: Expr, span: Span, where: str) -> Expr:
        self.error(
            "none-in-arithmetic",
            span,
            f"this may be none, so {where} has nothing to work on",
            describe(value.type),
            hint="test it first: `if x is not none` (or `where x is not none`, or `… and …`)",
        )
        return Apply("as", (value,), plain(value.type))

    # ------------------------------------------------------------ indices and calls

    def call(
        self, of: ast.Expr, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> Meaning | Expr:
        meaning = self.meaning(of, scope)
        match meaning:
            case BuiltinMeaning(name):
                return self.builtin(name, args, scope, span)
            case KindMeaning():
                return self._constructed(meaning, args, scope, span)
            case CaseMeaning(symbol, case):
                values = self._plain_args(args, 1, scope, span, case.name)
                assert case.carries is not None
                value = constant(self.coerced(values[0], case.carries, args[0].span)) if values else None
                if value is None:
                    if values:
                        self.error("type-mismatch", span, f"what `{case.name}` carries must be known here", "")
                    raise UnknownName
                return Const(case.first + value - case.low, symbol.domain)
            case ZoneMeaning():
                return self._index_zone(meaning, args, scope, span)
            case StateMeaning():
                return self._index_state(meaning, args, scope, span)
            case DefineMeaning():
                return self._call_define(meaning, args, scope, span)
            case TableMeaning():
                return self._table_row(meaning, args, scope, span)
            case _:
                value = self.value(meaning, scope, of.span)
                if isinstance(value.type, MapDomain):
                    values = self._plain_args(args, 1, scope, span, "this map")
                    if not values:
                        raise UnknownName
                    key = self.coerced(values[0], value.type.key, args[0].span)
                    at = constant(key)
                    if isinstance(value, ConstSeq) and at is not None:
                        members = self.members(value.type.key)
                        known = value.values[at - members[0]]
                        assert isinstance(known, int)
                        return Const(known, value.type.value)
                    return self.narrowed(Apply("map_at", (value, key), value.type.value, span=span), scope)
                self.error(
                    "type-mismatch",
                    of.span,
                    "this takes nothing in brackets",
                    f"it is {describe(value.type)}",
                )
                raise UnknownName

    def builtin(self, name: str, args: tuple[ast.Argument, ...], scope: Scope, span: Span) -> Expr:
        raise NotImplementedError

    def coerced(self, expr: Expr, target: Domain, span: Span) -> Expr:
        raise NotImplementedError

    def _plain_args(
        self, args: tuple[ast.Argument, ...], count: int, scope: Scope, span: Span, what: str
    ) -> list[Expr]:
        if len(args) != count:
            self.error(
                "wrong-argument-count",
                span,
                f"`{what}` takes {count} in brackets, not {len(args)}",
                f"{len(args)} given",
            )
            return []
        values = []
        for arg in args:
            if isinstance(arg.value, ast.Over):
                self.error("type-mismatch", arg.span, "a value is expected here", "not a `x in …`")
                return []
            values.append(self.expr(arg.value, scope))
        return values

    def _expected_args(
        self, args: tuple[ast.Argument, ...], domains: list[Domain], scope: Scope, span: Span, what: str
    ) -> list[Expr]:
        if len(args) != len(domains):
            self.error(
                "wrong-argument-count",
                span,
                f"`{what}` takes {len(domains)} in brackets, not {len(args)}",
                f"{len(args)} given",
                hint=None if not domains else "it takes " + ", ".join(describe(one) for one in domains),
            )
            raise UnknownName
        values = []
        for arg, domain in zip(args, domains, strict=True):
            if isinstance(arg.value, ast.Over):
                self.error("type-mismatch", arg.span, "a value is expected here", "not a `x in …`")
                raise UnknownName
            values.append(self.coerced(self.expr(arg.value, scope, domain), domain, arg.value.span))
        return values

    def _index_zone(
        self, meaning: ZoneMeaning, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> ZoneMeaning:
        symbol = meaning.symbol
        open_at = [at for at, one in enumerate(meaning.index) if one is None]
        if symbol.owner_at in open_at and meaning.owners is None:
            self.missing_owner(symbol.name, span, symbol.span)
            raise UnknownName
        if len(args) > len(open_at):
            self.error(
                "wrong-argument-count",
                span,
                f"`{symbol.name}` has {len(open_at)} more indices, not {len(args)}",
                f"{len(args)} given",
                because=((symbol.span, "declared here"),),
            )
            raise UnknownName
        domains = [symbol.index[at].type for at in open_at[: len(args)]]
        for at, value in zip(open_at, self._expected_args(args, domains, scope, span, symbol.name), strict=False):
            meaning = meaning.with_index(at, value)
        return attrs.evolve(meaning, span=span)

    def _index_state(
        self, meaning: StateMeaning, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> Meaning | Expr:
        symbol = meaning.symbol
        open_at = [at for at, one in enumerate(meaning.index) if one is None]
        if symbol.owner_at in open_at and meaning.owners is None:
            self.missing_owner(symbol.name, span, symbol.span)
            raise UnknownName
        if len(args) > len(open_at):
            self.error(
                "wrong-argument-count",
                span,
                f"`{symbol.name}` takes {len(open_at)} in brackets, not {len(args)}",
                f"{len(args)} given",
                because=((symbol.span, "declared here"),),
            )
            raise UnknownName
        domains = [symbol.index[at] for at in open_at[: len(args)]]
        index = list(meaning.index)
        for at, value in zip(open_at, self._expected_args(args, domains, scope, span, symbol.name), strict=False):
            index[at] = value
        return self._finished_state(attrs.evolve(meaning, index=tuple(index), span=span), scope)

    def missing_owner(self, name: str, span: Span, declared: Span) -> None:
        self.error(
            "missing-owner",
            span,
            f"every player has a `{name}`: whose is meant?",
            "say whose",
            because=((declared, "per Player"),),
            hint=f"`your {name}` for whoever acts, `p.{name}` for a player p, `players.{name}` for all of them",
        )

    def _finished_state(self, meaning: StateMeaning, scope: Scope) -> Meaning | Expr:
        """A state with all its indices is narrowed by what is known of it."""
        _ = scope
        return meaning

    def _finished_define(self, meaning: DefineMeaning, scope: Scope) -> Meaning | Expr:
        _ = scope
        return meaning

    def _call_define(
        self, meaning: DefineMeaning, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> Meaning | Expr:
        symbol = meaning.symbol
        if symbol.per_player and meaning.you is None:
            self.missing_owner(symbol.name, span, symbol.span)
            raise UnknownName
        self.define_signature(symbol)
        domains = [var.type for var in symbol.vars if var.name != "you"]
        by_position = self._ordered_args(args, [v.name for v in symbol.vars if v.name != "you"], symbol.name, span)
        values = self._expected_args(by_position, domains, scope, span, symbol.name)
        if symbol.state == "open":
            self.circle(symbol, span)
            raise UnknownName
        done = attrs.evolve(meaning, args=tuple(values), span=span)
        return done if done.owners is not None else self.define_value(done, span, scope)

    def _ordered_args(
        self, args: tuple[ast.Argument, ...], names: list[str], what: str, span: Span
    ) -> tuple[ast.Argument, ...]:
        if all(arg.name is None for arg in args):
            return args
        ordered: dict[str, ast.Argument] = {}
        for at, arg in enumerate(args):
            name = arg.name.text if arg.name is not None else (names[at] if at < len(names) else "")
            if name not in names:
                self.unknown(
                    arg.name.span if arg.name else arg.span,
                    name,
                    f"argument of `{what}` called",
                    names,
                    code="unknown-argument",
                )
                raise UnknownName
            ordered[name] = arg
        _ = span
        return tuple(ordered[name] for name in names if name in ordered)

    def _table_row(
        self, meaning: TableMeaning, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> Meaning | Expr:
        symbol = meaning.symbol
        ordered = self._ordered_args(args, [name for name, _ in symbol.keys], symbol.name, span)
        values = self._expected_args(ordered, [domain for _, domain in symbol.keys], scope, span, symbol.name)
        row = RowMeaning(symbol, tuple(values), span)
        if len(symbol.results) == 1:
            return self._result(row, next(iter(symbol.results)), span)
        return row

    def _result(self, row: RowMeaning, name: str, span: Span) -> Expr:
        domain = row.symbol.results.get(name)
        if domain is None:
            self.unknown(
                span, name, f"result of `{row.symbol.name}` called", row.symbol.results, code="unknown-attribute"
            )
            raise UnknownName
        table = self.tables[f"{row.symbol.name}.{name}"]
        flat: int | None = 0
        for key, (_, key_domain) in zip(row.keys, row.symbol.keys, strict=True):
            value = constant(key)
            members = self.members(key_domain)
            flat = None if value is None or flat is None else flat * len(members) + value - members[0]
        if flat is not None and 0 <= flat < len(table.values):
            known = table.values[flat]
            return Const(known, domain) if isinstance(known, int) else ConstSeq(known, domain)
        return Lookup(table.name, row.keys, domain, span=span)

    def _constructed(
        self, kind: KindMeaning, args: tuple[ast.Argument, ...], scope: Scope, span: Span
    ) -> Expr:
        """`Cell(2, 1)`, `Trek(symbol: water, value: 2)`: the one with these attributes."""
        symbol = self.symbols[kind.name]
        match symbol:
            case NodeSymbol(shape="grid"):
                order: tuple[str, ...] = ("column", "row")
            case NodeSymbol(shape="ring"):
                order = ("number",)
            case PieceSymbol():
                order = symbol.order or tuple(symbol.attrs)
            case NodeSymbol() | EnumSymbol():
                order = tuple(symbol.attrs)
            case _:
                self.error("type-mismatch", span, f"`{kind.name}` cannot be made here", "name a single kind")
                raise UnknownName
        wanted: dict[str, int] = {}
        for at, arg in enumerate(args):
            name = arg.name.text if arg.name is not None else (order[at] if at < len(order) else "")
            attr = symbol.attrs.get(name)
            if attr is None or isinstance(arg.value, ast.Over):
                self.unknown(
                    arg.span, name or str(at + 1), f"attribute of {kind.name} called", symbol.attrs, "unknown-argument"
                )
                raise UnknownName
            value = constant(self.coerced(self.expr(arg.value, scope, attr.type), attr.type, arg.value.span))
            if value is None:
                return self._found(kind, symbol, args, order, scope, span)
            wanted[attr.table] = value
        if isinstance(symbol, PieceSymbol):
            names = []
            pieces = self.members(symbol.domain)
            for name_number in symbol.names:
                rows = [at for at, p in enumerate(pieces) if self.piece_name_of[p] == name_number]
                if rows and all(self.tables[t].values[rows[0]] == v for t, v in wanted.items()):
                    names.append(name_number)
            if names:
                return Const(names[0], symbol.name_domain)
        else:
            for row in range(len(self.members(kind.domain))):
                if all(self.tables[t].values[row] == v for t, v in wanted.items()):
                    return Const(row, kind.domain)
        self.error("unknown-name", span, f"there is no such {kind.name}", "nothing has these attributes")
        raise UnknownName

    def _found(
        self,
        kind: KindMeaning,
        symbol: PieceSymbol | NodeSymbol | EnumSymbol,
        args: tuple[ast.Argument, ...],
        order: tuple[str, ...],
        scope: Scope,
        span: Span,
    ) -> Expr:
        """The same with values that are only known in play: the first that fits, or none."""
        _ = span
        domain = symbol.domain
        var = self.vars.new("it", domain)
        tests: list[Expr] = []
        for at, arg in enumerate(args):
            attr = symbol.attrs[arg.name.text if arg.name is not None else order[at]]
            assert not isinstance(arg.value, ast.Over)
            value = self.coerced(self.expr(arg.value, scope, attr.type), attr.type, arg.value.span)
            tests.append(Apply("eq", (Lookup(attr.table, (Local(var),), attr.type), value), FLAG))
        from rulesdsl.check.folding import all_of

        values = self.members(domain)
        everything = ConstSeq(values, seq(domain, ordered=True, bound=len(values)))
        return Over("first", var, everything, all_of(tests) if tests else TRUE, None, None, optional(domain))

    # ------------------------------------------------------------ values

    def value(self, meaning: Meaning | Expr, scope: Scope, span: Span, expected: Domain | None = None) -> Expr:
        """What a path stands for, read as a value."""
        match meaning:
            case ZoneMeaning():
                return self._zone_value(meaning, scope, span)
            case StateMeaning():
                return self._state_value(meaning, scope, span)
            case DefineMeaning():
                return self._define_meaning_value(meaning, span, scope)
            case ScoreMeaning(symbol):
                self.missing_owner(symbol.name, span, symbol.span)
                raise UnknownName
            case KindMeaning(_, domain):
                if expected is not None and isinstance(plain(expected), PieceNameDomain):
                    found = self._lone_name(meaning.name)
                    if found is not None:
                        return found
                return self.all_of_kind(domain)
            case Several(name, values):
                return self._decided(meaning, expected, name, values)
            case CaseMeaning(_, case):
                self.error(
                    "wrong-argument-count",
                    span,
                    f"`{case.name}` carries a value",
                    "which?",
                    because=((case.span, "declared here"),),
                    hint=f"for example `{case.name}({case.low})`",
                )
                raise UnknownName
            case TableMeaning(symbol):
                keys = ", ".join(name for name, _ in symbol.keys)
                self.error(
                    "wrong-argument-count", span, f"the table `{symbol.name}` needs its keys", f"`({keys})`"
                )
                raise UnknownName
            case RowMeaning(symbol):
                results = ", ".join(f"`.{name}`" for name in symbol.results)
                self.error(
                    "type-mismatch", span, f"a row of `{symbol.name}` has several results", f"say which: {results}"
                )
                raise UnknownName
            case BuiltinMeaning(name):
                self.error("wrong-argument-count", span, f"`{name}` needs brackets", f"`{name}(…)`")
                raise UnknownName
            case _:
                return meaning

    def _lone_name(self, kind: str) -> Expr | None:
        symbol = self.symbols.get(kind)
        if isinstance(symbol, PieceSymbol) and len(symbol.names) == 1:
            return Const(symbol.names[0], symbol.name_domain)
        return None

    def _decided(self, meaning: Several, expected: Domain | None, name: str, values: tuple[Const, ...]) -> Expr:
        if expected is not None:
            from rulesdsl.check.domains import comparable

            target = plain(expected)
            if isinstance(target, (SeqDomain,)):
                target = target.of
            fitting = [one for one in values if comparable(one.type, target)]
            if len(fitting) == 1:
                return fitting[0]
        kinds = " and ".join(describe(one.type) for one in values)
        self.error(
            "unknown-name",
            meaning.span,
            f"`{name}` could be {kinds}",
            "which is meant?",
            hint="the names of values may be shared only where it is clear from the other side which is meant",
        )
        raise UnknownName

    def zone_ref(self, meaning: ZoneMeaning, span: Span) -> ZoneRef:
        symbol = meaning.symbol
        if symbol.owner_at is not None and meaning.index[symbol.owner_at] is None:
            self.missing_owner(symbol.name, span, symbol.span)
            raise UnknownName
        return ZoneRef(symbol.name, meaning.index, span=span)

    def _zone_value(self, meaning: ZoneMeaning, scope: Scope, span: Span) -> Expr:
        symbol = meaning.symbol
        symbol.read = True
        ref = self.zone_ref(meaning, span)
        bound = self.size_of(symbol.pieces)
        if meaning.owners is not None:
            domain = seq(symbol.pieces, ordered=True, bound=bound)
            return ZonesPieces(meaning.owners.var, meaning.owners.players, ref, domain)
        if symbol.shape == "slot" and None not in ref.index:
            return self.narrowed(SlotPiece(ref, optional(symbol.pieces)), scope)
        ordered = symbol.shape in ("row", "pile")
        return ZonePieces(ref, seq(symbol.pieces, ordered=ordered, bound=bound))

    def _state_value(self, meaning: StateMeaning, scope: Scope, span: Span) -> Expr:
        symbol = meaning.symbol
        symbol.read = True
        open_at = [at for at, one in enumerate(meaning.index) if one is None]
        if open_at:
            if open_at == [symbol.owner_at]:
                self.missing_owner(symbol.name, span, symbol.span)
                raise UnknownName
            if len(open_at) > 1 or open_at[0] != len(meaning.index) - 1:
                self.error(
                    "missing-index",
                    span,
                    f"`{symbol.name}` has a value for each index: which is meant?",
                    f"{len(open_at)} missing",
                    because=((symbol.span, "declared here"),),
                )
                raise UnknownName
            key = symbol.index[open_at[0]]
            domain: Domain = MapDomain(key, symbol.type)
            index = tuple(one for one in meaning.index if one is not None)
            read: Expr = StateRead(symbol.name, index, domain, span=span)
        else:
            index = tuple(one for one in meaning.index if one is not None)
            read = self.narrowed(StateRead(symbol.name, index, symbol.type, span=span), scope)
        if meaning.owners is not None:
            if isinstance(read.type, (SeqDomain, MapDomain)):
                self.error("type-mismatch", span, f"`{symbol.name}` of several players at once is no list", "")
                raise UnknownName
            return self.list_over(meaning.owners.var, meaning.owners.players, read, self.players)
        return read

    def _define_meaning_value(self, meaning: DefineMeaning, span: Span, scope: Scope) -> Expr:
        symbol = meaning.symbol
        if symbol.per_player and meaning.you is None:
            self.missing_owner(symbol.name, span, symbol.span)
            raise UnknownName
        self.define_signature(symbol)
        takes = len(symbol.vars) - (1 if symbol.per_player else 0)
        if takes != len(meaning.args):
            self.error(
                "wrong-argument-count",
                span,
                f"`{symbol.name}` takes {takes} in brackets",
                f"{len(meaning.args)} given",
                because=((symbol.span, "declared here"),),
            )
            raise UnknownName
        return self.define_value(meaning, span, scope)

    # given by Definitions
    def define_signature(self, symbol: DefineSymbol) -> None:
        raise NotImplementedError

    def define_value(self, meaning: DefineMeaning, span: Span, scope: Scope) -> Expr:
        raise NotImplementedError

    def score_value(self, symbol: ScoreSymbol, player: Expr) -> Expr:
        raise NotImplementedError

    def total_value(self, player: Expr) -> Expr:
        raise NotImplementedError

    def circle(self, symbol: DefineSymbol, span: Span) -> None:
        self.error(
            "circular-definition",
            span,
            f"`{symbol.name}` is defined by itself",
            "used here while it is being worked out",
            because=((symbol.span, "declared here"),),
            hint="a definition may not lead back to itself; what changes over time is a state",
        )

    def formula(self, name: str) -> FormulaDef | None:
        return self.formulas.get(name)


class UnknownName(Exception):
    """What stands there could not be understood; the reason has been reported."""
