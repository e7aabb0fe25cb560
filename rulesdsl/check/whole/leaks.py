"""Leaks: what a player is shown or offered must not depend on what that player may not see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.disclosure import Disclosure
from rulesdsl.check.whole.effects import Effects
from rulesdsl.check.whole.findings import Checked
from rulesdsl.check.whole.guards import Guarding, Guards, taken
from rulesdsl.check.whole.hidden import (
    Hidden,
    Known,
    Shown,
    Taint,
    announced,
    held_by,
    lies_open_with,
    may_see,
)
from rulesdsl.check.whole.late_reads import LateReads
from rulesdsl.check.whole.leak_words import LeakReports
from rulesdsl.check.whole.narrowing import as_one_of, narrowed, who
from rulesdsl.check.whole.offers import Offers
from rulesdsl.check.whole.orders import Orders
from rulesdsl.check.whole.secrets import Secrets
from rulesdsl.check.whole.showing import Showing, joined
from rulesdsl.check.whole.visibility import lies_up
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.operations import Op
from rulesdsl.source import Span


def information_leaks(checked: Checked, access: Access) -> Iterator[Diagnostic]:
    leaks = _walked(checked, access)
    if leaks is not None:
        yield from leaks.reports.found.values()


def set_unseen(checked: Checked, access: Access) -> frozenset[str]:
    """The states that can be set of a piece that somebody does not know."""
    leaks = _walked(checked, access)
    return frozenset() if leaks is None else frozenset(leaks.set_unseen)


def _walked(checked: Checked, access: Access) -> Leaks | None:
    """None where nothing is hidden from anybody."""
    if checked.program.players < 2:
        return None
    secrets = Secrets(checked.program, access)
    if not secrets.any:
        return None
    leaks = Leaks(checked, secrets, access)
    leaks.zones()
    flow = checked.program.procs.get("flow")
    if flow is not None:
        leaks.lines(flow.body, Known(), ())
    for rule in checked.program.rules:
        leaks.rule(rule)
    return leaks


class Leaks:
    """One walk through all lines, as they are called."""

    def __init__(self, checked: Checked, secrets: Secrets, access: Access) -> None:
        self.program = checked.program
        self.secrets = secrets
        self.access = access
        self.disclosure = Disclosure(checked.program, access, secrets)
        self.showing = Showing(secrets, access)
        self.reports = LeakReports(checked)
        self.guarding = Guarding(self.disclosure, self.reports)
        self.offers = Offers(secrets, self.reports)
        self.effects = Effects(secrets, self.disclosure, self.reports)
        self.orders = Orders(self.disclosure, self.reports)
        self.walked: dict[object, Known] = {}
        self.set_unseen: set[str] = set()

    # ------------------------------------------------------------ what zones and rules do by themselves

    def zones(self) -> None:
        for zone in self.program.zones:
            if zone.renewed_when is not None:
                for hidden in self.secrets.taint(zone.renewed_when, Known()).all:
                    what = "all see when this zone is renewed, and it depends on"
                    self.reports.done(what, hidden, zone.span, zone.span)
            for viewer in (zone.seen, zone.top_seen, zone.down_seen):
                if viewer is not None:
                    self._who_sees(viewer, zone.span)
        for state in self.program.states:
            self._who_sees(state.seen, state.span)

    def _who_sees(self, viewer: ir.Viewer, span: Span | None) -> None:
        """Those who see something know by it that they are among these."""
        players = viewer.players
        if isinstance(players, ir.Formula) and players.name in self.program.formulas:
            players = self.program.formulas[players.name].body
        for hidden in frozenset() if players is None else self.secrets.taint(players, Known()).all:
            own = isinstance(players, ir.Over) and hidden.owner == ir.Local(players.var)
            if not (own and hidden.seen == "owner"):
                self.reports.leak("who sees this depends on", hidden, span)

    def rule(self, rule: ir.Rule) -> None:
        known = Known()
        for var, domain in rule.vars:
            known = as_one_of(var, domain, known.bound(var, self.secrets.taint(domain, known)))
        disclosed = self.secrets.taint(rule.condition, known).all
        known = narrowed(rule.condition, known)
        self.lines(
            rule.body, known, self.guarding.inside((), disclosed, rule.body, (), known, rule.condition)
        )

    # ------------------------------------------------------------ lines

    def lines(self, lines: ir.Lines, known: Known, guards: Guards) -> Known:
        for index, line in enumerate(lines):
            known = self._line(line, known, guards, lines[index + 1 :])
        return known

    def _line(self, line: ir.Stmt, known: Known, guards: Guards, rest: ir.Lines) -> Known:
        secrets = self.secrets
        self.guarding.carried_out(line, known, guards)
        match line:
            case ir.Let(var, value):
                name = who(value, known) if isinstance(value, (ir.Local, ir.Const)) else None
                taint = secrets.taint(value, known)
                if taint.disclosed:
                    self._outlives(line, taint, rest, known)
                known = known.bound(var, Taint(held_by(var, taint.held), taint.disclosed), name)
                return self._turned_into(var, value, known)
            case ir.Move(what=what):
                self.effects.moved(line, known)
                known = self.showing.after_move(line, known)
                match what:
                    case ir.Local(var) | ir.Apply(op=Op.AS, args=(ir.Local(var),)):
                        # Where it lies now decides who sees it.
                        return known.narrowed(var, self._lying_there(var, line, known))
            case ir.Draw(var=drawn):
                self.effects.drawn(line, known)
                known = self.showing.after_draw(line, known)
                if drawn is not None:
                    return known.bound(drawn, self._lying_there(drawn, line, known))
            case ir.Deal():
                self.effects.drawn(line, known)
                return self.showing.after_draw(line, known)
            case ir.Chance(var=var, domain=domain):
                of = secrets.taint(domain, known)
                # Chance among what depends on something hidden tells of it.
                held = held_by(var, of.held)
                after = known.bound(var, Taint(held, of.disclosed | secrets.given(line, known)))
                self.effects.thrown(line, known, after, rest)
                return after
            case ir.Show():
                self.effects.shown(line, known)
                return self.showing.after_show(line, known)
            case ir.Flip():
                self.effects.turned(line, known)
                return self.showing.after_flip(line, known)
            case ir.Shuffle():
                self.effects.shuffled(line, known)
                return self.showing.after_shuffle(line, known)
            case ir.If(ir.Const(value=value), then, otherwise):
                return self.lines(then if value else otherwise, known, guards)
            case ir.If(condition, then, otherwise):
                disclosed = secrets.taint(condition, known).all
                inside = self.guarding.inside(guards, disclosed, (*then, *otherwise), rest, known, condition)
                item = self.lines(then, narrowed(condition, known), inside)
                return joined(known, item, self.lines(otherwise, known, inside))
            case ir.For() | ir.Repeat() | ir.EachPlayer() | ir.Secret():
                return self._loop(line, known, guards, rest)
            case ir.Together(body=body):
                return joined(known, self.lines(body, known, guards))
            case ir.Do():
                return self._do(line, known, guards)
            case ir.Decide():
                return self._decide(line, known, guards)
            case ir.Phase():
                return self._phase(line, known, guards)
            case ir.Say():
                self.offers.say(line, known)
            case ir.Assign() | ir.Include():
                self.effects.written(line, known)
                keys = [key for key in line.index if key is not None and isinstance(key.type, ir.PieceDomain)]
                if secrets.all_of(keys, known):
                    self.set_unseen.add(line.state)
                return self.showing.forgotten({line.state}, known)
            case ir.Record():
                new = {Shown(name, ()) for name in self.disclosure.written(line)}
                return evolve(known, shown=known.shown | new)
            case ir.End() | ir.Park():
                pass
            case _:
                assert_never(line)
        return known

    def _lying_there(self, var: ir.Var, line: ir.Move | ir.Draw, known: Known) -> Taint:
        """What is held by a variable whose pieces have come to a zone."""
        there = self.secrets.content(line.to, known, _face(line.down))
        return Taint(held_by(var, there.held))

    def _turned_into(self, var: ir.Var, value: ir.Expr, known: Known) -> Known:
        """A player by another name is apart from the same players."""
        match value:
            case ir.Apply(op=Op.LEFT | Op.RIGHT, args=(player,)):
                other = who(player, known)
                pairs = {(ir.Local(var), other), (other, ir.Local(var))}
                return evolve(known, apart=known.apart | pairs)
            case _:
                return known

    def _outlives(self, line: ir.Let, taint: Taint, rest: ir.Lines, known: Known) -> None:
        """A name keeps what was worked out of something hidden: until somebody is asked who may not see it.
        (Where it decides who is asked, and what, is another matter.)
        """
        secret = [item for item in taint.disclosed if not item.face and item.member != "order"]

        def unseen(later: ir.Stmt) -> list[Hidden]:
            asked = list(self.disclosure.asked((later,), known))
            return [item for item in secret if not all(may_see(item, who) for who in asked)]

        needed = LateReads(line.var, lambda later: bool(unseen(later)), there=False).first(rest)
        if needed is not None:
            hidden = min((entry for later in rest for entry in unseen(later)), key=lambda entry: entry.name)
            self.reports.outlives(line.var.name, hidden, line.span, getattr(needed, "span", None))

    def _do(self, line: ir.Do, known: Known, guards: Guards) -> Known:
        proc = self.program.procs.get(line.proc)
        if proc is None:
            return known
        inner = self.disclosure.called(line.proc, line.you, line.args, known)
        key = line.proc, inner.key, guards
        if key not in self.walked:
            # While it is looked at it may call itself by way of a choice.
            self.walked[key] = inner
            self.walked[key] = self.lines(proc.body, inner, guards)
        changed = {name for kind, name in self.access.block_writes(proc.body) if kind in ("zone", "state")}
        after = self.showing.forgotten(changed, known)
        return evolve(after, shown=self.walked[key].shown)

    # ------------------------------------------------------------ loops and players

    def _loop(
        self,
        line: ir.For | ir.Repeat | ir.EachPlayer | ir.Secret,
        known: Known,
        guards: Guards,
        rest: ir.Lines,
    ) -> Known:
        secrets = self.secrets
        before = self.showing.before_loop(line.body, known)
        match line:
            case ir.For(var, domain, body):
                lying = secrets.taint(domain, known).held
                # What decides about a member is told by laying this member open.
                disclosed = frozenset(
                    holder
                    for item in secrets.disclosed_by_members(domain, var, known)
                    for holder in (
                        held_by(var, frozenset({evolve(item, member="")}))
                        if lies_open_with(lying, item, known)
                        else (item,)
                    )
                )
                taint = Taint(held_by(var, lying), disclosed)
                inside = self.guarding.inside(guards, disclosed, body, rest, known.bound(var, taint))
                self.orders.gone_through(line, lying, known.bound(var, taint))
                inner = as_one_of(var, domain, before.bound(var, taint))
                after = self.lines(body, inner, inside)
                everybody = var if secrets.is_everybody(domain) else None
                after = self.showing.after_loop(everybody, known, after)
                new = {Shown(name, ()) for name in self.disclosure.disclosed_to_all(line)}
                return evolve(after, shown=after.shown | new)
            case ir.Repeat(number, _, body):
                disclosed = secrets.taint(number, known).all
                inside = self.guarding.inside(guards, disclosed, body, rest, known)
                return self.showing.after_loop(None, known, self.lines(body, before, inside))
            case ir.EachPlayer(players=players, you=you):
                disclosed = secrets.taint(players, known).all | secrets.all_of((line.first,), known)
            case ir.Secret(players=players, you=you):
                disclosed = secrets.taint(players, known).all
                before = evolve(before, in_secret=True)
            case _:
                assert_never(line)
        after = self._of_players(disclosed, players, you, line.body, before, guards, rest)
        everybody = you if secrets.is_everybody(players) else None
        return evolve(self.showing.after_loop(everybody, known, after), in_secret=known.in_secret)

    def _of_players(
        self,
        disclosed: frozenset[Hidden],
        players: ir.Expr,
        you: ir.Var,
        body: ir.Lines,
        known: Known,
        guards: Guards,
        rest: ir.Lines,
    ) -> Known:
        """Lines of several players: who they are, all see if they are asked something."""
        if any(True for _one in self.disclosure.asked(body, known)):
            for hidden in disclosed:
                self.reports.leak(
                    "who is asked here, and in which order, depends on", hidden, _first_span(body)
                )
            inside = guards
        else:
            inside = self.guarding.inside(guards, disclosed, body, rest, known)
        known = known.bound(you, Taint())
        named = evolve(known, acting=ir.Local(you), names={**known.names, you.number: ir.Local(you)})
        return self.lines(body, as_one_of(you, players, named), inside)

    def _phase(self, line: ir.Phase, known: Known, guards: Guards) -> Known:
        node = self.reports.checked.world.phase_nodes.get(line.name)
        name = line.span if node is None else node.name.span
        before = self.showing.before_loop(line.body, known)
        inside = (
            before if line.you is None else evolve(before.bound(line.you, Taint()), acting=ir.Local(line.you))
        )
        match line.turn:
            case ir.TurnOfEach(players=players, first=first):
                disclosed = self.secrets.taint(players, before).all | self.secrets.all_of((first,), before)
                if line.you is not None:
                    inside = as_one_of(line.you, players, inside)
            case ir.TurnOf(player):
                disclosed = self.secrets.taint(player, before).all
            case _:
                disclosed = frozenset()
        for hidden in disclosed:
            self.reports.leak(f"whose turn it is in `{line.name}` depends on", hidden, name)
        for condition in (line.until, line.stops, line.times):
            if condition is None:
                continue
            for hidden in self.secrets.taint(condition, inside).all:
                if not announced(hidden, inside):
                    what = f"everybody sees when `{line.name}` ends, and that depends on"
                    self.reports.leak(what, hidden, name)
        after = self.lines(line.body, inside, guards)
        is_once = line.times is None and line.until is None and line.stops is None and line.turn is None
        return after if is_once else self.showing.after_loop(None, known, after)

    # ------------------------------------------------------------ decisions

    def _decide(self, line: ir.Decide, known: Known, guards: Guards) -> Known:
        you = who(line.you, known)
        for hidden in self.secrets.taint(line.you, known).all:
            self.reports.leak("who is asked here depends on", hidden, line.span, decided=line.span)
        for guard in guards:
            for hidden in guard.hidden:
                if not may_see(hidden, you):
                    self.reports.leak(
                        "whether somebody decides here depends on", hidden, line.span, decided=line.span
                    )
        self.offers.question(line, you, known)
        ways: list[Known] = []
        if line.decline or line.if_possible or line.repeatedly:
            ways.append(known)
        start = self._before_again(line, known)
        for alternative in line.alternatives:
            inner = self.offers.alternative(alternative, start, you, line.span)
            done = self.lines(alternative.body, evolve(inner, decider=you), taken(guards))
            ways.append(evolve(done, decider=known.decider))
        after = joined(known, *ways)
        if len(line.alternatives) == 1:
            # What was chosen has its name behind the line.
            chosen = {(f"#{param.var.number}", you) for param in line.alternatives[0].params}
            after = evolve(
                ways[-1], shown=after.shown, decider=known.decider, chosen=ways[-1].chosen | chosen
            )
        return after

    def _before_again(self, line: ir.Decide, known: Known) -> Known:
        if not line.repeatedly:
            return known
        for alternative in line.alternatives:
            known = self.showing.before_loop(alternative.body, known)
        return known


def _face(down: ir.Expr | None) -> str:
    is_up = lies_up(down)
    return "" if is_up is None else "up" if is_up else "down"


def _first_span(lines: ir.Lines) -> Span | None:
    return next((span for line in lines if (span := getattr(line, "span", None)) is not None), None)
