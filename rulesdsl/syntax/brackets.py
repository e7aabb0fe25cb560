"""Lines that are too long, broken inside their brackets: the only place where a line may be broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import define, field, frozen

CONTINUATION = 4

# Where something without commas is broken: before the first of these that it has.
_BREAKS = (
    frozenset({"WHERE", "BY", "PREFER"}),
    frozenset({"THEN", "ELSE"}),
    frozenset({"OR"}),
    frozenset({"AND"}),
    frozenset({"PLUS"}),
)


@frozen
class Atom:
    text: str
    kind: str
    glued_left: bool = False
    glued_right: bool = False


@frozen
class Remark:
    """A comment inside brackets: nothing can stand behind it on its line."""

    text: str
    own_line: bool


@define
class Group:
    opening: str
    glued_left: bool
    items: list[Item] = field(factory=list)

    @property
    def closing(self) -> str:
        return ")" if self.opening == "(" else "}"


Item: TypeAlias = Atom | Remark | Group


def flat(items: Sequence[Item]) -> str:
    """Everything on one line. (Remarks are written by who breaks the line for their sake.)"""
    out = ""
    glued = True
    for item in items:
        match item:
            case Atom(text, _, glued_left, glued_right):
                out += text if glued or glued_left else " " + text
                glued = glued_right
            case Group():
                out += "" if glued or item.glued_left else " "
                out += item.opening + flat(item.items) + item.closing
                glued = False
            case Remark():
                glued = False
    return out


def broken(items: Sequence[Item], indent: int, room: int) -> list[str]:
    """The lines of something that begins at `indent` and should end before `room`."""
    lines = [" " * indent]
    _write(items, indent, room, lines)
    return lines


def _remarked(items: Sequence[Item]) -> bool:
    return any(
        isinstance(item, Remark) or (isinstance(item, Group) and _remarked(item.items)) for item in items
    )


def _write(items: Sequence[Item], indent: int, room: int, lines: list[str]) -> None:
    """Goes on writing at the end of the last line; breaks the longest bracket if need be."""
    whole = flat(items)
    if not _remarked(items) and len(lines[-1]) + len(whole) <= room:
        lines[-1] += whole
        return
    position = _to_break(items)
    if position is None:
        lines[-1] += whole
        return
    group = items[position]
    assert isinstance(group, Group)
    before, after = items[:position], items[position + 1 :]
    _write(before, indent, room, lines)
    if before and not group.glued_left and not _glues(before[-1]):
        lines[-1] += " "
    lines[-1] += group.opening
    _inside(group, indent, room, lines)
    lines.append(" " * indent + group.closing)
    if after and not _glued_to_left(after[0]):
        lines[-1] += " "
    _write(after, indent, room, lines)


def _to_break(items: Sequence[Item]) -> int | None:
    """The bracket that must be broken for a remark, or else the longest."""
    groups = [(index, item) for index, item in enumerate(items) if isinstance(item, Group) and item.items]
    for index, group in groups:
        if _remarked(group.items):
            return index
    longest = max(groups, key=lambda pair: len(flat(pair[1].items)), default=None)
    return longest[0] if longest else None


def _glues(item: Item) -> bool:
    return isinstance(item, Atom) and item.glued_right


def _glued_to_left(item: Item) -> bool:
    return not isinstance(item, Remark) and item.glued_left


def _inside(group: Group, indent: int, room: int, lines: list[str]) -> None:
    inner = indent + CONTINUATION
    items = list(group.items)
    while items and isinstance(remark := items[0], Remark) and not remark.own_line:
        lines[-1] += "  " + remark.text
        items.pop(0)
    for segment in _segments(items, room - inner):
        _segment(segment, inner, room, lines)


def _segment(segment: Sequence[Item], indent: int, room: int, lines: list[str]) -> None:
    """One line or more for each stretch between remarks."""
    stretch: list[Item] = []
    for item in segment:
        if not isinstance(item, Remark):
            stretch.append(item)
            continue
        if stretch:
            lines.append(" " * indent)
            _write(stretch, indent, room, lines)
            stretch = []
        if item.own_line:
            lines.append(" " * indent + item.text)
        else:
            lines[-1] += "  " + item.text
    if stretch:
        lines.append(" " * indent)
        _write(stretch, indent, room, lines)


def _segments(items: Sequence[Item], room: int) -> list[list[Item]]:
    """What stands between commas; without commas, and if it is too long, between words that join."""
    parts = _split_behind_commas(items)
    if len(parts) > 1 or (not _remarked(items) and len(flat(items)) <= room):
        return parts
    for words in _BREAKS:
        parts = _split_before(items, words)
        if len(parts) > 1:
            return parts
    return parts


def _split_behind_commas(items: Sequence[Item]) -> list[list[Item]]:
    parts: list[list[Item]] = [[]]
    for index, item in enumerate(items):
        parts[-1].append(item)
        following = items[index + 1] if index + 1 < len(items) else None
        if isinstance(following, Remark) and not following.own_line:
            continue
        last = item if not isinstance(item, Remark) or index == 0 else items[index - 1]
        if isinstance(last, Atom) and last.text == "," and following is not None:
            parts.append([])
    return parts


def _split_before(items: Sequence[Item], words: frozenset[str]) -> list[list[Item]]:
    parts: list[list[Item]] = [[]]
    for item in items:
        if isinstance(item, Atom) and item.kind in words and parts[-1]:
            parts.append([])
        parts[-1].append(item)
    return parts
