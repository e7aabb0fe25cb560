"""Slips in examples and in variants."""

from rulesdsl.syntax.common_mistakes.mistake import Slip

EXAMPLES = (
    Slip(
        'example "e"\n  Anna: plays a',
        r"^\s+(\w+)@: ?",
        "no colon stands behind the name of a player",
        "leave it out",
        expects="PLAYS",
    ),
    Slip(
        'example "e"\n  Anna can not play a',
        r"^\s+(\w+) @(?:can not|can['’]?t|may not) ?(?:plays? )?(.*)",
        "what a player cannot do is one word",
        r"write `\1 cannot \2`",
        expects="CANNOT",
    ),
    Slip(
        'example "e"\n  Anna play a',
        r"^\s+(\w+) @(play|choose|decline|do)\b",
        r"a player does something with an `s` at the end of the word",
        r"write `\1 plays`, `chooses`, `declines` or `does`",
        expects="PLAYS",
    ),
    Slip(
        'example "e"\n  Anna.hand = {a}',
        r"^\s+(\w+)@\.(\w+) ?= ?(.+)",
        "how things stand at the start comes with `given`",
        r"write `given \1.\2 = \3`",
        expects="PLAYS",
    ),
    Slip(
        'example "e"\n  Anna has {a}',
        r"^\s+(\w+) @(?:has|holds|owns) (.+)",
        "how things stand at the start comes with `given`",
        r"write `given \1.hand = \2`, with the name of the zone or state",
        expects="PLAYS",
    ),
    Slip(
        'example "e"\n  assert a',
        r"^\s+(?P<at>assert|check|require|then|test) @",
        "what must hold comes with `expect`",
        "write `expect …`",
        expects="PLAYS",
    ),
    Slip(
        'example "e"\n  set a to 3',
        r"^\s+(?:set|let) @(.+?) (?:to|=) (.+)",
        "how things stand at the start comes with `given`",
        r"write `given \1 = \2`",
        expects="PLAYS",
    ),
    Slip(
        'example "e"\n  players Anna Ben',
        r"^\s+players .*?(\w+) @(\w+)",
        "the players are parted by commas",
        r"write `\1, \2`",
    ),
    Slip(
        'example "e"\n  Anna plays a and b',
        r"^\s+\w+ plays .+ @(?:and|then)\b",
        "each play stands on a line of its own",
        "begin a new line",
    ),
)

CHANGES = (
    Slip(
        'variant "W" of base',
        r'^variant "[^"]*" of @(\w+)\s*$',
        "the base is a file, named in quotation marks",
        r'write `"\1.game"`',
    ),
    Slip(
        'variant "v" of "g.game"\nremove culture',
        r"^remove (\w+)@\s*$",
        "what kind of thing is removed is not said",
        r"write `remove score \1`, or another kind",
    ),
    Slip(
        'variant "v" of "g.game"\nbefore phase round\n  nothing',
        r"^(before|after) phase @(\w+)",
        r"`\1` is followed by the name alone",
        r"write `\1 \2`",
    ),
    Slip(
        'variant "v" of "g.game"\nat the start of round\n  nothing',
        r"^at @the (\w+)",
        "`the` is no word of the language",
        r"write `at \1`",
    ),
    Slip(
        'variant "v" of "g.game"\nchange rounds to 5',
        r"^change @(\w+) to (.+)",
        r"a new value for `\1` comes with `set`",
        r"write `set \1 to \2`",
    ),
    Slip(
        'variant "v" of "g.game"\nadd 1 to rounds',
        r"^(?:add|remove) @\d+ (?:to|from) (\w+)",
        r"a variant says what `\1` is, not how much more or less",
        r"write `set \1 to …` with the new value",
    ),
    Slip(
        'variant "v" of "g.game"\nset players to 3',
        r"^set players to (\d+)@\s*$",
        "the number of players has a least and a most",
        r"write `set players to \1..\1`",
    ),
    Slip(
        'variant "v" of "g.game"\nset hand at most to 8',
        r"^set (\w+) @(at most|seen by|takes|starts with|kept at|renewed from) (?:to )?(.+)",
        "what a zone is like is changed with `change zone`",
        r"write `change zone \1`, and `\2 \3` on the next line, indented",
    ),
    Slip(
        'variant "v" of "g.game"\nset rounds 5',
        r"^set (\w+) @(\d+(?:\.\.\d+)?|\w+)\s*$",
        "`set` gives a value with `to`",
        r"write `set \1 to \2`",
    ),
    Slip(
        'variant "v" of "g.game"\nchange routine r\n  nothing',
        r"^change @(\w+) (\w+)",
        "only a zone, an action or a phase is changed in part",
        r"write `replace \1 \2` and the whole of it",
    ),
    Slip(
        'variant "v" of "g.game"\nchange zone z\n  remove at most',
        r"^\s+@(?:remove|no) (at most|seen by|top seen by|takes|starts with|kept at|renewed from)\b",
        "what a zone no longer has comes with `without`",
        r"write `without \1`",
    ),
    Slip(
        'variant "v" of "g.game"\nchange phase p\n  remove until a > 3',
        r"^\s+@(?:remove|no) (until|turn of|stops the moment)\b",
        "what a phase no longer has comes with `without`",
        r"write `without \1`",
    ),
    Slip(
        'variant "v" of "g.game"\nchange action a\n  remove when b > 3',
        r"^\s+(?P<at>remove) (?:when|cost) @",
        "what an action no longer has comes with `without`",
        "write `without when …` or `without cost …`, as it stands in the base",
    ),
    Slip(
        'variant "v" of "g.game"\nchange zone z\n  without limit',
        r"^\s+(?:without|no|remove) @?(?P<at>@?(?:a |any |the )?(?:limit|max|maximum))\b",
        "how much a zone holds is said with `at most`",
        "write `without at most`",
    ),
    Slip(
        'variant "v" of "g.game"\nchange zone z\n  without at most 5',
        r"^\s+without (at most|(?:top |face down )?seen by|takes|starts with|kept at|renewed from) @",
        "a zone has one property of a sort, so what it was need not be said",
        r"write `without \1`",
    ),
    Slip(
        'variant "v" of "g.game"\nchange phase p\n  without until a > 3',
        r"^\s+without (until|turn of|stops the moment) @",
        "a phase has one clause of a sort, so what it was need not be said",
        r"write `without \1`",
    ),
    Slip(
        'variant "v" of "g.game"\nadd\n  score a = 1',
        r"^(add|replace)@\s*$",
        r"what `\1` brings stands on its line",
        r"write `\1 score …`",
    ),
)
