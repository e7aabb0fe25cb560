"""Compiled modules are kept for the next start, and taken only where nobody else can have put them."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native import machine, module_cache
from rulesdsl.native.machine import Machine
from rulesdsl.native.module_cache import FOLDER, Compiled, found, keep
from tests.loading import load

CHECKOUT = Path(__file__).parent.parent.parent
MADE = Compiled((("here", "because"),), b"code\n\0more")
NAME = "some.module"


def names(folder: Path) -> list[str]:
    return [file.name for file in (folder / FOLDER).iterdir()]


def test_what_was_kept_is_found(tmp_path: Path) -> None:
    assert found(tmp_path, NAME) is None
    keep(tmp_path, NAME, MADE)
    assert found(tmp_path, NAME) == MADE
    assert names(tmp_path) == [NAME]


def _open_folder(folder: Path) -> None:
    (folder / FOLDER).chmod(0o770)


def _open_file(folder: Path) -> None:
    (folder / FOLDER / NAME).chmod(0o646)


def _link_of_a_file(folder: Path) -> None:
    file = folder / FOLDER / NAME
    file.rename(folder / "elsewhere")
    file.symlink_to(folder / "elsewhere")


def _link_of_the_folder(folder: Path) -> None:
    (folder / FOLDER).rename(folder / "elsewhere")
    (folder / FOLDER).symlink_to(folder / "elsewhere")


def _copy(folder: Path) -> None:
    """As an archive brings it, with everything but the place on the disk."""
    file = folder / FOLDER / NAME
    file.rename(folder / FOLDER / "before")
    shutil.copy2(folder / FOLDER / "before", file)


def _nonsense(folder: Path) -> None:
    (folder / FOLDER / NAME).write_bytes(b"[[1, 2], [[1]]]\n")


@pytest.mark.parametrize(
    "spoil", [_open_folder, _open_file, _link_of_a_file, _link_of_the_folder, _copy, _nonsense]
)
def test_what_others_could_have_written_is_not_taken(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    keep(tmp_path, NAME, MADE)
    spoil(tmp_path)
    assert found(tmp_path, NAME) is None


def test_nothing_is_kept_where_others_can_write(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER).chmod(0o777)
    keep(tmp_path, NAME, MADE)
    assert names(tmp_path) == []


def test_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_cache, "MOST_KEPT", 3)
    for number in range(9):
        keep(tmp_path, f"{number}.module", MADE)
    assert len(names(tmp_path)) <= 4
    assert found(tmp_path, "8.module") == MADE


def test_a_second_start_translates_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(CHECKOUT / "examples/classics/tic_tac_toe.game").program(2)
    first = Machine(Plan(program), tmp_path).play(range(5))
    (kept,) = (tmp_path / FOLDER).iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2])
    # What is damaged is made anew.
    assert Machine(Plan(program), tmp_path).play(range(5)) == first
    assert kept.read_bytes().partition(b"\n")[2] == whole.partition(b"\n")[2]
    monkeypatch.setattr(machine, "compiled", None)
    assert Machine(Plan(program), tmp_path).play(range(5)) == first
