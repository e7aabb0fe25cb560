"""`rulesdsl changes`: what a pull request does to the rules, as Markdown."""

import os
import zlib
from pathlib import Path

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.source import Source
from rulesdsl.syntax import ast, parse
from rulesdsl.whole_differences import rules_changed
from tests.cli.games import LONG_RACE, RACE, write_race
from tests.cli.program import Run
from tests.cli.test_hooks import commit, git


@pytest.fixture
def race(tmp_path: Path) -> Path:
    found = write_race(tmp_path)
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    commit(tmp_path)
    return found


def test_where_nothing_has_changed_that_is_said(race: Path, rulesdsl: Run) -> None:
    assert rulesdsl("changes").out == "No rules have changed.\n"
    race.write_text(RACE + "# a comment\n", "utf-8")
    assert "No declaration has changed." in rulesdsl("changes").out


def test_rules_and_examples_of_a_base_and_its_variants(race: Path, rulesdsl: Run) -> None:
    race.write_text(
        RACE.replace("add die to your points", "add die * 2 to your points")
        .replace("players 2..3", "players 2..4")
        .replace("Anna.points = 7", "Anna.points = 8")
        .replace("who has not five points cannot jump", "five points are needed *before* a jump"),
        "utf-8",
    )
    shown = rulesdsl("changes", "main")
    assert shown.status == 0
    assert [line for line in shown.out.splitlines() if line.startswith("#")] == [
        "# What this does to the rules",
        "## `long_race.game`",
        "### Rules",
        "### Examples",
        "## `race.game`",
        "### Rules",
        "### Examples",
    ]
    assert "- The action `jump` does something else." in shown.out
    assert "  +   add die * 2 to your points" in shown.out
    assert "\n- fails now: three steps are three points (got 7, expected 8)\n" in shown.out
    assert "\n- new: five points are needed \\*before\\* a jump\n" in shown.out
    assert "\n- gone: who has not five points cannot jump\n" in shown.out


PARTS = """\
game "Parts"
players 2..2

pieces Card for each value in 1..9
zone deck: pile of Card, starts with Card shuffled
zone hand per Player: set of Card, seen by owner, at most 3

action keep "Keep"
  when 1 = 1
  say "kept"

action take "Take"
  cost move top(deck) to your hand
  say "taken"

flow
  phase all 3 times
    phase first
      each player in turn
        must keep
    phase second
      each player in turn from first(players)
        must keep

winner most count(your hand), then shared
"""


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("at most 3", "at most 4", "The zone `hand` has another `at most`."),
        (", at most 3", "", "The zone `hand` no longer has `at most`."),
        (
            "starts with Card shuffled",
            "starts with Card shuffled, at most 9",
            "The zone `deck` now has `at most`.",
        ),
        ("when 1 = 1", "when 1 = 2", "The action `keep` is allowed under another condition."),
        ("  when 1 = 1\n", "", "The action `keep` is allowed without a condition that it had."),
        ('say "kept"', 'say "kept it"', "The action `keep` does something else."),
        ("top(deck)", "last(deck)", "The action `take` has another price."),
        ("all 3 times", "all 4 times", "The phase `all` is played otherwise."),
        (
            "in turn from first(players)",
            "in turn from last(players)",
            "The phase `second` is played otherwise.",
        ),
        ("  phase all", '  say "Now"\n  phase all', "The flow is written anew."),
        ("set of Card", "row of Card", "The zone `hand` is written anew."),
        ('"Keep"', '"Keep it"', "The action `keep` is written anew."),
    ],
)
def test_what_of_a_declaration_has_changed_is_said(old: str, new: str, sentence: str) -> None:
    assert old in PARTS
    trees = [parse(Source("parts.game", text), Report()) for text in (PARTS, PARTS.replace(old, new, 1))]
    before, after = (tree for tree in trees if isinstance(tree, ast.GameFile))
    assert [one.sentence for one in rules_changed(before, after, lambda *_: None)] == [sentence]


def test_a_new_game_and_one_that_is_gone(race: Path, rulesdsl: Run) -> None:
    race.rename(race.with_name("walk.game"))
    race.with_name("long_race.game").unlink()
    shown = rulesdsl("changes").out
    assert "## `race.game`\n\nThe game is gone." in shown
    assert "## `walk.game`\n\nA new game: Race." in shown


def test_the_balance_where_it_is_asked_for(race: Path, rulesdsl: Run) -> None:
    race.write_text(RACE.replace("steps from 1..3", "steps from 1..2"), "utf-8")
    shown = rulesdsl("changes", "--games", "4").out
    assert "### Balance\n\n````text\nRace: 4 pairs of games" in shown


def test_what_is_no_revision_is_said(race: Path, rulesdsl: Run) -> None:
    assert race.exists()
    for wrong in ("nowhere", "--output=x"):
        done = rulesdsl("changes", "--", wrong)
        assert done.status == 2
        assert done.out == ""


def test_where_there_is_no_repository_that_is_said(tmp_path: Path, rulesdsl: Run) -> None:
    write_race(tmp_path)
    done = rulesdsl("changes")
    assert done.status == 2
    assert "git repository" in done.err


def test_a_value_that_a_variant_sets_otherwise(race: Path, rulesdsl: Run) -> None:
    variant = race.with_name("long_race.game")
    variant.write_text(LONG_RACE.replace("set goal to 20", "set goal to 25"), "utf-8")
    assert "- `goal` is 25 instead of 20. (RC-01)\n" in rulesdsl("changes").out
    variant.write_text(LONG_RACE.replace("set goal to 20\n", ""), "utf-8")
    assert "- `goal` is 10 instead of 20. (RC-01)\n" in rulesdsl("changes").out


def test_what_is_missing_in_a_repository_is_brought_by_no_program(race: Path, rulesdsl: Run) -> None:
    folder = race.parent
    program = folder / "bring.sh"
    program.write_text(f"#!/bin/sh\ntouch {folder / 'has_run'}\n", "utf-8")
    program.chmod(0o755)
    for setting, value in {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.url": f"ext::{program}",
        "remote.origin.promisor": "true",
        "protocol.ext.allow": "always",
    }.items():
        git(folder, "config", setting, value)
    for kept in (folder / ".git" / "objects").glob("??/*"):
        if b"Race" in zlib.decompress(kept.read_bytes()):
            kept.unlink()
    race.write_text(RACE.replace("1..3", "1..4"), "utf-8")
    assert rulesdsl("changes").status == 2
    assert not (folder / "has_run").exists()


@pytest.mark.skipif(os.name == "nt", reason="no name has a colon there")
def test_a_name_that_begins_with_a_colon_is_a_name(race: Path, rulesdsl: Run) -> None:
    odd = race.parent / "::odd.game"
    odd.write_text(RACE, "utf-8")
    commit(race.parent)
    odd.write_text(RACE.replace("1..3", "1..4"), "utf-8")
    shown = rulesdsl("changes")
    assert shown.status == 0, shown.err
    assert "odd.game" in shown.out
