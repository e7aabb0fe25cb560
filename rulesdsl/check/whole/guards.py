"""Lines that are carried out, or not, because of something hidden: who sees it, and who may not know why."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.disclosure import Disclosure, done_at_once
from rulesdsl.check.whole.hidden import Hidden, Known, announced, may_see
from rulesdsl.check.whole.leak_words import LeakReports


@frozen
class Guard:
    """On what it depends whether lines are carried out: `hidden`; of that, `silent` is told by nothing
    but by these lines themselves."""

    hidden: frozenset[Hidden]
    silent: frozenset[Hidden]


Guards = tuple[Guard, ...]


def taken(guards: Guards) -> Guards:
    """The guards behind a decision: that somebody decides has been looked at, what follows tells no more."""
    return tuple(evolve(guard, silent=frozenset()) for guard in guards)


@frozen
class Guarding:
    disclosure: Disclosure
    reports: LeakReports

    def inside(
        self,
        guards: Guards,
        disclosed: frozenset[Hidden],
        body: ir.Lines,
        rest: ir.Lines,
        known: Known,
        condition: ir.Expr | None = None,
    ) -> Guards:
        """The guards inside a body, of which what is `disclosed`, by this condition if it is one, decides
        whether it is carried out.
        """
        if not disclosed:
            return guards
        return (*guards, Guard(disclosed, frozenset(self._silent(disclosed, body, rest, known, condition))))

    def _silent(
        self,
        disclosed: frozenset[Hidden],
        body: ir.Lines,
        rest: ir.Lines,
        known: Known,
        condition: ir.Expr | None,
    ) -> Iterator[Hidden]:
        """What is told neither by a player who sees it and is asked here, nor by pieces laid open."""
        asked = list(self.disclosure.asked(body, known))
        if known.decider is not None:
            asked.append(known.decider)
        revealed = self.disclosure.revealed((*body, *done_at_once(rest)), known)
        if condition is not None and revealed.choices:
            # Whether there is anything to be laid open is no more than what lies open then.
            seen = evolve(known, open_choices=revealed.choices)
            disclosed &= self.disclosure.secrets.taint(condition, seen).all
        for hidden in disclosed:
            if revealed.has(hidden) or hidden.name in self.disclosure.resolved:
                continue
            if not any(may_see(hidden, expr) for expr in asked):
                yield hidden

    def carried_out(self, line: ir.Stmt, known: Known, guards: Guards) -> None:
        """Something that somebody sees is done, or not."""
        if not any(guard.silent for guard in guards):
            return
        for viewer in self.disclosure.seen_by(line, known):
            for guard in guards:
                for hidden in guard.silent:
                    # To end something is the same as `until`.
                    ended = isinstance(line, ir.End) and announced(hidden, known)
                    if not may_see(hidden, viewer) and not ended:
                        span = getattr(line, "span", None)
                        self.reports.done(
                            "see whether this is done, and it depends on", hidden, span, span, viewer
                        )
