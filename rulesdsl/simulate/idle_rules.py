"""Which rules games exercise: those cited where something happened, and which none did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from attrs import define, field, frozen

from rulesdsl.checked_game import Game
from rulesdsl.program_walk import nodes_in
from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.ast import rules_of

_Played = ast.ActionDecl | ast.RoutineDecl | ast.FlowDecl | ast.AlwaysDecl
_Around = (
    ast.When | ast.Let | ast.Until | ast.Stops | ast.TurnOfEach | ast.TurnOf | ast.Nothing | ast.End | ast.Do
)
"""Lines of which no event tells: they were carried out if anything around them was."""
_Telling = ast.PlainLine | ast.MayDo | ast.MayBlock | ast.May | ast.Must | ast.Choose | ast.Phase
"""Lines of which events tell, but for those that are around others."""
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
                actions[decl.name.text] = cls.taken_by(decl)
        return cls(tuple(places), actions)

    @staticmethod
    def taken_by(decl: ast.ActionDecl) -> frozenset[str]:
        """What is exercised by taking this action, whatever follows."""
        taken = set(rules_of(decl.cite))
        for clause in decl.body:
            if isinstance(clause, _Around):
                taken |= set(rules_of(clause.cite))
        return frozenset(taken)

    def at(self, span: Span) -> frozenset[str]:
        """The rules that something at this place carries out."""
        key = (span.source.name, span.start, span.end)
        if key not in self._known:
            self._known[key] = frozenset(
                rule
                for place in self.places
                if place.span.source.name == key[0]
                and place.span.start <= key[1]
                and key[2] <= place.span.end
                for rule in place.rules
            )
        return self._known[key]


@frozen
class NotExercised:
    """Rule ids that are cited by what is done in play and of which no game told, as the file has them."""

    never: tuple[str, ...]
    """Those that were never carried out."""
    untold: tuple[str, ...]
    """Those of which no event could tell: all that cites them are lines that do nothing."""


def not_exercised(game: Game, exercised: AbstractSet[str]) -> NotExercised:
    cited: dict[str, bool] = {}
    for decl in _played(game):
        nodes = list(nodes_in(decl))
        taken = set(Citations.taken_by(decl)) if isinstance(decl, ast.ActionDecl) else set()
        for place in _cited(decl):
            telling = any(
                isinstance(node, ast.Stmt)
                and isinstance(node, _Telling)
                and not isinstance(node, _Around)
                and place.span.holds(node.span)
                for node in nodes
            )
            for rule in place.rules:
                cited[rule] = cited.get(rule, False) or telling or rule in taken
        for node in nodes:
            if isinstance(node, ast.Cite):
                for name in node.rules:
                    cited.setdefault(name.text, True)
    idle = {rule: telling for rule, telling in cited.items() if rule not in exercised}
    return NotExercised(
        tuple(rule for rule, telling in idle.items() if telling),
        tuple(rule for rule, telling in idle.items() if not telling),
    )


def _played(game: Game) -> Iterator[_Played]:
    for decl in game.tree.declarations:
        if isinstance(decl, _Played):
            yield decl


def _cited(decl: _Played) -> Iterator[_Cited]:
    """The citations in a declaration, each with the text that stands for it."""
    around: dict[int, Span] = {}
    for block in nodes_in(decl):
        if block is decl or isinstance(block, ast.Block | ast.Phase):
            # Blocks come before those that lie in them. In a variant their lines may be of other files.
            around.update((id(node), block.span) for node in nodes_in(block))
    for node in nodes_in(decl):
        # So many classes of lines may cite that a list of them would only be one more thing to forget.
        cite = getattr(node, "cite", None)
        if not isinstance(cite, ast.Cite):
            continue
        span: Span = around[id(node)] if isinstance(node, _Around) else getattr(node, "span", decl.span)
        yield _Cited(rules_of(cite), span)
