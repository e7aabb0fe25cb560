"""What the page on CI says can be followed with a copy of this project, as far as one machine can."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from rulesdsl.project import SETTINGS
from tests.cli.games import BROKEN, write_race
from tests.cli.program import INSTALLED
from tests.cli.test_hooks import commit, git
from tests.docs.fences import CHECKOUT

PAGE = (CHECKOUT / "docs" / "ci.md").read_text("utf-8")
HOOKS, FROM_A_TAG, WORKFLOW = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
ENTRIES = re.findall(r"^ +entry: (.+)$", HOOKS, re.MULTILINE)


def run(command: str, folder: Path) -> int:
    program, *arguments = shlex.split(command)
    assert program == "rulesdsl"
    done = subprocess.run([str(INSTALLED), *arguments], cwd=folder, capture_output=True, check=False)
    return done.returncode


def test_no_name_stands_there_that_somebody_has_to_replace() -> None:
    assert not re.search(r"\bOWNER\b|\bUSER\b|example\.(?:org|com)|@v0", PAGE)
    used = re.findall(r"uses: (\S+)", WORKFLOW)
    assert used == ["actions/checkout@v4", "actions/setup-python@v5", "./rulesdsl"]


def test_the_hooks_are_those_of_the_table_and_of_the_project() -> None:
    ids = re.findall(r"- id: (\S+)", HOOKS)
    assert ids == re.findall(r"^\| `(rulesdsl-\w+)` \|", PAGE, re.MULTILINE)
    own = (CHECKOUT / ".pre-commit-hooks.yaml").read_text("utf-8")
    assert ids == re.findall(r"^- id: (\S+)", own, re.MULTILINE)
    assert re.findall(r"^ +entry: (.+)$", own, re.MULTILINE) == ENTRIES


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_hook_lets_a_game_in_order_pass_and_stops_one_that_is_not(entry: str, tmp_path: Path) -> None:
    write_race(tmp_path)
    assert run(f"{entry} race.game", tmp_path) == 0
    (tmp_path / "broken.game").write_text(BROKEN, "utf-8")
    (tmp_path / "torn.game").write_text("game\n  )", "utf-8")
    assert run(f"{entry} broken.game torn.game", tmp_path) != 0


def test_the_inputs_of_the_action_are_those_of_the_table() -> None:
    action = (CHECKOUT / "action.yml").read_text("utf-8")
    inputs = re.findall(r"^  ([\w-]+):$", action.partition("inputs:")[2].partition("runs:")[0], re.MULTILINE)
    section = PAGE.partition("## In GitHub")[2].partition("## In a container")[0]
    rows = re.findall(r"^\| `([\w-]+)` \| [^|]+ \| [^|]+ \|$", section, re.MULTILINE)
    assert rows == inputs
    given = re.findall(r"^          ([\w-]+):", WORKFLOW.partition("./rulesdsl")[2], re.MULTILINE)
    assert set(given) <= set(inputs)


def test_every_other_command_can_be_run(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    write_race(games)
    shutil.copy(games / "race.game", tmp_path / "draft.game")
    [settings] = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    (tmp_path / "rulesdsl.toml").write_text(settings, "utf-8")
    commands = [
        line
        for fence in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
        for line in fence.splitlines()
        if line.startswith("rulesdsl ")
    ]
    assert len(commands) == 6
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    commit(tmp_path)
    for command in commands:
        with_program = re.sub(r"^rulesdsl\b", shlex.quote(str(INSTALLED)), command)
        done = subprocess.run(["bash", "-c", with_program], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, command


def test_the_copy_is_kept_out_by_the_line_that_says_so(tmp_path: Path) -> None:
    write_race(tmp_path)
    (tmp_path / "rulesdsl").mkdir()
    (tmp_path / "rulesdsl" / "broken.game").write_text(BROKEN, "utf-8")
    assert run("rulesdsl validate .", tmp_path) == 1
    [line] = re.findall(r"`(exclude = [^`]+)`", PAGE)
    (tmp_path / "rulesdsl.toml").write_text(line, "utf-8")
    assert run("rulesdsl validate .", tmp_path) == 0


def test_every_setting_is_in_the_table() -> None:
    section = PAGE.partition("\n## Settings")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ((?:`[\w-]+`(?:, )?)+) \|", section, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([\w-]+)`", row)} == set(SETTINGS)
