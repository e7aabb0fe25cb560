"""Ways to break the rules of tour_du_monde.game; those that were found last stand first."""

from tests.games.parts import Broken

BROKEN = (
    Broken("TM-11", "3 gives 10", "3 gives 9"),
    Broken("TM-11", "5 gives 6", "5 gives 5"),
    Broken("TM-26", "  when your hand has joker\n", ""),
    Broken("TM-25", "  if new_stop is not none  [TM-25]\n    set new_stop to none\n", ""),
    Broken(
        "TM-30", "until over  [TM-30 TM-32]", "until (some(p in players: count(p.hand) <= 1))  [TM-30 TM-32]"
    ),
    Broken("TM-34", "define rounds = 3", "define rounds = 2"),
    Broken("TM-11", "  shuffle draw_pile\n", ""),
    Broken("TM-10", "  move golden_capitals to draw_pile\n", ""),
    Broken("TM-13", "turn of each player from first(players)", "turn of each player from starter"),
    Broken(
        "TM-20", "hand per Player: set of Card, seen by owner", "hand per Player: set of Card, seen by all"
    ),
    Broken(
        "TM-11", "zone draw_pile: pile of Card, seen by nobody", "zone draw_pile: pile of Card, seen by all"
    ),
    Broken("TM-11", "2 gives 15", "2 gives 14"),
    Broken("TM-27", "  renewed from discard_pile  [TM-27]\n", ""),
    Broken("TM-25", "  when new_stop is none  [TM-25]\n  when some", "  when some"),
    Broken("TM-22", "  when some(s in neighbours(route, stop): s is in tour)\n", ""),
    Broken(
        "TM-25", "  when new_stop is none  [TM-25]\n  when your hand has joker", "  when your hand has joker"
    ),
    Broken("TM-26", "to cards_under(stop)\n", "to discard_pile\n"),
    Broken("TM-23", "  when destination.country is in tour\n", ""),
    Broken("TM-31", "if card is joker and your hand is empty", "if card is joker"),
    Broken("TM-31", "if card is joker and your hand is empty", "if your hand is empty"),
    Broken("TM-21", "choose drawer from others", "choose drawer from players"),
    Broken(
        "TM-21", "draw up to 1 from draw_pile to drawer.hand", "draw up to 2 from draw_pile to drawer.hand"
    ),
    Broken("TM-20", "  draw up to 1 from draw_pile to your hand  [TM-20 TM-28]\n", ""),
    Broken("TM-20", "    must drop  [TM-20]", "    may drop  [TM-20]"),
    Broken("TM-20", "play_secondary repeatedly", "play_secondary"),
    Broken("TM-10", "highest(p in players by p.total)", "lowest(p in players by p.total)"),
    Broken("TM-10", "starter = first(highest", "starter = last(highest"),
    Broken("TM-34", "    move cards_under to draw_pile\n", ""),
    Broken("TM-34", "  set points_doubled to no\n", ""),
    Broken("TM-31", "then 2 else 1", "then 3 else 1"),
    Broken("TM-34", "winner least total", "winner most total"),
    Broken("TM-01", "| joker    | Joker | 2      |", "| joker    | Joker | 3      |"),
    Broken("TM-01", '| plus_one | "+1"  | 4      |', '| plus_one | "+1"  | 5      |'),
    Broken(
        "TM-33",
        "factor * sum(your hand.points)",
        "factor * (sum(your hand.points) + count(c in your hand where c is joker))",
    ),
    Broken(
        "TM-24",
        "action play_stop(\n    stop from your hand where stop is Stop",
        "action play_stop(\n    stop from your hand where stop is Country",
    ),
    Broken("TM-02", "(c in Country where c.golden)", "(c in Country where c.points = 1)"),
    Broken(
        "TM-03",
        "some(s in neighbours(route, stop): s is in tour)",
        "some(s in tour: distance(route, s, stop) = 2)",
    ),
    Broken("TM-12", "turn of each player from first(players)", "turn of each player from last(players)"),
    Broken(
        "TM-28",
        "  draw up to 1 from draw_pile to your hand  [TM-20 TM-28]",
        "  draw 1 from draw_pile to your hand  [TM-20 TM-28]",
    ),
    Broken(
        "TM-32",
        "  if card is plus_one  [TM-21 TM-32]",
        "  if card is plus_one and your hand is not empty  [TM-21 TM-32]",
    ),
)
