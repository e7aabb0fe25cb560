"""Which rules no game has exercised."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from rulesdsl.check.tree_walk import nodes_in
from rulesdsl.pipeline import Game
from rulesdsl.syntax import ast


def idle_rules(game: Game, exercised: AbstractSet[str]) -> list[str]:
    """Rule ids that are cited by what is done in play and were never carried out, as the file has them."""
    cited: dict[str, None] = {}
    for decl in game.tree.declarations:
        if isinstance(decl, ast.ActionDecl | ast.RoutineDecl | ast.FlowDecl | ast.AlwaysDecl):
            for node in nodes_in(decl):
                if isinstance(node, ast.Cite):
                    cited.update(dict.fromkeys(name.text for name in node.rules))
    return [rule for rule in cited if rule not in exercised]
