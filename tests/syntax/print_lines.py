"""The text of statements: lines, and blocks of lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from rulesdsl.syntax import ast
from tests.syntax.print_formulas import arguments, binder, cited, formula, name, param, pattern, quoted

# A line, and how many blocks deep it stands.
Line: TypeAlias = "tuple[int, str]"


def block(body: ast.Block, head: str, depth: int) -> Iterator[Line]:
    """A line that heads a block, and the block; what the block cites stands behind its head."""
    yield depth, head + cited(body.cite)
    for line in body.lines:
        yield from statement(line, depth + 1)


def clause(node: ast.Clause, depth: int) -> Iterator[Line]:
    if not isinstance(node, ast.Cost):
        yield from statement(node, depth)
        return
    (_, text), *_ = statement(node.line, depth)
    yield depth, f"cost {text}"


def statement(node: ast.Stmt, depth: int) -> Iterator[Line]:
    match node:
        case ast.MayDo(line):
            (_, text), *_ = statement(line, depth)
            yield depth, f"may {text}"
        case ast.MayBlock(text, body):
            yield from block(body, f"may {quoted(text)}", depth)
        case ast.If():
            yield from _if(node, "if", depth)
        case ast.For(goes_through, body):
            yield from block(body, f"for {binder(goes_through)}", depth)
        case ast.Repeat(number, counter, body):
            named = f" as {name(counter.text)}" if counter else ""
            yield from block(body, f"repeat {formula(number)} times{named}", depth)
        case ast.EachPlayer(players, first, order, body):
            way = f"in turn{_from(first)}" if order is None else f"in order of {formula(order)}"
            yield from block(body, f"each player{_of(players)} {way}", depth)
        case ast.AllPlayers(players, body):
            yield from block(body, f"all players{_of(players)} in secret", depth)
        case ast.OnePlayer(player, body):
            yield from block(body, f"player {formula(player)}", depth)
        case ast.Together(body):
            yield from block(body, "together", depth)
        case ast.Depending(subject, cases, cite):
            yield depth, f"depending on {formula(subject)}{cited(cite)}"
            for case in cases:
                yield from _case(case, depth + 1)
        case ast.Phase():
            yield from phase(node, "", depth)
        case _:
            yield depth, _simple(node) + cited(node.cite)


def _simple(
    node: ast.Move
    | ast.Draw
    | ast.Do
    | ast.SetTo
    | ast.AddTo
    | ast.RemoveFrom
    | ast.May
    | ast.Must
    | ast.Choose
    | ast.Chance
    | ast.Roll
    | ast.Deal
    | ast.Shuffle
    | ast.Flip
    | ast.Show
    | ast.Let
    | ast.Say
    | ast.Record
    | ast.End
    | ast.Nothing
    | ast.When,
) -> str:
    match node:
        case ast.Move(what, to, end, side):
            return f"move {formula(what)} to {formula(to)}{at_end(end)}{_side(side)}"
        case ast.Draw(number, up_to, source, to, drawn, side):
            many = f"up to {formula(number)}" if up_to else formula(number)
            named = f" as {name(drawn.text)}" if drawn else ""
            return f"draw {many} from {formula(source)} to {formula(to)}{named}{_side(side)}"
        case ast.Do(routine, args):
            return f"do {name(routine.text)}{arguments(args)}"
        case ast.SetTo(target, value):
            return f"set {formula(target)} to {formula(value)}"
        case ast.AddTo(value, target):
            return f"add {formula(value)} to {formula(target)}"
        case ast.RemoveFrom(value, target):
            return f"remove {formula(value)} from {formula(target)}"
        case ast.May(actions, repeatedly, as_one):
            return f"may {_calls(actions)}{_as_one(as_one)}{' repeatedly' if repeatedly else ''}"
        case ast.Must(actions, repeatedly, if_possible, as_one):
            often = " repeatedly" if repeatedly else ""
            return f"must {_calls(actions)}{_as_one(as_one)}{often}{' if possible' if if_possible else ''}"
        case ast.Choose(chosen, optional):
            return f"{'may ' if optional else ''}choose {param(chosen)}"
        case ast.Chance(chosen, seen):
            return f"choose {param(chosen)} by chance{_seen_by(seen)}"
        case ast.Roll(die, domain, many_dice, seen):
            if many_dice:
                return f"roll {formula(many_dice)} of {formula(domain)} as {name(die.text)}{_seen_by(seen)}"
            return f"roll {name(die.text)} from {formula(domain)}{_seen_by(seen)}"
        case ast.Deal(number, source, to, players):
            return f"deal {formula(number)} from {formula(source)} to {name(to.text)}{_of(players)}"
        case ast.Shuffle(zone):
            return f"shuffle {formula(zone)}"
        case ast.Flip(what, side):
            return f"flip {formula(what)}{_side(side)}"
        case ast.Show(what, to):
            return f"show {formula(what)}{_to(to)}"
        case ast.Let(what, value):
            return f"let {name(what.text)} = {formula(value)}"
        case ast.Say(text, to):
            return f"say {quoted(text)}{_to(to)}"
        case ast.Record(what):
            return f"score {name(what.text)}"
        case ast.End(what):
            return f"end {name(what.text)}"
        case ast.Nothing():
            return "nothing"
        case ast.When(condition):
            return f"when {formula(condition)}"
        case _:
            assert_never(node)


def _if(node: ast.If, word: str, depth: int) -> Iterator[Line]:
    yield from block(node.then, f"{word} {formula(node.condition)}", depth)
    match node.otherwise:
        case ast.Block() as body:
            yield from block(body, "else", depth)
        case ast.If() as further:
            yield from _if(further, "else if", depth)
        case None:
            pass


def _case(case: ast.Case, depth: int) -> Iterator[Line]:
    label = ", ".join(map(pattern, case.patterns)) or "otherwise"
    if not case.one_line:
        yield from block(case.body, f"{label}:", depth)
        return
    (_, first), *below = statement(case.body.lines[0], depth)
    yield depth, f"{label}: {first}"
    yield from below


def phase(node: ast.Phase, before: str, depth: int) -> Iterator[Line]:
    """A phase; `before` is what stands before its word when it is a change."""
    yield depth, f"{before}phase {name(node.name.text)}{times(node.times)}{cited(node.cite)}"
    for clause_ in node.clauses:
        yield depth + 1, phase_clause(clause_)
    for line in node.body:
        yield from statement(line, depth + 1)


def times(often: ast.Times | None) -> str:
    if often is None:
        return ""
    return f" {'up to ' if often.at_most else ''}{formula(often.number)} times"


def phase_clause(node: ast.PhaseClause) -> str:
    match node:
        case ast.TurnOfEach(players, first, cite):
            return f"turn of each player{_of(players)}{_from(first)}{cited(cite)}"
        case ast.TurnOf(player, cite):
            return f"turn of {formula(player)}{cited(cite)}"
        case ast.Until(condition, cite):
            return f"until {formula(condition)}{cited(cite)}"
        case ast.Stops(condition, cite):
            return f"stops the moment {formula(condition)}{cited(cite)}"
        case _:
            assert_never(node)


def at_end(end: ast.Name | None) -> str:
    return f" at {name(end.text)}" if end else ""


def _side(side: ast.Face | None) -> str:
    if side is None:
        return ""
    condition = f" if {formula(side.condition)}" if side.condition else ""
    return f" face {'down' if side.down else 'up'}{condition}"


def _seen_by(seen: ast.Name | None) -> str:
    return f", seen by {name(seen.text)}" if seen else ""


def _calls(actions: tuple[ast.CallOf, ...]) -> str:
    return " or ".join(name(action.name.text) + arguments(action.args) for action in actions)


def _as_one(as_one: bool) -> str:  # noqa: FBT001
    return " as one choice" if as_one else ""


def _of(value: ast.Expr | None) -> str:
    return f" of {formula(value)}" if value else ""


def _from(value: ast.Expr | None) -> str:
    return f" from {formula(value)}" if value else ""


def _to(value: ast.Expr | None) -> str:
    return f" to {formula(value)}" if value else ""
