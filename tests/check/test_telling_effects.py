"""What is done openly because of something hidden; and what may be, because the players learn it anyway."""

from pathlib import Path
from textwrap import indent

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file
from tests.check.whole_games import check, only

HEAD = """game "Small"
players 2..3
pieces Card for each rank in 1..15
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone laid per Player: set of Card
zone pot: set of Card, face down seen by nobody
zone blind: set of Card, seen by nobody
zone line per Player: row of Card, face down seen by owner
state points per Player: 0..99
state noted: 0..9, seen by nobody
state bid per Player: 0..9, seen by owner
state culprit: Player or none, seen by nobody
define high per Player = some(card in your hand: card.rank > 5)
define strongest = max(players.hand.rank)

action knock(card from your hand where your high) "Knock"
  move card to pot face down
  if your high
    add 1 to your points

flow
  deal 2 from deck to hand
  move first(deck) to first(players).laid
  draw 1 from deck to blind
  for p in players
    draw 1 from deck to p.line face down
  all players in secret
    choose number from 0..9
    set your bid to number
"""
END = """
score all = your points + noted + count(your laid) + count(pot) + count(blind) + count(your line)
score bold = if your high and strongest = your bid and culprit is you then 1 else 0
winner most total, then shared
"""


def game(*lines: str) -> str:
    return HEAD + indent("\n".join(lines), "  ") + END


OTHER = "if left(you).high"
CHOSEN = 'choose card from left(you).hand "Which?"'
SOME = "(c in left(you).hand where c.rank > 10)"
OPEN = "show (c in your laid where max(left(you).hand.rank) > c.rank)"
AMONG = "choose p from (p in players where p.high)"
AMONG_OTHERS = "choose p from (p in players where not p.high)"
COVERED = "move your hand to pot face down if your high"
PLAYER = "let p = if max(your hand.rank) > 5 then you else left(you)"
DRAWN = "draw up to 1 from deck to your hand as card"


@pytest.mark.parametrize(
    ("lines", "marked"),
    [
        ([OTHER, "  add 1 to your points"], "add 1 to your points"),
        ([OTHER, '  say "Oh"'], 'say "Oh"'),
        ([OTHER, '  say "Oh" to you'], 'say "Oh" to you'),
        ([OTHER, "  draw up to 1 from deck to your laid"], "draw up to 1 from deck to your laid"),
        ([OTHER, "  move your hand to pot face down"], "move your hand to pot face down"),
        (["let known = left(you).high", "if known", '  say "Oh"'], 'say "Oh"'),
        (["if your hand has Card(1)", '  say "Oh"'], "your hand"),
        (["if top(deck).rank > 5", '  say "Oh"'], "deck"),
        (["repeat max(0, max(your hand.rank)) times", "  add 1 to your points"], "your hand.rank"),
        (["for card in (c in your hand where c.rank > 5)", "  add card.rank to your points"], "your hand"),
        (["draw up to max(0, max(your hand.rank)) from deck to your laid"], "your hand.rank"),
        (["move (c in left(you).hand where c.rank > 5) to pot face down"], "left(you).hand"),
        (["set your points to sum(left(you).hand.rank)"], "left(you).hand.rank"),
        (["set your points to sum(deck.rank)"], "deck.rank"),
        (["if strongest > 6", "  end game"], "end game"),
        # Shown too late, or only what somebody else has, or not any more.
        ([OTHER, '  say "Oh"', 'may "Look?"', "  show left(you).hand"], 'say "Oh"'),
        (["show left(you).hand", "draw 1 from deck to left(you).hand", OTHER, '  say "Oh"'], 'say "Oh"'),
        # One piece of it is laid open, and that is not all of it.
        ([CHOSEN, OTHER, "  move card to your laid"], "move card to your laid"),
        ([CHOSEN, OTHER, "  show card"], "show card"),
        (
            [CHOSEN, "move card to pot face down", "if sum(pot.rank) > 7", "  flip card face up"],
            "pot.rank",
        ),
        (
            ["for card in left(you).hand", "  if left(you).high", "    move card to your laid"],
            "move card to your laid",
        ),
        (
            ["choose card from deck by chance", "if sum(deck.rank) > 7", "  move card to your laid"],
            "deck.rank",
        ),
        # Whose it is, or by what it was chosen, is not laid open with it.
        (["for p in players where p.high", "  show p.laid"], "show p.laid"),
        (["for p in players where max(p.hand.rank) > 5", "  show p.laid"], "p.hand.rank"),
        # Chance, and what is laid open, show how many there are.
        (["roll max(1, noted) of 1..6 as dice", "add sum(dice) to your points"], "noted"),
        (["move (c in deck where c.rank > noted) to your laid"], "noted"),
        (["show (c in your hand where c.rank > noted)"], "noted"),
        ([OPEN], "left(you).hand.rank"),
        # From what chance chooses, and from what number on and up to which: it is one of these.
        (["roll die from min(6, noted)..6", "add die to your points"], "noted"),
        (["roll die from 1..max(1, max(your hand.rank))", "add die to your points"], "your hand.rank"),
        (["choose n from distinct(your hand.rank) by chance", "add n to your points"], "your hand.rank"),
        (["roll die from 1..max(1, noted), seen by you", "set noted to die"], "noted"),
        (
            ["choose 2 of (c in your hand where c.rank > 5) as few by chance", "move few to pot face down"],
            "your hand",
        ),
        ([f"choose card from {SOME} by chance", "move card to pot face down"], "left(you).hand"),
        # How many pieces go that stay hidden, how they lie, from which place, and whose are shuffled.
        (["move (c in your hand where c.rank > 5) to pot face down"], "your hand"),
        (["show (c in your hand where c.rank > 5) to left(you)"], "your hand"),
        ([COVERED], COVERED),
        ([PLAYER, "shuffle p.line"], "your hand.rank"),
        ([PLAYER, "move p.line to pot"], "your hand.rank"),
        # What lies face up is laid open only where all see it.
        ([OTHER, "  flip left(you).hand face up"], "flip left(you).hand face up"),
        (
            ["for card in deck where card.rank > 9", "  move card to blind", "  flip card face up"],
            "deck",
        ),
        # Some that were chosen out of it are laid open, by something else than what decides.
        ([OTHER, f"  show {SOME}"], f"show {SOME}"),
        ([OTHER, f"  move {SOME} to your laid"], f"move {SOME} to your laid"),
        # What is put into a state that is set in secret is told by what follows from it.
        (["set your bid to min(9, sum(first(deck, 1).rank))", "set your points to your bid"], "deck"),
        ([OTHER, "  set your bid to 3"], "set your bid to 3"),
    ],
)
def test_what_is_done_because_of_something_hidden(tmp_path: Path, lines: list[str], marked: str) -> None:
    text = game("each player in turn", indent("\n".join(lines), "  "), "  must knock if possible")
    assert only(check(tmp_path, text), "telling-effect").marked == marked


@pytest.mark.parametrize(
    "line",
    [
        f"{AMONG} by chance",
        f"{AMONG_OTHERS} by chance",
        "choose p from highest(p in players by max(p.hand.rank)) by chance",
        "choose card from highest(card in left(you).hand by card.rank) by chance",
        "choose 2 of (p in players where p.high) as p by chance",
        "roll die from 1..max(1, noted)",
        "roll die from noted..9",
    ],
)
def test_what_chance_gives_was_there_to_be_chosen(tmp_path: Path, line: str) -> None:
    text = game("each player in turn", f"  {line}", "  must knock if possible")
    found = {one.code for one in check(tmp_path, text)}
    assert found == {"telling-effect", "unused-name"}
    in_secret = text.replace(line, f"{line}, seen by nobody")
    assert {one.code for one in check(tmp_path, in_secret)} == {"unused-name"}


def test_what_chose_it_is_not_laid_open_with_it(tmp_path: Path) -> None:
    text = game("each player in turn", f"  {OTHER}", f"    {OPEN}", "  must knock if possible")
    assert {one.marked for one in check(tmp_path, text)} == {OPEN, "left(you).hand.rank"}


HIGHER = "(c in left(you).hand where {})"
REST = "left(you).hand.rank"
DEFINED = """define is_high(c: Card) = c.rank > 3
define is_top(p: Player, c: Card) = c.rank * 2 > sum(p.hand.rank)
"""


@pytest.mark.parametrize(
    "line",
    [
        "show {}",
        "move {} to your laid",
        "let shown = {}\n  show shown",
        "for card in {}\n    show card",
        "for card in {}\n    move card to your laid",
        "if some{}\n    show {}",
    ],
)
@pytest.mark.parametrize(
    ("test", "tells"),
    [
        # What each card tells of itself is known where it lies open, what it tells of the others is not.
        ("c.rank > 3", False),
        ("c.rank > 3 and c.rank < 9", False),
        (f"c.rank > 20 - sum({REST})", True),
        ("c.rank > sum(last(deck, 1).rank)", True),
        ("some(d in left(you).hand: d.rank > c.rank)", True),
        ("c.rank > count(d in left(you).hand where d.rank > 3)", True),
        ("is_top(left(you), c)", True),
        ("is_high(c)", False),
    ],
)
def test_what_is_laid_open_tells_of_itself_alone(
    tmp_path: Path, line: str, test: str, *, tells: bool
) -> None:
    chosen = HIGHER.format(test)
    if "some{}" in line:
        line = line.replace("some{}", f"some(c in left(you).hand: {test})")
    text = game("each player in turn", f"  {line.replace('{}', chosen)}", "  must knock if possible")
    found = {one.code for one in check(tmp_path, text.replace("define high", DEFINED + "define high"))}
    assert found - {"unused-name"} == ({"telling-effect"} if tells else set())


ORDERS = """
game "Orders"
players 2..2
pieces Card for each rank in 1..9
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone mixed: set of Card, seen by all, face down seen by nobody
zone laid: row of Card, seen by nobody
zone bag: set of Card, seen by nobody
zone open: row of Card, seen by all, face down seen by nobody
state marked per Card: yes or no
state noted: set of Card
state picked: Card or none
state tally: 0..99
routine lay(card: Card)
  move card to laid
flow
  deal 2 from deck to hand
  draw 2 from deck to mixed
  draw 2 from deck to mixed face down
  each player in turn
    {}
score all = tally + count(bag) + count(open) + count(laid)
winner most total, then shared
"""
EACH = "for card in mixed\n      "
FIRST = "let card = first(mixed)\n    if card is not none\n      "


@pytest.mark.parametrize(
    ("line", "tells"),
    [
        # A set is gone through in the order of the file, which depends on what lies there.
        (EACH + "move card to laid", True),
        (EACH + "move card to bag", True),
        (EACH + "do lay(card)", True),
        (EACH + 'say "So {card}"', True),
        (EACH + "show card to you", True),
        (EACH + 'set marked(card) to yes\n      say "So"', True),
        (EACH + "set picked to card", True),
        (EACH + 'may "Take {card}?"\n        add 1 to tally', True),
        # What is turned and set is told as if it were done to all at once; what lies open is known.
        (EACH + "flip card face down", False),
        (EACH + "set marked(card) to yes", False),
        (EACH + "add card to noted", False),
        (EACH + "flip card face down\n      set marked(card) to yes\n      add 1 to tally", False),
        (EACH + "move card to open", False),
        (EACH + "show card", False),
        (EACH + 'say "So"', False),
        # Whoever goes through what he or she sees can say what it is; what lies in a row has an order.
        ("for card in your hand\n      move card to laid", False),
        ("for card in laid\n      move card to bag", False),
        ("move mixed to laid", False),
        # So the first of a set is chosen by what it is; that there is one says nothing.
        (FIRST + "move card to laid", True),
        (FIRST + 'say "So {card}"', True),
        (FIRST + "set marked(card) to yes", True),
        (FIRST + "flip card face down", True),
        ("move last(mixed, 2) to bag", True),
        (FIRST + "move card to open", False),
        (FIRST + "add 1 to tally", False),
        (FIRST + "add count(first(mixed, 2)) to tally", False),
    ],
)
def test_the_order_of_a_set_depends_on_what_lies_there(tmp_path: Path, line: str, *, tells: bool) -> None:
    report = Report()
    path = tmp_path / "orders.game"
    path.write_text(ORDERS.format(line), encoding="utf-8")
    assert check_file(path, Files(), report, []) is not None
    codes = {found.code for found in report} & {"telling-effect", "information-leak", "secret-not-kept"}
    assert codes == ({"telling-effect"} if tells else set())


def test_a_number_that_is_made_of_something_hidden_does_not_lay_it_open(tmp_path: Path) -> None:
    lines = ["if noted > 3", "  set your points to 2 * noted"]
    text = game("each player in turn", indent("\n".join(lines), "  "), "  must knock if possible")
    assert [(one.code, one.marked) for one in check(tmp_path, text)] == [
        ("telling-effect", "noted"),
        ("telling-effect", "noted"),
    ]


def test_to_show_something_else_tells_as_much(tmp_path: Path) -> None:
    lines = [OTHER, '  say "Oh"', "  show your hand"]
    text = game("each player in turn", indent("\n".join(lines), "  "), "  must knock if possible")
    found = check(tmp_path, text)
    assert [(one.code, one.marked) for one in found] == [
        ("telling-effect", 'say "Oh"'),
        ("telling-effect", "show your hand"),
    ]


@pytest.mark.parametrize(
    "lines",
    [
        # The player who sees it is asked, hears it alone, or says that it is over.
        ["if your high", "  must knock", "else", '  say "{you} passes"'],
        ["if your high", '  say "Oh" to you'],
        ["if your high", "  end game"],
        # It is laid open: in what is done, right behind it, or before.
        ["if left(you).high", "  show left(you).hand", "  add 1 to your points"],
        ["if left(you).high", "  add 1 to your points", "show left(you).hand"],
        ["show players.hand", "if left(you).high", "  add 1 to your points"],
        [DRAWN, "if card is not none and card.rank = 1", "  move your hand to your laid", "  end game"],
        [DRAWN, "if card is not none and card.rank = 1", "  end game", "show card"],
        # Whether there are such, and how many, is told by these themselves.
        ["if some(card in left(you).hand: card.rank > 5)", "  show (c in left(you).hand where c.rank > 5)"],
        [f"if count{SOME} > 1", f"  move {SOME} to your laid", '  say "Oh"'],
        # What was chosen in secret is resolved.
        ["if your bid > left(you).bid", "  add 1 to your points"],
        # Nobody sees what is done; numbers are seen by all.
        ["if left(you).high and noted < 9", "  add 1 to noted"],
        ["if count(left(you).hand) > 1", "  add 1 to your points"],
        ["move (c in left(you).hand where c.rank > 5) to your laid"],
        ["move left(you).hand to your hand"],
        [CHOSEN, "if card.rank > 7", "  move card to your laid", "else", "  show card"],
        [CHOSEN, "move card to pot face down", "if card.rank > 7", "  flip card face up"],
        ["for card in left(you).hand where card.rank > 7", "  move card to your laid"],
        # Who sees what is chosen has chosen it, and chance that nobody sees tells nothing.
        ['choose card from your hand "Which?"', "move card to pot face down if card.rank > 5"],
        ['choose card from your hand "Which?"', "roll die from 1..card.rank", "add die to your points"],
        [f"{AMONG} by chance, seen by nobody", "set culprit to p"],
        ["roll die from 1..max(1, max(your hand.rank)), seen by you", 'say "{die}" to you'],
        ["roll die from 1..max(1, count(your hand))", "add die to your points"],
        # A card that chance takes out of some lies open with what it tells of itself.
        [f"choose card from {SOME} by chance", "move card to your laid"],
        [f"choose 2 of {SOME} as few by chance", "show few"],
        ["choose card from left(you).hand by chance", "move card to pot face down"],
        # So does what one turns up, and what one lays open because of all that one has.
        ["flip (c in your line where c.rank > 5) face up"],
        ["move (c in your hand where 2 * c.rank > sum(your hand.rank)) to your laid"],
        # One of a set in which all lie alike may be any of them.
        ["if your hand is not empty", "  move last(c in your hand by c.rank) to pot face down"],
        # What a player makes of what that player sees may be written down.
        ["set your points to sum(your hand.rank)"],
    ],
)
def test_what_the_players_learn_anyway(tmp_path: Path, lines: list[str]) -> None:
    text = game("each player in turn", indent("\n".join(lines), "  "), "  must knock if possible")
    assert check(tmp_path, text) == []


def test_a_rule_that_acts_because_of_something_hidden(tmp_path: Path) -> None:
    rule = "always cry for p in players\n  when p.high and p.points = 0\n  add 1 to p.points\n\nflow\n"
    text = game("each player in turn", "  must knock if possible")
    found = only(check(tmp_path, text.replace("flow\n", rule)), "telling-effect")
    assert found.marked == "add 1 to p.points"
    show = rule.replace("add 1", "show p.hand\n  add 1")
    assert check(tmp_path, text.replace("flow\n", show)) == []


MARKS = """game "Marks"
players 3..3
pieces Card for each rank in 1..20
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone blind per Player: {}
state marked per Card: yes or no
action mark(chosen from {}) "Mark"
  {}
flow
  deal 3 from deck to blind
  each player in turn
    must mark
score marks = count(card in your blind where marked(card))
winner most total, then shared
"""
UNSEEN = ("row of Card, seen by others", "row of Card, seen by nobody", "set of Card, seen by nobody")


@pytest.mark.parametrize("zone", UNSEEN)
@pytest.mark.parametrize("place", ["your blind", "left(you).blind"])
@pytest.mark.parametrize(
    "lines",
    ["set marked(chosen) to yes", "move chosen to deck at bottom\n  set marked(chosen) to yes"],
)
def test_a_mark_on_a_piece_that_is_not_known_tells_its_place_alone(
    tmp_path: Path, zone: str, place: str, lines: str
) -> None:
    assert check(tmp_path, MARKS.format(zone, place, lines)) == []


@pytest.mark.parametrize("zone", UNSEEN)
@pytest.mark.parametrize(
    "lines",
    [
        "for card in your blind where card.rank > 5\n    set marked(card) to yes",
        "let top = last(card in your blind by card.rank)\n  if top is not none\n    set marked(top) to yes",
        "if chosen.rank > 5\n    set marked(chosen) to yes",
    ],
)
def test_a_mark_that_is_set_because_of_what_a_piece_is_tells_it(
    tmp_path: Path, zone: str, lines: str
) -> None:
    found = check(tmp_path, MARKS.format(zone, "your blind", lines))
    assert "telling-effect" in {one.code for one in found}


HEAPS = """game "Heaps"
players 2..2
pieces Card for each rank in 1..5
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: row of Card, seen by others
zone heap per n in 1..5: pile of Card

action lay(card from your hand) "Lay"
  move card to heap(PLACE)

flow
  deal 2 from deck to hand
  each player in turn
    must lay

score all = count(your hand) + count(heap)
winner most total, then shared
"""


@pytest.mark.parametrize(
    ("place", "tells"), [("card.rank", False), ("min(5, max(1, max(your hand.rank)))", True)]
)
def test_where_a_piece_goes_that_all_see_then(tmp_path: Path, place: str, *, tells: bool) -> None:
    found = check(tmp_path, HEAPS.replace("PLACE", place))
    assert [one.code for one in found] == ["telling-effect"] * tells
