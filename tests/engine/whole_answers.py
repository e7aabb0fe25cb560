"""The whole answers to an open decision: what the options lead to, stage by stage, until it is made."""

from collections.abc import Callable

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.stages import Decision, Option
from rulesdsl.engine.state import State


@frozen
class Taken:
    """One stage of a decision."""

    alternative: str
    stage: str
    kind: str
    value: int
    looks: tuple[int, ...] = ()
    """Of a piece: its name, how it lies, and who knows it. Pieces that differ in this are offered each."""


@frozen
class Answer:
    """A whole answer: the stages taken one after the other."""

    player: int
    taken: tuple[Taken, ...]

    @property
    def alternative(self) -> str:
        return next((stage.alternative for stage in reversed(self.taken) if stage.alternative), "")

    @property
    def declined(self) -> bool:
        return any(stage.kind == "decline" for stage in self.taken)

    @property
    def looks(self) -> tuple[tuple[int, ...], ...]:
        return tuple(sorted(stage.looks for stage in self.taken))

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(stage.value for stage in self.taken if stage.kind == "value")


Path = tuple[int, ...]
"""The options taken, by their numbers at each stage."""


def whole_answers(state: State, wanted: Callable[[Option], bool] | None = None) -> list[tuple[Answer, Path]]:
    """All whole answers that begin with a wanted option; every option of every stage is followed once."""
    decision = state.decision
    assert decision is not None
    found: list[tuple[Answer, Path]] = []

    def whole(taken: tuple[Taken, ...], path: Path) -> None:
        found.append((Answer(decision.player, taken), path))

    open_ones: list[tuple[State, tuple[Taken, ...], Path]] = [(state, settled(decision), ())]
    while open_ones:
        reached, taken, path = open_ones.pop()
        stage = reached.decision
        assert stage is not None
        for at, option in enumerate(stage.options):
            if not path and wanted is not None and not wanted(option):
                continue
            if is_last(stage, option):
                whole((*taken, _last(state, stage, option)), (*path, at))
                continue
            after, new, done = step(reached, decision, at)
            if done:
                whole((*taken, *new), (*path, at))
            else:
                open_ones.append((after, (*taken, *new), (*path, at)))
    return found


def settled(decision: Decision) -> tuple[Taken, ...]:
    """What has been chosen by itself before the decision is put to the player."""
    name = "" if decision.alternative is None else decision.alternative.name
    chosen = [Taken(name, "action", "action", 0)] if name else []
    chosen += [
        Taken(name, stage, "value", member)
        for stage, value, _ in decision.chosen
        for member in (value if isinstance(value, tuple) else (value,))
        if isinstance(member, int)
    ]
    return (*chosen, *(Taken(name, decision.stage, "value", value) for value in decision.picked))


def step(state: State, decision: Decision, at: int) -> tuple[State, tuple[Taken, ...], bool]:
    """One option on a clone: the stages taken by it, and whether the decision is made with it."""
    after = state.clone()
    after.log = []
    after.apply(at)
    taken: list[Taken] = []
    for event in after.log:
        if isinstance(event, ev.Chanced) and event.point == decision.point:
            # Which of the pieces it is that the player cannot tell apart.
            continue
        if not isinstance(event, ev.Chosen) or (event.player, event.point) != (
            decision.player,
            decision.point,
        ):
            return after, tuple(taken), True
        looks = _looks(state, event.value) if event.kind == "value" and _is_piece(event.type) else ()
        taken.append(Taken(event.alternative, event.stage, event.kind, event.value, looks))
    following = after.decision
    done = (
        following is None
        or taken[-1].kind == "decline"
        or (following.player, following.point) != (decision.player, decision.point)
        or not (following.chosen or following.picked or following.alternative is not None)
    )
    return after, tuple(taken), done


def is_last(stage: Decision, option: Option) -> bool:
    """Whether the decision is made for certain with this option."""
    match option.kind:
        case "decline":
            return True
        case "action":
            assert option.alternative is not None
            return not option.alternative.params
        case "value":
            assert stage.alternative is not None
            param = stage.alternative.params[-1]
            return isinstance(param, ir.OneParam) and param.var.name == stage.stage
        case _:
            return False


def _last(state: State, stage: Decision, option: Option) -> Taken:
    """What taking the option will be, without taking it."""
    alternative = option.alternative or stage.alternative
    name = "" if alternative is None else alternative.name
    looks = _looks(state, option.value) if option.kind == "value" and _is_piece(option.type) else ()
    return Taken(name, stage.stage, option.kind, option.value, looks)


def _looks(state: State, piece: int) -> tuple[int, ...]:
    layout, cells = state.plan.layout, state.cells
    name = state.plan.program.piece_name_of[piece]
    if not layout.hidden:
        return (name,)
    return name, cells[layout.face + piece], cells[layout.known + piece]


def _is_piece(domain: ir.Domain | None) -> bool:
    return isinstance(domain.of if isinstance(domain, ir.OptionalDomain) else domain, ir.PieceDomain)
