"""What a change breaks elsewhere is reported at the change."""

from pathlib import Path

from rulesdsl.diagnostics import Diagnostic, Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file

BASE = """\
game "Stairs"
players 2..2
define rounds = 2
define stride = 1
state steps per Player: 0..9

action climb "Climb"
  add stride to your steps

flow
  phase climbing rounds times
    each player in turn
      must climb

winner most steps, then shared
"""


def found(folder: Path, base: str = BASE, **variants: str) -> list[Diagnostic]:
    """What is said of the last of the variants, each of which is built on the one before."""
    (folder / "base.game").write_text(base, "utf-8")
    below = "base"
    for name, lines in variants.items():
        (folder / f"{name}.game").write_text(f'variant "{name}" of "{below}.game"\n{lines}\n', "utf-8")
        below = name
    report = Report()
    check_file(folder / f"{below}.game", Files(), report)
    return list(report)


def places(one: Diagnostic) -> list[tuple[str, str]]:
    labels = (one.primary, *one.secondary)
    return [(Path(label.span.source.name).name, label.span.text) for label in labels]


def test_an_error_in_the_base_is_reported_at_the_change(tmp_path: Path) -> None:
    [one] = found(tmp_path, house="set rounds to 3\nremove action climb")
    assert one.code == "unknown-action"
    assert places(one) == [("house.game", "remove action climb"), ("base.game", "climb")]


def test_the_change_that_matters_is_found_among_many(tmp_path: Path) -> None:
    others = "set players to 2..3\nset rounds to 3\nset steps to 1\nadd note far = your steps"
    for number in range(5):
        lines = others.split("\n")
        lines.insert(number, "remove define stride")
        [one] = found(tmp_path, house="\n".join(lines))
        assert places(one) == [("house.game", "remove define stride"), ("base.game", "stride")]


def test_the_variant_that_matters_is_found(tmp_path: Path) -> None:
    [one] = found(tmp_path, low="remove define stride", high="set rounds to 3")
    assert places(one) == [("low.game", "remove define stride"), ("base.game", "stride")]
    [one] = found(
        tmp_path,
        low="add note far = 2 * stride",
        high="replace action climb\n  add 1 to your steps\nremove define stride",
    )
    assert places(one) == [("high.game", "remove define stride"), ("low.game", "stride")]


def test_a_warning_can_be_allowed_at_the_change(tmp_path: Path) -> None:
    house = "change phase climbing 1 times\n  without each player in turn\n    must climb"
    said = found(tmp_path, house=house)
    assert {one.code for one in said} == {"action-never-offered"}
    assert places(said[0])[0] == ("house.game", "change phase climbing 1 times")
    allowed = house.replace("1 times", "1 times  # allow action-never-offered: climbed another day")
    assert found(tmp_path, house=allowed) == []


def test_what_was_wrong_before_stays_where_it_is(tmp_path: Path) -> None:
    wrong = BASE.replace("most steps, then shared", "most steps")
    [one] = found(tmp_path, base=wrong, house="set rounds to 3")
    assert places(one)[0][0] == "base.game"
