"""What one seat is asked in a secret block that is open, whatever the others have answered."""

from __future__ import annotations

from collections.abc import Sequence

from rulesdsl.engine import events as ev
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.runtime.secrets import players_deciding
from rulesdsl.engine.state import State
from rulesdsl.server.moments import Choice
from rulesdsl.texts import TextRefused
from rulesdsl.trace.record import Differs, Tape

MOST_STEPS = 400
"""So many answers of others are made up at the most to come to somebody's own question."""


def position_in_block(state: State, seat: int, answers: Sequence[Choice]) -> State | None:
    """The open secret block from this seat, when it has given these answers: those of others, which it cannot
    see, are made up. None if nothing is asked of it any more.
    """
    own = state.clone()
    own.log = []
    block = state.cells, players_deciding(state)

    def asked() -> bool:
        return own.player == seat and players_deciding(own) == block[1] and not unveiled()

    def unveiled() -> bool:
        return any(isinstance(event, ev.Unveiled) for event in own.log or ())

    try:
        for _ in range(MOST_STEPS):
            if asked():
                break
            decision = own.decision
            if decision is None or unveiled():
                return None
            kinds = [option.kind for option in decision.options]
            nothing = next((kinds.index(kind) for kind in ("done", "decline") if kind in kinds), 0)
            own.apply(own.write_anything() if "text" in kinds else nothing)
        for answer in answers:
            decision = own.decision
            if decision is None or not asked():
                return None
            own.apply(Tape([answer.word], ()).choose(decision))
    except (Fault, Differs, TextRefused):
        return None
    if not asked():
        return None
    own.log = None
    return own
