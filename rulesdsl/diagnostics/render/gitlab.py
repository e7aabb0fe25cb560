"""Code quality of GitLab: what its merge requests show beside the changed lines."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

from rulesdsl.diagnostics.model import Diagnostic, Report, Severity

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "minor"}


def render(report: Report) -> str:
    seen: Counter[tuple[str, str, str]] = Counter()
    issues = []
    for diagnostic in report:
        key = diagnostic.span.source.name, diagnostic.code, diagnostic.message
        issues.append(_issue(diagnostic, seen[key]))
        seen[key] += 1
    return json.dumps(issues, indent=2) + "\n"


def _issue(diagnostic: Diagnostic, number: int) -> dict[str, object]:
    """`number`: how many of the file were alike before it. By its fingerprint an issue is known again, even
    if its line has moved.
    """
    path = diagnostic.span.source.name.replace("\\", "/").removeprefix("./")
    parts = (path, diagnostic.code, diagnostic.message, str(number))
    hint = f" ({diagnostic.hint})" if diagnostic.hint else ""
    return {
        "description": f"{diagnostic.message}{hint}",
        "check_name": diagnostic.code,
        "fingerprint": hashlib.sha256("\0".join(parts).encode(errors="replace")).hexdigest(),
        "severity": _SEVERITIES[diagnostic.severity],
        "location": {
            "path": path,
            "lines": {"begin": diagnostic.span.line, "end": diagnostic.span.last_line},
        },
    }
