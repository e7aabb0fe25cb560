"""Texts that players write: which are taken, and what becomes of them in positions, records and samples."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulesdsl import program as ir
from rulesdsl import texts
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.engine.explanation.why import why
from rulesdsl.engine.positions.validation import NoState
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.environments.actions import Actions
from rulesdsl.environments.batch import Batch
from rulesdsl.environments.observations import Observations
from rulesdsl.native import native, not_native
from rulesdsl.pipeline import load
from rulesdsl.seating import play
from rulesdsl.texts import FreeText, TextRefused, cleaned, is_number_of_text, number_of, text_of
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import parse, replay, tell_game
from tests.cli.test_hostile_texts import ACTING, STEERING
from tests.engine.texts import program_of

GAME = """\
game "Riddles"
players 2..2

state answer per Player: text of at most 12 letters or none, seen by owner
state told per Player: text of at most 12 letters or none
state last: text of at most 12 letters, starts "nothing yet"

action write(word from text of at most 12 letters where not begins_with(word, "x") "Your word") "Write {word}"
  when word != last
  set your answer to word

flow
  phase rounds 2 times
    all players in secret
      may write
    each player in turn
      choose other from text of at most 12 letters "What was the other's word?"
      set last to other
      set your told to your answer

score found = if every(p in others: p.told is not none and p.told = last) then 1 else 0
winner most total, then shared
"""


@pytest.fixture
def riddles(tmp_path: Path) -> ir.Program:
    path = tmp_path / "riddles.game"
    path.write_text(GAME, "utf-8")
    return load(path).program(2)


def decisions(state: State, *answers: str | None) -> Iterator[State]:
    """The positions in which these are written, one after the other; None: declined."""
    for answer in answers:
        yield state
        state.apply(1 if answer is None else answer)
    yield state


@given(st.text(max_size=40) | st.text(st.characters(categories=("L", "M", "N", "P", "S", "Z")), max_size=40))
@example("e\u0301te\u0301")
@example("\u2126 \u00a0 \u3000")
def test_what_is_taken_is_clean_and_its_number_says_it(given_text: str) -> None:
    try:
        clean = cleaned(given_text, 20)
    except TextRefused:
        return
    assert cleaned(clean, 20) == clean
    assert 0 < len(clean) <= 20
    assert clean.isprintable()
    assert '"' not in clean
    assert text_of(number_of(clean)) == clean
    assert number_of(clean) > texts.SMALLEST
    assert is_number_of_text(number_of(clean), 20)
    assert not is_number_of_text(number_of(clean), len(clean) - 1)


@pytest.mark.parametrize(
    "text", [*STEERING, "\n", "\t", "\u200b", "\u3164", "\ufe0f", "\U000e0041", "\ud800"]
)
def test_what_does_not_show_is_refused(text: str) -> None:
    for around in (text, f"a{text}b", f"{text} a"):
        with pytest.raises(TextRefused):
            cleaned(around, 20)


def test_long_and_empty_texts_are_refused_at_once() -> None:
    for text in ("", "   ", "a" * 21, "a" * 10_000_000, "e" + "\u0301" * 20, "\u0301e"):
        with pytest.raises(TextRefused):
            cleaned(text, 20)


@pytest.mark.parametrize(
    ("first", "other", "same"),
    [("Red Fox", "redfox", 1), ("Straße", "STRASSE", 1), ("e\u0301t", "Ét", 1), ("red", "read", 0)],
)
def test_texts_are_compared_by_their_letters(first: str, other: str, same: int) -> None:
    assert texts.same_text(number_of(cleaned(first, 20)), number_of(cleaned(other, 20))) == same


def test_a_text_is_kept_written_down_and_read_again(riddles: ir.Program) -> None:
    state = start(riddles, 1)
    for position in decisions(state, "a Fox", "crab", "crab", "a fox", None, None, "1", "2"):
        again = State.from_json(riddles, position.to_json())
        assert again == position
        assert hash(again) == hash(position)
        assert position.clone() == position
    assert state.over
    assert state.total(0) == 0


def test_other_texts_are_other_positions(riddles: ir.Program) -> None:
    first, other = (start(riddles, 1).apply(word).apply("b") for word in ("fox", "cow"))
    assert first != other
    assert first == start(riddles, 1).apply("fox").apply("b")


@pytest.mark.parametrize("text", ["", "too long a text", "a\u0000", 'quote"', "x\u202e", "\ud800"])
def test_a_position_with_a_text_that_nobody_could_write_is_damaged(riddles: ir.Program, text: str) -> None:
    state = start(riddles, 1).apply("fox").apply("cow")
    data = json.loads(state.to_json())
    data["cells"] = [text if cell == "fox" else cell for cell in data["cells"]]
    assert "fox" not in data["cells"]
    with pytest.raises(NoState, match="damaged"):
        State.from_json(riddles, json.dumps(data))


def test_what_the_rules_do_not_take_leaves_all_as_it_was(riddles: ir.Program) -> None:
    state = start(riddles, 1)
    before = state.to_json()
    for text, reason in (("xylophone", "begins_with"), ("NOTHING YET", "last"), ("a\nb", "do not show")):
        with pytest.raises(TextRefused, match=reason):
            state.apply(text)
    assert state.to_json() == before
    state.apply(1).apply(1).apply("a").apply("b").apply(1).apply(1).apply("c").apply("d")
    with pytest.raises(TypeError, match="an option"):
        state.apply("e")
    with pytest.raises(ValueError, match="no text"):
        state.write("e")


def test_who_does_not_write_meets_a_refusal_in_words(riddles: ir.Program) -> None:
    state = start(riddles, 1)
    for refused in (
        lambda: state.apply(0),
        lambda: play(state, ["random", "greedy"]),
        lambda: Actions(riddles),
    ):
        with pytest.raises(FreeText, match="people can play it"):
            refused()
    assert native(riddles) is None
    assert ["people can play it" in line for line in not_native(riddles)] == [True]


HELD = """game "Held"
players 2..2
state motto per Player: text of at most 40 letters, starts "more than a cell of the machine holds"
state points per Player: 0..9
action take "Take one"
  cost add 1 to your points
flow
  phase rounds 3 times
    each player in turn
      must take
score made = your points
winner most total, then shared
"""


def test_by_numbers_nobody_plays_a_game_that_keeps_texts(tmp_path: Path) -> None:
    held = program_of(tmp_path, HELD)
    assert play(start(held, 1), ["random", "greedy"]).over
    assert Actions(held).size == 1
    for refused in (
        lambda: Batch(held, 2),
        lambda: Batch(held, 2, observe=False),
        lambda: Observations(held),
    ):
        with pytest.raises(FreeText, match="by numbers alone"):
            refused()
    assert native(held) is None
    assert ["by numbers alone" in line for line in not_native(held)] == [True]


def test_nobody_learns_of_a_text_before_it_is_told(riddles: ir.Program) -> None:
    one, two = (start(riddles, 1).apply(word) for word in ("fox", "cow"))
    assert view(one, 1) == view(two, 1)
    one.apply("crab")
    two.apply("crab")
    assert one.player == 0
    assert "fox" in view(one, 0).to_text()
    assert view(one, 1).to_text().count("fox") == 0
    drawn = sample(one, 1, Dice(1))
    assert "fox" not in drawn.to_json()
    assert "crab" in drawn.to_json()
    assert view(drawn, 1) == view(sample(two, 1, Dice(1)), 1)


def test_a_game_is_told_and_played_again_from_its_record(riddles: ir.Program) -> None:
    words = iter([*ACTING[:1], "a%20b c", "no", "done", None, "t", "é ß", "d2"])
    written = [word if word is None else word[:12] for word in words]
    for as_json in (False, True):
        left = iter(written)

        def choose(_state: State, left: Iterator[str | None] = left) -> int | str:
            word = next(left)
            return 1 if word is None else word

        header = Header.of(riddles, file="riddles.game", seed=1, players=("Anna", "Ben"))
        told = "\n".join(tell_game(riddles, header, choose, as_json=as_json))
        assert "a%20b c" in told
        assert replay(parse(told + "\n"), riddles) is None


def test_an_option_is_taken_again_after_a_fault(riddles: ir.Program) -> None:
    state = start(riddles, 1)
    other = state.clone()
    for word in ("fox", "cow", "cow"):
        state.apply(word)
        other.apply(other.write(word))
        assert state == other
    with pytest.raises(IndexError):
        state.apply(7)
    assert state == other


GIVEN = """game "Echoes"
players 2
state kept per Player: text of at most 20 letters or none
state gold per Player: 0..9
action shout(said: text of at most 20 letters, times from 1..3 "How often?") "Shout {said}"
  set your kept to said
action guess(word from text of at most 20 letters where begins_with(word, "x") and your gold > 3) "Say {word}"
  set your kept to word
action rest "Rest"
  add 1 to your gold
flow
  each player in turn
    must shout("Red Fox")
  phase day 9 times
    each player in turn
      must guess or rest
score points = your gold
winner most total, then shared
example "a text that is given is the same in other letters"
  players Anna, Ben
  play
  Anna plays shout("redfox", 2)
  Ben plays shout("RED FOX", 1)
  expect Anna.kept = "red fox"
example "another one is not"
  players Anna, Ben
  play
  Anna plays shout("redfoxes", 2)
example "what is not said of the text decides whether anybody is asked"
  players Anna, Ben
  Anna cannot guess
  Anna cannot guess("xylophone")
  given Anna.gold = 4
  Anna plays guess("xylophone")
example "what could be written is told where nothing is named"
  players Anna, Ben
  given Anna.gold = 4
  Anna cannot guess
"""


def test_texts_in_examples(tmp_path: Path) -> None:
    (tmp_path / "echoes.game").write_text(GIVEN, "utf-8")
    programs = load(tmp_path / "echoes.game").example_programs()
    results = [result for program in programs for result in run_examples(program)]
    assert [result.outcome for result in results] == ["ok", "failed", "ok", "failed"]
    assert "this is not offered" in (results[1].message or "")
    assert "Anna can guess (any text that is taken)" in (results[3].message or "")


def test_nobody_is_asked_for_a_text_that_other_conditions_forbid(tmp_path: Path) -> None:
    state = start(program_of(tmp_path, GIVEN)).apply(0).apply(0)
    # What has no other choice is done by itself: both have rested until there was one.
    assert state.decision is not None
    assert state.option_count == 2
    assert state.evaluate("now points", 0) == 4
    assert why(state, 0, "guess", {"word": "xylophone"}) is None
