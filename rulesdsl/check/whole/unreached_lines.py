"""Lines and phases that the game never comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rulesdsl.check.whole.findings import finding
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.program_walk import instances_in
from rulesdsl.source import Span
from rulesdsl.syntax import ast

ON = ""
"""The way on to the next line; the other ways out of lines are the phases (or the game) that they end."""

GAME = "game"
Ways = frozenset[str]


class Reached:
    """Where lines lead, by the tree: a condition may hold or not."""

    def __init__(self, tree: ast.GameFile) -> None:
        self.tree = tree
        self.found: list[Diagnostic] = []
        self._ways: dict[tuple[str, str], Ways] = {}
        self.bodies: dict[tuple[str, str], list[Sequence[ast.Clause]]] = {}
        self.menus: dict[str, list[str]] = {}
        ended: set[str] = set()
        for decl in tree.declarations:
            match decl:
                case ast.RoutineDecl(name, too_deep=too_deep, body=body):
                    self.bodies.setdefault(("routine", name.text), []).append(body.lines)
                    if too_deep is not None:
                        self.bodies["routine", name.text].append((too_deep,))
                case ast.ActionDecl(name, menus=menus, body=clauses):
                    self.bodies.setdefault(("action", name.text), []).append(clauses)
                    for menu in menus:
                        self.menus.setdefault(menu.text, []).append(name.text)
                case ast.AlwaysDecl():
                    ended.update(end.name.text for end in instances_in(decl, ast.End))
        self.ended_by_rules: Ways = frozenset(ended)

    def check(self) -> list[Diagnostic]:
        for decl in self.tree.declarations:
            match decl:
                case ast.FlowDecl(body):
                    self.lines(body.lines)
                case ast.RoutineDecl(name):
                    self.body("routine", name.text)
                case ast.ActionDecl(name):
                    self.body("action", name.text)
        return self.found

    # ------------------------------------------------------------ where lines lead

    def lines(self, lines: Sequence[ast.Clause]) -> Ways:
        out: set[str] = set()
        for index, line in enumerate(lines):
            ways = self.line(line)
            out |= ways - {ON}
            if ON not in ways:
                # Lines right behind an `end` are found where the lines are understood.
                if index + 1 < len(lines):
                    self._unreachable(line, lines[index + 1 :])
                return frozenset(out)
        return frozenset(out | {ON})

    def line(self, line: ast.Clause) -> Ways:
        match line:
            case ast.End(name):
                return frozenset({name.text})
            case ast.If(_, then, otherwise):
                ways = self.lines(then.lines)
                match otherwise:
                    case None:
                        return ways | {ON}
                    case ast.If():
                        return ways | self.line(otherwise)
                    case ast.Block(lines):
                        return ways | self.lines(lines)
            case ast.Depending(cases=cases):
                return frozenset(way for case in cases for way in self.lines(case.body.lines))
            case ast.OnePlayer(body=body) | ast.Together(body=body):
                return self.lines(body.lines)
            case ast.For(body=body) | ast.Repeat(body=body) | ast.EachPlayer(body=body):
                return self.lines(body.lines) | {ON}
            case ast.MayBlock(body=body):
                return self.lines(body.lines) | {ON}
            case ast.AllPlayers(body=body):
                return self.lines(body.lines)
            case ast.Do(name):
                return self.body("routine", name.text)
            case ast.May(actions):
                return self._offered(actions) | {ON}
            case ast.Must(actions, _, if_possible):
                return self._offered(actions) | ({ON} if if_possible else set())
            case ast.MayDo(inner):
                return self.line(inner) | {ON}
            case ast.Phase():
                return self.phase(line)
            case ast.Cost(inner):
                return self.line(inner)
            case ast.PlainLine() | ast.Choose() | ast.When():
                return frozenset({ON})
            case _:
                assert_never(line)

    def _offered(self, calls: Sequence[ast.CallOf]) -> Ways:
        names = [name for call in calls for name in self.menus.get(call.name.text, [call.name.text])]
        return frozenset(way for name in names for way in self.body("action", name))

    def body(self, kind: str, name: str) -> Ways:
        """Where a routine or an action leads."""
        key = kind, name
        if key not in self._ways:
            self._ways[key] = frozenset({ON})
            bodies = self.bodies.get(key, [])
            self._ways[key] = frozenset(way for body in bodies for way in self.lines(body)) or frozenset({ON})
        return self._ways[key]

    def phase(self, phase: ast.Phase) -> Ways:
        name = phase.name.text
        ways = self.lines(phase.body)
        timed = phase.times is not None
        # Where it can be nobody's turn the phase ends; where it cannot, that is said by `phase_ends`.
        bounded = any(isinstance(clause, (ast.Until, ast.Stops, ast.TurnOf)) for clause in phase.clauses)
        turns = any(isinstance(clause, ast.TurnOfEach) for clause in phase.clauses)
        out = ways - {ON, name}
        ended = name in ways or name in self.ended_by_rules
        loops = turns and not (timed or bounded)
        if ended or timed or bounded or (ON in ways and not loops):
            return out | {ON}
        return out

    # ------------------------------------------------------------ what is said

    def _unreachable(self, line: ast.Clause, rest: Sequence[ast.Clause]) -> None:
        why, label = _reason(line)
        phase = next((item for after in rest for item in instances_in(after, ast.Phase)), None)
        if phase is not None:
            self.found.append(
                finding(
                    "phase-unreachable",
                    phase.name.span,
                    f"the game never comes to the phase `{phase.name.text}`",
                    "never reached",
                    because=((why, label),),
                    hint=_hint(line),
                )
            )
        elif not isinstance(line, ast.End):
            self.found.append(
                finding(
                    "unreachable-line",
                    rest[0].span,
                    "this line is never carried out",
                    "never reached",
                    because=((why, label),),
                    hint=_hint(line),
                )
            )


def _reason(line: ast.Clause) -> tuple[Span, str]:
    match line:
        case ast.Phase(name):
            return name.span, "nothing but the end of the game leads out of this phase"
        case ast.End(name):
            return line.span, "the game ends here" if name.text == GAME else f"`{name.text}` ends here"
        case _:
            return line.span, "everything ends here"


def _hint(line: ast.Clause) -> str:
    match line:
        case ast.Phase(name):
            return f"write `end {name.text}`, `until …` or `… times` if the game is to go on behind it"
        case _:
            return "take it away, or move it above what ends everything"


def lines_reached(tree: ast.GameFile) -> Iterator[Diagnostic]:
    yield from Reached(tree).check()
