from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from rulesdsl.diagnostics import Diagnostic, Label, Report
from rulesdsl.diagnostics.render import counts, full
from rulesdsl.source import Source, SourceError, Span

Find = Callable[..., Span]


def test_a_report(report: Report, snapshot: SnapshotAssertion) -> None:
    assert full.render(report) == snapshot


def test_a_report_in_color(report: Report, snapshot: SnapshotAssertion) -> None:
    assert full.render(report, color=True).replace("\x1b", "ESC") == snapshot


def test_colors_change_nothing_else(report: Report) -> None:
    assert re.sub("\x1b\\[[0-9;]*m", "", full.render(report, color=True)) == full.render(report)


def test_an_empty_report_is_empty() -> None:
    assert full.render(Report()) == ""


def test_labels_in_every_constellation(find: Find, snapshot: SnapshotAssertion) -> None:
    source = Source("a.game", "alpha beta gamma delta\n")

    def shown(primary: str, *secondary: str) -> str:
        labels = [Label(find(source, text), f"this is {text}") for text in (primary, *secondary)]
        return full.render_one(Diagnostic("type-mismatch", f"{primary}", labels[0], tuple(labels[1:])))

    assert (
        "\n".join(
            [
                shown("alpha", "gamma", "delta"),
                shown("delta", "alpha", "beta"),
                shown("alpha beta gamma", "beta", "delta"),
                shown("beta gamma", "beta", "gamma"),
                shown("beta", "alpha beta gamma delta"),
                shown("gamma", "gamma"),
            ]
        )
        == snapshot
    )


def test_labels_over_several_lines(snapshot: SnapshotAssertion) -> None:
    source = Source("a.game", "".join(f"line {n:02} (\n" for n in range(1, 21)))

    def lines(first: int, last: int, column: int = 1, newline: int = 0) -> Span:
        end = source.line_span(last).end + newline
        return Span(source, source.offset(first, column), end)

    def shown(primary: Span, *secondary: Span) -> str:
        labels = tuple(Label(span, "because of this") for span in secondary)
        return full.render_one(Diagnostic("syntax-error", "message", Label(primary, "this"), labels))

    assert (
        "\n".join(
            [
                shown(lines(2, 4)),
                shown(lines(2, 4, newline=1)),
                shown(lines(2, 4, column=6)),
                shown(lines(2, 18), source.line_span(19)),
                shown(lines(2, 18), lines(4, 6)),
                shown(lines(2, 4, column=3), lines(4, 6, column=4), source.line_span(4)),
                shown(source.line_span(10), lines(9, 11), source.line_span(3)),
                shown(source.line_span(3), source.line_span(5)),
            ]
        )
        == snapshot
    )


def test_places_at_the_ends(snapshot: SnapshotAssertion) -> None:
    source = Source("a.game", "first\n\nlast")

    def shown(start: int, end: int) -> str:
        return full.render_one(
            Diagnostic("syntax-error", f"{start} to {end}", Label(Span(source, start, end), "here"))
        )

    assert (
        "\n".join(shown(*places) for places in [(0, 0), (5, 5), (5, 6), (0, 6), (6, 7), (11, 11)]) == snapshot
    )


def test_a_long_line_is_cut_to_the_marks(find: Find, snapshot: SnapshotAssertion) -> None:
    source = Source("a.csv", "name," + "value, " * 300 + "wrong" + ", value" * 300)
    near = Label(find(source, "value", skip=299), "beside it")
    assert (
        full.render_one(
            Diagnostic("data-bad-value", "message", Label(find(source, "wrong"), "this"), (near,))
        )
        + full.render_one(
            Diagnostic(
                "data-bad-value", "message", Label(find(source, "wrong")), (Label(find(source, "name")),)
            )
        )
        == snapshot
    )


def test_nothing_steers_the_terminal(snapshot: SnapshotAssertion) -> None:
    source = Source("a\x1b[2J.game", 'say "\x1b[31m\u202ereversed\u2066" \x7f\n')
    label = Label(Span(source, 5, 11), "text\x07 with\na break")
    assert (
        full.render_one(Diagnostic("bad-character", "see\x1b[0m\nthis", label, hint="no\x00thing"))
        == snapshot
    )


def test_an_unreadable_file_shows_no_lines(snapshot: SnapshotAssertion) -> None:
    with pytest.raises(SourceError) as large:
        Source.from_bytes("large.game", b"abcdef", limit=5)
    with pytest.raises(SourceError) as binary:
        Source.from_bytes("binary.game", b"ab\ncd\xff", limit=50)
    errors = (large.value, binary.value)
    assert "\n".join(full.render_one(Diagnostic.of_source_error(error)) for error in errors) == snapshot


def test_the_counts(report: Report, game: Source) -> None:
    assert counts.render(report) == "5 errors, 1 warning"
    assert counts.render(Report()) == ""
    single = Report()
    single.add(Diagnostic("no-winner", "message", Label(game.end)))
    assert counts.render(single) == "1 error"


@st.composite
def diagnostics(draw: st.DrawFn) -> Diagnostic:
    text = st.text(alphabet="ab \t\n日e\u0301\x1b\u202e" + "x" * 3, max_size=60)
    sources = [Source("a.game", draw(text)), Source("b.game", draw(text) * 50)]

    def label() -> Label:
        source = draw(st.sampled_from(sources))
        start = draw(st.integers(0, len(source.text)))
        end = draw(st.integers(start, len(source.text)))
        return Label(Span(source, start, end), draw(st.sampled_from(["", "here", "日本", "\x1b[0m\n"])))

    secondary = tuple(label() for _ in range(draw(st.integers(0, 4))))
    return Diagnostic("no-flow", "message", label(), secondary, hint=draw(st.none() | st.just("so\nand so")))


@given(diagnostics())
def test_every_diagnostic_can_be_shown(found: Diagnostic) -> None:
    shown = full.render_one(found)
    for line in shown.splitlines():
        assert line == line.rstrip()
        assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in line)
        assert "\u202e" not in line
    for label in (found.primary, *found.secondary):
        if label.span.source.text:
            assert re.search(rf"^ *{label.span.line} \|", shown, flags=re.MULTILINE)


@given(st.text(alphabet="abc xyz", min_size=1, max_size=100), st.data())
def test_the_carets_stand_under_the_text(text: str, data: st.DataObject) -> None:
    source = Source("a.game", text)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    _, _, _, line, marks = full.render_one(
        Diagnostic("no-flow", "message", Label(Span(source, start, end)))
    ).splitlines()
    at = [column for column, sign in enumerate(marks) if sign == "^"]
    assert line.ljust(marks.rindex("^") + 1)[at[0] : at[-1] + 1] == text[start:end]
    assert len(at) == end - start


def test_the_carets_stand_under_wide_characters_and_tabs() -> None:
    source = Source("a.game", "\t日本e\u0301xy語\tz\n")
    label = Label(Span(source, 5, 8))
    z = Label(Span(source, 9, 10))
    *_, marks = full.render_one(Diagnostic("no-flow", "message", label, (z,))).splitlines()
    # The first tab is 4 columns, 日 and 本 are 2 each, an e with its accent 1; x and y
    # are 1 and 語 is 2. That makes 13, and the second tab 3.
    assert marks == "  | " + " " * 9 + "^^^^" + " " * 3 + "-"
