"""The game is looked at with every setting of its options."""

from pathlib import Path

from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.whole.settings import MOST_SETTINGS, other_settings
from rulesdsl.diagnostics import Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file, load, read_tree
from tests.check.whole_games import card_game, check, only

FLOW = "flow\n  deal hands from deck to hand\n"
HANDS = 'option hands: 3..9, normally 5 "Cards"\n'


def words(folder: Path, options: str) -> list[str]:
    file = folder / "options.game"
    file.write_text(f'game "x"\nplayers 2..2\n{options}')
    files = Files()
    tree = read_tree(file, [], files, Report())
    assert tree is not None
    elaboration = Elaboration(tree, 2, {}, files.data, Report())
    elaboration.run("")
    return [one.words for one in other_settings(elaboration)]


def test_no_options_no_settings(tmp_path: Path) -> None:
    assert words(tmp_path, "") == []


def test_all_of_few(tmp_path: Path) -> None:
    two = "option a: yes or no, normally no\noption b: 1..3, normally 2\n"
    assert words(tmp_path, two) == [
        "with `b` 1",
        "with `b` 3",
        "with `a` yes and `b` 1",
        "with `a` yes",
        "with `a` yes and `b` 3",
    ]


def test_of_many_each_for_itself_and_of_a_wide_one_its_ends(tmp_path: Path) -> None:
    values = "values Level: low, middle, high\n"
    numbers = "option a: 10..99, normally 20\n"
    others = "option b: Level, normally low\noption c: yes or no, normally no\n"
    found = words(tmp_path, values + numbers + others)
    assert found == ["with `a` 10", "with `a` 99", "with `b` middle", "with `b` high", "with `c` yes"]
    assert len(found) <= MOST_SETTINGS


def test_an_error_with_one_setting_names_it(tmp_path: Path) -> None:
    found = only(check(tmp_path, card_game(HANDS, FLOW)), "deck-too-small")
    assert found.message.endswith("(with 3 or 4 players) (with `hands` 9)")


def test_what_is_wrong_as_usual_is_said_once_without_a_setting(tmp_path: Path) -> None:
    found = only(
        check(tmp_path, card_game(HANDS.replace("normally 5", "normally 9"), FLOW)), "deck-too-small"
    )
    assert "hands" not in found.message.partition("`deck`")[2]


def test_what_an_option_puts_out_of_use_is_no_mistake(tmp_path: Path) -> None:
    night = 'option night: yes or no, normally yes "A night"\n'
    flow = FLOW.replace("hands", "3") + "  if night\n    phase dark\n      deal 1 from deck to hand\n"
    assert check(tmp_path, card_game(night, flow)) == []


def test_to_play_a_game_only_its_usual_setting_is_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "small.game"
    check(tmp_path, card_game(HANDS, FLOW))
    assert load(file).title == "Small"
    report = Report()
    check_file(file, Files(), report)
    assert report.has_errors
