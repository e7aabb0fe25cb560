"""One line each: `file:line:column: error[code] message`."""

from __future__ import annotations

from rulesdsl.diagnostics.model import Diagnostic, Report
from rulesdsl.visible import one_line


def render(report: Report) -> str:
    return "".join(concise_line(diagnostic) + "\n" for diagnostic in report)


def concise_line(diagnostic: Diagnostic) -> str:
    place = f"{diagnostic.span.source.name}:{diagnostic.span.line}:{diagnostic.span.column}"
    return one_line(f"{place}: {diagnostic.severity}[{diagnostic.code}] {diagnostic.message}")
