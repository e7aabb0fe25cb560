"""What a file may name: nothing outside of its folder, and no other kind of file; none of it is shown."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.diagnostics.render import full
from rulesdsl.game_files import LARGEST_FILE, Files
from rulesdsl.pipeline import check_file, load
from tests.cli.program import Run

PRIVATE = "the combination is 4711"

GAME = """\
game "Shop"
players 1..1
{head}
zone shelf: set of Ware, starts with Ware

flow
  nothing

score worth = sum(shelf.price)

winner most total, then shared
"""

TABLE = 'pieces Ware from "{name}" named by id\n  price: 0..9'
RULES = 'rules "{name}"\npieces Ware\n  price: 0..9 = 3'
BASE = 'variant "House" of "{name}"\n\nset shelf to 3\n'

HEADS = {"from": (TABLE, ".csv"), "rules": (RULES, ".md"), "of": (BASE, ".game")}


def outside_by_parent(folder: Path, file: str) -> str:
    (folder.parent / file).write_text(PRIVATE)
    return f"../{file}"


def outside_by_a_way_through_a_folder(folder: Path, file: str) -> str:
    (folder / "inner").mkdir()
    (folder.parent / file).write_text(PRIVATE)
    return f"inner/../../{file}"


def absolute(folder: Path, file: str) -> str:
    (folder.parent / file).write_text(PRIVATE)
    return str(folder.parent / file)


def absolute_elsewhere(_folder: Path, file: str) -> str:
    return f"C:/{file}"


def share_elsewhere(_folder: Path, file: str) -> str:
    return f"//machine/share/{file}"


def link_to_a_file(folder: Path, file: str) -> str:
    (folder.parent / file).write_text(PRIVATE)
    (folder / file).symlink_to(folder.parent / file)
    return file


def link_to_a_folder(folder: Path, file: str) -> str:
    (folder.parent / "elsewhere").mkdir()
    (folder.parent / "elsewhere" / file).write_text(PRIVATE)
    (folder / "inner").symlink_to(folder.parent / "elsewhere")
    return f"inner/{file}"


def link_to_itself(folder: Path, file: str) -> str:
    (folder / file).symlink_to(folder / file)
    return file


def pipe(folder: Path, file: str) -> str:
    os.mkfifo(folder / file)
    return file


def link_to_a_device(folder: Path, file: str) -> str:
    (folder / file).symlink_to("/dev/zero")
    return file


def device(_folder: Path, _file: str) -> str:
    return "/dev/zero"


def folder_of_that_name(folder: Path, file: str) -> str:
    (folder / file).mkdir()
    return file


def folder_itself(_folder: Path, _file: str) -> str:
    return "."


def another_kind_of_file(folder: Path, _file: str) -> str:
    (folder / "diary.txt").write_text(PRIVATE)
    return "diary.txt"


def without_an_ending(folder: Path, _file: str) -> str:
    (folder / ".netrc").write_text(PRIVATE)
    return ".netrc"


def very_long_name(_folder: Path, file: str) -> str:
    return "x" * 1_500 + file


WAYS = [
    outside_by_parent,
    outside_by_a_way_through_a_folder,
    absolute,
    absolute_elsewhere,
    share_elsewhere,
    link_to_a_file,
    link_to_a_folder,
    link_to_itself,
    pipe,
    link_to_a_device,
    device,
    folder_of_that_name,
    folder_itself,
    another_kind_of_file,
    without_an_ending,
    very_long_name,
]
CODES = {
    "data-file-outside",
    "data-file-unreadable",
    "data-file-missing",
    "rule-list-missing",
    "unknown-base",
}

every_way = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
every_head = pytest.mark.parametrize("word", HEADS)


def written(tmp_path: Path, word: str, way: Callable[[Path, str], str]) -> Path:
    folder = tmp_path / "game"
    folder.mkdir()
    head, ending = HEADS[word]
    line = head.format(name=way(folder, f"named{ending}"))
    path = folder / "top.game"
    path.write_text(line if word == "of" else GAME.format(head=line))
    return path


@every_head
@every_way
def test_it_is_refused_and_not_read(tmp_path: Path, word: str, way: Callable[[Path, str], str]) -> None:
    files, report = Files(), Report()
    path = written(tmp_path, word, way)
    check_file(path, files, report)
    assert {one.code for one in report if one.severity.name == "ERROR"} & CODES
    assert list(files.sources) == [str(path)]
    assert PRIVATE not in full.render(report)


@every_head
@every_way
def test_no_command_reads_it(
    tmp_path: Path, word: str, way: Callable[[Path, str], str], rulesdsl: Run
) -> None:
    path = written(tmp_path, word, way)
    for words in (("rules",), ("diff", "road_trip"), ("show",), ("new", "x", "--from")):
        shown = rulesdsl(*words, path)
        assert shown.status in (0, 1, 2), words
        assert PRIVATE not in shown.out + shown.err


@pytest.mark.parametrize(
    "name", ["wares.csv", "inner/wares.csv", "./wares.csv", "inner/../wares.csv", "WARES.CSV"]
)
def test_what_lies_in_the_folder_or_below_is_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / name).write_text("id,price\nlamp,3\n")
    path = tmp_path / "top.game"
    path.write_text(GAME.format(head=TABLE.format(name=name)))
    assert load(path).title == "Shop"


def test_a_link_inside_of_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "these.csv").write_text("id,price\nlamp,3\n")
    (tmp_path / "wares.csv").symlink_to("these.csv")
    path = tmp_path / "top.game"
    path.write_text(GAME.format(head=TABLE.format(name="wares.csv")))
    assert load(path).title == "Shop"


def test_of_a_file_without_end_no_more_is_read_than_may_be(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no ordinary file"):
        check_file(Path("/dev/zero"), Files(), Report())
    large = tmp_path / "large.game"
    with large.open("wb") as file:
        file.truncate(LARGEST_FILE * 5_000)
    report = Report()
    check_file(large, Files(), report)
    assert [one.code for one in report] == ["file-too-large"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize(
    "words",
    [
        ("run", "p.game"),
        ("validate", "p.game"),
        ("test", "p.game"),
        ("fmt", "p.game"),
        ("fix", "p.game"),
        ("show", "p.game"),
        ("print", "p.game"),
        ("perft", "p.game", "--depth", "1"),
        ("rules", "p.game"),
        ("new", "mine", "--from", "p.game"),
        ("diff", "road_trip", "p.game"),
        ("run", "road_trip", "--variant", "p.game"),
        ("compare", "road_trip", "p.game", "--games", "2"),
        ("rules", "road_trip", "--list", "p.md"),
        ("run", "road_trip", "--bot", "prefer:p.prefer"),
        ("run", "road_trip", "--bot", "p.py"),
        ("replay", "p.trace"),
        ("play", "--resume", "p.saved"),
    ],
    ids=" ".join,
)
def test_no_command_waits_for_a_pipe(words: tuple[str, ...], rulesdsl: Run, tmp_path: Path) -> None:
    [pipe] = [word.removeprefix("prefer:") for word in words if word.removeprefix("prefer:").startswith("p.")]
    os.mkfifo(tmp_path / pipe)
    refused = rulesdsl(*words)
    assert refused.status in {1, 2}, refused
    assert "no ordinary file" in refused.err + refused.out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize(
    "words",
    [
        ("run", "road_trip", "--trace", "p"),
        ("trace", "road_trip", "--output", "p"),
        ("simulate", "road_trip", "--games", "2", "--out", "p.csv"),
        ("simulate", "road_trip", "--games", "2", "--report", "p.html"),
        ("solve", "road_trip", "--table", "p.csv"),
        ("print", "road_trip", "--output", "p.html"),
        ("show", "road_trip", "--flow", "--output", "p.svg"),
    ],
    ids=" ".join,
)
def test_no_command_waits_until_somebody_reads_a_pipe(
    words: tuple[str, ...], rulesdsl: Run, tmp_path: Path
) -> None:
    [pipe] = [word for word in words if word.partition(".")[0] == "p"]
    os.mkfifo(tmp_path / pipe)
    refused = rulesdsl(*words)
    assert refused.status == 2, refused
    assert "no ordinary file" in refused.err


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no descriptors with names here")
def test_what_is_open_already_is_written_to(rulesdsl: Run) -> None:
    reads, writes = os.pipe()
    with os.fdopen(reads, "rb") as end:
        os.set_inheritable(writes, True)
        assert rulesdsl("show", "road_trip", "--flow", "--output", f"/dev/fd/{writes}").status == 0
        os.close(writes)
        assert end.read().startswith(b"<svg")


def test_a_link_to_itself_is_called_a_link(tmp_path: Path, rulesdsl: Run) -> None:
    for name in ("loop.game", "wares.csv"):
        (tmp_path / name).symlink_to(tmp_path / name)
    (tmp_path / "bazaar.game").write_text(GAME.format(head=TABLE.format(name="wares.csv")))
    (tmp_path / "house.game").write_text('variant "House" of "loop.game"\nset players to 2..3\n')
    for file, name in (("loop.game", "loop.game"), ("bazaar.game", "wares.csv"), ("house.game", "loop.game")):
        shown = rulesdsl("validate", tmp_path / file)
        said = shown.err + shown.out
        assert f"{name}` is a link that leads to no file" in said
        assert "did you mean" not in said, said
