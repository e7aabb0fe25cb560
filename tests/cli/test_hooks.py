"""The pre-commit hooks and the GitHub action, tried in a repository of their own.

The hooks' entries are run as pre-commit runs them, with the names of the changed files behind them:
pre-commit itself would install the project into an environment of its own, for which it needs the network.
"""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.games import BROKEN, RACE, write_race
from tests.cli.program import INSTALLED

HOOKS = ("rulesdsl-validate", "rulesdsl-fmt", "rulesdsl-test")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a game in order, committed."""
    folder = tmp_path / "repository"
    folder.mkdir()
    write_race(folder)
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    return folder


def git(folder: Path, *arguments: str) -> str:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", "-c", "user.name=Anna", "-c", "user.email=anna@example.org", *arguments],
        cwd=folder,
        env=clean,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "more")


def hooks(checkout: Path) -> dict[str, dict[str, str]]:
    """The definitions: each a list item of lines `name: value`."""
    text = (checkout / ".pre-commit-hooks.yaml").read_text("utf-8")
    found = {}
    for item in re.split(r"^- ", text, flags=re.MULTILINE)[1:]:
        entries = dict(re.findall(r"^ *(\w+): (.*)$", item, re.MULTILINE))
        found[entries["id"]] = entries
    return found


def run_hook(checkout: Path, repository: Path, hook: str) -> subprocess.CompletedProcess[str]:
    """As pre-commit does: the entry, then the changed files that the hook is for."""
    definition = hooks(checkout)[hook]
    changed = git(repository, "diff", "--name-only", "HEAD").splitlines()
    files = [name for name in changed if re.search(definition["files"], name)]
    assert files
    return run(repository, *shlex.split(definition["entry"]), *files)


def run(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(INSTALLED.parent), os.environ["PATH"]])
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    return subprocess.run(
        command,
        cwd=folder,
        env=clean | {"PATH": path} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_hooks_are_these(checkout: Path) -> None:
    found = hooks(checkout)
    assert tuple(found) == HOOKS
    for definition in found.values():
        assert definition["language"] == "python"
        assert re.search(definition["files"], "games/race.game")
        assert not re.search(definition["files"], "games/race.md")


@pytest.mark.parametrize("hook", HOOKS)
def test_a_good_change_passes(checkout: Path, repository: Path, hook: str) -> None:
    (repository / "race.game").write_text(RACE.replace('"Race"', '"Quick race"'), "utf-8")
    done = run_hook(checkout, repository, hook)
    assert (done.returncode, done.stderr.replace("1 file already in order\n", "")) == (0, "")
    assert git(repository, "diff", "--stat").count("race.game") == 1


@pytest.mark.parametrize(
    ("hook", "text", "words"),
    [
        ("rulesdsl-validate", BROKEN, "error[unknown-name]"),
        ("rulesdsl-fmt", "game X\n", "race.game:1:6"),
        ("rulesdsl-test", RACE.replace("expect Anna.points = 7", "expect Anna.points = 8"), "three steps"),
    ],
)
def test_a_bad_change_is_stopped(checkout: Path, repository: Path, hook: str, text: str, words: str) -> None:
    (repository / "race.game").write_text(text, "utf-8")
    done = run_hook(checkout, repository, hook)
    assert done.returncode == 1
    assert words in done.stdout + done.stderr


def test_the_formatter_changes_the_file_which_stops_the_commit(checkout: Path, repository: Path) -> None:
    (repository / "race.game").write_text(RACE.replace("  add steps", "     add   steps"), "utf-8")
    assert run_hook(checkout, repository, "rulesdsl-fmt").returncode == 0
    assert (repository / "race.game").read_text("utf-8") == RACE


# ---------------------------------------------------------------- the action


def scripts(checkout: Path) -> dict[str, str]:
    """What each step of the action runs."""
    text = (checkout / "action.yml").read_text("utf-8")
    found = {}
    for step in re.split(r"^    - name: ", text, flags=re.MULTILINE)[1:]:
        name, _, rest = step.partition("\n")
        [script] = re.findall(r"^      run: \|\n((?:        .*\n?|\n)+)", rest, re.MULTILINE)
        found[name] = re.sub(r"^        ", "", script, flags=re.MULTILINE)
    return found


def inputs(checkout: Path) -> dict[str, str]:
    text = (checkout / "action.yml").read_text("utf-8")
    [block] = re.findall(r"^inputs:\n((?:  .*\n)+)", text, re.MULTILINE)
    return dict(re.findall(r'^  ([a-z-]+):\n    .*\n    default: "(.*)"$', block, re.MULTILINE))


def run_action(
    checkout: Path, repository: Path, **given: str
) -> tuple[list[str], subprocess.CompletedProcess[str]]:
    """The steps behind the installation, one after the other until one fails, as the runner runs them."""
    values = {name.replace("_", "-"): value for name, value in given.items()}
    said = inputs(checkout) | values
    steps = ["Validate"]
    if said["format-check"] == "true":
        steps.append("Format")
    if said["test"] == "true":
        steps.append("Test")
    done = None
    ran = []
    for step in steps:
        ran.append(step)
        done = run(
            repository,
            *("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", scripts(checkout)[step]),
            FILES=said["files"],
            STRICT=said["strict"],
            GITHUB_ACTIONS="true",
        )
        if done.returncode:
            break
    assert done is not None
    return ran, done


def test_the_action_installs_what_it_lies_in(checkout: Path) -> None:
    assert list(scripts(checkout)) == ["Install", "Summary", "Validate", "Format", "Test"]
    assert '/pip" install --quiet "$GITHUB_ACTION_PATH$extra"' in scripts(checkout)["Install"]


def test_no_input_is_pasted_into_a_script(checkout: Path) -> None:
    assert [name for name, script in scripts(checkout).items() if "${{" in script] == []


@pytest.mark.parametrize("given", [{}, {"files": "race.game long_race.game", "format_check": "true"}])
def test_the_action_passes_a_repository_in_order(
    checkout: Path, repository: Path, given: dict[str, str]
) -> None:
    ran, done = run_action(checkout, repository, **given)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ran[-1] == "Test"


@pytest.mark.parametrize(
    ("text", "given", "step", "words"),
    [
        (BROKEN, {}, "Validate", "::error title=rulesdsl%3A unknown-name,file=race.game,line=13,"),
        (RACE.replace("expect Anna.points = 7", "expect Anna.points = 8"), {}, "Test", "three steps"),
        (RACE.replace("  add steps", "     add   steps"), {"format_check": "true"}, "Format", "would change"),
    ],
)
def test_the_action_fails_where_something_is_wrong(
    checkout: Path, repository: Path, text: str, given: dict[str, str], step: str, words: str
) -> None:
    (repository / "race.game").write_text(text, "utf-8")
    ran, done = run_action(checkout, repository, **given)
    assert (ran[-1], done.returncode) == (step, 1)
    assert words in done.stdout


def test_the_action_writes_what_a_pull_request_does_into_the_summary(
    checkout: Path, repository: Path, tmp_path: Path
) -> None:
    clone, summary = tmp_path / "clone", tmp_path / "summary.md"
    base = git(repository, "rev-parse", "HEAD").strip()
    git(tmp_path, "clone", "--quiet", str(repository), str(clone))
    (clone / "race.game").write_text(RACE.replace("normally 10", "normally 12"), "utf-8")
    script = scripts(checkout)["Summary"]
    command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
    done = run(clone, *command, BASE=base, BALANCE="0", GITHUB_STEP_SUMMARY=str(summary))
    assert done.returncode == 0, done.stderr
    assert 'normally 12 "Points to win"' in summary.read_text("utf-8")


def test_the_page_about_this_names_the_hooks_and_the_inputs(checkout: Path) -> None:
    page = (checkout / "docs" / "ci.md").read_text("utf-8")
    assert re.findall(r"^      - id: (\S+)$", page, re.MULTILINE) == [*HOOKS, *HOOKS]
    section = page.split("In GitHub Actions")[1].split("In a container")[0]
    rows = re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE)
    assert rows == list(inputs(checkout))
