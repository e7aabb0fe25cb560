"""The trails of one turn of trekking_the_world, for random hands and for every length there is."""

import random
from collections.abc import Iterator
from functools import partial

from bench.figures import Figure, seconds
from bench.trails import WORLD, every_length, sums_of_a_hand, taken_anywhere, taken_close_by
from rulesdsl.engine.maps.trails import Trails

QUESTIONS = 400
MEAN_MS = 10.0
WORST_MS = 300.0


def figures() -> Iterator[Figure]:
    rng = random.Random(1)
    hands: list[float] = []
    lengths: list[float] = []
    for asked, times in ((sums_of_a_hand, hands), (every_length, lengths)):
        for taken in (taken_anywhere, taken_close_by):
            for _ in range(QUESTIONS):
                start, avoiding = taken(rng)
                wanted = asked(rng)
                question = Trails(WORLD, start, avoiding)
                times.append(seconds(partial(question.all_lengths, wanted)) * 1e3)
    mean = sum(hands) / len(hands)
    yield Figure("trails", "trails of one turn, any hand: mean", mean, "ms", bar=MEAN_MS)
    worst = max(*hands, *lengths)
    yield Figure("trails", "trails of one turn, any hand or every length: worst", worst, "ms", bar=WORST_MS)
