"""A language for the rules of tabletop games: parse, check, lower, play.

    from rulesdsl import load, play, start

    game = load("road_trip")                 # a checked game: a file, or the name of a shipped game
    state = start(game.program(3), seed=1)   # a game of three players at its first decision
    print(state.decision)                    # who is asked what, and the options
    state.apply(0)                           # take one, by its number or as it is, and go on
    play(state, ["greedy"] * 3)              # bots take over, to the end
    print(state.winners(), [state.total(player) for player in range(3)])

`view(state, player)` is what a player sees, `sample` fills in at random what that player does not know,
`outcomes` are all the ways in which chance can turn out, `contents(program)` is what there is in a game. A
bot of one's own is a function that is given a `Turn`. All of it with examples: the page "The Python API" of
the documentation.

The names below are imported when they are first used, so that `import rulesdsl` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesdsl.bots.own_file import BadBot
    from rulesdsl.bots.turn import Chooser, Turn
    from rulesdsl.checked_game import Game, InvalidGame, UnknownOption
    from rulesdsl.engine.chance import Ask, ChanceSource, WrongOutcome
    from rulesdsl.engine.decisions.stages import Decision, Option
    from rulesdsl.engine.determinization.outcomes import TooManyOutcomes, outcomes
    from rulesdsl.engine.determinization.sample import Samples, sample
    from rulesdsl.engine.dice import Dice
    from rulesdsl.engine.faults import Fault, TooManySteps
    from rulesdsl.engine.labels.summary_line import SeenPhase
    from rulesdsl.engine.labels.things import SeenDecision, SeenOption, SeenPiece, Thing, Value
    from rulesdsl.engine.positions.validation import NoState
    from rulesdsl.engine.start import start
    from rulesdsl.engine.state import State
    from rulesdsl.engine.views.contents import Contents, StateForm, ZoneForm, contents
    from rulesdsl.engine.views.view import view
    from rulesdsl.engine.views.view_text import Grid, SeenScore, SeenState, SeenZone, View
    from rulesdsl.library import UnknownGame
    from rulesdsl.pipeline import load
    from rulesdsl.program import Program
    from rulesdsl.seating import UnknownBot, play
    from rulesdsl.texts import TextRefused
    from rulesdsl.trace.narrator import Narrator
    from rulesdsl.version import __version__

__all__ = [
    "Ask",
    "BadBot",
    "ChanceSource",
    "Chooser",
    "Contents",
    "Decision",
    "Dice",
    "Fault",
    "Game",
    "Grid",
    "InvalidGame",
    "Narrator",
    "NoState",
    "Option",
    "Program",
    "Samples",
    "SeenDecision",
    "SeenOption",
    "SeenPhase",
    "SeenPiece",
    "SeenScore",
    "SeenState",
    "SeenZone",
    "State",
    "StateForm",
    "TextRefused",
    "Thing",
    "TooManyOutcomes",
    "TooManySteps",
    "Turn",
    "UnknownBot",
    "UnknownGame",
    "UnknownOption",
    "Value",
    "View",
    "WrongOutcome",
    "ZoneForm",
    "__version__",
    "contents",
    "load",
    "outcomes",
    "play",
    "sample",
    "start",
    "view",
]

_ROOMS = {
    "Ask": "rulesdsl.engine.chance",
    "BadBot": "rulesdsl.bots.own_file",
    "ChanceSource": "rulesdsl.engine.chance",
    "Chooser": "rulesdsl.bots.turn",
    "Contents": "rulesdsl.engine.views.contents",
    "Decision": "rulesdsl.engine.decisions.stages",
    "Dice": "rulesdsl.engine.dice",
    "Fault": "rulesdsl.engine.faults",
    "Game": "rulesdsl.pipeline",
    "Grid": "rulesdsl.engine.views.view_text",
    "InvalidGame": "rulesdsl.pipeline",
    "Narrator": "rulesdsl.trace.narrator",
    "NoState": "rulesdsl.engine.positions.validation",
    "Option": "rulesdsl.engine.decisions.stages",
    "Program": "rulesdsl.program",
    "Samples": "rulesdsl.engine.determinization.sample",
    "SeenDecision": "rulesdsl.engine.labels.things",
    "SeenOption": "rulesdsl.engine.labels.things",
    "SeenPhase": "rulesdsl.engine.labels.summary_line",
    "SeenPiece": "rulesdsl.engine.labels.things",
    "SeenScore": "rulesdsl.engine.views.view_text",
    "SeenState": "rulesdsl.engine.views.view_text",
    "SeenZone": "rulesdsl.engine.views.view_text",
    "State": "rulesdsl.engine.state",
    "StateForm": "rulesdsl.engine.views.contents",
    "TextRefused": "rulesdsl.texts",
    "Thing": "rulesdsl.engine.labels.things",
    "TooManyOutcomes": "rulesdsl.engine.determinization.outcomes",
    "TooManySteps": "rulesdsl.engine.faults",
    "Turn": "rulesdsl.bots.turn",
    "UnknownBot": "rulesdsl.seating",
    "UnknownGame": "rulesdsl.library",
    "UnknownOption": "rulesdsl.checked_game",
    "Value": "rulesdsl.engine.labels.things",
    "View": "rulesdsl.engine.views.view_text",
    "WrongOutcome": "rulesdsl.engine.chance",
    "ZoneForm": "rulesdsl.engine.views.contents",
    "__version__": "rulesdsl.version",
    "contents": "rulesdsl.engine.views.contents",
    "load": "rulesdsl.pipeline",
    "outcomes": "rulesdsl.engine.determinization.outcomes",
    "play": "rulesdsl.seating",
    "sample": "rulesdsl.engine.determinization.sample",
    "start": "rulesdsl.engine.start",
    "view": "rulesdsl.engine.views.view",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - a module's attribute can be anything
    room = _ROOMS.get(name)
    if room is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(room), name)


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__file__", "__name__", "__path__"]
