"""Setups that the tests play."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from rulesdsl import program as ir
from rulesdsl.seating import bot_texts
from rulesdsl.simulate.rows import Details, Row
from rulesdsl.simulate.running import play_games
from rulesdsl.simulate.setups import Setup
from rulesdsl.simulate.summary import Summary
from tests.loading import load

CHECKOUT = Path(__file__).parent.parent.parent
COIN = Path(__file__).parent / "games" / "loaded_coin.game"
CLASSICS = CHECKOUT / "examples" / "classics"
GAMES = CHECKOUT / "games"


def setup_of(
    path: Path,
    bots: tuple[str, ...] = ("random", "random"),
    *,
    seed: int = 1,
    rotate: bool = False,
    options: Mapping[str, str] | None = None,
    details: bool = False,
) -> Setup:
    return Setup(
        path=str(path),
        variants=(),
        rules=load(path).fingerprint,
        players=len(bots),
        options=tuple((options or {}).items()),
        bots=bots,
        bot_texts=bot_texts(bots),
        rotate=rotate,
        seed=seed,
        details=details,
    )


def played(setup: Setup, games: int) -> list[Row]:
    return list(play_games(setup, 0, games))


def summed_up(setup: Setup, rows: Iterable[Row], winner: ir.Winner | None = None) -> Summary:
    summary = Summary(setup, winner)
    for row in rows:
        summary.add(row)
    return summary


def row(
    number: int,
    *,
    winners: tuple[int, ...] = (0,),
    totals: tuple[int, ...] = (10, 7),
    outcome: str = "finished",
    message: str = "",
    decisions: int = 5,
    leaders: tuple[tuple[int, ...], ...] = ((0,),),
    actions: Mapping[str, tuple[tuple[int, int], ...]] | None = None,
) -> Row:
    """A game of two players that was not played."""
    return Row(
        number=number,
        outcome=outcome,
        message=message,
        winners=winners,
        totals=totals,
        scores={"points": totals} if totals else {},
        notes={},
        written={},
        teams=(),
        decisions=decisions,
        options=3 * decisions,
        most_options=4,
        details=Details(forced=1, leaders=leaders, actions=dict(actions or {}), pieces={}, rules=("R-1",)),
    )
