"""Workflow commands of GitHub Actions, which become annotations beside the changed lines."""

from __future__ import annotations

from collections.abc import Mapping

from rulesdsl.diagnostics.model import Diagnostic, Report
from rulesdsl.diagnostics.render.concise import concise_line


def render(report: Report) -> str:
    return "".join(_command(diagnostic) + "\n" for diagnostic in report)


def _command(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    properties = {
        "title": f"rulesdsl: {diagnostic.code}",
        "file": span.source.name,
        "line": str(span.line),
        "endLine": str(span.last_line),
    }
    # Of a span over several lines the runner refuses the columns.
    if span.line == span.last_line:
        properties["col"] = str(span.column)
        properties["endColumn"] = str(span.column + (span.end - span.start))
    # The log of a run shows the message and none of the properties, so it says the place as well.
    message = concise_line(diagnostic) + (f"\nhelp: {diagnostic.hint}" if diagnostic.hint else "")
    return command(diagnostic.severity, properties, message)


def command(level: str, properties: Mapping[str, str], message: str) -> str:
    """One command to the runner, in which no text can begin another."""
    listed = ",".join(f"{name}={_escape_property(value)}" for name, value in properties.items())
    return f"::{level} {listed}::{_escape_data(message)}"


def _escape_data(text: str) -> str:
    # The percent sign first, or it would be taken for one of ours. `##[` is how commands were once written.
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A").replace("##[", "## [")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")
