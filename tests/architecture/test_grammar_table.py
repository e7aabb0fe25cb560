"""The shipped table belongs to the grammar beside it, and a builder takes each of its rules."""

import json

from rulesdsl.syntax import table
from rulesdsl.syntax.parser import BUILDERS
from tests.syntax.write_table import SYNTAX


def test_after_a_change_of_the_grammar_the_table_is_written_anew() -> None:
    """`python -m tests.syntax.write_table` does it; tests/syntax/test_table.py looks at all of it."""
    head = json.loads((SYNTAX / table.FILE).read_text("utf-8").partition("\n")[0])
    assert head["grammar"] == table.grammar_mark((SYNTAX / "grammar.lark").read_text("utf-8"))


def test_a_builder_takes_every_rule() -> None:
    """The class of its name, or one by hand; those that stand for what is in them (`?expr`) need none."""
    rules = {(rule.alias or str(rule.origin.name), rule) for rule in table.grammar(None).rules}
    known = {name for name, _ in rules if not name.startswith("_")}
    inlined = {name for name, rule in rules if rule.options.expand1 and not rule.alias}
    assert known - inlined <= set(BUILDERS)
