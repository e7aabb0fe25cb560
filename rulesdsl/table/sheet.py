"""The score sheet, and the story of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from rulesdsl.engine.views.scores import points_in_words
from rulesdsl.score_sheet import ScoreSheet, SheetRow
from rulesdsl.table.markup import Kept, Markup, classes, tag

RULES = re.compile(r"  \[([A-Z]+-[0-9A-Z]+(?: [A-Z]+-[0-9A-Z]+)*)\]$")


def sheet(made: ScoreSheet, kept: Kept) -> Markup | None:
    """What is written down, and what would be now; of what may not be known a question mark."""
    if not made.rows:
        return None
    head = [tag("td")]
    head += [
        tag("th", name, " ★" if name in made.winners else "", scope="col", class_=f"seat{index % 8}")
        for index, name in enumerate(made.players)
    ]
    counted = [row for row in made.rows if row.counted]
    body = [_row(row, kept) for row in counted]
    foot = []
    if len(counted) > 1:
        cells = [tag("td", points_in_words(points)) for points in made.totals]
        foot.append(tag("tr", tag("th", "total", scope="row"), *cells, class_="total"))
    if made.ranks:
        cells = [tag("td", f"{rank}.") for rank in made.ranks]
        foot.append(tag("tr", tag("th", "place", scope="row"), *cells))
    foot += [_row(row, kept, "aside") for row in made.rows if not row.counted]
    return tag(
        "table",
        tag("thead", tag("tr", *head)),
        tag("tbody", *body),
        tag("tfoot", *foot) if foot else None,
        class_="sheet",
    )


def _row(row: SheetRow, kept: Kept, style: str = "") -> Markup:
    """Most rows stay as they are from one decision to the next."""
    return kept.get(("row", row, style), partial(_row_drawn, row, style))


def _row_drawn(row: SheetRow, style: str) -> Markup:
    cells = [tag("td", *_cell(row, index)) for index in range(len(row.values))]
    return tag("tr", tag("th", row.label, scope="row"), *cells, class_=style or None)


def _cell(row: SheetRow, index: int) -> Iterator[Markup | str]:
    """What was written down each time, their sum, and what would come to it now."""
    value = points_in_words(row.values[index])
    if len(row.columns[index]) > 1:
        yield tag("span", " + ".join(map(points_in_words, row.columns[index])), class_="parts")
        yield " "
        yield tag("b", value)
    else:
        yield value
    if row.more and row.more[index] != 0:
        yield " "
        more = row.more[index]
        text = "+?" if more is None else f"{more:+}".replace("-", "−")
        yield tag("span", text, class_="more", title="as things are now")


def story(lines: Sequence[str], names: tuple[str, ...], kept: Kept) -> list[Markup]:
    """Each line as an item, as deep as it stands, with names in their seats' colours."""
    return [kept.get(("line", line, names), partial(_line, line, names)) for line in lines if line.strip()]


@lru_cache(maxsize=256)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str] | None:
    longest = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest))})(?!\w)") if longest else None


def _line(line: str, names: tuple[str, ...]) -> Markup:
    pattern = _any_of(names)
    deep = (len(line) - len(line.lstrip())) // 2
    rules = RULES.search(line)
    sentence = (line[: rules.start()] if rules else line).strip()
    parts: list[str] = []
    for part in pattern.split(sentence) if pattern else [sentence]:
        if part in names:
            parts.append(tag("span", part, class_=f"who seat{names.index(part) % 8}"))
        elif part:
            parts.append(part)
    cited = tag("small", rules[1], class_="rules") if rules else None
    return tag("li", *parts, cited, class_=classes(f"deep{min(deep, 6)}"))
