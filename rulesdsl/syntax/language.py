"""The language that a file says it is written in, looked at before anything else of it is read."""

from __future__ import annotations

import re

from rulesdsl.diagnostics import Diagnostic, Label
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.source import Source, Span
from rulesdsl.version import LANGUAGE

_LINE = re.compile(r"^language[ ]+(?P<version>[0-9]{1,9})\b", re.MULTILINE)


def other_language(source: Source, newest: int = LANGUAGE) -> Diagnostic | None:
    """What is to be said of a file in another language than those that are read here: in the words of this
    one it would be full of mistakes that are none."""
    line = _LINE.search(source.text)
    if line is None or 1 <= int(line["version"]) <= newest:
        return None
    span = Span(source, line.start("version"), line.end("version"))
    known = "language 1" if newest == 1 else f"languages 1 to {newest}"
    if int(line["version"]) < 1:
        message, hint = "languages are numbered from 1", f"write `language {newest}`"
        fix = replaced(span, str(newest), certain=False)
        return Diagnostic("unknown-language", message, Label(span, "no language"), hint=hint, fix=fix)
    message = f"this file is written in language {line['version']}, and this program reads {known}"
    hint = "a newer rulesdsl reads it; `rulesdsl --version` says what this one reads"
    return Diagnostic("unknown-language", message, Label(span, "newer"), hint=hint)
