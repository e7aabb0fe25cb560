"""Examples are run line by line; a line that is not so is shown with what there was instead."""

from pathlib import Path

import pytest

from rulesdsl.engine.examples.course import Course
from rulesdsl.engine.examples.results import unclear
from rulesdsl.engine.examples.run import SHUFFLES, Result, run_examples
from tests.engine.texts import example_results
from tests.loading import load

GAME = """
game "Shells"
players 2..3

values Colour: red, green, blue
pieces Shell for each colour in Colour, size in 1..2

zone sack: pile of Shell, seen by nobody, starts with Shell shuffled
zone hand per Player: set of Shell, seen by owner
zone beach: row of Shell, seen by all

state coins per Player: 0..20, starts 3
state luck: 1..6 or none

action lay(shell from your hand) "Lay {shell}"
  when your coins > 0
  move shell to beach
  remove 1 from your coins

action trade(some of your hand as given where sum(given.size) >= 3, nothing needless) "Trade {given}"
  move given to sack
  add 2 to your coins

action gamble "Gamble"
  roll die from 1..6
  set luck to die
  add die to your coins

flow
  phase turns 6 times
    turn of each player
    must lay or trade or gamble

score wealth = your coins
winner most total, then shared
"""


def results(tmp_path: Path, *lines: str, game: str = GAME) -> list[Result]:
    example = '\nexample "it"\n' + "".join(f"  {line}\n" for line in ("players Anna, Ben", *lines))
    path = tmp_path / "shells.game"
    path.write_text(game + example, encoding="utf-8")
    return example_results(path)


def result(tmp_path: Path, *lines: str) -> Result:
    [one] = results(tmp_path, *lines)
    return one


@pytest.mark.parametrize(
    "lines",
    [
        [
            "given Anna.hand = {Shell(red, 1), Shell(blue, 2)}",
            "Anna plays lay(Shell(blue, 2))",
            "expect count(beach) = 1",
        ],
        [
            "given Anna.hand = {Shell(red, 1)}",
            "Anna plays lay",
            "expect Anna.hand is empty and Anna.coins = 2",
        ],
        ["given Anna.coins = 0", "given Anna.hand = {Shell(red, 1)}", "Anna cannot lay"],
        ["Ben plays gamble", "chance gives 4", "expect luck = 4 and Ben.coins = 7"],
        ["chance gives 2", "Ben plays gamble", "expect Ben.coins = 5"],
        ["given sack = {Shell(red, 1), Shell(red, 2)}", "expect top(sack) is Shell(red, 1)"],
        [
            "given Anna.hand = {Shell(red, 1), Shell(red, 2), Shell(blue, 1)}",
            "Anna plays trade({Shell(red, 1), Shell(red, 2)})",
            "expect Anna.coins = 5 and Anna.hand = {Shell(blue, 1)}",
        ],
        [
            "given Anna.hand = {Shell(red, 2), Shell(blue, 1), Shell(green, 1)}",
            "Anna does turns",
            "Anna chooses trade",
            "Anna chooses {Shell(red, 2), Shell(green, 1)}",
            "expect Anna.hand = {Shell(blue, 1)}",
        ],
        [
            "given Anna.hand = {Shell(red, 2), Shell(blue, 1)}",
            "Anna does turns",
            "Anna plays lay(Shell(red, 2))",
            "expect Anna.hand = {Shell(blue, 1)} and Anna.coins = 2",
        ],
    ],
)
def test_what_is_so_is_right(tmp_path: Path, lines: list[str]) -> None:
    found = result(tmp_path, *lines)
    assert (found.outcome, found.message) == ("ok", "")


def test_got_and_expected_are_shown(tmp_path: Path) -> None:
    found = result(
        tmp_path, "given Anna.coins = 5", "Anna plays gamble", "chance gives 1", "expect Anna.coins = 5"
    )
    assert found.outcome == "failed"
    assert (found.got, found.expected) == ("6", "5")
    assert found.line == "expect Anna.coins = 5"
    assert [line.text for line in found.given] == [
        "given Anna.coins = 5",
        "Anna plays gamble",
        "chance gives 1",
    ]
    assert found.span is not None
    assert found.span.text == "expect Anna.coins = 5"


def test_an_answer_that_is_not_offered_is_shown_with_the_offers(tmp_path: Path) -> None:
    found = result(
        tmp_path, "given Anna.hand = {Shell(red, 1), Shell(blue, 1)}", "Anna does turns", "Anna chooses trade"
    )
    assert found.outcome == "failed"
    assert "Lay a shell" in found.got
    assert "Gamble" in found.got


def test_somebody_else_decides(tmp_path: Path) -> None:
    found = result(tmp_path, "given Anna.hand = {Shell(red, 1)}", "Anna does turns", "Ben chooses gamble")
    assert found.outcome == "failed"
    assert found.message.startswith("Anna decides here")


def test_nobody_decides(tmp_path: Path) -> None:
    found = result(tmp_path, "Ben chooses gamble")
    assert found.message == "Ben has nothing to decide here"


def test_chance_that_is_not_asked(tmp_path: Path) -> None:
    found = result(tmp_path, "chance gives 3", "expect luck is none")
    assert found.outcome == "failed"
    assert found.message.startswith("chance is not asked for this")


def test_an_action_that_is_not_legal_is_a_failure_not_a_crash(tmp_path: Path) -> None:
    found = result(tmp_path, "given Anna.coins = 0", "given Anna.hand = {Shell(red, 1)}", "Anna plays lay")
    assert found.outcome == "failed"
    clause = "`your coins > 0` does not hold: `your coins` is 0"
    assert found.message.startswith(f"this cannot be played here: {clause} (")
    assert found.message.endswith("shells.game:16)")


def test_what_an_argument_of_an_illegal_action_breaks_is_told(tmp_path: Path) -> None:
    given = "given Anna.hand = {Shell(red, 1), Shell(blue, 1)}"
    found = result(tmp_path, given, "Anna plays trade({Shell(red, 1), Shell(blue, 1)})")
    assert found.message.startswith("this cannot be played here: no given meets `sum(given.size) >= 3` (")
    missing = result(tmp_path, given, "Anna plays lay(Shell(green, 2))")
    assert missing.message.startswith(
        "this cannot be played here: `Shell(green, 2)` cannot be chosen; there is red 1 and blue 1 ("
    )


def test_a_result_that_depends_on_the_shuffle_is_unclear(tmp_path: Path) -> None:
    found = result(tmp_path, "expect top(sack).size = 1")
    assert found.outcome == "unclear"
    assert "depends on what is not given" in found.message


def test_two_ways_to_fail_are_told_in_sentences() -> None:
    low = Result("it", "failed", "this is not so", line="expect luck = 4", got="3")
    high = Result("it", "failed", "this is not so", line="expect luck = 4", got="5")
    unasked = Result("it", "failed", "chance is not asked for this", line="chance gives 4")
    depends = "the result depends on what is not given: "
    assert unclear(low, high).message == f"{depends}it comes out as 3 with one shuffle and as 5 with another"
    assert unclear(low, unasked).message == (
        f"{depends}with one shuffle it comes out as 3;"
        " with another chance is not asked for this (at `chance gives 4`)"
    )
    assert unclear(unasked, low).message == (
        f"{depends}with one shuffle chance is not asked for this;"
        " with another it comes out as 3 (at `expect luck = 4`)"
    )


def test_a_result_that_depends_on_chance_is_unclear(tmp_path: Path) -> None:
    found = result(tmp_path, "Anna plays gamble", "expect Anna.coins = 7")
    assert found.outcome == "unclear"


COINS = """
game "Coins"
players 2..2
state coins per Player: 0..20, starts 3
action gamble
  roll die from 1..6
  add die to your coins
flow
  each player in turn
    must gamble
score wealth = your coins
winner most total, then shared
"""


@pytest.mark.parametrize(
    ("game", "lines", "times"),
    [
        (COINS, ["expect Anna.coins = 3"], 1),
        (COINS, ["Anna plays gamble", "chance gives 4", "expect Anna.coins = 7"], 1),
        (COINS, ["Anna plays gamble"], SHUFFLES),
        (COINS, ["Anna plays gamble", "chance gives 4", "Ben plays gamble"], SHUFFLES),
        (GAME, ["expect Anna.coins = 3"], SHUFFLES),
    ],
)
def test_what_leaves_nothing_to_the_dice_is_run_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, lines: list[str], times: int
) -> None:
    runs, finish = list[Course](), Course.finish_play

    def counted(course: Course) -> None:
        runs.append(course)
        finish(course)

    monkeypatch.setattr(Course, "finish_play", counted)
    [found] = results(tmp_path, *lines, game=game)
    assert (found.outcome, len(runs)) == ("ok", times)


ORDER = """
game "Order"
players 2..3
pieces Card for each rank in 1..12
zone deck: pile of Card, starts with Card
zone hand per Player: set of Card
zone table: set of Card
state leader: Player or none

action lay(card from your hand)
  move card to table

flow
  deal 2 from deck to hand
  choose drawn from players by chance
  set leader to drawn
  phase round 2 times
    phase turns
      turn of each player from leader
      until count(table) = player_count
      must lay
    move table to deck
    set leader to players(1)
  say "The end"

winner shared
"""
IN_ORDER = """
example "drawn"
  players Anna, Ben, Cleo
  {lines}
"""


def played(tmp_path: Path, *lines: str) -> Result:
    """The one example with these lines."""
    file = tmp_path / "order.game"
    game = ORDER.replace("players(1)", "first(players)")
    file.write_text(game + IN_ORDER.format(lines="\n  ".join(lines)), encoding="utf-8")
    [program] = load(file).example_programs()
    [result] = run_examples(program)
    return result


HANDS = (
    "given Anna.hand = {Card(1), Card(2)}",
    "given Ben.hand = {Card(3), Card(4)}",
    "given Cleo.hand = {Card(5), Card(6)}",
    "given leader = Ben",
)


def test_the_flow_is_played_from_its_start(tmp_path: Path) -> None:
    lines = ("play", "chance gives Cleo", "Cleo is next", "Cleo chooses lay(first(Cleo.hand))")
    assert played(tmp_path, *lines, "Anna is next").ok


def test_the_flow_is_played_from_a_phase_on(tmp_path: Path) -> None:
    lines = (*HANDS, "play from turns", "Ben chooses lay(Card(3))", "Cleo is next")
    assert played(tmp_path, *lines, "expect round = 1").ok
    assert played(tmp_path, "given round = 2", *lines, "expect round = 2").ok


def test_the_flow_is_played_behind_a_phase(tmp_path: Path) -> None:
    assert played(tmp_path, "play after round", "game is over").ok


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("play from turns", "Cleo is next"), "Ben has to decide next"),
        (("play from turns", "game is over"), "the game is not over: Ben has to decide"),
        (("play after turns", "Ben is next"), "nobody has to decide"),
        (("play after turns", "game is over"), "the game has not been played to its end"),
        (("game is over",), "the game has not been played to its end"),
    ],
)
def test_who_is_next_can_be_somebody_else(tmp_path: Path, lines: tuple[str, ...], message: str) -> None:
    result = played(tmp_path, *HANDS, *lines)
    assert (result.outcome, result.message, result.line) == ("failed", message, lines[-1])


SHELVES = """
game "Shelves"
players 2..2

pieces Cup copies 8

zone box: set of Cup, seen by all
  starts with Cup
zone shelf per Player per board in 1..3: set of Cup, seen by all
zone gone: set of Cup, seen by all

routine lay_out
  for board in 1..3
    move first(box, 1) to your shelf(board)

action give(cup from your shelf) "Give"
  move cup to gone

action give_two(2 of your shelf as cups) "Give two"
  move cups to gone

flow
  phase laying
    each player in turn
      do lay_out
  phase turns 1 times
    turn of each player
    must give or give_two

score left = count(your shelf)
winner most total, then shared

example "it"
  players Anna, Ben
  given Anna.shelf(1) = {Cup, Cup}
  given Anna.shelf(2) = {Cup}
  given Anna.shelf(3) = {Cup, Cup}
"""


@pytest.mark.parametrize(
    ("action", "chosen", "left"),
    [
        ("give", "first(Anna.shelf(3))", [2, 1, 1]),
        ("give", "last(Anna.shelf(3))", [2, 1, 1]),
        ("give", "first(Anna.shelf(2))", [2, 0, 2]),
        ("give", "Cup", [1, 1, 2]),
        ("give_two", "Anna.shelf(3)", [2, 1, 0]),
        ("give_two", "Anna.shelf(2) + last(Anna.shelf(3), 1)", [2, 0, 1]),
        ("give_two", "last(Anna.shelf(1), 1) + Anna.shelf(2)", [1, 0, 2]),
    ],
)
def test_of_alike_pieces_in_several_places_one_is_named_by_its_place(
    tmp_path: Path, action: str, chosen: str, left: list[int]
) -> None:
    lines = [f"Anna plays {action}", f"Anna chooses {chosen}"]
    lines += [f"expect count(Anna.shelf({board})) = {count}" for board, count in enumerate(left, start=1)]
    file = tmp_path / "shelves.game"
    file.write_text(SHELVES + "".join(f"  {line}\n" for line in lines), encoding="utf-8")
    [program] = load(file).example_programs()
    [found] = run_examples(program)
    assert (found.ok, found.message) == (True, "")


HAND = "given Anna.hand = {Shell(red, 1), Shell(blue, 2)}"


@pytest.mark.parametrize(
    "lines",
    [
        [HAND, "Anna does turns", "expect Anna.coins = 3"],
        [
            HAND,
            "Anna does turns",
            "Anna does turns",
            "Anna chooses gamble",
            "chance gives 1",
            "expect luck = 1",
        ],
        [HAND, "Anna does turns", "expect Anna.coins = 4"],
    ],
)
def test_what_stops_before_anybody_decides_is_noted(lines: list[str], tmp_path: Path) -> None:
    stopped = result(tmp_path, *lines).stopped
    assert stopped is not None
    assert stopped.line == "Anna does turns"
    place = GAME.splitlines().index("    must lay or trade or gamble") + 1
    assert stopped.message.startswith("this stops at a decision of Anna (")
    assert stopped.message.endswith(f"shells.game:{place}); what is behind that was not played")
    assert "`Anna is next`" in stopped.hint


@pytest.mark.parametrize(
    "lines",
    [
        [HAND, "Anna does turns", "Anna is next", "expect Anna.coins = 3"],
        [HAND, "Anna does turns", "expect Anna.coins = 3", "Anna plays gamble", "chance gives 1"],
        [HAND, "Anna does turns", "Anna plays gamble", "chance gives 1", "expect Anna.coins = 4"],
        [HAND, "play", "expect Anna.coins = 3"],
    ],
)
def test_what_goes_on_or_is_meant_to_stop_is_not(lines: list[str], tmp_path: Path) -> None:
    found = result(tmp_path, *lines)
    assert (found.outcome, found.stopped) == ("ok", None)


def test_an_action_with_nothing_to_choose_from_is_played(tmp_path: Path) -> None:
    path = tmp_path / "none.game"
    path.write_text(
        """
game "None There"
players 2..2
pieces Shell copies 3
zone beach: set of Shell, starts with Shell
zone sack: set of Shell
state swept: 0..9
action sweep(any of sack as swept_up) "Sweep up {swept_up}"
  move swept_up to beach
  add 1 to swept
flow
  each player in turn
    must sweep
score sweeps = swept
winner most total, then shared
example "an empty sack"
  players Anna, Ben
  Anna plays sweep
  Ben plays sweep
  expect swept = 2 and count(beach) = 3
""",
        encoding="utf-8",
    )
    [program] = load(path).example_programs()
    assert [one.outcome for one in run_examples(program)] == ["ok"]


@pytest.mark.parametrize(("total", "bundle"), [(2, "2 iron"), (0, "nothing")])
def test_a_bundle_that_could_be_chosen_is_told_by_what_is_in_it(
    total: int, bundle: str, tmp_path: Path
) -> None:
    path = tmp_path / "market.game"
    path.write_text(
        f"""
game "Market"
players 2
values Good: oak, fish, iron
action sell(give per kind in Good from 0..2 where sum(give) = {total})
  say "Sold"
flow
  each player in turn
    may sell
score sold = 1
winner most total, then shared
example "a market that is closed"
  players Anna, Ben
  Anna cannot sell
""",
        encoding="utf-8",
    )
    [program] = load(path).example_programs()
    assert [result.message for result in run_examples(program)] == [f"Anna can sell ({bundle})"]


SPOONS = """
game "Spoons"
players 3..3
pieces Spoon copies 3
zone box: set of Spoon, starts with Spoon
zone hand per Player: set of Spoon

action steal(spoon from union(p in others: p.hand)) "Steal {spoon}"
  move spoon to your hand

flow
  each player in turn
    must steal{move}

winner most count(your hand), then shared

example "one of two"
  players Anna, Ben, Cleo
  given Ben.hand = {{Spoon}}
  given Cleo.hand = {{Spoon}}
  Anna plays steal({spoon})
  expect Cleo.hand is empty
"""
CLEOS = "the_only(spoon in Cleo.hand where spoon is Spoon)"


@pytest.mark.parametrize("move", ["", " as one choice"])
def test_of_equal_pieces_in_several_places_it_is_said_which(tmp_path: Path, move: str) -> None:
    outcomes = []
    for spoon in ("Spoon", CLEOS):
        path = tmp_path / "spoons.game"
        path.write_text(SPOONS.format(spoon=spoon, move=move), encoding="utf-8")
        [program] = load(path).example_programs()
        outcomes += run_examples(program)
    assert outcomes[0].message == (
        "what is named as spoon lies in several places, Ben's hand and Cleo's hand: say which is meant,"
        " such as `the_only(spoon in Ben.hand where …)`"
    )
    assert outcomes[1].ok
