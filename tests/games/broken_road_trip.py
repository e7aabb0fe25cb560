"""Ways to break the rules of road_trip.game; those that were found last stand first."""

from tests.games.parts import Broken

BROKEN = (
    Broken("RT-22", "| 4     | 0      |", "| 4     | 1      |"),
    Broken("RT-07", "face down seen by owner  [RT-07]", "face down seen by all  [RT-07]"),
    Broken(
        "RT-02", "zone stock: pile of Country, seen by nobody", "zone stock: pile of Country, seen by all"
    ),
    Broken(
        "RT-03",
        "zone hand per Player: set of Country, seen by owner",
        "zone hand per Player: set of Country, seen by all",
    ),
    Broken(
        "RT-18",
        "        all players in secret\n          may score_culture",
        "        each player in turn\n          may score_culture",
    ),
    Broken(
        "RT-31",
        "      move players.trip to earlier_trips\n",
        "      move players.trip to stock\n      shuffle stock\n",
    ),
    Broken("RT-40", "define rounds = 4", "define rounds = 5"),
    Broken("RT-01", "starts with Country shuffled", "starts with Country"),
    Broken("RT-04", "otherwise left(you)", "otherwise right(you)"),
    Broken("RT-V1", "round mod 2 = 0 then", "round mod 2 = 1 then"),
    Broken("RT-03", "face down if pick = 1", "face down if pick = 2"),
    Broken("RT-11", "if points <= 7", "if points < 7"),
    Broken("RT-11", "if points <= 7", "if points <= 8"),
    Broken("RT-11", "points / 2 rounded up", "points / 2 rounded down"),
    Broken("RT-12", "/ 2 rounded down", "/ 2 rounded up"),
    Broken("RT-14", "  when your trip.culture has kind  [RT-14]\n", ""),
    Broken("RT-15", "  when your scored_in_round(kind) = 0  [RT-15]\n", ""),
    Broken("RT-16", "3 gives 3, 4", "3 gives 2, 4"),
    Broken("RT-16", "4 gives 2}", "4 gives 3}"),
    Broken("RT-16", "count(c in others.trip where", "count(c in players.trip where"),
    Broken("RT-20", "for country in p.trip where p.marked_in_round(country) = 0", "for country in p.trip"),
    Broken("RT-21", "your finished(r) = min(players.finished(r)): r.star", "your finished(r) >= 1: r.star"),
    Broken("RT-22", "| 2     | 3      |", "| 2     | 4      |"),
    Broken(
        "RT-23",
        "count(distinct((p in others where p.stamped < your stamped).stamped))",
        "count(p in others where p.stamped < your stamped)",
    ),
    Broken(
        "RT-42", "then most passport, then most start_and_end", "then most start_and_end, then most passport"
    ),
    Broken("RT-42", "then most start_and_end, then shared", "then shared"),
    Broken("RT-01", "define picks = 7", "define picks = 6"),
    Broken("RT-06", "        must place", "        may place"),
    Broken("RT-16", "your scored_in_round(k) = round:", "your scored_in_round(k) > 0:"),
    Broken(
        "RT-08",
        (
            "      flip (card in players.trip where face_down(card)) face up  [RT-07 RT-08]\n"
            "      phase culture_choice  [RT-13 RT-15 RT-18]\n"
            "        all players in secret\n"
            "          may score_culture\n"
        ),
        (
            "      phase culture_choice  [RT-13 RT-15 RT-18]\n"
            "        all players in secret\n"
            "          may score_culture\n"
            "      flip (card in players.trip where face_down(card)) face up  [RT-07 RT-08]\n"
        ),
    ),
    Broken("RT-05", "trip at right face", "trip at left face"),
    Broken("RT-13", "          may score_culture\n", "          may score_culture repeatedly\n"),
    Broken(
        "RT-05",
        "      all players in secret  [RT-03 RT-05 RT-06]\n        must place",
        "      each player in turn  [RT-03 RT-05 RT-06]\n        must place",
    ),
    Broken("RT-06", "        must place", "        may place"),
    Broken("RT-08", "      flip (card in players.trip where face_down(card)) face up  [RT-07 RT-08]\n", ""),
    Broken("RT-10", "difference(start.number, finish.number)", "finish.number - start.number"),
    Broken(
        "RT-17",
        "where your scored_in_round(k) = round:",
        "where your scored_in_round(k) = round or your scored_in_round(k) = 0:",
    ),
    Broken(
        "RT-24",
        "your finished(r) = min(players.finished(r)): r.star",
        "not some(p in others: p.finished(r) <= your finished(r)): r.star",
    ),
    Broken("RT-30", "\n  renewed from earlier_trips  [RT-30 RT-31 RT-32]", ""),
    Broken("RT-32", "      move players.trip to earlier_trips\n", "      move players.trip to stock\n"),
    Broken("RT-41", "winner most total", "winner least total"),
)
