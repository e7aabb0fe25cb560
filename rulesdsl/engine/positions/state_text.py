"""A state as text: written, and read back only if it is whole and belongs to the program."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulesdsl.engine.core.arguments import shown
from rulesdsl.engine.positions.validation import NoState, damaged, inspect_cells
from rulesdsl.texts import SMALLEST, number_of, text_of

if TYPE_CHECKING:
    from rulesdsl.engine.plan import Plan

FORMAT = 2
"""2: says which game it is of, for how many players, with which options."""

_FIELDS = {
    "game": (str, "a text"),
    "rules": (str, "a text"),
    "players": (int, "a whole number"),
    "options": (dict, "an object"),
    "code": (str, "a text"),
    "forced": (bool, "true or false"),
    "cells": (list, "a list"),
}


def to_text(plan: Plan, cells: list[int], *, forced: bool) -> str:
    program = plan.program
    fields = {
        "format": FORMAT,
        "game": program.title,
        "rules": program.fingerprint,
        "players": program.players,
        "options": dict(program.option_words),
        "code": plan.stamp,
        "forced": forced,
        "cells": [int(cell) if cell < SMALLEST else text_of(cell) for cell in cells],
    }
    return json.dumps(fields, ensure_ascii=False)


def from_text(plan: Plan, text: str) -> tuple[list[int], bool]:
    """The cells, and whether stages with one option are taken by themselves."""
    fields = _fields(text)
    other = _differences(plan, fields)
    if other:
        raise NoState(f"this state is of another game: {'; '.join(other)}")
    if fields["code"] != plan.stamp:
        raise NoState("this state was written by a version of rulesdsl that plays the game by other code")
    cells = list(map(_cell, fields["cells"]))
    inspect_cells(plan, cells)
    return cells, fields["forced"]


def _cell(given: Any) -> Any:  # noqa: ANN401 -- whatever stands in the text
    """A text is written as such: as a number it is longer than some readers of JSON take."""
    if not isinstance(given, str):
        return given
    try:
        return number_of(given)
    except UnicodeEncodeError:
        raise damaged("a text in it has halves of characters") from None


def _fields(text: object) -> dict[str, Any]:
    """What is in the text, of the right types."""
    if not isinstance(text, str):
        raise TypeError(f"a state is read from the text that to_json() has written, not from {shown(text)}")
    try:
        data = json.loads(text)
    except RecursionError:
        raise NoState("this is no state of a game: brackets in brackets without end") from None
    except ValueError as wrong:
        raise NoState(f"this is no state of a game: {wrong}") from None
    if not isinstance(data, dict) or "format" not in data:
        raise NoState("this is no state of a game")
    if type(data["format"]) is not int or data["format"] != FORMAT:
        raise NoState(f"a state in format {shown(data['format'])} cannot be read, only in format {FORMAT}")
    for name, (kind, words) in _FIELDS.items():
        if name not in data:
            raise damaged(f"it has no `{name}`")
        if type(data[name]) is not kind:
            raise damaged(f"`{name}` is {shown(data[name])}, not {words}")
    return data


def _differences(plan: Plan, fields: Mapping[str, Any]) -> list[str]:
    """What the game is of which the state is, where it is not that of the plan."""
    program = plan.program
    if fields["game"] != program.title:
        return [f"{shown(fields['game'])}, not {shown(program.title)}"]
    result = []
    if fields["players"] != program.players:
        result.append(f"it has {shown(fields['players'])} players, not {program.players}")
    here, there = program.option_words, fields["options"]
    for name in [*here, *(item for item in there if item not in here)]:
        if there.get(name) != here.get(name):
            texts = [shown(side[name]) if name in side else "not there" for side in (there, here)]
            result.append(f"its option {name} is {texts[0]}, not {texts[1]}")
    if not result and fields["rules"] != program.fingerprint:
        result.append("its rules are others, those of changed files or with other variants")
    return result
