"""Ways to break the rules of lets_take_a_hike.game; those that were found last stand first."""

from tests.games.parts import Broken

BROKEN = (
    Broken("LH-62", "turn of each player of tied - lost_the_draw", "turn of each player of tied"),
    Broken("LH-62", "where card is not in drawn_for_tie by chance", "by chance"),
    Broken(
        "LH-3F", "    each player of biggest in turn from you  [LH-3F]", "    each player of biggest in turn"
    ),
    Broken(
        "LH-3F",
        "each player of hikers in turn from leader  [LH-3F]\n        do walk",
        "each player of hikers in turn\n        do walk",
    ),
    Broken(
        "LH-3F",
        "(p in targets where p.pack is not empty) in turn from you  [LH-3F]",
        "(p in targets where p.pack is not empty) in turn",
    ),
    Broken("LH-3F", "each player of barefoot in turn from you", "each player of barefoot in turn"),
    Broken(
        "LH-02",
        "all players in secret\n      may pack_at_start repeatedly",
        "each player in turn\n      may pack_at_start repeatedly",
    ),
    Broken("LH-V1", "  if every(item in same_items: face_down(item))\n", "  if same_items is not empty\n"),
    Broken("LH-V1", "face down seen by owner  [LH-V1]", "face down seen by all  [LH-V1]"),
    Broken("LH-V1", 'normally no "Packs lie', 'normally yes "Packs lie'),
    Broken("LH-20", "repeat 3 times\n    must card_action", "repeat 4 times\n    must card_action"),
    Broken("LH-20", "repeat 3 times\n    must card_action", "repeat 2 times\n    must card_action"),
    Broken("LH-25", "must card_action if possible", "may card_action"),
    Broken(
        "LH-60",
        "    stops the moment over  [LH-60]",
        "    until last_card_drawn  [LH-60]",
    ),
    Broken("LH-60", "if over then count(Card) else 7", "7"),
    Broken("LH-03", "choose first_player from players by chance", "let first_player = first(players)"),
    Broken(
        "LH-01",
        "zone hand per Player: set of Card, seen by owner",
        "zone hand per Player: set of Card, seen by all",
    ),
    Broken(
        "LH-01", "zone draw_pile: pile of Card, seen by nobody", "zone draw_pile: pile of Card, seen by all"
    ),
    Broken("LH-01", "deal 7 from draw_pile", "deal 6 from draw_pile"),
    Broken("LH-02", "may pack_at_start repeatedly", "may pack_at_start"),
    Broken(
        "LH-22",
        "  at most 1, old one goes to your hand  [LH-22]",
        "  at most 1, old one goes to discard_pile  [LH-22]",
    ),
    Broken("LH-23", "do strike(hazard, others)  [LH-40]", "do strike(hazard, players)  [LH-40]"),
    Broken("LH-24", "else 7), owner", "else 8), owner"),
    Broken("LH-30", "  when your pack is not empty\n  let leader = you", "  let leader = you"),
    Broken(
        "LH-31",
        "(p in others where p.pack is not empty) in turn from left(leader)  [LH-31]",
        "(p in others) in turn from left(leader)  [LH-31]",
    ),
    Broken("LH-31", "in turn from left(leader)  [LH-31]", "in turn from right(leader)  [LH-31]"),
    Broken("LH-33", "move card to trail at right\n", "move card to discard_pile\n"),
    Broken("LH-35", "sum(items.boots) >= distance", "sum(items.boots) > distance"),
    Broken("LH-35", ', nothing needless "What do', '  "What do'),
    Broken("LH-36", "else if your weight < card.boots", "else if your weight <= card.boots"),
    Broken(
        "LH-36",
        "    move your pack to discard_pile\n    remove you from hikers",
        "    move your pack to your hand\n    remove you from hikers",
    ),
    Broken(
        "LH-37", "      do strike(card, hikers)  [LH-40]", "      do strike(card, hikers - leader)  [LH-40]"
    ),
    Broken("LH-37", "      do strike(card, hikers)  [LH-40]", "      do strike(card, players)  [LH-40]"),
    Broken(
        "LH-38",
        "    phase go_on_or_leave  [LH-38 LH-45]\n      each player of hikers in turn from leader",
        "    phase go_on_or_leave  [LH-38 LH-45]\n      each player of hikers in turn from left(leader)",
    ),
    Broken(
        "LH-38",
        (
            "        if your pack is empty\n"
            '          say "{you} has an empty pack and must leave"\n'
            "          do leave\n"
            "        else\n"
            "          may"
        ),
        "        if your pack is not empty\n          may",
    ),
    Broken("LH-39", 'may choose card from trail "Which', 'choose card from trail "Which'),
    Broken(
        "LH-3A",
        (
            "  if hikers = {you}  [LH-3A]\n"
            "    move trail to your score_pile\n"
            "  else\n"
            '    may choose card from trail "Which card of the trail do you take?"  [LH-39]\n'
            "    if card is not none\n"
            "      move card to your score_pile\n"
        ),
        (
            '  may choose card from trail "Which card of the trail do you take?"  [LH-39]\n'
            "  if card is not none\n"
            "    move card to your score_pile\n"
        ),
    ),
    Broken("LH-3D", "  move trail to discard_pile  [LH-3D LH-47]\n", ""),
    Broken(
        "LH-3G",
        "  each player of hikers in turn from leader  [LH-3G]\n    do leave\n",
        "  set hikers to {}\n",
    ),
    Broken("LH-41", "p.weight > your weight", "p.weight >= your weight"),
    Broken("LH-41", "and not p.pack has bear_spray)  [LH-44]", ")  [LH-44]"),
    Broken("LH-42", "if count(prey) = 1 or count(biggest) > 1", "if count(biggest) > 1"),
    Broken("LH-43", "if count(prey) = 1 or count(biggest) > 1", "if count(prey) = 1"),
    Broken(
        "LH-41", "let biggest = highest(p in prey by p.weight)", "let biggest = lowest(p in prey by p.weight)"
    ),
    Broken(
        "LH-46",
        (
            '    choose item from your pack "A skunk: which item do you throw away?"\n'
            "    move item to discard_pile\n"
        ),
        "",
    ),
    Broken(
        "LH-46",
        (
            "    move your pack to your hand\n"
            "\n"
            "routine strike(hazard: Hazard, targets: set of Player) for raccoon"
        ),
        "\nroutine strike(hazard: Hazard, targets: set of Player) for raccoon",
    ),
    Broken("LH-47", "      if card is skunk  [LH-47]\n        set hikers to {}\n", ""),
    Broken("LH-48", "choose stolen from p.hand by chance", "let stolen = first(p.hand)"),
    Broken(
        "LH-48",
        "  for p in targets where p.hand is not empty\n",
        "  for p in players where p.hand is not empty\n",
    ),
    Broken("LH-49", "and not p.pack has socks)\n", ")\n"),
    Broken(
        "LH-V1",
        "do show_packs(targets, socks)\n  let barefoot",
        "do show_packs(targets, bear_spray)\n  let barefoot",
    ),
    Broken("LH-60", "and hikers is empty and trail is empty  [LH-60]", "and hikers is empty  [LH-60]"),
    Broken("LH-62", "then most cards, then least skunks", "then least skunks"),
    Broken("LH-62", "count(tied - lost_the_draw) = 1", "count(lost_the_draw) = 1"),
    Broken("LH-V1", "  do show_packs(targets, bear_spray)\n", ""),
    Broken("LH-V1", "      do show_one(shields)", "      flip shields face up"),
    Broken("LH-V1", "    do show_one(same_items)  [LH-V1]", "    nothing"),
    Broken(
        "LH-V1",
        "  if every(item in same_items: face_down(item))",
        "  if some(item in same_items: face_down(item))",
    ),
    Broken(
        "LH-V1",
        '    choose item from same_items "Which of the same items do you turn over?"\n    flip item face up',
        "    flip first(same_items, 1) face up",
    ),
    Broken(
        "LH-3F", "  each player of carriers in turn from you  [LH-3F]", "  each player of carriers in turn"
    ),
    Broken("LH-02", 'where your pack(spot) is empty "Where', '"Where'),
    Broken("LH-01", "starts with Card shuffled", "starts with Card"),
    Broken("LH-61", "sum(your score_pile.boots)", "count(your score_pile)"),
    Broken(
        "LH-3F",
        "each player of hikers in turn from leader  [LH-3F]\n        do walk",
        "each player of hikers in turn from left(leader)  [LH-3F]\n        do walk",
    ),
    Broken(
        "LH-10",
        "define weight per Player: 0..28 = sum(your pack.boots)",
        (
            "define weight per Player: 0..28 = sum(item in your pack where item.spot is not "
            "right_hand: item.boots)"
        ),
    ),
    Broken(
        "LH-11",
        '    spot from item.slots "Where does {item} go?"\n) "Pack {item} ({spot})" in menu',
        (
            '    spot from item.slots where spot is not left_hand "Where does {item} go?"\n'
            ') "Pack {item} ({spot})" in menu'
        ),
    ),
    Broken(
        "LH-12",
        "define weight per Player: 0..28 = sum(your pack.boots)",
        "define weight per Player: 0..28 = count(your pack)",
    ),
    Broken(
        "LH-13",
        'item from your hand where item is Item "Which item do you pack?"',
        (
            "item from your hand where item is Item and not some(other in your pack: other is "
            'item.item) "Which item do you pack?"'
        ),
    ),
    Broken(
        "LH-14",
        'item from your hand where item is Item "Which item do you pack?"',
        'item from your hand + your pack where item is Item "Which item do you pack?"',
    ),
    Broken("LH-21", "  draw 1 from draw_pile to your hand\n", "  draw up to 2 from draw_pile to your hand\n"),
    Broken(
        "LH-32",
        '        else\n          may "Leave',
        '        else\n          may place_item\n          may "Leave',
    ),
    Broken(
        "LH-34",
        "let same_items = (item in your pack where item is card.item)",
        "let same_items = (item in your pack where item is card.item and item.boots > 1)",
    ),
    Broken(
        "LH-3B",
        "each player of hikers in turn from leader  [LH-3B]",
        "each player of hikers in turn from right(leader)  [LH-3B]",
    ),
    Broken("LH-3C", "    until hikers is empty or", "    until count(hikers) <= 1 or"),
    Broken(
        "LH-3E",
        "turn of each player from first_player  [LH-20",
        "turn of each player from left(first_player)  [LH-20",
    ),
    Broken("LH-35", "  else if overpaying  [LH-35]\n", "  else if not overpaying  [LH-35]\n"),
    Broken("LH-40", "do strike(hazard, others)", "do strike(hazard, players)"),
    Broken("LH-44", "and not p.pack has bear_spray)  [LH-44]", ")  [LH-44]"),
    Broken("LH-45", "      if card is skunk  [LH-47]", "      if card is skunk or card is bear  [LH-47]"),
)
