"""Where an example stands: its game, the line it has come to, and the play that is not complete yet.

A line is the answer to the first decision that it can be an answer to. Before it only such decisions may lie
about which there is no choice: they are taken by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.chance import Ask
from rulesdsl.engine.core.layout import SITE, STEPS
from rulesdsl.engine.decisions.options import option_text
from rulesdsl.engine.decisions.stages import Decision, Option
from rulesdsl.engine.examples.answers import Answer, is_piece
from rulesdsl.engine.examples.given_outcomes import given
from rulesdsl.engine.examples.played import Wanted
from rulesdsl.engine.labels.english import listed, plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import setup
from rulesdsl.engine.state import State
from rulesdsl.texts import TextRefused, text_of

MOST_TOLD = 3
"""So many of the things that were taken by themselves are told when a line fails."""


class Failed(Exception):
    """A line is not so, or cannot be carried out. `line`: its number, if it is not the one under way."""

    def __init__(self, message: str, got: str = "", expected: str = "", line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.got = got
        self.expected = expected
        self.line = line


@frozen
class UnderWay:
    """A play of which not all parameters are chosen yet."""

    wanted: Wanted
    asked: tuple[int, int]
    """Which decision it is the answer to."""
    line: int
    text: str


class Course:
    """One example with one shuffle, from line to line."""

    def __init__(self, plan: Plan, example: ir.Example, seed: int) -> None:
        self.plan = plan
        self.program = plan.program
        self.steps = example.steps
        self._names = example.names
        self.by_dice = False
        """Whether anything that has happened was left to the dice."""
        self.state: State = setup(plan, seed, source=self._dice)
        self.state.take_forced = False
        self.state.source = self._chance
        self.at = 0
        """The number of the line behind the one that is carried out."""
        self.under_way: UnderWay | None = None
        self.by_itself: list[str] = []
        """What has been taken by itself for the line that is carried out."""
        self.waiting: list[ir.ChanceStep] = []
        """Outcomes that were given and that chance has not been asked for yet."""
        self.named: list[int] = []
        """What is chosen by name of the pieces that the player cannot tell apart: one of these is meant."""
        self._reads_on = False

    @property
    def labels(self) -> Labels:
        return Labels.of(self.plan.layout, self._names, cells=self.state.cells)

    # ------------------------------------------------------------------ decisions

    def carry_out(self, proc: str) -> None:
        """A proc of the line; what chance gives in it may stand in the lines that follow."""
        self._reads_on = True
        try:
            self.state.run(proc)
        finally:
            self._reads_on = False

    def take(self, option: int, named: list[int] | None = None) -> None:
        """Take an option because the line says so."""
        self.named, self._reads_on = named or [], True
        try:
            self._apply(option)
        finally:
            self.named, self._reads_on = [], False

    def _apply(self, option: int) -> None:
        self.state.apply(option)
        if self.under_way is not None and self.under_way.asked != self.asked():
            self.under_way = None

    def asked(self) -> tuple[int, int]:
        """Which decision is open: it stays the same from stage to stage, and never comes again."""
        cells = self.state.cells
        return cells[SITE], cells[STEPS]

    def settle(self, far_enough: Callable[[], bool] = lambda: False) -> None:
        """Take what there is no choice about."""
        while not far_enough() and (decision := self.state.decision) is not None:
            if not decision.settled:
                return
            self.take_only(decision)

    def take_only(self, decision: Decision) -> None:
        """Take the only option there is."""
        if not decision.options:
            who = self.labels.players[decision.player]
            raise Failed(f"nothing that {who} must decide here can be done any more")
        option_words = option_text(self.state, decision, decision.options[0], self.labels)
        self.by_itself.append(f"{self.labels.players[decision.player]}: {option_words}")
        self._apply(0)

    def next_for(self, player: int, fits: Callable[[Decision], bool]) -> Decision | None:
        """The first decision of the player that fits; else the first about which there is a choice. None if
        there is none of both, and all has been played.
        """
        while (decision := self.state.decision) is not None:
            if decision.player == player and fits(decision):
                return decision
            if not decision.settled:
                return decision
            self.take_only(decision)
        return None

    # ------------------------------------------------------------------ a play

    def begin_play(self, wanted: Wanted, decision: Decision, text: str) -> None:
        """The open decision is answered by a line `Anna plays A(...)`."""
        self.under_way = UnderWay(wanted, self.asked(), self.at - 1, text)
        if decision.alternative is None:
            offered = wanted.offered(self.state, decision)
            options = [decision.options[index] for index in offered]
            if (wanted.ways(options) if options[0].kind == "move" else len(offered)) > 1:
                raise Failed(
                    "this is offered in several ways, say with what;"
                    f" offered: {self.offers(decision, offered)}{self.before()}"
                )
            for index, param in enumerate(wanted.alternative.params if options[0].kind == "move" else ()):
                if isinstance(param, ir.OneParam) and wanted.is_named(param.var.name):
                    self._refuse_several_places(param.var.name, [move.parts[index] for move in options])
            self.take(offered[0], wanted.unseen_part(self.state, options[0]))
        self.go_on_playing()

    def go_on_playing(self) -> None:
        """Choose the parameters that the line names, or that leave no choice and have no line of their own;
        the others stay open.
        """
        while self.under_way is not None and (decision := self.state.decision) is not None:
            wanted = self.under_way.wanted
            if decision.written is not None:
                text = wanted.text_of(decision.stage)
                if text is None:
                    return
                decision = self.with_text(text, decision, self.under_way.text)
            fitting = wanted.fitting(self.state, decision)
            if not fitting:
                why = wanted.refusal(self.state, decision, self.labels)
                raise self.not_offered(self.under_way.text, decision, why)
            if not wanted.is_named(decision.stage) and (len(fitting) > 1 or self._is_answered(decision)):
                return
            if isinstance(wanted.alternative.params[len(decision.chosen)], ir.OneParam):
                self._refuse_several_places(decision.stage, [decision.options[index] for index in fitting])
            option = decision.options[fitting[0]]
            unseen = option.kind == "unseen"
            self.take(fitting[0], wanted.unseen(self.state, decision, option.value) if unseen else None)

    def _refuse_several_places(self, stage: str, fitting: Sequence[Option]) -> None:
        """Of equal pieces in one place any is meant; where they lie in several, the line has to say which."""
        places = dict.fromkeys(self._place_of(option.value) for option in fitting if is_piece(option))
        if len(places) > 1:
            zones = listed([self.labels.zone(place) for place in places])
            example = f"the_only({stage} in {self._written(next(iter(places)))} where …)"
            raise Failed(
                f"what is named as {plain(stage)} lies in several places, {zones}:"
                f" say which is meant, such as `{example}`{self.before()}"
            )

    def _written(self, instance: int) -> str:
        """A zone as lines of examples write it."""
        name, index = self.plan.layout.instance_index(instance)
        if index and self.plan.layout.zones[name].zone.owner_at == 0:
            return f"{self.labels.players[index[0]]}.{name}"
        return name

    def with_text(self, number: int, decision: Decision, line: str) -> Decision:
        """The same decision, once a text is written of which the line speaks."""
        try:
            self.state.write(text_of(number))
        except TextRefused as refused:
            raise self.not_offered(line, decision, f"; {refused}") from None
        written = self.state.decision
        assert written is not None
        return written

    def _is_answered(self, decision: Decision) -> bool:
        """Whether the line that comes next is an answer to what is open."""
        following = self.steps[self.at] if self.at < len(self.steps) else None
        return (
            isinstance(following, ir.AnswerStep)
            and following.player == decision.player
            and self.answers(following, decision)
        )

    def answers(self, step: ir.AnswerStep, decision: Decision) -> bool:
        if not step.answers:
            return any(option.kind in ("decline", "done") for option in decision.options)
        answers = self.meanings(step.answers)
        if decision.written is not None and any(answer.is_text for answer in answers):
            return True
        return any(answer.fits(decision) for answer in answers)

    def finish_play(self) -> None:
        """What was played before must be complete, as far as it leaves a choice."""
        self.settle()
        if self.under_way is None:
            return
        decision = self.state.decision
        assert decision is not None
        who = self.labels.players[decision.player]
        raise Failed(
            f"this is not carried out: it is not said which {plain(decision.stage)} {who} chooses;"
            f" offered: {self.offers(decision)}",
            line=self.under_way.line,
        )

    # ------------------------------------------------------------------ what went wrong

    def offers(self, decision: Decision, among: Sequence[int] | None = None) -> str:
        """The options, or those of these numbers, in words."""
        options = decision.options if among is None else [decision.options[index] for index in among]
        return listed([option_text(self.state, decision, option, self.labels) for option in options])

    def not_offered(self, wanted: str, decision: Decision, why: str = "") -> Failed:
        offers = self.offers(decision)
        stage = "" if decision.stage == "action" else f" as {plain(decision.stage)}"
        return Failed(f"this is not offered{stage}; offered: {offers}{why}{self.before()}", offers, wanted)

    def before(self) -> str:
        """What has been taken by itself before a line that fails."""
        sentences = self.by_itself[-MOST_TOLD:]
        return f" (there was no choice about this before: {'; '.join(sentences)})" if sentences else ""

    def somebody_else(self, decision: Decision) -> Failed:
        asked = self.labels.words(decision.prompt)
        who = self.labels.players[decision.player]
        return Failed(f"{who} decides here{f': {asked}' if asked else ''}{self.before()}")

    # ------------------------------------------------------------------ what lines say

    def give(self, step: ir.ChanceStep) -> None:
        """An outcome for what comes by itself, if that asks for it; else it waits."""
        self.waiting.append(step)
        kept = self.state.clone()
        so_far = self.under_way, list(self.by_itself), list(self.waiting)
        self.settle(lambda: not self.waiting)
        if self.waiting:
            self.under_way, self.by_itself, self.waiting = so_far
            self.state = kept
            self.state.source = self._chance

    def meanings(self, candidates: ir.Candidates) -> tuple[Answer, ...]:
        return tuple(
            Answer(self.program, self.state.evaluate(formula), domain, self._place_of)
            for formula, domain in candidates
        )

    def _place_of(self, piece: int) -> int:
        return self.state.cells[self.plan.layout.where + piece]

    def _chance(self, ask: Ask) -> int | tuple[int, ...] | None:
        outcome = self._from_the_lines(ask)
        if outcome is None:
            self._dice(ask)
        return outcome

    def _dice(self, _ask: Ask) -> None:
        self.by_dice = True

    def _from_the_lines(self, ask: Ask) -> int | tuple[int, ...] | None:
        """The outcome that a line gives: one that stood waiting, or the line that comes next."""
        if self.named and ask.kind == "draw":
            return next((piece for piece in self.named if piece in ask.domain), None)
        if self.waiting:
            outcome = self._outcome(ask, self.waiting[0])
            if outcome is not None:
                self.waiting.pop(0)
            return outcome
        following = self.steps[self.at] if self._reads_on and self.at < len(self.steps) else None
        if not isinstance(following, ir.ChanceStep):
            return None
        outcome = self._outcome(ask, following)
        if outcome is not None:
            self.at += 1
        return outcome

    def _outcome(self, ask: Ask, step: ir.ChanceStep) -> int | tuple[int, ...] | None:
        """What the line gives, if chance can give it here."""
        for answer in self.meanings(step.answer):
            value = given(self.program, ask, answer)
            if value is not None:
                return value
        return None
