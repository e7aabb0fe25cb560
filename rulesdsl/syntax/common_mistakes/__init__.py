"""Slips of the pen that have a name: what people write who come from English or from programming.

Each row has an example, how to recognise it, and what to say. In a pattern `@` is the place at which
the grammar cannot go on; the line around it is matched. The first row that fits speaks. What is
underlined is the group `at`, or else what stands behind `@`; between `‹` and `›` stands what something
else can be written for. In the sentences, a number behind a backslash is a group without a name.
"""

from rulesdsl.syntax.common_mistakes.boards import BOARDS
from rulesdsl.syntax.common_mistakes.characters import CHARACTERS, CITATIONS
from rulesdsl.syntax.common_mistakes.declarations import DECLARATIONS
from rulesdsl.syntax.common_mistakes.files import CHANGES, EXAMPLES
from rulesdsl.syntax.common_mistakes.foreign import (
    FOREIGN_ACTIONS,
    FOREIGN_ARGUMENTS,
    FOREIGN_DECLARATIONS,
    FOREIGN_DIRECTIONS,
    FOREIGN_FUNCTIONS,
    FOREIGN_LINES,
    FOREIGN_NAMES,
    FOREIGN_RANKS,
    FOREIGN_TYPES,
    YES_OR_NO,
)
from rulesdsl.syntax.common_mistakes.formulas import FORMULAS
from rulesdsl.syntax.common_mistakes.lines import CASES, LINES
from rulesdsl.syntax.common_mistakes.mistake import HERE, Mistake
from rulesdsl.syntax.common_mistakes.natural import NATURAL
from rulesdsl.syntax.common_mistakes.zones import ZONES

__all__ = [
    "CHARACTERS",
    "FOREIGN_ACTIONS",
    "FOREIGN_ARGUMENTS",
    "FOREIGN_DECLARATIONS",
    "FOREIGN_DIRECTIONS",
    "FOREIGN_FUNCTIONS",
    "FOREIGN_LINES",
    "FOREIGN_NAMES",
    "FOREIGN_RANKS",
    "FOREIGN_TYPES",
    "HERE",
    "MISTAKES",
    "YES_OR_NO",
    "Mistake",
]

MISTAKES: tuple[Mistake, ...] = (
    *CHARACTERS,
    *EXAMPLES,
    *CHANGES,
    *NATURAL,
    *CASES,
    *ZONES,
    *BOARDS,
    *DECLARATIONS,
    *LINES,
    *FORMULAS,
    *CITATIONS,
)
