"""The limits in the reference are those of the code."""

import re

from rulesdsl import game_files, operations, texts
from rulesdsl.check import csv_data, elaborate, head, sizes
from rulesdsl.check import limits as check_limits
from rulesdsl.check.decisions import repeated_calls
from rulesdsl.check.expressions import cases, graph_calls
from rulesdsl.check.whole import depth, settings, workload
from rulesdsl.diagnostics import model
from rulesdsl.engine.decisions import attainable
from rulesdsl.engine.determinization import outcomes
from rulesdsl.engine.maps import frontier
from rulesdsl.engine.runtime import recording
from rulesdsl.syntax import limits
from rulesdsl.variants import change_report
from tests.docs.fences import CHECKOUT

LIMITS = [
    limits.MAX_FILE_BYTES,
    limits.MAX_LINES,
    limits.MAX_TOKENS,
    limits.MAX_LINE_LENGTH,
    limits.MAX_BRACKETS,
    limits.MAX_BLOCKS,
    limits.MAX_TREE_DEPTH,
    depth.MOST_LEVELS,
    repeated_calls.DEEPEST,
    head.MOST_PLAYERS,
    sizes.MOST_OPTIONS,
    sizes.MOST_PHASES,
    sizes.MOST_QUESTIONS,
    sizes.MOST_DEFINITIONS,
    sizes.MOST_STANDING_RULES,
    sizes.MOST_COSTS,
    change_report.MOST_CHANGES,
    model.MOST_ERRORS,
    check_limits.WIDEST_RANGE,
    csv_data.MOST_ROWS,
    check_limits.MOST_PIECES,
    check_limits.MOST_LINKS,
    check_limits.MOST_VALUES,
    graph_calls.LONGEST_LINE_ON_GROWING,
    check_limits.MOST_WORDS,
    check_limits.LONGEST_WORD,
    texts.MOST_LETTERS,
    graph_calls.LONGEST_TRAIL,
    frontier.MOST_LINKS_FOR_LONGEST,
    frontier.MOST_STATES,
    cases.MOST_CASES,
    cases.MOST_BRANCHES,
    check_limits.MOST_VALUES,
    workload.MOST_COMBINATIONS,
    operations.MOST_WAYS,
    attainable.MOST_SETS,
    outcomes.MOST_OUTCOMES,
    elaborate.DEFAULT_STEP_LIMIT,
    recording.MOST_TOLD,
    settings.MOST_SETTINGS,
    settings.MOST_OF_ONE,
]


def test_the_page_states_every_limit_as_it_is() -> None:
    page = (CHECKOUT / "docs" / "reference" / "limits.md").read_text("utf-8")
    rows = "".join(line.split("|")[2] for line in page.splitlines() if line.startswith("| "))
    assert [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\d|\d", rows)] == LIMITS
    assert game_files.LARGEST_FILE == limits.MAX_FILE_BYTES
