"""What happens in a game, as it is shown while it goes on."""

import re
import sys
from collections.abc import Sequence
from textwrap import wrap

import click

from rulesdsl.engine.state import State
from rulesdsl.trace.narrator import WIDTH, Narrator

from .output_options import for_a_person, width

# Told apart on light and on dark ground.
COLOURS = ("cyan", "yellow", "green", "magenta", "blue", "red", "bright_cyan", "bright_yellow")
RULES = re.compile(r"  \[[A-Z]+-[0-9A-Z]+(?: [A-Z]+-[0-9A-Z]+)*\]$")


def fitted(line: str) -> list[str]:
    """A line of a story as the lines that it takes on a terminal; elsewhere it stays as it is."""
    room = width()
    if not sys.stdout.isatty() or len(line) <= room:
        return [line]
    match = RULES.search(line)
    sentence, cited = (line[: match.start()], match[0]) if match else (line, "")
    indent = " " * (len(line) - len(line.lstrip()))
    lines = wrap(
        sentence.strip(),
        room,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    if len(lines[-1]) + len(cited) <= room:
        lines[-1] += cited
    else:
        lines.append(f"{indent}  {cited}")
    return lines


class Story:
    """Tells what a narrator makes of the events, with everybody's name in a colour of its own."""

    def __init__(self, narrator: Narrator, names: Sequence[str]) -> None:
        self._narrator = narrator
        if sys.stdout.isatty():
            narrator.width = min(WIDTH, width())
        self._colour = dict(zip(names, COLOURS * (len(names) // len(COLOURS) + 1), strict=False))
        longest_first = sorted(names, key=len, reverse=True)
        self._names = re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})\b")

    def tell(self, state: State) -> None:
        """What has happened up to this state; takes the events from it."""
        events, state.log = state.log or [], []
        self.show(self._narrator.tell(events, state))

    def finish(self) -> None:
        self.show(self._narrator.finish())

    def show(self, lines: Sequence[str]) -> None:
        for line in lines:
            for part in fitted(line):
                click.echo(self.coloured(part))

    def coloured(self, line: str) -> str:
        if not for_a_person():
            return line
        rules = RULES.search(line)
        sentence, cited = (line[: rules.start()], rules[0]) if rules else (line, "")
        named = self._names.sub(lambda name: click.style(name[0], fg=self._colour[name[0]]), sentence)
        return named + click.style(cited, dim=True)
