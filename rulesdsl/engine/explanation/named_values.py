"""What the values of a parameter are called on the screen, and texts that name some of them taken apart.

A name may have commas in it, or an "and": so a text is taken apart by the names that there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from rulesdsl import program as ir
from rulesdsl.engine.core.domains import inner_type
from rulesdsl.engine.core.type_values import values_of
from rulesdsl.engine.decisions.options import words_for
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.labels.english import as_typed
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.operations import Impossible

MOST_CALLED = 2000
"""Of more numbers the words that a game has for them are not looked through."""

_BETWEEN = re.compile(r"(\s*,\s*(?:and\s+)?|\s+and\s+)")
_OUTSIDE_OF_BRACES = re.compile(r",(?![^{]*\})")


@lru_cache(maxsize=256)
def names_of(labels: Labels, domain: ir.Domain) -> Mapping[str, str]:
    """The names of all values of a type as they are typed, each with how it stands on the screen; none of
    numbers and of texts that are written.
    """
    single = inner_type(domain)
    if not isinstance(
        single,
        ir.PieceDomain
        | ir.PieceNameDomain
        | ir.NodeDomain
        | ir.EnumDomain
        | ir.PlayerDomain
        | ir.LinkDomain
        | ir.UnionDomain,
    ):
        return {}
    program = labels.program
    shown = {text: text for value in values_of(program, single) if (text := labels.value(value, single))}
    if isinstance(single, ir.PieceDomain):
        pieces = [piece for kind in program.piece_kinds if kind.name in single.kinds for piece in kind.pieces]
        for name in {program.piece_name_of[piece] for piece in pieces}:
            label, identifier = program.piece_names[name], program.piece_name_ids[name]
            shown = {written: label for written in (label, identifier) if written} | shown
    return {as_typed(written): text for written, text in shown.items()}


def words_of(given: str, labels: Labels, domain: ir.Domain) -> list[str]:
    """The members of a set as they are written, separated by commas or an "and"."""
    return split_by_names(given, names_of(labels, domain))


def split_by_names(text: str, names: Iterable[str]) -> list[str]:
    """The parts between commas and "and", put together where they are a name; the longest first."""
    split = _BETWEEN.split(text.strip())
    known, words, begin = frozenset(names), [], 0
    while begin < len(split):
        ends = range(len(split), begin, -2)
        end = next((last for last in ends if as_typed("".join(split[begin:last])) in known), begin + 1)
        words.append("".join(split[begin:end]).strip())
        begin = end + 1
    return [word for word in words if word]


def named_by(param: ir.Param, reading: Reading, labels: Labels) -> Mapping[str, str]:
    """What can be said for a parameter: the names of its values, and the words that the game has for them."""
    names = dict(names_of(labels, param.var.type))
    if not isinstance(param, ir.OneParam) or param.called is None:
        return names
    low, size = ir.index_span(labels.program, inner_type(param.var.type))
    for value in range(low, low + min(size, MOST_CALLED)):
        words = words_of_value(param, value, reading, labels)
        if words:
            names.setdefault(as_typed(words), words)
    return names


def words_of_value(param: ir.OneParam, value: int, reading: Reading, labels: Labels) -> str | None:
    """The words that the game has for a value, which may be one that is not offered."""
    before = dict(reading.variables)
    try:
        return words_for(param, value, reading, labels)
    except Impossible:
        return None
    finally:
        reading.variables.clear()
        reading.variables.update(before)


def arguments_in(alternative: ir.Alternative, text: str, reading: Reading, labels: Labels) -> dict[str, str]:
    """The values for parameters that stand in a text one after the other, or behind their names."""
    result: dict[str, str] = {}
    left = list(alternative.params)
    parts = [part.strip() for part in _OUTSIDE_OF_BRACES.split(text)]
    while parts and left:
        name, colon, named = (part.strip() for part in parts[0].partition(":"))
        param = next((other for other in left if colon and other.var.name == name), None)
        if param is not None:
            parts[0] = named
        else:
            # Who leaves something out says what is known of another.
            known = (other for other in left if as_typed(parts[0]) in named_by(other, reading, labels))
            param = next(known, left[0])
        bundle = bundle_of(alternative, param)
        if len(bundle) > 1 or " " in param.var.name:
            ends = range(len(parts), 0, -1)
            read = ((end, numbers_in(bundle, ", ".join(parts[:end]))) for end in ends)
            end, numbers = next(((end, numbers) for end, numbers in read if numbers), (1, {}))
            result |= numbers
            left = [other for other in left if other not in bundle]
        else:
            end, value = _first_value(param, parts, named_by(param, reading, labels))
            if value:
                result[param.var.name] = value
            left.remove(param)
        parts = parts[end:]
    return result


def _first_value(param: ir.Param, parts: Sequence[str], names: Mapping[str, str]) -> tuple[int, str]:
    """What the first of these parts say of a parameter, and how many of them that is."""
    for end in range(len(parts), 0, -1):
        text = ", ".join(parts[:end])
        if as_typed(text) in names:
            return end, names[as_typed(text)]
        if isinstance(param, ir.SomeParam):
            words = split_by_names(text, names)
            if all(as_typed(word) in names for word in words):
                return end, ", ".join(words)
    return 1, in_full(parts[0], names)


def in_full(word: str, names: Mapping[str, str]) -> str:
    """A name of which only the beginning was said, if there is only one such."""
    typed = as_typed(word)
    begun = {name for known, name in names.items() if typed and known.startswith(typed)}
    return begun.pop() if len(begun) == 1 and typed not in names else word


# ---------------------------------------------------------------------- bundles


def bundle_of(alternative: ir.Alternative, param: ir.Param) -> tuple[ir.Param, ...]:
    """The numbers of a bundle, of which this is one; a parameter of its own alone."""
    name, blank, _ = param.var.name.partition(" ")
    if not blank:
        return (param,)
    return tuple(other for other in alternative.params if other.var.name.startswith(f"{name} "))


def numbers_in(bundle: Sequence[ir.Param], text: str) -> dict[str, str]:
    """Of a bundle as it stands on the screen or in the file (`2 wood and 1 grain`, `{wood: 2}`) how many of
    each kind; nothing if this is none.
    """
    by_kind = {as_typed(param.var.name.partition(" ")[2]): param.var.name for param in bundle}
    kinds = "|".join(re.escape(kind) for kind in sorted(by_kind, key=len, reverse=True))
    a_number = re.compile(rf"(?:(\d+) (?:x )?({kinds})|({kinds}) ?:? ?(\d+))(?: ?,? ?and |, ?|$)")
    typed = as_typed(text)
    typed = typed.removeprefix("{").removesuffix("}").strip() if typed[:1] == "{" else typed
    result = dict.fromkeys(by_kind.values(), "0")
    end = 0
    while end < len(typed) or not end:
        match = a_number.match(typed, end)
        if match is None:
            return {}
        result[by_kind[match[2] or match[3]]] = match[1] or match[4]
        end = match.end()
    return result
