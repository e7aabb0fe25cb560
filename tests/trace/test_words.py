"""What is declined, thrown, drawn and scored, in words that one would use at a table."""

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.decisions.options import option_text
from rulesdsl.engine.explanation.why import why
from rulesdsl.engine.labels.english import is_participle
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.start import start
from rulesdsl.score_sheet import ScoreSheet, SheetRow
from rulesdsl.trace.narrator import Narrator
from tests.loading import load

GAME = """game "Words"
players 1..1
pieces Die for each number in 1..3
pieces Card for each rank in 1..8
zone cup: row of Die, starts with Die
zone deck: pile of Card, seen by nobody, starts with Card
zone box: set of Card
zone hand per Player: set of Card
zone discarded: pile of Card
zone turned_up: slot of Card
state face per Die: 1..6, starts 1
state led: Card or none
state chips per Player: 0..9
action take "Take the card from the deck"
  draw 1 from deck to your hand
action lay(card from your hand) "Lay {card}"
  move card to discarded
action keep "Keep it"
  nothing
action leave(some of your hand as cards "Which cards?") "Leave {cards}"
  move cards to discarded
routine throw(dice: set of Die)
  for d in dice
    roll number from 1..6
    set face(d) to number
flow
  move top(deck) to turned_up
  phase rounds 1 times
    each player in turn
      do throw(Die)
      choose any of cup as again "Which dice do you throw again?"
      must take
      may take repeatedly
      may lay or keep
      may choose one from your hand "Which one?"
      may keep
      must leave
    score rounds
score made each rounds = count(your hand)
winner most made, then shared
"""


@pytest.fixture
def program(tmp_path: Path) -> ir.Program:
    path = tmp_path / "words.game"
    path.write_text(GAME, encoding="utf-8")
    return load(path).program(1)


def told(program: ir.Program, *typed: str) -> tuple[list[str], list[list[str]]]:
    """What is told when these options are taken one after the other, and what was offered."""
    state = start(program, 1, log=True)
    labels = Labels.of(state.plan.layout)
    narrator, lines, offered = Narrator(program, labels), [], []
    for wanted in typed:
        assert state.decision is not None
        options = [option_text(state, state.decision, option, labels) for option in state.decision.options]
        offered.append(options)
        state.apply(options.index(wanted))
        lines += narrator.tell(state.log or [], state)
        state.log = []
    return [line.strip() for line in [*lines, *narrator.finish()]], offered


def test_to_do_nothing_has_the_word_that_fits(program: ir.Program) -> None:
    typed = (
        "none",
        "Take the card from the deck",
        "no more",
        "pass",
        "none",
        "pass",
        "card 2",
        "that is all",
    )
    lines, offered = told(program, *typed)
    assert lines[0] == "card 1 goes from the deck to the turned up card"
    assert "The numbers are " in lines[2]
    assert lines[3:] == [
        "Anna chooses none",
        "Anna takes the card from the deck (no other choice): card 2",
        "Anna takes the card from the deck: card 3",
        "Anna does not take again",
        "Anna passes",
        "Anna chooses none",
        "Anna declines to keep",
        "Anna leaves card 2",
        "The round is scored – made: Anna 1",
    ]
    # With nothing picked one chooses none, afterwards one has enough.
    assert offered[0] == ["die 1", "die 2", "die 3", "none"]
    assert offered[3] == ["Lay a card", "Keep it", "pass"]


BOARD = """game "Board"
players 2..2
places Cell grid 3 by 3
pieces Man for each number in 1..3
zone on per Cell: slot of Man
zone box: set of Man, starts with Man
action go(man from box, goal from Cell where on(goal) is none) "Move {man} to {goal}"
  move man to on(goal)
action push(man from box, goal from Cell where on(goal) is none) "Push {man}"
  move man to on(goal)
flow
  choose the_spy from players by chance
  roll thrown from 1..6
  for p in players
    roll told from 1..6
  phase turns 1 times
    each player in turn
      must go or push
score men = count(box)
winner most total, then shared
"""


def test_of_moves_on_a_board_the_cell_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "board.game"
    path.write_text(BOARD, encoding="utf-8")
    lines, _ = told(load(path).program(2), "Move a man to a goal", "man 1", "b2", "Push a man", "man 2", "c3")
    assert "Anna moves man 1 to b2" in lines
    assert any(line.startswith("Ben pushes man 2") and line.endswith("it goes to c3") for line in lines)


def test_what_is_asked_now_is_named_with_its_gaps(tmp_path: Path) -> None:
    path = tmp_path / "board.game"
    path.write_text(BOARD, encoding="utf-8")
    found = why(start(load(path).program(2), 1), 0, "fly")
    assert found is not None
    assert "Anna is asked now: Move … to …, Push …" in found.text


def test_what_chance_gives_has_a_noun_and_one_article(tmp_path: Path) -> None:
    path = tmp_path / "board.game"
    path.write_text(BOARD, encoding="utf-8")
    lines, _ = told(load(path).program(2), "Move a man to a goal")
    assert any(line.startswith("The spy is ") for line in lines)
    assert any(line.startswith("The thrown number is ") for line in lines)
    assert any(line.startswith("The told numbers are ") for line in lines)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("turned_up", True),
        ("face_down", True),
        ("laid_aside", True),
        ("played", True),
        ("discard_pile", False),
        ("up", False),
        ("make_up", False),
        ("warm_up", False),
        ("seed", False),
    ],
)
def test_what_has_happened_to_things_is_no_name_of_a_pile(name: str, *, said: bool) -> None:
    assert is_participle(name) is said


def sheet(players: int, times: int) -> ScoreSheet:
    names = tuple(f"Player {number}" for number in range(1, players + 1))
    columns = tuple(tuple(range(at, at + times)) for at in range(players))
    rows = (
        SheetRow("points", "points", columns, tuple(map(sum, columns)), counted=True, rules=()),
        SheetRow("bonus", "bonus", ((),) * players, (-1,) * players, counted=True, rules=()),
    )
    return ScoreSheet(
        names, rows, (7,) * players, (), tuple(range(1, players + 1)), names[:1], shared=False, team=False
    )


@pytest.mark.parametrize(("players", "times"), [(2, 4), (5, 13), (4, 19), (8, 13), (12, 1)])
@pytest.mark.parametrize("width", [80, 40])
def test_a_sheet_of_any_size_fits_on_a_page(players: int, times: int, width: int) -> None:
    whole = sheet(players, times)
    lines = whole.to_text(width).splitlines()
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    for name in whole.players:
        assert name in text
    assert lines[-1] == "Player 1 wins."


def test_few_columns_stand_side_by_side_and_many_one_below_the_other() -> None:
    assert "points  0 1 2 = 3  1 2 3 = 6" in sheet(2, 3).to_text()
    assert sheet(2, 12).to_text(40).splitlines() == [
        "           Player 1  Player 2",
        "points  1         0         1",
        *(f"       {number:>2}        {number - 1:>2}        {number:>2}" for number in range(2, 13)),
        "        =        66        78",
        "bonus            −1        −1",
        "total             7         7",
        "rank             1.        2.",
        "Player 1 wins.",
    ]
