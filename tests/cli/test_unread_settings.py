"""A table for rulesdsl in a pyproject.toml is not read; who wrote one is told."""

from pathlib import Path

import pytest

from tests.cli.games import write_race
from tests.cli.program import Run


@pytest.fixture(autouse=True)
def race(tmp_path: Path) -> Path:
    return write_race(tmp_path)


def note(file: str, line: int) -> str:
    return f"note: {file}:{line}: [tool.rulesdsl] is not read; options stand on the command line\n"


@pytest.mark.parametrize("arguments", [["validate"], ["validate", "--strict"], ["test"], ["fmt", "--check"]])
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[project]\nname = "rulesdsl-games"\n\n[tool.rulesdsl]\nstrict = true\n', 4),
        ("[tool.rulesdsl.validate]\nstrict = true\n", 1),
        ("[ tool . 'rulesdsl' ]\n", 1),
        ("# [tool.rulesdsl]\n[tool]\nrulesdsl = { strict = true }\n", 3),
        ("tool.rulesdsl.strict = true\n", 1),
        ("[tool]\nrulesdsl.strict = true\n", 2),
    ],
)
def test_the_table_is_named_with_its_line(
    rulesdsl: Run, tmp_path: Path, arguments: list[str], text: str, line: int
) -> None:
    without = rulesdsl(*arguments, "race.game")
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    shown = rulesdsl(*arguments, "race.game")
    assert shown.err == note("pyproject.toml", line) + without.err
    assert (shown.out, shown.status) == (without.out, without.status)


@pytest.mark.parametrize(
    "text",
    [
        '[project.scripts]\nrulesdsl = "games:main"\n',
        "# [tool.rulesdsl]\n",
        "[tool.rulesdsl\n",
        "[tool.other]\nrulesdsl = 1\n",
        "tool = 1 # rulesdsl\n",
        "[tool.rulesdsl]\n" + "#" * 1_000_000,
    ],
)
def test_nothing_is_said_of_anything_else(rulesdsl: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    assert rulesdsl("validate", "race.game").err == ""


def test_the_nearest_file_counts_once_for_all_files(rulesdsl: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_race(tmp_path / name)
        (tmp_path / name / "pyproject.toml").write_text("[tool.rulesdsl]\n", "utf-8")
    shown = rulesdsl("validate", "one", "two", "two/race.game")
    assert shown.err == note("one/pyproject.toml", 1) + note("two/pyproject.toml", 1)


def test_the_folder_above_counts_for_text_from_standard_input(
    rulesdsl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.rulesdsl]\n", "utf-8")
    (tmp_path / "inside").mkdir()
    monkeypatch.chdir(tmp_path / "inside")
    text = (tmp_path / "race.game").read_text("utf-8")
    for command in ("validate", "fmt"):
        shown = rulesdsl(command, "-", typed=text)
        assert shown.err == note("../pyproject.toml", 1)
