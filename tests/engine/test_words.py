"""Lists of words: each question against the plain list, read from a file of any size."""

import random
import resource
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from rulesdsl import word_lists
from rulesdsl.checked_game import Game
from rulesdsl.diagnostics.model import Report
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.game_files import LARGEST_FILE, Files
from rulesdsl.native.compiler import compiled
from rulesdsl.pipeline import check_file, load
from tests.engine.texts import NOBODY_IS_BETTER

GAME = """game "Words"
players 2..3
values Letter: {letters}
words Known of Letter from "known.txt"
state letter per n in 1..20: Letter or none
define spelled = list(n in 1..20: letter(n))
action add_letter(next from following(Known, spelled) "Which?") "Add {{next}}"
  set letter(count(spelled) + 1) to next
flow
  phase turns
    turn of each player
    until spelled is in Known
    must add_letter
"""
ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def written(folder: Path, text: str, letters: Sequence[str] = ALPHABET) -> Path:
    (folder / "known.txt").write_text(text, "utf-8")
    path = folder / "words.game"
    path.write_text(GAME.format(letters=", ".join(letters)) + NOBODY_IS_BETTER, "utf-8")
    return path


def found_in(path: Path) -> tuple[Game | None, list[str]]:
    report = Report()
    game = check_file(path, Files(), report)
    return game, [f"{Path(found.span.source.name).name}:{found.span.line} {found.code}" for found in report]


@pytest.mark.parametrize("seed", range(20))
def test_the_graph_knows_what_the_list_knows(seed: int) -> None:
    dice = random.Random(seed)
    words = {
        bytes(dice.randrange(3) for _ in range(dice.randint(1, 5)))
        for _ in range(dice.choice([1, 3, 30, 200]))
    }
    graph = word_lists.graph_of(words)
    assert word_lists.unpacked(word_lists.packed(graph)) == graph
    for length in range(6):
        for word in map(bytes, product(range(3), repeat=length)):
            on = {other[length] for other in words if other.startswith(word) and len(other) > length}
            alike = [
                other
                for other in words
                if len(other) == length and all(b in (0, a) for a, b in zip(other, word, strict=True))
            ]
            assert word_lists.in_words(graph, word) == (word in words)
            assert word_lists.begins(graph, word) == any(other.startswith(word) for other in words)
            assert word_lists.following(graph, word) == sorted(on)
            assert word_lists.fits(graph, word, 0) == bool(alike)


def test_words_that_end_alike_share_their_ends() -> None:
    once = word_lists.graph_of([b"\x01\x02\x03"])
    many = word_lists.graph_of([bytes([first, 2, 3]) for first in range(100)])
    assert len(many) == len(once) + 99


def test_fifty_thousand_words_are_read_in_no_time(tmp_path: Path) -> None:
    dice = random.Random(5)
    syllables = [a + b for a in "bcdfghklmnprstvw" for b in "aeiou"]
    words: set[str] = set()
    while len(words) < 50_000:
        parts = dice.choices(syllables, k=dice.randint(2, 4))
        words.add("".join(parts) + dice.choice(["", "s", "n", "ring", "ler"]))
    many = tmp_path / "many"
    few = tmp_path / "few"
    for folder, text in ((few, "cab\n"), (many, "\n".join(words))):
        folder.mkdir()
        written(folder, text)

    def seconds(folder: Path, cache: Path) -> float:
        before = resource.getrusage(resource.RUSAGE_SELF)
        load(folder / "words.game", cache_dir=cache).program(2)
        after = resource.getrusage(resource.RUSAGE_SELF)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    load(few / "words.game", cache_dir=tmp_path / "warm")
    first = seconds(many, tmp_path / "cache") - seconds(few, tmp_path / "cache")
    again = seconds(many, tmp_path / "cache") - seconds(few, tmp_path / "cache")
    # About 0.25 and 0.03 on the machine on which it was written.
    assert first < 1.5
    assert again < first / 2

    game = load(many / "words.game", cache_dir=tmp_path / "cache")
    assert game.program(2).words["Known"].count == 50_000
    assert len(repr(game.program(2))) < 1_000
    state = start(game.program(3), seed=1)
    while not state.over:
        state.apply(state.option_count - 1)
    letters = [state.plan.layout.state_value(state.cells, "letter", n) for n in range(1, 21)]
    spelled = "".join(ALPHABET[number] for number in letters if isinstance(number, int) and number >= 0)
    assert spelled in words


def test_nothing_of_it_lacks_in_machine_code(tmp_path: Path) -> None:
    program = load(written(tmp_path, "cab\nbead\n")).program(2)
    assert compiled(Plan(program))[1] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cab\n" * 3 + "<script>\n", ["known.txt:4 data-bad-value"]),
        ("\x1b[2J", ["known.txt:1 not-text"]),
        ("cab\n\u202e\n", ["known.txt:2 not-text"]),
        ("# what\ncab\n", ["known.txt:1 data-bad-value"]),
        ("a" * 2_000, ["known.txt:1 data-bad-value"]),
        ("a\n" * LARGEST_FILE, ["known.txt:1 file-too-large"]),
        ("", ["known.txt:1 data-missing-cell"]),
    ],
)
def test_what_is_no_list_of_words_is_told_at_its_place(tmp_path: Path, text: str, found: list[str]) -> None:
    game, told = found_in(written(tmp_path, text))
    assert told == found
    assert game is None or found


def test_of_very_many_wrong_lines_the_first_are_told(tmp_path: Path) -> None:
    _, told = found_in(written(tmp_path, "??\n" * 60_000))
    assert 1 < len(told) < 30


def test_too_many_words_are_refused(tmp_path: Path) -> None:
    text = "\n".join(map("".join, product("abcdefgh", repeat=6)))
    _, told = found_in(written(tmp_path, text[: LARGEST_FILE - 10].rpartition("\n")[0]))
    assert told == ["words.game:4 too-many-values"]


@pytest.mark.parametrize(
    "other", ["Cab\nBEAD\n", "c a b\nb e a d\n", "\n bead \n\ncab\ncab", "bead\r\ncab\r\n"]
)
def test_the_same_words_written_otherwise(tmp_path: Path, other: str) -> None:
    plain = load(written(tmp_path, "cab\nbead\n")).program(2).words
    assert load(written(tmp_path, other)).program(2).words == plain


def test_names_of_letters_may_begin_with_a_capital_one(tmp_path: Path) -> None:
    letters = ["qu", "i", "t", "a", "A"]
    plain = load(written(tmp_path, "qu i t\nA t\n", letters)).program(2).words
    assert plain["Known"].count == 2
    assert load(written(tmp_path, "Qu i t\nQU I T\nA t\n", letters)).program(2).words == plain
    # Where letters differ in that alone, it is read as it is written.
    assert load(written(tmp_path, "qu i t\na t\n", letters)).program(2).words != plain


def test_a_game_with_other_words_is_another_game(tmp_path: Path) -> None:
    path = written(tmp_path, "cab\n")
    first = load(path, cache_dir=tmp_path).program(2)
    written(tmp_path, "cab\nbead\n")
    other = load(path, cache_dir=tmp_path).program(2)
    assert first.identity != other.identity
    assert first.mark != other.mark
    assert (first.words["Known"].count, other.words["Known"].count) == (1, 2)


def test_a_house_rule_can_have_other_words(tmp_path: Path) -> None:
    written(tmp_path, "cab\n")
    (tmp_path / "more.txt").write_text("cab\nbead\n", "utf-8")
    variant = tmp_path / "more.game"
    variant.write_text(
        'variant "More" of "words.game"\nreplace words Known of Letter from "more.txt"\n', "utf-8"
    )
    assert load(variant).program(2).words["Known"].count == 2
