"""What statements write and conditions read: which standing rules to look at after a line, and where a game
may wait.

The list that is looked at after every line has the `stops` conditions of the phases first, then the standing
rules in their order. An item's place in the list is its bit in a mask.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, reduce
from operator import or_
from typing import assert_never

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import pieces_of
from rulesdsl.facts import FACES, Facts, Thing
from rulesdsl.program_walk import holds, instances_in
from rulesdsl.statement_facts import (
    Block,
    Kind,
    bodies_called,
    procs_called,
    statement_facts,
    statements_in,
)


@frozen
class Item:
    """One item of the list: a phase with `stops`, or a standing rule."""

    phase: ir.Phase | None
    rule: ir.Rule | None
    reads: frozenset[Thing]
    decides: bool


def shows_in_secret(program: ir.Program) -> list[ir.Show]:
    """The `show` lines of secret blocks and of what is called in them."""
    blocks = [node.body for node in instances_in(program, ir.Secret)]
    roots = (*blocks, *(called for body in blocks for called in bodies_called(program, body)))
    return list(instances_in(roots, ir.Show))


class Dataflow(Facts):
    def __init__(self, program: ir.Program) -> None:
        super().__init__(program)
        self._suspending_procs: dict[tuple[str, bool], bool] = {}
        self._closures: dict[int, int] = {}

    # ---- what lies in what

    def reached(self, block: Block) -> frozenset[str]:
        """The routines that may be called from here, directly or through others."""
        return frozenset(procs_called(self.program, block))

    def phase_bodies(self) -> dict[str, Block]:
        return {
            node.name: node.body
            for proc in self.program.procs.values()
            for node in instances_in(proc.body, ir.Phase)
        }

    def phases_within(self, block: Block) -> set[str]:
        """The phases that may run while this is carried out."""
        blocks = (block, *bodies_called(self.program, block))
        return {node.name for node in instances_in(blocks, ir.Phase)}

    @cached_property
    def _in_secret(self) -> frozenset[int]:
        """The `show` lines of secret blocks and of what is called in them, by their identity."""
        return frozenset(map(id, shows_in_secret(self.program)))

    def is_in_secret(self, show: ir.Show) -> bool:
        """Whether something may be shown while all decide in secret."""
        return id(show) in self._in_secret

    # ---- what belongs to players

    def own_writes(self, block: Block, procs: frozenset[str]) -> frozenset[Thing]:
        """What a block (with the routines it may call) can change of what belongs to players.

        A piece that is chosen comes from a zone the block speaks of, or from where the block has put it.
        """
        roots = (block, *(self.program.procs[name].body for name in procs))
        written = frozenset().union(*(self.block_writes(root) for root in roots))
        lines = list(statements_in(roots))
        moved = tuple(what for line in lines for what in line.takes)
        named = any(pieces_of(node.type) for node in instances_in(moved, ir.Const, ir.ConstSeq, ir.Lookup))
        if not named:
            spoken_of = self.reads(roots).union(
                *(self._arriving(to.zone) for line in lines for to, _down in line.to)
            )
            written = frozenset(thing for thing in written if thing[0] != "zone" or thing in spoken_of)
        owned = {("zone", zone.name) for zone in self.program.zones if zone.owner_at is not None}
        owned |= {("state", state.name) for state in self.program.states if state.owner_at is not None}
        if any(line.turns for line in lines):
            owned.add(FACES)
        # Who knows a piece lies beside how it lies.
        shown = holds(roots, ir.Show)
        return written & owned | (frozenset({FACES}) if shown else frozenset())

    # ---- the list

    @cached_property
    def items(self) -> tuple[Item, ...]:
        program = self.program
        # A phase may stand in several places, in examples: its condition names other variables there.
        phases: dict[tuple[str, ir.Expr], ir.Phase] = {}
        for node in instances_in((program.procs, program.rules), ir.Phase):
            if node.stops is not None:
                phases.setdefault((node.name, node.stops), node)
        within = [self.phases_within(body) for body in self.phase_bodies().values()] if phases else []

        def place(phase: ir.Phase) -> tuple[int, int]:
            """The outermost first: what has fewer phases around it."""
            return sum(phase.name in inner for inner in within), program.phases.index(phase.name)

        ordered = sorted(phases.values(), key=place)
        stops = [Item(phase, None, self.reads(phase.stops), decides=False) for phase in ordered]
        rules = [
            Item(
                None,
                rule,
                self.rule_reads(rule),
                self.suspends_block(rule.body, loud=False),
            )
            for rule in program.rules
        ]
        return (*stops, *rules)

    @cached_property
    def deciding(self) -> int:
        return sum(1 << index for index, item in enumerate(self.items) if item.decides)

    @cached_property
    def leaving(self) -> bool:
        """Whether looking at the list may leave a phase."""
        return any(item.rule is None or self.ends(item.rule.body) for item in self.items)

    def ends(self, block: Block) -> bool:
        """Whether a line of it may leave a phase or end the game."""
        bodies = (block, *bodies_called(self.program, block))
        return any(line.kind is Kind.LEAVE for line in statements_in(bodies))

    def mask(self, things: frozenset[Thing]) -> int:
        """The items whose conditions read one of these."""
        return reduce(or_, (self._readers.get(thing, 0) for thing in things), 0)

    @cached_property
    def _readers(self) -> Mapping[Thing, int]:
        """For each thing the items whose conditions read it."""
        readers: dict[Thing, int] = {}
        for index, item in enumerate(self.items):
            for thing in item.reads:
                readers[thing] = readers.get(thing, 0) | 1 << index
        return readers

    @cached_property
    def rule_masks(self) -> tuple[int, ...]:
        """For each item what may come true by carrying it out."""
        return tuple(
            0 if item.rule is None else self.mask(self.block_writes(item.rule.body)) for item in self.items
        )

    def closure(self, mask: int) -> int:
        """All items that may come true, one setting off the other."""
        if mask not in self._closures:
            reached, waiting = 0, mask
            while waiting:
                index = waiting.bit_length() - 1
                reached |= 1 << index
                waiting = (waiting | self.rule_masks[index]) & ~reached
            self._closures[mask] = reached
        return self._closures[mask]

    # ---- where a game may wait

    def is_line(self, stmt: ir.Stmt) -> bool:
        """Whether the list is looked at after it, for it changes something by itself."""
        return statement_facts(stmt).kind in {Kind.EFFECT, Kind.ONE_CHANGE}

    def suspends(self, stmt: ir.Stmt, *, loud: bool) -> bool:
        """Whether a decision may come while this is carried out. `loud`: the list is looked at
        after lines.
        """
        if isinstance(stmt, ir.Do):
            return self.suspends_proc(stmt.proc, loud=loud)
        facts = statement_facts(stmt)
        match facts.kind:
            case Kind.WAIT:
                return True
            case Kind.EFFECT | Kind.ONE_CHANGE:
                return loud and bool(self.closure(self.mask(self.writes(stmt))) & self.deciding)
            case Kind.NAME | Kind.CHANCE | Kind.BLOCK | Kind.CALL | Kind.LEAVE:
                return any(self.suspends_block(block, loud=loud) for block in facts.blocks)
            case _:
                assert_never(facts.kind)

    def suspends_block(self, block: Block, *, loud: bool) -> bool:
        return any(self.suspends(stmt, loud=loud) for stmt in block)

    def suspends_proc(self, name: str, *, loud: bool) -> bool:
        key = (name, loud)
        if key not in self._suspending_procs:
            self._suspending_procs[key] = False
            self._suspending_procs[key] = self.suspends_block(self.program.procs[name].body, loud=loud)
        return self._suspending_procs[key]
