"""Decisions in words: what is asked, and what each option is called, for the player who decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.equal_options import told_apart
from rulesdsl.engine.decisions.parameters import called_by, is_set
from rulesdsl.engine.evaluation.position import Hidden
from rulesdsl.engine.evaluation.reading import Reading, SharedValues
from rulesdsl.engine.labels.english import counted, plain, plural, with_article
from rulesdsl.engine.labels.labels import Labels, Sees
from rulesdsl.engine.pieces.unseen import lot_of
from rulesdsl.operations import Op

if TYPE_CHECKING:
    from rulesdsl.engine.decisions.stages import Decision, Option
    from rulesdsl.engine.state import State


def sees_for(state: State, player: int) -> Sees:
    """Which pieces the player knows."""
    return reading_for(state, player).knows


def reading_for(state: State, player: int | None, shared: SharedValues | None = None) -> Reading:
    """What a player may read; of None everything. `shared`: what was worked out for others."""
    cells = state.cells if player is None else state.position_for(player)
    plan = state.plan
    return Reading(
        plan.layout,
        cells,
        player,
        evaluate=lambda name, *args: plan.evaluate(cells, name, *args),
        # In a secret block others may look at another position.
        shared=shared if shared is not None and shared.cells == cells else None,
    )


def option_text(
    state: State, decision: Decision, option: Option, labels: Labels, sees: Sees | None = None
) -> str:
    """What an option is called by the player who decides; `sees`: which pieces this player knows, where that
    was worked out already.
    """
    match option.kind:
        case "decline":
            return declining(decision.decide)
        case "text":
            assert isinstance(option.type, ir.TextDomain)
            return to_be_written(option.type.most)
        case "done":
            return enough(picked=bool(decision.picked))
        case "unseen":
            return lot_text(state, decision, option.value, labels)
        case "move":
            return move_words(state, decision, option, labels)[0]
        case "action":
            assert option.alternative is not None
            if asks_yes_or_no(decision.decide):
                return "yes"
            return alternative_text(state, decision, option.alternative, labels)
        case _:
            assert option.type is not None
            if option.unseen:
                return unseen_text(state, option, labels)
            param = decision.param
            words = param and called(state, param, option.value, decision.player, labels)
            if words:
                return words
            text = labels.value(option.value, option.type, sees or sees_for(state, decision.player))
            return text + told_apart(state, decision.options, option, labels)


def move_words(state: State, decision: Decision, move: Option, labels: Labels) -> tuple[str, dict[str, str]]:
    """An action with all that is chosen for it: the title, and behind it what that does not say; and what
    each parameter is, by its name.
    """
    alternative = move.alternative
    assert alternative is not None
    reading = reading_for(state, decision.player)
    local = local_of(state)
    words: dict[int, str] = {}
    for index, (param, part) in enumerate(zip(alternative.params, move.parts, strict=True)):
        others = (option.parts[index] for option in decision.options if option.alternative is alternative)
        words[param.var.number] = _part_text(state, decision, part, others, labels, reading.knows)
        reading.variables[param.var.number] = part.value
    reading.local = local
    title = alternative.title
    fragments = template(title, reading, labels, words) if title.parts else plain(alternative.name)
    open_ = {var.number for part in title.parts if not isinstance(part, str) for var in _variables(part)}
    called_as = {
        param.var.name: called(state, param, part.value, decision.player, labels) or words[param.var.number]
        for param, part in zip(alternative.params, move.parts, strict=True)
    }
    rest = [
        beside
        for param in alternative.params
        if param.var.number not in open_ and not _is_called(title, param)
        if (beside := _beside_title(param, called_as[param.var.name]))
    ]
    return f"{fragments}: {', '.join(rest)}" if rest else fragments, called_as


def _beside_title(param: ir.Param, words: str) -> str:
    """Of a bundle each number with its kind, nothing of those that are 0."""
    _, _, kind = param.var.name.partition(" ")
    return words if not kind else "" if words == "0" else f"{words} {plain(kind)}"


def _is_called(title: ir.Text, param: ir.Param) -> bool:
    """Whether a title has the game's own words for a parameter."""
    return (
        isinstance(param, ir.OneParam)
        and param.called is not None
        and any(part in title.parts for part in param.called.parts if not isinstance(part, str))
    )


def _part_text(
    state: State, decision: Decision, part: Option, others: Iterator[Option], labels: Labels, sees: Sees
) -> str:
    if part.kind == "unseen":
        return lot_text(state, decision, part.value, labels)
    if part.unseen:
        return unseen_text(state, part, labels)
    assert part.type is not None
    return labels.value(part.value, part.type, sees) + told_apart(state, others, part, labels)


def called(state: State, param: ir.Param, value: ev.Content, player: int, labels: Labels) -> str | None:
    """The words that the game has for a value of a parameter; None if it has none."""
    if not isinstance(param, ir.OneParam) or param.called is None:
        return None
    reading = reading_for(state, player)
    reading.local = local_of(state)
    return words_for(param, value, reading, labels)


def words_for(param: ir.OneParam, value: ev.Content, reading: Reading, labels: Labels) -> str | None:
    """The same for one who reads this."""
    if param.called is None:
        return None
    reading.variables[param.var.number] = value
    return template(param.called, reading, labels, {})


def declining(decide: ir.Decide) -> str:
    """What it is called to do nothing of what one may do."""
    if asks_yes_or_no(decide):
        return "no"
    if decide.repeatedly:
        return "no more"
    if not any(alternative.name for alternative in decide.alternatives) and all(
        alternative.params for alternative in decide.alternatives
    ):
        return "none"
    called = {
        word.lower()
        for alternative in decide.alternatives
        for word in (alternative.name, title_of(alternative))
    }
    return "do nothing" if "pass" in called else "pass"


def enough(*, picked: bool) -> str:
    """What it is called to choose no more members of a set."""
    return "that is all" if picked else "none"


def to_be_written(most: int) -> str:
    """What it is called that a text is still to be written."""
    return f"a text of at most {counted(most, 'letter')}"


def asks_yes_or_no(decide: ir.Decide) -> bool:
    """Whether the first thing to decide is to do one thing or not, asked as a question."""
    [first, *others] = decide.alternatives
    alone = decide.is_question or (decide.decline and not others and not first.params)
    return alone and title_of(first).endswith("?")


def title_of(alternative: ir.Alternative) -> str:
    """The fixed words of a title."""
    return "".join(part for part in alternative.title.parts if isinstance(part, str)).strip()


def blanked(alternative: ir.Alternative) -> str:
    """The title with `…` for what is filled in."""
    return "".join(part if isinstance(part, str) else "…" for part in alternative.title.parts).strip()


def unseen_text(state: State, option: Option, labels: Labels) -> str:
    """A piece offered by its place, to one who does not know which piece it is."""
    layout = state.plan.layout
    instance = state.cells[layout.where + option.value]
    noun = labels.kind(layout.zone_of(instance).pieces.kinds)
    pieces = layout.pieces_in(state.cells, instance)
    if layout.shapes[instance] == "slot":
        return f"{with_article(noun)} of {labels.zone(instance)}"
    return f"{noun} {pieces.index(option.value) + 1} of {labels.zone(instance)}"


def lying_text(sight: ev.Sight, labels: Labels) -> str:
    """A piece by where it lies, for one who does not know which it is: in a row by its place, elsewhere only
    the zone, in which it cannot be told from others.
    """
    layout = labels.layout
    if sight.zone == ev.OUT_OF_PLAY:
        return with_article(labels.kind((labels.program.piece_kinds[layout.kind_of[sight.piece]].name,)))
    noun = labels.kind(layout.zone_of(sight.zone).pieces.kinds)
    zone = labels.zone(sight.zone)
    match layout.shapes[sight.zone]:
        case "row":
            return f"{noun} {sight.place} of {zone}"
        case "slot":
            return f"the {noun} of {zone}"
        case _:
            return f"{with_article(f'unseen {noun}')} of {zone}"


def has_place(sight: ev.Sight, labels: Labels) -> bool:
    """Whether a piece lies where its place tells it from others, also to those who do not know it."""
    return sight.zone != ev.OUT_OF_PLAY and labels.layout.shapes[sight.zone] in ("row", "slot")


def key_text(state: ir.State, value: int, position: int, labels: Labels, unknown: ev.Sight | None) -> str:
    """One index of a state, as a player may read it; `unknown`: how a piece lies that this player cannot
    tell.
    """
    if unknown is not None and state.lies_on_pieces:
        return lying_text(unknown, labels)
    return labels.value(value, state.index[position])


def lot_text(state: State, decision: Decision, instance: int, labels: Labels) -> str:
    """One of the pieces that the player who decides cannot tell apart."""
    layout, cells = state.plan.layout, state.cells
    there = [piece for piece in layout.pieces_in(cells, instance) if piece not in decision.picked]
    unseen = [piece for piece in there if lot_of(state.plan.pieces, cells, piece) == instance]
    noun = labels.kind(layout.zone_of(instance).pieces.kinds)
    if len(unseen) == 1:
        return f"the unseen {noun} of {labels.zone(instance)}"
    return f"one of the {len(unseen)} unseen {plural(noun)} of {labels.zone(instance)}"


def alternative_text(state: State, decision: Decision, alternative: ir.Alternative, labels: Labels) -> str:
    """The title, with the parameters that are still to be chosen by their names."""
    if not alternative.title.parts:
        return plain(alternative.name)
    return open_title(state, decision, alternative, alternative.params, labels)


def open_title(
    state: State, decision: Decision, alternative: ir.Alternative, still: Iterable[ir.Param], labels: Labels
) -> str:
    """The title, while some parameters are still to be chosen."""
    open_params = {param.var.number: param for param in still}
    reading = reading_for(state, decision.player)
    local = local_of(state)

    def settled(var: ir.Var) -> ev.Content:
        if var.number in open_params:
            raise KeyError(var.name)
        return local(var)

    reading.local = settled
    words = {number: placeholder(param, labels) for number, param in open_params.items()}
    return template(alternative.title, reading, labels, words, still_open=True)


def template(
    text: ir.Text,
    reading: Reading,
    labels: Labels,
    words: Mapping[int, str],
    *,
    still_open: bool = False,
) -> str:
    """`words`: what variables are called; `still_open`: they are still to be chosen."""
    fragments: list[str] = []
    for index, part in enumerate(text.parts):
        if isinstance(part, str):
            # What stands in brackets alone is told when it is chosen.
            fragments.append(part.removeprefix(")") if fragments and fragments[-1] == "" else part)
        elif (var := _variable(part)) is not None and var.number in words:
            if (
                still_open
                and index > 1
                and fragments[-1].endswith(" (")
                and f"{text.parts[index + 1 : index + 2]}".startswith("(')")
            ):
                fragments[-1] = fragments[-1].removesuffix(" (")
                fragments.append("")
            else:
                fragments.append(words[var.number])
        else:
            try:
                fragments.append(labels.value(reading.value(part), part.type, reading.knows))
            except (KeyError, Hidden):
                fragments.append("…")
    return "".join(fragments)


def _variables(expr: ir.Expr) -> Iterator[ir.Var]:
    """Those that are told where this stands: one, or the numbers of a bundle."""
    parts = expr.args if isinstance(expr, ir.Apply) and expr.op is Op.MAP_OF else (expr,)
    return (var for part in parts if (var := _variable(part)) is not None)


def _variable(expr: ir.Expr) -> ir.Var | None:
    """The variable that stands here, narrowed or not."""
    while isinstance(expr, ir.Apply) and expr.op is Op.AS:
        expr = expr.args[0]
    return expr.var if isinstance(expr, ir.Local) else None


def placeholder(param: ir.Param, labels: Labels) -> str:
    """What stands for a parameter that is still to be chosen."""
    if isinstance(param.var.type, ir.IntDomain):
        return "…"
    name = called_by(param, labels)
    return name if is_set(param) else with_article(name)


def local_of(state: State) -> Callable[[ir.Var], ev.Content]:
    """What the variables hold that live around the open decision."""
    return lambda var: state.plan.local(state.cells, var)
