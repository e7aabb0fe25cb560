"""Many games in one machine."""

import os
import signal
import struct
from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native import machine, wasm
from rulesdsl.native.loops import PLAYED
from rulesdsl.native.machine import Machine
from tests.loading import load

CHECKOUT = Path(__file__).parent.parent.parent


def kuhn() -> Machine:
    return Machine(Plan(load(CHECKOUT / "examples/classics/kuhn_poker.game").program(2)))


def test_memory_does_not_grow_with_the_games() -> None:
    fast = kuhn()
    assert None not in list(fast.games(range(50)))
    before = fast.memory_size
    assert sum(told[PLAYED] for told in fast.games(range(20_000)) if told is not None) > 40_000
    assert fast.memory_size == before


def test_calls_are_short_and_games_go_on_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = kuhn()
    whole = list(fast.games(range(40), by_choice=True, sheet=True, whole=True))
    calls = []
    real = Machine.call

    def call(self: Machine, name: str, *values: int) -> int:
        calls.append(name)
        return real(self, name, *values)

    monkeypatch.setattr(Machine, "call", call)
    monkeypatch.setattr(machine, "MOST_AT_ONCE", 3)
    assert list(fast.games(range(40), by_choice=True, sheet=True, whole=True)) == whole
    assert calls.count("play") > 20


def test_blocks_hold_what_is_told_of_the_games_one_by_one() -> None:
    fast = kuhn()
    seeds = [*range(5_000), 2**63 + 5, 2**64 - 1]
    told = []
    for block in fast.blocks(seeds, by_choice=True):
        assert not block.stopped
        told += list(struct.iter_unpack(f"<{block.size}q", block.data))
    assert told == list(fast.games(seeds, by_choice=True))
    assert len(told) == len(seeds)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_process_that_is_forked_off_has_machines_of_its_own() -> None:
    before = kuhn().play(range(5))
    child = os.fork()
    if child == 0:
        # A machine that waits for ever is ended from outside.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(10)
        os._exit(0 if kuhn().play(range(5)) == before else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_a_game_that_asks_nobody_has_no_gaps(tmp_path: Path) -> None:
    game = tmp_path / "silent.game"
    game.write_text(
        """game "Silent"
players 2..2
state points per Player: 0..9
flow
  phase rounds 3 times
    each player in turn
      add 1 to your points
score made = your points
winner most total, then shared
""",
        encoding="utf-8",
    )
    fast = Machine(Plan(load(game).program(2)))
    assert fast.gaps == []


def test_what_is_plain_can_neither_jump_nor_trap_nor_store() -> None:
    number = wasm.local_get(200) + wasm.const(-(2**40)) + wasm.op("i64.add")
    assert wasm.is_plain(number + wasm.const32(1) + wasm.load(70_000) + wasm.op("select"), set())
    assert wasm.is_plain(number + wasm.call(300), {300})
    for other in (
        wasm.call(300),
        wasm.const(1) + wasm.op("i64.rem_s"),
        wasm.const(1) + wasm.op("i64.div_u"),
        wasm.op("unreachable"),
        wasm.if_() + wasm.op("end"),
        wasm.store(0),
        wasm.br(0),
        wasm.global_set(0),
    ):
        assert not wasm.is_plain(number + other, {301})
