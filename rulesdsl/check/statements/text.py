"""Texts with values in them: `"{you} takes {card}"`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import attrs

from rulesdsl import program as ir
from rulesdsl.check.domains import describe
from rulesdsl.check.scope import Scope, UnknownName
from rulesdsl.check.statements.module import StatementModule
from rulesdsl.diagnostics.model import Report
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast, parse

_PATH = re.compile(r"(?P<your>your +)?(?P<first>[A-Za-z_]\w*)(?P<rest>(\.[A-Za-z_]\w*)*)")
_BEFORE = "define x = ("


class Texts(StatementModule):
    def text(self, node: ast.Text, scope: Scope) -> ir.Text:
        """The words and the values of a text."""
        parts: list[str | ir.Expr] = []
        value, index = node.value, 0
        first = node.span.start + (1 if node.span.text.startswith('"') else 0)
        while index < len(value):
            opened = value.find("{", index)
            if opened < 0:
                parts.append(value[index:])
                break
            if opened > index:
                parts.append(value[index:opened])
            closed = value.find("}", opened)
            span = Span(node.span.source, first + opened, first + (closed + 1 if closed > 0 else len(value)))
            if closed < 0:
                self.reporter.error(
                    "unclosed-bracket",
                    span,
                    "this `{` is not closed",
                    "opened here",
                    hint="close it with `}`",
                )
                break
            inner = Span(node.span.source, first + opened + 1, first + closed)
            expr = self._inline(inner, scope)
            if expr is not None:
                parts.append(expr)
            index = closed + 1
        return ir.Text(tuple(parts))

    def _inline(self, span: Span, scope: Scope) -> ir.Expr | None:
        """The value written inside braces."""
        node = _path(span)
        if node is None:
            node = self.parsed(span)
        if node is None:
            return None
        try:
            value = self.expressions.expr(node, scope)
        except UnknownName:
            return None
        if isinstance(value.type, ir.SeqOfSeqDomain):
            self.reporter.mismatch(
                span,
                f"{describe(value.type)} cannot be shown in a text",
                "several values",
                hint="ask for one of them, as in `{first(…)}`, or for their `count`",
            )
            return None
        return value

    def parsed(self, span: Span) -> ast.Expr | None:
        """What is more than a name or a path is read by the grammar, on a line of its own."""
        report = Report()
        line = Source(span.source.name, f'game "x"\nplayers 1..1\n{_BEFORE}{span.text})\n')
        tree = parse(line, report)
        offset = line.text.index(_BEFORE) + len(_BEFORE)
        if not isinstance(tree, ast.GameFile) or report.has_errors:
            self.reporter.error(
                "syntax-error",
                span,
                f"`{span.text}` is not a value"
                if span.text.strip()
                else "these braces have nothing between them",
                "in the text",
                hint="a name such as `{you}`, or a value such as `{card.place}`",
            )
            return None
        definition = tree.declarations[0]
        assert isinstance(definition, ast.DefineDecl)
        node = definition.body.last

        def moved(item: Span) -> Span:
            start = min(max(item.start - offset + span.start, span.start), span.end)
            end = min(max(item.end - offset + span.start, start), span.end)
            return Span(span.source, start, end)

        shifted = shifted_tree(node, moved)
        assert not isinstance(shifted, tuple)
        return shifted  # type: ignore[return-value]

    def label_text(self, node: ast.Text | None, name: str, scope: Scope) -> ir.Text:
        if node is not None:
            return self.text(node, scope)
        return ir.Text((name.replace("_", " "),))


def _path(span: Span) -> ast.Expr | None:
    """A name, or names joined by dots, with or without `your`: what nearly all texts hold."""
    match = _PATH.fullmatch(span.text)
    if match is None:
        return None

    def part(group: str | int) -> Span:
        return Span(span.source, span.start + match.start(group), span.start + match.end(group))

    first = ast.Name(match["first"], span=part("first"))
    node: ast.Expr
    if match["your"]:
        node = ast.Your(first, span=Span(span.source, span.start, part("first").end))
    else:
        node = ast.NameRef(first.text, span=first.span)
    index = match.end("first")
    for item in match["rest"].split(".")[1:]:
        index += 1
        name = ast.Name(item, span=Span(span.source, span.start + index, span.start + index + len(item)))
        index += len(item)
        node = ast.Attribute(node, name, span=Span(span.source, span.start, span.start + index))
    return node


def shifted_tree(node: object, moved: Callable[[Span], Span]) -> object:
    """A piece of tree with every span moved."""
    if isinstance(node, tuple):
        return tuple(shifted_tree(item, moved) for item in node)
    if isinstance(node, Span):
        return moved(node)
    kind: type[Any] = type(node)
    if not attrs.has(kind):
        return node
    changes = {
        attribute.name: shifted_tree(getattr(node, attribute.name), moved) for attribute in attrs.fields(kind)
    }
    return kind(**changes)
