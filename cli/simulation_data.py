"""What many games show, as data: the same for the same games, without times."""

from math import isfinite

from rulesdsl.checked_game import Game
from rulesdsl.simulate.figures import Interval
from rulesdsl.simulate.idle_rules import idle_rules
from rulesdsl.simulate.setups import Setup
from rulesdsl.simulate.summary import OUTCOMES, Summary, Taken


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
                "score": interval_data(summary.scores[seat].interval),
                "scores": _histogram(summary.points[seat].counts),
            }
            for seat in range(summary.players)
        ],
        "wins_by_bot": {kind: interval_data(summary.win_rate_of(kind)) for kind in summary.wins_of},
        "half_time_leader_wins": interval_data(summary.half_time),
        "figures": {name: rounded(value) for name, value in sorted(summary.figures().items())},
        "length": _histogram(summary.length.counts),
        "margin": _histogram(summary.margins.counts),
        "score_rows_of_winner": {
            name: {"share": rounded(one.mean), "points": rounded(summary.rows_of_winner[name].mean)}
            for name, one in summary.share_of_row.items()
        },
        "actions": _all_taken(summary, summary.actions),
        "pieces": _all_taken(summary, summary.pieces),
        "rules_never_exercised": idle_rules(game, summary.rules),
    }


def interval_data(one: Interval) -> dict[str, float | None]:
    return {"value": rounded(one.value), "low": rounded(one.low), "high": rounded(one.high)}


def rounded(value: float | None) -> float | None:
    """A number as JSON can have it; None where nothing is known."""
    return round(value, 9) if value is not None and isfinite(value) else None


def _histogram(counts: dict[int, int]) -> dict[str, int]:
    return {str(value): count for value, count in sorted(counts.items())}


def _all_taken(summary: Summary, of: dict[str, Taken]) -> dict[str, dict[str, float | bool | None]]:
    clear = set(summary.standing_out(of))
    return {
        name: {
            "offered": one.offered,
            "taken": one.taken,
            "seats_with": one.seats_with,
            "wins_with": rounded(one.wins_with),
            "seats_without": one.seats_without,
            "wins_without": rounded(one.wins_without),
            "clear": name in clear,
        }
        for name, one in sorted(of.items())
    }
