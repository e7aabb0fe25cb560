"""Which decisions have possibilities that everybody at the table can work out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine.analysis.dataflow import Dataflow
from rulesdsl.program_walk import instances_in, nodes_in
from rulesdsl.statement_facts import given_to, statement_facts, statements_in


@frozen
class Possibilities:
    """What is no secret. `known`: decisions, by their points, of which all know what was possible. `asked`:
    those of which all know at least whether anything was. Of the others nobody but who decides may learn
    whether something was the only choice, or whether there was any: it would tell what lies in a hand.
    `rules`: the standing rules of which everybody can see when they act.
    """

    known: frozenset[int] = frozenset()
    asked: frozenset[int] = frozenset()
    rules: frozenset[str] = frozenset()

    @classmethod
    def of(cls, program: ir.Program) -> Possibilities:
        secrets = _Secrets.of(program)
        guarded = frozenset(_Guards(program, secrets).found())
        decides = list(instances_in((program.procs, program.rules), ir.Decide))
        known = {
            decide.point
            for decide in decides
            if not any(
                secrets.tell((alternative.params, alternative.checks)) for alternative in decide.alternatives
            )
        }
        asked = {
            decide.point
            for decide in decides
            if decide.point in known
            or all(_is_openly_possible(item, secrets) for item in decide.alternatives)
            or any(not entry.params and not any(entry.checks) for entry in decide.alternatives)
        }
        rules = {
            rule.name
            for rule in program.rules
            if not secrets.tell((rule.condition, tuple(domain for _, domain in rule.vars)))
        }
        return cls(frozenset(known) - guarded, frozenset(asked) - guarded, frozenset(rules))


def _is_openly_possible(alternative: ir.Alternative, secrets: _Secrets) -> bool:
    """Whether it takes no more than that there are pieces in a zone, which all can see."""
    if secrets.tell(alternative.checks):
        return False
    for param in alternative.params:
        number = (param.low, param.high) if isinstance(param, ir.SomeParam) else ()
        if param.where is not None and secrets.tell(param.where):
            return False
        if secrets.tell(number) or (
            secrets.tell(param.domain) and not isinstance(param.domain, ir.ZonePieces)
        ):
            return False
    return True


@define
class _Secrets:
    """Zones and states of which somebody cannot see everything, and variables that hold something of it."""

    flow: Dataflow
    things: frozenset[tuple[str, str]]
    variables: set[int] = field(factory=set)

    @classmethod
    def of(cls, program: ir.Program) -> _Secrets:
        secrets = cls(Dataflow(program), _hidden(program))
        nodes = list(nodes_in((program.procs, program.rules)))
        secrets.variables |= {
            node.var.number for node in nodes if isinstance(node, ir.Chance) and node.seen.word != "all"
        }
        bound = [(var.number, value) for var, value in given_to(program, nodes)]
        before = -1
        while before != len(secrets.variables):
            before = len(secrets.variables)
            secrets.variables |= {number for number, value in bound if secrets.tell(value)}
        return secrets

    def tell(self, root: object) -> bool:
        """Whether something here rests on what somebody cannot see."""
        return bool(self.things & self.flow.reads(root)) or any(
            node.var.number in self.variables for node in instances_in(root, ir.Local)
        )


@define
class _Guards:
    """One walk through all lines, as they are called, for the decisions that somebody is asked, or not, on
    account of something hidden.
    """

    program: ir.Program
    secrets: _Secrets
    _seen: set[tuple[str, bool]] = field(factory=set)

    def found(self) -> Iterator[int]:
        if "flow" in self.program.procs:
            yield from self._proc("flow", hidden=False)
        for rule in self.program.rules:
            revealed = self.secrets.tell((rule.condition, tuple(domain for _, domain in rule.vars)))
            yield from self._lines(rule.body, hidden=revealed)

    def _proc(self, name: str, *, hidden: bool) -> Iterator[int]:
        if (name, hidden) not in self._seen:
            self._seen.add((name, hidden))
            yield from self._lines(self.program.procs[name].body, hidden=hidden)

    def _lines(self, lines: Iterable[ir.Stmt], *, hidden: bool) -> Iterator[int]:
        for line in lines:
            match line:
                case ir.Decide():
                    if hidden:
                        yield line.point
                    for alternative in line.alternatives:
                        yield from self._lines(alternative.body, hidden=hidden)
                case ir.Do(proc=name):
                    yield from self._proc(name, hidden=hidden)
                case _:
                    facts = statement_facts(line)
                    inside = hidden or any(map(self.secrets.tell, facts.decided_by))
                    yield from self._lines(chain.from_iterable(facts.blocks), hidden=inside)


def _hidden(program: ir.Program) -> frozenset[tuple[str, str]]:
    """Zones and states of which somebody cannot see everything."""
    lines = list(statements_in((tuple(program.procs.values()), program.rules)))
    turned = any(line.turns for line in lines)
    covered = {to.zone for line in lines for to, down in line.to if down is not None}
    zones = {
        ("zone", zone.name)
        for zone in program.zones
        if zone.seen.word != "all" or (zone.down_seen.word != "all" and (turned or zone.name in covered))
    }
    return frozenset(zones | {("state", state.name) for state in program.states if state.seen.word != "all"})
