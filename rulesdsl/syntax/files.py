"""Builders of whole files: games, and variants with their changes, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping

from rulesdsl.syntax import ast
from rulesdsl.syntax.declarations import bounds, cited_properties
from rulesdsl.syntax.expressions import argument
from rulesdsl.syntax.parts import Builder, Part, Parts
from rulesdsl.syntax.statements import phase, times


def _start(parts: Parts) -> Part:
    return parts.nodes[0]


def _game_file(parts: Parts) -> ast.GameFile:
    headings: tuple[ast.Heading, ...] = parts.all(
        ast.TitleLine, ast.PlayersLine, ast.RulesLine, ast.OmitsLine, ast.LimitLine, ast.LanguageLine
    )
    return ast.GameFile(headings, parts.nodes[len(headings) :], span=parts.span)


def _variant_file(parts: Parts) -> ast.VariantFile:
    head = parts.parts("variant_line")
    assert head is not None
    title, base = head.all(ast.Text)
    language = next(iter(head.all(ast.LanguageLine)), None)
    return ast.VariantFile(title, base, head.cite, parts.nodes, language, span=parts.span)


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


def _remove_row(parts: Parts) -> ast.RemoveRowChange:
    return ast.RemoveRowChange(parts.name, tuple(map(argument, parts.nodes)), parts.cite, span=parts.span)


def _set(parts: Parts) -> ast.SetChange:
    target, value = parts.nodes
    return ast.SetChange(target, value, parts.cite, span=parts.span)


def _set_players(parts: Parts) -> ast.SetPlayersChange:
    least, most = bounds(parts)
    return ast.SetPlayersChange(least, most, parts.cite, span=parts.span)


def _extend(parts: Parts) -> ast.ExtendChange:
    return ast.ExtendChange(parts.name, parts.all(ast.Row), parts.cite, span=parts.span)


def _change_zone(parts: Parts) -> ast.ZoneChange:
    props: list[ast.Prop | ast.WithoutProp] = []
    for child in parts.children:
        match child:
            case Parts(rule="prop_line"):
                props.extend(cited_properties(child))
            case ast.WithoutProp():
                props.append(child)
            case _:
                pass
    return ast.ZoneChange(parts.name, tuple(props), parts.cite, span=parts.span)


def _words(parts: Parts, rule: str) -> str:
    """The words behind `without`, one blank between them."""
    said = parts.parts(rule)
    assert said is not None
    return " ".join(said.span.text.split())


def _without_prop(parts: Parts) -> ast.WithoutProp:
    return ast.WithoutProp(_words(parts, "prop_words"), parts.cite, span=parts.span)


def _without_clause(parts: Parts) -> ast.WithoutClause:
    return ast.WithoutClause(_words(parts, "clause_words"), parts.cite, span=parts.span)


def _change_action(parts: Parts) -> ast.ActionChange:
    return ast.ActionChange(parts.name, parts.nodes, parts.cite, span=parts.span)


def _change_phase(parts: Parts) -> ast.PhaseChange:
    clauses: tuple[ast.PhaseClause | ast.WithoutClause | ast.WithoutLine, ...] = parts.all(
        ast.TurnOfEach, ast.TurnOf, ast.Until, ast.Stops, ast.WithoutClause, ast.WithoutLine
    )
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
    "remove_row_change": _remove_row,
    "set_change": _set,
    "set_players_change": _set_players,
    "extend_change": _extend,
    "change_zone": _change_zone,
    "change_action": _change_action,
    "change_phase": _change_phase,
    "without_prop": _without_prop,
    "without_clause": _without_clause,
    "without_menu": lambda parts: ast.WithoutMenu(parts.name, parts.cite, span=parts.span),
    "without_line": lambda parts: ast.WithoutLine(parts.nodes[0], span=parts.span),
    "before_change": _near("before"),
    "after_change": _near("after"),
    "start_change": _near("start"),
    "end_change": _near("end"),
}
