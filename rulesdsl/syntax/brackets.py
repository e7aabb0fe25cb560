"""Lines that are too long, broken inside their brackets, or before a word that joins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import define, field, frozen

CONTINUATION = 4
LITTLE = 20

# What stands in the arms of a choice between values, of which each has a line.
_ARMS = frozenset({"GIVES", "OTHERWISE"})

# Where something without commas is broken: before the first of these that it has.
_BREAKS = (
    frozenset({"WHERE", "BY", "PREFER"}),
    frozenset({"THEN", "ELSE"}),
    frozenset({"OR"}),
    frozenset({"AND"}),
    frozenset({"PLUS"}),
)

# The words that join things of one sort.
_JOINS = frozenset({"OR", "AND", "PLUS"})

# The words with which a line goes on below.
_GO_ON = frozenset({"WHERE", "THEN", "OR", "AND", "PLUS", "STAR"})


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


def broken(items: Sequence[Item], indent: int, room: int, tail: int = 0) -> list[str]:
    """The lines of something that begins at `indent` and should end before `room`; behind the last one so
    much is still to be written.
    """
    lines = [" " * indent]
    _write(items, indent, room, lines, tail)
    return lines


def remarked(items: Sequence[Item]) -> bool:
    """Whether there is a comment inside."""
    return any(
        isinstance(item, Remark) or (isinstance(item, Group) and remarked(item.items)) for item in items
    )


def is_chain(items: Sequence[Item]) -> bool:
    """Whether these are several things joined by words: to break a bracket of one would hide the words."""
    return len(_split_before(items, _JOINS)) > 1 and not any(isinstance(item, Remark) for item in items)


def _write(items: Sequence[Item], indent: int, room: int, lines: list[str], tail: int = 0) -> None:
    """Goes on writing at the end of the last line; breaks a bracket if need be."""
    whole = flat(items)
    if not remarked(items) and len(lines[-1]) + len(whole) + tail <= room:
        lines[-1] += whole
        return
    position = _to_break(items, room - len(lines[-1]), room - indent - tail)
    names = _split_behind_commas(items)
    if position is None and len(names) > 2 and len(_split_before(items, _GO_ON)) == 1:
        _go_on_behind_commas(names, indent + CONTINUATION, room, lines, tail)
        return
    if position is None or _too_small(items, position) or is_chain(items):
        _go_on_below(items, indent + CONTINUATION, room, lines, tail)
        return
    group = items[position]
    assert isinstance(group, Group)
    before, after = items[:position], items[position + 1 :]
    _write(before, indent, room, lines)
    if before and not group.glued_left and not _binds_closely(before[-1]):
        lines[-1] += " "
    lines[-1] += group.opening
    _inside(group, indent, room, lines)
    lines.append(" " * indent + group.closing)
    if after and not _glued_to_left(after[0]):
        lines[-1] += " "
    _write(after, indent, room, lines, tail)


def _too_small(items: Sequence[Item], position: int) -> bool:
    """Whether a bracket holds so little that the line is better broken before a word."""
    group = items[position]
    assert isinstance(group, Group)
    small = not remarked(group.items) and len(flat(group.items)) < LITTLE
    return small and len(_split_before(items, _GO_ON)) > 1


def _go_on_below(items: Sequence[Item], indent: int, room: int, lines: list[str], tail: int) -> None:
    """As much on each line as has room, the next from a word that joins; what is too long for a line of its
    own is broken there.
    """
    parts = _split_before(items, _GO_ON)
    for index, part in enumerate(parts):
        behind = tail if index == len(parts) - 1 else 0
        fits = not remarked(part) and len(lines[-1]) + (index > 0) + len(flat(part)) + behind <= room
        if index and not fits:
            lines.append(" " * indent)
        elif index:
            lines[-1] += " "
        if fits or len(parts) == 1:
            lines[-1] += flat(part)
        else:
            _write(part, indent if index else indent - CONTINUATION, room, lines, behind)


def _go_on_behind_commas(
    parts: Sequence[Sequence[Item]], indent: int, room: int, lines: list[str], tail: int
) -> None:
    """As many names on each line as have room."""
    for index, part in enumerate(parts):
        behind = tail if index == len(parts) - 1 else 0
        if index and len(lines[-1]) + 1 + len(flat(part)) + behind > room:
            lines.append(" " * indent)
        elif index:
            lines[-1] += " "
        lines[-1] += flat(part)


def _to_break(items: Sequence[Item], room: int, room_below: int) -> int | None:
    """The bracket that must be broken for a remark; or else the longest with which all is short enough that
    stands before it and behind it, or the longest.
    """
    groups = [(index, item) for index, item in enumerate(items) if isinstance(item, Group) and item.items]
    for index, group in groups:
        if remarked(group.items):
            return index
    by_length = sorted(groups, key=lambda pair: -len(flat(pair[1].items)))
    for index, _ in by_length:
        before, after = flat(items[:index]), flat(items[index + 1 :])
        if len(before) + len(" {") <= room and len(after) + len("} ") <= room_below:
            return index
    return by_length[0][0] if by_length else None


def _binds_closely(item: Item) -> bool:
    return isinstance(item, Atom) and item.glued_right


def _glued_to_left(item: Item) -> bool:
    return not isinstance(item, Remark) and item.glued_left


def _inside(group: Group, indent: int, room: int, lines: list[str]) -> None:
    inner = indent + CONTINUATION
    items = list(group.items)
    while items and isinstance(remark := items[0], Remark) and not remark.own_line:
        lines[-1] += "  " + remark.text
        items.pop(0)
    parts = _whole_arms(_split_behind_commas(items))
    if _is_list(group, parts):
        _filled(parts, inner, room, lines)
        return
    for part in parts:
        _part(part, inner, room, lines, deeper=inner if len(parts) == 1 else inner + CONTINUATION)


def _whole_arms(parts: list[list[Item]]) -> list[list[Item]]:
    """The values that share an arm stand on its line."""
    if not any(_is_arm(part) for part in parts):
        return parts
    arms: list[list[Item]] = []
    for part in parts:
        if arms and not _is_arm(arms[-1]) and not remarked(arms[-1]):
            arms[-1] += part
        else:
            arms.append(part)
    return arms


def _is_arm(part: Sequence[Item]) -> bool:
    return any(isinstance(item, Atom) and item.kind in _ARMS for item in part)


def _is_list(group: Group, parts: Sequence[Sequence[Item]]) -> bool:
    """Whether these are members of a set or a list, of which several can stand on a line."""
    plain = all(not remarked(part) and not _is_arm(part) for part in parts)
    return group.opening == "{" and len(parts) > 1 and plain


def _filled(parts: Sequence[Sequence[Item]], indent: int, room: int, lines: list[str]) -> None:
    """As many on each line as have room."""
    lines.append(" " * indent)
    for index, part in enumerate(parts):
        if index and len(lines[-1]) + 1 + len(flat(part)) > room:
            lines.append(" " * indent)
        elif index:
            lines[-1] += " "
        _write(part, indent, room, lines)


def _part(part: Sequence[Item], indent: int, room: int, lines: list[str], *, deeper: int) -> None:
    """One of the things between commas; what is too long goes on below, from a word that joins."""
    fits = _fits(part, room - indent)
    many, value = ([], []) if fits or remarked(part) else _split_behind_colon(part)
    if len(_split_before_words(value)) > 1:
        # Else its words would seem to go on with the condition before it.
        _part(many, indent, room, lines, deeper=deeper)
        _part(value, deeper, room, lines, deeper=deeper + CONTINUATION)
        return
    first, *others = [part] if fits else _split_before_words(part)
    _segment(first, indent, room, lines)
    for other in others:
        if _fits(other, room - deeper) or remarked(other):
            _segment(other, deeper, room, lines)
        else:
            _part(other, deeper, room, lines, deeper=deeper + CONTINUATION)


def _fits(part: Sequence[Item], room: int) -> bool:
    return not remarked(part) and len(flat(part)) <= room


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


def _split_behind_colon(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """`x in S where C:` and what is asked of each x; nothing where it is no such thing."""
    goes_through = False
    for index, item in enumerate(items):
        if isinstance(item, Atom) and item.kind == "IN":
            goes_through = True
        elif isinstance(item, Atom) and item.kind == "COLON" and goes_through:
            return list(items[: index + 1]), list(items[index + 1 :])
    return list(items), []


def _split_before_words(items: Sequence[Item]) -> list[list[Item]]:
    """Between the words that join the largest parts, if there are any."""
    for words in _BREAKS:
        parts = _split_before(items, words)
        if len(parts) > 1:
            return parts
    return [list(items)]


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
