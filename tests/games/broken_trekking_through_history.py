"""Ways to break the rules of trekking_through_history.game; those that were found last stand first."""

from tests.games.parts import Broken

BROKEN = (
    Broken("TH-21", 'where spent < card.hours "Spend', '"Spend'),
    Broken("TH-02", "3 gives used_with_3", "3 gives used_with_2"),
    Broken("TH-2B", "    must cover_any if possible", "    may cover_any"),
    Broken("TH-04", "deal 4 from itinerary_stack", "deal 3 from itinerary_stack"),
    Broken("TH-04", 'yes or no, normally yes "Choose', 'yes or no, normally no "Choose'),
    Broken("TH-30", "until count(clock_at(12)) = player_count", "until count(clock_at(12)) >= 1"),
    Broken("TH-30", "phase day 3 times", "phase day 2 times"),
    Broken("TH-10", "      turn of behind  [TH-10]", "      turn of each player from behind  [TH-10]"),
    Broken("TH-28", "if event.year < last(your trek.year)", "if event.year > last(your trek.year)"),
    Broken(
        "TH-31",
        (
            "    do open_day(day)\n"
            "    do clear_itineraries  [TH-31]\n"
            "    if day = 1 and not choose_itinerary  [TH-04]\n"
            "      do draw_itineraries\n"
            "    else\n"
            "      do choose_itineraries\n"
        ),
        (
            "    do clear_itineraries  [TH-31]\n"
            "    if day = 1 and not choose_itinerary  [TH-04]\n"
            "      do draw_itineraries\n"
            "    else\n"
            "      do choose_itineraries\n"
            "    do open_day(day)\n"
        ),
    ),
    Broken(
        "TH-04",
        "      do draw_itineraries\n    else\n      do choose_itineraries",
        "      do choose_itineraries\n    else\n      do choose_itineraries",
    ),
    Broken(
        "TH-04",
        "itineraries per Player: set of Itinerary, seen by owner",
        "itineraries per Player: set of Itinerary, seen by all",
    ),
    Broken(
        "TH-03",
        "zone day_deck per d in 1..3: pile of Event, seen by nobody",
        "zone day_deck per d in 1..3: pile of Event, seen by all",
    ),
    Broken("TH-03", "seen by nobody, top seen by all", "seen by nobody"),
    Broken("TH-03", "e.day = d\n) shuffled", "e.day = d\n)"),
    Broken("TH-05", "where hour = 12) shuffled", "where hour = 12)"),
    Broken("TH-20", "  when on_offer is empty\n  when ancestors", "  when ancestors"),
    Broken("TH-02", "2 gives used_with_2,", "2 gives used_with_3,"),
    Broken("TH-03", "kept at 5", "kept at 4"),
    Broken("TH-05", "starts 1  [TH-05]", "starts 2  [TH-05]"),
    Broken("TH-06", "6 - position(card, from: right)", "position(card)"),
    Broken("TH-10", "behind = first(w in rearmost", "behind = last(w in rearmost"),
    Broken("TH-21", "where spent < event.hours", "where spent <= event.hours"),
    Broken("TH-21", "  cost remove spent from your crystals\n  let under", "  let under"),
    Broken("TH-20", "  when ancestors is empty or your trek is empty\n", ""),
    Broken("TH-20", "define on_offer = top(deck, 1) + offer", "define on_offer = offer"),
    Broken("TH-24", "if arrival = 12", "if arrival >= 12"),
    Broken("TH-24", "add 3 to your track", "add 2 to your track"),
    Broken("TH-25", "event.crystal + mat(under).crystal", "event.crystal"),
    Broken("TH-25", "event.tokens + mat(under).tokens", "event.tokens"),
    Broken(
        "TH-26",
        "  first(r in 1..6 where your cell(r, c) is not none and",
        "  last(r in 1..6 where your cell(r, c) is not none and",
    ),
    Broken("TH-26", 'where your free_row(column) is not none "Wild', '"Wild'),
    Broken("TH-27", "and c is in columns and", "and"),
    Broken(
        "TH-27", "and every(k in columns: your covered(r, k))", "and some(k in columns: your covered(r, k))"
    ),
    Broken("TH-27", "crystal: add 1 to your crystals", "crystal: add 2 to your crystals"),
    Broken(
        "TH-2B",
        (
            "  for c in Column\n"
            "    repeat tokens(c) times\n"
            "      do cover(c)\n"
            "  repeat wild times  [TH-26 TH-2B]\n"
            "    must cover_any if possible\n"
        ),
        (
            "  repeat wild times  [TH-26 TH-2B]\n"
            "    must cover_any if possible\n"
            "  for c in Column\n"
            "    repeat tokens(c) times\n"
            "      do cover(c)\n"
        ),
    ),
    Broken("TH-29", "  when your trek is not empty  [TH-29]\n", ""),
    Broken("TH-2A", "from deck at left", "from deck at right"),
    Broken("TH-31", "    move offer to used\n", ""),
    Broken("TH-31", "    move deck to used\n", ""),
    Broken("TH-31", "      set p.experience(c) to 0", "      nothing"),
    Broken(
        "TH-33",
        "  all players in secret\n    choose itinerary",
        "  each player in turn\n    choose itinerary",
    ),
    Broken("TH-40", "score crystals_left = your crystals", "score crystals_left = 2 * your crystals"),
    Broken(
        "TH-41", "winner most total, then most trek_lengths, then shared", "winner most total, then shared"
    ),
    Broken("TH-40", "beyond +3 each", "beyond +2 each"),
    Broken("TH-21", "  do advance(card.hours - spent)  [TH-22]", "  do advance(card.hours)  [TH-22]"),
    Broken("TH-24", "  if arrival = 12  [TH-24]", "  if your watch.hour = 12  [TH-24]"),
    Broken(
        "TH-32", "      set p.experience(c) to 0", "      set p.experience(c) to 0\n    set p.crystals to 1"
    ),
    Broken("TH-01", "e in Event where e.day = d", "e in Event where e.day >= d"),
    Broken("TH-22", "clock_at(min(arrival, 12))  [TH-22", "clock_at(min(arrival, 12)) at bottom  [TH-22"),
    Broken(
        "TH-23",
        "clock_at(min(arrival, 12))  [TH-22",
        "clock_at(if arrival > 12 then arrival - 12 else arrival)  [TH-22",
    ),
)
