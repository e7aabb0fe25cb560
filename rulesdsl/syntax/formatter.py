"""One way to write down every text: blanks, blocks, tables, comments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import define, field, frozen
from lark import Token, Tree, UnexpectedInput

from rulesdsl.source import Source
from rulesdsl.syntax.brackets import Atom, Group, Item, Remark, broken, flat, is_chain, remarked
from rulesdsl.syntax.layout import DEDENT, INDENT, LINE_END, BadIndentation
from rulesdsl.syntax.limits import beyond_limits
from rulesdsl.syntax.table import grammar
from rulesdsl.syntax.tokens import Kind, Piece, pieces
from rulesdsl.syntax.vocabulary import vocabulary

WIDTH = 100
STEP = 2


class UnreadableText(ValueError):
    """A text that is no game cannot be laid out; `parse` says what is wrong with it."""


@define
class _Line:
    """A line of the language, which may take up several lines of text."""

    depth: int
    first: str = ""
    items: list[Item] = field(factory=list)
    cite: str = ""
    remark: str = ""
    row: tuple[str, ...] | None = None

    @property
    def code(self) -> str:
        return flat(self.items)


@frozen
class _Comment:
    depth: int
    text: str


@frozen
class _Gap:
    """One or more empty lines."""


def format_source(source: Source, *, width: int = WIDTH, cache_dir: Path | None = None) -> str:
    """The same text in the one layout, with lines of this width; formatting it again changes nothing.

    Only blanks and line ends differ. Raises `UnreadableText` for a text that cannot be parsed.
    """
    if beyond_limits(source):
        raise UnreadableText(source.name)
    lark = grammar(cache_dir)
    try:
        tree = lark.parse(source.text + "\n", start="start")
    except (UnexpectedInput, BadIndentation) as error:
        raise UnreadableText(source.name) from error
    headings = vocabulary(lark).headings
    lines = [
        part for line in _Reader(source.text, list(_leaves(tree))).lines() for part in _opened(line, width)
    ]
    return "\n".join(_written(_spaced(lines, headings), width)) + "\n"


# ---------------------------------------------------------------- reading


def _leaves(tree: Tree[Token]) -> Iterator[tuple[str, Token]]:
    """Every token with the rule that it is part of, in the order of the text."""
    waiting: list[tuple[str, Token | Tree[Token]]] = [("", tree)]
    while waiting:
        rule, node = waiting.pop()
        if isinstance(node, Tree):
            waiting.extend((str(node.data), child) for child in reversed(node.children))
        else:
            yield rule, node


@define
class _Reader:
    """Brings together the tokens that the grammar saw and the comments that it did not see."""

    text: str
    leaves: list[tuple[str, Token]]
    _out: list[_Line | _Comment | _Gap] = field(factory=list)
    _widths: list[int] = field(factory=lambda: [0])

    def lines(self) -> list[_Line | _Comment | _Gap]:
        loose = [piece for piece in pieces(self.text) if piece.kind in (Kind.COMMENT, Kind.NEWLINE)]
        loose.reverse()
        line = _Line(0)
        stack = [line.items]
        said_until = 0
        for rule, token in self.leaves:
            if token.type in (INDENT, DEDENT, LINE_END):
                if token.type == LINE_END and line.first:
                    line = self._finish(line)
                    stack = [line.items]
                continue
            assert token.start_pos is not None
            assert token.end_pos is not None
            before = _taken(loose, token.start_pos)
            if line.first:
                # Still the same line: inside brackets remarks stay with what they follow.
                remarks = self._remarks(before, said_until)
                if len(stack) > 1:
                    stack[-1].extend(remarks)
                else:
                    self._out.extend(_Comment(line.depth, remark.text) for remark in remarks)
            else:
                self._between(before, token.start_pos, said_until)
                line.depth = len(self._widths) - 1
                line.first = str(token)
            said_until = token.end_pos
            _add(line, stack, rule, token)
        self._between(_taken(loose, len(self.text)), len(self.text), said_until)
        return self._out

    def _finish(self, line: _Line) -> _Line:
        self._out.append(line)
        return _Line(0)

    def _remarks(self, loose: list[Piece], said_until: int) -> Iterator[Remark]:
        for piece in loose:
            if piece.kind is Kind.COMMENT:
                own_line = "\n" in self.text[said_until : piece.start]
                yield Remark(str(piece).rstrip(), own_line)
                said_until = piece.end

    def _between(self, loose: list[Piece], start: int, said_until: int) -> None:
        """Comments and empty lines between two lines; the width of the next one is that of `start`."""
        width = start - self.text.rfind("\n", 0, start) - 1 if start < len(self.text) else 0
        comments: list[Piece] = []
        ends = 0
        for piece in loose:
            if piece.kind is Kind.NEWLINE:
                ends += 1
                continue
            if self._out and ends == 0 and not comments and "\n" not in self.text[said_until : piece.start]:
                last = self._out[-1]
                assert isinstance(last, _Line)
                last.remark = str(piece).rstrip()
                continue
            if ends > 1:
                self._out.append(_Gap())
            self._out.append(_Comment(self._comment_depth(piece, width), str(piece).rstrip()))
            comments.append(piece)
            ends = 0
        if ends > 1:
            self._out.append(_Gap())
        self._enter(width)

    def _comment_depth(self, comment: Piece, width: int) -> int:
        """As deep as the line below, or as the block above if the comment is indented like it."""
        if width > self._widths[-1]:
            return len(self._widths)
        column = comment.start - self.text.rfind("\n", 0, comment.start) - 1
        return sum(open_width <= max(column, width) for open_width in self._widths) - 1

    def _enter(self, width: int) -> None:
        while width < self._widths[-1]:
            self._widths.pop()
        if width > self._widths[-1]:
            self._widths.append(width)


def _taken(loose: list[Piece], offset: int) -> list[Piece]:
    """Takes what stands before an offset off the end of the list, which holds the first last."""
    taken = []
    while loose and loose[-1].start < offset:
        taken.append(loose.pop())
    return taken


def _add(line: _Line, stack: list[list[Item]], rule: str, token: Token) -> None:
    match token.type:
        case "CITE":
            line.cite = "[" + " ".join(token[1:-1].split()) + "]"
        case "DRAWN_ROW":
            line.row = tuple(cell.strip() for cell in token[1:-1].split("|"))
        case "LPAR" | "LBRACE":
            group = Group(str(token), _follows_closely(stack[-1], token))
            stack[-1].append(group)
            stack.append(group.items)
        case "RPAR" | "RBRACE":
            stack.pop()
        case _:
            stack[-1].append(_atom(stack[-1], rule, token))


_GLUED_TO_BOTH = frozenset({"DOT", "RANGE"})
_GLUED_TO_LEFT = frozenset(
    {"COMMA", "_SEP", "COLON", "NEEDLESS", "_OWNER_DISCARDS", "_OLD_ONE_GOES", "_EXTRA_GOES"}
)
_CALLED = frozenset({"NAME", "LABEL_WORD"})


def _follows_closely(items: list[Item], token: Token) -> bool:
    """Whether a bracket stands close behind what is called."""
    if not items or token.type == "LBRACE":
        return False
    last = items[-1]
    return isinstance(last, Group) or (isinstance(last, Atom) and last.kind in _CALLED)


def _atom(items: list[Item], rule: str, token: Token) -> Atom:
    text = " ".join(token.split())
    left = token.type in _GLUED_TO_LEFT or token.type in _GLUED_TO_BOTH
    right = token.type in _GLUED_TO_BOTH
    if token.type == "MINUS":
        right = rule in ("negative", "negative_const")
    elif token.type == "SIGN":
        right = True
    elif token.type == "STRING":
        text = str(token)
    elif token.type == "_NORMALLY":
        left = rule == "option_decl"
        text = ", normally" if left else "normally"
    elif token.startswith(","):
        text = ", " + token[1:].strip() if len(token) > 1 else ","
        text = " ".join(text.split())
    # The `or` of a type joins no conditions.
    kind = "" if rule in ("type", "flag_type") else str(token.type)
    return Atom(text, kind, glued_left=left and bool(items), glued_right=right)


# ---------------------------------------------------------------- writing


_DEFINING = frozenset({"define", "score", "note", "let"})


def _opened(line: _Line | _Comment | _Gap, width: int) -> Iterator[_Line | _Comment | _Gap]:
    """A definition that is too long for one line has its value on lines of its own: if one is enough, or if
    it goes on from words that join.
    """
    if not isinstance(line, _Line) or STEP * line.depth + len(line.code) + _tail(line) <= width:
        yield line
        return
    head, value = _at_equals_sign(line)
    deeper = line.depth + 1
    # The rules that a `let` cites stand at the end of its value.
    is_let = any(isinstance(item, Atom) and item.text == "let" for item in line.items[:2])
    above, below = ("", line.cite) if is_let else (line.cite, "")
    name = _Line(line.depth, line.first, head, above, line.remark)
    first = value[0] if value else None
    rest = _Line(deeper, first.text if isinstance(first, Atom) else "(", value, below)
    fits, value_fits = (
        STEP * entry.depth + len(flat(entry.items)) + _tail(entry) <= width for entry in (name, rest)
    )
    if not value or not fits or not (value_fits or is_chain(value)) or remarked(line.items):
        yield line
        return
    yield name
    yield rest


def _at_equals_sign(line: _Line) -> tuple[list[Item], list[Item]]:
    """What a definition is called, with the equals sign, and its value, which is empty if it is none."""
    words = [item.text for item in line.items[:2] if isinstance(item, Atom)]
    if line.first in ("add", "replace"):
        words = words[1:]
    if not words or words[0] not in _DEFINING:
        return line.items, []
    signs = (
        position
        for position, item in enumerate(line.items, 1)
        if isinstance(item, Atom) and item.kind == "EQUAL"
    )
    index = next(signs, len(line.items))
    return line.items[:index], line.items[index:]


def _spaced(lines: list[_Line | _Comment | _Gap], headings: frozenset[str]) -> list[_Line | _Comment | _Gap]:
    """At most one empty line anywhere; one around whatever at the margin has a block or is another kind."""
    out: list[_Line | _Comment | _Gap] = []
    above: str | None = None
    above_has_block = False
    for index, line in enumerate(lines):
        if isinstance(line, _Gap):
            if out and not isinstance(out[-1], _Gap):
                out.append(line)
            continue
        if isinstance(line, _Line):
            if line.depth > 0:
                above_has_block = True
            else:
                has_block = _has_block(lines, index)
                group = "" if line.first in headings else line.first
                if above is not None and (above_has_block or has_block or group != above):
                    _part(out)
                above, above_has_block = group, has_block
        out.append(line)
    while out and isinstance(out[-1], _Gap):
        out.pop()
    return out


def _has_block(lines: list[_Line | _Comment | _Gap], index: int) -> bool:
    for line in lines[index + 1 :]:
        if isinstance(line, _Line):
            return line.depth > 0
    return False


def _part(out: list[_Line | _Comment | _Gap]) -> None:
    """Puts an empty line above the comments that lead to the next line, if there is none yet."""
    index = len(out)
    while index > 0 and isinstance(out[index - 1], _Comment | _Gap):
        if isinstance(out[index - 1], _Gap):
            return
        index -= 1
    while index < len(out):
        comment = out[index]
        if isinstance(comment, _Comment) and comment.depth == 0:
            break
        index += 1
    out.insert(index, _Gap())


def _written(lines: list[_Line | _Comment | _Gap], width: int) -> Iterator[str]:
    widths = _column_widths(lines)
    for index, line in enumerate(lines):
        match line:
            case _Gap():
                yield ""
            case _Comment(depth, text):
                yield " " * (STEP * depth) + text
            case _Line():
                yield from _line(line, widths.get(index, ()), width)


def _line(line: _Line, widths: tuple[int, ...], width: int) -> Iterator[str]:
    indent = STEP * line.depth
    if line.row is not None:
        cells = (cell.ljust(wide) for cell, wide in zip(line.row, widths, strict=False))
        written = [" " * indent + "| " + " | ".join(cells) + " |"]
    else:
        written = broken(line.items, indent, width, _tail(line))
    if line.cite:
        written[-1] += "  " + line.cite
    if line.remark:
        written[-1] += "  " + line.remark
    yield from written


def _tail(line: _Line) -> int:
    """How much room the rules cited at the end take."""
    return len(line.cite) + 2 if line.cite else 0


def _column_widths(lines: list[_Line | _Comment | _Gap]) -> dict[int, tuple[int, ...]]:
    """How wide each cell of each drawn row is: rows of one block are drawn as one table."""
    values: dict[int, tuple[int, ...]] = {}
    block: list[tuple[int, tuple[str, ...]]] = []
    for index, line in enumerate(lines):
        if isinstance(line, _Line) and line.row is not None:
            block.append((index, line.row))
        elif isinstance(line, _Line):
            values.update(_table(block))
            block = []
    values.update(_table(block))
    return values


def _table(block: list[tuple[int, tuple[str, ...]]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    columns = max((len(row) for _, row in block), default=0)
    widths = [
        max((len(row[column]) for _, row in block if column < len(row)), default=0)
        for column in range(columns)
    ]
    for index, row in block:
        yield index, tuple(widths[: len(row)])
