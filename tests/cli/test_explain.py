import json

from rulesdsl.diagnostics.catalogue import CATALOGUE
from rulesdsl.diagnostics.explain import page
from tests.cli.program import Run


def test_every_code_is_listed_on_a_line(rulesdsl: Run) -> None:
    shown = rulesdsl("explain")
    assert (shown.status, shown.err) == (0, "")
    assert [line.split()[0] for line in shown.out.splitlines()] == list(CATALOGUE)
    assert all(entry.summary in shown.out for entry in CATALOGUE.values())


def test_the_list_for_programs(rulesdsl: Run) -> None:
    entries = json.loads(rulesdsl("explain", "--format", "json").out)
    assert [entry["code"] for entry in entries] == list(CATALOGUE)
    assert {entry["severity"] for entry in entries} == {"error", "warning"}


def test_a_page_is_shown_as_it_is_written(rulesdsl: Run) -> None:
    shown = rulesdsl("explain", "unknown-zone")
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.strip() == page("unknown-zone").text.strip()


def test_a_page_for_programs(rulesdsl: Run) -> None:
    shown = json.loads(rulesdsl("explain", "unknown-zone", "--format", "json").out)
    assert shown["code"] == "unknown-zone"
    assert shown["right"]["game"] == page("unknown-zone").right


def test_every_code_has_a_page_to_show(rulesdsl: Run) -> None:
    assert [code for code in CATALOGUE if rulesdsl("explain", code).status != 0] == []


def test_a_mistyped_code_is_an_error_that_helps(rulesdsl: Run) -> None:
    shown = rulesdsl("explain", "unknown-zome")
    assert (shown.status, shown.out) == (2, "")
    assert "did you mean `unknown-zone`?" in shown.err
