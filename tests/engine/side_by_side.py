"""One game played in three ways at once, compared at every decision: by walking its lines (`plain_play`), by
generated code that tells what happens, and by generated code while nobody listens.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import Ask
from rulesdsl.engine.core.codes import WRITE
from rulesdsl.engine.core.layout import DICE, OVER, STEPS
from rulesdsl.engine.dice import Dice, below
from rulesdsl.engine.evaluation.reading import winners
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.runtime.values import Impossible as NoValue
from rulesdsl.engine.start import setup
from rulesdsl.engine.state import State
from rulesdsl.operations import Impossible
from tests.engine.plain_play import Answer, Asked, PlainPlay, Stopped
from tests.properties.brute_force import small

Choose = Callable[[State], int]
"""Which option to take."""

STOPS = (Stopped, Fault, Impossible, NoValue)
"""What stops a game."""


def by_chance(seed: int) -> Choose:
    dice = Dice(seed + 1000)
    return lambda state: dice.below(state.option_count)


def play_side_by_side(plan: Plan, seed: int, choose: Choose | None = None, most: int = 10_000) -> int:
    """Plays a game up to its end, to what stops it, or so many choices; gives the number of choices."""
    return _Game(plan, seed).play(choose or by_chance(seed), most)


class _Told(list[ev.Event]):
    """All events, also those before a fault, which the state forgets."""

    def __init__(self) -> None:
        super().__init__()
        self.new: list[ev.Event] = []

    def append(self, event: ev.Event) -> None:
        super().append(event)
        self.new.append(event)


class _Unfinished(Exception):
    """Of a decision with several stages not all are settled."""


class _Game:
    def __init__(self, plan: Plan, seed: int) -> None:
        self.plain = PlainPlay(plan, seed)
        self.walk = self.plain.walk()
        self.asked: Asked | None = None
        self.won: tuple[int, ...] | None = None
        """Who has won, when the game is over."""
        self.told = _Told()
        self.draws: list[Ask] = []
        """From how many pieces chance picks one; no event says it."""
        self.telling = setup(plan, seed, source=self._listen)
        self.telling.log = self.told
        self.silent = setup(plan, seed)

    def _listen(self, ask: Ask) -> None:
        if ask.kind == "draw":
            self.draws.append(ask)

    def play(self, choose: Choose, most: int) -> int:
        option: int | str | None = None
        for taken in range(most):
            stopped = [self._stops(partial(_go_on, state, option)) for state in (self.telling, self.silent)]
            assert stopped[0] == stopped[1], f"only one of them stopped: {stopped}"
            stops = self._stops(self._follow) or (stopped[0] and self._is_stuck())
            assert stops == stopped[0], f"stopped: {stopped[0]}, where lines are walked: {stops}"
            if stops:
                return taken
            self._compare()
            if self.telling.over:
                return taken
            option = choose(self.telling)
            if self.telling.open_codes()[option] == WRITE:
                # Another one each time, as some ask for that.
                option = f"ash {taken}"
        return most

    def _stops(self, go_on: Callable[[], object]) -> bool:
        try:
            go_on()
        except STOPS:
            return True
        return False

    def _is_stuck(self) -> bool:
        """Whether nothing can be done where something must be, or it cannot be said what that is or was."""
        if self.asked is None:
            return False
        decide, reading = self.asked.decide, self.plain.reading
        may_go_on = decide.decline or decide.if_possible or decide.repeatedly
        try:
            if not all(small(reading, one) for one in decide.alternatives):
                return True
            legal = [self._can_be_done(one) for one in decide.alternatives]
        except STOPS:
            return True
        return not may_go_on and not any(legal)

    def _can_be_done(self, alternative: ir.Alternative) -> bool:
        reading, found = self.plain.reading, False
        for _ in reading.choices(alternative):
            found = True
            for part in alternative.title.parts:
                if not isinstance(part, str):
                    reading.value(part)
        return found

    # ---- walking on

    def _follow(self) -> None:
        """Up to a decision of which it has not been told what was chosen."""
        answer: Answer | None = None
        while True:
            if self.asked is not None:
                try:
                    answer = self._answer(self.asked)
                except _Unfinished:
                    return
            try:
                self.asked = self.walk.send(answer)
            except StopIteration:
                self.asked = None
                self.won = winners(self.plain.reading)
                return

    def _answer(self, asked: Asked) -> Answer:
        """What was chosen, taken from what was told."""
        told = _Choices(self.told.new, asked)
        first = told.look()
        if isinstance(first, ev.Skipped) or first.kind == "decline":
            told.next()
            answer = Answer(None)
        else:
            number = told.next().value if first.kind == "action" else 0
            params = asked.decide.alternatives[number].params
            answer = Answer(number, tuple(map(told.value, params)))
        for piece in told.picked_by_chance:
            draw = next(ask for ask in self.draws if ask.point == asked.decide.point)
            self.draws.remove(draw)
            assert draw.domain[below(self.plain.cells, len(draw.domain))] == piece
        del self.told.new[: told.at]
        return answer

    # ---- comparing

    def _compare(self) -> None:
        state, plain = self.telling, self.plain
        assert self.silent.cells == state.cells, "telling makes a difference"
        assert state.over == (self.asked is None), "only one of them is over"
        assert not state.over or self.silent.winners() == self.won, "others have won"
        if self.asked is not None:
            decision = state.decision
            assert decision is not None
            assert (decision.point, decision.player) == (self.asked.decide.point, self.asked.player)
            if decision.chosen or decision.picked:
                return
        layout = state.plan.layout
        told, walked = state.cells, plain.cells
        for at in (OVER, STEPS, DICE, *layout.phases.values(), *range(layout.where, layout.data_end)):
            assert told[at] == walked[at], f"cell {at}: {told[at]}, walked {walked[at]}"


def _go_on(state: State, option: int | str | None) -> None:
    """To the first decision, or on from one."""
    if option is None:
        state.run_from(state.plan.entries["flow"])
    else:
        state.apply(option)
    if state.over:
        # Who listens is told; what cannot be counted stops all of them.
        state.winners()


class _Choices:
    """What was chosen at one decision, read from events."""

    def __init__(self, told: list[ev.Event], asked: Asked) -> None:
        self.told = told
        self.asked = asked
        self.at = 0
        self.picked_by_chance: list[int] = []

    def look(self) -> ev.Chosen | ev.Skipped:
        for event in self.told[self.at :]:
            if isinstance(event, (ev.Chosen, ev.Skipped)):
                assert (event.player, event.point) == (self.asked.player, self.asked.decide.point)
                return event
        raise _Unfinished

    def next(self) -> ev.Chosen:
        event = self.look()
        self.at = self.told.index(event, self.at) + 1
        return event  # type: ignore[return-value]

    def value(self, param: ir.Param) -> ev.Content:
        if isinstance(param, ir.OneParam):
            return self._member(self.next())
        members = []
        while (chosen := self.next()).kind != "done":
            members.append(self._member(chosen))
        kind = param.var.type
        return tuple(members if isinstance(kind, ir.SeqDomain) and kind.ordered else sorted(members))

    def _member(self, chosen: ev.Chosen) -> int:
        if chosen.kind != "unseen":
            return chosen.value
        piece = next(event for event in self.told[self.at :] if isinstance(event, ev.Chanced)).values[0]
        self.picked_by_chance.append(piece)
        return piece
