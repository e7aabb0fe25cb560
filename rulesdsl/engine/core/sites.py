"""Decision points as the engine runs them: the statement, its functions, and where its cells and
segments are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import ALT, STAGE
from rulesdsl.gatherings import Gather

Cells = list[int]


@frozen(eq=False)
class OneSite:
    """A parameter that takes one value: `options` are all values with which the rest can be completed."""

    param: ir.OneParam
    address: int
    options: Callable[[Cells], Sequence[int]]
    prompt: Callable[[Cells], ev.Words] | None
    hides: bool
    """Whether there may be pieces among them that the chooser cannot tell apart."""
    accepts: Callable[[Cells, int], bool] | None = None
    """Of a text that is written, whether it meets the conditions."""


@frozen(eq=False)
class SetSpec:
    """How to choose a set. All functions take the cells and then `args`, the values settled before.

    `meets` (the condition on the set) and `holds` (that, all that can be tested then, and whether what
    comes later can be completed) take the members (None if only their summary is known) and one result for
    each of `ops` besides.
    """

    param: ir.SomeParam
    domain: Callable[..., Sequence[int]]
    limits: Callable[..., tuple[int, int]]
    meets: Callable[..., bool]
    holds: Callable[..., bool]
    contribution: Callable[..., tuple[int, ...]]
    ops: tuple[Gather, ...]
    spans: tuple[tuple[int, int], ...]
    """For a tally, the lowest key and the number of keys."""
    by_parts: bool
    """Whether the conditions read nothing of the set but the parts."""
    free: bool
    """Whether no condition reads the set at all."""
    alike: bool
    """Whether some members may be alike (pieces of which there are several)."""
    hides: bool
    """Whether there may be members that the chooser cannot tell apart."""
    piece_args: tuple[int, ...]
    """Which of the values settled before are pieces: those are like no others any more."""


@frozen(eq=False)
class SomeSite:
    """A parameter that takes a set: its members are asked for one by one."""

    param: ir.SomeParam
    address: int
    room: int
    spec: SetSpec
    options: Callable[[Cells], list[int]] | None
    """What may come next (members, or done), where only the size of the set matters."""
    args: Callable[[Cells], tuple[Any, ...]]
    prompt: Callable[[Cells], ev.Words] | None


ParamSite = OneSite | SomeSite


@frozen(eq=False)
class AlternativeSite:
    alternative: ir.Alternative
    number: int
    """Among all the action names of the program, or -1."""
    legal: Callable[[Cells], bool]
    params: tuple[ParamSite, ...]
    title: Callable[[Cells], ev.Words]
    body: int
    """The segment of what is done."""


@frozen(eq=False)
class Site:
    number: int
    copy: str
    """Of which copy of the code: "" where standing rules are looked at, "q" where not."""
    decide: ir.Decide
    alternatives: tuple[AlternativeSite, ...]
    prompt: Callable[[Cells], ev.Words] | None
    after: int
    """The segment that follows where nothing is chosen."""
    merged: bool
    """One alternative that may be declined: the first parameter is asked for at once."""
    moves: Callable[[Cells], list[int]] | None
    """Where every whole move is an option: their codes."""
    parts: Callable[[int], list[int]] | None
    """What such a code stands for: the number of the alternative, and the values of its parameters."""
    quick: bool
    """One value of one parameter settles the whole decision: it goes to this cell, and the body follows."""
    quick_address: int
    quick_body: int


def in_the_middle(cells: Cells, site: Site) -> int:
    """Whether a part of the open decision has been made."""
    if cells[ALT] < 0:
        return 0
    if len(site.decide.alternatives) > 1 or cells[STAGE] > 0:
        return 1
    for param in site.alternatives[0].params[:1]:
        if isinstance(param, SomeSite):
            return int(cells[param.address] > 0)
    return 0
