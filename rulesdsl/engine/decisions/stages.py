"""Decisions, stage by stage: first what to do, then one parameter after the other, sets member by member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import picked_by_chance, tell_drawn
from rulesdsl.engine.core.codes import DECLINE, DONE, UNSEEN, WRITE
from rulesdsl.engine.core.layout import ALT, CHOOSER, SECRET, SITE, STAGE, STEPS
from rulesdsl.engine.core.notes import Note
from rulesdsl.engine.core.sites import AlternativeSite, OneSite, ParamSite, Site, SomeSite
from rulesdsl.engine.decisions.parameters import question
from rulesdsl.engine.decisions.question import asked
from rulesdsl.engine.decisions.sets import next_copies, next_members
from rulesdsl.engine.faults import Fault, TooManySteps
from rulesdsl.engine.labels.english import counted
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import SeenDecision
from rulesdsl.engine.pieces.unseen import is_unseen, members_of, with_lots
from rulesdsl.source import Span
from rulesdsl.texts import FreeText

if TYPE_CHECKING:
    from rulesdsl.engine.state import State

_WORD = {DECLINE: "decline", DONE: "done", WRITE: "text"}


@frozen
class Option:
    """One thing to pick. `value` of an action is its place among the alternatives of the decision, that of
    the unseen the number of the zone instance in which they lie.

    `unseen`: the chooser may not know which piece this is, so it must be offered by place.
    """

    kind: str
    """action, value, unseen (one of the pieces of a zone that cannot be told apart), move (an action with all
    its parameters), text (one that is still to be written), done or decline"""
    value: int
    type: ir.Domain | None = field(repr=False)
    alternative: ir.Alternative | None = field(repr=lambda item: repr(item and item.name))
    unseen: bool
    parts: tuple[Option, ...] = ()
    """Of a whole move what is chosen for each parameter."""

    @property
    def unseen_lot(self) -> bool:
        """Whether the last part of a whole move is one of the pieces that the chooser cannot tell apart."""
        return bool(self.parts) and self.parts[-1].kind == "unseen"


@frozen(repr=False)
class Decision:
    """What is waited for, by the numbers of the program; `seen` has it as the player sees it."""

    player: int
    point: int
    stage: str
    """"action", or the name of the parameter that is asked for."""
    alternative: ir.Alternative | None
    """What is being done, where that is settled."""
    prompt: ev.Words
    chosen: tuple[tuple[str, ev.Content, ir.Domain], ...]
    """The parameters settled so far: name, value, type."""
    picked: tuple[int, ...]
    """Of a set that is being chosen: the members so far."""
    options: tuple[Option, ...]
    secret: bool
    rules: tuple[str, ...]
    span: Span | None
    decide: ir.Decide
    _state: State = field(eq=False)
    """The position in which it is open, which stays as it is."""

    @property
    def param(self) -> ir.Param | None:
        """The parameter that is chosen now; None while an action is."""
        params = () if self.alternative is None else self.alternative.params
        return next((param for param in params if param.var.name == self.stage), None)

    @property
    def written(self) -> int | None:
        """Of how many letters at most a text is to be written; None if none is."""
        kinds = (option.type for option in self.options if option.kind == "text")
        return next((kind.most for kind in kinds if isinstance(kind, ir.TextDomain)), None)

    @property
    def settled(self) -> bool:
        """Whether it leaves no choice."""
        return len(self.options) <= 1 and self.written is None

    @property
    def seen(self) -> SeenDecision:
        """The decision and its options as the player who decides may see them."""
        return asked(self._state, self, self._labels)

    @property
    def _labels(self) -> Labels:
        return Labels.of(self._state.plan.layout, cells=self._state.cells)

    def __str__(self) -> str:
        """Who decides, the question, and the options (of many only the first)."""
        return f"{self._labels.players[self.player]}: {self.seen}"

    def __repr__(self) -> str:
        who = self._labels.players[self.player]
        prompt = f" {self.seen.prompt!r}" if self.prompt else ""
        return f"<Decision of {who}:{prompt} {counted(len(self.options), 'option')}>"


# ---- going through the stages


def enter(state: State, cells: list[int], site: Site, player: int) -> int:
    """A segment has come to a decision: the segment that follows, or 0 to wait."""
    cells[STEPS] += 1
    if cells[STEPS] > state.plan.program.step_limit:
        raise TooManySteps.after(state.plan.program.step_limit, site.decide.span, site.decide.rules)
    if player == ir.NONE:
        raise Fault("there is nobody to decide here", site.decide.span, (), site.decide.rules)
    cells[CHOOSER] = player
    cells[SITE] = site.number + 1
    cells[ALT] = -1
    only = site.alternatives[0]
    at_once = site.merged or (len(site.alternatives) == 1 and not site.decide.decline)
    if site.moves is None and at_once and only.params:
        # The values of a first parameter are listed only if the conditions without parameters hold.
        if not only.params[0].options and not only.legal(cells):
            return _pass_over(state, cells, site)
        cells[ALT] = 0
        _begin_stage(cells, only.params, 0)
    return _proceed(state, cells, site, None)


def enter_few(state: State, cells: list[int], site: Site, codes: list[int]) -> int:
    """The same for a decision that begins with one value, or is one choice, whatever is possible."""
    if not codes:
        return _pass_over(state, cells, site)
    if site.decide.decline:
        codes.append(DECLINE)
    return _proceed(state, cells, site, codes)


def _begin_stage(cells: list[int], params: tuple[ParamSite, ...], index: int) -> None:
    cells[STAGE] = index
    if index < len(params):
        param = params[index]
        if isinstance(param, SomeSite):
            cells[param.address : param.address + 1 + param.room] = [0] * (1 + param.room)


def _close(state: State, cells: list[int], segment: int) -> int:
    cells[SITE] = 0
    cells[ALT] = 0
    cells[STAGE] = 0
    state.codes = None
    state.memo = None
    return segment


def _pass_over(state: State, cells: list[int], site: Site) -> int:
    """Nothing can be done."""
    decide = site.decide
    if not (decide.decline or decide.if_possible or decide.repeatedly):
        raise Fault("nothing that must be done here can be done", decide.span, (), decide.rules)
    if state.log is not None:
        state.skipped(cells, site)
    return _close(state, cells, site.after)


def members_picked(cells: list[int], param: SomeSite) -> list[int]:
    return cells[param.address + 1 : param.address + 1 + cells[param.address]]


def codes_of(state: State, cells: list[int], site: Site) -> list[int]:
    """The options of the present stage."""
    index = cells[ALT]
    if site.moves is not None:
        moves = site.moves(cells)
        if moves and site.decide.decline:
            moves.append(DECLINE)
        return moves
    if index < 0:
        legal = [number for number, alternative in enumerate(site.alternatives) if alternative.legal(cells)]
        return [*legal, DECLINE] if site.decide.decline else legal
    stage = cells[STAGE]
    param = site.alternatives[index].params[stage]
    codes = _values_of(state, cells, param)
    if isinstance(param, SomeSite) and cells[param.address]:
        return codes
    if site.merged and stage == 0 and codes:
        codes.append(DECLINE)
    return codes


def _values_of(state: State, cells: list[int], param: ParamSite) -> list[int]:
    """What a parameter can be, or which members can come next; what the chooser cannot tell apart as one."""
    pieces = state.plan.pieces
    if isinstance(param, OneSite):
        values = list(param.options(cells))
        return with_lots(pieces, cells, values) if param.hides else values
    if param.options is not None:
        return param.options(cells)
    if state.memo is None:
        state.memo = {}
    members, done = next_members(
        state.memo, param.spec, cells, param.args(cells), members_picked(cells, param), pieces
    )
    if param.spec.hides:
        members = with_lots(pieces, cells, members)
    return [*members, DONE] if done else members


def _by_chance(state: State, cells: list[int], site: Site, param: ParamSite, code: int) -> int:
    """One of the pieces that the chooser cannot tell apart."""
    pieces = state.plan.pieces
    if isinstance(param, OneSite):
        offered = list(param.options(cells))
    else:
        if state.memo is None:
            state.memo = {}
        offered = next_copies(
            state.memo, param.spec, cells, param.args(cells), members_picked(cells, param), pieces
        )
    return picked_by_chance(
        state, cells, members_of(pieces, cells, offered, code), site.decide.point, site.decide.span
    )


def _proceed(state: State, cells: list[int], site: Site, codes: list[int] | None) -> int:
    """Go through the stages up to one with a choice: the segment that follows the decision, or 0 to wait."""
    while True:
        if codes is None:
            codes = codes_of(state, cells, site)
            if not codes or codes[0] == DECLINE:
                # Only a first stage can be without options: the others are completable.
                return _pass_over(state, cells, site)
        if len(codes) == 1 and codes[0] != WRITE and (state.take_forced or _full_set(cells, codes)):
            segment = take(state, cells, site, codes[0], codes, forced=True)
            if segment:
                return segment
            codes = None
            continue
        state.codes = codes
        return 0


def _full_set(cells: list[int], codes: list[int]) -> bool:
    """A set that cannot grow any more is done without a word."""
    return codes[0] == DONE and cells[STAGE] >= 0


def take(state: State, cells: list[int], site: Site, code: int, codes: list[int], *, forced: bool) -> int:
    """Carry out a choice: the segment that follows the decision, or 0 if there are further stages."""
    index = cells[ALT]
    if code == WRITE:
        raise FreeText
    if code == DECLINE:
        if state.log is not None:
            if site.parts is None:
                state.chose(cells, site, code, codes, forced=forced, last=True)
            else:
                state.declined_moves(cells, site, codes)
        return _close(state, cells, site.after)
    if site.parts is not None:
        return _take_whole(state, cells, site, code, codes, forced=forced)
    if index < 0:
        alternative = site.alternatives[code]
        cells[ALT] = code
        last = not alternative.params
        if state.log is not None:
            cells[STAGE] = -1
            state.chose(cells, site, code, codes, forced=forced, last=last)
        if last:
            return _close(state, cells, alternative.body)
        _begin_stage(cells, alternative.params, 0)
        return 0
    alternative = site.alternatives[index]
    stage = cells[STAGE]
    param = alternative.params[stage]
    piece = _by_chance(state, cells, site, param, code) if code <= UNSEEN else code
    if isinstance(param, OneSite):
        cells[param.address] = piece
    elif code != DONE:
        count = cells[param.address]
        if count >= param.room:
            raise Fault(
                "there are more members here than can be kept",
                site.decide.span,
                (("at most", f"{param.room}"),),
                site.decide.rules,
            )
        cells[param.address + 1 + count] = piece
        cells[param.address] = count + 1
        if state.log is not None:
            state.chose(cells, site, code, codes, forced=forced, last=False)
            _tell_chance(state, cells, site, code, piece)
        return 0
    elif isinstance(param.param.var.type, ir.SeqDomain) and not param.param.var.type.ordered:
        start, count = param.address + 1, cells[param.address]
        cells[start : start + count] = sorted(cells[start : start + count])
    last = stage + 1 == len(alternative.params)
    if state.log is not None:
        state.chose(cells, site, code, codes, forced=forced, last=last)
        _tell_chance(state, cells, site, code, piece)
    if last:
        return _close(state, cells, alternative.body)
    _begin_stage(cells, alternative.params, stage + 1)
    return 0


def _take_whole(
    state: State, cells: list[int], site: Site, code: int, codes: list[int], *, forced: bool
) -> int:
    """Carry out a whole move."""
    assert site.parts is not None
    values = site.parts(code)
    index = values[0]
    alternative = site.alternatives[index]
    piece = last = ir.NONE
    # By number, as it is translated for the machine.
    for stage in range(len(alternative.params)):
        param = alternative.params[stage]
        last = values[stage + 1]
        piece = _by_chance(state, cells, site, param, last) if last <= UNSEEN else last
        cells[param.address] = piece
    if state.log is not None:
        state.chose_whole(cells, site, code, codes, forced=forced)
        _tell_chance(state, cells, site, last, piece)
    return _close(state, cells, alternative.body)


def _tell_chance(state: State, cells: list[int], site: Site, code: int, piece: int) -> None:
    if code <= UNSEEN:
        tell_drawn(state, cells, piece, site.decide.point, Note(site.decide.rules, site.decide.span))


def go_on(state: State, cells: list[int], site: Site, code: int, codes: list[int]) -> int:
    """A choice, and the stages after it."""
    return take(state, cells, site, code, codes, forced=False) or _proceed(state, cells, site, None)


# ---- for those who look


def option_of(state: State, cells: list[int], site: Site, code: int) -> Option:
    """What a code stands for at the present stage."""
    index = cells[ALT]
    if code in _WORD:
        kind = text_asked(cells, site) if code == WRITE else None
        return Option(_WORD[code], 0, kind, None, unseen=False)
    if site.parts is not None and index < 0 and cells[STAGE] >= 0:
        number, *values = site.parts(code)
        doing = site.alternatives[number]
        parts = tuple(
            _value_of(state, cells, param.param, value)
            for param, value in zip(doing.params, values, strict=True)
        )
        return Option("move", code, None, doing.alternative, any(part.unseen for part in parts), parts)
    if index < 0 or cells[STAGE] < 0:
        return Option("action", code, None, site.alternatives[code].alternative, unseen=False)
    return _value_of(state, cells, site.alternatives[index].params[cells[STAGE]].param, code)


def _value_of(state: State, cells: list[int], param: ir.Param, code: int) -> Option:
    """What a code of a parameter stands for."""
    domain = param.var.type
    if isinstance(domain, ir.SeqDomain):
        domain = domain.of
    inner = ir.without_none(domain)
    if isinstance(inner, ir.PieceDomain) and code != ir.NONE:
        if code < ir.NONE:
            return Option("unseen", UNSEEN - code, domain, None, unseen=True)
        return Option("value", code, domain, None, is_unseen(state.plan.pieces, cells, code))
    return Option("value", code, domain, None, unseen=False)


def text_asked(cells: list[int], site: Site) -> ir.TextDomain | None:
    """What kind of text is to be written now; None if none is."""
    param = written_site(cells, site)
    inner = None if param is None else ir.without_none(param.param.var.type)
    assert inner is None or isinstance(inner, ir.TextDomain)
    return inner


def written_site(cells: list[int], site: Site) -> OneSite | None:
    """The parameter for which a text is to be written now."""
    if cells[ALT] < 0 or cells[STAGE] < 0 or site.parts is not None:
        return None
    param = site.alternatives[cells[ALT]].params[cells[STAGE]]
    return param if isinstance(param, OneSite) and param.accepts is not None else None


def stage_name(cells: list[int], site: Site) -> str:
    index = cells[ALT]
    if index < 0 or cells[STAGE] < 0:
        return "action"
    return site.alternatives[index].params[cells[STAGE]].param.var.name


def _settled(
    cells: list[int], alternative: AlternativeSite, stages: int
) -> tuple[tuple[str, ev.Content, ir.Domain], ...]:
    result: list[tuple[str, ev.Content, ir.Domain]] = []
    for param in alternative.params[:stages]:
        value: ev.Content = (
            cells[param.address] if isinstance(param, OneSite) else tuple(members_picked(cells, param))
        )
        result.append((param.param.var.name, value, param.param.var.type))
    return tuple(result)


def decision_of(state: State) -> Decision | None:
    """What is waited for."""
    cells = state._cells  # noqa: SLF001 -- only read: a clone need not be copied for it
    if not cells[SITE]:
        return None
    site = state.plan.sites[cells[SITE] - 1]
    index = cells[ALT]
    decide = site.decide
    settled: AlternativeSite | None = None if index < 0 else site.alternatives[index]
    prompt = () if site.prompt is None else site.prompt(cells)
    picked: tuple[int, ...] = ()
    if settled is not None:
        param = settled.params[cells[STAGE]]
        labels = Labels.of(state.plan.layout, cells=cells)
        prompt = (
            param.prompt(cells) if param.prompt else (question(settled.alternative, param.param, labels),)
        )
        picked = tuple(members_picked(cells, param)) if isinstance(param, SomeSite) else ()
    return Decision(
        player=cells[CHOOSER],
        point=decide.point,
        stage=stage_name(cells, site),
        alternative=None if settled is None else settled.alternative,
        prompt=prompt,
        chosen=() if settled is None else _settled(cells, settled, cells[STAGE]),
        picked=picked,
        options=tuple(option_of(state, cells, site, code) for code in state.open_codes()),
        secret=bool(cells[SECRET]),
        rules=decide.rules,
        span=decide.span,
        decide=decide,
        state=state.clone(),
    )
