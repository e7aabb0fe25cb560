"""Examples of a game, run: their lines one after the other, with several shuffles."""

from __future__ import annotations

from rulesdsl.engine.chance import Ask
from rulesdsl.engine.choosing.decisions import Decision
from rulesdsl.engine.choosing.options import option_text
from rulesdsl.engine.examples.answers import Answer, NotOffered, action_option, find
from rulesdsl.engine.examples.given_outcomes import given
from rulesdsl.engine.examples.played import Wanted
from rulesdsl.engine.examples.results import Line, Result, unclear
from rulesdsl.engine.examples.stops import Stopped, Stops
from rulesdsl.engine.explaining.why import refusal
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.plan import Plan, plan_of
from rulesdsl.engine.start import setup
from rulesdsl.engine.state import State
from rulesdsl.engine.words.labels import Labels, listed, plain
from rulesdsl.program import (
    AnswerStep,
    Candidates,
    ChanceStep,
    Const,
    Decide,
    Example,
    ExpectStep,
    GivenStep,
    NextStep,
    Program,
    RunStep,
    Step,
)

__all__ = ["Line", "Result", "Stopped", "run_example", "run_examples"]

SHUFFLES = 8


class _Failed(Exception):
    def __init__(self, message: str, got: str = "", expected: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.got = got
        self.expected = expected


def run_examples(program: Program, *, shuffles: int = SHUFFLES) -> list[Result]:
    """All examples of a program, in their order."""
    return [run_example(program, example, shuffles=shuffles) for example in program.examples]


def run_example(program: Program, example: Example, *, shuffles: int = SHUFFLES) -> Result:
    """Runs an example with several shuffles; they must all come out the same."""
    plan = plan_of(program)
    first = _Run(plan, example, 1).result()
    for seed in range(2, shuffles + 1):
        other = _Run(plan, example, seed).result()
        if (other.outcome, other.line, other.got) != (first.outcome, first.line, first.got):
            return unclear(first, other)
    return first


class _Run:
    """One example with one shuffle."""

    def __init__(self, plan: Plan, example: Example, seed: int) -> None:
        self.plan = plan
        self.program = plan.program
        self.example = example
        self.labels = Labels.of(plan.layout, example.names)
        self.state: State = setup(plan, seed)
        self.state.take_forced = False
        self.state.source = self._chance
        self.at = 0
        self.waiting: list[ChanceStep] = []
        self.named: list[int] = []
        """What is chosen by name of the pieces that the player cannot tell apart: one of these is meant."""
        self.to_the_end = False
        self.stops = Stops()

    def result(self) -> Result:
        steps = self.example.steps
        while self.at < len(steps):
            number = self.at
            self.at += 1
            try:
                self._carry_out(steps[number])
            except _Failed as failed:
                return self._failure(number, failed.message, failed.got, failed.expected)
            except Fault as fault:
                said = "; ".join((str(fault), *fault.details()))
                return self._failure(number, f"the rules break here: {said}")
        if self.waiting:
            return self._failure(
                steps.index(self.waiting[0]),
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
        step = self.example.steps[number]
        return Result(
            self.example.title,
            "failed",
            message,
            step.span or self.example.span,
            step.text,
            tuple(Line(one.text, one.span) for one in self.example.steps[:number]),
            got,
            expected,
            self.example.rules,
            self.stops.found,
        )

    def _carry_out(self, step: Step) -> None:
        match step:
            case GivenStep():
                self._settle()
                self.state.run(step.proc, quiet=True)
            case RunStep():
                kept = self._kept()
                self._settle()
                if self._play_in_open_decision(step):
                    return
                settled = self._kept()
                self._restore(kept)
                if not self._play_in_open_decision(step):
                    self._restore(settled)
                    self.stops.looked_at(self.state.decision, self.labels.players)
                    self.stops.begins(step)
                    self.to_the_end = step.to_the_end
                    self._run(step)
                    self._choose_what_is_named(step)
            case AnswerStep():
                self.stops.goes_on()
                self._answer(step)
            case ChanceStep():
                self.waiting.append(step)
            case NextStep():
                self.stops.goes_on()
                self._next(step)
            case ExpectStep():
                self._settle()
                self.stops.looked_at(self.state.decision, self.labels.players)
                self._expect(step)

    # ------------------------------------------------------------------ decisions

    def _kept(self) -> tuple[State, int, list[ChanceStep]]:
        """Where the run stands, for coming back to it."""
        kept = self.state.clone()
        kept.source = self._chance
        kept.log = None if self.state.log is None else list(self.state.log)
        return kept, self.at, list(self.waiting)

    def _restore(self, kept: tuple[State, int, list[ChanceStep]]) -> None:
        self.state, self.at, self.waiting = kept

    def _settle(self) -> None:
        """Takes what there is no choice about."""
        while (decision := self.state.decision) is not None and len(decision.options) == 1:
            self.state.apply(0)

    def _next(self, step: NextStep) -> None:
        """What there is no choice about is taken until it is this player's turn to decide."""
        while (decision := self.state.decision) is not None and decision.player != step.player:
            if len(decision.options) > 1:
                got = self.labels.players[decision.player]
                if step.player is None:
                    raise _Failed(f"the game is not over: {got} has to decide")
                raise _Failed(f"{got} has to decide next", got, self.labels.players[step.player])
            self.state.apply(0)
        if decision is None and step.player is not None:
            raise _Failed("nobody has to decide")
        if decision is None and not self.to_the_end:
            raise _Failed("the game has not been played to its end")

    def _played(self, step: RunStep) -> Decide | None:
        """The decision that a line `Anna plays A(...)` stands for; None for other lines."""
        if step.answer is None:
            return None
        [played] = self.program.procs[step.proc].body
        assert isinstance(played, Decide)
        return played

    def _run(self, step: RunStep) -> None:
        played, before = self._played(step), self.state.clone()
        try:
            self.state.run(step.proc)
        except Fault:
            reason = refusal(before, played.alternatives[0], self.labels) if played is not None else ""
            if not reason:
                raise
            raise _Failed(f"this cannot be played here: {reason}") from None

    def _choose_what_is_named(self, step: RunStep) -> None:
        """Of the action just played the parameters that the line names, where alike things are told apart."""
        played, decision = self._played(step), self.state.decision
        if played is not None and decision is not None and decision.point == played.point:
            self._choose_wanted(Wanted(self.state, played.alternatives[0]), decision, step)

    def _play_in_open_decision(self, step: RunStep) -> bool:
        """`Anna plays A(...)` answers an open decision of Anna's that offers A, else it is played alone."""
        played, decision = self._played(step), self.state.decision
        if decision is None or played is None:
            return False
        [wanted] = played.alternatives
        you = played.you
        if not isinstance(you, Const) or decision.player != you.value or decision.chosen or decision.picked:
            return False
        if decision.alternative is None:
            try:
                self.state.apply(action_option(decision, wanted.name))
            except NotOffered:
                return False
        elif decision.alternative.name != wanted.name:
            return False
        self.stops.goes_on()
        self._choose_wanted(Wanted(self.state, wanted), decision, step)
        return True

    def _choose_wanted(self, wanted: Wanted, opened: Decision, step: RunStep) -> None:
        """Chooses the parameters that the line names or that leave no choice; the others stay open."""
        before = -1
        while (decision := self.state.decision) is not None:
            same = (decision.player, decision.point) == (opened.player, opened.point)
            if not same or decision.alternative is None or not wanted.goes_on(decision, before):
                return
            before = wanted.stages.index(decision.stage)
            fitting = wanted.fitting(decision)
            if not fitting:
                raise self._not_offered(step.text, decision)
            if len(fitting) > 1 and not wanted.is_named(decision.stage):
                return
            option = decision.options[fitting[0]]
            self.named = wanted.unseen(decision, option) if option.kind == "unseen" else []
            self.state.apply(fitting[0])
            self.named = []

    def _answer(self, step: AnswerStep) -> None:
        if not step.answers:
            decision = self._decision_of(step.player, ())
            try:
                self.state.apply(find(decision, ("decline", "done")))
            except NotOffered:
                raise _Failed("this cannot be declined") from None
            return
        first = self._meanings(step.answers[0])
        opened = self._decision_of(step.player, first)
        self._give(first, opened, step, is_action=len(step.answers) > 1)
        for number, candidates in enumerate(step.answers[1:], start=1):
            answers = self._meanings(candidates)
            wanted = step.params[number] if number < len(step.params) else None
            stage = self._stage_of(opened, answers, wanted)
            if stage is not None:
                self._give(answers, stage, step, is_action=False)

    def _stage_of(self, opened: Decision, answers: tuple[Answer, ...], wanted: str | None) -> Decision | None:
        """The stage that an argument is for. None if there was no choice about it: what a line says stays
        with the decision that it was written for."""
        while (decision := self.state.decision) is not None:
            same = (decision.point, decision.player) == (opened.point, opened.player)
            if not same or decision.stage == "action":
                return None
            if wanted in (None, decision.stage) and any(answer.fits(decision) for answer in answers):
                return decision
            if len(decision.options) > 1:
                return decision
            self.state.apply(0)
        return None

    def _meanings(self, candidates: Candidates) -> tuple[Answer, ...]:
        return tuple(
            Answer(self.program, self.state.evaluate(formula), domain, self._place_of)
            for formula, domain in candidates
        )

    def _place_of(self, piece: int) -> int:
        return self.state.cells[self.plan.layout.where + piece]

    def _give(
        self, answers: tuple[Answer, ...], decision: Decision, step: AnswerStep, *, is_action: bool
    ) -> None:
        """Gives the first of the answers that the decision has an option for."""
        answer = next((one for one in answers if one.fits(decision)), None)
        if answer is None:
            if (
                is_action
                and decision.alternative is not None
                and decision.alternative.name in self._actions(answers)
            ):
                # There was one thing to do only, so it was not asked what.
                return
            raise self._not_offered(step.text, decision)
        point, stage, player = decision.point, decision.stage, decision.player
        complete = False
        following: Decision | None = decision
        while following is not None and (following.point, following.stage, following.player) == (
            point,
            stage,
            player,
        ):
            try:
                at = answer.option(following)
            except NotOffered:
                raise self._not_offered(step.text, following) from None
            if at is None:
                return
            last = answer.is_set and len(answer.members_left(following)) <= 1
            closing = following.options[at].kind in ("done", "decline")
            picked = len(following.picked)
            self.named = answer.unseen(following, following.options[at])
            self.state.apply(at)
            self.named = []
            if closing or not answer.is_set:
                return
            complete = last
            following = self.state.decision
            if following is not None and len(following.picked) <= picked:
                # The set was full with this member; what is open now is the same question once more.
                break
        if not complete:
            raise _Failed("not all of these can be chosen")

    def _actions(self, answers: tuple[Answer, ...]) -> list[str]:
        return [self.program.action_names[one.value] for one in answers if isinstance(one.value, int)]

    def _decision_of(self, player: int, answers: tuple[Answer, ...]) -> Decision:
        """The decision that is answered: the next with a choice if it is this player's and offers the answer,
        else the first before it with one option that does."""
        kept = self._kept()
        self._settle()
        decision = self.state.decision
        if decision is not None and decision.player == player and any(one.fits(decision) for one in answers):
            return decision
        self._restore(kept)
        while True:
            decision = self.state.decision
            if decision is None:
                raise _Failed(f"{self.labels.players[player]} has nothing to decide here")
            if decision.player == player and (
                len(decision.options) > 1 or any(answer.fits(decision) for answer in answers)
            ):
                return decision
            if len(decision.options) > 1:
                asked = self.labels.words(decision.prompt)
                who = self.labels.players[decision.player]
                raise _Failed(f"{who} decides here{f': {asked}' if asked else ''}")
            self.state.apply(0)

    def _not_offered(self, said: str, decision: Decision) -> _Failed:
        offers = [option_text(self.state, decision, option, self.labels) for option in decision.options]
        stage = "" if decision.stage == "action" else f" as {plain(decision.stage)}"
        return _Failed(
            f"this is not offered{stage}; offered: {listed(offers)}", got=listed(offers), expected=said
        )

    # ------------------------------------------------------------------ chance

    def _chance(self, ask: Ask) -> int | tuple[int, ...] | None:
        """The outcome that a line gives: one that stood waiting, or the line that comes next."""
        if self.named and ask.kind == "draw":
            return next((piece for piece in self.named if piece in ask.domain), None)
        if self.waiting:
            outcome = self._outcome(ask, self.waiting[0])
            if outcome is not None:
                self.waiting.pop(0)
            return outcome
        following = self.example.steps[self.at] if self.at < len(self.example.steps) else None
        if not isinstance(following, ChanceStep):
            return None
        outcome = self._outcome(ask, following)
        if outcome is not None:
            self.at += 1
        return outcome

    def _outcome(self, ask: Ask, step: ChanceStep) -> int | tuple[int, ...] | None:
        """What the line gives, if chance can give it here."""
        for answer in self._meanings(step.answer):
            found = given(self.program, ask, answer)
            if found is not None:
                return found
        return None

    # ------------------------------------------------------------------ expectations

    def _expect(self, step: ExpectStep) -> None:
        if self.state.evaluate(step.formula):
            return
        if step.left is None or step.right is None:
            raise _Failed("this is not so")
        got, expected = self._shown(step.left), self._shown(step.right)
        raise _Failed(f"got {got}, expected {expected}", got, expected)

    def _shown(self, formula: str) -> str:
        return self.labels.value(self.state.evaluate(formula), self.program.formulas[formula].body.type)
