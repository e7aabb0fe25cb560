"""Short loops as code without jumps: what fulfils a condition is collected, counted, or found first.

A jump that is foretold wrongly takes longer than some numbers written for nothing, and what a condition comes
to while a game is played at random cannot be foretold.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache

from attrs import frozen

from rulesdsl.native import wasm
from rulesdsl.native.expressions import Expressions
from rulesdsl.native.helpers import LEAST_ROOM, room_for
from rulesdsl.native.ranges import Range, union
from rulesdsl.native.rows import row_between
from rulesdsl.native.syntax_walk import names_in
from rulesdsl.native.types import INT, Int, Open, Seq, found, unify
from rulesdsl.native.unit import CELLS_AT
from rulesdsl.native.values import (
    CELLS,
    NOWHERE,
    Fixed,
    Members,
    Operand,
    Value,
    number,
    ranged,
    widened,
)
from rulesdsl.native.views import may_write
from rulesdsl.native.wasm import ADDRESS, EIGHT, LENGTH, WRAP
from rulesdsl.native.writer import Body, Var

MOST_WRITTEN_OUT, MOST_LOOKED_UP = 16, 8
"""So many members are asked with code of their own each; so many that are only known then."""
MOST_PARTS, MOST_GATHERED = 4, 256
"""So many parts are laid together with code of their own each; so many numbers at the most."""
MOST_ROOM = 64
"""So many numbers are made room for at once, however few of them come to be."""
_GONE_THROUGH = {"range", "enumerate", "zip", "reversed"}


@frozen
class Loop:
    """`for TARGET in ROW:` with one condition, and what is done where it holds."""

    target: ast.expr
    row: ast.expr
    test: ast.expr | None
    does: ast.Expr | ast.AugAssign | ast.Assign
    into: str
    """The variable that changes."""
    better: ast.expr | None = None
    """Where it changes only if this holds of its value and of that of the member, which has a name."""


@frozen
class Gathered:
    """`for TARGET in ROW: ... INTO += PART`, with nothing but variables given values before that."""

    target: ast.expr
    row: ast.expr
    before: list[ast.Assign]
    part: ast.expr
    into: str


@frozen
class TakenOut:
    """`INTO = C.index(PIECE, FIRST)` and `C[INTO:LAST] = C[INTO + 1:LAST + 1]`"""

    cells: ast.expr
    into: str
    piece: ast.expr
    first: ast.expr
    last: ast.expr


class NotStraight(Exception):
    """It needs a jump after all."""


class Straight(Expressions):
    def straight_loop(self, node: ast.For, before: ast.stmt | None) -> bool:
        """Whether the loop could be written so; `before` is the line above it."""
        loop = _loop_of(node) if self.is_generated else None
        if loop is None:
            return False
        start, depth, env, sensitive = len(self.out), self.depth, dict(self.env), self.sensitive
        places = dict(self.places)
        # What is known of them before the loop is not so after some members.
        self.forget(_changed_in(loop))
        members, is_all = None, False
        is_empty = _made_empty(before, loop.into)
        try:
            match loop:
                case Gathered():
                    members = self._gathered_parts(loop, is_empty=is_empty)
                    # A line that adds something counts twice.
                    is_all = self.counts.get(loop.into) == 3 and self.grown.get(loop.into) == 1
                case Loop(does=ast.Expr()) if is_empty:
                    members = self._collected(loop)
                    is_all = self.counts.get(loop.into) == self.grown.get(loop.into) == 1
                case Loop(does=ast.AugAssign()):
                    self._counted(loop)
                case Loop(does=ast.Assign(), better=ast.expr() as better):
                    self._best(loop, better)
                case Loop(does=ast.Assign()):
                    self._first(loop)
                case _:
                    return False
        except NotStraight:
            del self.out[start:]
            self.depth, self.env, self.sensitive, self.places = depth, env, sensitive, places
            return False
        for name in names_in(loop.target):
            self.env.pop(name, None)
        self.forget(_changed_in(loop))
        if is_all:
            # No others are put into it anywhere.
            self.variables[loop.into].members = members
        return True

    def comprehension(self, element: ast.expr, generators: list[ast.comprehension]) -> Operand:
        made = self._numbers_of_known(element, generators)
        if made is None and self.is_generated:
            made = self._collected_at_once(element, generators)
        return super().comprehension(element, generators) if made is None else made

    def _numbers_of_known(self, element: ast.expr, generators: list[ast.comprehension]) -> Operand | None:
        """`[N for N, THING in enumerate(THINGS) if TEST]` of few things known now, as of a menu: each
        number is written at the end, which moves on where the condition holds.
        """
        match element, generators:
            case (
                ast.Name(id=name),
                [
                    ast.comprehension(
                        target=ast.Tuple(elts=[ast.Name(id=index), ast.Name(id=thing)]),
                        iter=ast.Call(func=ast.Name(id="enumerate"), args=[things]),
                        ifs=[condition],
                    )
                ],
            ) if name == index:
                known = self.expr(things)
            case _:
                return None
        if not isinstance(known, Fixed) or known.value is CELLS or self.unit.is_data(known.value):
            return None
        if not 0 < len(known.value) <= MOST_WRITTEN_OUT:
            return None
        start, end = self.new_local(), self.new_local()
        with self.captured() as lines, self.names_of_its_own(index, thing):
            self.put(self.allocated(room_for(len(known.value))) + wasm.local_tee(start) + wasm.local_set(end))
            for place, item in enumerate(known.value):
                self.env |= {index: Fixed(place), thing: Fixed(item)}
                test = self.test(condition)
                if test is not False:
                    self._at_the_end_if(end, wasm.const(place), test=test)
        return Value(b"".join(lines) + row_between(start, end), Seq(INT), fresh=True)

    def _at_the_end_if(self, end: int, member: bytes, *, test: bool | bytes) -> None:
        """A member is written at the end of a row, which moves on if the condition holds."""
        self.put(wasm.local_get(end) + WRAP + member + wasm.store(0) + wasm.local_get(end))
        step = wasm.const(8 * test) if isinstance(test, bool) else test + wasm.op("i64.extend_i32_u") + EIGHT
        self.put(step + wasm.op("i64.add") + wasm.local_set(end))

    def _collected_at_once(self, element: ast.expr, generators: list[ast.comprehension]) -> Operand | None:
        """`[ELEMENT for TARGET in ROW if TEST]`, as a loop that collects."""
        (first, *others) = generators
        if others or len(first.ifs) > 1 or not isinstance(first.target, ast.Name):
            return None
        name, row = first.target.id, f"[{self.local_count}]"
        depth, sensitive, places = self.depth, self.sensitive, dict(self.places)
        var = Var(self.new_local(), Open())
        line = ast.Expr(ast.Call(ast.Attribute(ast.Name(row), "append"), [element], []))
        loop = Loop(first.target, first.iter, next(iter(first.ifs), None), line, row)
        try:
            with self.captured() as lines, self.names_of_its_own(name, row):
                self.variables[row] = var
                members = self._collected(loop)
            return Value(b"".join(lines) + wasm.local_get(var.index), var.type, fresh=True, members=members)
        except NotStraight:
            self.depth, self.sensitive, self.places = depth, sensitive, places
            return None

    def piece_taken_out(self, line: ast.stmt, after: ast.stmt) -> bool:
        """Whether it is looked up where a piece lies, and those behind it move down: both in one."""
        taken = _taken_out(line, after)
        if (
            taken is None
            or not isinstance(owner := self.expr(taken.cells), Fixed)
            or owner.value is not CELLS
        ):
            return False
        first, last = (self._address_of(self.expr(place)) for place in (taken.first, taken.last))
        piece = self.valued(self.expr(taken.piece), INT)
        found_at = self.helper("taken_out", first + last + piece.code)
        place = found_at + wasm.const(CELLS_AT) + wasm.op("i64.sub") + wasm.const(3) + wasm.op("i64.shr_u")
        self.assign_name(taken.into, number(place))
        return True

    def piece_taken_wherever(self, node: ast.If) -> bool:
        """Whether this takes a piece out that may be the last: all are gone past, without a jump that depends
        on where it lies.
        """
        taken = _taken_where_it_is(node)
        if taken is None or self.counts.get(taken.into) != 1 or not self.is_generated:
            return False
        if not isinstance(owner := self.expr(taken.cells), Fixed) or owner.value is not CELLS:
            return False
        first, last = (self._address_of(self.expr(place)) for place in (taken.first, taken.last))
        self.put(self.helper("taken_anywhere", first + last + self.valued(self.expr(taken.piece), INT).code))
        return True

    def _address_of(self, place: Operand) -> bytes:
        code, offset = self.address(place)
        return code + wasm.op("i64.extend_i32_u") + wasm.const(offset) + wasm.op("i64.add")

    def _collected(self, loop: Loop) -> Members | None:
        """Each member is written at the end, and the end moves on where the condition holds. What is known
        of the row of them.
        """
        assert isinstance(loop.does, ast.Expr)
        assert isinstance(loop.does.value, ast.Call)
        (element,) = loop.does.value.args
        var = self.variables.get(loop.into)
        if var is None:
            raise NotStraight
        row, count = self._row_of(loop)
        start, end = self.new_local(), self.new_local()
        most = _most_of(row)
        if most is not None:
            self.put(self.allocated(room_for(most)))
        else:
            assert count is not None
            self.put(self.helper("row", count) + ADDRESS)
        self.put(wasm.local_tee(start) + wasm.local_set(end))
        kind = unify(var.type, Seq(Open()))
        assert isinstance(kind, Seq)
        var.type = kind
        ranges: list[Range] = []

        def take(_leave: int, item: Operand) -> None:
            self._is_now(loop.target, item)
            value: Value | None = None
            if loop.test is None:
                test: bool | bytes = True
            elif _is_asked_for(element, loop.test):
                assert isinstance(loop.test, ast.Compare)
                value = self.kept(self.valued(self.expr(element)))
                test = self.compared(loop.test.ops[0], value, self.expr(loop.test.comparators[0]))
            else:
                test = self.test(loop.test)
            if test is False:
                return
            if value is None:
                with self.captured() as lines:
                    value = self.valued(self.expr(element), kind.of)
                if not self._is_plain(b"".join(lines) + value.code):
                    raise NotStraight
                self.put(b"".join(lines))
            if value.view:
                raise NotStraight
            unify(kind.of, value.type)
            ranges.append(value.range)
            self._at_the_end_if(end, value.code, test=test)

        self._over(row, take)
        self.put(row_between(start, end) + wasm.local_set(var.index))
        return None if most is None else Members(None, union(ranges), NOWHERE, most)

    def _gathered_parts(self, loop: Gathered, *, is_empty: bool) -> Members:
        """Parts are laid one behind the other into a row with room for all. What is known of that."""
        var = self.variables.get(loop.into)
        if var is None or not is_empty:
            raise NotStraight
        row, _ = self._row_of(loop)
        kind = unify(var.type, Seq(INT))
        start, end = self.new_local(), self.new_local()
        ranges: list[Range] = []
        most = 0

        def take(_leave: int, item: Operand) -> None:
            nonlocal most
            self._is_now(loop.target, item)
            for line in loop.before:
                self.assign(line.targets[0], self.expr(line.value))
            part = self.valued(self.expr(loop.part))
            if part.members is None or part.members.most is None:
                raise NotStraight
            unify(kind, part.type)
            ranges.append(part.members.range)
            most += part.members.most
            part = self.kept(part)
            length = part.code + LENGTH
            self.put(self.helper("filled", wasm.local_get(end) + part.code + length))
            self.put(wasm.local_get(end) + length + EIGHT + wasm.op("i64.add") + wasm.local_set(end))

        with self.captured() as lines:
            if isinstance(row, Fixed) and len(row.value) <= MOST_PARTS and self._is_written_out(row):
                self._over(row, take)
            else:
                count = _count_of(row)
                if count is None:
                    raise NotStraight
                self.each_of(row, take)
                most *= count
        if most > MOST_GATHERED:
            raise NotStraight
        # Behind the last part some more numbers may be written.
        self.put(self.allocated(room_for(most + LEAST_ROOM)))
        self.put(wasm.local_tee(start) + wasm.local_set(end) + b"".join(lines))
        self.put(row_between(start, end) + wasm.local_set(var.index))
        var.type = kind
        return Members(None, union(ranges), NOWHERE, most)

    def _counted(self, loop: Loop) -> None:
        """So much more where the condition holds, nothing elsewhere."""
        assert isinstance(loop.does, ast.AugAssign)
        summand = loop.does.value
        var = self.variables.get(loop.into)
        if var is None or not isinstance(found(var.type), Int):
            raise NotStraight
        row, _ = self._row_of(loop)

        def take(_leave: int, item: Operand) -> None:
            self._is_now(loop.target, item)
            test = True if loop.test is None else self.test(loop.test)
            if test is False:
                return
            with self.captured() as lines:
                value = self.valued(self.expr(summand), INT)
            more = b"".join(lines) + value.code
            if test is not True:
                if not self._is_plain(more):
                    raise NotStraight
                if wasm.is_const(more) and value.low == value.high == 1:
                    more = test + wasm.op("i64.extend_i32_u")
                else:
                    more += wasm.const(0) + test + wasm.op("select")
            self.put(wasm.local_get(var.index) + more + wasm.op("i64.add") + wasm.local_set(var.index))

        self._over(row, take)

    def _best(self, loop: Loop, better: ast.expr) -> None:
        """The greatest or least value of those of which the condition holds."""
        assert isinstance(loop.does, ast.Assign)
        (target,) = loop.does.targets
        var = self.variables.get(loop.into)
        if var is None or not isinstance(found(var.type), Int):
            raise NotStraight
        row, _ = self._row_of(loop)

        def take(_leave: int, item: Operand) -> None:
            self._is_now(loop.target, item)
            with self.captured() as lines:
                test = True if loop.test is None else self.test(loop.test)
                value = self.kept(self.valued(self.expr(loop.does.value), INT))
                self.assign(target, value)
                is_better = self.test(better)
            if test is False:
                return
            if isinstance(is_better, bool):
                raise NotStraight
            asked = is_better if test is True else test + is_better + wasm.op("i32.and")
            if not self._is_plain(b"".join(lines) + asked):
                raise NotStraight
            self.put(b"".join(lines) + value.code + wasm.local_get(var.index) + asked)
            self.put(wasm.op("select") + wasm.local_set(var.index))

        self._over(row, take)

    def _first(self, loop: Loop) -> None:
        """From the last to the first, each in place of those behind it where its condition holds."""
        assert isinstance(loop.does, ast.Assign)
        var = self.variables.get(loop.into)
        if var is None or loop.test is None:
            raise NotStraight
        row, _ = self._row_of(loop)
        for member in reversed(self._few_members(row)):
            self._is_now(loop.target, member)
            with self.captured() as lines:
                test = self.test(loop.test)
            if isinstance(test, bool):
                test = wasm.const32(int(test))
            with self.captured() as more:
                value = widened(self.valued(self.expr(loop.does.value), var.type))
            asked, given = b"".join(lines) + test, b"".join(more) + value.code
            if value.view or not self._is_plain(asked) or not self._is_plain(given):
                raise NotStraight
            unify(var.type, value.type)
            self.put(given + wasm.local_get(var.index) + asked + wasm.op("select"))
            self.put(wasm.local_set(var.index))

    # ---- members

    def _row_of(self, loop: Loop | Gathered) -> tuple[Fixed | Value, bytes | None]:
        """What is gone through, and how many those are where that is known only then."""
        match loop.row:
            case ast.Call(func=ast.Name(id=name)) if name in _GONE_THROUGH:
                raise NotStraight
            case _:
                pass
        operand = self.expr(loop.row)
        if isinstance(operand, Fixed) and operand.value is not CELLS and self.unit.is_data(operand.value):
            if not operand.value or not isinstance(operand.value, (tuple, list, range)):
                raise NotStraight
            return operand, None
        if not isinstance(operand, Value) or not isinstance(found(operand.type), Seq):
            raise NotStraight
        value = self.kept(operand)
        return value, value.code + LENGTH

    def _over(self, row: Fixed | Value, take: Body) -> None:
        if isinstance(row, Fixed) and self._is_written_out(row):
            for member in row.value:
                take(0, Fixed(member))
        else:
            self.each_of(row, take)

    @staticmethod
    def _is_written_out(row: Fixed) -> bool:
        return len(row.value) <= MOST_WRITTEN_OUT and all(type(member) is int for member in row.value)

    def _few_members(self, row: Fixed | Value) -> Sequence[Operand]:
        """The members one by one, if it is known how many those are."""
        if isinstance(row, Fixed):
            if not self._is_written_out(row):
                raise NotStraight
            return [Fixed(member) for member in row.value]
        if row.members is None or row.members.count is None or row.members.count > MOST_LOOKED_UP:
            raise NotStraight
        kind = found(row.type)
        assert isinstance(kind, Seq)
        members = [
            Value(row.code + WRAP + wasm.load(8 * place), kind.of) for place in range(row.members.count)
        ]
        return [ranged(member, row.members.range) for member in members]

    def _is_now(self, target: ast.expr, item: Operand) -> None:
        if isinstance(target, ast.Name) and isinstance(item, Fixed):
            self.env[target.id] = item
        else:
            self.assign(target, item)

    def _is_plain(self, code: bytes) -> bool:
        return wasm.is_plain(code, self.unit.plain)


def _count_of(row: Fixed | Value) -> int | None:
    if isinstance(row, Fixed):
        return len(row.value)
    return None if row.members is None else row.members.count


def _most_of(row: Fixed | Value) -> int | None:
    """How many members there can be, if it is known that those are few."""
    if isinstance(row, Fixed):
        return len(row.value)
    most = None if row.members is None else row.members.most
    return most if most is not None and most <= MOST_ROOM else None


def _changed_in(loop: Loop | Gathered) -> set[str]:
    if isinstance(loop, Gathered):
        within = (names_in(line.targets[0]) for line in loop.before)
        return {loop.into, *names_in(loop.target)}.union(*within)
    own = names_in(loop.does.targets[0]) if isinstance(loop.does, ast.Assign) else ()
    return {loop.into, *names_in(loop.target), *own}


def _made_empty(line: ast.stmt | None, name: str) -> bool:
    match line:
        case ast.Assign(targets=[ast.Name(id=made)], value=ast.List(elts=[])):
            return made == name
        case _:
            return False


def is_aside(line: ast.stmt, before: ast.stmt | None) -> bool:
    """Whether a line has nothing to do with the row that was made empty before it."""
    match line, before:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value),
            ast.Assign(targets=[ast.Name(id=row)], value=ast.List(elts=[])),
        ):
            return name != row and not any(
                isinstance(part, ast.Call) or (isinstance(part, ast.Name) and part.id == row)
                for part in ast.walk(value)
            )
        case _:
            return False


def _is_asked_for(element: ast.expr, test: ast.expr) -> bool:
    """Whether the condition compares what is collected."""
    match test:
        case ast.Compare(left=left, ops=[_], comparators=[ast.Constant()]):
            return ast.dump(left) == ast.dump(element)
        case _:
            return False


@lru_cache(maxsize=2048)
def _loop_of(node: ast.For) -> Loop | Gathered | None:
    """The loop, if it has this form."""
    tests: list[ast.expr] = []
    body = list(node.body)
    while True:
        match body:
            case [
                ast.If(test=ast.UnaryOp(op=ast.Not(), operand=test), body=[ast.Continue()], orelse=[]),
                *rest,
            ]:
                tests.append(test)
                body = rest
            case [ast.If(test=test, body=[ast.Expr()] as inner, orelse=[])]:
                tests.append(test)
                body = list(inner)
            case _:
                break
    if may_write(node.body):
        return None
    asked = ast.BoolOp(ast.And(), tests) if len(tests) > 1 else next(iter(tests), None)
    match body:
        case [
            *lines,
            ast.AugAssign(
                target=ast.Name(id=into), op=ast.Add(), value=ast.Subscript(slice=ast.Slice()) as part
            ),
        ] if (named := _named_before(lines)) is not None:
            return None if asked else Gathered(node.target, node.iter, named, part, into)
        case [
            ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=into), attr="append"), args=[_])
            ) as does
        ]:
            return Loop(node.target, node.iter, asked, does, into)
        case [ast.AugAssign(target=ast.Name(id=into), op=ast.Add()) as does]:
            return Loop(node.target, node.iter, asked, does, into)
        case [
            ast.Assign(targets=[ast.Name(id=name)]) as does,
            ast.If(
                test=better,
                body=[ast.Assign(targets=[ast.Name(id=into)], value=ast.Name(id=taken))],
                orelse=[],
            ),
        ] if name == taken:
            return Loop(node.target, node.iter, asked, does, into, better)
        case [ast.Assign(targets=[ast.Name(id=into)]) as does, ast.Break()]:
            return Loop(node.target, node.iter, asked, does, into)
        case _:
            return None


def _named_before(lines: Sequence[ast.stmt]) -> list[ast.Assign] | None:
    """These lines, if all they do is to give a variable a value each."""
    named = [line for line in lines if isinstance(line, ast.Assign)]
    plain = [line for line in named if [type(target) for target in line.targets] == [ast.Name]]
    return plain if len(plain) == len(lines) else None


def _taken_where_it_is(node: ast.If) -> TakenOut | None:
    """`if C[LAST] != PIECE:` and the lines of `TakenOut`."""
    match node:
        case ast.If(
            test=ast.Compare(
                left=ast.Subscript(value=cells, slice=last), ops=[ast.NotEq()], comparators=[piece]
            ),
            body=[line, after],
            orelse=[],
        ):
            taken = _taken_out(line, after)
            if taken is None or len(line.value.args) != 2:  # type: ignore[attr-defined]
                return None
            same = (taken.cells, cells), (taken.last, last), (taken.piece, piece)
            return taken if all(ast.unparse(a) == ast.unparse(b) for a, b in same) else None
        case _:
            return None


def _taken_out(line: ast.stmt, after: ast.stmt) -> TakenOut | None:
    """A piece lies at one place only, so it makes no difference from which end it is looked for."""
    match line, after:
        case (
            ast.Assign(
                targets=[ast.Name(id=into)],
                value=ast.Call(func=ast.Attribute(value=cells, attr="index"), args=[piece, first, *end]),
            ),
            ast.Assign(
                targets=[ast.Subscript(slice=ast.Slice(upper=ast.Name() as last))],
            ),
        ):
            name, to = ast.unparse(cells), last.id
            moved = f"{name}[{into}:{to}] = {name}[{into} + 1:{to} + 1]"
            if ast.unparse(after) == moved and [ast.unparse(place) for place in end] in ([], [to]):
                return TakenOut(cells, into, piece, first, last)
        case _:
            pass
    return None
