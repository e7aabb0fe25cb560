"""Slips in examples and in variants."""

from rulesdsl.syntax.slips.slip import Slip

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
        'variant "v" of "g.game"\nchange routine r\n  nothing',
        r"^change @(\w+) (\w+)",
        "only a zone, an action or a phase is changed in part",
        r"write `replace \1 \2` and the whole of it",
    ),
    Slip(
        'variant "v" of "g.game"\nadd\n  score a = 1',
        r"^(add|replace)@\s*$",
        r"what `\1` brings stands on its line",
        r"write `\1 score …`",
    ),
)
