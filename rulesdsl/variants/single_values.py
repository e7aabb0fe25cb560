"""Single values: a definition, the normal value of an option, the first value of a state, the players."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from rulesdsl.diagnostics import did_you_mean
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.syntax import ast
from rulesdsl.syntax.naming import declared_as, name_of, sort_of
from rulesdsl.variants.change_report import ChangeContext

Settable = ast.DefineDecl | ast.OptionDecl | ast.StateDecl


def set_value(tree: ast.GameFile, change: ast.SetChange, context: ChangeContext) -> ast.GameFile:
    """`set NAME to VALUE`."""
    assert isinstance(change.target, ast.NameRef)
    name, value, span = change.target.name, change.value, change.target.span
    old = settable(tree, name)
    if old is None:
        _missing(tree, change, name, context)
        return tree
    if isinstance(old, ast.DefineDecl) and old.params:
        of = ", ".join(param.name.text for param in old.params)
        hint = f"write it whole: `replace define {name}(…) = …`"
        context.wrong(span, f"`{name}` has a value for each ({of})", old.name.span, hint)
        return tree
    cite = change.cite or old.cite
    new: Settable
    match old:
        case ast.DefineDecl(body=body):
            before = None if body.lets or body.cases else body.last
            whole = ast.Definition((), (), value, None, one_line=True, span=value.span)
            new = evolve(old, body=whole, cite=cite)
        case ast.OptionDecl(default=default):
            before = default
            new = evolve(old, default=value, cite=cite)
        case ast.StateDecl(starts=starts):
            before = value if starts is None and _is_nothing(value) else starts
            new = evolve(old, starts=value, cite=cite)
        case _:
            assert_never(old)
    if before == value:
        # A variant below may have said so: then that is the place.
        elsewhere = before is not value and before.span.source is not old.span.source
        place = before.span if elsewhere else old.name.span
        context.same(change.span, f"`{name}` already is {value.span.text}", place)
        return tree
    return tree.with_declaration(old, new)


def settable(tree: ast.GameFile, name: str) -> Settable | None:
    return next((item for item in declared_as(tree, name) if isinstance(item, Settable)), None)


def _is_nothing(value: ast.Expr) -> bool:
    """What a state starts with where nothing is said."""
    match value:
        case ast.Number(0) | ast.Flag(False) | ast.NoneValue() | ast.Listing(()):
            return True
        case _:
            return False


def _missing(tree: ast.GameFile, change: ast.SetChange, name: str, context: ChangeContext) -> None:
    span = change.target.span
    for sort in ("define", "option", "state"):
        if context.removed(span, sort, name, f"`{name}` is removed and set"):
            return
    other = next(iter(declared_as(tree, name)), None)
    known = [name_of(declaration) for declaration in tree.declarations if isinstance(declaration, Settable)]
    begun = next((word for word in known if word.startswith(name)), None)
    meant = did_you_mean(name, known) or (begun and f"did you mean `{begun}`?")
    fix = replaced(span, begun, certain=False) if begun and span.text == name else None
    if other is not None and meant is None:
        hint = f"write it whole: `replace {sort_of(other)} {name} …`"
        context.missing(span, f"there is no definition, option or state `{name}`", name, (), hint)
        return
    context.missing(span, f"there is no definition, option or state `{name}`", name, known, meant, fix)


def set_players(tree: ast.GameFile, change: ast.SetPlayersChange, context: ChangeContext) -> ast.GameFile:
    new = ast.PlayersLine(change.least, change.most, change.cite, span=change.span)
    old = tree.first(ast.PlayersLine)
    if old is None:
        return evolve(tree, headings=(*tree.headings, new))
    if (old.least, old.most) == (new.least, new.most):
        message = f"the game already is for {new.least}..{new.most} players"
        context.same(change.span, message, old.span)
        return tree
    return evolve(tree, headings=tuple(new if line is old else line for line in tree.headings))
