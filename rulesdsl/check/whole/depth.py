"""Definitions, routines and costs that are built on each other so often that nobody could follow them."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl import program as ir
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.program_walk import nodes_below
from rulesdsl.syntax import ast

MOST_LEVELS = 200
"""Walks through a program take a few calls for each level, and Python allows a thousand."""


def too_deep(checked: Checked) -> Iterator[Diagnostic]:
    """The first declaration of which constructs, with those of everything that it calls, lie too deep."""
    levels = _Levels({**checked.program.formulas, **checked.program.procs})
    for declaration in checked.world.tree.declarations:
        if not isinstance(declaration, ast.DefineDecl | ast.ScoreDecl | ast.NoteDecl | ast.RoutineDecl):
            continue
        name = declaration.name
        if any(levels.of(called) > MOST_LEVELS for called in (name.text, f"score {name.text}")):
            yield finding(
                "too-deep",
                name.span,
                f"`{name.text}` is built on others more than {MOST_LEVELS} levels deep",
                "with all that it asks for",
                hint="let some of them stand on a state instead, or put several into one",
            )
            return
    deep = [name for name in levels.parts if levels.of(name) > MOST_LEVELS]
    if deep:
        spans = (levels.parts[name].span for name in deep)
        yield finding(
            "too-deep",
            next(filter(None, spans), checked.world.tree.headings[0].span),
            f"lines of this game lie more than {MOST_LEVELS} levels deep inside each other",
            hint="take long costs, conditions and routines apart",
        )


class _Levels:
    def __init__(self, parts: dict[str, ir.FormulaDef | ir.Proc]) -> None:
        self.parts = parts
        self._known: dict[str, int] = {}
        self._called: dict[str, dict[str, int]] = {}

    def of(self, name: str) -> int:
        """Without recursion: it is what looks whether others may use it."""
        todo = [name] if name in self.parts else []
        entered: set[str] = set()
        while todo:
            word = todo[-1]
            if word in self._known:
                todo.pop()
                continue
            calls = self._calls(word)
            behind = [each for each in calls if each and each not in self._known and each not in entered]
            entered.add(word)
            if behind:
                todo.extend(behind)
                continue
            self._known[word] = max(level + self._known.get(called, 0) for called, level in calls.items())
            todo.pop()
        return self._known.get(name, 0)

    def _calls(self, name: str) -> dict[str, int]:
        """What is called, and how deep; the innermost part, too, under no name."""
        if name not in self._called:
            calls: dict[str, int] = {}
            deepest = 1
            todo: list[tuple[int, object]] = [(1, self.parts[name])]
            while todo:
                level, node = todo.pop()
                kind = type(node)
                if kind is tuple:
                    todo += [(level, item) for item in node]  # type: ignore[attr-defined]
                    continue
                called = node.name if kind is ir.Formula else node.proc if kind is ir.Do else ""  # type: ignore[attr-defined]
                if called in self.parts:
                    calls[called] = max(calls.get(called, 0), level)
                level += 1
                todo += [(level, item) for item in nodes_below(node)]
                # What it says in words and numbers lies in it, too.
                deepest = max(deepest, level)
            self._called[name] = {**calls, "": deepest}
        return self._called[name]
