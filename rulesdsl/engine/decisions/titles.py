"""What a player did, in the words of the rules, with the mark who else may read each of its values.

A title is a text for whoever decides, and may say what only that player sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.layout import ALT, CHOOSER, STAGE
from rulesdsl.engine.core.sites import AlternativeSite, Site
from rulesdsl.engine.decisions.options import asks_yes_or_no, called, local_of, reading_for
from rulesdsl.engine.evaluation.position import Hidden
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.operations import Impossible, Op

if TYPE_CHECKING:
    from rulesdsl.engine.decisions.stages import Option
    from rulesdsl.engine.state import State


def title_of_choice(state: State, cells: list[int], site: Site, *, last: bool, declined: bool) -> ev.Words:
    """The words for a choice that completes what is done; of a question also when it is denied."""
    if declined:
        return _marked(state, cells, site.alternatives[0]) if asks_yes_or_no(site.decide) else ()
    if not last or cells[ALT] < 0:
        return ()
    return _marked(state, cells, site.alternatives[cells[ALT]])


def words_of_choice(state: State, cells: list[int], site: Site, option: Option) -> str:
    """What the game calls the value that is chosen; "" if it has no words of its own for it."""
    if option.kind != "value" or cells[ALT] < 0:
        return ""
    param = site.alternatives[cells[ALT]].params[cells[STAGE]].param
    return called(state, param, option.value, cells[CHOOSER], Labels.of(state.plan.layout, cells=cells)) or ""


def _marked(state: State, cells: list[int], site: AlternativeSite) -> ev.Words:
    parts = zip(site.title(cells), site.alternative.title.parts, strict=True)
    return tuple(
        evolve(part, known_to=_who_may_read(state, cells, expr))
        if isinstance(part, ev.Value) and not isinstance(expr, str) and not _is_chosen(expr)
        else part
        for part, expr in parts
    )


def _is_chosen(expr: ir.Expr) -> bool:
    """Whether this was chosen before the eyes of all: whether they know a piece is another matter."""
    while isinstance(expr, ir.Apply) and expr.op is Op.AS:
        expr = expr.args[0]
    return isinstance(expr, (ir.Local, ir.Const))


def _who_may_read(state: State, cells: list[int], expr: ir.Expr) -> int:
    value = 1 << cells[CHOOSER]
    for player in range(state.plan.program.players):
        reading = reading_for(state, player)
        reading.local = local_of(state)
        try:
            reading.value(expr)
        except (Hidden, Impossible, KeyError):
            continue
        value |= 1 << player
    return value
