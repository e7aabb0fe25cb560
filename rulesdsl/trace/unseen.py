"""Choices among pieces that the chooser could not tell apart, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rulesdsl.engine.events import Chosen
from rulesdsl.engine.labels import Labels, listed, plural, with_article


def unseen_pieces(labels: Labels, instance: int, count: int = 1) -> str:
    """`an unseen card of Ben's hand`, `2 unseen cards of Ben's hand`."""
    noun = labels.kind(labels.layout.zone_of(instance).pieces.kinds)
    pieces = with_article(f"unseen {noun}") if count == 1 else f"{count} unseen {plural(noun)}"
    return f"{pieces} of {labels.zone(instance)}"


def unseen_chosen(labels: Labels, choices: Iterable[Chosen]) -> str:
    """All that was chosen so in one decision; nothing where nothing was."""
    lots = Counter(choice.value for choice in choices if choice.kind == "unseen")
    return listed([unseen_pieces(labels, lot, count) for lot, count in lots.items()]) if lots else ""
