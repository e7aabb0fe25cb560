"""What the grammar could not read, in the words of somebody who writes a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from attrs import evolve, field, frozen

from rulesdsl.diagnostics import Diagnostic, Edit, Fix, Label, did_you_mean
from rulesdsl.diagnostics.fixes import as_meant, replaced
from rulesdsl.source import Source, Span
from rulesdsl.syntax.common_mistakes import (
    CHARACTERS,
    FOREIGN_DECLARATIONS,
    FOREIGN_LINES,
    HERE,
    MISTAKES,
    Mistake,
)
from rulesdsl.syntax.tokens import Kind, pieces
from rulesdsl.syntax.vocabulary import (
    CONDITION_OPERATORS,
    GO_ON_BELOW,
    LINE_EDGES,
    VALUE_STARTS,
    Vocabulary,
)

_FOUND = re.compile(r"\w+|[^\w\s]|\Z")
# Slips are looked for this near to the place; a line can be long, and there are many slips.
_NEAR = 200
_GROUP = re.compile(r"\\(\d)")
_ALONE = re.compile(r"\w+(\([^()]*\))?")
_TABS = re.compile(r"^ *\t[ \t]*", re.MULTILINE)
STEP = 2
_FIRST_WORD = re.compile(r"[ ]*(\w+)")
# Of the words that can begin a line, those that are worth naming when there are many.
_TYPICAL = (
    *("move", "draw", "choose", "must", "may", "if", "let"),
    *("zone", "state", "define", "action", "flow", "pieces", "values"),
)

# What only goes on with something: a line that begins so was broken off above.
_GOES_ON = frozenset({"and", "or", "is", "has", "mod", "where", "then", "gives", *"+-*/=<>!,."})

_EXAMPLE_WORDS = ("players", "option", "given", "chance", "do", "score", "expect")

_NOUNS = {
    "when": "a condition",
    "if": "a condition",
    "until": "a condition",
    "where": "a condition",
    "moment": "a condition",
    "expect": "a condition",
    "then": "a value",
    "must": "an action or a menu",
    "may": "an action or a menu",
    "do": "the name of a routine",
    "end": "the name of a phase, or `game`",
    "phase": "a name",
}


@frozen
class Failure:
    """The place at which the grammar could not go on, and what it could have gone on with."""

    source: Source
    offset: int
    expected: frozenset[str]
    inside: str
    """The first word of the declaration around it."""

    indented: bool = False
    """Whether it is the indentation of the line that could not be."""

    line_start: int = field(init=False)
    line_end: int = field(init=False)
    """Where the line says its last; a comment says nothing."""

    @line_start.default
    def _line_start(self) -> int:
        return self.source.text.rfind("\n", 0, self.offset) + 1

    @line_end.default
    def _line_end(self) -> int:
        end = self.source.text.find("\n", self.offset)
        line = self.source.text[self.line_start : len(self.source.text) if end < 0 else end]
        comment = next((piece.start for piece in pieces(line) if piece.kind is Kind.COMMENT), len(line))
        return max(self.line_start + len(line[:comment].rstrip()), self.offset)

    @property
    def before(self) -> str:
        return self.source.text[self.line_start : self.offset]

    @property
    def after(self) -> str:
        return self.source.text[self.offset : self.line_end]

    @property
    def found(self) -> str:
        """The word or the sign that could not be; nothing at the end of a line."""
        match = _FOUND.match(self.after)
        return match[0] if match else ""

    @property
    def place(self) -> Span:
        return Span(self.source, self.offset, self.offset + len(self.found))


def end_of_line_text(source: Source, offset: int) -> int:
    """Where the line at an offset has said its last before it: blanks and a comment say nothing."""
    start = source.text.rfind("\n", 0, offset) + 1
    ends = [piece.end for piece in pieces(source.text[start:offset]) if piece.kind is not Kind.COMMENT]
    return start + ends[-1] if ends else offset


def explain(failure: Failure, vocabulary: Vocabulary) -> Diagnostic:
    """What is wrong at a place, as well as can be said."""
    at_line_start = not failure.before.strip()
    if at_line_start and failure.found in _GOES_ON and _first_mistake(CHARACTERS, failure) is None:
        return _broken_line(failure)
    if failure.indented:
        return _indented(failure, vocabulary)
    diagnostic = _first_mistake(CHARACTERS, failure)
    if diagnostic:
        tabs = diagnostic.code == "bad-indentation"
        return evolve(diagnostic, fix=_tabs_as_blanks(failure.source)) if tabs else diagnostic
    if _lacks_block(failure):
        return _without_block(failure)
    if failure.found == '"' and failure.after.count('"') == 1:
        message = "this text does not end on its line"
        span = Span(failure.source, failure.offset, failure.line_end)
        return Diagnostic("unclosed-string", message, Label(span), hint='write `"` where it ends')
    diagnostic = _first_mistake(MISTAKES, failure) or _behind_citation(failure)
    if diagnostic:
        return diagnostic
    if failure.found and next(pieces(failure.found)).kind is Kind.BAD:
        message = f"`{failure.found}` has no meaning in the language"
        fix = replaced(failure.place, "", certain=False)
        return Diagnostic("bad-character", message, Label(failure.place), hint="leave it out", fix=fix)
    if not failure.before.strip():
        return _line_start(failure, vocabulary)
    if failure.expected >= VALUE_STARTS or _wanted(failure, vocabulary) == {"NAME"}:
        return _needs(failure)
    return _cannot_follow(failure, vocabulary)


def _tabs_as_blanks(source: Source) -> Fix:
    """Every line of the file: one alone would stand in no block."""
    matches = _TABS.finditer(source.text)
    edits = (
        Edit(Span(source, match.start(), match.end()), match[0].replace("\t", STEP * " "))
        for match in matches
    )
    return Fix("Indent with blanks", tuple(edits))


def _behind_citation(failure: Failure) -> Diagnostic | None:
    last = next((piece for piece in reversed(list(pieces(failure.before)))), None)
    if last is None or last.kind is not Kind.CITE or not failure.found:
        return None
    cite = Span(failure.source, failure.line_start + last.start, failure.line_start + last.end)
    return Diagnostic(
        "syntax-error",
        "a citation stands at the end of its line",
        Label(cite, "not at the end"),
        (Label(failure.place, "the line goes on"),),
        f"move `{last}` behind all that the line says",
        _moved_to_the_end(cite, failure),
    )


def _moved_to_the_end(cite: Span, failure: Failure) -> Fix | None:
    """Behind what the line says, where no other citation stands already."""
    source, end = failure.source, failure.line_end
    if any(piece.kind is Kind.CITE for piece in pieces(failure.after)):
        return None
    before = source.text[failure.line_start : cite.start].rstrip()
    gone = Span(source, failure.line_start + len(before), cite.end)
    edits = (Edit(gone, ""), Edit(Span(source, end, end), f" {cite.text}"))
    return Fix("Move the citation to the end", edits)


def _first_mistake(slips: Iterable[Mistake], failure: Failure) -> Diagnostic | None:
    return next((diagnostic for slip in slips if (diagnostic := _as_diagnostic(slip, failure))), None)


def _as_diagnostic(slip: Mistake, failure: Failure) -> Diagnostic | None:
    if slip.expects and slip.expects not in failure.expected:
        return None
    if slip.inside and failure.inside not in slip.inside.split("|"):
        return None
    before, after = failure.before, failure.after
    if len(before) > _NEAR:
        before = "…" + before[-_NEAR:]
    line = before + HERE + after[:_NEAR]
    match = slip.pattern.search(line)
    if match is None:
        return None

    def place(match: re.Match[str], group: int | str = 0) -> Span:
        # Seen from the place; behind it, its mark takes up a character.
        start, end = (index - len(before) for index in match.span(group))
        return Span(failure.source, failure.offset + start - (start > 0), failure.offset + end - (end > 0))

    def expanded(match: re.Match[str], template: str) -> str:
        named = match.re.groupindex.values()
        groups = [number for number in range(1, match.re.groups + 1) if number not in named]
        numbered = _GROUP.sub(lambda group: rf"\g<{groups[int(group[1]) - 1]}>", template)
        return match.expand(numbered).replace(HERE, "")

    span = place(match, "at") if "at" in slip.pattern.groupindex else failure.place
    fix = None
    hit = match if slip.of is None else slip.of.search(line)
    if slip.instead is not None and hit is not None and max(len(failure.before), len(after)) <= _NEAR:
        there = place(hit) if slip.of else place(hit, "of") if "of" in hit.re.groupindex else span
        fix = replaced(there, expanded(hit, slip.instead))
    hint = expanded(match, slip.hint or f"write `{(slip.instead or '').strip()}`").strip()
    return Diagnostic(slip.code, expanded(match, slip.message), Label(span), hint=hint, fix=fix)


# ---------------------------------------------------------------- blocks


_VALUES_FROM = re.compile(r'(values +\w+ +from +"[^"]*")( +named +by +\w+)?')


def _lacks_block(failure: Failure) -> bool:
    return "_INDENT" in failure.expected and failure.expected <= {"_INDENT", "_DEDENT"}


def _line_above(failure: Failure) -> Span | None:
    """The last line above that says something."""
    text = failure.source.text
    end = failure.line_start if not failure.before.strip() else failure.offset
    for line in range(failure.source.position(end)[0], 0, -1):
        span = failure.source.line_span(line)
        code = text[span.start : min(span.end, end)].split("#")[0].rstrip()
        if code.strip():
            start = span.start + len(code) - len(code.lstrip())
            return Span(failure.source, start, span.start + len(code))
    return None


def _without_block(failure: Failure) -> Diagnostic:
    head = _line_above(failure) or failure.place
    if from_file := _VALUES_FROM.match(head.text):
        return Diagnostic(
            "bad-indentation",
            "values from a file say which columns they have",
            Label(head, "no attribute below"),
            hint="write below it a line for each attribute: `price: 0..9`"
            if from_file[2]
            else f"write `{from_file[1]} named by COLUMN`, with the column of the names, and below it"
            " a line for each attribute: `price: 0..9`",
        )
    word = _FIRST_WORD.match(head.text)
    what = f"`{word[1]}`" if word else "this line"
    message = f"{what} needs lines below it that are indented"
    hint = "indent them by two blanks more"
    if failure.inside == "action" and head.text.startswith("if "):
        hint += "; whether the action can be done at all is said with `when …`"
    return Diagnostic("bad-indentation", message, Label(head), hint=hint)


def _broken_line(failure: Failure) -> Diagnostic:
    above = _line_above(failure)
    return Diagnostic(
        "syntax-error",
        f"a line cannot begin with `{failure.found}`",
        Label(failure.place, "goes on with the line above"),
        (Label(above, "this line is at its end"),) if above else (),
        "indent this line"
        if failure.found in GO_ON_BELOW
        else "a line goes on below before `and`, `or`, `where`, `then`, `+` and `*`; "
        "to break it elsewhere put the whole of it in `(…)`",
    )


def _indented(failure: Failure, vocabulary: Vocabulary) -> Diagnostic:
    above = _line_above(failure)
    message = "this line is indented more than the line above, which begins no block"
    secondary = (Label(above, "the line above"),) if above else ()
    label = Label(failure.place)
    hint = "indent it as far as the line above"
    if above is not None and above.text.startswith("when "):
        hint = "what is done only if something holds stands below `if …`; `when` says whether it can be done"
    if failure.found in vocabulary.declarations:
        hint = "write it at the left margin"
    return Diagnostic("bad-indentation", message, label, secondary, hint)


def between_blocks(source: Source, offset: int, open_widths: Collection[int]) -> Diagnostic:
    """A line that is indented by none of the widths of the blocks it could belong to."""
    width = offset - source.text.rfind("\n", 0, offset) - 1
    message = f"this line is indented by {width}, and no block around it is"
    near = min(open_widths, key=lambda open_width: (abs(open_width - width), open_width))
    first = _FOUND.match(source.text, offset)
    end = first.end() if first else offset
    return Diagnostic(
        "bad-indentation",
        message,
        Label(Span(source, offset, end)),
        hint=f"indent it by {near}",
        fix=Fix(
            f"Indent it by {near}", (Edit(Span(source, offset - width, offset), " " * near),), certain=False
        ),
    )


# ---------------------------------------------------------------- what is expected


def _wanted(failure: Failure, vocabulary: Vocabulary) -> frozenset[str]:
    """What is missing; not what could follow any value or end any line."""
    wanted = failure.expected - vocabulary.operators - LINE_EDGES
    return wanted - CONDITION_OPERATORS if "AND" in failure.expected else wanted


def _line_start(failure: Failure, vocabulary: Vocabulary) -> Diagnostic:
    text = failure.found
    words = vocabulary.known(failure.expected)
    at_margin = not failure.before
    foreign = FOREIGN_DECLARATIONS if at_margin else FOREIGN_LINES
    label = Label(failure.place)
    misplaced = _misplaced(text, at_margin, vocabulary)
    if misplaced:
        message, where_to = misplaced
        return Diagnostic("misplaced-declaration", message, label, hint=where_to)
    hint = foreign.get(text.lower()) or did_you_mean(text, words)
    if not hint:
        typical = [word for word in _TYPICAL if word in words] or words
        names = ", ".join(f"`{word}`" for word in typical[:8])
        if not words:
            names = _listed(sorted(vocabulary.phrase(terminal) for terminal in _wanted(failure, vocabulary)))
        hint = (
            f"such a line begins with {'a word such as ' if len(words) > 8 else ''}{names}" if names else None
        )
        if not at_margin and _ALONE.fullmatch(failure.after):
            hint = (
                f"write `must {failure.after}` or `may {failure.after}` for an action, `do …` for a routine"
            )
    if "GIVEN" in failure.expected:
        hint = (
            did_you_mean(text, words)
            or "begin with `given`, `expect`, `do`, `chance` or the name of a player"
        )
    where = "" if at_margin else f" in `{failure.inside}`"
    message = f"`{text}` does not begin a line{where}" if text else f"a line is missing{where}"
    meant = None if text.lower() in foreign else as_meant(failure.place, text, words)
    return Diagnostic("syntax-error", message, label, hint=hint, fix=meant)


def _misplaced(text: str, at_margin: bool, vocabulary: Vocabulary) -> tuple[str, str] | None:  # noqa: FBT001
    if at_margin and text in vocabulary.statements - vocabulary.declarations:
        hint = "indent it, below `flow`, an `action`, a `routine` or another block"
        return f"`{text}` stands at the left margin, where only declarations stand", hint
    if not at_margin and text in (vocabulary.declarations | vocabulary.headings) - {"players"}:
        return f"`{text}` is a declaration, and stands inside a block", "write it at the left margin"
    return None


def _last_piece(failure: Failure) -> str:
    words = [str(piece) for piece in pieces(failure.source.text[failure.line_start : failure.offset])]
    return words[-1] if words else ""


def _needs(failure: Failure) -> Diagnostic:
    last = _last_piece(failure)
    default = "a name" if failure.expected.isdisjoint(VALUE_STARTS) else "a value"
    noun = _NOUNS.get(last, default)
    message = f"`{last}` needs {noun}" if last else f"{noun} is missing here"
    if failure.found:
        message += f", which `{failure.found}` is not" if not failure.found.isalnum() else ""
        if failure.found.isalnum():
            message += f"; `{failure.found}` cannot stand here"
    return Diagnostic("syntax-error", message, Label(failure.place))


def _cannot_follow(failure: Failure, vocabulary: Vocabulary) -> Diagnostic:
    wanted = _wanted(failure, vocabulary)
    phrases = sorted(vocabulary.phrase(terminal) for terminal in wanted)
    last = _last_piece(failure)
    label = Label(failure.place)
    if not failure.found:
        missing = _listed(phrases) or "something"
        return Diagnostic("syntax-error", f"the line ends too early: {missing} is missing", label)
    message = f"`{failure.found}` cannot follow `{last}`"
    hint = did_you_mean(failure.found, vocabulary.known(wanted))
    fix = as_meant(failure.place, failure.found, vocabulary.known(wanted))
    if "PLAYS" in wanted:
        # What was taken for a player may have been meant as the first word of the line.
        other = did_you_mean(last, _EXAMPLE_WORDS)
        hint, fix = other or hint, None if other else fix
    if not hint and phrases and len(phrases) <= 6:
        hint = f"here can stand {_listed(phrases)}"
    if not hint and not phrases:
        hint = "the line could end here"
    return Diagnostic("syntax-error", message, label, hint=hint, fix=fix)


def _listed(phrases: list[str]) -> str:
    if len(phrases) <= 1:
        return "".join(phrases)
    return f"{', '.join(phrases[:-1])} or {phrases[-1]}"
