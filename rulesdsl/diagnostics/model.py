"""What a diagnostic is, and the report that collects them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import Attribute, define, field, frozen

from rulesdsl.diagnostics.allow import Allow, read_allows
from rulesdsl.diagnostics.catalogue import CATALOGUE, Severity, entry
from rulesdsl.diagnostics.suggest import suggest
from rulesdsl.source import SourceError, Span

__all__ = [
    "LATER_CHECKS",
    "MOST_ERRORS",
    "Diagnostic",
    "Edit",
    "Fix",
    "Label",
    "Report",
    "Severity",
    "TooManyErrors",
]

MOST_ERRORS = 100
"""Whoever has so many errors mends them first; more are not looked for."""

LATER_CHECKS = "Later checks were not made: check again when the errors are mended."


@frozen
class Label:
    """A place, and what is to be said about it there (nothing, when the message says it all)."""

    span: Span
    text: str = ""


@frozen
class Edit:
    """A text that is put in the place of another; of an empty place, it is put in."""

    span: Span
    text: str


@frozen
class Fix:
    """What puts something right: edits that are made together, none inside another.

    One that is `certain` says the same as what was meant; of others a person decides.
    """

    title: str
    """What is done, as on a button: "Write `most`"."""
    edits: tuple[Edit, ...]
    certain: bool = True


@frozen
class Diagnostic:
    """One thing that is wrong: `message` says what, `primary` where, `secondary` because of what,
    `hint` how to put it right, `fix` does it. The severity belongs to the code, if no project says otherwise.
    """

    code: str = field()
    message: str
    primary: Label
    secondary: tuple[Label, ...] = ()
    hint: str | None = None
    fix: Fix | None = None
    weighs: str | None = None
    """The severity that it has in a project, where that says another one."""

    @code.validator
    def _check(self, _attribute: Attribute[str], code: str) -> None:
        entry(code)

    @classmethod
    def of_source_error(cls, error: SourceError) -> Diagnostic:
        """A file that could not be read, as a diagnostic."""
        return cls(error.code, error.message, Label(error.span))

    @property
    def severity(self) -> Severity:
        return entry(self.code).severity if self.weighs is None else Severity(self.weighs)

    @property
    def span(self) -> Span:
        return self.primary.span

    def __str__(self) -> str:
        """`market.game:3:5: error[unknown-zone]: message`, and below it what to do."""
        place = f"{self.span.source.name}:{self.span.line}:{self.span.column}"
        hint = f"\n  help: {self.hint}" if self.hint else ""
        return f"{place}: {self.severity}[{self.code}]: {self.message}{hint}"


class TooManyErrors(Exception):
    """There are so many that the rest is not looked for."""


@define(repr=False)
class Report:
    """Everything that was found, in the order it was found; reading it sorts it."""

    _found: list[Diagnostic] = field(factory=list)
    errors_left: int | None = None
    """After so many more errors, adding one raises `TooManyErrors`."""
    unfinished: bool = False
    """Whether errors kept later checks from being made: there may be more to find when they are mended."""

    def add(self, diagnostic: Diagnostic) -> None:
        self._found.append(diagnostic)
        if self.errors_left is not None and diagnostic.severity is Severity.ERROR:
            self.errors_left -= 1
            if self.errors_left < 0:
                raise TooManyErrors

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        self._found.extend(diagnostics)

    def replace(self, diagnostics: Iterable[Diagnostic]) -> None:
        """These in place of everything that was found."""
        self._found = list(diagnostics)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """By file and place. What was said twice of the same place is there once, as first said:
        a base that two variants share is checked twice.
        """
        by_words = {_what_is_said(diagnostic): diagnostic for diagnostic in reversed(self._found)}
        return tuple(by_words[key] for key in sorted(by_words))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(diagnostic for diagnostic in self.sorted() if diagnostic.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return tuple(diagnostic for diagnostic in self.sorted() if diagnostic.severity is Severity.WARNING)

    @property
    def has_errors(self) -> bool:
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self._found)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.sorted())

    def __len__(self) -> int:
        return len(self.sorted())

    def __bool__(self) -> bool:
        return bool(self._found)

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def __repr__(self) -> str:
        return f"<Report of {len(self.errors)} errors and {len(self.warnings)} warnings>"

    def suppress(self, comments: Iterable[Span]) -> None:
        """Carry out the `# allow CODE: reason` among the comments (each from its `#` to its line's end).

        An allow at the end of a line takes away the warnings of its codes that begin on that line.
        What an allow cannot do is added to the report. Call it once, when everything is found.
        """
        allows = [allow for comment in comments for allow in read_allows(comment)]
        # An error may have kept a later check from running, which would have found what is allowed here.
        judge_idle = not self.has_errors
        granted = {(allow.place, allow.code) for allow in allows if allow.reason}
        met = {(_place(diagnostic), diagnostic.code) for diagnostic in self._found}
        self._found = [
            diagnostic
            for diagnostic in self._found
            if diagnostic.severity is Severity.ERROR or (_place(diagnostic), diagnostic.code) not in granted
        ]
        for allow in allows:
            complaint = _complaint(allow, idle=(allow.place, allow.code) not in met and judge_idle)
            if complaint:
                self._found.append(complaint)


def _what_is_said(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
    return (
        diagnostic.span.source.name,
        diagnostic.span.start,
        diagnostic.span.end,
        diagnostic.code,
        diagnostic.message,
    )


def _place(diagnostic: Diagnostic) -> tuple[str, int]:
    return (diagnostic.span.source.name, diagnostic.span.line)


def _complaint(allow: Allow, *, idle: bool) -> Diagnostic | None:
    """What is wrong with an allow, if anything."""
    known = CATALOGUE.get(allow.code)
    label = Label(allow.span)
    if known is None:
        warnings = [code for code, line in CATALOGUE.items() if line.severity is Severity.WARNING]
        meant = suggest(allow.code, warnings)
        hint = f"did you mean `{meant}`?" if meant else "`rulesdsl explain` lists the codes"
        fix = Fix(f"Write `{meant}`", (Edit(allow.span, meant),), certain=False) if meant else None
        return Diagnostic(
            "idle-allow", f"there is no code `{allow.code}` to allow", label, hint=hint, fix=fix
        )
    away = Fix("Take the comment away", (Edit(allow.gone, ""),))
    if known.severity is Severity.ERROR:
        message = f"`{allow.code}` is an error, and errors cannot be allowed"
        hint = "take the comment away and mend the error"
        return Diagnostic("allow-error", message, label, hint=hint, fix=away)
    if not allow.reason:
        hint = f"write it as `# allow {allow.code}: reason`"
        return Diagnostic("idle-allow", f"this allows `{allow.code}` without a reason", label, hint=hint)
    if not idle:
        return None
    hint = "take it away"
    if allow.alone:
        hint = "write it at the end of the line that it is about, or take it away"
    message = f"there is no `{allow.code}` on this line to allow"
    return Diagnostic("idle-allow", message, label, hint=hint, fix=away)
