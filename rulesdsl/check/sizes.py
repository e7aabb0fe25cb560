"""How many there may be of what takes the more work the more of it there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesdsl.check.whole.findings import finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.program_walk import instances_in, nodes_in
from rulesdsl.syntax import ast

MOST_OPTIONS = 50
"""The checker looks at the game with each of them set otherwise."""
MOST_PHASES = 250
"""Each is written as a place at which a game can go on."""
MOST_QUESTIONS = 750
"""Lines at which somebody is asked: each is a place at which a game can go on, with options to be listed."""
MOST_DEFINITIONS = 750
"""Each is written as a function, or into those that use it."""
MOST_STANDING_RULES = 500
"""Each may have to be looked at after every line, and may set off every other."""
MOST_COSTS = 20
"""Of one action: whether the last can be paid depends on all before it."""
MOST_PARTS = 50_000
"""Of all rules, for each number of players: all is checked at each."""

_RULES = (
    ast.DefineDecl,
    ast.ScoreDecl,
    ast.NoteDecl,
    ast.ZoneDecl,
    ast.StateDecl,
    ast.ActionDecl,
    ast.RoutineDecl,
    ast.AlwaysDecl,
    ast.FlowDecl,
)


def too_many(tree: ast.GameFile, counts: Sequence[int]) -> Iterator[Diagnostic]:
    declarations = tree.declarations
    parts = sum(1 for item in declarations if isinstance(item, _RULES) for _part in nodes_in(item))
    if parts * len(counts) > MOST_PARTS:
        yield finding(
            "file-too-large",
            tree.headings[0].span,
            f"the rules of this game have {parts:,} parts, which are looked at for each of"
            f" {len(counts)} numbers of players; at most {MOST_PARTS:,} can be looked at in all",
            hint="what repeats itself is written once, as a `define`, a `routine` or a `for`; long tables are"
            " data",
        )
    options = [declaration for declaration in declarations if isinstance(declaration, ast.OptionDecl)]
    yield from _beyond(options, MOST_OPTIONS, "options", "an option that nobody sets is a `define`")
    phases = list(instances_in(declarations, ast.Phase))
    yield from _beyond(phases, MOST_PHASES, "phases", "a phase can be repeated: `phase day 5 times`")
    questions = list(instances_in(declarations, ast.MayDo, ast.MayBlock, ast.May, ast.Must, ast.Choose))
    hint = "what is asked again and again is in a `phase`, a `repeat` or a `routine`"
    yield from _beyond(questions, MOST_QUESTIONS, "lines at which somebody is asked", hint)
    definitions = [item for item in declarations if isinstance(item, ast.DefineDecl)]
    hint = "definitions that differ in a number or a thing are one: `define price(ware: Ware) = …`"
    yield from _beyond(definitions, MOST_DEFINITIONS, "definitions", hint)
    rules = list(instances_in(declarations, ast.AlwaysDecl, ast.KeptProp))
    hint = "rules that differ in a number or a piece are one: `always refill(p in players)`"
    yield from _beyond(rules, MOST_STANDING_RULES, "standing rules", hint)
    for action in declarations:
        if isinstance(action, ast.ActionDecl):
            costs = [line for line in action.body if isinstance(line, ast.Cost)]
            hint = "costs of one sort can be paid at once: `cost remove 5 from your coins`"
            yield from _beyond(costs, MOST_COSTS, "cost lines in one action", hint)


def _beyond(nodes: Sequence[ast.Node], most: int, what: str, hint: str) -> Iterator[Diagnostic]:
    if len(nodes) > most:
        yield finding(
            "too-many-values",
            nodes[most].span,
            f"there are {len(nodes):,} {what}; at most {most:,} can be looked at",
            "the first too many",
            hint=hint,
        )
