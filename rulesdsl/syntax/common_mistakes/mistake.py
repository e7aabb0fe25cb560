"""What a slip of the pen is: how to know it, and what to say."""

from __future__ import annotations

import re

from attrs import field, frozen
from attrs.converters import optional

# The place at which the grammar cannot go on; no text holds this character.
HERE = "\0"


def _compiled(pattern: str) -> re.Pattern[str]:
    marked = pattern.replace("‹", "(?P<of>").replace("›", ")")
    return re.compile(marked.replace("@", HERE))


@frozen
class Mistake:
    example: str
    """A file that has this slip, without its head."""

    pattern: re.Pattern[str] = field(converter=_compiled)
    message: str
    hint: str = ""
    """What to do; without it, to write what stands `instead`."""
    expects: str = ""
    """A terminal of the grammar that could stand at the place; without it, the row does not fit."""

    inside: str = ""
    """The words that may begin the declaration around it, if not any."""

    code: str = "syntax-error"

    instead: str | None = None
    """What to write, where that is certain: in place of what is marked in the pattern, or else underlined."""

    of: re.Pattern[str] | None = field(default=None, converter=optional(_compiled))
    """What it is written in place of, where the pattern knows the slip by less than that, or by more."""
