"""The options of a decision as they are laid before a player, and what was typed as one of them."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

import click
from attrs import frozen

from rulesdsl.check.tree_walk import nodes_in as tree_nodes_in
from rulesdsl.engine.choosing.decisions import Decision, Option
from rulesdsl.engine.choosing.options import option_text, reading_for
from rulesdsl.engine.ground.walk import nodes_in
from rulesdsl.engine.state import State
from rulesdsl.engine.words.labels import Labels, plain
from rulesdsl.program import (
    NONE,
    Apply,
    Domain,
    EnumDomain,
    FlagDomain,
    IntDomain,
    Lookup,
    MapDomain,
    NodeDomain,
    PieceDomain,
    Program,
    index_span,
)
from rulesdsl.syntax import ast

# What people type when they want nothing more, however the option is called.
DECLINING = ("done", "enough", "no", "no more", "none", "nothing", "pass", "skip", "stop", "that is all")

# As many options as are still read one below the other.
LIST = 24


@frozen
class Offered:
    """One option: its place in the decision, what is typed for it, its words, the group it is shown in, and
    what else is known of it."""

    index: int
    key: str
    text: str
    group: str
    details: str
    way_out: bool
    """Whether it is to do nothing more."""


@frozen
class Offer:
    """`numbers`: what is chosen is a number, which is typed as it is."""

    prompt: str
    picked: str
    options: tuple[Offered, ...]
    numbers: bool

    def lines(self, width: int) -> Iterator[str]:
        if self.prompt:
            yield from wrap(self.prompt, width)
        if self.picked:
            yield from wrap(f"So far: {self.picked}", width)
        if self.numbers:
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
            if typed == option.key:
                return option
        wanted = typed.lower().replace("_", " ")
        whole = tuple(option for option in self.options if option.text.lower() == wanted)
        begun = whole or tuple(option for option in self.options if option.text.lower().startswith(wanted))
        if not begun and wanted in DECLINING:
            begun = tuple(option for option in self.options if option.way_out)
        return begun[0] if len(begun) == 1 else begun


def offer(state: State, decision: Decision, labels: Labels, aside: frozenset[str] = frozenset()) -> Offer:
    """What the player who decides is asked now; attributes that are `aside` are not shown."""
    reading = reading_for(state, decision.player)
    order = sorted(
        range(len(decision.options)),
        key=lambda at: (_rank(decision.options[at]), _group_at(state, decision, at, labels)),
    )
    texts = [option_text(state, decision, option, labels) for option in decision.options]
    numbers = any(option.kind == "value" for option in decision.options) and all(
        isinstance(option.type, IntDomain) for option in decision.options if option.kind == "value"
    )
    options = tuple(
        Offered(
            at,
            _key(decision.options[at], number, numbers=numbers),
            texts[at],
            _group_at(state, decision, at, labels),
            _details(labels.program, labels, decision.options[at], aside),
            decision.options[at].kind in ("decline", "done"),
        )
        for number, at in enumerate(order, start=1)
    )
    kind = next((option.type for option in decision.options if option.type is not None), None)
    picked = ", ".join(labels.value(value, kind, reading.knows) for value in decision.picked) if kind else ""
    return Offer(labels.words(decision.prompt, reading.knows), picked, options, numbers)


def _key(option: Option, number: int, *, numbers: bool) -> str:
    """Options are numbered, but where numbers are chosen: those stand for themselves."""
    if not numbers:
        return str(number)
    if option.kind == "value":
        return str(option.value)
    return "-" if option.kind == "decline" else "."


def _rank(option: Option) -> int:
    """Ways out of the decision stand last."""
    return {"action": 0, "value": 0, "unseen": 0, "done": 1, "decline": 2}[option.kind]


def _group_at(state: State, decision: Decision, at: int, labels: Labels) -> str:
    """Where a piece lies, or which region or the like a place belongs to."""
    option = decision.options[at]
    match option.type:
        case PieceDomain() if option.kind == "value":
            return labels.zone(state.cells[state.plan.layout.where + option.value], decision.player)
        case NodeDomain(name) if option.kind == "value" and len(decision.options) > LIST:
            return _first_enum(labels, name, option.value - index_span(labels.program, option.type)[0])
        case _:
            return ""


def _first_enum(labels: Labels, kind: str, row: int) -> str:
    for name, table in labels.program.tables.items():
        if name.startswith(f"{kind}.") and isinstance(table.type, EnumDomain):
            value = table.values[row]
            return labels.value(value, table.type) if value != NONE else ""
    return ""


def only_for_copies(tree: ast.GameFile, program: Program) -> frozenset[str]:
    """The attributes that say how many there are of a piece, and nothing else: no matter for a player."""
    named = {
        f"{declaration.name.text}.{node.name}"
        for declaration in tree.declarations
        if isinstance(declaration, ast.PiecesDecl)
        for node in tree_nodes_in(declaration.copies)
        if isinstance(node, ast.NameRef)
    }
    rooms = (program.procs, program.rules, program.formulas, program.zones, program.scores)
    found: set[str] = set()
    for node in nodes_in(rooms):
        match node:
            case Lookup(table):
                found.add(table)
            case Apply(graph=table) if table is not None:
                # Of each member of a set.
                found.add(table)
            case _:
                pass
    return frozenset(named - found)


def _details(program: Program, labels: Labels, option: Option, aside: frozenset[str]) -> str:
    """The attributes of a piece, a place or a value that is offered openly."""
    if option.kind != "value" or option.type is None or option.unseen:
        return ""
    kind, row = _row(program, option.type, option.value)
    if not kind:
        return ""
    called = labels.value(option.value, option.type).lower().replace("_", " ")
    said = []
    for name, table in program.tables.items():
        owner, dot, attribute = name.partition(".")
        if owner != kind or not dot or row >= len(table.values) or name in aside:
            continue
        value = table.values[row]
        if value in (NONE, ()):
            continue
        if isinstance(table.type, FlagDomain):
            # A yes is told by the name of the attribute alone.
            if value:
                said.append((plain(attribute), ""))
            continue
        text = labels.value(value, table.type)
        if text and text != "nothing" and text.lower().replace("_", " ") != called:
            said.append((plain(attribute), text))
    if isinstance(option.type, PieceDomain):
        said = _not_in_name(called, said)
    attributes = ", ".join(f"{attribute} {text}".strip() for attribute, text in said)
    return "; ".join(filter(None, [attributes, *_sheet(labels, option)]))


def _sheet(labels: Labels, option: Option) -> Iterator[str]:
    """What tables say of a piece line by line, such as the spaces of a player's sheet."""
    program = labels.program
    lines: dict[str, dict[int, list[str]]] = {}
    for name, table in program.tables.items():
        match table.keys:
            case (PieceDomain() as pieces, IntDomain(low, high)):
                first, size = index_span(program, pieces)
                if not 0 <= option.value - first < size or not isinstance(option.type, PieceDomain):
                    continue
                heading, _dot, result = name.partition(".")
                for number in range(low, high + 1):
                    value = table.values[(option.value - first) * (high - low + 1) + number - low]
                    text = _cell(labels, value, table.type)
                    if text:
                        shown = text if isinstance(table.type, MapDomain) else f"{plain(result)} {text}"
                        lines.setdefault(heading, {}).setdefault(number, []).append(shown)
            case _:
                continue
    for heading, rows in lines.items():
        yield from (
            f"{plain(heading)} {number}: {', '.join(parts)}" for number, parts in sorted(rows.items())
        )


def _cell(labels: Labels, value: int | tuple[int, ...], domain: Domain) -> str:
    """What a cell says; of a map what there is."""
    if value in (NONE, ()):
        return ""
    if isinstance(domain, MapDomain) and isinstance(value, tuple):
        low = index_span(labels.program, domain.key)[0]
        pairs = [(labels.value(low + at, domain.key), one) for at, one in enumerate(value)]
        return ", ".join(f"{key} {labels.value(one, domain.value)}" for key, one in pairs if one != NONE)
    text = labels.value(value, domain)
    return "" if text == "nothing" else text


def _not_in_name(called: str, said: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """A name such as `hearts 12` is made of attributes, and has said them already."""
    words = called.split()
    texts = [text.lower() for _, text in said]
    if not all(word in texts for word in words):
        return said
    left = list(said)
    for word in words:
        named = next((each for each in left if each[1].lower() == word), None)
        if named:
            left.remove(named)
    return left


def _row(program: Program, domain: Domain, value: int) -> tuple[str, int]:
    match domain:
        case PieceDomain():
            for kind in program.piece_kinds:
                if kind.first <= value < kind.first + kind.count:
                    return kind.name, value - kind.first
            return "", 0
        case EnumDomain(name) | NodeDomain(name):
            return name, value - index_span(program, domain)[0]
        case _:
            return "", 0


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
        if not option.details:
            lines = wrap(option.text, max(20, width - len(head))) or [""]
            yield head + lines[0]
            yield from (" " * len(head) + line for line in lines[1:])
            continue
        indent = " " * (len(head) + room + 2)
        details = wrap(option.details, max(20, width - len(indent))) or [""]
        quiet = [click.style(line, dim=True) for line in details]
        if len(option.text) > room:
            yield head + option.text
            yield from (indent + line for line in quiet)
        else:
            yield f"{head}{option.text:<{room}}  {quiet[0]}"
            yield from (indent + line for line in quiet[1:])


def _side_by_side(options: Sequence[Offered], digits: int, width: int) -> Iterator[str]:
    """In columns, to be read downwards."""
    cells = [f"{option.key:>{digits}}  {option.text}" for option in options]
    wide = max(map(len, cells)) + 3
    columns = max(1, (width - 2) // wide)
    rows = -(-len(cells) // columns)
    for row in range(rows):
        yield "  " + "".join(f"{cell:<{wide}}" for cell in cells[row::rows]).rstrip()
