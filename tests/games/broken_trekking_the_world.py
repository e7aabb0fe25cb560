"""Ways to break the rules of trekking_the_world.game; those that were found last stand first."""

from tests.games.parts import Broken

BROKEN = (
    Broken("TW-41", 'where destination.place is your trekker "Visit', '"Visit'),
    Broken(
        "TW-10",
        "  each player in turn from first_player  [TW-10 TW-17]",
        "  each player in turn from first(players)  [TW-10 TW-17]",
    ),
    Broken("TW-10", "turn of each player from first_player", "turn of each player from first(players)"),
    Broken("TW-10", "choose first_player from players by chance", "let first_player = first(players)"),
    Broken("TW-45", "`move`(n): may stroll", "`move`(n): must stroll"),
    Broken("TW-45", "airport: may transfer", "airport: must transfer if possible"),
    Broken("TW-45", "recolour: may repaint", "recolour: must repaint if possible"),
    Broken("TW-46", "where colour is not cube.row", "where colour is not cube.colour"),
    Broken(
        "TW-32",
        "every(p in Place where p.region is place.region: cube_at(p) is empty)",
        "every(p in Place: cube_at(p) is empty)",
    ),
    Broken("TW-21", "    must travel if possible", "    may travel"),
    Broken("TW-20", "    may fly  [TW-20]", "    must fly if possible  [TW-20]"),
    Broken("TW-40", "repeat 2 times\n    must drawing", "repeat 3 times\n    must drawing"),
    Broken(
        "TW-17",
        (
            "  each player in turn from first_player  [TW-10 TW-17]\n"
            "    must start_at\n"
            "  do lay_out_map\n"
            "  do lay_out_cards"
        ),
        (
            "  do lay_out_map\n"
            "  do lay_out_cards\n"
            "  each player in turn from first_player  [TW-10 TW-17]\n"
            "    must start_at"
        ),
    ),
    Broken(
        "TW-14",
        "zone bonus_of per Region: slot of RegionToken, seen by nobody",
        "zone bonus_of per Region: slot of RegionToken, seen by all",
    ),
    Broken(
        "TW-15", "pile of Destination, seen by nobody, top seen by all", "pile of Destination, seen by nobody"
    ),
    Broken(
        "TW-32",
        "zone bonuses per Player: set of RegionToken, seen by owner",
        "zone bonuses per Player: set of RegionToken, seen by all",
    ),
    Broken(
        "TW-32",
        "zone bonuses per Player: set of RegionToken, seen by owner",
        "zone bonuses per Player: set of RegionToken, seen by nobody",
    ),
    Broken("TW-51", "    show p.hand\n", ""),
    Broken(
        "TW-40",
        "zone hand per Player: set of TrekCard, seen by owner",
        "zone hand per Player: set of TrekCard, seen by all",
    ),
    Broken("TW-14", "starts with RegionToken shuffled", "starts with RegionToken"),
    Broken("TW-15", "starts with Destination shuffled", "starts with Destination"),
    Broken("TW-13", "draw 1 from cube_bag to cube_at(p)", "move first(cube_bag, 1) to cube_at(p)"),
    Broken("TW-12", "2 gives copies - removed_with_2", "2 gives copies - removed_with_3"),
    Broken("TW-03", "if value = 3 then 18 else 12", "if value = 3 then 12 else 18"),
    Broken("TW-15", 'normally 3 "Dest', 'normally 4 "Dest'),
    Broken("TW-40", "kept at 4 from trek_deck", "kept at 3 from trek_deck"),
    Broken(
        "TW-43",
        "kept at offer_size from destination_deck at left",
        "kept at offer_size from destination_deck at right",
    ),
    Broken("TW-40", ", renewed from trek_discard", ""),
    Broken("TW-31", ">= 2 by count", ">= 1 by count"),
    Broken(
        "TW-31",
        "  if holder(c) is in leaders(c) then holder(c)\n  otherwise the_only(leaders(c))",
        "  the_only(leaders(c))",
    ),
    Broken(
        "TW-31",
        "  if holder(c) is in leaders(c) then holder(c)\n  otherwise the_only(leaders(c))",
        "  if holder(c) is in leaders(c) then holder(c)\n  otherwise first(leaders(c))",
    ),
    Broken("TW-20", "define free_airports = airports - players.trekker", "define free_airports = airports"),
    Broken("TW-20", "  when your trekker is in airports\n", ""),
    Broken(
        "TW-20",
        "    may fly  [TW-20]\n    must travel if possible  [TW-20 TW-21]",
        "    must travel if possible  [TW-20 TW-21]\n    may fly  [TW-20]",
    ),
    Broken(
        "TW-28",
        'goal from Place where goal is not your trekker "Move to which place?",\n    some of',
        'goal from Place "Move to which place?",\n    some of',
    ),
    Broken("TW-24", "      avoiding: others.trekker\n", "      avoiding: {}\n"),
    Broken("TW-46", "links: 1..limit, avoiding: others.trekker)", "links: 1..limit, avoiding: {})"),
    Broken("TW-46", "links: 1..limit", "links: limit..limit"),
    Broken(
        "TW-26", "  set your trekker to goal\n  do take_cube(goal)  [TW-26]", "  set your trekker to goal"
    ),
    Broken("TW-46", "  set your trekker to goal\n  do take_cube(goal)\n", "  set your trekker to goal\n"),
    Broken("TW-40", "must drawing if possible", "may drawing"),
    Broken("TW-41", "  when tally(cards.symbol) <= destination.cost\n", ""),
    Broken(
        "TW-42",
        "1: do gain_token(5)\n    2: do gain_token(3)",
        "1: do gain_token(3)\n    2: do gain_token(5)",
    ),
    Broken("TW-42", "position(destination, from: right)", "position(destination)"),
    Broken("TW-42", "t.value <= value by t.value", "t.value >= value by t.value"),
    Broken("TW-42", "t.value <= value by t.value", "t.value = value by t.value"),
    Broken("TW-44", 'where same(two_cards.symbol) "Discard', '"Discard'),
    Broken("TW-45", "visit_less(n): may visit(less: n)", "visit_less(n): must visit(less: n) if possible"),
    Broken("TW-46", "visit_less(n): may visit(less: n)", "visit_less(n): may visit(less: 1)"),
    Broken("TW-50", "count(players.bonuses) >= 5 or", "count(players.bonuses) >= 6 or"),
    Broken("TW-50", "count(p.visited) >= 5", "count(p.visited) >= 6"),
    Broken("TW-50", "    until closing  [TW-50]", "    stops the moment closing  [TW-50]"),
    Broken(
        "TW-13",
        "p.kind is destination and p.min_players_for_cube <= player_count",
        "p.kind is destination and p.min_players_for_cube <= player_count + 1",
    ),
    Broken("TW-16", "deal 3 from trek_box", "deal 4 from trek_box"),
    Broken("TW-16", "where journey_card.side is s by chance", "by chance"),
    Broken("TW-52", "= min(4, min(c in Colour", "= (min(c in Colour"),
    Broken("TW-52", "min(c in Colour: count(your suitcase(c)))", "max(c in Colour: count(your suitcase(c)))"),
    Broken("TW-53", "then most souvenirs, then shared", "then shared"),
    Broken(
        "TW-11",
        "depending on player_count {2 gives c.points_2, otherwise c.points_3_to_5}",
        "depending on player_count {2 gives c.points_3_to_5, otherwise c.points_3_to_5}",
    ),
    Broken("TW-46", "draw up to n from trek_deck to your hand", "draw up to 1 from trek_deck to your hand"),
    Broken(
        "TW-47",
        "when count(trek_deck) + count(trek_discard) > 0\n  draw 1",
        "when count(trek_deck) > 0\n  draw 1",
    ),
    Broken("TW-41", "less: 0..2 normally 0", "less: 0..2 normally 1"),
    Broken("TW-51", "    show p.bonuses\n", ""),
    Broken("TW-16", "starts with TrekCard shuffled", "starts with TrekCard"),
    Broken(
        "TW-23",
        "  when sum(cards.value) is in trail_lengths(",
        (
            "  when goal is in neighbours(road, your trekker) and sum(cards.value) = 3 or "
            "sum(cards.value) is in trail_lengths("
        ),
    ),
    Broken("TW-27", "  cost move cards to trek_discard  [TW-27]\n  set your trekker", "  set your trekker"),
    Broken("TW-48", "  move destination to your visited  [TW-43]", "  move destination to destination_box"),
    Broken(
        "TW-01",
        '    goal from Place where goal is not your trekker "Move to which place?",\n    some of',
        (
            '    goal from Place - airports where goal is not your trekker "Move to which place?",\n'
            "    some of"
        ),
    ),
    Broken(
        "TW-02", "starts with TrekCard shuffled", "starts with (t in TrekCard where t.value < 3) shuffled"
    ),
    Broken(
        "TW-22", "  when sum(cards.value) is in trail_lengths(", "  when count(cards) is in trail_lengths("
    ),
    Broken("TW-25", "      avoiding: others.trekker\n", "      avoiding: others.trekker + airports\n"),
    Broken("TW-30", "to your suitcase(souvenir.colour)", "to your suitcase(red)"),
    Broken(
        "TW-33",
        "  let souvenir = cube_at(place)\n  if souvenir is not none\n",
        (
            "  let souvenir = cube_at(place)\n"
            "  if every(p in Place where p.region is place.region: cube_at(p) is empty)\n"
            "    move bonus_of(place.region) to your bonuses\n"
            "  if souvenir is not none\n"
        ),
    ),
)
