"""A game that people play at this table: the position, the way to it, and what each of them has heard."""

from collections.abc import Sequence

from attrs import define, field, frozen

from rulesdsl.engine.events import Chanced, Chosen, Event, Shuffled
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.words.labels import Labels
from rulesdsl.program import Program
from rulesdsl.trace.narrator import Narrator
from rulesdsl.trace.record import Record, Tape

from .seats import Table


@frozen
class Moment:
    """Where the game stood before a choice."""

    state: State
    choices: int
    batches: int
    player: int


@define
class Sitting:
    program: Program
    table: Table
    state: State
    record: Record = field(factory=Record)
    moments: list[Moment] = field(factory=list)
    batches: list[list[Event]] = field(factory=list)
    unheard: dict[int, list[str]] = field(factory=dict)
    narrators: dict[int, Narrator] = field(factory=dict)
    aside: frozenset[str] = frozenset()
    """Attributes that nobody needs to see."""
    done: int = 0
    """How many choices were made, forced ones left out."""

    @classmethod
    def begin(cls, program: Program, table: Table) -> "Sitting":
        state = start(program, table.seed, log=True)
        sitting = cls(program, table, state)
        sitting._new_narrators()
        sitting._hear()
        return sitting

    @classmethod
    def again(cls, program: Program, table: Table, choices: Sequence[str]) -> "Sitting":
        """The same choices from the beginning; `Differs` if one is not offered any more."""
        sitting = cls.begin(program, table)
        tape = Tape(choices, ())
        for _ in choices:
            decision = sitting.state.decision
            assert decision is not None or sitting.state.over
            if decision is None:
                break
            sitting.choose(tape.choose(decision))
        for lines in sitting.unheard.values():
            # The last few lines are enough to know where one was.
            del lines[:-12]
        return sitting

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, bot in enumerate(self.table.bots) if bot is None)

    @property
    def labels(self) -> Labels:
        return Labels.of(self.state.plan.layout, self.table.names)

    @property
    def is_fresh(self) -> bool:
        """Has anything happened since the last choice but that it was made? Else a decision is half made."""
        return not self.moments or any(not isinstance(event, Chosen) for event in self.batches[-1])

    # ------------------------------------------------------------------ going on

    def choose(self, option: int) -> None:
        """Carry an option out; a Fault leaves all as it was."""
        decision = self.state.decision
        assert decision is not None
        moment = Moment(self.state.clone(), self.done, len(self.batches), decision.player)
        self.state.apply(option)
        self.moments.append(moment)
        self._hear()

    def let_bot_choose(self) -> None:
        self.choose(self.table.choose(self.state, self.done))

    def _hear(self) -> None:
        events, self.state.log = self.state.log or [], []
        self.batches.append(events)
        self.record.add(events)
        self.done = len(self.record.choices)
        for player, narrator in self.narrators.items():
            lines = narrator.tell(events, self.state)
            if self.state.over:
                lines += narrator.finish()
            self.unheard.setdefault(player, []).extend(lines)

    def heard(self, player: int) -> list[str]:
        """What has happened since the player last listened."""
        lines, self.unheard[player] = self.unheard.get(player, []), []
        return lines

    def _new_narrators(self) -> None:
        self.narrators = {player: Narrator(self.program, self.labels, player) for player in self.people}

    # ------------------------------------------------------------------ going back

    def undo(self) -> str | None:
        """Go back to before the last choice; None if done, else in words why not."""
        if not self.moments:
            return "there is nothing to take back"
        moment = self.moments[-1]
        if moment.player not in self.people:
            return f"{self.table.names[moment.player]} has decided since"
        learnt = self._learnt_since(moment)
        if learnt:
            return learnt
        self.moments.pop()
        self.state = moment.state
        self.state.log = []
        del self.batches[moment.batches :]
        self.record = Record()
        for events in self.batches:
            self.record.add(events)
        self.done = len(self.record.choices)
        self._new_narrators()
        for events in self.batches:
            for narrator in self.narrators.values():
                # They know it already: only what comes now is told.
                narrator.tell(events, self.state)
        for lines in self.unheard.values():
            lines.clear()
        return None

    def _learnt_since(self, moment: Moment) -> str | None:
        """What nobody can unlearn: chance, the choice of a bot, or a piece that a person has seen."""
        for events in self.batches[moment.batches :]:
            for event in events:
                match event:
                    case Chanced() | Shuffled():
                        return "chance has decided since"
                    case Chosen(player=player, forced=False) if player != moment.player:
                        return f"{self.table.names[player]} has decided since"
                    case _:
                        pass
        layout = self.state.plan.layout
        if not layout.hidden:
            return None
        for piece, tracked in enumerate(layout.tracked):
            if not tracked:
                continue
            before, now = (state.cells[layout.known + piece] for state in (moment.state, self.state))
            for player in self.people:
                if now >> player & 1 and not before >> player & 1:
                    return f"{self.table.names[player]} has seen {self.labels.piece(piece)} since"
        return None
