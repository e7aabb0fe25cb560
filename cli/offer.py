"""The options of a decision as they are laid before a player, and what was typed as one of them."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

import click
from attrs import frozen

from rulesdsl.engine.decisions.stages import Decision
from rulesdsl.engine.labels.attributes import Detail
from rulesdsl.engine.labels.english import as_typed
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.state import State
from rulesdsl.engine.views.foresight import in_words
from rulesdsl.engine.views.offering import OfferedOption, Offering, offering, same_everywhere, says_itself

# What people type when they want nothing more, however the option is called.
DECLINING = ("done", "enough", "no", "no more", "none", "nothing", "pass", "skip", "stop", "that is all")

# As many options as are still read one below the other.
LIST = 24


@frozen
class Offered:
    """One option: its place in the decision, what is typed for it, its words, the group it is shown in, what
    is printed on it and what it would cost or bring."""

    index: int
    key: str
    text: str
    group: str
    details: str
    brings: str
    way_out: bool
    """Whether it is to do nothing more."""

    @property
    def known(self) -> str:
        return " → ".join(filter(None, (self.details, self.brings)))


@frozen
class Offer:
    """`numbers`: what is chosen is a number, which is typed as it is; `in_a_row`: no more is said."""

    doing: str
    prompt: str
    demands: tuple[str, ...]
    picked: str
    options: tuple[Offered, ...]
    numbers: bool
    in_a_row: bool = False

    def lines(self, width: int) -> Iterator[str]:
        yield from wrap(self.prompt, width)
        for demand in self.demands:
            yield from wrap(demand, width, initial_indent="  ", subsequent_indent="    ")
        if self.picked:
            yield from wrap(f"So far: {self.picked}", width, initial_indent="  ", subsequent_indent="    ")
        if self.in_a_row:
            yield from _numbers(self.options, width)
            return
        # A few are listed with all that is known of them, many stand side by side.
        shown = _listed if len(self.options) <= LIST else _side_by_side
        groups = [
            (group, list(options)) for group, options in groupby(self.options, key=lambda each: each.group)
        ]
        for group, options in groups:
            if group and sum(bool(name) for name, _ in groups) > 1:
                yield f"  {group}:"
            yield from shown(options, max(len(option.key) for option in self.options), width)

    def meant(self, typed: str) -> Offered | tuple[Offered, ...]:
        """The option that was typed: its key, its words or their beginning; several if it is open."""
        for option in self.options:
            if as_typed(typed) == as_typed(option.key):
                return option
        wanted = as_typed(typed)
        called = [(option, as_typed(option.text)) for option in self.options]
        whole = tuple(option for option, name in called if name == wanted)
        begun = whole or tuple(option for option, name in called if name.startswith(wanted))
        if not begun and wanted in DECLINING:
            begun = tuple(option for option in self.options if option.way_out)
        return begun[0] if len(begun) == 1 else begun


def offer(state: State, decision: Decision, labels: Labels, aside: frozenset[str] = frozenset()) -> Offer:
    """What the player who decides is asked now; attributes that are `aside` are not shown."""
    made = offering(state, decision, labels, aside)
    idle = same_everywhere(made.options)
    order = sorted(
        made.options,
        key=lambda option: (_rank(option), _distance(option) if _by_distance(made) else 0, option.group),
    )
    several = len(made.options) > LIST
    time = "" if made.time is None else f" ({made.time[0]} of {made.time[1]})"
    return Offer(
        doing=made.doing,
        prompt=f"{made.prompt}{time}" if made.prompt else time.strip(),
        demands=tuple(map(str, made.demands)),
        picked=", ".join(made.picked),
        options=tuple(
            Offered(
                option.number,
                _key(decision.options[option.number].value, option, number, numbers=made.numbers),
                option.text,
                option.group,
                _details(idle, option, labels.players, in_short=several),
                in_words(option.changes),
                option.way_out,
            )
            for number, option in enumerate(order, start=1)
        ),
        # A number that brings more, or less, than it is stands on a line of its own.
        numbers=made.numbers,
        in_a_row=made.numbers and says_itself(made.options),
    )


def _by_distance(made: Offering) -> bool:
    return any(option.place is not None and option.place.distance is not None for option in made.options)


def _distance(option: OfferedOption) -> int:
    return -1 if option.place is None or option.place.distance is None else option.place.distance


def _key(value: int, option: OfferedOption, number: int, *, numbers: bool) -> str:
    """Options are numbered, but where numbers are chosen: those stand for themselves."""
    if not numbers:
        return str(number)
    if option.kind == "value":
        return str(value)
    return "-" if option.kind == "decline" else "."


def _rank(option: OfferedOption) -> int:
    """Ways out of the decision stand last."""
    return {"done": 1, "decline": 2}.get(option.kind, 0)


def _details(
    idle: frozenset[Detail], option: OfferedOption, players: Sequence[str], *, in_short: bool
) -> str:
    """What is printed on it, where it is and what lies there; in short the last alone."""
    details = (
        []
        if in_short
        else [detail.short for detail in option.details if detail not in idle and detail.text != "0"]
    )
    place = option.place
    if place is not None:
        if place.distance is not None and not in_short:
            details.append(f"{place.distance} away")
        details += place.there
        details += [players[player] for player in place.players]
    attributes = ", ".join(details)
    return "; ".join(filter(None, [attributes, *map(str, option.sheet)]))


def _numbers(options: Sequence[Offered], width: int) -> Iterator[str]:
    """`1 to 7`, or `1, 2, 5` where some are left out; then the ways out of the decision."""
    values = [int(option.key) for option in options if option.key not in ("-", ".")]
    if len(values) > 2 and values == list(range(values[0], values[-1] + 1)):
        yield f"  {values[0]} to {values[-1]}"
    else:
        yield from wrap(", ".join(map(str, values)), width, initial_indent="  ", subsequent_indent="  ")
    yield from (f"  {option.key}  {option.text}" for option in options if option.key in ("-", "."))


def _listed(options: Sequence[Offered], digits: int, width: int) -> Iterator[str]:
    longest = max(len(option.text) for option in options)
    room = min(longest, max(20, width // 2))
    for option in options:
        head = f"  {option.key:>{digits}}  "
        text = "" if option.text == option.key else option.text
        if not option.known:
            lines = wrap(text, max(20, width - len(head))) or [""]
            yield (head + lines[0]).rstrip()
            yield from (" " * len(head) + line for line in lines[1:])
            continue
        indent = " " * (len(head) + (room + 2 if text else 0))
        known = wrap(option.known, max(20, width - len(indent)), break_on_hyphens=False) or [""]
        quiet = [click.style(line, dim=True) for line in known]
        if not text:
            yield head + quiet[0]
            yield from (" " * len(head) + line for line in quiet[1:])
        elif len(text) > room:
            yield head + text
            yield from (indent + line for line in quiet)
        else:
            yield f"{head}{text:<{room}}  {quiet[0]}"
            yield from (indent + line for line in quiet[1:])


def _side_by_side(options: Sequence[Offered], digits: int, width: int) -> Iterator[str]:
    """In columns, to be read downwards."""
    cells = [f"{option.key:>{digits}}  {option.text}{_known_suffix(option)}" for option in options]
    wide = max(map(len, cells)) + 3
    columns = max(1, (width - 2) // wide)
    rows = -(-len(cells) // columns)
    for row in range(rows):
        yield "  " + "".join(f"{cell:<{wide}}" for cell in cells[row::rows]).rstrip()


def _known_suffix(option: Offered) -> str:
    return f": {option.known}" if option.known else ""
