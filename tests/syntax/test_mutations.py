"""A text that somebody is just writing: parts missing, doubled, swapped. It is read, or it is explained."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdsl.diagnostics import Report
from rulesdsl.source import Source
from rulesdsl.syntax import parse
from rulesdsl.syntax.tokens import Kind, pieces


def check_text(text: str) -> None:
    source = Source("test.game", text)
    report = Report()
    tree = parse(source, report)
    assert (tree is None) == bool(report)
    for found in report:
        assert found.message.strip()
        assert 0 <= found.span.start <= found.span.end <= len(source.text)
        assert "\0" not in found.message + (found.hint or "")


def test_any_text_is_read_or_explained(examples_each: int) -> None:
    @settings(max_examples=examples_each)
    @given(st.text(max_size=60), st.sampled_from(('game "x"\n', "flow\n  ", "", 'variant "x" of "y"\n')))
    def check(text: str, before: str) -> None:
        check_text(before + text)

    check()


def test_any_words_are_read_or_explained(texts: dict[str, str], examples_each: int) -> None:
    words = sorted(
        {str(piece) for text in texts.values() for piece in pieces(text)} | {"\n  ", "\n    ", "\t"}
    )

    @settings(max_examples=examples_each)
    @given(st.lists(st.sampled_from(words), max_size=15))
    def check(some: list[str]) -> None:
        check_text('game "x"\nflow\n  ' + " ".join(some))

    check()


def test_one_wrong_word_is_hardly_ever_said_to_be_several(texts: dict[str, str]) -> None:
    """Brackets left out: where their lines end is anybody's guess."""
    chance = random.Random(1)
    reports: list[int] = []
    while len(reports) < 100:
        text = chance.choice(sorted(texts.values()))
        said = [one for one in pieces(text) if one.kind in (Kind.WORD, Kind.NUMBER, Kind.SIGN)]
        piece = chance.choice(said)
        report = Report()
        if parse(Source("test.game", f"{text[: piece.start]}zzz{text[piece.end :]}"), report) is None:
            reports.append(len(report))
    assert sum(reports) <= 103


def test_a_changed_game_is_read_or_explained(texts: dict[str, str], examples_each: int) -> None:
    games = [text for text in texts.values() if len(text) < 3_000]

    @settings(max_examples=examples_each)
    @given(st.sampled_from(games), st.data())
    def check(text: str, data: st.DataObject) -> None:
        places = [(piece.start, piece.end) for piece in pieces(text)]
        for _ in range(data.draw(st.integers(1, 3))):
            start, end = data.draw(st.sampled_from(places))
            other_start, other_end = data.draw(st.sampled_from(places))
            other = text[other_start:other_end]
            new = data.draw(
                st.sampled_from(["", other, text[start:end] * 2, text[start:end][:-1], " ", "\n"])
            )
            text = text[:start] + new + text[end:]
        check_text(text)

    check()
