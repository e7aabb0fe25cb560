"""Which helps spell out what to write, and why some of them have no repair that writes it."""

import re

_SPELLED_OUT = re.compile(
    r"(?:(?:write|add|take|leave|did you mean) (?:out )?`[^`…]+`"
    r"|(?:take|leave) (?:it|them) (?:away|out)\b)"
)
ONLY_THE_WRITER_KNOWS = {
    "one of several": (
        r"take it away, or (?:use it|say what it is for|move it up)",
        r"`(?: to the type)?, or (?:another|draw|move|put|one of|say|see|with)",
        r"(?:`|, | )or (?:`|leave `)",
        r"write `move first\(",
        r"a comment that only speaks of a rule",
    ),
    "where it stands": (
        r"add `flow` with the lines",
        r"write `[^`]+`(?: behind| where (?:it is to be|it ends|the cell ends))",
        r"write `lines\(Cell, 3\)` and the like",
    ),
    "a name, a file or a text that only the writer has": (
        r"write `[^`]*\b(?:NAME|TYPE|COLUMN)\b",
        r"write `given .*with the name of the zone or state",
        r"`, with the name of a state",
        r"write `replace .*the whole of it",
    ),
    "which zone is meant": (r"`deal \S+ from deck to hand`", r"`draw 1 from deck", r"\byour hand\b"),
    "how many sides a die has, where a range ends": (
        r"write `roll .*1\.\.6",
        r"0\.\.10, starts",
        r"for the numbers from 1 to",
        r"write `places .*, at most 72`",
        r"write `repeat n times` if",
    ),
    "what kind of zone it is": (r"write `set of ",),
    "who wins where several have most": (r"write `winner .*, then shared`",),
    "what it is worth without it": (r"leave `total` out of it",),
    "what is to be done": (r"leave it out, and write what is done",),
}
REASONS = [reason for group in ONLY_THE_WRITER_KNOWS.values() for reason in group]


def lacks_a_repair(hint: str) -> bool:
    """Whether this help is one that a repair could carry out, with no reason why there is none."""
    return bool(_SPELLED_OUT.match(hint)) and not any(re.search(reason, hint) for reason in REASONS)
