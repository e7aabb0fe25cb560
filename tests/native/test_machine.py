"""Many games in one machine."""

from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native import machine
from rulesdsl.native.loops import PLAYED
from rulesdsl.native.machine import Machine
from rulesdsl.pipeline import load

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
