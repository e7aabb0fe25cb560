"""Moves of a piece that has just been chosen: the zone in which it still lies is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from attrs import define, evolve

from rulesdsl import program as ir
from rulesdsl.program_walk import instances_in

_MOST_CALLS = 4
"""So many routines deep it is looked what follows a choice."""
_MOVES_NOTHING = (ir.Let, ir.Say)
_MOVES_BY_RULES = (ir.Assign, ir.Include, ir.Record)
"""Behind these, standing rules are looked at, which may move anything."""

Meanings = Mapping[int, ir.Local]
"""What the variables of who chooses are called in a routine, by their numbers."""


@define(slots=False)
class JustChosen:
    program: ir.Program

    def zone(self, move: ir.Move) -> ir.ZoneRef | None:
        """The zone in which the piece lies, in the words of the line."""
        return self._zones.get(id(move))

    @cached_property
    def _calls(self) -> Counter[str]:
        return Counter(call.proc for call in instances_in(self.program, ir.Do))

    @cached_property
    def _zones(self) -> dict[int, ir.ZoneRef]:
        zones: dict[int, ir.ZoneRef] = {}
        moves = Counter(id(move) for move in instances_in((self.program.procs, self.program.rules), ir.Move))
        for decide in instances_in((self.program.procs, self.program.rules), ir.Decide):
            for item in decide.alternatives:
                for param in item.params:
                    zone = _of_one_zone(param.domain) if isinstance(param, ir.OneParam) else None
                    if zone is not None:
                        move = self._first_move(item.body, param.var, zone, _MOST_CALLS)
                        if move is not None and moves[id(move[0])] == 1:
                            zones[id(move[0])] = move[1]
        return zones

    def _first_move(
        self, lines: tuple[ir.Stmt, ...], piece: ir.Var, zone: ir.ZoneRef, calls: int
    ) -> tuple[ir.Move, ir.ZoneRef] | None:
        """The first line that moves anything, if it moves this piece; and the zone in its words."""
        for line in lines:
            match line:
                case ir.Move(what=ir.Local(var=var)) if var.number == piece.number:
                    return line, zone
                case ir.Do(proc=name) if calls and self._calls[name] == 1 and name in self.program.procs:
                    proc = self.program.procs[name]
                    if proc.kind == "step":
                        return None
                    meanings = _meanings(proc, line)
                    given = meanings.get(piece.number)
                    there = _in_other_words(zone, meanings)
                    if given is None or there is None:
                        return None
                    return self._first_move(proc.body, given.var, there, calls - 1)
                case _ if isinstance(line, _MOVES_NOTHING):
                    pass
                case _ if isinstance(line, _MOVES_BY_RULES) and not self.program.rules:
                    pass
                case _:
                    return None
        return None


def _of_one_zone(pieces: ir.Expr) -> ir.ZoneRef | None:
    """The one zone in which all of these lie."""
    match pieces:
        case ir.ZonePieces(zone=ref) | ir.SlotPiece(zone=ref) if None not in ref.index:
            return ref
        case ir.Over(op=op, domain=domain) if op.entry.members and op.entry.each_alone:
            return _of_one_zone(domain)
        case _:
            return None


def _meanings(proc: ir.Proc, call: ir.Do) -> Meanings:
    pairs = [*zip(proc.params, call.args, strict=True)]
    if proc.you is not None and call.you is not None:
        pairs.append((proc.you, call.you))
    return {value.var.number: ir.Local(var) for var, value in pairs if isinstance(value, ir.Local)}


def _in_other_words(zone: ir.ZoneRef, meanings: Meanings) -> ir.ZoneRef | None:
    index: list[ir.Expr | None] = []
    for expr in zone.index:
        match expr:
            case ir.Const():
                index.append(expr)
            case ir.Local(var=var) if var.number in meanings:
                index.append(meanings[var.number])
            case _:
                return None
    return evolve(zone, index=tuple(index))
