"""What many games show, as data: the same for the same games, without times."""

from math import isfinite

from rulesdsl.checked_game import Game
from rulesdsl.simulate.figures import Interval, Moments, wilson
from rulesdsl.simulate.idle_rules import not_exercised
from rulesdsl.simulate.listened import Listened, Taken, standing_out
from rulesdsl.simulate.setups import Setup
from rulesdsl.simulate.summary import OUTCOMES, SheetRow, Summary


def as_data(game: Game, setup: Setup, summary: Summary) -> dict[str, object]:
    return {
        "game": game.title,
        "rules": setup.rules,
        "players": setup.players,
        "bots": list(setup.bots),
        "rotate": setup.rotate,
        "options": dict(setup.options),
        "seed": setup.seed,
        "games": summary.games,
        "outcomes": {name: summary.outcomes[name] for name in OUTCOMES},
        "messages": dict(sorted(summary.messages.items())),
        "seats": [
            {
                "seat": seat + 1,
                "wins": interval_data(summary.win_rate(seat)),
                "score": mean_data(summary.points[seat].moments),
                "scores": _histogram(summary.points[seat].counts),
            }
            for seat in range(summary.players)
        ],
        "wins_by_bot": {kind: interval_data(summary.win_rate_of(kind)) for kind in summary.wins_of},
        "teams": {
            name: {
                "games": team.games,
                "wins": interval_data(wilson(team.wins, team.games)),
                "score": mean_data(team.points),
            }
            for name, team in sorted(summary.teams.items())
        },
        "figures": {name: rounded(value) for name, value in sorted(summary.figures().items())},
        "length": _histogram(summary.length.counts),
        "mean_length": mean_data(summary.length.moments),
        "margin": _histogram(summary.margins.counts),
        "score_rows": {name: _sheet_row(row) for name, row in summary.scores.items()},
        "notes": {name: _sheet_row(row) for name, row in summary.notes.items()},
        "details": _details(game, summary.listened) if setup.details else None,
    }


def _sheet_row(row: SheetRow) -> dict[str, object]:
    data: dict[str, object] = {"player": mean_data(row.mean), "winner": mean_data(row.winners)}
    if row.share.count:
        data["share_of_winner"] = mean_data(row.share)
    if row.times:
        data["time_by_time"] = [mean_data(time) for time in row.times]
    if row.words:
        data["values"] = dict(row.words.most_common())
    return data


def _details(game: Game, listened: Listened) -> dict[str, object]:
    rules = not_exercised(game, listened.rules)
    return {
        "decisions_with_one_option": listened.forced,
        "decisions_with_a_choice": listened.decisions,
        "lead_changes": mean_data(listened.lead_changes),
        "half_time_leader_wins": interval_data(listened.half_time),
        "actions": _all_taken(listened.actions),
        "pieces": _all_taken(listened.pieces),
        "rules_never_exercised": list(rules.never),
        "rules_of_which_nothing_tells": list(rules.untold),
    }


def mean_data(moments: Moments) -> dict[str, float | None]:
    """A mean with its interval and standard error; None for what is not known."""
    if not moments.count:
        return {"value": None, "low": None, "high": None, "error": None}
    return {**interval_data(moments.interval), "error": rounded(moments.error)}


def interval_data(interval: Interval) -> dict[str, float | None]:
    return {"value": rounded(interval.value), "low": rounded(interval.low), "high": rounded(interval.high)}


def rounded(value: float | None) -> float | None:
    """A number as JSON can have it; None where nothing is known."""
    return round(value, 9) if value is not None and isfinite(value) else None


def _histogram(counts: dict[int, int]) -> dict[str, int]:
    return {str(value): count for value, count in sorted(counts.items())}


def _all_taken(of: dict[str, Taken]) -> dict[str, dict[str, float | bool | None]]:
    clear = set(standing_out(of))
    return {
        name: {
            "offered": taken.offered,
            "taken": taken.taken,
            "seats_with": taken.seats_with,
            "wins_with": rounded(taken.wins_with),
            "seats_without": taken.seats_without,
            "wins_without": rounded(taken.wins_without),
            "clear": name in clear,
        }
        for name, taken in sorted(of.items())
    }
