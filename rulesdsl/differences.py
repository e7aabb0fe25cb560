"""What a variant changes of its base, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import assert_never

from attrs import frozen

from rulesdsl.rule_list import name_in_words
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.tables import Table, table_of

_ASIDE = re.compile(r'(?P<string>"[^"]*")|[ ]*\[[A-Z]+-[0-9A-Z]+(?: +[A-Z]+-[0-9A-Z]+)*\]|[ ]*#.*')
_CHANGE_WORD = re.compile(r"^replace[ ]+(?=phase\b)")

ReadText = Callable[[str], str | None]
"""The text of a data file by its path in the game file; None if it cannot be read."""


@frozen
class Line:
    """A line of the rules; its `sign` is "-" if it goes, "+" if it comes, " " if it stays."""

    sign: str
    text: str


@frozen
class Difference:
    """One change: a sentence, the lines it is about, and the rules it cites."""

    sentence: str
    lines: tuple[Line, ...]
    rules: tuple[str, ...]
    span: Span


@frozen
class _Base:
    tree: ast.GameFile
    read: ReadText

    def find(self, name: str) -> tuple[ast.Declaration, ...]:
        return tuple(found for found in self.tree.declarations if _name(found) == name)


def differences(base: ast.GameFile, variant: ast.VariantFile, read: ReadText) -> tuple[Difference, ...]:
    """The changes in the order of the variant."""
    known = _Base(base, read)
    return tuple(_difference(known, change) for change in variant.changes)


def _difference(base: _Base, change: ast.Change) -> Difference:
    sentence, lines, cite = _told(base, change)
    rules = tuple(rule.text for rule in cite.rules) if cite else ()
    return Difference(sentence, tuple(lines), rules, change.span)


Told = tuple[str, Sequence[Line], ast.Cite | None]


def _told(base: _Base, change: ast.Change) -> Told:
    match change:
        case ast.AddChange(declaration):
            return f"There is a new {name_in_words(declaration)}.", _signed("+", declaration.span), None
        case ast.ReplaceChange(declaration):
            return _replaced(base, declaration)
        case ast.ReplaceLetChange(name, inside, value, cite):
            sentence = f"In `{inside.text}`, `{name.text}` is found in another way."
            old = _let_of(base, inside.text, name.text)
            return sentence, [*_was(old), Line("+", f"let {name.text} = {_flat(value.span)}")], cite
        case ast.ReplacePhaseChange(phase):
            before_it = _phase(base, phase.name.text)
            sentence = f"The phase `{phase.name.text}` is played otherwise."
            return sentence, _compared(before_it.span if before_it else None, phase.span), phase.cite
        case ast.RemoveChange(kind, name, cite):
            match name:
                case ast.Name(text):
                    return f"The {kind.text} `{text}` is gone.", _lines_gone(base, kind.text, text), cite
                case ast.Text(title):
                    return f'The {kind.text} "{title}" is gone.', (), cite
                case _:
                    assert_never(name)
        case ast.SetChange(target, value, cite):
            old_value = _old_value(base, target)
            before = f" instead of {old_value}" if old_value is not None else ""
            return f"`{_flat(target.span)}` is {_flat(value.span)}{before}.", (), cite
        case ast.SetPlayersChange(least, most, cite):
            return _players(base, least, most), (), cite
        case ast.ExtendChange(name, rows, cite):
            return _extended(base, name.text, rows, cite)
        case ast.ZoneChange(name, props, cite):
            return _zone(base, name.text, props, cite)
        case ast.ActionChange(name, body, cite):
            return _action(name.text, body, cite)
        case ast.PhaseChange():
            return _phase_change(base, change)
        case ast.NearChange(where, name, body):
            sentence = {
                "before": f"Before the phase `{name.text}` something more is done.",
                "after": f"After the phase `{name.text}` something more is done.",
                "start": f"Each pass of the phase `{name.text}` begins with something more.",
                "end": f"Each pass of the phase `{name.text}` ends with something more.",
            }[where]
            return sentence, [line for stmt in body.lines for line in _signed("+", stmt.span)], body.cite
        case _:
            assert_never(change)


# ---------------------------------------------------------------- single changes


def _replaced(base: _Base, declaration: ast.Declaration) -> Told:
    called = name_in_words(declaration)
    old = next((found for found in base.find(_name(declaration)) if type(found) is type(declaration)), None)
    verb = "are" if called.startswith(("values", "pieces", "places", "links")) else "is"
    the = "Who wins" if called == "winner" else f"The {called}"
    return f"{the} {verb} written anew.", _compared(old.span if old else None, declaration.span), None


def _players(base: _Base, least: int, most: int) -> str:
    now = f"{least} to {most}" if least != most else f"exactly {least}"
    before = next(
        (
            f" instead of {line.least} to {line.most}"
            for line in base.tree.headings
            if isinstance(line, ast.PlayersLine)
        ),
        "",
    )
    return f"The game is for {now} players{before}."


def _extended(base: _Base, name: str, rows: Sequence[ast.Row], cite: ast.Cite | None) -> Told:
    many = "a row more" if len(rows) == 1 else f"{len(rows)} rows more"
    table = _table(base, name)
    lines = []
    for row in rows:
        cells = [cell.value for cell in row.cells]
        if table and len(table.columns) == len(cells):
            said = ", ".join(
                f"{column} {cell or 'empty'}" for column, cell in zip(table.columns, cells, strict=True)
            )
        else:
            said = " | ".join(cells)
        lines.append(Line("+", said))
    return f"`{name}` has {many}.", lines, cite


def _zone(base: _Base, name: str, props: Sequence[ast.Prop], cite: ast.Cite | None) -> Told:
    old = {
        type(plain): _flat(plain.span)
        for found in base.find(name)
        if isinstance(found, ast.ZoneDecl)
        for plain in map(_plain, found.props)
    }
    lines = []
    for prop in map(_plain, props):
        before = old.get(type(prop))
        now = _flat(prop.span)
        if before is not None and before != now:
            lines.append(Line("-", before))
        lines.append(Line("+", now))
    return f"The zone `{name}` has other properties.", lines, cite


def _action(name: str, body: Sequence[ast.Clause], cite: ast.Cite | None) -> Told:
    asks = any(isinstance(clause, ast.When) for clause in body)
    costs = any(isinstance(clause, ast.Cost) for clause in body)
    does = any(not isinstance(clause, ast.When | ast.Cost) for clause in body)
    said = [
        words
        for words, true in (
            ("is allowed only under a further condition", asks),
            ("costs more", costs),
            ("does more", does),
        )
        if true
    ]
    return (
        f"The action `{name}` {_and(said)}.",
        [line for clause in body for line in _signed("+", clause.span)],
        cite,
    )


def _phase_change(base: _Base, change: ast.PhaseChange) -> Told:
    old = _phase(base, change.name.text)
    lines: list[Line] = []
    if change.times:
        if old and old.times:
            lines.append(Line("-", _flat(old.times.span)))
        lines.append(Line("+", _flat(change.times.span)))
    for clause in change.clauses:
        if old:
            lines += [Line("-", _flat(before.span)) for before in old.clauses if _same_sort(before, clause)]
        lines.append(Line("+", _flat(clause.span)))
    return f"The phase `{change.name.text}` goes on otherwise.", lines, change.cite


def _same_sort(first: ast.PhaseClause, second: ast.PhaseClause) -> bool:
    turns = (ast.TurnOf, ast.TurnOfEach)
    return type(first) is type(second) or (isinstance(first, turns) and isinstance(second, turns))


# ---------------------------------------------------------------- what the base has


def _name(declaration: ast.Declaration) -> str:
    match declaration:
        case ast.FlowDecl():
            return "flow"
        case ast.WinnerDecl():
            return "winner"
        case ast.ExampleDecl():
            return declaration.title.value
        case _:
            return declaration.name.text


def _old_value(base: _Base, target: ast.Expr) -> str | None:
    """What was set before: a definition, an option, the start of a state, or a cell of a table."""
    match target:
        case ast.NameRef(name):
            for declaration in base.find(name):
                match declaration:
                    case ast.DefineDecl(body=body):
                        return _flat(body.last.span)
                    case ast.OptionDecl(default=default):
                        return _flat(default.span)
                    case ast.StateDecl(starts=starts) if starts is not None:
                        return _flat(starts.span)
                    case _:
                        pass
        case ast.Attribute(of=ast.NameRef(row), name=column):
            return _cell(base, row, column.text)
        case _:
            pass
    return None


def _cell(base: _Base, row: str, column: str) -> str | None:
    for declaration in base.tree.declarations:
        table = table_of(declaration, base.read)
        if table and (found := table.cell(row, column)) is not None:
            return found or "empty"
    return None


def _table(base: _Base, name: str) -> Table | None:
    for declaration in base.find(name):
        if table := table_of(declaration, base.read):
            return table
    return None


def _phase(base: _Base, name: str) -> ast.Phase | None:
    for declaration in base.tree.declarations:
        match declaration:
            case ast.FlowDecl(body) | ast.RoutineDecl(body=body):
                found = _phase_in(body.lines, name)
            case ast.ActionDecl(body=clauses):
                found = _phase_in([clause for clause in clauses if not isinstance(clause, ast.Cost)], name)
            case _:
                found = None
        if found:
            return found
    return None


def _phase_in(lines: Sequence[ast.Stmt], name: str) -> ast.Phase | None:
    for line in lines:
        if isinstance(line, ast.Phase) and line.name.text == name:
            return line
        for block in blocks_of(line):
            if found := _phase_in(block, name):
                return found
    return None


def blocks_of(line: ast.Stmt) -> Sequence[Sequence[ast.Stmt]]:
    """The blocks that a line heads."""
    match line:
        case ast.Phase(body=body):
            return [body]
        case ast.If(then=then, otherwise=otherwise):
            match otherwise:
                case None:
                    return [then.lines]
                case ast.If():
                    return [then.lines, [otherwise]]
                case ast.Block(lines):
                    return [then.lines, lines]
                case _:
                    assert_never(otherwise)
        case (
            ast.For(body=block)
            | ast.Repeat(body=block)
            | ast.EachPlayer(body=block)
            | ast.AllPlayers(body=block)
            | ast.OnePlayer(body=block)
            | ast.Together(block)
            | ast.MayBlock(body=block)
        ):
            return [block.lines]
        case ast.Depending(cases=cases):
            return [case.body.lines for case in cases]
        case _:
            return []


def _let_of(base: _Base, inside: str, name: str) -> Span | None:
    for declaration in base.find(inside):
        match declaration:
            case ast.DefineDecl(body=body) | ast.ScoreDecl(body=body) | ast.NoteDecl(body=body):
                return next((let.span for let in body.lets if let.name.text == name), None)
            case ast.RoutineDecl(body=block):
                return _let_in(block.lines, name)
            case ast.ActionDecl(body=clauses):
                return _let_in([clause for clause in clauses if not isinstance(clause, ast.Cost)], name)
            case ast.AlwaysDecl(body=lines):
                return _let_in(lines, name)
            case _:
                pass
    return None


def _let_in(lines: Sequence[ast.Stmt], name: str) -> Span | None:
    for line in lines:
        if isinstance(line, ast.Let) and line.name.text == name:
            return line.span
        for block in blocks_of(line):
            if found := _let_in(block, name):
                return found
    return None


def _lines_gone(base: _Base, kind: str, name: str) -> Sequence[Line]:
    return [
        line
        for found in base.find(name)
        if name_in_words(found).startswith(f"{kind} ")
        for line in _signed("-", found.span)
    ]


# ---------------------------------------------------------------- lines


def _flat(span: Span) -> str:
    """What is written there, on one line."""
    return " ".join(span.text.split())


def _plain(prop: ast.Prop) -> ast.PlainProp:
    return prop.prop if isinstance(prop, ast.CitedProp) else prop


def _text_lines(span: Span) -> list[str]:
    """The lines of a span as they would stand alone: without citations and comments, which change no play,
    without empty lines, and without the indentation they share."""
    margin = span.source.line_text(span.line)
    indent = len(margin) - len(margin.lstrip())
    first, *rest = span.text.split("\n")
    lines = [
        _CHANGE_WORD.sub("", first),
        *(line[min(indent, len(line) - len(line.lstrip())) :] for line in rest),
    ]
    shown = [_ASIDE.sub(lambda found: found["string"] or "", line).rstrip() for line in lines]
    return [line for line in shown if line.strip()]


def _signed(sign: str, span: Span) -> list[Line]:
    return [Line(sign, text) for text in _text_lines(span)]


def _was(span: Span | None) -> list[Line]:
    return _signed("-", span) if span else []


def _compared(old: Span | None, new: Span) -> list[Line]:
    """The lines that go and those that come, between them those that stay."""
    before = _text_lines(old) if old else []
    after = _text_lines(new)
    lines: list[Line] = []
    for what, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what == "equal":
            lines += [Line(" ", text) for text in before[a:b]]
        else:
            lines += [Line("-", text) for text in before[a:b]]
            lines += [Line("+", text) for text in after[c:d]]
    return lines


def _and(parts: Sequence[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
