"""Slips of those who write a rule as they would say it."""

from rulesdsl.syntax.slips.slip import Slip

_ARTICLE = r"(?P<at>an?|the|one)"
_SIGNS = "comparisons are written with signs"

NATURAL = (
    # ------------------------------------------------------------ who acts
    Slip(
        "flow\n  you may discard",
        r"^\s+(?P<at>@(?:you|they|anyone|everyone|(?:(?:the|each|active|current) )+player)) (may|must)\b",
        "who acts is said by the block around: it is whoever's turn it is",
        r"leave it out: write `\2 …`",
        expects="MAY",
    ),
    Slip(
        "flow\n  player may discard",
        r"^\s+(?P<at>player) (may|must) @",
        "who acts is said by the block around: it is whoever's turn it is",
        r"leave it out: write `\2 …`",
    ),
    Slip(
        "flow\n  must discard, may draw_one",
        r"\b(?:must|may) .+?@(?:,|and\b) ?(?:(?:and|or) )?(must|may) (\w+)",
        "each `must` and each `may` has a line of its own",
        r"write `\1 \2` on the next line, or `or \2` here if only one of them is done",
    ),
    Slip(
        "flow\n  may discard a card",
        r"\b(may|must) (\w+) @(?:an?|the|one|two|three|\d+) \w+",
        "what is chosen is said at the head of the action, not where it is offered",
        r"write `\1 \2`, and `action \2(card from your hand)` for the action",
    ),
    Slip(
        "flow\n  repeat until deck is empty\n    nothing",
        r"^\s+repeat (?P<at>until) @",
        "what goes on until something holds is a phase",
        "write `phase NAME`, and below it `until …` and then the lines",
    ),
    Slip(
        "flow\n  phase a\n    turn of every player\n    nothing",
        r"\bturn of (?P<at>every|all|the) @players?\b",
        "everybody's turn is said with `each`",
        "write `turn of each player`",
    ),
    Slip(
        "flow\n  every player in turn\n    nothing",
        r"^\s+(?P<at>@every) player\b",
        "everybody's turn is said with `each`",
        "write `each player in turn`",
        expects="EACH",
    ),
    Slip(
        "flow\n  game ends",
        r"^\s+(?P<at>@(?:the )?game (?:ends?|is over|over))\b",
        "the end of the game is said with `end`",
        "write `end game`",
        expects="MOVE",
    ),
    Slip(
        "flow\n  end of game",
        r"^\s+end (?P<at>of @(?:the )?)(\w+)",
        "`end` is followed at once by what ends",
        r"write `end \2`",
    ),
    Slip(
        "flow\n  if a > 3, end game",
        r"^\s+(?:if|when|until) .+?@, ?(\w.*)",
        "what is done stands on lines of its own",
        r"leave out the comma, and write `\1` on the next line, indented below an `if`",
    ),
    # ------------------------------------------------------------ pieces
    Slip(
        "flow\n  give each player 5 cards",
        r"^\s+(?:@give|deal) (?:each|every|all) ?@?players? (\d+)\b",
        "what everybody gets is dealt: how much, from where, to where",
        r"write `deal \1 from deck to hand`",
    ),
    Slip(
        "flow\n  draw a card from the deck",
        rf"\bdraw {_ARTICLE} @",
        "`draw` says how many, from where and to where",
        "write `draw 1 from deck to your hand`",
    ),
    Slip(
        "flow\n  roll a die",
        rf"^\s+roll {_ARTICLE} @(\w+)",
        r"`\2` gets a name with `roll`, and names have no article",
        r"write `roll \2 from 1..6`",
    ),
    Slip(
        "flow\n  roll 2 dice",
        r"^\s+roll (\d+) @(\w+)\s*$",
        "several dice are rolled together, and get a name with `as`",
        r"write `roll \1 of 1..6 as \2`",
    ),
    Slip(
        "flow\n  roll die 1..6",
        r"^\s+roll (\w+) @(\d+)(?: ?(?:\.\.|to|-) ?(\d+))?\s*$",
        "`roll` says from what",
        r"write `roll \1 from \2..\3`",
    ),
    Slip(
        "flow\n  roll die from 1 to 6",
        r"\b(?:from|in) (\d+) ?@(?:to|-) ?(\d+)",
        "a range is written with two points",
        r"write `\1..\2`",
    ),
    Slip(
        "flow\n  choose at most 2 of your hand as c",
        r"\b(?P<at>at @most|@at most) (\w+) of\b",
        "how many can be chosen is said with `up to`",
        r"write `up to \2 of …`",
    ),
    Slip(
        "flow\n  choose 2 cards from your hand",
        r"\bchoose (up to \d+|any|some|\d+) @(\w+) (?:from|of|in) ((?:your )?[\w.]+)\s*$",
        "several are chosen with `of`, and get a name with `as`",
        r"write `choose \1 of \3 as \2`",
    ),
    Slip(
        "action a(2 cards from your hand)\n  nothing",
        r"\((?:.*, *)?(up to \d+|any|some|\d+) @(\w+) (?:from|of|in) ((?:your )?[\w.]+)(?=[,)])",
        "several are chosen with `of`, and get a name with `as`",
        r"write `\1 of \3 as \2`",
    ),
    Slip(
        "action a(cards: 2 of your hand)\n  nothing",
        r"(?:[(,]|\bchoose) ?(\w+) ?@?: ?(up to \w+|\w+(?:\.\.\w+)?) @?of ((?:your )?[\w.]+)",
        "the name of what is chosen stands behind it, with `as`",
        r"write `\2 of \3 as \1`",
    ),
    Slip(
        "action a(card: your hand)\n  nothing",
        r"[(,] ?(\w+): your @([\w.]+)",
        "a parameter is chosen from something",
        r"write `\1 from your \2`",
    ),
    Slip(
        "action a(a card from your hand)\n  nothing",
        rf"[(,] ?{_ARTICLE} @(\w+) (?:from|in|of) ((?:your )?[\w.]+)",
        r"`\2` is a name, and names have no article",
        r"write `\2 from \3`",
    ),
    Slip(
        "flow\n  move all cards from your hand to deck",
        r"\bmove all(?: the)? @(\w+) (?:from|of|in) (.+?) to (.+)",
        "to move everything in a zone, the zone is named",
        r"write `move \2 to \3`",
    ),
    Slip(
        "flow\n  move 2 of your hand to deck",
        r"\bmove (\d+|two|three) @(?:\w+ )?(?:of|from) (.+?) to (.+)",
        "what is moved is chosen first",
        r"write `choose \1 of \2 as cards`, and `move cards to \3` on the next line",
        expects="TO",
        inside="flow|action|routine",
    ),
    Slip(
        "zone hand: set of Card, at most 7 cards",
        r"\bat most (\w+) @(\w+)",
        r"a number stands alone here, without `\2`",
        r"leave out `\2`",
        expects="_OWNER_DISCARDS",
    ),
    Slip(
        "action a\n  pay 2 coins",
        r"^\s+@(?:you )?(?:pay|spend|costs?)s? (\d+) (\w+)",
        "what an action costs begins with `cost`, and says what is done",
        r"write `cost remove \1 from your \2`",
        inside="action",
    ),
    Slip(
        "flow\n  pay 2 coins",
        r"^\s+@(?:pay|spend) (\d+) (\w+)",
        "a number gets smaller with `remove`",
        r"write `remove \1 from your \2`",
    ),
    Slip(
        "action a\n  cost 3 points",
        r"^\s+cost @(\d+)\b",
        "a cost is something that is done: moved, drawn or removed",
        r"write `cost remove \1 from your …`",
    ),
    # ------------------------------------------------------------ formulas
    Slip(
        "score p = sum of your cards",
        r"\b(sum|max|min) @of\b",
        r"what `\1` is made of stands in brackets",
        r"write `\1(…)`, for example `\1(your hand.rank)`",
    ),
    Slip(
        "score p = number of cards in hand",
        r"\b(?P<at>(?:number|count|amount) @of)\b",
        "how many there are is counted with brackets",
        "write `count(…)`, for example `count(your hand)`",
    ),
    Slip(
        "flow\n  if you have 3 cards\n    nothing",
        r"(?P<at>@(?:have|own|hold)s?) (?:exactly )?(\d+)\b",
        "how much somebody has is counted",
        r"write `count(your hand) = \2`",
    ),
    Slip(
        "flow\n  if you have at least 3 cards\n    nothing",
        r"(?P<at>@(?:have|own|hold)s?) (?:at least|(?=\d+ or more)) ?(\d+)\b",
        "how much somebody has is counted",
        r"write `count(your hand) >= \2`",
    ),
    Slip(
        "flow\n  if you have cards\n    nothing",
        r"\byou (?P<at>@have) (?:any )?(\w+)",
        "whether there is something is asked of a zone",
        "write `your hand is not empty`",
    ),
    Slip(
        "action a\n  when your points at least 3",
        r"(?<!is )(?P<at>@at least) (\S+)",
        _SIGNS,
        r"write `>= \2`",
    ),
    Slip(
        "action a\n  when your points is at most 3",
        r"(?P<at>(?:is )?@?at @?most) (\S+)",
        _SIGNS,
        r"write `<= \2`",
        inside="action|flow|define|score|note|always|routine",
    ),
    Slip(
        "action a\n  when your points more than 3",
        r"(?<!is )(?P<at>@(?:more|greater|higher|bigger) than) (\S+)",
        _SIGNS,
        r"write `> \2`",
    ),
    Slip(
        "action a\n  when your points less than 3",
        r"(?<!is )(?P<at>@(?:less|fewer|lower|smaller) than) (\S+)",
        _SIGNS,
        r"write `< \2`",
    ),
    # ------------------------------------------------------------ declarations
    Slip(
        "values Colour: red, green, and blue",
        r"^values \w+: .*, ?(?P<at>and|or) @\w",
        "values are parted by commas alone",
        r"leave out `\1`",
    ),
    Slip(
        "values Colour: red, green and blue",
        r"^values \w+: .*?(\w+) @(?:and|or) (\w+)",
        "values are parted by commas alone",
        r"write `\1, \2`",
    ),
    Slip(
        "values Colour red, green",
        r"^values (\w+) @(\w+,.*|\w+)\s*$",
        "`values` has a colon after the name",
        r"write `values \1: \2`",
        expects="COLON",
    ),
    Slip(
        "pieces Coin x 5",
        r"^pieces (\w+) ?@(?:x|:|\*|=|times) ?(\d+)",
        "how many alike there are is said with `copies`",
        r"write `pieces \1 copies \2`",
    ),
    Slip(
        "pieces Coin copies of 5",
        r"\bcopies (?P<at>of) @\w",
        "`copies` is followed by the number",
        "leave out `of`",
    ),
    Slip(
        "define three: 3",
        r"^define (\w+): ?(\w+)@\s*$",
        "what a definition means stands behind `=`",
        r"write `define \1 = \2`",
    ),
    Slip(
        "always when a > 3\n  nothing",
        r"^always (?P<at>when|if) @(.+)",
        "a standing rule has a name",
        r"write `always NAME`, and `when \2` below it",
    ),
    Slip(
        "winner the most total",
        r"^winner (?P<at>the) \w+ @",
        "`winner` is followed at once by what decides",
        "leave out `the`",
    ),
    Slip(
        "winner player with the most total",
        r"^winner (?P<at>[^,]*\b(?:player|person|one)\b)",
        "who wins is said with what they have most or least of",
        "write `winner most total, then shared`, or with another number for `total`",
    ),
    Slip(
        "flow\n  move top(deck) to your hand.",
        r"(?P<at>\.)@\s*$",
        "a line ends without a point",
        "leave it out",
    ),
)
