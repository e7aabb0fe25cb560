"""The plain Road Trip by itself: the rulebook's worked examples, and what holds in every game."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

import pytest

from tests.reference.outside import Event, RandomChance, RandomChoices
from tests.reference.road_trip import COUNTRIES, REGIONS, RoadTrip, Sheet, cuisine, start_and_end, transport

T = TypeVar("T")


def trip(cards: str) -> list[str]:
    return cards.split()


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("norway germany estonia", 2),
        ("romania iceland hungary spain austria czechia poland", 2),
        ("greece spain germany", 6),
        ("switzerland iceland austria", 0),
    ],
)
def test_start_and_end(cards: str, points: int) -> None:
    assert start_and_end(trip(cards)) == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("czechia slovakia bulgaria switzerland", 5),
        ("austria hungary iceland", 6),
        ("romania iceland hungary spain austria czechia poland", 8),
        ("austria hungary", 6),
        ("iceland switzerland", 7),
        ("iceland austria", 4),
        ("austria hungary spain", 5),
        ("germany france", 0),
    ],
)
def test_local_cuisine(cards: str, points: int) -> None:
    assert cuisine(trip(cards)) == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("germany austria sweden portugal united_kingdom", 6),
        ("finland estonia germany", 4),
        ("finland estonia poland", 4),
        ("norway greece italy", 7),
        ("latvia lithuania belgium luxembourg", 10),
        ("norway greece croatia spain", 16),
        ("germany finland", 0),
    ],
)
def test_transport(cards: str, points: int) -> None:
    assert transport(trip(cards)) == points


class Wishes:
    """Scores the kind of culture named for each player, if it may be scored; otherwise none."""

    def __init__(self, kinds: Sequence[str | None]) -> None:
        self.kinds = kinds
        self.offered: dict[int, Sequence[object]] = {}

    def one(self, player: int, question: str, options: Sequence[T]) -> T:
        assert question == "culture"
        self.offered[player] = options
        wish = self.kinds[player]
        return next(option for option in options if option == wish)

    def some(self, player: int, question: str, things: Sequence[T], number: int) -> Sequence[T]:
        raise NotImplementedError(player, question, things, number)


def score(trips: Sequence[str], *kinds: str | None) -> tuple[RoadTrip, Wishes]:
    """One round in which these trips have been made."""
    wishes = Wishes(kinds or [None] * len(trips))
    game = RoadTrip(len(trips), wishes, RandomChance(0))
    game.trips = [trip(cards) for cards in trips]
    game.score_round()
    return game, wishes


def test_three_art_symbols_before_three_opponents_are_six_points() -> None:
    trips = ("czechia hungary italy", "slovakia finland", "france latvia", "lithuania germany")
    game, wishes = score(trips, "art", None, None, None)
    assert game.sheets[0].culture == {"art": 6}
    assert wishes.offered[0] == [None, "art", "music"]


@pytest.mark.parametrize(("players", "points"), [(2, 12), (3, 9), (4, 6)])
def test_what_a_symbol_is_worth_depends_on_the_players(players: int, points: int) -> None:
    game, _ = score(["lithuania", "czechia slovakia france", "spain", "spain"][:players], "art", *[None] * 3)
    assert game.sheets[0].culture == {"art": points}


def test_own_symbols_never_count_and_the_kind_is_used_up() -> None:
    game, wishes = score(["czechia slovakia bulgaria", "germany"], "art", None)
    assert game.sheets[0].culture == {"art": 0}
    wishes.kinds = [None, None]
    game.trips = [trip("czechia hungary"), trip("sweden")]
    game.score_round()
    assert wishes.offered[0] == [None, "music"]


def test_completed_in_the_same_round_both_get_the_star_later_nobody() -> None:
    game, _ = score(["united_kingdom", "ireland", "united_kingdom"])
    game.trips = [trip("ireland"), trip("united_kingdom"), trip("spain")]
    game.score_round()
    game.trips = [trip("spain"), trip("spain"), trip("ireland")]
    game.score_round()
    assert [sheet.stars for sheet in game.sheets] == [2, 2, 0]


PASSPORT = "germany norway estonia hungary portugal belgium ireland"


@pytest.mark.parametrize(
    ("rounds", "bonuses"),
    [
        ([{0, 1}, {2}, {3}], [7, 7, 3, 1]),
        ([{0, 1, 2, 3}], [7, 7, 7, 7]),
        ([{0}, {1, 2}, {3}], [7, 3, 3, 1]),
        ([{0}, {1}, {2}, {3}], [7, 3, 1, 0]),
        ([{1}, set(), set(), {0}], [3, 7, 0, 0]),
    ],
)
def test_a_place_for_the_passport_is_used_up_by_a_round(rounds: list[set[int]], bonuses: list[int]) -> None:
    game, _ = score(["spain", "spain", "spain", "spain"])
    for arriving in rounds:
        game.trips = [trip(PASSPORT if player in arriving else "spain") for player in range(4)]
        game.score_round()
    assert [sheet.passport for sheet in game.sheets] == bonuses


def test_six_regions_are_no_passport() -> None:
    game, _ = score([PASSPORT.replace("belgium", "spain"), "spain"])
    assert game.sheets[0].passport == 0


WHOLE_GAME = [
    [
        "romania iceland hungary spain austria czechia poland",
        "norway united_kingdom bulgaria latvia lithuania finland greece",
        "portugal belgium france switzerland luxembourg sweden estonia",
        "italy ireland germany denmark slovakia croatia netherlands",
    ],
    [
        "estonia lithuania united_kingdom germany hungary luxembourg austria",
        "iceland slovakia czechia greece latvia switzerland france",
        "spain poland portugal belgium netherlands denmark croatia",
        "romania ireland finland norway italy sweden bulgaria",
    ],
    [
        "netherlands latvia croatia lithuania austria finland greece",
        "portugal norway bulgaria spain belgium estonia romania",
        "czechia denmark poland germany switzerland united_kingdom hungary",
        "france ireland slovakia iceland sweden italy luxembourg",
    ],
    [
        "hungary lithuania czechia denmark france ireland slovakia",
        "norway estonia croatia germany romania bulgaria belgium",
        "sweden italy poland netherlands switzerland finland latvia",
        "greece iceland portugal united_kingdom spain luxembourg austria",
    ],
]


def test_the_score_sheet_of_the_rulebook() -> None:
    game, wishes = score(WHOLE_GAME[0], "music", None, None, None)
    for trips, kind in zip(WHOLE_GAME[1:], ("architecture", "art", None), strict=True):
        wishes.kinds = [kind, None, None, None]
        game.trips = [trip(cards) for cards in trips]
        game.score_round()
    anna = game.sheets[0]
    assert anna.start_and_end == [2, 4, 1, 0]
    assert anna.cuisine == [8, 6, 6, 5]
    assert anna.transport == [4, 8, 5, 0]
    assert anna.culture == {"music": 10, "architecture": 10, "art": 10}
    assert (len(anna.countries), anna.stars, anna.passport) == (21, 6, 7)
    assert wishes.offered[0] == [None]
    assert [sheet.total for sheet in game.sheets] == [113, 63, 78, 73]
    assert game.winners() == [0]


@pytest.mark.parametrize(
    ("sheets", "winners"),
    [
        ([Sheet([0], [13], [0], passport=7), Sheet([12], [8], [0])], [0]),
        ([Sheet([8], [12], [0]), Sheet([9], [11], [0])], [1]),
        ([Sheet([8], [12], [0]), Sheet([8], [11], [1]), Sheet([19], [0], [0])], [0, 1]),
    ],
)
def test_ties(sheets: list[Sheet], winners: list[int]) -> None:
    game = RoadTrip(len(sheets), RandomChoices(0), RandomChance(0))
    game.sheets = sheets
    assert game.winners() == winners


def hand_of(event: Event) -> tuple[str, ...]:
    hand = event[2]
    assert isinstance(hand, tuple)
    return hand


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_holds_in_every_game(players: int) -> None:
    for seed in range(20):
        log: list[Event] = []
        game = RoadTrip(players, RandomChoices(seed), RandomChance(seed), log.append)
        game.play()
        dealt = [hand_of(event) for event in log if event[0] == "dealt"]
        rounds = [
            {card for hand in dealt[start : start + players] for card in hand}
            for start in range(0, 4 * players, players)
        ]
        assert [len(cards) for cards in rounds] == [7 * players] * 4
        assert len([event for event in log if event[0] == "placed"]) == 28 * players
        if players == 2:
            assert [rounds[0] | rounds[1], rounds[2] | rounds[3]] == [set(COUNTRIES)] * 2
        if players == 3:
            assert all(before | after == set(COUNTRIES) for before, after in pairwise(rounds))
        assert all(len(sheet.culture) <= 4 and sheet.stars <= 28 for sheet in game.sheets)
        assert sum(map(len, REGIONS.values())) == 28


def test_the_direction_changes_after_each_round() -> None:
    for change, rounds_to_the_left in ((False, [1, 2, 3, 4]), (True, [1, 3])):
        game = Passing(change_of_direction=change)
        game.play()
        assert game.to_the_left == rounds_to_the_left


class Passing(RoadTrip):
    """Looks in each round whether it is the player to the left who got the hand that was dealt to Anna."""

    def __init__(self, *, change_of_direction: bool) -> None:
        super().__init__(
            3, RandomChoices(1), RandomChance(1), self.watch, change_of_direction=change_of_direction
        )
        self.to_the_left: list[int] = []
        self.first: set[str] = set()

    def watch(self, event: Event) -> None:
        if event[:2] == ("dealt", 0):
            self.first = set(hand_of(event))
        placed_by_anna = event[:2] == ("placed", 0) and len(self.trips[0]) == 2
        if placed_by_anna and event[2] not in self.first and set(self.hands[1]) < self.first:
            self.to_the_left.append(self.round)
