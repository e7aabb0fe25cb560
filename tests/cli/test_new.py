"""A file to start from: in order, and playable at once."""

from pathlib import Path

import pytest

from tests.cli.games import write_race
from tests.cli.program import Run


def test_a_new_game_is_in_order_and_in_the_canonical_layout(rulesdsl: Run, tmp_path: Path) -> None:
    shown = rulesdsl("new", "my_game")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out == "wrote my_game.game; next: rulesdsl run my_game.game\n"
    assert (tmp_path / "my_game.game").read_text("utf-8").startswith('game "My game"\n')
    assert rulesdsl("validate", "--strict", "my_game.game").status == 0
    assert rulesdsl("fmt", "--check", "my_game.game").status == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game_is_played_to_its_end(rulesdsl: Run, players: int) -> None:
    rulesdsl("new", "my_game.game")
    shown = rulesdsl("run", "my_game.game", "--seed", 1, "--players", players, "--quiet")
    assert (shown.status, shown.err) == (0, "")
    assert "win" in shown.out


def test_the_example_in_a_new_game_passes(rulesdsl: Run) -> None:
    rulesdsl("new", "my_game")
    shown = rulesdsl("test", "my_game.game")
    assert (shown.status, shown.out) == (0, "my_game.game: 1 example passes\n")


@pytest.mark.parametrize("base", ["road_trip", "race.game"])
def test_a_new_variant_is_in_order_and_playable(rulesdsl: Run, tmp_path: Path, base: str) -> None:
    write_race(tmp_path)
    shown = rulesdsl("new", "mine", "--from", base)
    assert (shown.status, shown.err) == (0, "")
    checked = rulesdsl("validate", "mine.game", "--format", "concise")
    assert checked.status == 0
    # All that is left to do is to change something.
    assert [line.partition("[")[2].partition("]")[0] for line in checked.out.splitlines()] == [
        "empty-variant"
    ]
    assert rulesdsl("run", "mine.game", "--seed", 1, "--quiet").status == 0


def test_a_new_variant_shows_what_can_be_changed(rulesdsl: Run, tmp_path: Path) -> None:
    write_race(tmp_path)
    inner = tmp_path / "inner"
    inner.mkdir()
    write_race(inner)
    rulesdsl("new", "fast_race", "--from", "inner/race.game")
    text = (tmp_path / "fast_race.game").read_text("utf-8")
    assert text.startswith('variant "Fast race" of "inner/race.game"\n')
    assert "# set players to 2..3\n# set goal to 10\n# remove score way\n" in text


def test_a_new_variant_does_not_reach_out_of_its_folder(rulesdsl: Run, tmp_path: Path) -> None:
    write_race(tmp_path)
    (tmp_path / "inner").mkdir()
    shown = rulesdsl("new", "inner/fast_race", "--from", "race.game")
    assert shown.status == 2
    assert "a base lies in the folder of its variant, or below it" in shown.err
    assert not (tmp_path / "inner" / "fast_race.game").exists()


def test_the_changes_that_it_shows_are_in_order(rulesdsl: Run, tmp_path: Path) -> None:
    write_race(tmp_path)
    rulesdsl("new", "mine", "--from", "race.game")
    path = tmp_path / "mine.game"
    text = path.read_text("utf-8").replace("# set goal to 10", "set goal to 12")
    path.write_text(text, "utf-8")
    assert rulesdsl("validate", "--strict", "mine.game").status == 0


def test_what_is_there_is_not_written_over(rulesdsl: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.game"
    path.write_text("precious", "utf-8")
    shown = rulesdsl("new", "mine")
    assert (shown.status, shown.out) == (2, "")
    assert "is there already" in shown.err
    assert path.read_text("utf-8") == "precious"
    assert rulesdsl("new", "mine", "--force").status == 0
    assert path.read_text("utf-8").startswith('game "Mine"')


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("two words", "is no good name"),
        ('"', "is no good name"),
        (".game", "is no good name"),
        ("nowhere/mine", "there is no folder nowhere"),
    ],
)
def test_names_that_cannot_be(rulesdsl: Run, tmp_path: Path, name: str, words: str) -> None:
    shown = rulesdsl("new", name)
    assert (shown.status, shown.out) == (2, "")
    assert words in shown.err
    assert list(tmp_path.iterdir()) == []
