"""What many games say of the seats, in one sentence."""

from __future__ import annotations

from rulesdsl.simulate.summary import Summary


def verdict(summary: Summary) -> str:
    """What the games say of the seats, in one sentence."""
    if not summary.decided:
        return "No game came to an end."
    best = max(range(summary.players), key=lambda seat: summary.wins[seat])
    rate = summary.win_rate(best)
    shown = f"{100 * rate.value:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
    fair = 100 / summary.players
    if summary.seat_chance < 0.01:
        return (
            f"Seats are not equal: seat {best + 1} wins {shown} of the games, an equal share is {fair:.1f} %;"
            f" chance alone would do this in {100 * summary.seat_chance:.2g} % of such runs."
        )
    return (
        f"No seat has a clear advantage: seat {best + 1} wins most, {shown}, an equal share is {fair:.1f} %."
    )
