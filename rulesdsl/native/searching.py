"""Tree search, and options weighed, at work: what the machine is told, and what came of it."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from math import log
from threading import get_ident

from attrs import define

from rulesdsl.engine.core.domains import is_pieces
from rulesdsl.engine.core.layout import ALT, SECRET, SITE, STAGE
from rulesdsl.engine.decisions.option_identity import recognised_options
from rulesdsl.engine.determinization.sample import Samples
from rulesdsl.engine.determinization.unknown import Unknown
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.state import State
from rulesdsl.native import native, search
from rulesdsl.native.machine import Machine, Stopped
from rulesdsl.native.unit import TOLD_SIZE, told_at
from rulesdsl.native.wasm import as_i64

LEAST_ROOM = 1024


@lru_cache(maxsize=8)
def _of_thread(plan: Plan, _thread: int) -> Searcher | None:
    machine = native(plan)
    return None if machine is None or machine.gaps else Searcher(machine)


def searcher_for(plan: Plan) -> Searcher | None:
    """For this thread. None where wasmtime is not installed, or something of the game is not native."""
    return _of_thread(plan, get_ident())


@define
class Room:
    """Memory in the machine that is asked for anew when more is needed."""

    at: int = 0
    size: int = 0

    def for_(self, machine: Machine, count: int) -> int:
        if count > self.size:
            self.size = max(LEAST_ROOM, 2 ** (count - 1).bit_length())
            self.at = machine.call("reserve", self.size)
        return self.at


class Searcher:
    """A machine that thinks, one decision at a time."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._plan = machine.plan
        self._at = told_at(machine.plan)
        self._shared = TOLD_SIZE << 32 | self._at
        self._rooms: defaultdict[str, Room] = defaultdict(Room)
        pieces = range(self._plan.layout.piece_count)
        self._becomes = machine.call("reserve", len(pieces) + 1)
        machine.write(self._becomes, pieces)

    def choose(
        self, state: State, player: int, stream: Dice, *, iterations: int, steps: int, nodes: int
    ) -> int | None:
        """The option that the bot in Python chooses, with the same throws of the stream; -1 if nothing was
        found to try. None: a rule broke on the way, and the stream is as it was.

        `steps`: how far it is played on at random. `nodes`: so many are in the tree at most.
        """
        shared = [0] * search.TOLD_OF_SEARCH
        shared[search.STEPS] = steps
        shared[search.ROOM], shared[search.SLOTS] = nodes, max(LEAST_ROOM, 2 * 2 ** (nodes - 1).bit_length())
        shared[search.LOGS] = iterations + 2

        def searched() -> None:
            while self.machine.call("search", self._shared, self.machine.at_once) > 0:
                pass

        before = stream.state
        try:
            shared[search.NODES_AT] = self._room("nodes", search.NODE * nodes)
            shared[search.WAY_AT] = self._room("way", nodes)
            shared[search.SLOTS_AT] = self._room("slots", shared[search.SLOTS])
            shared[search.LOGS_AT] = self._logarithms(iterations + 2)
            unknown = self._position(state, player, shared)
            self.machine.call("clear", self._shared)
            self._on_guesses(state, player, stream, iterations, searched, given=unknown is None)
            return self.machine.call("best", self._shared, state.option_count)
        except Stopped:
            stream.state = before
            return None

    def weigh(
        self, state: State, player: int, stream: Dice, options: Sequence[int], *, guesses: int, steps: int
    ) -> list[int] | None:
        """How well the player stands after each of these options, as the greedy bot in Python values it;
        None as above.
        """
        shared = [0] * search.TOLD_OF_SEARCH
        shared[search.STEPS], shared[search.SEAT], shared[search.WEIGHED] = steps, player, len(options)
        before = stream.state
        try:
            shared[search.WEIGHED_AT] = weighed = self._room("weighed", 2 * len(options))
            shared[search.GUESS_AT] = self._room("guess", self._plan.size)
            self.machine.write(weighed, [*options, *(0 for _ in options)])
            unknown = self._position(state, player, shared)

            def weighed_once() -> None:
                self.machine.call("weigh", self._shared)

            self._on_guesses(state, player, stream, guesses, weighed_once, given=unknown is None)
            return self.machine.numbers(weighed + 8 * len(options), len(options))
        except Stopped:
            stream.state = before
            return None

    def _on_guesses(
        self, state: State, player: int, stream: Dice, count: int, think: Callable[[], None], *, given: bool
    ) -> None:
        """Thinks about so many guesses; `given`: drawn in Python."""
        if not given:
            self._tell(search.WANTED, count)
            self._throw_on_from(stream)
            think()
            stream.state = self._number(search.CHANCE)
            return
        samples = Samples(state, player)
        for _ in range(count):
            try:
                guess = samples.draw(stream)
            except Fault:
                return
            self.machine.cells = guess.cells
            self._tell(search.WANTED, self._number(search.DONE) + 1)
            self._throw_on_from(stream)
            think()
            stream.state = self._number(search.CHANCE)

    def _position(self, state: State, player: int, shared: list[int]) -> Sequence[int] | None:
        """Tells all, with what is known of the position and how to draw the rest; None: Python has to."""
        unknown = Unknown.of(state, player)
        recipe = _recipe(unknown)
        if state.plan.sites[state.cells[SITE] - 1].parts is not None and not _is_all_known(unknown):
            # By what whole moves are known takes more than a few numbers.
            recipe = None
        shared[search.GIVEN] = int(recipe is None)
        shared[search.KNOWN_AT] = self._room("known", self._plan.size)
        self.machine.write(shared[search.KNOWN_AT], unknown.known.cells)
        shared[search.DRAWN_AT] = self._room("drawn", self._plan.size)
        shared[search.BECOMES_AT] = self._becomes
        if recipe is not None:
            shared[search.RECIPE_AT], shared[search.RECIPE_SIZE] = (
                self._room("recipe", len(recipe)),
                len(recipe),
            )
            self.machine.write(shared[search.RECIPE_AT], recipe)
        offered = recognised_options(state)
        flat = [
            mark for option in offered for mark in (*option, search.NO_PLACE, search.NO_PLACE)[: search.MARK]
        ]
        shared[search.OFFERED_AT], shared[search.OFFERED] = self._room("offered", len(flat)), len(offered)
        self.machine.write(shared[search.OFFERED_AT], flat)
        shared[search.BY_PIECES] = int(_asks_for_pieces(state))
        self.machine.write(self._at, shared)
        return recipe

    def _logarithms(self, count: int) -> int:
        room = self._rooms["logs"]
        before = room.size
        address = room.for_(self.machine, count)
        if room.size != before:
            floats = struct.pack(f"<{room.size}d", *(log(max(1, number)) for number in range(room.size)))
            self.machine.write(address, struct.unpack(f"<{room.size}q", floats))
        return address

    def _room(self, name: str, count: int) -> int:
        return self._rooms[name].for_(self.machine, count)

    def _throw_on_from(self, stream: Dice) -> None:
        self._tell(search.CHANCE, as_i64(stream.state))
        self._tell(search.CHANCE_STEP, stream.increment)

    def _tell(self, place: int, number: int) -> None:
        self.machine.write(self._at + 8 * place, [number])

    def _number(self, place: int) -> int:
        return self.machine.numbers(self._at + 8 * place, 1)[0] % 2**64


def _is_all_known(unknown: Unknown) -> bool:
    return not (unknown.groups or unknown.secrets or unknown.known.cells[SECRET])


def _asks_for_pieces(state: State) -> bool:
    cells = state.cells
    if cells[ALT] < 0 or cells[STAGE] < 0:
        return False
    param = state.plan.sites[cells[SITE] - 1].alternatives[cells[ALT]].params[cells[STAGE]]
    return is_pieces(param.param.var.type)


def _recipe(unknown: Unknown) -> list[int] | None:
    """How the machine draws what is unknown, as `search` reads it; None where it cannot."""
    recipe = [len(unknown.groups)]
    for group in unknown.groups:
        if group.traces is None or not group.anywhere:
            return None
        names = [name for traces in group.traces for name in traces.names]
        sets = [pieces for traces in group.traces for pieces in traces.sets]
        arrays = [array for traces in group.traces for array in traces.arrays]
        recipe += [len(group.pieces), *group.pieces, len(names), *chain.from_iterable(names), len(sets)]
        for shift, cells in sets:
            recipe += [len(cells), shift, *cells]
        recipe.append(len(arrays))
        for array in arrays:
            recipe += [array.get(piece, -1) for piece in group.pieces]
    recipe.append(len(unknown.secrets))
    for addresses, values in unknown.secrets:
        recipe += [len(addresses), len(values), *values, *addresses]
    return recipe
