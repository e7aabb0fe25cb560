"""The text of a tree: what `parse` would read as the same tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import NOUNS
from tests.syntax.print_formulas import (
    arguments,
    binder,
    cited,
    formula,
    framed,
    name,
    params,
    pattern,
    pers,
    quoted,
    type_,
    viewer,
)
from tests.syntax.print_lines import Line, at_end, block, clause, phase, phase_clause, statement, times


def print_tree(tree: ast.GameFile | ast.VariantFile) -> str:
    """The text of a whole file, blocks indented, lines as long as they come."""
    match tree:
        case ast.GameFile(headings, declarations):
            lines = [line for heading in headings for line in _heading(heading)]
            lines += [line for declaration in declarations for line in _declaration(declaration, "")]
        case ast.VariantFile(title, base, cite, changes, language):
            lines = [(0, f"variant {quoted(title)} of {quoted(base)}{cited(cite)}")]
            lines += [] if language is None else _heading(language)
            lines += [line for change in changes for line in _change(change)]
        case _:
            assert_never(tree)
    return "".join("  " * depth + text + "\n" for depth, text in lines)


def _heading(node: ast.Heading) -> Iterator[Line]:
    match node:
        case ast.TitleLine(title, cite):
            yield 0, f"game {quoted(title)}{cited(cite)}"
        case ast.PlayersLine(least, most, cite):
            yield 0, f"players {least}..{most}{cited(cite)}"
        case ast.RulesLine(path, cite):
            yield 0, f"rules {quoted(path)}{cited(cite)}"
        case ast.OmitsLine(reason, cite):
            yield 0, f"omits {quoted(reason)}{cited(cite)}"
        case ast.LimitLine(what, value, cite):
            yield 0, f"limit {name(what.text)} {value}{cited(cite)}"
        case ast.LanguageLine(version, cite):
            yield 0, f"language {version}{cited(cite)}"
        case _:
            assert_never(node)


# ---------------------------------------------------------------- declarations


def _declaration(node: ast.Declaration, before: str) -> Iterator[Line]:
    """A declaration; `before` is what stands before its word when it is a change."""
    (_, head), *below = _plain_declaration(node)
    yield 0, before + head
    yield from below


def _plain_declaration(node: ast.Declaration) -> Iterator[Line]:
    match node:
        case ast.OptionDecl(what, of, default, text, cite):
            shown = f" {quoted(text)}" if text else ""
            yield 0, f"option {name(what.text)}: {type_(of)}, normally {formula(default)}{shown}{cited(cite)}"
        case ast.DefineDecl(what, parameters, per, result, body, cite):
            head = f"define {name(what.text)}{params(parameters)}{pers(per)}"
            yield from _definition(head + (f": {type_(result)}" if result else ""), body, cite)
        case ast.ValuesDecl(what, values, cite):
            yield 0, f"values {name(what.text)}: {', '.join(map(_value, values))}{cited(cite)}"
        case ast.ValuesTableDecl(what, csv, fields, rows, cite):
            yield 0, f"values {name(what.text)}{_csv(csv)}{cited(cite)}"
            yield from _fields(fields, rows)
        case ast.UnionDecl(what, kinds, cite):
            yield (
                0,
                f"pieces {name(what.text)} are {' or '.join(name(kind.text) for kind in kinds)}{cited(cite)}",
            )
        case ast.PiecesDecl(what, origin, copies, fields, rows, cite):
            many = f" copies {formula(copies)}" if copies else ""
            yield 0, f"pieces {name(what.text)}{_origin(origin)}{many}{cited(cite)}"
            yield from _fields(fields, rows)
        case ast.PlacesDecl(what, csv, fields, rows, cite):
            yield 0, f"places {name(what.text)}{_csv(csv)}{cited(cite)}"
            yield from _fields(fields, rows)
        case ast.GridDecl(what, columns, high, words, fields, cite):
            size = f"grid {formula(columns)} by {formula(high)}" if high else f"hexagon {formula(columns)}"
            said = "".join(f", {one.text}" for one in words)
            yield 0, f"places {name(what.text)} {size}{said}{cited(cite)}"
            yield from _fields(fields, ())
        case ast.RingDecl(what, size, fields, cite):
            yield 0, f"places {name(what.text)} ring {formula(size)}{cited(cite)}"
            yield from _fields(fields, ())
        case ast.CombinedDecl(what, made_of, fields, cite):
            yield 0, f"places {name(what.text)}{_origin(made_of)}{cited(cite)}"
            yield from _fields(fields, ())
        case ast.GrowingDecl(what, around, most, words, cite):
            said = "".join(f", {one.text}" for one in words)
            grows = f"growing around {name(around.text)}{said}, at most {formula(most)}"
            yield 0, f"places {name(what.text)} {grows}{cited(cite)}"
        case ast.LinksDecl(what, kind, csv, key, fields, rows, cite):
            by = f" named by {name(key.text)}" if key else ""
            yield 0, f"links {name(what.text)} of {name(kind.text)}{_csv(csv)}{by}{cited(cite)}"
            yield from _fields(fields, rows)
        case ast.PlacementsDecl(what, kind, alias, board, words, cite):
            lies = f"of {name(kind.text)} as {name(alias.text)} on {name(board.text)}"
            ways = "".join(f", {word.text}" for word in words)
            yield 0, f"placements {name(what.text)} {lies}{ways}{cited(cite)}"
        case ast.WordsDecl(what, of, path, cite):
            yield 0, f"words {name(what.text)} of {name(of.text)} from {quoted(path)}{cited(cite)}"
        case ast.TableDecl(what, keys, csv, gives, rows, cite):
            by = ", ".join(f"{name(key.name.text)}: {type_(key.type)}" for key in keys)
            yield 0, f"table {name(what.text)} by {by}{_csv(csv)}{cited(cite)}"
            yield from ((1, _gives(result)) for result in gives)
            yield from map(_row, rows)
        case ast.ZoneDecl(what, per, shape, of, props, cite):
            yield 0, f"zone {name(what.text)}{pers(per)}: {shape} of {type_(of)}{cited(cite)}"
            yield from _props(props)
        case ast.StateDecl(what, per, of, starts, seen, cite):
            at_start = f", starts {formula(starts)}" if starts else ""
            by = f", seen by {viewer(seen)}" if seen else ""
            yield 0, f"state {name(what.text)}{pers(per)}: {type_(of)}{at_start}{by}{cited(cite)}"
        case ast.MenuDecl(what, text, cite):
            yield 0, f"menu {name(what.text)}{f' {quoted(text)}' if text else ''}{cited(cite)}"
        case ast.ActionDecl(what, parameters, text, menus, body, cite):
            called = f" {quoted(text)}" if text else ""
            where = "".join(f" in menu {name(menu.text)}" for menu in menus)
            yield 0, f"action {name(what.text)}{params(parameters)}{called}{where}{cited(cite)}"
            yield from _clauses(body)
        case ast.RoutineDecl(what, parameters, deep, too_deep, cases, body):
            bound = f", at most {formula(deep)} deep" if deep else ""
            if too_deep:
                [(_, instead)] = statement(too_deep, 0)
                bound += f", otherwise {instead}"
            only = f" for {', '.join(map(pattern, cases))}" if cases else ""
            yield from block(body, f"routine {name(what.text)}{params(parameters)}{bound}{only}", 0)
        case ast.AlwaysDecl(what, goes_through, body, cite):
            each = f" for {binder(goes_through)}" if goes_through else ""
            yield 0, f"always {name(what.text)}{each}{cited(cite)}"
            for line in body:
                yield from statement(line, 1)
        case ast.FlowDecl(body):
            yield from block(body, "flow", 0)
        case ast.ScoreDecl(what, each_phase, body, cite):
            often = f" each {name(each_phase.text)}" if each_phase else ""
            yield from _definition(f"score {name(what.text)}{often}", body, cite)
        case ast.NoteDecl(what, each_phase, body, cite):
            often = f" each {name(each_phase.text)}" if each_phase else ""
            yield from _definition(f"note {name(what.text)}{often}", body, cite)
        case ast.WinnerDecl(lost, team, ranks, cite):
            by = f" by {name(team.text)}" if team else ""
            unless = f" nobody when {formula(lost)}, otherwise" if lost else ""
            yield 0, f"winner{unless}{by} {', then '.join(map(_rank, ranks))}{cited(cite)}"
        case ast.ExampleDecl(title, example_lines, cite):
            yield 0, f"example {quoted(title)}{cited(cite)}"
            yield from ((1, _example_line(line) + cited(line.cite)) for line in example_lines)
        case _:
            assert_never(node)


def _definition(head: str, body: ast.Definition, cite: ast.Cite | None) -> Iterator[Line]:
    if body.one_line:
        yield 0, f"{head} = {formula(body.last)}{cited(cite)}"
        return
    yield 0, f"{head} ={cited(cite)}"
    for let in body.lets:
        yield 1, f"let {name(let.name.text)} = {formula(let.value)}{cited(let.cite)}"
    for case in body.cases:
        yield 1, f"if {formula(case.condition)} then {formula(case.value)}{cited(case.cite)}"
    yield 1, f"{'otherwise ' if body.cases else ''}{formula(body.last)}{cited(body.last_cite)}"


def _value(value: ast.Value) -> str:
    carried = f"({type_(value.carries)})" if value.carries else ""
    named = f" named {quoted(value.named)}" if value.named else ""
    return name(value.name.text) + carried + named


def _csv(csv: ast.Csv | None) -> str:
    if csv is None:
        return ""
    return f" from {quoted(csv.path)}" + (f" named by {name(csv.key.text)}" if csv.key else "")


def _origin(origin: ast.Origin | None) -> str:
    match origin:
        case None:
            return ""
        case ast.FromCsv(csv):
            return _csv(csv)
        case ast.ForEach(binders):
            each = (f"{name(what.text)} in {formula(domain)}" for what, domain in binders)
            return f" for each {', '.join(each)}"
        case ast.OnePer(kind, alias):
            return f" one per {name(kind.text)} as {name(alias.text)}"
        case ast.OnePerRow(column, csv):
            return f" one per {name(column.text)}{_csv(csv)}"
        case _:
            assert_never(origin)


def _fields(fields: Iterable[ast.Field], rows: Iterable[ast.Row]) -> Iterator[Line]:
    for node in fields:
        column = f" from {name(node.column.text)}" if node.column else ""
        head = f"{name(node.name.text)}{pers(node.per)}: {type_(node.type)}{column}"
        if node.computed is None:
            yield 1, head + cited(node.cite)
        else:
            yield from ((depth + 1, line) for depth, line in _definition(head, node.computed, node.cite))
    yield from map(_row, rows)


def _row(row: ast.Row) -> Line:
    return 1, f"| {' | '.join(cell.value for cell in row.cells)} |{cited(row.cite)}"


def _gives(result: ast.Gives) -> str:
    beyond = f", beyond {result.beyond:+d} each" if result.beyond is not None else ""
    return (
        f"gives {name(result.name.text)}{pers(result.per)}: {type_(result.type)}{beyond}{cited(result.cite)}"
    )


def _rank(rank: ast.Rank) -> str:
    return name(rank.word.text) + (f" {formula(rank.key)}" if rank.key else "")


# ---------------------------------------------------------------- zones


def _props(props: Iterable[ast.Prop]) -> Iterator[Line]:
    for prop in props:
        match prop:
            case ast.CitedProp(plain, cite):
                yield 1, _prop(plain) + cited(cite)
            case _:
                yield 1, _prop(prop)


_OVERFLOWS = {
    "owner": ", owner discards extra to ",
    "old": ", old one goes to ",
    "extra": ", extra goes to ",
}


def _prop(prop: ast.PlainProp) -> str:
    match prop:
        case ast.FramedProp():
            return framed(prop)
        case ast.AtMostProp(limit, overflow, to):
            return f"at most {formula(limit)}" + (
                _OVERFLOWS[overflow] + formula(to) if overflow and to else ""
            )
        case ast.StartsProp(content, shuffled):
            return f"starts with {formula(content)}{' shuffled' if shuffled else ''}"
        case ast.KeptProp(number, source, end):
            return f"kept at {formula(number)} from {formula(source)}{at_end(end)}"
        case ast.RenewedProp(source, condition):
            return f"renewed from {formula(source)}" + (f" when {formula(condition)}" if condition else "")
        case ast.OneOptionProp(each):
            return f"one option {'each' if each else 'together'}"
        case _:
            assert_never(prop)


def _clauses(body: Iterable[ast.Clause]) -> Iterator[Line]:
    for line in body:
        yield from clause(line, 1)


# ---------------------------------------------------------------- examples


def _example_line(line: ast.ExampleLine) -> str:
    match line:
        case ast.ExPlayers(names):
            return f"players {', '.join(name(player.text) for player in names)}"
        case ast.ExOption(what, value):
            return f"option {name(what.text)} is {formula(value)}"
        case ast.ExGiven(target, word, value):
            return f"given {formula(target)} {word} {formula(value)}"
        case ast.ExPlay(player, action, args):
            return f"{name(player.text)} plays {name(action.text)}{arguments(args)}"
        case ast.ExCannot(player, action, args):
            return f"{name(player.text)} cannot {name(action.text)}{arguments(args)}"
        case ast.ExChoose(player, value):
            return f"{name(player.text)} chooses {formula(value)}"
        case ast.ExDecline(player):
            return f"{name(player.text)} declines"
        case ast.ExChance(value):
            return f"chance gives {formula(value)}"
        case ast.ExNext(player):
            return f"{name(player.text)} is next"
        case ast.ExOver():
            return "game is over"
        case ast.ExPlayFlow(where, where_from):
            return f"play {where} {name(where_from.text)}" if where_from else "play"
        case ast.ExDo(who, what, args):
            return f"{f'{name(who.text)} does' if who else 'do'} {name(what.text)}{arguments(args)}"
        case ast.ExRecord(what):
            return f"score {name(what.text)}"
        case ast.ExExpect(condition):
            return f"expect {formula(condition)}"
        case _:
            assert_never(line)


# ---------------------------------------------------------------- variants


def _change(node: ast.Change) -> Iterator[Line]:
    match node:
        case ast.AddChange(declaration):
            yield from _declaration(declaration, "add ")
        case ast.ReplaceChange(declaration):
            yield from _declaration(declaration, "replace ")
        case ast.ReplaceLetChange(what, inside, value, cite):
            yield 0, f"replace let {name(what.text)} in {name(inside.text)} = {formula(value)}{cited(cite)}"
        case ast.ReplacePhaseChange(new):
            yield from phase(new, "replace ", 0)
        case ast.RemoveChange(kind, what, cite):
            called = quoted(what) if isinstance(what, ast.Text) else name(what.text)
            kind_said = kind.text if kind.text in NOUNS else name(kind.text)
            yield 0, f"remove {kind_said} {called}{cited(cite)}"
        case ast.RemoveRowChange(table, args, cite):
            yield 0, f"remove {name(table.text)}{arguments(args)}{cited(cite)}"
        case ast.SetChange(target, value, cite):
            yield 0, f"set {formula(target)} to {formula(value)}{cited(cite)}"
        case ast.SetPlayersChange(least, most, cite):
            yield 0, f"set players to {least}..{most}{cited(cite)}"
        case ast.ExtendChange(what, rows, cite):
            yield 0, f"extend {name(what.text)}{cited(cite)}"
            yield from map(_row, rows)
        case ast.ZoneChange(what, props, cite):
            yield 0, f"change zone {name(what.text)}{cited(cite)}"
            for prop in props:
                if isinstance(prop, ast.WithoutProp):
                    yield 1, f"without {prop.words}{cited(prop.cite)}"
                else:
                    yield from _props((prop,))
        case ast.ActionChange(what, body, cite):
            yield 0, f"change action {name(what.text)}{cited(cite)}"
            for line in body:
                match line:
                    case ast.WithoutMenu(menu, of_menu):
                        yield 1, f"without in menu {name(menu.text)}{cited(of_menu)}"
                    case ast.WithoutLine():
                        yield from _without(line)
                    case _:
                        yield from _clauses((line,))
        case ast.PhaseChange(what, often, clauses, cite):
            yield 0, f"change phase {name(what.text)}{times(often)}{cited(cite)}"
            for each in clauses:
                match each:
                    case ast.WithoutClause(words, of_clause):
                        yield 1, f"without {words}{cited(of_clause)}"
                    case ast.WithoutLine():
                        yield from _without(each)
                    case _:
                        yield 1, phase_clause(each)
        case ast.NearChange(where, what, body):
            word = f"at {where} of" if where in ("start", "end") else where
            yield from block(body, f"{word} {name(what.text)}", 0)
        case _:
            assert_never(node)


def _without(node: ast.WithoutLine) -> Iterator[Line]:
    (indent, first), *more = clause(node.line, 1)
    yield indent, f"without {first}"
    yield from more
