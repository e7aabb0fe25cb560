"""Builders of parameters, clauses and statements, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from rulesdsl.syntax import ast
from rulesdsl.syntax.expressions import arguments
from rulesdsl.syntax.parts import Builder, Part, Parts

# ---------------------------------------------------------------- parameters


def params(parts: Parts) -> tuple[ast.Param, ...]:
    """The parameters in the brackets of a declaration; none without brackets."""
    brackets = parts.parts("params")
    return brackets.nodes if brackets else ()


def _given_param(parts: Parts) -> ast.GivenParam:
    return ast.GivenParam(parts.name, parts.after("COLON"), parts.after("_NORMALLY"), span=parts.span)


def _one_param(parts: Parts) -> ast.OneParam:
    domain, where = parts.after("FROM"), parts.after("WHERE")
    prefer = tuple(preference.after("PREFER") for preference in parts.each_parts("prefer"))
    called = parts.parts("called")
    words = None if called is None else called.needed_text
    return ast.OneParam(parts.name, domain, where, prefer, words, parts.text, span=parts.span)


def _some_param(parts: Parts) -> ast.SomeParam:
    return ast.SomeParam(
        name=parts.name,
        quantity=parts.nodes[0],
        domain=parts.after("OF"),
        where=parts.after("WHERE"),
        needless=parts.has("NEEDLESS"),
        text=parts.text,
        span=parts.span,
    )


def _quantity(word: str) -> Builder:
    def builder(parts: Parts) -> ast.Quantity:
        bounds = parts.nodes
        match word:
            case "any" | "some":
                low, high = None, None
            case "up to":
                low, high = None, bounds[0]
            case _:
                low, high = bounds[0], bounds[-1]
        return ast.Quantity(word, low, high, span=parts.span)

    return builder


# ---------------------------------------------------------------- effects


def _block(parts: Parts) -> ast.Block:
    return ast.Block(parts.nodes, parts.cite, span=parts.span)


def _simple_line(parts: Parts) -> ast.Stmt:
    """The citation stands behind the effect, which may also be part of a longer line."""
    line: ast.Move | ast.Draw | ast.Do | ast.SetTo | ast.AddTo | ast.RemoveFrom = parts.nodes[0]
    return evolve(line, cite=parts.cite) if parts.cite else line


def _end_of_zone(parts: Parts) -> ast.Name | None:
    end = parts.parts("at_end")
    return end.name if end else None


def _move(parts: Parts) -> ast.Move:
    what, to = parts.after("MOVE"), parts.after("TO")
    return ast.Move(what, to, _end_of_zone(parts), parts.first(ast.Face), None, span=parts.span)


def _draw(parts: Parts) -> ast.Draw:
    name = parts.parts("draw_as")
    return ast.Draw(
        number=parts.nodes[0],
        up_to=parts.parts("up_to") is not None,
        source=parts.after("FROM"),
        to=parts.after("TO"),
        name=name.name if name else None,
        face=parts.first(ast.Face),
        cite=None,
        span=parts.span,
    )


def _do(parts: Parts) -> ast.Do:
    return ast.Do(parts.name, arguments(parts), None, span=parts.span)


def _set_to(parts: Parts) -> ast.SetTo:
    return ast.SetTo(parts.after("SET"), parts.after("TO"), None, span=parts.span)


def _add_to(parts: Parts) -> ast.AddTo:
    return ast.AddTo(parts.after("ADD"), parts.after("TO"), None, span=parts.span)


def _remove_from(parts: Parts) -> ast.RemoveFrom:
    return ast.RemoveFrom(parts.after("REMOVE"), parts.after("FROM"), None, span=parts.span)


def _face_down(parts: Parts) -> ast.Face:
    return ast.Face(down=True, condition=parts.after("IF"), span=parts.span)


def _face_up(parts: Parts) -> ast.Face:
    return ast.Face(down=False, condition=None, span=parts.span)


def _when(parts: Parts) -> ast.When:
    return ast.When(parts.after("WHEN"), parts.cite, span=parts.span)


def _shuffle(parts: Parts) -> ast.Shuffle:
    return ast.Shuffle(parts.nodes[0], parts.cite, span=parts.span)


def _flip(parts: Parts) -> ast.Flip:
    what, face = parts.nodes
    return ast.Flip(what, face, parts.cite, span=parts.span)


def _show(parts: Parts) -> ast.Show:
    return ast.Show(parts.after("SHOW"), parts.after("TO"), parts.cite, span=parts.span)


def _let(parts: Parts) -> ast.Let:
    return ast.Let(parts.name, parts.after("EQUAL"), parts.cite, span=parts.span)


def _say(parts: Parts) -> ast.Say:
    return ast.Say(parts.needed_text, parts.after("TO"), parts.cite, span=parts.span)


def _deal(parts: Parts) -> ast.Deal:
    number, source, players = parts.after("DEAL"), parts.after("FROM"), parts.after("OF")
    return ast.Deal(number, source, parts.name, players, parts.cite, span=parts.span)


# ---------------------------------------------------------------- decisions and chance


def _may_do(parts: Parts) -> ast.MayDo:
    return ast.MayDo(parts.nodes[0], span=parts.span)


def _may_block(parts: Parts) -> ast.MayBlock:
    return ast.MayBlock(parts.needed_text, parts.nodes[0], span=parts.span)


def _choosing(parts: Parts) -> ast.Choose:
    return ast.Choose(parts.nodes[0], optional=False, cite=None, span=parts.span)


def _choose(parts: Parts) -> ast.Choose:
    choosing: ast.Choose = parts.nodes[0]
    return evolve(choosing, optional=parts.has("MAY"), cite=parts.cite, span=parts.span)


def _calls(parts: Parts) -> tuple[ast.CallOf, ...]:
    actions = parts.parts("actions")
    assert actions is not None
    return actions.nodes


def _may(parts: Parts) -> ast.May:
    return ast.May(
        _calls(parts), parts.has("REPEATEDLY"), parts.has("AS_ONE_CHOICE"), parts.cite, span=parts.span
    )


def _must(parts: Parts) -> ast.Must:
    return ast.Must(
        _calls(parts),
        parts.has("REPEATEDLY"),
        parts.has("IF_POSSIBLE"),
        parts.has("AS_ONE_CHOICE"),
        parts.cite,
        span=parts.span,
    )


def _call_of(parts: Parts) -> ast.CallOf:
    return ast.CallOf(parts.name, arguments(parts), span=parts.span)


def _seen_by(parts: Parts) -> ast.Name | None:
    seen = parts.parts("chance_seen")
    return seen.name if seen else None


def _chance(parts: Parts) -> ast.Chance:
    return ast.Chance(parts.nodes[0], _seen_by(parts), parts.cite, span=parts.span)


def _roll(parts: Parts) -> ast.Roll:
    return ast.Roll(parts.name, parts.after("FROM"), None, _seen_by(parts), parts.cite, span=parts.span)


def _roll_many(parts: Parts) -> ast.Roll:
    many = parts.after("ROLL")
    return ast.Roll(parts.name, parts.after("OF"), many, _seen_by(parts), parts.cite, span=parts.span)


# ---------------------------------------------------------------- blocks


def _if(parts: Parts) -> ast.If:
    condition, then, *otherwise = parts.nodes
    return ast.If(condition, then, otherwise[0] if otherwise else None, span=parts.span)


def _else(parts: Parts) -> ast.Block:
    block: ast.Block = parts.nodes[0]
    return block


def _for(parts: Parts) -> ast.For:
    binder, body = parts.nodes
    return ast.For(binder, body, span=parts.span)


def _repeat(parts: Parts) -> ast.Repeat:
    number, body = parts.nodes
    return ast.Repeat(number, parts.first(ast.Name), body, span=parts.span)


def _each_player(parts: Parts) -> ast.EachPlayer:
    return ast.EachPlayer(
        parts.after("OF"), parts.after("FROM"), parts.after("IN_ORDER_OF"), parts.nodes[-1], span=parts.span
    )


def _all_players(parts: Parts) -> ast.AllPlayers:
    return ast.AllPlayers(parts.after("OF"), parts.nodes[-1], span=parts.span)


def _one_player(parts: Parts) -> ast.OnePlayer:
    player, body = parts.nodes
    return ast.OnePlayer(player, body, span=parts.span)


def _depending(parts: Parts) -> ast.Depending:
    subject, *cases = parts.nodes
    return ast.Depending(subject, tuple(cases), parts.cite, span=parts.span)


def _case(parts: Parts) -> ast.Case:
    *patterns, body = parts.nodes
    one_line = not isinstance(body, ast.Block)
    block = ast.Block((body,), None, span=body.span) if one_line else body
    return ast.Case(tuple(patterns), block, one_line, span=parts.span)


def times(parts: Parts) -> ast.Times | None:
    """How often a phase is passed through, if it says so."""
    return parts.first(ast.Times)


def _turn_of_each(parts: Parts) -> ast.TurnOfEach:
    of = list(parts.each_after("OF"))[1:]
    return ast.TurnOfEach(of[0] if of else None, parts.after("FROM"), parts.cite, span=parts.span)


def phase(parts: Parts) -> ast.Phase:
    """A phase, in a flow or as a change."""
    lines = [node for node in parts.nodes if not isinstance(node, ast.Times)]
    return ast.Phase(
        name=parts.name,
        times=times(parts),
        clauses=tuple(node for node in lines if _is_phase_clause(node)),
        body=tuple(node for node in lines if not _is_phase_clause(node)),
        cite=parts.cite,
        span=parts.span,
    )


def _is_phase_clause(node: Part) -> bool:
    return isinstance(node, ast.TurnOfEach | ast.TurnOf | ast.Until | ast.Stops)


STATEMENTS: Mapping[str, Builder] = {
    "given_param": _given_param,
    "one_param": _one_param,
    "some_param": _some_param,
    "any_quantity": _quantity("any"),
    "some_quantity": _quantity("some"),
    "up_to_quantity": _quantity("up to"),
    "range_quantity": _quantity("range"),
    "exact_quantity": _quantity("exact"),
    "when": _when,
    "cost": lambda parts: ast.Cost(parts.nodes[0], span=parts.span),
    "block": _block,
    "simple_line": _simple_line,
    "move": _move,
    "draw": _draw,
    "do": _do,
    "set_to": _set_to,
    "add_to": _add_to,
    "remove_from": _remove_from,
    "face_down": _face_down,
    "face_up": _face_up,
    "may_do": _may_do,
    "may_block": _may_block,
    "may_choose": _choose,
    "may": _may,
    "must": _must,
    "choosing": _choosing,
    "choose": _choose,
    "chance": _chance,
    "roll_many": _roll_many,
    "roll": _roll,
    "deal": _deal,
    "shuffle": _shuffle,
    "flip": _flip,
    "show": _show,
    "let_line": _let,
    "if": _if,
    "else": _else,
    "else_if": _if,
    "for": _for,
    "repeat": _repeat,
    "each_player": _each_player,
    "all_players": _all_players,
    "one_player": _one_player,
    "together": lambda parts: ast.Together(parts.nodes[0], span=parts.span),
    "depending": _depending,
    "case": _case,
    "otherwise_case": _case,
    "say": _say,
    "record": lambda parts: ast.Record(parts.name, parts.cite, span=parts.span),
    "end": lambda parts: ast.End(parts.name, parts.cite, span=parts.span),
    "nothing": lambda parts: ast.Nothing(parts.cite, span=parts.span),
    "phase": phase,
    "call_of": _call_of,
    "times": lambda parts: ast.Times(parts.nodes[0], at_most=False, span=parts.span),
    "at_most_times": lambda parts: ast.Times(parts.nodes[0], at_most=True, span=parts.span),
    "turn_of_each": _turn_of_each,
    "turn_of": lambda parts: ast.TurnOf(parts.after("OF"), parts.cite, span=parts.span),
    "until": lambda parts: ast.Until(parts.nodes[0], parts.cite, span=parts.span),
    "stops": lambda parts: ast.Stops(parts.nodes[0], parts.cite, span=parts.span),
}
