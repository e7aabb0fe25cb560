"""The positions that examples state: what lies where, how a state stands, which pass it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.check.domains import bounds, describe, plain
from rulesdsl.check.examples.module import ExampleModule
from rulesdsl.check.meanings import StateMeaning, ZoneMeaning
from rulesdsl.check.scope import Place, Scope
from rulesdsl.check.symbols import OptionSymbol, PhaseSymbol, ZoneSymbol
from rulesdsl.syntax import ast

if TYPE_CHECKING:
    from rulesdsl.check.examples.checker import Examples


class GivenLines(ExampleModule):
    def __init__(self, examples: Examples) -> None:
        super().__init__(examples)
        self.taken: dict[tuple[str, tuple[int | str, ...]], set[int]] = {}
        """By zone, the pieces that the lines before have put there."""
        self.going_on: frozenset[str] = frozenset()
        """The phases of which lines before say the number."""

    def given_lines(self, line: ast.ExGiven) -> tuple[ir.Stmt, ...]:
        scope = Scope(place=Place(self.going_on))
        if line.word == "is in":
            ref, symbol = self.statements.pieces.zone_target(line.value, scope)
            symbol.filled = True
            pieces = self._pieces_for(line.target, symbol, scope, (symbol.name, ()))
            return (ir.Move(pieces, ref, "", None, None, (), line.span),)
        if isinstance(line.target, ast.NameRef) and isinstance(
            self.world.symbols.get(line.target.name), PhaseSymbol
        ):
            return (self._pass_number(line, self.world.declared(PhaseSymbol, line.target.name), scope),)
        meaning = self.expressions.meaning(line.target, scope)
        if isinstance(meaning, ZoneMeaning):
            ref, symbol = self.statements.pieces.zone_target(line.target, scope)
            symbol.filled = True
            # What is only known in play is told apart by its words.
            words = " ".join(line.target.span.text.split())
            index = (expr.value if isinstance(expr, ir.Const) else words for expr in ref.index)
            key = (symbol.name, tuple(index))
            self.taken.pop(key, None)
            pieces = self._pieces_for(line.value, symbol, scope, key)
            there = ir.ZonePieces(
                ref, ir.SeqDomain(symbol.pieces, True, self.declarations.size_of(symbol.pieces))
            )
            clear = ir.Move(there, ir.ZoneRef("", ()), "", None, ref, (), line.span)
            # What is listed first lies on top: each piece goes below those before it.
            end = "bottom" if symbol.shape == "pile" else ""
            return (clear, ir.Move(pieces, ref, end, None, None, (), line.span))
        if isinstance(meaning, StateMeaning):
            change = ast.SetTo(line.target, line.value, None, span=line.span)
            return self.statements.states.state_change(change, scope)
        name = " ".join(line.target.span.text.split())
        option = isinstance(self.world.symbols.get(name), OptionSymbol)
        raise self.reporter.error(
            "bad-example",
            line.target.span,
            "only zones, states and the number of a pass can be given",
            "an option" if option else "this is worked out",
            hint=f"write `option {name} is …`" if option else "give what it is worked out from",
        )

    def _pass_number(self, line: ast.ExGiven, phase: PhaseSymbol, scope: Scope) -> ir.Stmt:
        self.reporter.means(line.target.span, phase.span)
        value = self.expressions.as_number(self.expressions.expr(line.value, scope), line.value.span)
        number = bounds(value.type)
        if number.low < 1 or number.high > phase.most:
            raise self.reporter.error(
                "out-of-range",
                line.value.span,
                f"the passes of `{phase.name}` are numbered 1..{phase.most}",
                f"this is {describe(value.type)}",
                because=((phase.span, "the phase"),),
            )
        self.going_on |= {phase.name}
        return ir.Assign(phase.name, (), value, (), line.span)

    def _pieces_for(
        self, node: ast.Expr, symbol: ZoneSymbol, scope: Scope, key: tuple[str, tuple[int | str, ...]]
    ) -> ir.Expr:
        """The pieces a `given` names; a name stands for a piece of that name that is not placed yet."""
        used: set[int] = set().union(*self.taken.values()) if self.taken else set()
        items = _items(node)
        pieces: list[int] = []
        known = True
        for item in items:
            value = self.expressions.expr(
                item, scope, ir.PieceNameDomain(symbol.pieces.kinds) if may_name(item) else symbol.pieces
            )
            values = self.zones.declared.known_pieces(value, used)
            if values is None and isinstance(value, (ir.Const, ir.ConstSeq)):
                of = plain(ir.member_type(value.type))
                if not isinstance(of, (ir.PieceDomain, ir.PieceNameDomain)):
                    raise self.reporter.error(
                        "bad-example",
                        item.span,
                        "pieces are expected here",
                        f"this is {describe(value.type)}",
                    )
                raise self.reporter.error(
                    "bad-example",
                    item.span,
                    f"there is no such piece left for `{symbol.name}`",
                    "all of them lie elsewhere, or there is none",
                )
            if values is None:
                known = False
                break
            for piece in values:
                if not self.zones.declared.is_kind_of(piece, symbol.pieces):
                    label = self.world.piece_names[self.world.piece_name_of[piece]]
                    raise self.reporter.mismatch(
                        item.span,
                        f"`{symbol.name}` holds {describe(symbol.pieces)}, not {label}",
                        "another kind",
                        because=((symbol.span, "the zone"),),
                    )
            pieces.extend(values)
        if not known:
            value = self.expressions.expr(node, scope, symbol.pieces)
            inner = plain(ir.member_type(value.type))
            if not isinstance(inner, ir.PieceDomain):
                raise self.reporter.error(
                    "bad-example", node.span, "pieces are expected here", describe(value.type)
                )
            return value
        self.taken[key] = self.taken.get(key, set()) | set(pieces)
        return ir.ConstSeq(tuple(pieces), ir.SeqDomain(symbol.pieces, True, len(pieces)))


def _items(node: ast.Expr) -> tuple[ast.Expr, ...]:
    """The members of a list as written, also of lists put together by `+`."""
    match node:
        case ast.Listing(items):
            return items
        case ast.Binary("+", left, right):
            return (*_items(left), *_items(right))
        case ast.Group(inner):
            return _items(inner)
        case _:
            return (node,)


def may_name(node: ast.Expr) -> bool:
    return isinstance(node, ast.NameRef) or (isinstance(node, ast.Call) and isinstance(node.of, ast.NameRef))
