"""Games at the table: who is asked what, answers that come twice or late, secret blocks, taking back."""

from functools import cache
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.bots import Bot, Greedy, RandomChoice
from rulesdsl.engine.determinization.exchange import exchange
from rulesdsl.engine.dice import Dice
from rulesdsl.server.moments import Choice, Late
from rulesdsl.server.session import NOTED, WATCHER, Session
from tests.loading import load

BIDS = """game "Bids"
players 2..3

pieces Card for each rank in 1..9

zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone bid per Player: slot of Card
  face down seen by owner
zone won per Player: set of Card

action bid(card from your hand "Your bid?") "Bid {card}"
  when card.rank > 5
  move card to your bid face down

flow
  deal 2 from deck to hand
  phase bidding 2 times
    all players in secret
      may bid
    flip players.bid face up
    for p in players
      move p.bid to p.won

score points = sum(c in your won: c.rank)
winner most total, then shared
"""


@cache
def program(name: str, players: int) -> ir.Program:
    return load(name).program(players)


@pytest.fixture(scope="module")
def bids(tmp_path_factory: pytest.TempPathFactory) -> ir.Program:
    path = tmp_path_factory.mktemp("games") / "bids.game"
    path.write_text(BIDS)
    return load(path).program(2)


def give(session: Session, seat: int, option: int) -> None:
    """Answer what the seat is asked, and let the game go on."""
    question = session.question(seat)
    assert question is not None
    kind, choice, at = session.answer(seat, question.number, option)
    if kind == "ahead":
        session.answer_ahead(choice)
    else:
        session.take(at, choice)
    go_on(session)


def go_on(session: Session) -> None:
    while (step := session.step()) is not None:
        if step.choice is None:
            option = session.bot_choice(session.state.clone(), step.seat)
            session.take(option, session.choice_of(option))
        else:
            meant = session.option_of(step.choice)
            assert meant is not None
            session.take(meant, step.choice)


def played(session: Session, dice: Dice, steps: int = 10_000) -> Session:
    """Everybody answers at random, in an order that is random where several are asked."""
    go_on(session)
    for _ in range(steps):
        asked = [seat for seat in range(len(session.names)) if session.question(seat)]
        if not asked:
            break
        seat = asked[dice.below(len(asked))]
        question = session.question(seat)
        assert question is not None
        options = 1 if question.state is None else question.state.option_count
        give(session, seat, dice.below(options))
    return session


NAMES = ("Anna", "Ben", "Cleo", "Dan")


@pytest.mark.parametrize(
    ("name", "players"),
    [("road_trip", 2), ("road_trip", 4), ("lets_take_a_hike", 3), ("trekking_the_world", 2)],
)
def test_a_game_comes_to_its_end_and_is_the_same_when_begun_again(name: str, players: int) -> None:
    session = played(Session.begin(program(name, players), 7, NAMES[:players], {}), Dice(3))
    assert session.over
    again = Session.begin(session.program, 7, session.names, {}, session.choices)
    assert again.state == session.state
    assert again.stories == session.stories


def test_in_secret_all_are_asked_at_once_and_nobody_sees_the_others_answer() -> None:
    session = Session.begin(program("road_trip", 3), 1, NAMES[:3], {})
    assert session.deciding() == ((0, False), (1, False), (2, False))
    before = [session.seen(seat) for seat in range(3)]
    give(session, 2, 3)
    give(session, 0, 1)
    assert session.deciding() == ((0, True), (1, False), (2, True))
    assert session.choices == []
    assert session.seen(1) == before[1]
    assert session.seen(0).zones == before[0].zones
    give(session, 1, 0)
    assert len(session.choices) == 3
    assert [choice.seat for choice in session.choices] == [0, 1, 2]
    assert session.seen(1).zone("trip", owner=2).count == 1


def test_what_is_answered_in_another_order_is_the_same_game() -> None:
    one = Session.begin(program("road_trip", 2), 5, NAMES[:2], {})
    other = Session.begin(program("road_trip", 2), 5, NAMES[:2], {})
    for _ in range(10):
        for session, order in ((one, (0, 1)), (other, (1, 0))):
            for seat in order:
                give(session, seat, 0)
    assert one.state == other.state
    assert one.stories == other.stories


def test_who_has_no_choice_in_secret_says_so_like_the_others(bids: ir.Program) -> None:
    """That nobody waits for Ben would tell Anna that his cards are low."""
    noted = 0
    for seed in range(30):
        session = Session.begin(bids, seed, NAMES[:2], {})
        if session.block is None:
            continue
        for seat in (0, 1):
            question = session.question(seat)
            assert question is not None
            noted += question.state is None
        assert session.deciding() == ((0, False), (1, False))
        give(session, 1, 0)
        assert session.deciding() == ((0, False), (1, True))
        assert played(session, Dice(1)).over
        assert NOTED not in [choice.word for choice in session.choices]
    assert noted > 5


def test_one_alone_with_bots_is_asked_for_real_choices_only(bids: ir.Program) -> None:
    for seed in range(20):
        session = Session.begin(bids, seed, NAMES[:2], {1: RandomChoice()})
        go_on(session)
        question = session.question(0)
        assert question is None or question.state is not None


def test_an_answer_to_another_question_is_late() -> None:
    session = Session.begin(program("trekking_the_world", 2), 3, NAMES[:2], {})
    asked = session.state.player
    assert asked is not None
    question = session.question(asked)
    assert question is not None
    give(session, asked, 0)
    assert session.answered_already(asked, question.number, 0)
    assert not session.answered_already(asked, question.number, 1)
    assert not session.answered_already(1 - asked, question.number, 0)
    with pytest.raises(Late, match="answered or taken back meanwhile"):
        session.answer(asked, question.number, 0)
    with pytest.raises(Late):
        session.answer(1 - asked, "0.5.0.0", 0)


def test_no_option_and_no_question_are_told_in_words() -> None:
    session = Session.begin(program("lets_take_a_hike", 2), 3, NAMES[:2], {})
    asked = session.state.player
    assert asked is not None
    question = session.question(asked)
    assert question is not None
    with pytest.raises(Late, match="no such option"):
        session.answer(asked, question.number, 500)
    assert session.question(WATCHER) is None


def test_bots_play_on_their_own_and_the_same_each_time() -> None:
    bots: dict[int, Bot] = {1: Greedy(), 2: RandomChoice()}
    one = played(Session.begin(program("lets_take_a_hike", 3), 9, NAMES[:3], bots), Dice(2))
    other = played(Session.begin(program("lets_take_a_hike", 3), 9, NAMES[:3], bots), Dice(2))
    assert one.over
    assert one.choices == other.choices


def test_an_answer_in_secret_is_taken_back_while_others_think() -> None:
    session = Session.begin(program("road_trip", 2), 1, NAMES[:2], {})
    first = session.question(0)
    assert first is not None
    give(session, 0, 2)
    assert session.take_back_ahead(0)
    question = session.question(0)
    assert question is not None
    assert question.number != first.number
    with pytest.raises(Late):
        session.answer(0, first.number, 2)
    assert not session.take_back_ahead(1)
    give(session, 1, 0)
    give(session, 0, 0)
    assert not session.take_back_ahead(0)


def test_what_was_answered_ahead_can_be_laid_down_again() -> None:
    session = Session.begin(program("road_trip", 3), 1, NAMES[:3], {})
    give(session, 2, 4)
    again = Session.begin(session.program, 1, session.names, {}, session.choices)
    again.ahead = {2: list(session.ahead[2])}
    assert again.deciding() == session.deciding()
    for seat in (0, 1):
        give(session, seat, 1)
        give(again, seat, 1)
    assert again.state == session.state


def test_a_choice_ahead_that_does_not_fit_is_asked_again() -> None:
    session = Session.begin(program("road_trip", 2), 1, NAMES[:2], {})
    session.answer_ahead(Choice(1, "v9999", "0.5.0.0", 0))
    assert session.question(1) is None
    question = session.question(0)
    assert question is not None
    _, choice, _ = session.answer(0, question.number, 0)
    session.answer_ahead(choice)
    step = session.step()
    assert step is not None
    assert step.choice is not None
    session.take(0, step.choice)
    step = session.step()
    assert step is not None
    assert step.choice is not None
    assert session.option_of(step.choice) is None
    session.drop_ahead(1)
    assert session.step() is None
    give(session, 1, 0)
    assert session.question(0) is not None


def test_taking_back_is_free_where_nothing_was_learnt() -> None:
    session = Session.begin(program("trekking_the_world", 2), 2, NAMES[:2], {})
    free = refused = 0
    dice = Dice(4)
    for _ in range(60):
        asked = session.state.player
        assert asked is not None
        count = session.question(asked)
        assert count is not None
        assert count.state is not None
        give(session, asked, dice.below(count.state.option_count))
        back = session.back_to(asked)
        assert back is not None
        learnt = session.learnt_since(back)
        free, refused = free + (learnt is None), refused + (learnt is not None)
        if learnt is None:
            shorter = session.shortened(back)
            assert shorter.state.player == asked
            assert shorter.epoch == session.epoch + 1
    assert free > 5
    assert refused > 5


def test_after_taking_back_old_questions_are_closed() -> None:
    session = Session.begin(program("trekking_the_world", 2), 2, NAMES[:2], {})
    asked = session.state.player
    assert asked is not None
    question = session.question(asked)
    assert question is not None
    give(session, asked, 0)
    back = session.back_to(asked)
    assert back is not None
    shorter = session.shortened(back)
    with pytest.raises(Late):
        shorter.answer(asked, question.number, 0)


def test_a_watcher_sees_what_all_see() -> None:
    session = Session.begin(program("road_trip", 4), 1, NAMES, {})
    for _ in range(2):
        for seat in range(4):
            give(session, seat, 0)
    seen = session.seen(WATCHER)
    # Who had a hand before knows what is in it; all together know nothing of it.
    assert [len(session.seen(1).zone("hand", owner=seat).pieces) for seat in range(4)] == [0, 5, 5, 5]
    assert all(zone.pieces == () for zone in seen.zones if zone.name == "hand")
    trip = next(zone for zone in seen.zones if zone.name == "trip")
    assert (trip.count, len(trip.pieces), trip.hidden_down) == (2, 1, 1)
    assert seen.decision is not None
    assert seen.decision.options == ()
    told = session.story(WATCHER)
    assert told
    assert all(line in session.story(seat) for line in told for seat in range(4))
    assert not any("hand:" in line for line in told)


def test_the_words_of_a_name_are_in_the_story() -> None:
    session = Session.begin(program("road_trip", 2), 1, ("Eve", "Finn"), {})
    give(session, 0, 0)
    renamed = session.renamed(("Eve", "Dan"))
    assert renamed.deciding() == ((0, True), (1, False))
    give(renamed, 1, 0)
    assert any("Dan" in line for line in renamed.story(0))


MOAT = """game "Moat"
players 2..2
pieces Card for each rank in 1..9
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
state points per Player: 0..9
flow
  deal 1 from deck to hand
  phase rounds 2 times
    player first(players)
      choose number from 1..3 "How many?"
      add number to your points
    player last(players)
      may "Reveal it?"
        when max(your hand.rank) > 4
        show your hand
score made = your points
winner most total, then shared
"""


@pytest.fixture
def moats(tmp_path: Path) -> tuple[Session, Session]:
    """Two games that are the same to Anna. In the first Ben is asked, and says no; in the other he is not."""
    path = tmp_path / "moat.game"
    path.write_text(MOAT)
    program = load(path).program(2)
    for seed in range(40):
        asked, other = (Session.begin(program, seed, NAMES[:2], {}) for _ in range(2))
        layout, cells = asked.state.plan.layout, asked.state.cells
        [held] = layout.pieces_in(cells, layout.instance("hand", 1))
        bottom = layout.pieces_in(cells, layout.instance("deck"))[-1]
        if held > 3 >= bottom:
            exchange(other.state, {held: bottom, bottom: held})
            return asked, other
    raise AssertionError


def test_what_somebody_was_asked_in_silence_is_not_counted(moats: tuple[Session, Session]) -> None:
    told = []
    for session in moats:
        give(session, 0, 1)
        was_asked = session.question(1) is not None
        if was_asked:
            declined = session.question(1)
            assert declined is not None
            assert declined.state is not None
            assert declined.state.decision is not None
            kinds = [option.kind for option in declined.state.decision.options]
            give(session, 1, kinds.index("decline"))
        question, back = session.question(0), session.back_to(0)
        assert question is not None
        assert back is not None
        assert session.learnt_since(back) is None
        shorter = session.shortened(back) if was_asked else session
        assert shorter.state.player == 0
        known = [seats for seats in session.heard if 0 in seats]
        told.append((question.number, known, session.story(0), session.seen(0).to_text()))
        assert len(session.choices) == 1 + was_asked
    assert told[0] == told[1]
