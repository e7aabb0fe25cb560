"""Road Trip Europa, written by hand from the rulebook."""

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.reference.outside import Chance, Choices, Note, forget

DATA = Path(__file__).parents[2] / "games" / "road_trip"

ROUNDS, TRIP = 4, 7
PASSPORTS = (7, 3, 1)
CULTURE_POINTS = {2: 4, 3: 3, 4: 2}


def rows(table: str) -> list[dict[str, str]]:
    with (DATA / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@dataclass(frozen=True)
class Country:
    id: str
    number: int
    region: str
    food: str
    transport: str
    culture: str


COUNTRIES = {
    row["id"]: Country(
        row["id"], int(row["number"]), row["region"], row["food"], row["transport"], row["culture"]
    )
    for row in rows("countries")
}
FOODS = {row["food"]: int(row["points"]) for row in rows("foods")}
PAIRS = {row["transport"]: int(row["pair_points"]) for row in rows("transports")}
STARS = {row["region"]: int(row["star"]) for row in rows("regions")}
REGIONS = {
    region: {country.id for country in COUNTRIES.values() if country.region == region} for region in STARS
}


def start_and_end(trip: Sequence[str]) -> int:
    return abs(COUNTRIES[trip[0]].number - COUNTRIES[trip[-1]].number)


def cuisine(trip: Sequence[str]) -> int:
    points = sum(FOODS.get(COUNTRIES[card].food, 0) for card in trip)
    return points if points <= 7 else (points + 1) // 2


def transport(trip: Sequence[str]) -> int:
    means = Counter(COUNTRIES[card].transport for card in trip)
    return sum(means[one] // 2 * points for one, points in PAIRS.items())


@dataclass
class Sheet:
    """A player's score sheet."""

    start_and_end: list[int] = field(default_factory=list)
    cuisine: list[int] = field(default_factory=list)
    transport: list[int] = field(default_factory=list)
    culture: dict[str, int] = field(default_factory=dict)
    countries: set[str] = field(default_factory=set)
    stars: int = 0
    passport: int = 0

    @property
    def total(self) -> int:
        rounds = sum(self.start_and_end) + sum(self.cuisine) + sum(self.transport)
        return rounds + sum(self.culture.values()) + len(self.countries) + self.stars + self.passport


class RoadTrip:
    def __init__(
        self,
        players: int,
        choices: Choices,
        chance: Chance,
        note: Note = forget,
        *,
        change_of_direction: bool = False,
    ) -> None:
        self.players = players
        self.choices = choices
        self.chance = chance
        self.note = note
        self.change_of_direction = change_of_direction
        self.round = 0
        self.set_aside: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.trips: list[list[str]] = [[] for _ in range(players)]
        self.sheets = [Sheet() for _ in range(players)]
        self.stars_given: set[str] = set()
        self.passports_left = list(PASSPORTS)

    def play(self) -> list[int]:
        for number in range(1, ROUNDS + 1):
            self.round = number
            self.deal()
            self.draft()
            self.score_round()
        winners = self.winners()
        self.note(("totals", *(sheet.total for sheet in self.sheets)))
        self.note(("won", *winners))
        return winners

    # ---- cards

    def deal(self) -> None:
        played = [card for trip in self.trips for card in trip]
        self.trips = [[] for _ in range(self.players)]
        if self.players == 2 and self.round in (2, 4):
            pile = self.set_aside
        elif self.players == 3 and self.round > 1:
            pile = self.set_aside + self.chance.shuffled("cards", played)
        else:
            pile = self.chance.shuffled("cards", list(COUNTRIES))
        dealt = TRIP * self.players
        self.hands = [pile[player : dealt : self.players] for player in range(self.players)]
        self.set_aside = pile[dealt:]
        for player, hand in enumerate(self.hands):
            self.note(("dealt", player, tuple(sorted(hand))))

    def draft(self) -> None:
        to_the_left = not (self.change_of_direction and self.round % 2 == 0)
        for pick in range(1, TRIP + 1):
            cards = [self.choices.one(player, "place", hand) for player, hand in enumerate(self.hands)]
            for player, card in enumerate(cards):
                self.hands[player].remove(card)
                self.trips[player].append(card)
                self.note(("placed", player, card))
            if pick < TRIP:  # a hand goes to the next seat, or everybody gets that of the next seat
                self.hands = (
                    [*self.hands[-1:], *self.hands[:-1]]
                    if to_the_left
                    else [
                        *self.hands[1:],
                        *self.hands[:1],
                    ]
                )

    # ---- scores

    def score_round(self) -> None:
        for sheet, trip in zip(self.sheets, self.trips, strict=True):
            sheet.start_and_end.append(start_and_end(trip))
            sheet.cuisine.append(cuisine(trip))
            sheet.transport.append(transport(trip))
        culture = self.score_culture()
        self.mark_countries()
        for player, sheet in enumerate(self.sheets):
            self.note(
                (
                    "scored",
                    player,
                    sheet.start_and_end[-1],
                    sheet.cuisine[-1],
                    sheet.transport[-1],
                    culture[player],
                )
            )

    def score_culture(self) -> list[int]:
        """Everybody may score one kind of culture; what each got for it."""
        symbols = [Counter(COUNTRIES[card].culture for card in trip) for trip in self.trips]
        kinds: list[str | None] = []
        for player, sheet in enumerate(self.sheets):
            own = sorted(kind for kind in symbols[player] if kind and kind not in sheet.culture)
            kinds.append(self.choices.one(player, "culture", [None, *own]))
        all_points = []
        for player, kind in enumerate(kinds):
            points = 0
            if kind is not None:
                seen = sum(others[kind] for others in symbols) - symbols[player][kind]
                points = seen * CULTURE_POINTS[self.players]
                self.sheets[player].culture[kind] = points
                self.note(("culture", player, kind))
            all_points.append(points)
        return all_points

    def mark_countries(self) -> None:
        """The bonuses of a round are given when everybody has marked the countries of the trip."""
        for sheet, trip in zip(self.sheets, self.trips, strict=True):
            sheet.countries.update(trip)
        for region, countries in REGIONS.items():
            if region not in self.stars_given:
                first = [sheet for sheet in self.sheets if countries <= sheet.countries]
                for sheet in first:
                    sheet.stars += STARS[region]
                if first:
                    self.stars_given.add(region)
        arrived = [
            sheet
            for sheet in self.sheets
            if not sheet.passport and all(countries & sheet.countries for countries in REGIONS.values())
        ]
        if arrived and self.passports_left:
            bonus = self.passports_left.pop(0)
            for sheet in arrived:
                sheet.passport = bonus

    def winners(self) -> list[int]:
        def rank(sheet: Sheet) -> tuple[int, int, int]:
            return sheet.total, sheet.passport, sum(sheet.start_and_end)

        best = max(map(rank, self.sheets))
        return [player for player, sheet in enumerate(self.sheets) if rank(sheet) == best]
