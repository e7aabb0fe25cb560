"""What states have come to, in words: all of it in full, else what one who watches cares about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from rulesdsl.engine.events import Content, StateSet
from rulesdsl.engine.words.labels import Labels, are_many, is_participle, plain, possessive, singular
from rulesdsl.program import NONE, Domain, FlagDomain, IntDomain, SeqDomain, State
from rulesdsl.trace.listener import Listener
from rulesdsl.trace.numbers import Numbers


@frozen
class StateTeller:
    labels: Labels
    listener: Listener
    speaker: int | None
    numbers: Numbers

    def told(self, events: list[StateSet], *, said: str | None) -> Iterator[str]:
        """What a state of one owner has come to, index by index. `said`: the words that it need not repeat;
        None tells everything.
        """
        name = events[0].state
        state = self.labels.layout.states[name].state
        owner = None if state.owner_at is None else events[0].index[state.owner_at]
        viewer = self.listener.viewer
        if viewer is not None and not self.listener.reading.may_see(state.seen, viewer, owner):
            return
        first: dict[tuple[int, ...], Content] = {}
        last: dict[tuple[int, ...], Content] = {}
        for event in events:
            first.setdefault(event.index, event.old)
            last[event.index] = event.new
        changed = {index: value for index, value in last.items() if value != first[index]}
        if said is not None:
            changed = {
                index: value
                for index, value in changed.items()
                if self._is_news(state, first[index], value, said)
            }
        if not changed:
            return
        inner = [at for at in range(len(state.index)) if at != state.owner_at]
        is_held = are_many(name) and name in self.numbers.amounts
        if said is not None and owner is not None and not inner and is_held:
            [(index, value)] = changed.items()
            yield self._has(owner, name, first[index], value)
            return
        if (
            said is not None
            and not inner
            and not isinstance(state.type, IntDomain)
            and not is_participle(name)
        ):
            [value] = changed.values()
            text = self.labels.value(value, state.type, self.listener.knows)
            yield f"{self._whose(name, owner)} {'are' if are_many(name) else 'is'} {text}"
            return
        entries = []
        for index, value in changed.items():
            key = ", ".join(self.labels.value(index[at], state.index[at]) for at in inner)
            text = self.labels.value(value, state.type, self.listener.knows)
            step = _step(first[index], value) if isinstance(state.type, IntDomain) else ""
            if key and isinstance(state.type, FlagDomain) and value:
                entries.append(key)
            else:
                entries.append(f"{key}{' =' if key[-1:].isdigit() else ''} {text}{step}".strip())
        colon = "" if said is not None and not inner and self.speaker is not None else ":"
        yield f"{self._owned(name, owner)}{colon} {', '.join(entries)}"

    def _has(self, owner: int, name: str, old: Content, new: Content) -> str:
        """`Anna has 3 coins (+1)`."""
        noun = singular(plain(name)) if new == 1 else plain(name)
        count = "no" if new == 0 else f"{new}".replace("-", "−")
        return f"{self.labels.players[owner]} has {count} {noun}{_step(old, new)}"

    def _is_news(self, state: State, old: Content, new: Content, said: str) -> bool:
        """Whether one who has heard these words should hear of a change, too."""
        if isinstance(state.type, FlagDomain) or new in (NONE, ()) or state.name in self.numbers.turns:
            return False
        if isinstance(state.type, IntDomain):
            if state.name in self.numbers.amounts:
                return not self._is_reset(state, new)
            return state.name in self.numbers.values and not self._is_said(new, state.type, said)
        if isinstance(state.type, SeqDomain):
            assert isinstance(old, tuple)
            assert isinstance(new, tuple)
            differing = set(old) ^ set(new)
            return any(not self._is_said(one, state.type.of, said) for one in differing)
        return not self._is_said(new, state.type, said)

    def _is_reset(self, state: State, new: Content) -> bool:
        """Whether a number begins anew without anybody's doing: a count of a turn, a row of counts."""
        inner = any(at != state.owner_at for at in range(len(state.index)))
        return self.speaker is None and new == state.starts and (state.owner_at is None or inner)

    def _is_said(self, value: object, domain: Domain, said: str) -> bool:
        return isinstance(value, int | tuple) and _speaks_of(
            said, self.labels.value(value, domain, self.listener.knows)
        )

    def _whose(self, name: str, owner: int | None) -> str:
        if owner is None:
            return f"the {plain(name)}"
        return f"their {plain(name)}" if owner == self.speaker else self._owned(name, owner)

    def _owned(self, name: str, owner: int | None) -> str:
        if owner is None or owner == self.speaker:
            return plain(name)
        return f"{possessive(self.labels.players[owner])} {plain(name)}"


def _speaks_of(said: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", said) is not None


def _step(old: Content, new: Content) -> str:
    if not isinstance(old, int) or not isinstance(new, int) or NONE in (old, new) or old == 0:
        return ""
    return f" ({'+' if new > old else '−'}{abs(new - old)})"
