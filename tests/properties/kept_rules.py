"""Conditions, what may change them, and where it may stand: for standing rules and what stops phases.

Every condition has two rules that keep a state beside it: `seen3` says at any time whether the third holds. A
game lets the first player pick an effect, which is carried out once, where the context says.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from tests.properties.random_words import Lines, indented

HEAD = """game "Kept"
players 2..2
limit steps 20000

values Suit: ash, elm
pieces Card for each suit in Suit, rank in 1..12
places Spot grid 2 by 2

zone deck: pile of Card, seen by all, starts with Card
  renewed from waste
zone waste: pile of Card, seen by all
zone table: row of Card, face down seen by nobody
zone row_of_two: row of Card, kept at 2 from deck
zone narrow: row of Card, at most 2, extra goes to waste
zone tray: slot of Card, at most 1, old one goes to waste
zone hand per Player: set of Card, seen by all
  at most 4, owner discards extra to waste
zone board per here in Spot: set of Card

state number: 0..99
state coins per Player: 0..99
state tally per Suit: 0..99
state storm: yes or no
state leader: Player, starts first(players)
state mark: Card or none
state weather: Suit, starts ash
state out: set of Player
state spot: Spot, starts Spot(1, 1)
state picked: 0..99
state watched: 0..99
state held: yes or no
state stayed: yes or no

define crowded per Player = count(your hand) >= 2
define height = if storm then number + first(players).coins else number

action pick(one from 1..{effects}, place from 0..{conditions}) "Pick {one}, {place}"
  set picked to one
  set watched to place
"""

CONDITIONS = {
    "number": "number >= 3",
    "of a player": "some(p in players: p.coins >= 2)",
    "of a suit": "tally(ash) > tally(elm)",
    "flag": "storm",
    "player": "leader is last(players)",
    "piece or none": "mark is not none",
    "suit": "weather is elm",
    "set of players": "out has first(players)",
    "place": "spot is Spot(2, 2)",
    "how many lie there": "count(table) >= 4",
    "how many are left": "count(deck) < 4",
    "what lies on top": "if deck is not empty then top(deck).rank > 3 else yes",
    "in which order": "if table is not empty then first(table).rank > last(table).rank else no",
    "some face down": "some(c in table: face_down(c))",
    "one face down": "if mark is none then no else face_down(mark)",
    "where a piece lies": "if mark is none then no else mark is in table",
    "of one hand": "count(first(players).hand) >= 3",
    "of all hands": "count(players.hand) >= 4",
    "empty slot": "tray is empty",
    "on the board": "some(s in Spot: board(s) is not empty)",
    "on one place": "board(spot) is not empty",
    "definition of a player": "some(p in players: p.crowded)",
    "definition": "height >= 3",
    "the pass": "round >= 2",
    "written down": "first(players).gain > 0",
    "position in a row": "if mark is none then no else if mark is in table then position(mark) = 1 else no",
    "tables by turns": "count(narrow) + count(row_of_two) + count(waste) >= 5",
}

EFFECTS: dict[str, Lines] = {
    "set": ["set number to 3"],
    "add": ["add 3 to number"],
    "of a player": ["add 2 to first(players).coins"],
    "of a suit": ["add 1 to tally(ash)"],
    "flag": ["set storm to yes"],
    "flag and what it guards": ["set number to 2", "set first(players).coins to 1", "set storm to yes"],
    "player": ["set leader to last(players)"],
    "piece": ["set mark to first(table)"],
    "suit": ["set weather to elm"],
    "into a set": ["add first(players) to out"],
    "place": ["set spot to Spot(2, 2)"],
    "onto the table": ["move top(deck) to table"],
    "face down": ["move top(deck) to table face down"],
    "all away": ["move table to waste"],
    "flip": ["flip table face down"],
    "flip the marked": ["set mark to last(table)", "flip last(table) face down"],
    "down and up": [
        "set mark to last(table)",
        "flip table face down",
        "flip table face up",
        "add 3 to number",
    ],
    "shuffle a row": ["shuffle table"],
    "shuffle a pile": ["shuffle deck"],
    "deal": ["deal 2 from deck to hand"],
    "draw": ["draw up to 3 from deck to first(players).hand"],
    "draw with a name": [
        "draw up to 1 from deck to table as card",
        "if card is not none",
        "  set mark to card",
    ],
    "draw until it is renewed": ["move deck to waste", "draw up to 5 from deck to table"],
    "into a slot": ["move top(deck) to tray"],
    "out of a slot": ["move top(deck) to tray", "move tray to waste"],
    "onto the board": ["move top(deck) to board(Spot(2, 2))"],
    "onto the place of a state": ["move top(deck) to board(spot)"],
    "to the other end": ["move last(table) to table at left"],
    "all hands": ["deal 1 from deck to hand", "move players.hand to waste"],
    "from a kept zone": ["move row_of_two to waste"],
    "into a narrow zone": ["move deck to narrow"],
    "too many in a hand": ["draw up to 6 from deck to last(players).hand"],
    "in a loop": ["for c in table where c.rank > 1", "  move c to waste"],
    "repeated": ["repeat 2 times", "  draw up to 1 from deck to table"],
    "exchanged": ["together", "  move table to deck", "  move first(deck, 2) to table"],
    "score": ["add 1 to number", "score round"],
    "show": ["show deck", "add 3 to number"],
    "say": ['say "It is {number}"', "set storm to yes"],
    "chance": ["roll die from 3..4", "add die to number"],
    "chosen by chance": ["choose card from table by chance", "set mark to card"],
}


@frozen
class Context:
    """Where an effect stands: what is declared for it, and the lines of the flow when it is picked."""

    declared: Callable[[int, Lines], Lines]
    played: Callable[[int, Lines], Lines]


def _nothing(_number: int, _effect: Lines) -> Lines:
    return []


def _below(*heads: str) -> Callable[[int, Lines], Lines]:
    """The effect below these lines, each below the one before it."""

    def lines(number: int, effect: Lines) -> Lines:
        found = effect
        for head in reversed(heads):
            found = [head.format(number=number), *indented(found)]
        return found

    return lines


def _lines(*lines: str) -> Callable[[int, Lines], Lines]:
    return lambda number, _effect: [line.format(number=number) for line in lines]


ACTION = 'action act{number} "Act {number}"'
PLAYED = ("player first(players)", "  must act{number}")
SURE = ['choose sure from 1..2 "Sure?"', "if sure > 0", "  nothing"]
ROUTINE = "routine do{number}"
WHEN = ("always first{number}", "  when go = {number}", "  set go to 0")

CONTEXTS = {
    "the flow": Context(_nothing, _below()),
    "a block": Context(_nothing, _below("for p in players where p is last(players)", "if p.coins >= 0")),
    "a phase": Context(_nothing, _below("phase one{number} 2 times")),
    "a turn": Context(
        _nothing,
        lambda number, effect: [f"phase turn{number} 2 times", *indented(["turn of each player", *effect])],
    ),
    "a routine": Context(_below(ROUTINE), _lines("do do{number}")),
    "an action": Context(_below(ACTION), _lines(*PLAYED)),
    "what one may do": Context(_nothing, _below("player last(players)", 'may "Do it?"')),
    "together": Context(_nothing, _below("together")),
    "a routine of one change": Context(_below(ROUTINE), _lines("together", "  do do{number}")),
    "secret": Context(
        _nothing, lambda _number, effect: ["all players in secret", *indented([*SURE, *effect])]
    ),
    "a secret routine": Context(
        _below(ROUTINE), _lines("all players in secret", *indented([*SURE, "do do{number}"]))
    ),
    "a rule": Context(
        lambda number, effect: [*_lines(*WHEN)(number, effect), *indented(effect)],
        _lines("set go to {number}"),
    ),
    "a rule set off by a rule": Context(
        lambda number, effect: [
            *_lines(*WHEN, "  set come to {number}")(number, effect),
            *_lines("always second{number}", "  when come = {number}", "  set come to 0")(number, effect),
            *indented(effect),
        ],
        _lines("set go to {number}"),
    ),
    "a rule that asks": Context(
        lambda number, effect: [
            *_below(ACTION)(number, effect),
            *_lines(*WHEN, *indented(PLAYED))(number, effect),
        ],
        _lines("set go to {number}"),
    ),
    "a rule in a routine": Context(
        lambda number, effect: [
            *_below(ROUTINE)(number, effect),
            *_lines(*WHEN, "  do do{number}")(number, effect),
        ],
        _lines("set go to {number}"),
    ),
}
END = """
score gain each round = number
score points = your coins
winner most total, then shared
"""
BEGIN = [
    "flow",
    "  draw 3 from deck to table",
    "  deal 1 from deck to hand",
    "  phase round 2 times",
    "    player first(players)",
    "      must pick",
]


def kept(context: Context) -> str:
    """Every condition with a state that two rules keep beside it."""
    declared: Lines = ["state go: 0..99", "state come: 0..99"]
    for number, condition in enumerate(CONDITIONS.values(), 1):
        declared += [
            f"state seen{number}: yes or no",
            f"state turned{number}: 0..999",
            f"always on{number}",
            f"  when not seen{number}",
            f"  when {condition}",
            f"  set seen{number} to yes",
            f"  add 1 to turned{number}",
            f"always off{number}",
            f"  when seen{number}",
            f"  when not ({condition})",
            f"  set seen{number} to no",
            f"  add 1 to turned{number}",
        ]
    played: Lines = []
    for number, effect in enumerate(EFFECTS.values(), 1):
        declared += context.declared(number, effect)
        played += [f"if picked = {number}", *indented(context.played(number, effect))]
    return _game([*declared, *BEGIN, *indented(indented(played))])


def stopped(context: Context) -> str:
    """Every condition stops a phase in which the effect is carried out, as soon as it turns."""
    declared: Lines = ["state go: 0..99", "state come: 0..99", "state missed: yes or no", "state stops: 0..2"]
    body: Lines = []
    for number, effect in enumerate(EFFECTS.values(), 1):
        declared += context.declared(number, effect)
        body += [f"if picked = {number}", *indented(context.played(number, effect))]
    declared += ["routine effect", *indented(body)]
    played: Lines = []
    for number, condition in enumerate(CONDITIONS.values(), 1):
        turned = f"if held then not ({condition}) else ({condition})"
        phase = [
            f"set held to {condition}",
            "set stayed to no",
            f"phase watched{number} 1 times",
            f"  stops the moment {turned}",
            "  do effect",
            "  set stayed to yes",
            "if stayed",
            f"  if {turned}",
            "    set missed to yes",
            "else",
            "  add 1 to stops",
        ]
        played += [f"if watched = {number}", *indented(phase)]
    return _game([*declared, *BEGIN, *indented(indented(played))])


def _game(lines: Lines) -> str:
    head = HEAD.replace("{effects}", f"{len(EFFECTS)}").replace("{conditions}", f"{len(CONDITIONS)}")
    return head + "\n" + "\n".join(lines) + "\n" + END
