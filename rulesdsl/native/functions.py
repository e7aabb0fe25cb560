"""One function for arguments of certain kinds: its lines become code, and its variables locals."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from types import FunctionType

from attrs import evolve, field, frozen

from rulesdsl.native import views, wasm
from rulesdsl.native.inlining import template
from rulesdsl.native.pruning import pruned
from rulesdsl.native.ranges import UNKNOWN, Range
from rulesdsl.native.straight import Straight, is_aside
from rulesdsl.native.syntax_walk import changes, lines_in
from rulesdsl.native.tallies import tally_of
from rulesdsl.native.types import (
    FLOAT,
    INT,
    Instance,
    Int,
    Maybe,
    NeverReached,
    NotNative,
    Open,
    Seq,
    Type,
    found,
    holds_objects,
    resolved,
    settled,
    unify,
)
from rulesdsl.native.unit import Target, Unit
from rulesdsl.native.values import (
    CELLS,
    NOWHERE,
    Chosen,
    Fixed,
    Members,
    Operand,
    Several,
    Value,
    ranged,
    widened,
)
from rulesdsl.native.wasm import TRAP
from rulesdsl.native.writer import Var


@frozen
class Results:
    """What a function gives back: nothing new (`fixed` says what), or so many numbers."""

    types: tuple[Type, ...]
    fixed: Fixed | None
    several: bool
    view: bool = False
    own: bool = False
    """A row that nobody else holds."""
    never: bool = False
    """It always ends in a fault."""
    members: Members | None = field(default=None, eq=False)


def _is_told_alike(kind: Type) -> bool:
    """Whether the number that stands for a value of this type does not depend on what is expected."""
    match found(kind):
        case Int() | Instance():
            return True
        case Seq(of=of) | Maybe(of=of):
            return _is_told_alike(of)
        case _:
            return False


@frozen
class LoopEnds:
    leave: int
    go_on: int


_UNFORESEEN = (AssertionError, AttributeError, IndexError, KeyError, TypeError, NotImplementedError)
"""What Python says of what was not thought of: not native either."""
_MOST_PASSES = 6
_ANNOTATED: dict[str, Type] = {
    "int": INT,
    "bool": INT,
    "float": FLOAT,
    "list[int]": Seq(INT),
    "Sequence[int]": Seq(INT),
}


def _declared(returns: ast.expr | None) -> Results | None:
    """What a function says that it gives back, for those that call it before that is found: for itself."""
    match returns:
        case ast.Constant(value=None):
            return Results((), Fixed(None), several=False)
        case ast.Name(id=name):
            given = _ANNOTATED.get(name)
            return None if given is None else Results((given,), None, several=False)
        case _:
            return None


def _kind_of(operand: Operand) -> Hashable:
    """All of an argument that types of variables hang on, unless they do on its value."""
    match operand:
        case Value(type=kind):
            return settled(kind)
        case Several(items=items):
            return tuple(map(_kind_of, items))
        case _:
            return None


Known = tuple[Range, bool, Members | None]
"""What is known of a variable at some point: range, fresh, members."""
_NOTHING: Known = (UNKNOWN, False, None)


def _kept_members(value: Value) -> Members | None:
    return value.members if value.members is None or value.view else evolve(value.members, places=NOWHERE)


class Function(Straight):
    def __init__(
        self,
        unit: Unit,
        target: Target,
        function: FunctionType,
        node: ast.FunctionDef,
        operands: list[Operand],
        *,
        still: bool,
    ) -> None:
        self.unit = unit
        self.still = still
        self.target = target
        self.node = node
        self.names = function.__globals__
        self.operands = operands
        self.closure = {
            name: cell.cell_contents
            for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        }
        names = [arg.arg for arg in node.args.args]
        self.node = node = pruned(node, dict(zip(names, operands, strict=False)))
        self.is_generated = function.__code__.co_filename == unit.plan.file_name
        self.ranges = unit.ranges if self.is_generated else {}
        self.only_reads = self.is_generated and "S" not in names and names[:1] == ["C"]
        self.known: dict[str, Type] = {}
        self._kinds = (node, *map(_kind_of, operands))
        changed = changes(node)
        self.counts, self.grown = changed.counts, changed.grown

    def where(self, node: ast.AST) -> str:
        return f"{self.node.name}, line {getattr(node, 'lineno', '?')}"

    # ---- the whole

    def translate(self) -> None:
        if not self.is_generated:
            self.target.results = _declared(self.node.returns)
        if not self._settles_as_before():
            self._settle()
        made = self.target.made
        made.signature = wasm.Signature(self.param_count, len(self.assumed.types))
        made.local_count = self.local_count - self.param_count
        if self.out[-1] == wasm.op("return"):
            made.code = b"".join(self.out[:-1])
        else:
            made.code = b"".join(self.out) + (TRAP if self.assumed.types else b"")
        if self.only_reads and wasm.is_plain(made.code, self.unit.plain):
            self.target.is_plain = True
            if self.target.index is not None:
                self.unit.plain.add(self.target.index)
        self.target.results = self.assumed
        self.target.template = None if self.target.is_apart else template(made)
        self.target.gaps = self.gaps
        self.target.calls = self.called

    def _settle(self) -> None:
        """Passes until what was assumed before a pass is what is found in it."""
        self.assumed, self.known, self.settling = self._expected(), self._rows_begun(), False
        is_settled = self._pass()
        if self.gaps and self.known:
            self.assumed, self.known = self._expected(), {}
            is_settled = self._pass()
        for _ in range(_MOST_PASSES):
            if is_settled:
                return
            self.settling = True
            is_settled = self._pass()
            types = (*self.assumed.types, *self.known.values())
            if is_settled and self.assumed.types and not any(map(holds_objects, types)):
                self.unit.settled[self._kinds] = self.assumed, {**self.known}
        self.gaps.append((self.node.name, "its types do not settle"))
        self.out = [TRAP]
        self.assumed = Results((), Fixed(None), several=False, never=True)

    def _rows_begun(self) -> dict[str, Type]:
        """A first guess at rows that begin empty: where code is generated most are of numbers."""
        if not self.is_generated:
            return {}
        return {
            line.targets[0].id: Seq(INT)
            for line in lines_in(self.node.body)
            if isinstance(line, ast.Assign)
            and isinstance(line.targets[0], ast.Name)
            and isinstance(line.value, ast.List)
            and not line.value.elts
        }

    def _settles_as_before(self) -> bool:
        """Whether one pass is enough, by what was found of the same lines for arguments of the same kinds."""
        before = self.unit.settled.get(self._kinds)
        if before is None:
            return False
        self.assumed, self.known, self.settling = before[0], {**before[1]}, True
        return self._pass() and not self.gaps

    def _pass(self) -> bool:
        """All lines are written; whether what is found was assumed."""
        self._begin()
        if not self.block(self.node.body):
            self._give(Fixed(None))
        results = self._outcome()
        types = {name: self.final(var.type) for name, var in self.variables.items()}
        same = results == self.assumed or (results.never and self.assumed.never)
        same = same or (not self.sensitive and self._goes_with_any(results))
        self.assumed = results
        if same and (not self.sensitive or types == self.known):
            return True
        self.known = types
        return False

    def _goes_with_any(self, results: Results) -> bool:
        """Whether it was written as it is for these results, while nothing was assumed of them: most are
        given back in the same way, whatever is expected.
        """
        before = self.assumed
        if before.never or results.never or before.fixed is not None or results.fixed is not None:
            return False
        if before.several != results.several or len(before.types) != len(results.types):
            return False
        return all(isinstance(found(kind), Open) for kind in before.types) and all(
            _is_told_alike(kind) for kind in results.types
        )

    def _begin(self) -> None:
        self.out: list[bytes] = []
        self.depth = 0
        self.loops: list[LoopEnds] = []
        self.env: dict[str, Operand] = {}
        self.variables: dict[str, Var] = {}
        self.local_count = 0
        self.sensitive = False
        self.places: dict[bytes, int] = {}
        self.within_line = 0
        self.cells_now: dict[int, Range] = {}
        self.called = {}
        self.gaps: list[tuple[str, str]] = []
        self.returned: list[Operand] = []
        names = [arg.arg for arg in self.node.args.args]
        star = self.node.args.vararg
        given = list(self.operands)
        if star is not None:
            given = [*given[: len(names)], Several(tuple(given[len(names) :]))]
            names.append(star.arg)
        names += [arg.arg for arg in self.node.args.kwonlyargs]
        for name, operand in zip(names, given, strict=True):
            held = self._param(name, operand)
            if name not in self.variables:
                self.env[name] = held
        self.param_count = self.local_count
        for name in [name for name in names if self.counts.get(name) and name in self.env]:
            # A parameter that is changed and was known: a variable like any other.
            given_value = self.env[name]
            if isinstance(given_value, Fixed) and self.unit.is_data(given_value.value):
                del self.env[name]
                self.assign_name(name, given_value)

    def _param(self, name: str, operand: Operand) -> Operand:
        match operand:
            case Fixed():
                return operand
            case Several(items=items):
                return Several(tuple(self._param("", item) for item in items))
            case Value(type=kind):
                index = self.new_local()
                between = self.ranges.get(name, UNKNOWN)
                if name:
                    kind = unify(kind, self.known.get(name, Open()))
                    self.variables[name] = Var(index, kind, between, own=False)
                return ranged(Value(wasm.local_get(index), kind), between)
            case _:
                raise NotNative(f"{self.node.name}: {operand} as an argument")

    # ---- what it gives back

    def _expected(self) -> Results:
        """A first guess, which is mended if it was wrong."""
        returned = _returned(self.node)
        constants = [
            None if value is None else value.value
            for value in returned
            if value is None or isinstance(value, ast.Constant)
        ]
        if len(constants) == len(returned) and len({*map(self.unit.key_of, constants)}) <= 1:
            return Results((), Fixed(constants[0] if constants else None), several=False)
        if all(isinstance(value, ast.Tuple) for value in returned):
            first = returned[0]
            assert isinstance(first, ast.Tuple)
            return Results(tuple(Open() for _ in first.elts), None, several=True)
        return Results((Open(),), None, several=False)

    def _outcome(self) -> Results:
        given = self.returned
        if not given:
            return Results((), Fixed(None), several=False, never=True)
        keys = {self.unit.key_of(value.value) if isinstance(value, Fixed) else object() for value in given}
        if len(keys) == 1 and isinstance(given[0], Fixed) and not self._is_row(given[0].value):
            if (
                self.assumed.fixed is not None
                and not self.assumed.never
                and self.unit.key_of(self.assumed.fixed.value) in keys
            ):
                return self.assumed
            return Results((), given[0], several=False)
        several = [value for value in given if isinstance(value, Several)]
        if several and len(several) == len(given) and len({len(operand.items) for operand in several}) == 1:
            width = len(several[0].items)
            types: list[Type] = []
            for place in range(width):
                kind: Type = Open()
                for operand in several:
                    kind = unify(kind, self._type(operand.items[place]))
                types.append(self.final(kind))
            return Results(tuple(types), None, several=True)
        kind = Open()
        for value in given:
            kind = unify(kind, self._type(value))
        rows = [self._at_the_end(value) for value in given]
        own = all(row.fresh or row.own for row in rows)
        view = any(row.view for row in rows)
        return Results(
            (self.final(kind),), None, several=False, view=view, own=own, members=_members_of(rows)
        )

    def _at_the_end(self, given: Operand) -> Value:
        """What is known of a row that is given back; of a variable when all of the function has been seen."""
        if not isinstance(given, Value):
            is_empty = isinstance(given, Fixed) and self._is_row(given.value) and not given.value
            nothing = Members(0, UNKNOWN, NOWHERE, 0) if is_empty else None
            return Value(b"", INT, own=isinstance(given, Fixed) and not given.value, members=nothing)
        if wasm.is_local(given.code):
            for var in self.variables.values():
                if wasm.local_get(var.index) == given.code:
                    return evolve(given, view=var.view, own=var.own)
        kept = _kept_members(given)
        return given if kept is given.members else evolve(given, members=kept)

    def _is_row(self, value: object) -> bool:
        if value is CELLS or isinstance(value, list):
            return True
        return isinstance(value, (tuple, range)) and len(value) > 0 and self.unit.is_data(value)

    def final(self, kind: Type) -> Type:
        """What is still open when all has been seen is the type of what is never there."""
        return settled(resolved(kind)) if self.settling else resolved(kind)

    def _type(self, operand: Operand) -> Type:
        match operand:
            case Value(type=kind):
                return kind
            case Fixed(value=value):
                return self.unit.type_of(value)
            case Several():
                return self.boxed(operand).type
            case _:
                raise NotNative(f"{self.node.name} gives back {operand}")

    def _give(self, operand: Operand) -> None:
        if isinstance(operand, Chosen):
            operand = self.valued(operand)
        self.returned.append(operand)
        assumed = self.assumed
        if assumed.types and not self.has_number(operand):
            self.put(TRAP)
        elif assumed.several and isinstance(operand, Several) and len(operand.items) == len(assumed.types):
            for item, kind in zip(operand.items, assumed.types, strict=True):
                self.put(self.owned(self.valued(item, kind)).code)
        elif assumed.types and not assumed.several:
            value = self.valued(operand, assumed.types[0])
            self.put((value if self.only_reads else self.owned(value)).code)
        elif isinstance(operand, Value) or assumed.several:
            self.put(TRAP)
        self.put(wasm.op("return"))

    # ---- lines

    def block(self, body: list[ast.stmt]) -> bool:
        """The lines one after the other; whether nothing comes after them."""
        before: ast.stmt | None = None
        done: ast.stmt | None = None
        for statement, after in zip_longest(body, body[1:]):
            if statement is done:
                continue
            start, depth, loops = len(self.out), self.depth, len(self.loops)
            try:
                if isinstance(after, ast.Assign) and self.piece_taken_out(statement, after):
                    before = done = after
                    continue
                if isinstance(statement, ast.For) and self.straight_loop(statement, before):
                    before = None
                    continue
                if before is None or not is_aside(statement, before):
                    before = statement
                if isinstance(statement, ast.If) and self.piece_taken_wherever(statement):
                    continue
                if self.statement(statement):
                    return True
            except (NeverReached, NotNative, *_UNFORESEEN) as problem:
                del self.out[start:]
                del self.loops[loops:]
                self.depth = depth
                self.put(TRAP)
                if not isinstance(problem, NeverReached):
                    # What cannot be written is kept beside the trap: the step is done in Python.
                    self.gaps.append((self.where(statement), str(problem) or type(problem).__name__))
                    self.sensitive = True
                return True
        return False

    def statement(self, node: ast.stmt) -> bool:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Assert():
                return False
            case ast.Expr(value=ast.Call() as called):
                self.discard(called)
                return self.never_returns(called)
            case ast.Expr(value=value):
                self.discard(value)
                return False
            case ast.Assign(targets=targets, value=value):
                self._assign(targets, value)
                return False
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    if isinstance(target, ast.Name):
                        self.declare(target.id, node.annotation)
                    self._assign([target], value)
                return False
            case ast.AugAssign(target=target, op=op, value=value):
                self.augment(target, op, value)
                return False
            case ast.If():
                return self._if(node)
            case ast.While():
                return self._while(node)
            case ast.For():
                return self._for(node)
            case ast.Return(value=value):
                self._give(Fixed(None) if value is None else self.expr(value))
                return True
            case ast.Break():
                self.jump(self.loops[-1].leave)
                return True
            case ast.Continue():
                self.jump(self.loops[-1].go_on)
                return True
            case ast.Raise():
                self.put(TRAP)
                return True
            case _:
                raise NotNative(f"`{type(node).__name__}` is not in the subset")

    def _assign(self, targets: list[ast.expr], value: ast.expr) -> None:
        match targets, value:
            case [ast.Tuple(elts=parts)], ast.Tuple(elts=others) if views.exchanged(self, parts, others):
                return
            case _:
                pass
        if isinstance(value, ast.ListComp) and self.is_generated and isinstance(targets[0], ast.Name):
            tally = tally_of(self, targets[0].id, value) if len(targets) == 1 else None
            if tally is not None:
                self.env[targets[0].id] = tally
                return
        is_part = isinstance(targets[0], ast.Subscript) and isinstance(targets[0].slice, ast.Slice)
        operand = (self.constant_row(value) if is_part else None) or self.expr(value)
        if len(targets) > 1 and isinstance(operand, Value):
            operand = self.kept(operand)
        for target in targets:
            self.assign(target, operand)

    def assign(self, target: ast.expr, operand: Operand) -> None:
        match target:
            case ast.Name(id=name):
                self.assign_name(name, operand)
            case ast.Tuple(elts=parts):
                items = self.parts(operand, len(parts))
                if len(parts) > 1:
                    # All are worked out before any is changed.
                    items = [self._apart(item) for item in items]
                for part, item in zip(parts, items, strict=True):
                    self.assign(part, item)
            case ast.Subscript():
                self.assign_item(target, operand)
            case ast.Attribute():
                self.assign_attribute(target, operand)
            case _:
                raise NotNative(f"assignment to {ast.unparse(target)}")

    def _apart(self, item: Operand) -> Operand:
        if not isinstance(item, Value):
            return item
        return self.kept(self.copy(item) if item.view else item)

    def assign_name(self, name: str, operand: Operand) -> None:
        named = not isinstance(operand, Value) and not (isinstance(operand, Fixed) and name in self.grown)
        # What has a number already, as it was given, may be asked for again at the next turn of a loop.
        once = self.counts.get(name, 0) <= 1 and name not in self.variables
        if named and (once or not self.has_number(operand)):
            self.env[name] = operand
            return
        if isinstance(operand, Several):
            operand = self.boxed(operand)
        var = self.variables.get(name)
        if var is None:
            kind = self.known.get(name, Open())
            var = self.variables[name] = Var(self.new_local(), kind)
        value = self.valued(operand, var.type)
        if name in self.grown and not value.fresh and isinstance(found(value.type), Seq):
            value = self.copy(value)
        if not (value.view and isinstance(found(value.type), Seq) and views.lasts(self, name, value)):
            value = self.owned(value)
        before = resolved(var.type)
        # Asked now: what is open becomes known where it lies.
        is_first = isinstance(before, Open)
        var.type = unify(var.type, value.type)
        if not is_first and resolved(var.type) != before:
            self.sensitive = True
        var.fresh = value.fresh
        declared = self.ranges.get(name)
        var.range = value.range if declared is None or value.range.lies_in(declared) else declared
        # Once part of the cells, it may be so wherever ways meet again.
        var.view = var.view or value.view
        var.own = var.own and (value.fresh or value.own)
        var.members = None if name in self.grown else _kept_members(value)
        self.put(value.code + wasm.local_set(var.index))
        self.env.pop(name, None)

    def has_number(self, operand: Operand) -> bool:
        """Whether a number can stand for it."""
        match operand:
            case Fixed(value=value):
                return value is CELLS or self.unit.is_data(value)
            case Chosen(among=among):
                return all(map(self.unit.is_data, among))
            case Several(items=items):
                return all(map(self.has_number, items))
            case _:
                return isinstance(operand, Value)

    def owned(self, value: Value) -> Value:
        """A row that may be part of the cells is kept apart where cells can change."""
        value = widened(value)
        is_row = isinstance(found(value.type), Seq)
        return self.copy(value) if value.view and is_row and not self.only_reads else value

    def forget(self, names: set[str]) -> None:
        """What is known of the values of these variables is not so any more."""
        for name in names:
            if name in self.variables:
                self.variables[name].range = self.ranges.get(name, UNKNOWN)
                self.variables[name].fresh = False
                self.variables[name].members = None

    def _if(self, node: ast.If) -> bool:
        turns, stops_at = self._turns(node.test)
        if isinstance(turns, bool):
            return self.block(node.body if turns else node.orelse)
        end: int | None = None
        if len(turns) == 1:
            self.put(turns[0])
            self.open(wasm.if_())
        else:
            end = self.open(wasm.block())
            other_at = self.open(wasm.block()) if node.orelse else end
            self._jump_unless(turns, other_at, stops_at=stops_at)
        before, names = self._ranges(), dict(self.env)
        self.conclude(node.test, holds=True)
        ended = self.block(node.body)
        after, names_after = self._ranges(), self.env
        self._restore(before)
        self.env = names
        self.conclude(node.test, holds=False)
        other = False
        if node.orelse:
            if end is None:
                self.put(wasm.op("else"))
            else:
                self.jump(end)
                self.close()
            other = self.block(node.orelse)
        self.close()
        if ended and other:
            self.put(TRAP)
            return True
        if other:
            self._restore(after)
            self.env = names_after
        elif not ended:
            self._merge(after)
            # What is one thing here and another there is neither.
            self.env = {
                name: value for name, value in self.env.items() if self._alike(value, names_after.get(name))
            }
        return False

    def _turns(self, node: ast.expr) -> tuple[bool | list[bytes], bool]:
        """The tests of a condition, one after the other, and whether it holds as soon as one of them does."""
        match node:
            case ast.BoolOp(op=op, values=values):
                stops_at = isinstance(op, ast.Or)
                return self.in_turn(values, stops_at=stops_at), stops_at
            case _:
                test = self.test(node)
                return (test if isinstance(test, bool) else [test]), False

    def _jump_unless(self, turns: list[bytes], level: int, *, stops_at: bool) -> None:
        """Some tests one after the other, and to this level if all, or one of them, do not hold."""
        *firsts, last = turns
        if stops_at:
            holds = self.open(wasm.block())
            for test in firsts:
                self.put(test + wasm.br_if(self.depth - holds))
            self.put(last + wasm.op("i32.eqz") + wasm.br_if(self.depth - level))
            self.close()
        else:
            for test in turns:
                self.put(test + wasm.op("i32.eqz") + wasm.br_if(self.depth - level))

    def _alike(self, operand: Operand, other: Operand | None) -> bool:
        if operand is other:
            return True
        if isinstance(operand, Fixed) and isinstance(other, Fixed):
            return self.unit.key_of(operand.value) == self.unit.key_of(other.value)
        return False

    def _ranges(self) -> dict[str, Known]:
        return {name: (var.range, var.fresh, var.members) for name, var in self.variables.items()}

    def _restore(self, ranges: dict[str, Known]) -> None:
        for name, var in self.variables.items():
            var.range, var.fresh, var.members = ranges.get(name, _NOTHING)

    def _merge(self, other: dict[str, Known]) -> None:
        for name, var in self.variables.items():
            between, fresh, there = other.get(name, _NOTHING)
            var.range = var.range.or_else(between)
            var.fresh = var.fresh and fresh
            var.members = None if var.members is None or there is None else var.members.or_else(there)

    def _while(self, node: ast.While) -> bool:
        changed = set(changes(node).counts)
        self.forget(changed)
        with self.captured():
            test = self.test(node.test)
        if test is False:
            return False
        leave = self.open(wasm.block())
        again = self.open(wasm.loop())
        self.loops.append(LoopEnds(leave, again))
        if self.is_generated and not self.unit.plan.is_short:
            self.one_step()
        with self.captured() as before:
            test = self.test(node.test)
        self.put(b"".join(before))
        if not isinstance(test, bool):
            self.put(test + wasm.op("i32.eqz") + wasm.br_if(self.depth - leave))
        names = dict(self.env)
        if not self.block(node.body):
            self.jump(again)
        self.leave_names(names, changed)
        self.loops.pop()
        self.close()
        self.close()
        self.forget(changed)
        if test is True and not _breaks(node.body):
            self.put(TRAP)
            return True
        return False

    def _for(self, node: ast.For) -> bool:
        changed = set(changes(node).counts)
        self.forget(changed)
        held = node if views.may_write(node.body) else True
        goes_on = _goes_on(node)
        apart: set[str] = set()

        def body(leave: int, item: Operand) -> None:
            self.forget(changed)
            apart.update(self._parted(node.target, item))
            self.assign(node.target, item)
            if goes_on:
                self.loops.append(LoopEnds(leave, self.open(wasm.block())))
            else:
                self.loops.append(LoopEnds(leave, -1))
            self.block(node.body)
            self.loops.pop()
            if goes_on:
                self.close()

        names = dict(self.env)
        self.each(node.iter, body, held=held)
        self.leave_names(names, changed)
        self.forget(changed)
        for name in apart:
            self.variables.pop(name, None)
        return False

    def _parted(self, target: ast.expr, item: Operand) -> Iterator[str]:
        """Variables that were a row for one member and are a number for the next, where each is written by
        itself: they begin anew, and after the loop there is none of that name.
        """
        match target, item:
            case ast.Tuple(elts=parts), Several(items=items) if len(parts) == len(items):
                for part, inner in zip(parts, items, strict=True):
                    yield from self._parted(part, inner)
            case ast.Name(id=name), Value(type=kind) if name in self.variables:
                kinds = {type(found(self.variables[name].type)), type(found(kind))}
                if kinds == {Int, Seq}:
                    del self.variables[name]
                    yield name
            case _:
                pass

    def leave_names(self, names: dict[str, Operand], changed: set[str]) -> None:
        """At the end of a loop: what was named before it must still be the same, what it named is gone."""
        for name in changed & names.keys():
            if not self._alike(names[name], self.env.get(name)):
                raise NotNative(f"`{name}` is one thing before a loop and another in it")
        for name in changed - names.keys():
            self.env.pop(name, None)

    def declare(self, name: str, annotation: ast.expr) -> None:
        """A type written beside a variable."""
        kind = self.annotated(annotation)
        if kind is not None and name not in self.variables and self.counts.get(name, 0) > 0:
            self.known.setdefault(name, kind)


@lru_cache(maxsize=4096)
def _returned(function: ast.FunctionDef) -> Sequence[ast.expr | None]:
    """What stands behind each `return`."""
    return [line.value for line in lines_in(function.body) if isinstance(line, ast.Return)]


@lru_cache(maxsize=4096)
def _goes_on(loop: ast.For) -> bool:
    """Whether there is a `continue` in it."""
    return any(isinstance(line, ast.Continue) for line in lines_in(loop.body))


def _members_of(rows: list[Value]) -> Members | None:
    result = rows[0].members
    for row in rows[1:]:
        result = None if result is None or row.members is None else result.or_else(row.members)
    return result


def _breaks(body: list[ast.stmt]) -> bool:
    """Whether a loop with this body can be left by `break`."""
    for node in body:
        match node:
            case ast.Break():
                return True
            case ast.For(orelse=orelse) | ast.While(orelse=orelse):
                if _breaks(orelse):
                    return True
            case ast.If(body=first, orelse=other):
                if _breaks(first) or _breaks(other):
                    return True
            case _:
                pass
    return False
