"""Which rules games exercise: those cited where something happened, and which none did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from attrs import define, field, frozen

from rulesdsl.check.tree_walk import nodes_in, rules_of
from rulesdsl.checked_game import Game
from rulesdsl.source import Span
from rulesdsl.syntax import ast

_Played = ast.ActionDecl | ast.RoutineDecl | ast.FlowDecl | ast.AlwaysDecl
_Around = ast.When | ast.Let | ast.Until | ast.Stops | ast.TurnOfEach | ast.TurnOf | ast.Nothing | ast.End
"""Lines of which no event tells: they were carried out if anything around them was."""
_Place = tuple[str, int, int]


@frozen
class _Cited:
    """Rules, and the stretch of text in which anything that happens carries them out."""

    rules: tuple[str, ...]
    span: Span


@define
class Citations:
    """What each event says of the rules."""

    places: tuple[_Cited, ...]
    of_actions: Mapping[str, frozenset[str]]
    """What is exercised by taking an action, whatever follows."""
    _known: dict[_Place, frozenset[str]] = field(factory=dict)

    @classmethod
    def of(cls, game: Game) -> Citations:
        places: list[_Cited] = []
        actions: dict[str, frozenset[str]] = {}
        for decl in _played(game):
            places += _cited(decl)
            if isinstance(decl, ast.ActionDecl):
                taken = set(rules_of(decl.cite))
                for clause in decl.body:
                    if isinstance(clause, _Around):
                        taken |= set(rules_of(clause.cite))
                actions[decl.name.text] = frozenset(taken)
        return cls(tuple(places), actions)

    def at(self, span: Span) -> frozenset[str]:
        """The rules that something at this place carries out."""
        key = (span.source.name, span.start, span.end)
        if key not in self._known:
            self._known[key] = frozenset(
                rule
                for one in self.places
                if one.span.source.name == key[0] and one.span.start <= key[1] and key[2] <= one.span.end
                for rule in one.rules
            )
        return self._known[key]


def idle_rules(game: Game, exercised: AbstractSet[str]) -> list[str]:
    """Rule ids that are cited by what is done in play and were never carried out, as the file has them."""
    cited: dict[str, None] = {}
    for decl in _played(game):
        for node in nodes_in(decl):
            if isinstance(node, ast.Cite):
                cited.update(dict.fromkeys(name.text for name in node.rules))
    return [rule for rule in cited if rule not in exercised]


def _played(game: Game) -> Iterator[_Played]:
    for decl in game.tree.declarations:
        if isinstance(decl, _Played):
            yield decl


def _cited(decl: _Played) -> Iterator[_Cited]:
    """The citations in a declaration, each with the text that stands for it."""
    nodes = list(nodes_in(decl))
    blocks = [decl.span, *(node.span for node in nodes if isinstance(node, ast.Block | ast.Phase))]
    for node in nodes:
        # So many classes of lines may cite that a list of them would only be one more thing to forget.
        cite = getattr(node, "cite", None)
        if not isinstance(cite, ast.Cite):
            continue
        span: Span = getattr(node, "span", decl.span)
        if isinstance(node, _Around):
            outer = [one for one in blocks if one.start <= span.start and span.end <= one.end]
            span = min(outer, key=lambda one: one.end - one.start)
        yield _Cited(rules_of(cite), span)
