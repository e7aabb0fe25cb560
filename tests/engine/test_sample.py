"""Samples keep what a player knows and draw the rest anew."""

from collections import Counter
from pathlib import Path

import pytest

from rulesdsl.engine.core.layout import DICE, SECRET, STEPS
from rulesdsl.engine.decisions.options import reading_for
from rulesdsl.engine.determinization.exchange import exchange
from rulesdsl.engine.determinization.sample import Samples, sample
from rulesdsl.engine.determinization.unknown import forget_course, hidden_groups
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.evaluation.operations import number
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from tests.engine.hidden_cards import hidden_cards
from tests.engine.texts import program_of
from tests.loading import load, without_texts

CHECKOUT = Path(__file__).parent.parent.parent


def hand(state: State, player: int) -> tuple[int, ...]:
    layout = state.plan.layout
    return tuple(layout.pieces_in(state.cells, layout.instance("hand", player)))


def test_the_own_hand_stays_and_that_of_the_other_is_drawn_anew() -> None:
    state = start(hidden_cards(), 1)
    stream = Dice(1)
    hands: Counter[tuple[int, ...]] = Counter()
    for _ in range(600):
        drawn = sample(state, 0, stream)
        assert hand(drawn, 0) == hand(state, 0)
        hands[hand(drawn, 1)] += 1
    # Two of the four cards that Anna has not seen: six hands, each as likely as the others.
    assert len(hands) == 6
    assert all(60 <= count <= 140 for count in hands.values())


NAMED = """game "Culprit"
players 2..2
pieces Room
  | room |
  | hall |
  | yard |
pieces Person
  | person |
  | cook |
  | maid |
pieces Tool
  | tool |
  | rope |
zone here: set of Room, starts with Room
zone there: set of Person, starts with Person
zone box: set of Tool, starts with Tool
state culprit: name of Person, starts maid, seen by nobody
state clue: name of Person or name of Tool, starts rope, seen by nobody
flow
  say "Who was it?"
  each player in turn
    choose guess from there "Who?"
    set culprit to guess
score right = if culprit is cook or clue is maid then 1 else 0
winner most right, then shared
"""


def test_a_secret_name_is_one_of_its_kind(tmp_path: Path) -> None:
    program = program_of(tmp_path, NAMED)
    state = start(program, 1)
    drawn = [sample(state, 0, stream).cells for stream in map(Dice, range(60))]
    of, names = state.plan.layout, program.piece_name_ids
    assert {names[number(of.state_value(cells, "culprit"))] for cells in drawn} == {"cook", "maid"}
    assert {number(of.state_value(cells, "clue")) for cells in drawn} == {0, 1, 2}


def test_the_position_itself_is_not_touched() -> None:
    state = start(hidden_cards(), 1)
    before = list(state.cells)
    sample(state, 0, Dice(1))
    assert state.cells == before


def test_the_dice_fall_anew() -> None:
    state = start(hidden_cards(), 1)
    stream = Dice(1)
    assert len({sample(state, 0, stream).cells[DICE] for _ in range(20)}) == 20


def test_a_secret_number_is_drawn_anew_and_the_own_is_kept() -> None:
    state = start(hidden_cards(), 1)
    for _ in range(2):
        state.apply(0)
    assert state.decision is not None
    assert state.decision.stage == "number"
    state.apply(4)
    stream = Dice(1)
    layout = state.plan.layout
    own = {layout.state_value(sample(state, 0, stream).cells, "guess", 0) for _ in range(40)}
    others = {layout.state_value(sample(state, 1, stream).cells, "guess", 0) for _ in range(80)}
    assert own == {5}
    assert others == {0, 1, 2, 3, 4, 5, 6}


def test_who_decided_before_in_secret_decides_anew() -> None:
    state = start(hidden_cards(), 1)
    state.apply(0)
    assert state.player == 1
    stream = Dice(1)
    laid: Counter[int] = Counter()
    for _ in range(60):
        drawn = sample(state, 1, stream)
        assert drawn.player == 1
        assert drawn.option_count == state.option_count
        after = drawn.clone()
        after.log = []
        after.apply(0)
        events = [event for event in after.log if type(event).__name__ == "Flipped"]
        laid[events[0].pieces[0]] += 1  # type: ignore[union-attr]
    # Anna may have laid any of the four cards that Ben does not hold.
    assert len(laid) == 4


def test_hidden_cards_that_were_shuffled_together_are_one_group() -> None:
    state = start(hidden_cards(), 1)
    [group] = hidden_groups(reading_for(state, 0))
    assert set(group) == set(range(6)) - set(hand(state, 0))


@pytest.mark.parametrize(
    "file", ["games/lets_take_a_hike", "examples/classics/hearts", "examples/classics/gops"]
)
def test_many_samples_of_one_position_are_those_that_are_asked_for_one_by_one(file: str) -> None:
    """What is worked out once for all of them is not changed by any."""
    state, chance = start(load(CHECKOUT / f"{file}.game").program(), 5), Dice(2)
    for _ in range(6):
        player = state.player
        assert player is not None
        before = list(state.cells)
        many, one_by_one = Dice(9), Dice(9)
        samples = Samples(state, player)
        for _ in range(5):
            assert samples.draw(many) == sample(state, player, one_by_one)
        assert state.cells == before
        state.apply(chance.below(state.option_count))


LAYING = """
game "Laying"
players 3..3
pieces Card for each rank in 1..9
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone laid per Player: row of Card, seen by all
state bid per Player: 0..5, seen by owner
flow
  deal 3 from deck to hand
  all players in secret
    choose card from your hand "Lay which card?"
    choose number from 0..5 "Bid what?"
    set your bid to number
    move card to your laid
"""


def laid_in_the_end(state: State, player: int) -> tuple[int, ...]:
    after = state.clone()
    while not after.over:
        after.apply(0)
    layout = after.plan.layout
    return layout.pieces_in(after.cells, layout.instance("laid", player))[0], int(
        str(layout.state_value(after.cells, "bid", player))
    )


def test_who_looks_on_while_others_decide_in_secret_knows_the_own_choices_alone(tmp_path: Path) -> None:
    state = start(program_of(tmp_path, LAYING, players=3), 1)
    for option in (2, 4):
        assert state.player == 0
        state.apply(option)
    assert state.player == 1
    of_anna = {laid_in_the_end(sample(state, 0, stream), 0) for stream in map(Dice, range(12))}
    assert of_anna == {laid_in_the_end(state, 0)}
    seen_by_cleo = Counter(laid_in_the_end(sample(state, 2, stream), 0) for stream in map(Dice, range(60)))
    # Any card that Cleo does not hold, and any number.
    assert len({card for card, _ in seen_by_cleo}) == 6
    assert {number for _, number in seen_by_cleo} == {0, 1, 2, 3, 4, 5}


NOTING = """
game "Noting"
players 3..3
values Colour: red, green, blue
state sealed per Player: 0..5, seen by nobody
state noted per Player: 0..5, seen by nobody
state pledged per Player: Colour or none, seen by owner
flow
  for player in players
    choose number from 0..5 by chance, seen by nobody
    set player.sealed to number
    set player.noted to number
  all players in secret
    set your noted to your sealed
    choose colour from Colour "Pledge which?"
    set your pledged to colour
    choose number from 0..5 "Bid what?"
    set your sealed to number
"""


@pytest.mark.parametrize("player", range(3))
@pytest.mark.parametrize("decided", range(6))
def test_no_layer_of_a_secret_block_keeps_a_hidden_state(tmp_path: Path, player: int, decided: int) -> None:
    """Neither what was there before, nor what came of it, nor whether the others have set anything yet."""
    program = program_of(tmp_path, NOTING, players=3)
    drawn = []
    for seed in range(1, 6):
        state = start(program, seed)
        for _ in range(decided):
            state.apply(1)
        drawn.append([sample(state, player, Dice(throw)).cells for throw in range(4)])
    assert all(one == drawn[0] for one in drawn)
    assert len({tuple(cells) for cells in drawn[0]}) > 1


@pytest.mark.parametrize("player", range(3))
def test_how_far_the_others_are_in_a_secret_block_shows_in_no_hidden_state(
    tmp_path: Path, player: int
) -> None:
    """What they have pledged there is still nothing to who looks on."""
    state = start(program_of(tmp_path, NOTING, players=3), 1)
    drawn: dict[bool, list[State]] = {}
    for _ in range(6):
        if state.player != player:
            done = state.player is not None and state.player > player
            here = [sample(state, player, Dice(throw)) for throw in range(4)]
            assert drawn.setdefault(done, here) == here
        state.apply(1)
    assert drawn


def test_in_the_middle_of_deciding_in_secret_the_own_choices_stay_and_the_others_are_drawn_anew(
    tmp_path: Path,
) -> None:
    state = start(program_of(tmp_path, LAYING, players=3), 1)
    for option in (2, 4, 1):
        state.apply(option)
    assert state.player == 1
    decision = state.decision
    assert decision is not None
    assert decision.stage == "number"
    drawn = [sample(state, 1, stream) for stream in map(Dice, range(60))]
    assert all(one.player == 1 and one.open_codes() == state.open_codes() for one in drawn)
    assert {laid_in_the_end(one, 1)[0] for one in drawn} == {laid_in_the_end(state, 1)[0]}
    of_anna = [laid_in_the_end(one, 0) for one in drawn]
    assert len({card for card, _ in of_anna}) == 6
    assert {number for _, number in of_anna} == {0, 1, 2, 3, 4, 5}


def test_a_set_in_the_making_stays_as_it_is() -> None:
    """Its members are offered in the order of the places they lie in, which is not that of their numbers."""
    hike = load(CHECKOUT / "games/lets_take_a_hike.game").program(2, {"overpaying": "yes"})
    looked_at = 0
    for seed in range(1, 25):
        state, chance = start(hike, seed), Dice(seed)
        while not state.over:
            decision = state.decision
            assert decision is not None
            if len(decision.picked) > 1:
                looked_at += 1
                same = sample(state, decision.player, Dice(seed)).decision
                assert same is not None
                assert (same.picked, same.options) == (decision.picked, decision.options)
            state.apply(chance.below(state.option_count))
    assert looked_at > 5


HIDING = """
game "Hiding"
players 2..2
pieces Card for each rank in 1..8
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone hidden: row of Card, seen by nobody
action hide(card from your hand) "Hide a card"
  move card to hidden
action guess(card from hidden "Which hidden card is the least?") "Guess"
  move card to deck
flow
  deal 3 from deck to hand
  phase turns 3 times
    each player in turn
      must hide or guess if possible
      for card in your hand
        choose number from 1..2 "Keep or show?"
        if number = 2
          show card
score left = count(your hand)
winner least total, then shared
"""


@pytest.mark.parametrize("player", range(2))
def test_what_is_drawn_depends_on_nothing_hidden(tmp_path: Path, player: int) -> None:
    """Also where lines that are under way go through cards that the player does not know."""
    program = program_of(tmp_path, HIDING, players=2)
    parted = 0
    for seed in range(1, 9):
        state, chance = start(program, seed), Dice(seed)
        while not state.over:
            twin = state.clone()
            twin.codes = None
            for group in hidden_groups(reading_for(state, player)):
                exchange(twin, dict(zip(group, [*group[1:], group[0]], strict=True)))
            parted += twin != state
            assert sample(twin, player, Dice(seed)) == sample(state, player, Dice(seed))
            state.apply(chance.below(state.option_count))
    assert parted > 20


def test_a_loop_goes_on_with_the_cards_that_lie_in_the_drawn_hand(tmp_path: Path) -> None:
    state, chance = start(program_of(tmp_path, HIDING, players=2), 1), Dice(3)
    looked_at = 0
    while not state.over:
        decision = state.decision
        assert decision is not None
        if decision.stage == "number" and decision.player == 0:
            [(_, _, address)] = state.plan.gone_through
            for drawn in (sample(state, 1, stream) for stream in map(Dice, range(10))):
                cards = drawn.cells[address + 1 : address + 1 + drawn.cells[address]]
                looked_at += 1
                assert tuple(sorted(cards)) == hand(drawn, 0)
        state.apply(chance.below(state.option_count))
    assert looked_at


def test_nothing_that_was_left_from_earlier_matters() -> None:
    """What is taken out of a position, because no later line reads it, is read by no later line."""
    files = [*(CHECKOUT / "games").glob("*.game"), *(CHECKOUT / "examples").glob("*/*.game")]
    for file in without_texts(files):
        state, chance = start(load(file).program(), 3), Dice(3)
        for _ in range(40):
            player = state.player
            if player is None:
                break
            if not state.cells[SECRET]:
                known = state.clone()
                forget_course(known, player)
                known.cells[DICE], known.cells[STEPS] = state.cells[DICE], state.cells[STEPS]
                there, here, choices = known, state.clone(), Dice(chance.below(1000))
                there.codes = None
                for _ in range(12):
                    if here.over:
                        break
                    assert there.open_codes() == here.open_codes(), file.stem
                    at = choices.below(here.option_count)
                    here.apply(at)
                    there.apply(at)
                layout = here.plan.layout
                assert there.cells[: layout.data_end] == here.cells[: layout.data_end], file.stem
            state.apply(chance.below(state.option_count))


SHELVES = """
game "Shelves"
players 2..2

values Board: low, high
pieces Cup for each number in 1..6

zone box: pile of Cup, seen by nobody, starts with Cup shuffled
zone shelf per Player per board in Board: slot of Cup, seen by owner

flow
  phase laying
    each player in turn
      for board in Board
        draw 1 from box to your shelf(board)
  phase turns 2 times
    turn of each player
    let two = (cup in your shelf where cup.number > 0)
    choose cup from two "Which?"
    move cup to box
"""


def test_things_to_choose_from_that_were_noted_before_stay_in_their_order(tmp_path: Path) -> None:
    """They are noted in the order of their places, which is not that of their numbers."""
    program = program_of(tmp_path, SHELVES)
    orders = set()
    for seed in range(1, 9):
        state = start(program, seed)
        options = state.open_codes()
        orders.add(options == sorted(options))
        for player in range(2):
            drawn = sample(state, player, Dice(seed))
            assert (drawn.open_codes() == options) == (player == 0)
    assert orders == {False, True}


ROLES = """game "Roles"
players 4..4
values Role: spy, miller, baker, smith
pieces Card for each role in Role
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone dealt per Player: slot of Card, seen by owner
state eye per Player per n in 1..3: 1..6, starts 1, seen by owner
action wait "Wait"
  show your dealt to you
flow
  deal 1 from deck to dealt
  for p in players
    for n in 1..3
      roll die from 1..6, seen by p
      set p.eye(n) to die
  each player in turn
    may wait
"""


def test_cells_are_drawn_each_alone_and_cards_keep_their_number(tmp_path: Path) -> None:
    """As the pages say to whoever writes a game for bots that search."""
    state = start(program_of(tmp_path, ROLES, 4), 2)
    layout, stream = state.plan.layout, Dice(1)
    spy = state.plan.program.piece_names.index("spy")
    eyes: Counter[tuple[int, ...]] = Counter()
    holders: Counter[int] = Counter()
    for _ in range(2160):
        drawn = sample(state, 0, stream)
        cards = [layout.pieces_in(drawn.cells, layout.instance("dealt", player))[0] for player in range(4)]
        assert len(set(cards)) == 4
        holders[cards.index(spy)] += 1
        cells = drawn.cells[layout.state_cells("eye", 1, 1) :][:3]
        eyes[tuple(cells)] += 1
    own = layout.pieces_in(state.cells, layout.instance("dealt", 0))[0]
    assert own != spy
    assert set(holders) == {1, 2, 3}
    assert all(600 <= count <= 840 for count in holders.values())
    # Three dice: 216 ways, ten times each on average.
    assert len(eyes) > 205
    assert max(eyes.values()) < 30
