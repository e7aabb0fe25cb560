"""What each cell of a position can be, whatever the others are, and what it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import (
    ALT,
    CHOOSER,
    DICE,
    EMPTY,
    HEADER,
    OVER,
    PARK,
    PENDING,
    RULE_BACK,
    SECRET,
    SITE,
    STAGE,
    STEPS,
)
from rulesdsl.engine.core.type_values import FLAG, Allowed, bounds_of, exactly
from rulesdsl.engine.runtime.secrets import addresses_in

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan


class CellRanges:
    """By address: what can lie there, and what it is."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.allowed = [Allowed(0, 0)] * plan.size
        self.names = ["the course of the game"] * plan.size
        self._header()
        self._pieces()
        self._zones()
        self._states_and_scores()
        self._kept_by_the_code()
        self._secret_blocks()

    def _put(self, address: int, allowed: Allowed, name: str | None = None) -> None:
        self.allowed[address] = allowed
        if name is not None:
            self.names[address] = name

    def segments_at(self, cell: int) -> frozenset[int]:
        """The segments with which a cell can say where to go on."""
        known = self.plan.nesting.ways_back.get(cell, {})
        return frozenset(value for value in known if self.plan.segments[value] is not None)

    def _header(self) -> None:
        plan = self.plan
        alternatives = [alternative for site in plan.sites for alternative in site.alternatives]
        stages = max((len(alternative.params) for alternative in alternatives), default=0)
        most = max((len(site.alternatives) for site in plan.sites), default=1)
        header = {
            OVER: (FLAG, "whether the game is over"),
            STEPS: (Allowed(0, plan.program.step_limit), "the number of steps"),
            DICE: (Allowed(0, 2**64 - 1), "the dice"),
            PENDING: (Allowed(0, (1 << plan.item_count) - 1), "the standing rules to look at"),
            SITE: (Allowed(0, len(plan.sites)), "the decision"),
            CHOOSER: (Allowed(0, plan.program.players - 1), "the player who decides"),
            ALT: (Allowed(-1, most - 1), "the action chosen"),
            STAGE: (Allowed(0, max(0, stages - 1)), "the parameter that is asked for"),
            RULE_BACK: (exactly(0, *self.segments_at(RULE_BACK)), "what follows a standing rule"),
            PARK: (FLAG, "whether players park"),
            SECRET: (Allowed(0, len(plan.secrets)), "the secret block"),
        }
        assert len(header) == HEADER
        for address, (allowed, name) in header.items():
            self._put(address, allowed, name)
        for phase, address in plan.layout.phases.items():
            passes = Allowed(1, plan.program.step_limit).or_else(ir.NONE)
            self._put(address, passes, f"the pass of the phase {phase}")
            self._put(address + 1, exactly(0, *self.segments_at(address + 1)), f"what follows {phase}")

    def _pieces(self) -> None:
        layout = self.plan.layout
        places = Allowed(-1, len(layout.instances) - 1)
        for piece in range(layout.piece_count):
            self._put(layout.where + piece, places, f"where piece {piece} lies")
            if layout.hidden:
                self._put(layout.face + piece, FLAG, f"how piece {piece} lies")
                self._put(layout.known + piece, Allowed(0, layout.everybody), f"who knows piece {piece}")
                group = Allowed(0, layout.piece_count - 1)
                self._put(layout.group + piece, group, f"with what piece {piece} can be confused")

    def _zones(self) -> None:
        layout = self.plan.layout
        for instance, address in enumerate(layout.address_of):
            name, index = layout.instances[instance]
            place = layout.zones[name]
            called = f"{name}({', '.join(map(str, index))})" if index else name
            pieces = bounds_of(self.plan.program, place.zone.pieces)
            if place.zone.shape == "slot":
                self._put(address, pieces.or_else(ir.NONE), called)
                continue
            self._put(address, Allowed(0, place.room), f"the number of pieces in {called}")
            for position in range(address + 1, address + place.size):
                self._put(position, pieces.or_else(EMPTY), called)

    def _states_and_scores(self) -> None:
        plan, layout = self.plan, self.plan.layout
        states = list(layout.states.values())
        ends = [
            *(state_layout.address for state_layout in states[1:]),
            *(score_layout.address for score_layout in layout.scores.values()),
        ]
        for state, end in zip(states, [*ends, layout.data_end], strict=False):
            domain = state.state.type
            allowed = FLAG if isinstance(domain, ir.SeqDomain) else bounds_of(plan.program, domain)
            for address in range(state.address, end):
                self._put(address, allowed, f"the state {state.state.name}")
        most = plan.program.step_limit
        for score in layout.scores.values():
            name = f"the score {score.score.name}"
            points = bounds_of(plan.program, plan.program.formulas[score.score.now].body.type)
            if score.columns == 1:
                points = Allowed(min(0, points.low) * most, max(0, points.high) * most)
            self._put(
                score.address,
                Allowed(0, score.columns if score.columns > 1 else most),
                f"the lines of {name}",
            )
            for address in range(score.address + 1, score.address + 1 + score.columns * plan.program.players):
                self._put(address, points.or_else(0), name)

    def _kept_by_the_code(self) -> None:
        plan = self.plan
        for address, allowed in plan.nesting.ranges.items():
            self._put(address, allowed)
        for cell in plan.nesting.ways_back:
            if cell >= plan.layout.data_end:
                self._put(cell, exactly(0, *self.segments_at(cell)))
        gone_through = ((domain, address) for _var, domain, address in plan.gone_through)
        for domain, address in (*plan.nesting.sequences, *gone_through):
            self._variable(address, domain, "what a loop goes through")
        for var, address in plan.variables:
            self._variable(address, var.type, f"the variable {var.name}")

    def _variable(self, address: int, domain: ir.Domain, name: str) -> None:
        """Whatever has been there before: nothing (0), none, or a value."""
        program = self.plan.program
        match domain:
            case ir.SeqDomain(of=of, bound=bound):
                self._put(address, Allowed(0, max(1, bound)), name)
                members = bounds_of(program, of).or_else(0, ir.NONE)
                for index in range(address + 1, address + 1 + max(1, bound)):
                    self._put(index, members, name)
            case ir.MapDomain(key=key, value=value):
                keys = bounds_of(program, key)
                for index in range(keys.high - keys.low + 1):
                    self._put(address + index, bounds_of(program, value).or_else(0, ir.NONE), name)
            case ir.SeqOfSeqDomain(of=of, bound=bound):
                self._put(address, Allowed(0, max(1, bound)), name)
                for index in range(max(1, bound)):
                    self._variable(address + 1 + index * (1 + max(1, of.bound)), of, name)
            case _:
                self._put(address, bounds_of(program, domain).or_else(0, ir.NONE), name)

    def _secret_blocks(self) -> None:
        plan = self.plan
        players = plan.program.players
        parked = (value for value in plan.nesting.parked if plan.segments[value] is not None)
        goes_on = exactly(0, *parked)
        for block in plan.secrets:
            self._put(block.mask, Allowed(0, plan.layout.everybody))
            self._put(block.cursor, Allowed(-1, players - 1))
            for player in range(players):
                self._put(block.parked + player, goes_on)
        for block in plan.secrets:
            for player in range(players):
                self._as_in(addresses_in(block.frame), block.kept + player * block.frame_size)
            if block.shadow:
                self._as_in(addresses_in(block.shadowed), block.base)
                self._as_in(addresses_in(block.shadowed), block.merged)

    def _as_in(self, cells: list[int], start: int) -> None:
        """What was put away elsewhere, if anything was."""
        for index, address in enumerate(cells):
            self._put(start + index, self.allowed[address].or_else(0), self.names[address])
