"""A game while people sit at it: answers one after the other, bots, and what is pushed to the pages."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from attrs import define, evolve, field

from rulesdsl.bots import Greedy
from rulesdsl.engine.decisions.demands import demands
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.views.offering import time_of
from rulesdsl.engine.views.view_text import View
from rulesdsl.program_walk import asks_for_text
from rulesdsl.score_sheet import ScoreSheet, score_sheet
from rulesdsl.server.session import WATCHER, Session
from rulesdsl.server.shelf import Kit
from rulesdsl.server.store import KeptGame, Store
from rulesdsl.server.watching import common_sheet
from rulesdsl.table import explanations
from rulesdsl.table.lit import NOWHERE, Lit, Pointing, pointed
from rulesdsl.table.markup import Markup
from rulesdsl.table.page import Laid, changes, laid, parts, story_items
from rulesdsl.table.scene import Scene, Seat
from rulesdsl.texts import FreeText

PERSON = "person"
MOST_STREAMS = 12
"""So many pages may listen at one seat."""
HEARTBEAT = 15.0


HOST = 999
"""The seat of the host in the store, who sees nothing of the game."""


def path_of(game_id: str, seat: int) -> str:
    """The address of a seat's page."""
    word = {WATCHER: "watch", HOST: "host"}.get(seat, f"seat/{seat}")
    return f"/game/{game_id}/{word}"


@define(eq=False)
class Seen:
    """What a seat sees of a position, and the table drawn from it when that was asked for. `key` says when it
    is no longer what it sees.
    """

    session: Session
    key: tuple[object, ...]
    view: View
    sheet: ScoreSheet
    demands: tuple[str, ...]
    time: tuple[int, int] | None
    laid: tuple[Pointing, Laid] | None = None


@define(eq=False)
class LiveGame:
    kept: KeptGame
    kit: Kit
    session: Session
    store: Store
    pool: ThreadPoolExecutor
    version: int = 0
    """Changes whenever something has happened that a page may show."""
    closing: bool = False
    """The server is being ended: nobody listens any longer."""
    wish: tuple[int, int, frozenset[int]] | None = None
    """Who asks to take back, to how many choices, and who has agreed."""
    links: tuple[tuple[str, str], ...] = ()
    """Pages beside the table, such as the rules: what they are called, and where they are."""
    streams: Counter[int] = field(factory=Counter)
    _lock: asyncio.Lock = field(factory=asyncio.Lock)
    _listening: dict[asyncio.Event, int] = field(factory=dict)
    """By the seat whose page it is."""
    _pointing: dict[int, tuple[str, Pointing]] = field(factory=dict)
    """By the seat, with the question to which it belongs."""
    _advancing: asyncio.Task[None] | None = None
    _stories: dict[int, tuple[Session, int, list[Markup]]] = field(factory=dict)
    _drawn: dict[int, tuple[object, dict[str, Markup], list[Markup], str]] = field(factory=dict)
    _known: dict[int, Seen] = field(factory=dict)

    # ------------------------------------------------------------------ what pages show

    def scene(self, seat: int) -> Scene:
        """What the page of a seat is drawn from."""
        session = self.session
        question = session.question(seat)
        deciding = session.deciding()
        seen = self._seen(seat)
        number = "" if question is None else question.number
        pointed_for, pointing = self._pointing.get(seat, ("", NOWHERE))
        return Scene(
            view=seen.view,
            pointing=pointing if pointed_for == number else NOWHERE,
            demands=seen.demands,
            time=seen.time,
            design=self.kit.design,
            seats=self.seats(),
            viewer=None if seat == WATCHER else seat,
            question=number,
            note_only=question is not None and question.state is None,
            answered=any(deciding_seat == seat and decided for deciding_seat, decided in deciding),
            deciding=deciding,
            sheet=seen.sheet,
            story=session.story(seat),
            back=self._back(seat),
            asks_back=None if self.wish is None else self.wish[0],
            consents=self.wish is None or seat in self.wish[2],
            trouble=f"The game cannot go on: {session.broken}" if session.broken else "",
            links=self._links(seat),
            kept=self.kit.kept,
            hints=not asks_for_text(self.kit.program),
        )

    def _seen(self, seat: int) -> Seen:
        """What a seat sees, worked out once as long as neither the position nor its own answers change: what
        others answer in secret changes nothing for it.
        """
        session = self.session
        seats = range(len(session.names)) if seat == WATCHER else (seat,)
        answers = tuple(
            (len(session.ahead.get(seat, ())), session.changes_of_mind.get(seat, 0)) for seat in seats
        )
        key = (session.epoch, len(session.choices), answers, session.broken is None)
        known = self._known.get(seat)
        if known is not None and known.session is session and known.key == key:
            return known
        position, decision = session.position(seat), session.decision(seat)
        wanted: tuple[str, ...] = ()
        time_of_many = None
        if position is not None and decision is not None:
            labels = Labels.of(session.state.plan.layout, session.names, cells=position.cells)
            wanted, time_of_many = tuple(map(str, demands(position, decision, labels))), time_of(position)
        made = Seen(session, key, session.seen(seat), self.sheet(seat), wanted, time_of_many)
        self._known[seat] = made
        return made

    def seats(self) -> tuple[Seat, ...]:
        return tuple(
            Seat(name, "" if kind == PERSON else kind, self.streams[seat] > 0)
            for seat, (name, kind) in enumerate(zip(self.session.names, self.kept.kinds, strict=True))
        )

    def sheet(self, seat: int) -> ScoreSheet:
        session = self.session
        if seat == WATCHER:
            return common_sheet([self.sheet(seat) for seat in range(len(session.names))])
        return score_sheet(session.state, seat, session.names, ahead=True, shared=session.shared)

    def drawn(self, seat: int) -> tuple[dict[str, Markup], list[Markup], str]:
        """The parts of a seat's page, its story and its question; drawn once for all who sit there."""
        known, state = self._drawn.get(seat), self._state_of(seat)
        if known is None or known[0] != state:
            scene, seen = self.scene(seat), self._seen(seat)
            if seen.laid is None or seen.laid[0] != scene.pointing:
                seen.laid = scene.pointing, laid(scene)
            drawn = parts(scene, seen.laid[1])
            self._drawn[seat] = known = state, drawn, self._story_items(seat, scene), scene.question
        return known[1:]

    def _state_of(self, seat: int) -> object:
        """Changes whenever the page of this seat may."""
        return self.version, self._pointing.get(seat)

    def _links(self, seat: int) -> tuple[tuple[str, str], ...]:
        """The pages beside the table; at the end those that go through the game again."""
        if not self.session.over:
            return self.links
        base = path_of(self.kept.id, seat)
        return (*self.links, ("Step through it", f"{base}/steps"), ("Take it home as text", f"{base}/told"))

    def _story_items(self, seat: int, scene: Scene) -> list[Markup]:
        """The story as items; what was told before is not made again."""
        before = self._stories.get(seat)
        if before is not None and before[0] is self.session and seat != WATCHER:
            _, heard, items = before
            items = items + story_items(evolve(scene, story=scene.story[heard:]))
        else:
            # What onlookers hear is found anew each time: a line may be told to all only later.
            items = story_items(scene)
        self._stories[seat] = self.session, len(scene.story), items
        return items

    def _back(self, seat: int) -> str:
        session = self.session
        if seat not in session.people or self.wish is not None:
            return ""
        if session.block is not None and session.ahead.get(seat):
            return "Take back"
        back = session.back_to(seat)
        if back is None:
            return ""
        if session.broken is not None or session.learnt_since(back) is None:
            decision = session.decision(seat)
            half = decision is not None and (decision.chosen or decision.picked)
            return "Back" if half else "Take back"
        alone = len(session.people) == 1
        return "Take back" if alone else "Ask to take back"

    # ------------------------------------------------------------------ what players do

    async def answer(self, seat: int, number: str, option: int, text: str | None = None) -> None:
        """Written down, then carried out; `Late` if it answers no open question, `TextRefused` if it is
        a text that cannot be written.
        """
        async with self._lock:
            session = self.session
            if session.answered_already(seat, number, option):
                return
            kind, choice, point = session.answer(seat, number, option, text)
            now = time.time()
            if kind == "ahead":
                assert session.block is not None
                place = len(session.ahead.get(seat, ()))
                self.store.add_ahead(self.kept.id, session.block, place, choice, now)
                session.answer_ahead(choice)
            else:
                self.store.add_choice(self.kept.id, len(session.choices), choice, now)
                session.take(point, choice)
                if session.broken is not None:
                    self.store.keep_first(self.kept.id, len(session.choices), session.epoch, now)
            self.wish = None
            await self._go_on_at_once()
        self.changed()
        self.let_bots_play()

    async def _go_on_at_once(self) -> None:
        """What needs nobody: choices that were made ahead. The caller has the lock."""
        session = self.session
        while (step := session.step()) is not None and step.choice is not None:
            option = session.option_of(step.choice)
            if option is None:
                session.drop_ahead(step.seat)
                continue
            self.store.add_choice(self.kept.id, len(session.choices), step.choice, time.time())
            session.take(option, step.choice)
        if session.over:
            self.store.mark_over(self.kept.id)

    def let_bots_play(self) -> None:
        """Go on in the background as long as it is a bot's turn."""
        if self._advancing is None or self._advancing.done():
            step = self.session.step()
            if step is not None:
                self._advancing = asyncio.get_running_loop().create_task(self._let_bots_play())

    async def _let_bots_play(self) -> None:
        while True:
            async with self._lock:
                await self._go_on_at_once()
                session = self.session
                step = session.step()
                if step is None:
                    break
                copy, made, epoch = session.state.clone(), len(session.choices), session.epoch
            loop = asyncio.get_running_loop()
            try:
                option = await loop.run_in_executor(self.pool, session.bot_choice, copy, step.seat)
            except Exception as wrong:  # noqa: BLE001 - a bot of somebody's own can fail in any way
                session.broken = Fault(f"the bot of {session.names[step.seat]} failed: {wrong}")
                break
            async with self._lock:
                if self.session is not session or (len(session.choices), session.epoch) != (made, epoch):
                    continue
                choice = session.choice_of(option)
                self.store.add_choice(self.kept.id, made, choice, time.time())
                session.take(option, choice)
                if session.broken is not None:
                    self.store.keep_first(self.kept.id, made, session.epoch, time.time())
                if session.over:
                    self.store.mark_over(self.kept.id)
            self.changed()
        self.changed()

    async def take_back(self, seat: int) -> str:
        """Take the last choice back, or ask the others; what to tell in words."""
        async with self._lock:
            session = self.session
            if session.block is not None and session.ahead.get(seat):
                place = len(session.ahead[seat]) - 1
                if session.take_back_ahead(seat):
                    changes = session.changes_of_mind[seat]
                    self.store.take_back_ahead(self.kept.id, session.block, seat, place, changes)
                    message = "Taken back."
                else:
                    message = "All have decided."
            else:
                back = session.back_to(seat)
                if back is None:
                    return "There is nothing to take back."
                learnt = session.learnt_since(back)
                others = [person for person in session.people if person != seat]
                if learnt is None or not others or session.broken is not None:
                    await self._shorten(back)
                    message = "Taken back."
                else:
                    self.wish = (seat, back, frozenset({seat}))
                    message = f"The others are asked: {learnt}."
        self.changed()
        self.let_bots_play()
        return message

    async def consent(self, seat: int, *, agreed: bool) -> None:
        """What somebody says to the wish to take back; all must agree."""
        async with self._lock:
            if self.wish is None:
                return
            asker, back, agreeing = self.wish
            if not agreed:
                self.wish = None
            else:
                self.wish = (asker, back, agreeing | {seat})
                if frozenset(self.session.people) <= self.wish[2]:
                    self.wish = None
                    await self._shorten(back)
        self.changed()
        self.let_bots_play()

    async def _shorten(self, number: int) -> None:
        self.store.keep_first(self.kept.id, number, self.session.epoch + 1, time.time())
        loop = asyncio.get_running_loop()
        self.session = await loop.run_in_executor(self.pool, self.session.shortened, number)
        self._drawn.clear()

    async def rename(self, seat: int, name: str) -> None:
        async with self._lock:
            names = list(self.session.names)
            names[seat] = name
            self.store.rename(self.kept.id, seat, name)
            loop = asyncio.get_running_loop()
            self.session = await loop.run_in_executor(self.pool, self.session.renamed, names)
            self._drawn.clear()
            self._stories.clear()
        self.changed()

    def point(self, seat: int, question: str, given: Mapping[str, object]) -> None:
        """Somebody looks for an option among many: nobody else is told, and it is not kept."""
        scene = self.scene(seat)
        if question and scene.question == question:
            lit = Lit.of(scene.view.decision, scene.design, scene.pointing)
            self._pointing[seat] = question, pointed(lit, given)
            self._wake(seat)

    # ------------------------------------------------------------------ what players ask

    async def hint(self, seat: int) -> tuple[int, str] | None:
        """What the greedy bot would do: the option and its words."""
        question = self.session.question(seat)
        if question is None or question.state is None:
            return None
        decision = question.state.decision
        assert decision is not None
        if asks_for_text(self.kit.program):
            raise FreeText
        # Not by all that was decided: of some of it this seat does not know.
        stream = Dice(self.session.made_by(seat) + 1)
        loop = asyncio.get_running_loop()
        option = await loop.run_in_executor(self.pool, Greedy().choose, question.state.clone(), seat, stream)
        seen = self.session.seen(seat).decision
        return None if seen is None else (option, seen.options[option].text)

    async def brings(self, seat: int) -> list[str]:
        position = self.session.position(seat)
        copy = None if position is None else position.clone()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.pool, explanations.brings, copy, self.session.names)

    def why_not(self, seat: int, asked: str) -> list[str]:
        return explanations.why_not(self.session.position(seat), asked, self.session.names)

    # ------------------------------------------------------------------ pushing

    def changed(self) -> None:
        """Every page is told that there is something new."""
        self.version += 1
        self._wake()

    def _wake(self, seat: int | None = None) -> None:
        """The pages of a seat, or all."""
        for listener, its_seat in self._listening.items():
            if seat in (None, its_seat):
                listener.set()

    @property
    def idle(self) -> bool:
        """Nobody looks, nothing is being carried out and nothing is waited for but an answer."""
        at_work = self._lock.locked() or (self._advancing is not None and not self._advancing.done())
        return not +self.streams and not at_work and self.wish is None

    def full(self, seat: int) -> bool:
        """Whether no more pages may listen at this seat."""
        return self.streams[seat] >= MOST_STREAMS

    async def updates(self, seat: int) -> AsyncGenerator[dict[str, object] | None, None]:
        """What a page of this seat has to change, whenever there is something; None to keep it awake."""
        if self.full(seat):
            return
        self.streams[seat] += 1
        listener = asyncio.Event()
        self._listening[listener] = seat
        if self.streams[seat] == 1:
            self.changed()
        sent: dict[str, Markup] = {}
        lines_sent = -1
        epoch: object = None
        state: object = None
        silent: dict[str, object] = {}
        try:
            while not self.closing:
                listener.clear()
                if state == self._state_of(seat):
                    yield None
                else:
                    state = self._state_of(seat)
                    made, lines, question = self.drawn(seat)
                    now = (self.session.epoch, self.session.names)
                    afresh = lines_sent < 0 or epoch != now or seat == WATCHER
                    epoch = now
                    news = {
                        "parts": changes(sent, made),
                        "question": question,
                        "story": lines if afresh else lines[lines_sent:],
                        "afresh": afresh,
                        "over": self.session.over,
                    }
                    # That something was done of which this seat is not told is not told by an empty message.
                    if news != silent:
                        yield news
                    silent = {**news, "parts": {}}
                    if seat != WATCHER:
                        silent |= {"story": [], "afresh": False}
                    sent, lines_sent = made, len(lines)
                with suppress(TimeoutError):
                    async with asyncio.timeout(HEARTBEAT):
                        await listener.wait()
        finally:
            del self._listening[listener]
            self.streams[seat] -= 1
            if self.streams[seat] == 0:
                self.changed()
