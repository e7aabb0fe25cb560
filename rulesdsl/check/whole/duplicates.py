"""Things that share a name though one of them could then never be meant."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.whole.findings import finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.source import Span
from rulesdsl.syntax import ast


def duplicate_things(tree: ast.GameFile) -> Iterator[Diagnostic]:
    menus: dict[str, Span] = {}
    rules: dict[str, Span] = {}
    examples: dict[str, Span] = {}
    actions = {decl.name.text: decl.name.span for decl in tree.all(ast.ActionDecl)}
    for decl in tree.declarations:
        match decl:
            case ast.MenuDecl(name):
                yield from _twice(menus, name.text, name.span, f"the menu `{name.text}`")
                if name.text in actions:
                    yield finding(
                        "duplicate-name",
                        name.span,
                        f"`{name.text}` is a menu and an action: a line that offers it could mean either",
                        "the menu",
                        because=((actions[name.text], "the action"),),
                        hint="give one of them another name",
                    )
            case ast.AlwaysDecl(name):
                yield from _twice(rules, name.text, name.span, f"the standing rule `{name.text}`")
            case ast.ExampleDecl(title) if not title.value.strip():
                yield finding(
                    "unclear-name",
                    title.span,
                    "nothing says what this example shows",
                    "no text",
                    hint="write it between the quotation marks",
                )
            case ast.ExampleDecl(title):
                yield from _twice(examples, title.value, title.span, f'the example "{title.value}"')
            case ast.ZoneDecl(_, per) | ast.StateDecl(_, per):
                yield from _index_names(per)


def _twice(seen: dict[str, Span], name: str, span: Span, what: str) -> Iterator[Diagnostic]:
    first = seen.setdefault(name, span)
    if first is not span:
        yield finding(
            "duplicate-name",
            span,
            f"{what} is there twice",
            "the second",
            because=((first, "the first"),),
            hint="give one of them another name",
        )


def _index_names(per: tuple[ast.Per, ...]) -> Iterator[Diagnostic]:
    seen: dict[str, Span] = {}
    for item in per:
        if item.name is not None:
            yield from _twice(seen, item.name.text, item.name.span, f"the index `{item.name.text}`")


def hidden_names(elaboration: Elaboration) -> Iterator[Diagnostic]:
    """Values that a name of the file keeps from being reached."""
    for name, symbol in elaboration.world.symbols.items():
        value = elaboration.world.value_spans.get(name)
        if value is not None:
            yield finding(
                "shadowed-name",
                symbol.span,
                f"`{name}` is also a value, which nobody could name any more",
                "hides the value",
                because=((value[0], "the value"),),
                hint="choose another name",
            )
