"""Where a piece is known to lie: what was just taken from a zone lies in it until something can move."""

from __future__ import annotations

from functools import cached_property

from rulesdsl import program as ir
from rulesdsl.check.domains import optional
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.folding import counts, everything_in
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import Fact, Scope, reads_a_state
from rulesdsl.check.symbols import ZoneSymbol
from rulesdsl.check.tree_walk import nodes_in
from rulesdsl.facts import members_of
from rulesdsl.gatherings import Gather
from rulesdsl.syntax import ast
from rulesdsl.syntax.blocks import blocks_of

_LOOKS_ONLY = (
    ast.Let,
    ast.Say,
    ast.Show,
    ast.Nothing,
    ast.When,
    ast.Record,
    ast.Roll,
    ast.Chance,
    ast.Choose,
)
_HOLDS_LINES = (ast.If, ast.For, ast.Repeat, ast.EachPlayer, ast.OnePlayer, ast.Together, ast.Depending)
_ONCE = (ast.OnePlayer, ast.Together, ast.Depending, ast.MayBlock)
"""Lines with a block that is carried out once, or not at all."""
_COUNTS = (ast.SetTo, ast.AddTo, ast.RemoveFrom)


class PieceLocations(ExpressionModule):
    def lies_in(self, piece: ir.Expr, taken_from: ir.Expr) -> tuple[Fact, ...]:
        """What is known of the place of a piece that was found in a zone that has an index, or several."""
        zone = self._home_of(taken_from)
        if zone is None or not isinstance(taken_from.type, ir.SeqDomain):
            return ()
        domain = taken_from.type.of
        facts: list[Fact] = []
        for name in zone.index_names:
            result = self.expressions.attributes.place_attribute(domain, name) if name is not None else None
            if result is not None and result[0] is zone and isinstance(domain, ir.PieceDomain):
                _zone, position, index = result
                facts.append((ir.PlaceOf(zone.name, position, piece, optional(index)), index))
        return tuple(facts)

    def _home_of(self, pieces: ir.Expr) -> ZoneSymbol | None:
        """The one zone in which all of them lie."""
        match pieces:
            case ir.ZonePieces(zone=ref) | ir.ZonesPieces(zone=ref):
                symbol = self.world.symbols.get(ref.zone)
                return symbol if isinstance(symbol, ZoneSymbol) else None
            case ir.Over(op=Gather.SELECT | Gather.HIGHEST | Gather.LOWEST, value=None, domain=domain):
                return self._home_of(domain)
            case ir.Apply() if len(members := members_of(pieces)) == 1:
                return self._home_of(members[0])
            case _:
                return None

    @cached_property
    def _rules_can_move(self) -> bool:
        """Whether something can be moved between two lines, when a number has changed."""
        return any(
            isinstance(node, (ast.AlwaysDecl, ast.MovingProp))
            for node in nodes_in(self.world.tree.declarations)
        )

    def can_move(self, line: object) -> bool:
        """Whether pieces may lie elsewhere behind a line."""
        return any(
            isinstance(node, ast.Stmt)
            and not isinstance(node, (*_LOOKS_ONLY, *_HOLDS_LINES))
            and not (isinstance(node, _COUNTS) and not self._rules_can_move)
            for node in nodes_in(line)
        )

    def forget_places(self, line: ast.Clause, scope: Scope, *, behind: bool) -> None:
        """A line with a block that may be carried out again forgets before it begins; others behind it."""
        if scope.lying and behind != _may_come_again(line):
            scope.lying = self.still_lying(scope.lying, line)
        if scope.shown and behind != (_may_come_again(line) and not isinstance(line, ast.If)):
            scope.shown = self.still_shown(scope.shown, line)
        if scope.place.secret and isinstance(line, ast.Choose):
            # Until everybody has chosen, others may have taken what was there.
            scope.lying = tuple(fact for fact in scope.lying if not counts(fact[0]))

    def still_lying(self, facts: tuple[Fact, ...], line: object) -> tuple[Fact, ...]:
        """What can still be said of the places of pieces behind a line, or behind several."""
        if not facts or self.can_move(line):
            return tuple(fact for fact in facts if _is_of_names(fact[0]))
        if any(isinstance(node, _COUNTS) for node in nodes_in(line)):
            return tuple(fact for fact in facts if not reads_a_state(fact[0]))
        return facts

    def still_shown(self, facts: tuple[Fact, ...], line: object, own: str = "") -> tuple[Fact, ...]:
        """What conditions have shown of states and still holds behind a line, or behind several.

        `own` is the name that a loop gives to each thing: what a pass sets of it, others keep.
        """
        if not facts:
            return facts
        changed = self._changed_by(line, own)
        return tuple(fact for fact in facts if not changed & self._read_by(fact[0]))

    def _read_by(self, expr: ir.Expr) -> frozenset[str]:
        """The names of the states that an expression reads, of its definitions too."""
        names: set[str] = set()
        for item in everything_in(expr):
            if isinstance(item, ir.StateRead):
                names.add(item.state)
            elif isinstance(item, ir.Formula):
                names |= self._mentioned_from({item.name.removeprefix("score ")})
        return frozenset(names)

    def _changed_by(self, line: object, own: str) -> frozenset[str]:
        """The names that stand where something is set: by the line, by what it calls, by standing rules."""
        called: set[str] = set()
        changed: set[str] = set()
        acts = False
        todo: list[object] = [line]
        while todo:
            for node in nodes_in(todo.pop()):
                match node:
                    case ast.SetTo() | ast.AddTo() | ast.RemoveFrom():
                        acts = True
                        if not _is_of(own, node.target):
                            changed |= _states_of(node.target)
                    case ast.Do(name=name) | ast.CallOf(name=name):
                        if name.text not in called:
                            called.add(name.text)
                            todo.extend(self._carried_out.get(name.text, ()))
                    case _:
                        acts = acts or (
                            isinstance(node, ast.Stmt) and not isinstance(node, (*_LOOKS_ONLY, *_HOLDS_LINES))
                        )
            own = ""
            if not todo and acts and "always" not in called:
                called.add("always")
                todo.extend(self._standing_rules)
        return frozenset(changed)

    @cached_property
    def _standing_rules(self) -> tuple[ast.AlwaysDecl, ...]:
        return tuple(decl for decl in self.world.tree.declarations if isinstance(decl, ast.AlwaysDecl))

    @cached_property
    def _carried_out(self) -> dict[str, list[object]]:
        """The routines and actions that a name stands for; the name of a menu is that of its actions."""
        bodies: dict[str, list[object]] = {}
        for decl in self.world.tree.declarations:
            if isinstance(decl, (ast.RoutineDecl, ast.ActionDecl)):
                menus = decl.menus if isinstance(decl, ast.ActionDecl) else ()
                for name in (decl.name, *menus):
                    bodies.setdefault(name.text, []).append(decl.body)
        return bodies

    @cached_property
    def _worked_out(self) -> dict[str, frozenset[str]]:
        """The names that stand in each definition and score."""
        return {
            decl.name.text: names_in(decl)
            for decl in self.world.tree.declarations
            if isinstance(decl, (ast.DefineDecl, ast.ScoreDecl))
        }

    def _mentioned_from(self, names: set[str]) -> set[str]:
        """All names that these definitions are built on."""
        seen: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo.extend(self._worked_out.get(name, ()))
        return seen


def _states_of(target: ast.Expr) -> frozenset[str]:
    """The name of the state that a line sets."""
    match target:
        case ast.Group(inner=inner):
            return _states_of(inner)
        case ast.Call(of=called):
            return _states_of(called)
        case ast.Attribute(name=name) | ast.Your(name=name):
            return frozenset({name.text})
        case _:
            return names_in(target)


def _is_of(own: str, target: ast.Expr) -> bool:
    """Whether a state is set of the thing with this name: `p.mark`, `mark(p)`."""
    match target:
        case ast.Attribute(of=ast.NameRef(name=name)):
            return name == own
        case ast.Call(of=called, args=args):
            values = [arg.value for arg in args]
            return any(isinstance(value, ast.NameRef) and value.name == own for value in values) or _is_of(
                own, called
            )
        case _:
            return False


def _is_of_names(expr: ir.Expr) -> bool:
    """Whether this is how many a name stands for: no line changes that."""
    return counts(expr) and isinstance(expr, ir.Apply) and isinstance(expr.args[0], ir.Local)


def _may_come_again(line: ast.Clause) -> bool:
    """Whether a line has a block that may be carried out again, or that a condition says more of."""
    return not isinstance(line, (ast.Cost, *_ONCE)) and bool(blocks_of(line))
