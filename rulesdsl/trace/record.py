"""The record at the end of a trace: every choice and outcome of chance, in a few letters and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from urllib.parse import quote, unquote

from attrs import define, field

from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import Ask
from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.engine.state import State
from rulesdsl.texts import SMALLEST, TextRefused, text_of

WIDTH = 100
LETTERS = {
    "action": "a",
    "value": "v",
    "unseen": "u",
    "move": "m",
    "text": "t",
    "done": "done",
    "decline": "no",
}


class Differs(Exception):
    """What was recorded does not fit the game as it goes now."""


def choice_word(kind: str, value: int) -> str:
    """`a2` the action with number 2, `v17` the value 17, `u3` one of the unseen pieces in the zone number 3,
    `m9` the whole move 9, `tred%20fox` a text (all but the simplest signs by their numbers), `done`, `no`.
    """
    if value > SMALLEST:
        return LETTERS["text"] + quote(text_of(value), safe="")
    letter = LETTERS[kind]
    return f"{letter}{value}" if kind in ("action", "value", "unseen", "move") else letter


def text_word(state: State, text: str) -> str:
    """The same for a text that is written where the state asks for one; `TextRefused` if it cannot be."""
    copy = state.clone()
    place = copy.write(text)
    return choice_word("value", copy.open_codes()[place])


@define
class Record:
    """Choices that were not forced, and outcomes of chance, in order."""

    choices: list[str] = field(factory=list)
    chance: list[tuple[int, ...]] = field(factory=list)

    def add(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            match event:
                case ev.Chosen(move=ev.WholeMove(code=code, last=last, forced=forced)):
                    if last and not forced:
                        self.choices.append(choice_word("move", code))
                case ev.Chosen() if not event.forced:
                    self.choices.append(choice_word(event.kind, event.value))
                case ev.Chanced():
                    self.chance.append(event.values)
                case ev.Shuffled():
                    self.chance.append(event.order)
                case _:
                    pass

    def to_text(self) -> list[str]:
        outcomes = [",".join(map(str, values)) or "-" for values in self.chance]
        return [*_block("choices:", self.choices), *_block("chance:", outcomes)]


def _block(word: str, entries: list[str]) -> list[str]:
    lines = wrap(" ".join(entries), WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return [word, *(f"  {line}" for line in lines)]


def outcome(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(int(part) for part in text.split(","))


def not_taken(refused: TextRefused) -> Differs:
    """A text that was written then is not taken now."""
    return Differs(f"a recorded text cannot be written: {refused}")


class Tape:
    """Gives choices and chance as they were recorded."""

    def __init__(self, choices: Iterable[str], chance: Iterable[tuple[int, ...]]) -> None:
        self._choices: Iterator[str] = iter(choices)
        self._chance: Iterator[tuple[int, ...]] = iter(chance)

    def choose(self, decision: Decision) -> int | str:
        """What was recorded next: an option by its number, or a text that was written."""
        word = next(self._choices, None)
        if word is None:
            raise Differs("the recorded choices are used up, and the game is not over")
        if word.startswith(LETTERS["text"]) and decision.written is not None:
            return unquote(word.removeprefix(LETTERS["text"]))
        for index, option in enumerate(decision.options):
            if choice_word(option.kind, option.value) == word:
                return index
        raise Differs(f"the recorded choice `{word}` is not offered")

    def follow(self, state: State) -> int | str:
        """The same, for a game that is told once more."""
        decision = state.decision
        assert decision is not None
        return self.choose(decision)

    def give(self, ask: Ask) -> int | tuple[int, ...]:
        values = next(self._chance, None)
        if values is None:
            raise Differs("the recorded outcomes of chance are used up, and the game asks for one more")
        if ask.kind in ("list", "shuffle"):
            return values
        if len(values) != 1:
            raise Differs(f"chance is asked for one thing, and {len(values)} are recorded")
        return values[0]

    def check_used_up(self) -> None:
        if next(self._choices, None) is not None:
            raise Differs("the game is over, and more choices are recorded")
        if next(self._chance, None) is not None:
            raise Differs("the game is over, and more outcomes of chance are recorded")
