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
    for found in report:
        key = found.span.source.name, found.code, found.message
        issues.append(_issue(found, seen[key]))
        seen[key] += 1
    return json.dumps(issues, indent=2) + "\n"


def _issue(found: Diagnostic, number: int) -> dict[str, object]:
    """`number`: how many of the file were alike before it. By its fingerprint an issue is known again, even
    if its line has moved.
    """
    path = found.span.source.name.replace("\\", "/").removeprefix("./")
    parts = (path, found.code, found.message, str(number))
    hint = f" ({found.hint})" if found.hint else ""
    return {
        "description": f"{found.message}{hint}",
        "check_name": found.code,
        "fingerprint": hashlib.sha256("\0".join(parts).encode(errors="replace")).hexdigest(),
        "severity": _SEVERITIES[found.severity],
        "location": {"path": path, "lines": {"begin": found.span.line, "end": found.span.last_line}},
    }
