"""SARIF 2.1.0, the format of OASIS for what checkers find."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import quote

from rulesdsl.diagnostics.catalogue import entry
from rulesdsl.diagnostics.explain import Page, page
from rulesdsl.diagnostics.model import LATER_CHECKS, Diagnostic, Fix, Label, Report
from rulesdsl.source import Span
from rulesdsl.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_UNFINISHED = {
    "executionSuccessful": True,
    "toolExecutionNotifications": [{"level": "note", "message": {"text": LATER_CHECKS}}],
}


def render(
    report: Report,
    *,
    version: str = __version__,
    page_of: Callable[[str], Page | None] = page,
    documentation: str | None = None,
) -> str:
    """`version` is that of this program; `page_of` gives the page that explains a code, `documentation` is
    where these pages lie, with `{code}` in it.

    The rules are those that have a result: a reader of the log has no use for the others.
    """
    diagnostics = report.sorted()
    codes = sorted({each.code for each in diagnostics})
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "rulesdsl",
                        "version": version,
                        "rules": [_rule(code, page_of(code), documentation) for code in codes],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(each, codes.index(each.code)) for each in diagnostics],
                **({"invocations": [_UNFINISHED]} if report.unfinished else {}),
            }
        ],
    }
    return json.dumps(log, indent=2) + "\n"


def _rule(code: str, explained: Page | None, documentation: str | None) -> dict[str, object]:
    line = entry(code)
    rule: dict[str, object] = {
        "id": code,
        "shortDescription": _message(line.summary),
        "defaultConfiguration": {"level": line.severity.value},
        "properties": {"tags": [line.area]},
    }
    if documentation is not None:
        rule["helpUri"] = documentation.replace("{code}", code)
    if explained:
        rule["fullDescription"] = _message(explained.what)
        rule["help"] = _message(f"{explained.what}\n\n{explained.why}") | {
            "markdown": _doubled(explained.text)
        }
    return rule


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, object]:
    message = diagnostic.message + (f"\n\n{diagnostic.hint}" if diagnostic.hint else "")
    result: dict[str, object] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity.value,
        "message": _message(message),
        "locations": [_location(diagnostic.primary)],
    }
    if diagnostic.secondary:
        result["relatedLocations"] = [
            {"id": i, **_location(label)} for i, label in enumerate(diagnostic.secondary)
        ]
    if diagnostic.fix is not None:
        result["fixes"] = [_fix(diagnostic.fix)]
    return result


def _fix(fix: Fix) -> dict[str, object]:
    changes: dict[str, list[dict[str, object]]] = {}
    for edit in fix.edits:
        replacement: dict[str, object] = {
            "deletedRegion": _region(edit.span),
            "insertedContent": {"text": edit.text},
        }
        changes.setdefault(edit.span.source.name, []).append(replacement)
    return {
        "description": _message(fix.title),
        "artifactChanges": [
            {"artifactLocation": {"uri": _uri(name)}, "replacements": replacements}
            for name, replacements in changes.items()
        ],
    }


def _location(label: Label) -> dict[str, object]:
    location: dict[str, object] = {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(label.span.source.name)},
            "region": _region(label.span),
        }
    }
    if label.text:
        location["message"] = _message(label.text)
    return location


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _uri(name: str) -> str:
    """A path as a reference: relative as long as the path is."""
    path = name.replace("\\", "/")
    drive = re.match("[A-Za-z]:(?=/)", path)
    if drive:
        return f"file:///{drive[0]}" + _quoted(path[drive.end() :])
    return ("file://" if path.startswith("/") else "") + _quoted(path)


def _quoted(path: str) -> str:
    # Names of files may hold bytes that are no characters.
    return quote(path, errors="replace")


def _message(text: str) -> dict[str, object]:
    # `[a](b)` would be a link.
    return {"text": _doubled(text).replace("](", "] (")}


def _doubled(text: str) -> str:
    # In braces stand the numbers of arguments; a brace that means itself is written twice.
    return text.replace("{", "{{").replace("}", "}}")
