"""Builders of whole files: games, and variants with their changes, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rulesdsl.syntax import ast
from rulesdsl.syntax.declarations import bounds, cited_properties
from rulesdsl.syntax.nodes import argument, node, single
from rulesdsl.syntax.parts import Builder, Parts


def _variant_file(parts: Parts) -> ast.VariantFile:
    head = parts.parts("variant_line")
    assert head is not None
    title, base = head.all(ast.Text)
    language = next(iter(head.all(ast.LanguageLine)), None)
    return ast.VariantFile(title, base, head.cite, parts.nodes, language, span=parts.span)


def _change_zone(parts: Parts) -> ast.ZoneChange:
    props: list[ast.Prop | ast.WithoutProp] = []
    for child in parts.children:
        match child:
            case Parts(rule="prop_line"):
                props.extend(cited_properties(child))
            case ast.WithoutProp():
                props.append(child)
    return ast.ZoneChange(parts.name, tuple(props), parts.cite, span=parts.span)


def _words(parts: Parts, rule: str) -> str:
    """The words behind `without`, one blank between them."""
    words = parts.parts(rule)
    assert words is not None
    return " ".join(words.span.text.split())


FILES: Mapping[str, Builder] = {
    "start": single,
    "variant_file": _variant_file,
    "replace_phase_change": node(ast.ReplacePhaseChange, phase=node(ast.Phase)),
    "remove_row_change": node(ast.RemoveRowChange, args=lambda parts: tuple(map(argument, parts.nodes))),
    "set_players_change": node(
        ast.SetPlayersChange, least=lambda parts: bounds(parts)[0], most=lambda parts: bounds(parts)[1]
    ),
    "change_zone": _change_zone,
    "change_action": node(ast.ActionChange),
    "change_phase": node(ast.PhaseChange),
    "without_prop": node(ast.WithoutProp, words=partial(_words, rule="prop_words")),
    "without_clause": node(ast.WithoutClause, words=partial(_words, rule="clause_words")),
    "before_change": node(ast.NearChange, where="before"),
    "after_change": node(ast.NearChange, where="after"),
    "start_change": node(ast.NearChange, where="start"),
    "end_change": node(ast.NearChange, where="end"),
}
