"""Builders of examples and their lines, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping

from rulesdsl.syntax import ast
from rulesdsl.syntax.nodes import node
from rulesdsl.syntax.parts import Builder

EXAMPLES: Mapping[str, Builder] = {
    "example_decl": node(ast.ExampleDecl),
    "ex_players": node(ast.ExPlayers),
    "ex_option": node(ast.ExOption),
    "ex_given": node(ast.ExGiven, word="="),
    "ex_given_is": node(ast.ExGiven, word=lambda parts: "is in" if parts.has("IN") else "is"),
    "ex_play": node(ast.ExPlay),
    "ex_cannot": node(ast.ExCannot),
    "ex_choose": node(ast.ExChoose),
    "ex_decline": node(ast.ExDecline),
    "ex_does": node(ast.ExDo),
    "ex_next": node(ast.ExNext),
    "ex_over": node(ast.ExOver),
    "ex_play_all": node(ast.ExPlayFlow, where=""),
    "ex_play_from": node(ast.ExPlayFlow, where="from"),
    "ex_play_after": node(ast.ExPlayFlow, where="after"),
    "ex_chance": node(ast.ExChance),
    "ex_do": node(ast.ExDo, player=None),
    "ex_record": node(ast.ExRecord),
    "ex_expect": node(ast.ExExpect),
}
