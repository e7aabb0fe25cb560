"""Properties that hold in every game, as checks on a state in the middle of play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import pytest

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.growing import growing_boards, places_grown
from rulesdsl.engine.core.layout import SECRET
from rulesdsl.engine.decisions.options import option_text
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.evaluation.reading import Reading, winners
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.plan import plan_of
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.scores import rows
from rulesdsl.engine.views.view import view
from rulesdsl.operations import Impossible
from rulesdsl.trace.json_lines import event_object
from tests.properties.brute_force import looks_for_trails, nothing_else_is_legal


def random_play(program: ir.Program, seed: int, *, log: bool = False, most: int = 100_000) -> Iterator[State]:
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
        assert cells[layout.where + piece] == found.get(piece, ev.OUT_OF_PLAY)


Home = tuple[str | int, ...]


class Ledger:
    """Follows every piece from event to event."""

    def __init__(self, state: State) -> None:
        self.layout = state.plan.layout
        self.where = self._homes(state)

    def follow(self, events: Sequence[ev.Event], state: State) -> None:
        for event in events:
            if isinstance(event, ev.Moved):
                for piece, source, target in zip(event.pieces, event.sources, event.targets, strict=True):
                    before = self._home(source, event.grown)
                    assert self.where[piece] == before, f"piece {piece} is moved from where it does not lie"
                    self.where[piece] = self._home(target, event.grown)
            if isinstance(event, ev.Flipped):
                assert len(event.pieces) == len(event.seen)
        if state.cells[SECRET]:
            # The others' changes in a secret block lie elsewhere until all have decided.
            return
        assert self.where == self._homes(state), "the events do not say where the pieces went"

    def _homes(self, state: State) -> list[Home]:
        where, grown = self.layout.where, places_grown(self.layout, state.cells)
        instances = state.cells[where : where + self.layout.piece_count]
        return [self._home(instance, grown) for instance in instances]

    def _home(self, instance: int, grown: ev.Grown) -> Home:
        """A zone; places of boards that grow by where they lie, as their numbers change."""
        if instance == ev.OUT_OF_PLAY:
            return ("out of play",)
        name, index = self.layout.instance_index(instance)
        kinds = [var.type for var in self.layout.zones[name].zone.index]
        home: Home = (name,)
        for value, kind in zip(index, kinds, strict=True):
            place: Home = (value,)
            for board, places in zip(growing_boards(self.layout), grown, strict=True):
                each = board.of_each.get(kind.name) if isinstance(kind, ir.NodeDomain) else None
                if each and value // each < len(places):
                    place = (*places[value // each], value % each)
            home += place
        return home


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


def options_have_texts_of_their_own(state: State) -> None:
    """Who decides can tell all options apart by what they are called."""
    decision = state.decision
    assert decision is not None
    labels = Labels.of(state.plan.layout)
    texts = [option_text(state, decision, option, labels) for option in decision.options]
    assert len(set(texts)) == len(texts), sorted(text for text in texts if texts.count(text) > 1)


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
    for at in (-1, state.option_count):
        other = state.clone()
        with pytest.raises(IndexError, match="no option"):
            other.apply(at)
        assert other == state


def formulas_mean_the_same(state: State) -> None:
    """The generated code and the plain walk give every formula the same value, for every player."""
    program = state.plan.program
    reading = Reading(state.plan.layout, state.cells)
    for name, made in program.formulas.items():
        if [type(var.type) for var in made.params] not in ([], [ir.PlayerDomain]) or looks_for_trails(
            made.body
        ):
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


def scores_are_those_of_this_position(state: State) -> None:
    """What a view says of scores, some of it kept from positions before, is what a plain walk comes to."""
    program = state.plan.program
    if any(looks_for_trails(program.formulas[score.now].body) for score in program.scores):
        return
    for player in range(program.players):
        walked = Reading(state.plan.layout, state.position_for(player), player)
        assert [row.values for row in view(state, player).scores] == [row.values for row in rows(walked)]


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


def told_pieces_are_seen(events: Sequence[ev.Event], state: State) -> None:
    """In what a player is told, moved pieces have a name only if the player may see them."""
    labels = Labels.of(state.plan.layout)
    for player in range(len(labels.players)):
        for event in events:
            told = event_object(event, labels, player)
            if told is None or not isinstance(event, ev.Moved):
                continue
            pieces = told["pieces"]
            assert isinstance(pieces, list)
            for mask, piece in zip(event.seen, pieces, strict=True):
                assert ("piece" in piece) == bool(mask >> player & 1)


def check_everything(state: State, stream: Dice) -> None:
    """What is to hold where somebody decides."""
    clones_are_independent(state, stream)
    same_choices_give_same_events(state, stream)
    json_round_trip(state, stream)
    every_option_is_accepted(state)
    options_have_texts_of_their_own(state)
    formulas_mean_the_same(state)
    scores_are_those_of_this_position(state)
    nobody_sees_more_than_he_may(state, stream)


def check_all(program: ir.Program, seed: int, *, thin: int | None = None, most: int = 100_000) -> int:
    """Plays a random game and gives the number of its decisions.

    Pieces and what is told of them are checked at every decision; what takes long, because it plays on from
    there, as well, or if `thin` is given at the first so many and then less and less often: about so many
    times whenever the game has become three times as long. At every third of these all is tried out.
    """
    stream = Dice(seed + 1000)
    ledger: Ledger | None = None
    decisions = 0
    for state in random_play(program, seed, log=True, most=most):
        if ledger is None:
            ledger = Ledger(state)
        assert state.log is not None
        events, state.log = state.log, []
        if decisions:
            ledger.follow(events, state)
            told_pieces_are_seen(events, state)
        pieces_are_conserved(state)
        if not state.over and (thin is None or stream.below(1 + decisions // thin) == 0):
            check_everything(state, stream)
            if thin is None or stream.below(3) == 0:
                nothing_else_is_legal(state)
        decisions += 1
    assert state.over
    assert plan_of(program) is state.plan
    return decisions
