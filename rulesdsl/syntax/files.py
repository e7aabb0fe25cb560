"""Builders of whole files: games, and variants with their changes, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping

from rulesdsl.syntax import ast
from rulesdsl.syntax.declarations import bounds, properties
from rulesdsl.syntax.parts import Builder, Part, Parts
from rulesdsl.syntax.statements import phase, times


def _start(parts: Parts) -> Part:
    return parts.nodes[0]


def _game_file(parts: Parts) -> ast.GameFile:
    headings: tuple[ast.Heading, ...] = parts.all(
        ast.TitleLine, ast.PlayersLine, ast.RulesLine, ast.OmitsLine, ast.LimitLine
    )
    return ast.GameFile(headings, parts.nodes[len(headings) :], span=parts.span)


def _variant_file(parts: Parts) -> ast.VariantFile:
    head = parts.parts("variant_line")
    assert head is not None
    title, base = head.all(ast.Text)
    return ast.VariantFile(title, base, head.cite, parts.nodes, span=parts.span)


def _replace_let(parts: Parts) -> ast.ReplaceLetChange:
    name, inside = parts.all(ast.Name)
    return ast.ReplaceLetChange(name, inside, parts.after("EQUAL"), parts.cite, span=parts.span)


def _replace_phase(parts: Parts) -> ast.ReplacePhaseChange:
    return ast.ReplacePhaseChange(phase(parts), span=parts.span)


def _remove(parts: Parts) -> ast.RemoveChange:
    both: tuple[ast.Name | ast.Text, ...] = parts.all(ast.Name, ast.Text)
    kind, name = both
    assert isinstance(kind, ast.Name)
    return ast.RemoveChange(kind, name, parts.cite, span=parts.span)


def _set(parts: Parts) -> ast.SetChange:
    target, value = parts.nodes
    return ast.SetChange(target, value, parts.cite, span=parts.span)


def _set_players(parts: Parts) -> ast.SetPlayersChange:
    least, most = bounds(parts)
    return ast.SetPlayersChange(least, most, parts.cite, span=parts.span)


def _extend(parts: Parts) -> ast.ExtendChange:
    return ast.ExtendChange(parts.name, parts.all(ast.Row), parts.cite, span=parts.span)


def _change_zone(parts: Parts) -> ast.ZoneChange:
    return ast.ZoneChange(parts.name, properties(parts), parts.cite, span=parts.span)


def _change_action(parts: Parts) -> ast.ActionChange:
    return ast.ActionChange(parts.name, parts.nodes, parts.cite, span=parts.span)


def _change_phase(parts: Parts) -> ast.PhaseChange:
    clauses: tuple[ast.PhaseClause, ...] = parts.all(ast.TurnOfEach, ast.TurnOf, ast.Until, ast.Stops)
    return ast.PhaseChange(parts.name, times(parts), clauses, parts.cite, span=parts.span)


def _near(where: str) -> Builder:
    def builder(parts: Parts) -> ast.NearChange:
        return ast.NearChange(where, parts.name, parts.nodes[0], span=parts.span)

    return builder


FILES: Mapping[str, Builder] = {
    "start": _start,
    "game_file": _game_file,
    "variant_file": _variant_file,
    "add_change": lambda parts: ast.AddChange(parts.nodes[0], span=parts.span),
    "replace_change": lambda parts: ast.ReplaceChange(parts.nodes[0], span=parts.span),
    "replace_let_change": _replace_let,
    "replace_phase_change": _replace_phase,
    "remove_change": _remove,
    "set_change": _set,
    "set_players_change": _set_players,
    "extend_change": _extend,
    "change_zone": _change_zone,
    "change_action": _change_action,
    "change_phase": _change_phase,
    "before_change": _near("before"),
    "after_change": _near("after"),
    "start_change": _near("start"),
    "end_change": _near("end"),
}
