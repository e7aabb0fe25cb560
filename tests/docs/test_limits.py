"""The limits in the reference are those of the code."""

import re

from rulesdsl import pipeline
from rulesdsl.check import core, csv_data, elaborate
from rulesdsl.engine import chance, sets
from rulesdsl.syntax import limits
from tests.docs.fences import CHECKOUT

LIMITS = [
    limits.MAX_FILE_BYTES,
    limits.MAX_LINES,
    limits.MAX_TOKENS,
    limits.MAX_LINE_LENGTH,
    limits.MAX_BRACKETS,
    limits.MAX_BLOCKS,
    core.WIDEST_RANGE,
    csv_data.MOST_ROWS,
    core.MOST_PIECES,
    core.MOST_LINKS,
    core.MOST_VALUES,
    sets.MOST_SETS,
    chance.MOST_OUTCOMES,
    elaborate.DEFAULT_STEP_LIMIT,
]


def test_the_page_states_every_limit_as_it_is() -> None:
    page = (CHECKOUT / "docs" / "reference" / "limits.md").read_text("utf-8")
    rows = "".join(line.split("|")[2] for line in page.splitlines() if line.startswith("| "))
    assert [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\d|\d", rows)] == LIMITS
    assert pipeline.LARGEST_FILE == limits.MAX_FILE_BYTES
