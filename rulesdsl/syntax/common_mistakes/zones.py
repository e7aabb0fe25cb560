"""Slips in what is said of zones."""

from rulesdsl.syntax.common_mistakes.mistake import Mistake

ZONES = (
    Mistake(
        "zone hand per Player: set of Card, each one option",
        r"^zone .*, ‹@each one option›\b",
        "that each piece is a choice of its own is said with `one option each`",
        instead="one option each",
    ),
    Mistake(
        "zone hand per Player: set of Card, one option for each",
        r"^zone .*, ‹one option @(?:for|per) each›\b",
        "that each piece is a choice of its own is said with `one option each`",
        instead="one option each",
    ),
    Mistake(
        "zone deck: pile of Card, starts with all Card",
        r"\bstarts with ‹(?P<at>all) @›([A-Z]\w*)",
        "the name of a kind means all of them",
        r"write `starts with \1`",
        instead="",
    ),
    Mistake(
        "zone hand: hidden set of Card",
        r"^zone .+: ?@(?:hidden|secret|private|open|public|face up|face down)\b",
        "who sees a zone is said behind it",
        "write `set of …, seen by owner`, `seen by nobody`, or leave it out: then all see it",
    ),
    Mistake(
        "zone hand per Player: set of Card, private",
        r", ‹@private›\b",
        "who sees a zone is said with `seen by`",
        expects="AT_MOST",
        instead="seen by owner",
    ),
    Mistake(
        "zone hand: Card",
        r"^zone .+: ?@(\w+)\s*(?:,|$)",
        "a zone is a `slot`, a `pile`, a `row` or a `set` of something",
        r"write `set of \1`",
    ),
    Mistake(
        "zone deck: deck of Card",
        r"^zone .+: ?@(\w+) of (\w+)",
        r"a zone is a `slot`, a `pile`, a `row` or a `set` of something",
        r"write `pile of \2`, or one of the others",
    ),
    Mistake(
        "zone hand for each Player: set of Card",
        r"‹@for each› (\w+)",
        "that there is one for each is said with `per`",
        r"write `per \1`",
        expects="PER",
        instead="per",
    ),
    Mistake(
        "zone deck: pile of Card seen by nobody",
        r"^zone .+ of (\w+)‹ @›(seen|starts|at|kept|renewed|takes|face|top)\b",
        "what a zone is like is parted by commas",
        r"write `of \1, \2 …`",
        instead=", ",
    ),
    Mistake(
        "zone deck: pile of Card, visible to all",
        r"‹@(?:visible|shown|known|open) (?:to|by)› (\w+)",
        "who sees a zone is said with `seen by`",
        r"write `seen by \1`",
        instead="seen by",
    ),
    Mistake(
        "zone deck: pile of Card, hidden",
        r"@(?:hidden|secret|face down)\b",
        "who sees a zone is said with `seen by`",
        expects="AT_MOST",
        instead="seen by nobody",
    ),
    Mistake(
        "zone hand: set of Card, max 7",
        r"‹@(?:max|maximum|limit|holds|up to)› (\w+)",
        "how much a zone holds is said with `at most`",
        r"write `at most \1`",
        expects="AT_MOST",
        instead="at most",
    ),
    Mistake(
        "zone hand: set of Card, limit",
        r"@(?:max|maximum|limit|holds|up to)\b",
        "how much a zone holds is said with `at most`",
        "write `at most …`, with the number",
        expects="AT_MOST",
    ),
    Mistake(
        "zone deck = pile of Card",
        r"^(zone) (.+?)‹ ?@= ?›(.*)",
        r"`\1` has a colon after the name",
        r"write `\1 \2: \3`",
        instead=": ",
    ),
)
