"""What each class of statements does by itself: one table, as `operations.py` is one of operations.

A new class of statements is described here, and nowhere else as far as it does no more than others of its
kind: what lies in it, what it moves, sets and turns, what it names, whether somebody is asked. Checker,
engine and explanations look here instead of going through the classes themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import NamedTuple, assert_never

from rulesdsl import program as ir
from rulesdsl.program_walk import heads_blocks, lines_in

Block = tuple[ir.Stmt, ...]


class Kind(Enum):
    """How a statement behaves."""

    NAME = auto()
    """Gives a value a name, which nobody sees."""
    EFFECT = auto()
    """Changes or tells something; standing rules are looked at behind it."""
    CHANCE = auto()
    """Gives a name to what chance brings."""
    BLOCK = auto()
    """Carries out its blocks, or not, or several times."""
    ONE_CHANGE = auto()
    """Carries out its block as one effect."""
    CALL = auto()
    """Carries out a routine."""
    LEAVE = auto()
    """Goes on behind a phase, or ends the game."""
    WAIT = auto()
    """Somebody may be asked before it is over."""


class StatementFacts(NamedTuple):
    """What a statement does by itself, whatever the routines do that it calls.

    A tuple, as it is made anew whenever somebody asks.
    """

    kind: Kind
    blocks: tuple[Block, ...] = ()
    """The blocks that lie in it."""
    decided_by: tuple[ir.Expr, ...] = ()
    """What decides whether, how often and for whom its blocks are carried out."""
    names: tuple[ir.Var, ...] = ()
    """Variables that it names for the lines behind it."""
    loop_var: ir.Var | None = None
    """What its blocks call the member or player they are carried out for."""
    takes: tuple[ir.Expr, ...] = ()
    """Pieces that go from where they lie to `to`."""
    draws_from: tuple[ir.ZoneRef, ...] = ()
    """Zones from which pieces come that the line does not name; they may be renewed before."""
    to: tuple[tuple[ir.ZoneRef, ir.Expr | None], ...] = ()
    """Where pieces come to, and whether they lie face down there."""
    reorders: tuple[ir.ZoneRef, ...] = ()
    turns: tuple[tuple[ir.Expr, ir.Expr], ...] = ()
    """Pieces that are turned where they lie, and whether they lie face down then."""
    sets: tuple[str, ...] = ()
    """States, or phases by the number of their pass."""
    speaks_of: tuple[ir.Expr, ...] = ()
    """What is worth saying when the line could not be carried out."""


def statement_facts(stmt: ir.Stmt) -> StatementFacts:
    match stmt:
        case ir.Let(var=var):
            return StatementFacts(Kind.NAME, names=(var,))
        case ir.Move(what=what, to=to, down=down):
            return StatementFacts(
                Kind.EFFECT, takes=(what,), to=((to, down),), speaks_of=(what, *indices_of(to))
            )
        case ir.Draw(source=source, to=to, down=down, var=drawn):
            return StatementFacts(
                Kind.EFFECT,
                names=() if drawn is None else (drawn,),
                draws_from=(source,),
                to=((to, down),),
                speaks_of=(stmt.number, _number_in(source)),
            )
        case ir.Deal(source=source, to=to):
            return StatementFacts(
                Kind.EFFECT,
                draws_from=(source,),
                to=((to, None),),
                speaks_of=(stmt.number, _number_in(source)),
            )
        case ir.Shuffle(zone=zone):
            return StatementFacts(Kind.EFFECT, reorders=(zone,))
        case ir.Flip(what=what, down=down):
            return StatementFacts(Kind.EFFECT, turns=((what, down),))
        case ir.Assign(state=name) | ir.Include(state=name):
            named = tuple(key for key in stmt.index if key is not None)
            return StatementFacts(Kind.EFFECT, sets=(name,), speaks_of=(*named, stmt.value))
        case ir.Show() | ir.Say() | ir.Record():
            return StatementFacts(Kind.EFFECT)
        case ir.Chance(var=var, number=number, domain=domain):
            many = () if number is None else (number,)
            return StatementFacts(Kind.CHANCE, names=(var,), speaks_of=(*many, domain))
        case ir.If(condition=condition, then=then, otherwise=otherwise):
            return StatementFacts(Kind.BLOCK, (then, otherwise), (condition,))
        case ir.For(var=var, domain=domain, body=body):
            return StatementFacts(Kind.BLOCK, (body,), (domain,), loop_var=var)
        case ir.Repeat(number=number, var=counted, body=body):
            return StatementFacts(Kind.BLOCK, (body,), (number,), loop_var=counted)
        case ir.EachPlayer(players=players, you=you, body=body):
            return StatementFacts(Kind.BLOCK, (body,), (players,), loop_var=you)
        case ir.Together(body=body):
            return StatementFacts(Kind.ONE_CHANGE, (body,))
        case ir.Do():
            return StatementFacts(Kind.CALL)
        case ir.End():
            return StatementFacts(Kind.LEAVE)
        case ir.Secret(players=players, you=you, body=body):
            return StatementFacts(Kind.WAIT, (body,), (players,), loop_var=you)
        case ir.Phase(you=owner, body=body):
            return StatementFacts(Kind.WAIT, (body,), _passes_by(stmt), loop_var=owner)
        case ir.Decide(alternatives=alternatives):
            return StatementFacts(Kind.WAIT, tuple(alternative.body for alternative in alternatives))
        case ir.Park():
            return StatementFacts(Kind.WAIT)
        case _:
            assert_never(stmt)


def _passes_by(phase: ir.Phase) -> tuple[ir.Expr, ...]:
    """What decides about the passes of a phase."""
    turn = phase.turn
    whose = turn.players if isinstance(turn, ir.TurnOfEach) else turn.player if turn is not None else None
    return tuple(expr for expr in (phase.times, phase.until, phase.stops, whose) if expr is not None)


def _number_in(zone: ir.ZoneRef) -> ir.Expr:
    return ir.ZoneCount(zone, ir.IntDomain(0, 2_000))


def indices_of(zone: ir.ZoneRef) -> tuple[ir.Expr, ...]:
    return tuple(expr for expr in zone.index if expr is not None)


def blocks_of(stmt: ir.Stmt) -> tuple[Block, ...]:
    """The blocks that lie in a line."""
    return statement_facts(stmt).blocks if heads_blocks(type(stmt)) else ()


def statements_in(node: object) -> Iterator[StatementFacts]:
    """What every statement in a part of a program does."""
    return map(statement_facts, lines_in(node))


def member_of(node: object) -> tuple[ir.Var, ir.Expr] | None:
    """The variable that a node of a program gives a value, and what this is, or is one of."""
    match node:
        case ir.Let(var, value) | ir.LetExpr(var, value):
            return var, value
        case ir.For(var, domain) | ir.OneParam(var, domain) | ir.SomeParam(var=var, domain=domain):
            return var, domain
        case ir.Over(var=var, domain=domain) | ir.Chance(var=var, domain=domain):
            return var, domain
        case _:
            return None


def given_to(program: ir.Program, nodes: Iterable[object]) -> Iterator[tuple[ir.Var, ir.Expr]]:
    """The variables that nodes, and calls of routines, give a value, and what this is, or is one of."""
    for node in nodes:
        if (member := member_of(node)) is not None:
            yield member
        elif isinstance(node, ir.Do):
            yield from zip(program.procs[node.proc].params, node.args, strict=False)


# ---------------------------------------------------------------- calls


def procs_called(program: ir.Program, lines: object) -> Iterator[str]:
    """The routines and actions that lines call, and those that these call."""
    seen: set[str] = set()
    waiting = [lines]
    while waiting:
        for line in lines_in(waiting.pop()):
            if isinstance(line, ir.Do) and line.proc not in seen:
                seen.add(line.proc)
                yield line.proc
                if line.proc in program.procs:
                    waiting.append(program.procs[line.proc].body)


def bodies_called(program: ir.Program, lines: object) -> Iterator[Block]:
    """What the routines and actions that lines call consist of."""
    called = procs_called(program, lines)
    return (program.procs[name].body for name in called if name in program.procs)
