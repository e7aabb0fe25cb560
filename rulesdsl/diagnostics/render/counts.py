"""How much a report holds, in words: `2 errors, 1 warning`."""

from __future__ import annotations

from rulesdsl.diagnostics.model import Report


def render(report: Report) -> str:
    """Empty when there is nothing to count."""
    counted = ((len(report.errors), "error"), (len(report.warnings), "warning"))
    return ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for count, word in counted if count)
