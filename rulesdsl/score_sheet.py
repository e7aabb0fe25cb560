"""The score sheet of a game that is over, or as it stands: rows, totals, ranks and what broke ties."""

from __future__ import annotations

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.options import reading_for
from rulesdsl.engine.evaluation.reading import SharedValues
from rulesdsl.engine.labels.english import listed, plain
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.state import State
from rulesdsl.engine.views.columns import folded, table
from rulesdsl.engine.views.scores import Points, known_value, points_in_words, rows, standing_now, totals


@frozen
class SheetRow:
    """`columns` has for each player what was written down each time; empty where only the sum counts. `more`:
    what would come to it if it were written down now; empty if that was not asked, or nothing ever would.
    """

    name: str
    label: str
    columns: tuple[tuple[int, ...], ...]
    values: tuple[Points, ...]
    counted: bool
    rules: tuple[str, ...]
    more: tuple[Points, ...] = ()

    @property
    def times(self) -> int:
        """How often something was written down."""
        return max(map(len, self.columns), default=0)

    def turned(self, label: str) -> list[list[str]]:
        """A line for each time and one for the sum, each with its label and a cell for each player."""
        digits = len(f"{self.times}")
        lines = [
            [
                f"{label if index == 0 else ' ' * len(label)} {index + 1:>{digits}}",
                *(points_in_words(column[index]) if index < len(column) else "" for column in self.columns),
            ]
            for index in range(self.times)
        ]
        return [*lines, [f"{' ' * len(label)} {'=':>{digits}}", *map(points_in_words, self.values)]]


@frozen
class Key:
    """What the winner is found by: `most` or `least` of this. `used`: it told players apart who were level.

    `texts`: the value of each player in words, None where it may not be known.
    """

    word: str
    most: bool
    texts: tuple[str | None, ...]
    used: bool


@frozen
class ScoreSheet:
    """`ranks` count from 1, level players share one; empty as long as something hidden decides them."""

    players: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    totals: tuple[Points, ...]
    keys: tuple[Key, ...]
    ranks: tuple[int, ...]
    winners: tuple[str, ...]
    shared: bool
    team: bool
    lost: bool = False
    """The game is over, and nobody wins it."""

    def to_json(self) -> dict[str, object]:
        return {
            "players": list(self.players),
            "rows": [
                {
                    "name": row.name,
                    "columns": [list(column) for column in row.columns],
                    "values": list(row.values),
                    "counted": row.counted,
                }
                for row in self.rows
            ],
            "totals": list(self.totals),
            "keys": [
                {"word": key.word, "most": key.most, "values": list(key.texts), "used": key.used}
                for key in self.keys
            ],
            "ranks": list(self.ranks),
            "winners": list(self.winners),
        }

    def to_text(self, width: int = 80) -> str:
        """A table with a row for each score and a column for each player, then who wins and why.

        What was written down each time stands side by side if there is room, else one below the other.
        """
        if not self.rows and not self.ranks:
            return "\n".join(self.verdict())
        head = ["", *self.players]
        drawn = list(table(head, self._lines(turned=False)))
        if max(map(len, drawn)) > width:
            drawn = list(folded(head, self._lines(turned=True), width))
        return "\n".join([*drawn, *self.verdict()])

    def _lines(self, *, turned: bool) -> list[list[str]]:
        lines = []
        for row in self.rows:
            label = row.label if row.counted else f"({row.label})"
            if turned and row.times > 1:
                lines += row.turned(label)
            else:
                lines.append([label, *(_cell(row, index) for index in range(len(self.players)))])
        if sum(row.counted for row in self.rows) > 1:
            lines.append(["total", *map(points_in_words, self.totals)])
        if self.ranks:
            lines.append(["rank", *(f"{rank}." for rank in self.ranks)])
        return lines

    def verdict(self) -> list[str]:
        """Who has won, and by what if players were level before."""
        if not self.winners:
            return ["Nobody wins."] if self.lost else []
        how = "share the victory" if len(self.winners) > 1 and not self.team else "wins"
        if len(self.winners) > 1 and self.team:
            how = "win"
        breaking = [key for key in self.keys[1:] if key.used]
        words = [f"{'most' if key.most else 'least'} {key.word}" for key in breaking]
        by = f", by {listed(words)}" if words else ""
        return [f"{listed(self.winners)} {how}{by}."]


def _cell(row: SheetRow, player: int) -> str:
    columns = row.columns[player]
    if len(columns) <= 1:
        return points_in_words(row.values[player])
    return f"{' '.join(map(points_in_words, columns))} = {points_in_words(row.values[player])}"


def score_sheet(
    state: State,
    viewer: int | None = None,
    names: tuple[str, ...] | None = None,
    *,
    ahead: bool = False,
    shared: SharedValues | None = None,
) -> ScoreSheet:
    """The sheet as it stands; with a viewer only what that player may know. `ahead`: also what would be
    written down now. `shared`: values of the same position that were worked out for others.
    """
    layout = state.plan.layout
    program = layout.program
    reading = reading_for(state, viewer, shared)
    labels = Labels.of(layout, names, cells=reading.cells)
    sheet = rows(reading)
    more = standing_now(reading) if ahead and not state.over else ((),) * len(sheet)
    ranking = () if program.winner is None else program.winner.keys
    values = [
        [known_value(reading, key.formula, player) for player in range(program.players)] for key in ranking
    ]
    ranks = _ranks(ranking, values)
    winner = program.winner
    winning = state.winners() if state.over else ()
    lost = state.over and not winning and winner is not None and winner.lost is not None
    return ScoreSheet(
        players=labels.players,
        rows=tuple(
            SheetRow(
                row.score.name,
                plain(row.score.name),
                row.columns,
                row.values,
                row.score.counted,
                row.score.rules,
                now if row.score.each is not None else (),
            )
            for row, now in zip(sheet, more, strict=True)
        ),
        totals=totals(sheet, program.players),
        keys=tuple(
            Key(
                plain(key.word),
                key.most,
                tuple(
                    None if value is None else labels.value(value, program.formulas[key.formula].body.type)
                    for value in column
                ),
                used,
            )
            for key, column, used in zip(ranking, values, _used(ranking, values, winning), strict=True)
        ),
        # Where all have lost, nobody is first.
        ranks=() if lost else ranks,
        winners=tuple(labels.players[player] for player in winning),
        shared=winner is not None and winner.shared,
        team=winner is not None and winner.team is not None,
        lost=lost,
    )


def final_sheet(state: State, names: tuple[str, ...] | None = None) -> ScoreSheet:
    """The whole sheet of a game that has been played; a Fault if a row of it cannot be counted."""
    sheet = score_sheet(state, None, names)
    for row in sheet.rows:
        for player, points in enumerate(row.values):
            if points is None:
                # Nothing is hidden from all eyes: asked for alone, it says in words what it broke on.
                state.score(row.name, player)
    return sheet


def _sorting(key: ir.RankKey, values: list[ev.Content | None]) -> list[int]:
    """For each player how many are better in this key."""
    known = [value for value in values if value is not None]
    return [sum((other > value) if key.most else (other < value) for other in known) for value in known]  # type: ignore[operator]


def _ranks(keys: tuple[ir.RankKey, ...], values: list[list[ev.Content | None]]) -> tuple[int, ...]:
    if not keys or any(None in column for column in values):
        return ()
    places = list(
        zip(*(_sorting(key, column) for key, column in zip(keys, values, strict=True)), strict=True)
    )
    return tuple(1 + sum(other < mine for other in places) for mine in places)


def _used(
    keys: tuple[ir.RankKey, ...], values: list[list[ev.Content | None]], winning: tuple[int, ...]
) -> list[bool]:
    """Which keys took somebody out of those who were level with a winner so far."""
    used = [False] * len(keys)
    if not winning or any(None in column for column in values):
        return used
    level = list(range(len(values[0]))) if values else []
    for index, column in enumerate(values):
        left = [player for player in level if column[player] == column[winning[0]]]
        used[index] = len(left) < len(level)
        level = left
    return used
