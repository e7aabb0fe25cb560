"""What somebody has decided, as the head of a sentence: the deed, and what its title does not say."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.options import blanked
from rulesdsl.engine.decisions.parameters import is_noun, some_of_the_kind
from rulesdsl.engine.labels.english import listed, plain, with_article
from rulesdsl.engine.labels.labels import Labels, Sees
from rulesdsl.trace.hidden_pieces import unseen_chosen
from rulesdsl.trace.verbs import choosing, doing, not_doing

Named = tuple[ev.Content, ir.Domain]
"""A value that words name, with what it is one of."""


@frozen
class Heads:
    """`viewer`: who is told, and `knows`: the pieces that this one can tell."""

    labels: Labels
    viewer: int | None
    knows: Sees

    def chosen(self, choices: list[ev.Chosen], decide: ir.Decide | None, *, begun: bool) -> str:
        """What the player has decided; `begun`: what may be done repeatedly was done before."""
        last = choices[-1]
        name = self.labels.players[last.player]
        title = self.labels.words(last.title, self.knows, self.viewer).strip()
        if last.kind == "decline":
            if decide is not None and len(decide.alternatives) == 1:
                alternative = decide.alternatives[0]
                asked = title or blanked(alternative)
                chosen = bool(alternative.params) and not decide.is_question
                return not_doing(name, asked, alternative.name, choice=chosen, begun=begun)
            return f"{name} {'stops' if begun else 'passes'}"
        if not last.alternative and any(choice.kind in ("value", "done") for choice in choices):
            texts = [text for _, text in self._values_not_in("", choices)]
            values = [choice for choice in choices if choice.kind in ("value", "unseen")]
            bundle = [choice.value for choice in values if " " in choice.stage]
            is_known = self.viewer in (None, last.player)
            is_empty = is_known and not any(bundle) if bundle else bool(texts) and not values
            unknown = (
                "" if decide is None else some_of_the_kind(decide.alternatives[0].params[-1], self.labels)
            )
            picked = "none" if is_empty else ", ".join(texts)
            if decide is not None and decide.is_question and title.endswith("?"):
                return f"{doing(name, title)}: {picked or unknown}"
            return choosing(name, title, picked, unknown)
        extra = self._values_not_in(title, choices)
        if last.alternative and title.lower() == plain(last.alternative).lower():
            title, extra = self._with_object(title, choices, extra)
        if not title:
            details = ", ".join(text for _, text in extra)
            return f"{name} chooses {details}" if details else f"{name} makes a choice"
        named = ", ".join(f"{stage} {text}".strip() for stage, text in extra)
        mark = "" if not named else ", " if extra[0][0] else ": "
        return f"{doing(name, title, last.alternative)}{mark}{named}"

    def _with_object(
        self, title: str, choices: list[ev.Chosen], extra: list[tuple[str, str]]
    ) -> tuple[str, list[tuple[str, str]]]:
        """A title that is the name of the action, and ends in what is chosen: `play_card` is "Play rose 1",
        and "Play a card" to those who may not know it.
        """
        *verb, last = title.split()
        kinds = {
            plain(kind)
            for choice in choices
            if isinstance(choice.type, ir.PieceDomain)
            for kind in (self.labels.kind(choice.type.kinds), *choice.type.kinds)
        }
        if not verb or last.lower() not in {*kinds, *(choice.stage for choice in choices)}:
            return title, extra
        if len(extra) == 1:
            return f"{' '.join(verb)} {extra[0][1]}", []
        return (title, extra) if extra else (f"{' '.join(verb)} {with_article(last)}", [])

    def _values_not_in(self, title: str, choices: list[ev.Chosen]) -> list[tuple[str, str]]:
        """The parameters that the title does not name, so that no decision goes untold, each with its own
        name if it is needed.
        """
        stages: dict[str, list[tuple[int, ir.Domain]]] = {}
        unseen = {choice.stage for choice in choices if choice.kind == "unseen"}
        words = {choice.stage: choice.words for choice in choices if choice.words}
        for choice in choices:
            if title and choice.stage in unseen:
                continue
            if choice.kind == "value" and choice.type is not None:
                stages.setdefault(choice.stage, []).append((choice.value, choice.type))
            elif choice.kind == "done":
                stages.setdefault(choice.stage, [])
        amounts = self._amounts_in(choices[-1].title)
        named_values = [("", text)] if not title and (text := unseen_chosen(self.labels, choices)) else []
        for stage, values in stages.items():
            if not values and stage in unseen:
                continue
            if title and any((stage.partition(" ")[2], value) in amounts for value, _ in values):
                continue
            if self.viewer not in (None, choices[-1].player) and not self._all_known(values):
                # What the title does not tell, the others see by what comes of it, or not at all.
                continue
            counted = stage.partition(" ")[2]
            if counted and not title and all(isinstance(domain, ir.IntDomain) for _, domain in values):
                # Of a bundle, how many of this there are.
                named_values += [("", f"{value} {counted}") for value, _ in values if value != 0]
                continue
            text = words.get(stage) or self.value_text(values)
            # A title lists the members of a set in an order of its own.
            if not title or (text not in title and self.value_text(sorted(values)) not in title):
                is_number = bool(values) and isinstance(values[0][1], ir.IntDomain)
                needless = isinstance(values[0][1], ir.PieceDomain) if values else False
                needless = needless or plain(stage) in title or not (is_number or is_noun(stage))
                named_values.append(("" if needless else plain(stage), text))
        return named_values

    def _amounts_in(self, title: ev.Words) -> set[tuple[str, int]]:
        """The numbers of the maps that a title names, each with what it is a number of: those that are none
        are not read in it.
        """
        return {
            (self.labels.value(low + place, part.type.key, self.knows), number)
            for part in title
            if not isinstance(part, str) and isinstance(part.type, ir.MapDomain)
            for low in (ir.index_span(self.labels.program, part.type.key)[0],)
            for place, number in enumerate(part.value if isinstance(part.value, tuple) else ())
            if isinstance(number, int)
        }

    def _all_known(self, values: Sequence[tuple[int, ir.Domain]]) -> bool:
        return all(isinstance(domain, ir.PieceDomain) and self.knows(value) for value, domain in values)

    def value_text(self, values: Sequence[tuple[int, ir.Domain]]) -> str:
        if values and isinstance(values[0][1], ir.PieceDomain):
            kinds = values[0][1].kinds
            return self.labels.pieces([value for value, _ in values], self.knows, kinds)
        return listed([self.labels.value(value, domain, self.knows) for value, domain in values])


def values_named(words: ev.Words, viewer: int | None) -> frozenset[Named]:
    """The values that a title or a text names to one who may read them."""
    return frozenset(
        (part.value, ir.without_none(part.type))
        for part in words
        if not isinstance(part, str) and (viewer is None or part.known_to >> viewer & 1)
    )
