"""The story of a game: indented by phases, a line or a few for each decision and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import assert_never

from attrs import define, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.decisions.options import blanked, declining, enough
from rulesdsl.engine.labels.english import plain, singular
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.plan import plan_of
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import possibilities
from rulesdsl.trace.attribution import FlowLines
from rulesdsl.trace.audience import Audience, decides_of
from rulesdsl.trace.hidden_pieces import pieces_spoken_of, unseen_pieces, with_what_follows
from rulesdsl.trace.lines import STEP, between, capital, cited, wrapped
from rulesdsl.trace.listener import Listener
from rulesdsl.trace.notable_states import Numbers, numbers_of
from rulesdsl.trace.origins import Origins
from rulesdsl.trace.sentence_heads import Heads, values_named
from rulesdsl.trace.sentences import Teller
from rulesdsl.trace.short_form import Naming
from rulesdsl.trace.sizes import follow, sizes_before

WIDTH = 100


@frozen
class Heading:
    """A phase that is going on; told when something is told in it."""

    text: str
    rules: tuple[str, ...]


@define
class _Scene:
    """A decision and what came of it, or what happened without one."""

    choices: list[ev.Chosen] = field(factory=list)
    events: list[ev.Event] = field(factory=list)
    skipped: ev.Skipped | None = None


@frozen
class _Known:
    """What is known of a program before anything happens, the same for whoever listens."""

    numbers: Numbers
    origins: Origins
    decides: Mapping[int, ir.Decide]
    flow_lines: FlowLines


@lru_cache(maxsize=16)
def _known_of(layout: Layout) -> _Known:
    program = layout.program
    return _Known(
        numbers_of(program),
        Origins.of(program),
        decides_of(program),
        FlowLines.of(program),
    )


class Narrator:
    """Tells events as they come. `tell` gives the lines that are complete, `finish` the rest.

    In short, what a sentence has said is not told again, nor what the rules only jot down; `verbose` tells
    everything.
    """

    def __init__(
        self,
        program: ir.Program,
        labels: Labels,
        viewer: int | None = None,
        *,
        verbose: bool = False,
    ) -> None:
        self.labels = labels
        self.viewer = viewer
        self.verbose = verbose
        self.width = WIDTH
        known = _known_of(plan_of(program).layout)
        self._numbers = known.numbers
        self._origins = known.origins
        self._sizes: dict[int, int] | None = None
        self._named: dict[int, Naming] = {}
        self._begun: set[tuple[int, int]] = set()
        """Who has done at least once what may be done repeatedly, and at which decision."""
        self.decides = known.decides
        self._flow_lines = known.flow_lines
        self._hearing = Audience(viewer, known.decides, possibilities(labels.layout))
        self._headings: list[Heading] = []
        self._headings_told = 0
        self._scene = _Scene()
        self._lines: list[str] = []
        self._listener = Listener(viewer, labels.layout)

    @classmethod
    def of(cls, program: ir.Program, viewer: int | None = None) -> Narrator:
        """For this player, or for somebody who may know everything."""
        return cls(program, Labels.of(plan_of(program).layout), viewer)

    # ------------------------------------------------------------------ taking events in

    def tell(self, events: Iterable[ev.Event], state: State) -> list[str]:
        """The lines for what has happened up to this state. A decision that is half made is kept back."""
        events = list(events)
        if self._sizes is None:
            self._sizes = sizes_before(events, state)
        for event in self._hearing.audible(events, state):
            self._take(event)
        scene = self._scene
        is_over = not scene.choices or scene.events or self._is_over_with(scene.choices[-1])
        if is_over and self._hearing.stops_openly(state):
            self._close_scene()
        return self._given()

    def finish(self) -> list[str]:
        self._close_scene()
        return self._given()

    def _given(self) -> list[str]:
        lines, self._lines = self._lines, []
        return lines

    def _take(self, event: ev.Event) -> None:
        match event:
            case ev.PassBegun() | ev.PassEnded():
                self._close_scene()
                self._forget()
                del self._headings[event.depth :]
                self._headings_told = min(self._headings_told, len(self._headings))
                if isinstance(event, ev.PassBegun):
                    self._headings.append(self._heading(event))
            case ev.Chosen():
                if not self._goes_on(event):
                    self._close_scene()
                self._scene.choices.append(event)
            case ev.Skipped():
                self._close_scene()
                self._scene.skipped = event
                self._close_scene()
            case ev.Recorded():
                self._close_scene()
                self._scene.events.append(event)
                self._close_scene()
            case ev.Unveiled():
                self._close_scene()
            case ev.RuleFired() if not self.verbose:
                # What the rule does is told; its name is of interest to those who look into it.
                pass
            case ev.Chanced() if self._scene.choices and self._scene.choices[-1].kind == "unseen":
                # Which of the pieces it is that nobody could tell apart: what becomes of it tells.
                pass
            case (
                ev.Moved()
                | ev.Shuffled()
                | ev.Flipped()
                | ev.Shown()
                | ev.StateSet()
                | ev.Said()
                | ev.Chanced()
                | ev.RuleFired()
                | ev.Ended()
                | ev.GameOver()
            ):
                if self._scene.choices and not self._is_doing_of(self._scene.choices[-1], event):
                    self._close_scene()
                self._scene.events.append(event)
            case _:
                assert_never(event)

    def _forget(self) -> None:
        """A phase goes on: what was said before is long ago."""
        self._named.clear()
        self._begun.clear()

    def _is_doing_of(self, choice: ev.Chosen, event: ev.Event) -> bool:
        """What the lines of the phase do after an action, or after a choice, is not the player's doing. In a
        secret block a player does what only that player may know yet; the rest comes afterwards.
        """
        if not choice.secret:
            alternative = self._alternative(choice)
            is_action = alternative is not None and bool(alternative.name)
            return not self._flow_lines.has(event.span, None if is_action else choice.point)
        return event.known_to != -1 and bool(event.known_to >> choice.player & 1)

    def _goes_on(self, event: ev.Chosen) -> bool:
        """Whether a choice belongs to the decision that is being told."""
        if not self._scene.choices or self._scene.events:
            return False
        last = self._scene.choices[-1]
        if (last.player, last.point) != (event.player, event.point) or event.kind == "action":
            return False
        return not self._complete(last)

    def _is_over_with(self, choice: ev.Chosen) -> bool:
        """Whether nothing comes of a choice any more. What comes of one in secret follows when all have
        decided.
        """
        return not choice.secret and self._complete(choice)

    def _complete(self, choice: ev.Chosen) -> bool:
        if choice.kind == "decline":
            return True
        alternative = self._alternative(choice)
        if alternative is None or not alternative.params:
            return True
        last = alternative.params[-1]
        return choice.stage == last.var.name and (not isinstance(last, ir.SomeParam) or choice.kind == "done")

    def _alternative(self, choice: ev.Chosen) -> ir.Alternative | None:
        decide = self.decides.get(choice.point)
        if decide is None:
            return None
        if len(decide.alternatives) == 1:
            return decide.alternatives[0]
        return next(
            (alternative for alternative in decide.alternatives if alternative.name == choice.alternative),
            None,
        )

    def _heading(self, event: ev.PassBegun) -> Heading:
        name = plain(event.phase)
        if not event.once:
            name = f"{singular(name)} {event.number}"
        if event.player is not None:
            name += f": {self.labels.players[event.player]}"
        return Heading(name, event.rules)

    # ------------------------------------------------------------------ giving lines out

    def _close_scene(self) -> None:
        scene, self._scene = self._with_what_follows(self._scene), _Scene()
        for event in (*scene.choices, *scene.events)[-1:]:
            self.labels = self.labels.when(event.grown)
        for event in scene.events:
            if isinstance(event, ev.Moved) and self._sizes is not None:
                follow(event, self._sizes)
        if scene.choices:
            self._tell_decision(scene)
        elif scene.skipped is not None:
            self._tell_skipped(scene.skipped)
        elif scene.events:
            self._tell_events(scene.events)
        for event in scene.events:
            if isinstance(event, ev.Moved):
                # What becomes of a named piece goes without saying once; what comes later is news.
                for piece in event.pieces:
                    self._named.pop(piece, None)

    def _with_what_follows(self, scene: _Scene) -> _Scene:
        def followed(event: ev.Event) -> ev.Event:
            if not isinstance(event, ev.Chosen | ev.Chanced):
                return event
            return with_what_follows(event, scene.events, self._listener, self._origins)

        choices = [choice for choice in map(followed, scene.choices) if isinstance(choice, ev.Chosen)]
        return _Scene(choices, list(map(followed, scene.events)), scene.skipped)

    def _tell_decision(self, scene: _Scene) -> None:
        last = scene.choices[-1]
        speaker = last.player
        heard = self.viewer in (None, speaker) or not last.secret
        head = self._head(scene.choices) if heard else ""
        chosen = self._name_pieces(scene) if head else frozenset()
        teller = self._teller(speaker if head else None, chosen, scene.choices if head else [])
        clauses = teller.clauses(scene.events, head)
        if head and clauses and self._is_repeated(scene.choices, head, clauses[0]):
            head, *clauses = clauses
        self._keep_in_mind(last)
        rules = _rules([*scene.choices, *scene.events])
        if not head:
            self._standing(clauses, rules)
        else:
            if all(choice.forced for choice in scene.choices):
                head += " (no other choice)"
            self._sentence(head, clauses, rules)
        if self.verbose and heard:
            self._tell_offers([item for item in scene.choices if item.offered])

    def _keep_in_mind(self, choice: ev.Chosen) -> None:
        decide = self.decides.get(choice.point)
        if decide is not None and decide.repeatedly:
            done = (choice.player, choice.point)
            if choice.kind == "decline":
                self._begun.discard(done)
            else:
                self._begun.add(done)

    def _tell_events(self, events: list[ev.Event]) -> None:
        teller = self._teller(None, frozenset())
        if isinstance(events[0], ev.Recorded):
            rows = teller.recorded(events[0])
            self._sentence(
                f"The {singular(plain(events[0].phase))} is scored",
                rows,
                events[0].rules,
                together=len(rows) == 1,
            )
            return
        self._standing(teller.clauses(events), _rules(events))

    def _tell_skipped(self, event: ev.Skipped) -> None:
        decide = self.decides.get(event.point)
        name = self.labels.players[event.player]
        if decide is not None and decide.decline and not self.verbose:
            return
        if decide is not None and len(decide.alternatives) == 1 and decide.alternatives[0].name:
            self._line(f"{name} cannot {plain(decide.alternatives[0].name)}", event.rules)
        else:
            self._line(f"{name} has nothing to choose from", event.rules)

    def _teller(
        self, speaker: int | None, chosen: frozenset[int], choices: Sequence[ev.Chosen] = ()
    ) -> Teller:
        return Teller(
            self.labels,
            self._listener,
            self._numbers,
            self._origins,
            self._sizes or {},
            speaker=speaker,
            named=self._named,
            chosen=chosen,
            stages=frozenset(choice.stage for choice in choices),
            titled=values_named(choices[-1].title if choices else (), self.viewer),
            verbose=self.verbose,
        )

    def _name_pieces(self, scene: _Scene) -> frozenset[int]:
        """The pieces that a sentence about its choices names; kept in mind until the phase goes on."""
        last = scene.choices[-1]
        knows = self._listener.knows(*scene.choices)
        chosen = pieces_spoken_of(scene.choices, scene.events, self._listener, self._origins)
        titled = [
            part.value
            for part in last.title
            if not isinstance(part, str)
            and isinstance(part.type, ir.PieceDomain)
            and isinstance(part.value, int)
            and part.value >= 0
            and knows(part.value)
        ]
        naming = Naming(last.player, bare=not last.title)
        self._named |= dict.fromkeys((*chosen, *titled), naming)
        return frozenset((*chosen, *titled))

    def _is_repeated(self, choices: list[ev.Chosen], head: str, clause: str) -> bool:
        """Whether the head says only that something is drawn, and the clause says what."""
        name = self.labels.players[choices[-1].player]
        is_fixed = all(isinstance(part, str) for part in choices[-1].title)
        bare = is_fixed and ":" not in head and "," not in head
        return (
            not self.verbose
            and bare
            and head.startswith(f"{name} draws")
            and clause.startswith(f"{name} draws ")
        )

    def _standing(self, clauses: list[str], rules: tuple[str, ...]) -> None:
        """What happened without anybody's decision: a line each."""
        for index, clause in enumerate(clauses):
            self._line(capital(clause), rules if index == len(clauses) - 1 else ())

    def _sentence(
        self, head: str, clauses: list[str], rules: tuple[str, ...], *, together: bool = True
    ) -> None:
        """A head and what follows from it: in one line if it is short, else a line each."""
        if clauses and clauses[0] == "face down":
            head, *clauses = f"{head} (face down)", *clauses[1:]
        whole = f"{head}{between(head, clauses)}{'; '.join(clauses)}" if clauses else head
        if together and len(self._indent()) + len(whole) + len(cited(rules)) <= self.width:
            self._line(whole, rules)
            return
        self._line(head, rules)
        for clause in clauses:
            self._line(clause, (), deeper=1)

    def _line(self, text: str, rules: tuple[str, ...], *, deeper: int = 0) -> None:
        for depth, heading in enumerate(self._headings[self._headings_told :], start=self._headings_told):
            self._lines += wrapped(heading.text, heading.rules, " " * (STEP * depth), self.width)
        self._headings_told = len(self._headings)
        self._lines += wrapped(text, rules, self._indent() + " " * (STEP * deeper), self.width)

    def _indent(self) -> str:
        return " " * (STEP * len(self._headings))

    # ------------------------------------------------------------------ decisions in words

    def _heads(self, choices: Sequence[ev.Chosen]) -> Heads:
        return Heads(self.labels, self.viewer, self._listener.knows(*choices))

    def _head(self, choices: list[ev.Chosen]) -> str:
        last = choices[-1]
        begun = (last.player, last.point) in self._begun
        return self._heads(choices).chosen(choices, self.decides.get(last.point), begun=begun)

    def _tell_offers(self, choices: list[ev.Chosen]) -> None:
        """The options not taken, stage by stage."""
        picked: set[str] = set()
        for choice in choices:
            decide = self.decides.get(choice.point)
            others = [
                self._offer_text(choice, decide, kind, value, picked=choice.stage in picked)
                for index, (kind, value) in enumerate(choice.offered)
                if index != choice.index
            ]
            if others:
                stage = "" if choice.stage == "action" else f" ({plain(choice.stage)})"
                self._line(f"not taken{stage}: {', '.join(others)}", (), deeper=1)
            picked.add(choice.stage)

    def _offer_text(
        self, choice: ev.Chosen, decide: ir.Decide | None, kind: str, value: int, *, picked: bool
    ) -> str:
        match kind:
            case "done":
                return enough(picked=picked)
            case "decline":
                return "pass" if decide is None else declining(decide)
            case "unseen":
                return unseen_pieces(self.labels, value)
            case "action":
                assert decide is not None
                alternative = decide.alternatives[value]
                return plain(alternative.name) or blanked(alternative) or "yes"
            case _:
                # Of a stage at which the player declined or had enough, the type is that of the parameter.
                domain = choice.type or self._type_of_stage(choice)
                return (
                    self._heads([choice]).value_text([(value, domain)]) if domain is not None else str(value)
                )

    def _type_of_stage(self, choice: ev.Chosen) -> ir.Domain | None:
        alternative = self._alternative(choice)
        for param in alternative.params if alternative is not None else ():
            if param.var.name == choice.stage:
                return param.domain.type.of if hasattr(param.domain.type, "of") else None
        return None


def _rules(events: Sequence[ev.Event]) -> tuple[str, ...]:
    """The rules cited by these events, each once."""
    return tuple(dict.fromkeys(rule for event in events for rule in event.rules))
