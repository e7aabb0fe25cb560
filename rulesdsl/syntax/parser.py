"""From text to tree: the grammar, set to work."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import cast

from attrs import frozen
from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulesdsl.diagnostics import Report
from rulesdsl.source import Source
from rulesdsl.syntax import ast, recovery, syntax_errors
from rulesdsl.syntax.declarations import DECLARATIONS
from rulesdsl.syntax.expressions import EXPRESSIONS
from rulesdsl.syntax.files import FILES
from rulesdsl.syntax.language import other_language
from rulesdsl.syntax.layout import DEDENT, INDENT, LINE_END, BadIndentation
from rulesdsl.syntax.limits import (
    BEYOND_LIMITS,
    MAX_TREE_DEPTH,
    beyond_limits,
    tree_too_deep,
)
from rulesdsl.syntax.nodes import PARTS_OF_OTHERS, builders_of_classes
from rulesdsl.syntax.parts import Builder, Part, Place, TreeTooDeep, build
from rulesdsl.syntax.resynchronization import Chunk, Fault, Stop
from rulesdsl.syntax.statements import STATEMENTS
from rulesdsl.syntax.table import grammar
from rulesdsl.syntax.vocabulary import accepted, vocabulary

_TAKEN_APART = (
    *("beyond", "called", "clause_words", "def_otherwise", "def_value", "int_range", "prefer", "prop_line"),
    *("prop_words", "props", "shape", "shuffled", "up_to", "variant_line", "way", "args", *PARTS_OF_OTHERS),
)
"""Rules that are no node: the builder of what they stand in asks for them by name."""
BUILDERS_BY_HAND: Mapping[str, Builder] = {
    **dict.fromkeys(_TAKEN_APART, lambda parts: parts),
    **FILES,
    **DECLARATIONS,
    **STATEMENTS,
    **EXPRESSIONS,
}
"""Of rules that take more than the class of their name."""
BUILDERS: Mapping[str, Builder] = {**builders_of_classes(), **BUILDERS_BY_HAND}
# Where the text ends too early; each of them stands at the end of a line.
_ENDS = frozenset({LINE_END, DEDENT, "$END"})


def parse(
    source: Source, report: Report, *, cache_dir: Path | None = None
) -> ast.GameFile | ast.VariantFile | None:
    """The tree of a game or a variant; None if the report now says why there is none."""
    refused = beyond_limits(source) or other_language(source)
    if refused:
        report.add(refused)
        return None
    reader = _Reader(grammar(cache_dir), source)
    parsed = reader.read(recovery.whole(source))
    if isinstance(parsed, ast.GameFile | ast.VariantFile):
        return parsed
    if parsed.code in BEYOND_LIMITS:
        report.add(parsed)
    else:
        words = vocabulary(reader.lark)
        report.extend(recovery.every_mistake(source, words, reader.attempt) or [parsed])
    return None


@frozen
class _Reader:
    """Reads a source, or one declaration of it."""

    lark: Lark
    source: Source

    def read(self, chunk: Chunk) -> Part:
        """The tree of a part of the text, or the diagnostic that says why there is none."""
        parsed = self._parsed(chunk)
        if isinstance(parsed, Stop):
            return parsed.diagnosis()
        try:
            return build(parsed, BUILDERS, Place(self.source, chunk.start), MAX_TREE_DEPTH)
        except TreeTooDeep as error:
            return tree_too_deep(error.span)

    def attempt(self, chunk: Chunk) -> Stop | None:
        """Where a part of the text cannot be read any further."""
        parsed = self._parsed(chunk)
        return parsed if isinstance(parsed, Stop) else None

    def _parsed(self, chunk: Chunk) -> Tree[Token] | Stop:
        text = f"{chunk.before}{self.source.text[chunk.start : chunk.end]}\n"
        try:
            return self.lark.parse(text, start=chunk.rule)
        except UnexpectedInput as error:
            return self._stop(error, chunk)
        except BadIndentation as error:
            offset = self._in_source(error.offset, chunk)
            diagnosis = partial(syntax_errors.between_blocks, self.source, offset, error.open_widths)
            return Stop(offset, Fault.BETWEEN, diagnosis)

    def _stop(self, error: UnexpectedInput, chunk: Chunk) -> Stop:
        assert isinstance(error, UnexpectedToken | UnexpectedCharacters)
        indented = False
        # Lark says None in its types and an offset in fact.
        offset = self._in_source(cast("int", error.pos_in_stream), chunk)
        if isinstance(error, UnexpectedToken):
            token = error.token
            if token.type == INDENT:
                indented = True
                offset = self._in_source(token.end_pos or 0, chunk)
            elif token.type in _ENDS and offset >= chunk.start:
                offset = syntax_errors.end_of_line_text(self.source, offset)
        expected = accepted(error.interactive_parser)
        failure = syntax_errors.Failure(self.source, offset, expected, chunk.word, indented)
        diagnosis = partial(syntax_errors.explain, failure, vocabulary(self.lark))
        return Stop(offset, Fault.INDENTED if indented else Fault.LINE, diagnosis)

    def _in_source(self, offset: int, chunk: Chunk) -> int:
        """Where in the source an offset in the text that was read lies; before the chunk's start, as far."""
        return min(chunk.start + offset - len(chunk.before), len(self.source.text))
