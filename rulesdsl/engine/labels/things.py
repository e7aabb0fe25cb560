"""Pieces, places and options as a program that plays meets them: plain values, and only what may be seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from attrs import field, fields, frozen

Value: TypeAlias = "int | bool | str | Thing | tuple[Value, ...] | Mapping[int | str, Value] | None"
"""A value of a game in Python.

Numbers are `int`, yes and no `bool`, players `int` (the first seat is 0, as everywhere), sets and lists
`tuple`, maps a `Mapping` from their keys, none is `None`. Pieces, places, links and listed values
(`values Suit: ...`) are a `Thing`; inside attributes and as keys they are given by name, as `str`.
"""

OptionKind: TypeAlias = Literal["action", "value", "unseen", "move", "text", "done", "decline"]


@frozen
class Thing:
    """A piece, a place, a link or a listed value, with its attributes: `card["rank"]`, `card.get("rank", 0)`.

    Two things are equal if nothing tells them apart.
    """

    kind: str
    """What it is one of, as in the file: `Card`, `Suit`, `Cell`; of an unknown piece the kind, or the union
    of kinds, that it belongs to."""
    name: str
    """As in the file; of a piece that has no name of its own, its words. "" for an unknown piece."""
    label: str
    """As it is read aloud: `bell 9`; a piece that this player does not know is `a card`."""
    attributes: Mapping[str, Value] = field(factory=dict, hash=False)
    """What the file says of it, by name; nothing for an unknown piece."""

    def __getitem__(self, attribute: str) -> Any:  # noqa: ANN401 - what an attribute is, the game says
        return _attribute(self.attributes, attribute, self.label)

    def get(self, attribute: str, otherwise: Any = None) -> Any:  # noqa: ANN401 - as above
        """The attribute, or `otherwise` if there is none, or it is none."""
        result = self.attributes.get(attribute)
        return otherwise if result is None else result

    def __str__(self) -> str:
        return self.label


@frozen
class SeenPiece(Thing):
    """A piece on the table. In a zone's `pieces` all are known; an option may also be a piece that this
    player does not know, offered by where it lies.
    """

    known: bool = True
    """Whether this player knows which piece it is."""
    zone: int | None = None
    """Where it lies: the place of that zone among the `zones` of the view. None if it lies nowhere, or is not
    known to this player."""
    at: int | None = None
    """Its place there, from 1: in a pile from the top, in a row from the left; None in a set or slot."""
    down: bool = False
    """Whether it lies face down."""


@frozen
class SeenOption:
    """One thing that can be chosen now. `state.apply(option)` takes it."""

    number: int
    """Its place among the options, from 0."""
    kind: OptionKind
    """`action`: something to do; `value`: what a parameter is; `unseen`: one of several pieces that the
    player cannot tell apart; `move`: an action with all its parameters, which is one choice; `text`: what is
    still to be written; `done`: no more members of a set; `decline`: not to do what one may do."""
    text: str
    """As it is read aloud."""
    action: str
    """What is done, or would be, as in the file; "" for what has no name (a choice in the flow), and where
    everything is declined."""
    parameter: str | None
    """Which parameter of the action is chosen by this; None for an action, and for declining all."""
    value: Value
    """What the parameter would be (of a set: the next member); of a `text` how many letters it may have; None
    unless the kind is one of these or `unseen`."""
    values: Mapping[str, Value] = field(factory=dict, hash=False)
    """Of a `move` all parameters, by name."""
    _mark: tuple[int, ...] = field(default=(), eq=False, repr=False)
    """By what the engine knows it again."""
    _words: Mapping[str, str] = field(factory=dict, eq=False, repr=False)

    def called(self, parameter: str) -> str:
        """What a parameter of a `move` is, as it is read aloud."""
        return self._words.get(parameter, "")

    @property
    def attributes(self) -> Mapping[str, Value]:
        """Those of the piece, place or value that is chosen by this; nothing if it is none."""
        return self.value.attributes if isinstance(self.value, Thing) else {}

    def __getitem__(self, attribute: str) -> Any:  # noqa: ANN401 - what an attribute is, the game says
        return _attribute(self.attributes, attribute, self.text)

    def get(self, attribute: str, otherwise: Any = None) -> Any:  # noqa: ANN401 - as above
        """An attribute of what is chosen by this, or `otherwise` if it has none, or none is chosen."""
        result = self.attributes.get(attribute)
        return otherwise if result is None else result

    def __index__(self) -> int:
        return self.number

    def __str__(self) -> str:
        return self.text


@frozen
class SeenDecision:
    """The open decision: of others only whose it is, and in a secret block not even that."""

    player: int | None
    """Whose it is; None where that is secret."""
    prompt: str
    """The question, "" if the game has no words for it."""
    options: tuple[SeenOption, ...]
    """What can be chosen; nothing if it is not the viewer's decision."""
    action: str = ""
    """What is being done, as in the file; "" while that is still to be chosen, and for what has no name."""
    parameter: str | None = None
    """Which parameter is chosen now; None while an action is chosen."""
    chosen: Mapping[str, Value] = field(factory=dict, hash=False)
    """The parameters of the action that are settled, by name."""
    picked: tuple[Value, ...] = ()
    """Of a set that is being chosen: the members so far."""
    _words: Mapping[str, str] = field(factory=dict, eq=False, repr=False)

    def called(self, parameter: str) -> str:
        """What a settled parameter is, as it is read aloud."""
        return self._words.get(parameter, "")

    def __str__(self) -> str:
        """The question and the options, of many only the first."""
        return "\n".join([self.prompt or "What now?", *self._lines()])

    def _lines(self) -> list[str]:
        shown = self.options[:MOST_SHOWN] if len(self.options) > MOST_SHOWN + 1 else self.options
        wide = len(str(len(shown) - 1))
        lines = [f"  {option.number:>{wide}}  {option.text}" for option in shown]
        left = len(self.options) - len(shown)
        return [*lines, f"  … and {left} more"] if left else lines


MOST_SHOWN = 12
"""So many options are shown where a decision is printed."""


def _attribute(attributes: Mapping[str, Value], wanted: str, label: str) -> Value:
    if wanted in attributes:
        return attributes[wanted]
    raise KeyError(f"{label} has no attribute {wanted}; there are: {', '.join(attributes) or 'none'}")


def as_json(value: Any) -> Any:  # noqa: ANN401 - JSON is whatever it is
    """Of what a player sees, as JSON has it: objects by the names of their fields."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, (tuple, list)):
        return [as_json(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    made = type(value)
    if made not in _FIELDS:
        _FIELDS[made] = tuple(item.name for item in fields(made) if not item.name.startswith("_"))
    return {name: as_json(getattr(value, name)) for name in _FIELDS[made]}


def renumber_zones(value: Any, numbers: Mapping[int, int]) -> None:  # noqa: ANN401 - as above
    """Where pieces lie, in JSON: each zone by its new number."""
    match value:
        case {"known": bool(), "zone": int(zone)}:
            value["zone"] = numbers[zone]
        case _:
            pass
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        renumber_zones(inner, numbers)


_FIELDS: dict[type[Any], tuple[str, ...]] = {}
"""The names of the fields of a class: to look them up takes longer than to write them."""
