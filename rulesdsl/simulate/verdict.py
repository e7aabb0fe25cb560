"""What many games say of the seats or of the bots, in one sentence."""

from __future__ import annotations

from rulesdsl.simulate.figures import Interval, wilson
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
    if summary.outcomes["lost"] and not summary.outcomes["finished"]:
        won = _shown(wilson(summary.outcomes["shared"], summary.decided))
        return f"All win or lose together: they win {won} of the games."
    best = max(range(summary.players), key=lambda seat: summary.wins[seat])
    wins = _shown(summary.win_rate(best))
    fair = 100 / summary.players
    if summary.seat_chance < SURE:
        chance = 100 * summary.seat_chance
        often = "less than 0.01" if chance < 0.01 else f"{chance:.2g}"
        return (
            f"Seats are not equal: seat {best + 1} wins {wins} of the games, an equal share is {fair:.1f} %;"
            f" chance alone would do this in {often} % of such runs."
        )
    return (
        f"No seat has a clear advantage: seat {best + 1} wins most, {wins}, an equal share is {fair:.1f} %."
    )


def _bots(summary: Summary) -> str:
    best = max(summary.wins_of, key=lambda kind: summary.wins_of[kind] / summary.equal_share(kind))
    rate, fair = summary.win_rate_of(best), summary.equal_share(best)
    said = f"{best} wins {_shown(rate)} of the games, an equal share is {100 * fair:.1f} %"
    how = "" if summary.setup.rotate else " (in this seat: with --rotate the bots change seats)"
    if rate.low > fair:
        return f"{said}: it plays better{how}."
    return f"{said}: no clear difference{how}."


def _shown(rate: Interval) -> str:
    return f"{100 * rate.value:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
