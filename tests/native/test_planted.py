"""Whatever is planted wrong in lines, formulas, helpers and calls shows where both machines are compared."""

import ast
import copy
from collections.abc import Sequence
from types import FunctionType
from typing import cast

import pytest
from attrs import evolve

from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.native import views, wasm
from rulesdsl.native.helpers import HELPERS, Helper
from rulesdsl.native.machine import Machine, Stopped
from rulesdsl.native.rows import Rows
from rulesdsl.native.straight import Straight
from rulesdsl.native.types import INT
from rulesdsl.native.unit import FunctionNode, Unit
from rulesdsl.native.values import Value
from rulesdsl.native.writer import Writer
from tests.loading import load
from tests.native import formulas
from tests.native.planted import LINES_AND_FORMULAS, LeftOut
from tests.native.test_arithmetic import CHECKOUT, Module, differences
from tests.native.test_search import compared as thought_about
from tests.native.twins import Different, compared

GAMES, DECISIONS = 5, 60


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of("examples/classics/tic_tac_toe")


def plan_of(name: str) -> Plan:
    game = load(CHECKOUT / f"{name}.game")
    return Plan(game.program(game.players[0]))


def play_some(machine: Machine, plan: Plan) -> None:
    for seed in range(1, 1 + GAMES):
        compared(machine, plan, seed, DECISIONS)


@pytest.mark.parametrize("kind", LINES_AND_FORMULAS)
def test_notices_another_line_or_formula(plan: Plan, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source_of = Unit.source_of
    changed: dict[str, FunctionNode] = {}

    def planted(unit: Unit, function: FunctionType) -> FunctionNode:
        node = source_of(unit, function)
        if function.__module__ != formulas.__name__:
            return node
        if node.name not in changed:
            wrong = LINES_AND_FORMULAS[kind]().visit(copy.deepcopy(node))
            changed[node.name] = ast.fix_missing_locations(wrong)
        return changed[node.name]

    monkeypatch.setattr(Unit, "source_of", planted)
    assert differences(Module(plan)) != []


CALLS = {
    "P.deal": "examples/classics/oh_hell",
    "P.draw": "examples/language/06_definitions",
    "P.flip": "examples/language/09_effects",
    "P.move": "examples/language/09_effects",
    "P.move_one": "examples/language/04_zones",
    "P.move_set": "examples/classics/joker_poker",
    "P.show": "examples/language/09_effects",
    "P.shuffle": "examples/language/09_effects",
    "include": "examples/language/14_turn_order",
    "put_seq": "examples/language/07_actions",
    "record0": "examples/language/17_scores",
    "set_members": "games/lets_take_a_hike",
    "settle": "examples/language/36_growing",
    "p2": "examples/language/22_routines",
}
"""What lines of games are written as, and a game in which it happens."""


@pytest.mark.parametrize("called", CALLS)
def test_notices_a_call_that_is_left_out(called: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Unit.__attrs_post_init__
    error = LeftOut(called)

    def planted(unit: Unit) -> None:
        made(unit)
        for name, node in unit._generated.items():
            unit._generated[name] = ast.fix_missing_locations(error.visit(copy.deepcopy(node)))

    monkeypatch.setattr(Unit, "__attrs_post_init__", planted)
    plan = plan_of(CALLS[called])
    machine = Machine(plan)
    assert machine.gaps == []
    assert error.count
    with pytest.raises((Different, Stopped)):
        play_some(machine, plan)


@pytest.mark.parametrize("wrong", [True, False])
def test_notices_a_menu_that_asks_nothing(wrong: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001
    at_the_end_if, menus = Straight._at_the_end_if, []

    def planted(of: Straight, end: int, member: bytes, *, test: bool | bytes) -> None:
        menus.append(of.node.name)
        at_the_end_if(of, end, member, test=test if isinstance(test, bool) else wasm.const32(int(wrong)))

    monkeypatch.setattr(Straight, "_at_the_end_if", planted)
    plan = plan_of("examples/classics/kuhn_poker")
    machine = Machine(plan)
    assert machine.gaps == []
    assert "codes_of" in menus
    with pytest.raises((Different, Stopped)):
        play_some(machine, plan)


def test_notices_dealt_cards_in_another_order(monkeypatch: pytest.MonkeyPatch) -> None:
    in_order, dealt = Rows._few_sorted, []

    def planted(of: Rows, elts: list[ast.expr]) -> Value | None:
        dealt.append(len(elts))
        return (
            None if in_order(of, elts) is None else of.listed([of.valued(of.expr(elt)) for elt in elts], INT)
        )

    monkeypatch.setattr(Rows, "_few_sorted", planted)
    plan = plan_of("examples/classics/hearts")
    machine = Machine(plan)
    assert machine.gaps == []
    assert 13 in dealt
    with pytest.raises((Different, Stopped)):
        play_some(machine, plan)


def test_notices_hands_that_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    up_to = views._exchanged_up_to

    def planted(of: Writer, targets: Sequence[ast.expr], sources: Sequence[int]) -> bool:
        return up_to(of, targets, sorted(sources))

    monkeypatch.setattr(views, "_exchanged_up_to", planted)
    plan = plan_of("games/road_trip")
    machine = Machine(plan)
    assert machine.gaps == []
    with pytest.raises((Different, Stopped)):
        play_some(machine, plan)


def test_notices_what_follows_another_action() -> None:
    """In a menu whose actions ask for nothing else, what follows each is called at once in whole games."""
    plan = plan_of("examples/classics/kuhn_poker")
    outcomes = plan.outcomes
    ways, sites = outcomes.quick, outcomes.sites
    assert ways[1] is not None
    address, segment, bodies = ways[1]
    assert bodies
    outcomes.quick = (None, (address, segment, bodies[::-1]))
    first = sites[0].alternatives
    turned = tuple(evolve(doing, body=other.body) for doing, other in zip(first, first[::-1], strict=True))
    outcomes.sites = (evolve(sites[0], alternatives=turned),)
    machine = Machine(plan)
    machine.play([1])
    outcomes.quick, outcomes.sites = ways, sites
    assert machine.gaps == []
    with pytest.raises((Different, Stopped)):
        play_some(machine, plan)


def by_one(helper: Helper) -> Helper:
    """The same, and one more; or nothing, if it gives nothing back."""
    more = wasm.const(1) + wasm.op("i64.add")
    return with_more(helper, more) if helper.results else with_code(helper, b"")


def with_code(helper: Helper, code: bytes) -> Helper:
    return Helper(helper.params, helper.locals_, lambda _unit: code, helper.results)


def with_more(helper: Helper, more: bytes) -> Helper:
    return Helper(helper.params, helper.locals_, lambda unit: helper.code(unit) + more, helper.results)


IN_GAMES = {
    "thrown": "examples/classics/kuhn_poker",
    "below": "examples/classics/yacht",
    "shuffled": "examples/classics/kuhn_poker",
    "taken_anywhere": "examples/classics/hearts",
    "taken_out": "games/lets_take_a_hike",
}
"""Those that only games come to, and a game."""
IN_THOUGHT = "thrown_word"
"""That bots come to, and"""
IN_STREAMS = "scrambled"
"""which choices by streams of their own."""
OTHERWISE = {
    # What is off by a little may read the same, if it is so everywhere.
    "alloc": lambda helper: with_code(helper, wasm.const(100_000)),
    "zeros": lambda helper: with_code(helper, wasm.local_get(0) + wasm.const(32) + wasm.op("i64.shl")),
    "taken_out": lambda helper: with_code(helper, wasm.local_get(1)),
    "thrown_word": lambda helper: with_more(helper, wasm.const(0x5555_5555) + wasm.op("i64.xor")),
}


@pytest.mark.parametrize("name", HELPERS)
def test_notices_another_helper(plan: Plan, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = OTHERWISE.get(name, by_one)(HELPERS[name])
    monkeypatch.setitem(cast("dict[str, Helper]", HELPERS), name, wrong)
    if name == IN_STREAMS:
        played = plan_of("examples/classics/kuhn_poker")
        wrongly = list(Machine(played).games(range(20), by_choice=True))
        monkeypatch.undo()
        assert wrongly != list(Machine(played).games(range(20), by_choice=True))
    elif name == IN_THOUGHT:
        with pytest.raises(AssertionError):
            thought_about(start(plan_of("examples/classics/yacht"), 3), 5)
    elif name in IN_GAMES:
        played = plan_of(IN_GAMES[name])
        machine = Machine(played)
        with pytest.raises((Different, Stopped)):
            play_some(machine, played)
    else:
        assert differences(Module(plan)) != []
