"""Checking files: what is said, for whom, and how it ends."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from rulesdsl.diagnostics import LATER_CHECKS
from tests.cli.games import BROKEN, RACE, write_race
from tests.cli.program import Run, started


@pytest.fixture(autouse=True)
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return write_race(tmp_path)


@pytest.fixture
def broken(race: Path) -> Path:
    race.write_text(BROKEN, "utf-8")
    return race


@pytest.fixture
def doubtful(race: Path) -> Path:
    """Valid, with one warning."""
    race.write_text(RACE.replace("score way", "define three = 3\nscore way"), "utf-8")
    return race


def test_a_game_in_order(rulesdsl: Run) -> None:
    shown = rulesdsl("validate", "race.game")
    assert (shown.status, shown.out, shown.err) == (0, "1 file checked, nothing found\n", "")


@pytest.mark.usefixtures("broken")
def test_a_mistake_is_shown_where_it_is(rulesdsl: Run) -> None:
    shown = rulesdsl("validate", "race.game")
    assert (shown.status, shown.err) == (1, "")
    assert "error[unknown-name]" in shown.out
    assert "race.game:13:23" in shown.out
    assert shown.out.endswith(f"\n1 error in 1 file\n{LATER_CHECKS}\n")


def test_only_what_could_not_be_checked_is_said_to_be_left(rulesdsl: Run, race: Path) -> None:
    """An error that only the last checks find keeps none from being made; one in the text keeps all."""
    without_option = RACE.replace('option goal: 5..50, normally 10 "Points to win"', "define goal = 10")
    no_such_rule = without_option.replace("[RC-03]", "[RC-99]")
    race.write_text(no_such_rule, "utf-8")
    shown = rulesdsl("validate", "race.game")
    assert shown.status == 1
    assert LATER_CHECKS not in shown.out
    race.write_text(no_such_rule.replace("must walk", "have to walk"), "utf-8")
    shown = rulesdsl("validate", "race.game")
    assert shown.out.endswith(f"1 error in 1 file\n{LATER_CHECKS}\n")


@pytest.mark.usefixtures("doubtful")
def test_a_warning_fails_only_where_it_should(rulesdsl: Run) -> None:
    shown = rulesdsl("validate", "race.game")
    assert shown.status == 0
    assert "warning[unused-name]" in shown.out
    assert shown.out.endswith("1 warning in 1 file\n")
    assert rulesdsl("validate", "--strict", "race.game").status == 1


@pytest.mark.parametrize("said", ["unused-name", "names", "no-flow,unused-name", " names , rules "])
@pytest.mark.usefixtures("doubtful")
def test_codes_and_areas_can_be_left_out(rulesdsl: Run, said: str) -> None:
    shown = rulesdsl("validate", "--strict", "--ignore", said, "race.game")
    assert (shown.status, shown.out) == (0, "1 file checked, nothing found\n")


@pytest.mark.usefixtures("broken")
def test_codes_and_areas_can_be_selected(rulesdsl: Run) -> None:
    assert rulesdsl("validate", "--select", "flow", "race.game").status == 0
    assert rulesdsl("validate", "--select", "flow", "--select", "unknown-name", "race.game").status == 1


def test_a_mistyped_code_is_an_error_that_helps(rulesdsl: Run) -> None:
    shown = rulesdsl("validate", "--ignore", "unused-names", "race.game")
    assert (shown.status, shown.out) == (2, "")
    assert "did you mean `unused-name`?" in shown.err


@pytest.mark.usefixtures("broken")
def test_one_line_each(rulesdsl: Run) -> None:
    [line] = rulesdsl("validate", "--format", "concise", "race.game").out.splitlines()
    assert line.startswith("race.game:13:23: error[unknown-name] ")


@pytest.mark.usefixtures("broken")
def test_for_programs(rulesdsl: Run) -> None:
    shown = rulesdsl("validate", "--format", "json", "race.game")
    assert shown.status == 1
    [found] = json.loads(shown.out)
    assert found["code"] == "unknown-name"
    assert found["primary"]["start"]["line"] == 13


@pytest.mark.usefixtures("broken")
def test_for_code_scanning(rulesdsl: Run) -> None:
    [run] = json.loads(rulesdsl("validate", "--format", "sarif", "race.game").out)["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["unknown-name"]


@pytest.mark.usefixtures("broken")
def test_inside_actions_annotations_are_the_output(rulesdsl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    shown = rulesdsl("validate", "race.game")
    assert shown.out.startswith("::error title=rulesdsl%3A unknown-name,file=race.game,line=13,")
    assert rulesdsl("validate", "--format", "text", "race.game").out.startswith("error[unknown-name]")


@pytest.mark.parametrize("output", ["concise", "json", "github", "sarif"])
def test_nothing_found_for_programs(rulesdsl: Run, output: str) -> None:
    shown = rulesdsl("validate", "--format", output, "race.game")
    assert (shown.status, shown.err) == (0, "")
    if output == "json":
        assert json.loads(shown.out) == []
    elif output == "sarif":
        assert json.loads(shown.out)["runs"][0]["results"] == []
    else:
        assert shown.out == ""


@pytest.mark.usefixtures("broken")
def test_folders_are_searched(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "good").mkdir()
    write_race(tmp_path / "good")
    shown = rulesdsl("validate", ".")
    assert shown.status == 1
    assert shown.out.endswith(f" in 4 files\n{LATER_CHECKS}\n")


def test_a_folder_without_games_is_an_error(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    shown = rulesdsl("validate", "empty")
    assert (shown.status, shown.out) == (2, "")
    assert "there is no .game file in the folder empty" in shown.err


def test_a_file_that_is_not_there_is_an_error(rulesdsl: Run) -> None:
    shown = rulesdsl("validate", "none.game")
    assert (shown.status, shown.out) == (2, "")
    assert "there is no file `none.game`" in shown.err


@pytest.mark.usefixtures("broken")
def test_a_variant_is_checked_with_its_base(rulesdsl: Run) -> None:
    shown = rulesdsl("validate", "long_race.game")
    assert shown.status == 1
    assert "race.game:13:23" in shown.out


@pytest.mark.usefixtures("broken")
def test_a_mistake_of_the_base_is_said_once(rulesdsl: Run) -> None:
    shown = rulesdsl("validate", "--format", "concise", "race.game", "long_race.game")
    assert shown.out.count("race.game:13:23") == 1


def test_a_mistake_of_the_variant_is_shown_there(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.game").write_text('variant "Mine" of "race.game"\nset gaol to 7\n', "utf-8")
    shown = rulesdsl("validate", "mine.game")
    assert shown.status == 1
    assert "error[variant-target-missing]" in shown.out
    assert "mine.game:2" in shown.out


def test_a_text_from_standard_input_is_checked_as_the_file_it_will_be(rulesdsl: Run, race: Path) -> None:
    shown = rulesdsl("validate", "--stdin-filename", "race.game", "--format", "concise", typed=BROKEN)
    assert shown.status == 1
    assert shown.out.startswith("race.game:13:23: error[unknown-name]")
    assert race.read_text("utf-8") == RACE
    # Its rule list and its data are found where the file will lie.
    assert rulesdsl("validate", "--stdin-filename", "race.game", "-", typed=RACE).status == 0


def test_standard_input_and_files_do_not_mix(rulesdsl: Run) -> None:
    shown = rulesdsl("validate", "-", "race.game")
    assert (shown.status, shown.out) == (2, "")


def test_every_shipped_game_is_in_order(rulesdsl: Run, checkout: Path) -> None:
    shown = rulesdsl("validate", checkout / "games", "--format", "concise")
    assert (shown.status, shown.err) == (0, ""), shown.out


def test_watching_checks_again_when_a_file_changes(race: Path, tmp_path: Path) -> None:
    shown = tmp_path / "shown.txt"
    with (
        shown.open("w") as output,
        started(
            "validate",
            "--watch",
            "--format",
            "concise",
            "race.game",
            cwd=race.parent,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        ) as watching,
    ):

        def wait_for(words: str) -> None:
            deadline = time.monotonic() + 20
            while words not in shown.read_text("utf-8"):
                assert time.monotonic() < deadline, shown.read_text("utf-8")
                assert watching.poll() is None, shown.read_text("utf-8")
                time.sleep(0.05)

        wait_for("waiting for changes of")
        race.write_text(BROKEN + "\n", "utf-8")
        wait_for("race.game:13:23: error[unknown-name]")
        watching.send_signal(signal.SIGINT)
        status = watching.wait(timeout=20)
    assert status == 130
