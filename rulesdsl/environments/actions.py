"""A closed list of all that can ever be chosen in a program, by numbers that no position changes.

Each stage of a choice is an action of its own: what to do, then each parameter, a set member by member; so
is each whole move where that is one choice. A piece has its number by what it is, one of several alike ones
besides by where it lies; a piece that the chooser does not know has it by its place alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from math import prod

from attrs import evolve, frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.core.codes import DECLINE, DONE, UNSEEN
from rulesdsl.engine.core.layout import ALT, SITE, STAGE
from rulesdsl.engine.core.sites import AlternativeSite, OneSite, ParamSite, Site
from rulesdsl.engine.decisions.options import blanked
from rulesdsl.engine.labels.english import plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import OptionKind
from rulesdsl.engine.plan import Plan, plan_for
from rulesdsl.engine.state import State
from rulesdsl.environments.action_keys import (
    Key,
    asks_what_to_do,
    key_of_doing,
    key_of_move,
    key_of_param,
    may_be_unseen,
    params_in_turn,
)
from rulesdsl.environments.choice_values import Values, values_of
from rulesdsl.environments.distinct_names import distinct_names
from rulesdsl.program_walk import asks_for_text
from rulesdsl.texts import FreeText

MOST_ACTIONS = 100_000
"""A longer list is refused, unless a greater limit is given."""


_Reader = Callable[[State, Sequence[int]], list[int]]


class TooManyActions(ValueError):
    """A closed list would be too long."""


class NoSuchAction(ValueError):
    """An action that is not open now."""


@frozen
class Action:
    """One thing that can be chosen at some time in a game."""

    number: int
    """From 0, the same in every position."""
    kind: OptionKind
    """As of an option."""
    text: str
    """In words; no two actions have the same."""
    action: str
    """What is done by it, as in the file; "" for what has no name."""
    parameter: str | None
    """Which parameter is chosen by it; None for an action, and for declining."""


@frozen
class _Block:
    """Numbers that belong together: one thing to do, or all that one parameter can be."""

    name: str
    """In words."""
    kind: OptionKind
    action: str
    parameter: str | None
    first: int
    size: int
    words: Callable[[Labels, int], str]
    """What the number so far behind the first stands for."""
    seen: int = 1
    """So many of them, from the first, are no unseen pieces."""


class Actions:
    """All that can be chosen in a program, by number: `size` of them, known before play."""

    def __init__(self, given: ir.Program | Plan, *, limit: int = MOST_ACTIONS) -> None:
        self.plan = plan_for(given)
        if asks_for_text(self.plan.program):
            raise FreeText
        self._labels = Labels.of(self.plan.layout)
        self.blocks: list[_Block] = []
        self._first: dict[object, int] = {}
        """Where the numbers of a thing to do, or of a parameter, begin."""
        self._values: dict[object, Values] = {}
        self._moves: dict[object, tuple[Values, ...]] = {}
        """Of whole moves that are one choice what each parameter can be."""
        self._readers: dict[tuple[int, int, int], _Reader] = {}
        self._put_together()
        self.size = self.blocks[-1].first + self.blocks[-1].size if self.blocks else 0
        """How many there are."""
        if self.size > limit:
            raise TooManyActions(self._too_many(limit))

    # ---- putting together

    def _put_together(self) -> None:
        sites = self.plan.sites
        if any(site.decide.decline for site in sites):
            self._add(DECLINE, _Block("pass", "decline", "", None, 0, 1, partial(_always, "pass")))
        if any(not isinstance(param, OneSite) for site in sites for _, _, param in params_in_turn(site)):
            self._add(DONE, _Block("enough", "done", "", None, 0, 1, partial(_always, "enough")))
        for key, alternative in sorted(self._things_to_do(), key=lambda pair: self._order(pair[0])):
            name = plain(alternative.name) or blanked(alternative) or "choose"
            self._add(key, _Block(name, "action", alternative.name, None, 0, 1, partial(_always, name)))
        parameters = sorted(self._parameters(), key=lambda parameter: self._order(parameter[0]))
        hiding = {key for key, _, param in parameters if may_be_unseen(param)}
        for key, alternative, param in parameters:
            if key not in self._first:
                self._add_parameter(key, alternative, param, hides=key in hiding)
        moves = sorted(self._whole_moves(), key=lambda entry: self._order(entry[0]))
        hidden_parts = {
            (key, place)
            for key, move in moves
            for place, param in enumerate(move.params)
            if may_be_unseen(param)
        }
        for key, move in moves:
            if key not in self._first:
                values = [
                    values_of(self.plan, param, hides=(key, place) in hidden_parts)
                    for place, param in enumerate(move.params)
                ]
                self._add_moves(key, move.alternative, tuple(values))

    def _add(self, key: object, block: _Block) -> None:
        if key in self._first:
            return
        first = self.blocks[-1].first + self.blocks[-1].size if self.blocks else 0
        self._first[key] = first
        self.blocks.append(evolve(block, first=first))

    def _things_to_do(self) -> Iterator[tuple[Key, ir.Alternative]]:
        """All that is chosen among several, or may be declined."""
        for site in self.plan.sites:
            if not asks_what_to_do(site):
                continue
            for index, alternative in enumerate(site.alternatives):
                yield key_of_doing(site, index), alternative.alternative

    def _parameters(self) -> Iterator[tuple[Key, ir.Alternative, ParamSite]]:
        for site in self.plan.sites:
            for index, stage, param in params_in_turn(site):
                yield key_of_param(site, index, stage), site.alternatives[index].alternative, param

    def _whole_moves(self) -> Iterator[tuple[Key, AlternativeSite]]:
        for site in self.plan.sites:
            for index, alternative in enumerate(site.alternatives if site.parts is not None else ()):
                yield key_of_move(site, index), alternative

    def _add_moves(self, key: Key, alternative: ir.Alternative, values: tuple[Values, ...]) -> None:
        name = plain(alternative.name)

        def words(labels: Labels, number: int) -> str:
            texts: list[str] = []
            for part in reversed(values):
                number, digit = divmod(number, part.size)
                texts.append(part.words(labels, digit))
            return f"{name} {', '.join(reversed(texts))}" if texts else name

        self._moves[key] = values
        size = prod(part.size for part in values)
        self._add(key, _Block(name, "move", alternative.name, None, 0, size, words, size))

    def _order(self, key: Key) -> tuple[int, str, int, int]:
        """In the order of the file: what has a name, then what has none by the number of its decision."""
        name, point, index = key[:3]
        names = self.plan.program.action_names
        return (names.index(name) if name in names else len(names), name, point, index)

    def _add_parameter(self, key: Key, alternative: ir.Alternative, param: ParamSite, *, hides: bool) -> None:
        values = values_of(self.plan, param, hides=hides)
        self._values[key] = values
        about = " ".join(filter(None, (plain(alternative.name), plain(param.param.var.name))))
        self._add(
            key,
            _Block(
                about,
                "value",
                alternative.name,
                param.param.var.name,
                0,
                values.size,
                lambda labels, index: f"{about} {values.words(labels, index)}",
                values.count + values.none,
            ),
        )

    # ---- words

    @cached_property
    def words(self) -> tuple[str, ...]:
        """What each action is in words; no two have the same."""
        texts = [block.words(self._labels, index) for block in self.blocks for index in range(block.size)]
        return distinct_names(texts)

    def words_in(self, state: State, number: int) -> str:
        """The same in a position, where the places of a board that grows are called by where they lie."""
        now = Labels.of(self.plan.layout, cells=state.cells)
        if now == self._labels or not 0 <= number < self.size:
            return self.words[number] if 0 <= number < self.size else "none at all"
        block = self.blocks[bisect_right(self.starts, number) - 1]
        always, here = (block.words(labels, number - block.first) for labels in (self._labels, now))
        return self.words[number] if always == here else here

    def __getitem__(self, number: int) -> Action:
        if not 0 <= number < self.size:
            raise IndexError(f"there are {self.size} actions, from 0; {number} is none")
        block = self.blocks[bisect_right(self.starts, number) - 1]
        kind: OptionKind = "unseen" if number - block.first >= block.seen else block.kind
        return Action(number, kind, self.words[number], block.action, block.parameter)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<{self.size} actions of {self.plan.program.title} for {self.plan.program.players}>"

    @cached_property
    def mark(self) -> str:
        """Equal for equal lists, whichever process or version has made them."""
        return sha256("\n".join(self.words).encode()).hexdigest()[:16]

    @cached_property
    def starts(self) -> list[int]:
        return [block.first for block in self.blocks]

    def _too_many(self, limit: int) -> str:
        program = self.plan.program
        largest = sorted(self.blocks, key=lambda block: -block.size)[:3]
        parts = ", ".join(f"{block.name} ({block.size:,})" for block in largest)
        return (
            f"{program.title} for {program.players} has {self.size:,} actions, more than {limit:,};"
            f" most are of: {parts}. Give a greater limit, or take the factored form, Factors(program)"
        )

    # ---- at a decision

    def numbers(self, state: State) -> list[int]:
        """The number of each open option, in their order: as many as there are options, no two the same."""
        codes = state.open_codes()
        if not codes:
            return []
        cells = state._cells  # noqa: SLF001 -- only read, at every decision
        stage = (cells[SITE], cells[ALT], cells[STAGE])
        reader = self._readers.get(stage)
        if reader is None:
            reader = self._readers[stage] = self._reader(*stage)
        return reader(state, codes)

    def legal_actions(self, state: State) -> list[int]:
        """What can be chosen now, in rising order; nothing when the game is over."""
        return sorted(self.numbers(state))

    def mask(self, state: State) -> bytearray:
        """For each action 1 if it can be chosen now, else 0."""
        mask = bytearray(self.size)
        for number in self.numbers(state):
            mask[number] = 1
        return mask

    def option(self, state: State, number: int) -> int:
        """The place of an action among the open options; NoSuchAction if it is none of them."""
        try:
            return self.numbers(state).index(number)
        except ValueError:
            raise NoSuchAction(
                f"action {number} ({self.words_in(state, number)}) cannot be chosen now"
            ) from None

    def apply(self, state: State, number: int) -> State:
        """Take an action by its number, and go on to the next decision."""
        return state.apply(self.option(state, number))

    def _reader(self, site_number: int, index: int, stage: int) -> _Reader:
        """How the options of a stage are read as numbers."""
        site = self.plan.sites[site_number - 1]
        ends = {code: self._first[code] for code in (DECLINE, DONE) if code in self._first}
        if site.parts is not None:
            return self._reader_of_moves(site, site.parts, ends)
        if index < 0:
            doing = {
                index: self._first[key_of_doing(site, index)] for index in range(len(site.alternatives))
            } | ends
            return lambda _state, codes: [doing[code] for code in codes]
        key = key_of_param(site, index, stage)
        values, first = self._values[key], self._first[key]
        if values.none:
            ends[ir.NONE] = first + values.count
        if not values.copies:
            shift = first - values.low
            return lambda _state, codes: [code + shift if code > ir.NONE else ends[code] for code in codes]
        return self._reader_of_pieces(values, first, ends)

    def _reader_of_pieces(self, values: Values, first: int, ends: dict[int, int]) -> _Reader:
        def read(state: State, codes: Sequence[int]) -> list[int]:
            offsets = values.offsets(state, [code for code in codes if code not in ends])
            return [ends[code] if code in ends else first + offsets[code] for code in codes]

        return read

    def _reader_of_moves(
        self, site: Site, parts_of: Callable[[int], list[int]], ends: dict[int, int]
    ) -> _Reader:
        keys = [key_of_move(site, index) for index in range(len(site.alternatives))]

        def read(state: State, codes: Sequence[int]) -> list[int]:
            taken = [None if code in ends else parts_of(code) for code in codes]
            offsets: list[list[dict[int, int]]] = []
            for index, key in enumerate(keys):
                mine = [parts for parts in taken if parts is not None and parts[0] == index]
                offsets.append(
                    [
                        values.offsets(state, list(dict.fromkeys(parts[number] for parts in mine)))
                        for number, values in enumerate(self._moves[key], start=1)
                    ]
                )
            numbers: list[int] = []
            for code, parts in zip(codes, taken, strict=True):
                if parts is None:
                    numbers.append(ends[code])
                    continue
                index, *chosen = parts
                number = 0
                for value, values, offset in zip(
                    chosen, self._moves[keys[index]], offsets[index], strict=True
                ):
                    number = number * values.size + offset[value]
                numbers.append(self._first[keys[index]] + number)
            return numbers

        return read

    # ---- where numbers begin

    def moves_of(self, site: Site, index: int) -> tuple[int, tuple[Values, ...]]:
        """Where the numbers of the whole moves by an action begin, and what each parameter can be."""
        key = key_of_move(site, index)
        return self._first[key], self._moves[key]

    def number_of_doing(self, site: Site, index: int) -> int:
        """The number of what can be done at a site; -1 where that is no choice."""
        return self._first.get(key_of_doing(site, index), -1) if asks_what_to_do(site) else -1

    def number_of_end(self, code: int) -> int:
        """The number of declining or of having enough; -1 if there is none."""
        return self._first.get(code, -1)

    def values_of(self, site: Site, index: int, offset: int) -> tuple[int, Values]:
        """Where the numbers of a parameter begin, and what it can be."""
        key = key_of_param(site, index, offset)
        return self._first[key], self._values[key]

    # ---- what was chosen

    def settled(self, state: State) -> list[int]:
        """The numbers of what is settled so far of the decision that is open."""
        cells = state._cells  # noqa: SLF001 -- only read
        if not cells[SITE] or cells[ALT] < 0:
            return []
        site, index, stage = self.plan.sites[cells[SITE] - 1], cells[ALT], cells[STAGE]
        numbers = [self._first[key_of_doing(site, index)]] if asks_what_to_do(site) else []
        for place, param in enumerate(site.alternatives[index].params[: stage + 1]):
            key = key_of_param(site, index, place)
            values, first = self._values[key], self._first[key]
            if isinstance(param, OneSite):
                chosen = [cells[param.address]] if place < stage else []
            else:
                chosen = cells[param.address + 1 : param.address + 1 + cells[param.address]]
            met: Counter[int] = Counter()
            for value in chosen:
                offset = values.offset_now(state, value)
                numbers.append(first + offset + met[offset])
                met[offset] += 1
        return numbers

    def chosen_number(self, event: ev.Chosen, knows: Callable[[int], bool]) -> int | None:
        """The number of what somebody has chosen, of alike pieces the first; None for what this hearer cannot
        name.
        """
        if event.kind in ("decline", "done"):
            return self._first.get(DECLINE if event.kind == "decline" else DONE)
        sites = self._sites_of.get(event.point)
        if sites is None:
            return None
        if event.move is not None:
            return self._told_move(sites, event.move, knows) if event.move.last else None
        if event.kind == "action":
            return self._first.get(key_of_doing(sites, event.value))
        for index, stage, param in params_in_turn(sites):
            if (
                param.param.var.name == event.stage
                and sites.alternatives[index].alternative.name == event.alternative
            ):
                key = key_of_param(sites, index, stage)
                offset = self._values[key].offset_of(event.kind, event.value, knows)
                return None if offset is None else self._first[key] + offset
        return None

    def _told_move(self, site: Site, move: ev.WholeMove, knows: Callable[[int], bool]) -> int | None:
        assert site.parts is not None
        index, *chosen = site.parts(move.code)
        first, many = self.moves_of(site, index)
        number = 0
        for value, values in zip(chosen, many, strict=True):
            hidden = values.copies and value < ir.NONE
            offset = values.offset_of(
                "unseen" if hidden else "value", UNSEEN - value if hidden else value, knows
            )
            if offset is None:
                return None
            number = number * values.size + offset
        return first + number

    @cached_property
    def _sites_of(self) -> dict[int, Site]:
        return {site.decide.point: site for site in reversed(self.plan.sites)}


def _always(texts: str, _labels: Labels, _index: int) -> str:
    return texts


@lru_cache(maxsize=64)
def _cached(plan: Plan) -> Actions:
    return Actions(plan)


def actions(given: ir.Program | Plan) -> Actions:
    """The closed list of a program, made once."""
    return _cached(plan_for(given))
