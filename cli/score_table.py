"""The score sheet as it is laid on the table when a game is over."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from rulesdsl.engine.views.scores import points_in_words
from rulesdsl.score_sheet import ScoreSheet, SheetRow

from .output_options import for_a_person, width

if TYPE_CHECKING:
    from rich.table import Table

# How a cell says what was written down each time, and the sum of it.
Style = Callable[[list[str], str], str]


def show_sheet(sheet: ScoreSheet) -> None:
    """A ruled sheet on a terminal, plain columns elsewhere; then who has won, and by what."""
    if not for_a_person():
        click.echo(sheet.to_text())
        return
    if sheet.rows and not _ruled(sheet):
        click.echo(sheet.to_text(width()))
        return
    for line in sheet.verdict():
        click.secho(line, bold=True)


def _ruled(sheet: ScoreSheet) -> bool:
    """The first way to draw it that fits: what was written down each time side by side, or one below the
    other, or the sums alone; False if none does.
    """
    from rich.console import Console

    tables = [_table(sheet, style) for style in (_spaced, _tight, _one_below_the_other, _sum_only)]
    # A console never measures more than its own width.
    endless = Console(width=10_000)
    fitting = [table for table in tables if endless.measure(table).maximum <= width()]
    if fitting:
        Console(width=width(), highlight=False).print(fitting[0])
    return bool(fitting)


def _table(sheet: ScoreSheet, style: Style) -> "Table":
    from rich import box
    from rich.table import Table
    from rich.text import Text

    def cells(row: SheetRow) -> list[str]:
        return [
            style([*map(points_in_words, row.columns[player])], points_in_words(row.values[player]))
            for player in range(len(sheet.players))
        ]

    def label(row: SheetRow) -> str:
        if style is not _one_below_the_other or row.times <= 1:
            return row.label
        return "\n".join(name for name, *_ in row.turned(row.label))

    table = Table(box=box.ROUNDED, header_style="bold")
    table.add_column("")
    for name in sheet.players:
        won = name in sheet.winners
        table.add_column(Text(f"{name} ★" if won else name, style="green" if won else ""), justify="right")
    counted = [row for row in sheet.rows if row.counted]
    notes = [row for row in sheet.rows if not row.counted]
    for row in counted:
        table.add_row(label(row), *cells(row))
    if len(counted) > 1:
        table.add_section()
        table.add_row("total", *map(points_in_words, sheet.totals), style="bold")
    if sheet.ranks:
        if len(counted) <= 1:
            table.add_section()
        table.add_row("place", *(f"{rank}." for rank in sheet.ranks))
    if notes:
        table.add_section()
        for row in notes:
            table.add_row(label(row), *cells(row), style="dim")
    return table


def _spaced(columns: list[str], value: str) -> str:
    return f"{' + '.join(columns)} = {value}" if len(columns) > 1 else value


def _tight(columns: list[str], value: str) -> str:
    return f"{'+'.join(columns)}={value}" if len(columns) > 1 else value


def _one_below_the_other(columns: list[str], value: str) -> str:
    return "\n".join([*columns, value]) if len(columns) > 1 else value


def _sum_only(_columns: list[str], value: str) -> str:
    return value
