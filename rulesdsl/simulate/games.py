"""One game, played and summed up in one row."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from attrs import asdict, define, field, frozen

from rulesdsl.bots import BadBot, Bot
from rulesdsl.bots.standing import leaders
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.events import Chosen, Event
from rulesdsl.engine.faults import Fault, TooManySteps
from rulesdsl.engine.start import setup as prepared
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.program import PieceDomain
from rulesdsl.simulate.setups import Setup, Table

FAR_APART = 0x9E3779B97F4A7C15
SEATS_APART = 0xBF58476D1CE4E5B9
WORD = 2**64
MOST_LOOKS = 16
"""How often the leader is looked up in one game, at most twice that."""


@frozen
class Row:
    """A game that was played. Seats count from 0; where rows are stored, what has parts is kept as JSON."""

    number: int
    outcome: str
    """finished, shared, lost (by all), limit (too many steps), stuck (a fault of the rules) or error (a
    fault of a bot)"""
    message: str
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    scores: dict[str, tuple[int, ...]]
    decisions: int
    options: int
    """The sum of the numbers of options over all decisions with a choice."""
    most_options: int
    leaders: tuple[tuple[int, ...], ...]
    """Who led, at even distances from beginning to end."""
    actions: dict[str, tuple[tuple[int, int], ...]]
    """For each action and seat: how often offered, how often taken."""
    pieces: dict[str, tuple[tuple[int, int], ...]]
    """For each name of a piece and each seat: how often one could be chosen, how often one was."""
    rules: tuple[str, ...]
    """The rule ids that were exercised."""


def seed_of(setup: Setup, number: int) -> int:
    """The seed of a game: the same for its twin under another rule."""
    return (setup.seed + FAR_APART * (number + 1)) % WORD


@define
class _Watch:
    """What is noted while a game goes on."""

    players: int
    decisions: int = 0
    options: int = 0
    most_options: int = 0
    stride: int = 1
    since: int = 0
    last_player: int = -1
    leaders: list[tuple[int, ...]] = field(factory=list)
    action_settled: bool = False
    """Whether the open decision has passed the stage in which its action is chosen."""
    actions: dict[str, list[list[int]]] = field(factory=dict)
    pieces: dict[str, list[list[int]]] = field(factory=dict)
    rules: set[str] = field(factory=set)

    def decision(self, state: State) -> None:
        count = state.option_count
        self.decisions += 1
        self.options += count
        self.most_options = max(self.most_options, count)
        player = state.player
        if player is not None and player != self.last_player:
            self.last_player = player
            self.since += 1
            if self.since >= self.stride:
                self.since = 0
                self.leaders.append(leaders(state))
                if len(self.leaders) >= 2 * MOST_LOOKS:
                    del self.leaders[::2]
                    self.stride *= 2

    def events(self, table: Table, events: Iterable[Event]) -> None:
        for event in events:
            if event.rules:
                self.rules.update(event.rules)
            if event.span is not None:
                self.rules |= table.citations.at(event.span)
            if isinstance(event, Chosen):
                self._chosen(table, event)

    def _chosen(self, table: Table, event: Chosen) -> None:
        done = bool(event.title)
        if event.stage == "action":
            names_here = table.alternatives[event.point]
            for kind, value in event.offered:
                if kind == "action":
                    self._count(self.actions, names_here[value], event.player, 0)
            if event.kind == "action":
                self._took(table, event)
                self.action_settled = not done
            return
        if event.kind == "decline":
            if event.alternative:
                self._count(self.actions, event.alternative, event.player, 0)
            return
        if done:
            if not self.action_settled:
                # There was only one action, so that nobody was asked which.
                self._count(self.actions, event.alternative, event.player, 0)
                self._took(table, event)
            self.action_settled = False
        if isinstance(event.type, PieceDomain) and event.kind == "value" and event.value >= 0:
            names, of = table.program.piece_names, table.program.piece_name_of
            for name in {of[value] for kind, value in event.offered if kind == "value" and value >= 0}:
                self._count(self.pieces, names[name], event.player, 0)
            self._count(self.pieces, names[of[event.value]], event.player, 1)

    def _took(self, table: Table, event: Chosen) -> None:
        self._count(self.actions, event.alternative, event.player, 1)
        self.rules |= table.citations.of_actions.get(event.alternative, frozenset())

    def _count(self, counts: dict[str, list[list[int]]], name: str, player: int, at: int) -> None:
        if name:
            counts.setdefault(name, [[0, 0] for _ in range(self.players)])[player][at] += 1


def play(table: Table, setup: Setup, number: int) -> Row:
    """One game from beginning to end."""
    program = table.program
    seed = seed_of(setup, number)
    watch = _Watch(setup.players)
    bots = [table.bots[setup.kind_at(seat, number)] for seat in range(setup.players)]
    try:
        state = start(program, seed, log=True)
    except Fault as fault:
        return _row(table, prepared(program, seed), watch, number, _outcome(fault), _message(fault))
    outcome, message = "finished", ""
    try:
        while True:
            assert state.log is not None
            watch.events(table, state.log)
            state.log.clear()
            if state.over:
                break
            watch.decision(state)
            seat = state.player
            assert seat is not None
            stream = Dice((seed + FAR_APART * watch.decisions + SEATS_APART * (seat + 1)) % WORD)
            try:
                option = chosen(bots[seat], state, seat, stream)
            except Exception as error:  # noqa: BLE001 - a bot that errs is an error of the game, never a draw
                outcome = "error"
                said = str(error) if isinstance(error, BadBot) else f"{type(error).__name__}: {error}"
                message = f"{setup.kind_at(seat, number)} in seat {seat + 1}: {said}"
                break
            state.apply(option)
    except Fault as fault:
        outcome, message = _outcome(fault), _message(fault)
    return _row(table, state, watch, number, outcome, message)


def chosen(bot: Bot, state: State, seat: int, stream: Dice) -> int:
    """What the bot takes; IndexError if there is no such option."""
    option = bot.choose(state, seat, stream)
    if not 0 <= option < state.option_count:
        raise IndexError(f"it chose option {option} of {state.option_count}")
    return option


def _outcome(fault: Fault) -> str:
    return "limit" if isinstance(fault, TooManySteps) else "stuck"


def _message(fault: Fault) -> str:
    """What went wrong and where, the same wherever the file lies."""
    if fault.span is None:
        return fault.message
    line, _column = fault.span.source.position(fault.span.start)
    return f"{Path(fault.span.source.name).name}:{line}: {fault.message}"


def _row(table: Table, state: State, watch: _Watch, number: int, outcome: str, message: str) -> Row:
    program = table.program
    over = outcome == "finished"
    winners = state.winners() if over else ()
    if over and not winners and program.winner is not None and program.winner.lost is not None:
        outcome = "lost"
    if over and len(winners) > 1 and (program.winner is None or program.winner.team is None):
        outcome = "shared"
    seats = range(program.players)
    return Row(
        number=number,
        outcome=outcome,
        # On one line: a journal is read line by line.
        message=" ".join(message.split()),
        winners=tuple(winners),
        totals=tuple(state.total(seat) for seat in seats) if program.scores else (),
        scores={
            one.name: tuple(state.score(one.name, seat) for seat in seats)
            for one in program.scores
            if one.counted
        },
        decisions=watch.decisions,
        options=watch.options,
        most_options=watch.most_options,
        leaders=tuple(watch.leaders),
        actions={name: tuple((a, b) for a, b in seats_) for name, seats_ in sorted(watch.actions.items())},
        pieces={name: tuple((a, b) for a, b in seats_) for name, seats_ in sorted(watch.pieces.items())},
        rules=tuple(sorted(watch.rules)),
    )


# ---------------------------------------------------------------- rows as text

COLUMNS = tuple(Row.__annotations__)
NUMBERS = frozenset({"number", "decisions", "options", "most_options"})
WORDS = frozenset({"outcome", "message"})


def to_cells(row: Row) -> dict[str, str | int]:
    """A row as a table stores it: numbers, words, and JSON for the rest."""
    cells: dict[str, str | int] = {}
    for name, value in asdict(row, recurse=False).items():
        if name in NUMBERS or name in WORDS:
            cells[name] = value
        else:
            cells[name] = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return cells


def from_cells(cells: dict[str, str]) -> Row:
    """The row in a table's cells; ValueError if they are none."""
    values: dict[str, object] = {}
    for name in COLUMNS:
        text = cells[name]
        if name in NUMBERS:
            values[name] = int(text)
        elif name in WORDS:
            values[name] = text
        else:
            values[name] = _frozen(json.loads(text))
    return Row(**values)  # type: ignore[arg-type]


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(_frozen(one) for one in value)
    if isinstance(value, dict):
        return {key: _frozen(one) for key, one in value.items()}
    return value
