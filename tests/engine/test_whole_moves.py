"""Whole moves as one choice: they are what can be chosen in stages, and are asked and told in words."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine import events as ev
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.engine.explanation.why import why
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.environments.actions import actions
from rulesdsl.pipeline import load
from rulesdsl.trace.record import Record, Tape
from tests.engine.whole_answers import whole_answers

CHECKOUT = Path(__file__).parent.parent.parent
FERRIES = CHECKOUT / "examples/language/29_whole_moves.game"

SHORT = """game "Pairs"
players 2..2

pieces Card for each rank in 3..6
zone hand per Player: set of Card, seen by owner
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone heap: row of Card

action draw_one "Draw a card"
  when deck is not empty
  draw 1 from deck to your hand

action take(card from heap "Which card?")
  move card to your hand

action give(card from your hand, friend from others, times from 1..2 where card.rank > times) "Give {card}"
  move card to friend.hand

flow
  deal 1 from deck to hand
  move top(deck, 1) to heap
  phase turns up to 9 times
    turn of each player
    may draw_one or take or give as one choice

score cards = count(your hand)
winner most total, then shared
"""


def game(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "game.game"
    file.write_text(text, "utf-8")
    return file


def short(tmp_path: Path) -> State:
    return start(load(game(tmp_path, SHORT)).program(2), seed=1)


def texts(state: State) -> list[str]:
    assert state.decision is not None
    return [option.text for option in state.decision.seen.options]


def test_every_way_to_fill_in_the_actions_is_one_option(tmp_path: Path) -> None:
    state = short(tmp_path)
    listed = texts(state)
    assert listed[0] == "Draw a card"
    assert listed[1].startswith("take: card ")
    assert listed[2].startswith("Give card ")
    assert listed[2].endswith(": Ben, 1")
    assert listed[-1] == "pass"
    assert len(set(listed)) == len(listed)
    decision = state.decision
    assert decision is not None
    taking = decision.seen.options[1]
    assert (taking.kind, taking.action, taking.parameter, list(taking.values)) == (
        "move",
        "take",
        None,
        ["card"],
    )
    state.apply(1)
    assert state.player == 1, "nothing more is asked"


def staged(text: str) -> str:
    return text.replace(" as one choice", "")


@pytest.mark.parametrize("seed", range(6))
def test_they_are_those_that_are_chosen_in_stages(seed: int, tmp_path: Path) -> None:
    text = FERRIES.read_text("utf-8")
    whole = start(load(FERRIES).program(2), seed)
    parts = start(load(game(tmp_path, staged(text))).program(2), seed)
    for _ in range(12):
        listed = whole.decision
        if listed is None or not any(option.parts for option in listed.options):
            break
        moves = {
            (option.alternative.name, tuple(part.value for part in option.parts if part.kind == "value"))
            for option in listed.options
            if option.alternative is not None
        }
        answers = whole_answers(parts)
        assert {(answer.alternative, answer.values) for answer, _ in answers if not answer.declined} == moves
        # On with the same in both.
        answer, path = answers[seed % len(answers)]
        wanted = (answer.alternative, answer.values)
        for option in path:
            parts.apply(option)
        numbers = [
            number
            for number, option in enumerate(listed.options)
            if (option.kind == "decline" and answer.declined)
            or (
                option.alternative is not None
                and wanted
                == (option.alternative.name, tuple(one.value for one in option.parts if one.kind == "value"))
            )
        ]
        whole.apply(numbers[0])
        assert whole.player == parts.player


def test_is_told_part_by_part_and_played_again(tmp_path: Path) -> None:
    state = short(tmp_path)
    again = state.clone()
    state.log = []
    state.apply(2)
    told = [event for event in state.log if isinstance(event, ev.Chosen)]
    assert [event.stage for event in told] == ["action", "card", "friend", "times"]
    assert [event.title == () for event in told] == [True, True, True, False]
    assert told[0].offered == (("action", 0), ("action", 1), ("action", 2), ("decline", 0))
    record = Record()
    record.add(state.log)
    assert len(record.choices) == 1
    assert record.choices[0].startswith("m")
    decision = again.decision
    assert decision is not None
    assert Tape(record.choices, ()).choose(decision) == 2


def test_why_not(tmp_path: Path) -> None:
    state = short(tmp_path)
    card = next(text for text in texts(state) if text.startswith("Give")).removeprefix("Give ").split(":")[0]
    assert why(state, 0, "give", {"card": card, "times": "1"}) is None
    refused = why(state, 0, "give", {"times": "3"})
    assert refused is not None
    assert why(state, 0, "take") is None


def test_each_has_one_number(tmp_path: Path) -> None:
    state = short(tmp_path)
    listed = actions(state.plan)
    numbers = listed.numbers(state)
    assert len(set(numbers)) == state.option_count
    assert [listed[number].kind for number in numbers[:3]] == ["move", "move", "move"]
    assert listed.words[numbers[1]] == texts(state)[1].replace(":", "")


def test_what_an_example_leaves_open_is_refused(tmp_path: Path) -> None:
    text = (
        FERRIES.read_text("utf-8")
        + '\nexample "not all is said"\n  players Anna, Ben\n  given load(west) = {Crate(3), Crate(2)}\n'
        + "  Anna does day\n  Anna plays ship(hands: 3)\n"
    )
    found = [
        result
        for program in load(game(tmp_path, text)).example_programs()
        for result in run_examples(program)
    ]
    outcomes = {result.title: result.outcome for result in found}
    assert outcomes.pop("not all is said") == "failed"
    assert set(outcomes.values()) == {"ok"}
    assert "say with what" in next(result.message for result in found if result.title == "not all is said")


BARTER = """
game "Barter"
players 2..2
values Good: wood, wool, fine_grain
state store per Player per Good: 0..9
action sell(give per kind in Good from 0..your store(kind) where sum(give) is in 1..2) "TITLE"
  remove give from your store
flow
  for p in players
    set p.store to {wood: 2, fine_grain: 1}
  each player in turn
    must sell as one choice
score left = sum(your store)
winner most total, then shared
"""


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Sell {give}", ["Sell 1 fine grain", "Sell 1 wood", "Sell 1 wood and 1 fine grain", "Sell 2 wood"]),
        ("Sell", ["Sell: 1 fine grain", "Sell: 1 wood", "Sell: 1 wood, 1 fine grain", "Sell: 2 wood"]),
    ],
)
def test_a_bundle_is_told_by_what_is_in_it(tmp_path: Path, title: str, words: list[str]) -> None:
    state = start(load(game(tmp_path, BARTER.replace("TITLE", title))).program(2), seed=1)
    assert texts(state) == words


ALONE = """game "One"
players 2
pieces Tile for each n in 1..2 copies 3
zone tiles: set of Tile, starts with Tile
zone got per Player: set of Tile
action g({chosen} as s) "Take {{s}}"
  move s to your got
flow
  each player in turn
    {word} g as one choice
winner most count(your got), then shared
"""


@pytest.mark.parametrize("word", ["must", "may"])
@pytest.mark.parametrize("chosen", ["2 of tiles", "some of tiles", "any of tiles"])
def test_a_set_alone_is_no_whole_move(tmp_path: Path, chosen: str, word: str) -> None:
    path = tmp_path / "one.game"
    path.write_text(ALONE.format(chosen=chosen, word=word), encoding="utf-8")
    with pytest.raises(InvalidGame) as invalid:
        load(path)
    assert [error.code for error in invalid.value.report.errors] == ["not-one-choice"]
