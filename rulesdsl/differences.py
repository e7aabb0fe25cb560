"""What a variant changes of its base, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import assert_never

from attrs import evolve, frozen

from rulesdsl.source import Span, on_one_line
from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import CLAUSES, NOUNS, PROPERTIES, clause_sort, plain
from rulesdsl.syntax.naming import declared_as, in_words, name_of, sort_of
from rulesdsl.syntax.tokens import without_asides
from rulesdsl.variants.blocks import lines_of
from rulesdsl.variants.cells import cell_now
from rulesdsl.variants.tables import DataReader, Tabled, data_of

_CHANGE_WORD = re.compile(r"^replace[ ]+(?=phase\b)")


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
    read: DataReader
    name: ast.Text


def differences(base: ast.GameFile, variant: ast.VariantFile, read: DataReader) -> tuple[Difference, ...]:
    """The changes in the order of the variant."""
    known = _Base(base, read, variant.base)
    return tuple(_difference(known, change) for change in variant.changes)


def _difference(base: _Base, change: ast.Change) -> Difference:
    sentence, lines, cite = _described(base, change)
    rules = tuple(rule.text for rule in cite.rules) if cite else ()
    return Difference(sentence, tuple(lines), rules, change.span)


Description = tuple[str, Sequence[Line], ast.Cite | None]


def _described(base: _Base, change: ast.Change) -> Description:
    match change:
        case ast.AddChange(declaration):
            return (
                f"There is a new {in_words(sort_of(declaration), name_of(declaration))}.",
                _signed("+", declaration.span),
                None,
            )
        case ast.ReplaceChange(declaration):
            return _replaced(base, declaration)
        case ast.ReplaceLetChange(name, inside, value, cite):
            sentence = f"In `{inside.text}`, `{name.text}` is found in another way."
            old = _let_of(base, inside.text, name.text)
            return sentence, [*_removed_lines(old), Line("+", f"let {name.text} = {_flat(value.span)}")], cite
        case ast.ReplacePhaseChange(phase):
            before_it = _phase(base, phase.name.text)
            sentence = f"The phase `{phase.name.text}` is played otherwise."
            return sentence, _compared(before_it.span if before_it else None, phase.span), phase.cite
        case ast.RemoveChange(kind, name, cite) if kind.text not in NOUNS:
            text = name.text if isinstance(name, ast.Name) else name.value
            return f"`{text}` is no longer one of `{kind.text}`.", (), cite
        case ast.RemoveRowChange(table, args, cite):
            arguments = ", ".join(_flat(arg.span) for arg in args)
            return f"`{table.text}` no longer has the row of {arguments}.", (), cite
        case ast.RemoveChange(kind, name, cite):
            text = name.text if isinstance(name, ast.Name) else name.value
            gone = () if isinstance(name, ast.Text) else _lines_gone(base, kind.text, text)
            return f"The {in_words(kind.text, text)} is gone.", gone, cite
        case ast.SetChange(target, value, cite):
            old_value, gone = _old_value(base, target)
            before = f" instead of {old_value}" if old_value else ""
            return f"`{_flat(target.span)}` is {_flat(value.span)}{before}.", gone, cite
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


def _replaced(base: _Base, declaration: ast.Declaration) -> Description:
    called = in_words(sort_of(declaration), name_of(declaration))
    old = next(
        (
            candidate
            for candidate in declared_as(base.tree, name_of(declaration))
            if type(candidate) is type(declaration)
        ),
        None,
    )
    if old is not None and (sentence := _changed_in_part(old, declaration)):
        return sentence, _compared(old.span, declaration.span), None
    verb = "are" if called.startswith(("values", "pieces", "places", "links")) else "is"
    the = "Who wins" if called == "winner" else f"The {called}"
    return f"{the} {verb} written anew.", _compared(old.span if old else None, declaration.span), None


def _changed_in_part(old: ast.Declaration, new: ast.Declaration) -> str | None:
    """What is other in a declaration of which a part is written anew, in the words for such a change."""
    match old, new:
        case ast.ZoneDecl(props=was), ast.ZoneDecl(name=name, props=now, cite=cite) if (
            evolve(old, props=now, cite=cite) == new
        ):
            properties = _other_properties(list(map(plain, was)), list(map(plain, now)))
            return f"The zone `{name.text}` {properties}." if properties else None
        case ast.ActionDecl(), ast.ActionDecl(name=name, body=body, cite=cite) if (
            evolve(old, body=body, cite=cite) == new
        ):
            before, after = ([_text_lines(clause.span) for clause in clauses] for clauses in (old.body, body))
            gone = [
                ast.WithoutLine(clause, span=clause.span)
                for clause, text in zip(old.body, before, strict=True)
                if text not in after
            ]
            come = [clause for clause, text in zip(body, after, strict=True) if text not in before]
            return _action(name.text, [*gone, *come], None)[0] if gone or come else None
        case ast.FlowDecl(old_body), ast.FlowDecl(body):
            phases = [f"`{phase.name.text}`" for phase in _phases_changed(old_body.lines, body.lines)]
            many = ("phases", "are") if len(phases) > 1 else ("phase", "is")
            return f"The {many[0]} {_and(phases)} {many[1]} played otherwise." if phases else None
        case _:
            return None


def _phases_changed(old: Sequence[ast.Stmt], new: Sequence[ast.Stmt]) -> list[ast.Phase]:
    """The innermost phases of which something is other; none where lines around phases are."""
    if len(old) != len(new):
        return []
    changed = []
    for before, after in zip(old, new, strict=True):
        if before == after:
            continue
        if not (isinstance(before, ast.Phase) and isinstance(after, ast.Phase) and before.name == after.name):
            return []
        inside = evolve(before, body=after.body) == after and _phases_changed(before.body, after.body)
        changed += inside or [after]
    return changed


def _players(base: _Base, least: int, most: int) -> str:
    now = f"{least} to {most}" if least != most else f"exactly {least}"
    before = next(
        (f" instead of {line.least} to {line.most}" for line in base.tree.all(ast.PlayersLine)),
        "",
    )
    return f"The game is for {now} players{before}."


def _extended(base: _Base, name: str, rows: Sequence[ast.Row], cite: ast.Cite | None) -> Description:
    many = "a row more" if len(rows) == 1 else f"{len(rows)} rows more"
    columns = _columns(base, name)
    lines = []
    for row in rows:
        cells = [cell.value for cell in row.cells]
        if len(columns) == len(cells):
            additions = ", ".join(
                f"{column} {cell or 'empty'}" for column, cell in zip(columns, cells, strict=True)
            )
        else:
            additions = " | ".join(cells)
        lines.append(Line("+", additions))
    return f"`{name}` has {many}.", lines, cite


def _zone(
    base: _Base, name: str, props: Sequence[ast.Prop | ast.WithoutProp], cite: ast.Cite | None
) -> Description:
    old = {
        type(own): own
        for zone in declared_as(base.tree, name)
        if isinstance(zone, ast.ZoneDecl)
        for own in map(plain, zone.props)
    }
    new = dict(old)
    lines = []
    for prop in props:
        kind = PROPERTIES[prop.words] if isinstance(prop, ast.WithoutProp) else type(plain(prop))
        before = new.pop(kind, None)
        if before is not None:
            lines.append(Line("-", _flat(before.span)))
        if not isinstance(prop, ast.WithoutProp):
            new[kind] = plain(prop)
            lines.append(Line("+", _flat(plain(prop).span)))
    properties = _other_properties(list(old.values()), list(new.values()))
    return f"The zone `{name}` {properties or 'is as it was'}.", lines if properties else (), cite


def _other_properties(old: Sequence[ast.PlainProp], new: Sequence[ast.PlainProp]) -> str:
    before, after = ({type(prop): prop for prop in props} for props in (old, new))
    words = [(phrase, before.get(kind), after.get(kind)) for phrase, kind in PROPERTIES.items()]
    mentioned = {
        "has another": [f"`{phrase}`" for phrase, was, now in words if was and now and was != now],
        "now has": [f"`{phrase}`" for phrase, was, now in words if now and not was],
        "no longer has": [f"`{phrase}`" for phrase, was, now in words if was and not now],
    }
    return _and([f"{verb} {_and(props)}" for verb, props in mentioned.items() if props])


def _action(
    name: str, body: Sequence[ast.Clause | ast.WithoutMenu | ast.WithoutLine], cite: ast.Cite | None
) -> Description:
    phrases: dict[str, None] = {}
    lines: list[Line] = []
    for clause in body:
        match clause:
            case ast.WithoutMenu(menu):
                phrases[f"is no longer in the menu `{menu.text}`"] = None
                lines.append(Line("-", f"in menu {menu.text}"))
            case ast.WithoutLine(line):
                phrases[_LESS[_sort(line)]] = None
                lines += _signed("-", line.span)
            case _:
                phrases[_MORE[_sort(clause)]] = None
                lines += _signed("+", clause.span)
    for less, more, other in OTHERWISE:
        if {less, more} <= phrases.keys():
            phrases = {other if words == more else words: None for words in phrases if words != less}
    return f"The action `{name}` {_and(tuple(phrases))}.", lines, cite


_LESS = ("is allowed without a condition that it had", "costs less", "does less")
_MORE = ("is allowed only under a further condition", "costs more", "does more")
_OTHER = ("is allowed under another condition", "has another price", "does something else")
OTHERWISE = tuple(zip(_LESS, _MORE, _OTHER, strict=True))


def _sort(clause: ast.Clause) -> int:
    """Which of these words are said of it."""
    return 0 if isinstance(clause, ast.When) else 1 if isinstance(clause, ast.Cost) else 2


def _phase_change(base: _Base, change: ast.PhaseChange) -> Description:
    old = _phase(base, change.name.text)
    lines: list[Line] = []
    if change.times:
        if old and old.times:
            lines.append(Line("-", _flat(old.times.span)))
        lines.append(Line("+", _flat(change.times.span)))
    for clause in change.clauses:
        match clause:
            case ast.WithoutLine(line):
                lines += _signed("-", line.span)
                continue
            case ast.WithoutClause(words):
                olds = old.clauses if old else ()
                lines += [Line("-", _flat(old.span)) for old in olds if CLAUSES[words] == clause_sort(old)]
                continue
        if old:
            lines += [
                Line("-", _flat(before.span))
                for before in old.clauses
                if clause_sort(before) == clause_sort(clause)
            ]
        lines.append(Line("+", _flat(clause.span)))
    return f"The phase `{change.name.text}` goes on otherwise.", lines, change.cite


# ---------------------------------------------------------------- what the base has


def _old_value(base: _Base, target: ast.Expr) -> tuple[str, Sequence[Line]]:
    """What was set before: a definition, an option, the start of a state, or a cell of a table. What has
    several lines is told by its lines."""
    if not isinstance(target, ast.NameRef):
        cell = cell_now(base.tree, target, base.read, base.name)
        return "" if cell is None else cell or "none", ()
    for declaration in declared_as(base.tree, target.name):
        match declaration:
            case ast.DefineDecl(body=body) if body.lets or body.cases:
                return "", _signed("-", body.span)
            case ast.DefineDecl(body=body):
                return _flat(body.last.span), ()
            case ast.OptionDecl(default=default):
                return _flat(default.span), ()
            case ast.StateDecl(starts=starts, type=type_):
                return (_flat(starts.span) if starts is not None else _nothing(type_)), ()
    return "", ()


def _nothing(type_: ast.Type) -> str:
    """What a state of this type starts with where nothing is said."""
    match type_:
        case ast.RangeType() | ast.MapType():
            return "0"
        case ast.FlagType():
            return "no"
        case ast.SetType() | ast.ListType():
            return "{}"
        case ast.NamedType() | ast.NameOfType() | ast.TextType() | ast.EitherType():
            return "none"
        case _:
            assert_never(type_)


def _columns(base: _Base, name: str) -> Sequence[str]:
    """Those of the table of this name; nothing where there is none."""
    for declaration in declared_as(base.tree, name):
        if isinstance(declaration, Tabled) and (data := data_of(declaration, base.read)):
            return [column.text for column in data.columns]
    return ()


def _phase(base: _Base, name: str) -> ast.Phase | None:
    phases = (line for line in lines_of(base.tree.declarations) if isinstance(line, ast.Phase))
    return next((phase for phase in phases if phase.name.text == name), None)


def _let_of(base: _Base, inside: str, name: str) -> Span | None:
    for declaration in declared_as(base.tree, inside):
        match declaration:
            case ast.DefineDecl(body=body) | ast.ScoreDecl(body=body) | ast.NoteDecl(body=body):
                lets: Iterable[ast.Stmt] = body.lets
            case _:
                lets = lines_of((declaration,))
        for let in lets:
            if isinstance(let, ast.Let) and let.name.text == name:
                return let.span
    return None


def _lines_gone(base: _Base, kind: str, name: str) -> Sequence[Line]:
    return [
        line
        for declaration in declared_as(base.tree, name)
        if sort_of(declaration) == kind
        for line in _signed("-", declaration.span)
    ]


# ---------------------------------------------------------------- lines


def _flat(span: Span) -> str:
    """What is written there, on one line."""
    return on_one_line(span.text)


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
    shown = [without_asides(line).rstrip() for line in lines]
    return [line for line in shown if line.strip()]


def _signed(sign: str, span: Span) -> list[Line]:
    return [Line(sign, text) for text in _text_lines(span)]


def _removed_lines(span: Span | None) -> list[Line]:
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
    *most, last = parts or [""]
    return f"{', '.join(most)} and {last}" if most else last
