"""Properties that hold in every game, as checks on a state in the middle of play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.events import OUT_OF_PLAY, Event, Flipped, Moved
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels import Labels
from rulesdsl.engine.layout import SECRET
from rulesdsl.engine.meaning import Reading, winners
from rulesdsl.engine.options import local_of, option_text
from rulesdsl.engine.plain_operations import Impossible
from rulesdsl.engine.plan import plan_of
from rulesdsl.engine.sample import sample
from rulesdsl.engine.state import State, start
from rulesdsl.engine.unseen import lot_of
from rulesdsl.engine.view import view
from rulesdsl.engine.walk import nodes_in
from rulesdsl.program import NONE, Alternative, Apply, PieceDomain, PlayerDomain, Program, SomeParam
from rulesdsl.trace.json_lines import event_object

MOST_MEMBERS = 10
"""Sets out of more things are not compared with trying everything out."""


def random_play(program: Program, seed: int, *, log: bool = False, most: int = 100_000) -> Iterator[State]:
    """The state at every decision of a game of random choices, at last the state that is over."""
    stream = Dice(seed)
    state = start(program, seed, log=log)
    for _ in range(most):
        yield state
        if state.over:
            return
        state.apply(stream.below(state.option_count))
    raise AssertionError(f"{program.title} is not over after {most} decisions")


def pieces_are_conserved(state: State) -> None:
    """Every piece lies in one place, and the places and the pieces agree about it."""
    layout, cells = state.plan.layout, state.cells
    found = {}
    for instance in range(len(layout.instances)):
        there = layout.pieces_in(cells, instance)
        if layout.shapes[instance] == "set":
            assert there == sorted(there)
        for piece in there:
            assert piece not in found, f"piece {piece} lies in two places"
            found[piece] = instance
    for piece in range(layout.piece_count):
        assert cells[layout.where + piece] == found.get(piece, OUT_OF_PLAY)


class Ledger:
    """Follows every piece from event to event."""

    def __init__(self, state: State) -> None:
        layout = state.plan.layout
        self.layout = layout
        self.where = state.cells[layout.where : layout.where + layout.piece_count]

    def follow(self, events: Sequence[Event], state: State) -> None:
        for event in events:
            if isinstance(event, Moved):
                for piece, source, target in zip(event.pieces, event.sources, event.targets, strict=True):
                    assert self.where[piece] == source, f"piece {piece} is moved from where it does not lie"
                    self.where[piece] = target
            if isinstance(event, Flipped):
                assert len(event.pieces) == len(event.seen)
        if state.cells[SECRET]:
            # The others' changes in a secret block lie elsewhere until all have decided.
            return
        now = state.cells[self.layout.where : self.layout.where + self.layout.piece_count]
        assert self.where == now, "the events do not say where the pieces went"


def clones_are_independent(state: State, stream: Dice, steps: int = 6) -> None:
    kept = list(state.cells)
    other = state.clone()
    assert other == state
    assert hash(other) == hash(state)
    for _ in range(steps):
        if other.over:
            break
        other.apply(stream.below(other.option_count))
    assert state.cells == kept


def same_choices_give_same_events(state: State, stream: Dice, steps: int = 6) -> None:
    one, other = state.clone(), state.clone()
    one.log, other.log = [], []
    for _ in range(steps):
        if one.over:
            break
        at = stream.below(one.option_count)
        one.apply(at)
        other.apply(at)
    assert one.log == other.log
    assert one == other


def json_round_trip(state: State, stream: Dice, steps: int = 6) -> None:
    """A state that was written down and read plays on like the one it was."""
    back = State.from_json(state.plan, state.to_json())
    assert back == state
    one = state.clone()
    for _ in range(steps):
        if one.over:
            break
        at = stream.below(one.option_count)
        one.apply(at)
        back.apply(at)
    assert back == one


def every_option_is_accepted(state: State) -> None:
    """No option leads to a fault, and the decision lists as many as it says."""
    decision = state.decision
    assert decision is not None
    assert len(decision.options) == state.option_count > 0
    for at in range(len(decision.options)):
        try:
            state.clone().apply(at)
        except Fault as fault:
            raise AssertionError(f"option {at} of {decision.stage} is a fault: {fault}") from fault


def nothing_else_is_legal(state: State) -> None:
    """The alternatives offered are those that some choice of their parameters makes legal, found by trying.

    Where one alternative is settled and its first parameter asked, the same for the parameter's values.
    """
    decision = state.decision
    assert decision is not None
    if decision.chosen or decision.picked:
        return
    reading = Reading(state.plan.layout, state.cells, local=local_of(state))
    if decision.alternative is None:
        offered = {option.alternative.name for option in decision.options if option.alternative is not None}
        for alternative in decision.decide.alternatives:
            if small(reading, alternative):
                assert any(True for _ in reading.choices(alternative)) == (alternative.name in offered)
        return
    alternative = decision.alternative
    if (
        not alternative.params
        or isinstance(alternative.params[0], SomeParam)
        or not small(reading, alternative)
    ):
        return
    first = alternative.params[0].var
    legal = set()
    for _ in reading.choices(alternative):
        value = reading.variables[first.number]
        assert isinstance(value, int)
        legal.add(_class_of(state, value, first.type))
    shown = {
        _class_of(state, option.value, first.type) for option in decision.options if option.kind == "value"
    } | {("unseen", option.value) for option in decision.options if option.kind == "unseen"}
    preferred = bool(getattr(alternative.params[0], "prefer", ()))
    assert shown <= legal if preferred else shown == legal


def formulas_mean_the_same(state: State) -> None:
    """The generated code and the plain walk give every formula the same value, for every player."""
    program = state.plan.program
    reading = Reading(state.plan.layout, state.cells)
    for name, made in program.formulas.items():
        if [type(var.type) for var in made.params] not in ([], [PlayerDomain]) or looks_for_trails(made.body):
            continue
        for args in [(player,) for player in range(program.players)] if made.params else [()]:
            try:
                value: object = state.evaluate(name, *args)
            except Fault:
                value = "fault"
            try:
                plain: object = reading.formula(name, *args)
            except Impossible:
                plain = "fault"
            assert value == plain, f"{name}{args} is {value}, walked {plain}"
    if program.winner is not None:
        assert state.winners() == winners(reading)


def _class_of(state: State, value: int, domain: object) -> object:
    """Alike pieces count as one, and those that the chooser cannot tell apart."""
    if isinstance(domain, PieceDomain):
        lot = lot_of(state.plan.pieces, state.cells, value)
        if lot is not None:
            return "unseen", lot
        layout = state.plan.layout
        return state.plan.program.piece_name_of[value], state.cells[layout.where + value]
    return value


def looks_for_trails(root: object) -> bool:
    """Whether ways over a map are looked for in it: the plain walk finds them all anew each time."""
    return any(isinstance(node, Apply) and "trail" in node.op for node in nodes_in(root))


def small(reading: Reading, alternative: Alternative) -> bool:
    """Whether trying everything out takes no time worth speaking of."""
    if looks_for_trails(alternative):
        return False
    work = 1
    for param in alternative.params:
        try:
            members = reading.value(param.domain)
        except KeyError:
            # The things to choose from depend on an earlier parameter.
            members = NONE
        if not isinstance(members, tuple):
            members = (0,) * 8
        if isinstance(param, SomeParam) and len(members) > MOST_MEMBERS:
            return False
        work *= 2 ** len(members) if isinstance(param, SomeParam) else max(1, len(members))
    return work <= 2**9


def nobody_sees_more_than_he_may(state: State, stream: Dice) -> None:
    """What each player sees is the same in another position that the player cannot tell from this one."""
    layout = state.plan.layout
    labels = Labels.of(layout)
    for player in range(layout.program.players):
        other = sample(state, player, stream)
        pieces_are_conserved(other)
        mine, theirs = view(state, player), view(other, player)
        assert json.dumps(mine.to_json()) == json.dumps(theirs.to_json())
        assert mine.to_text() == theirs.to_text()
        decision, same = state.decision, other.decision
        if decision is not None and decision.player == player:
            assert same is not None
            assert [option_text(state, decision, option, labels) for option in decision.options] == [
                option_text(other, same, option, labels) for option in same.options
            ]


def told_pieces_are_seen(events: Sequence[Event], state: State) -> None:
    """In what a player is told, moved pieces have a name only if the player may see them."""
    labels = Labels.of(state.plan.layout)
    for player in range(len(labels.players)):
        for event in events:
            told = event_object(event, labels, state, player)
            if told is None or not isinstance(event, Moved):
                continue
            pieces = told["pieces"]
            assert isinstance(pieces, list)
            for mask, piece in zip(event.seen, pieces, strict=True):
                assert ("piece" in piece) == bool(mask >> player & 1)


def check_all(program: Program, seed: int, *, every: int = 1, most: int = 100_000) -> int:
    """Plays a random game and checks everything at every so many decisions; gives the number of decisions."""
    stream = Dice(seed + 1000)
    ledger: Ledger | None = None
    decisions = 0
    for state in random_play(program, seed, log=True, most=most):
        if ledger is None:
            ledger = Ledger(state)
            pieces_are_conserved(state)
        assert state.log is not None
        events, state.log = state.log, []
        if decisions:
            ledger.follow(events, state)
            told_pieces_are_seen(events, state)
        if not state.over and decisions % every == 0:
            pieces_are_conserved(state)
            clones_are_independent(state, stream)
            same_choices_give_same_events(state, stream)
            json_round_trip(state, stream)
            every_option_is_accepted(state)
            formulas_mean_the_same(state)
            nothing_else_is_legal(state)
            nobody_sees_more_than_he_may(state, stream)
        decisions += 1
    assert state.over
    assert plan_of(program) is state.plan
    return decisions
