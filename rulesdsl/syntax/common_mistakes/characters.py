"""Slips with single characters and with the brackets of citations."""

from rulesdsl.syntax.common_mistakes.mistake import Slip

CHARACTERS = (
    Slip(
        "flow\n\tnothing",
        r"^[ ]*@\t",
        "this line is indented with a tab",
        "indent with blanks, two for each block",
        code="bad-indentation",
    ),
    Slip("flow\n  move\tx to y", r"@\t", "a tab stands between words", "write a blank", code="bad-character"),
    Slip(
        "flow\n  say “hello”",
        r"@[“”„«»]",
        "these quotation marks are not straight",
        'write `"`',
        code="bad-character",
    ),
    Slip(
        "define x = Anna's hand",
        r"(\w+)@['’]s (\w+)",
        "`'s` is written as a dot",
        r"write `\1.\2`",
        code="bad-character",
    ),
    Slip(
        "flow\n  say 'hello'",
        r"@['‘’]",
        "texts stand in double quotation marks",
        'write `"`',
        code="bad-character",
    ),
    Slip(
        "flow\n  nothing;",
        r"@;",
        "`;` has no meaning: a line ends where it ends",
        "leave it out; one thing on each line",
        code="bad-character",
    ),
    Slip("define x = a && b", r"@&&?", "`&` has no meaning", "write `and`", code="bad-character"),
    Slip(
        "define x = a || b",
        r"\w ?@\|\|?",
        "`|` has no meaning between values",
        "write `or`",
        code="bad-character",
    ),
    Slip(
        "define x = a ! = b", r"@! =", "the two signs of `!=` stand apart", "write `!=`", code="bad-character"
    ),
    Slip("define x = !a", r"@!(?!=)", "`!` has no meaning", "write `not`", code="bad-character"),
    Slip(
        "define x = a % b",
        r"@%",
        "`%` has no meaning",
        "write `mod` for what is left of a division",
        code="bad-character",
    ),
    Slip(
        "define x = a ? b : c",
        r"@\?",
        "`?` has no meaning",
        "write `if … then … else …`",
        code="bad-character",
    ),
    Slip("define x = a ≥ b", r"@[≥⩾]", "`≥` is written with two signs", "write `>=`", code="bad-character"),
    Slip("define x = a ≤ b", r"@[≤⩽]", "`≤` is written with two signs", "write `<=`", code="bad-character"),
    Slip("define x = a ≠ b", r"@≠", "`≠` is written with two signs", "write `!=`", code="bad-character"),
    Slip(
        "define x = a × b",
        r"@[×·]",
        "this sign for multiplying has no meaning",
        "write `*`",
        code="bad-character",
    ),
    Slip("define x = a − b", r"@[−–—]", "this dash has no meaning", "write `-`", code="bad-character"),
    Slip(
        "define x = 1…3",
        r"@…",
        "this sign for a range has no meaning",
        "write two points: `..`",
        code="bad-character",
    ),
    Slip("define x = 1...3", r"\.\.@\.", "a range is written with two points", "write `..`"),
    Slip(
        "define x = y // 2",
        r"[\w)] ?/@/ ?(\d+)\s*$",
        "a division says how it rounds",
        r"write `/ \1 rounded down`",
    ),
    Slip("flow\n  // shuffle\n  nothing", r"@//|/@/|@/\*|@--", "a comment begins with `#`", "write `#`"),
    Slip("define x = a == b", r"(?P<at>=@=)", "`==` is no sign of the language", "write `=`"),
    Slip("define x = a <> b", r"(?P<at><@>)", "`<>` is no sign of the language", "write `!=`"),
    Slip("define x = a => b", r"(?P<at>=@>)", "`=>` is no sign of the language", "write `>=`"),
    Slip("define x = a =< b", r"(?P<at>=@<)", "`=<` is no sign of the language", "write `<=`"),
    Slip("define x = a > = b", r"(?P<at>([<>]) @=)", r"the two signs of `\2=` stand apart", r"write `\2=`"),
    Slip(
        "define x = 1.5",
        r"(?P<at>\d+\.@\d+)",
        "there are no fractions",
        "use whole numbers; `/` says how it rounds",
    ),
    Slip(
        "define x = 1,000",
        r"(?P<at>(\d+)@,(\d{3}))\b",
        "a number is written without a comma",
        r"write `\2\3`",
    ),
    Slip(
        "define x = 2 ** 3", r"\*@\*", "there are no powers", "multiply as often as needed, or use a `table`"
    ),
)

CITATIONS = (
    Slip(
        "flow\n  nothing [RT-1] [RT-2]",
        r"\[([^\]]*)\] @\[([^\]]*)\]",
        "a line has one citation",
        r"write `[\1 \2]`",
    ),
    Slip(
        "flow\n  move a [RT-1] to b",
        r"@\[[A-Z]+-[^\]]*\] *\S",
        "a citation stands at the end of its line",
        "move it there",
    ),
    Slip(
        "flow\n  nothing [rt-1, rt-2]",
        r"@\[[A-Za-z]+ ?-[^\]]*\] *$",
        "this is no citation",
        "write the rules in capitals with blanks between: `[RT-1 RT-2]`",
        expects="CITE",
    ),
    Slip(
        "define x = row[0]",
        r"((?:your )?[\w.]+)@\[-?\d+\]",
        "what lies at a place is asked for by its position, counted from 1",
        r"write `first(\1)`, `last(\1)` or `(c in \1 where position(c) = 2)`",
    ),
    Slip(
        "define x = your pack[main]",
        r"(\w+)@\[([^\]]*)\]",
        "square brackets are for citations only",
        r"write `\1(\2)`",
    ),
    Slip("define x = [3, 5]", r"@\[([^\]]*)\]", "square brackets are for citations only", r"write `{\1}`"),
    Slip("define x = [3", r"@[\[\]]", "square brackets are for citations only", "write `( )` or `{ }`"),
)
