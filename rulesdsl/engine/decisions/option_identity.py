"""By what the open options are known: which of them a player can tell apart, and which one was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl.engine.core.arguments import no_such_option
from rulesdsl.engine.core.domains import is_pieces
from rulesdsl.engine.core.layout import ALT, SITE, STAGE
from rulesdsl.engine.core.sites import Site
from rulesdsl.engine.labels.things import SeenOption
from rulesdsl.engine.pieces.unseen import recognised

if TYPE_CHECKING:
    from rulesdsl.engine.state import State


def recognised_options(state: State) -> list[tuple[int, ...]]:
    """The open options as far as who decides can tell them from each other."""
    codes = state.open_codes()
    cells = state._cells  # noqa: SLF001 -- only read, as in `decision_of`
    site = state.plan.sites[cells[SITE] - 1]
    index = cells[ALT]
    if site.parts is not None:
        return [(code,) if code < 0 else _recognised_move(state, site, *site.parts(code)) for code in codes]
    if (
        index < 0
        or cells[STAGE] < 0
        or not is_pieces(site.alternatives[index].params[cells[STAGE]].param.var.type)
    ):
        return [(code,) for code in codes]
    return [recognised(state.plan.pieces, cells, code) for code in codes]


def _recognised_move(state: State, site: Site, index: int, *values: int) -> tuple[int, ...]:
    cells = state._cells  # noqa: SLF001 -- only read
    known = [index]
    for param, value in zip(site.alternatives[index].params, values, strict=True):
        pieces = is_pieces(param.param.var.type)
        known += recognised(state.plan.pieces, cells, value) if pieces else (value,)
    return tuple(known)


def marks(state: State) -> list[tuple[int, ...]]:
    """What each open option is known by: the stage at which it is open, and what it is there. In a sample of
    the same decision it is the same.
    """
    cells = state._cells  # noqa: SLF001 -- only read
    stage = (cells[SITE], cells[ALT], cells[STAGE])
    return [(*stage, *known) for known in recognised_options(state)]


def place_of_seen(state: State, option: SeenOption) -> int:
    """The number of an option that was shown; ValueError if it was one of another decision."""
    if state.player is None:
        raise no_such_option(option.number, 0, over=state.over)
    there = marks(state)
    if not 0 <= option.number < len(there) or there[option.number] != option._mark:  # noqa: SLF001 -- kept for this
        raise ValueError(f"{option.text!r} is no option of the decision that is waited for")
    return option.number
