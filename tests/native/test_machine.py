"""Many games in one machine."""

import os
import re
import resource
import signal
import struct
from pathlib import Path

import pytest

from rulesdsl.engine.codegen import step_counting
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.runtime.values import Remembered
from rulesdsl.native import compiler, machine, wasm
from rulesdsl.native.inlining import CALL, instructions, number_at
from rulesdsl.native.loops import PLAYED
from rulesdsl.native.machine import Machine, Module, Stopped
from rulesdsl.native.unit import Unit
from tests.loading import load
from tests.native.twins import compared

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
    real = Module.call

    def call(self: Module, name: str, *values: int) -> int:
        calls.append(name)
        return real(self, name, *values)

    monkeypatch.setattr(Module, "call", call)
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


def test_what_was_played_before_makes_no_difference() -> None:
    plan = Plan(load(CHECKOUT / "examples/classics/gin_rummy.game").program(2))
    assert any(isinstance(value, Remembered) for value in plan._space.values())
    before = compiler.compiled(plan)
    compared(Machine(plan), plan, 1, 30)
    assert any(value for value in plan._space.values() if isinstance(value, Remembered))
    assert compiler.compiled(plan) == before


SILENT = """game "Silent"
players 2..2
state points per Player: 0..9
flow
  phase rounds 3 times
    each player in turn
      add 1 to your points
score made = your points
winner most total, then shared
"""


STOPPED_IN_A_RULE = """
state leader: Player or none
always last_round for p in players
  when p.points = 2 and leader is not p
  set leader to p
  phase extra 2 times
    turn of each player
    stops the moment p.points = 9
    choose more from 0..1 "More?"
    add more to your points
"""


def silent(folder: Path, more: str = "") -> Plan:
    file = folder / "silent.game"
    file.write_text(SILENT + more, encoding="utf-8")
    return Plan(load(file).program(2))


def test_what_stops_a_phase_may_read_what_the_rule_around_it_goes_through(tmp_path: Path) -> None:
    plan = silent(tmp_path, STOPPED_IN_A_RULE)
    machine = Machine(plan)
    assert machine.gaps == []
    assert sum(compared(machine, plan, seed, 100) for seed in range(10)) > 20


def test_a_game_that_asks_nobody_has_no_gaps(tmp_path: Path) -> None:
    fast = Machine(silent(tmp_path))
    assert fast.gaps == []
    (played,) = fast.play([1])
    assert played.totals == (3, 3)


def test_what_takes_too_many_steps_is_for_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "MOST_STEPS", 3)
    # Of a game that is known to be short they are not counted.
    monkeypatch.setattr(step_counting, "SHORT_GAME", 0)
    fast = Machine(silent(tmp_path))
    assert fast.gaps == []
    for _ in range(2):
        with pytest.raises(Stopped):
            fast.begin(1)
    assert list(fast.games(range(3))) == [None] * 3
    # Fewer than in the whole game are made between two decisions.
    short = kuhn()
    assert None not in list(short.games(range(50)))


def test_what_never_ends_stops(tmp_path: Path) -> None:
    plan = silent(tmp_path)
    first = plan.entries["flow"]
    assert f"def s{first}(S, C):\n" in plan.source
    plan.source = re.sub(rf"(def s{first}\(S, C\):\n)", rf"\1    return {first}\n", plan.source)
    with pytest.raises(Stopped):
        Machine(plan).begin(1)
    plan.source = plan.source.replace(f"    return {first}\n", "    while C[0] == C[0]:\n        pass\n")
    with pytest.raises(Stopped):
        Machine(plan).begin(1)


def test_calls_are_short_where_a_decision_takes_much(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = Machine(Plan(load(CHECKOUT / "examples/classics/chess.game").program(2)))
    calls = []
    real = Module.call

    def call(self: Module, name: str, *values: int) -> int:
        calls.append(name)
        return real(self, name, *values)

    monkeypatch.setattr(Module, "call", call)
    decisions = sum(told[PLAYED] for told in fast.games(range(20)) if told is not None)
    assert decisions / calls.count("play") < machine.MOST_AT_ONCE / 2


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


def test_what_is_written_in_place_of_every_call_is_not_compiled_besides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    units: list[Unit] = []
    finish = Unit.finish

    def kept(unit: Unit) -> bytes:
        units.append(unit)
        return finish(unit)

    monkeypatch.setattr(Unit, "finish", kept)
    compiler.compiled(Plan(load(CHECKOUT / "games/road_trip.game").program(2)))
    (unit,) = units
    functions = unit.module.functions
    calls = [
        {
            number_at(function.code, start + 1)[0]
            for start, _, opcode in instructions(function.code)
            if opcode == CALL
        }
        for function in functions
    ]
    reached: set[int] = set()
    open_ = [*unit.module.exports.values()]
    while open_:
        index = open_.pop()
        if index not in reached:
            reached.add(index)
            open_ += calls[index]
    sizes = [len(function.code) for function in functions]
    assert len(reached) > 100
    assert sum(sizes) - sum(sizes[index] for index in reached) < sum(sizes) / 50


def test_what_calls_itself_deep_asks_for_no_memory_call_by_call() -> None:
    """Each number of calls inside each other is tried, as it hangs on that which call goes past the end of a
    piece of memory for frames.
    """

    def leaf() -> None:
        pass

    def down(depth: int) -> None:
        for _ in range(300):
            leaf()
        if depth:
            down(depth - 1)

    down(1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    compiler.with_room(lambda: down(500))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < 150
