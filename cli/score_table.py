"""The score sheet as it is laid on the table when a game is over."""

import click

from rulesdsl.score_sheet import ScoreSheet, SheetRow

from .output_options import for_a_person, width


def show_sheet(sheet: ScoreSheet) -> None:
    """A ruled sheet on a terminal, plain columns elsewhere; then who has won, and by what."""
    if not for_a_person():
        click.echo(sheet.to_text())
        return
    if sheet.rows:
        _ruled(sheet)
    for line in sheet.verdict():
        click.secho(line, bold=True)


def _ruled(sheet: ScoreSheet) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.ROUNDED, header_style="bold", show_footer=False)
    table.add_column("")
    for name in sheet.players:
        won = name in sheet.winners
        table.add_column(Text(f"{name} ★" if won else name, style="green" if won else ""), justify="right")
    counted = [row for row in sheet.rows if row.counted]
    notes = [row for row in sheet.rows if not row.counted]
    for row in counted:
        table.add_row(row.label, *(_cell(row, player) for player in range(len(sheet.players))))
    if len(counted) > 1:
        table.add_section()
        table.add_row("total", *map(_points, sheet.totals), style="bold")
    if sheet.ranks:
        if len(counted) <= 1:
            table.add_section()
        table.add_row("place", *(f"{rank}." for rank in sheet.ranks))
    if notes:
        table.add_section()
        for row in notes:
            table.add_row(
                row.label, *(_cell(row, player) for player in range(len(sheet.players))), style="dim"
            )
    Console(width=width(), highlight=False).print(table)


def _points(points: int | None) -> str:
    return "?" if points is None else f"{points}".replace("-", "−")


def _cell(row: SheetRow, player: int) -> str:
    """What was written down each time, and the sum; a row that is written once has its value alone."""
    columns = row.columns[player]
    value = _points(row.values[player])
    if len(columns) < 2:
        return value
    return f"{' + '.join(map(_points, columns))} = {value}"
