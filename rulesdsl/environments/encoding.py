"""What the numbers of actions and of observations stand for, as tables for games side by side."""

from __future__ import annotations

from collections.abc import Mapping

from rulesdsl.engine.core.codes import DECLINE, DONE
from rulesdsl.engine.core.sites import OneSite
from rulesdsl.environments.actions import Actions
from rulesdsl.environments.observations import Observations
from rulesdsl.native import batches
from rulesdsl.native.batches import Encoding, Seen

_VIEWERS = {
    "all": batches.ALL,
    "owner": batches.OWNER,
    "others": batches.OTHERS,
    "nobody": batches.NOBODY,
}


def encoding_of(actions: Actions, observations: Observations | None) -> Encoding:
    """`observations`: None if nobody looks."""
    plan = actions.plan
    layout, classes = plan.layout, plan.pieces.alike_class
    numbers: list[int] = []
    stages: list[tuple[int, int, int, int, int, int, int, int, int]] = []
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
        stages.append((batches.MOVES if whole else batches.THINGS, table(things), -1, -1, 1, -1, 0, 0, 0))
        choosing.append(len(alternatives))
        for index, alternative in enumerate(site.alternatives):
            alternatives.append(len(stages))
            for stage, param in enumerate(alternative.params):
                first, values = (
                    (0, actions.moves_of(site, index)[1][stage])
                    if whole
                    else actions.values_of(site, index, stage)
                )
                kind, shift, unseen, alone = batches.VALUES, first - values.low, -1, 1
                if values.copies:
                    kind = batches.PIECES
                    begins: dict[int, int] = {}
                    for place, piece in enumerate(values.copies):
                        begins.setdefault(classes[piece], first + place)
                    shift = table([begins.get(classes[piece], -1) for piece in range(layout.piece_count)])
                    alone = int(len(begins) == len(values.copies))
                    if values.places:
                        behind = [-1] * len(layout.instances)
                        for place, (instance, *_) in reversed(list(enumerate(values.places))):
                            behind[instance] = first + values.count + values.none + place
                        unseen = table(behind)
                is_set = int(not isinstance(param, OneSite))
                none = first + values.count
                stages.append(
                    (kind, shift, none, unseen, alone, things[index], is_set, param.address, values.size)
                )
    columns = [tuple(stage[part] for stage in stages) for part in range(9)]
    return Encoding(
        actions.size,
        actions.number_of_end(DECLINE),
        actions.number_of_end(DONE),
        tuple(doing),
        tuple(choosing),
        tuple(alternatives),
        columns[0],
        columns[1],
        columns[2],
        columns[3],
        columns[4],
        columns[5],
        columns[6],
        columns[7],
        columns[8],
        tuple(numbers),
        None if observations is None else _seen(observations),
    )


def _seen(observations: Observations) -> Seen | None:
    """None where who sees a piece or a state has to be worked out."""
    there = observations.places
    plan = observations.plan
    classes = max(plan.pieces.alike_class, default=-1) + 1
    begins: list[int] = []
    copies: list[int] = []
    if any(zone.moving for zone in there.zones) or any(
        state.viewer.word not in _VIEWERS for state in there.states
    ):
        return None

    def by_class(places: Mapping[int, int], many: Mapping[int, int]) -> int:
        first = len(begins)
        begins.extend(places.get(class_number, -1) for class_number in range(classes))
        copies.extend(many.get(class_number, 1) for class_number in range(classes))
        return first

    zone_begins = [
        by_class(
            {alike: begin for alike, (begin, _) in zone.begins.items()},
            {alike: many for alike, (_, many) in zone.begins.items()},
        )
        for zone in there.zones
    ]
    named: list[int] = []
    state_named = []
    for state in there.states:
        state_named.append(len(named))
        named += [len(state.named), *state.named]
    forms = [state.numbers for state in there.states]
    return Seen(
        observations.size,
        there.you,
        there.decides,
        (-1, *(there.points[site.decide.point] for site in plan.sites)),
        there.chosen,
        there.stages,
        tuple(address for address, _ in there.phases),
        tuple(address for _, address in there.phases),
        tuple(zone.first for zone in there.zones),
        tuple(zone.room for zone in there.zones),
        tuple(int(zone.ordered) for zone in there.zones),
        tuple(zone.down for zone in there.zones),
        tuple(zone.pieces for zone in there.zones),
        tuple(zone.lying for zone in there.zones),
        tuple(zone_begins),
        tuple(form.kind for form in forms),
        tuple(state.address for state in there.states),
        tuple(state.size for state in there.states),
        tuple(state.seen for state in there.states),
        tuple(_VIEWERS[state.viewer.word] for state in there.states),
        tuple(-1 if state.form.owner is None else state.form.owner for state in there.states),
        tuple(state_named),
        tuple(form.none for form in forms),
        tuple(form.low for form in forms),
        tuple(form.span for form in forms),
        tuple(form.first for form in forms),
        tuple(form.unknown for form in forms),
        tuple(by_class(form.places, form.copies) for form in forms),
        tuple(named),
        tuple(address for address, _, _ in there.scores),
        tuple(columns for _, columns, _ in there.scores),
        tuple(first for _, _, first in there.scores),
        tuple(begins),
        tuple(copies),
    )
