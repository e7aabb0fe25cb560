from __future__ import annotations

import re

import pytest

from rulesdsl.diagnostics import Diagnostic, Label, Report
from rulesdsl.source import Source, SourceError, Span


def comments_of(source: Source) -> list[Span]:
    return [Span(source, *match.span()) for match in re.finditer("#.*", source.text)]


def found(source: Source, code: str, line: int, message: str = "message") -> Diagnostic:
    return Diagnostic(code, message, Label(source.line_span(line)))


def said(report: Report) -> list[tuple[str, int, int]]:
    return [(each.code, each.span.line, each.span.column) for each in report]


def test_a_report_is_sorted_by_file_and_place() -> None:
    first, second = Source("a.game", "one\ntwo\n"), Source("b.game", "one\n")
    report = Report()
    report.add(found(second, "unknown-zone", 1))
    report.extend(
        [found(first, "unused-name", 2), found(first, "unknown-name", 1), found(first, "no-flow", 1)]
    )
    assert [(each.span.source.name, each.span.line, each.code) for each in report.sorted()] == [
        ("a.game", 1, "no-flow"),
        ("a.game", 1, "unknown-name"),
        ("a.game", 2, "unused-name"),
        ("b.game", 1, "unknown-zone"),
    ]
    assert [each.code for each in report.warnings] == ["unused-name"]
    assert [each.code for each in report.errors] == ["no-flow", "unknown-name", "unknown-zone"]


def test_what_is_said_twice_is_reported_once_as_first_said() -> None:
    report = Report()
    for hint in ("first", "second"):
        # Read twice, as by two variants of one base.
        source = Source("a.game", "one\n")
        report.add(Diagnostic("no-flow", "message", Label(source.line_span(1)), hint=hint))
    assert [each.hint for each in report] == ["first"]
    assert len(report) == 1


def test_errors_make_the_difference() -> None:
    source = Source("a.game", "one\n")
    report = Report()
    assert not report
    report.add(found(source, "unused-name", 1))
    assert report
    assert not report.has_errors
    report.add(found(source, "no-flow", 1))
    assert report.has_errors


def test_an_allowed_warning_is_gone() -> None:
    source = Source("a.game", "zone a  # allow unused-name: for the next edition\nzone b\n")
    report = Report()
    report.extend([found(source, "unused-name", 1), found(source, "unused-name", 2)])
    report.suppress(comments_of(source))
    assert said(report) == [("unused-name", 2, 1)]


def test_an_allow_holds_where_the_warning_begins() -> None:
    source = Source("a.game", "zone a  # allow unused-name: begins here\n  holds 2  # a comment\n")
    report = Report()
    report.add(Diagnostic("unused-name", "message", Label(Span(source, 0, len(source.text)))))
    report.suppress(comments_of(source))
    assert said(report) == []


def test_an_allow_holds_in_its_own_file() -> None:
    source, other = (Source(name, "zone a  # allow unused-name: x\n") for name in ("a.game", "b.game"))
    report = Report()
    report.extend([found(source, "unused-name", 1), found(other, "unused-name", 1)])
    report.suppress(comments_of(source))
    assert [each.span.source.name for each in report] == ["b.game"]


def test_one_comment_allows_several_codes() -> None:
    source = Source("a.game", "zone a  # allow unused-name, zone-never-read: a decoration\n")
    report = Report()
    report.extend([found(source, "unused-name", 1), found(source, "zone-never-read", 1)])
    report.suppress(comments_of(source))
    assert said(report) == []


def test_an_idle_allow_is_reported_at_its_code() -> None:
    source = Source("a.game", "zone a  # allow unused-name, zone-never-read: a decoration\n")
    report = Report()
    report.add(found(source, "unused-name", 1))
    report.suppress(comments_of(source))
    assert said(report) == [("idle-allow", 1, 30)]
    assert report.sorted()[0].span.text == "zone-never-read"


def test_an_allow_is_not_called_idle_where_errors_may_have_kept_a_check_from_running() -> None:
    source = Source("a.game", "zone a  # allow unused-name: x\n")
    report = Report()
    report.add(found(source, "no-flow", 1))
    report.suppress(comments_of(source))
    assert said(report) == [("no-flow", 1, 1)]


def test_an_allow_on_a_line_of_its_own_says_where_it_belongs() -> None:
    source = Source("a.game", "  # allow unused-name: x\nzone a\n")
    report = Report()
    report.add(found(source, "unused-name", 2))
    report.suppress(comments_of(source))
    assert said(report) == [("idle-allow", 1, 11), ("unused-name", 2, 1)]
    assert "at the end of the line" in (report.sorted()[0].hint or "")


@pytest.mark.parametrize("comment", ["# allow unused-name", "# allow unused-name:", "#allow unused-name :  "])
def test_an_allow_without_a_reason_allows_nothing(comment: str) -> None:
    source = Source("a.game", f"zone a  {comment}\n")
    report = Report()
    report.add(found(source, "unused-name", 1))
    report.suppress(comments_of(source))
    assert [each.code for each in report] == ["unused-name", "idle-allow"]
    assert "without a reason" in report.warnings[1].message


def test_an_error_cannot_be_allowed() -> None:
    source = Source("a.game", "zone a  # allow unknown-zone: it works for me\n")
    report = Report()
    report.add(found(source, "unknown-zone", 1))
    report.suppress(comments_of(source))
    assert said(report) == [("unknown-zone", 1, 1), ("allow-error", 1, 17)]


def test_a_mistyped_code_is_reported_with_the_nearest() -> None:
    source = Source("a.game", "zone a  # allow unusde-name: x\n")
    report = Report()
    report.suppress(comments_of(source))
    (idle,) = report
    assert (idle.code, idle.hint) == ("idle-allow", "did you mean `unused-name`?")


@pytest.mark.parametrize(
    "comment",
    [
        "# allow ties: the rulebook does",
        "# allow two-player games",
        "# allow re-rolls",
        "# we allow unused-name: no",
        "# allow",
        "# allow unused-name everywhere",
        "# allowed unused-name: x",
    ],
)
def test_other_comments_are_only_comments(comment: str) -> None:
    source = Source("a.game", f"zone a  {comment}\n")
    report = Report()
    report.add(found(source, "unused-name", 1))
    report.suppress(comments_of(source))
    assert said(report) == [("unused-name", 1, 1)]


def test_idleness_cannot_be_allowed() -> None:
    source = Source("a.game", "zone a  # allow unused-name, idle-allow: x\n")
    report = Report()
    report.suppress(comments_of(source))
    assert [each.span.text for each in report] == ["unused-name", "idle-allow"]


def test_a_file_that_could_not_be_read_is_a_diagnostic() -> None:
    with pytest.raises(SourceError) as caught:
        Source.from_bytes("a.game", b"one\n\xff", limit=100)
    diagnostic = Diagnostic.of_source_error(caught.value)
    assert (diagnostic.code, diagnostic.span.line, diagnostic.span.column) == ("not-text", 2, 1)
