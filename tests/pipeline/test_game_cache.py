"""Games kept from one start to the next: the same as fresh ones, and never older than their files."""

import shutil
from pathlib import Path

import pytest

from rulesdsl import game_cache, pipeline
from rulesdsl.check import elaborate
from rulesdsl.checked_game import Game, InvalidGame
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.game_cache import stamp_of
from rulesdsl.game_files import Files
from rulesdsl.pipeline import everything_wrong_with, load

TEXT = """game "Fish"
players 2..3
pieces Fish from "fish.csv" named by id
  weight: 1..9
zone pond: set of Fish, starts with Fish
zone net per Player: set of Fish
action land(fish from pond) "Land {fish}"
  move fish to your net
flow
  phase casts 2 times
    each player in turn
      must land
score weight_landed = sum(your net.weight)
winner most total, then shared

example "a pike weighs six"
  players Anna, Ben
  Anna plays land(pike)
  expect Anna.weight_landed = 6
"""
DATA = "id,weight,copies\npike,6,2\ncarp,4,4\n"


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    (tmp_path / "fish.game").write_text(TEXT, encoding="utf-8")
    (tmp_path / "fish.csv").write_text(DATA, encoding="utf-8")
    return tmp_path / "fish.game"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def without_checking(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on nothing can be checked: whatever is loaded was kept."""

    def never(*_args: object, **_options: object) -> None:
        raise AssertionError("checked again")

    monkeypatch.setattr(elaborate.Elaboration, "run", never)
    monkeypatch.setattr(pipeline, "read_stack", never)


def test_a_kept_game_is_the_same_game(game_file: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = load(game_file, cache_dir=cache)
    programs = [fresh.program(2), fresh.program(3)]
    without_checking(monkeypatch)
    kept = load(game_file, cache_dir=cache)
    assert [kept.program(2), kept.program(3)] == programs
    assert (kept.title, kept.players, kept.fingerprint) == (fresh.title, fresh.players, fresh.fingerprint)
    assert kept.tree == fresh.tree
    assert kept.report.sorted() == fresh.report.sorted()


def test_examples_of_a_kept_game_can_be_run(game_file: Path, cache: Path) -> None:
    load(game_file, cache_dir=cache)
    (program,) = load(game_file, cache_dir=cache).example_programs()
    assert [one.title for one in program.examples] == ["a pike weighs six"]


def test_a_game_is_the_same_by_whatever_name_its_file_goes(
    game_file: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game_file.parent)
    relative = load("fish.game", cache_dir=cache)
    (game_file.parent / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    for name in (game_file, "../fish.game"):
        again = load(name, cache_dir=cache)
        (program,) = again.example_programs()
        assert [len(example.steps) for example in program.examples] == [2]
        assert [result.outcome for result in run_examples(program)] == ["ok"]
        assert again.fingerprint == relative.fingerprint


@pytest.mark.parametrize("changed", ["fish.game", "fish.csv"])
def test_a_change_of_any_file_is_seen(game_file: Path, cache: Path, changed: str) -> None:
    before = load(game_file, cache_dir=cache)
    file = game_file.parent / changed
    file.write_text(
        file.read_text(encoding="utf-8").replace("copies\npike,6,2", "copies\npike,6,3"), encoding="utf-8"
    )
    file.write_text(file.read_text(encoding="utf-8").replace("casts 2", "casts 1"), encoding="utf-8")
    after = load(game_file, cache_dir=cache)
    assert after.fingerprint != before.fingerprint
    assert after.program(2) != before.program(2)


def test_a_variant_is_kept_beside_its_base(game_file: Path, cache: Path) -> None:
    variant = game_file.parent / "heavy.game"
    variant.write_text('variant "Heavy" of "fish.game"\nset pike.weight to 9\n', encoding="utf-8")
    tables = [load(variant, cache_dir=cache).program(2).tables["Fish.weight"] for _ in range(2)]
    assert tables[0] == tables[1]
    assert tables[0] != load(game_file, cache_dir=cache).program(2).tables["Fish.weight"]


def test_what_is_not_valid_is_not_kept(game_file: Path, cache: Path) -> None:
    game_file.write_text(TEXT.replace("weight_landed = sum", "weight_landed = summ"), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(InvalidGame):
            load(game_file, cache_dir=cache)


def test_a_spoilt_file_is_made_anew(game_file: Path, cache: Path) -> None:
    fresh = load(game_file, cache_dir=cache)
    for file in (cache / game_cache.FOLDER).iterdir():
        file.write_bytes(file.read_bytes()[:100])
    assert load(game_file, cache_dir=cache).program(2) == fresh.program(2)


def test_a_file_in_which_one_digit_has_changed_is_made_anew(game_file: Path, cache: Path) -> None:
    fresh = load(game_file, cache_dir=cache).program(2)
    (file,) = (cache / game_cache.FOLDER).glob(f"*{game_cache.ENDINGS[game_cache.KeptGame]}")
    data = file.read_bytes()
    digits = [
        place for place, sign in enumerate(data) if sign in b"123456789" and place > data.index(b"nodes")
    ]
    for place in digits[:: len(digits) // 20]:
        file.write_bytes(data[:place] + b"0" + data[place + 1 :])
        assert load(game_file, cache_dir=cache).program(2) == fresh


def test_what_other_code_checked_is_not_trusted(
    game_file: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(game_file, cache_dir=cache)
    monkeypatch.setattr(game_cache, "stamp_of_the_code", lambda: "another")
    checked: list[Game] = []
    original = Game.to_keep

    def noted(game: Game) -> game_cache.KeptGame:
        checked.append(game)
        return original(game)

    monkeypatch.setattr(Game, "to_keep", noted)
    load(game_file, cache_dir=cache)
    assert checked


def test_where_nothing_can_be_written_nothing_is_kept(game_file: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, not a folder", encoding="utf-8")
    assert load(game_file, cache_dir=blocked).title == "Fish"


def test_only_so_many_are_kept(game_file: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_cache, "MOST_KEPT", 3)
    for number in range(6):
        other = game_file.parent / f"other{number}.game"
        shutil.copy(game_file, other)
        load(other, cache_dir=cache)
    assert len(list((cache / game_cache.FOLDER).glob("*.game"))) <= 4


def test_where_files_lie_does_not_change_what_the_rules_are(
    game_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, weight in (("longer", 7), ("longest", 8)):
        text = f'variant "{name}" of "fish.game"\nset pike.weight to {weight}\n'
        (game_file.parent / f"{name}.game").write_text(text, encoding="utf-8")
    monkeypatch.chdir(game_file.parent)
    longer, longest = (game_file.parent / f"{name}.game" for name in ("longer", "longest"))
    spelled = [
        load(game_file, variants=[longer]),
        load("fish.game", variants=["longer.game"]),
        load(game_file, variants=["longer.game"]),
        load("longer.game"),
    ]
    assert len({game.fingerprint for game in spelled}) == 1
    in_order = load(game_file, variants=[longer, longest]).fingerprint
    other_way = load(game_file, variants=[longest, longer]).fingerprint
    assert len({spelled[0].fingerprint, in_order, other_way}) == 3


def test_a_draft_of_another_start_is_left_alone(game_file: Path, cache: Path) -> None:
    load(game_file, cache_dir=cache)
    [place] = (cache / "checked").glob("*.game")
    place.unlink()
    other = place.with_suffix(".draft")
    other.write_bytes(b"half of another")
    load(game_file, cache_dir=cache)
    assert place.exists()
    assert other.read_bytes() == b"half of another"


def test_what_was_found_in_a_file_is_kept_until_it_changes(
    game_file: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_file.write_text(TEXT.replace("  weight: 1..9\n", "  weight: 1..9\nstate idle: 0..1\n"), "utf-8")
    first, made_of = everything_wrong_with(game_file, Files(cache))
    assert [one.code for one in first] == ["unused-name"]
    assert made_of == {game_file, game_file.parent / "fish.csv"}
    with monkeypatch.context() as patch:
        without_checking(patch)
        again, made_of_again = everything_wrong_with(game_file, Files(cache))
    assert (again.sorted(), made_of_again) == (first.sorted(), made_of)
    (game_file.parent / "fish.csv").write_text("id,weight,copies\npike,66,2\n", "utf-8")
    assert everything_wrong_with(game_file, Files(cache))[0].has_errors


def test_errors_are_looked_for_anew(game_file: Path, cache: Path) -> None:
    """What is missing may be there the next time."""
    (game_file.parent / "fish.csv").unlink()
    assert everything_wrong_with(game_file, Files(cache))[0].has_errors
    (game_file.parent / "fish.csv").write_text(DATA, "utf-8")
    assert not everything_wrong_with(game_file, Files(cache))[0].has_errors


@pytest.mark.parametrize(
    "changed", ["program.py", "check/expressions/calls.py", "check/whole/unused.py", "syntax/grammar.lark"]
)
def test_other_code_has_another_stamp(tmp_path: Path, changed: str) -> None:
    file = tmp_path / changed
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("# as it was\n", "utf-8")
    before = stamp_of(tmp_path)
    assert stamp_of(tmp_path) == before
    file.write_text("# as it is now\n", "utf-8")
    assert stamp_of(tmp_path) != before


def test_code_that_has_moved_has_another_stamp(tmp_path: Path) -> None:
    for room in ("check/one", "check/other"):
        (tmp_path / room).mkdir(parents=True)
    file = tmp_path / "check" / "one" / "calls.py"
    file.write_text("# the same\n", "utf-8")
    before = stamp_of(tmp_path)
    file.rename(tmp_path / "check" / "other" / "calls.py")
    assert stamp_of(tmp_path) != before
