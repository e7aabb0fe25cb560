"""One game at the table: its position, who is asked what, and what each player has heard.

A session is made of a program, a seed and the words for the choices so far, and of nothing else: made again
from the same, it is the same. It writes nothing down: whoever keeps it writes first, then calls `take`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence

from attrs import define, evolve, field

from rulesdsl import program as ir
from rulesdsl.bots import Bot
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.evaluation.reading import SharedValues
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import SeenDecision
from rulesdsl.engine.pieces.knowledge import newly_known
from rulesdsl.engine.runtime.secrets import players_deciding
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.engine.views.view_text import View
from rulesdsl.server.moments import Answered, Choice, Late, Moment, Question, Step
from rulesdsl.server.secret_answers import position_in_block
from rulesdsl.server.watching import common_story, common_view
from rulesdsl.texts import TextRefused
from rulesdsl.trace.audience import Audience, audience_of
from rulesdsl.trace.narrator import Narrator
from rulesdsl.trace.record import Differs, Tape, choice_word, not_taken, text_word

NOTED = "ok"
"""The word of somebody who has nothing to choose in a secret block, and says so like those who have."""
WATCHER = -1
"""The seat of those who only look on."""
UNBROKEN = 100_000
TAKEN_BACK = 60
"""So many choices lie ready to be taken back without playing the game again."""
# Far apart from each other, and from the seed of the rules.
STREAM, SEAT, WORD = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 2**64


@define(eq=False)
class Session:
    program: ir.Program
    seed: int
    names: tuple[str, ...]
    bots: Mapping[int, Bot]
    """By the seat; whoever has none is a person."""
    state: State
    epoch: int = 0
    """How often something was taken back: numbers of questions before that are no longer good."""
    changes_of_mind: dict[int, int] = field(factory=dict)
    """How often each seat took back an answer in a secret block, for the same reason."""
    choices: list[Choice] = field(factory=list)
    ahead: dict[int, list[Choice]] = field(factory=dict)
    """What was answered in the open secret block, seat by seat, until all have decided."""
    block: int | None = None
    """How many choices there were when the open secret block began; None outside of one."""
    blocks: Counter[int] = field(factory=Counter)
    """In how many secret blocks each seat has taken part."""
    heard: list[frozenset[int]] = field(factory=list)
    """Of each choice, which seats know that it was made."""
    stories: dict[int, list[str]] = field(factory=dict)
    broken: Fault | None = None
    """A rule broke: nobody can go on, but what was taken back can be played otherwise."""
    _narrators: dict[int, Narrator] = field(factory=dict)
    _hearings: dict[int, Audience] = field(factory=dict)
    _recent: deque[Moment] = field(factory=lambda: deque(maxlen=TAKEN_BACK))
    _shared: SharedValues | None = None
    """Values of the position as it is now, for all who look."""
    _asked: dict[int, tuple[object, State | None]] = field(factory=dict)
    _questions: tuple[object, dict[int, Question | None]] = field(factory=lambda: (None, {}))
    """What each seat is asked, as long as nobody answers."""

    @classmethod
    def begin(
        cls,
        program: ir.Program,
        seed: int,
        names: Sequence[str],
        bots: Mapping[int, Bot],
        choices: Sequence[Choice] = (),
        epoch: int = 0,
    ) -> Session:
        """A game up to where these choices lead; `Differs` if one of them is not offered."""
        state = start(program, seed, log=True)
        session = cls(program, seed, tuple(names), bots, state, epoch)
        labels = Labels.of(state.plan.layout, session.names)
        session._narrators = {seat: Narrator(program, labels, seat) for seat in range(program.players)}
        session._hearings = {seat: audience_of(program, seat) for seat in range(program.players)}
        for narrator in session._narrators.values():
            # Pages break lines where they are full.
            narrator.width = UNBROKEN
        session.stories = {seat: [] for seat in range(program.players)}
        session._record_events(state.log or [])
        session._look_for_a_block([])
        tape = Tape((choice.word for choice in choices), ())
        for choice in choices:
            decision = session.state.decision
            if decision is None:
                raise Differs("the game is over, and more choices are written down")
            if decision.player != choice.seat:
                raise Differs(f"the choice number {len(session.choices) + 1} is another player's")
            session.take(tape.choose(decision), choice)
        return session

    # ------------------------------------------------------------------ who is asked

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.names)) if seat not in self.bots)

    @property
    def over(self) -> bool:
        return self.state.over

    def question(self, seat: int) -> Question | None:
        """What this seat is asked now; None if it has nothing to decide."""
        answers = tuple((seat, len(given)) for seat, given in self.ahead.items())
        minds = tuple(self.changes_of_mind.items())
        key = (self.epoch, len(self.choices), self.block, answers, minds, self.broken is None)
        if self._questions[0] != key:
            self._questions = key, {}
        known = self._questions[1]
        if seat not in known:
            known[seat] = self._question(seat)
        return known[seat]

    def _question(self, seat: int) -> Question | None:
        if self.state.over or self.broken is not None or seat in self.bots or seat == WATCHER:
            return None
        if self.block is None or self._closing:
            waiting = self.state.player == seat and not self._left_ahead(seat)
            return Question(self._number(seat), seat, self.state) if waiting else None
        if seat not in players_deciding(self.state):
            return None
        own = self._own_position(seat)
        if own is not None:
            return Question(self._number(seat), seat, own)
        if self._must_note(seat) and not self.ahead.get(seat):
            return Question(self._number(seat), seat, None)
        return None

    def deciding(self) -> tuple[tuple[int, bool], ...]:
        """In a secret block who takes part, and whether they have decided; bots always have."""
        if self.block is None or self.broken is not None:
            return ()
        return tuple(
            (seat, seat in self.bots or self.question(seat) is None) for seat in players_deciding(self.state)
        )

    def _number(self, seat: int) -> str:
        """The same whatever others have decided: nobody counts what others were asked and is not told."""
        own = (self.made_by(seat), self.blocks[seat], len(self.ahead.get(seat, ())))
        return ".".join(map(str, (self.epoch, *own, self.changes_of_mind.get(seat, 0))))

    def made_by(self, seat: int) -> int:
        """How many choices this seat has made."""
        return sum(choice.seat == seat for choice in self.choices)

    @property
    def _closing(self) -> bool:
        """All have decided: what was answered ahead is carried out now."""
        return self.block is not None and len(self.choices) > self.block

    def _must_note(self, seat: int) -> bool:
        """Who has no choice says so as if there were one: that nobody waits for them would tell of it."""
        return len(self.people) > 1 and seat in self.people

    def _left_ahead(self, seat: int) -> list[Choice]:
        assert self.block is not None or not self.ahead
        if self.block is None:
            return []
        gone = sum(choice.seat == seat for choice in self.choices[self.block :])
        return self.ahead.get(seat, [])[gone:]

    def _own_position(self, seat: int) -> State | None:
        """Where this seat is asked in the open secret block; None if it is not any more."""
        answers = self.ahead.get(seat, ())
        key = (self.epoch, len(self.choices), len(answers))
        known = self._asked.get(seat)
        if known is None or known[0] != key:
            self._asked[seat] = known = key, position_in_block(self.state, seat, answers)
        return known[1]

    # ------------------------------------------------------------------ answers

    def answer(
        self, seat: int, number: str, option: int, text: str | None = None
    ) -> tuple[Answered, Choice, int | str]:
        """What an answer comes to, to be written down before it is carried out: a choice in the game, or one
        made ahead in a secret block. `Late` if the question is not open (any more), `TextRefused` if its text
        cannot be written.
        """
        question = self.question(seat)
        if question is None or question.number != number:
            raise Late(self._why_late(question))
        if question.state is None:
            return "ahead", Choice(seat, NOTED, number, option), 0
        decision = question.state.decision
        assert decision is not None
        if not 0 <= option < len(decision.options):
            raise Late("There is no such option.")
        chosen = decision.options[option]
        answered: Answered = "ahead" if self.block is not None and not self._closing else "game"
        if chosen.kind == "text":
            choice = Choice(seat, text_word(question.state, text or ""), number, option)
            return answered, choice, text or ""
        choice = Choice(seat, choice_word(chosen.kind, chosen.value), number, option)
        return answered, choice, option

    def answered_already(self, seat: int, number: str, option: int) -> bool:
        """Whether this very answer was given before: two of them are one."""
        return any(
            event.seat == seat and event.question == number and event.option == option
            for made in (self.choices, self.ahead.get(seat, ()))
            for event in reversed(made)
        )

    def _why_late(self, question: Question | None) -> str:
        if self.broken is not None:
            return "A rule broke here; nobody can go on."
        if self.state.over:
            return "The game is over."
        if question is not None:
            return "That was answered or taken back meanwhile; here is what is asked now."
        return "You are not asked now: that was answered or taken back meanwhile."

    def answer_ahead(self, choice: Choice) -> None:
        """Lay an answer beside the game until all have decided."""
        self.ahead.setdefault(choice.seat, []).append(choice)

    def take_back_ahead(self, seat: int) -> bool:
        """The last answer in the open block, as long as not all have decided."""
        if self.block is None or self._closing or not self.ahead.get(seat):
            return False
        self.ahead[seat].pop()
        self._asked.pop(seat, None)
        self.changes_of_mind[seat] = self.changes_of_mind.get(seat, 0) + 1
        return True

    # ------------------------------------------------------------------ going on

    def step(self) -> Step | None:
        """What goes on by itself; None while somebody is asked, or when the game is over."""
        player = self.state.player
        if player is None or self.broken is not None:
            return None
        if self.block is None:
            return Step(player, None) if player in self.bots else None
        if not self._closing and any(not decided for _, decided in self.deciding()):
            return None
        if player in self.bots:
            return Step(player, None)
        left = self._left_ahead(player)
        return Step(player, left[0]) if left else None

    def option_of(self, choice: Choice) -> int | str | None:
        """The option that a choice made ahead is; None if it is not offered as things are now."""
        decision = self.state.decision
        assert decision is not None
        try:
            return Tape([choice.word], ()).choose(decision)
        except Differs:
            return None

    def drop_ahead(self, seat: int) -> None:
        """What was answered ahead does not fit the game: the seat is asked again."""
        kept = len(self.ahead.get(seat, ())) - len(self._left_ahead(seat))
        self.ahead[seat] = self.ahead.get(seat, [])[:kept]

    def bot_choice(self, state: State, seat: int) -> int:
        """What the bot chooses, on a copy of the position; it plays the same whenever it is asked."""
        made = len(self.choices)
        stream = Dice((self.seed + STREAM * (made + 1) + SEAT * (seat + 1)) % WORD)
        return self.bots[seat].choose(state, seat, stream)

    def choice_of(self, option: int) -> Choice:
        """An option of the open decision as it is written down."""
        decision = self.state.decision
        assert decision is not None
        chosen = decision.options[option]
        number = self._number(decision.player)
        return Choice(decision.player, choice_word(chosen.kind, chosen.value), number, option)

    def take(self, option: int | str, choice: Choice) -> None:
        """Carry out what was written down. If a rule breaks, the game stays as it was; `broken` says why."""
        before, block = self.state.clone(), self.block
        self._shared = None
        self.state.log = []
        try:
            self.state.apply(option)
        except Fault as fault:
            self.broken = fault
            return
        except TextRefused as refused:
            raise not_taken(refused) from None
        events = self.state.log or []
        self.state.log = []
        self._recent.append(Moment(before, choice.seat, tuple(events), block))
        self.choices.append(choice)
        self.heard.append(frozenset(seat for seat in self._hearings if self._has_heard(seat, choice, events)))
        self._record_events(events)
        self._look_for_a_block(events)

    def _look_for_a_block(self, events: Sequence[ev.Event]) -> None:
        there = bool(players_deciding(self.state)) and self.state.player is not None
        left = any(isinstance(event, ev.Unveiled) for event in events)
        if self.block is not None and (left or not there):
            self.block = None
            self.ahead.clear()
        if there and self.block is None:
            self.block = len(self.choices)
            self.blocks.update(players_deciding(self.state))

    def _has_heard(self, seat: int, choice: Choice, events: Sequence[ev.Event]) -> bool:
        """Whether a seat knows that something was decided."""
        hearing = self._hearings[seat]
        return seat == choice.seat or any(
            isinstance(event, ev.Unveiled)
            or (isinstance(event, ev.Chosen) and event.player == choice.seat and hearing.hears_of(event))
            for event in events
        )

    def _record_events(self, events: Sequence[ev.Event]) -> None:
        for seat, narrator in self._narrators.items():
            lines = narrator.tell(events, self.state)
            if self.state.over:
                lines += narrator.finish()
            self.stories[seat] += lines

    # ------------------------------------------------------------------ looking

    def seen(self, seat: int) -> View:
        """All that this seat may see; a watcher sees what everybody at the table sees."""
        if seat == WATCHER:
            return common_view([self.seen(seat) for seat in range(len(self.names))])
        question = self.question(seat)
        if question is not None and question.state is not None:
            return view(question.state, seat, self.names, shared=self.shared)
        seen = view(self.state, seat, self.names, shared=self.shared)
        if seen.decision is None or seen.decision.player != seat:
            return seen
        # It has answered in the open block, or it is a bot's.
        return evolve(seen, decision=SeenDecision(None if self.block is not None else seat, "", ()))

    @property
    def shared(self) -> SharedValues:
        """What was worked out of the position for one seat, for the others."""
        if self._shared is None:
            self._shared = SharedValues(self.state.cells[:])
        return self._shared

    def position(self, seat: int) -> State | None:
        """The position in which this seat is asked; None if it is not, or has nothing to choose."""
        question = self.question(seat)
        return None if question is None else question.state

    def decision(self, seat: int) -> Decision | None:
        """The decision that this seat is asked, by the numbers of the program."""
        position = self.position(seat)
        return None if position is None else position.decision

    def story(self, seat: int) -> list[str]:
        return common_story(list(self.stories.values())) if seat == WATCHER else self.stories[seat]

    # ------------------------------------------------------------------ taking back

    def back_to(self, seat: int) -> int | None:
        """How many choices are left if this seat takes its last one back; None if it has made none."""
        for index in range(len(self.choices) - 1, -1, -1):
            if self.choices[index].seat == seat:
                return index
        return None

    def learnt_since(self, number: int) -> str | None:
        """What somebody has learnt since so many choices were made, in words; None if nothing."""
        newer = len(self.choices) - number
        if newer > len(self._recent):
            return "much has happened since"
        moments = list(self._recent)[-newer:]
        asker = moments[0].seat
        hearing = self._hearings[asker]
        for moment, heard in zip(moments, self.heard[-newer:], strict=True):
            if moment.block is not None:
                return "all have decided since"
            if moment.seat != asker and asker in heard:
                return f"{self.names[moment.seat]} has decided since"
            for event in moment.events:
                match event:
                    case ev.Chanced() | ev.Shuffled():
                        return "chance has decided since"
                    case ev.Chosen(player=player, forced=False) if player != asker and hearing.hears_of(
                        event
                    ):
                        return f"{self.names[player]} has decided since"
                    case _:
                        pass
        return self._piece_seen(moments[0].state)

    def _piece_seen(self, before: State) -> str | None:
        for _, seen in newly_known(self.state.plan.layout, before.cells, self.state.cells):
            for player in self.people:
                if seen >> player & 1:
                    return f"{self.names[player]} has seen a card since"
        return None

    def shortened(self, number: int) -> Session:
        """The same game with so many choices, as if the others had not been made."""
        kept = self.choices[:number]
        session = Session.begin(self.program, self.seed, self.names, self.bots, kept, self.epoch + 1)
        session.changes_of_mind = self.changes_of_mind
        return session

    def renamed(self, names: Sequence[str]) -> Session:
        """The same game, told with other names."""
        session = Session.begin(self.program, self.seed, names, self.bots, self.choices, self.epoch)
        session.ahead, session.changes_of_mind = self.ahead, self.changes_of_mind
        return session
