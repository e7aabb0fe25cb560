"""Lines of examples about choices of sets: out of many members too, of which nobody could try all sets."""

from pathlib import Path

import pytest

from rulesdsl.engine.evaluation import sets
from rulesdsl.engine.examples.run import Result, run_example
from tests.loading import load

GAME = """
game "Many Ways"
players 2..4

values Suit: red, blue, green, white
pieces Card for each suit in Suit, rank in 1..10 copies 2

zone deck: set of Card, seen by all, starts with Card
zone heap: set of Card, seen by all
state bonus: 0..100

action take(any of deck as taken)
  move taken to heap
action unite(some of deck as united where same(united.suit))
  move united to heap
action weigh(any of deck as weighed, extra from 0..12)
  when sum(weighed.rank) = 431 + extra
  move weighed to heap
  set bonus to extra
action gather(any of heap as gathered where sum(gathered.rank) >= 30, nothing needless)
  move gathered to heap
action never(any of deck as chosen where sum(chosen.rank) = 441)
  move chosen to heap
action order(any of deck as kept where count(runs(c in kept by c.rank)) = 0 and count(kept) > 2)
  move kept to heap
action invite(any of players as guests)
  set bonus to count(guests)
action give(give per suit in Suit from 0..9 where sum(give) > 30)
  set bonus to sum(give)

flow
  phase turns 3 times
    turn of each player
    must take or unite or weigh or gather or never or invite or give

score wealth = bonus
winner most total, then shared
"""


def results(tmp_path: Path, *lines: str) -> list[Result]:
    example = '\nexample "it"\n' + "".join(f"  {line}\n" for line in ("players Anna, Ben, Cleo", *lines))
    path = tmp_path / "ways.game"
    path.write_text(GAME + example, encoding="utf-8")
    return [
        run_example(program, example, shuffles=1)
        for program in load(path).example_programs()
        for example in program.examples
    ]


@pytest.mark.parametrize(
    "lines",
    [
        [
            "Anna plays take",
            "Anna chooses {Card(red, 1), Card(blue, 2)}",
            "expect count(heap) = 2",
        ],
        [
            "play",
            "Anna plays take({Card(red, 1)})",
            "Ben plays take({Card(red, 1)})",
            "expect count(heap) = 2",
        ],
        ["Anna plays take({Card(red, 1), Card(red, 1), Card(white, 7)})", "expect count(heap) = 3"],
        ["Anna plays unite({Card(red, 1), Card(red, 9)})", "expect count(heap) = 2"],
        ["Anna cannot unite({Card(red, 1), Card(blue, 9)})"],
        ["Anna cannot take({Card(red, 1), Card(red, 1), Card(red, 1)})"],
        [
            "given heap = {Card(red, 10), Card(blue, 10), Card(green, 10), Card(white, 1)}",
            "Anna plays gather({Card(red, 10), Card(blue, 10), Card(green, 10)})",
        ],
        [
            "given heap = {Card(red, 10), Card(blue, 10), Card(green, 10), Card(white, 1)}",
            "Anna cannot gather({Card(red, 10), Card(blue, 10), Card(green, 10), Card(white, 1)})",
        ],
        ["Anna cannot never"],
        ["Anna cannot weigh(extra: 10)"],
        ["Anna plays invite({Ben, Cleo})", "expect bonus = 2"],
        ["Anna plays give({red: 9, blue: 9, green: 9, white: 4})", "expect bonus = 31"],
        ["Anna cannot give({red: 9, blue: 9, green: 9, white: 3})"],
    ],
)
def test_sets_of_many(tmp_path: Path, lines: list[str]) -> None:
    [made] = results(tmp_path, *lines)
    assert made.outcome == "ok", made.message


def test_what_cannot_be_counted_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "MOST_SETS", 300)
    [made] = results(tmp_path, "Anna cannot order")
    assert made.message == "the rules break here: too many options: more than 300 sets to choose from at once"
