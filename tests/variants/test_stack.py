"""Variants of variants: from the file on top down to the game."""

from pathlib import Path

import pytest

from rulesdsl.diagnostics import Diagnostic, Report
from rulesdsl.source import Source
from rulesdsl.syntax import ast
from rulesdsl.variants import apply, read_stack
from tests.variants.varying import BASE, DATA, game, reader, variant

Stack = tuple[ast.GameFile, list[ast.VariantFile]]


def read(path: Path) -> Source:
    return Source.from_bytes(str(path), path.read_bytes(), limit=100_000)


def put(folder: Path, **texts: str) -> Path:
    """Files by their names, without the ending."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.game").write_text(text, "utf-8")
    return folder


def house(base: str, lines: str = "set rounds to 4", title: str = "House") -> str:
    return f'variant "{title}" of "{base}"\n{lines}\n'


def titles(stack: Stack | None) -> list[str]:
    assert stack is not None
    return [one.title.value for one in stack[1]]


def test_a_game_is_a_stack_without_variants(tmp_path: Path) -> None:
    put(tmp_path, base=BASE)
    report = Report()
    assert read_stack(tmp_path / "base.game", read, report) == (game(BASE), [])
    assert not report


def test_a_variant_of_a_variant_lies_on_top(tmp_path: Path) -> None:
    put(tmp_path, base=BASE, low=house("base.game", title="Low"), high=house("low.game", title="High"))
    assert titles(read_stack(tmp_path / "high.game", read, Report())) == ["Low", "High"]


def test_the_upper_variant_has_the_last_word(tmp_path: Path) -> None:
    put(
        tmp_path,
        base=BASE,
        low=house("base.game", "set rounds to 5\nset limit to 1"),
        high=house("low.game", "set rounds to 6"),
    )
    report = Report()
    stack = read_stack(tmp_path / "high.game", read, report)
    assert stack is not None
    tree, variants = stack
    for one in variants:
        tree = apply(tree, one, report, reader(DATA))
    wanted = BASE.replace("rounds = 3", "rounds = 6").replace("if fast then 5 else 7", "1")
    assert tree == game(wanted)
    assert not report


def test_a_base_is_looked_for_from_the_folder_of_the_variant(tmp_path: Path) -> None:
    put(tmp_path / "own" / "inner", base=BASE)
    put(tmp_path / "own", house=house("inner/base.game"))
    assert titles(read_stack(tmp_path / "own" / "house.game", read, Report())) == ["House"]


@pytest.mark.parametrize("name", ["road_trip", "road_trip.game"])
def test_a_base_that_is_not_beside_the_variant_is_a_shipped_game(tmp_path: Path, name: str) -> None:
    put(tmp_path, house=house(name))
    stack = read_stack(tmp_path / "house.game", read, Report())
    assert stack is not None
    assert stack[0].headings[0].span.source.name.endswith("road_trip.game")


def test_what_lies_beside_comes_before_what_is_shipped(tmp_path: Path) -> None:
    put(tmp_path, road_trip=BASE, house=house("road_trip.game"))
    stack = read_stack(tmp_path / "house.game", read, Report())
    assert stack is not None
    assert stack[0] == game(BASE)


def test_a_variant_may_be_called_like_the_shipped_game_it_changes(tmp_path: Path) -> None:
    put(tmp_path, road_trip=house("road_trip.game"))
    assert titles(read_stack(tmp_path / "road_trip.game", read, Report())) == ["House"]


def test_an_unknown_base(tmp_path: Path) -> None:
    put(tmp_path, house=house("raod_trip.game"))
    report = Report()
    assert read_stack(tmp_path / "house.game", read, report) is None
    [found] = report
    assert (found.code, found.span.text) == ("unknown-base", '"raod_trip.game"')
    assert found.hint == "did you mean `road_trip`?"


def test_a_base_that_is_no_text(tmp_path: Path) -> None:
    put(tmp_path, house=house("base.game"))
    (tmp_path / "base.game").write_bytes(b"\xff\xfe\x00")
    report = Report()
    assert read_stack(tmp_path / "house.game", read, report) is None
    assert [found.code for found in report] == ["not-text"]


def test_a_base_with_mistakes_is_reported_where_they_are(tmp_path: Path) -> None:
    put(tmp_path, base='game "G"\nplayers two\n', house=house("base.game"))
    report = Report()
    assert read_stack(tmp_path / "house.game", read, report) is None
    assert {Path(found.span.source.name).name for found in report} == {"base.game"}


def test_the_file_on_top_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_stack(tmp_path / "nothing.game", read, Report())


@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_circle_is_found(tmp_path: Path, length: int) -> None:
    names = [f"v{number}" for number in range(length)]
    put(tmp_path, **{name: house(f"{names[at - 1]}.game") for at, name in enumerate(names)})
    report = Report()
    assert read_stack(tmp_path / f"{names[-1]}.game", read, report) is None
    [found] = report
    assert found.code == "circular-variant"
    assert found.span.source.name.endswith(f"{names[0]}.game")
    assert len(found.secondary) == length - 1


def test_a_circle_below_the_first_file_is_found(tmp_path: Path) -> None:
    put(tmp_path, top=house("one.game"), one=house("two.game"), two=house("one.game"))
    report = Report()
    assert read_stack(tmp_path / "top.game", read, report) is None
    assert [found.code for found in report] == ["circular-variant"]


def test_several_variants_on_one_game(tmp_path: Path) -> None:
    put(
        tmp_path,
        base=BASE,
        low=house("base.game", title="Low"),
        left=house("low.game", title="Left"),
        right=house("low.game", title="Right"),
    )
    stack = read_stack(
        tmp_path / "base.game", read, Report(), more=[tmp_path / "left.game", tmp_path / "right.game"]
    )
    assert titles(stack) == ["Low", "Left", "Right"], "what both are built on is there once"
    on_top = read_stack(tmp_path / "left.game", read, Report(), more=[tmp_path / "right.game"])
    assert titles(on_top) == ["Low", "Left", "Right"]


def test_a_variant_of_another_game_does_not_fit(tmp_path: Path) -> None:
    put(tmp_path, base=BASE, other=BASE, house=house("other.game"))
    report = Report()
    assert read_stack(tmp_path / "base.game", read, report, more=[tmp_path / "house.game"]) is None
    [found] = report
    assert (found.code, found.span.text) == ("unknown-base", '"other.game"')
    assert found.message == "this is built on other.game, not on base.game"


def test_a_game_is_no_variant(tmp_path: Path) -> None:
    put(tmp_path, base=BASE)
    report = Report()
    assert read_stack(tmp_path / "base.game", read, report, more=[tmp_path / "base.game"]) is None
    assert [found.code for found in report] == ["unknown-base"]


@pytest.mark.parametrize(
    "change",
    [
        "remove score sweets",
        "remove phase counting",
        "change zone hand\n  without at most",
        "change phase turns\n  without until",
        "change phase turns\n  without must take or wait",
        "change action take\n  without when deck is not empty",
        "change action take\n  without cost remove 1 from your coins",
    ],
)
def test_what_a_variant_below_has_taken_away_is_gone_already(change: str) -> None:
    below, above = variant(f"{change}\n", "below.game"), variant(f"{change}\n", "above.game")
    report = Report()
    tree = apply(game(BASE), below, report, reader(DATA))
    assert apply(tree, above, report, reader(DATA), [below]) == tree
    [found] = report
    assert (found.code, found.span.source.name) == ("variant-target-missing", "above.game")
    assert found.message == "this is gone already: a variant below takes it away"
    assert [(one.span.source.name, one.text) for one in found.secondary] == [
        ("below.game", "taken away here")
    ]


def test_what_is_gone_can_be_brought_back_and_taken_away_again() -> None:
    gone = "change zone hand\n  without at most\n"
    back = "change zone hand\n  at most 4, owner discards extra to bin\n"
    lines = [variant(text, f"{number}.game") for number, text in enumerate((gone, back, gone))]
    report = Report()
    trees = [game(BASE)]
    for number, one in enumerate(lines):
        trees.append(apply(trees[-1], one, report, reader(DATA), lines[:number]))
    assert not report
    assert trees[1] == trees[3] != trees[2]
    assert trees[2] != trees[1]


def put_together(folder: Path, left: str, right: str) -> tuple[list[Diagnostic], list[ast.Change]]:
    """What is said of two variants of one game, and what is left to do of the second."""
    put(folder, base=BASE, left=house("base.game", left), right=house("base.game", right))
    report = Report()
    stack = read_stack(folder / "left.game", read, report, more=[folder / "right.game"])
    assert stack is not None
    return list(report), list(stack[1][-1].changes)


def test_two_variants_that_set_the_same_thing_disagree(tmp_path: Path) -> None:
    [found], changes = put_together(tmp_path, "set rounds to 4\n", "set fast to yes\nset rounds to 5\n")
    assert found.code == "variants-disagree"
    assert (Path(found.span.source.name).name, found.span.line) == ("right.game", 3)
    [first] = found.secondary
    assert (Path(first.span.source.name).name, first.span.line) == ("left.game", 2)
    assert len(changes) == 2, "the last one wins"


def test_two_variants_that_agree_do_it_once(tmp_path: Path) -> None:
    said, changes = put_together(tmp_path, "set rounds to 4\n", "set rounds to 4\nset fast to yes\n")
    assert said == []
    assert [change.span.text.strip() for change in changes] == ["set fast to yes"]


def test_what_is_added_to_a_phase_by_both_is_done_twice(tmp_path: Path) -> None:
    said, changes = put_together(tmp_path, 'before round\n  say "a"\n', 'before round\n  say "a"\n')
    assert said == []
    assert len(changes) == 1


def test_a_variant_of_a_variant_may_set_again_what_that_has_set(tmp_path: Path) -> None:
    low, high = house("base.game", "set rounds to 4\n"), house("low.game", "set rounds to 5\n")
    put(tmp_path, base=BASE, low=low, high=high)
    report = Report()
    read_stack(tmp_path / "base.game", read, report, more=[tmp_path / "low.game", tmp_path / "high.game"])
    assert not report


def test_a_variant_without_changes_is_told(tmp_path: Path) -> None:
    put(tmp_path, base=BASE, low=house("base.game", ""))
    report = Report()
    read_stack(tmp_path / "low.game", read, report)
    assert [found.code for found in report] == ["empty-variant"]
