"""Examples whose plays are against the rules must fail, whatever is forced around them, and say why; the
legal ones beside them must hold. Each line of an example is carried out exactly once.
"""

from pathlib import Path

import pytest

from rulesdsl.engine.examples.run import Result
from tests.engine.texts import example_results

COUNTING = """
game "Counting"
players 2..3

pieces Card for each suit in Suit, rank in 1..10
values Suit: red, blue

zone hand per Player: set of Card, seen by owner
zone gone: set of Card
zone box: pile of Card, seen by nobody, starts with Card shuffled

state points per Player: 0..30
state last: 0..40
state die_of per Player: 0..6

action one "One"
  when your points = 0
  add 1 to your points

action more "More"
  add 1 to your points

action explore(card from your hand "Which card?") "Explore {card}"
  move card to gone
  add card.rank to your points

action two_steps(a from 1..3 "How far?", b from 1..3 where b != a "And then?") "Steps"
  set last to 10 * a + b

action worth(k: 1..3, a from 1..3 where a <= k "How many?") "Worth {k}"
  set last to 10 * k + a

action usual(k: 1..3, normally 1) "Usual"
  set last to k

action some_cards(2..3 of your hand as cards "Which?") "Some cards"
  move cards to gone

action throw "Throw"
  roll die from 1..6
  set your die_of to die
  add die to your points

action throw_two "Throw two"
  roll 2 of 1..6 as dice
  add sum(dice) to your points

action finish "Finish"
  end game

routine one_forced
  each player of {first(players)} in turn
    must one if possible

routine explored
  each player of {first(players)} in turn
    must explore

routine many
  each player of {first(players)} in turn
    may more repeatedly

routine worths
  each player of {first(players)} in turn
    must worth(2) or worth(3)

routine one_worth
  each player of {first(players)} in turn
    must worth(2) or more

routine usuals
  each player of {first(players)} in turn
    must usual(2) or more

routine throws
  each player of {first(players)} in turn
    must throw
    may throw repeatedly

routine discard_three
  each player of {first(players)} in turn
    choose 3 of your hand as cards "Which three?"
    move cards to gone

routine discard_any
  each player of {first(players)} in turn
    choose any of your hand as cards "Which?"
    move cards to gone

routine may_throw
  each player of {first(players)} in turn
    may "Throw?"
      do thrown

routine thrown
  roll die from 1..6
  set last to die

routine together_chosen
  all players in secret
    choose number from 1..3 "Which number?"
    set your points to number

routine in_secret
  all players in secret
    must one or more

flow
  phase day
    phase turns
      turn of each player
      until sum(players.points) >= 6
      must one or more or explore or some_cards or throw or throw_two or finish or two_steps
  each player in turn
    may worth(1) or usual

score got = your points
winner most total, then shared
"""

ONE = ("given Anna.hand = {Card(blue, 2)}",)
TWO = ("given Anna.hand = {Card(blue, 10), Card(red, 9)}",)
THREE = ("given Anna.hand = {Card(blue, 10), Card(red, 9), Card(red, 8)}",)
FIVE = ("given Anna.hand = {Card(blue, 1), Card(blue, 2), Card(blue, 3), Card(blue, 4), Card(blue, 5)}",)


def played(tmp_path: Path, game: str, lines: tuple[str, ...]) -> Result:
    file = tmp_path / "counting.game"
    example = '\nexample "it"\n' + "".join(f"  {line}\n" for line in ("players Anna, Ben", *lines))
    file.write_text(game + example, encoding="utf-8")
    [result] = example_results(file)
    return result


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        # alone: twice, with other arguments, over an open choice
        (("Anna plays one", "expect Anna.points = 1"), ""),
        (
            ("Anna plays one", "Anna plays one", "expect Anna.points = 1"),
            "cannot be played here: `your points = 0`",
        ),
        (("Anna plays more", "Anna plays more", "expect Anna.points = 2"), ""),
        # what is not said is open, also where conditions of the action speak of it
        (("Anna plays two_steps", "expect last = 12"), "got 0, expected 12"),
        (("Anna plays two_steps(1)", "expect last = 12"), "got 0, expected 12"),
        (
            ("Anna plays two_steps(1)", "Anna plays more"),
            "this is not carried out: it is not said which b Anna chooses; offered: 2 and 3",
        ),
        (("Anna plays two_steps(1)", "Anna chooses 3", "expect last = 13"), ""),
        (("Anna plays more", "Anna plays more", "Anna plays more", "expect Anna.points = 3"), ""),
        (("Anna plays one", "Ben plays one", "expect Anna.points = 1 and Ben.points = 1"), ""),
        (("Anna plays one", "Anna cannot one"), ""),
        (("Anna cannot one", "expect Anna.points = 0"), "Anna can one"),
        (
            (
                *TWO,
                "Anna plays explore(Card(blue, 10))",
                "Anna plays explore(Card(red, 9))",
                "expect Anna.points = 19 and count(gone) = 2",
            ),
            "",
        ),
        (
            (
                *TWO,
                "Anna plays explore(Card(blue, 10))",
                "Anna plays explore(Card(blue, 10))",
                "expect Anna.points = 10",
            ),
            "cannot be played here",
        ),
        ((*TWO, "Anna plays explore(Card(red, 8))", "expect Anna.points = 8"), "cannot be played here"),
        ((*TWO, "Ben plays explore", "expect Ben.points = 0"), "cannot be played here"),
        ((*TWO, "Anna plays explore", "expect Anna.points = 0"), "it is not said which card Anna chooses"),
        (
            (*TWO, "Anna plays explore", "Anna plays more", "Anna chooses Card(red, 9)"),
            "it is not said which card Anna chooses",
        ),
        (
            (*TWO, "Anna plays explore", "Anna plays explore(Card(red, 9))", "expect Anna.points = 9"),
            "it is not said which card Anna chooses",
        ),
        ((*TWO, "Anna plays explore", "Ben chooses Card(red, 9)"), "Anna decides here: Which card?"),
        ((*TWO, "Anna plays explore", "Anna chooses Card(red, 8)"), "this is not offered as card"),
        ((*TWO, "Anna plays explore", "Anna declines"), "this cannot be declined"),
        ((*TWO, "Anna plays explore", "Anna chooses Card(red, 9)", "expect Anna.points = 9"), ""),
        (
            (
                *TWO,
                "Anna plays explore",
                "Anna chooses Card(red, 9)",
                "Anna plays explore",
                "expect Anna.points = 19",
            ),
            "",
        ),
        # in part
        (("Anna plays two_steps(1, 2)", "expect last = 12"), ""),
        (("Anna plays two_steps(1, 1)", "expect last = 11"), "cannot be played here"),
        (("Anna plays two_steps(b: 2)", "Anna chooses 1", "expect last = 12"), ""),
        (
            ("Anna plays two_steps(b: 2)", "Anna chooses 2", "expect last = 0"),
            "this is not offered as a; offered: 1 and 3",
        ),
        (("Anna plays two_steps(b: 2)", "expect last = 0"), "it is not said which a Anna chooses"),
        (
            ("Anna plays two_steps(b: 2)", "Anna chooses 1", "Anna chooses 3", "expect last = 12"),
            "Anna has nothing to decide here",
        ),
        (("Anna plays two_steps(1)", "Anna chooses 2", "expect last = 12"), ""),
        (("Anna plays two_steps(1)", "Anna chooses 1", "expect last = 0"), "this is not offered as b"),
        (
            ("play", "Anna plays two_steps(b: 2)", "Anna chooses 2", "Ben is next"),
            "this does not go with `Anna plays two_steps(b: 2)`",
        ),
        (("play", "Anna plays two_steps(b: 2)", "Anna chooses 1", "Ben is next", "expect last = 12"), ""),
        (("play", "Anna plays two_steps(b: 2)", "Ben plays more"), "it is not said which a Anna chooses"),
        # sets
        ((*THREE, "Anna plays some_cards({Card(red, 8), Card(red, 9)})", "expect count(gone) = 2"), ""),
        (
            (*THREE, "Anna plays some_cards({Card(red, 8)})", "expect count(gone) = 1"),
            "cannot be played here",
        ),
        (
            (*THREE, "Anna plays some_cards({Card(red, 8), Card(red, 8)})", "expect count(gone) = 1"),
            "cannot be played here",
        ),
        (
            (
                *THREE,
                "Anna plays some_cards",
                "Anna chooses {Card(red, 8), Card(red, 9)}",
                "expect count(gone) = 2",
            ),
            "",
        ),
        (
            (*THREE, "Anna plays some_cards", "Anna chooses {Card(red, 8)}", "expect gone is empty"),
            "this is not offered as cards",
        ),
        (
            (
                *THREE,
                "Anna plays some_cards",
                "Anna chooses {Card(red, 8), Card(red, 7)}",
                "expect gone is empty",
            ),
            "this is not offered as cards",
        ),
        (
            (
                *THREE,
                "Anna plays some_cards",
                "Anna chooses {Card(red, 8), Card(red, 8)}",
                "expect gone is empty",
            ),
            "this is not offered as cards",
        ),
        (
            (
                *FIVE,
                "do discard_three",
                "Anna chooses {Card(blue, 1), Card(blue, 2)}",
                "expect gone is empty",
            ),
            "this is not offered as cards",
        ),
        (
            (*FIVE, "do discard_three", "Anna chooses {}", "expect gone is empty"),
            "this is not offered as cards",
        ),
        (
            (
                *FIVE,
                "do discard_three",
                "Anna chooses {Card(blue, 1), Card(blue, 2), Card(blue, 3), Card(blue, 4)}",
                "expect count(gone) = 3",
            ),
            "not all of these can be chosen",
        ),
        (
            (
                *FIVE,
                "do discard_three",
                "Anna chooses {Card(blue, 3), Card(blue, 1), Card(blue, 2)}",
                "expect count(gone) = 3",
            ),
            "",
        ),
        ((*FIVE, "do discard_any", "Anna chooses {}", "expect gone is empty"), ""),
        ((*FIVE, "do discard_any", "Anna declines", "expect gone is empty"), ""),
        (
            (*FIVE, "do discard_any", "Anna declines", "Anna declines", "expect gone is empty"),
            "Anna has nothing to decide here",
        ),
        (
            (
                *THREE,
                "play",
                "Anna plays some_cards({Card(red, 8), Card(red, 9)})",
                "Ben is next",
                "expect count(gone) = 2",
            ),
            "",
        ),
        (
            (
                *THREE,
                "play",
                "Anna plays some_cards({Card(red, 8), Card(red, 9)})",
                "Anna chooses Card(red, 9)",
            ),
            "Ben decides here",
        ),
        # a stage of a play that leaves no choice may have a line
        (("Anna plays worth(1)", "expect last = 11"), ""),
        (("Anna plays worth(1)", "Anna chooses 1", "expect last = 11"), ""),
        (("Anna plays worth(1)", "Anna chooses 2"), "Anna has nothing to decide here"),
        (("Anna plays worth(1)", "Anna chooses 1", "Anna chooses 1"), "Anna has nothing to decide here"),
        (("Anna plays worth(1, 1)", "Anna chooses 1"), "Anna has nothing to decide here"),
        ((*ONE, "play", "Anna plays explore", "Anna chooses Card(blue, 2)", "Ben is next"), ""),
        ((*ONE, "play", "Anna plays explore", "Ben is next", "expect Anna.points = 2"), ""),
        ((*ONE, "play", "Anna plays explore", "Anna is next"), "Ben has to decide next"),
        # forced by the rules
        (("do one_forced", "Anna plays one", "expect Anna.points = 1"), ""),
        (("do one_forced", "expect Anna.points = 1"), ""),
        (
            ("do one_forced", "Anna plays one", "Anna plays one", "expect Anna.points = 1"),
            "cannot be played here",
        ),
        (("do one_forced", "Anna plays more", "expect Anna.points = 2"), ""),
        (
            ("do one_forced", "Anna chooses more", "expect Anna.points = 1"),
            "Anna has nothing to decide here (there was no choice about this before: Anna: One)",
        ),
        (("do one_forced", "Anna declines"), "Anna has nothing to decide here"),
        (("do one_forced", "Ben plays one", "expect Ben.points = 1 and Anna.points = 1"), ""),
        (("do one_forced", "Anna cannot one"), "Anna can one, and it is all that there is to do"),
        (("given Anna.points = 1", "do one_forced", "Anna cannot one", "expect Anna.points = 1"), ""),
        (
            (
                "given Anna.hand = {Card(blue, 10)}",
                "do explored",
                "Anna plays explore(Card(blue, 10))",
                "expect Anna.points = 10",
            ),
            "",
        ),
        (
            (
                "given Anna.hand = {Card(blue, 10)}",
                "do explored",
                "Anna plays explore(Card(red, 9))",
                "expect Anna.points = 10",
            ),
            "cannot be played here",
        ),
        (
            (
                "given Anna.hand = {Card(blue, 10)}",
                "do explored",
                "Anna chooses explore(Card(red, 9))",
                "expect Anna.points = 10",
            ),
            "Anna has nothing to decide here",
        ),
        (
            (
                "given Anna.hand = {Card(blue, 10)}",
                "do explored",
                "Anna chooses explore(Card(blue, 10))",
                "expect Anna.points = 10",
            ),
            "",
        ),
        (
            ("given Anna.hand = {Card(blue, 10)}", "do explored", "Anna chooses Card(red, 9)"),
            "Anna has nothing to decide here",
        ),
        # what a decision offers, and with what
        (("do many", "Anna plays more", "Anna plays more", "Anna declines", "expect Anna.points = 2"), ""),
        (
            ("do many", "Anna plays one", "expect Anna.points = 0"),
            "this is not offered; offered: More and no more",
        ),
        (("do many", "Ben plays more", "expect Ben.points = 1"), "Anna decides here"),
        (
            ("do many", "do many", "expect Anna.points = 0"),
            "something else cannot begin here: Anna has to decide first",
        ),
        (("do many", "Anna does many"), "something else cannot begin here"),
        (("do many", "Anna declines", "do many", "Anna plays more", "expect Anna.points = 1"), ""),
        (("do many", "Anna declines", "Anna declines"), "Anna has nothing to decide here"),
        (("do worths", "Anna plays worth(3, 3)", "expect last = 33"), ""),
        (("do worths", "Anna plays worth(2, 1)", "expect last = 21"), ""),
        (
            ("do worths", "Anna plays worth(1, 1)", "expect last = 0"),
            "this is not offered; offered: Worth 2 and Worth 3",
        ),
        (("do worths", "Anna plays worth(2, 3)", "expect last = 0"), "this is not offered as a"),
        (("do worths", "Anna chooses worth(a: 3)", "expect last = 33"), "this is offered in several ways"),
        (("do worths", "Anna chooses worth", "expect last = 33"), "this is offered in several ways"),
        (("do one_worth", "Anna chooses worth(a: 2)", "expect last = 22"), ""),
        (("do one_worth", "Anna chooses worth(a: 3)", "expect last = 0"), "this is not offered as a"),
        (("do one_worth", "Anna chooses worth", "Anna chooses 1", "expect last = 21"), ""),
        (
            ("do one_worth", "Anna chooses worth", "Anna chooses worth", "Anna chooses 1"),
            "it is not said which a Anna chooses",
        ),
        (("do usuals", "Anna plays usual", "expect last = 2"), ""),
        (("do usuals", "Anna plays usual(k: 1)", "expect last = 1"), "this is not offered"),
        (("Anna plays usual", "expect last = 1"), ""),
        # the position is changed under an open decision
        (
            ("play", "given Anna.points = 1", "Anna plays one", "expect Anna.points = 1"),
            "this is not offered",
        ),
        (
            (*TWO, "play", "given Anna.hand = {Card(red, 1)}", "Anna plays explore(Card(red, 9))"),
            "this is not offered as card",
        ),
        (
            (*TWO, "do explored", "given Anna.hand = {}", "Anna plays explore", "expect Anna.points = 0"),
            "nothing that Anna must decide here can be done any more",
        ),
        # turns
        (("play", "Ben plays more", "expect Ben.points = 1"), "Anna decides here"),
        (("play", "Anna plays more", "Anna plays more", "expect Anna.points = 2"), "Ben decides here"),
        (
            ("play", "Anna plays more", "Ben plays more", "Anna plays one", "expect Anna.points = 2"),
            "this is not offered",
        ),
        (
            (
                "play",
                "Anna plays more",
                "Ben plays more",
                "Anna cannot one",
                "Anna plays more",
                "expect Anna.points = 2",
            ),
            "",
        ),
        (("play", "Anna plays finish", "Ben plays more", "expect Ben.points = 1"), "the game is over"),
        (("Anna plays finish", "Ben plays more", "expect Ben.points = 1"), "the game is over"),
        (("play", "Anna plays finish", "game is over"), ""),
        (
            ("play", "Anna plays two_steps(2, 2)", "expect last = 22"),
            "; `2` cannot be chosen; there is 1 and 3",
        ),
        (("play", "Anna chooses two_steps(2, 1)", "Ben is next", "expect last = 21"), ""),
        # chance
        (("Anna plays throw", "chance gives 4", "expect Anna.points = 4"), ""),
        (("chance gives 4", "Anna plays throw", "expect Anna.points = 4"), ""),
        (("Anna plays throw", "chance gives 7", "expect Anna.points <= 6"), "chance is not asked for this"),
        (
            ("Anna plays throw", "chance gives 4", "chance gives 3", "expect Anna.points = 4"),
            "chance is not asked for this",
        ),
        (("Anna plays throw_two", "chance gives {2, 3}", "expect Anna.points = 5"), ""),
        (
            ("Anna plays throw_two", "chance gives 5", "expect Anna.points >= 2"),
            "chance is not asked for this",
        ),
        (
            ("Anna plays throw_two", "chance gives {2, 3, 4}", "expect Anna.points >= 2"),
            "chance is not asked for this",
        ),
        (
            (
                "do throws",
                "chance gives 4",
                "Anna plays throw",
                "chance gives 6",
                "Anna declines",
                "expect Anna.points = 10",
            ),
            "",
        ),
        (
            (
                "do throws",
                "Anna plays throw",
                "chance gives 4",
                "Anna plays throw",
                "chance gives 6",
                "Anna declines",
                "expect Anna.points = 10",
            ),
            "",
        ),
        (
            (
                "do throws",
                "Anna plays throw",
                "chance gives 4",
                "Anna declines",
                "chance gives 6",
                "expect Anna.points = 4",
            ),
            "chance is not asked for this",
        ),
        # the first throw is the forced one: what comes by chance afterwards is not for it
        (
            ("do throws", "Anna declines", "chance gives 4"),
            "chance is not asked for this",
        ),
        # a question
        (("do may_throw", "Anna chooses yes", "chance gives 3", "expect last = 3"), ""),
        (("do may_throw", "Anna declines", "expect last = 0"), ""),
        (
            ("do may_throw", "Anna chooses no", "chance gives 3", "expect last = 0"),
            "chance is not asked for this",
        ),
        (("do may_throw", "Ben chooses yes"), "Anna decides here"),
        # in secret, one after the other
        (
            (
                "do together_chosen",
                "Anna chooses 2",
                "Ben chooses 3",
                "expect Anna.points = 2 and Ben.points = 3",
            ),
            "",
        ),
        (("do together_chosen", "Ben chooses 3", "Anna chooses 2"), "Anna decides here"),
        (("do together_chosen", "Anna chooses 2", "Anna chooses 3"), "Ben decides here"),
        (("do together_chosen", "Anna chooses 4", "Ben chooses 3"), "this is not offered"),
        (
            ("do together_chosen", "Anna chooses 1", "Ben chooses 1", "Ben chooses 1"),
            "Ben has nothing to decide here",
        ),
        (
            ("do in_secret", "Anna plays one", "Ben plays more", "expect Anna.points = 1 and Ben.points = 1"),
            "",
        ),
        (("do in_secret", "Anna plays one", "Anna plays more"), "Ben decides here"),
        (
            ("given Ben.points = 1", "do in_secret", "Anna plays one", "Ben plays one"),
            "cannot be played here",
        ),
        (
            ("given Anna.points = 1", "do in_secret", "Anna plays one", "Ben plays one"),
            "Ben decides here (there was no choice about this before: Anna: More)",
        ),
        # who is next
        (("do many", "Ben is next"), "Anna has to decide next"),
        (("do one_forced", "Anna is next", "Anna plays one", "expect Anna.points = 1"), ""),
        (("do one_forced", "Ben is next"), "nobody has to decide"),
        # the end of the example
        (("do many", "Anna plays more", "expect Anna.points = 1"), ""),
    ],
)
def test_what_is_against_the_rules_fails(tmp_path: Path, lines: tuple[str, ...], message: str) -> None:
    found = played(tmp_path, COUNTING, lines)
    assert found.ok == (not message), found.message
    assert message in found.message


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ("given Anna.points = 3", "expect Anna.points = 3 and Ben.points = 1"),
            "`Ben.points = 1` is not so: got 0, expected 1",
        ),
        (
            ("given Anna.points = 3", "expect (Anna.points = 2 and Ben.points = 0) and last = 0"),
            "`Anna.points = 2` is not so: got 3, expected 2",
        ),
        (("expect Anna.points > 0 and Ben.points = 0",), "`Anna.points > 0` is not so: got 0, compared"),
        (("expect Anna.points = 1",), "got 0, expected 1"),
        ((*TWO, "Anna cannot explore(Card(red, 9))"), "Anna can explore (red 9)"),
        ((*TWO, "Anna cannot explore"), "Anna can explore (red 9)"),
        (
            (*TWO, "Anna plays some_cards({Card(red, 9)})"),
            "this cannot be played here: `{Card(red, 9)}` cannot be chosen as `2..3 of your hand as",
        ),
        (
            (*TWO, "Anna plays some_cards({Card(red, 9), Card(red, 1)})"),
            "this cannot be played here: `{Card(red, 9), Card(red, 1)}` cannot be chosen; there is",
        ),
        (("Anna plays worth(2, 3)",), "this cannot be played here: `3` cannot be chosen; there is 1 and 2 ("),
    ],
)
def test_what_is_not_so_is_told(tmp_path: Path, lines: tuple[str, ...], message: str) -> None:
    found = played(tmp_path, COUNTING, lines)
    assert found.outcome == "failed"
    assert found.message.startswith(message)
