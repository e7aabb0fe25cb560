"""JUnit, the XML in which most services take the results of tests."""

from collections.abc import Iterable
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from attrs import frozen

from rulesdsl.visible import visible


@frozen
class Case:
    suite: str
    name: str
    file: str
    line: int | None = None
    failed: str | None = None
    """In one line, what is wrong; None where nothing is."""
    details: str = ""
    output: str = ""


def written(cases: Iterable[Case]) -> str:
    """Cases of one suite stand together."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    suites = [(name, list(inside)) for name, inside in groupby(cases, key=lambda case: case.suite)]
    everything = [case for _, inside in suites for case in inside]
    lines.append(f'<testsuites name="rulesdsl"{_counted(everything)}>')
    for name, inside in suites:
        lines.append(f"  <testsuite name={_attribute(name)}{_counted(inside)}>")
        for case in inside:
            lines += _case(case)
        lines.append("  </testsuite>")
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _case(case: Case) -> list[str]:
    place = f" file={_attribute(case.file)}" + (f' line="{case.line}"' if case.line else "")
    head = f'    <testcase classname={_attribute(case.suite)} name={_attribute(case.name)}{place} time="0"'
    inside = []
    if case.failed is not None:
        inside.append(f"      <failure message={_attribute(case.failed)}>{_text(case.details)}</failure>")
    if case.output:
        inside.append(f"      <system-out>{_text(case.output)}</system-out>")
    return [f"{head}/>"] if not inside else [f"{head}>", *inside, "    </testcase>"]


def _counted(cases: list[Case]) -> str:
    failures = sum(case.failed is not None for case in cases)
    return f' tests="{len(cases)}" failures="{failures}" errors="0" skipped="0" time="0"'


def _attribute(text: str) -> str:
    return quoteattr(_allowed(text), {"\n": "&#10;", "\t": "&#9;"})


def _text(text: str) -> str:
    return escape(_allowed(text))


def _allowed(text: str) -> str:
    """XML has no control characters, not even written as numbers."""
    return "".join(letter if letter in "\n\t" else visible(letter) for letter in text)
