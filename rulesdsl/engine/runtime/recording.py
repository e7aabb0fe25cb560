"""Events in the making: what the moves report while somebody listens (`state.log` is not None)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.codes import DECLINE
from rulesdsl.engine.core.growing import growing_boards, places_grown
from rulesdsl.engine.core.layout import ALT, CHOOSER, SECRET, STAGE
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.core.sites import Site
from rulesdsl.engine.decisions.sights import seers_of_state, sights_of
from rulesdsl.engine.decisions.stages import Option, option_of, stage_name
from rulesdsl.engine.decisions.titles import title_of_choice, words_of_choice
from rulesdsl.engine.faults import Fault

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan

Cells = list[int]

MOST_TOLD = 1_000_000
"""So many events wait to be told at most: short loops inside each other are no steps, but take up room."""


def _first_part(site: Site) -> int:
    """What a move begins with: what is done, or where there is only one thing to do its first parameter."""
    return int(len(site.alternatives) == 1 and bool(site.alternatives[0].params))


def _pieces_offered(offered: Iterable[Option]) -> list[int]:
    return [
        option.value
        for option in offered
        if option.kind == "value" and isinstance(option.type, ir.PieceDomain)
    ]


def _pieces_of_move(site: Site, move: ev.WholeMove) -> list[int]:
    """The pieces that a whole move names."""
    assert site.parts is not None
    alternative, *values = site.parts(move.code)
    params = site.alternatives[alternative].params
    return [
        value
        for value, param in zip(values, params, strict=True)
        if isinstance(param.param.var.type, ir.PieceDomain)
    ]


class Recording:
    """The reporting side of a state."""

    __slots__ = ()

    plan: Plan
    cells: Cells
    log: list[ev.Event] | None

    def _tell(
        self, cells: Cells, event: ev.Event, note: Note | ir.Decide | None = None, also: Sequence[int] = ()
    ) -> None:
        """`note`: the line in which it happens, where not all may learn of it; `also`: pieces that the event
        has in a form of its own.
        """
        if self.log is None:
            return
        if note is not None:
            event = evolve(event, rules=note.rules, span=note.span, known_to=self._known_to(cells))
        if len(self.log) >= MOST_TOLD:
            raise Fault(
                "more happens here at once than can be told",
                event.span,
                (("events", f"{MOST_TOLD:,}"),),
                event.rules,
            )
        layout = self.plan.layout
        if cells and growing_boards(layout):
            event = evolve(event, grown=places_grown(layout, cells))
        sights = sights_of(self.plan.pieces, cells, event, also)
        self.log.append(evolve(event, sights=sights) if sights else event)

    def _known_to(self, cells: Cells) -> int:
        """Everybody; in a secret block, before all have decided, only whose part it is."""
        if not cells[SECRET]:
            return -1
        block = self.plan.secrets[cells[SECRET] - 1]
        return 1 << cells[block.cursor] if cells[block.cursor] >= 0 else -1

    def _running(self, cells: Cells, phase: str) -> int:
        """How many phases are around this one."""
        phases = self.plan.layout.phases
        return sum(1 for name, address in phases.items() if name != phase and cells[address + 1])

    # ---- the course of the game

    def pass_begun(self, cells: Cells, phase: int, player: int | None, once: bool, note: Note) -> None:  # noqa: FBT001
        name = self.plan.program.phases[phase]
        number, depth = cells[self.plan.layout.phases[name]], self._running(cells, name)
        whose = None if player == ir.NONE else player
        self._tell(cells, ev.PassBegun(phase=name, number=number, player=whose, depth=depth, once=once), note)

    def pass_ended(self, cells: Cells, phase: int, note: Note) -> None:
        name = self.plan.program.phases[phase]
        number, depth = cells[self.plan.layout.phases[name]], self._running(cells, name)
        self._tell(cells, ev.PassEnded(phase=name, number=number, depth=depth), note)

    def ended(self, cells: Cells, phase: str, note: Note) -> None:
        self._tell(cells, ev.Ended(phase=phase), note)

    def game_over(self, cells: Cells, note: Note) -> None:
        self._tell(cells, ev.GameOver(winners=self.plan.winners(cells), rules=note.rules, span=note.span))

    def unveiled(self, players: int) -> None:
        self._tell([], ev.Unveiled(players=players))

    def rule_fired(
        self, cells: Cells, rule: str, bindings: tuple[tuple[str, ev.Value], ...], note: Note
    ) -> None:
        self._tell(cells, ev.RuleFired(rule=rule, bindings=bindings), note)

    def skipped(self, cells: Cells, site: Site) -> None:
        decide = site.decide
        self._tell(cells, ev.Skipped(player=cells[CHOOSER], point=decide.point), decide)

    def chose_whole(self, cells: Cells, site: Site, code: int, codes: list[int], *, forced: bool) -> None:
        """A whole move, part by part, as if it had been chosen so."""
        assert site.parts is not None
        taken = site.parts(code)
        open_ = [site.parts(other) for other in codes if other != DECLINE]
        ends = [DECLINE] if DECLINE in codes else []
        first = _first_part(site)
        for index in range(first, len(taken)):
            before = [parts for parts in open_ if parts[:index] == taken[:index]]
            offered = [*dict.fromkeys(parts[index] for parts in before), *ends]
            last = index + 1 == len(taken)
            cells[ALT], cells[STAGE] = taken[0], index - 1
            self.chose(
                cells,
                site,
                taken[index],
                offered,
                forced=len(offered) == 1,
                last=last,
                move=ev.WholeMove(code, last, forced),
            )
            ends = []

    def declined_moves(self, cells: Cells, site: Site, codes: list[int]) -> None:
        """None of the whole moves: offered was what each of them begins with."""
        assert site.parts is not None
        first = _first_part(site)
        begins = dict.fromkeys(site.parts(code)[first] for code in codes if code != DECLINE)
        cells[ALT], cells[STAGE] = first - 1, first - 1
        self.chose(cells, site, DECLINE, [*begins, DECLINE], forced=False, last=True)

    def chose(
        self,
        cells: Cells,
        site: Site,
        code: int,
        codes: list[int],
        *,
        forced: bool,
        last: bool,
        move: ev.WholeMove | None = None,
    ) -> None:
        option = option_of(self, cells, site, code)  # type: ignore[arg-type]
        offered: list[Option] = [option_of(self, cells, site, value) for value in codes]  # type: ignore[arg-type]
        alternative = site.alternatives[cells[ALT]] if cells[ALT] >= 0 else None
        decide = site.decide
        self._tell(
            cells,
            ev.Chosen(
                player=cells[CHOOSER],
                point=decide.point,
                stage=stage_name(cells, site),
                alternative="" if alternative is None else alternative.alternative.name,
                title=title_of_choice(self, cells, site, last=last, declined=option.kind == "decline"),  # type: ignore[arg-type]
                kind=option.kind,
                value=option.value,
                type=option.type,
                index=codes.index(code),
                offered=tuple((item.kind, item.value) for item in offered),
                forced=forced,
                secret=bool(cells[SECRET]),
                words=words_of_choice(self, cells, site, option),  # type: ignore[arg-type]
                move=move,
            ),
            decide,
            [*_pieces_offered(offered), *([] if move is None else _pieces_of_move(site, move))],
        )

    # ---- pieces

    def moved(
        self,
        cells: Cells,
        pieces: tuple[int, ...],
        sources: tuple[int, ...],
        down: bool,  # noqa: FBT001
        seen: tuple[int, ...],
        how: str,
        note: Note,
    ) -> None:
        targets = tuple(cells[self.plan.layout.where + piece] for piece in pieces)
        event = ev.Moved(pieces=pieces, sources=sources, targets=targets, down=down, seen=seen, how=how)
        self._tell(cells, event, note)

    def shuffled(self, cells: Cells, zone: int, order: tuple[int, ...], point: int, note: Note) -> None:
        self._tell(cells, ev.Shuffled(point=point, zone=zone, order=order), note)

    def flipped(
        self, cells: Cells, pieces: tuple[int, ...], seen: tuple[int, ...], note: Note, *, down: bool
    ) -> None:
        self._tell(cells, ev.Flipped(pieces=pieces, down=down, seen=seen), note)

    def shown(self, cells: Cells, pieces: tuple[int, ...], to: int, note: Note, *, secret: bool) -> None:
        self._tell(cells, ev.Shown(pieces=pieces, to=to, secret=secret), note)

    def chanced(
        self,
        cells: Cells,
        point: int,
        what: str,
        values: tuple[int, ...],
        single: bool,  # noqa: FBT001
        kind: ir.Domain,
        note: Note,
        seen: int = -1,
    ) -> None:
        event = ev.Chanced(point=point, what=what, values=values, single=single, type=kind, seen=seen)
        self._tell(cells, event, note)

    # ---- states, scores, words

    def state_set(self, cells: Cells, address: int, new: int, note: Note) -> None:
        """A state is about to change."""
        name, index = self.plan.layout.state_at(address)
        self._state(cells, name, index, cells[address], int(new), note)

    def set_changed(
        self, cells: Cells, address: int, old: tuple[int, ...], new: tuple[int, ...], note: Note
    ) -> None:
        name, index = self.plan.layout.state_at(address)
        self._state(cells, name, index, old, new, note)

    def _state(
        self, cells: Cells, name: str, index: tuple[int, ...], old: ev.Content, new: ev.Content, note: Note
    ) -> None:
        seen = seers_of_state(self.plan.layout, cells, name, index)
        self._tell(cells, ev.StateSet(state=name, index=index, old=old, new=new, seen=seen), note)

    def recorded(
        self, cells: Cells, phase: str, rows: tuple[tuple[str, int, tuple[int, ...]], ...], note: Note
    ) -> None:
        self._tell(cells, ev.Recorded(phase=phase, rows=rows), note)

    def say(self, words: ev.Words, to: int, note: Note) -> None:
        self._tell(self.cells, ev.Said(words=words, to=to), note)
