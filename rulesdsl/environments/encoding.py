"""What the numbers of actions and of observations stand for, as tables for games side by side."""

from __future__ import annotations

from rulesdsl.engine.core.codes import DECLINE, DONE
from rulesdsl.engine.core.sites import OneSite
from rulesdsl.environments.actions import Actions
from rulesdsl.environments.observations import Observations
from rulesdsl.native import batches
from rulesdsl.native.batches import Encoding, Stage
from rulesdsl.native.observed import Places


def encoding_of(actions: Actions, observations: Observations | None) -> Encoding:
    """`observations`: None if nobody looks."""
    plan = actions.plan
    layout, classes = plan.layout, plan.pieces.alike_class
    numbers: list[int] = []
    stages: list[Stage] = []
    doing, choosing = [-1], [-1]
    alternatives: list[int] = []

    def table(entries: list[int]) -> int:
        first = len(numbers)
        numbers.extend(entries)
        return first

    for site in plan.sites:
        whole = site.parts is not None
        there = range(len(site.alternatives))
        things = [
            actions.moves_of(site, index)[0] if whole else actions.number_of_doing(site, index)
            for index in there
        ]
        doing.append(len(stages))
        stages.append(Stage(batches.MOVES if whole else batches.THINGS, table(things)))
        choosing.append(len(alternatives))
        for index, alternative in enumerate(site.alternatives):
            alternatives.append(len(stages))
            for stage, param in enumerate(alternative.params):
                first, values = (
                    (0, actions.moves_of(site, index)[1][stage])
                    if whole
                    else actions.values_of(site, index, stage)
                )
                kind, shift, unseen, alone = batches.VALUES, first - values.low, -1, True
                if values.copies:
                    kind = batches.PIECES
                    begins: dict[int, int] = {}
                    for place, piece in enumerate(values.copies):
                        begins.setdefault(classes[piece], first + place)
                    shift = table([begins.get(classes[piece], -1) for piece in range(layout.piece_count)])
                    alone = len(begins) == len(values.copies)
                    if values.places:
                        behind = [-1] * len(layout.instances)
                        for place, (instance, *_) in reversed(list(enumerate(values.places))):
                            behind[instance] = first + values.count + values.none + place
                        unseen = table(behind)
                stages.append(
                    Stage(
                        kind,
                        shift,
                        first + values.count,
                        unseen,
                        alone=alone,
                        title=things[index],
                        is_set=not isinstance(param, OneSite),
                        address=param.address,
                        size=values.size,
                    )
                )
    return Encoding(
        actions.size,
        actions.number_of_end(DECLINE),
        actions.number_of_end(DONE),
        tuple(doing),
        tuple(choosing),
        tuple(alternatives),
        tuple(stages),
        tuple(numbers),
        0 if observations is None else observations.size,
        None if observations is None or _must_be_worked_out(observations.places) else observations.places,
    )


def _must_be_worked_out(there: Places) -> bool:
    """Whether who sees a piece or a state is more than who has it."""
    return any(zone.moving for zone in there.zones) or any(
        state.viewer.word not in batches.VIEWERS for state in there.states
    )
