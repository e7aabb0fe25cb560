"""A state: where a game stands, as one list of integers, and the moves from one decision to the next."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import SupportsIndex, TypeVar

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import ChanceSource
from rulesdsl.engine.core.arguments import named, no_such_option, seat, shown, whole_number
from rulesdsl.engine.core.codes import DECLINE, WRITE
from rulesdsl.engine.core.layout import CHOOSER, OVER, SITE
from rulesdsl.engine.core.sites import OneSite
from rulesdsl.engine.core.type_values import check_arguments
from rulesdsl.engine.decisions.option_identity import place_of_seen
from rulesdsl.engine.decisions.quick_choice import chosen, pick
from rulesdsl.engine.decisions.sets import SetProblem
from rulesdsl.engine.decisions.stages import (
    Decision,
    Option,
    codes_of,
    decision_of,
    go_on,
    text_asked,
    written_site,
)
from rulesdsl.engine.explanation.fault_report import fault_of, gone_again
from rulesdsl.engine.explanation.why import text_refusal
from rulesdsl.engine.labels.summary_line import where_it_stands
from rulesdsl.engine.labels.things import SeenOption
from rulesdsl.engine.plan import Plan, plan_for, plan_of
from rulesdsl.engine.positions.state_text import from_text, to_text
from rulesdsl.engine.positions.validation import inspect_choice
from rulesdsl.engine.runtime import secrets
from rulesdsl.engine.runtime.recording import Recording
from rulesdsl.texts import SMALLEST, SOME_TEXT, TextRefused, cleaned, number_of

Answer = TypeVar("Answer")

KEPT_FOR = 50
"""So many options are taken on one copy of the cells, from which they can be taken again after a fault."""


class State(Recording):
    """A game at a decision, or over, or (in examples) at rest between two steps.

    `log`: where events go; None: no events are made. `take_forced`: a stage with one option is taken by
    itself. `source`: who gives the outcomes of chance instead of the dice; a clone does not take it over.
    """

    __slots__ = (
        "_cells",
        "_kept",
        "_noted",
        "_shared",
        "_source",
        "_take_forced",
        "_taken",
        "changed",
        "codes",
        "held",
        "log",
        "memo",
        "plan",
        "thrower",
    )

    def __init__(self, plan: Plan, cells: list[int]) -> None:
        self.plan = plan
        self._cells = cells
        # Whether a clone stands on the same list; who goes on first takes a copy.
        self._shared = False
        self.log: list[ev.Event] | None = None
        """What has happened, event by event, since you last emptied it; None: nothing is written down."""
        self._take_forced = True
        self.thrower: Callable[[int], int] | None = None
        """By whom choices are thrown where they come up, of so many options: plans for outcomes have code for
        that. None: the game stops at its decisions.
        """
        self._source: ChanceSource | None = None
        self.codes: list[int] | None = None
        self.memo: dict[Hashable, SetProblem] | None = None
        # The phase whose end was not reached when it was last looked for, and the cell that has changed
        # since: none is 0, several are -1.
        self.held = self.changed = 0
        self._kept: list[int] | None = None
        self._noted: list[int] = []
        self._taken: list[int] | None = None

    @property
    def cells(self) -> list[int]:
        """The whole game, to read and to change."""
        self.held = 0
        if self._shared:
            self._cells = self._cells[:]
            self._shared = False
        return self._cells

    @cells.setter
    def cells(self, cells: list[int]) -> None:
        self._cells = cells
        self._shared = False
        self._taken = None
        self.held = 0

    # ---- how it goes on

    @property
    def take_forced(self) -> bool:
        """Whether a stage with one option is taken by itself, as is usual."""
        return self._take_forced

    @take_forced.setter
    def take_forced(self, forced: bool) -> None:
        self._take_forced = forced
        self._taken = None

    @property
    def source(self) -> ChanceSource | None:
        return self._source

    @source.setter
    def source(self, source: ChanceSource | None) -> None:
        if source is not None and not callable(source):
            raise TypeError(f"the source of chance is a function of what is asked, not {shown(source)}")
        self._source = source
        self._taken = None

    # ---- looking

    @property
    def over(self) -> bool:
        """Whether the game is at its end."""
        return self._cells[OVER] == 1

    @property
    def player(self) -> int | None:
        """Who decides; None when nobody is asked any more."""
        return self._cells[CHOOSER] if self._cells[SITE] else None

    @property
    def decision(self) -> Decision | None:
        """What is asked; its `seen` is what a player sees of it."""
        return decision_of(self)

    def open_codes(self) -> list[int]:
        """The options of the present stage as plain numbers."""
        if self.codes is None:
            if not self._cells[SITE]:
                return []
            self.codes = self._guarded(self._find_codes)
        return self.codes

    def _find_codes(self) -> list[int]:
        return codes_of(self, self._cells, self.plan.sites[self._cells[SITE] - 1])

    @property
    def option_count(self) -> int:
        """How many options there are: `apply` takes 0 to one less."""
        codes = self.codes
        return len(self.open_codes() if codes is None else codes)

    def evaluate(self, name: str, *args: ev.Content) -> ev.Content:
        """The value of a formula now (the player first where it is per player)."""
        check_arguments(self.plan.program, name, args)
        value: ev.Content = self._guarded(lambda: self.plan.evaluate(self._cells, name, *args))
        return value

    def winners(self) -> tuple[int, ...]:
        """Who has won, or would if the game ended now."""
        values: tuple[int, ...] = self._guarded(lambda: self.plan.winners(self._cells))
        return values

    def score(self, name: str, player: int) -> int:
        """A row of the score sheet: what was written down so far, or its value now."""
        program = self.plan.program
        rows = {score.name: score for score in program.scores}
        return self._points(named(name, "score", rows), seat(player, program.players))

    def total(self, player: int) -> int:
        """All rows of the score sheet that count, together."""
        program = self.plan.program
        player = seat(player, program.players)
        return sum(self._points(score, player) for score in program.scores if score.counted)

    def _points(self, row: ir.Score, player: int) -> int:
        if row.each is not None:
            return sum(self.plan.layout.recorded(self._cells, row.name, player))
        value = self._guarded(lambda: self.plan.evaluate(self._cells, row.now, player))
        assert isinstance(value, int)
        return value

    def position_for(self, player: int) -> list[int]:
        """The cells that this player may look at (see `secrets`)."""
        return secrets.position_for(self, player)

    # ---- going on

    def write(self, text: str) -> int:
        """Where the decision asks for a text, this one becomes an option, to be taken by its number.
        `TextRefused` says why it cannot be written.
        """
        asked = self._text_asked()
        if asked is None:
            raise ValueError("no text is asked for")
        param, kind = asked
        if not isinstance(text, str):
            raise TypeError(f"a text is to be written, not {shown(text)}")
        number = number_of(cleaned(text, kind.most))
        accepts = param.accepts
        assert accepts is not None
        if not self._guarded(lambda: accepts(self._cells, number)):
            raise TextRefused(text_refusal(self, number))
        return self._offer_text(number)

    def write_anything(self) -> int:
        """The same with some text, whatever the rules say: for a copy on which nobody looks at it."""
        return self._offer_text(number_of(SOME_TEXT))

    def _text_asked(self) -> tuple[OneSite, ir.TextDomain] | None:
        cells = self._cells
        if not cells[SITE]:
            return None
        site = self.plan.sites[cells[SITE] - 1]
        param, kind = written_site(cells, site), text_asked(cells, site)
        return None if param is None or kind is None else (param, kind)

    def _offer_text(self, number: int) -> int:
        self.codes = [number if code == WRITE or code > SMALLEST else code for code in self.open_codes()]
        return self.codes.index(number)

    def apply(self, option: SupportsIndex | Option | str) -> State:
        """Take an option, by its place in the decision's options or as one of them (or one of those that a
        player sees), or write the text that is asked for, and go on to the next decision.

        A `Fault` leaves the state as it was.
        """
        index = option if type(option) is int else self._place_of(option)
        codes = self.codes
        if codes is None:
            codes = self.open_codes()
        if not 0 <= index < len(codes):
            raise no_such_option(index, self.option_count, over=self.over)
        taken = self._taken
        if taken is None or len(taken) >= KEPT_FOR:
            taken = self._keep()
        code = codes[index]
        taken.append(index if code < SMALLEST else code)
        if self.log is not None:
            return self._apply_and_tell(index, codes)
        cells = self._cells
        plan = self.plan
        segments = plan.segments
        try:
            way = plan.quick[cells[SITE]]
            if way is None or code == DECLINE:
                segment = go_on(self, cells, plan.sites[cells[SITE] - 1], code, codes)
            else:
                address, segment, bodies = way
                if address:
                    # As `chosen` does, without a call.
                    cells[address] = code
                    cells[SITE] = 0
                    self.codes = None
                elif bodies:
                    segment = chosen(self, cells, way, code)
                else:
                    segment = pick(self, cells, plan.sites[cells[SITE] - 1], code)
            while segment > 0:
                segment = segments[segment](self, cells)
        except BaseException as problem:  # noqa: BLE001 -- raised again, in words
            broken = cells[:]
            self._go_back()
            self._raise(problem, broken, index)
        return self

    def _apply_and_tell(self, index: int, codes: list[int]) -> State:
        assert self.log is not None
        events = len(self.log)
        cells = self.cells
        try:
            self.run_from(go_on(self, cells, self.plan.sites[cells[SITE] - 1], codes[index], codes))
        except BaseException as problem:  # noqa: BLE001 -- raised again, in words
            del self.log[events:]
            broken = cells[:]
            self._go_back()
            self._raise(problem, broken, index)
        return self

    def _keep(self) -> list[int]:
        """Keep the cells as they are now; the options taken from here on are noted in the list."""
        if self._shared:
            # Nobody changes a list on which several stand, so it can be kept as it is.
            self._kept = self._cells
            self._cells = self._kept[:]
            self._shared = False
        else:
            self._kept = self._cells[:]
        self._noted = []
        # What somebody else gives as the outcome of chance cannot be had twice.
        self._taken = self._noted if self._source is None else None
        return self._noted

    def _go_back(self) -> None:
        """Before the last option. What was kept is some options old, so that it need not be kept
        each time.
        """
        assert self._kept is not None
        cells = self.cells
        log, source = self.log, self._source
        self.log = self._source = None
        cells[:] = self._kept
        self.memo = self.codes = None
        for taken in self._noted[:-1]:
            index = taken if taken < SMALLEST else self._offer_text(taken)
            codes = self.open_codes()
            self.run_from(go_on(self, cells, self.plan.sites[cells[SITE] - 1], codes[index], codes))
        self._noted.pop()
        self.log, self._source = log, source

    def _place_of(self, option: SupportsIndex | Option | str) -> int:
        if isinstance(option, str) and self._text_asked() is not None:
            return self.write(option)
        if isinstance(option, SeenOption):
            return place_of_seen(self, option)
        if not isinstance(option, Option):
            return whole_number(option, "an option", "its number, or one of decision.options")
        decision = self.decision
        if decision is None:
            raise no_such_option(0, 0, over=self.over)
        if option not in decision.options:
            raise ValueError("this is no option of the decision that is waited for")
        return decision.options.index(option)

    def run_from(self, segment: int) -> None:
        segments, cells = self.plan.segments, self.cells
        while segment > 0:
            segment = segments[segment](self, cells)

    def run(self, proc: str, *, quiet: bool = False) -> None:
        """Carry out a step of an example, up to its end or a decision; `quiet`: no standing rule is
        looked at.
        """
        before = self.cells[:]
        self._kept = self._taken = None
        # What is open may offer something else afterwards.
        self.codes = self.memo = None
        try:
            self.run_from(self.plan.entries[proc + ("q" if quiet else "")])
        except BaseException as problem:  # noqa: BLE001 -- raised again, in words
            broken = self.cells[:]
            self.cells[:] = before
            self._raise(problem, broken)

    def _guarded(self, ask: Callable[[], Answer]) -> Answer:
        try:
            return ask()
        except Exception as problem:
            self._raise(problem)
            raise

    def _raise(
        self, problem: BaseException, broken: Sequence[int] | None = None, option: int | None = None
    ) -> None:
        """A fault in words, with its place. `broken`: the cells when it happened, if they were put back
        since; `option`: what was taken then.
        """
        before = None if option is None else self.clone()
        again = None if before is None else lambda: gone_again(before.clone(), option)
        fault = fault_of(self.plan, self._cells if broken is None else broken, problem, again)
        if fault is None or fault is problem:
            raise problem
        raise fault from None

    # ---- copies

    def clone(self) -> State:
        """A state of its own that stands where this one does; events go nowhere."""
        other = State.__new__(State)
        other.plan = self.plan
        other._cells = self._cells  # noqa: SLF001 -- the same room
        other._shared = self._shared = True  # noqa: SLF001
        self._taken = None
        other.log = None
        other._take_forced = self._take_forced  # noqa: SLF001
        other._source = None  # noqa: SLF001
        other.thrower = None
        other.codes = self.codes
        other.held = self.held
        other.changed = self.changed
        # What is known about a choice of a set speaks of this state's cells.
        other.memo = None
        other._taken = None  # noqa: SLF001 -- the same room
        return other

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        """With all that it takes to play on in another process, where its program becomes one again with
        that of other states.
        """
        return _revived, (self.plan.program, self._cells, self._take_forced)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self.plan is not other.plan and self.plan.identity != other.plan.identity:
            return False
        if self._cells == other._cells:
            return True
        # What no line can read any more makes no difference, nor which of several copies of a piece is which.
        essences = self.plan.essences
        mine, others = essences.of(self._cells), essences.of(other._cells)
        return mine == others or essences.form(mine) == essences.form(others)

    def __hash__(self) -> int:
        essences = self.plan.essences
        return hash((self.plan.identity, essences.form(essences.of(self._cells))))

    def __str__(self) -> str:
        return where_it_stands(self)

    def __repr__(self) -> str:
        return f"<State of {where_it_stands(self)}>"

    def to_json(self) -> str:
        """The position as text, to be read by `from_json`."""
        return to_text(self.plan, self.plan.essences.of(self._cells), forced=self._take_forced)

    @classmethod
    def from_json(cls, program: ir.Program | Plan, text: str) -> State:
        """The state that was written so; NoState if the text is damaged or of another game, another number
        of players or other options.
        """
        plan = plan_for(program)
        cells, forced = from_text(plan, text)
        state = cls(plan, cells)
        state.take_forced = forced
        inspect_choice(state)
        return state


def _revived(program: ir.Program, cells: list[int], forced: bool) -> State:  # noqa: FBT001 -- called by place
    state = State(plan_of(program), cells)
    # Clones that were pickled together stand on one list, as they did before.
    state._shared = True  # noqa: SLF001 -- the same room
    state.take_forced = forced
    return state
