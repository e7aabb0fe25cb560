"""From text to nodes in one go, by the table of the grammar.

Most texts are right. What is right is read here several times faster than by lark, which makes an object of
every token and a tree of everything before the nodes are made. What is wrong is left to lark: it knows what
could have stood there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from re import Match
from typing import Any

from attrs import frozen
from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import BasicLexer, PatternStr, UnlessCallback
from lark.parsers.lalr_analysis import Shift

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.layout import CLOSING, DEDENT, INDENT, LINE_END, OPENING, OPERATORS
from rulesdsl.syntax.parts import Builder, Part, Place, cite, node_of

_END = "$END"


@frozen
class _Words:
    """The words that may stand at some places of a text, as lark tells them apart."""

    match: Callable[[str, int], Match[str] | None]
    fixed: Mapping[str, Mapping[str, str]]
    """By the terminal that stands for any word, the words that are terminals of their own."""
    ignored: frozenset[str]


@frozen
class _Rule:
    """How the parts of a rule are put together; as in lark's `ParseTreeBuilder`."""

    name: str
    size: int
    makes: str
    """The builder that takes them."""
    inline: bool
    """They stand among those of the rule around it."""
    single: bool
    """A part that is alone stands for itself."""
    alone: bool
    """There is never more than one part, and it stands for itself."""
    inlined: tuple[bool, ...]
    """Which of the parts are several; nothing where none is."""


class Reader:
    """Reads what is right by the tables of a parser."""

    def __init__(self, lark: Lark) -> None:
        # The tables are not what lark shows of itself, but it is pinned by the table beside the grammar.
        front: Any = lark.parser
        self._lexers: Mapping[int, BasicLexer] = front.lexer.lexer.lexers
        table = front.parser._parse_table  # noqa: SLF001 - see above
        self._states: Mapping[int, Mapping[str, tuple[object, Any]]] = table.states
        self._starts: Mapping[str, int] = table.start_states
        self._ends: Mapping[str, int] = table.end_states
        self._words: dict[int, _Words] = {}
        self._rules: dict[int, _Rule] = {}
        self.alone: dict[tuple[int, int, str], int] = {}
        """Behind a state, from another one and before a word, the state to which rules lead that leave
        everything as it is: a name is an operand, a product, a sum, a comparison and so on.
        """

    def read(
        self, text: str, start: str, builders: Mapping[str, Builder], place: Place, deepest: int
    ) -> Part | None:
        """The node of a text; None if it is not right, or constructs lie inside each other too deep."""
        reading = _Reading(self, start, builders, place, deepest)
        try:
            self._read(text, reading)
            reading.feed(_END, None)
        except (KeyError, _NotRight):
            # What stands there is none of what may stand there.
            return None
        [node] = reading.values
        return node

    def _read(self, text: str, reading: _Reading) -> None:
        states, known, feed = reading.states, self._words, reading.feed
        source, offset = reading.place.source, reading.place.offset
        widths = [0]
        brackets = 0
        last = ""
        position, end = 0, len(text)
        while position < end:
            words = known.get(states[-1]) or self._words_at(states[-1])
            match = words.match(text, position)
            if match is None:
                raise _NotRight
            begin, position = position, match.end()
            kind = match.lastgroup
            assert kind is not None
            if kind in words.ignored:
                continue
            if kind in words.fixed:
                kind = words.fixed[kind].get(match[0], kind)
            before, last = last, kind
            if kind == "NAME":
                span = Span(source, offset + begin, offset + position)
                feed(kind, ast.Name(match[0].strip("`"), span=span))
            elif kind == LINE_END:
                width = position - text.rindex("\n", begin, position) - 1
                if brackets > 0 or (before in OPERATORS and width > widths[-1]):
                    continue
                feed(kind, None)
                if width > widths[-1]:
                    widths.append(width)
                    feed(INDENT, None)
                    continue
                while width < widths[-1]:
                    widths.pop()
                    feed(DEDENT, None)
                if width > widths[-1]:
                    raise _NotRight
            elif kind == "STRING":
                span = Span(source, offset + begin, offset + position)
                feed(kind, ast.Text(match[0][1:-1], span=span))
            elif kind == "CITE":
                feed(kind, cite(Span(source, offset + begin, offset + position)))
            else:
                if kind in OPENING:
                    brackets += 1
                elif kind in CLOSING:
                    brackets -= 1
                # As lark makes them, without the lines and columns, which nobody asks for.
                token = str.__new__(Token, match[0])
                token.type, token.start_pos, token.end_pos = kind, begin, position
                feed(kind, token)
        for _ in widths[1:]:
            feed(DEDENT, None)

    def _words_at(self, state: int) -> _Words:
        lexer = self._lexers[state]
        [match] = (pattern.match for pattern in lexer.scanner._mres)  # noqa: SLF001 - as in `__init__`
        fixed = {kind: _fixed(callback) for kind, callback in lexer.callback.items()}
        words = self._words[state] = _Words(match, fixed, frozenset(lexer.ignore_types))
        return words

    def rule(self, rule: Rule) -> _Rule:
        expanded = tuple(not part.is_term and part.name.startswith("_") for part in rule.expansion)
        single = rule.options.expand1 and not rule.alias
        made = _Rule(
            name=str(rule.origin.name),
            size=len(rule.expansion),
            makes=str(rule.alias or rule.origin.name),
            inline=rule.origin.name.startswith("_"),
            single=single,
            alone=single and len(rule.expansion) == 1 and not any(expanded),
            inlined=expanded if any(expanded) else (),
        )
        self._rules[id(rule)] = made
        return made


class _NotRight(Exception):
    """The text cannot be read any further, or lies too deep."""


class _Reading:
    """How far a text has been read: the parts that are open, with the states of the parser behind them."""

    def __init__(
        self, reader: Reader, start: str, builders: Mapping[str, Builder], place: Place, deepest: int
    ) -> None:
        self.reader = reader
        self.place = place
        self.states = [reader._starts[start]]  # noqa: SLF001 - of the same module
        self.values: list[Part] = []
        self._end = reader._ends[start]  # noqa: SLF001 - the same
        self._builders = builders
        self._deepest = deepest
        self._depths: list[int] = []

    def feed(self, kind: str, value: Part) -> None:
        """Takes one word more; KeyError if it cannot stand there."""
        table, rules = self.reader._states, self.reader._rules  # noqa: SLF001 - of the same module
        states, values, depths = self.states, self.values, self._depths
        while True:
            action, aim = table[states[-1]][kind]
            if action is Shift:
                states.append(aim)
                values.append(value)
                depths.append(0)
                return
            rule = rules.get(id(aim)) or self.reader.rule(aim)
            if rule.alone:
                key = states[-2], states[-1], kind
                known = self.reader.alone.get(key)
                states[-1] = self._next_state(*key) if known is None else known
            else:
                parts: list[Part] = []
                depth = 0
                size = rule.size
                if size:
                    parts, depth = values[-size:], max(depths[-size:])
                    del values[-size:], depths[-size:], states[-size:]
                states.append(table[states[-1]][rule.name][1])
                if rule.inlined:
                    parts = _flat(parts, rule.inlined)
                if rule.inline:
                    values.append(parts)
                elif rule.single and len(parts) == 1:
                    values.append(parts[0])
                else:
                    depth += 1
                    if depth > self._deepest:
                        raise _NotRight
                    values.append(node_of(rule.makes, parts, self._builders, self.place))
                depths.append(depth)
            if kind is _END and states[-1] == self._end:
                return

    def _next_state(self, below: int, state: int, kind: str) -> int:
        table, rules = self.reader._states, self.reader._rules  # noqa: SLF001 - of the same module
        key = below, state, kind
        while True:
            action, aim = table[state][kind]
            if action is Shift or not (rules.get(id(aim)) or self.reader.rule(aim)).alone:
                break
            state = table[below][(rules[id(aim)]).name][1]
            if kind is _END and state == self._end:
                break
        self.reader.alone[key] = state
        return state


def _flat(parts: list[Part], inlined: tuple[bool, ...]) -> list[Part]:
    result: list[Part] = parts[0] if inlined[0] else [parts[0]]
    for part, several in zip(parts[1:], inlined[1:], strict=True):
        if several:
            result += part
        else:
            result.append(part)
    return result


def _fixed(callback: object) -> Mapping[str, str]:
    """The words that are terminals of their own, though another terminal stands for any word."""
    assert isinstance(callback, UnlessCallback)
    terminals = callback.scanner.terminals
    assert all(isinstance(terminal.pattern, PatternStr) for terminal in terminals)
    return {terminal.pattern.value: terminal.name for terminal in terminals}
