"""The secret block that is going on, as one player knows it: what the others have done in it is taken out
and done anew, by chance.
"""

from __future__ import annotations

from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import ALT, SECRET, SITE, STAGE
from rulesdsl.engine.determinization.exchange import put_layer
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.runtime.secrets import (
    SecretBlock,
    begin,
    lay_own_part,
    position_for,
    pull,
    with_put_back,
)
from rulesdsl.engine.state import State


def forget_others(state: State, player: int) -> None:
    """Only what the player has done in the block stays."""
    cells, block = state.cells, _block(state)
    if block.shadow:
        own = with_put_back(cells, block, block.base)
        if cells[block.cursor] != player:
            own = position_for(state, player)
            for low, high in block.shadowed:
                cells[low:high] = own[low:high]
        put_layer(state, block.merged, own)
    for seat in range(state.plan.program.players):
        if seat != player or not cells[block.parked + seat]:
            cells[block.parked + seat] = 0
            first = block.kept + seat * block.frame_size
            cells[first : first + block.frame_size] = [0] * block.frame_size


def others_again(known: State, player: int, stream: Dice) -> State | None:
    """The block with new choices of all who decide before the player does; None if it does not come to the
    player's turn. What they choose does not depend on what the player does, so that the player's part stays.
    """
    block = _block(known)
    again = _begun_again(known, block)
    # The player is to be asked, whether there is a choice or not.
    again.take_forced = False
    while again.player != player and not _is_over(again):
        _choose(again, stream)
    if _is_over(again):
        return None
    state = known.clone()
    ranges = [(block.parked, player), (block.kept, player * block.frame_size)]
    if block.shadow:
        ranges.append((block.merged, block.shadow_size))
    for first, size in ranges:
        state.cells[first : first + size] = again.cells[first : first + size]
    return state


def somewhere_in_it(known: State, player: int, stream: Dice) -> State | None:
    """The block at a decision of somebody else: the player does not know at which. None if there is none."""
    block = _block(known)
    parked = block.parked + player
    is_done = bool(known.cells[parked]) or known.cells[block.cursor] > player
    again = _begun_again(known, block)
    stops: list[State] = []
    while not _is_over(again) and (is_done or again.player != player):
        if again.player != player and is_done == (again.cells[block.cursor] > player):
            stops.append(again.clone())
        # What the player chooses here is put aside below.
        _choose(again, stream)
    if not stops:
        return None
    state = stops[stream.below(len(stops))]
    cells = state.cells
    cells[parked] = known.cells[parked]
    first = block.kept + player * block.frame_size
    cells[first : first + block.frame_size] = known.cells[first : first + block.frame_size]
    if block.shadow:
        merged = with_put_back(cells, block, block.merged)
        own = with_put_back(known.cells, block, block.merged)
        lay_own_part(state.plan.layout, merged, own, player)
        put_layer(state, block.merged, merged)
    return state


def _choose(again: State, stream: Dice) -> None:
    """An option by chance; some text, where one is to be written."""
    decision = again.decision
    if decision is not None and decision.written is not None:
        again.write_anything()
    again.apply(stream.below(again.option_count))


def _block(state: State) -> SecretBlock:
    return state.plan.secrets[state.cells[SECRET] - 1]


def _begun_again(known: State, block: SecretBlock) -> State:
    """The block at its first decision, in a state that tells when it is over."""
    again = known.clone()
    again.log = []
    cells, seats = again.cells, range(known.plan.program.players)
    if block.shadow:
        pull(cells, block.shadowed, block.base)
    # As after a decision that is closed: nothing is half chosen.
    cells[SECRET] = cells[SITE] = cells[ALT] = cells[STAGE] = 0
    cells[block.parked : block.parked + len(seats)] = [0] * len(seats)
    again.codes = again.memo = None
    again.run_from(begin(again, cells, block, [seat for seat in seats if cells[block.mask] >> seat & 1]))
    return again


def _is_over(again: State) -> bool:
    assert again.log is not None
    return again.player is None or any(isinstance(event, ev.Unveiled) for event in again.log)
