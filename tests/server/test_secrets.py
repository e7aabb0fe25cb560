"""What the server gives to a seat is the same in all positions that this player cannot tell apart."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.library import shipped_games
from rulesdsl.server.live import LiveGame
from tests.properties.twins import twin_of
from tests.server.tables import Guest, Running, forget, running

CLASSICS = Path(__file__).parents[2] / "examples" / "classics"
AWAY = re.compile(r'<span class="note">away</span>')
"""Whose page is open is no secret, and changes by itself."""
HIDING = ("gin_rummy", "gops", "crazy_eights")


@pytest.fixture(scope="module")
def here() -> Iterator[Running]:
    found = running(files={**shipped_games(), **{name: CLASSICS / f"{name}.game" for name in HIDING}})
    yield found
    found.stop()


def everything(guest: Guest) -> dict[str, object]:
    """All that a seat can have of the server."""
    pushed = guest.stream()
    first = next(pushed)
    pushed.close()
    asked = "data-option" in guest.page()
    found: dict[str, object] = {
        "page": AWAY.sub("", guest.page()),
        "stream": {key: value for key, value in first.items() if key != "parts"},
        "parts": {key: AWAY.sub("", text) for key, text in first["parts"].items()},
        "told": guest.ask(f"{guest.path}/told").text,
    }
    if asked:
        found["why"] = [guest.do("why", {"asked": name}).text for name in ("Norway", "card", "nothing")]
        found["brings"] = guest.do("brings").text
        guest.do("point", {"question": guest.question(), "words": "e"})
        found["pointed"] = AWAY.sub("", guest.page())
        guest.do("point", {"question": guest.question(), "back": True})
    return found


def disguise(live: LiveGame, seat: int, dice: Dice) -> Callable[[], None]:
    """Exchange pieces that this seat cannot tell apart; what is given puts them back."""
    before = live.session.state
    live.session.state, _ = twin_of(before, seat, dice)

    def undo() -> None:
        live.session.state = before
        fresh(live)

    fresh(live)
    return undo


def fresh(live: LiveGame) -> None:
    """Nothing is left of what was worked out before."""
    until = time.monotonic() + 10
    while +live.streams and time.monotonic() < until:
        # A page that has just left may still be drawn.
        time.sleep(0.002)
    forget(live.session)
    live._drawn.clear()
    live._known.clear()


@pytest.mark.parametrize(
    ("key", "players", "rounds"),
    [
        ("road_trip", 3, 8),
        ("lets_take_a_hike", 3, 20),
        ("trekking_the_world", 2, 25),
        ("tour_du_monde", 2, 20),
        ("trekking_through_history", 2, 12),
        ("gin_rummy", 2, 14),
        ("gops", 2, 6),
        ("crazy_eights", 3, 14),
    ],
)
def test_hidden_cards_exchanged_change_nothing(here: Running, key: str, players: int, rounds: int) -> None:
    guests = here.open_game(key, ["person"] * players)
    seats = guests[:players]
    onlooker = guests[players]
    game = seats[0].path.split("/")[2]
    dice = Dice(11)
    exchanged = 0
    for _ in range(rounds):
        for seat, guest in enumerate(seats):
            question, options = guest.question(), guest.options()
            if question and options:
                guest.do("answer", {"question": question, "option": options[dice.below(len(options))]})
            live = here.server.games.live[game]
            asked = live.session.state.decision
            half = asked is not None and asked.player != seat and (asked.chosen or asked.picked)
            if half or any(answers for other, answers in live.session.ahead.items() if other != seat):
                # What the others have answered names their cards, and would not fit the cards exchanged.
                continue
            # What can be taken back is worked out from the positions before, which are not exchanged.
            live.session._recent.clear()
            fresh(live)
            given, seen = everything(guest), everything(onlooker)
            true = live.session.state
            undo = disguise(live, seat, dice)
            if true.over and true.winners() != live.session.state.winners():
                # Who wins is known to all at the end, and may rest on cards that nobody has shown.
                undo()
                continue
            exchanged += live.session.state != true
            now = everything(guest)
            for what, was in given.items():
                assert now[what] == was, what
            assert everything(onlooker) == seen
            undo()
    assert exchanged > rounds / 2


def test_a_page_that_tells_too_much_is_found(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, *_ = here.open_game("road_trip", ["person", "person"])
    anna.page()
    live = here.server.games.live[anna.path.split("/")[2]]
    scene = LiveGame.scene

    def telling(self: LiveGame, seat: int) -> object:
        # As if a page said what lies on top of the stock.
        made = scene(self, seat)
        layout = self.session.state.plan.layout
        object.__setattr__(made, "trouble", str(layout.pieces_in(self.session.state.cells, 0)))
        return made

    monkeypatch.setattr(LiveGame, "scene", telling)
    fresh(live)
    given = everything(anna)
    disguise(live, 0, Dice(3))
    assert everything(anna) != given


def test_the_seed_leaves_by_no_way(here: Running) -> None:
    anna, _, onlooker, host = here.open_game("road_trip", ["person", "person"])
    kept = here.server.store.game(anna.path.split("/")[2])
    assert kept is not None
    for guest in (anna, onlooker, host):
        assert str(kept.seed) not in guest.page()
    for guest in (anna, onlooker):
        assert str(kept.seed) not in str(everything(guest))
