"""Many games of one program side by side, as arrays: quick with the extra `native`."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import DICE
from rulesdsl.engine.faults import TooManySteps
from rulesdsl.engine.plan import Plan, plan_for
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.environments.actions import NoSuchAction, actions
from rulesdsl.environments.encoding import encoding_of
from rulesdsl.environments.observations import observations
from rulesdsl.environments.provenance import Provenance, provenance
from rulesdsl.environments.returns import Returns, checked_returns, victory
from rulesdsl.native import installed
from rulesdsl.native.batches import ABOUT, ASKED, ENDED, LENGTH, PLAYER, SEED, TO_BEGIN, WON
from rulesdsl.program_walk import holds_text
from rulesdsl.texts import HOLDS_A_TEXT, FreeText

_WORD = 2**64
Number = TypeVar("Number", bound=np.generic)


class Batch:
    """So many games of a program, each with its own player to decide.

    `player`, `mask`, `observation`, `over` and the rest are arrays with a row for each game. They tell of
    now, and change with the next step: copy what you keep.
    """

    def __init__(
        self,
        given: ir.Program | Plan,
        games: int,
        *,
        returns: Returns = "victory",
        again: bool = True,
        observe: bool = True,
    ) -> None:
        """`again`: a game that is over begins anew in the same step, with the seed that is `games` greater.
        `observe`: without it there is no `observation`, and steps take less time.
        """
        if games < 1:
            raise ValueError(f"a batch has one game or more, not {games}")
        self.plan = plan_for(given)
        self.games = games
        self.again = again
        self.returns = checked_returns(returns)
        self.actions = actions(self.plan)
        if holds_text(self.plan.program):
            raise FreeText(HOLDS_A_TEXT)
        self.observations = observations(self.plan) if observe else None
        self.players = self.plan.program.players
        """How many play each game."""
        self._shape = (games, self.actions.size)
        self._worth = _worth(self.players) if self.returns == "victory" else None
        self._float: NDArray[np.float32] | None = None
        encoding = encoding_of(self.actions, self.observations)
        size = 0 if self.observations is None else self.observations.size
        self._in_python = self.observations is not None and encoding.seen is None
        """Whether what players see is worked out in Python."""
        self._machine = None
        if installed():
            from rulesdsl.native.batch_machine import BatchMachine  # noqa: PLC0415 -- an extra

            self._machine = machine = BatchMachine(self.plan, encoding, games, again=again)
            cells, about, open_, seen = (
                np.frombuffer(machine.table(number), np.uint8) for number in range(4)
            )
            self._cells = cells.view(np.int64).reshape(games, -1)
            self._about = about.view(np.int64).reshape(games, -1)
            self._open = open_[: games * self.actions.size].view(np.bool_).reshape(self._shape)
            self._seen = np.zeros((games, size))
            if size and not self._in_python:
                self._seen = seen.view(np.float64).reshape(games, size)
        else:
            self._cells = np.zeros((games, self.plan.size), np.int64)
            self._about = np.zeros((games, ABOUT + self.players), np.int64)
            self._open = np.zeros(self._shape, np.bool_)
            self._seen = np.zeros((games, size))
        self.reset()

    @property
    def provenance(self) -> Provenance:
        """By what a result can be had again; `seed` is that of the first game since the last `reset`."""
        return provenance(
            self.plan.program,
            actions=self.actions.mark,
            returns=self.returns,
            games=self.games,
            seed=self._first_seed,
        )

    # ---- going on

    def reset(self, seeds: int | ArrayLike = 0) -> None:
        """New games: from one seed on, or with a seed for each."""
        given = np.asarray(seeds, np.int64)
        if given.ndim == 0:
            given = given + np.arange(self.games)
        if given.shape != (self.games,) or given.min() < 0:
            raise ValueError(f"{self.games} seeds are wanted, none below 0")
        self._first_seed = int(given[0])
        self._about[:, SEED] = given
        self._about[:, ASKED] = TO_BEGIN
        self._go_on()

    def step(self, chosen: ArrayLike) -> None:
        """An action for each game, by its number; what is given for games that are over makes no difference.

        NoSuchAction if one cannot be chosen: then nothing has happened.
        """
        numbers = np.asarray(chosen, np.int64)
        if numbers.shape != (self.games,):
            raise ValueError(f"{self.games} actions are wanted, one for each game")
        asked = np.where(self.player >= 0, numbers, -1)
        inside = np.clip(asked, 0, self.actions.size - 1)
        wrong = (asked != inside) | ~self._open[np.arange(self.games), inside]
        wrong &= self.player >= 0
        if wrong.any():
            game = int(wrong.argmax())
            number = int(numbers[game])
            words = self.actions.words[number] if 0 <= number < self.actions.size else "none at all"
            raise NoSuchAction(f"game {game}: action {number} ({words}) cannot be chosen now")
        self._about[:, ASKED] = asked
        self._about[:, ENDED] = 0
        self._go_on()

    def _go_on(self) -> None:
        self._float = None
        if self._machine is None:
            for game in range(self.games):
                self._by_hand(game)
        else:
            stopped = self._machine.go_on()
            while stopped is not None:
                self._by_hand(stopped)
                stopped = self._machine.go_on(stopped + 1)
        if self._in_python:
            for game in np.flatnonzero(self._about[:, ASKED] != -1).tolist():
                self._look(game, self.state(game))

    def _by_hand(self, game: int) -> None:
        """One game in Python: what breaks it says so."""
        about = self._about[game]
        asked = int(about[ASKED])
        if asked == -1:
            return
        about[ENDED] = 0
        if asked == TO_BEGIN:
            state = self._begun(about)
        else:
            state = self.state(game)
            about[LENGTH] += 1
            try:
                self.actions.apply(state, asked)
            except TooManySteps:
                about[ENDED] = 2
            else:
                if state.player is None:
                    about[ENDED] = 1
                    about[WON] = sum(1 << winner for winner in state.winners())
                    about[ABOUT:] = [state.total(player) for player in range(self.players)]
            if about[ENDED] and self.again:
                about[SEED] += self.games
                state = self._begun(about)
        row = state.cells[:]
        row[DICE] -= _WORD if row[DICE] >> 63 else 0
        self._cells[game] = row
        broken = about[ENDED] == 2 and not self.again
        about[PLAYER] = -1 if state.player is None or broken else state.player
        self._open[game] = False if broken else np.frombuffer(self.actions.mask(state), np.bool_)
        if not self._in_python:
            self._look(game, state)

    def _begun(self, about: NDArray[np.int64]) -> State:
        about[LENGTH] = 0
        return start(self.plan, int(about[SEED]))

    def _look(self, game: int, state: State) -> None:
        if self.observations is not None:
            player = int(self._about[game, PLAYER])
            self._seen[game] = self.observations.of(state, player) if player >= 0 else 0.0

    # ---- what there is

    @property
    def player(self) -> NDArray[np.int64]:
        """Who decides; -1: nobody, the game is over."""
        return _read_only(self._about[:, PLAYER])

    @property
    def mask(self) -> NDArray[np.bool_]:
        """For each action whether it can be chosen now."""
        return _read_only(self._open)

    @property
    def observation(self) -> NDArray[np.float32]:
        """What the player who decides sees; of a game that is over nothing but 0."""
        if self.observations is None:
            raise ValueError("this batch was made with observe=False")
        if self._float is None:
            self._float = self._seen.astype(np.float32)
        return self._float

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games the last step has ended."""
        return np.equal(self._about[:, ENDED], 1)

    @property
    def broken_off(self) -> NDArray[np.bool_]:
        """Which games the last step has broken off, as they took too many steps."""
        return np.equal(self._about[:, ENDED], 2)

    @property
    def results(self) -> NDArray[np.float64]:
        """What the games that the last step has ended were worth to each player; 0 for all others."""
        worth: NDArray[np.float64] = self._about[:, ABOUT:].astype(np.float64)
        if self._worth is not None:
            worth = self._worth[self._about[:, WON]]
        worth[self._about[:, ENDED] != 1] = 0.0
        return worth

    @property
    def length(self) -> NDArray[np.int64]:
        """How many decisions were made in each game."""
        return _read_only(self._about[:, LENGTH])

    @property
    def seed(self) -> NDArray[np.int64]:
        return _read_only(self._about[:, SEED])

    @property
    def cells(self) -> NDArray[np.int64]:
        """The positions themselves."""
        return _read_only(self._cells)

    def state(self, game: int) -> State:
        """One of the games, to look at in words; what becomes of it does not touch the batch."""
        cells = self._cells[game].tolist()
        cells[DICE] %= _WORD
        return State(self.plan, cells)

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"<{self.games} games of {self.plan.program.title} side by side>"


def _read_only(array: NDArray[Number]) -> NDArray[Number]:
    shown = array[:]
    shown.flags.writeable = False
    return shown


def _worth(players: int) -> NDArray[np.float64]:
    """By who has won, as bits, what the game is worth to each."""
    rows = []
    for bits in range(1 << players):
        winners = [player for player in range(players) if bits >> player & 1]
        rows.append([float(value) for value in victory(winners, players)])
    return np.array(rows)
