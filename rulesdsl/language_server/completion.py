"""What may stand at a place: the words that the grammar expects there, and the names that are known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import frozen

from rulesdsl.builtins import BUILTINS
from rulesdsl.diagnostics.catalogue import CATALOGUE, Severity
from rulesdsl.index.model import Definition, Index, Member
from rulesdsl.syntax.expected import WORD_BEGUN, expected_behind
from rulesdsl.syntax.table import grammar
from rulesdsl.syntax.vocabulary import vocabulary

_PATH = re.compile(r"(?:(?P<your>your\s+))?(?P<path>\w+(?:\([^()]*\))?(?:\.\w+(?:\([^()]*\))?)*)\.\w*$")
_CITE = re.compile(r"\[(?:[A-Z]+-[0-9A-Z]+ +)*[A-Z0-9-]*$")
_ALLOW = re.compile(r"#\s*allow\s+[\w-]*$")
_YOUR = re.compile(r"\byour\s+\w*$")
_BEFORE = re.compile(r"(\w+)\s+\w*$")
# The sorts of names that stand behind a word.
_BEHIND = {
    "do": ("routine", "phase"),
    "does": ("routine", "phase"),
    "may": ("action", "menu"),
    "must": ("action", "menu"),
    "plays": ("action",),
    "play": ("action",),
    "cannot": ("action",),
    "end": ("phase",),
    "per": ("kind of values", "kind of places", "kind of pieces"),
    "menu": ("menu",),
    "before": ("phase",),
    "after": ("phase",),
}
_OF_THE_LANGUAGE = ("you", "players", "others", "player_count", "winners", "none", "yes", "no")


@frozen
class Proposal:
    """What could be written; `sort` is "word", "function", "rule", "code" or the sort of a definition."""

    text: str
    sort: str
    detail: str = ""
    first: bool = False
    """Whether it is more likely than the others."""


def proposals(
    before: str, index: Index | None, inside: tuple[str, int, int] | None, *, variant: bool
) -> list[Proposal]:
    """`before` is the text up to the place, `inside` the file and the offsets of the declaration around it as
    it was read last."""
    line = before.rsplit("\n", 1)[-1]
    if _ALLOW.search(line):
        return [
            Proposal(code, "code", entry.summary)
            for code, entry in CATALOGUE.items()
            if entry.severity is Severity.WARNING
        ]
    if "#" in re.sub(r'"[^"]*"', "", line):
        return []
    if _CITE.search(line):
        return [Proposal(id_, "rule", text) for id_, text in (index.rules if index else {}).items()]
    if line.count('"') % 2 and not re.search(r"\{[^}\"]*$", line):
        return []
    path = _PATH.search(line)
    if path is not None:
        return [
            Proposal(member.name, "attribute", member.detail)
            for member in _members(path["path"], index, inside, yours=bool(path["your"]))
        ]
    if _YOUR.search(line):
        known = index.members.get("Player", ()) if index else ()
        return [Proposal(member.name, "attribute", member.detail) for member in known]
    if WORD_BEGUN.fullmatch(line):
        words = vocabulary(grammar())
        begun = words.changes if variant else words.declarations | words.headings
        return [Proposal(word, "word") for word in sorted(begun)]
    expected = expected_behind(before, variant=variant)
    proposals = [Proposal(word, "word") for word in _words(expected)]
    if expected is None or "NAME" in expected:
        wanted = _BEHIND.get(match[1] if (match := _BEFORE.search(line)) else "", ())
        proposals.extend(_names(index, inside, wanted))
        if not wanted:
            proposals.extend(Proposal(word, "word") for word in _OF_THE_LANGUAGE)
            proposals.extend(Proposal(name, "function", builtin.doc) for name, builtin in BUILTINS.items())
    return list({(proposal.text, proposal.sort): proposal for proposal in proposals}.values())


def _words(expected: frozenset[str] | None) -> Iterator[str]:
    """Terminals as one writes them."""
    words = vocabulary(grammar())
    if expected is None:
        yield from sorted(words.statements)
        return
    for terminal in sorted(expected):
        if terminal in words.words:
            word = words.words[terminal]
            if word[0].isalpha():
                yield word
        elif (called := words.phrases.get(terminal, "")).startswith("`") and "…" not in called:
            phrase = called.split("`")[1].strip(", ")
            if phrase[:1].isalpha():
                yield phrase


def _names(
    index: Index | None, inside: tuple[str, int, int] | None, wanted: Iterable[str]
) -> Iterator[Proposal]:
    for definition in index.definitions if index else ():
        if definition.sort in ("example", "rule", "flow", "winner", "attribute", "column", "result", "key"):
            continue
        if definition.inside is not None and not _around(definition, inside):
            continue
        if not wanted or definition.sort in wanted:
            yield Proposal(
                definition.name,
                definition.sort,
                definition.detail,
                first=bool(wanted) or definition.inside is not None,
            )


def _around(definition: Definition, inside: tuple[str, int, int] | None) -> bool:
    return (
        definition.inside is not None
        and inside is not None
        and definition.inside.file == inside[0]
        and definition.inside.start <= inside[1]
        and inside[2] <= definition.inside.end
    )


def _members(
    path: str, index: Index | None, inside: tuple[str, int, int] | None, *, yours: bool
) -> tuple[Member, ...]:
    """What the thing has that a path leads to."""
    if index is None:
        return ()
    first, *rest = [step.split("(")[0] for step in path.split(".")]
    kinds: tuple[str, ...] = ()
    if yours:
        kinds = next((member.kinds for member in index.members.get("Player", ()) if member.name == first), ())
    elif first in ("you", "players", "others", "winners"):
        kinds = ("Player",)
    else:
        known = [
            definition for definition in index.definitions if definition.name == first and definition.kinds
        ]
        known.sort(key=lambda definition: not _around(definition, inside))
        kinds = known[0].kinds if known else ()
        if not known and any(
            definition.sort == "player" and definition.name == first for definition in index.definitions
        ):
            kinds = ("Player",)
    for step in rest:
        kinds = next(
            (member.kinds for kind in kinds for member in index.members.get(kind, ()) if member.name == step),
            (),
        )
    return tuple({member.name: member for kind in kinds for member in index.members.get(kind, ())}.values())
