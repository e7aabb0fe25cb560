"""Leaks: what a player is shown or offered must not depend on what that player may not see."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulesdsl.check.symbols import DefineSymbol
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.check.whole.secrets import CLEAN, Hidden, Known, Secrets, Taint, may_see
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.program import (
    Alternative,
    Apply,
    Assign,
    Chance,
    Const,
    Deal,
    Decide,
    Do,
    Draw,
    EachPlayer,
    End,
    Expr,
    Flip,
    For,
    Formula,
    If,
    IfExpr,
    Include,
    Let,
    Local,
    Move,
    Over,
    Park,
    Phase,
    PieceDomain,
    Record,
    Repeat,
    Say,
    Secret,
    SeqDomain,
    Show,
    Shuffle,
    SlotPiece,
    Stmt,
    Text,
    Together,
    ZonePieces,
    ZoneRef,
    ZonesPieces,
)
from rulesdsl.source import Span

_SEEN = {
    "owner": "which only its owner sees",
    "others": "which its owner does not see",
    "nobody": "which nobody sees",
}
_HINT = (
    "numbers of pieces are seen by all; for more, `show` the pieces first, or let it depend on what is seen"
)


@frozen
class Guard:
    """A condition under which lines are carried out, and what it depends on that is hidden."""

    hidden: frozenset[Hidden]


def information_leaks(checked: Checked, access: Access) -> Iterator[Diagnostic]:
    if checked.program.players < 2:
        return
    secrets = Secrets(checked.program, access)
    if not secrets.any:
        return
    leaks = Leaks(checked, secrets)
    flow = checked.program.procs.get("flow")
    if flow is not None:
        leaks.lines(flow.body, Known(), ())
    for rule in checked.program.rules:
        known = Known()
        for var, domain in rule.vars:
            known = known.bound(var, secrets.taint(domain, known))
        leaks.lines(rule.body, known, ())
    yield from leaks.found.values()


class Leaks:
    """One walk through all lines, as they are called."""

    def __init__(self, checked: Checked, secrets: Secrets) -> None:
        self.checked = checked
        self.program = checked.program
        self.secrets = secrets
        self.found: dict[tuple[str, Span], Diagnostic] = {}
        self.walked: set[object] = set()

    # ------------------------------------------------------------ lines

    def lines(self, lines: tuple[Stmt, ...], known: Known, guards: tuple[Guard, ...]) -> None:
        for line in lines:
            known = self._line(line, known, guards)

    def _line(self, line: Stmt, known: Known, guards: tuple[Guard, ...]) -> Known:
        secrets = self.secrets
        match line:
            case Let(var, value):
                name = secrets.who(value, known) if isinstance(value, (Local, Const)) else None
                return known.bound(var, secrets.taint(value, known), name)
            case Move(what=Local(var) | Apply(op="as", args=(Local(var),)), to=to):
                # Where it lies now decides who sees it.
                return known.bound(var, secrets.taint(_content(to), known))
            case Draw(var=var, to=to) if var is not None:
                return known.bound(var, secrets.taint(_content(to), known))
            case Chance(var=var, domain=domain):
                return known.bound(var, Taint(held=secrets.taint(domain, known).held))
            case If(condition, then, otherwise):
                told = secrets.taint(condition, known).all
                inside = (*guards, Guard(told)) if told else guards
                self.lines(then, known, inside)
                self.lines(otherwise, known, inside)
            case For(var, domain, body):
                self.lines(body, known.bound(var, secrets.taint(domain, known)), guards)
            case Repeat(body=body) | Together(body=body) | EachPlayer(body=body) | Secret(body=body):
                self.lines(body, known, guards)
            case Do():
                self._do(line, known, guards)
            case Decide():
                return self._decide(line, known, guards)
            case Phase():
                self._phase(line, known, guards)
            case Say(text=text, to=to, span=span):
                self._say(text, to, span, known)
            case (
                Move()
                | Draw()
                | Deal()
                | Shuffle()
                | Flip()
                | Show()
                | Assign()
                | Include()
                | Record()
                | End()
            ):
                pass
            case Park():
                pass
        return known

    def _do(self, line: Do, known: Known, guards: tuple[Guard, ...]) -> None:
        proc = self.program.procs.get(line.proc)
        if proc is None:
            return
        inner = Known()
        if proc.you is not None and line.you is not None:
            inner = inner.bound(proc.you, CLEAN, self.secrets.who(line.you, known))
        for param, arg in zip(proc.params, line.args, strict=False):
            name = self.secrets.who(arg, known) if isinstance(arg, (Local, Const)) else None
            inner = inner.bound(param, self.secrets.taint(arg, known), name)
        key = line.proc, tuple(inner.taints.items()), tuple(inner.names.items()), guards
        if key not in self.walked:
            self.walked.add(key)
            self.lines(proc.body, inner, guards)

    def _phase(self, line: Phase, known: Known, guards: tuple[Guard, ...]) -> None:
        for condition in (line.until, line.stops):
            if condition is None:
                continue
            for hidden in self.secrets.taint(condition, known).all:
                # What somebody sees, that player may tell: only what nobody sees can end nothing.
                if hidden.seen == "nobody":
                    self._leak(
                        f"everybody sees when `{line.name}` ends, and that depends on", hidden, line.span
                    )
        self.lines(line.body, known, guards)

    # ------------------------------------------------------------ decisions

    def _decide(self, line: Decide, known: Known, guards: tuple[Guard, ...]) -> Known:
        you = self.secrets.who(line.you, known)
        for guard in guards:
            for hidden in guard.hidden:
                if not may_see(hidden, you):
                    self._leak(
                        "whether somebody decides here depends on", hidden, line.span, decided=line.span
                    )
        if line.prompt is not None:
            self._text("this text, shown to whoever decides, tells of", line.prompt, you, line.span, known)
        after = known
        for alternative in line.alternatives:
            inner = self._alternative(alternative, known, you, line.span)
            self.lines(alternative.body, inner, guards)
            if len(line.alternatives) == 1:
                after = inner
        return after

    def _alternative(self, one: Alternative, known: Known, you: Expr, span: Span | None) -> Known:
        at = one.span or span
        for check in one.checks[0]:
            self._condition("whether this is offered depends on", check.test, you, check.span or at, known)
        for number, param in enumerate(one.params):
            domain = self.secrets.taint(param.domain, known)
            self._told("what is offered here depends on", domain.told, you, at)
            # What has been chosen is the player's to tell; the piece itself stays as hidden as it was.
            known = known.bound(param.var, Taint(held=domain.held))
            conditions = [*([] if param.where is None else [param.where]), *getattr(param, "prefer", ())]
            for condition in conditions:
                self._condition("what is offered here depends on", condition, you, at, known)
            for check in one.checks[number + 1]:
                self._condition("what is offered here depends on", check.test, you, check.span or at, known)
            if param.prompt is not None:
                self._text("this text, shown to whoever decides, tells of", param.prompt, you, at, known)
        self._text("this text, shown to whoever decides, tells of", one.title, you, at, known)
        return known

    def _condition(self, what: str, test: Expr, you: Expr, span: Span | None, known: Known) -> None:
        self._told(what, self.secrets.taint(test, known).all, you, span)

    def _told(self, what: str, told: frozenset[Hidden], viewer: Expr | None, span: Span | None) -> None:
        for hidden in told:
            if not may_see(hidden, viewer):
                self._leak(what, hidden, span)

    # ------------------------------------------------------------ texts

    def _say(self, text: Text, to: Expr | None, span: Span | None, known: Known) -> None:
        viewer: Expr | None = None
        if to is not None:
            match to:
                case Apply(op="seq_of", args=(player,)):
                    viewer = self.secrets.who(player, known)
                case _:
                    return
        self._text("this text tells of", text, viewer, span, known)

    def _text(self, what: str, text: Text, viewer: Expr | None, span: Span | None, known: Known) -> None:
        for part in text.parts:
            if isinstance(part, str):
                continue
            taint = self.secrets.taint(part, known)
            # A piece that somebody has chosen or drawn is shown to each as far as it is known to each.
            told = taint.told | (taint.held if self._from_zone(part) else frozenset())
            self._told(what, told, viewer, span)

    def _from_zone(self, expr: Expr) -> bool:
        match expr:
            case ZonePieces() | ZonesPieces() | SlotPiece():
                return True
            case Apply(op="first" | "last" | "first_n" | "last_n" | "as" | "join" | "seq_of", args=args):
                return self._from_zone(args[0])
            case Over(domain=domain, value=None):
                return self._from_zone(domain)
            case IfExpr(then=then, otherwise=otherwise):
                return self._from_zone(then) or self._from_zone(otherwise)
            case Formula(name=name) if name in self.program.formulas:
                return self._from_zone(self.program.formulas[name].body)
            case _:
                return False

    # ------------------------------------------------------------ what is said

    def _leak(self, what: str, hidden: Hidden, span: Span | None, *, decided: Span | None = None) -> None:
        symbols = self.checked.elaboration.symbols
        declared = symbols[hidden.name].span
        because: list[tuple[Span, str]] = []
        place = span
        definition = symbols.get(hidden.through.removeprefix("now ").removeprefix("score "))
        if hidden.span is not None and not hidden.through:
            place = hidden.span
        elif hidden.span is not None and isinstance(definition, DefineSymbol):
            because.append((hidden.span, f"`{definition.name}` looks at it"))
        if place is None:
            return
        if decided is not None and decided != place:
            because.append((decided, "decided here"))
        because.append(
            (declared, f"seen by {'nobody' if hidden.seen == 'nobody' else hidden.seen + ' only'}")
        )
        key = hidden.name, place
        self.found.setdefault(
            key,
            finding(
                "information-leak",
                place,
                f"{what} `{hidden.name}`, {_SEEN[hidden.seen]}",
                "may not be known",
                because=tuple(because),
                hint=_HINT,
            ),
        )


def _content(to: ZoneRef) -> Expr:
    return ZonePieces(to, SeqDomain(PieceDomain(()), ordered=True, bound=0))
