"""How long the exact trails of one turn take, on a map of 54 places and 97 links.

    python -m bench.trails [QUESTIONS [SEED]]

One question is the whole of a turn: from one place, with some places taken, every place that some of the
card sums asked for can reach exactly, and by which sums. Nothing is remembered between questions. The ratio
is to a yardstick that runs beside: walking all trails of up to 8 links from an open place, by plain search.
"""

import csv
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rulesdsl.engine.maps import trails
from rulesdsl.engine.maps.frontier import lengths_to_goals
from rulesdsl.engine.maps.trails import Trails
from rulesdsl.graphs import Graph, within

FOLDER = Path(__file__).parents[1] / "games" / "trekking_the_world"
EVERY_LENGTH = (2 << 30) - 2
Question = tuple[int, frozenset[int], int]


def read(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_map() -> Graph:
    number = {row["id"]: index for index, row in enumerate(read("places.csv"))}
    return Graph(len(number), tuple((number[row["a"]], number[row["b"]]) for row in read("links.csv")))


WORLD = read_map()
DECK = [int(row["value"]) for row in read("trek_cards.csv") for _ in range(int(row["copies"]))]


def sums_of_a_hand(rng: random.Random) -> int:
    sums = 1
    for value in rng.sample(DECK, rng.randint(1, 12)):
        sums |= sums << value
    return sums & EVERY_LENGTH


def every_length(_rng: random.Random) -> int:
    return EVERY_LENGTH


def taken_anywhere(rng: random.Random) -> tuple[int, frozenset[int]]:
    start, *taken = rng.sample(range(WORLD.node_count), rng.randint(1, 5))
    return start, frozenset(taken)


def taken_close_by(rng: random.Random) -> tuple[int, frozenset[int]]:
    """Dead ends and cut-off corners: what makes trails rare."""
    start = rng.randrange(WORLD.node_count)
    near = [node for node in within(WORLD, start, rng.randint(1, 3)) if node != start]
    return start, frozenset(rng.sample(near, min(len(near), rng.randint(1, 4))))


def plain_search(start: int, longest: int) -> int:
    count = 0
    stack = [(start, 0, 0)]
    while stack:
        node, used, n = stack.pop()
        count += 1
        if n < longest:
            for other, link in WORLD.ways[node]:
                if not used >> link & 1:
                    stack.append((other, used | 1 << link, n + 1))
    return count


def yardstick() -> float:
    began = time.perf_counter()
    for start in range(WORLD.node_count):
        plain_search(start, 8)
    return (time.perf_counter() - began) / WORLD.node_count


def main(questions: int, seed: int) -> None:
    rng = random.Random(seed)
    unit = yardstick()
    began = time.perf_counter()
    every = dict.fromkeys(range(WORLD.node_count), EVERY_LENGTH)
    lengths_to_goals(WORLD, range(len(WORLD.links)), 0, every)
    sweep = time.perf_counter() - began
    sweeps = 0

    def counted_sweep(*args: object, **kwargs: object) -> dict[int, int]:
        nonlocal sweeps
        sweeps += 1
        found: dict[int, int] = lengths_to_goals(*args, **kwargs)  # type: ignore[arg-type]
        return found

    vars(trails)["lengths_to_goals"] = counted_sweep
    print(
        f"map: {WORLD.node_count} places, {len(WORLD.links)} links; {questions} questions each, seed {seed}"
    )
    print(
        f"yardstick, search to 8 links: {unit * 1e3:.2f} ms; one sweep for everything: {sweep * 1e3:.0f} ms"
    )
    print(
        f"{'places taken':<16}{'lengths asked':<16}{'mean':>10}{'worst':>10}{'mean':>8}{'worst':>8}  sweeps"
    )
    for taken_name, taken in (("0-4 anywhere", taken_anywhere), ("1-4 close by", taken_close_by)):
        asking: tuple[tuple[str, Callable[[random.Random], int]], ...]
        asking = (("a hand's sums", sums_of_a_hand), ("1 to 30", every_length))
        for asked_name, asked in asking:
            sweeps = 0
            times = []
            for _ in range(questions):
                start, avoiding = taken(rng)
                lengths = asked(rng)
                began = time.perf_counter()
                Trails(WORLD, start, avoiding).all_lengths(lengths)
                times.append(time.perf_counter() - began)
            mean, worst = sum(times) / len(times), max(times)
            print(
                f"{taken_name:<16}{asked_name:<16}{mean * 1e3:>7.2f} ms{worst * 1e3:>7.1f} ms"
                f"{mean / unit:>7.1f}x{worst / unit:>7.1f}x{sweeps:>8}"
            )
    print("bars: mean under 10 ms for a hand's sums, worst under 300 ms")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    main(*given, *(1000, 1)[len(given) :])
