"""A game that people play at this table: the position, the way to it, and what each of them has heard."""

from collections.abc import Sequence

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.pieces.knowledge import newly_known
from rulesdsl.engine.runtime.values import mask_of
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.texts import TextRefused
from rulesdsl.trace.narrator import Narrator
from rulesdsl.trace.record import Record, Tape, not_taken

from .seats import Table


@frozen
class Moment:
    """Where the game stood before a choice."""

    state: State
    choices: int
    batches: int
    player: int


Part = tuple[list[ev.Event], State]
"""What happened up to a decision or the end, and the position to which it led."""


@frozen
class Undone:
    """What was taken back: as it was told, how many choices, and whose."""

    lines: tuple[str, ...]
    choices: int
    players: tuple[int, ...]


@define
class Sitting:
    program: ir.Program
    table: Table
    state: State
    record: Record = field(factory=Record)
    moments: list[Moment] = field(factory=list)
    batches: list[list[ev.Event]] = field(factory=list)
    unread: dict[int, list[str]] = field(factory=dict)
    narrators: dict[int, Narrator] = field(factory=dict)
    aside: frozenset[str] = frozenset()
    """Attributes that nobody needs to see."""
    done: int = 0
    """How many choices were made, forced ones left out."""

    @classmethod
    def begin(cls, program: ir.Program, table: Table) -> "Sitting":
        state = start(program, table.seed, log=True)
        sitting = cls(program, table, state)
        sitting._new_narrators()
        sitting._record_events()
        return sitting

    @classmethod
    def again(cls, program: ir.Program, table: Table, choices: Sequence[str]) -> "Sitting":
        """The same choices from the beginning; `Differs` if one is not offered any more."""
        sitting = cls.begin(program, table)
        tape = Tape(choices, ())
        for _ in choices:
            decision = sitting.state.decision
            assert decision is not None or sitting.state.over
            if decision is None:
                break
            try:
                sitting.choose(tape.choose(decision))
            except TextRefused as refused:
                raise not_taken(refused) from None
        for lines in sitting.unread.values():
            # The last few lines are enough to know where one was.
            del lines[:-12]
        return sitting

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, bot in enumerate(self.table.bots) if bot is None)

    @property
    def labels(self) -> Labels:
        return Labels.of(self.state.plan.layout, self.table.names, cells=self.state.cells)

    @property
    def is_fresh(self) -> bool:
        """Is it a new decision, and not one of which the player has just chosen a part?"""
        decision = self.state.decision
        if decision is None or not self.moments or self.moments[-1].player != decision.player:
            return True
        begun = decision.alternative is not None or decision.chosen or decision.picked
        return not begun or any(not isinstance(event, ev.Chosen) for event in self.batches[-1])

    # ------------------------------------------------------------------ going on

    def choose(self, option: int | str) -> None:
        """Carry an option out, or write a text; a Fault leaves all as it was."""
        decision = self.state.decision
        assert decision is not None
        moment = Moment(self.state.clone(), self.done, len(self.batches), decision.player)
        self.state.apply(option)
        self.moments.append(moment)
        self._record_events()

    def let_bot_choose(self) -> None:
        self.choose(self.table.choose(self.state, self.done))

    def _record_events(self) -> None:
        events, self.state.log = self.state.log or [], []
        self.batches.append(events)
        self.record.add(events)
        self.done = len(self.record.choices)
        for player, narrator in self.narrators.items():
            lines = narrator.tell(events, self.state)
            if self.state.over:
                lines += narrator.finish()
            self.unread.setdefault(player, []).extend(lines)

    def news(self, player: int) -> list[str]:
        """What has happened since the player last listened."""
        lines, self.unread[player] = self.unread.get(player, []), []
        return lines

    def _new_narrators(self) -> None:
        self.narrators = {player: Narrator(self.program, self.labels, player) for player in self.people}

    # ------------------------------------------------------------------ going back

    def undo(self, listener: int, *, anyway: bool = False) -> Undone | str:
        """Go back to before the last choice of a person, over all that bots have chosen since; in words why
        not if something was learnt that nobody can unlearn. `anyway`: also then, where nobody but bots sits
        at the table besides. What is gone is told as the `listener` has heard it.
        """
        index = next(
            (
                index
                for index in reversed(range(len(self.moments)))
                if self.moments[index].player in self.people
            ),
            None,
        )
        if index is None:
            return "there is nothing to take back"
        moment = self.moments[index]
        learnt = self._learnt_since(moment)
        alone = len(self.people) == 1
        if learnt and not (anyway and alone):
            return f"{learnt}{'; `undo anyway` goes back all the same' if alone else ''}"
        # What was heard, each part with the position to which it led: the next choice was made there.
        heard = list(zip(self.batches, [*(moment.state for moment in self.moments), self.state], strict=True))
        kept, gone = heard[: moment.batches], heard[moment.batches :]
        del self.moments[index:], self.batches[moment.batches :]
        self.state = moment.state
        self.state.log = []
        self.record = Record()
        self._new_narrators()
        for events, after in kept:
            self.record.add(events)
            for narrator in self.narrators.values():
                # They know it already: only what comes now is told.
                narrator.tell(events, after)
        self.done = len(self.record.choices)
        for lines in self.unread.values():
            lines.clear()
        choosers = [
            event.player
            for events, _ in gone
            for event in events
            if isinstance(event, ev.Chosen) and not event.forced
        ]
        return Undone(
            tuple(self._taken_back(kept, gone, listener)), len(choosers), tuple(dict.fromkeys(choosers))
        )

    def _taken_back(self, kept: Sequence[Part], gone: Sequence[Part], player: int) -> Sequence[str]:
        """What was taken back, as the player has heard it."""
        narrator = Narrator(self.program, self.labels, player)
        for events, after in kept:
            narrator.tell(events, after)
        lines: list[str] = []
        for events, after in gone:
            lines += narrator.tell(events, after)
        return [*lines, *narrator.finish()]

    def _learnt_since(self, moment: Moment) -> str:
        """What nobody can unlearn: an outcome of chance, a piece that a person has seen. What a bot has shown
        of its own is taken back with its choice.
        """
        for events in self.batches[moment.batches :]:
            for event in events:
                match event:
                    case ev.Chanced(what=what, seen=seen) if what != "draw" and any(
                        seen >> person & 1 for person in self.people
                    ):
                        return "chance has decided since"
                    case _:
                        pass
        layout = self.state.plan.layout
        bots = mask_of(seat for seat in range(self.program.players) if seat not in self.people)
        for piece, seen in newly_known(layout, moment.state.cells, self.state.cells):
            if moment.state.cells[layout.known + piece] & bots:
                continue
            for player in self.people:
                if seen >> player & 1:
                    return f"{self.table.names[player]} has seen {self.labels.piece(piece)} since"
        return ""
