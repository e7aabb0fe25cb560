"""Effects that all see, and what they tell: how many pieces go, where to, how they lie, what is set."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.disclosure import Disclosure, done_at_once
from rulesdsl.check.whole.hidden import Hidden, Known, Taint, announced, lies_open_with, may_see
from rulesdsl.check.whole.leak_words import LeakReports
from rulesdsl.check.whole.narrowing import who
from rulesdsl.check.whole.secrets import Secrets
from rulesdsl.operations import Op
from rulesdsl.source import Span

_WHICH = "all see which pieces these are, and it depends on"


@frozen
class Effects:
    secrets: Secrets
    disclosure: Disclosure
    reports: LeakReports

    def choice(self, what: str, expr: ir.Expr | None, known: Known, span: Span | None) -> None:
        """Something that all see depends on a formula."""
        if expr is not None:
            self._seen(what, self.secrets.taint(expr, known).all, known, span)

    def turned(self, line: ir.Flip, known: Known) -> None:
        """All see which pieces are turned: those that were chosen by what they are tell of it."""
        self.choice("all see how pieces lie, and it depends on", line.down, known, line.span)
        lies_open = self.disclosure.turned_open(line, known)
        self._seen(_WHICH, self._chosen_by(line.what, known, laid_open=lies_open), known, line.span)

    def shuffled(self, line: ir.Shuffle, known: Known) -> None:
        for expr in line.zone.index:
            self.choice("all see what is shuffled, and it depends on", expr, known, line.span)

    def _seen(self, what: str, hiddens: Iterable[Hidden], known: Known, span: Span | None) -> None:
        """All see what depends on these."""
        for hidden in hiddens:
            if not self._excused(hidden, known):
                self.reports.done(what, hidden, span, span)

    def drawn(self, line: ir.Draw | ir.Deal, known: Known) -> None:
        verb = "drawn" if isinstance(line, ir.Draw) else "dealt"
        self.choice(f"all see how many are {verb}, and it depends on", line.number, known, line.span)
        where = [*line.source.index, *line.to.index]
        if isinstance(line, ir.Draw):
            self.choice("all see how pieces lie, and it depends on", line.down, known, line.span)
        else:
            where = [line.players, *line.source.index]
        for expr in where:
            self.choice("all see where pieces go, and it depends on", expr, known, line.span)

    def thrown(self, line: ir.Chance, known: Known, after: Known, rest: ir.Lines) -> None:
        """Whoever sees what chance gives sees how many that is, and knows that it was to be had."""
        many = self.secrets.all_of((line.number,), known)
        among = self.secrets.taint(line.domain, known).disclosed
        revealed = self.disclosure.revealed(done_at_once(rest), after)
        chosen = after.taints[line.var.number].held
        if chosen and all(map(revealed.has, chosen)):
            among = frozenset(hidden for hidden in among if hidden.member not in ("each", "order"))
        for viewer in self.disclosure.seen_by(line, known):
            for what, hiddens in (("how many come by chance", many), ("among what chance chooses", among)):
                for hidden in hiddens:
                    if not may_see(hidden, viewer) and not self._excused(hidden, known):
                        what_is_seen = f"see {what}, and it depends on"
                        self.reports.done(what_is_seen, hidden, line.span, line.span, viewer)

    def moved(self, line: ir.Move, known: Known) -> None:
        """Of pieces that stay hidden all see how many there are, and where they go."""
        what = "all see how many pieces go, and where, and it depends on"
        self.choice("all see how pieces lie, and it depends on", line.down, known, line.span)
        lies_open = self.disclosure.lies_open(line.to, line.down)
        disclosed = self._chosen_by(line.what, known, laid_open=lies_open)
        # Where pieces go may depend on what they are, if all see that then.
        where = self.secrets.all_of(line.to.index, known)
        revealed = self.disclosure.revealed((line,), known)
        unsaid = (zone for zone in where if not revealed.has(zone))
        self._seen(what, (*disclosed, *unsaid), known, line.span)

    def _chosen_by(self, what: ir.Expr, known: Known, *, laid_open: bool) -> frozenset[Hidden]:
        """On what it depends which pieces these are. Of those that are laid open all see what they are, but
        not what others that stay hidden had to do with it; one of many that look alike may be any of them.
        """
        taint = self.secrets.taint(what, known)
        if laid_open:
            return frozenset(
                hidden for hidden in taint.disclosed if not lies_open_with(taint.held, hidden, known)
            )
        if self._is_any(what, taint):
            return frozenset()
        # In which order pieces come says one who sees them all.
        return frozenset(
            hidden for hidden in taint.disclosed if hidden.member != "order" or not announced(hidden, known)
        )

    def _is_any(self, what: ir.Expr, taint: Taint) -> bool:
        """Whether it is one piece out of sets in which all lie alike, so that nobody can say which it is."""
        if not taint.held or isinstance(what.type, ir.SeqDomain):
            return False
        return all(
            hidden.sort == "zone" and not hidden.face and self.secrets.zones[hidden.name].shape == "set"
            for hidden in taint.held
        )

    def shown(self, line: ir.Show, known: Known) -> None:
        """Outside of a secret block all see to whom something is shown, and how much."""
        what = "it is seen which pieces these are, and it depends on"
        laid_open = known.in_secret or self._is_any(line.what, self.secrets.taint(line.what, known))
        if self.secrets.to_all(line):
            what, laid_open = _WHICH, True
        elif not known.in_secret and isinstance(line.what.type, ir.SeqDomain):
            what = "all see how many are shown, and it depends on"
        self._shown_by(self._chosen_by(line.what, known, laid_open=laid_open), what, line, known)
        if line.to is not None:
            what = "it is seen to whom this is shown, and it depends on"
            self._shown_by(self.secrets.taint(line.to, known).all, what, line, known)

    def _shown_by(self, hiddens: frozenset[Hidden], what: str, line: ir.Show, known: Known) -> None:
        """What is shown, or to whom, depends on these."""
        for hidden in hiddens:
            match line.to:
                case ir.Apply(op=Op.SEQ_OF, args=(player,)) if known.in_secret:
                    seen = may_see(hidden, who(player, known))
                case _:
                    seen = False
            if not seen and not self._excused(hidden, known):
                self.reports.done(what, hidden, line.span, line.span)

    def _excused(self, hidden: Hidden, known: Known) -> bool:
        """Whether a player who sees it has decided this or chosen the very piece, or it has been chosen in
        secret for this.
        """
        decided = {who for part, who in known.chosen if part == hidden.part} | {known.decider}
        return hidden.name in self.disclosure.resolved or any(may_see(hidden, who) for who in decided)

    def written(self, line: ir.Assign | ir.Include, known: Known) -> None:
        disclosed = self.secrets.taint(line.value, known).disclosed | self.secrets.disclosed_by_keys(
            line.index, known
        )
        for viewer in self.disclosure.seen_by(line, known) if disclosed else ():
            for hidden in disclosed:
                if not may_see(hidden, viewer) and not (
                    announced(hidden, known) or self._excused(hidden, known)
                ):
                    self.reports.done(
                        "see what is set here, and it depends on", hidden, line.span, line.span, viewer
                    )
