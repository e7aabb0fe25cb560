"""What lines do openly: who is asked in them, what they reveal, and who sees that they are carried out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import takewhile

from attrs import define, evolve, frozen

from rulesdsl import program as ir
from rulesdsl.check.whole.access import Access
from rulesdsl.check.whole.hidden import CLEAN, Hidden, Known
from rulesdsl.check.whole.narrowing import who
from rulesdsl.check.whole.secrets import Secrets, chosen_out
from rulesdsl.check.whole.visibility import lies_up
from rulesdsl.operations import Op
from rulesdsl.program_walk import nodes_in
from rulesdsl.statement_facts import Kind, blocks_of, bodies_called, statement_facts

EVERYBODY = None
"""Stands for all players among those who see something."""
_SEEN = {Kind.EFFECT, Kind.CHANCE, Kind.LEAVE}
"""All see such a line being carried out, unless it says who does."""
_CARRIED_ON = {Kind.NAME, Kind.EFFECT}


def done_at_once(rest: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    """Of the lines behind others those that are carried out before anybody decides anything."""
    return tuple(takewhile(lambda line: statement_facts(line).kind in _CARRIED_ON, rest))


@frozen
class Revealed:
    """What is laid open: some hidden things, and zones and states by their names, whosever they are."""

    things: frozenset[Hidden]
    names: frozenset[str]
    choices: frozenset[str]
    """What is chosen out of them and laid open (`chosen_out`)."""

    def has(self, hidden: Hidden) -> bool:
        whole = evolve(hidden, part="", face="", member="")
        return hidden in self.things or whole in self.things or hidden.name in self.names


@define(slots=False)
class Disclosure:
    program: ir.Program
    access: Access
    secrets: Secrets

    @cached_property
    def resolved(self) -> frozenset[str]:
        """The states that players set in secret: they are chosen so that something follows from them."""
        written = (self.access.block_writes(block.body) for block in self.access.parts(ir.Secret))
        return frozenset(name for things in written for kind, name in things if kind == "state")

    # ------------------------------------------------------------ who is asked

    def asked(self, lines: tuple[ir.Stmt, ...], known: Known) -> Iterator[ir.Expr]:
        """Those who decide something in these lines, by the names they have outside."""
        for line in lines:
            match line:
                case ir.Let(var, ir.Local() as value):
                    known = known.bound(var, CLEAN, who(value, known))
                case ir.Decide(you=you):
                    yield who(you, known)
                case ir.Do(proc=name, you=you, args=args):
                    proc = self.program.procs.get(name)
                    if proc is not None:
                        yield from self.asked(proc.body, self.called(name, you, args, known))
                case _:
                    for block in blocks_of(line):
                        yield from self.asked(block, known)

    def called(self, name: str, you: ir.Expr | None, args: tuple[ir.Expr, ...], known: Known) -> Known:
        """What is known in a routine or an action."""
        proc = self.program.procs[name]
        acting = None if you is None else who(you, known)
        inner = known.inside(acting, known.decider)
        if proc.you is not None and acting is not None:
            inner = inner.bound(proc.you, CLEAN, acting)
        for param, arg in zip(proc.params, args, strict=False):
            same = who(arg, known) if isinstance(arg, (ir.Local, ir.Const)) else None
            inner = inner.bound(param, self.secrets.taint(arg, known), same)
        return inner

    # ------------------------------------------------------------ what is revealed

    def revealed(self, lines: tuple[ir.Stmt, ...], known: Known) -> Revealed:
        """What these lines lay open of zones and states."""
        things: set[Hidden] = set()
        names: set[str] = set()
        choices: set[str] = set()

        def lay_open(what: ir.Expr) -> None:
            # By what they are chosen, and whose they are, is not shown with them, nor what is left there.
            hiddens = self.secrets.taint(what, known).held
            if self.secrets.unsifted(what, known) is None:
                choices.update(filter(None, [chosen_out(what)]))
                hiddens = frozenset(evolve(hidden, part=hidden.part or "some") for hidden in hiddens)
            things.update(hiddens)
            # What lies with several players is all of it.
            names.update(hidden.name for hidden in hiddens if hidden.owner is None and not hidden.part)

        root = (lines, *bodies_called(self.program, lines))
        gone: dict[ir.Expr, set[str]] = {}
        for item in nodes_in(root):
            if isinstance(item, ir.Move):
                gone.setdefault(item.what, set()).add(item.to.zone)
        for item in nodes_in(root):
            match item:
                case ir.Show(what=what) if self.secrets.to_all(item):
                    lay_open(what)
                case ir.Flip(what=what) if self.turned_open(item, known, gone.get(what)):
                    lay_open(what)
                case ir.Move(what=what, to=to, down=down) if self.lies_open(to, down):
                    lay_open(what)
                case ir.Draw(source=source, to=to, down=down) if self.lies_open(to, down):
                    things |= self.secrets.pieces_of(source, known, "first")
                case ir.Assign(state=name, value=ir.StateRead(state=disclosed)) if (
                    self.secrets.states[name].seen.word == "all"
                ):
                    names.add(disclosed)
                case ir.Record():
                    names |= self.written(item)
        return Revealed(frozenset(things), frozenset(names), frozenset(choices))

    def turned_open(self, line: ir.Flip, known: Known, there: set[str] | None = None) -> bool:
        """Whether all see what is turned, in the zones where it lies: face up is open only where all see what
        lies so.
        """
        if lies_up(line.down) is not True:
            return False
        held = self.secrets.taint(line.what, known).held
        names = there or {hidden.name for hidden in held if hidden.sort == "zone"}
        return all(self.secrets.zones[name].seen.word == "all" for name in names)

    def written(self, line: ir.Record) -> frozenset[str]:
        """The zones and states that rows of the score sheet look at: what stands there lies open."""
        rows = [score for score in self.program.scores if score.each == line.phase]
        return frozenset(name for row in rows for _kind, name in self.access.formula_reads(row.now))

    def disclosed_to_all(self, loop: ir.For) -> frozenset[str]:
        """The states that each player's line of a loop writes down as they are, for all to see."""
        names: set[str] = set()
        for line in loop.body if self.secrets.is_everybody(loop.domain) else ():
            match line:
                case ir.Assign(state=name, value=ir.StateRead(state=disclosed, index=index)):
                    state = self.secrets.states[disclosed]
                    own = state.owner_at is not None and index[state.owner_at] == ir.Local(loop.var)
                    if own and state.seen.word == "owner" and self.secrets.states[name].seen.word == "all":
                        names.add(disclosed)
        return frozenset(names)

    def lies_open(self, to: ir.ZoneRef, down: ir.Expr | None) -> bool:
        """Whether all see what is put there."""
        return self.secrets.visibility.open_to_all(to.zone, down)

    # ------------------------------------------------------------ who sees it

    def seen_by(self, line: ir.Stmt, known: Known) -> tuple[ir.Expr | None, ...]:
        """Who sees that a line is carried out."""
        match line:
            case ir.Say(to=to):
                return self.secrets.listeners(to, known)
            case ir.Show(to=to) if known.in_secret:
                return self.secrets.listeners(to, known)
            case ir.Assign(state=name, index=index) | ir.Include(state=name, index=index):
                viewer, owner_at = self.secrets.states[name].seen, self.secrets.states[name].owner_at
                if name in self.resolved:
                    # What follows from it later is looked at no more, so what is put in counts as told.
                    return (EVERYBODY,)
                if viewer.word == "nobody":
                    return ()
                owner = index[owner_at] if viewer.word == "owner" and owner_at is not None else None
                return (EVERYBODY,) if owner is None else (who(owner, known),)
            case ir.Chance(seen=ir.Viewer(word="nobody")):
                return ()
            case ir.Chance(seen=ir.Viewer(players=ir.Apply(op=Op.SEQ_OF, args=(player,)))):
                return (who(player, known),)
            case _:
                return (EVERYBODY,) if statement_facts(line).kind in _SEEN else ()
