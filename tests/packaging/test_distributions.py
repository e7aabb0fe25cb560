"""What is built and installed, tried: not the checkout, but what users get."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from rulesdsl.syntax import table

FOLDERS = {"rulesdsl": "rulesdsl", "cli": "rulesdsl/cli", "games": "rulesdsl/games"}
# The map of the house is for those who build it.
NOT_SHIPPED = {"rulesdsl/README.md", "rulesdsl/native/README.md"}


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=clean_environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{done.args}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def clean_environment() -> dict[str, str]:
    """Nothing that would let the checkout or another installation shine through."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL_ENV", "RULESDSL"))
    }


@pytest.fixture(scope="module")
def source(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy to build in, because building leaves files behind."""
    copy = tmp_path_factory.mktemp("source")
    kept = ("pyproject.toml", "README.md", "LICENSE", *FOLDERS)
    for name in kept:
        if (checkout / name).is_dir():
            shutil.copytree(checkout / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(checkout / name, copy)
    return copy


def build(source: Path, into: Path, *what: str) -> Path:
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", into, *what, source, cwd=into)
    [built] = into.iterdir()
    return built


@pytest.fixture(scope="module")
def sdist(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(source, tmp_path_factory.mktemp("sdist"), "--sdist")


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as an installer builds it: from the source distribution, and from nothing else."""
    unpacked = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        # The first versions of Python 3.11 know no filter.
        if hasattr(tarfile, "data_filter"):
            archive.extractall(unpacked, filter="data")
        else:
            archive.extractall(unpacked)  # noqa: S202 - what we have just packed ourselves
    [folder] = unpacked.iterdir()
    return build(folder, tmp_path_factory.mktemp("wheel"), "--wheel")


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def test_the_wheel_has_every_file_of_its_folders_and_no_other(source: Path, wheel: Path) -> None:
    expected = {
        f"{installed}/{path.relative_to(source / folder).as_posix()}"
        for folder, installed in FOLDERS.items()
        for path in (source / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert names(wheel) == expected - NOT_SHIPPED


def test_the_wheel_is_the_same_straight_from_the_folders(source: Path, wheel: Path, tmp_path: Path) -> None:
    assert names(build(source, tmp_path, "--wheel")) == names(wheel)


def test_what_is_built_can_be_published(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    said = run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel, cwd=tmp_path)
    assert said.count("PASSED") == 2


def new_environment(folder: Path) -> Path:
    """Where its programs are."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    return folder / ("Scripts" if os.name == "nt" else "bin")


def install(programs: Path, *what: str | Path) -> None:
    python = programs / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *what, cwd=programs)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has the wheel, what the wheel asks for, and nothing else."""
    programs = new_environment(tmp_path_factory.mktemp("installed") / "environment")
    install(programs, wheel)
    return programs


def test_the_installed_program_runs(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "rulesdsl", "--version", cwd=tmp_path).startswith("rulesdsl ")
    assert "Commands:" in run(installed / "rulesdsl", "--help", cwd=tmp_path)


def test_the_installed_program_has_the_games(installed: Path, checkout: Path, tmp_path: Path) -> None:
    listed = run(installed / "rulesdsl", "list", cwd=tmp_path)
    games = [path.stem for path in (checkout / "games").glob("*.game")]
    assert games
    assert [name for name in games if name not in listed] == []


def test_the_installed_program_explains(installed: Path, tmp_path: Path) -> None:
    codes = run(installed / "rulesdsl", "explain", cwd=tmp_path).splitlines()
    assert codes
    code = codes[0].split()[0]
    assert code in run(installed / "rulesdsl", "explain", code, cwd=tmp_path)


READS_ITS_TABLE = """
from rulesdsl.syntax import table
table.make = None
print(len(table.grammar().rules))
"""


def test_the_installed_program_reads_the_table_of_its_grammar(installed: Path, tmp_path: Path) -> None:
    """With the lark that comes with it; another one makes a table of its own."""
    shipped = json.loads((Path(table.__file__).parent / table.FILE).read_text("utf-8").partition("\n")[0])
    version = run(installed / "python", "-c", "import lark; print(lark.__version__)", cwd=tmp_path).strip()
    if version == shipped["lark"]:
        assert int(run(installed / "python", "-c", READS_ITS_TABLE, cwd=tmp_path)) > 0


def test_an_editable_installation_follows_every_edit(source: Path, tmp_path: Path) -> None:
    edited = tmp_path / "edited"
    shutil.copytree(source, edited)
    programs = new_environment(tmp_path / "environment")
    install(programs, "--editable", edited)

    def ours(*arguments: str) -> str:
        return run(programs / "rulesdsl", *arguments, cwd=tmp_path)

    (edited / "rulesdsl" / "version.py").write_text('__version__ = "999"\nLANGUAGE = 1\n', "utf-8")
    assert ours("--version") == "rulesdsl 999 (language 1)\n"
    commands = edited / "cli" / "commands.py"
    commands.write_text(commands.read_text("utf-8").replace("Rulebooks that run", "Rules that walk"), "utf-8")
    assert "Rules that walk" in ours("--help")
    shipped = next((edited / "games").glob("*.game"))
    shutil.copy(shipped, edited / "games" / "another_name.game")
    assert "another_name" in ours("list")
