"""The phases of a game as a picture (SVG): boxes in boxes, with an arrow back where a phase comes again."""

from collections.abc import Iterable, Sequence
from html import escape

from attrs import frozen

from rulesdsl.outline import Outline, Step

LETTER, SMALL_LETTER, LINE = 7.4, 6.6, 20.0
PAD, INDENT, LOOP = 14.0, 18.0, 26.0
LONGEST = 96
INK, QUIET, PAPER = "#22303c", "#5a6b7b", "#ffffff"
DEPTHS = ("#e3edf7", "#f4ecdc", "#e4f1e4", "#f4e4ea", "#ece6f5")


@frozen
class _Part:
    """A piece of the picture, drawn with its top left corner at 0, 0."""

    width: float
    height: float
    svg: str


def drawn_flow(title: str, outline: Outline) -> str:
    columns = [("flow", outline.flow), *outline.parts]
    drawn = [(name, _stack([_drawn(step, 0) for step in steps], gap=6)) for name, steps in columns]
    x, parts, height = PAD, [], 0.0
    for name, part in drawn:
        parts.append(_text(x, 76, name, size=14, bold=True))
        parts.append(_at(x, 92, part))
        x += max(part.width, LETTER * len(name)) + 2 * PAD
        height = max(height, part.height)
    width, height = max(x, 40 + 13 * len(title)), height + 92 + PAD
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
        f' height="{height:.0f}" font-family="Helvetica, Arial, sans-serif" font-size="13">\n'
        f"<title>{escape(title)}</title>\n"
        '<defs><marker id="back" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7"'
        ' orient="auto">'
        f'<path d="M0 0 L8 4 L0 8 z" fill="{QUIET}"/></marker></defs>\n'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>\n'
        f'<text x="{PAD}" y="38" font-size="22" font-weight="bold" fill="{INK}">{escape(title)}</text>'
    )
    return "\n".join([head, *parts, "</svg>", ""])


def _drawn(step: Step, depth: int) -> _Part:
    if not step.is_phase:
        line = _Part(LETTER * len(_cut(step.text)), LINE, _text(0, 14, _cut(step.text)))
        if not step.inner:
            return line
        inner = _stack([_drawn(each, depth) for each in step.inner], gap=2)
        rail = (
            f'<line x1="5" y1="{LINE}" x2="5" y2="{LINE + inner.height:.1f}" stroke="{QUIET}"'
            ' stroke-opacity="0.5"/>'
        )
        return _Part(
            max(line.width, INDENT + inner.width),
            LINE + inner.height,
            line.svg + rail + _at(INDENT, LINE, inner),
        )
    name = _text(PAD, 24, step.name.replace("_", " "), size=15, bold=True)
    notes = [
        _text(PAD, 24 + 16 * index, _cut(note), size=12, colour=QUIET)
        for index, note in enumerate(step.notes, 1)
    ]
    top = 34.0 + 16 * len(step.notes)
    inner = _stack([_drawn(each, depth + 1) for each in step.inner], gap=4)
    comes_again = bool(step.notes)
    content = max(
        inner.width,
        8.6 * len(step.name),
        *(SMALL_LETTER * len(_cut(note)) for note in step.notes),
        80.0,
    )
    width = content + 2 * PAD + (LOOP if comes_again else 0)
    height = top + inner.height + PAD
    box = (
        f'<rect width="{width:.1f}" height="{height:.1f}" rx="9" fill="{DEPTHS[depth % len(DEPTHS)]}"'
        f' stroke="{QUIET}" stroke-opacity="0.6"/>'
    )
    arrow = ""
    if comes_again:
        right, low, high = width - 10, height - PAD, 18.0
        arrow = (
            f'<path d="M{right - 10:.1f} {low:.1f} h4 q6 0 6 -6 V{high + 6:.1f} q0 -6 -6 -6 h-6" fill="none"'
            f' stroke="{QUIET}" stroke-width="1.6" marker-end="url(#back)"/>'
        )
    return _Part(width, height, "".join([box, name, *notes, _at(PAD, top, inner), arrow]))


def _stack(parts: Sequence[_Part], gap: float) -> _Part:
    """One below the other."""
    y, drawn = 0.0, []
    for part in parts:
        drawn.append(_at(0, y, part))
        y += part.height + gap
    return _Part(max((part.width for part in parts), default=0.0), max(0.0, y - gap), "".join(drawn))


def _at(x: float, y: float, part: _Part) -> str:
    return f'<g transform="translate({x:.1f} {y:.1f})">{part.svg}</g>'


def _text(x: float, y: float, text: str, *, size: int = 13, bold: bool = False, colour: str = INK) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}"{weight} fill="{colour}">{escape(text)}</text>'


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def in_words(steps: Iterable[Step], indent: str = "") -> Iterable[str]:
    """The same outline as lines of text."""
    for step in steps:
        notes = f"  ({', '.join(step.notes)})" if step.notes else ""
        yield f"{indent}{step.name.replace('_', ' ') if step.is_phase else step.text}{notes}"
        yield from in_words(step.inner, indent + "  ")
