"""Secret blocks that come to the same where one player after the other decides and does it at once.

What follows a player's decision changes nothing that another one looks at while deciding: either nobody looks
at it there, or everybody looks at, and changes, what is the player's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from rulesdsl import program as ir
from rulesdsl.engine.analysis.dataflow import Dataflow
from rulesdsl.engine.analysis.equal_pieces import alike_classes
from rulesdsl.engine.core.layout import pieces_of
from rulesdsl.facts import FACES, Facts, Thing
from rulesdsl.program_walk import nodes_in

_MOST_CALLS = 4
"""So many routines deep it is looked what follows a decision."""


@define
class InTurn:
    """What of one program can be done in turn."""

    program: ir.Program
    told_apart: frozenset[str]
    """Kinds of which choices depend on what is known of them."""
    _facts: Facts = field(init=False)
    _flow: Dataflow = field(init=False)
    _classes: tuple[int, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._facts = Facts(self.program)
        self._flow = Dataflow(self.program)
        self._classes = alike_classes(self.program)

    def round_of(self, block: ir.Secret) -> ir.EachPlayer | None:
        """The same, one player after the other; None where that may be something else."""
        match block.body:
            case (ir.Decide() as decide, ir.Park()) if not (block.shadow or decide.repeatedly):
                pass
            case _:
                return None
        if decide.you != ir.Local(block.you):
            return None
        changes = _Changes(self._facts, {block.you.number})
        for item in decide.alternatives:
            own = {param.var.number: changes.own_zone(param.domain) for param in item.params}
            if item.body[:1] != (ir.Park(),) or not changes.noted(item.body[1:], own, _MOST_CALLS):
                return None
        if not self._may_be_in_turn(decide, changes):
            return None
        alternatives = tuple(evolve(item, body=item.body[1:]) for item in decide.alternatives)
        return ir.EachPlayer(block.players, None, block.you, (evolve(decide, alternatives=alternatives),))

    def _may_be_in_turn(self, decide: ir.Decide, changes: _Changes) -> bool:
        changed = frozenset(changes.own | changes.shared)
        if self._flow.mask(changed) or not changes.kinds.isdisjoint(self.told_apart):
            # Rules, and what ends a phase, are looked at only when all is done.
            return False
        params = [param for item in decide.alternatives for param in item.params]
        if any(self._has_copies(pieces_of(param.var.type)) for param in params):
            return False
        parts = [(item.params, item.checks) for item in decide.alternatives]
        nodes = [node for part in parts for node in nodes_in(part)]
        return changes.shared.isdisjoint(*map(self._facts.reads, parts)) and all(map(changes.is_own, nodes))

    def _has_copies(self, kinds: tuple[str, ...]) -> bool:
        """Whether there are several of one piece, of which marks tell which is meant."""
        chosen = [kind for kind in self.program.piece_kinds if kind.name in kinds]
        classes = [self._classes[piece] for kind in chosen for piece in kind.pieces]
        return len(set(classes)) < len(classes)


@define
class _Changes:
    """What lines change of what is the own of one player, and besides."""

    facts: Facts
    you: set[int]
    """The variables that hold the player."""
    own: set[Thing] = field(factory=set)
    shared: set[Thing] = field(factory=set)
    kinds: set[str] = field(factory=set)
    """Of the pieces that are moved."""

    def own_zone(self, pieces: ir.Expr) -> str:
        """The zone of the player in which all of these pieces lie; nothing where that cannot be told."""
        match pieces:
            case ir.PiecesThere(zone=ref) if self._is_of_player(ref):
                return ref.zone
            case ir.Over(op=op, domain=domain) if op.entry.members and op.entry.each_alone:
                return self.own_zone(domain)
            case _:
                return ""

    def _is_of_player(self, ref: ir.ZoneRef) -> bool:
        owner_at = self.facts.zones[ref.zone].owner_at
        return owner_at is not None and self._is_player(ref.index[owner_at])

    def _is_state_of_player(self, name: str, index: Sequence[ir.Expr | None]) -> bool:
        owner_at = next((state.owner_at for state in self.facts.program.states if state.name == name), None)
        return owner_at is not None and owner_at < len(index) and self._is_player(index[owner_at])

    def _is_player(self, expr: ir.Expr | None) -> bool:
        return isinstance(expr, ir.Local) and expr.var.number in self.you

    def noted(self, lines: tuple[ir.Stmt, ...], pieces: dict[int, str], calls: int) -> bool:
        """Whether all is known of what these lines do; `pieces`: variables that hold pieces of such zones."""
        return all(self._line(line, pieces, calls) for line in lines)

    def _line(self, line: ir.Stmt, pieces: dict[int, str], calls: int) -> bool:
        match line:
            case ir.Move(what=ir.Local(var=var), to=to) if to.zone and pieces.get(var.number):
                zone = self.facts.zones[to.zone]
                if zone.takes is not None or zone.old_to is not None or zone.extra_to is not None:
                    return False
                self.kinds.update(pieces_of(var.type))
                self.own.add(("zone", pieces[var.number]))
                self.shared.add(FACES)
                (self.own if self._is_of_player(to) else self.shared).add(("zone", to.zone))
                # It has gone, and is looked for where it lay no more.
                pieces[var.number] = ""
                return True
            case ir.Assign(state=name, index=index):
                own = self._is_state_of_player(name, index)
                (self.own if own else self.shared).add(("state", name))
                # The number of a pass is none.
                return any(state.name == name for state in self.facts.program.states)
            case ir.Do(proc=name, you=you, args=args) if calls and name in self.facts.program.procs:
                return self._call(self.facts.program.procs[name], you, args, pieces, calls)
            case _:
                return False

    def _call(
        self,
        proc: ir.Proc,
        you: ir.Expr | None,
        args: tuple[ir.Expr, ...],
        pieces: dict[int, str],
        calls: int,
    ) -> bool:
        pairs = [*zip(proc.params, args, strict=True)]
        if proc.you is not None and you is not None:
            pairs.append((proc.you, you))
        self.you |= {var.number for var, value in pairs if self._is_player(value)}
        given = {
            var.number: pieces.get(value.var.number, "") if isinstance(value, ir.Local) else ""
            for var, value in pairs
        }
        # They may have gone.
        pieces.update(dict.fromkeys(pieces, ""))
        return self.noted(proc.body, given, calls - 1)

    def is_own(self, node: object) -> bool:
        """Whether a node of a decision looks at nothing of what is changed but the player's own."""
        match node:
            case ir.ZoneRef(zone=name):
                return ("zone", name) not in self.own or self._is_of_player(node)
            case ir.StateRead(state=name, index=index):
                if ("state", name) not in self.own:
                    return True
                return self._is_state_of_player(name, index)
            case ir.PlaceOf() | ir.Formula() | ir.Apply():
                return self.own.isdisjoint(self.facts.looks_at(node))
            case _:
                return True
