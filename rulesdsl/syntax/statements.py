"""Builders of parameters, clauses, statements and lines of examples, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from rulesdsl.syntax import ast
from rulesdsl.syntax.nodes import after, has, includes, node, single
from rulesdsl.syntax.parts import Builder, Parts


def _preferences(parts: Parts) -> tuple[ast.Expr, ...]:
    return tuple(preference.after("PREFER") for preference in parts.each_parts("prefer"))


def _called(parts: Parts) -> ast.Text | None:
    called = parts.parts("called")
    return called.needed_text if called else None


def _simple_line(parts: Parts) -> ast.Stmt:
    """The citation stands behind the effect, which may also be part of a longer line."""
    line: ast.Move | ast.Draw | ast.Do | ast.SetTo | ast.AddTo | ast.RemoveFrom = parts.nodes[0]
    return evolve(line, cite=parts.cite) if parts.cite else line


def _choose(parts: Parts) -> ast.Choose:
    choosing: ast.Choose = parts.nodes[0]
    return evolve(choosing, optional=parts.has("MAY"), cite=parts.cite, span=parts.span)


def _case(parts: Parts) -> ast.Case:
    *patterns, body = parts.nodes
    one_line = not isinstance(body, ast.Block)
    block = ast.Block((body,), None, span=body.span) if one_line else body
    return ast.Case(tuple(patterns), block, one_line, span=parts.span)


def _players_of_turn(parts: Parts) -> ast.Expr | None:
    """Behind the second `of` of `turn of each player of …`."""
    _each, *players = parts.each_after("OF")
    return players[0] if players else None


_IF = node(ast.If)

STATEMENTS: Mapping[str, Builder] = {
    "one_param": node(
        ast.OneParam,
        domain=after("FROM"),
        where=after("WHERE"),
        prefer=_preferences,
        called=_called,
    ),
    "amounts_param": node(ast.AmountsParam, domain=after("FROM"), where=after("WHERE")),
    "some_param": node(ast.SomeParam, needless=has("NEEDLESS")),
    "any_quantity": node(ast.Quantity, word="any"),
    "some_quantity": node(ast.Quantity, word="some"),
    "up_to_quantity": node(ast.Quantity, word="up to", low=None),
    "range_quantity": node(ast.Quantity, word="range"),
    "exact_quantity": node(ast.Quantity, word="exact", high=single),
    "simple_line": _simple_line,
    "draw": node(ast.Draw, up_to=includes("up_to")),
    "face_down": node(ast.Face, down=True),
    "face_up": node(ast.Face, down=False),
    "may_choose": _choose,
    "may": node(ast.May, repeatedly=has("REPEATEDLY"), as_one=has("AS_ONE_CHOICE")),
    "must": node(
        ast.Must,
        repeatedly=has("REPEATEDLY"),
        if_possible=has("IF_POSSIBLE"),
        as_one=has("AS_ONE_CHOICE"),
    ),
    "choosing": node(ast.Choose, optional=False),
    "choose": _choose,
    "roll_many": node(ast.Roll, number=after("ROLL"), domain=after("OF")),
    "let_line": node(ast.Let),
    "if": _IF,
    "else": single,
    "else_if": _IF,
    "each_player": node(ast.EachPlayer, players=after("OF"), first=after("FROM"), order=after("IN_ORDER_OF")),
    "case": _case,
    "otherwise_case": _case,
    "times": node(ast.Times, at_most=False),
    "at_most_times": node(ast.Times, at_most=True),
    "turn_of_each": node(ast.TurnOfEach, players=_players_of_turn, first=after("FROM")),
    "ex_given": node(ast.ExGiven, word="="),
    "ex_given_is": node(ast.ExGiven, word=lambda parts: "is in" if parts.has("IN") else "is"),
    "ex_does": node(ast.ExDo),
    "ex_play_all": node(ast.ExPlayFlow, where=""),
    "ex_play_from": node(ast.ExPlayFlow, where="from"),
    "ex_play_after": node(ast.ExPlayFlow, where="after"),
    "ex_do": node(ast.ExDo, player=None),
}
