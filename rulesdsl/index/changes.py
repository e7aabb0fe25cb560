"""What the names in the changes of a variant mean: they are those of the game that it is built on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import assert_never

from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.program_walk import nodes_in
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import NOUNS
from rulesdsl.syntax.naming import name_of, name_span, sort_of
from rulesdsl.variants.blocks import lines_of, phases_of
from rulesdsl.variants.without import uncited

Link = tuple[Span, Span]
"""A name, and where what it means has its name."""


def names_of_changes(variant: ast.VariantFile, base: Elaboration) -> Iterator[Link]:
    """`base` is the checked game as it is before the variant."""
    for change in variant.changes:
        match change:
            case ast.ReplaceChange(declaration):
                yield from _replaced(declaration, base)
            case ast.ReplacePhaseChange(phase):
                yield from _phase(phase.name, base)
            case ast.PhaseChange(name, clauses=parts):
                yield from _phase(name, base)
                yield from _links_of_removed(parts, base)
            case ast.NearChange(name=name):
                yield from _phase(name, base)
            case ast.ReplaceLetChange(name, inside):
                yield from _let(name, inside, base)
            case ast.RemoveChange(kind, ast.Name() as name) if kind.text == "phase":
                yield from _phase(name, base)
            case ast.RemoveChange(kind, ast.Name() as name) if kind.text in NOUNS:
                yield from _declared(kind.text, name, base)
            case ast.RemoveChange(kind, ast.Name() as name):
                yield from _symbol(kind, base)
                yield from ((name.span, span) for span in base.world.value_spans.get(name.text, ()))
            case ast.RemoveRowChange(name, args):
                yield from _symbol(name, base)
                yield from _meant(ast.Call(_reference(name), args, span=change.span), base)
            case ast.SetChange(target, value):
                yield from _meant(target, base)
                yield from _meant(value, base)
            case ast.ExtendChange(name):
                yield from _symbol(name, base)
            case ast.ZoneChange(name):
                yield from _symbol(name, base)
            case ast.ActionChange(name, body):
                yield from _declared("action", name, base)
                yield from _links_of_removed(body, base)
            case ast.AddChange() | ast.RemoveChange() | ast.SetPlayersChange():
                pass
            case _:
                assert_never(change)


def _reference(name: ast.Name) -> ast.NameRef:
    return ast.NameRef(name.text, span=name.span)


def _symbol(name: ast.Name, base: Elaboration) -> Iterator[Link]:
    symbol = base.world.symbols.get(name.text)
    if symbol is not None:
        yield name.span, symbol.span


def _phase(name: ast.Name, base: Elaboration) -> Iterator[Link]:
    node = base.world.phase_nodes.get(name.text)
    if node is not None:
        yield name.span, node.name.span


def _declared(sort: str, name: ast.Name, base: Elaboration) -> Iterator[Link]:
    for old in base.world.tree.declarations:
        if sort_of(old) == sort and name_of(old) == name.text:
            yield name.span, name_span(old)


def _replaced(new: ast.Declaration, base: Elaboration) -> Iterator[Link]:
    """The name of what is put in the place of another, and the names of its parts that both have."""
    for old in base.world.tree.declarations:
        if sort_of(old) == sort_of(new) and name_of(old) == name_of(new):
            yield name_span(new), name_span(old)
            before = {name.text: name.span for name in _parts(old)}
            for name in _parts(new):
                if name.text in before:
                    yield name.span, before[name.text]


def _parts(declaration: ast.Declaration) -> Iterator[ast.Name]:
    """Names by which others speak of a part of a declaration."""
    for node in nodes_in(declaration):
        match node:
            case ast.Value(name) | ast.Field(name) | ast.Gives(name) | ast.Key(name) | ast.Phase(name):
                yield name
            case ast.GivenParam(name) | ast.OneParam(name) | ast.SomeParam(name) | ast.AmountsParam(name):
                yield name
            case ast.Per(name=ast.Name() as name):
                yield name


def _let(name: ast.Name, inside: ast.Name, base: Elaboration) -> Iterator[Link]:
    homes: list[object] = [
        declaration for declaration in base.world.tree.declarations if name_of(declaration) == inside.text
    ]
    for home in homes:
        assert isinstance(home, ast.Declaration)
        yield inside.span, name_span(home)
    for phase in phases_of(base.world.tree):
        if phase.name.text == inside.text:
            yield inside.span, phase.name.span
            homes.append(phase)
    for node in nodes_in(tuple(homes)):
        if isinstance(node, ast.Let) and node.name.text == name.text:
            yield name.span, node.name.span


def _links_of_removed(parts: tuple[object, ...], base: Elaboration) -> Iterator[Link]:
    """A line that is taken away is written as the base has it: its names are those of that line."""
    for part in parts:
        if isinstance(part, ast.WithoutMenu):
            menu = base.world.menus.get(part.name.text)
            if menu is not None:
                yield part.name.span, menu.name.span
        if not isinstance(part, ast.WithoutLine):
            continue
        wanted = uncited(part.line)
        costs = (
            clause
            for decl in base.world.actions.values()
            for clause in decl.body
            if isinstance(clause, ast.Cost)
        )
        for line in (*lines_of(base.world.tree.declarations), *costs):
            if type(line) is type(part.line) and uncited(line) == wanted:
                yield from zip(_names(part.line), _names(line), strict=False)


def _names(node: object) -> Iterator[Span]:
    """Where names stand in a line, in the order of the text."""
    for item in nodes_in(node):
        match item:
            case ast.Name(span=span) | ast.NameRef(span=span) | ast.NamedType(span=span):
                yield span


def _meant(node: ast.Expr, base: Elaboration) -> Iterator[Link]:
    """What a formula names, as the checker reads it in the game as it was."""
    known = len(base.reporter.meant)
    with suppress(UnknownName):
        base.expressions.meaning(node, Scope())
    yield from list(base.reporter.meant)[known:]
