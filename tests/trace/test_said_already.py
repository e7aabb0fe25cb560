"""What a title says already is not told again; what it leaves open is, to each as that one may know it."""

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.decisions.options import option_text
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.start import start
from rulesdsl.trace.narrator import Narrator
from tests.loading import load

GAME = """game "Marks"
players 2..2
values Colour: red, blue
places Cell grid 3 by 2
places Town: rome, oslo
pieces Card for each colour in Colour, number in 1..2
pieces Tile
  shape: Shape
  | tile | shape |
  | bar  | XX    |
placements Lie of Tile as tile on Cell
zone hand per Player: row of Card, seen by others
zone deck: row of Card, seen by nobody, starts with Card shuffled
zone box: set of Tile, starts with Tile
state is_colour per Card: Colour or none
state stands_in per Card: Town or none
state guess per Player: Colour or none
state keeper per Colour: Player or none
state cover per Cell: Player or none
state slot per 1..3: Colour or none
state filled: 0..3
routine give(c: Colour, p: Player)
  set keeper(c) to p
action act{action}
action wait "Wait"
  nothing
flow
  move deck to last(players).hand
  each player in turn
    must act or wait
score cards = count(your hand)
winner most cards, then shared
"""

BY_CHANCE = "Anna shakes the marks are red, blue, blue and red, by chance is colour:"
BY_CHANCE_TOO = "card 3 of Ben's hand = blue, card 4 of Ben's hand = red"

CASES = {
    # An action of Anna's, what she chooses, what Ben hears, who does not see his cards, what all others do.
    "which of the cards, the title does not say": (
        """(c from Colour) "Tell all {c}"
  for card in last(players).hand
    if card.colour is c
      set is_colour(card) to c""",
        "red",
        "Anna tells all red – is colour: card 1 of Ben's hand = red, card 3 of Ben's hand = red",
        "Anna tells all red – is colour: red 1 = red, red 2 = red",
    ),
    "a place that is chosen as well": (
        """(c from Colour, t from Town) "Send all {c} to {t}"
  for card in last(players).hand
    if card.colour is c
      set stands_in(card) to t""",
        "red, oslo",
        "Anna sends all red to oslo – stands in: card 1 of Ben's hand = oslo, card 3 of Ben's hand = oslo",
        # Which place it is, the sentence speaks of.
        "Anna sends all red to oslo",
    ),
    "the card is chosen, too": (
        """(card from last(players).hand, c from Colour) "Mark {card} {c}"
  set is_colour(card) to c""",
        "red 2, blue",
        "Anna marks a card blue – is colour: card 3 of Ben's hand = blue",
        "Anna marks red 2 blue",
    ),
    "of the player who decides": (
        """(c from Colour) "Guess {c}"
  set your guess to c""",
        "red",
        "Anna guesses red",
        "Anna guesses red",
    ),
    "of somebody whom the title does not name": (
        """(c from Colour) "Guess {c}"
  set first(others).guess to c""",
        "red",
        "Anna guesses red: Ben's guess is red",
        "Anna guesses red: Ben's guess is red",
    ),
    "of all players": (
        """(c from Colour) "All guess {c}"
  for p in players
    set p.guess to c""",
        "red",
        "Anna: All guess red; their guess is red; Ben's guess is red",
        "Anna: All guess red; their guess is red; Ben's guess is red",
    ),
    "what is handed to a routine": (
        """(c from Colour) "Keep {c}"
  do give(c, you)""",
        "red",
        "Anna keeps red",
        "Anna keeps red",
    ),
    "what the title does not name of what one gets": (
        """ "Keep something"
  for c in Colour
    set keeper(c) to you""",
        "",
        "Anna keeps something – keeper: red Anna, blue Anna",
        "Anna keeps something – keeper: red Anna, blue Anna",
    ),
    "what a text has just said": (
        """ "Keep something"
  for c in Colour
    say "{c} goes to {you}"
    set keeper(c) to you""",
        "",
        "Anna keeps something: red goes to Anna; blue goes to Anna",
        "Anna keeps something: red goes to Anna; blue goes to Anna",
    ),
    "the cells of a lie that the title names": (
        """(lie from Lie) "Lay {lie}"
  for cell in lie.cells
    set cover(cell) to you""",
        "bar on b1 c1",
        "Anna lays bar on b1 c1",
        "Anna lays bar on b1 c1",
    ),
    "where it comes to lie": (
        """(c from Colour) "Add {c}"
  set slot(filled + 2) to c""",
        "red",
        "Anna adds red – slot: 2 = red",
        "Anna adds red – slot: 2 = red",
    ),
    "always the same one": (
        """(c from Colour) "Begin with {c}"
  set slot(1) to c""",
        "red",
        "Anna begins with red",
        "Anna begins with red",
    ),
    "chance, on cards": (
        """ "Shake"
  for card in last(players).hand
    choose mark from Colour by chance
    set is_colour(card) to mark""",
        "",
        f"{BY_CHANCE} card 1 of Ben's hand = red, card 2 of Ben's hand = blue, {BY_CHANCE_TOO}",
        f"{BY_CHANCE} red 1 = red, blue 1 = blue, red 2 = blue, blue 2 = red",
    ),
    "chance, for players": (
        """ "Shake"
  for p in players
    choose mark from Colour by chance
    set p.guess to mark""",
        "",
        "Anna shakes: the marks are red and blue, by chance",
        "Anna shakes: the marks are red and blue, by chance",
    ),
}


def told(program: ir.Program, viewer: int | None, words: str) -> str:
    """What is told of one decision, in one line."""
    state = start(program, 1, log=True)
    labels = Labels.of(state.plan.layout)
    narrator = Narrator(program, labels, viewer)
    narrator.tell(state.log or [], state)
    state.log = []
    for chosen in ("act", *words.split(", ")):
        if chosen:
            decision = state.decision
            assert decision is not None
            options = [option_text(state, decision, option, labels) for option in decision.options]
            state.apply(0 if chosen == "act" else options.index(chosen))
    lines = [*narrator.tell(state.log, state), *narrator.finish()]
    return " ".join(line.strip() for line in lines if "turn" not in line)


@pytest.mark.parametrize("case", CASES)
def test_only_what_one_knows_by_the_title_goes_without_saying(case: str, tmp_path: Path) -> None:
    lines, words, to_owner, to_others = CASES[case]
    path = tmp_path / "marks.game"
    path.write_text(GAME.replace("{action}", lines), "utf-8")
    program = load(path).program(2)
    assert [told(program, it, words) for it in (1, 0, None)] == [to_owner, to_others, to_others]
