from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdsl.source import Source, SourceError, Span

LIMIT = 1_000
texts = st.text(alphabet="ab \n\r\tä日\u2028\x0c", max_size=40)


def test_a_source_is_normalised() -> None:
    source = Source("a.game", "\ufeffone\r\ntwo\rthree\n")
    assert source.text == "one\ntwo\nthree\n"
    assert [source.line_text(line) for line in range(1, source.line_count + 1)] == ["one", "two", "three", ""]


@given(texts)
def test_positions_agree_with_counting(text: str) -> None:
    source = Source("a.game", text)
    line, column = 1, 1
    for offset, character in enumerate(source.text):
        assert source.position(offset) == (line, column)
        assert source.offset(line, column) == offset
        line, column = (line + 1, 1) if character == "\n" else (line, column + 1)
    assert source.position(len(source.text)) == (line, column)
    assert source.line_count == line


@given(texts)
def test_the_lines_are_the_text(text: str) -> None:
    source = Source("a.game", text)
    assert "\n".join(source.line_text(line) for line in range(1, source.line_count + 1)) == source.text


def test_only_newlines_end_a_line() -> None:
    source = Source("a.game", "a\u2028b\x0bc\x0cd\x85e")
    assert source.line_count == 1


@pytest.mark.parametrize("offset", [-1, 4])
def test_there_is_no_position_outside(offset: int) -> None:
    with pytest.raises(IndexError, match=r"outside a\.game"):
        Source("a.game", "abc").position(offset)


@pytest.mark.parametrize(("line", "column"), [(0, 1), (3, 1), (1, 0), (1, 5), (2, 2)])
def test_there_is_no_offset_outside(line: int, column: int) -> None:
    with pytest.raises(IndexError):
        Source("a.game", "abc\n").offset(line, column)


def test_a_span_knows_its_lines_and_columns() -> None:
    span = Span(Source("a.game", "one\ntwo\nthree\n"), 1, 8)
    assert span.text == "ne\ntwo\n"
    assert (span.line, span.column) == (1, 2)
    assert (span.end_line, span.end_column) == (3, 1)
    assert span.last_line == 2


def test_an_empty_span_is_on_the_line_it_stands_before() -> None:
    span = Span(Source("a.game", "one\ntwo"), 4, 4)
    assert (span.line, span.last_line, span.end_line) == (2, 2, 2)


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (2, 1), (0, 4)])
def test_a_span_stays_inside_its_source(start: int, end: int) -> None:
    with pytest.raises(ValueError, match=r"no part of a\.game"):
        Span(Source("a.game", "abc"), start, end)


def test_spans_join() -> None:
    source = Source("a.game", "one two three")
    one, three = Span(source, 0, 3), Span(source, 8, 13)
    assert Span.join(three, one) == Span.join(one, three) == Span(source, 0, 13)
    with pytest.raises(ValueError, match="two sources"):
        Span.join(one, Span(Source("b.game", "one two three"), 0, 3))


def test_equal_spans_are_one_key() -> None:
    first, second = (Span(Source("a.game", "one"), 0, 3) for _ in range(2))
    assert len({first, second}) == 1
    assert len({first, Span(Source("a.game", "two"), 0, 3)}) == 2


def test_a_span_survives_pickling() -> None:
    span = Span(Source("a.game", "one\ntwo"), 4, 7)
    copy = pickle.loads(pickle.dumps(span))  # noqa: S301 - written a moment ago
    assert copy == span
    assert copy.line == 2


@pytest.mark.parametrize(
    ("data", "code", "line", "column", "message"),
    [
        (b"one\ntw\xff", "not-text", 2, 3, "byte 0xff"),
        (b"one\r\ntwo\r\n\xe4", "not-text", 3, 1, "byte 0xe4"),
        (b"one\ntwo\n\x00", "not-text", 3, 1, "U+0000"),
        (b"\x1b[2J", "not-text", 1, 1, "U+001B"),
        ("\x9b2J".encode(), "not-text", 1, 1, "U+009B"),
        ("one".encode("utf-16"), "not-text", 1, 1, "UTF-16"),
        (b"a" * (LIMIT + 1), "file-too-large", 1, 1, "more than 1,000 bytes"),
    ],
)
def test_what_is_no_text(data: bytes, code: str, line: int, column: int, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        Source.from_bytes("a.game", data, limit=LIMIT)
    error = caught.value
    assert (error.code, error.line, error.span.column) == (code, line, column)
    assert message in error.message
    assert str(error) == f"a.game:{line}: {error.message}"


def test_what_is_text() -> None:
    data = "\ufeffzone a\r\n\tb\rö 日本".encode()
    assert Source.from_bytes("a.game", data, limit=LIMIT).text == "zone a\n\tb\nö 日本"
    assert Source.from_bytes("a.game", b"a" * LIMIT, limit=LIMIT).text == "a" * LIMIT


@given(st.binary(max_size=60))
def test_bytes_are_text_or_a_source_error(data: bytes) -> None:
    try:
        source = Source.from_bytes("a.game", data, limit=50)
    except SourceError as error:
        assert error.code in {"not-text", "file-too-large"}  # noqa: PT017 - either way is fine
    else:
        assert source.text.isprintable() or {"\n", "\t"} & set(source.text) or source.text
