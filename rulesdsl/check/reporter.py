"""What is wrong is said here, and what each name means; what is only tried says nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from types import MappingProxyType

from rulesdsl import program as ir
from rulesdsl.check.domains import describe
from rulesdsl.check.scope import UnknownName
from rulesdsl.check.symbols import DefineSymbol
from rulesdsl.diagnostics.fixes import as_meant, replaced
from rulesdsl.diagnostics.model import Diagnostic, Fix, Label, Report
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.source import Span

ALWAYS_SO = frozenset({"always-true", "always-false"})
"""What is said of conditions that are decided before play."""


class Reporter:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.silent = False
        """Nothing is said of conditions that always hold, or never do."""
        self.tries = 0
        """How many things are being tried, one inside the other: what is wrong with them is not said."""
        self.worked_out: list[tuple[DefineSymbol, DefineSymbol]] = []
        """Definitions in the order in which they were worked out, each with how it was before."""
        self.meant: dict[tuple[Span, Span], None] = {}
        """Names that were understood, each with where that has its name which it means; each pair once."""
        self.local_types: dict[Span, ir.Domain] = {}
        """What local names hold, by where they are bound."""

    def error(
        self,
        code: str,
        span: Span,
        message: str,
        label: str = "",
        *,
        because: tuple[tuple[Span, str], ...] = (),
        hint: str | None = None,
        fix: Fix | None = None,
    ) -> UnknownName:
        """Reports it, and gives what to raise where nothing can be made of the line."""
        self.report.add(
            Diagnostic(code, message, Label(span, label), tuple(Label(s, t) for s, t in because), hint, fix)
        )
        return UnknownName()

    def mismatch(
        self,
        span: Span,
        message: str,
        there: ir.Domain | str = "",
        *,
        because: tuple[tuple[Span, str], ...] = (),
        hint: str | None = None,
        fix: Fix | None = None,
    ) -> UnknownName:
        """Something of another type is expected; `there`: the type that it has, or what to say of it."""
        label = there if isinstance(there, str) else f"this is {describe(there)}"
        return self.error("type-mismatch", span, message, label, because=because, hint=hint, fix=fix)

    def twice(
        self, span: Span, first: Span, message: str, hint: str | None = None, code: str = "duplicate-name"
    ) -> UnknownName:
        """What stands there stands somewhere else before."""
        return self.error(code, span, message, "the second", because=((first, "the first"),), hint=hint)

    def unknown(
        self,
        span: Span,
        name: str,
        what: str,
        known: Iterable[str],
        code: str = "unknown-name",
        *,
        foreign: Mapping[str, str] = MappingProxyType({}),
    ) -> UnknownName:
        """`foreign` has words that others use, and what they are called here."""
        candidates = list(known)
        meant = foreign.get(name)
        if meant:
            # What is called otherwise has a name; for what is said otherwise there is a sentence.
            hint: str | None = meant if " " in meant else f"did you mean `{meant}`?"
            fix = replaced(span, meant) if " " not in meant and span.text == name else None
        else:
            hint = did_you_mean(name, candidates)
            fix = as_meant(span, name, candidates)
        if hint is None and 0 < len(candidates) <= 8:
            hint = "there is " + ", ".join(f"`{candidate}`" for candidate in candidates)
        return self.error(code, span, f"there is no {what} `{name}`", "not declared", hint=hint, fix=fix)

    def means(self, use: Span, declared: Span | None) -> None:
        """The name that stands at `use` is that of what is declared there."""
        if declared is not None:
            self.meant[use, declared] = None

    @contextmanager
    def of_each(self) -> Iterator[Callable[[], AbstractContextManager[None]]]:
        """A formula is worked out for each of several things: a condition always holds, or never does, if it
        does so for all of them. What else is found for one is said."""
        shared: list[dict[tuple[str, Span], Diagnostic]] = []

        @contextmanager
        def of_one() -> Iterator[None]:
            kept, self.report = self.report, Report()
            try:
                yield
            finally:
                there, self.report = self.report.sorted(), kept
                certain = {}
                for finding in there:
                    if finding.code in ALWAYS_SO:
                        certain[finding.code, finding.span] = finding
                    else:
                        self.report.add(finding)
                before = shared.pop() if shared else certain
                shared.append({key: finding for key, finding in before.items() if key in certain})

        yield of_one
        self.report.extend(finding for certain in shared for finding in certain.values())

    @contextmanager
    def speculatively(self) -> Iterator[None]:
        """Something is tried: what is wrong with it is said where it stands. A definition in which something
        was found on the way is worked out again where it is heard, whatever it is used for there."""
        kept, self.report = self.report, Report()
        self.tries += 1
        known, understood = len(self.worked_out), len(self.meant)
        silent, self.silent = self.silent, False
        try:
            yield
        finally:
            self.tries -= 1
            tried, self.report, self.silent = self.report, kept, silent
            if tried:
                while len(self.meant) > understood:
                    self.meant.popitem()
                for symbol, before in reversed(self.worked_out[known:]):
                    symbol.state, symbol.vars, symbol.result = before.state, before.vars, before.result
                del self.worked_out[known:]
