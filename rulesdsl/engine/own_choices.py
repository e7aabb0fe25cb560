"""What a player has done in the secret block that is going on: found again in another position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.layout import SECRET

if TYPE_CHECKING:
    from rulesdsl.engine.state import State

MOST_LOOKED_AT = 300
"""So many choices are tried to find those that the player has made."""

OwnPart = tuple[object, ...]


class NotAgain(Exception):
    """What was chosen cannot be chosen there."""


def put_away(state: State, address: int) -> list[int]:
    """Where the secret block that is going on keeps a variable's cell for each player who is parked."""
    if not state.cells[SECRET]:
        return []
    block = state.plan.secrets[state.cells[SECRET] - 1]
    before = 0
    for low, high in block.frame:
        if low <= address < high:
            first = block.kept + before + address - low
            return [first + seat * block.frame_size for seat in range(state.plan.program.players)]
        before += high - low
    return []


def own_part(state: State, player: int) -> OwnPart:
    """All that the player can have changed in the block, and what is kept of the player's variables."""
    plan, layout = state.plan, state.plan.layout
    block = plan.secrets[state.cells[SECRET] - 1]
    cells = state.position_for(player)
    zones = tuple(
        tuple(layout.pieces_in(cells, instance))
        for instance in range(len(layout.instances))
        if layout.owner_of(instance) == player
    )
    states = tuple(cells[address] for address in layout.own_state_cells(player))
    parked = cells[block.parked + player]
    first = block.kept + player * block.frame_size
    variables = tuple(cells[first : first + block.frame_size]) if parked else ()
    return zones, states, parked, variables


def choose_again(begun: State, player: int, wanted: OwnPart, stream: Dice) -> State:
    """The state after the player's part of the block, in which the same has been done as in truth."""
    waiting = [begun]
    looked = 0
    while waiting:
        state = waiting.pop()
        if not state.cells[SECRET]:
            continue
        if state.player != player:
            if own_part(state, player) == wanted:
                return state
            continue
        options = list(range(state.option_count))
        stream.shuffle(options)
        for option in options:
            looked += 1
            if looked > MOST_LOOKED_AT:
                raise NotAgain
            after = state.clone()
            try:
                after.apply(option)
            except Fault:
                continue
            waiting.append(after)
    raise NotAgain
