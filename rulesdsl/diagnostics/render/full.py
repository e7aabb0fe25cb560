"""For people: the message, the lines it is about with the places marked, and what to do."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.diagnostics.model import Diagnostic, Report, Severity
from rulesdsl.diagnostics.render.canvas import Style, paint
from rulesdsl.diagnostics.render.snippet import Mark, Snippet
from rulesdsl.source import Source
from rulesdsl.visible import one_line

_STYLES = {Severity.ERROR: Style.ERROR, Severity.WARNING: Style.WARNING}


def render(report: Report, *, color: bool = False) -> str:
    """The diagnostics, with an empty line between two."""
    return "\n".join(render_one(diagnostic, color=color) for diagnostic in report)


def render_one(diagnostic: Diagnostic, *, color: bool = False) -> str:
    return "".join(line + "\n" for line in _lines(diagnostic, color=color))


def _lines(diagnostic: Diagnostic, *, color: bool) -> Iterator[str]:
    def note(text: str) -> str:
        return paint(text, Style.NOTE, color=color)

    style = _STYLES[diagnostic.severity]
    head = paint(f"{diagnostic.severity}[{diagnostic.code}]", style, color=color)
    yield head + paint(f": {one_line(diagnostic.message)}", Style.BOLD, color=color)

    marks: dict[Source, list[Mark]] = {diagnostic.span.source: [Mark.of(diagnostic.primary, "^", style)]}
    for label in diagnostic.secondary:
        marks.setdefault(label.span.source, []).append(Mark.of(label, "-", Style.NOTE))
    gutter = max(len(str(Snippet.lines(of_source)[-1])) for of_source in marks.values())
    space = " " * gutter

    for source, of_source in marks.items():
        arrow = "-->" if source == diagnostic.span.source else ":::"
        place = of_source[0].span
        yield f"{space}{note(arrow)} {one_line(source.name)}:{place.line}:{place.column}"
        # Of a file that could not be read there is nothing to show.
        if source.text:
            yield f"{space} {note('|')}"
            yield from Snippet(source, of_source, gutter, color).render()
    if diagnostic.hint:
        yield f"{space} {note('|')}"
        first, *more = diagnostic.hint.splitlines()
        yield paint("help", Style.HELP, color=color) + paint(": ", Style.BOLD, color=color) + one_line(first)
        yield from ("      " + one_line(line) for line in more)
