"""Citations are held against the rule list."""

from pathlib import Path

from tests.check.whole_games import card_game, check, only

LIST = """\
    # Small

    - SM-01 Deal two cards each.
    - SM-02 Lay them one by one.
    - SM-03 With five players use two packs.
    """
FLOW = """
    action lay(card from your hand) "Lay {card}"   [SM-02]
      move card to table
    flow
      deal 2 from deck to hand   [SM-01]
      phase round 2 times
        each player in turn
          must lay
    """
OMITS = 'omits "games of five"   [SM-03]\n'


def head(*lines: str) -> str:
    """The game with these lines in its head."""
    text = card_game(FLOW)
    return text.replace("players 2..4\n", "players 2..4\n" + 'rules "small.md"\n' + "".join(lines), 1)


def test_every_rule_is_cited_or_left_out(tmp_path: Path) -> None:
    assert check(tmp_path, head(OMITS), {"small.md": LIST}) == []


def test_a_rule_that_nobody_cites(tmp_path: Path) -> None:
    found = only(check(tmp_path, head(), {"small.md": LIST}), "uncited-rule")
    assert found.message == "a rule of the list is cited nowhere: `SM-03`"
    assert found.marked == '"small.md"'
    assert found.because == ["- SM-03 With five players use two packs."]


def test_an_example_alone_carries_no_rule_out(tmp_path: Path) -> None:
    example = 'example "five"   [SM-03]\n  players Anna, Ben\n  expect table is empty\n'
    found = only(check(tmp_path, head() + example, {"small.md": LIST}), "uncited-rule")
    assert "`SM-03`" in found.message


def test_a_rule_that_is_not_in_the_list(tmp_path: Path) -> None:
    text = head(OMITS).replace("[SM-01]", "[SM-01 SM-04]")
    found = only(check(tmp_path, text, {"small.md": LIST}), "unknown-rule")
    assert found.message == "there is no rule `SM-04` in `small.md`"
    assert found.marked == "SM-04"
    assert found.diagnostic.hint is not None
    assert found.diagnostic.hint.startswith("did you mean `SM-0")


def test_a_list_that_is_not_there(tmp_path: Path) -> None:
    found = only(check(tmp_path, head(OMITS)), "rule-list-missing")
    assert found.message == "there is no rule list `small.md`"
    assert found.marked == '"small.md"'
