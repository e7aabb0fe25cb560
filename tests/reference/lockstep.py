"""Plays a plain game and the engine side by side.

The players' choices are made here, at random, and given to both; what chance gave to the engine is given
to the plain game. At every decision both must offer the same options to the same player in the same
position, and between two decisions the same must have happened.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Protocol, TypeVar, cast

from attrs import frozen

from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.whole_answers import Answer, Path, settled, step, whole_answers
from tests.reference.outside import Chance, Choices, Event, Note

T = TypeVar("T")

MANY_SETS = 40
"""With more sets of cards to choose from than this, all of them are compared only now and then."""


class Difference(AssertionError):
    """The plain game and the engine do not agree."""


@frozen
class Way:
    """A whole answer as the plain game calls it, and the options of the engine that lead to it."""

    option: object
    answer: Answer
    path: Path


class PlainGame(Protocol):
    def play(self) -> list[int]: ...


class Reading(Protocol):
    """How the engine's game reads in the words of the plain one."""

    def plain(self, choices: Choices, chance: Chance, note: Note) -> PlainGame:
        """A new plain game, in the same setting."""

    def option(self, state: State, question: str, answer: Answer) -> object:
        """What the plain game calls this answer to its question."""

    def events(self, state: State, events: Sequence[ev.Event]) -> list[Event]:
        """The same happenings, noted as the plain game notes them."""

    def chances(self, events: Sequence[ev.Event]) -> list[tuple[str, object]]:
        """What chance gave: what the plain game calls it, and the outcome."""

    def positions(self, state: State) -> tuple[dict[str, object], dict[str, object]]:
        """How things stand: in the plain game, in the engine's."""

    def result(self, state: State) -> tuple[dict[str, object], dict[str, object]]:
        """The scores at the end: of the plain game, of the engine's."""


class Lockstep:
    """One game. Gives the plain game its choices and its chance."""

    def __init__(self, plan: Plan, reading: Reading, seed: int) -> None:
        self.reading = reading
        self.random = random.Random(seed)
        self.decisions = 0
        self.noted: list[Event] = []
        self.told: list[Event] = []
        self.happened: list[Event] = []
        self.outcomes: list[tuple[str, object]] = []
        self.state = start(plan, seed=seed, log=True)
        self.listen()

    def play(self) -> None:
        winners = self.reading.plain(self, self, self.noted.append).play()
        self.compare_events()
        if not self.state.over:
            raise self.difference("the plain game is over, the engine's is not")
        self.compare("winners", winners, list(self.state.winners()))
        self.compare_all(*self.reading.result(self.state))
        self.compare("chance not asked for", [], self.outcomes)

    # ---- what the plain game asks

    def one(self, player: int, question: str, options: Sequence[T]) -> T:
        if len(options) == 1:
            return options[0]
        self.decision_of(player, question)
        ways = self.ways(question)
        self.compare(
            f"options for {question!r}",
            sorted(map(repr, options)),
            sorted({repr(way.option) for way in ways}),
        )
        way = self.pick(ways)
        self.follow(way.path)
        return cast("T", way.option)

    def some(self, player: int, question: str, things: Sequence[T], number: int) -> Sequence[T]:
        sets = {tuple(sorted(chosen, key=repr)) for chosen in combinations(things, number)}
        if len(sets) == 1:
            return sets.pop()
        decision = self.decision_of(player, question)
        if len(sets) <= MANY_SETS or self.random.random() < 0.02:
            ways = self.ways(question)
            self.compare(f"sets for {question!r}", sets, {way.option for way in ways})
            way = self.random.choice(ways)
        else:
            way = self.stroll(decision, question)
            if way.option not in sets:
                raise self.difference(f"{way.option} is no answer to {question!r}")
        self.follow(way.path)
        return cast("Sequence[T]", way.option)

    def shuffled(self, what: str, things: Sequence[T]) -> list[T]:
        order = self.outcome(what)
        assert isinstance(order, list)
        self.compare(f"cards in {what}", sorted(things, key=repr), sorted(order, key=repr))
        return order

    def one_of(self, what: str, things: Sequence[T]) -> T:
        thing = self.outcome(what)
        if thing not in things:
            raise self.difference(f"chance gave {thing!r} for {what!r}, which is not among {things}")
        return cast("T", thing)

    def outcome(self, what: str) -> object:
        """The next that chance gave for this."""
        found = next((at for at, (name, _) in enumerate(self.outcomes) if name == what), None)
        if found is None:
            raise self.difference(f"the engine asked chance for no {what!r}: {self.outcomes}")
        return self.outcomes.pop(found)[1]

    # ---- the engine's decisions

    def decision_of(self, player: int, question: str) -> Decision:
        """The engine's decision, which must be this player's, when all that led to it is the same."""
        self.decisions += 1
        decision = self.state.decision
        if decision is None:
            raise self.difference(f"player {player} is asked {question!r}, but the engine asks nothing")
        self.compare(f"who is asked {question!r}", player, decision.player)
        self.compare_events()
        self.compare_all(*self.reading.positions(self.state))
        return decision

    def ways(self, question: str) -> list[Way]:
        """All whole answers, each of which is offered once."""
        found = [self.way(answer, question, path) for answer, path in whole_answers(self.state)]
        counted = Counter((way.option, way.answer.looks) for way in found)
        self.compare(
            f"answers to {question!r} that come twice", [], [way for way in counted if counted[way] > 1]
        )
        return found

    def stroll(self, decision: Decision, question: str) -> Way:
        """Any whole answer."""
        state, taken, done = self.state, settled(decision), False
        path: Path = ()
        while not done:
            at = self.random.randrange(state.option_count)
            state, new, done = step(state, decision, at)
            taken, path = (*taken, *new), (*path, at)
        return self.way(Answer(decision.player, taken), question, path)

    def way(self, answer: Answer, question: str, path: Path) -> Way:
        return Way(self.reading.option(self.state, question, answer), answer, path)

    def pick(self, ways: Sequence[Way]) -> Way:
        """Any of them, but first of what kind, lest the many options of one kind crowd out the others."""
        kind = self.random.choice(sorted({kind_of(way.option) for way in ways}))
        return self.random.choice([way for way in ways if kind_of(way.option) == kind])

    def follow(self, path: Iterable[int]) -> None:
        for at in path:
            self.state.apply(at)
        self.listen()

    def listen(self) -> None:
        """Takes down what happened in the engine."""
        log = self.state.log
        assert log is not None
        self.happened += self.reading.events(self.state, log)
        self.outcomes += self.reading.chances(log)
        self.state.log = []

    # ---- comparing

    def compare_events(self) -> None:
        """What happened to one player happened in the same order; between players the order is free where
        the rules do not say it."""

        def whose(event: Event) -> str:
            return repr(event[1])

        self.compare("events", sorted(self.noted, key=whose), sorted(self.happened, key=whose))
        self.told += self.noted
        self.noted.clear()
        self.happened.clear()

    def compare_all(self, plain: dict[str, object], engine: dict[str, object]) -> None:
        for name in {**plain, **engine}:
            self.compare(name, plain.get(name), engine.get(name))

    def compare(self, what: str, plain: object, engine: object) -> None:
        if plain != engine:
            raise self.difference(f"{what} differ", f"plain:  {plain}", f"engine: {engine}")

    def difference(self, *lines: str) -> Difference:
        told = (str(event) for event in (*self.told[-25:], *self.noted))
        return Difference("\n".join([*lines, f"at decision {self.decisions}, after", *told]))


def kind_of(option: object) -> str:
    return str(option[0]) if isinstance(option, tuple) and option else repr(type(option))
