"""Leaks: what a player is shown or offered must not depend on what that player may not see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from attrs import evolve, frozen

from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.findings import Checked
from rulesdsl.check.whole.leak_words import Told
from rulesdsl.check.whole.openly import Openly
from rulesdsl.check.whole.secrets import Hidden, Known, Secrets, Taint, may_see
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
    OneParam,
    Over,
    Park,
    Phase,
    PieceDomain,
    Record,
    Repeat,
    Rule,
    Say,
    Secret,
    SeqDomain,
    Show,
    Shuffle,
    SlotPiece,
    SomeParam,
    Stmt,
    Text,
    Together,
    TurnOf,
    TurnOfEach,
    Var,
    ZonePieces,
    ZoneRef,
    ZonesPieces,
)
from rulesdsl.program_walk import times_read
from rulesdsl.source import Span

Lines = tuple[Stmt, ...]
_TOLD_TEXT = "this text, shown to whoever decides, tells of"
_TOLD_OFFER = "what is offered here depends on"
_CARRIED_ON = (Let, Say, Move, Draw, Deal, Flip, Show, Shuffle, Assign, Include, Record)
"""Lines behind others that are carried out before anybody decides anything."""


@frozen
class Guard:
    """On what it depends whether lines are carried out: `hidden`; of that, `silent` is told by nothing
    but by these lines themselves."""

    hidden: frozenset[Hidden]
    silent: frozenset[Hidden]


Guards = tuple[Guard, ...]


def information_leaks(checked: Checked, access: Access) -> Iterator[Diagnostic]:
    if checked.program.players < 2:
        return
    secrets = Secrets(checked.program, access)
    if not secrets.any:
        return
    leaks = Leaks(checked, secrets, access)
    flow = checked.program.procs.get("flow")
    if flow is not None:
        leaks.lines(flow.body, Known(), ())
    for rule in checked.program.rules:
        leaks.rule(rule)
    yield from leaks.told.found.values()


class Leaks:
    """One walk through all lines, as they are called."""

    def __init__(self, checked: Checked, secrets: Secrets, access: Access) -> None:
        self.program = checked.program
        self.secrets = secrets
        self.openly = Openly(checked.program, access, secrets)
        self.told = Told(checked)
        self.walked: dict[object, Known] = {}

    def rule(self, rule: Rule) -> None:
        # A rule may act at any time: what is shown at some time may be known by then.
        known = Known(shown=self.secrets.ever_shown)
        for var, domain in rule.vars:
            known = known.bound(var, self.secrets.taint(domain, known))
        told = self.secrets.taint(rule.condition, known).all
        self.lines(rule.body, known, self._guarded((), told, rule.body, (), known))

    # ------------------------------------------------------------ lines

    def lines(self, lines: Lines, known: Known, guards: Guards) -> Known:
        for at, line in enumerate(lines):
            known = self._line(line, known, guards, lines[at + 1 :])
        return known

    def _line(self, line: Stmt, known: Known, guards: Guards, rest: Lines) -> Known:
        secrets = self.secrets
        self._seen_by_all(line, known, guards)
        match line:
            case Let(var, value):
                name = secrets.who(value, known) if isinstance(value, (Local, Const)) else None
                taint = secrets.taint(value, known)
                if taint.told:
                    self._outlives(line, taint, rest, known)
                return known.bound(var, taint, name)
            case Move(what=what, to=to):
                self._moved(line, known)
                known = _filled(known, to)
                match what:
                    case Local(var) | Apply(op="as", args=(Local(var),)):
                        # Where it lies now decides who sees it.
                        return known.bound(var, secrets.taint(_content(to), known))
            case Draw(number=number, var=drawn, to=to, span=span):
                self._amount("all see how many are drawn, and it depends on", number, known, span)
                known = _filled(known, to)
                if drawn is not None:
                    return known.bound(drawn, secrets.taint(_content(to), known))
            case Deal(number=number, to=to, span=span):
                self._amount("all see how many are dealt, and it depends on", number, known, span)
                return _filled(known, to)
            case Chance(var=var, domain=domain):
                of = secrets.taint(domain, known)
                # Chance among what depends on something hidden tells of it.
                return known.bound(var, Taint(of.held, of.told | secrets.given(line, known)))
            case Show():
                return self._after_show(line, known)
            case If(condition, then, otherwise):
                told = secrets.taint(condition, known).all
                inside = self._guarded(guards, told, (*then, *otherwise), rest, known)
                one, other = self.lines(then, known, inside), self.lines(otherwise, known, inside)
                return evolve(known, shown=one.shown | other.shown, shown_to=one.shown_to | other.shown_to)
            case For(var, domain, body):
                taint = secrets.taint(domain, known)
                inside = self._guarded(guards, taint.told, body, rest, known)
                after = self._shown(known, self.lines(body, known.bound(var, taint), inside))
                return evolve(after, shown=after.shown | self.openly.told_of_all(line))
            case Repeat(number, _, body):
                told = secrets.taint(number, known).all
                inside = self._guarded(guards, told, body, rest, known)
                return self._shown(known, self.lines(body, known, inside))
            case EachPlayer(players, first, you, body):
                told = secrets.taint(players, known).all | secrets.all_of((first,), known)
                return self._of_players(told, you, body, known, guards, rest)
            case Secret(players=players, you=you, body=body):
                told = secrets.taint(players, known).all
                return self._of_players(told, you, body, known, guards, rest)
            case Together(body=body):
                return self._shown(known, self.lines(body, known, guards))
            case Do():
                return self._do(line, known, guards)
            case Decide():
                return self._decide(line, known, guards)
            case Phase():
                return self._phase(line, known, guards)
            case Say(text=text, to=to, span=span):
                self._say(text, to, span, known)
            case Assign() | Include():
                self._written(line, known)
                return evolve(known, shown=known.shown - {line.state})
            case Record():
                return evolve(known, shown=known.shown | self.openly.written(line))
            case Shuffle() | Flip() | End() | Park():
                pass
        return known

    def _outlives(self, line: Let, taint: Taint, rest: Lines, known: Known) -> None:
        """A name keeps what was worked out of something hidden: until somebody is asked who may not see it.
        (Where it decides who is asked, and what, is another matter.)
        """
        unseen: set[Hidden] = set()
        for later in rest:
            if unseen and times_read((later,), line.var):
                hidden = min(unseen, key=lambda one: one.name)
                self.told.outlives(line.var.name, hidden, line.span, getattr(later, "span", None))
                return
            for who in self.openly.asked((later,), known):
                unseen |= {hidden for hidden in taint.told if not may_see(hidden, who)}

    def _after_show(self, line: Show, known: Known) -> Known:
        zones = self.secrets.zones_shown(line)
        if self.secrets.to_all(line):
            if isinstance(line.what, Local):
                known = known.bound(line.what.var, Taint())
            return evolve(known, shown=known.shown | zones)
        match line.to:
            case Apply(op="seq_of", args=(player,)):
                who = self.secrets.who(player, known)
                return evolve(known, shown_to=known.shown_to | {(zone, who) for zone in zones})
            case _:
                return known

    def _shown(self, known: Known, inner: Known) -> Known:
        return evolve(known, shown=inner.shown, shown_to=inner.shown_to)

    def _do(self, line: Do, known: Known, guards: Guards) -> Known:
        proc = self.program.procs.get(line.proc)
        if proc is None:
            return known
        inner = self.openly.called(line.proc, line.you, line.args, known)
        key = line.proc, inner.key, guards
        if key not in self.walked:
            # While it is looked at it may call itself by way of a choice.
            self.walked[key] = inner
            self.walked[key] = self.lines(proc.body, inner, guards)
        return self._shown(known, self.walked[key])

    # ------------------------------------------------------------ whether lines are carried out

    def _guarded(
        self, guards: Guards, told: frozenset[Hidden], body: Lines, rest: Lines, known: Known
    ) -> Guards:
        """The guards inside a body, of which what is `told` decides whether it is carried out."""
        if not told:
            return guards
        return (*guards, Guard(told, frozenset(self._silent(told, body, rest, known))))

    def _silent(self, told: frozenset[Hidden], body: Lines, rest: Lines, known: Known) -> Iterator[Hidden]:
        """What is told neither by a player who sees it and is asked here, nor by pieces laid open."""
        asked = list(self.openly.asked(body, known))
        if known.decider is not None:
            asked.append(known.decider)
        at_once = tuple(takewhile(lambda line: isinstance(line, _CARRIED_ON), rest))
        revealed = self.openly.revealed((*body, *at_once), known)
        for hidden in told:
            if revealed.has(hidden) or hidden.name in self.openly.resolved:
                continue
            if not any(may_see(hidden, one) for one in asked):
                yield hidden

    def _seen_by_all(self, line: Stmt, known: Known, guards: Guards) -> None:
        if not guards:
            return
        for viewer in self.openly.seen_by(line, known):
            for guard in guards:
                for hidden in guard.silent:
                    # To end something is the same as `until`.
                    ended = isinstance(line, End) and _announced(hidden, known)
                    if not may_see(hidden, viewer) and not ended:
                        span = getattr(line, "span", None)
                        self.told.done("all see whether this is done, and it depends on", hidden, span, span)

    def _of_players(
        self, told: frozenset[Hidden], you: Var, body: Lines, known: Known, guards: Guards, rest: Lines
    ) -> Known:
        """Lines of several players: who they are, all see if they are asked something."""
        if any(True for _one in self.openly.asked(body, known)):
            for hidden in told:
                self.told.leak("who is asked here, and in which order, depends on", hidden, _first_span(body))
            inside = guards
        else:
            inside = self._guarded(guards, told, body, rest, known)
        self_named = evolve(known, acting=Local(you), names={**known.names, you.number: Local(you)})
        return self._shown(known, self.lines(body, self_named, inside))

    def _phase(self, line: Phase, known: Known, guards: Guards) -> Known:
        node = self.told.checked.elaboration.phase_nodes.get(line.name)
        name = line.span if node is None else node.name.span
        match line.turn:
            case TurnOfEach(players=players, first=first):
                told = self.secrets.taint(players, known).all | self.secrets.all_of((first,), known)
            case TurnOf(player):
                told = self.secrets.taint(player, known).all
            case _:
                told = frozenset()
        for hidden in told:
            self.told.leak(f"whose turn it is in `{line.name}` depends on", hidden, name)
        inside = known if line.you is None else evolve(known, acting=Local(line.you))
        for condition in (line.until, line.stops, line.times):
            if condition is None:
                continue
            for hidden in self.secrets.taint(condition, inside).all:
                if not _announced(hidden, inside):
                    what = f"everybody sees when `{line.name}` ends, and that depends on"
                    self.told.leak(what, hidden, name)
        return self._shown(known, self.lines(line.body, inside, guards))

    # ------------------------------------------------------------ what everybody can count or read

    def _amount(self, what: str, number: Expr, known: Known, span: Span | None) -> None:
        for hidden in self.secrets.taint(number, known).all:
            if not self._excused(hidden, known):
                self.told.done(what, hidden, span, span)

    def _moved(self, line: Move, known: Known) -> None:
        """Of pieces that stay hidden all see how many there are, and where they go."""
        if self.openly.lies_open(line.to, line.down):
            return
        many = self.secrets.taint(line.what, known).told if isinstance(line.what.type, SeqDomain) else ()
        for hidden in (*many, *self.secrets.all_of(line.to.index, known)):
            if not _announced(hidden, known) and not self._excused(hidden, known):
                what = "all see how many pieces go, and where, and it depends on"
                self.told.done(what, hidden, line.span, line.span)

    def _excused(self, hidden: Hidden, known: Known) -> bool:
        """Whether a player who sees it has decided this, or it has been chosen in secret for this."""
        decided = known.decider is not None and may_see(hidden, known.decider)
        return decided or hidden.name in self.openly.resolved

    def _written(self, line: Assign | Include, known: Known) -> None:
        told = self.secrets.taint(line.value, known).told | self.secrets.all_of(line.index, known)
        for viewer in self.openly.seen_by(line, known) if told else ():
            for hidden in told:
                if not may_see(hidden, viewer) and not (
                    _announced(hidden, known) or self._excused(hidden, known)
                ):
                    self.told.done(
                        "all see what is set here, and it depends on", hidden, line.span, line.span
                    )

    # ------------------------------------------------------------ decisions

    def _decide(self, line: Decide, known: Known, guards: Guards) -> Known:
        you = self.secrets.who(line.you, known)
        for guard in guards:
            for hidden in guard.hidden:
                if not may_see(hidden, you):
                    self.told.leak(
                        "whether somebody decides here depends on", hidden, line.span, decided=line.span
                    )
        if line.prompt is not None:
            self._text(_TOLD_TEXT, line.prompt, you, line.span, known)
        after = known
        # Whether somebody decides has been looked at: what follows from the decision tells no more.
        taken = tuple(evolve(guard, silent=frozenset()) for guard in guards)
        for alternative in line.alternatives:
            inner = self._alternative(alternative, known, you, line.span)
            done = self.lines(alternative.body, evolve(inner, decider=you), taken)
            if len(line.alternatives) == 1:
                after = self._shown(inner, done)
        return after

    def _alternative(self, one: Alternative, known: Known, you: Expr, span: Span | None) -> Known:
        at = one.span or span
        for check in one.checks[0]:
            self._condition("whether this is offered depends on", check.test, you, check.span or at, known)
        for number, param in enumerate(one.params):
            domain = self.secrets.taint(param.domain, known)
            self._told(_TOLD_OFFER, domain.told, you, at)
            if isinstance(param, SomeParam):
                many = self.secrets.all_of((param.low, param.high), known)
                self._told("how many may be chosen here depends on", many, you, at)
            # What has been chosen is the player's to tell; the piece itself stays as hidden as it was.
            known = known.bound(param.var, Taint(held=domain.held))
            for part in (param.parts or ()) if isinstance(param, SomeParam) else ():
                known = known.bound(part.result, self.secrets.of_part(part, domain.held, known))
            if param.where is not None:
                self._condition(_TOLD_OFFER, param.where, you, at, known)
            for wish in param.prefer if isinstance(param, OneParam) else ():
                self._condition(_TOLD_OFFER, wish, you, at, known)
            for check in one.checks[number + 1]:
                self._condition(_TOLD_OFFER, check.test, you, check.span or at, known)
            if param.prompt is not None:
                self._text(_TOLD_TEXT, param.prompt, you, at, known)
        self._text(_TOLD_TEXT, one.title, you, at, known)
        return known

    def _condition(self, what: str, test: Expr, you: Expr, span: Span | None, known: Known) -> None:
        self._told(what, self.secrets.taint(test, known).all, you, span)

    def _told(self, what: str, told: frozenset[Hidden], viewer: Expr | None, span: Span | None) -> None:
        for hidden in told:
            if not may_see(hidden, viewer):
                self.told.leak(what, hidden, span)

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


def _announced(hidden: Hidden, known: Known) -> bool:
    """Whether one player sees it, who tells the others: whoever acts, or each for himself or herself."""
    owner = hidden.owner
    return hidden.seen == "owner" and (
        isinstance(owner, (Local, Const)) or (owner is not None and owner == known.acting)
    )


def _filled(known: Known, to: ZoneRef) -> Known:
    """Pieces come into a zone that perhaps have not been shown."""
    shown_to = frozenset(one for one in known.shown_to if one[0] != to.zone)
    return evolve(known, shown=known.shown - {to.zone}, shown_to=shown_to)


def _first_span(lines: Lines) -> Span | None:
    return next((span for line in lines if (span := getattr(line, "span", None)) is not None), None)


def _content(to: ZoneRef) -> Expr:
    return ZonePieces(to, SeqDomain(PieceDomain(()), ordered=True, bound=0))
