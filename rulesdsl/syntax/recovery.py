"""Every mistake of a file in one run: after the first, each declaration is read by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from attrs import evolve

from rulesdsl.diagnostics import Diagnostic, Label
from rulesdsl.diagnostics.fixes import moved_up
from rulesdsl.source import Source, Span
from rulesdsl.syntax.resynchronization import Attempt, Chunk, mistakes_of
from rulesdsl.syntax.tokens import Kind, Piece, lines
from rulesdsl.syntax.vocabulary import Vocabulary

# Whoever has so many has not written a game; the rest is not worth the time.
MOST_MISTAKES = 50

_WORD = re.compile(r"\w*")
_TITLE_OF = re.compile(r'"[^"\n]*" +of\b')
# A bracket that is closed at the margin was opened above.
_NO_START = (Kind.COMMENT, Kind.CLOSING)
_CLOSING = {"(": ")", "{": "}"}
# The one line of the head that a variant has, too, below its first line.
_LANGUAGE = "language"


def whole(source: Source) -> Chunk:
    return Chunk(0, len(source.text), "start", "")


def every_mistake(source: Source, words: Vocabulary, attempt: Attempt) -> list[Diagnostic]:
    """What is wrong in each declaration."""
    diagnostics: list[Diagnostic] = []
    broken = _unclosed(source, words)
    chunks = list(_chunks(source, words))
    if not chunks:
        hint = 'begin with `game "…"`'
        return [Diagnostic("syntax-error", "this file is empty", Label(Span(source, 0, 0)), hint=hint)]
    titled = next((number for number, chunk in enumerate(chunks) if chunk.word != _LANGUAGE), 0)
    is_variant = _is_variant(source, chunks[titled], words)
    seen_declaration = False
    for number, chunk in enumerate(chunks):
        if len(diagnostics) >= MOST_MISTAKES:
            break
        first = number == titled
        if is_variant and (first or chunk.word == _LANGUAGE):
            mistake = _misplaced_in_variant(source, chunks, number, titled)
        else:
            mistake = _misplaced(
                source, chunk, words, is_variant=is_variant, late=seen_declaration, first=first
            )
        if mistake:
            diagnostics.append(mistake)
        else:
            read_as = evolve(chunk, rule=_rule(chunk, words, is_variant=is_variant, first=first))
            diagnostics.extend(
                islice(
                    mistakes_of(source, read_as, attempt, broken, partial(_unclosed_bracket, source)),
                    MOST_MISTAKES - len(diagnostics),
                )
            )
        seen_declaration = seen_declaration or chunk.word in words.declarations
    return diagnostics


def _is_variant(source: Source, first: Chunk, words: Vocabulary) -> bool:
    """Whether the file was meant as one, also if its first word is another."""
    if first.word in words.headings | words.declarations:
        return False
    return first.word == "variant" or bool(_TITLE_OF.search(source.text, first.start, first.end))


def _rule(chunk: Chunk, words: Vocabulary, *, is_variant: bool, first: bool) -> str:
    if is_variant and chunk.word != _LANGUAGE:
        return "variant_line" if first else "change"
    return "heading" if chunk.word in words.headings else "decl"


def _misplaced_in_variant(
    source: Source, chunks: Sequence[Chunk], number: int, titled: int
) -> Diagnostic | None:
    """The line of a variant that is the first, and that of its language, which stands below it."""
    line = chunks[number]
    place = 0 if number == titled else titled + 1
    if number == place or number < titled:
        return None
    span = Span(source, line.start, line.start + len(line.word))
    where = "on the first line of its file" if number == titled else "directly below the line `variant`"
    message = f"`{line.word}` stands {where}"
    before = Span(source, chunks[place].start, chunks[place].start)
    return Diagnostic(
        "misplaced-declaration", message, Label(span), hint="move it up", fix=moved_up(span, before)
    )


def _misplaced(
    source: Source, chunk: Chunk, words: Vocabulary, *, is_variant: bool, late: bool, first: bool
) -> Diagnostic | None:
    """A declaration that is well formed, for all we know, but cannot stand where it stands."""
    word = chunk.word
    span = Span(source, chunk.start, chunk.start + len(word))
    message = ""
    if source.text.startswith(" ", chunk.start):
        message = "the first line of a file is indented"
        blanks = len(source.text) - len(source.text[chunk.start :].lstrip(" ")) - chunk.start
        span = Span(source, chunk.start, chunk.start + blanks)
        return Diagnostic("bad-indentation", message, Label(span), hint="write it at the left margin")
    if is_variant and word in words.declarations | words.headings:
        message = f"a variant has no `{word}` of its own"
        hint = f"write `add {word} …` or `replace {word} …`"
        if word in words.headings:
            hint = (
                "write `set players to 2..4`" if word == "players" else "leave it out: it is as in the base"
            )
    elif not is_variant and word in words.changes - words.statements - words.declarations:
        message = f"`{word}` changes another game, and this file is no variant"
        hint = 'a variant begins with `variant "…" of "….game"`'
    elif word == "variant" and not first:
        message, hint = "`variant` stands on the first line of its file", "move it up"
    elif word in words.headings and late and not is_variant:
        message, hint = f"`{word}` stands below a declaration", "move it up, to the head of the file"
    else:
        if first and not is_variant and word not in words.headings and word in words.declarations:
            message = "a file begins with the title of the game"
            return Diagnostic("misplaced-declaration", message, Label(span), hint='begin with `game "…"`')
        return None
    return Diagnostic("misplaced-declaration", message, Label(span), hint=hint)


def _chunks(source: Source, words: Vocabulary) -> Iterator[Chunk]:
    starts = list(_starts(source, words))
    if not starts:
        return
    for start, end in zip(starts, [*starts[1:], len(source.text)], strict=True):
        word = _WORD.match(source.text, start)
        yield Chunk(start, end, "decl", word[0] if word else "")


def _starts(source: Source, words: Vocabulary) -> Iterator[int]:
    """Where a line stands at the margin, and not inside brackets that are still to be closed."""
    depth = 0
    started = False
    for line in lines(source.text):
        first = line[0]
        at_margin = first.kind not in _NO_START and _is_at_margin(source.text, first.start)
        if at_margin and (depth == 0 or _begins_declaration(line, words)):
            depth = 0
            started = True
            yield first.start
        elif not started and first.kind is not Kind.COMMENT:
            started = True
            yield source.text.rfind("\n", 0, first.start) + 1
        for piece in line:
            depth += (piece.kind is Kind.OPENING) - (piece.kind is Kind.CLOSING)
            depth = max(depth, 0)


def _unclosed(source: Source, words: Vocabulary) -> list[Piece]:
    """Brackets that nothing closes before the next declaration, or that another kind closes."""
    opened: list[Piece] = []
    broken: list[Piece] = []
    for line in lines(source.text):
        if opened and _is_at_margin(source.text, line[0].start) and _begins_declaration(line, words):
            broken.append(opened[0])
            opened.clear()
        for piece in line:
            if piece.kind is Kind.OPENING:
                opened.append(piece)
            elif piece.kind is Kind.CLOSING and opened:
                opening = opened.pop()
                if _CLOSING[str(opening)] != str(piece):
                    broken.append(opening)
    return sorted([*broken, *opened[:1]], key=lambda piece: piece.start)


def _unclosed_bracket(source: Source, opening: Piece) -> Diagnostic:
    label = Label(Span(source, opening.start, opening.end))
    message = f"the bracket `{opening}` is never closed"
    return Diagnostic(
        "unclosed-bracket", message, label, hint=f"write `{_CLOSING[str(opening)]}` where it ends"
    )


def _is_at_margin(text: str, offset: int) -> bool:
    """A tab is meant as an indentation, and the reading of its line says that it is none."""
    return (offset == 0 or text[offset - 1] == "\n") and text[offset] != "\t"


def _begins_declaration(line: list[Piece], words: Vocabulary) -> bool:
    """Whether a line that should go on inside brackets looks like the next declaration."""
    beginnings = words.declarations | words.headings | words.changes
    if str(line[0]) == "flow" and len(line) == 1:
        return True
    return str(line[0]) in beginnings and len(line) > 1 and line[1].kind in (Kind.WORD, Kind.STRING)
