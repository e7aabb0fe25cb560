"""What FILE, --seat and --option take."""

import importlib
from pathlib import Path

import click
import pytest

game_options = importlib.import_module("rulesdsl.cli.game_options")


def test_a_game_is_a_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.game"
    path.touch()
    assert game_options.game_file(str(path)) == path


def test_a_game_is_the_name_of_a_shipped_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = game_options.game_file("road_trip")
    assert found.name == "road_trip.game"
    assert found.is_file()


def test_a_path_goes_before_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "road_trip").touch()
    assert game_options.game_file("road_trip") == Path("road_trip")


def test_a_mistyped_game_is_an_error_that_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(click.BadParameter, match="did you mean `road_trip`"):
        game_options.game_file("raod_trip")


@pytest.mark.parametrize("wanted", ["race", "race.gme", "rcae.game"])
def test_a_game_beside_may_have_been_meant(
    wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "race.game").touch()
    with pytest.raises(click.BadParameter, match=r"of that name; did you mean `race\.game`\?$"):
        game_options.game_file(wanted)


def test_a_folder_is_taken_only_where_several_files_are(tmp_path: Path) -> None:
    assert game_options.game_file_or_folder(str(tmp_path)) == tmp_path
    with pytest.raises(click.BadParameter, match="is a folder"):
        game_options.game_file(str(tmp_path))


@pytest.mark.parametrize(("text", "meant"), [("2=random", (2, "random")), (" 1 = x ", (1, "x"))])
def test_a_seat_has_a_kind(text: str, meant: tuple[int, str]) -> None:
    assert game_options.seat_and_kind(text) == meant


@pytest.mark.parametrize("text", ["", "2", "random", "0=random", "-1=random", "2=", "=random", "²=random"])
def test_what_is_no_seat_and_kind(text: str) -> None:
    with pytest.raises(click.BadParameter, match="2=KIND"):
        game_options.seat_and_kind(text)


@pytest.mark.parametrize(("text", "meant"), [("a=b", ("a", "b")), ("a = b=c", ("a", "b=c"))])
def test_an_option_has_a_value(text: str, meant: tuple[str, str]) -> None:
    assert game_options.name_and_value(text) == meant


@pytest.mark.parametrize("text", ["", "a", "a=", "=b"])
def test_what_is_no_name_and_value(text: str) -> None:
    with pytest.raises(click.BadParameter, match="NAME=VALUE"):
        game_options.name_and_value(text)


def test_completion_offers_files_and_the_shipped_games() -> None:
    command = click.Command("run")
    context = click.Context(command)
    argument = click.Argument(["file"])
    offered = game_options.complete_game(context, argument, "road")
    assert [(item.type, item.value) for item in offered] == [("file", "road"), ("plain", "road_trip")]
