"""Reading on behind a wrong line: every mistake of one declaration, each once.

Where the grammar could not go on, the line is taken away, something that can stand there is put in its
place, and what follows is read below the heads of the blocks around it. What lies before was read, so that
each line is read about once, however many are wrong. Of several things that could stand there, the one is
taken with which the grammar gets furthest: a mistake must not make others of the lines below it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum

from attrs import field, frozen

from rulesdsl.diagnostics import Diagnostic
from rulesdsl.source import Source
from rulesdsl.syntax.tokens import Kind, Piece, lines, pieces
from rulesdsl.syntax.vocabulary import GO_ON_AFTER, GO_ON_BELOW

# What can be in the place of a line, by what it may stand among: statements, definitions, examples,
# tables, attributes, zones, cases.
_LINES = (
    "nothing",
    "",
    "if yes\n  nothing",
    "otherwise none",
    "none",
    "expect yes",
    "gives x: yes or no",
    "x: yes or no",
    "at most 1",
    "yes: nothing",
    "otherwise: nothing",
    "without nothing",
)
# Heads for the lines that stand below a wrong one, by its first word; at the margin those of declarations.
_HEADS = {"depending": ("depending on yes",), "case": ("yes:",), "phase": ("phase x",)}
_ANY_HEAD = ("if yes", "phase x", "yes:")
_MARGIN_HEADS = ("flow", "action x", "add action x", "change phase x", "change action x", "before x")
_EXAMPLE_HEADS = ('example "x"', 'add example "x"')
# What lies below a line with such a first word is a block; below any other, it goes on with that line.
_BLOCK_WORDS = frozenset(
    {"if", "else", "elif", "for", "foreach", "repeat", "while", "loop", "until", "when", "each", "every"}
    | {"all", "any", "player", "phase", "together", "depending", "may", "case", "otherwise", "unless"}
)
_BLOCK_DECLARATION = re.compile(
    r"((add|replace) )?(flow|action|routine|always|example)\b|change (action|phase)\b|(before|after|at)\b"
)


class Fault(Enum):
    """How a line is wrong: in what it says, or in how far it is indented."""

    LINE = "line"
    INDENTED = "indented"
    BETWEEN = "between"


@frozen
class Chunk:
    """A part of the text that is read by itself; what is read `before` it is no part of the text."""

    start: int
    end: int
    rule: str
    word: str
    before: str = ""


@frozen
class Stop:
    """Where the grammar could not go on: before the start of the chunk if in what was put before it."""

    offset: int
    fault: Fault
    diagnosis: Callable[[], Diagnostic]


Attempt = Callable[[Chunk], Stop | None]


@frozen
class _Line:
    """A line with what belongs to it below: brackets that are open, a formula that goes on."""

    start: int
    end: int
    width: int
    word: str


@frozen
class _Block:
    """The head of a block around the place where reading goes on, as it is read before that."""

    width: int
    text: str


@frozen
class _Declaration:
    source: Source
    chunk: Chunk
    lines: Sequence[_Line]
    attempt: Attempt
    opened: Sequence[Piece]
    """Brackets that nothing closes."""

    closed_too_often: bool
    """Whether an opening bracket is missing: where the lines begin and end is then anybody's guess."""

    blocks: list[_Block] = field(factory=list)

    def mistakes(self, unclosed: Callable[[Piece], Diagnostic]) -> Iterator[Diagnostic]:
        stop = self.attempt(self.chunk)
        number = 0
        reported: set[int] = set()
        while stop is not None:
            bracket = self._bracket(self.lines[number].start, stop.offset)
            diagnostic = unclosed(bracket) if bracket else stop.diagnosis()
            labelled = self._line_at(diagnostic.span.start)
            if labelled not in reported:
                reported.add(labelled)
                yield diagnostic
            wrong = labelled if labelled >= number else max(number, self._line_at(stop.offset))
            self._enter(range(number, wrong))
            fault = Fault.LINE if bracket else stop.fault
            resumed = None if self.closed_too_often else self._resumed(wrong, fault)
            if resumed is None:
                return
            number, stop = resumed

    def _bracket(self, start: int, end: int) -> Piece | None:
        return next((piece for piece in self.opened if start <= piece.start <= end), None)

    def _line_at(self, offset: int) -> int:
        below = (number for number, line in enumerate(self.lines) if line.start > offset)
        return max(0, next(below, len(self.lines)) - 1)

    def _enter(self, numbers: range) -> None:
        for number in numbers:
            line = self.lines[number]
            self._leave(line.width)
            text = self.source.text[line.start : line.end]
            if line.word == "else":
                text = _indented("if yes\n  nothing", line.width) + text
            self.blocks.append(_Block(line.width, text if text.endswith("\n") else text + "\n"))

    def _leave(self, width: int) -> None:
        while self.blocks and self.blocks[-1].width >= width:
            self.blocks.pop()

    # ------------------------------------------------------------ where to go on

    def _resumed(self, wrong: int, fault: Fault) -> tuple[int, Stop | None] | None:
        """The line with which reading goes on, and where it stops next; None if nothing is left to read."""
        line = self.lines[wrong]
        width = line.width
        if fault is Fault.INDENTED:
            width = self.lines[wrong - 1].width if wrong else 0
        elif fault is Fault.BETWEEN:
            width = min((block.width for block in self.blocks if block.width > width), default=width)
        self._leave(width)
        number = wrong + 1
        heads: tuple[str, ...] = ()
        if fault is Fault.LINE:
            heads = self._heads(wrong)
        elif fault is Fault.BETWEEN:
            known = {width, *(block.width for block in self.blocks)}
            while number < len(self.lines) and self.lines[number].width not in known:
                number += 1
        if not heads:
            while number < len(self.lines) and self.lines[number].width > width:
                number += 1
        if number >= len(self.lines) or (not heads and not self.blocks):
            return None
        return self._best(number, width, heads)

    def _heads(self, wrong: int) -> tuple[str, ...]:
        line = self.lines[wrong]
        if wrong + 1 == len(self.lines) or self.lines[wrong + 1].width <= line.width:
            return ()
        line_text = self.source.text[line.start : line.end].split("#")[0].rstrip()
        if not self.blocks:
            if not _BLOCK_DECLARATION.match(line_text):
                return ()
            words = set(line_text.split()[:2])
            if "example" in words:
                return _EXAMPLE_HEADS
            return tuple(sorted(_MARGIN_HEADS, key=lambda head: -len(words.intersection(head.split()))))
        if line.word not in _BLOCK_WORDS and not line_text.endswith(":"):
            return ()
        return _HEADS.get(line.word, _ANY_HEAD)

    def _best(self, number: int, width: int, heads: tuple[str, ...]) -> tuple[int, Stop | None] | None:
        """What lets the grammar go on furthest is taken for what was meant."""
        start = self.lines[number].start
        around = "".join(block.text for block in self.blocks)
        best: tuple[int, Stop, str] | None = None
        for candidate in heads or _LINES:
            text = _indented(candidate, width)
            stop = self.attempt(Chunk(start, self.chunk.end, self.chunk.rule, self.chunk.word, around + text))
            if stop is None or stop.offset >= self.lines[number].end:
                best = None
                break
            if stop.offset >= start and (best is None or stop.offset > best[0]):
                best = (stop.offset, stop, text)
        else:
            if best is None:
                return None
            _, stop, text = best
        if heads:
            self.blocks.append(_Block(width, text))
        return number, stop


def mistakes_of(
    source: Source,
    chunk: Chunk,
    attempt: Attempt,
    opened: Sequence[Piece],
    unclosed: Callable[[Piece], Diagnostic],
) -> Iterator[Diagnostic]:
    """Every mistake of a declaration, in the order of its lines; nothing closes the brackets `opened`."""
    inside = [piece for piece in opened if chunk.start <= piece.start < chunk.end]
    values = {piece.start for piece in inside}
    kinds = [piece.kind for piece in pieces(source.text[chunk.start : chunk.end])]
    closed_too_often = kinds.count(Kind.CLOSING) > kinds.count(Kind.OPENING)
    lines_read = tuple(_lines_of(source, chunk, values))
    return _Declaration(source, chunk, lines_read, attempt, inside, closed_too_often).mistakes(unclosed)


def _indented(text: str, width: int) -> str:
    return "".join(f"{' ' * width}{line}\n" for line in text.splitlines())


def _lines_of(source: Source, chunk: Chunk, opened: Collection[int]) -> Iterator[_Line]:
    text = source.text[chunk.start : chunk.end]
    starts: list[tuple[int, int, str]] = []
    depth = 0
    broken = False
    last = ""
    for line in lines(text):
        first = line[0]
        if first.kind is Kind.COMMENT:
            continue
        start = text.rfind("\n", 0, first.start) + 1
        width = first.start - start
        if broken and width <= starts[-1][1]:
            depth, broken = 0, False
        goes_on = str(first) in GO_ON_BELOW or last in GO_ON_AFTER
        if starts and first.kind is Kind.CLOSING:
            depth, broken = 0, False
        elif depth == 0 and not (starts and goes_on and width > starts[-1][1]):
            starts.append((start, width, str(first)))
        for piece in line:
            depth = max(0, depth + (piece.kind is Kind.OPENING) - (piece.kind is Kind.CLOSING))
            broken = broken or chunk.start + piece.start in opened
        last = next((str(piece) for piece in reversed(line) if piece.kind is not Kind.COMMENT), "")
    ends = [start for start, _, _ in starts[1:]] + [len(text)]
    for (start, width, word), end in zip(starts, ends, strict=True):
        yield _Line(chunk.start + start, chunk.start + end, width, word)
