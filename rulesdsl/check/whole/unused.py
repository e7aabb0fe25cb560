"""Names that are declared and never used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, assert_never

from rulesdsl.check.mentioned_names import names_in
from rulesdsl.check.symbols import EnumSymbol
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.check.whole.tree_names import Change, changed_name, names_read
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.program_walk import instances_in
from rulesdsl.syntax import ast
from rulesdsl.syntax.blocks import blocks_of, bound_by
from rulesdsl.syntax.line_kinds import NOUNS
from rulesdsl.syntax.naming import sort_of


def unused_names(tree: ast.GameFile, checked: Sequence[Checked]) -> Iterator[Diagnostic]:
    """Definitions, states, options, menus, routines, values, places, links and tables."""
    game = [decl for decl in tree.declarations if not isinstance(decl, ast.ExampleDecl)]
    names = {id(decl): names_in(decl) for decl in tree.declarations}
    read = {id(decl): names_read(decl) for decl in game}
    in_game = Counter(name for decl in game for name in names[id(decl)])
    anywhere = Counter(name for texts in names.values() for name in texts)
    read_in = Counter(name for texts in read.values() for name in texts)
    by_itself = Counter(
        node.name.text
        for node in game
        if isinstance(node, ast.RoutineDecl) and node.name.text in names[id(node)]
    )
    changes = _first_changes(game)
    marks = {state.name for item in checked for state in item.program.states if state.lies_on_pieces}

    def used(name: str, own: ast.Declaration, *, in_examples: bool = False) -> bool:
        return (anywhere if in_examples else in_game)[name] > (name in names[id(own)])

    for decl in game:
        match decl:
            case (
                ast.OptionDecl(name)
                | ast.UnionDecl(name)
                | ast.PlacesDecl(name)
                | ast.GridDecl(name)
                | ast.RingDecl(name)
                | ast.CombinedDecl(name)
                | ast.GrowingDecl(name)
                | ast.PlacementsDecl(name)
                | ast.WordsDecl(name)
                | ast.TableDecl(name)
            ):
                if not used(name.text, decl):
                    yield _never_used(NOUNS[sort_of(decl)], name)
            case ast.DefineDecl(name):
                if not used(name.text, decl, in_examples=True):
                    yield _never_used("definition", name)
            case ast.ValuesDecl(name) | ast.ValuesTableDecl(name):
                symbol = checked[0].world.symbols.get(name.text)
                cases = list(symbol.cases) if isinstance(symbol, EnumSymbol) else []
                # Where another kind has a value of the same name, it is that one that may be meant.
                own = [word for word in cases if len(checked[0].world.values.get(word, ())) < 2]
                if not any(used(text, decl) for text in (name.text, *own)):
                    yield _never_used("kind of values", name)
            case ast.LinksDecl(name):
                if not used(name.text, decl):
                    yield _never_used("set of links", name)
            case ast.StateDecl(name):
                if not used(name.text, decl):
                    yield _never_used("state", name)
                elif read_in[name.text] == (name.text in read[id(decl)]) and name.text not in marks:
                    # A mark on pieces that somebody does not know is read by players: they are told of it.
                    yield _only_set(name, changes[name.text])
            case ast.MenuDecl(name):
                if not any(
                    name.text in checked_game.elaboration.usage.used_menus for checked_game in checked
                ):
                    yield _never_used("menu", name, f"write `must {name.text}` where it is to be offered")
            case ast.RoutineDecl(name):
                if in_game[name.text] == by_itself[name.text]:
                    yield _never_used(
                        "routine", name, f"write `do {name.text}` where it is to be carried out"
                    )
            case ast.PiecesDecl() | ast.ZoneDecl() | ast.ActionDecl() | ast.AlwaysDecl() | ast.FlowDecl():
                pass
            case ast.ScoreDecl() | ast.NoteDecl() | ast.WinnerDecl() | ast.ExampleDecl():
                pass
            case _:
                assert_never(decl)
        yield from _unused_locals(decl)


def _never_used(noun: str, name: ast.Name, hint: str = "take it away, or use it") -> Diagnostic:
    return finding(
        "unused-name", name.span, f"the {noun} `{name.text}` is never used", "never used", hint=hint
    )


def _only_asked(name: ast.Name) -> Diagnostic:
    return finding(
        "unused-name",
        name.span,
        f"only its own condition reads the parameter `{name.text}`",
        "chosen, and then never used",
        hint="do something with what is chosen; what has only to be there is asked for by `when`",
    )


def _first_changes(game: Sequence[ast.Declaration]) -> dict[str, Change]:
    """The first line that changes each state."""
    first: dict[str, Change] = {}
    for decl in game:
        for item in instances_in(decl, ast.SetTo, ast.AddTo, ast.RemoveFrom):
            name = changed_name(item)
            if name is not None:
                first.setdefault(name, item)
    return first


def _only_set(name: ast.Name, change: Change) -> Diagnostic:
    return finding(
        "unused-name",
        name.span,
        f"the state `{name.text}` is set, but nothing ever reads it",
        "never read",
        because=((change.span, "set here"),),
        hint="take it away, or say what it is for: in a condition, a score, a text",
    )


# ---------------------------------------------------------------- names of one declaration


def _unused_locals(decl: ast.Declaration) -> Iterator[Diagnostic]:
    match decl:
        case ast.DefineDecl(_, params, per, _, body):
            inside = names_in(body)
            for param in params:
                if param.name.text not in inside:
                    yield _never_used("parameter", param.name)
            for item in per:
                if item.name is not None and item.name.text not in inside:
                    yield _never_used("index", item.name)
        case ast.ActionDecl(_, params, text, _, lines):
            for unread in _unmentioned(params, (text, lines), lambda item: item.name):
                asked = any(
                    param.name is unread and param.where is not None and unread.text in names_in(param.where)
                    for param in params
                    if not isinstance(param, ast.GivenParam)
                )
                yield _only_asked(unread) if asked else _never_used("parameter", unread)
            yield from _unused_in_lines([line for line in lines if not isinstance(line, ast.Cost)])
        case ast.RoutineDecl(params=params, too_deep=too_deep, cases=cases, body=body):
            inside = names_in((body, too_deep))
            # Where several routines share a name, all of them take what one of them needs.
            for param in params if not cases else ():
                if param.name.text not in inside:
                    yield _never_used("parameter", param.name)
            yield from _unused_in_lines(body.lines)
        case ast.AlwaysDecl(_, binder, lines):
            if (
                binder is not None
                and binder.name is not None
                and binder.name.text not in names_in((binder.where, lines))
            ):
                yield _never_used("name", binder.name)
            yield from _unused_in_lines(lines)
        case ast.FlowDecl(body):
            yield from _unused_in_lines(body.lines)
        case ast.ExampleDecl():
            return
    for node in instances_in(decl, ast.Definition, ast.Selection, ast.Over, ast.For, ast.Repeat):
        match node:
            case ast.Definition(lets):
                for name in _unmentioned(lets, (node.cases, node.last), lambda let: let.name):
                    yield _never_used("name", name)
            case ast.Selection(ast.Binder(ast.Name() as name, _, where, by)) if not isinstance(
                decl, ast.ZoneDecl
            ):
                # `per hour in 0..12 … starts with (w in Watch where hour = 12)` asks for the index alone.
                if (where or by) and name.text not in names_in((where, by)):
                    yield _never_used("name", name)
            case ast.Over(ast.Binder(ast.Name() as name, _, where, by), value):
                if (where or by or value) and name.text not in names_in((where, by, value)):
                    yield _never_used("name", name)
            case ast.For(ast.Binder(ast.Name() as name, _, where, by), body):
                if name.text not in names_in((where, by, body)):
                    yield _never_used("name", name, "write `repeat n times` if only the number matters")
            case ast.Repeat(_, ast.Name() as name, body):
                if name.text not in names_in(body):
                    yield _never_used("name", name, f"take away `as {name.text}`")


def _unused_in_lines(lines: Sequence[ast.Stmt]) -> Iterator[Diagnostic]:
    """Names bound by a line are in reach of those behind it, in the same block."""
    for name in _unmentioned(lines, (), bound_by):
        yield _never_used("name", name)
    for line in lines:
        for block in [(line.line,)] if isinstance(line, ast.MayDo) else blocks_of(line):
            yield from _unused_in_lines(block)


Part = TypeVar("Part")


def _unmentioned(
    parts: Sequence[Part], behind: object, bound_by: Callable[[Part], ast.Name | None]
) -> list[ast.Name]:
    """Names that parts bind and that no later part mentions, nor what stands behind all of them."""
    if all(bound_by(part) is None for part in parts):
        return []
    mentioned = set(names_in(behind))
    names: list[ast.Name] = []
    for part in reversed(parts):
        name = bound_by(part)
        if name is not None and name.text not in mentioned:
            names.append(name)
        mentioned |= names_in(part)
    return names[::-1]
