"""The recipes of the page on CI, followed as they stand: hooks from a clone and from a tag, the container.

What installs the project anew is done with --long; otherwise they are read as their programs do.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rulesdsl.version import __version__
from tests.cli.games import BROKEN, write_race
from tests.cli.program import INSTALLED
from tests.cli.test_hooks import commit, git, scripts
from tests.docs.fences import CHECKOUT

PAGE = (CHECKOUT / "docs" / "ci.md").read_text("utf-8")
LOCAL, FROM_A_TAG, _WORKFLOW = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody gets who clones this project, with the tag of a release."""
    folder = tmp_path_factory.mktemp("beside") / "rulesdsl"
    listed = git(CHECKOUT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listed.split("\0")):
        if (CHECKOUT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, folder / name)
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    git(folder, "tag", f"v{__version__}")
    return folder


@pytest.fixture
def repository(clone: Path, request: pytest.FixtureRequest) -> Path:
    folder = clone.parent / re.sub(r"\W+", "_", request.node.name)
    folder.mkdir()
    write_race(folder)
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    return folder


@pytest.mark.long
def test_the_action_as_it_stands(clone: Path, repository: Path, tmp_path: Path) -> None:
    """Every step, from the installation on."""
    path = tmp_path / "path"
    ours = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    ours |= {"RUNNER_TEMP": str(tmp_path), "GITHUB_ACTION_PATH": str(clone), "GITHUB_PATH": str(path)}
    ours |= {"GITHUB_ACTIONS": "true", "FILES": ".", "STRICT": "true", "BALANCE": "0"}
    for step in ("Install", "Validate", "Format", "Test"):
        command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", scripts(clone)[step])
        done = subprocess.run(command, cwd=repository, env=ours, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (step, done.stdout, done.stderr)
        ours["PATH"] = os.pathsep.join([*path.read_text("utf-8").split(), os.environ["PATH"]])
    assert shutil.which("rulesdsl", path=ours["PATH"]) == str(tmp_path / "rulesdsl" / "bin" / "rulesdsl")


def run_hooks(repository: Path, settings: str, home: Path) -> subprocess.CompletedProcess[str]:
    (repository / ".pre-commit-config.yaml").write_text(settings, "utf-8")
    git(repository, "add", ".")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    path = os.pathsep.join([str(INSTALLED.parent), os.environ["PATH"]])
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", "--all-files"],
        cwd=repository,
        env=clean | {"PRE_COMMIT_HOME": str(home), "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_tag_on_the_page_is_that_of_a_release() -> None:
    assert set(re.findall(r"\bv\d+\.\d+\.\d+\b", PAGE)) == {f"v{__version__}"}


def test_hooks_and_recipe_are_understood(repository: Path, clone: Path) -> None:
    (repository / "local.yaml").write_text(LOCAL, "utf-8")
    (repository / "tag.yaml").write_text(FROM_A_TAG, "utf-8")
    for command, *given in (
        ("validate-config", "local.yaml", "tag.yaml"),
        ("validate-manifest", str(clone / ".pre-commit-hooks.yaml")),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "pre_commit", command, *given],
            cwd=repository,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
    asked = re.findall(r"- id: (\S+)", FROM_A_TAG)
    assert set(asked) <= set(
        re.findall(r"- id: (\S+)", (clone / ".pre-commit-hooks.yaml").read_text("utf-8"))
    )
    (repository / "broken.game").write_text(BROKEN, "utf-8")
    stopped = run_hooks(repository, LOCAL, clone.parent)
    assert (stopped.returncode, "error[unknown-name]" in stopped.stdout) == (1, True)
    assert {word for word, _ in recipe_of(clone)} <= {*DONE_HERE, *OF_THE_IMAGE}


@pytest.mark.long
@pytest.mark.parametrize("settings", [LOCAL, FROM_A_TAG], ids=["installed", "tag"])
def test_hooks_let_pass_what_is_in_order_and_stop_what_is_not(
    settings: str, repository: Path, tmp_path: Path
) -> None:
    passed = run_hooks(repository, settings, tmp_path)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert passed.stdout.count("Passed") == 3
    (repository / "broken.game").write_text(BROKEN, "utf-8")
    stopped = run_hooks(repository, settings, tmp_path)
    assert stopped.returncode == 1
    assert "error[unknown-name]" in stopped.stdout


BUILD, START = (shlex.split(line) for line in re.findall(r"^docker (.*)$", PAGE, re.MULTILINE))
DONE_HERE, OF_THE_IMAGE = ("COPY", "RUN", "ENV", "ENTRYPOINT"), ("#", "FROM", "WORKDIR", "CMD")


def recipe_of(clone: Path) -> list[tuple[str, str]]:
    recipe = clone.parent / BUILD[BUILD.index("--file") + 1]
    return [
        (line.split()[0], line.partition(" ")[2]) for line in recipe.read_text("utf-8").splitlines() if line
    ]


@pytest.mark.long
def test_the_container_has_the_program_as_its_command(clone: Path, repository: Path, tmp_path: Path) -> None:
    """No machine for images is needed: each line of the recipe is done here, in an environment of its own."""
    copied, programs = tmp_path / "rulesdsl", tmp_path / "environment" / "bin"
    subprocess.run([sys.executable, "-m", "venv", programs.parent], check=True)
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    environment = clean | {"PATH": os.pathsep.join([str(programs), os.environ["PATH"]])}
    entry = []
    for word, rest in recipe_of(clone):
        text = rest.replace("/tmp/rulesdsl", shlex.quote(str(copied)))  # noqa: S108 - of the recipe
        match word:
            case "COPY":
                assert rest == ". /tmp/rulesdsl"
                shutil.copytree(clone.parent / BUILD[-1], copied, ignore=shutil.ignore_patterns(".git"))
            case "RUN":
                subprocess.run(["bash", "-ec", text], env=environment, check=True)
            case "ENV":
                name, _, value = rest.partition("=")
                environment[name] = value
            case "ENTRYPOINT":
                entry = tomllib.loads(f"x = {rest}")["x"]
            case _:
                assert word in OF_THE_IMAGE
    said = START[START.index("rulesdsl") + 1 :]
    games = repository / "games"
    games.mkdir()
    write_race(games)
    done = subprocess.run(
        [*entry, *said], cwd=repository, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "2 files checked, nothing found\n")
