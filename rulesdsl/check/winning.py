"""Who wins: what players are ranked by, one thing after the other."""

from __future__ import annotations

from rulesdsl import program as ir
from rulesdsl.check.domains import PLAYER, describe, plain
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import Place, Scope, UnknownName
from rulesdsl.check.symbols import ScoreSymbol, StateSymbol, ZoneSymbol
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.common_mistakes import FOREIGN_RANKS

_WORDS = ("most", "least", "shared")
_ONLY_WORKED_OUT = Place(decisions=False, why_not="the winner is only worked out")


class Winning(ExpressionModule):
    def winner(self) -> ir.Winner | None:
        decls = self.world.tree.all(ast.WinnerDecl)
        most = next((h.most for h in self.world.tree.all(ast.PlayersLine)), 1)
        if not decls:
            if most > 1:
                self.reporter.error(
                    "no-winner",
                    self.world.tree.headings[0].span,
                    "nothing says who wins",
                    "no `winner`",
                    hint="for example `winner most total, then shared`",
                )
            return None
        decl = decls[0]
        for extra in decls[1:]:
            self.declarations.cells.declared_twice(extra.span, "winner", decl.span)
        keys = self._keys(decl)
        shared = any(rank.key is None for rank in decl.ranks)
        understood = all(rank.word.text in _WORDS for rank in decl.ranks)
        if not shared and most > 1 and understood:
            self.reporter.error(
                "tie-left-open",
                decl.span,
                "players may still be equal after the last of these",
                "what then?",
                hint="end with `then shared` if they share the victory, or if it cannot come to that",
            )
        team = None
        if decl.team is not None:
            you = self.output.vars.new("you", PLAYER)
            scope = Scope(you=ir.Local(you), place=Place(decisions=False))
            try:
                value = self._of_each(ast.NameRef(decl.team.text, span=decl.team.span), scope)
                self.output.formulas["team of"] = ir.FormulaDef("team of", True, (you,), value)
                team = "team of"
            except UnknownName:
                pass
        return ir.Winner(keys, shared, team, self._lost(decl))

    def _lost(self, decl: ast.WinnerDecl) -> str | None:
        """The condition under which nobody wins, whoever has how much."""
        if decl.lost is None:
            return None
        name = "nobody wins"
        try:
            condition = self.expressions.condition(decl.lost, Scope(place=_ONLY_WORKED_OUT))
        except UnknownName:
            return None
        self.output.formulas[name] = ir.FormulaDef(name, False, (), condition)
        return name

    def _keys(self, decl: ast.WinnerDecl) -> tuple[ir.RankKey, ...]:
        keys: list[ir.RankKey] = []
        for index, rank in enumerate(decl.ranks):
            word = rank.word.text
            if rank.key is None:
                if word != "shared":
                    self.reporter.unknown(rank.word.span, word, "way to rank", _WORDS, foreign=FOREIGN_RANKS)
                elif index + 1 < len(decl.ranks):
                    self.reporter.error(
                        "unreachable-line",
                        decl.ranks[index + 1].span,
                        "nothing is left to decide behind `shared`",
                        "never looked at",
                        because=((rank.span, "shared"),),
                    )
                continue
            if word not in ("most", "least"):
                self.reporter.unknown(rank.word.span, word, "way to rank", _WORDS, foreign=FOREIGN_RANKS)
                continue
            you = self.output.vars.new("you", PLAYER)
            scope = Scope(you=ir.Local(you), place=_ONLY_WORKED_OUT)
            try:
                key = self._of_each(rank.key, scope)
            except UnknownName:
                continue
            self._decides(decl.ranks[:index], rank, rank.key, key, you)
            name = f"rank {index + 1}"
            self.output.formulas[name] = ir.FormulaDef(name, True, (you,), key)
            keys.append(ir.RankKey(word == "most", name, " ".join(rank.key.span.text.split())))
        return tuple(keys)

    def _of_each(self, node: ast.Expr, scope: Scope) -> ir.Expr:
        """A plain name is the player's own."""
        if isinstance(node, ast.NameRef):
            symbol = self.world.symbols.get(node.name)
            own = node.name == "total" or isinstance(symbol, ScoreSymbol)
            if isinstance(symbol, (ZoneSymbol, StateSymbol)):
                own = symbol.owner_at is not None
            if own or getattr(symbol, "per_player", False):
                node = ast.Your(ast.Name(node.name, span=node.span), span=node.span)
        return self.expressions.expr(node, scope)

    def _decides(
        self, earlier: tuple[ast.Rank, ...], rank: ast.Rank, node: ast.Expr, key: ir.Expr, you: ir.Var
    ) -> None:
        """Players must differ in what they are ranked by, and not only where they differed before."""
        domain = plain(key.type)
        of = plain(ir.member_type(domain))
        if not isinstance(of, ir.IntDomain) and not isinstance(domain, ir.FlagDomain):
            pieces = isinstance(domain, ir.SeqDomain)
            self.reporter.mismatch(
                node.span,
                f"players are ranked by numbers, not by {describe(key.type)}",
                "no number",
                hint="count them: `most count(…)`" if pieces else None,
            )
            return
        before = next((item for item in earlier if item.key == node), None)
        if before is not None:
            self.reporter.error(
                "rank-decides-nothing",
                rank.span,
                f"players who are equal in `{' '.join(node.span.text.split())}` are equal here as well",
                "decides nothing",
                because=((before.span, "decided by this already"),),
                hint="rank by something else, or take it away",
            )
        elif (
            self.world.players > 1
            and not (self.reporter.report.has_errors or self.expressions.definitions.depends_on(key, you))
            and self.declarations.amounts.settled(node, Scope())
        ):
            scores = self._scores_in(node)
            if not scores and "total" in names_in(node):
                # That there is no score is said of the game as a whole.
                return
            self.reporter.error(
                "rank-decides-nothing",
                node.span,
                "this is the same for every player",
                "decides nothing",
                because=tuple((span, "this, too") for span in scores),
                hint="let a score count something of each player: `score NAME = your …`"
                if scores
                else "rank by something of each player: `most total`, `most count(your …)`",
            )

    def _scores_in(self, node: ast.Expr) -> tuple[Span, ...]:
        """The scores that are ranked by, each or in the total."""
        names = names_in(node)
        return tuple(
            decl.name.span
            for decl in self.world.tree.all(ast.ScoreDecl)
            if "total" in names or decl.name.text in names
        )
