"""What is offered and said: that it tells whoever decides, or listens, of nothing hidden."""

from __future__ import annotations

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.hidden import Hidden, Known, Taint, held_by, may_see
from rulesdsl.check.whole.leak_words import LeakReports
from rulesdsl.check.whole.narrowing import as_one_of, narrowed
from rulesdsl.check.whole.secrets import Secrets
from rulesdsl.facts import members_of
from rulesdsl.source import Span

_TEXT = "this text, shown to whoever decides, tells of"
_OFFER = "what is offered here depends on"


@frozen
class Offers:
    secrets: Secrets
    reports: LeakReports

    def question(self, line: ir.Decide, you: ir.Expr, known: Known) -> None:
        if line.prompt is not None:
            self._text(_TEXT, line.prompt, you, line.span, known)

    def alternative(
        self, alternative: ir.Alternative, known: Known, you: ir.Expr, span: Span | None
    ) -> Known:
        """What is known where it is done."""
        place = alternative.span or span
        for check in alternative.checks[0]:
            self._condition("whether this is offered depends on", check.test, you, check.span or place, known)
            known = narrowed(check.test, known)
        for number, param in enumerate(alternative.params):
            known = self._param(param, known, you, place)
            for check in alternative.checks[number + 1]:
                self._condition(_OFFER, check.test, you, check.span or place, known)
                known = narrowed(check.test, known)
            for text in (param.prompt, param.called if isinstance(param, ir.OneParam) else None):
                if text is not None:
                    self._text(_TEXT, text, you, place, known)
        self._text(_TEXT, alternative.title, you, place, known)
        return known

    def _param(self, param: ir.Param, known: Known, you: ir.Expr, span: Span | None) -> Known:
        domain = self.secrets.taint(param.domain, known)
        self._tell(_OFFER, domain.disclosed, you, span)
        if isinstance(param, ir.SomeParam):
            many = self.secrets.all_of((param.low, param.high), known)
            self._tell("how many may be chosen here depends on", many, you, span)
        # What has been chosen is the player's to tell; the piece itself stays as hidden as it was.
        held = held_by(param.var, domain.held)
        known = as_one_of(param.var, param.domain, known.bound(param.var, Taint(held)))
        for part in (param.parts or ()) if isinstance(param, ir.SomeParam) else ():
            known = known.bound(part.result, self.secrets.of_part(part, held, known))
        if param.where is not None:
            self._condition(_OFFER, param.where, you, span, known)
            known = narrowed(param.where, known)
        for wish in param.prefer if isinstance(param, ir.OneParam) else ():
            self._condition(_OFFER, wish, you, span, known)
        return known

    def say(self, line: ir.Say, known: Known) -> None:
        """What is said, and that it is said to those."""
        whom = frozenset() if line.to is None else self.secrets.taint(line.to, known).all
        for viewer in self.secrets.listeners(line.to, known):
            self._text("this text tells of", line.text, viewer, line.span, known)
            self._tell("who is told this depends on", whom, viewer, line.span)

    def _condition(self, what: str, test: ir.Expr, you: ir.Expr, span: Span | None, known: Known) -> None:
        self._tell(what, self.secrets.taint(test, known).all, you, span)

    def _tell(
        self, what: str, disclosed: frozenset[Hidden], viewer: ir.Expr | None, span: Span | None
    ) -> None:
        for hidden in disclosed:
            if not may_see(hidden, viewer):
                self.reports.leak(what, hidden, span)

    # ------------------------------------------------------------ texts

    def _text(
        self, what: str, text: ir.Text, viewer: ir.Expr | None, span: Span | None, known: Known
    ) -> None:
        for part in text.parts:
            if isinstance(part, str):
                continue
            taint = self.secrets.taint(part, known)
            # A piece that somebody has chosen or drawn is shown to each as far as it is known to each.
            disclosed = taint.disclosed | (taint.held if self._from_zone(part) else frozenset())
            self._tell(what, disclosed, viewer, span)

    def _from_zone(self, expr: ir.Expr) -> bool:
        match expr:
            case ir.PiecesThere():
                return True
            case ir.Formula(name=name) if name in self.secrets.program.formulas:
                return self._from_zone(self.secrets.program.formulas[name].body)
            case _:
                return any(map(self._from_zone, members_of(expr)))
