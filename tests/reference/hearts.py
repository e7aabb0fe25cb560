"""Hearts for four, written by hand. A card is its suit and its rank; 11 is the jack, 14 the ace."""

from tests.reference.outside import Chance, Choices, Note, forget

Card = tuple[str, int]

SUITS = ("clubs", "diamonds", "spades", "hearts")
DECK: tuple[Card, ...] = tuple((suit, rank) for suit in SUITS for rank in range(2, 15))
OPENING: Card = ("clubs", 2)
QUEEN: Card = ("spades", 12)

PASS_TO = {1: 1, 2: 3, 3: 2}
"""How many seats clockwise the cards go: left, right, across; in the fourth round nowhere."""


def points(card: Card) -> int:
    if card == QUEEN:
        return 13
    return 1 if card[0] == "hearts" else 0


class Hearts:
    def __init__(self, choices: Choices, chance: Chance, note: Note = forget, *, limit: int = 100) -> None:
        self.choices = choices
        self.chance = chance
        self.note = note
        self.limit = limit
        self.round = 0
        self.totals = [0, 0, 0, 0]
        self.hands: list[list[Card]] = [[], [], [], []]
        self.taken: list[list[Card]] = [[], [], [], []]
        self.trick: dict[int, Card] = {}
        self.broken = False

    def play(self) -> list[int]:
        """All who have the fewest points when somebody has reached the limit."""
        while max(self.totals) < self.limit:
            self.play_round()
        fewest = min(self.totals)
        winners = [player for player in range(4) if self.totals[player] == fewest]
        self.note(("totals", *self.totals))
        self.note(("won", *winners))
        return winners

    def play_round(self) -> None:
        self.round += 1
        self.broken = False
        self.taken = [[], [], [], []]
        deck = self.chance.shuffled("deck", DECK)
        self.hands = [deck[player::4] for player in range(4)]
        if self.round % 4 in PASS_TO:
            self.pass_cards(PASS_TO[self.round % 4])
        leader = next(player for player in range(4) if OPENING in self.hands[player])
        for number in range(1, 14):
            leader = self.play_trick(leader, first=number == 1)
        caught = [sum(map(points, cards)) for cards in self.taken]
        if 26 in caught:
            caught = [26 - own for own in caught]
        for player in range(4):
            self.totals[player] += caught[player]
        self.note(("scored", *caught))

    def pass_cards(self, seats: int) -> None:
        passed = [self.choices.some(player, "pass", self.hands[player], 3) for player in range(4)]
        for player in range(4):
            receiver = (player + seats) % 4
            for card in passed[player]:
                self.hands[player].remove(card)
                self.hands[receiver].append(card)
            self.note(("passed", player, receiver, tuple(sorted(passed[player]))))

    def play_trick(self, leader: int, *, first: bool) -> int:
        """Who takes the trick."""
        trick = self.trick
        suit = None
        for seat in range(leader, leader + 4):
            player = seat % 4
            card = self.choices.one(player, "play", self.playable(self.hands[player], suit, first=first))
            self.hands[player].remove(card)
            trick[player] = card
            self.note(("played", player, card))
            if card[0] == "hearts":
                self.broken = True
            if suit is None:
                suit = card[0]
        winner = max(trick, key=lambda player: trick[player][1] if trick[player][0] == suit else 0)
        self.taken[winner] += trick.values()
        trick.clear()
        self.note(("taken", winner))
        return winner

    def playable(self, hand: list[Card], suit: str | None, *, first: bool) -> list[Card]:
        if suit is None:
            if first:
                return [OPENING]
            if self.broken:
                return hand
            return [card for card in hand if card[0] != "hearts"] or hand
        following = [card for card in hand if card[0] == suit]
        if following:
            return following
        if first:
            return [card for card in hand if not points(card)] or hand
        return hand
