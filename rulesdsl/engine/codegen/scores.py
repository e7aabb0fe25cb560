"""Writing down the score rows of a phase, into Python."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.codegen.expressions import Emitter
from rulesdsl.program_walk import instances_in, nodes_in

if TYPE_CHECKING:
    from rulesdsl.engine.codegen.generator import Generator


def _asked_again(gen: Generator, row: str) -> list[str]:
    """Definitions for each player that a row asks of others, too, or of the same player again."""
    (you,) = gen.program.formulas[row].params
    calls = [
        node
        for node in instances_in(gen.program.formulas[row].body, ir.Formula)
        if len(node.args) == 1 and isinstance(node.args[0].type, ir.PlayerDomain)
    ]
    asked = Counter(call.name for call in calls)
    of_others = {call.name for call in calls if call.args[0] != ir.Local(you)}
    return [
        name
        for name, times in asked.items()
        if (times > 1 or name in of_others) and _takes_time(gen, name) and gen.total(name)
    ]


def _takes_time(gen: Generator, name: str) -> bool:
    """Whether it is more than a few cells that are looked at."""
    nodes = nodes_in(gen.program.formulas[name].body)
    return not gen.is_short(name) or any(isinstance(node, (ir.ZonePieces, ir.ZonesPieces)) for node in nodes)


def _keep(emitter: Emitter, names: list[str]) -> None:
    """Each of these is asked once for each player, and no more."""
    gen = emitter.gen
    for name in names:
        for player in range(gen.program.players):
            if (name, player) not in emitter.kept:
                emitter.kept[name, player] = emitter.atom(f"{gen.formula(name)}(C, {player})")


def write_recorder(gen: Generator, short: str, phase: str) -> list[str]:
    """A function that works out all rows for all players, then writes them down: by itself, where nobody
    listens and there is a column left.
    """
    rows = [score for score in gen.program.scores if score.each == phase]
    players = range(gen.program.players)
    emitter = Emitter(gen)
    parts: list[str] = []
    room: list[str] = []
    lines: list[str] = []
    for index, score in enumerate(rows):
        names = [f"r{index}_{player}" for player in players]
        again = _asked_again(gen, score.now)
        _keep(emitter, again)
        if again:
            definition = gen.program.formulas[score.now]
            for player, name in zip(players, names, strict=True):
                emitter.env = {definition.params[0].number: player}
                emitter.put(f"{name} = {emitter.expr(definition.body)}")
            emitter.env = {}
        else:
            calls = ", ".join(f"{gen.formula(score.now)}(C, {player})" for player in players)
            emitter.put(f"{', '.join(names)}, = {calls},")
        parts.append(f"({gen.pool.constant(score.name)}, ({', '.join(names)}, )), ")
        place = gen.layout.scores[score.name]
        if place.columns > 1:
            room.append(f" and C[{place.address}] < {place.columns}")
            lines.append(f"n = C[{place.address}]")
        for player, name in zip(players, names, strict=True):
            cell = place.address + 1 + player * place.columns
            # A flag is written down as a number.
            lines.append(f"C[{cell}+n] = {name} + 0" if place.columns > 1 else f"C[{cell}] += {name}")
        lines.append(f"C[{place.address}] += 1")
    with emitter.block(f"if S.log is None{''.join(room)}:"):
        for line in lines:
            emitter.put(line)
        emitter.put("return")
    emitter.put(f"record(S, C, {gen.pool.constant(phase)}, ({''.join(parts)}), note)")
    return [f"def {short}(S, C, note):", *emitter.lines]
