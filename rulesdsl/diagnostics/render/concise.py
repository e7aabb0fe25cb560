"""One line each: `file:line:column: error[code] message`."""

from __future__ import annotations

from rulesdsl.diagnostics.model import Diagnostic, Report
from rulesdsl.diagnostics.render.visible import one_line


def render(report: Report) -> str:
    return "".join(concise_line(found) + "\n" for found in report)


def concise_line(found: Diagnostic) -> str:
    place = f"{found.span.source.name}:{found.span.line}:{found.span.column}"
    return one_line(f"{place}: {found.severity}[{found.code}] {found.message}")
