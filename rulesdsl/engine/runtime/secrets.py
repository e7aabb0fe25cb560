"""Secret blocks: everybody's decisions first, on the position at the start; what follows them afterwards.

A player is run up to a place to park. There the cells that the block's code uses are put away, the next
player is run in the same way, and in a second round everybody goes on from where they parked.

In a block with a shadow the lines before that place change what is the player's own. The cells they may
change lie twice more in the list: as they were at the start, and with all changes so far put together. Each
player sees the former and the own changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import define, field

from rulesdsl.engine.core.layout import PARK, SECRET, Layout
from rulesdsl.engine.runtime.values import mask_of

if TYPE_CHECKING:
    from rulesdsl.engine.state import State

Range = tuple[int, int]


@define(eq=False)
class SecretBlock:
    """Where a block keeps its things. The ranges are known only when all code is written."""

    number: int
    mask: int
    cursor: int
    parked: int
    you: int
    first: int
    second: int
    body: int
    shadow: bool
    places: list[int] = field(factory=list)
    """The segments after the places to park that lie in the block itself, not in routines."""
    frame: list[Range] = field(factory=list)
    frame_size: int = 0
    kept: int = 0
    shadowed: list[Range] = field(factory=list)
    shadow_size: int = 0
    base: int = 0
    merged: int = 0


def ranges_of(addresses: Iterable[int]) -> list[Range]:
    """Neighbouring addresses put together, ends excluded."""
    result: list[Range] = []
    for address in sorted(addresses):
        if result and result[-1][1] == address:
            result[-1] = (result[-1][0], address + 1)
        else:
            result.append((address, address + 1))
    return result


def addresses_in(ranges: Iterable[Range]) -> list[int]:
    return [address for low, high in ranges for address in range(low, high)]


def written_cells(layout: Layout, things: frozenset[tuple[str, str]]) -> set[int]:
    """The cells behind zones, faces and states."""
    cells: set[int] = set()
    for sort, name in things:
        if sort == "zone" and name in layout.zones:
            place = layout.zones[name]
            cells.update(range(place.address, place.address + place.size * place.count))
            cells.update(range(layout.where, layout.where + layout.piece_count))
        if sort in {"zone", "faces"} and layout.hidden:
            cells.update(range(layout.face, layout.group + layout.piece_count))
        elif sort == "state" and name in layout.states:
            start = layout.states[name].address
            ends = [other.address for other in layout.states.values() if other.address > start]
            ends += [score.address for score in layout.scores.values()]
            cells.update(range(start, min(ends, default=layout.data_end)))
    return cells


def pull(cells: list[int], ranges: list[Range], source: int) -> None:
    """Put cells that were put away back in their places."""
    for low, high in ranges:
        cells[low:high] = cells[source : source + high - low]
        source += high - low


def push(cells: list[int], ranges: list[Range], target: int) -> None:
    for low, high in ranges:
        cells[target : target + high - low] = cells[low:high]
        target += high - low


def _merge(layout: Layout, cells: list[int], block: SecretBlock) -> None:
    """A player's changes put together with those before. Who knows a piece, and what cannot be told apart,
    others may have changed, too: that is joined.
    """
    index = 0
    for low, high in block.shadowed:
        for address in range(low, high):
            before, now, merged = cells[block.base + index], cells[address], block.merged + index
            index += 1
            if now == before:
                continue
            if layout.hidden and layout.known <= address < layout.known + layout.piece_count:
                changed = before ^ now
                cells[merged] = (cells[merged] & ~changed) | (now & changed)
            elif layout.hidden and layout.group <= address < layout.group + layout.piece_count:
                first = merged - (address - layout.group)
                _join_groups(cells, first, first + layout.piece_count, cells[merged], cells[first + now])
            else:
                cells[merged] = now


def _join_groups(cells: list[int], first: int, end: int, group: int, other: int) -> None:
    """Two groups become one, which is called after the first of its pieces."""
    joined = min(group, other)
    for address in range(first, end):
        if cells[address] == group or cells[address] == other:
            cells[address] = joined


def begin(_state: State, cells: list[int], block: SecretBlock, players: Iterable[int]) -> int:
    cells[block.mask] = mask_of(players)
    cells[block.cursor] = -1
    cells[SECRET] = block.number
    cells[PARK] = 1
    if block.shadow:
        push(cells, block.shadowed, block.base)
        push(cells, block.shadowed, block.merged)
    return block.first


def first_round(state: State, cells: list[int], block: SecretBlock) -> int:
    player = cells[block.cursor]
    if block.shadow and player >= 0:
        _merge(state.plan.layout, cells, block)
    rest = cells[block.mask] >> (player + 1)
    if rest:
        player += 1 + ((rest & -rest).bit_length() - 1)
        if block.shadow:
            pull(cells, block.shadowed, block.base)
        cells[block.cursor] = cells[block.you] = player
        return block.body
    if block.shadow:
        pull(cells, block.shadowed, block.merged)
    cells[SECRET] = cells[PARK] = 0
    if state.log is not None:
        state.unveiled(cells[block.mask])
    cells[block.cursor] = -1
    return block.second


def park(state: State, cells: list[int], goes_on: int) -> int:
    block = state.plan.secrets[cells[SECRET] - 1]
    player = cells[block.cursor]
    cells[block.parked + player] = goes_on
    push(cells, block.frame, block.kept + player * block.frame_size)
    return block.first


def with_put_back(cells: list[int], block: SecretBlock, source: int) -> list[int]:
    """A copy of the position in which what was put away there is in its place."""
    back = cells[:]
    pull(back, block.shadowed, source)
    return back


def position_for(state: State, player: int) -> list[int]:
    """The cells as this player may look at them: in a shadowed block the start with the own changes only."""
    cells = state.cells
    if not cells[SECRET]:
        return cells
    block = state.plan.secrets[cells[SECRET] - 1]
    if not block.shadow or cells[block.cursor] == player:
        return cells
    seen = with_put_back(cells, block, block.base)
    lay_own_part(state.plan.layout, seen, with_put_back(cells, block, block.merged), player)
    return seen


def players_deciding(state: State) -> tuple[int, ...]:
    """Who takes part in the secret block that is going on; nobody if none is."""
    cells = state.cells
    if not cells[SECRET]:
        return ()
    mask = cells[state.plan.secrets[cells[SECRET] - 1].mask]
    return tuple(player for player in range(state.plan.program.players) if mask >> player & 1)


def lay_own_part(layout: Layout, cells: list[int], source: list[int], player: int) -> None:
    """What is the player's own as it is in another position: zones with the pieces there, and states."""
    for instance in range(len(layout.instances)):
        if layout.owner_of(instance) == player:
            address = layout.address_of[instance]
            size = layout.zones[layout.instances[instance][0]].size
            cells[address : address + size] = source[address : address + size]
            for piece in layout.pieces_in(source, instance):
                cells[layout.where + piece] = source[layout.where + piece]
                if layout.hidden:
                    for array in (layout.face, layout.known, layout.group):
                        cells[array + piece] = source[array + piece]
    for address in layout.own_state_cells(player):
        cells[address] = source[address]
