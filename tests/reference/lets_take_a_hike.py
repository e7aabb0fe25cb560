"""Let's Take a Hike, written by hand from the rulebook. Cards are known by their names."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from tests.reference.outside import Chance, Choices, Note, forget

DATA = Path(__file__).parents[2] / "games" / "lets_take_a_hike"

PLACES = ("top", "main", "bottom", "left_pocket", "right_pocket", "left_hand", "right_hand")
HAND_LIMIT = 7


def rows(table: str) -> list[dict[str, str]]:
    with (DATA / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


BOOTS = {row["item"]: int(row["boots"]) for row in rows("items")}
FITS = {row["item"]: row["slots"].split() for row in rows("items")}
HAZARDS = tuple(row["hazard"] for row in rows("hazards"))
CARDS: tuple[str, ...] = tuple(
    name
    for table, column in (("items", "item"), ("hazards", "hazard"))
    for row in rows(table)
    for name in [row[column]] * int(row["copies"])
)

Action = tuple[str, ...]
"""`("draw",)`, `("pack", item, place)` or `("hazard", hazard)`."""


@dataclass
class Hiker:
    """What lies before one player."""

    hand: list[str] = field(default_factory=list)
    pack: dict[str, str] = field(default_factory=dict)
    face_up: set[str] = field(default_factory=set)
    """The places of the pack whose card everybody sees."""
    score_pile: list[str] = field(default_factory=list)

    @property
    def weight(self) -> int:
        return sum(BOOTS[item] for item in self.pack.values())

    @property
    def points(self) -> int:
        return sum(BOOTS[item] for item in self.score_pile)

    @property
    def packed(self) -> list[str]:
        """The places that are taken."""
        return [place for place in PLACES if place in self.pack]

    @property
    def heaviest(self) -> list[str]:
        """The places of the heaviest items."""
        boots = max(BOOTS[item] for item in self.pack.values())
        return [place for place in self.packed if BOOTS[self.pack[place]] == boots]

    def places_of(self, item: str) -> list[str]:
        return [place for place in self.packed if self.pack[place] == item]

    def take_out(self, place: str) -> str:
        self.face_up.discard(place)
        return self.pack.pop(place)


def payments(hiker: Hiker, distance: int, *, overpaying: bool = False) -> list[tuple[str, ...]]:
    """The places whose cards are enough together and of which none could be left out, or any may be more
    than is needed.
    """
    found = []
    for size in range(1, len(hiker.pack) + 1):
        for places in combinations(hiker.packed, size):
            boots = [BOOTS[hiker.pack[place]] for place in places]
            if distance <= sum(boots) and (overpaying or sum(boots) - min(boots) < distance):
                found.append(places)
    return found


class LetsTakeAHike:
    def __init__(
        self,
        players: int,
        choices: Choices,
        chance: Chance,
        note: Note = forget,
        *,
        face_down: bool = False,
        overpaying: bool = False,
    ) -> None:
        self.players = [Hiker() for _ in range(players)]
        self.choices = choices
        self.chance = chance
        self.note = note
        self.face_down = face_down
        self.overpaying = overpaying
        self.draw_pile: list[str] = []  # the first is on top
        self.discard_pile: list[str] = []
        self.hazard: str | None = None  # being resolved
        self.trail: list[str] = []
        self.hikers: list[int] = []
        self.guide = 0  # who turns the cards over
        self.all_drawn = False

    def play(self) -> list[int]:
        self.draw_pile = self.chance.shuffled("draw pile", CARDS)
        for _ in range(HAND_LIMIT):
            for hiker in self.players:
                hiker.hand.append(self.draw_pile.pop(0))
        for player in range(len(self.players)):
            self.pack_for_the_start(player)
        player = self.chance.one_of("first player", range(len(self.players)))
        self.note(("first", player))
        while not self.all_drawn:
            self.turn(player)
            player = self.left_of(player)
        return self.winners()

    def left_of(self, player: int) -> int:
        return (player + 1) % len(self.players)

    def around(self, first: int) -> list[int]:
        """All players in turn order from one of them."""
        return [*range(first, len(self.players)), *range(first)]

    # ---- hand and pack

    def pack_for_the_start(self, player: int) -> None:
        hiker = self.players[player]
        while True:
            free: list[tuple[str, str] | None] = [
                (item, place)
                for item in distinct_items(hiker.hand)
                for place in FITS[item]
                if place not in hiker.pack
            ]
            chosen = self.choices.one(player, "pack at the start", [None, *free])
            if chosen is None:
                return
            self.pack(player, *chosen)

    def pack(self, player: int, item: str, place: str) -> None:
        hiker = self.players[player]
        hiker.hand.remove(item)
        if place in hiker.pack:
            hiker.hand.append(hiker.take_out(place))
        hiker.pack[place] = item
        if not self.face_down:
            hiker.face_up.add(place)
        self.note(("packed", player, item, place))

    def discard_from_pack(self, player: int, *places: str) -> None:
        items = sorted(self.players[player].take_out(place) for place in places)
        self.discard_pile += items
        self.note(("discarded", player, *items))

    def unpack(self, player: int) -> None:
        """All that is packed goes back into the hand."""
        hiker = self.players[player]
        hiker.hand += [hiker.take_out(place) for place in hiker.packed]
        self.keep_to_hand_limit(player)

    def keep_to_hand_limit(self, player: int) -> None:
        hand = self.players[player].hand
        too_many = len(hand) - HAND_LIMIT
        if too_many > 0:
            cards = sorted(self.choices.some(player, "too many cards", list(hand), too_many))
            for card in cards:
                hand.remove(card)
            self.discard_pile += cards
            self.note(("discarded", player, *cards))

    # ---- a turn

    def turn(self, player: int) -> None:
        options = ["three card actions"]
        if self.players[player].pack:
            options.append("hike")
        if self.choices.one(player, "turn", options) == "hike":
            self.hike(player)
        else:
            for _ in range(3):
                if not self.all_drawn:
                    self.card_action(player)

    def card_action(self, player: int) -> None:
        hand = self.players[player].hand
        actions: list[Action] = [("draw",)]
        actions += [("pack", item, place) for item in distinct_items(hand) for place in FITS[item]]
        actions += [("hazard", hazard) for hazard in HAZARDS if hazard in hand]
        match self.choices.one(player, "card action", actions):
            case ("pack", item, place):
                self.pack(player, item, place)
            case ("hazard", hazard):
                hand.remove(hazard)
                self.note(("hazard", player, hazard))
                self.meet(hazard, self.around(player)[1:])
            case _:
                hand.append(self.draw_pile.pop(0))
                self.note(("drew", player))
                if self.draw_pile:
                    self.keep_to_hand_limit(player)
                else:
                    self.all_drawn = True

    # ---- hazards

    def meet(self, hazard: str, affected: Sequence[int]) -> None:
        """The affected players are in the order in which they choose."""
        self.hazard = hazard
        with_pack = [player for player in affected if self.players[player].pack]
        match hazard:
            case "bear":
                self.bear(with_pack)
            case "skunk":
                for player in with_pack:
                    self.discard_from_pack(
                        player, self.choices.one(player, "skunk", self.players[player].packed)
                    )
                    self.unpack(player)
            case "raccoon":
                for player in affected:
                    hand = self.players[player].hand
                    if hand:
                        card = self.chance.one_of(f"stolen from {player}", hand)
                        hand.remove(card)
                        self.discard_pile.append(card)
                        self.note(("stolen", player, card))
            case "blister":
                self.show_packs(with_pack, "socks")
                for player in with_pack:
                    if not self.players[player].places_of("socks"):
                        self.lose_heaviest(player)
        self.hazard = None
        self.discard_pile.append(hazard)

    def bear(self, with_pack: Sequence[int]) -> None:
        self.show_packs(with_pack, "bear_spray")
        prey = [player for player in with_pack if not self.players[player].places_of("bear_spray")]
        if not prey:
            return
        weights = sorted((self.players[player].weight for player in prey), reverse=True)
        heaviest = [player for player in prey if self.players[player].weight == weights[0]]
        if len(prey) == 1 or len(heaviest) > 1:
            for player in heaviest:
                self.lose_heaviest(player)
            return
        victim, enough = heaviest[0], weights[1] - 1
        while self.players[victim].weight > enough:
            self.discard_from_pack(victim, self.choices.one(victim, "bear", self.players[victim].packed))

    def lose_heaviest(self, player: int) -> None:
        self.discard_from_pack(player, self.choices.one(player, "heaviest", self.players[player].heaviest))

    def show_packs(self, players: Sequence[int], protection: str) -> None:
        """Those who have the protection show it, the others their whole pack."""
        for player in players:
            hiker = self.players[player]
            if hiker.places_of(protection):
                self.show_one(player, protection)
            else:
                hiker.face_up.update(hiker.pack)

    def show_one(self, player: int, item: str) -> None:
        """One card of this kind lies open then; which of several, its owner chooses."""
        hiker = self.players[player]
        places = hiker.places_of(item)
        if hiker.face_up.isdisjoint(places):
            hiker.face_up.add(self.choices.one(player, "show", places))

    # ---- a hike

    def hike(self, leader: int) -> None:
        self.note(("hike", leader))
        self.hikers = [leader]
        self.guide = leader
        for player in self.around(leader)[1:]:
            may_join = bool(self.players[player].pack)
            if may_join and self.choices.one(player, "join", [False, True]):
                self.hikers.append(player)
                self.note(("joined", player))
        while self.hikers:
            card = self.turn_over()
            if card is None:
                for player in list(self.hikers):
                    self.leave(player)
            elif card in BOOTS:
                self.trail.append(card)
                for player in list(self.hikers):
                    self.walk(player, card)
                self.go_on_or_leave()
            else:
                self.meet(card, list(self.hikers))
                if card == "skunk":
                    for player in list(self.hikers):
                        self.drop_out(player)
                self.go_on_or_leave()
        self.discard_pile += self.trail
        self.trail.clear()

    def turn_over(self) -> str | None:
        if not self.draw_pile:
            if not self.discard_pile:
                return None
            self.draw_pile = self.chance.shuffled("draw pile", self.discard_pile)
            self.discard_pile = []
        card = self.draw_pile.pop(0)
        if not self.draw_pile:
            self.all_drawn = True
        self.note(("turned over", self.guide, card))
        return card

    def walk(self, player: int, card: str) -> None:
        hiker = self.players[player]
        if hiker.places_of(card):
            self.show_one(player, card)
        elif hiker.weight < BOOTS[card]:
            if hiker.pack:
                self.discard_from_pack(player, *hiker.packed)
            self.drop_out(player)
        else:
            ways = payments(hiker, BOOTS[card], overpaying=self.overpaying)
            spent = self.choices.one(player, "distance", ways)
            self.discard_from_pack(player, *spent)

    def go_on_or_leave(self) -> None:
        for player in list(self.hikers):
            must_leave = not self.players[player].pack
            if must_leave or self.choices.one(player, "leave", [False, True]):
                self.leave(player)

    def leave(self, player: int) -> None:
        taken: list[str] = []
        if self.hikers == [player]:
            taken = list(self.trail)
        else:
            card = self.choices.one(player, "card of the trail", [None, *sorted(set(self.trail))])
            if card is not None:
                taken = [card]
        for card in taken:
            self.trail.remove(card)
        self.players[player].score_pile += taken
        if taken:
            self.note(("took", player, *sorted(taken)))
        self.unpack(player)
        self.drop_out(player)

    def drop_out(self, player: int) -> None:
        """The hikers stand in turn order; the first of them turns over the cards."""
        self.hikers.remove(player)
        self.note(("left", player))
        if self.hikers:
            self.guide = self.hikers[0]

    # ---- the end

    def winners(self) -> list[int]:
        def rank(player: int) -> tuple[int, int]:
            hiker = self.players[player]
            return hiker.points, len(hiker.score_pile)

        best = max(map(rank, range(len(self.players))))
        tied = [player for player in range(len(self.players)) if rank(player) == best]
        winner = self.draw_for_skunks(tied) if len(tied) > 1 else tied[0]
        self.note(("points", *(hiker.points for hiker in self.players)))
        self.note(("won", winner))
        return [winner]

    def draw_for_skunks(self, tied: list[int]) -> int:
        """Who is left when all others have drawn a skunk."""
        deck = list(CARDS)
        waiting = list(tied)
        while len(waiting) > 1:
            player = waiting.pop(0)
            card = self.chance.one_of("draw for skunks", deck)
            deck.remove(card)
            self.note(("drew for a tie", player, card))
            if card != "skunk":
                waiting.append(player)
        return waiting[0]


def distinct_items(hand: Sequence[str]) -> list[str]:
    return [item for item in BOOTS if item in hand]
