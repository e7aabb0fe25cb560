"""What lines change and conditions read is known of every construct, and no standing rule is overlooked."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.runtime.lines import Overlooked
from rulesdsl.facts import FACES, Facts
from rulesdsl.program_walk import lines_in, nodes_in, parts_of
from rulesdsl.statement_facts import Kind, statement_facts
from tests.engine.texts import begun, program_of, read
from tests.loading import load
from tests.properties.watching import plays_watched

ROOT = Path(__file__).parents[2]

CARDS = """
game "Covers"
players 2..2
pieces Card for each rank in 1..3
zone table: row of Card, face down seen by nobody, starts with Card
zone away: set of Card
state noticed: 0..9
state marked: Card or none
"""

LOOKS_AT_FACES = (
    """
define covered = count(c in table where face_down(c))
always notice for c in table
  when face_down(c)
  add 1 to noticed
  flip c face up
""",
    """
always notice
  when if marked is none then no else face_down(marked)
  add 1 to noticed
  flip table face up
""",
)


def assert_complete(stmt: ir.Stmt) -> None:
    """Every zone, variable and block of a line stands in its facts."""
    known = statement_facts(stmt)
    parts = parts_of(stmt)
    zones = {part for part in parts if isinstance(part, ir.ZoneRef)}
    told = {*known.draws_from, *known.reorders, *(to for to, _down in known.to)}
    assert zones - told <= {getattr(stmt, "whole", None)}
    assert told <= zones
    variables = {part for part in parts if isinstance(part, ir.Var)}
    named = {*known.names, *([] if known.loop_var is None else [known.loop_var])}
    if not isinstance(stmt, ir.Deal):
        assert variables == named
    blocks = [
        part for part in parts if isinstance(part, tuple) and any(isinstance(one, ir.Stmt) for one in part)
    ]
    if isinstance(stmt, ir.Decide):
        blocks = [alternative.body for alternative in stmt.alternatives]
    assert [block for block in known.blocks if block] == [block for block in blocks if block]
    assert bool(blocks) <= (known.kind in {Kind.BLOCK, Kind.ONE_CHANGE, Kind.WAIT})


def test_every_construct_of_the_language_is_answered_for() -> None:
    """In the games and examples every class of lines and expressions occurs, and each has an answer."""
    met: set[type] = set()
    for path in sorted([*(ROOT / "games").glob("*.game"), *(ROOT / "examples").glob("*/*.game")]):
        game = load(path)
        program = game.program(game.players[0])
        known = Facts(program)
        roots = (tuple(program.procs.values()), program.rules, tuple(program.formulas.values()))
        for node in nodes_in(roots):
            if isinstance(node, ir.Stmt):
                assert known.changes(node) <= known.writes(node)
                assert_complete(node)
            known.reads(node)
            met.add(type(node))
    examples_only = {"Legal"}
    assert {one.__name__ for one in (*get_args(ir.Expr), *get_args(ir.Stmt))} - {
        one.__name__ for one in met
    } <= examples_only


@pytest.mark.parametrize("rules", LOOKS_AT_FACES)
def test_a_standing_rule_is_looked_at_after_a_flip(tmp_path: Path, rules: str) -> None:
    state = begun(
        tmp_path,
        CARDS
        + rules
        + """
flow
  set marked to first(table)
  flip first(table) face down
  set marked to last(table)
  move last(table) to table face down
  move first(table) to away
""",
    )
    assert state.over
    assert read(state, "noticed") == 2


def test_a_phase_is_stopped_by_a_flip(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        CARDS
        + """
flow
  phase covering
    stops the moment some(c in table: face_down(c))
    flip first(table) face down
    add 1 to noticed
  add 5 to noticed
""",
    )
    assert read(state, "noticed") == 5


def test_the_number_of_a_pass_is_looked_at_when_its_phase_is_left(tmp_path: Path) -> None:
    """Behind the last pass there is none, which a rule may be waiting for."""
    state = begun(
        tmp_path,
        """
game "After"
players 2..2
state begun: 0..9
state seen: 0..9
always afterwards
  when begun = 2 and seen = 0 and not day >= 1
  add 1 to seen
flow
  phase day 2 times
    add 1 to begun
  phase rest
    stops the moment seen = 1
    add 5 to seen
""",
    )
    assert read(state, "seen") == 1


def test_what_is_overlooked_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of(
        tmp_path, CARDS + LOOKS_AT_FACES[0] + "\nflow\n  flip first(table) face down\n  set noticed to 3\n"
    )
    plays_watched(program, 1)
    changes = Facts.changes
    monkeypatch.setattr(
        Facts,
        "changes",
        lambda self, stmt: (
            changes(self, stmt) - {FACES} if isinstance(stmt, ir.Flip) else changes(self, stmt)
        ),
    )
    with pytest.raises(Overlooked, match="notice"):
        plays_watched(program, 1)


@pytest.mark.parametrize("name", ["examples/classics/hearts", "games/trekking_the_world", "games/road_trip"])
def test_lines_are_found_without_going_through_formulas(name: str) -> None:
    program = load(ROOT / f"{name}.game").program(4)
    root = (*program.procs.values(), *program.rules)
    assert list(lines_in(root)) == [part for part in nodes_in(root) if isinstance(part, ir.Stmt)]
