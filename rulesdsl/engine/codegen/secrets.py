"""Secret blocks into segments: the first round up to where everybody parks, the second from there on.

Which cells a block puts away for a player is known only when all code is written; until then a line stands
for it (`put away`, `bring back`) that `with_frames` writes out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rulesdsl.engine.codegen.effects import player_mask
from rulesdsl.engine.codegen.numbering import number_places
from rulesdsl.engine.core.growing import growing_boards
from rulesdsl.engine.core.layout import PARK, SECRET
from rulesdsl.engine.positions.nesting import InSecret
from rulesdsl.engine.runtime.secrets import Range, SecretBlock, ranges_of, written_cells

if TYPE_CHECKING:
    from rulesdsl import program as ir
    from rulesdsl.engine.codegen.generator import Generator
    from rulesdsl.engine.codegen.segments import SegmentEmitter

FEW_CELLS = 3

_FRAME = re.compile(r"( *)(put away|bring back) (\d+) (\w+)$")


def emit_secret(self: SegmentEmitter, stmt: ir.Secret) -> None:
    gen, frame = self.gen, self.gen.frame
    first, second, after, body = self.label(), self.label(), self.label(), self.label()
    frame.force(self.copy, (stmt.you,))
    cells = frame.cells(2 + self.program.players)
    block = SecretBlock(
        number=len(gen.secrets) + 1,
        mask=cells,
        cursor=cells + 1,
        parked=cells + 2,
        you=frame.slot(self.copy, stmt.you),
        first=first,
        second=second,
        body=body,
        shadow=stmt.shadow,
    )
    gen.secrets.append(block)
    mark = self.pool.add("Z", block)
    if growing_boards(gen.layout):
        # Nothing grows in the block, so that all that it puts away keeps its numbers.
        here = self.label()
        self.go(here)
        self.open(here)
        number_places(self)
    if stmt.shadow:
        self.put(f"return secret_begin(S, C, {mark}, {self.expr(stmt.players)})")
        self.open(first)
        self.put(f"return secret_first(S, C, {mark})")
    else:
        self.put(f"C[{block.mask}] = {player_mask(self, stmt.players)}; C[{block.cursor}] = -1")
        self.put(f"C[{SECRET}] = {block.number}; C[{PARK}] = 1")
        self.go(first)
    outer, frame.owner = frame.owner, ("secret", block.number)
    frame.slot(self.copy, stmt.you)
    (loud, self.loud), (around, self.block_around) = (self.loud, False), (self.block_around, block)
    if stmt.shadow:
        self.open(body)
    else:
        self.open(first)
        _next_player(self, block, everybody=self.const(stmt.players) == tuple(range(self.program.players)))
    with self.inside(InSecret(block.number)):
        self.settle(stmt.you)
        self.body(stmt.body)
    self.put(f"if C[{PARK}]: return @{first}")
    self.go(second)
    self.loud, self.block_around = loud, around
    inner = frame.touched.get(("secret", block.number), set())
    frame.owner = outer
    frame.touched.setdefault(outer, set()).update(inner)
    gen.secret_procs[block.number] = gen.flow.reached(stmt.body)
    gen.secret_writes[block.number] = gen.flow.own_writes(stmt.body, gen.secret_procs[block.number])
    _second_round(self, block, after)
    self.open(after)


def _next_player(self: SegmentEmitter, block: SecretBlock, *, everybody: bool) -> None:
    """Whose turn it is in the first round; after all, the second begins."""
    player, rest = self.fresh(), self.fresh()
    self.put(f"{player} = C[{block.cursor}] + 1")
    if not everybody:
        self.put(f"{rest} = C[{block.mask}] >> {player}")
    with self.block(f"if {player} == {self.program.players}:" if everybody else f"if not {rest}:"):
        self.put(f"C[{SECRET}] = C[{PARK}] = 0; C[{block.cursor}] = -1")
        self.put(f"if S.log is not None: S.unveiled(C[{block.mask}])")
        self.go(block.second)
    if not everybody:
        self.put(f"{player} += ({rest} & -{rest}).bit_length() - 1")
    self.put(f"C[{block.cursor}] = C[{block.you}] = {player}")


def _second_round(self: SegmentEmitter, block: SecretBlock, after: int) -> None:
    """The next player who has parked goes on from there."""
    player, goes_on = self.fresh(), self.fresh()
    self.open(block.second)
    self.put(f"{player} = C[{block.cursor}] + 1")
    with self.block(f"if {player} == {self.program.players}:"):
        self.put(f"C[{block.cursor}] = -1")
        self.go(after)
    self.put(f"C[{block.cursor}] = {player}; {goes_on} = C[{block.parked}+{player}]")
    self.put(f"if not {goes_on}: return @{block.second}")
    self.put(f"C[{block.parked}+{player}] = 0")
    self.put(f"bring back {block.number} {player}")
    for place in block.places:
        self.put(f"if {goes_on} == @{place}: return @{place}")
    self.put(f"return {goes_on}")


def emit_park(self: SegmentEmitter) -> None:
    """In the first round the player stops here."""
    after = self.label()
    self.nesting.parked[after] = self.place()
    block = self.block_around
    if block is None:
        # A routine, which several blocks may call.
        self.put(f"if C[{PARK}]: return park(S, C, @{after})")
    else:
        player = self.fresh()
        with self.block(f"if C[{PARK}]:"):
            self.put(f"{player} = C[{block.cursor}]; C[{block.parked}+{player}] = @{after}")
            self.put(f"put away {block.number} {player}")
            self.go(block.first)
        block.places.append(after)
    self.go(after)
    self.open(after)


def lay_out_frames(gen: Generator) -> int:
    """Room for what secret blocks put away, once all code is written; the size of a state."""
    end = gen.frame.end
    for block in gen.secrets:
        cells = set(gen.frame.touched.get(("secret", block.number), set()))
        for name in gen.secret_procs[block.number]:
            cells |= gen.frame.touched.get(("proc", name + "q"), set())
        block.frame = ranges_of(cells)
        block.frame_size = len(cells)
        block.kept = end
        end += block.frame_size * gen.program.players
        if block.shadow:
            written = written_cells(gen.layout, gen.secret_writes[block.number])
            block.shadowed = ranges_of(written)
            block.shadow_size = len(written)
            block.base = end
            block.merged = end + len(written)
            end += 2 * len(written)
    return end


def _runs(frame: Sequence[Range]) -> Iterator[Range]:
    """The ranges, of which the short ones are quicker copied cell by cell."""
    for low, high in frame:
        if high - low > FEW_CELLS:
            yield low, high
        else:
            yield from ((index, index + 1) for index in range(low, high))


def with_frames(lines: Sequence[str], blocks: Mapping[int, SecretBlock]) -> list[str]:
    """The lines with what blocks put away and bring back written out."""
    texts: list[str] = []
    for line in lines:
        move = _FRAME.match(line)
        if move is None:
            texts.append(line)
            continue
        indent, what, block, player = move[1], move[2], blocks[int(move[3])], move[4]
        start = f"t0_{block.number}"
        texts.append(f"{indent}{start} = {block.kept}+{player}*{block.frame_size}")
        index = 0
        for low, high in _runs(block.frame):
            here = f"C[{low}:{high}]" if high - low > 1 else f"C[{low}]"
            there = (
                f"C[{start}+{index}:{start}+{index + high - low}]"
                if high - low > 1
                else f"C[{start}+{index}]"
            )
            texts.append(f"{indent}{there} = {here}" if what == "put away" else f"{indent}{here} = {there}")
            index += high - low
    return texts
