"""For people: the message, the lines it is about with the places marked, and what to do."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.diagnostics.model import Diagnostic, Report, Severity
from rulesdsl.diagnostics.render.canvas import Style, paint
from rulesdsl.diagnostics.render.snippet import Mark, Snippet
from rulesdsl.diagnostics.render.visible import one_line
from rulesdsl.source import Source

_STYLES = {Severity.ERROR: Style.ERROR, Severity.WARNING: Style.WARNING}


def render(report: Report, *, color: bool = False) -> str:
    """The diagnostics, with an empty line between two."""
    return "\n".join(render_one(found, color=color) for found in report)


def render_one(found: Diagnostic, *, color: bool = False) -> str:
    return "".join(line + "\n" for line in _lines(found, color=color))


def _lines(found: Diagnostic, *, color: bool) -> Iterator[str]:
    def note(text: str) -> str:
        return paint(text, Style.NOTE, color=color)

    style = _STYLES[found.severity]
    head = paint(f"{found.severity}[{found.code}]", style, color=color)
    yield head + paint(f": {one_line(found.message)}", Style.BOLD, color=color)

    marks: dict[Source, list[Mark]] = {found.span.source: [Mark.of(found.primary, "^", style)]}
    for label in found.secondary:
        marks.setdefault(label.span.source, []).append(Mark.of(label, "-", Style.NOTE))
    gutter = max(len(str(Snippet.lines(of_source)[-1])) for of_source in marks.values())
    space = " " * gutter

    for source, of_source in marks.items():
        arrow = "-->" if source == found.span.source else ":::"
        place = of_source[0].span
        yield f"{space}{note(arrow)} {one_line(source.name)}:{place.line}:{place.column}"
        # Of a file that could not be read there is nothing to show.
        if source.text:
            yield f"{space} {note('|')}"
            yield from Snippet(source, of_source, gutter, color).render()
    if found.hint:
        yield f"{space} {note('|')}"
        first, *more = found.hint.splitlines()
        yield paint("help", Style.HELP, color=color) + paint(": ", Style.BOLD, color=color) + one_line(first)
        yield from ("      " + one_line(line) for line in more)
