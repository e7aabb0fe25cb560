"""A game is told for all eyes and for one player's, in words and in JSON, and played again from that."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.state import State
from rulesdsl.trace.header import Header, NoTrace
from rulesdsl.trace.narrate import parse, replay, tell_game
from tests.engine.hidden_cards import hidden_cards

PROGRAM = hidden_cards()


def told(*, viewer: int | None = None, verbose: bool = False, as_json: bool = False, seed: int = 3) -> str:
    stream = Dice(5)

    def choose(state: State) -> int:
        return stream.below(state.option_count)

    header = Header.of(PROGRAM, file="hidden_cards", seed=seed, viewer=viewer, verbose=verbose)
    return "\n".join(tell_game(PROGRAM, header, choose, as_json=as_json)) + "\n"


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_game_is_told(snapshot: SnapshotAssertion, viewer: int | None) -> None:
    assert told(viewer=viewer) == snapshot


def test_options_not_taken_are_told_on_request(snapshot: SnapshotAssertion) -> None:
    assert told(verbose=True) == snapshot


def test_json_tells_the_same_events(snapshot: SnapshotAssertion) -> None:
    text = told(as_json=True)
    assert text == snapshot
    assert all(isinstance(json.loads(line), dict) for line in text.splitlines())


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_was_told_is_played_again(*, as_json: bool, seed: int) -> None:
    assert replay(parse(told(as_json=as_json, seed=seed)), PROGRAM) is None


def test_chance_comes_from_the_record_not_from_the_seed() -> None:
    text = told().replace("seed: 3", "seed: 4")
    assert replay(parse(text), PROGRAM) is None


def test_a_changed_line_is_the_first_difference() -> None:
    lines = told().splitlines()
    at = next(number for number, line in enumerate(lines) if "Anna's hand" in line)
    changed = lines[at].replace("ace", "six")
    found = replay(parse("\n".join([*lines[:at], changed, *lines[at + 1 :]])), PROGRAM)
    assert found is not None
    assert (found.line, found.recorded, found.now) == (at + 1, changed, lines[at])


def test_a_choice_that_is_not_offered_is_a_difference() -> None:
    text = told()
    record = text.splitlines()[text.splitlines().index("choices:") + 1]
    found = replay(parse(text.replace(record, record.replace("v3", "v5", 1))), PROGRAM)
    assert found is not None
    assert found.reason == "the recorded choice `v5` is not offered"


def test_a_record_that_ends_too_soon_is_a_difference() -> None:
    text = told()
    record = text.splitlines()[text.splitlines().index("choices:") + 1]
    found = replay(parse(text.replace(record, " ".join(record.split()[:2]))), PROGRAM)
    assert found is not None
    assert "used up" in found.reason


def test_a_missing_line_at_the_end_is_a_difference() -> None:
    lines = told().splitlines()
    at = lines.index("choices:")
    found = replay(parse("\n".join([*lines[: at - 2], *lines[at - 1 :]])), PROGRAM)
    assert found is not None
    assert found.line == at - 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "begins with the line"),
        ("Once upon a time", "begins with the line"),
        ("rulesdsl trace 1\ngame: X\n\n", "no line `file: ...`"),
        ("rulesdsl trace 1\ngame\n\n", "not of the form"),
        ('{"event": "moved"}', "no header"),
        ("{", "not JSON"),
    ],
)
def test_what_is_no_trace_is_refused(text: str, why: str) -> None:
    with pytest.raises(NoTrace, match=why):
        parse(text)


@pytest.mark.parametrize("as_json", [False, True])
def test_what_one_player_saw_cannot_be_played_again(*, as_json: bool) -> None:
    with pytest.raises(NoTrace, match="what Ben saw"):
        parse(told(viewer=1, as_json=as_json))


@pytest.mark.parametrize("as_json", [False, True])
def test_what_one_player_saw_does_not_tell_the_seed(*, as_json: bool) -> None:
    assert "seed" in told(as_json=as_json)
    assert "seed" not in told(viewer=1, as_json=as_json)


def test_a_trace_without_its_record_is_refused() -> None:
    text = told()
    with pytest.raises(NoTrace, match="no record"):
        parse(text[: text.index("choices:")])


def test_a_trace_does_not_depend_on_the_machine(checkout: Path) -> None:
    """Other hash orders, another language, another time zone: the same text."""
    program = "from tests.trace.test_narrate import told; print(told(), end='')"
    texts = set()
    for salt, language, zone in [("1", "C.UTF-8", "UTC"), ("2", "de_DE.UTF-8", "Asia/Tokyo")]:
        environment = {
            **os.environ,
            "PYTHONHASHSEED": salt,
            "LC_ALL": language,
            "TZ": zone,
            "PYTHONUTF8": "1",
        }
        run = subprocess.run(
            [sys.executable, "-c", program], cwd=checkout, env=environment, capture_output=True, check=True
        )
        texts.add(run.stdout.decode())
    assert texts == {told()}


@pytest.mark.parametrize("line", ["1", "null", '{"event":"chosen"}', '{"event":"chance","record":3}', "{}"])
def test_a_line_that_is_no_event_is_met_with_words(line: str) -> None:
    lines = told(as_json=True).splitlines()
    lines[3] = line
    with pytest.raises(NoTrace, match="damaged"):
        parse("\n".join(lines))
