"""A bot in a Python file of somebody's own: the file has a function `choose(turn)`."""

from __future__ import annotations

import linecache
import sys
import traceback
from types import ModuleType

from rulesdsl.bots.turn import OwnBot
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.state import State

CHOOSE = "choose"
"""What the function must be called."""


class BadBot(Exception):
    """A file with a bot errs; the message begins with the place in the file."""


class FileBot:
    """The bot of a file. It is made from the text, so that it can play where the file does not lie."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        module = ModuleType(f"bot in {name}")
        module.__file__ = name
        # Dataclasses, pickle and the like look up the module that a class belongs to, errors the lines.
        sys.modules[module.__name__] = module
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        try:
            exec(compile(text, name, "exec"), module.__dict__)  # noqa: S102 - whoever names the file wants it run
        except (Exception, SystemExit) as error:
            raise BadBot(self._error_text(error)) from error
        choose = getattr(module, CHOOSE, None)
        if not callable(choose):
            raise BadBot(f"{name}: there is no function `{CHOOSE}(turn)` in it")
        self._bot = OwnBot(choose)

    def choose(self, state: State, player: int, stream: Dice) -> int:
        try:
            return self._bot.choose(state, player, stream)
        except Exception as error:
            raise BadBot(self._error_text(error)) from error

    def _error_text(self, error: BaseException) -> str:
        """The line of the file that an error came from, and what it is."""
        if isinstance(error, SyntaxError) and error.filename == self.name:
            return f"{self.name}:{error.lineno}: {error.msg}"
        lines = [
            frame_summary.lineno
            for frame_summary in traceback.extract_tb(error.__traceback__)
            if frame_summary.filename == self.name
        ]
        place = f"{self.name}:{lines[-1]}" if lines else self.name
        return f"{place}: {type(error).__name__}: {error}"
