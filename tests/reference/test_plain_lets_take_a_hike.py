"""The plain Let's Take a Hike by itself: the rulebook's worked examples, and what holds in every game."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import pytest

from tests.reference.lets_take_a_hike import BOOTS, CARDS, Hiker, LetsTakeAHike, payments
from tests.reference.outside import Event, RandomChance, RandomChoices

T = TypeVar("T")

ANNA, BEN, CLEO, DAN = range(4)


class Script:
    """Answers as written down; where there is only one option nobody is asked."""

    def __init__(self, *answers: tuple[int, object]) -> None:
        self.answers = list(answers)

    def one(self, player: int, question: str, options: Sequence[T]) -> T:
        if len(options) == 1:
            return options[0]
        who, answer = self.answers.pop(0)
        assert who == player, f"{question} is a question for {player}"
        return next(option for option in options if option == answer)

    def some(self, player: int, question: str, things: Sequence[T], number: int) -> Sequence[T]:
        who, answer = self.answers.pop(0)
        assert who == player, f"{question} is a question for {player}"
        assert isinstance(answer, list)
        assert len(answer) == number
        return [things[things.index(thing)] for thing in answer]


class FixedChance:
    """Chance turns up what is written down."""

    def __init__(self, *cards: str) -> None:
        self.cards = list(cards)

    def shuffled(self, what: str, things: Sequence[T]) -> list[T]:
        del what
        return list(things)

    def one_of(self, what: str, things: Sequence[T]) -> T:
        del what
        card = self.cards.pop(0)
        return next(thing for thing in things if thing == card)


def table(
    packs: Sequence[dict[str, str]],
    script: Script,
    *,
    pile: str = "",
    hands: Sequence[str] = (),
    chance: FixedChance | None = None,
    face_down: bool = False,
) -> LetsTakeAHike:
    game = LetsTakeAHike(len(packs), script, chance or FixedChance(), face_down=face_down)
    for hiker, pack in zip(game.players, packs, strict=True):
        hiker.pack = dict(pack)
    for hiker, hand in zip(game.players, hands, strict=False):
        hiker.hand = hand.split()
    game.draw_pile = pile.split()
    return game


def points(game: LetsTakeAHike) -> list[int]:
    return [hiker.points for hiker in game.players]


def weights(game: LetsTakeAHike) -> list[int]:
    return [hiker.weight for hiker in game.players]


LEAVE, GO_ON, JOIN = True, False, True


def test_the_hike_of_the_rulebook() -> None:
    script = Script(
        (ANNA, JOIN),
        (BEN, JOIN),
        (BEN, ("top",)),  # a granola bar
        (CLEO, GO_ON),
        (ANNA, GO_ON),
        (BEN, GO_ON),
        (CLEO, ("left_pocket", "right_pocket")),  # a water bottle
        (CLEO, GO_ON),
        (ANNA, GO_ON),
        (BEN, GO_ON),
        (ANNA, ("top", "main")),  # a sleeping bag
        (CLEO, LEAVE),
        (CLEO, "sleeping_bag"),
        (ANNA, LEAVE),
        (ANNA, "water_bottle"),
        (BEN, GO_ON),
        (BEN, GO_ON),  # a tent; the second tent is too far
    )
    game = table(
        [
            {"left_pocket": "water_bottle", "right_hand": "granola_bar", "main": "frying_pan", "top": "map"},
            {
                "top": "compass",
                "bottom": "sleeping_bag",
                "left_pocket": "water_bottle",
                "left_hand": "walking_stick",
            },
            {"top": "granola_bar", "bottom": "sleeping_bag", "left_pocket": "compass", "right_pocket": "map"},
        ],
        script,
        pile="granola_bar water_bottle sleeping_bag tent tent map",
    )
    assert weights(game) == [7, 8, 7]
    game.hike(CLEO)
    assert not script.answers
    assert points(game) == [2, 0, 4]
    assert sorted(game.players[CLEO].hand) == ["granola_bar", "sleeping_bag"]
    assert sorted(game.players[ANNA].hand) == ["granola_bar", "water_bottle"]
    assert not game.players[BEN].hand
    assert len(game.discard_pile) == 11
    assert not game.trail


def test_a_skunk_from_the_hand() -> None:
    script = Script((ANNA, ("hazard", "skunk")), (BEN, "top"))
    game = table(
        [{"top": "socks"}, {"main": "tent", "top": "compass"}, {"left_hand": "camera"}],
        script,
        hands=["skunk map"],
        pile="map map",
    )
    game.card_action(ANNA)
    assert weights(game) == [1, 0, 0]
    assert [hiker.hand for hiker in game.players] == [["map"], ["tent"], []]
    assert sorted(game.discard_pile) == ["camera", "compass", "skunk"]


def test_a_blister_spares_socks_and_whoever_played_it() -> None:
    game = table(
        [{"top": "socks"}, {"left_pocket": "water_bottle", "main": "tent"}, {"top": "map"}], Script()
    )
    game.meet("blister", [ANNA, BEN])
    assert weights(game) == [1, 2, 1]


SPRAY = {"main": "tent", "bottom": "sleeping_bag", "left_pocket": "bear_spray"}
EIGHT = {"main": "tent", "left_pocket": "water_bottle", "left_hand": "camera"}


@pytest.mark.parametrize(
    ("packs", "answers", "left"),
    [
        # 8 against 5, a third of 10 has spray: down to 4
        ([{"main": "frying_pan", "right_hand": "camera"}, EIGHT, SPRAY], ["main"], [5, 4, 10]),
        (
            [{"main": "frying_pan", "right_hand": "camera"}, EIGHT, SPRAY],
            ["left_hand", "left_pocket"],
            [5, 4, 10],
        ),
        # the only one without spray loses the heaviest card
        ([{"main": "frying_pan", "left_pocket": "bear_spray"}, EIGHT, SPRAY], [], [5, 4, 10]),
        # a tie: the heaviest card of each, and nothing more
        (
            [
                {"top": "map"},
                {"main": "tent", "top": "compass"},
                {"main": "frying_pan", "left_pocket": "water_bottle"},
            ],
            [],
            [1, 1, 2],
        ),
        # all have spray
        ([{"left_pocket": "bear_spray"}, SPRAY, SPRAY], [], [2, 10, 10]),
        # one after the other, and not one too many
        (
            [
                {"top": "sleeping_bag", "left_hand": "granola_bar"},
                {"main": "tent", "bottom": "frying_pan", "top": "granola_bar"},
                {},
            ],
            ["bottom", "top"],
            [5, 4, 0],
        ),
        # an empty pack is no second
        ([{}, {"main": "tent", "bottom": "frying_pan"}, {}], [], [0, 3, 0]),
        # against 1 boot all must go
        ([{"top": "map"}, {"main": "frying_pan"}, {}], [], [1, 0, 0]),
    ],
)
def test_a_bear(packs: list[dict[str, str]], answers: list[str], left: list[int]) -> None:
    script = Script(*((BEN, place) for place in answers))
    game = table([*packs, {"main": "tent", "bottom": "tent"}], script)
    game.meet("bear", [ANNA, BEN, CLEO])
    assert weights(game) == [*left, 8]
    assert not script.answers


def test_among_equally_heavy_items_the_owner_chooses() -> None:
    game = table([{}, {"bottom": "tent", "top": "sleeping_bag", "main": "socks"}], Script((BEN, "top")))
    game.meet("bear", [BEN])
    assert game.players[BEN].pack == {"bottom": "tent", "main": "socks"}


@pytest.mark.parametrize(
    ("pack", "distance", "sets"),
    [
        (
            {"main": "frying_pan", "left_pocket": "water_bottle", "top": "compass"},
            3,
            {("main",), ("top", "left_pocket")},
        ),
        (
            {"left_pocket": "water_bottle", "right_pocket": "bear_spray"},
            3,
            {("left_pocket", "right_pocket")},
        ),
        ({"main": "tent"}, 1, {("main",)}),
        ({"main": "frying_pan", "top": "map"}, 4, {("top", "main")}),
    ],
)
def test_no_needless_card(pack: dict[str, str], distance: int, sets: set[tuple[str, ...]]) -> None:
    assert set(payments(Hiker(pack=pack), distance)) == sets


def test_the_same_item_saves_even_a_pack_that_is_too_light() -> None:
    game = table([{"right_hand": "granola_bar"}, {"bottom": "tent"}], Script())
    game.hikers = [ANNA, BEN]
    game.walk(ANNA, "granola_bar")
    game.walk(BEN, "tent")
    assert weights(game) == [1, 4]
    assert game.hikers == [ANNA, BEN]


def test_exactly_enough_is_not_out() -> None:
    game = table([{"main": "frying_pan", "top": "map"}, {"main": "frying_pan"}], Script())
    game.hikers = [ANNA, BEN]
    game.walk(ANNA, "tent")
    game.walk(BEN, "tent")
    assert game.hikers == [ANNA]
    assert weights(game) == [0, 0]


def test_all_leave_after_the_same_card_and_the_last_takes_the_rest() -> None:
    script = Script(
        (BEN, JOIN), (CLEO, JOIN), (ANNA, LEAVE), (ANNA, "tent"), (BEN, LEAVE), (BEN, "camera"), (CLEO, LEAVE)
    )
    game = table([{"top": "map"}] * 3, script, pile="map tent")
    game.trail = ["tent", "camera"]
    game.hike(ANNA)
    assert points(game) == [4, 2, 1]


def test_the_next_to_the_left_turns_over_the_cards() -> None:
    log: list[Event] = []
    script = Script(
        (BEN, JOIN),
        (CLEO, JOIN),
        (ANNA, LEAVE),
        (ANNA, None),
        (BEN, GO_ON),
        (CLEO, GO_ON),
        (BEN, LEAVE),
        (BEN, "tent"),
        (CLEO, LEAVE),
    )
    game = table([{"main": "tent"}] * 3, script, pile="tent tent map")
    game.note = log.append
    game.hike(ANNA)
    assert [event[1] for event in log if event[0] == "turned over"] == [ANNA, BEN]
    assert points(game) == [0, 4, 4]


def test_a_skunk_ends_the_hike_and_what_was_taken_is_kept() -> None:
    script = Script(
        (BEN, JOIN),
        (CLEO, JOIN),
        (DAN, not JOIN),
        (ANNA, LEAVE),
        (ANNA, "tent"),
        (BEN, GO_ON),
        (CLEO, GO_ON),
        (BEN, GO_ON),
        (CLEO, GO_ON),
        (BEN, "top"),
    )
    packs = [{"main": "tent"}, {"main": "tent", "top": "map"}, {"main": "tent"}, {"main": "tent"}]
    game = table(packs, script, pile="tent tent skunk map")
    game.hike(ANNA)
    assert points(game) == [4, 0, 0, 0]
    assert weights(game) == [0, 0, 0, 4]
    assert sorted(game.discard_pile) == ["map", "skunk", "tent", "tent"]


def test_a_raccoon_on_a_hike_robs_only_hikers() -> None:
    script = Script((BEN, not JOIN), (ANNA, LEAVE))
    game = table(
        [{"main": "tent"}, {"main": "tent"}],
        script,
        pile="raccoon map map",
        hands=["compass camera", "compass camera"],
        chance=FixedChance("camera"),
    )
    game.hike(ANNA)
    assert game.players[ANNA].hand == ["compass", "tent"]
    assert game.players[BEN].hand == ["compass", "camera"]
    assert points(game) == [0, 0]


def test_nine_cards_after_a_hike_are_two_too_many() -> None:
    script = Script((ANNA, LEAVE), (ANNA, ["bear", "socks"]))
    game = table(
        [{"main": "tent", "top": "socks", "left_hand": "camera", "right_hand": "camera"}, {}],
        script,
        pile="tent map",
        hands=["bear bear blister compass compass"],
    )
    game.hike(ANNA)
    assert sorted(game.players[ANNA].hand) == ["bear", "blister", *["camera"] * 2, *["compass"] * 2, "tent"]
    assert points(game) == [4, 0]


def test_the_last_card_ends_the_game_at_once() -> None:
    game = table(
        [{}, {}],
        Script((ANNA, ("draw",))),
        pile="tent",
        hands=["compass compass camera map socks socks bear"],
    )
    game.turn(ANNA)
    assert game.all_drawn
    assert len(game.players[ANNA].hand) == 8


def test_in_the_middle_of_a_hike_the_discard_pile_is_shuffled() -> None:
    script = Script((ANNA, "hike"), (ANNA, ("left_pocket",)), (ANNA, GO_ON))
    game = table([{"main": "tent", "left_pocket": "water_bottle"}, {}], script, pile="flashlight")
    game.turn(ANNA)
    assert game.all_drawn
    assert points(game) == [4, 0]


def test_with_nothing_left_to_turn_over_all_leave() -> None:
    script = Script((BEN, JOIN), (ANNA, GO_ON), (BEN, GO_ON), (ANNA, "tent"))
    game = table([{"main": "tent"}, {"main": "tent"}], script, pile="tent")
    game.hike(ANNA)
    assert points(game) == [4, 0]
    assert [hiker.hand for hiker in game.players] == [["tent"], ["tent"]]


@pytest.mark.parametrize(
    ("piles", "cards", "winner"),
    [
        (["tent granola_bar", "camera water_bottle map", "sleeping_bag"], [], BEN),
        (["tent", "map", "sleeping_bag"], ["bear", "skunk"], ANNA),
        (["tent", "tent", "sleeping_bag"], ["skunk", "tent", "map", "skunk"], CLEO),
    ],
)
def test_ties(piles: list[str], cards: list[str], winner: int) -> None:
    game = table([{}] * 3, Script(), chance=FixedChance(*cards))
    for hiker, pile in zip(game.players, piles, strict=True):
        hiker.score_pile = pile.split()
    assert game.winners() == [winner]


def test_face_down_packs_show_what_is_needed() -> None:
    pack = {"main": "tent", "top": "socks", "left_pocket": "compass"}
    game = table(
        [pack, {"main": "tent", "top": "map"}, {"left_pocket": "bear_spray"}], Script(), face_down=True
    )
    game.hikers = [ANNA, BEN, CLEO]
    game.walk(ANNA, "tent")
    assert game.players[ANNA].face_up == {"main"}
    game.meet("blister", [ANNA, BEN])
    assert game.players[ANNA].face_up == {"main", "top"}
    assert game.players[BEN].pack == {"top": "map"}
    assert game.players[BEN].face_up == {"top"}
    game.players[BEN].hand = ["map", "compass"]
    game.pack(BEN, "compass", "top")
    assert game.players[BEN].face_up == set()
    game.meet("bear", [ANNA, CLEO])
    assert game.players[ANNA].face_up == {"top", "left_pocket"}  # the tent is gone
    assert game.players[CLEO].face_up == {"left_pocket"}


def test_of_two_cards_face_down_that_match_the_owner_shows_one() -> None:
    packs = [{"top": "socks", "main": "socks", "bottom": "tent"}, {"top": "socks"}]
    game = table(packs, Script((ANNA, "main")), face_down=True)
    game.hikers = [ANNA, BEN]
    game.meet("blister", [ANNA, BEN])
    game.walk(ANNA, "socks")
    assert [hiker.face_up for hiker in game.players] == [{"main"}, {"top"}]


class Counted(RandomChoices):
    """Counts all cards before every decision."""

    game: LetsTakeAHike

    def one(self, player: int, question: str, options: Sequence[T]) -> T:
        assert len(set(options)) == len(options) > 0
        game = self.game
        cards = [*game.draw_pile, *game.discard_pile, *game.trail]
        cards += [game.hazard] if game.hazard else []
        for hiker in game.players:
            cards += [*hiker.hand, *hiker.pack.values(), *hiker.score_pile]
            assert hiker.face_up <= set(hiker.pack)
        assert Counter(cards) == Counter(CARDS)
        return super().one(player, question, options)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("face_down", [False, True])
def test_what_holds_in_every_game(players: int, *, face_down: bool) -> None:
    for seed in range(5):
        choices = Counted(seed)
        game = LetsTakeAHike(players, choices, RandomChance(seed), face_down=face_down)
        choices.game = game
        winners = game.play()
        assert points(game)[winners[0]] == max(points(game))
        assert game.all_drawn
        assert not game.hikers


def test_the_deck() -> None:
    assert len(CARDS) == 104
    assert sum(card in BOOTS for card in CARDS) == 84
