"""Lists of words, each a line of a file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rulesdsl import program as ir
from rulesdsl import word_lists
from rulesdsl.check.declarations.module import DeclarationModule
from rulesdsl.check.limits import LONGEST_WORD, MOST_WORDS
from rulesdsl.check.symbols import EnumSymbol, WordsSymbol
from rulesdsl.source import Span
from rulesdsl.syntax import ast

ENDING = ".txt"


class WordLists(DeclarationModule):
    def build_words(self, decl: ast.WordsDecl) -> None:
        symbol = self.world.symbols.get(decl.name.text)
        if not isinstance(symbol, WordsSymbol) or symbol.span != decl.name.span:
            return
        kind = self.world.symbols.get(decl.of.text)
        if not isinstance(kind, EnumSymbol):
            known = [other.name for other in self.world.all(EnumSymbol)]
            self.reporter.unknown(decl.of.span, decl.of.text, "kind of values", known)
            return
        self.usage.used.add(kind.name)
        self.reporter.means(decl.of.span, kind.span)
        source = self.world.read_data(decl.path, self.reporter.report, ENDING)
        if source is None or kind.name in self.world.incomplete:
            return
        if len(kind.labels) > word_lists.MOST_LETTERS:
            self.reporter.error(
                "too-many-values",
                decl.of.span,
                f"`{kind.name}` has {len(kind.labels):,} values; words are made of at most"
                f" {word_lists.MOST_LETTERS}",
                "too many",
                because=((kind.span, "the letters"),),
            )
            return
        letters = tuple((name, case.first) for name, case in kind.cases.items() if case.carries is None)
        read = _read(source.text, letters)
        for number, what in read.wrong.items():
            self._wrong_line(source.line_span(number), what, kind)
        if read.count > MOST_WORDS:
            self.reporter.error(
                "too-many-values",
                decl.path.span,
                f"`{decl.path.value}` has {read.count:,} words; at most {MOST_WORDS:,} are read",
                "too many",
            )
            return
        if not read.count:
            if not read.wrong:
                self.declarations.cells.bad_cell(
                    "data-missing-cell",
                    source.end,
                    f"there are no words in {source.name}",
                    "nothing here",
                    hint="each line is a word",
                )
            return
        symbol.of = kind.domain
        self.world.words[symbol.name] = ir.WordList(
            symbol.name, kind.domain, read.count, read.longest, read.packed
        )

    def _wrong_line(self, place: Span, what: str, kind: EnumSymbol) -> None:
        if not what:
            message = f"a word has at most {LONGEST_WORD} letters"
            self.declarations.cells.bad_cell("data-bad-value", place, message, "longer")
            return
        single = all(len(name) == 1 for name in kind.cases)
        self.declarations.cells.bad_cell(
            "data-bad-value",
            place,
            f"{_in_words(what)} is no {kind.name}",
            "not a word of these letters",
            because=((kind.span, "the letters"),),
            hint="each line is a word: its letters, one behind the other"
            if single
            else "each line is a word: its letters one behind the other, or, with blanks between them,"
            " their names",
        )


def _in_words(sign: str) -> str:
    """What stands there, also where nobody sees it."""
    if sign == "\t":
        return "a tab"
    return f"`{sign}`" if sign.isprintable() and not sign.isspace() else f"the sign U+{ord(sign[0]):04X}"


class _Read:
    """What was read of a text: its words as a graph, and by its number what is wrong with each line that is
    none.
    """

    def __init__(self) -> None:
        self.wrong: dict[int, str] = {}
        self.count = 0
        self.longest = 0
        self.packed = ""


@lru_cache(maxsize=4)
def _read(text: str, letters: tuple[tuple[str, int], ...]) -> _Read:
    """A game is checked for each number of players; its words are the same."""
    known: dict[str, int] = {}
    for name, number in letters:
        for written in (name.upper(), name.lower()):
            known.setdefault(written, number)
    known |= dict(letters)
    by_sign = {ord(name): chr(number) for name, number in known.items() if len(name) == 1}
    signs = frozenset(map(chr, by_sign))
    read = _Read()
    words: set[bytes] = set()
    for index, line in enumerate(text.split("\n"), 1):
        word = line.strip()
        if not word:
            continue
        if not signs.issuperset(word):
            spelled, lacking = _by_names(word, known)
            if lacking:
                read.wrong[index] = lacking
                continue
        else:
            spelled = word.translate(by_sign).encode("latin-1")
        if len(spelled) > LONGEST_WORD:
            read.wrong[index] = ""
            continue
        words.add(spelled)
    read.count = len(words)
    read.longest = max(map(len, words), default=0)
    if words and read.count <= MOST_WORDS:
        read.packed = word_lists.packed(word_lists.graph_of(words))
    return read


def _by_names(word: str, known: Mapping[str, int]) -> tuple[bytes, str]:
    """The letters of a line on which they stand by their names; or the first that is none."""
    names = word.split() if " " in word or word in known else list(word)
    # A name of several letters may begin with a capital one.
    names = [name if name in known else name.lower() for name in names]
    lacking = next((name for name in names if name not in known), "")
    return (b"" if lacking else bytes(known[name] for name in names)), lacking
