"""JSON for programs: a list of objects, one for each diagnostic, sorted by file and place.

    {
      "code": "unknown-zone",
      "severity": "error",              "error" or "warning"
      "message": "...",                 one line
      "hint": "...",                    or null
      "primary": PLACE,
      "secondary": [PLACE, ...],        often empty
      "fix": FIX                        or null
    }

where PLACE is

    {
      "file": "ludo.game",
      "start": {"line": 3, "column": 5, "offset": 41},
      "end": {"line": 3, "column": 9, "offset": 45},
      "text": "..."                     what is to be said about this place, often ""
    }

and FIX puts it right, if `certain` beyond doubt, by edits that are made together:

    {
      "title": "...",
      "certain": true,
      "edits": [{"file": "ludo.game", "start": ..., "end": ..., "text": "..."}, ...]
    }

Lines and columns count from 1, offsets from 0, all in characters (Unicode code points) of the text
without a byte order mark and with each line break as one character. The end is the place after the
last character. Members may be added; those above stay.
"""

from __future__ import annotations

import json

from rulesdsl.diagnostics.model import Diagnostic, Fix, Label, Report
from rulesdsl.source import Source


def render(report: Report) -> str:
    return json.dumps([_diagnostic(diagnostic) for diagnostic in report], indent=2) + "\n"


def _diagnostic(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "primary": _place(diagnostic.primary),
        "secondary": [_place(label) for label in diagnostic.secondary],
        "fix": None if diagnostic.fix is None else _fix(diagnostic.fix),
    }


def _fix(fix: Fix) -> dict[str, object]:
    edits = [{**_place(Label(edit.span)), "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "certain": fix.certain, "edits": edits}


def _place(label: Label) -> dict[str, object]:
    return {
        "file": label.span.source.name,
        "start": _position(label.span.source, label.span.start),
        "end": _position(label.span.source, label.span.end),
        "text": label.text,
    }


def _position(source: Source, offset: int) -> dict[str, int]:
    line, column = source.position(offset)
    return {"line": line, "column": column, "offset": offset}
