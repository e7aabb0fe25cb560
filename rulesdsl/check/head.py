"""The head of a file: one title, one number of players, and settings that mean something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesdsl.check.limits import WIDEST_RANGE
from rulesdsl.check.whole.findings import finding
from rulesdsl.diagnostics.fixes import as_meant, moved_up, replaced
from rulesdsl.diagnostics.model import Diagnostic, Fix
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.source import Span
from rulesdsl.syntax import ast

MOST_PLAYERS = 20
"""The checker tries every number of players, so there is an end to it."""

LIMITS = ("steps",)

Line = ast.TitleLine | ast.PlayersLine | ast.RulesLine | ast.LanguageLine


def players_of(tree: ast.GameFile) -> range:
    """For how many players a game is; where the head is wrong, what may have been meant."""
    line = tree.first(ast.PlayersLine)
    if line is None:
        return range(2, 3)
    ends = sorted(min(max(end, 1), MOST_PLAYERS) for end in (line.least, line.most))
    return range(ends[0], ends[1] + 1)


def head_faults(tree: ast.GameFile) -> Iterator[Diagnostic]:
    first = tree.headings[0]
    titles = tree.all(ast.TitleLine)
    players = tree.all(ast.PlayersLine)
    if not titles:
        yield finding(
            "incomplete-head",
            first.span,
            "nothing says what this game is called",
            "the first line is to be `game`",
            hint='begin the file with `game "NAME"`',
        )
    elif not titles[0].title.value.strip():
        yield finding(
            "incomplete-head",
            titles[0].title.span,
            "nothing says what this game is called",
            "no text",
            hint="write its name between the quotation marks",
        )
    elif titles[0] is not first:
        yield finding(
            "misplaced-declaration",
            titles[0].span,
            "a file begins with the line `game`",
            "not the first line",
            because=((first.span, "the first line"),),
            hint="move it to the top",
            fix=moved_up(titles[0].span, first.span),
        )
    if not players:
        yield finding(
            "incomplete-head",
            first.span,
            "nothing says how many can play",
            "no `players` in the head",
            hint="add a line to the head, for example `players 2..4`",
        )
    yield from _once(titles, "the title")
    yield from _once(players, "the number of players")
    yield from _once(tree.all(ast.RulesLine), "the list of rules")
    yield from _once(tree.all(ast.LanguageLine), "the version of the language")
    for line in players[:1]:
        yield from _number_of_players(line)
    yield from _limits(tree.all(ast.LimitLine))


def _once(lines: Sequence[Line], what: str) -> Iterator[Diagnostic]:
    for second in lines[1:]:
        yield _twice(second.span, lines[0].span, what)


def _twice(second: Span, first: Span, what: str) -> Diagnostic:
    return finding(
        "duplicate-name",
        second,
        f"{what} is said twice",
        "the second",
        because=((first, "the first"),),
        hint="take one of them away",
    )


def _number_of_players(line: ast.PlayersLine) -> Iterator[Diagnostic]:
    low, high = line.least, line.most
    if high < low:
        yield finding(
            "out-of-range",
            line.span,
            f"no number of players is in {low}..{high}",
            "ends before it begins",
            hint=f"the smaller number stands first: `{high}..{low}`",
            fix=_turned_round(line),
        )
    elif low < 1:
        yield finding(
            "out-of-range", line.span, "somebody must play", f"from {low} players", hint="begin with 1"
        )
    elif high > MOST_PLAYERS:
        yield finding(
            "out-of-range", line.span, f"a game is for at most {MOST_PLAYERS} players", f"up to {high}"
        )


def _turned_round(line: ast.PlayersLine) -> Fix | None:
    written = f"{line.least}..{line.most}"
    start = line.span.start + line.span.text.find(written)
    if written not in line.span.text:
        return None
    return replaced(Span(line.span.source, start, start + len(written)), f"{line.most}..{line.least}")


def _limits(lines: Sequence[ast.LimitLine]) -> Iterator[Diagnostic]:
    seen: dict[str, Span] = {}
    for line in lines:
        name = line.name.text
        if name not in LIMITS:
            yield finding(
                "unknown-name",
                line.name.span,
                f"there is no limit `{name}`",
                "not known",
                hint=did_you_mean(name, LIMITS) or "there is `limit steps`",
                fix=as_meant(line.name.span, name, LIMITS),
            )
        elif name in seen:
            yield _twice(line.span, seen[name], f"the limit `{name}`")
        elif line.value < 1:
            yield finding(
                "out-of-range", line.span, f"no game ends within {line.value} steps", "at least 1 is needed"
            )
        elif line.value > WIDEST_RANGE:
            yield finding(
                "range-too-wide", line.span, f"{line.value} is too large", f"at most {WIDEST_RANGE}"
            )
        seen.setdefault(name, line.span)
