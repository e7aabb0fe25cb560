"""The shipped table belongs to the grammar beside it."""

import json

from rulesdsl.syntax import table
from tests.syntax.write_table import SYNTAX


def test_after_a_change_of_the_grammar_the_table_is_written_anew() -> None:
    """`python -m tests.syntax.write_table` does it; tests/syntax/test_table.py looks at all of it."""
    head = json.loads((SYNTAX / table.FILE).read_text("utf-8").partition("\n")[0])
    assert head["grammar"] == table.grammar_mark((SYNTAX / "grammar.lark").read_text("utf-8"))
