"""What lines and formulas of a program read and change: zones, states, counters of phases."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulesdsl.check.program_walk import everything
from rulesdsl.program import (
    Apply,
    Assign,
    Chance,
    Const,
    ConstSeq,
    Counter,
    Deal,
    Decide,
    Do,
    Domain,
    Draw,
    EachPlayer,
    End,
    Expr,
    Flip,
    For,
    Formula,
    FormulaDef,
    If,
    IfExpr,
    Include,
    Let,
    LetExpr,
    Local,
    Move,
    OneParam,
    OptionalDomain,
    Over,
    Park,
    Phase,
    PieceDomain,
    PlaceOf,
    Program,
    Record,
    Repeat,
    Rule,
    Say,
    Secret,
    SeqDomain,
    Show,
    Shuffle,
    SlotPiece,
    SomeParam,
    StateRead,
    Stmt,
    Together,
    Var,
    Zone,
    ZonePieces,
    ZoneRef,
    ZonesPieces,
)

Place = tuple[str, str]
"""("zone", name), ("state", name), ("counter", phase), ("turn", phase), ("end", phase), ("faces", "").
What reads ("room", name) looks into that zone, not only whether a certain piece lies there."""

EVERY_ZONE = ("zone", "*")
"""Where a piece lies, whatever the zone."""

_KEEPS_PIECES = frozenset({"as", "first", "last", "first_n", "last_n", "the_only", "distinct"})


def kinds_of(domain: Domain) -> tuple[str, ...]:
    """The kinds of the pieces in a value."""
    match domain:
        case PieceDomain(kinds):
            return kinds
        case OptionalDomain(of) | SeqDomain(of=of):
            return kinds_of(of)
        case _:
            return ()


@define
class Access:
    """Answers for one program; formulas and bodies are looked at once."""

    program: Program
    _formulas: dict[str, frozenset[Place]] = field(factory=dict)
    _sources: dict[int, Expr | ZoneRef | None] = field(factory=dict)
    _arguments: dict[int, list[Expr]] = field(factory=dict)
    _reads: dict[int, tuple[object, frozenset[Place]]] = field(factory=dict)
    _lines_write: dict[int, tuple[object, frozenset[Place]]] = field(factory=dict)
    _without: frozenset[int] = frozenset()
    zones: dict[str, Zone] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.zones = {zone.name: zone for zone in self.program.zones}
        self._bind_variables()

    # ------------------------------------------------------------ reading

    def reads(self, node: object) -> frozenset[Place]:
        """What a formula (or anything with formulas in it) looks at, through the definitions it uses."""
        known = self._reads.get(id(node))
        if known is None:
            # The node is kept with what it reads, so that no other node can take its number.
            known = self._reads[id(node)] = node, self._reads_of(node)
        return known[1]

    def _reads_of(self, node: object) -> frozenset[Place]:
        found: set[Place] = set()
        for one in everything(node):
            match one:
                case ZoneRef(zone=name):
                    found |= {("zone", name), ("room", name)}
                case PlaceOf(zone=name):
                    found.add(("zone", name))
                case StateRead(state=name):
                    found.add(("state", name))
                case Counter(phase):
                    found.add(("counter", phase))
                case Formula(name=name):
                    found |= self.formula_reads(name)
                case Apply(op="position" | "position_right"):
                    found.add(EVERY_ZONE)
                case Apply(op="face_down"):
                    found.add(("faces", ""))
                case Apply(op="takes", graph=str() as name):
                    takes = self.zones[name].takes
                    if takes is not None:
                        found |= self.reads(takes[1])
                case Apply(op="winners") if self.program.winner is not None:
                    for formula in self.program.winner.formulas:
                        found |= self.formula_reads(formula)
                case _:
                    pass
        return frozenset(found)

    def formula_reads(self, name: str) -> frozenset[Place]:
        if name not in self._formulas:
            self._formulas[name] = frozenset()
            formula = self.program.formulas.get(name)
            if isinstance(formula, FormulaDef):
                self._formulas[name] = self.reads(formula.body)
        return self._formulas[name]

    def formulas_used(self, node: object) -> frozenset[str]:
        """The definitions and scores a formula needs, and those that these need."""
        found: set[str] = set()
        todo = [node]
        while todo:
            for one in everything(todo.pop()):
                if isinstance(one, Formula) and one.name not in found:
                    found.add(one.name)
                    formula = self.program.formulas.get(one.name)
                    if formula is not None:
                        todo.append(formula.body)
        return frozenset(found)

    # ------------------------------------------------------------ changing

    def writes(
        self, lines: tuple[Stmt, ...], *, passing: bool = False, without: frozenset[int] = frozenset()
    ) -> frozenset[Place]:
        """What lines may change, with the procs they call and the standing rules that may follow.

        `passing`: nobody does what may be declined; `without`: the decisions in which nothing can be done.
        """
        found: set[Place] = set()
        self._without = without
        self._collect(lines, found, set(), passing=passing)
        self._add_rules(found, passing=passing)
        self._without = frozenset()
        return frozenset(found)

    def lines_write(self, lines: tuple[Stmt, ...]) -> frozenset[Place]:
        """What lines and the procs they call may change, whatever standing rules do."""
        known = self._lines_write.get(id(lines))
        if known is None:
            found: set[Place] = set()
            self._collect(lines, found, set(), passing=False)
            known = self._lines_write[id(lines)] = lines, frozenset(found)
        return known[1]

    def _add_rules(self, found: set[Place], *, passing: bool) -> None:
        left = list(self.program.rules)
        again = True
        while again:
            again = False
            for rule in list(left):
                if touches(self.rule_reads(rule), found):
                    left.remove(rule)
                    self._collect(rule.body, found, set(), passing=passing)
                    again = True

    def rule_reads(self, rule: Rule) -> frozenset[Place]:
        found = self.reads(rule.condition)
        for _var, domain in rule.vars:
            found |= self.reads(domain)
        return found

    def _collect(self, lines: tuple[Stmt, ...], found: set[Place], seen: set[str], *, passing: bool) -> None:
        for line in lines:
            match line:
                case Move(what=what, to=to):
                    found.update(("zone", name) for name in self.zones_of(what))
                    self._into(to, found)
                case Draw(source=source, to=to):
                    found.update(("zone", name) for name in (source.zone, *self._renewing(source.zone)))
                    self._into(to, found)
                case Deal(source=source, to=to):
                    found.update(("zone", name) for name in (source.zone, *self._renewing(source.zone)))
                    self._into(to, found)
                case Shuffle(zone=zone):
                    found.add(("zone", zone.zone))
                case Flip():
                    found.add(("faces", ""))
                case Assign(state=name) | Include(state=name):
                    found.add(("state", name))
                case Record(phase=phase):
                    found.update(("state", one.name) for one in self.program.scores if one.each == phase)
                case End(phase=phase):
                    found.add(("end", phase))
                case If(then=then, otherwise=otherwise):
                    self._collect(then, found, seen, passing=passing)
                    self._collect(otherwise, found, seen, passing=passing)
                case For(body=body) | Repeat(body=body) | EachPlayer(body=body) | Secret(body=body):
                    self._collect(body, found, seen, passing=passing)
                case Together(body=body):
                    self._collect(body, found, seen, passing=passing)
                case Phase(name=name, body=body, turn=turn):
                    found.add(("counter", name))
                    if turn is not None:
                        found.add(("turn", name))
                    self._collect(body, found, seen, passing=passing)
                case Decide(point=point, alternatives=alternatives, decline=decline):
                    if not (passing and decline) and point not in self._without:
                        for one in alternatives:
                            self._collect(one.body, found, seen, passing=passing)
                case Do(proc=name):
                    proc = self.program.procs.get(name)
                    if proc is not None and name not in seen:
                        seen.add(name)
                        self._collect(proc.body, found, seen, passing=passing)
                case Let() | Show() | Chance() | Say() | Park():
                    pass

    def _into(self, to: ZoneRef, found: set[Place]) -> None:
        zone = self.zones[to.zone]
        found.add(("zone", to.zone))
        for ref in (zone.old_to, zone.extra_to):
            if ref is not None:
                found.add(("zone", ref.zone))

    def _renewing(self, zone: str) -> tuple[str, ...]:
        ref = self.zones[zone].renewed_from
        return () if ref is None else (ref.zone,)

    # ------------------------------------------------------------ where pieces come from

    def zones_of(self, what: Expr) -> frozenset[str]:
        """The zones in which pieces of a value may lie; all that could hold them where it cannot be told."""
        known = self.sources(what)
        if known is not None:
            return known
        kinds = set(kinds_of(what.type))
        return frozenset(zone.name for zone in self.program.zones if kinds & set(zone.pieces.kinds))

    def sources(self, what: Expr) -> frozenset[str] | None:
        """The zones from which pieces were taken, None where it cannot be told."""
        match what:
            case ZonePieces(zone=ref) | SlotPiece(zone=ref) | ZonesPieces(zone=ref):
                return frozenset({ref.zone})
            case Const() | ConstSeq(values=()) if not kinds_of(what.type):
                return frozenset()
            case Over(domain=domain, value=None):
                return self.sources(domain)
            case Apply(op=op, args=args) if op in _KEEPS_PIECES:
                return self.sources(args[0])
            case Apply(op="without", args=(many, _)):
                return self.sources(many)
            case Apply(op="join" | "seq_of", args=args):
                return self._all_sources(args)
            case IfExpr(then=then, otherwise=otherwise):
                return self._all_sources((then, otherwise))
            case LetExpr(body=body):
                return self.sources(body)
            case Formula(name=name) if name in self.program.formulas:
                return self.sources(self.program.formulas[name].body)
            case Local(var):
                return self._variable_sources(var)
            case _:
                return None

    def _all_sources(self, parts: tuple[Expr, ...]) -> frozenset[str] | None:
        found: set[str] = set()
        for part in parts:
            known = self.sources(part)
            if known is None:
                return None
            found |= known
        return frozenset(found)

    def _variable_sources(self, var: Var) -> frozenset[str] | None:
        bound = self._sources.get(var.number)
        if isinstance(bound, ZoneRef):
            return frozenset({bound.zone})
        if bound is not None:
            return self.sources(bound)
        arguments = self._arguments.pop(var.number, None)
        if not arguments:
            return None
        # Taken out while it is looked at: a variable that is handed on to itself adds nothing.
        known = self._all_sources(tuple(arguments))
        self._arguments[var.number] = arguments
        return known

    def _bind_variables(self) -> None:
        roots = (
            tuple(self.program.procs.values()),
            self.program.rules,
            tuple(self.program.formulas.values()),
        )
        for one in everything(roots):
            match one:
                case OneParam(var, domain) | SomeParam(var=var, domain=domain) | For(var, domain):
                    self._sources[var.number] = domain
                case Over(var=var, domain=domain) | Chance(var=var, domain=domain):
                    self._sources[var.number] = domain
                case Let(var, value) | LetExpr(var, value):
                    self._sources[var.number] = value
                case Draw(var=Var() as var, to=to):
                    self._sources[var.number] = to
                case Do(proc=name, args=args):
                    proc = self.program.procs.get(name)
                    if proc is not None:
                        for param, arg in zip(proc.params, args, strict=False):
                            self._arguments.setdefault(param.number, []).append(arg)
                case _:
                    pass


def touches(read: frozenset[Place], written: set[Place] | frozenset[Place]) -> bool:
    """Whether something that is read may be changed."""
    if not read.isdisjoint(written):
        return True
    return EVERY_ZONE in read and any(kind == "zone" for kind, _name in written)


def procs_called(program: Program, lines: tuple[Stmt, ...]) -> Iterator[str]:
    """The procs that lines call, and those that these call."""
    seen: set[str] = set()
    todo: list[tuple[Stmt, ...]] = [lines]
    while todo:
        for one in everything(todo.pop()):
            if isinstance(one, Do) and one.proc not in seen:
                seen.add(one.proc)
                yield one.proc
                proc = program.procs.get(one.proc)
                if proc is not None:
                    todo.append(proc.body)
