"""A map, a board of cells or a ring of places as a picture (SVG)."""

from collections.abc import Iterator, Sequence
from html import escape
from math import cos, hypot, pi, sin, sqrt

from attrs import frozen

from rulesdsl.drawings.layout import Point, by_distances, crowding, evened, fitted, landscape, spread

WIDEST, MARGIN, TITLE = 1500.0, 80.0, 56.0
# A sheet grows with its places, up to the widest.
NARROWEST, MORE_FOR_EACH = 420.0, 150.0
HIGH_FOR_WIDE = 2 / 3
NODE = 9.0
LETTER, LINE = 6.6, 14.0
LEAST_APART = 46.0
MOST_EVENED = 0.6
"""So far a map whose places are crowded gives up distances, to keep what lies north or east of what."""
ROUNDS = 6
"""So often at the most the names look for better places, given those of the others."""
# Told apart by people who see colours otherwise, and in print.
COLOURS = (
    "#4477aa",
    "#cc6677",
    "#228833",
    "#b8860b",
    "#66a5c9",
    "#aa3377",
    "#777777",
    "#994f00",
    "#004488",
    "#5b7f00",
)
SEA, LAND, INK = "#e8f1f7", "#fdfaf2", "#22303c"
# The colour of a map that has no groups.
GROUND = "#9c7a3c"


@frozen
class Node:
    """`group` is what its colour stands for; `at` its coordinates, the second one counting upwards."""

    label: str
    group: str
    at: Point | None


@frozen
class MapPicture:
    """A map without its places: the ground, the ways and the names, as SVG, and the point of each place."""

    width: float
    height: float
    points: tuple[Point, ...]
    ways: tuple[tuple[str, ...], ...]
    """The lines of each link, in their order."""
    ground: str
    names: str
    legend: str
    colours: tuple[str, ...]
    """Of each place."""


def map_picture(
    nodes: Sequence[Node],
    links: Sequence[tuple[int, int]],
    *,
    room: float = NODE,
    widest: float = WIDEST,
    letter: float = LETTER,
    apart: float = LEAST_APART,
) -> MapPicture:
    """Places and the ways between them, so far apart at least; around each place that much room is kept free
    of names, whose letters are so wide.
    """
    width = min(widest, NARROWEST + MORE_FOR_EACH * sqrt(len(nodes)))
    points, over_edges, height = _points(nodes, links, width, apart)
    groups = list(dict.fromkeys(node.group for node in nodes))
    colour = {group: COLOURS[index % len(COLOURS)] for index, group in enumerate(groups)}
    if len(groups) == 1:
        colour = dict.fromkeys(groups, GROUND)
    # Further than half the map: the way over the left and right edge is the shorter one.
    ways = [(a, b, over_edges and abs(points[a][0] - points[b][0]) > width / 2) for a, b in links]
    straight = [(points[a], points[b]) for a, b, over in ways if not over]
    legend = _legend([(group or "other", colour[group]) for group in groups], width, letter)
    return MapPicture(
        width=width,
        height=height,
        points=tuple(points),
        ways=tuple(
            tuple(_stubs(points[a], points[b], width)) if over else (_line(points[a], points[b]),)
            for a, b, over in ways
        ),
        ground="\n".join(_ground(nodes, points, ways, colour)),
        names="\n".join(_labels(nodes, points, straight, (width, height), room, letter)),
        legend="\n".join(legend) if len(groups) > 1 else "",
        colours=tuple(colour[node.group] for node in nodes),
    )


def drawn_map(title: str, nodes: Sequence[Node], links: Sequence[tuple[int, int]]) -> str:
    """Places and the ways between them, on a ground of their groups' colours."""
    picture = map_picture(nodes, links)
    parts = [head(picture.width, picture.height, title), picture.ground]
    parts.append(f'<g stroke="{INK}" stroke-opacity="0.55" stroke-width="2" fill="none">')
    parts += [line for way in picture.ways for line in way]
    parts.append("</g>")
    for node, (x, y), colour in zip(nodes, picture.points, picture.colours, strict=True):
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{NODE}" fill="{LAND}" stroke="{colour}"'
            f' stroke-width="4"><title>{escape(node.label)}{_in(node.group)}</title></circle>'
        )
    parts.append(picture.names)
    if picture.legend:
        parts.append(picture.legend)
    return "\n".join([*parts, "</svg>", ""])


def drawn_ring(title: str, size: int) -> str:
    """Places one after the other, the last joined to the first, clockwise from the top."""
    radius = max(110.0, size * 52 / (2 * pi))
    width, height = 2 * (radius + MARGIN), 2 * (radius + MARGIN) + TITLE
    centre_x, centre_y = width / 2, height / 2 + TITLE / 2
    places = around(size, centre_x, centre_y, radius)
    parts = [head(width, height, title)]
    parts.append(
        f'<circle cx="{centre_x:.1f}" cy="{centre_y:.1f}" r="{radius:.1f}" fill="none" stroke="{INK}"'
        ' stroke-opacity="0.55" stroke-width="2"/>'
    )
    for index, (x, y) in enumerate(places, 1):
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="18" fill="{LAND}" stroke="{COLOURS[0]}" stroke-width="3"/>'
        )
        parts.append(written(x, y + 5, str(index), "middle"))
    return "\n".join([*parts, "</svg>", ""])


def around(size: int, x: float, y: float, radius: float) -> list[Point]:
    """So many points on a circle, clockwise from the top."""
    turns = [2 * pi * index / size for index in range(size)]
    return [(x + radius * sin(turn), y - radius * cos(turn)) for turn in turns]


# ---------------------------------------------------------------- places on the sheet


def _points(
    nodes: Sequence[Node], links: Sequence[tuple[int, int]], width: float, apart: float
) -> tuple[list[Point], bool, float]:
    """The points, whether the map may go round the world (only coordinates tell), and the sheet's height."""
    known = [node.at for node in nodes if node.at is not None]
    located = len(known) == len(nodes)
    raw = known if located else landscape(by_distances(len(nodes), links))
    placed = fitted(raw, width, width * HIGH_FOR_WIDE, MARGIN)
    if located:
        placed = evened(placed, MOST_EVENED * crowding(placed, apart))
    placed = [(x, y + TITLE) for x, y in placed]
    height = max((y for _, y in placed), default=0) + MARGIN
    frame = (MARGIN / 2, TITLE + MARGIN / 2, width - MARGIN / 2, height - MARGIN / 2)
    return spread(placed, apart, frame), located, height


def _stubs(first: Point, second: Point, width: float) -> list[str]:
    """A way over the edges, as it is drawn on printed maps: out at one side and in at the other."""
    left, right = sorted((first, second))
    out = left[0] + width - right[0]
    height = right[1] + (left[1] - right[1]) * ((width - right[0]) / out)
    return [
        _line(left, (0, height), dashed=True),
        _line(right, (width, height), dashed=True),
    ]


# ---------------------------------------------------------------- parts of the picture


def head(width: float, height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
        f' height="{height:.0f}" font-family="Helvetica, Arial, sans-serif" font-size="12">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="100%" height="100%" fill="{SEA}"/>\n'
        f'<text x="24" y="38" font-size="22" font-weight="bold" fill="{INK}">{escape(title)}</text>'
    )


def _ground(
    nodes: Sequence[Node],
    points: Sequence[Point],
    ways: Sequence[tuple[int, int, bool]],
    colour: dict[str, str],
) -> list[str]:
    """The land: wide strokes around the nodes of a group and the ways between them grow into one shape."""
    parts = []
    for shade, wide in (("0.16", 84), ("0.22", 66)):
        for group, paint in colour.items():
            # The opacity of the whole group: where strokes cross it gets no darker.
            parts.append(
                f'<g stroke="{paint}" fill="{paint}" stroke-width="{wide}" stroke-linecap="round"'
                f' opacity="{shade}">'
            )
            parts += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{wide / 2:.0f}" stroke="none"/>'
                for node, (x, y) in zip(nodes, points, strict=True)
                if node.group == group
            ]
            parts += [
                _line(points[a], points[b])
                for a, b, over in ways
                if not over and nodes[a].group == group == nodes[b].group
            ]
            parts.append("</g>")
    return parts


def _line(first: Point, second: Point, *, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="7 5"' if dashed else ""
    return (
        f'<line x1="{first[0]:.1f}" y1="{first[1]:.1f}" x2="{second[0]:.1f}" y2="{second[1]:.1f}"{dashes}/>'
    )


def written(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{INK}" stroke="#ffffff" stroke-width="3"'
        f' stroke-opacity="0.85" paint-order="stroke" stroke-linejoin="round">{escape(text)}</text>'
    )


@frozen
class _Box:
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "_Box") -> float:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def crossed_by(self, first: Point, second: Point) -> bool:
        """Does a line come through here? Looked at in steps of half a letter's height."""
        if max(first[0], second[0]) < self.left or min(first[0], second[0]) > self.right:
            return False
        if max(first[1], second[1]) < self.top or min(first[1], second[1]) > self.bottom:
            return False
        steps = max(1, int(hypot(second[0] - first[0], second[1] - first[1]) / (LINE / 2)))
        for step in range(steps + 1):
            x = first[0] + (second[0] - first[0]) * step / steps
            y = first[1] + (second[1] - first[1]) * step / steps
            if self.left < x < self.right and self.top < y < self.bottom:
                return True
        return False


@frozen
class _Name:
    box: _Box
    at: Point
    anchor: str


def _labels(
    nodes: Sequence[Node],
    points: Sequence[Point],
    ways: Sequence[tuple[Point, Point]],
    sheet: tuple[float, float],
    room: float,
    letter: float,
) -> list[str]:
    """Each name beside its node, where it covers least of the other names, nodes and ways."""
    rooms = [_Box(x - room - 3, y - room - 3, x + room + 3, y + room + 3) for x, y in points]
    offered = [
        list(_beside(point, letter * len(node.label), room))
        for node, point in zip(nodes, points, strict=True)
    ]
    # What it costs to stand there, whatever becomes of the other names.
    costs = [
        [index + _cost(name.box, rooms, ways, sheet) for index, name in enumerate(names)] for names in offered
    ]
    chosen: dict[int, _Name] = {}
    for _ in range(ROUNDS):
        before = dict(chosen)
        for number, names in enumerate(offered):
            others = [other.box for other_number, other in chosen.items() if other_number != number]
            chosen[number] = min(
                zip(costs[number], names, strict=True),
                key=lambda candidate: candidate[0] + sum(candidate[1].box.overlap(other) for other in others),
            )[1]
        if chosen == before:
            break
    return [written(*chosen[index].at, node.label, chosen[index].anchor) for index, node in enumerate(nodes)]


def _beside(point: Point, wide: float, room: float) -> Iterator[_Name]:
    """Where the name of a place can stand, the best first."""
    x, y = point
    for shift_x, shift_y, anchor in (
        (room + 6, 4, "start"),
        (-room - 6, 4, "end"),
        (0, -room - 7, "middle"),
        (0, room + 16, "middle"),
        (room + 2, -room - 3, "start"),
        (room + 2, room + 11, "start"),
        (-room - 2, -room - 3, "end"),
        (-room - 2, room + 11, "end"),
        (wide / 3, -room - 7, "middle"),
        (-wide / 3, -room - 7, "middle"),
        (wide / 3, room + 16, "middle"),
        (-wide / 3, room + 16, "middle"),
    ):
        left = x + shift_x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        box = _Box(left, y + shift_y - LINE + 3, left + wide, y + shift_y + 3)
        yield _Name(box, (x + shift_x, y + shift_y), anchor)


def _cost(
    box: _Box, rooms: Sequence[_Box], ways: Sequence[tuple[Point, Point]], sheet: tuple[float, float]
) -> float:
    over = 2 * sum(box.overlap(other) for other in rooms) + 25 * sum(box.crossed_by(*way) for way in ways)
    outside = box.left < 4 or box.top < 4 or box.right > sheet[0] - 4 or box.bottom > sheet[1] - 4
    return over + (5000 if outside else 0)


def _legend(entries: Sequence[tuple[str, str]], sheet: float, letter: float) -> list[str]:
    wide = [32 + letter * len(group) for group, _ in entries]
    x = sheet - 24 - sum(wide)
    parts = []
    for (group, paint), width in zip(entries, wide, strict=True):
        parts.append(
            f'<circle cx="{x + 7:.1f}" cy="33" r="6" fill="{LAND}" stroke="{paint}" stroke-width="4"/>'
        )
        parts.append(written(x + 18, 37, group, "start"))
        x += width
    return parts


def _in(group: str) -> str:
    return f" ({escape(group)})" if group else ""
