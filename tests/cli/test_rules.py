"""The rule list against the file."""

import json
from pathlib import Path

import pytest

from tests.cli.games import RACE, RULES, line_of, write_race
from tests.cli.program import Run

WINNER = line_of("winner")
EXAMPLE = line_of('cannot jump"')


@pytest.fixture(autouse=True)
def race(tmp_path: Path) -> Path:
    return write_race(tmp_path)


def test_each_rule_is_shown_with_its_lines_and_examples(rulesdsl: Run) -> None:
    shown = rulesdsl("rules", "race.game")
    assert (shown.status, shown.err) == (0, "")
    when = line_of("when your points >= 5")
    assert (
        "  RC-03  Jump as far as the die says, once you have five points.\n"
        f"         written at line {when}, tried by 1 example (line {EXAMPLE})\n"
    ) in shown.out
    assert f"written at line {WINNER}, tried by no example" in shown.out
    assert shown.out.endswith("\n4 rules, 4 written, 2 tried\n")


def test_a_rule_that_no_line_carries_out_is_missing(rulesdsl: Run, race: Path) -> None:
    race.with_suffix(".md").write_text(RULES + "- RC-05 Clap when it is over.\n", "utf-8")
    shown = rulesdsl("rules", "race.game")
    assert shown.status == 1
    assert "RC-05  Clap when it is over.\n         missing: no line carries it out\n" in shown.out
    assert "1 missing" in shown.out


def test_a_rule_only_tried_by_an_example_is_missing(rulesdsl: Run, race: Path) -> None:
    race.write_text(RACE.replace("  [RC-03]\n  roll", "\n  roll"), "utf-8")
    shown = rulesdsl("rules", "race.game")
    assert shown.status == 1
    assert f"missing: no line carries it out; tried by line {EXAMPLE}" in shown.out


def test_a_rule_that_is_left_out_is_not_missing(rulesdsl: Run, race: Path) -> None:
    text = RACE.replace('rules "race.md"\n', 'rules "race.md"\nomits "nobody claps"  [RC-05]\n')
    race.write_text(text, "utf-8")
    race.with_suffix(".md").write_text(RULES + "- RC-05 Clap when it is over.\n", "utf-8")
    shown = rulesdsl("rules", "race.game")
    assert shown.status == 0
    assert 'left out, omits "nobody claps"' in shown.out
    assert shown.out.endswith("5 rules, 4 written, 2 tried, 1 left out\n")


def test_a_citation_of_no_rule_is_unknown(rulesdsl: Run, race: Path) -> None:
    race.write_text(RACE.replace("[RC-04]", "[RC-44]"), "utf-8")
    shown = rulesdsl("rules", "race.game")
    assert shown.status == 1
    assert f"unknown  RC-44 is cited at race.game:{WINNER} (winner), and not in the list" in shown.out


def test_an_id_given_twice_is_shown(rulesdsl: Run, race: Path) -> None:
    race.with_suffix(".md").write_text(RULES + "- RC-04 Fewest points win.\n", "utf-8")
    shown = rulesdsl("rules", "race.game")
    assert shown.status == 1
    assert "repeated  RC-04 is in the list twice, again in line 11" in shown.out


def test_for_programs(rulesdsl: Run) -> None:
    data = json.loads(rulesdsl("rules", "race.game", "--format", "json").out)
    assert [rule["id"] for rule in data["rules"]] == ["RC-01", "RC-02", "RC-03", "RC-04"]
    assert data["rules"][0]["written"] == [{"file": "race.game", "line": 5, "inside": "option `goal`"}]
    assert data["rules"][1]["examples"][0]["inside"] == 'example "three steps are three points"'
    assert data["unknown"] == []


def test_a_variant_is_held_against_the_list_of_its_base(rulesdsl: Run, tmp_path: Path) -> None:
    text = 'variant "Short" of "race.game"\nset goal to 6  [RC-09]\n'
    (tmp_path / "short.game").write_text(text, "utf-8")
    shown = rulesdsl("rules", "short.game")
    assert "unknown  RC-09 is cited at short.game:2 (set goal)" in shown.out
    assert "RC-01  Agree on a goal.\n         written at line race.game:5" in shown.out


def test_another_list_can_be_named(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("- RC-01 Agree.\n", "utf-8")
    shown = rulesdsl("rules", "race.game", "--list", "other.md")
    assert shown.status == 1
    assert f"RC-04 is cited at race.game:{WINNER}" in shown.out


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda race: race.write_text(RACE.replace('rules "race.md"\n', ""), "utf-8"), "names no rule list"),
        (lambda race: race.with_suffix(".md").write_text("No rules.\n", "utf-8"), "has no rules"),
    ],
)
def test_without_a_list_nothing_can_be_said(rulesdsl: Run, race: Path, change: object, words: str) -> None:
    assert callable(change)
    change(race)
    shown = rulesdsl("rules", "race.game")
    assert (shown.status, shown.out) == (2, "")
    assert words in shown.err


def test_a_list_that_is_not_there_is_reported_where_it_is_named(rulesdsl: Run, race: Path) -> None:
    race.with_suffix(".md").unlink()
    shown = rulesdsl("rules", "race.game")
    assert (shown.status, shown.out) == (1, "")
    assert "error[data-file-missing]: there is no file `race.md`" in shown.err


def test_a_list_that_is_no_text_is_shown_as_such(rulesdsl: Run, race: Path) -> None:
    race.with_suffix(".md").write_bytes(b"- RC-01 Sch\xf6n\n")
    shown = rulesdsl("rules", "race.game")
    assert shown.status == 1
    assert "error[not-text]" in shown.err
