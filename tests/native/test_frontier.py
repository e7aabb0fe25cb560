"""Longest trails in the machine: on woven boards, over the links of one player, by what they cost."""

import random
from pathlib import Path

import pytest

from rulesdsl.engine.plan import Plan
from rulesdsl.native import frontier
from rulesdsl.native.machine import Machine, Stopped
from tests.loading import load
from tests.native.twins import Different, compared

GAMES = 6
STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def woven(folder: Path, side: int, seed: int) -> Plan:
    """A square board with all its diagonals, with tolls that differ by seed; at the end all links that
    somebody has claimed, and all that nobody has.
    """
    chance = random.Random(seed)
    spots = [f"s{x}_{y}" for y in range(side) for x in range(side)]
    links = [
        f"  | s{x}_{y} | s{x + right}_{y + down} | {chance.randrange(4)} |"
        for y in range(side)
        for x in range(side)
        for right, down in STEPS
        if 0 <= x + right < side and y + down < side
    ]
    file = folder / "woven.game"
    lines = [
        *('game "Woven"', "players 2..2", "places Spot", "  | spot |"),
        *(f"  | {spot} |" for spot in spots),
        *("links road of Spot", "  toll: 0..3", "  | a | b | toll |"),
        *links,
        "state claimed per road: Player or none",
        'action claim(way from road where claimed(way) is none "Which?") "Claim {way}"',
        "  set claimed(way) to you",
        *("flow", "  phase day 7 times", "    each player in turn", "      must claim if possible"),
        "score network = longest_trail((r in road where claimed(r) is you), along: toll)",
        "score left = longest_trail((r in road where claimed(r) is none))",
        "score whole = longest_trail(road, along: toll)",
        "winner most total, then shared",
    ]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Plan(load(file).program(2))


def play(machine: Machine, plan: Plan) -> None:
    for seed in range(1, 1 + GAMES):
        assert compared(machine, plan, seed, 100) == 14


@pytest.mark.parametrize("seed", range(3))
def test_on_woven_boards_it_is_as_in_python(seed: int, tmp_path: Path) -> None:
    plan = woven(tmp_path, 4, seed)
    machine = Machine(plan)
    assert machine.gaps == []
    play(machine, plan)


def test_what_is_too_large_is_for_python(tmp_path: Path) -> None:
    """More links than Python takes are for Python, which says so."""
    for side, native in ((2, True), (3, True), (5, False)):
        plan = woven(tmp_path, side, 1)
        (told,) = Machine(plan).games([1])
        assert (told is not None) is native


def nothing_taken(state: int, _a: int, _b: int) -> int:
    return state


def no_end(state: int, _place: int) -> int:
    return state >> frontier.MARK


def no_piece(state: int) -> int:
    return state & 3


PLANTED = {"_with_link": nothing_taken, "_without": no_end, "_renumbered": no_piece}


@pytest.mark.parametrize("name", PLANTED)
def test_another_sweep_is_noticed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = woven(tmp_path, 4, 1)
    monkeypatch.setattr(frontier, name, PLANTED[name])
    machine = Machine(plan)
    assert machine.gaps == []
    with pytest.raises((Different, Stopped)):
        play(machine, plan)
