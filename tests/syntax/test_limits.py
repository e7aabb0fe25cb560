"""No text takes long or much memory, whatever is in it, and each limit says which it is."""

import random
import time
import tracemalloc

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.source import Source, SourceError
from rulesdsl.syntax import limits, parse
from rulesdsl.syntax.table import grammar

HEAD = 'game "x"\n'
HOSTILE = {
    "open brackets": (HEAD + "define x = " + "(" * 100_000, "too-deep"),
    "open brackets on lines": (HEAD + "define x = " + "(\n" * 19_000, "too-deep"),
    "closed brackets": (HEAD + "define x = " + ")" * 1_900, "unclosed-bracket"),
    "closed brackets on lines": (HEAD + "define x = )\n" * 10_000, "unclosed-bracket"),
    "blocks": (HEAD + "flow\n" + "".join(" " * depth + "if x\n" for depth in range(1, 1_900)), "too-deep"),
    "a long sum": (HEAD + "define x = (" + "1 +\n" * 10_000 + "1)", "too-deep"),
    "a long way of dots": (HEAD + "define x = (a" + ".b\n" * 10_000 + ")", "too-deep"),
    "many nots": (HEAD + "define x = (" + "not\n" * 10_000 + "a)", "too-deep"),
    "else if": (HEAD + "flow\n  if a\n    nothing\n" + "  else if a\n    nothing\n" * 5_000, "too-deep"),
    "a long line": (HEAD + "# " + "a" * 1_999_000, "file-too-large"),
    "many lines": ("\n" * 1_999_000, "file-too-large"),
    "many words": (HEAD + ("a " * 900 + "\n") * 1_000, "file-too-large"),
    "many strokes": (HEAD + "values x\n  a: 1..2\n" + ("  " + "| " * 900 + "x\n") * 1_000, "file-too-large"),
    "many mistakes": (HEAD + "define x = 3 +\n" * 10_000, "syntax-error"),
    "many mistakes of a block": (HEAD + "flow\n" + "  mvoe x\n" * 9_000, "syntax-error"),
    "good lines below a wrong one": (HEAD + "flow\n  mvoe x\n" + "  move a to b\n" * 9_900, "syntax-error"),
    "wrong lines far apart": (
        HEAD + "flow\n" + ("  move a to b\n" * 200 + "  mvoe x\n") * 49,
        "syntax-error",
    ),
    "wrong heads": (HEAD + "flow\n" + "  while a\n    nothing b\n" * 5_000, "syntax-error"),
    "wrong heads in each other": (
        HEAD + "flow\n" + ("".join("  " * depth + "if x x\n" for depth in range(1, 38)) + "\n") * 100,
        "syntax-error",
    ),
    "long wrong lines": (HEAD + ("define b = f(" + "a, " * 600 + "b b)\n") * 45, "syntax-error"),
    "a bracket left open": (HEAD + "flow\n  move (a to b\n" + "  move a to b\n" * 9_000, "unclosed-bracket"),
    "a large file": ("a" * 50_000_000, "file-too-large"),
    "a long number": (HEAD + "define x = " + "9" * 1_500, "syntax-error"),
    "a control character": (HEAD + "define x = \x1b", "not-text"),
}


@pytest.fixture(scope="module", autouse=True)
def _table() -> None:
    """The parser is not made while a clock runs."""
    grammar()


@pytest.mark.parametrize(("text", "code"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_is_refused_at_once(text: str, code: str) -> None:
    source = Source("x", text)
    report, taken = Report(), list[float]()
    # What else the machine does only ever adds to it.
    while not taken or (taken[-1] >= 2 and len(taken) < 4):
        report = Report()
        began = time.process_time()
        assert parse(source, report) is None
        taken.append(time.process_time() - began)
    assert min(taken) < 2
    assert {found.code for found in report} == {code}
    assert len(report) <= 50


def test_what_is_just_inside_the_limits_is_read() -> None:
    brackets = "(" * 35 + "1" + ")" * 35
    blocks = "".join("  " * depth + "if x\n" for depth in range(1, 30)) + "  " * 30 + "nothing\n"
    rows = "values x\n  a: 1..2\n" + "  | a | 1 |\n" * 5_000
    report = Report()
    assert parse(Source("x", f"{HEAD}define x = {brackets}\nflow\n{blocks}{rows}"), report), list(report)


def test_noise_is_refused_at_once() -> None:
    chance = random.Random(1)
    signs = 'abc(){}"#|[]:=\n .,'
    for alphabet in (
        signs,
        signs.replace("(", "").replace("{", ""),
        "".join(map(chr, range(32, 127))) + "\n",
    ):
        text = "".join(chance.choices(alphabet, k=60_000))
        report = Report()
        began = time.process_time()
        assert parse(Source("x", HEAD + text), report) is None
        assert time.process_time() - began < 2
        assert report


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(SourceError) as caught:
        Source.from_bytes("x", random.Random(1).randbytes(1_000_000), limit=limits.MAX_FILE_BYTES)
    assert caught.value.code == "not-text"


@pytest.mark.parametrize(
    "text",
    ["(" * 999_000, "\n" * 1_999_000, "a " * 999_000, ("|" * 900 + "\n") * 2_000, "a\n" * 9_000],
    ids=["brackets", "lines", "words", "strokes", "mistakes"],
)
def test_hostile_texts_do_not_fill_the_memory(text: str) -> None:
    tracemalloc.start()
    assert parse(Source("x", HEAD + text), Report()) is None
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 200_000_000


def test_empty_lines_cost_nothing_to_read() -> None:
    """A pattern that remembers each of them to go back to it would take some five hundred bytes for each."""
    lines = limits.MAX_LINES - 10
    tracemalloc.start()
    assert parse(Source("x", HEAD + "\n" * lines), Report())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 150 * lines
