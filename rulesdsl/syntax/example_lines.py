"""Builders of examples and their lines, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping

from rulesdsl.syntax import ast
from rulesdsl.syntax.expressions import arguments
from rulesdsl.syntax.parts import Builder, Parts


def _example(parts: Parts) -> ast.ExampleDecl:
    return ast.ExampleDecl(parts.needed_text, parts.nodes, parts.cite, span=parts.span)


def _given(parts: Parts) -> ast.ExGiven:
    target, value = parts.nodes
    word = "=" if parts.has("EQUAL") else "is in" if parts.has("IN") else "is"
    return ast.ExGiven(target, word, value, parts.cite, span=parts.span)


def _play(parts: Parts) -> ast.ExPlay:
    player, action = parts.all(ast.Name)
    return ast.ExPlay(player, action, arguments(parts), parts.cite, span=parts.span)


def _cannot(parts: Parts) -> ast.ExCannot:
    player, action = parts.all(ast.Name)
    return ast.ExCannot(player, action, arguments(parts), parts.cite, span=parts.span)


def _does(parts: Parts) -> ast.ExDo:
    player, name = parts.all(ast.Name)
    return ast.ExDo(player, name, arguments(parts), parts.cite, span=parts.span)


def _play_flow(where: str) -> Builder:
    def builder(parts: Parts) -> ast.ExPlayFlow:
        return ast.ExPlayFlow(where, parts.first(ast.Name), parts.cite, span=parts.span)

    return builder


def _do(parts: Parts) -> ast.ExDo:
    return ast.ExDo(None, parts.name, arguments(parts), parts.cite, span=parts.span)


EXAMPLES: Mapping[str, Builder] = {
    "example_decl": _example,
    "ex_players": lambda parts: ast.ExPlayers(parts.all(ast.Name), parts.cite, span=parts.span),
    "ex_option": lambda parts: ast.ExOption(parts.name, parts.after("IS"), parts.cite, span=parts.span),
    "ex_given": _given,
    "ex_given_is": _given,
    "ex_play": _play,
    "ex_cannot": _cannot,
    "ex_choose": lambda parts: ast.ExChoose(parts.name, parts.nodes[0], parts.cite, span=parts.span),
    "ex_decline": lambda parts: ast.ExDecline(parts.name, parts.cite, span=parts.span),
    "ex_does": _does,
    "ex_next": lambda parts: ast.ExNext(parts.name, parts.cite, span=parts.span),
    "ex_over": lambda parts: ast.ExOver(parts.cite, span=parts.span),
    "ex_play_all": _play_flow(""),
    "ex_play_from": _play_flow("from"),
    "ex_play_after": _play_flow("after"),
    "ex_chance": lambda parts: ast.ExChance(parts.nodes[0], parts.cite, span=parts.span),
    "ex_do": _do,
    "ex_record": lambda parts: ast.ExRecord(parts.name, parts.cite, span=parts.span),
    "ex_expect": lambda parts: ast.ExExpect(parts.nodes[0], parts.cite, span=parts.span),
}
