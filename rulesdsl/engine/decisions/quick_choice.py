"""Choices without the detours of `decisions.take`, while nobody listens: one value that settles a decision,
one of several actions that ask for nothing else, and a set of which only the size matters, picked member by
member.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.core.codes import DONE
from rulesdsl.engine.core.layout import ALT, SITE, STAGE
from rulesdsl.engine.core.sites import Site, SomeSite

if TYPE_CHECKING:
    from rulesdsl.engine.state import State


Way = tuple[int, int, tuple[int, ...]]
"""Where a value goes, and the segment that follows it; or of a menu, which has no such place, the segment
that follows each action. Without either it is a set to be picked freely.
"""


def quick_way(site: Site) -> Way | None:
    """How a choice is made without detours: a single value; one of several actions that ask for nothing else,
    each with its segment; a set to be picked freely.
    """
    if site.quick:
        return site.quick_address, site.quick_body, ()
    if site.parts is None and not any(doing.params for doing in site.alternatives):
        return 0, 0, tuple(doing.body for doing in site.alternatives)
    return (0, 0, ()) if _is_picked_freely(site) else None


def chosen(state: State, cells: list[int], way: Way, code: int) -> int:
    """A single value, or an action that asks for nothing else: the segment that follows."""
    address, segment, bodies = way
    state.codes = None
    cells[SITE] = 0
    if address:
        cells[address] = code
        return segment
    cells[ALT] = cells[STAGE] = 0
    state.memo = None
    return bodies[code]


def _is_picked_freely(site: Site) -> bool:
    """Whether a set of which only the size matters is all that is to be decided."""
    if len(site.alternatives) != 1 or len(site.alternatives[0].params) != 1 or site.decide.is_question:
        return False
    param = site.alternatives[0].params[0]
    if not isinstance(param, SomeSite) or param.options is None:
        return False
    kind = param.param.var.type
    return isinstance(kind, ir.SeqDomain) and not kind.ordered


def pick(state: State, cells: list[int], site: Site, code: int) -> int:
    """Another member, or that there is none; what is forced then. The segment that follows, or 0 to wait."""
    chosen = site.alternatives[0]
    param = chosen.params[0]
    assert isinstance(param, SomeSite)
    assert param.options is not None
    address = param.address
    while code != DONE:
        count = cells[address] + 1
        cells[address + count] = code
        cells[address] = count
        codes = param.options(cells)
        if len(codes) > 1 or not (codes[0] == DONE or state.take_forced):
            state.codes = codes
            return 0
        code = codes[0]
    start, count = address + 1, cells[address]
    cells[start : start + count] = sorted(cells[start : start + count])
    cells[SITE] = cells[ALT] = cells[STAGE] = 0
    state.codes = None
    state.memo = None
    return chosen.body
