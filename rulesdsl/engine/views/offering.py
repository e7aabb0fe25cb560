"""What a player is asked now, with all that the rules tell of it: a question that answers itself.

Plain data for any face: what a set must come to, which of several times this is, and of each option what is
printed on it, where it lies, how far away it is, and what it would cost or bring.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import SITE
from rulesdsl.engine.decisions.demands import Demand, demands
from rulesdsl.engine.decisions.options import open_title, option_text, reading_for
from rulesdsl.engine.labels.attributes import Attributes, Detail
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.positions.nesting import InLoop
from rulesdsl.engine.views.foresight import Change, foreseen
from rulesdsl.engine.views.places import SeenPlace, places
from rulesdsl.engine.views.view import view

if TYPE_CHECKING:
    from rulesdsl.engine.decisions.stages import Decision, Option
    from rulesdsl.engine.state import State

MANY = 24
"""Of more places than these one looks for the region first."""


@frozen
class OfferedOption:
    """`number`: its place among the options of the decision."""

    number: int
    kind: str
    text: str
    group: str = ""
    """Where a piece lies, how far away a place is, or which region or the like it belongs to."""
    details: tuple[Detail, ...] = ()
    """What is printed on it."""
    sheet: tuple[Detail, ...] = ()
    """What is printed on it line by line."""
    place: SeenPlace | None = None
    changes: tuple[Change, ...] = ()
    """What it would cost and bring, as far as the rules say it now."""

    @property
    def way_out(self) -> bool:
        """Whether it is to do nothing more."""
        return self.kind in ("decline", "done")


@frozen
class Offering:
    """`time`: which time this is that the same is asked for, and how often it is in all."""

    player: int
    doing: str
    """What is being done, with what has been chosen of it; "" before anything is."""
    prompt: str
    picked: tuple[str, ...]
    demands: tuple[Demand, ...]
    time: tuple[int, int] | None
    options: tuple[OfferedOption, ...]
    numbers: bool
    """Whether what is chosen is a number that has no other words."""


def offering(
    state: State, decision: Decision, labels: Labels, aside: frozenset[str] = frozenset()
) -> Offering:
    """What the player who decides is asked; `aside`: attributes to leave out, as `Kind.attribute`."""
    attributes = Attributes.of(labels, aside)
    reading = reading_for(state, decision.player)
    values = [option for option in decision.options if option.kind == "value"]
    of_places = any(isinstance(_inner(option.type), ir.NodeDomain) for option in values)
    around: dict[tuple[str, str], SeenPlace] = {}
    if of_places:
        seen = view(state, decision.player, labels.players)
        around = {(place.kind, place.label): place for place in places(labels.program, seen)}
    texts = [option_text(state, decision, option, labels) for option in decision.options]
    kind = next((option.type for option in decision.options if option.type is not None), None)
    return Offering(
        player=decision.player,
        doing=_doing(state, decision, labels),
        prompt=labels.words(decision.prompt, reading.knows),
        picked=tuple(labels.value(value, kind, reading.knows) for value in decision.picked) if kind else (),
        demands=demands(state, decision, labels),
        time=time_of(state),
        options=tuple(
            _option(state, decision, number, text, labels, attributes, around)
            for number, text in enumerate(texts)
        ),
        numbers=bool(values)
        and all(
            isinstance(option.type, ir.IntDomain) and texts[index].replace("−", "-") == f"{option.value}"
            for index, option in enumerate(decision.options)
            if option.kind == "value"
        ),
    )


def _doing(state: State, decision: Decision, labels: Labels) -> str:
    """`Move to Banff with cards`, while the cards are asked for."""
    alternative = decision.alternative
    if alternative is None or not decision.chosen:
        return ""
    chosen = {name for name, _, _ in decision.chosen}
    still = [param for param in alternative.params if param.var.name not in chosen]
    return open_title(state, decision, alternative, still, labels)


def time_of(state: State) -> tuple[int, int] | None:
    """`2, 3` for the second of three times that the rules ask for the same; None if they do not."""
    cells = state._cells  # noqa: SLF001 -- only read
    if not cells[SITE]:
        return None
    place = state.plan.nesting.sites.get(cells[SITE] - 1)
    if place is None or not place.around:
        return None
    match place.around[-1]:
        case InLoop(cursor=cursor, count=count, most=most, known=True):
            times = cells[count] if count else most
            return (cells[cursor], times) if times > 1 else None
        case _:
            return None


def _option(
    state: State,
    decision: Decision,
    number: int,
    text: str,
    labels: Labels,
    attributes: Attributes,
    around: dict[tuple[str, str], SeenPlace],
) -> OfferedOption:
    option = decision.options[number]
    shown = option.kind == "value" and option.type is not None and not option.unseen
    place = None
    inner = _inner(option.type)
    if shown and isinstance(inner, ir.NodeDomain):
        place = around.get((inner.name, labels.value(option.value, inner)))
    return OfferedOption(
        number=number,
        kind=option.kind,
        text=text,
        group=_group(state, decision, option, labels, place),
        details=attributes.value(option.value, option.type) if shown and option.type is not None else (),
        sheet=attributes.sheet(option.value, option.type) if shown and option.type is not None else (),
        place=place,
        changes=foreseen(state, decision, option, labels),
    )


def _group(state: State, decision: Decision, option: Option, labels: Labels, place: SeenPlace | None) -> str:
    match _inner(option.type):
        case ir.PieceDomain() if option.kind == "value" and option.value != ir.NONE:
            return labels.zone(state.cells[state.plan.layout.where + option.value], decision.player)
        case ir.NodeDomain(name) as domain if option.kind == "value" and len(decision.options) > MANY:
            if place is not None and place.distance is not None:
                return f"{place.distance} away"
            return _first_enum(labels, name, option.value - ir.index_span(labels.program, domain)[0])
        case _:
            return ""


def _first_enum(labels: Labels, kind: str, row: int) -> str:
    for name, table in labels.program.tables.items():
        if name.startswith(f"{kind}.") and isinstance(table.type, ir.EnumDomain):
            value = table.values[row]
            return labels.value(value, table.type) if value != ir.NONE else ""
    return ""


def _inner(domain: ir.Domain | None) -> ir.Domain | None:
    return domain.of if isinstance(domain, ir.OptionalDomain) else domain


def says_itself(options: Sequence[OfferedOption]) -> bool:
    """Whether numbers are chosen that bring, each, what they are: `take 3` brings 3."""
    for option in options:
        by = tuple(abs(change.by) for change in option.changes if not change.counted)
        if option.kind == "value" and by not in ((), (abs(int(option.text.replace("−", "-"))),)):
            return False
    return True


def same_everywhere(options: Sequence[OfferedOption]) -> frozenset[Detail]:
    """What is printed on all that can be chosen, which tells nothing."""
    details = [frozenset(option.details) for option in options if option.kind == "value"]
    return frozenset.intersection(*details) if len(details) > 1 else frozenset()
