"""Games as tight loops in plain Python: lists of numbers, `random()` for every choice, no objects.

What somebody writes who wants nothing but speed from Python; the twins in tests/reference are written to be
read. Each function plays one game with players who do not think.
"""

from collections.abc import Callable

Random = Callable[[], float]

LINES_THROUGH = tuple(
    tuple(
        tuple(other for other in line if other != cell)
        for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
        if cell in line
    )
    for cell in range(9)
)


def tic_tac_toe(random: Random) -> int:
    """Who has won: 0, 1, or -1 for nobody."""
    board = [-1] * 9
    free = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    player = 0
    while free:
        cell = free.pop(int(random() * len(free)))
        board[cell] = player
        for one, other in LINES_THROUGH[cell]:
            if board[one] == player and board[other] == player:
                return player
        player = 1 - player
    return -1


def connect_four(random: Random) -> int:
    """Who has won: 0, 1, or -1 for nobody. The board has a border on all sides, 8 cells a column."""
    board = [2] * 80
    for column in range(1, 8):
        board[column * 8 + 1 : column * 8 + 7] = [-1] * 6
    tops = [9, 17, 25, 33, 41, 49, 57]
    player = 0
    while tops:
        chosen = int(random() * len(tops))
        cell = tops[chosen]
        board[cell] = player
        for step in (1, 8, 9, 7):
            length = 1
            other = cell + step
            while board[other] == player:
                length += 1
                other += step
            other = cell - step
            while board[other] == player:
                length += 1
                other -= step
            if length >= 4:
                return player
        if board[cell + 1] == -1:
            tops[chosen] = cell + 1
        else:
            del tops[chosen]
        player = 1 - player
    return -1


QUEEN_OF_SPADES = 2 * 13 + 10
HEARTS = 3


def hearts(random: Random) -> list[list[int]]:
    """The points that each player has caught, hand by hand. A card is 13 times its suit and its rank."""
    totals = [0, 0, 0, 0]
    caught_in_hands: list[list[int]] = []
    while max(totals) < 100 and len(caught_in_hands) < 40:
        caught = hearts_hand(len(caught_in_hands) + 1, random)
        caught_in_hands.append(caught)
        for player in range(4):
            totals[player] += caught[player]
    return caught_in_hands


def hearts_hand(number: int, random: Random) -> list[int]:
    deck = list(range(52))
    for last in range(51, 0, -1):
        place = int(random() * (last + 1))
        deck[place], deck[last] = deck[last], deck[place]
    hands = [deck[0:13], deck[13:26], deck[26:39], deck[39:52]]
    seats = (0, 1, 3, 2)[number % 4]
    if seats:
        passed = [[hand.pop(int(random() * len(hand))) for _ in range(3)] for hand in hands]
        for player in range(4):
            hands[(player + seats) % 4] += passed[player]
    leader = next(player for player in range(4) if 0 in hands[player])
    points = [0, 0, 0, 0]
    broken = False
    for trick in range(13):
        hand = hands[leader]
        if trick == 0:
            best = 0
        else:
            options = hand if broken else [card for card in hand if card < 39] or hand
            best = options[int(random() * len(options))]
        hand.remove(best)
        suit = best // 13
        low, high = suit * 13, suit * 13 + 13
        worth = 1 if suit == HEARTS else 13 if best == QUEEN_OF_SPADES else 0
        winner = leader
        for offset in (1, 2, 3):
            player = (leader + offset) % 4
            hand = hands[player]
            options = [card for card in hand if low <= card < high]
            if not options:
                options = hand
                if trick == 0:
                    options = [card for card in hand if card < 39 and card != QUEEN_OF_SPADES] or hand
            card = options[int(random() * len(options))]
            hand.remove(card)
            if card >= 39:
                worth += 1
                broken = True
            elif card == QUEEN_OF_SPADES:
                worth += 13
            if best < card < high:
                best, winner = card, player
        if suit == HEARTS:
            broken = True
        points[winner] += worth
        leader = winner
    return [26 - own for own in points] if 26 in points else points
