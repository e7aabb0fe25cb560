"""A language for the rules of tabletop games: parse, check, lower, play.

The names below are imported when they are first used, so that `import rulesdsl` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesdsl.checked_game import Game, InvalidGame
    from rulesdsl.engine.decisions import Decision, Option
    from rulesdsl.engine.faults import Fault
    from rulesdsl.engine.outcomes import outcomes
    from rulesdsl.engine.sample import sample
    from rulesdsl.engine.state import State, start
    from rulesdsl.engine.view import view
    from rulesdsl.pipeline import load

__all__ = [
    "Decision",
    "Fault",
    "Game",
    "InvalidGame",
    "Option",
    "State",
    "load",
    "outcomes",
    "sample",
    "start",
    "view",
]

_ROOMS = {
    "Decision": "rulesdsl.engine.decisions",
    "Fault": "rulesdsl.engine.faults",
    "Game": "rulesdsl.pipeline",
    "InvalidGame": "rulesdsl.pipeline",
    "Option": "rulesdsl.engine.decisions",
    "State": "rulesdsl.engine.state",
    "load": "rulesdsl.pipeline",
    "outcomes": "rulesdsl.engine.outcomes",
    "sample": "rulesdsl.engine.sample",
    "start": "rulesdsl.engine.state",
    "view": "rulesdsl.engine.view",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module's attribute can be anything
    room = _ROOMS.get(name)
    if room is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(room), name)
