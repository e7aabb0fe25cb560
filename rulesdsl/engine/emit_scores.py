"""Writing down the score rows of a phase, into Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl.engine.emit import Emitter

if TYPE_CHECKING:
    from rulesdsl.engine.generator import Generator


def write_recorder(gen: Generator, short: str, phase: str) -> list[str]:
    """A function that works out all rows for all players, then writes them down: by itself, where nobody
    listens and there is a column left.
    """
    rows = [score for score in gen.program.scores if score.each == phase]
    players = range(gen.program.players)
    emitter = Emitter(gen)
    told: list[str] = []
    room: list[str] = []
    lines: list[str] = []
    for at, score in enumerate(rows):
        names = [f"r{at}_{player}" for player in players]
        calls = ", ".join(f"{gen.formula(score.now)}(C, {player})" for player in players)
        emitter.put(f"{', '.join(names)}, = {calls},")
        told.append(f"({gen.pool.constant(score.name)}, ({', '.join(names)}, )), ")
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
    emitter.put(f"record(S, C, {gen.pool.constant(phase)}, ({''.join(told)}), note)")
    return [f"def {short}(S, C, note):", *emitter.lines]
