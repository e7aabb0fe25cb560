"""Which phases are surely going on where the lines of a routine, an action or a definition are reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import define, field

from rulesdsl.check.mentioned_names import mentions
from rulesdsl.program_walk import all_reached, asked_once, holds, instances_in
from rulesdsl.syntax import ast

Phases = frozenset[str]
NO_PHASES: Phases = frozenset()


@define(eq=False)
class PhasesAround:
    """Found by the names that lines mention, whatever these turn out to be: a name that stands for something
    else there can only mean that less is known.
    """

    _only_read: frozenset[str]
    _of_phases: dict[str, tuple[str | None, Phases]] = field(init=False, factory=dict)
    """Of each phase the declaration that it lies in, and the phases around it there."""
    _known: dict[str, Phases] = field(init=False, factory=dict)

    @classmethod
    def of_tree(cls, tree: ast.GameFile) -> PhasesAround:
        around = cls(frozenset(decl.name.text for decl in tree.all(ast.DefineDecl)))
        if holds(tree.declarations, ast.Phase):
            around._follow(_mentioned_from(tree, around._of_phases))
        return around

    def of(self, name: str) -> Phases:
        """The phases that are going on wherever what has this name is reached from the rules."""
        return self._known.get(name, NO_PHASES)

    def of_rows(self, phase: str) -> Phases:
        """The phases that are going on wherever the score rows of a phase are written down."""
        return self.of(_written_down(phase))

    def of_phase(self, name: str) -> Phases:
        """The phases around a phase."""
        declared, around = self._of_phases.get(name, (None, NO_PHASES))
        return around | (NO_PHASES if declared is None else self.of(declared))

    def _follow(self, edges: dict[str, list[tuple[str | None, Phases]]]) -> None:
        leads_to: dict[str | None, list[str]] = {}
        for name, sources in edges.items():
            for source, _ in sources:
                leads_to.setdefault(source, []).append(name)
        reached = all_reached(leads_to.get(None, ()), lambda name: leads_to.get(name, ()))
        # What nothing reads says nothing; lines that nothing carries out an example may still do.
        read_by_nobody = self._only_read - reached
        self._known = dict.fromkeys(reached, frozenset(self._of_phases))
        changed = True
        while changed:
            changed = False
            for name in reached:
                known = self._known[name].intersection(
                    *(
                        around | (NO_PHASES if source is None else self.of(source))
                        for source, around in edges[name]
                        if source not in read_by_nobody
                    )
                )
                changed = changed or known != self._known[name]
                self._known[name] = known


@asked_once
def phases_around(tree: ast.GameFile) -> PhasesAround:
    return PhasesAround.of_tree(tree)


def _written_down(phase: str) -> str:
    """The name under which the score rows are known that are written down in each pass of a phase."""
    return f"score {phase}"


def _declared_name(decl: ast.Declaration) -> str | None:
    """What others reach its lines by; None for what is read or carried out by itself."""
    match decl:
        case ast.DefineDecl() | ast.ActionDecl() | ast.RoutineDecl() | ast.MenuDecl():
            return decl.name.text
        case ast.ScoreDecl(each=each) | ast.NoteDecl(each=each) if each is not None:
            return _written_down(each.text)
        case _:
            return None


def _names(part: object) -> Iterator[str]:
    yield from mentions(part)
    for line in instances_in(part, ast.Record):
        yield _written_down(line.name.text)


def _mentioned_from(
    tree: ast.GameFile, of_phases: dict[str, tuple[str | None, Phases]]
) -> dict[str, list[tuple[str | None, Phases]]]:
    """By the name of a declaration, from which others it is reached, and in which phases of those."""
    units = {name for decl in tree.declarations if (name := _declared_name(decl)) is not None}
    edges: dict[str, list[tuple[str | None, Phases]]] = {name: [] for name in units}
    for decl in tree.declarations:
        if isinstance(decl, ast.ExampleDecl):
            continue
        source = _declared_name(decl)
        read: object = decl
        if isinstance(decl, ast.ActionDecl):
            read = (decl.params, decl.text, decl.body)
            for menu in decl.menus:
                if menu.text in units:
                    edges[decl.name.text].append((menu.text, NO_PHASES))
        everywhere = Counter(_names(read))
        around: dict[str, set[str]] = {}
        for phase in instances_in(decl, ast.Phase):
            inside = (phase.clauses, phase.body)
            for name, times in Counter(_names(inside)).items():
                if times == everywhere[name]:
                    around.setdefault(name, set()).add(phase.name.text)
            for inner in instances_in(inside, ast.Phase):
                _, outer = of_phases.get(inner.name.text, (source, NO_PHASES))
                of_phases[inner.name.text] = source, outer | {phase.name.text}
            of_phases.setdefault(phase.name.text, (source, NO_PHASES))
        for name in everywhere.keys() & units:
            if name != source:
                edges[name].append((source, frozenset(around.get(name, ()))))
    return edges
