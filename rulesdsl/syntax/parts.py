"""The parts of a construct as the grammar found them, for the builders to take by word or by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from attrs import frozen
from lark import Token, Tree

from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.layout import LAYOUT

# What lark hands over is a keyword (Token), a built node, or the Parts of a rule that is no node itself.
Part: TypeAlias = Any
Builder: TypeAlias = "Callable[[Parts], Part]"
Node = TypeVar("Node")


@frozen(eq=False)
class Parts:
    """Everything one rule was made of, in the order of the text, keywords included."""

    rule: str
    children: tuple[Part, ...]
    span: Span

    def has(self, word: str) -> bool:
        return any(_is_word(child, word) for child in self.children)

    def after(self, word: str) -> Part:
        """What stands behind a word of the language; None where that word was not written."""
        return next(iter(self.each_after(word)), None)

    def each_after(self, word: str) -> Iterable[Part]:
        for before, child in zip(self.children, self.children[1:], strict=False):
            if _is_word(before, word):
                yield child

    def all(self, *kinds: type[Node]) -> tuple[Node, ...]:
        return tuple(child for child in self.children if isinstance(child, kinds))

    def first(self, kind: type[Node]) -> Node | None:
        return next((child for child in self.children if isinstance(child, kind)), None)

    def parts(self, rule: str) -> Parts | None:
        """The parts of a rule that is no node itself, if it is there."""
        return next(iter(self.each_parts(rule)), None)

    def each_parts(self, rule: str) -> Iterable[Parts]:
        return (child for child in self.children if isinstance(child, Parts) and child.rule == rule)

    def head(self, length: int) -> Span:
        """The first characters of the construct."""
        return Span(self.span.source, self.span.start, self.span.start + length)

    def tail(self, skipped: int) -> Span:
        """The construct without its first characters."""
        return Span(self.span.source, self.span.start + skipped, self.span.end)

    @staticmethod
    def join(first: Part, last: Part) -> Span:
        return Span.join(first.span, last.span)

    @property
    def nodes(self) -> tuple[Part, ...]:
        """The children that are neither keywords nor names of their own, texts, citations."""
        return tuple(
            child
            for child in self.children
            if not isinstance(child, Token | Parts | ast.Name | ast.Text | ast.Cite)
        )

    @property
    def name(self) -> ast.Name:
        """The first name that stands in a place of its own."""
        return next(child for child in self.children if isinstance(child, ast.Name))

    @property
    def needed_text(self) -> ast.Text:
        return next(child for child in self.children if isinstance(child, ast.Text))

    @property
    def cite(self) -> ast.Cite | None:
        return self.first(ast.Cite)

    @property
    def numbers(self) -> tuple[int, ...]:
        tokens = (child for child in self.children if isinstance(child, Token))
        return tuple(int(token) for token in tokens if token.type == "INT")

    def token(self, kind: str) -> str:
        """What a token that may be one of several words says."""
        tokens = (child for child in self.children if isinstance(child, Token) and child.type == kind)
        return str(next(tokens))


def _is_word(child: Part, word: str) -> bool:
    return isinstance(child, Token) and child.type == word


@frozen
class Place:
    """Where a parsed text lies in its source: pieces of a file are parsed one by one after an error."""

    source: Source
    offset: int

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, self.offset + start, self.offset + end)


class TreeTooDeep(Exception):
    """Constructs inside each other more often than every later stage can follow."""

    def __init__(self, span: Span) -> None:
        super().__init__(f"too deep at {span.start}")
        self.span = span


def build(tree: Tree[Token], builders: Mapping[str, Builder], place: Place, deepest: int) -> Part:
    """The node of a parsed tree. Without recursion: hostile texts make deep trees."""
    waiting: list[tuple[Tree[Token], Iterator[Token | Tree[Token]], list[Part]]] = []
    waiting.append((tree, iter(tree.children), []))
    while True:
        current, children, built = waiting[-1]
        for child in children:
            if isinstance(child, Tree):
                if len(waiting) >= deepest:
                    raise TreeTooDeep(_first_span(child, place))
                waiting.append((child, iter(child.children), []))
                break
            built.append(_leaf(child, place))
        else:
            waiting.pop()
            node = node_of(str(current.data), built, builders, place)
            if not waiting:
                return node
            waiting[-1][2].append(node)


def node_of(rule: str, built: list[Part], builders: Mapping[str, Builder], place: Place) -> Part:
    """The node of a rule, of what was built of its parts; None among them takes up no room."""
    children = tuple([child for child in built if child is not None])
    # A citation is not what the construct says, and a diagnostic need not underline it.
    parts = [child for child in children if type(child) is not ast.Cite] or children
    first, last = _span_of(parts[0], place), _span_of(parts[-1], place)
    if rule not in builders:
        raise AssertionError(f"no builder takes `{rule}`")
    return builders[rule](Parts(rule, children, Span(place.source, first.start, last.end)))


def _span_of(child: Part, place: Place) -> Span:
    span: Span = _token_span(child, place) if isinstance(child, Token) else child.span
    return span


def _token_span(token: Token, place: Place) -> Span:
    assert token.start_pos is not None
    assert token.end_pos is not None
    return place.span(token.start_pos, token.end_pos)


def _first_span(tree: Tree[Token], place: Place) -> Span:
    token: Token | Tree[Token] = tree
    while isinstance(token, Tree):
        token = token.children[0]
    return _token_span(token, place)


def _leaf(token: Token, place: Place) -> Part:
    """A token as a node; None for a line end or the edge of a block, which take up no room."""
    match token.type:
        case "NAME":
            return ast.Name(token.strip("`"), span=_token_span(token, place))
        case "STRING":
            return ast.Text(token[1:-1], span=_token_span(token, place))
        case "CITE":
            return cite(_token_span(token, place))
        case kind if kind in LAYOUT:
            return None
        case _:
            return token


def cite(span: Span) -> ast.Cite:
    """A citation, by where it stands."""
    rules = []
    offset = span.start + 1
    for word in span.text[1:-1].split(" "):
        if word:
            rules.append(ast.Name(word, span=Span(span.source, offset, offset + len(word))))
        offset += len(word) + 1
    return ast.Cite(tuple(rules), span=span)
