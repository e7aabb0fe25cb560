from __future__ import annotations

import re
from itertools import groupby

import pytest

from rulesdsl.diagnostics import CATALOGUE, Diagnostic, Entry, Label, Severity, UnknownCode, entry
from rulesdsl.diagnostics.catalogue import _TABLE
from rulesdsl.source import Source

AREAS = [
    "syntax",
    "names",
    "types",
    "data",
    "zones",
    "flow",
    "scoring",
    "secrets",
    "graphs",
    "rules",
    "examples",
    "variants",
    "limits",
    "allow",
]


def test_every_line_of_the_table_is_a_code_of_its_own() -> None:
    lines = re.findall(r"^[EW] ", _TABLE, flags=re.MULTILINE)
    assert len(CATALOGUE) == len(lines)


def test_the_table_is_sorted_by_area() -> None:
    assert [area for area, _ in groupby(line.area for line in CATALOGUE.values())] == AREAS


@pytest.mark.parametrize("code", CATALOGUE)
def test_a_code_is_words_with_hyphens(code: str) -> None:
    # At least one hyphen: it tells a mistyped code in an `# allow` comment from a word of a sentence.
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", code)


@pytest.mark.parametrize("line", CATALOGUE.values(), ids=lambda line: line.code)
def test_a_summary_is_one_line_in_lower_case(line: Entry) -> None:
    summary = line.summary
    assert re.match(r"[a-z`]", summary)
    assert not summary.endswith((".", " "))
    assert summary.count("`") % 2 == 0
    assert len(summary) <= 85


def test_the_warnings_are_these() -> None:
    # Whoever runs the checker in CI feels a change of severity: it belongs in the CHANGELOG.
    warnings = {code for code, line in CATALOGUE.items() if line.severity is Severity.WARNING}
    assert warnings == {
        "action-never-offered",
        "always-false",
        "always-true",
        "chance-in-the-open",
        "cite-in-comment",
        "empty-variant",
        "graph-not-connected",
        "idle-allow",
        "idle-line",
        "may-be-full",
        "may-find-nothing",
        "may-run-dry",
        "only-passes-left",
        "pieces-read-alike",
        "rank-decides-nothing",
        "restless-rule",
        "telling-effect",
        "unasked-repeat",
        "uncited-rule",
        "unreachable-line",
        "unread-column",
        "unused-name",
        "variants-disagree",
        "zone-never-filled",
        "zone-never-read",
    }, "a warning that is new, gone or now an error belongs in this list, and in CHANGELOG.md"


def test_an_unknown_code_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownCode, match="did you mean `unknown-zone`"):
        entry("unknwon-zone")
    with pytest.raises(UnknownCode, match=r"no code `xyz`$"):
        Diagnostic("xyz", "message", Label(Source("a.game", "").end))


def test_the_severity_of_a_diagnostic_is_that_of_its_code() -> None:
    label = Label(Source("a.game", "").end)
    assert Diagnostic("unknown-zone", "message", label).severity is Severity.ERROR
    assert Diagnostic("unused-name", "message", label).severity is Severity.WARNING
