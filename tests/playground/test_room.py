"""The room of the playground, without a browser: what it explains is the same where all looks the same."""

import json
import runpy
from pathlib import Path
from typing import Protocol

import pytest

from rulesdsl.engine.dice import Dice
from rulesdsl.server.session import Session
from tests.properties.twins import twin_of
from tests.server.tables import forget

ME = 0


class Room(Protocol):
    session: Session

    def begin(self, text: str, players: int, seed: int) -> str: ...
    def told(self, what: str, given: str) -> str: ...
    def shown(self) -> str: ...


def told(room: Room, what: str, **given: object) -> str:
    return str(json.loads(room.told(what, json.dumps(given)))["said"])


@pytest.mark.parametrize(("key", "asked"), [("gin_rummy", "Draw from the stock"), ("crazy_eights", "8")])
def test_what_is_explained_rests_on_nothing_hidden(checkout: Path, key: str, asked: str) -> None:
    text = (checkout / "examples" / "classics" / f"{key}.game").read_text("utf-8")
    room: Room = runpy.run_path(str(checkout / "editors" / "playground" / "room.py"))["Room"]()
    assert "page" in json.loads(room.begin(text, 2, 7))
    dice = Dice(5)
    exchanged = 0

    def explained() -> list[str]:
        forget(room.session)
        names = (asked, "card", "nothing")
        return [told(room, "brings"), *(told(room, "why", asked=name) for name in names)]

    for _ in range(6):
        session = room.session
        decision = session.decision(ME)
        if decision is None:
            break
        before, was = session.state, explained()
        assert all(was)
        if not (decision.chosen or decision.picked):
            session.state, _ = twin_of(before, ME, dice)
            exchanged += session.state != before
            assert explained() == was
            session.state = before
            forget(session)
        question = session.question(ME)
        assert question is not None
        option = dice.below(len(decision.options))
        assert told(room, "answer", question=question.number, option=option) == ""
    assert exchanged


def test_a_game_for_people_alone_says_so(checkout: Path) -> None:
    text = (checkout / "examples" / "classics" / "under_the_lamp.game").read_text("utf-8")
    room: Room = runpy.run_path(str(checkout / "editors" / "playground" / "room.py"))["Room"]()
    assert "people can play it" in json.loads(room.begin(text, 3, 7))["trouble"]


def test_one_of_many_options_is_looked_for(checkout: Path) -> None:
    text = (checkout / "examples" / "classics" / "pentominoes.game").read_text("utf-8")
    room: Room = runpy.run_path(str(checkout / "editors" / "playground" / "room.py"))["Room"]()
    assert "2,308 possibilities" in json.loads(room.begin(text, 2, 7))["page"]
    question = json.loads(room.shown())["question"]
    told(room, "point", question=question, words="x d4")
    assert "5 of 2,308" in json.loads(room.shown())["parts"]["ask"]
    told(room, "point", question="another", back=True)
    assert "5 of 2,308" in json.loads(room.shown())["parts"]["ask"]
    # With the question goes what was looked for.
    told(room, "answer", question=question, option=0)
    told(room, "back")
    assert "2,308 possibilities" in json.loads(room.shown())["parts"]["ask"]
