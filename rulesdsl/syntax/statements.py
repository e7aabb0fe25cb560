"""Builders of parameters, clauses and statements, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from rulesdsl.syntax import ast
from rulesdsl.syntax.nodes import after, has, includes, node
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


def _else(parts: Parts) -> ast.Block:
    block: ast.Block = parts.nodes[0]
    return block


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
    "given_param": node(ast.GivenParam),
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
    "exact_quantity": node(ast.Quantity, word="exact", high=lambda parts: parts.nodes[0]),
    "when": node(ast.When),
    "cost": node(ast.Cost),
    "block": node(ast.Block),
    "simple_line": _simple_line,
    "move": node(ast.Move),
    "draw": node(ast.Draw, up_to=includes("up_to")),
    "do": node(ast.Do),
    "set_to": node(ast.SetTo),
    "add_to": node(ast.AddTo),
    "remove_from": node(ast.RemoveFrom),
    "face_down": node(ast.Face, down=True),
    "face_up": node(ast.Face, down=False),
    "may_do": node(ast.MayDo),
    "may_block": node(ast.MayBlock),
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
    "chance": node(ast.Chance),
    "roll_many": node(ast.Roll, number=after("ROLL"), domain=after("OF")),
    "roll": node(ast.Roll),
    "deal": node(ast.Deal),
    "shuffle": node(ast.Shuffle),
    "flip": node(ast.Flip),
    "show": node(ast.Show),
    "let_line": node(ast.Let),
    "if": _IF,
    "else": _else,
    "else_if": _IF,
    "for": node(ast.For),
    "repeat": node(ast.Repeat),
    "each_player": node(ast.EachPlayer, players=after("OF"), first=after("FROM"), order=after("IN_ORDER_OF")),
    "all_players": node(ast.AllPlayers),
    "one_player": node(ast.OnePlayer),
    "together": node(ast.Together),
    "depending": node(ast.Depending),
    "case": _case,
    "otherwise_case": _case,
    "say": node(ast.Say),
    "record": node(ast.Record),
    "end": node(ast.End),
    "nothing": node(ast.Nothing),
    "phase": node(ast.Phase),
    "call_of": node(ast.CallOf),
    "times": node(ast.Times, at_most=False),
    "at_most_times": node(ast.Times, at_most=True),
    "turn_of_each": node(ast.TurnOfEach, players=_players_of_turn, first=after("FROM")),
    "turn_of": node(ast.TurnOf),
    "until": node(ast.Until),
    "stops": node(ast.Stops),
}
