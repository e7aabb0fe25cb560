"""Examples run from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.games import BROKEN, RACE, line_of, write_race
from tests.cli.program import Run

WRONG = RACE.replace("expect Anna.points = 7", "expect Anna.points = 8")


@pytest.fixture(autouse=True)
def race(tmp_path: Path) -> Path:
    return write_race(tmp_path)


def test_examples_that_pass_are_counted(rulesdsl: Run) -> None:
    shown = rulesdsl("test", "race.game")
    assert (shown.status, shown.out, shown.err) == (0, "race.game: 2 examples pass\n", "")


def test_they_are_named_where_asked(rulesdsl: Run) -> None:
    shown = rulesdsl("test", "race.game", "--verbose")
    assert shown.out.splitlines()[:2] == [
        "ok    three steps are three points",
        "ok    who has not five points cannot jump",
    ]


def test_one_that_fails_is_shown_as_given_got_and_expected(rulesdsl: Run, race: Path) -> None:
    race.write_text(WRONG, "utf-8")
    shown = rulesdsl("test", "race.game")
    assert (shown.status, shown.err) == (1, "")
    place = f"race.game:{line_of('expect Anna.points = 7')}"
    assert shown.out.startswith(
        'failed "three steps are three points"  [RC-02]\n'
        f"  at {place}: expect Anna.points = 8\n"
        "  given\n"
        "    given Anna.points = 4\n"
        "    Anna plays walk(3)\n"
        "  got       7\n"
        "  expected  8\n"
    )
    assert shown.out.endswith("race.game: 1 of 2 examples failed\n")


@pytest.mark.parametrize(("only", "count"), [("jump", 1), ("RC-02", 1), ("THREE", 1), ("RC-99", 0)])
def test_some_of_them(rulesdsl: Run, only: str, count: int) -> None:
    found = json.loads(rulesdsl("test", "race.game", "--only", only, "--format", "json").out)
    assert len(found) == count


def test_for_programs(rulesdsl: Run, race: Path) -> None:
    race.write_text(WRONG, "utf-8")
    shown = rulesdsl("test", "race.game", "--format", "json")
    assert shown.status == 1
    bad, good = json.loads(shown.out)
    assert (bad["outcome"], bad["got"], bad["expected"]) == ("failed", "7", "8")
    assert bad["line"] == line_of("expect Anna.points = 7")
    assert good["outcome"] == "ok"


@pytest.mark.usefixtures("race")
def test_several_files_are_summed_up(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.game").write_text(WRONG, "utf-8")
    (tmp_path / "broken.game").write_text(BROKEN, "utf-8")
    shown = rulesdsl("test", "race.game", "wrong.game", "broken.game")
    assert shown.status == 1
    assert "race.game: 2 examples pass\n" in shown.out
    assert shown.out.endswith("\n4 examples, 1 failed, 1 file not valid\n")
    assert "error[unknown-name]" in shown.err


def test_a_folder_without_games_is_an_error(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    shown = rulesdsl("test", "empty")
    assert (shown.status, shown.out) == (2, "")
    assert "there is no .game file in the folder empty" in shown.err


def test_a_shipped_game_is_tested_by_its_name(rulesdsl: Run) -> None:
    shown = rulesdsl("test", "road_trip")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.endswith(" examples pass\n")


def test_examples_of_the_base_under_a_variant_are_told_and_do_not_fail(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "giants.game").write_text(
        'variant "Giants" of "race.game"\n'
        "set points to 1\n"
        'add example "a giant begins with a point"\n  players Anna, Ben\n  expect Anna.points = 1\n',
        "utf-8",
    )
    (tmp_path / "leaps.game").write_text(
        'variant "Leaps" of "race.game"\n'
        'replace action walk(steps from 1..3) "Walk {steps}"\n  add 2 * steps to your points\n',
        "utf-8",
    )
    shown = rulesdsl("test", "giants.game")
    assert shown.status == 0
    assert shown.out == (
        "giants.game: 1 example passes\n  of the base's 2 examples none come out otherwise\n"
    )
    shown = rulesdsl("test", "leaps.game", "--verbose")
    assert shown.status == 0
    assert shown.out == (
        "leaps.game: no examples\n"
        "  of the base's 2 examples 1 comes out otherwise\n"
        "    three steps are three points\n"
    )


def test_examples_that_speak_of_what_a_variant_took_away_are_counted(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "walks.game").write_text(
        'variant "Only walks" of "race.game"\n'
        "remove action jump\n"
        "replace phase turns\n"
        "  turn of each player\n"
        "  until some(p in players: p.points >= goal)\n"
        "  must walk\n",
        "utf-8",
    )
    shown = rulesdsl("test", "walks.game")
    assert shown.out == (
        "walks.game: no examples\n"
        "  of the base's 2 examples none come out otherwise, 1 speaks of what is not there any more\n"
    )


STOPS = """
game "Stops"
players 2..2
state n per Player: 0..40
action gain "Gain"
  add 5 to your n
flow
  phase round 3 times
    each player in turn
      may gain
    for p in players
      set p.n to 0
score gained = your n
winner most total, then shared
example "after a round all is gone"
  players Anna, Ben
  given Anna.n = 5
  do round
  expect Anna.n = 5
"""


def test_an_example_that_stops_before_the_rule_is_noted(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "stops.game").write_text(STOPS, "utf-8")
    shown = rulesdsl("test", "stops.game")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == (
        'note "after a round all is gone"\n'
        "  at stops.game:18: do round\n"
        "  this stops at a decision of Anna (stops.game:10); what is behind that was not played\n"
        "  say what Anna decides, or `Anna is next` if this is where it is to stop\n"
        "\n"
        "stops.game: 1 example passes\n"
    )
    [found] = json.loads(rulesdsl("test", "stops.game", "--format", "json").out)
    assert found["note"].startswith("this stops at a decision of Anna")


@pytest.mark.parametrize(("severity", "word"), [("error", "error["), ("warning", "warning["), ("off", "")])
def test_what_is_told_weighs_what_the_project_says(
    rulesdsl: Run, tmp_path: Path, severity: str, word: str
) -> None:
    """Also where it was told before, and the settings are others since."""
    for name, points in (("seven", 7), ("eight", 8)):
        text = f'variant "{name}" of "race.game"\n\nset goal to {points}\n'
        (tmp_path / f"{name}.game").write_text(text, "utf-8")
    both = ("race.game", "--variant", "seven.game", "--variant", "eight.game")
    assert "warning[variants-disagree]" in rulesdsl("test", *both).err
    (tmp_path / "rulesdsl.toml").write_text(f'[severity]\nvariants-disagree = "{severity}"\n', "utf-8")
    for command in ("test", "run"):
        told = rulesdsl(command, *both).err
        assert ("variants-disagree" in told) == bool(word)
        assert word in told


def test_a_file_that_is_not_valid_is_told_in_every_format(rulesdsl: Run) -> None:
    Path("broken.game").write_text(BROKEN, "utf-8")
    shown = rulesdsl("test", "race.game", "broken.game", "--format", "json")
    told = [one for one in json.loads(shown.out) if one["outcome"] != "ok"]
    assert shown.status == 1
    assert [(one["file"], one["outcome"]) for one in told] == [("broken.game", "invalid")]
    assert told[0]["message"].startswith("unknown-name: ")
    annotated = rulesdsl("test", "broken.game", "--format", "github")
    assert "::error title=rulesdsl%3A unknown-name,file=broken.game,line=" in annotated.out
    assert 'name="is valid"' in rulesdsl("test", "broken.game", "--format", "junit").out
    assert "error[unknown-name]" in rulesdsl("test", "broken.game").err
