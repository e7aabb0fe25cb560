"""What is chosen, as a noun and as a question: for decisions without words of their own."""

from __future__ import annotations

from typing import assert_never

from rulesdsl import program as ir
from rulesdsl.engine.labels.english import PREPOSITIONS, is_participle, is_phrase, plain, plural, with_article
from rulesdsl.engine.labels.labels import Labels


def is_noun(name: str) -> bool:
    """Whether a name of the file says what is meant: no letter (`c`, `x2`), no participle (`used`)."""
    letters = name.rstrip("0123456789_")
    return len(letters) > 1 and name not in PREPOSITIONS and not is_participle(name) and not is_phrase(name)


def is_set(param: ir.Param) -> bool:
    return isinstance(param, ir.SomeParam) or isinstance(param.var.type, ir.SeqDomain)


def called_by(param: ir.Param, labels: Labels) -> str:
    """What is chosen, by its own name if that is a noun, else by its kind; of a set in the plural."""
    name = param.var.name
    if is_noun(name):
        return plain(name)
    if " " in param.var.name:
        # The number of one kind of a bundle.
        return "how many of each"
    kind = kind_noun(param.var.type, labels)
    return plural(kind) if is_set(param) else kind


def some_of_the_kind(param: ir.Param, labels: Labels) -> str:
    """`a card`; of a set `cards`, since how many there are is not told."""
    if " " in param.var.name:
        # The number of one kind of a bundle.
        return "how many of each"
    kind = kind_noun(param.var.type, labels)
    return plural(kind) if is_set(param) else with_article(kind)


def question(alternative: ir.Alternative, param: ir.Param, labels: Labels) -> str:
    """`Accuse: which player?`; `Which player?` without a name of what is done; `Name a number` says all."""
    called = called_by(param, labels)
    first = next(iter(alternative.title.parts), plain(alternative.name))
    deed = first.strip(" (:") if isinstance(first, str) else plain(alternative.name)
    if not deed or deed.endswith("?"):
        return f"Which {called}?"
    deed = deed[0].upper() + deed[1:]
    return deed if called in deed.lower() else f"{deed}: which {called}?"


def kind_noun(domain: ir.Domain, labels: Labels) -> str:
    """What one thing of a type is: `card`, `player`; of a set one of its members."""
    match domain:
        case ir.OptionalDomain(of) | ir.SeqDomain(of) | ir.SeqOfSeqDomain(of) | ir.MapDomain(value=of):
            return kind_noun(of, labels)
        case ir.IntDomain():
            return "number"
        case ir.FlagDomain():
            return "outcome"
        case ir.PlayerDomain():
            return "player"
        case ir.PieceDomain(kinds) | ir.PieceNameDomain(kinds):
            return labels.kind(kinds)
        case ir.EnumDomain(name) | ir.NodeDomain(name) | ir.LinkDomain(name):
            return plain(name)
        case ir.TextDomain():
            return "text"
        case ir.UnionDomain(alternatives):
            return " or ".join(kind_noun(alternative, labels) for alternative in alternatives)
        case _:
            assert_never(domain)
