"""A plan: a program made ready to be played. The code is written and compiled once, for all states
of the program.
"""

from __future__ import annotations

import builtins
import hashlib
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cached_property
from inspect import getmembers, isfunction
from typing import Any

from rulesdsl import program as ir
from rulesdsl import word_lists
from rulesdsl.engine import events as ev
from rulesdsl.engine.analysis.outcomes import for_outcomes
from rulesdsl.engine.analysis.scopes import Scopes
from rulesdsl.engine.chance import chance_list, chance_one
from rulesdsl.engine.codegen.expressions import Emitter
from rulesdsl.engine.codegen.generator import Generator
from rulesdsl.engine.core.arguments import shown
from rulesdsl.engine.core.domains import cell_count
from rulesdsl.engine.core.layout import SITE, Layout, scan_pieces
from rulesdsl.engine.core.sites import Site
from rulesdsl.engine.core.type_values import Allowed, bounds_of, frozen_value
from rulesdsl.engine.decisions.attainable import Attainable
from rulesdsl.engine.decisions.quick_choice import quick_way
from rulesdsl.engine.decisions.sets import set_exists
from rulesdsl.engine.decisions.stages import enter, enter_few
from rulesdsl.engine.pieces.handling import Pieces
from rulesdsl.engine.pieces.quick_moves import quick_one
from rulesdsl.engine.positions.cell_ranges import CellRanges
from rulesdsl.engine.positions.nesting import Variable
from rulesdsl.engine.positions.relevant_cells import Essences
from rulesdsl.engine.runtime import numbering, secrets, values
from rulesdsl.engine.runtime.counting import Counting
from rulesdsl.engine.runtime.lines import (
    finish,
    include,
    leave,
    overlooked,
    record,
    rule_done,
    set_members,
    too_long_after,
)
from rulesdsl.engine.runtime.ranking import ranking
from rulesdsl.engine.runtime.secrets import SecretBlock
from rulesdsl.engine.runtime.throwing import is_asked, thrown
from rulesdsl.operations import Op

_PLANS: OrderedDict[int, Plan] = OrderedDict()
_MOST_PLANS = 64


def value_of(value: object, domain: ir.Domain) -> ev.Value:
    return ev.Value(frozen_value(value), domain)


def beyond(table: tuple[int, ...], key: int, low: int, step: int, fault: int) -> int:
    """A row of a table that goes on evenly after its last row."""
    if key < low:
        raise values.Impossible(fault, key)
    last = low + len(table) - 1
    return table[key - low] if key <= last else table[-1] + (key - last) * step


class Plan:
    """Everything that does not change during play."""

    def __init__(self, program: ir.Program, *, watched: bool = False, throws: bool = False) -> None:
        """`throws`: choices can be thrown where they come up. `watched`: whenever the standing rules have
        been looked at, all are looked at once more, and one that was overlooked is an `Overlooked`. Slow;
        for tests.
        """
        self.program = program
        self.identity = program.identity
        self.layout = Layout(program)
        runtime: dict[str, Any] = {}
        for module in (values, word_lists, numbering):
            runtime.update(getmembers(module, isfunction))
        runtime |= {
            "__builtins__": {name: getattr(builtins, name) for name in _BUILTINS},
            "scan_pieces": scan_pieces,
            "bisect_left": bisect_left,
            "value_of": value_of,
            "beyond": beyond,
            "enter": enter,
            "enter_few": enter_few,
            "park": secrets.park,
            "secret_begin": secrets.begin,
            "secret_first": secrets.first_round,
            "chance_one": chance_one,
            "chance_list": chance_list,
            "quick_one": quick_one,
            "leave": leave,
            "finish": finish,
            "record": record,
            "include": include,
            "set_members": set_members,
            "rule_done": rule_done,
            "attainable": Attainable,
            "set_exists": set_exists,
            "winners": self.winners,
            "overlooked": overlooked,
            "is_asked": is_asked,
            "thrown": thrown,
        }
        runtime |= {op.word: op.entry.meaning for op in Op if not op.entry.code}
        generator = Generator(program, self.layout, runtime, watched=watched, throws=throws)
        runtime["too_long"] = too_long_after(program.step_limit, generator.pool.faults)
        self.pieces = Pieces(self.layout, generator.alike_class)
        runtime["P"] = self.pieces
        zone_functions = self._zone_functions(generator)
        self.source = generator.write()
        space: dict[str, Any] = {**runtime, **generator.pool.names}
        self.file_name = f"<{program.fingerprint or 'program'}>"
        """What the generated code is called in a traceback."""
        exec(compile(self.source, self.file_name, "exec"), space)  # noqa: S102 -- code of our own making
        for link in (*generator.late, *generator.site_links):
            link(space)
        self._space = space
        self.faults = generator.pool.faults
        self.segments: list[Callable[[Any, list[int]], int]] = space["segments"]
        self.sites: tuple[Site, ...] = tuple(site for site in generator.sites if site is not None)
        self.quick = (None, *(quick_way(site) for site in self.sites))
        self.secrets: tuple[SecretBlock, ...] = tuple(generator.secrets)
        self.entries: Mapping[str, int] = generator.entries
        self.settle: Callable[[Any, list[int], int], int] | None = space.get("settle")
        self.item_count = len(generator.flow.items)
        self.size = generator.size
        self.phase_cells = tuple(self.layout.phases[name] for name in program.phases)
        """Where the counter of each phase lies."""
        self.inner_phases = self._inner_phases(generator)
        self.formula_names = {name: generator.formula(name) for name in program.formulas}
        self.counting = Counting(program, space, self.formula_names)
        self.rank = ranking(self)
        for table, index, name in zone_functions:
            table[index] = space[name]
        self.pieces.prepare()
        self.is_short = generator.short_game
        """Whether choices are thrown, and a whole game is so few steps that they are not counted."""
        self.keeps_places = generator.keeps_places
        """Whether the cells `layout.where` say where each piece lies: not always where choices are thrown."""
        self._generator = generator
        slots = generator.frame.variables
        self.slots = slots
        self._types = generator.frame.types
        self.variables: tuple[tuple[ir.Var, int], ...] = tuple(
            (generator.frame.types[number], address) for (_, number), address in slots.items()
        )
        """Every variable that lives across decisions, with its address; one has several in several
        copies of the code.
        """
        self.gone_through = tuple(generator.frame.gone_through)
        """What loops go through across decisions: the variable of the loop, the type, the address."""
        self.nesting = generator.nesting
        self.start: tuple[list[int], list[int]] | None = None
        """The starting position before anything is shuffled, and the zones to shuffle, once they
        are known.
        """

    # ---- putting together

    def _zone_functions(self, generator: Generator) -> list[tuple[list[Any], int, str]]:
        result: list[tuple[list[Any], int, str]] = []
        pieces = self.pieces
        for position, (name, _) in enumerate(self.layout.instances):
            zone = self.layout.zones[name].zone
            wanted: list[tuple[list[Any], str, Any]] = [
                (pieces.old_to, "old", zone.old_to),
                (pieces.extra_to, "extra", zone.extra_to),
                (pieces.renewed_from, "renewed", zone.renewed_from),
                (pieces.renewed_when, "when", zone.renewed_when),
                (pieces.up_of, "seen", zone.seen),
                (pieces.down_of, "down", zone.down_seen),
                (pieces.top_of, "top", zone.top_seen),
            ]
            for table, kind, given in wanted:
                value = given.players if isinstance(given, ir.Viewer) else given
                if value is None:
                    continue
                short = generator.zone_function(kind, name, value)
                if isinstance(given, ir.Viewer):
                    space_name = f"{short}_mask"
                    index = "".join(f", v{var.number}" for var in zone.index)
                    generator.functions[space_name] = [
                        f"def {space_name}(C{index}):",
                        f"    return mask_of({short}(C{index}))",
                    ]
                    short = space_name
                else:
                    assert isinstance(value, ir.ZoneRef) or kind == "when"
                result.append((table, position, short))
            if zone.takes is not None:
                short = generator.takes(name)
                # Generated with the piece first, then the index: as it is called.
                result.append((pieces.takes, position, short))
        return result

    def _inner_phases(self, generator: Generator) -> list[tuple[int, ...]]:
        """For each phase the counters of the phases that may run inside it."""
        result: dict[str, set[str]] = {name: set() for name in self.program.phases}
        for name, body in generator.flow.phase_bodies().items():
            result[name] = generator.flow.phases_within(body) - {name}
        return [
            tuple(self.layout.phases[word] for word in sorted(result[name])) for name in self.program.phases
        ]

    @cached_property
    def stamp(self) -> str:
        """Tells by which code cells were made: where a game stands is told by the numbers of its lines."""
        return hashlib.sha256(f"{self.size}\n{self._generator.steps}".encode()).hexdigest()[:16]

    @cached_property
    def outcomes(self) -> Plan:
        """For games of which only what comes of them is asked: quicker."""
        return Plan(for_outcomes(self.layout), throws=True)

    @cached_property
    def cell_ranges(self) -> CellRanges:
        return CellRanges(self)

    @cached_property
    def scopes(self) -> Scopes:
        return Scopes.of(self.program)

    @cached_property
    def essences(self) -> Essences:
        return Essences(self)

    @cached_property
    def scalars(self) -> Mapping[Variable, tuple[int, str, Allowed]]:
        """Of the variables with one cell that live across decisions: the address, the name, the values."""
        result = {}
        for variable, address in self.slots.items():
            var = self._types[variable[1]]
            if not isinstance(var.type, (ir.SeqDomain, ir.MapDomain, ir.SeqOfSeqDomain)):
                result[variable] = address, var.name, bounds_of(self.program, var.type)
        return result

    @cached_property
    def sequences(self) -> tuple[tuple[int, int, Allowed], ...]:
        """What lives across decisions as a list of values: the address, the room behind it, the values."""
        lists = [*self.nesting.sequences, *((domain, address) for _var, domain, address in self.gone_through)]
        lists += [(var.type, address) for var, address in self.variables]
        result = []
        while lists:
            domain, address = lists.pop()
            match domain:
                case ir.SeqDomain(of=of, bound=bound):
                    result.append((address, max(1, bound), bounds_of(self.program, of)))
                case ir.SeqOfSeqDomain(of=of, bound=bound):
                    size = cell_count(self.program, of)
                    lists += [(of, address + 1 + index * size) for index in range(max(1, bound))]
                case _:
                    pass
        return tuple(result)

    # ---- asking

    def function(self, name: str) -> Callable[..., Any]:
        """The compiled function of a formula."""
        result: Callable[..., Any] = self._space[self.formula_names[name]]
        return result

    def evaluate(self, cells: list[int], name: str, *args: ev.Content) -> ev.Content:
        """The value of a formula (the player first where it is per player)."""
        return frozen_value(self.function(name)(cells, *args))

    def local(self, cells: list[int], var: ir.Var) -> ev.Content:
        """What a variable around the decision that is waited for holds; KeyError if it does not
        live so long.
        """
        copy = self.sites[cells[SITE] - 1].copy if cells[SITE] else ""
        key = (copy, var.number) if (copy, var.number) in self.slots else ("", var.number)
        address = self.slots[key]
        match var.type:
            case ir.SeqDomain():
                return tuple(cells[address + 1 : address + 1 + cells[address]])
            case ir.MapDomain():
                return tuple(cells[address : address + cell_count(self.program, var.type)])
            case ir.SeqOfSeqDomain(of=of):
                return tuple(tuple(get_seq) for get_seq in values.get_seqs(cells, address, max(1, of.bound)))
            case _:
                return cells[address]

    def winners(self, cells: list[int]) -> tuple[int, ...]:
        return self.rank(cells)

    def words(self, cells: list[int], text: ir.Text, given: Mapping[int, ev.Content]) -> ev.Words:
        """A text with its values; `given` has the variables it reads, by number."""
        emitter = Emitter(self._generator)
        emitter.env.update(given)
        emitter.lines = []
        line = emitter.words(text)
        source = "\n".join(["def words(C):", *emitter.lines, f"    return {line}"])
        space = {**self._space, **self._generator.pool.names}
        exec(source, space)  # noqa: S102 -- code of our own making
        return space["words"](cells)  # type: ignore[no-any-return]


_BUILTINS = (
    *("abs", "bool", "int", "len", "list", "max", "min", "range", "set", "sorted", "sum", "tuple"),
    *("True", "False", "None"),
)
"""All of Python that generated code may call."""


def plan_of(program: ir.Program) -> Plan:
    """The plan of a program, made once and kept for a while."""
    key = id(program)
    if key in _PLANS:
        _PLANS.move_to_end(key)
        return _PLANS[key]
    plan = Plan(program)
    _PLANS[key] = plan
    if len(_PLANS) > _MOST_PLANS:
        _PLANS.popitem(last=False)
    return plan


def plan_for(given: ir.Program | Plan) -> Plan:
    """The plan of what somebody wants to play."""
    if isinstance(given, Plan):
        return given
    if not isinstance(given, ir.Program):
        raise TypeError(f"what is played is a program, such as game.program(2), not {shown(given)}")
    return plan_of(given)
