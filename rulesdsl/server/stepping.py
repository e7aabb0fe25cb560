"""Games that are over: one position after the other, and as texts to take home."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rulesdsl.engine.views.view import view
from rulesdsl.score_sheet import score_sheet
from rulesdsl.server.live import LiveGame, path_of
from rulesdsl.server.session import WATCHER, Session
from rulesdsl.server.watching import common_sheet, common_view
from rulesdsl.table.scene import Scene
from rulesdsl.trace.header import Header
from rulesdsl.trace.narrate import tell_game
from rulesdsl.trace.record import Tape


def scene_after(live: LiveGame, seat: int, number: int) -> Scene:
    """What a seat saw, and had heard, when so many choices of which it knows had been made."""
    now = live.session
    everybody = frozenset(range(len(now.names)))
    seats = everybody if seat == WATCHER else {seat}
    known = [made for made, heard in enumerate(now.heard, start=1) if seats <= heard]
    # What others decided behind the last of these belongs to it.
    steps = sorted({0, *known[:-1], len(now.choices)})
    last = len(steps) - 1
    number = min(number, last)
    then = Session.begin(now.program, now.seed, now.names, now.bots, now.choices[: steps[number]])
    state, names = then.state, then.names
    if seat == WATCHER:
        seen = common_view([view(state, seat, names) for seat in everybody])
        sheet = common_sheet([score_sheet(state, seat, names, ahead=True) for seat in everybody])
    else:
        seen = view(state, seat, names)
        sheet = score_sheet(state, seat, names, ahead=True)
    if seen.decision is not None:
        # It was decided long ago: what could be chosen is shown, but not to be chosen.
        seen = evolve(seen, decision=evolve(seen.decision, options=()))
    return Scene(
        view=seen,
        design=live.kit.design,
        seats=live.seats(),
        viewer=None if seat == WATCHER else seat,
        sheet=sheet,
        story=tuple(then.story(seat)),
        links=(("Back to the table", path_of(live.kept.id, seat)),),
        step=(number, last),
    )


def seen_trace(live: LiveGame, seat: int) -> Iterator[str]:
    """What one seat has seen and heard; for an onlooker what everybody has."""
    session = live.session
    viewer = seat if seat != WATCHER else None
    header = Header.of(
        live.kit.program,
        file=live.kept.file,
        seed=0,
        players=session.names,
        options=dict(live.kept.options),
        variants=live.kept.variants,
        viewer=viewer,
    )
    heading = header.to_text()
    # The seed of a game stays where it is: all that is hidden could be worked out from it.
    yield from (line for line in heading if not line.startswith("seed:"))
    yield ""
    yield from session.story(seat)
    if session.over:
        yield ""
        yield from live.sheet(seat).to_text().splitlines()


def whole_trace(live: LiveGame) -> list[str]:
    """The whole game as `rulesdsl replay` takes it, with all outcomes of chance instead of the seed."""
    session = live.session
    header = Header.of(
        live.kit.program,
        file=live.kept.file,
        seed=session.seed,
        players=session.names,
        options=dict(live.kept.options),
        variants=live.kept.variants,
    )
    tape = Tape((choice.word for choice in session.choices), ())

    lines = list(tell_game(live.kit.program, header, tape.follow))
    head = evolve(header, seed=0).to_text()
    return [*head, *lines[len(head) :]]
