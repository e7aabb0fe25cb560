"""Lines of which each rests on the one before are told, however many there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.start import start
from rulesdsl.engine.views.view import view
from rulesdsl.program_walk import instances_in
from rulesdsl.trace.origins import Origins, line_of
from tests.engine.texts import program_of

MANY = 1500
HEAD = 'game "Chain"\nplayers 2\nstate kept: 0..9\n'
CHAINS = {
    "a die": ("roll x0 from 1..6", "x{before}", {"x0"}),
    "a die and a table": ("roll x0 from 1..6", "min(6, x{before} + 1)", {"x0"}),
    "a number": ("let x0 = 3 + 1", "x{before}", set()),
    "a state": ("let x0 = kept", "min(9, x{before} + 1)", set()),
    "both": ("roll x0 from 1..6", "min(6, x{before} + x0)", {"x0"}),
}


@pytest.mark.parametrize("name", CHAINS)
def test_what_a_long_chain_of_names_rests_on(tmp_path: Path, name: str) -> None:
    first, further, rests_on = CHAINS[name]
    lets = (f"let x{at} = {further.format(before=at - 1)}" for at in range(1, MANY))
    lines = "".join(f"  {line}\n" for line in (first, *lets, f"set kept to x{MANY - 1}"))
    program = program_of(tmp_path, f"{HEAD}flow\n{lines}")
    written = next(instances_in(program.procs, ir.Assign))
    assert Origins.of(program).made_of.get(line_of(written), frozenset()) == rests_on


def test_a_long_chain_of_names_for_a_piece_is_checked_and_played(tmp_path: Path) -> None:
    lets = "".join(f"  let x{number} = x{number - 1}\n" for number in range(1, MANY))
    program = program_of(
        tmp_path,
        'game "Chain"\nplayers 2\npieces Card for each n in 1..3\n'
        "zone deck: pile of Card, starts with Card, seen by nobody\nzone out: set of Card\n"
        f"flow\n  let x0 = first(deck)\n{lets}  move x{MANY - 1} to out\n",
    )
    assert [zone.count for zone in view(start(program, seed=1), 0).zones] == [2, 1]
