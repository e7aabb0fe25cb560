"""What a line is taken to change, by the names that stand in it, is all that it changes in the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.expressions.lasting_facts import FACES
from rulesdsl.check.scope import Scope
from rulesdsl.checked_game import Game
from rulesdsl.diagnostics import Report
from rulesdsl.facts import Facts
from rulesdsl.syntax import ast
from tests.properties.random_games import Writer, valid_game

SEEDS = range(12)


def too_little(game: Game) -> Iterator[str]:
    """Lines of a game that change more than is believed of them."""
    elaboration = Elaboration(game.tree, game.players[0], {}, game.files.data, Report())
    lines = elaboration.statements.lines
    elaborate, written = lines.line, []

    def line(node: ast.Stmt, scope: Scope) -> tuple[ir.Stmt, ...]:
        made = elaborate(node, scope)
        written.append((node, made))
        return made

    lines.line = line  # type: ignore[method-assign, assignment]
    program = elaboration.run()
    facts, lasting = Facts(program), elaboration.expressions.lasting_facts
    for node, made in written:
        believed = lasting.changed_by(node)
        for what, name in frozenset().union(*map(facts.writes, made)):
            if what in {"turn", "end"} or (FACES if what == "faces" else name) in believed:
                continue
            yield f"{node.span.text}: {what} {name}"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_line_changes_no_more_than_its_names_say(seed: int, tmp_path: Path) -> None:
    made = valid_game(Writer(seed).game(), tmp_path)
    assert made is None or list(too_little(made[0])) == []
