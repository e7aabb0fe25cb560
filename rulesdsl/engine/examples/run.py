"""Examples of a game, run: their lines one after the other, with several shuffles."""

from __future__ import annotations

from typing import assert_never

from rulesdsl import program as ir
from rulesdsl.engine.decisions.options import reading_for
from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.engine.examples.answers import Answer, NotOffered, find
from rulesdsl.engine.examples.course import Course, Failed
from rulesdsl.engine.examples.played import Wanted, witness
from rulesdsl.engine.examples.results import Line, Result, unclear
from rulesdsl.engine.examples.stops import Stopped, Stops
from rulesdsl.engine.explanation.came_to import CameTo
from rulesdsl.engine.explanation.why import refusal
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.plan import Plan, plan_of
from rulesdsl.operations import Impossible

__all__ = ["Line", "Result", "Stopped", "run_example", "run_examples"]

SHUFFLES = 8


def run_examples(program: ir.Program, *, shuffles: int = SHUFFLES) -> list[Result]:
    """All examples of a program, in their order."""
    return [run_example(program, example, shuffles=shuffles) for example in program.examples]


def run_example(program: ir.Program, example: ir.Example, *, shuffles: int = SHUFFLES) -> Result:
    """Runs an example with several shuffles; they must all come out the same. One that leaves nothing to the
    dice is run once.
    """
    plan = plan_of(program)
    run = _Run(plan, example, 1)
    first = run.result()
    for seed in range(2, shuffles + 1 if run.by_dice else 2):
        other = _Run(plan, example, seed).result()
        if (other.outcome, other.line, other.got) != (first.outcome, first.line, first.got):
            return unclear(first, other)
    return first


class _Run(Course):
    """One example with one shuffle: each line is carried out once."""

    def __init__(self, plan: Plan, example: ir.Example, seed: int) -> None:
        super().__init__(plan, example, seed)
        self.example = example
        self.to_the_end = False
        self.stops = Stops()

    def result(self) -> Result:
        number = 0
        try:
            while self.at < len(self.steps):
                number = self.at
                self.at += 1
                self.by_itself = []
                self._carry_out(self.steps[number])
            self.finish_play()
        except Failed as failed:
            line = number if failed.line is None else failed.line
            return self._failure(line, failed.message, failed.got, failed.expected)
        except Fault as fault:
            message = "; ".join((str(fault), *fault.details()))
            return self._failure(number, f"the rules break here: {message}")
        except Impossible as impossible:
            return self._failure(number, f"the rules break here: {impossible}")
        if self.waiting:
            return self._failure(
                self.steps.index(self.waiting[0]),
                "chance is not asked for this, neither before nor after this line",
            )
        return Result(
            self.example.title,
            "ok",
            span=self.example.span,
            rules=self.example.rules,
            stopped=self.stops.found,
        )

    def _failure(self, number: int, message: str, got: str = "", expected: str = "") -> Result:
        step = self.steps[number]
        return Result(
            self.example.title,
            "failed",
            message,
            step.span or self.example.span,
            step.text,
            tuple(Line(node.text, node.span) for node in self.steps[:number]),
            got,
            expected,
            self.example.rules,
            self.stops.found,
        )

    def _carry_out(self, step: ir.Step) -> None:
        match step:
            case ir.GivenStep():
                self.settle()
                self.state.run(step.proc, quiet=True)
            case ir.RunStep():
                self._run(step)
            case ir.PlayStep():
                self._begin_phases(step.around)
                self._play(step)
            case ir.AnswerStep():
                self.stops.goes_on()
                self._answer(step)
            case ir.ChanceStep():
                self.give(step)
            case ir.NextStep():
                self.stops.goes_on()
                self._next(step)
            case ir.CannotStep():
                self._begin_phases(step.around)
                self._cannot(step)
                self._looked_at()
            case ir.ExpectStep():
                self.settle()
                self._looked_at()
                self._expect(step)
            case _:
                assert_never(step)

    def _begin_phases(self, proc: str | None) -> None:
        """Where nothing is played yet, an action is taken in the first pass of the phases around it."""
        if proc is not None and self.state.decision is None:
            self.state.run(proc, quiet=True)

    def _looked_at(self) -> None:
        self.stops.looked_at(self.state.decision, self.labels.players)

    # ------------------------------------------------------------------ what is played

    def _run(self, step: ir.RunStep) -> None:
        self.finish_play()
        decision = self.state.decision
        self._looked_at()
        if not step.aside:
            if decision is not None:
                who = self.labels.players[decision.player]
                raise Failed(f"something else cannot begin here: {who} has to decide first")
            self.stops.begins(step)
            self.to_the_end = step.to_the_end
        self.carry_out(step.proc)

    def _play(self, step: ir.PlayStep) -> None:
        """The answer to an open decision; where none is open, the action alone."""
        wanted = Wanted(self.program, step.wanted, step.given)
        asked = None if self.under_way is None else self.under_way.asked

        def fits(decision: Decision) -> bool:
            if self.asked() == asked or not wanted.offered(self.state, decision):
                return False
            return not decision.settled or wanted.possible(self.state, decision)

        decision = self.next_for(step.player, fits)
        if self.under_way is not None:
            self.finish_play()
        if decision is None:
            self._play_alone(step, wanted)
        elif decision.player != step.player:
            raise self.somebody_else(decision)
        elif not fits(decision):
            named = any(option.alternative is not None for option in decision.options if option.parts)
            why = wanted.refusal(self.state, decision, self.labels) if named else ""
            raise self.not_offered(step.text, decision, why)
        else:
            self.stops.goes_on()
            self.begin_play(wanted, decision, step.text)

    def _play_alone(self, step: ir.PlayStep, wanted: Wanted) -> None:
        if step.proc is None:
            who = self.labels.players[step.player]
            raise Failed(f"{who} has nothing to decide here{self.before()}")
        if self.state.over or self.to_the_end:
            raise Failed(f"the game is over{self.before()}")
        self._looked_at()
        self.stops.begins(step)
        assert step.alone is not None
        if not reading_for(self.state, None).completable(step.alone, 0):
            reason = refusal(self.state, step.alone, self.labels) or "no choice is possible"
            raise Failed(f"this cannot be played here: {reason}{self.before()}")
        self.carry_out(step.proc)
        decision = self.state.decision
        if decision is not None and wanted.offered(self.state, decision):
            # Otherwise there was nothing to choose, and it has been played.
            self.begin_play(wanted, decision, step.text)

    # ------------------------------------------------------------------ answers

    def _next(self, step: ir.NextStep) -> None:
        """What there is no choice about is taken until it is this player's turn to decide."""
        decision = self.state.decision
        while decision is not None and decision.player != step.player:
            if not decision.settled:
                got = self.labels.players[decision.player]
                if step.player is None:
                    raise Failed(f"the game is not over: {got} has to decide")
                raise Failed(f"{got} has to decide next", got, self.labels.players[step.player])
            self.take_only(decision)
            decision = self.state.decision
        if decision is None and step.player is not None:
            raise Failed("nobody has to decide")
        if decision is None and not self.to_the_end:
            raise Failed("the game has not been played to its end")

    def _answer(self, step: ir.AnswerStep) -> None:
        decision = self.next_for(step.player, lambda decision: self.answers(step, decision))
        if decision is None:
            who = self.labels.players[step.player]
            raise Failed(f"{who} has nothing to decide here{self.before()}")
        if decision.player != step.player:
            raise self.somebody_else(decision)
        if not step.answers:
            try:
                self._choose(find(decision, ("decline", "done")), decision, step)
            except NotOffered:
                raise Failed(f"this cannot be declined{self.before()}") from None
        else:
            texts = [meaning.value for meaning in self.meanings(step.answers) if meaning.is_text]
            if decision.written is not None and texts and isinstance(texts[0], int):
                decision = self.with_text(texts[0], decision, step.text)
            answer = next(
                (meaning for meaning in self.meanings(step.answers) if meaning.fits(decision)), None
            )
            if answer is None:
                raise self.not_offered(step.text, decision)
            self._give(answer, decision, step)
        self.go_on_playing()

    def _give(self, answer: Answer, decision: Decision, step: ir.AnswerStep) -> None:
        """A value, or the members of a set one after the other."""
        asked = self.asked()
        while True:
            try:
                index = answer.option(decision)
            except NotOffered:
                raise self.not_offered(step.text, decision) from None
            option = decision.options[index]
            last = answer.is_set and len(answer.members_left(decision)) <= 1
            self._choose(index, decision, step, answer.unseen(decision, option))
            if option.kind in ("done", "decline") or not answer.is_set:
                return
            following = self.state.decision
            if following is None or self.asked() != asked or following.stage != decision.stage:
                # The set was full with this member.
                if not last:
                    raise Failed("not all of these can be chosen")
                return
            decision = following

    def _choose(
        self, option: int, decision: Decision, step: ir.AnswerStep, named: list[int] | None = None
    ) -> None:
        """Take an option with which the play that is under way can still come to what its line says."""
        if self.under_way is not None and option not in self.under_way.wanted.fitting(self.state, decision):
            raise Failed(f"this does not go with `{self.under_way.text}`", expected=step.text)
        self.take(option, named)

    # ------------------------------------------------------------------ expectations

    def _cannot(self, step: ir.CannotStep) -> None:
        """It must not be possible, neither as what is decided next nor alone."""
        wanted = Wanted(self.program, step.wanted, step.given)

        def fits(decision: Decision) -> bool:
            return bool(wanted.offered(self.state, decision)) and wanted.possible(self.state, decision)

        decision = self.next_for(step.player, fits)
        offered = decision is not None and decision.player == step.player and fits(decision)
        legal = self.program.formulas[step.legal].body
        assert isinstance(legal, ir.Legal)
        if not offered and not reading_for(self.state, None).holds(legal):
            return
        who, what = self.labels.players[step.player], plain(step.wanted.name)
        how = witness(reading_for(self.state, None), legal.alternative, self.labels)
        only = offered and decision is not None and decision.settled
        why = ", and it is all that there is to do" if only else ""
        raise Failed(f"{who} can {what}{how}{why}{self.before()}")

    def _expect(self, step: ir.ExpectStep) -> None:
        for part in step.parts:
            if not self.state.evaluate(part.formula):
                raise self._not_so(part, alone=len(step.parts) == 1)

    def _not_so(self, part: ir.Expected, *, alone: bool) -> Failed:
        came_to = CameTo(self.labels, reading_for(self.state, None))
        details = came_to.details(part)
        statement = "this is not so" if alone else f"`{part.text}` is not so"
        message = f"{statement}: {details}" if details else statement
        sides = came_to.sides(part)
        if sides is not None:
            return Failed(details if alone else message, *sides)
        return Failed(details if alone and part.parts else message)
