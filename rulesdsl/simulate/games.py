"""One game, played and summed up in one row."""

from __future__ import annotations

from pathlib import Path

from rulesdsl.bots import BadBot
from rulesdsl.bots.bot import BotChance
from rulesdsl.bots.random_choice import RandomChoice
from rulesdsl.engine.dice import first_below
from rulesdsl.engine.faults import Fault, TooManySteps
from rulesdsl.engine.start import setup as prepared
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.simulate.rows import Row
from rulesdsl.simulate.setups import Setup, Table
from rulesdsl.simulate.sheets import Read
from rulesdsl.simulate.watching import Watch


class BotError(Exception):
    """A bot did what no bot may do; the message says which and what."""


class Game:
    """A game under way, with what every report counts: no more than a few additions a decision."""

    def __init__(self, table: Table, setup: Setup, number: int) -> None:
        self.table, self.setup, self.number = table, setup, number
        self.decisions = self.options = self.most_options = 0
        self.watch = Watch(table) if setup.details else None
        self._bots = [table.bots[setup.kind_at(seat, number)] for seat in range(setup.players)]

    def play(self) -> Row:
        """From beginning to end."""
        seed = self.setup.seed_of(self.number)
        program = self.table.program
        try:
            state = start(program, seed, log=self.watch is not None)
        except Fault as fault:
            return self._row(prepared(program, seed), _outcome(fault), _message(fault))
        try:
            if self.watch is None and all(type(bot) is RandomChoice for bot in self._bots):
                self._go_on_at_random(state, BotChance(seed))
            else:
                self._go_on(state, BotChance(seed))
            return self._row(state, "finished", "")
        except BotError as error:
            return self._row(state, "error", str(error))
        except Fault as fault:
            return self._row(state, _outcome(fault), _message(fault))

    def _go_on(self, state: State, chance: BotChance) -> None:
        bots, watch = self._bots, self.watch
        decisions = options = most = 0
        try:
            while (seat := state.player) is not None:
                if watch is not None:
                    watch.look(state)
                decisions += 1
                count = state.option_count
                options += count
                if count > most:  # noqa: PLR1730 -- at every decision, and a call takes as long as a throw
                    most = count
                try:
                    option = bots[seat].choose(state, seat, chance.stream(seat, decisions))
                except Exception as error:
                    raise self._wrong(seat, error) from error
                if not 0 <= option < count:
                    raise self._wrong(seat, IndexError(f"it chose option {option} of {count}"))
                state.apply(option)
            if watch is not None:
                watch.look(state)
        finally:
            self.decisions, self.options, self.most_options = decisions, options, most

    def _go_on_at_random(self, state: State, chance: BotChance) -> None:
        """`_go_on` where all take any option and nobody watches, which is how most games are played."""
        apply = state.apply
        streams = [chance.of_seat(seat) for seat in range(len(self._bots))]
        decisions = options = most = 0
        try:
            while (seat := state.player) is not None:
                decisions += 1
                count = state.option_count
                options += count
                if count > most:  # noqa: PLR1730 -- as above
                    most = count
                apply(first_below(streams[seat] + decisions, count))
        finally:
            self.decisions, self.options, self.most_options = decisions, options, most

    def _wrong(self, seat: int, error: Exception) -> BotError:
        """A bot that errs is an error of the game, never a draw."""
        message = str(error) if isinstance(error, BadBot) else f"{type(error).__name__}: {error}"
        return BotError(f"{self.setup.kind_at(seat, self.number)} in seat {seat + 1}: {message}")

    def _row(self, state: State, outcome: str, message: str) -> Row:
        sheet = self.table.sheet
        read: Read = sheet.unread
        teams: tuple[str, ...] = ()
        if outcome == "finished":
            read, teams = sheet.read(state), sheet.teams(state.cells)
            outcome = ending(self.table, read[0], teams)
        return Row(
            self.number,
            outcome,
            # On one line: a journal is read line by line.
            " ".join(message.split()),
            *read,
            teams,
            self.decisions,
            self.options,
            self.most_options,
            None if self.watch is None else self.watch.details(),
        )


def ending(table: Table, winners: tuple[int, ...], teams: tuple[str, ...]) -> str:
    """How a game that was played to its end has ended."""
    winner = table.program.winner
    if not winners and winner is not None and winner.lost is not None:
        return "lost"
    if len(winners) < 2:
        return "finished"
    return "shared" if not teams or len({teams[seat] for seat in winners}) > 1 else "finished"


def play(table: Table, setup: Setup, number: int) -> Row:
    """One game from beginning to end."""
    return Game(table, setup, number).play()


def _outcome(fault: Fault) -> str:
    return "limit" if isinstance(fault, TooManySteps) else "stuck"


def _message(fault: Fault) -> str:
    """What went wrong and where, the same wherever the file lies."""
    if fault.span is None:
        return fault.message
    line, _column = fault.span.source.position(fault.span.start)
    return f"{Path(fault.span.source.name).name}:{line}: {fault.message}"
