"""Statements: what happens, and in which order."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rulesdsl.check.domains import FLAG, PLAYER, describe, is_number, is_optional, optional, plain, seq
from rulesdsl.check.folding import FALSE, TRUE, all_of, arithmetic, compared, constant, facts_of, not_, number
from rulesdsl.check.meanings import KindMeaning, StateMeaning, ZoneMeaning
from rulesdsl.check.paths import UnknownName
from rulesdsl.check.scope import Place, Scope
from rulesdsl.check.symbols import PhaseSymbol, ScoreSymbol, StateSymbol, ZoneSymbol
from rulesdsl.check.text import Texts
from rulesdsl.program import (
    Apply,
    Assign,
    Chance,
    Const,
    ConstSeq,
    Deal,
    Decide,
    Do,
    Domain,
    Draw,
    EachPlayer,
    End,
    Expr,
    Flip,
    For,
    If,
    Include,
    IntDomain,
    Let,
    Local,
    Move,
    OptionalDomain,
    Over,
    Park,
    Phase,
    PieceDomain,
    PieceNameDomain,
    PlayerDomain,
    Record,
    Repeat,
    Say,
    Secret,
    SeqDomain,
    Show,
    Shuffle,
    StateRead,
    Stmt,
    Together,
    TurnOf,
    TurnOfEach,
    Var,
    ZoneCount,
    ZoneRef,
)
from rulesdsl.source import Span
from rulesdsl.syntax import ast

Lines = tuple[Stmt, ...]


def rules_of(cite: ast.Cite | None) -> tuple[str, ...]:
    return tuple(name.text for name in cite.rules) if cite is not None else ()


class Statements(Texts):
    def block(self, lines: Iterable[ast.Stmt], scope: Scope) -> Lines:
        """Lines in order; names bound by one are in reach of those behind it."""
        done: list[Stmt] = []
        ended: Span | None = None
        for line in lines:
            if ended is not None:
                self.error(
                    "unreachable-line",
                    line.span,
                    "this line is never reached",
                    "behind an end",
                    because=((ended, "everything ends here"),),
                )
                ended = None
            try:
                done.extend(self.line(line, scope))
            except UnknownName:
                self._bind_anyway(line, scope)
                continue
            if isinstance(line, ast.End):
                ended = line.span
        return tuple(done)

    def _bind_anyway(self, line: ast.Stmt, scope: Scope) -> None:
        """A line that could not be understood still binds its name, so that one slip is reported once."""
        names: list[ast.Name] = []
        match line:
            case ast.Let(name=name) | ast.Roll(name=name):
                names.append(name)
            case ast.Choose(param=param) | ast.Chance(param=param):
                names.append(param.name)
            case ast.Draw(name=ast.Name() as drawn):
                names.append(drawn)
            case _:
                pass
        for one in names:
            scope.bind(one.text, Local(self.vars.new(one.text, _BROKEN)), one.span).used = True

    def body(self, block: ast.Block, scope: Scope) -> Lines:
        return self.block(block.lines, scope.inner())

    def line(self, line: ast.Stmt, scope: Scope) -> Lines:
        match line:
            case ast.Move() | ast.Draw() | ast.Deal() | ast.Shuffle() | ast.Flip() | ast.Show():
                return (self._pieces(line, scope),)
            case ast.SetTo() | ast.AddTo() | ast.RemoveFrom():
                return (self._state_change(line, scope),)
            case ast.Do():
                return self.call_routine(line.name, line.args, scope, line.cite, line.span)
            case ast.Let(name, value_node):
                self.not_shadowing(name, scope)
                value = self.expr(value_node, scope)
                if isinstance(value, Const):
                    scope.bind(name.text, value, name.span)
                    return ()
                var = self.vars.new(name.text, value.type)
                scope.bind(name.text, Local(var), name.span)
                return (Let(var, value),)
            case ast.If():
                return (self._if(line, scope),)
            case ast.For(binder, body):
                return self._for(binder, body, scope)
            case ast.Repeat(times, name, body):
                many = self.as_number(self.expr(times, scope), times.span)
                inside = scope.inner()
                var = None
                if name is not None:
                    self.not_shadowing(name, scope)
                    high = max(many.type.high, 1) if isinstance(many.type, IntDomain) else 1
                    var = self.vars.new(name.text, IntDomain(1, high))
                    inside.bind(name.text, Local(var), name.span)
                return (Repeat(many, var, self.body(body, inside)),)
            case ast.EachPlayer():
                return (self._each_player(line, scope),)
            case ast.OnePlayer(player, body):
                value = self.player_of(player, scope)
                var = self.vars.new("you", PLAYER)
                inside = scope.inner(you=Local(var))
                return (Let(var, value), *self.body(body, inside))
            case ast.AllPlayers():
                return (self._secret(line, scope),)
            case ast.Together(body):
                place = attrs.evolve(scope.place, decisions=False, why_not="a `together` block is one change")
                return (Together(self.body(body, scope.inner(place=place))),)
            case ast.Depending():
                return self._depending_lines(line, scope)
            case ast.Say(text, to, cite):
                players = None if to is None else self.players_of(to, scope)
                return (Say(self.text(text, scope), players, rules_of(cite), line.span),)
            case ast.Record(name, cite):
                return (self._record(name, cite, line.span),)
            case ast.End(name, cite):
                return (self._end(name, cite, line.span, scope),)
            case ast.Nothing():
                return ()
            case ast.Phase():
                return (self.phase(line, scope),)
            case ast.Chance() | ast.Roll():
                return (self._chance(line, scope),)
            case ast.When():
                self.error(
                    "misplaced-declaration",
                    line.span,
                    "`when` stands at the head of an action, a standing rule or a `may \"…\"` block",
                    "not here",
                    hint="here a line `if …` with what depends on it below is meant",
                )
                return ()
            case _:
                return self.decision(line, scope)

    # given by Decisions and Routines
    def decision(self, line: ast.Stmt, scope: Scope) -> Lines:
        raise NotImplementedError

    def call_routine(
        self, name: ast.Name, args: tuple[ast.Argument, ...], scope: Scope, cite: ast.Cite | None, span: Span
    ) -> Lines:
        raise NotImplementedError

    # ------------------------------------------------------------ players

    def player_of(self, node: ast.Expr, scope: Scope) -> Expr:
        value = self.expr(node, scope)
        if not isinstance(plain(value.type), PlayerDomain):
            self.error("type-mismatch", node.span, "a player is expected here", f"this is {describe(value.type)}")
            raise UnknownName
        return self.none_here(value, node.span, "this") if is_optional(value.type) else value

    def players_of(self, node: ast.Expr | None, scope: Scope) -> Expr:
        if node is None:
            return ConstSeq(tuple(range(self.players)), seq(PLAYER, ordered=True, bound=self.players))
        value = self.expr(node, scope)
        if isinstance(value.type, PlayerDomain):
            return Apply("seq_of", (value,), seq(PLAYER, ordered=True, bound=1))
        if not (isinstance(value.type, SeqDomain) and (isinstance(value.type.of, PlayerDomain) or not value.type.bound)):
            self.error("type-mismatch", node.span, "players are expected here", f"this is {describe(value.type)}")
            raise UnknownName
        return value

    def _first_player(self, node: ast.Expr | None, scope: Scope) -> Expr | None:
        if node is None:
            return None
        value = self.expr(node, scope)
        if not isinstance(plain(value.type), PlayerDomain):
            self.error("type-mismatch", node.span, "a player is expected here", f"this is {describe(value.type)}")
            raise UnknownName
        return value

    def _each_player(self, line: ast.EachPlayer, scope: Scope) -> Stmt:
        players = self.players_of(line.players, scope)
        first = self._first_player(line.first, scope)
        var = self.vars.new("you", PLAYER)
        inside = scope.inner(you=Local(var))
        return EachPlayer(players, first, var, self.body(line.body, inside))

    def _secret(self, line: ast.AllPlayers, scope: Scope) -> Stmt:
        if scope.place.secret:
            self.error("decision-not-allowed-here", line.span, "a secret block inside a secret block", "")
        players = self.players_of(line.players, scope)
        var = self.vars.new("you", PLAYER)
        place = attrs.evolve(scope.place, secret=True)
        body = self.body(line.body, scope.inner(you=Local(var), place=place))
        parked, shadow = parked_lines(body)
        self.check_secret(parked, var, line)
        return Secret(players, var, parked, shadow)

    def check_secret(self, body: Lines, you: Var, line: ast.AllPlayers) -> None:
        """Lines before the last decision may change only what is the player's own."""
        for span in shared_before_park(body, you, self.zone_owners(), self.procs):
            self.error(
                "shared-change-in-secret",
                span or line.span,
                "this changes what belongs to all, while others have still to decide",
                "before the last decision",
                because=((line.span, "all decide at once here"),),
                hint="move it behind the last decision of the block, or out of the block",
            )

    def zone_owners(self) -> dict[str, int | None]:
        owners: dict[str, int | None] = {}
        for name, symbol in self.symbols.items():
            if isinstance(symbol, (ZoneSymbol, StateSymbol)):
                owners[name] = symbol.owner_at
        return owners

    # ------------------------------------------------------------ pieces

    def zone_target(self, node: ast.Expr, scope: Scope) -> tuple[ZoneRef, ZoneSymbol]:
        """One zone, all its indices given."""
        meaning = self.meaning(node, scope)
        if not isinstance(meaning, ZoneMeaning) or meaning.owners is not None:
            self.error(
                "not-a-zone",
                node.span,
                "a zone is expected here",
                "several zones" if isinstance(meaning, ZoneMeaning) else "no zone",
                hint="pieces go to one zone: `your hand`, `p.hand`, `discard_pile`",
            )
            raise UnknownName
        ref = self.zone_ref(meaning, node.span)
        if None in ref.index:
            at = ref.index.index(None)
            name = meaning.symbol.index_names[at] or describe(meaning.symbol.index[at].type).removeprefix("a ")
            self.error(
                "missing-index",
                node.span,
                f"`{meaning.symbol.name}` is several zones: which {name} is meant?",
                "an index is missing",
                because=((meaning.symbol.span, "declared here"),),
            )
            raise UnknownName
        return ref, meaning.symbol

    def zone_source(self, node: ast.Expr, scope: Scope) -> tuple[ZoneRef, ZoneSymbol]:
        ref, symbol = self.zone_target(node, scope)
        symbol.read = True
        return ref, symbol

    def _face(self, face: ast.Face | None, scope: Scope) -> Expr | None:
        if face is None or not face.down:
            return None
        return TRUE if face.condition is None else self.condition(face.condition, scope)

    def _end_of_zone(self, end: ast.Name | None) -> str:
        if end is None:
            return ""
        if end.text not in ("left", "right", "top", "bottom"):
            self.unknown(end.span, end.text, "end of a zone", ("left", "right", "top", "bottom"))
            return ""
        return end.text

    def moved_pieces(self, node: ast.Expr, scope: Scope, target: ZoneSymbol) -> tuple[Expr, ZoneRef | None]:
        """What is moved, and the zone if it is all that lies there."""
        meaning = self.meaning(node, scope)
        whole = None
        if isinstance(meaning, ZoneMeaning) and meaning.owners is None:
            whole = self.zone_ref(meaning, node.span)
        if isinstance(meaning, KindMeaning) and isinstance(meaning.domain, PieceDomain):
            value: Expr = self.all_of_kind(meaning.domain)
        else:
            value = self.value(meaning, scope, node.span, target.pieces)
        inner = value.type.of if isinstance(value.type, SeqDomain) else plain(value.type)
        if isinstance(inner, PieceNameDomain):
            value = self.coerced(value, target.pieces, node.span)
            inner = plain(value.type)
        if not isinstance(inner, PieceDomain):
            self.error("type-mismatch", node.span, "pieces are expected here", f"this is {describe(value.type)}")
            raise UnknownName
        if not (isinstance(value.type, SeqDomain) and not value.type.bound):
            self.fits_zone(inner, target, node.span)
        return value, whole

    def fits_zone(self, pieces: PieceDomain, target: ZoneSymbol, span: Span) -> None:
        wrong = [kind for kind in pieces.kinds if kind not in target.pieces.kinds]
        if not wrong:
            return
        only = len(wrong) == len(pieces.kinds)
        self.error(
            "type-mismatch",
            span,
            f"`{target.name}` takes {describe(target.pieces)}, this "
            f"{'is' if only else 'may be'} a {' or '.join(wrong)}",
            describe(pieces),
            because=((target.span, "the zone"),),
            hint=None if only else f"test it first: `where … is {target.pieces.kinds[0]}`",
        )

    def _pieces(
        self, line: ast.Move | ast.Draw | ast.Deal | ast.Shuffle | ast.Flip | ast.Show, scope: Scope
    ) -> Stmt:
        rules = rules_of(line.cite)
        match line:
            case ast.Move(what, to, end, face):
                ref, symbol = self.zone_target(to, scope)
                value, whole = self.moved_pieces(what, scope, symbol)
                symbol.filled = True
                return Move(value, ref, self._end_of_zone(end), self._face(face, scope), whole, rules, line.span)
            case ast.Draw(many_node, up_to, source, to, name, face):
                many = self.as_number(self.expr(many_node, scope), many_node.span)
                from_ref, from_symbol = self.zone_source(source, scope)
                to_ref, to_symbol = self.zone_target(to, scope)
                to_symbol.filled = True
                self.fits_zone(from_symbol.pieces, to_symbol, source.span)
                single = constant(many) == 1
                var = None
                if name is not None:
                    self.not_shadowing(name, scope)
                    pieces = from_symbol.pieces
                    bound = self.size_of(pieces)
                    domain: Domain = pieces if single else seq(pieces, ordered=True, bound=bound)
                    if single and up_to:
                        domain = optional(pieces)
                    var = self.vars.new(name.text, domain)
                    scope.bind(name.text, Local(var), name.span)
                down = self._face(face, scope)
                return Draw(
                    self.new_point(), many, up_to, from_ref, to_ref, down, var, single, "", rules, line.span
                )
            case ast.Deal(many_node, source, to_name, players_node):
                many = self.as_number(self.expr(many_node, scope), many_node.span)
                from_ref, from_symbol = self.zone_source(source, scope)
                players = self.players_of(players_node, scope)
                target = self.symbols.get(to_name.text)
                if not isinstance(target, ZoneSymbol) or target.owner_at is None:
                    known = [n for n, s in self.symbols.items() if isinstance(s, ZoneSymbol) and s.owner_at is not None]
                    if isinstance(target, ZoneSymbol):
                        self.error(
                            "not-a-zone",
                            to_name.span,
                            f"`{to_name.text}` is not per Player, so nobody can be dealt to it",
                            "one zone for all",
                            because=((target.span, "declared here"),),
                            hint="use `draw … from … to …`",
                        )
                    else:
                        self.unknown(to_name.span, to_name.text, "zone per Player called", known, "unknown-zone")
                    raise UnknownName
                self.used.add(target.name)
                target.filled = True
                self.fits_zone(from_symbol.pieces, target, source.span)
                var = self.vars.new("you", PLAYER)
                index = tuple(Local(var) if at == target.owner_at else None for at in range(len(target.index)))
                if None in index:
                    self.error("missing-index", to_name.span, f"`{target.name}` is several zones of each player", "")
                    raise UnknownName
                to_ref = ZoneRef(target.name, index, span=to_name.span)
                return Deal(self.new_point(), many, from_ref, players, var, to_ref, rules, line.span)
            case ast.Shuffle(zone):
                ref, symbol = self.zone_source(zone, scope)
                if symbol.shape == "set":
                    self.error(
                        "not-a-zone",
                        zone.span,
                        f"`{symbol.name}` is a set: it has no order to be shuffled",
                        "a set",
                        because=((symbol.span, "declared here"),),
                        hint="drawing from a set is at random; a `pile` has an order",
                    )
                return Shuffle(self.new_point(), ref, rules, line.span)
            case ast.Flip(what, face):
                value = self._shown(what, scope)
                down = TRUE if face.down and face.condition is None else FALSE
                if face.down and face.condition is not None:
                    down = self.condition(face.condition, scope)
                return Flip(value, down, rules, line.span)
            case ast.Show(what, to):
                players_to = None if to is None else self.players_of(to, scope)
                return Show(self._shown(what, scope), players_to, rules, line.span)

    def _shown(self, node: ast.Expr, scope: Scope) -> Expr:
        value = self.expr(node, scope)
        inner = value.type.of if isinstance(value.type, SeqDomain) else plain(value.type)
        if not isinstance(inner, PieceDomain) and not (isinstance(value.type, SeqDomain) and not value.type.bound):
            self.error("type-mismatch", node.span, "pieces are expected here", f"this is {describe(value.type)}")
            raise UnknownName
        return value

    # ------------------------------------------------------------ states

    def state_target(self, node: ast.Expr, scope: Scope) -> StateMeaning:
        meaning = self.meaning(node, scope)
        if isinstance(meaning, StateMeaning) and meaning.owners is None:
            symbol = meaning.symbol
            if symbol.owner_at is not None and meaning.index[symbol.owner_at] is None:
                self.missing_owner(symbol.name, node.span, symbol.span)
                raise UnknownName
            symbol.written = True
            return meaning
        if isinstance(meaning, ZoneMeaning):
            self.error(
                "type-mismatch",
                node.span,
                f"`{meaning.symbol.name}` is a zone: pieces get there by being moved",
                "no state",
                because=((meaning.symbol.span, "declared here"),),
                hint="write `move … to …` or `draw … from … to …`",
            )
        else:
            self.error(
                "type-mismatch",
                node.span,
                "only a state can be changed",
                "this is worked out, not kept",
                hint="declare it: `state NAME: TYPE`; definitions, options and counters cannot be set",
            )
        raise UnknownName

    def _state_change(self, line: ast.SetTo | ast.AddTo | ast.RemoveFrom, scope: Scope) -> Stmt:
        rules = rules_of(line.cite)
        meaning = self.state_target(line.target, scope)
        symbol = meaning.symbol
        if isinstance(line, ast.SetTo):
            value = self.expr(line.value, scope, symbol.type)
            return Assign(
                symbol.name,
                meaning.index,
                self.coerced(value, symbol.type, line.value.span),
                rules,
                line.span,
            )
        out = isinstance(line, ast.RemoveFrom)
        if isinstance(symbol.type, SeqDomain):
            self._whole_index(meaning, line.target.span)
            symbol.read = True
            value = self.expr(line.value, scope, symbol.type.of)
            return Include(
                symbol.name, meaning.index, self.coerced(value, symbol.type, line.value.span), out, rules, line.span
            )
        if not is_number(symbol.type):
            self.error(
                "type-mismatch",
                line.target.span,
                f"nothing can be {'removed from' if out else 'added to'} {describe(symbol.type)}",
                f"`{symbol.name}` is {describe(symbol.type)}",
                because=((symbol.span, "declared here"),),
                hint="write `set … to …`",
            )
            raise UnknownName
        self._whole_index(meaning, line.target.span)
        present = self.value(meaning, scope, line.target.span)
        written, symbol.read = symbol.read, symbol.read
        amount = self.as_number(self.expr(line.value, scope), line.value.span)
        if is_optional(present.type):
            present = self.none_here(present, line.target.span, "this line")
        _ = written
        changed = arithmetic("sub" if out else "add", present, amount, line.span)
        return Assign(
            symbol.name, meaning.index, self.coerced(changed, symbol.type, line.span), rules, line.span
        )

    def _whole_index(self, meaning: StateMeaning, span: Span) -> None:
        if None in meaning.index:
            self.error(
                "missing-index",
                span,
                f"`{meaning.symbol.name}` has a value for each index: which is meant?",
                "an index is missing",
                because=((meaning.symbol.span, "declared here"),),
            )
            raise UnknownName

    # ------------------------------------------------------------ control

    def _if(self, line: ast.If, scope: Scope) -> Stmt:
        test = self.condition(line.condition, scope)
        then = self.body(line.then, scope.with_facts(facts_of(test, holds=True)))
        other_scope = scope.with_facts(facts_of(test, holds=False))
        match line.otherwise:
            case None:
                otherwise: Lines = ()
            case ast.If() as chained:
                otherwise = (self._if(chained, other_scope),)
            case ast.Block() as block:
                otherwise = self.body(block, other_scope)
        if then and isinstance(then[-1], End) and line.otherwise is None:
            scope.facts = facts_of(test, holds=False) + scope.facts
        return If(test, then, otherwise)

    def _for(self, binder: ast.Binder, body: ast.Block, scope: Scope) -> Lines:
        var, domain, where, by, inside = self.binder(binder, scope)
        if where is not None or by is not None:
            assert isinstance(domain.type, SeqDomain)
            inner_var = self.vars.new(var.name, var.type)
            from rulesdsl.program import Over as Selected

            mapping: dict[Var, Expr] = {var: Local(inner_var)}
            domain = Selected(
                "select",
                inner_var,
                domain,
                None if where is None else self.substituted(where, mapping),
                None if by is None else self.substituted(by, mapping),
                None,
                domain.type,
            )
        return (For(var, domain, self.body(body, inside)),)

    def _depending_lines(self, line: ast.Depending, scope: Scope) -> Lines:
        subject = self.expr(line.subject, scope)
        before: list[Stmt] = []
        held: Expr = subject
        if not isinstance(subject, (Const, Local)) and not (
            isinstance(subject, Apply) and subject.op == "as" and isinstance(subject.args[0], Local)
        ):
            var = self.vars.new("subject", subject.type)
            before.append(Let(var, subject))
            held = Local(var)
        patterns: list[ast.Pattern | None] = []
        for case in line.cases:
            patterns.extend(case.patterns or (None,))
        self.cases_cover(subject, patterns, line.span, scope)
        branches: list[tuple[Expr, Lines]] = []
        for case in line.cases:
            inside = scope.inner()
            tests = [self.pattern(pattern, held, inside) for pattern in case.patterns]
            if not tests:
                branches.append((TRUE, self.body(case.body, inside)))
                break
            from rulesdsl.check.folding import any_of

            test = any_of(tests)
            inside = inside.with_facts(facts_of(test, holds=True))
            if isinstance(subject, Const) and constant(test) == 0:
                self.body(case.body, inside)
                continue
            branches.append((test, self.body(case.body, inside)))
        result: Lines = ()
        for test, lines in reversed(branches):
            result = lines if constant(test) == 1 else (If(test, lines, result),)
        return (*before, *result)

    def _record(self, name: ast.Name, cite: ast.Cite | None, span: Span) -> Stmt:
        each = {s.each for s in self.symbols.values() if isinstance(s, ScoreSymbol) and s.each is not None}
        if name.text not in each:
            self.unknown(name.span, name.text, "score row counted `each`", sorted(each), "unknown-phase")
            raise UnknownName
        self.recorded.add(name.text)
        return Record(name.text, rules_of(cite), span)

    recorded: set[str]

    def _end(self, name: ast.Name, cite: ast.Cite | None, span: Span, scope: Scope) -> Stmt:
        if name.text == "game":
            return End("", rules_of(cite), span)
        symbol = self.symbols.get(name.text)
        if not isinstance(symbol, PhaseSymbol):
            known = ["game", *(n for n, s in self.symbols.items() if isinstance(s, PhaseSymbol))]
            self.unknown(name.span, name.text, "phase", known, "unknown-phase")
            raise UnknownName
        self.used.add(name.text)
        self.ended.add(name.text)
        _ = scope
        return End(name.text, rules_of(cite), span)

    ended: set[str]

    def phase(self, line: ast.Phase, scope: Scope) -> Phase:
        symbol = self.symbols[line.name.text]
        assert isinstance(symbol, PhaseSymbol)
        times: Expr | None = None
        if line.times is not None:
            times = self.as_number(self.expr(line.times.number, scope), line.times.number.span)
            high = times.type.high if isinstance(times.type, IntDomain) else 1
            symbol.most = max(high, 1)
        you: Var | None = None
        turn: TurnOfEach | TurnOf | None = None
        until: Expr | None = None
        stops: Expr | None = None
        place = attrs.evolve(scope.place, phases=(*scope.place.phases, line.name.text))
        inside = scope.inner(place=place)
        seen: dict[type, Span] = {}
        for clause in line.clauses:
            kind = ast.TurnOf if isinstance(clause, ast.TurnOfEach) else type(clause)
            if kind in seen:
                self.error(
                    "duplicate-name",
                    clause.span,
                    "this clause stands twice",
                    "the second",
                    because=((seen[kind], "the first"),),
                )
            seen[kind] = clause.span
            match clause:
                case ast.TurnOfEach(players, first):
                    turn = TurnOfEach(self.players_of(players, inside), self._first_player(first, inside))
                case ast.TurnOf(player):
                    turn = TurnOf(self.player_of(player, inside))
                case ast.Until(condition):
                    until = self.condition(condition, inside)
                case ast.Stops(condition):
                    stops = self.condition(condition, inside)
        if turn is not None:
            you = self.vars.new("you", PLAYER)
            inside = inside.inner(you=Local(you))
        body = self.block(line.body, inside)
        once = times is None and turn is None and until is None and stops is None and not _ends(body, line.name.text)
        at_most = line.times is not None and line.times.at_most
        return Phase(
            line.name.text, times, at_most, turn, you, until, stops, once, body, rules_of(line.cite), line.span
        )

    # ------------------------------------------------------------ chance

    def _chance(self, line: ast.Chance | ast.Roll, scope: Scope) -> Stmt:
        rules = rules_of(line.cite)
        if isinstance(line, ast.Roll):
            self.not_shadowing(line.name, scope)
            domain = self.sequence(line.domain, scope)
            assert isinstance(domain.type, SeqDomain)
            many = None if line.number is None else self.as_number(self.expr(line.number, scope), line.number.span)
            of = domain.type.of
            high = many.type.high if many is not None and isinstance(many.type, IntDomain) else 1
            var_type: Domain = of if many is None else seq(of, ordered=True, bound=high)
            var = self.vars.new(line.name.text, var_type)
            scope.bind(line.name.text, Local(var), line.name.span)
            return Chance(self.new_point(), var, domain, many, again=True, what=line.name.text, rules=rules, span=line.span)
        param = line.param
        if isinstance(param, ast.GivenParam):
            self.error("misplaced-declaration", param.span, "chance chooses from something", "write `x from S`")
            raise UnknownName
        binder = ast.Binder(param.name, param.domain, param.where, None, span=param.span)
        if isinstance(param, ast.OneParam):
            domain = self.selection(binder, scope, param.span) if param.where is not None else self.sequence(
                param.domain, scope
            )
            assert isinstance(domain.type, SeqDomain)
            self.not_shadowing(param.name, scope)
            var = self.vars.new(param.name.text, domain.type.of)
            scope.bind(param.name.text, Local(var), param.name.span)
            return Chance(
                self.new_point(), var, domain, None, again=False, what=param.name.text, rules=rules, span=line.span
            )
        domain = self.sequence(param.domain, scope)
        assert isinstance(domain.type, SeqDomain)
        if param.quantity.word != "exact" or param.quantity.low is None or param.where is not None:
            self.error(
                "misplaced-declaration",
                param.span,
                "chance takes an exact number, without a condition on the whole",
                "",
                hint="`choose 2 of S as pair by chance`; conditions on each go into S: `(x in S where …)`",
            )
            raise UnknownName
        many = self.as_number(self.expr(param.quantity.low, scope), param.quantity.span)
        self.not_shadowing(param.name, scope)
        high = many.type.high if isinstance(many.type, IntDomain) else domain.type.bound
        var = self.vars.new(param.name.text, seq(domain.type.of, ordered=True, bound=high))
        scope.bind(param.name.text, Local(var), param.name.span)
        return Chance(self.new_point(), var, domain, many, again=False, what=param.name.text, rules=rules, span=line.span)

    def can_draw(self, source: ZoneRef) -> Expr:
        """Whether something is there to be drawn, after renewal if there is one."""
        here = compared_count(source, self.size_of)
        symbol = self.symbols[source.zone]
        assert isinstance(symbol, ZoneSymbol)
        renewed = self.renewals.get(source.zone)
        if renewed is None:
            return here
        from_ref, when = renewed
        more = compared_count(from_ref, self.size_of)
        from rulesdsl.check.folding import any_of

        return any_of([here, all_of([more, when]) if when is not None else more])

    renewals: dict[str, tuple[ZoneRef, Expr | None]]


def compared_count(ref: ZoneRef, size_of: object) -> Expr:
    _ = size_of
    return Apply("gt", (ZoneCount(ref, IntDomain(0, 2_000)), number(0)), FLAG)


_BROKEN = OptionalDomain(FLAG)


def _ends(body: Lines, phase: str) -> bool:
    """Whether a line of the body itself (not of what it calls) ends the phase."""
    for line in body:
        match line:
            case End(phase=name):
                if name == phase:
                    return True
            case If(then=then, otherwise=otherwise):
                if _ends(then, phase) or _ends(otherwise, phase):
                    return True
            case For(body=inner) | Repeat(body=inner) | EachPlayer(body=inner) | Phase(body=inner):
                if _ends(inner, phase):
                    return True
            case Decide(alternatives=alternatives):
                if any(_ends(one.body, phase) for one in alternatives):
                    return True
            case _:
                pass
    return False


def decides(body: Lines, procs: object = None) -> bool:
    """Whether a decision is written in these lines."""
    _ = procs
    for line in body:
        match line:
            case Decide() | Secret():
                return True
            case If(then=then, otherwise=otherwise):
                if decides(then) or decides(otherwise):
                    return True
            case For(body=inner) | Repeat(body=inner) | EachPlayer(body=inner) | Phase(body=inner):
                if decides(inner):
                    return True
            case _:
                pass
    return False


def parked_lines(body: Lines) -> tuple[Lines, bool]:
    """The lines with a Park where a player's decisions are over, and whether something happens before it."""
    last = max((at for at, line in enumerate(body) if decides((line,))), default=-1)
    if last < 0:
        return (Park(), *body), False
    early = any(not isinstance(line, (Let, Decide, If)) for line in body[:last])
    line = body[last]
    rest = body[last + 1 :]
    match line:
        case If(condition, then, otherwise):
            first, one = parked_lines(then)
            second, other = parked_lines(otherwise)
            return (*body[:last], attrs.evolve(line, then=first, otherwise=second), *rest), early or one or other
        case Decide(repeatedly=False) if not any(decides(one.body) for one in line.alternatives):
            alternatives = tuple(attrs.evolve(one, body=(Park(), *one.body)) for one in line.alternatives)
            parked = attrs.evolve(line, alternatives=alternatives)
            early = early or any(
                isinstance(before, Decide) and any(one.body for one in before.alternatives) for before in body[:last]
            )
            return (*body[:last], parked, Park(), *rest), early
        case _:
            return (*body[: last + 1], Park(), *rest), True


def shared_before_park(
    body: Lines, you: Var, owners: dict[str, int | None], procs: object
) -> list[Span | None]:
    """Where lines before the Park change what is not the player's own."""
    found: list[Span | None] = []

    def own(name: str, index: tuple[Expr | None, ...]) -> bool:
        at = owners.get(name)
        return at is not None and index[at] == Local(you)

    def walk(lines: Lines) -> bool:
        """Look at lines up to a Park; yes if one was met."""
        for line in lines:
            match line:
                case Park():
                    return True
                case Move(to=to, span=span) | Draw(to=to, span=span):
                    if not own(to.zone, to.index):
                        found.append(span)
                case Assign(state=name, index=index, span=span) | Include(state=name, index=index, span=span):
                    if not own(name, index):
                        found.append(span)
                case If(then=then, otherwise=otherwise):
                    one, other = walk(then), walk(otherwise)
                    if one and other:
                        return True
                case For(body=inner) | Repeat(body=inner) | Together(body=inner):
                    walk(inner)
                case Decide(alternatives=alternatives):
                    for one_alternative in alternatives:
                        walk(one_alternative.body)
                case Deal(span=span) | Record(span=span) | End(span=span):
                    found.append(span)
                case _:
                    pass
        return False

    _ = procs
    walk(body)
    return found


__all__ = [
    "Do",
    "Lines",
    "Over",
    "Statements",
    "StateRead",
    "Place",
    "decides",
    "not_",
    "parked_lines",
    "rules_of",
]
