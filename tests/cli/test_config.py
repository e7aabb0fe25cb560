"""Commands in a project: its settings hold, and `config` shows them."""

import json
from pathlib import Path

import pytest

from tests.cli.games import BROKEN, RACE, write_race
from tests.cli.program import Run

IDLE = RACE.replace("flow\n", "state spare: 0..3\n\nflow\n", 1)


@pytest.fixture(autouse=True)
def project(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    write_race(tmp_path / "games")
    (tmp_path / "rulesdsl.toml").write_text(
        'files = ["games"]\nbaseline = "accepted.json"\nbot = "greedy"\ngames = 3\n', "utf-8"
    )
    return tmp_path


def set_to(project: Path, text: str) -> None:
    (project / "rulesdsl.toml").write_text(text, "utf-8")


def test_config_shows_what_holds_and_why(project: Path, rulesdsl: Run) -> None:
    set_to(project, "line-length = 80\n[folders.games]\nstrict = true\n")
    shown = rulesdsl("config")
    assert (shown.status, shown.err) == (0, "")
    lines = [line.split() for line in shown.out.splitlines()]
    assert ["line-length", "80", "rulesdsl.toml:1"] in lines
    assert ["strict", "false", "as", "usual"] in lines
    assert ["strict", "true", "rulesdsl.toml:3"] in lines
    assert shown.out.endswith("\n2 game files in this project\n")
    of_file = json.loads(rulesdsl("config", "games/race.game", "--format", "json").out)
    assert of_file["settings"]["strict"]["value"] is True
    assert (of_file["settings"]["strict"]["from"], of_file["settings"]["strict"]["line"]) == (
        "rulesdsl.toml",
        3,
    )


@pytest.mark.parametrize(
    "command", [["validate"], ["fmt", "--check"], ["test"], ["config"], ["run", "games/race.game"]]
)
def test_a_mistake_in_the_settings_ends_every_command_that_reads_them(
    command: list[str], project: Path, rulesdsl: Run
) -> None:
    set_to(project, "sevrity = 1\n")
    done = rulesdsl(*command)
    assert done.status == 2
    assert done.err == "Error: rulesdsl.toml:1: there is no setting `sevrity`; did you mean `severity`?\n"


def test_without_files_the_project_is_meant(project: Path, rulesdsl: Run) -> None:
    assert rulesdsl("validate").out == "2 files checked, nothing found\n"
    assert "2 examples pass" in rulesdsl("test").out
    assert rulesdsl("fmt", "--check").err == "2 files already in order\n"
    (project / "rulesdsl.toml").unlink()
    for command in ("validate", "test", "fmt"):
        done = rulesdsl(command)
        assert done.status == 2
        assert "there is no rulesdsl.toml" in done.err


def test_severities_and_the_baseline(project: Path, rulesdsl: Run) -> None:
    race = project / "games" / "race.game"
    race.write_text(IDLE, "utf-8")
    settings = 'files = ["games/race.game"]\nbaseline = "accepted.json"\n'
    set_to(project, settings)
    usual = rulesdsl("validate")
    assert (usual.status, usual.out.count("warning[unused-name]")) == (0, 1)
    set_to(project, settings + '[severity]\nnames = "off"\n')
    assert rulesdsl("validate").out == "1 file checked, nothing found\n"
    set_to(project, settings + '[severity]\nnames = "off"\nunused-name = "error"\n')
    heavy = rulesdsl("validate")
    assert (heavy.status, heavy.out.count("error[unused-name]")) == (1, 1)

    written = rulesdsl("validate", "--write-baseline")
    assert (written.status, written.out) == (0, "1 finding accepted in accepted.json\n")
    assert rulesdsl("validate").status == 0
    # A line more above moves the finding, and does not make it another one.
    race.write_text(IDLE.replace("state spare", "# spare time\nstate spare"), "utf-8")
    assert rulesdsl("validate").out == "1 file checked, nothing found\n"
    race.write_text(RACE, "utf-8")
    assert "1 finding of accepted.json is gone" in rulesdsl("validate").err
    race.write_text(IDLE.replace("spare", "store"), "utf-8")
    assert rulesdsl("validate").status == 1
    (project / "accepted.json").write_text('{"accepted": [3]}', "utf-8")
    assert rulesdsl("validate").status == 2


def test_one_baseline_is_that_of_all_folders_and_keeps_what_was_not_looked_at(
    project: Path, rulesdsl: Run
) -> None:
    set_to(project, 'baseline = "accepted.json"\n')
    for name in ("more", "even/more"):
        (project / name).mkdir(parents=True)
        write_race(project / name)
        (project / name / "idle.game").write_text(IDLE, "utf-8")
    assert rulesdsl("validate", "--write-baseline").out == "2 findings accepted in accepted.json\n"
    again = rulesdsl("validate", "--strict")
    assert (again.status, again.err) == (0, "")
    one = rulesdsl("validate", "more/idle.game", "--write-baseline")
    assert one.out == "2 findings accepted in accepted.json\n"
    (project / "more" / "idle.game").write_text(RACE, "utf-8")
    assert "1 finding accepted" in rulesdsl("validate", "more/idle.game", "--write-baseline").out
    assert rulesdsl("validate", "--strict").status == 0


def test_a_file_that_is_no_baseline_is_not_written_over(project: Path, rulesdsl: Run) -> None:
    set_to(project, 'baseline = "games/race.game"\n')
    done = rulesdsl("validate", "--write-baseline")
    assert (done.status, "is no baseline" in done.err) == (2, True)
    assert (project / "games" / "race.game").read_text("utf-8") == RACE


def test_config_tells_of_paths_that_meet_nothing(project: Path, rulesdsl: Run) -> None:
    set_to(project, 'files = ["game", "games"]\n')
    assert rulesdsl("config").err == "rulesdsl.toml:1: no game file lies at `game`; did you mean `games`?\n"


def test_errors_are_not_accepted(project: Path, rulesdsl: Run) -> None:
    (project / "games" / "race.game").write_text(BROKEN, "utf-8")
    done = rulesdsl("validate", "--write-baseline")
    assert done.status == 1
    assert "errors are not accepted" in done.err
    assert rulesdsl("validate").status == 1


def test_the_line_length_is_that_of_fmt(project: Path, rulesdsl: Run) -> None:
    set_to(project, "line-length = 40\n")
    done = rulesdsl("fmt", "games/race.game", "--diff")
    assert done.status == 1
    added = [
        line[1:] for line in done.out.splitlines() if line.startswith("+") and not line.startswith("+++")
    ]
    assert added
    assert max(len(line.split("#")[0].split('"')[0]) for line in added) <= 40


def test_bot_and_games_hold_unless_the_command_line_says_otherwise(rulesdsl: Run) -> None:
    usual = ["simulate", "games/race.game", "--workers", "1"]
    assert rulesdsl(*usual).out.startswith("Race: 3 games of 2 players (greedy), seed 1\n")
    said = rulesdsl(*usual, "--games", "2", "--bot", "random").out
    assert said.startswith("Race: 2 games of 2 players (random), seed 1\n")
