"""A whole program into Python source: the segments, and every function that they call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from rulesdsl import program as ir
from rulesdsl.engine.analysis.dataflow import Dataflow
from rulesdsl.engine.analysis.equal_pieces import alike_classes
from rulesdsl.engine.analysis.just_chosen import JustChosen
from rulesdsl.engine.analysis.origins import Origins
from rulesdsl.engine.analysis.plain_zones import PlainZone, plain_zone
from rulesdsl.engine.codegen.constants import Constants
from rulesdsl.engine.codegen.effects import emit_lines
from rulesdsl.engine.codegen.expressions import Emitter
from rulesdsl.engine.codegen.frame import Frame, Key
from rulesdsl.engine.codegen.joining import joined
from rulesdsl.engine.codegen.last_change import LastChanges
from rulesdsl.engine.codegen.literals import MAY_FAULT
from rulesdsl.engine.codegen.memoization import is_remembered, remembering
from rulesdsl.engine.codegen.moves import whole_zones
from rulesdsl.engine.codegen.numbering import number_places, write_numberings
from rulesdsl.engine.codegen.piece_places import settle
from rulesdsl.engine.codegen.rules import settler, write_rule, write_settled, write_stops
from rulesdsl.engine.codegen.scores import write_recorder
from rulesdsl.engine.codegen.secrets import lay_out_frames, with_frames
from rulesdsl.engine.codegen.segments import SegmentEmitter
from rulesdsl.engine.codegen.sites import AlternativeWriter, legal_call, part_value
from rulesdsl.engine.codegen.step_counting import Passes, is_short
from rulesdsl.engine.core.domains import is_pieces
from rulesdsl.engine.core.layout import Dim, Layout, dims_of
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.core.sites import Site
from rulesdsl.engine.maps.atlas import Chart
from rulesdsl.engine.positions.nesting import FLOW, STEP, Nesting
from rulesdsl.engine.runtime.constant_pool import Pool
from rulesdsl.engine.runtime.secrets import SecretBlock
from rulesdsl.program_walk import instances_in, is_expression, nodes_in

FIRST_LABEL = 2
"""0: nothing follows; -1: the game is over; a standing rule answers 1 when it was carried out."""

SHORT_BODY = 12
"""So many nodes a formula may have to be written out where it is used."""

LONGEST_WRITTEN = 120
"""So many parts at most are written in place of a short formula, with the short ones in it."""


def _run_quietly(program: ir.Program) -> Iterator[str | None]:
    """What of examples is carried out without a look at standing rules; all else is with one."""
    for example in program.examples:
        for step in example.steps:
            if isinstance(step, ir.GivenStep):
                yield step.proc
            elif isinstance(step, (ir.PlayStep, ir.CannotStep)):
                yield step.around


class Generator:
    """The source grows here. Functions that use no frame are written once, all others in each of
    two passes.
    """

    def __init__(
        self,
        program: ir.Program,
        layout: Layout,
        runtime: dict[str, Any],
        *,
        watched: bool = False,
        throws: bool = False,
    ) -> None:
        self.program = program
        self.throws = throws
        """Whether choices can be thrown where they come up."""
        self.short_game = throws and is_short(program)
        """Whether steps are not counted, as there are never too many."""
        self.watched = watched
        """Whether the code looks after every line that no standing rule has been overlooked."""
        self.layout = layout
        self.flow = Dataflow(program)
        self.origins = Origins(program)
        self.just_chosen = JustChosen(program)
        self.keeps_places = True
        """Whether cells say where each piece lies."""
        self.passes = Passes(program)
        self.pool = Pool()
        self.constants = Constants(self)
        self.runtime = runtime
        self.functions: dict[str, list[str]] = {}
        self.late: list[Callable[[dict[str, Any]], None]] = []
        self.writers: dict[int, AlternativeWriter] = {}
        self._choosers: dict[int, ir.Expr] | None = None
        self.alike_class = alike_classes(program)
        self._serial = 0
        self.steps = ""
        """The segments alone, once they are written."""
        self.calls = Counter(node.proc for node in instances_in(program, ir.Do))
        """How often each routine is called."""
        self._formulas = {name: f"f{index}" for index, name in enumerate(program.formulas)}
        self._total: dict[str, bool] = {}
        self._short: dict[str, bool] = {}
        self._sizes: dict[str, int] = {}
        self.loops_of_formulas: dict[str, int] = {}
        """How many loops lie in one another in a formula, as far as that has been asked."""
        self._dims: dict[str, tuple[Dim, ...]] = {}
        self._tables: dict[str, str] = {}
        self._charts: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._places: dict[tuple[str, int], str] = {}
        self._plain: dict[str, PlainZone | None] = {}
        self._zones = {zone.name: zone for zone in program.zones}
        self.begin_pass(None)
        self.last_changes = LastChanges(self)

    def begin_pass(self, local: frozenset[Key] | None) -> None:
        self.frame = Frame(self.program, self.layout.data_end, local)
        self.segments: dict[int, list[str]] = {}
        self.site_functions: dict[str, list[str]] = {}
        self.site_links: list[Callable[[dict[str, Any]], None]] = []
        self.sites: list[Site | None] = []
        self.nesting = Nesting()
        self.stopped: dict[tuple[str, ir.Expr], list[int]] = {}
        """For each condition that stops a phase, the segments that then follow."""
        self.gone_on_at: set[int] = set()
        """Segments that are gone on at by what is no segment: after a choice, after a standing rule."""
        self.secrets: list[SecretBlock] = []
        self.secret_procs: dict[int, frozenset[str]] = {}
        self.secret_writes: dict[int, frozenset[tuple[str, str]]] = {}
        self.entries: dict[str, int] = {}
        self._routines: dict[tuple[str, str], tuple[int, int]] = {}
        self._waiting: list[tuple[str, str]] = []
        self._label = FIRST_LABEL - 1

    # ---- names

    def fresh(self) -> str:
        self._serial += 1
        return f"t{self._serial}"

    def label(self) -> int:
        self._label += 1
        return self._label

    # ---- what expressions call

    def table_dims(self, name: str) -> tuple[Dim, ...]:
        if name not in self._dims:
            self._dims[name] = dims_of(self.program, self.program.tables[name].keys)
        return self._dims[name]

    def table(self, name: str) -> str:
        if name not in self._tables:
            self._tables[name] = self.pool.constant(self.program.tables[name].values)
        return self._tables[name]

    def words(self, name: str | None) -> str:
        assert name is not None
        if name not in self._words:
            self._words[name] = self.pool.add("W", self.program.words[name].graph)
        return self._words[name]

    def chart(self, name: str | None) -> str:
        assert name is not None
        if name not in self._charts:
            self._charts[name] = self.pool.add("G", Chart(self.program, self.program.graphs[name]))
        return self._charts[name]

    def place_table(self, zone: str, position: int) -> str:
        """For each zone instance the index of a zone named so, NONE for all others and for out of
        play (last).
        """
        key = (zone, position)
        if key not in self._places:
            instances = self.layout.instances
            values = tuple(index[position] if name == zone else ir.NONE for name, index in instances)
            self._places[key] = self.pool.constant((*values, ir.NONE))
        return self._places[key]

    def formula(self, name: str) -> str:
        short = self._formulas[name]
        if short not in self.functions:
            self.functions[short] = []
            given = self.program.formulas[name]
            lines = self.function(short, given.params, given.body)
            self.functions[short] = (
                remembering(self, short, name, lines) if is_remembered(self, name) else lines
            )
        return short

    def total(self, name: str) -> bool:
        """Whether a formula has a value in every position: nothing in it can be a fault."""
        if name not in self._total:
            self._total[name] = False
            before = len(self.pool.faults)
            short = self.formula(name)
            written = "\n".join(self.functions[short])
            # In their order: those that have no function yet get one here.
            calls = [node.name for node in instances_in(self.program.formulas[name].body, ir.Formula)]
            self._total[name] = (
                len(self.pool.faults) == before
                and not any(word in written for word in MAY_FAULT)
                and all(self.total(call) for call in calls)
            )
        return self._total[name]

    def is_short(self, name: str) -> bool:
        """Whether a formula is better written out than called."""
        if name not in self._short:
            every = (node for node in nodes_in(self.program.formulas[name].body) if is_expression(node))
            nodes = list(islice(every, SHORT_BODY + 1))
            if len(nodes) > SHORT_BODY:
                self._short[name] = False
                return False
            calls = [node.name for node in nodes if isinstance(node, ir.Formula)]
            self._short[name] = (
                not any(isinstance(node, (ir.Over, ir.LetExpr, ir.Legal)) for node in nodes)
                and len(nodes) + sum(map(self._written_size, calls)) <= LONGEST_WRITTEN
            )
            self._sizes[name] = len(nodes) + sum(map(self._written_size, calls))
        return self._short[name]

    def _written_size(self, name: str) -> int:
        """How much stands where a formula is asked for: all of it if it is short, or a call."""
        return self._sizes[name] if self.is_short(name) else 1

    def function(self, short: str, params: tuple[ir.Var, ...], body: ir.Expr) -> list[str]:
        """A function of the cells and these variables."""
        emitter = Emitter(self)
        names = "".join(f", {emitter.bind(param)}" for param in params)
        emitter.put(f"return {emitter.expr(body)}")
        return [f"def {short}(C{names}):", *emitter.lines]

    def plain_zone(self, name: str) -> PlainZone | None:
        if name not in self._plain:
            self._plain[name] = plain_zone(self.layout, name)
        return self._plain[name]

    def likely_source(self, what: ir.Expr) -> PlainZone | None:
        """The plain zone from which this piece is likely to be taken, if there is one."""
        zones = self.origins.zones(what)
        return self.plain_zone(next(iter(zones))) if len(zones) == 1 else None

    def takes(self, zone: str) -> str:
        short = f"takes{self.program.zones.index(self._zones[zone])}"
        if short not in self.functions:
            given = self._zones[zone]
            if given.takes is None:
                self.functions[short] = [f"def {short}(C, *_):", "    return True"]
            else:
                self.functions[short] = []
                var, condition = given.takes
                self.functions[short] = self.function(short, (var, *given.index), condition)
        return short

    def zone_function(self, kind: str, zone: str, value: ir.Expr | ir.ZoneRef) -> str:
        """A function of the cells and a zone's index: the value, or the instances that are meant."""
        short = f"{kind}{self.program.zones.index(self._zones[zone])}"
        if short not in self.functions:
            emitter = Emitter(self)
            names = "".join(f", {emitter.bind(var)}" for var in self._zones[zone].index)
            text = whole_zones(emitter, value) if isinstance(value, ir.ZoneRef) else emitter.expr(value)
            emitter.put(f"return {text}")
            self.functions[short] = [f"def {short}(C{names}):", *emitter.lines]
        return short

    def legal_call(self, emitter: Emitter, alternative: ir.Alternative) -> str:
        return legal_call(emitter, alternative)

    def chooser_of(self, alternative: ir.Alternative) -> ir.Expr | None:
        """Who chooses, as it is written where the decision stands."""
        if self._choosers is None:
            roots = (self.program.procs, self.program.rules)
            self._choosers = {
                id(item): node.you for node in instances_in(roots, ir.Decide) for item in node.alternatives
            }
        return self._choosers.get(id(alternative))

    def part_value(self, emitter: Emitter, param: ir.SomeParam, part: ir.SetPart) -> str:
        return part_value(emitter, param, part)

    def alike_possible(self, domain: ir.Domain) -> bool:
        """Whether values of this type may be pieces of which there are several."""
        if not is_pieces(domain):
            return False
        classes = [self.alike_class[piece] for kind in self.program.piece_kinds for piece in kind.pieces]
        return len(set(classes)) < len(classes)

    # ---- lines without decisions

    def plain(self, name: str, mode: str) -> str:
        """The function of a routine in which nobody is asked."""
        short = f"p{list(self.program.procs).index(name)}{mode}"
        if short in self.functions:
            return short
        self.functions[short] = []
        proc = self.program.procs[name]
        emitter = Emitter(self, copy=mode)
        emitter.loud = not mode
        given = ["S", "C"]
        if mode == "t":
            given.append("B")
            emitter.cells = "B"
        if proc.you is not None:
            given.append(emitter.bind(proc.you))
        given += [emitter.bind(param) for param in proc.params]
        emit_lines(emitter, proc.body)
        emitter.put("return 0")
        self.functions[short] = [f"def {short}({', '.join(given)}):", *emitter.lines]
        return short

    def recorder(self, phase: str) -> str:
        """The function that writes down the score rows of a phase."""
        short = f"record{self.program.phases.index(phase) if phase in self.program.phases else 'x'}"
        if short not in self.functions:
            self.functions[short] = write_recorder(self, short, phase)
        return short

    # ---- routines in segments

    def routine(self, name: str, copy: str) -> tuple[int, int]:
        """The first segment of a routine, and the cell that says where it goes back to."""
        key = (name, copy)
        if key not in self._routines:
            entry = self.label()
            owner, self.frame.owner = self.frame.owner, ("proc", name + copy)
            self._routines[key] = (entry, self.frame.cells())
            self.frame.owner = owner
            self._waiting.append(key)
        return self._routines[key]

    def write_waiting(self) -> None:
        while self._waiting:
            name, copy = self._waiting.pop(0)
            proc = self.program.procs[name]
            self.frame.owner = ("proc", name + copy)
            entry, back = self._routines[name, copy]
            emitter = SegmentEmitter(self, copy=copy)
            emitter.loud = not copy
            emitter.routine = back
            emitter.settle(*proc.params)
            emitter.open(entry)
            emitter.body(proc.body)
            emitter.put(f"return C[{back}]")

    def _write_flow(self) -> None:
        quiet = set(_run_quietly(self.program))
        for name, proc in self.program.procs.items():
            if not (proc.kind == "step" or name == "flow"):
                continue
            if name == "flow" and self.program.examples:
                continue
            self.frame.owner = ("proc", name)
            for copy in ("q",) if name in quiet else ("",):
                emitter = SegmentEmitter(self, copy=copy)
                emitter.loud = not copy
                emitter.routine = FLOW if name == "flow" else STEP
                self.entries[name + copy] = self.label()
                emitter.open(self.entries[name + copy])
                if name == "flow":
                    emitter.look_at_all()
                emitter.body(proc.body)
                number_places(emitter)
                emitter.put(
                    f"return finish(S, C, {self.pool.constant(Note())})" if name == "flow" else "return 0"
                )
        self.write_waiting()

    # ---- the whole

    def _entries(self) -> set[int]:
        """The segments that are come to otherwise than from another one."""
        values = {*self.entries.values(), *self.gone_on_at}
        for block in self.secrets:
            values |= {block.first, block.second, block.body} if block.shadow else {block.first}
        return values

    def write(self) -> str:
        """The source of the whole program."""
        for local in (None, "found"):
            if local is not None:
                self.begin_pass(self.frame.locals_found())
            self._write_flow()
            for index, item in enumerate(self.flow.items):
                if item.rule is not None:
                    write_rule(self, index)
            write_stops(self)
            if self.watched:
                write_settled(self)
        for name in self.program.formulas:
            self.formula(name)
        settlers: list[list[str]] = []
        everything = (1 << len(self.flow.items)) - 1
        if everything:
            settlers.append(settler(self, "settle", everything))
            settlers.append(settler(self, "settle_plain", everything & ~self.flow.deciding))
        written_so_far = (*self.segments.values(), *self.functions.values(), *self.site_functions.values())
        settle(self, [*written_so_far, *settlers])
        self.size = lay_out_frames(self)
        write_numberings(self)
        blocks = {block.number: block for block in self.secrets}
        written = {label: with_frames(lines, blocks) for label, lines in self.segments.items()}
        parking = {block.first: True for block in self.secrets} | {
            block.second: False for block in self.secrets
        }
        segments = joined(written, self._entries(), parking)
        functions = [lines for lines in (*self.functions.values(), *self.site_functions.values()) if lines]
        order = ", ".join(f"s{label}" if label in segments else "None" for label in range(self._label + 1))
        steps = [[f"def s{label}(S, C):", *lines] for label, lines in sorted(segments.items())]
        parts = [*functions, *settlers, *steps, [f"segments = [{order}]"]]
        self.steps = "\n".join(line for step in steps for line in step)
        self.constants.forget()
        return "\n\n".join("\n".join(part) for part in parts) + "\n"
