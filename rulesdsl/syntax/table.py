"""The parser's table: shipped as data beside the grammar, because it takes far longer to make than to read.

It is plain JSON, so that reading it runs nothing, and says what it was made from: with another grammar or
another lark it is made anew, and kept for the next start where there is a folder for that.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from rulesdsl.syntax.layout import Layout

FILE = "grammar.json"
_OPTIONS: Mapping[str, Any] = {
    "parser": "lalr",
    "lexer": "contextual",
    "start": ["start", "heading", "variant_line", "decl", "change"],
    "keep_all_tokens": True,
    "maybe_placeholders": False,
}
_UNREADABLE = (
    *(ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError, re.error),
    lark.exceptions.LarkError,
)
"""What a table that is not one ends in."""


@cache
def grammar(cache_dir: Path | None = None) -> Lark:
    """The parser of the grammar. Where the table that is shipped does not fit, one is kept in `cache_dir`."""
    text = _beside("grammar.lark")
    kept = None if cache_dir is None else cache_dir / FILE
    for written in (_beside(FILE), _kept(kept)):
        known = read(written, text)
        if known is not None:
            return known
    made = make(text)
    if kept is not None:
        _keep(kept, write(made, text))
    return made


def make(text: str) -> Lark:
    """The parser, made from the text of the grammar."""
    return Lark(text, postlex=Layout(), **_OPTIONS)


def write(parser: Lark, text: str) -> str:
    """The table of a parser of this grammar, below a line that says what it was made from."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    # In an order of our own, so that the same grammar always gives the same text.
    old = sorted(memo, key=lambda number: json.dumps(memo[number], sort_keys=True))
    new = {number: position for position, number in enumerate(old)}
    table = data["parser"]["parser"]
    tokens = sorted(table["tokens"], key=table["tokens"].__getitem__)
    states = _in_order(table, tokens)
    numbers = {state: position for position, state in enumerate(states)}
    rows: dict[tuple[int, ...], int] = {}
    row_of = []
    for state in states:
        row: list[int] = []
        for index, token in enumerate(tokens):
            if token in table["states"][state]:
                complete, argument = table["states"][state][token]
                # A step to a state is its number; a rule that is complete is what is below 0.
                row += (index, -1 - new[argument["@"]] if complete else numbers[argument])
        row_of.append(rows.setdefault(tuple(row), len(rows)))
    body = json.dumps(
        {
            "definitions": [memo[number] for number in old],
            "terminals": sorted(new[item["@"]] for item in data["parser"]["lexer_conf"]["terminals"]),
            "ignored": sorted(data["parser"]["lexer_conf"]["ignore"]),
            "rules": sorted(new[item["@"]] for item in data["rules"]),
            "tokens": [table["tokens"][token] for token in tokens],
            "rows": list(rows),
            "states": row_of,
            "start_states": {name: numbers[state] for name, state in table["start_states"].items()},
            "end_states": {name: numbers[state] for name, state in table["end_states"].items()},
        },
        separators=(",", ":"),
        sort_keys=True,
    )
    return f"{json.dumps(_head(text, body))}\n{body}\n"


def _in_order(table: Mapping[str, Any], tokens: Sequence[int]) -> list[int]:
    """The states as they are come to from those at the start."""
    fromkeys = dict.fromkeys(table["start_states"][name] for name in _OPTIONS["start"])
    waiting = deque(fromkeys)
    while waiting:
        row = table["states"][waiting.popleft()]
        for complete, state in (row[token] for token in tokens if token in row):
            if not complete and state not in fromkeys:
                fromkeys[state] = None
                waiting.append(state)
    return list(fromkeys)


def read(written: str, text: str) -> Lark | None:
    """The parser with this table; None if the table is not of this grammar, or is not whole."""
    head, _, body = written.partition("\n")
    body = body.removesuffix("\n")
    try:
        if json.loads(head) != _head(text, body):
            return None
        return _assembled(json.loads(body))
    except _UNREADABLE:
        return None


def grammar_mark(text: str) -> str:
    """Changes whenever the grammar does, or how it is read."""
    return hashlib.sha256(f"{json.dumps(_OPTIONS)}\0{text}".encode()).hexdigest()


def _head(text: str, body: str) -> dict[str, str]:
    return {
        "grammar": grammar_mark(text),
        "lark": lark.__version__,
        "table": hashlib.sha256(body.encode()).hexdigest(),
    }


def _assembled(table: Mapping[str, Any]) -> Lark:
    """As parsers that lark writes take their tables up. Only its rules and terminals can be named there."""
    rows = []
    for flat in table["rows"]:
        pairs = zip(flat[::2], flat[1::2], strict=True)
        rows.append(
            {token: (0, step) if step >= 0 else (1, {"@": -1 - step}) for token, step in pairs},
        )
    for ends in (table["start_states"], table["end_states"]):
        if sorted(ends) != sorted(_OPTIONS["start"]) or not all(0 <= ends[name] < len(rows) for name in ends):
            raise ValueError(ends)
    rules = [{"@": number} for number in table["rules"]]
    data = {
        "options": dict(_OPTIONS),
        "rules": rules,
        "parser": {
            "lexer_conf": {
                "terminals": [{"@": number} for number in table["terminals"]],
                "ignore": table["ignored"],
                "g_regex_flags": 0,
                "use_bytes": False,
                "lexer_type": _OPTIONS["lexer"],
            },
            "parser_conf": {"rules": rules, "start": _OPTIONS["start"], "parser_type": _OPTIONS["parser"]},
            "parser": {
                "tokens": table["tokens"],
                "states": {number: rows[row] for number, row in enumerate(table["states"])},
                "start_states": table["start_states"],
                "end_states": table["end_states"],
            },
        },
    }
    memo = dict(enumerate(table["definitions"]))
    assembled: Lark = Lark._load_from_dict(data, memo, postlex=Layout())  # type: ignore[no-untyped-call] # noqa: SLF001
    return assembled


def _beside(name: str) -> str:
    try:
        return resources.files("rulesdsl.syntax").joinpath(name).read_text("utf-8")
    except OSError:
        return ""


def _kept(place: Path | None) -> str:
    try:
        return "" if place is None else place.read_text("utf-8")
    except (OSError, ValueError):
        return ""


def _keep(place: Path, written: str) -> None:
    try:
        # Two starts at once must not write into the same draft.
        draft = place.with_suffix(f".{os.getpid()}.draft")
        draft.write_text(written, "utf-8")
        draft.replace(place)
    except OSError:
        return
