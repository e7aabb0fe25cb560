"""What states have come to, in words: all of it in full, else what one who watches cares about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.options import has_place, key_text
from rulesdsl.engine.labels.english import (
    are_many,
    is_participle,
    is_phrase,
    keyed,
    noun,
    plain,
    possessive,
    singular,
)
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.trace.listener import Listener
from rulesdsl.trace.notable_states import Numbers
from rulesdsl.trace.origins import Origins, line_of
from rulesdsl.trace.sentence_heads import Named


@frozen
class Spoken:
    """What has been told of one scene before its states. `head`: the words of the decision, in which the
    parameters of `stages` were chosen; `words`: all of it; `given`: what chance gave, under which name;
    `named`: the values that the title of the decision names, and each text that was said.
    """

    head: str
    words: str
    stages: frozenset[str]
    given: frozenset[tuple[str, int]]
    named: Sequence[frozenset[Named]]


@frozen
class StateTeller:
    labels: Labels
    listener: Listener
    speaker: int | None
    numbers: Numbers
    origins: Origins

    def sentences(self, events: list[ev.StateSet], *, context: Spoken | None) -> Iterator[str]:
        """What a state of one owner has come to, index by index. `context`: what need not be repeated; None
        tells everything.
        """
        name = events[0].state
        state = self.labels.layout.states[name].state
        owner = None if state.owner_at is None else events[0].index[state.owner_at]
        first: dict[tuple[int, ...], ev.Content] = {}
        last: dict[tuple[int, ...], ev.StateSet] = {}
        for event in events:
            first.setdefault(event.index, event.old)
            last[event.index] = event
        changed = {
            index: event.new
            for index, event in last.items()
            if (event.new != first[index] or line_of(event) in self.origins.revealing)
            and (context is None or self._is_news(state, first[index], event, context))
        }
        if not changed:
            return
        inner = [position for position in range(len(state.index)) if position != state.owner_at]
        is_held = are_many(name) and name in self.numbers.amounts
        if context is not None and owner is not None and not inner and is_held:
            [(index, value)] = changed.items()
            yield self._has(owner, name, first[index], value)
            return
        if (
            context is not None
            and not inner
            and not isinstance(state.type, ir.IntDomain)
            and not is_participle(name)
            and not is_phrase(name)
        ):
            [(index, value)] = changed.items()
            text = self.labels.value(value, state.type, self.listener.knows(last[index]))
            yield f"{self._whose(name, owner)} {'are' if are_many(name) else 'is'} {text}"
            return
        entries = []
        keys = {index: self._key(state, last[index], inner) for index in changed}
        # The order of pieces that are not known would tell of them.
        is_order_open = all(self._knows_all(state, last[index]) for index in changed)
        for index in changed if is_order_open else sorted(changed, key=lambda values: keys[values]):
            value, key = changed[index], keys[index]
            text = self.labels.value(value, state.type, self.listener.knows(last[index]))
            step = _step(first[index], value) if isinstance(state.type, ir.IntDomain) else ""
            is_said = key and isinstance(state.type, ir.FlagDomain) and value
            entries.append((key, "" if is_said else f"{text}{step}"))
        spoken = context is not None and not inner and self.speaker is not None
        colon = "" if spoken and not is_phrase(name) else ":"
        yield f"{self._owned(name, owner)}{colon} {keyed(entries, ' =')}"

    def _key(self, state: ir.State, event: ev.StateSet, inner: Sequence[int]) -> str:
        unknown = self.listener.unknown_of(event, state)
        return ", ".join(
            key_text(state, event.index[position], position, self.labels, unknown[position])
            for position in inner
        )

    def _knows_all(self, state: ir.State, event: ev.StateSet) -> bool:
        return not state.lies_on_pieces or not any(self.listener.unknown_of(event, state))

    def _is_mark_on_unknown(self, state: ir.State, event: ev.StateSet) -> bool:
        """Whether it lies on a piece that can be told by its place alone, so that no words have named it."""
        return state.lies_on_pieces and any(
            sight is not None and has_place(sight, self.labels)
            for sight in self.listener.unknown_of(event, state)
        )

    def _has(self, owner: int, name: str, old: ev.Content, new: ev.Content) -> str:
        """`Anna has 3 coins (+1)`."""
        called = singular(plain(name)) if new == 1 else plain(name)
        count = "no" if new == 0 else f"{new}".replace("-", "−")
        return f"{self.labels.players[owner]} has {count} {called}{_step(old, new)}"

    def _is_news(self, state: ir.State, old: ev.Content, event: ev.StateSet, context: Spoken) -> bool:
        """Whether one who has heard that much should hear of a change, too."""
        new = event.new
        if self._is_said(state, old, event, context):
            return False
        if line_of(event) in self.origins.revealing:
            return True
        if new not in (0, ir.NONE, ()) and self._is_mark_on_unknown(state, event):
            return True
        if isinstance(state.type, ir.FlagDomain) or new in (ir.NONE, ()) or state.name in self.numbers.turns:
            return False
        if isinstance(state.type, ir.IntDomain):
            is_told = state.name in self.numbers.amounts or state.name in self.numbers.values
            return is_told and not self._is_reset(state, new)
        return True

    def _is_reset(self, state: ir.State, new: ev.Content) -> bool:
        """Whether a number begins anew without anybody's doing: a count of a turn, a row of counts."""
        inner = any(index != state.owner_at for index in range(len(state.index)))
        return self.speaker is None and new == state.starts and (state.owner_at is None or inner)

    def _is_said(self, state: ir.State, old: ev.Content, event: ev.StateSet, context: Spoken) -> bool:
        """Whether what has been told is this very fact, or holds it; an equal value alone is not enough."""
        if state.name in self.numbers.amounts:
            return False
        domain: ir.Domain = state.type
        values: set[ev.Content] = {event.new}
        if isinstance(domain, ir.SeqDomain):
            assert isinstance(old, tuple)
            assert isinstance(event.new, tuple)
            domain, values = domain.of, set[ev.Content](old) ^ set[ev.Content](event.new)
        return bool(values) and all(
            self._is_value_said(state, event, value, domain, context) for value in values
        )

    def _is_value_said(
        self, state: ir.State, event: ev.StateSet, value: ev.Content, domain: ir.Domain, context: Spoken
    ) -> bool:
        """What was chosen, or worked out of it alone and named with it; who has chosen; what chance gave; all
        of a place that was said. What words say of this very place; and, of what nobody needs to be told, the
        piece or the place spoken of.
        """
        line = line_of(event)
        inner = ir.without_none(domain)
        text = self.labels.value(value, domain, self.listener.knows(event))
        names = self.origins.made_of.get(line, frozenset())
        variable = self.origins.handed_on.get(line, "")
        is_from_chance = isinstance(value, int) and (variable, value) in context.given
        is_who_chose = variable and isinstance(inner, ir.PlayerDomain) and value == self.speaker
        is_chosen = names and names <= context.stages and _speaks_of(context.head, text)
        is_known = is_from_chance or is_who_chose or is_chosen
        if is_known and self._is_place_said(state, event, context, in_order=is_from_chance):
            return True
        if any((value, inner) in it and self._is_place_named(state, event, it) for it in context.named):
            return True
        is_thing = isinstance(inner, ir.PieceDomain | ir.NodeDomain) and line not in self.origins.revealing
        return is_thing and _speaks_of(context.words, text) and not self._is_mark_on_unknown(state, event)

    def _is_place_named(self, state: ir.State, event: ev.StateSet, named: frozenset[Named]) -> bool:
        """Whether words have named what of a state is meant, more than whose it is, and known it if it is a
        piece.
        """
        places = list(zip(event.index, state.index, strict=True))
        if state.owner_at is not None:
            owner = places.pop(state.owner_at)
            if owner[0] != self.speaker and owner not in named:
                return False
        return bool(places) and named.issuperset(places) and not any(self.listener.unknown_of(event, state))

    def _is_place_said(
        self, state: ir.State, event: ev.StateSet, context: Spoken, *, in_order: bool = False
    ) -> bool:
        """Whether one who has heard the head knows what of a state is meant: each index is always the same,
        or is not what the position makes it and stands there. `in_order`: what comes to players and numbers
        one after the other is told in that order.
        """
        unknown = self.listener.unknown_of(event, state)
        for position, names in enumerate(self.origins.places_made_of.get(line_of(event), ())):
            if in_order and isinstance(state.index[position], ir.PlayerDomain | ir.IntDomain):
                continue
            text = key_text(state, event.index[position], position, self.labels, unknown[position])
            if names is None or (names and not _speaks_of(context.head, text)):
                return False
        return True

    def _whose(self, name: str, owner: int | None) -> str:
        if owner is None:
            return f"the {noun(name)}"
        return f"their {noun(name)}" if owner == self.speaker else self._owned(name, owner)

    def _owned(self, name: str, owner: int | None) -> str:
        if owner is None or owner == self.speaker:
            return noun(name)
        return f"{possessive(self.labels.players[owner])} {noun(name)}"


def _speaks_of(context: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", context) is not None


def _step(old: ev.Content, new: ev.Content) -> str:
    if not isinstance(old, int) or not isinstance(new, int) or ir.NONE in (old, new) or old in (0, new):
        return ""
    return f" ({'+' if new > old else '−'}{abs(new - old)})"
