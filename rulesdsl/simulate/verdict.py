"""What many games say of the seats or of the bots, in one sentence."""

from __future__ import annotations

from rulesdsl.simulate.figures import Interval, seat_test, wilson
from rulesdsl.simulate.summary import Summary

SURE = 0.01
"""Seats are called unequal if chance alone would do it more seldom than this."""


def verdict(summary: Summary) -> str:
    if not summary.decided:
        return "No game came to an end."
    if summary.wins_of:
        return _bots(summary)
    if summary.players == 1:
        return "One plays alone; there is nobody to win against."
    if summary.together:
        won = _shown(wilson(summary.decided - summary.outcomes["lost"], summary.decided))
        return f"All win or lose together: they win {won} of the games."
    if not sum(summary.wins):
        return "Nobody wins any of the games."
    if summary.outcomes["shared"] == summary.decided and _all_equal(summary):
        return "Every game is shared by all."
    if summary.teams:
        return _teams(summary)
    best = max(range(summary.players), key=lambda seat: summary.wins[seat])
    wins = _shown(summary.win_rate(best))
    fair = 100 / summary.players
    if summary.seat_chance < SURE:
        return (
            f"Seats are not equal: seat {best + 1} wins {wins} of the games, an equal share is {fair:.1f} %;"
            f" {_probability_text(summary.seat_chance)}."
        )
    return (
        f"No seat has a clear advantage: seat {best + 1} wins most, {wins}, an equal share is {fair:.1f} %."
    )


def _all_equal(summary: Summary) -> bool:
    """Whether all seats won as often: each game was shared by all of them."""
    return max(summary.wins) - min(summary.wins) < 1e-9 * summary.decided


def _teams(summary: Summary) -> str:
    rates = {name: wilson(team.wins, team.games) for name, team in summary.teams.items()}
    shares = ", ".join(
        f"{name} {'wins ' if index == 0 else ''}{_shown(rates[name])}"
        for index, name in enumerate(sorted(rates, key=lambda name: -rates[name].value))
    )
    chance = seat_test([team.wins for team in summary.teams.values()])
    if chance < SURE and len(rates) > 1:
        return f"Teams do not win equally often: {shares} of the games; {_probability_text(chance)}."
    return f"No team has a clear advantage: {shares} of the games."


def _probability_text(chance: float) -> str:
    often = "less than 0.01" if 100 * chance < 0.01 else f"{100 * chance:.2g}"
    return f"chance alone would do this in {often} % of such runs"


def _bots(summary: Summary) -> str:
    best = max(summary.wins_of, key=lambda kind: summary.wins_of[kind] / summary.equal_share(kind))
    rate, fair = summary.win_rate_of(best), summary.equal_share(best)
    result = f"{best} wins {_shown(rate)} of the games, an equal share is {100 * fair:.1f} %"
    how = "" if summary.setup.rotate else " (in this seat: with --rotate the bots change seats)"
    if rate.low > fair:
        return f"{result}: it plays better{how}."
    return f"{result}: no clear difference{how}."


def _shown(rate: Interval) -> str:
    return f"{100 * rate.value:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
