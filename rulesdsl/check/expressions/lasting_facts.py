"""What conditions have shown is believed until a line can change it: which lines change what, by names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import assert_never, get_args

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.expressions.module import ExpressionModule
from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.scope import Fact, Scope
from rulesdsl.check.symbols import StateSymbol, ZoneSymbol
from rulesdsl.facts import direct_reads, members_of
from rulesdsl.operations import Op, Reads
from rulesdsl.program_walk import all_reached, everything_used, holds, instances_in, nodes_in
from rulesdsl.syntax import ast

_LINES = get_args(ast.Stmt)
_DECIDES = (ast.Choose, ast.May, ast.MayDo, ast.MayBlock, ast.Must, ast.AllPlayers)
_COMES_AGAIN = (ast.For, ast.Repeat, ast.EachPlayer, ast.AllPlayers, ast.Phase)
"""Lines with a block that may be carried out again."""
_PICKS = frozenset({"first", "last", "highest", "lowest", "the_only"})
"""Functions whose value consists of members of what they are given."""

FACES = "face_down"
"""Stands among the names for the way in which pieces lie."""

Names = frozenset[str]


@frozen
class _Written:
    """What is written in lines, whatever stands in what they call."""

    changed: Names
    called: Names
    acts: bool
    """Whether something is done by which standing rules may come to act."""


class LastingFacts(ExpressionModule):
    def forget(self, line: ast.Clause, scope: Scope, *, behind: bool) -> None:
        """A line with a block that may be carried out again forgets before it begins; others behind it."""
        if scope.facts and behind != isinstance(line, _COMES_AGAIN) and not _leads_away(line):
            scope.facts = self.still_known(scope.facts, line)
            if holds(line, *_DECIDES, ast.Do):
                self.others_go_on(scope)

    def others_go_on(self, scope: Scope) -> None:
        """Behind a decision that all make at once: the others may have carried out the same lines."""
        scope.facts = self.still_known(scope.facts, scope.place.meanwhile)

    def still_known(self, facts: tuple[Fact, ...], lines: object, own: str = "") -> tuple[Fact, ...]:
        """What still holds behind a line, or behind several.

        `own` is the name that a loop gives to each thing: what a pass changes of it, others keep.
        """
        if not facts:
            return facts
        changed = self.changed_by(lines, own)
        return tuple(fact for fact in facts if not changed & self.read_by(fact[0]))

    def meanwhile(self, name: str) -> tuple[ast.Block, ...]:
        """The lines that others may carry out at once with a routine or an action of this name."""
        return tuple(block for block, called in self._at_once if name in called)

    @cached_property
    def _at_once(self) -> list[tuple[ast.Block, set[str]]]:
        """The blocks that all players carry out at once, with the names of all that they call."""
        return [
            (node.body, self._called_from(self._written_in(node.body).called))
            for node in instances_in(self.world.tree.declarations, ast.AllPlayers)
        ]

    # ------------------------------------------------------------ reading

    @cached_property
    def _zones(self) -> Names:
        return frozenset(symbol.name for symbol in self.world.all(ZoneSymbol))

    @cached_property
    def _everything(self) -> Names:
        states = (symbol.name for symbol in self.world.all(StateSymbol))
        return self._zones | {FACES, *states}

    def read_by(self, expr: ir.Expr) -> Names:
        """The names of all that may change and that an expression looks at, through its definitions too."""
        names: set[str] = set()
        for item in everything_used(expr, self.output.formulas):
            if isinstance(item, ir.Formula) and item.name not in self.output.formulas:
                return self._everything
            names |= self._looked_at(item)
        return frozenset(names)

    def _looked_at(self, node: object) -> Names:
        """What a node looks at by itself, whatever lies in it."""
        match node:
            case ir.Apply(op=op):
                match op.entry.reads:
                    case Reads.NOTHING:
                        return frozenset()
                    case Reads.PLACES:
                        return self._zones
                    case Reads.FACES:
                        return frozenset({FACES})
                    case Reads.WINNER | Reads.TAKES:
                        return self._everything
                    case _:
                        assert_never(op.entry.reads)
            case ir.Legal():
                return self._everything
            case _:
                return frozenset(name for _, name in direct_reads(node))

    # ------------------------------------------------------------ changing

    def changed_by(self, lines: object, own: str = "") -> Names:
        """The names of what lines change: they themselves, what they call, what happens by itself behind."""
        written = self._written_in(lines, own)
        changed = written.changed.union(*(self._by_call(name) for name in written.called))
        return self._with_neighbours(changed | self._by_itself if written.acts else changed)

    def _written_in(self, lines: object, own: str = "") -> _Written:
        changed: set[str] = set()
        called: set[str] = set()
        acts = False
        for node in instances_in(lines, ast.CallOf, *_LINES):
            if isinstance(node, (ast.Do, ast.CallOf)):
                called.add(node.name.text)
                acts = True
            if isinstance(node, _LINES) and (by_itself := self._changed_by_line(node, own)) is not None:
                acts = True
                changed.update(by_itself)
        return _Written(frozenset(changed), frozenset(called), acts)

    def _by_call(self, name: str) -> Names:
        """What a routine, an action or a menu changes, with all that it calls."""
        return frozenset(
            changed for called in self._called_from({name}) for changed in self._bodies[called].changed
        )

    def _called_from(self, names: Iterable[str]) -> set[str]:
        bodies = self._bodies
        reached = all_reached(names, lambda name: bodies[name].called if name in bodies else ())
        return reached & bodies.keys()

    @cached_property
    def _bodies(self) -> dict[str, _Written]:
        """What is written in routines and actions, by name; the name of a menu is that of its actions."""
        bodies: dict[str, list[object]] = {}
        for decl in self.world.tree.declarations:
            if isinstance(decl, (ast.RoutineDecl, ast.ActionDecl)):
                menus = decl.menus if isinstance(decl, ast.ActionDecl) else ()
                for name in (decl.name, *menus):
                    bodies.setdefault(name.text, []).append(decl.body)
                if isinstance(decl, ast.RoutineDecl):
                    bodies[decl.name.text].append(decl.too_deep)
        return {name: self._written_in(tuple(lines)) for name, lines in bodies.items()}

    @cached_property
    def _by_itself(self) -> Names:
        """What may change behind any line that does something: by standing rules, or because a zone is kept
        as it should be."""
        declarations = self.world.tree.declarations
        kept = frozenset(
            decl.name.text
            for decl in declarations
            if isinstance(decl, ast.ZoneDecl) and any(map(_keeps_itself, nodes_in(decl.props)))
        )
        written = self._written_in(tuple(decl for decl in declarations if isinstance(decl, ast.AlwaysDecl)))
        return kept | written.changed.union(*(self._by_call(name) for name in written.called))

    def _changed_by_line(self, line: ast.Stmt, own: str) -> Iterable[str] | None:
        """What a line names as changed; None where it does nothing by which standing rules come to act."""
        match line:
            case ast.SetTo(target=target) | ast.AddTo(target=target) | ast.RemoveFrom(target=target):
                return () if _is_of(own, target) else _states_of(target)
            case ast.Move(what=what, to=to):
                return (FACES, *self._taken_from(what, own), *self._taken_from(to))
            case ast.Draw(source=source, to=to):
                return (FACES, *self._taken_from(source, own), *self._taken_from(to))
            case ast.Deal(source=source, to=name):
                return (FACES, *self._taken_from(source, own), name.text)
            case ast.Shuffle(zone=zone):
                return self._taken_from(zone)
            case ast.Flip():
                return (FACES,)
            case ast.Record():
                return self._written_down
            case ast.Phase(name=name):
                return (name.text,)
            case (
                ast.Do()
                | ast.MayDo()
                | ast.MayBlock()
                | ast.May()
                | ast.Must()
                | ast.AllPlayers()
                | ast.End()
            ):
                return ()
            case (
                ast.If()
                | ast.For()
                | ast.Repeat()
                | ast.EachPlayer()
                | ast.OnePlayer()
                | ast.Together()
                | ast.Depending()
                | ast.Let()
                | ast.When()
                | ast.Nothing()
                | ast.Say()
                | ast.Show()
                | ast.Roll()
                | ast.Chance()
                | ast.Choose()
            ):
                return None
            case _:
                assert_never(line)

    def _taken_from(self, what: ast.Expr, own: str = "") -> Iterator[str]:
        """The zones in which pieces lie; all where it cannot be told."""
        match what:
            case ast.Group(inner=inner):
                yield from self._taken_from(inner, own)
            case ast.NameRef(name=name) if name in self._zones:
                yield name
            case ast.Your(name=name) | ast.Attribute(name=name) if name.text in self._zones:
                if not _is_of(own, what):
                    yield name.text
            case ast.Call(of=ast.NameRef(name=name), args=args) if name in _PICKS and args:
                first = args[0].value
                if isinstance(first, ast.Over):
                    first = first.binder.domain
                yield from self._taken_from(first, own)
            case ast.Call(of=called) if (names := frozenset(self._taken_from(called))) != self._zones:
                if not _is_of(own, what):
                    yield from names
            case ast.Selection(binder=ast.Binder(domain=domain)):
                yield from self._taken_from(domain, own)
            case ast.NoneValue():
                pass
            case _:
                yield from self._zones

    @cached_property
    def _written_down(self) -> Names:
        """The rows of the score sheet."""
        return frozenset(decl.name.text for decl in self.world.tree.all(ast.ScoreDecl))

    @cached_property
    def _neighbours(self) -> dict[str, Names]:
        """For each zone those to which pieces go from it, or from which they come, by themselves."""
        zones: dict[str, Names] = {}
        for decl in self.world.tree.all(ast.ZoneDecl):
            moving = tuple(instances_in(decl.props, ast.MovingProp))
            zones[decl.name.text] = names_in(moving) & self._zones
        return zones

    def _with_neighbours(self, names: Iterable[str]) -> Names:
        return frozenset(all_reached(names, lambda name: self._neighbours.get(name, ())))


def _keeps_itself(prop: object) -> bool:
    """Whether a property moves pieces behind whatever line. A zone is renewed only where it is drawn from."""
    match prop:
        case ast.AtMostProp(overflow=overflow):
            return overflow is not None
        case ast.RenewedProp():
            return False
        case _:
            return isinstance(prop, ast.MovingProp)


def each_once(many: ir.Expr) -> bool:
    """Whether no member comes twice in a sequence."""
    match many:
        case ir.ConstSeq(values=values):
            return len(set(values)) == len(values)
        case ir.ZonePieces() | ir.ZonesPieces():
            return True
        case ir.Over(op=op, domain=domain) if op.entry.members:
            return each_once(domain)
        case ir.Apply() if len(members := members_of(many)) == 1:
            return each_once(members[0])
        case ir.Apply(op=Op.OTHERS | Op.RANGE):
            return True
        case _:
            return isinstance(many.type, ir.SeqDomain) and not many.type.ordered


def _leads_away(line: ast.Clause) -> bool:
    """Whether the block of a line ends with an end, so that what it changes is not met behind it."""
    return (
        isinstance(line, ast.If)
        and line.otherwise is None
        and bool(line.then.lines)
        and isinstance(line.then.lines[-1], ast.End)
    )


def _states_of(target: ast.Expr) -> Names:
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
    """Whether a state or a zone is that of the thing with this name: `p.mark`, `mark(p)`."""
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
