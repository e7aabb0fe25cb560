"""Routines that come back to themselves, as deep as they say: each level becomes a routine of its own."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, get_args

import attrs

from rulesdsl import program as ir
from rulesdsl.check.decisions.module import DecisionModule
from rulesdsl.program_walk import all_reached, calls_of, lines_in
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast

DEEPEST = 20
MOST_LEVELS = 300
"""So many routines and actions may stand for those that are carried out within themselves."""

Levels = tuple[tuple[str, int], ...]
"""How deep each of the routines that say it is being carried out."""

_LEFT_AS_THEY_ARE = (Span, Source, str, int, Enum, type(None), *get_args(ir.Domain))


class RepeatedCalls(DecisionModule):
    def write_out(self) -> None:
        """Every level of them, so that no routine is carried out within itself."""
        limits = self._limits()
        procs = self.output.procs
        calls = {name: set(calls_of(proc.body)) for name, proc in procs.items()}
        goes_on = self._goes_on_instead(limits, calls)
        if self._circles(limits) or goes_on:
            return
        leads_to = {name: _reached(name, calls) for name in procs}
        around = {
            name: frozenset(other for other in led if name in leads_to.get(other, ()))
            for name, led in leads_to.items()
        }
        for name, decl in limits.items():
            if name not in leads_to.get(name, ()):
                self._goes_nowhere(name, decl[1])
        for circle in dict.fromkeys(around.values()):
            own = {name: limit for name, (limit, _) in limits.items() if name in circle}
            if own and not self._has_phases(circle):
                _Circle(self, circle, own).write_out()

    def _limits(self) -> dict[str, tuple[int, ast.Expr]]:
        """The procs that say how deep they go."""
        limits: dict[str, tuple[int, ast.Expr]] = {}
        for name, decls in self.world.routines.items():
            for decl in decls:
                if decl.deep is None:
                    continue
                limit = self.declarations.types.whole(decl.deep)
                if limit is None:
                    limits.setdefault(f"routine {name}", (1, decl.deep))
                    continue
                if not 1 <= limit <= DEEPEST:
                    self.reporter.error(
                        "out-of-range",
                        decl.deep.span,
                        f"a routine is carried out within itself at most {DEEPEST} deep, and at least 1",
                        f"this is {limit}",
                    )
                    limits.setdefault(f"routine {name}", (1, decl.deep))
                    continue
                before = limits.setdefault(f"routine {name}", (limit, decl.deep))
                if before[0] != limit:
                    self.reporter.error(
                        "duplicate-name",
                        decl.deep.span,
                        f"how deep `{name}` goes is said twice, and differs",
                        because=((before[1].span, "here, too"),),
                        hint="say it once: it holds for all routines of this name",
                    )
        return limits

    def _circles(self, limits: Mapping[str, object]) -> bool:
        """Whether something leads back to itself without end, which is reported."""
        calls = {
            name: {other for other in calls_of(proc.body) if other not in limits}
            for name, proc in self.output.procs.items()
        }
        seen: set[str] = set()
        circles = False
        for name, proc in self.output.procs.items():
            led = _reached(name, calls)
            if name not in led or name in seen:
                continue
            seen |= led
            circles = True
            self.reporter.error(
                "circular-definition",
                self._name_of(name) or proc.span or self.world.tree.span,
                f"`{name.split(' ', 1)[1]}` leads back to itself",
                "a circle",
                hint="say how deep it may go: `routine NAME, at most 3 deep`; what is deeper is not done, or"
                " what stands behind `, otherwise …`",
            )
        return circles

    def _goes_on_instead(self, limits: Mapping[str, object], calls: Mapping[str, set[str]]) -> bool:
        """Whether what is done where it would be too deep goes on with it, which is reported."""
        wrong = False
        for name in limits:
            routine = name.split(" ")[1]
            if name not in _reached(f"{name} otherwise", calls):
                continue
            wrong = True
            for decl in self.world.routines[routine]:
                if decl.too_deep is not None:
                    self.reporter.error(
                        "circular-definition",
                        decl.too_deep.span,
                        f"what is done where `{routine}` goes too deep leads back to it",
                        "a circle",
                        hint="do something else there",
                    )
        return wrong

    def _name_of(self, proc: str) -> Span | None:
        """Where the action or routine of a proc has its name."""
        sort, name = proc.split(" ")[:2] if " " in proc else (proc, "")
        if sort == "action":
            return self.world.actions[name].name.span
        return self.world.routines[name][0].name.span if sort == "routine" else None

    def _goes_nowhere(self, name: str, deep: ast.Expr) -> None:
        self.reporter.error(
            "idle-line",
            deep.span,
            f"`{name.split(' ')[1]}` never leads back to itself",
            "says nothing",
            hint="leave out how deep it goes",
        )

    def _has_phases(self, circle: frozenset[str]) -> bool:
        for name in sorted(circle):
            for part in lines_in(self.output.procs[name].body):
                if isinstance(part, ir.Phase):
                    span = part.span or self.output.procs[name].span or self.world.tree.span
                    self.reporter.error(
                        "circular-definition",
                        span,
                        f"the phase `{part.name}` could begin again while it goes on",
                        "stands in what leads back to itself",
                        hint="`repeat … times` and `for` can stand there",
                    )
                    return True
        return False


def _reached(start: str, calls: Mapping[str, set[str]]) -> frozenset[str]:
    """All that is called from there, directly or by others."""
    return frozenset(all_reached(calls.get(start, ()), lambda name: calls.get(name, ())))


class _Circle:
    """Routines and actions that lead to each other, written out level by level."""

    def __init__(self, calls: RepeatedCalls, circle: frozenset[str], limits: Mapping[str, int]) -> None:
        self.reporter = calls.reporter
        self.output = calls.output
        self.circle = circle
        self.limits = limits
        self.todo: list[tuple[str, Levels]] = []
        self.known: dict[tuple[str, Levels], str] = {}

    def write_out(self) -> None:
        given = {name: self.output.procs[name] for name in self.output.procs if name in self.circle}
        for name in given:
            self.called(name, ())
        for name, levels in self.todo:
            if len(self.known) > MOST_LEVELS:
                first = next(iter(self.limits))
                span = given[first].span
                assert span is not None
                self.reporter.error(
                    "too-much-work",
                    span,
                    f"`{first.split(' ')[1]}` leads back to itself in more than {MOST_LEVELS} ways",
                    "too many levels",
                    hint="say less deep",
                )
                return
            called = self.known[name, levels]
            self.output.procs[called] = self._written(given[name], called, levels)

    def called(self, name: str, levels: Levels) -> str | None:
        """What a call leads to from these levels; None where it would be too deep, and nothing is done."""
        if name not in self.circle:
            return name
        first = (name, ((name, 1),) if name in self.limits else ())
        if name in self.limits:
            deep = dict(levels).get(name, 0) + 1
            if deep > self.limits[name]:
                instead = f"{name} otherwise"
                return instead if instead in self.output.procs else None
            levels = tuple(sorted({**dict(levels), name: deep}.items()))
        key = name, levels
        if key not in self.known:
            depths = " and ".join(str(deep) for _, deep in levels)
            self.known[key] = name if key == first else f"{name}, {depths} deep"
            self.todo.append(key)
        return self.known[key]

    def _written(self, proc: ir.Proc, name: str, levels: Levels) -> ir.Proc:
        copy = _Copy(self, levels, fresh=name != proc.name)
        return attrs.evolve(
            proc,
            name=name,
            you=copy.of(proc.you),
            params=copy.of(proc.params),
            body=copy.of(proc.body),
        )


class _Copy:
    """Lines as they are on some level: with variables and decisions of their own, if they are `fresh`."""

    def __init__(self, circle: _Circle, levels: Levels, *, fresh: bool) -> None:
        self.circle = circle
        self.levels = levels
        self.fresh = fresh
        self.vars: dict[int, ir.Var] = {}

    def of(self, node: Any) -> Any:  # noqa: ANN401 -- what it is given of a program, it gives back
        if isinstance(node, tuple):
            if node and isinstance(node[0], int):
                return node
            return tuple(self.of(part) for part in node if not self._is_too_deep(part))
        if isinstance(node, ir.Var):
            return self._var(node)
        if isinstance(node, _LEFT_AS_THEY_ARE):
            return node
        changed = {
            field.name: self.of(getattr(node, field.name))
            for field in attrs.fields(type(node))
            if field.init and field.name != "span"
        }
        if isinstance(node, ir.Do):
            changed["proc"] = self.circle.called(node.proc, self.levels)
        elif self.fresh and "point" in changed:
            changed["point"] = self.circle.output.new_point()
        return attrs.evolve(node, **changed)

    def _is_too_deep(self, part: object) -> bool:
        return isinstance(part, ir.Do) and self.circle.called(part.proc, self.levels) is None

    def _var(self, var: ir.Var) -> ir.Var:
        if not self.fresh:
            return var
        if var.number not in self.vars:
            output = self.circle.output
            made = self.vars[var.number] = output.vars.new(var.name, var.type)
            for marked in (output.never_empty_vars, output.sorted_vars):
                if var in marked:
                    marked.add(made)
        return self.vars[var.number]
