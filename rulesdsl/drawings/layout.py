"""Where the nodes of a map are drawn: by their coordinates, or so that joined nodes lie near each other."""

from collections import deque
from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin

Point = tuple[float, float]

# What a map without coordinates is pulled into shape by: enough for the largest board, quick for all.
PULLS = 120
PUSHES = 60


def by_distances(nodes: int, links: Sequence[tuple[int, int]]) -> list[Point]:
    """Points whose distances are like the number of links between the nodes (stress majorization)."""
    if nodes == 0:
        return []
    apart = _links_between(nodes, links)
    order = _around(nodes, links)
    radius = max(1.0, nodes / 6)
    points = [(0.0, 0.0)] * nodes
    for place, node in enumerate(order):
        # A little off the circle: points on one line would never leave it.
        turn = 2 * pi * place / nodes
        points[node] = (radius * cos(turn) * (1 + place % 3 / 50), radius * sin(turn))
    for _ in range(PULLS):
        points = [_pulled(node, points, apart[node]) for node in range(nodes)]
    return points


def _pulled(node: int, points: Sequence[Point], apart: Sequence[int]) -> Point:
    weights = total_x = total_y = 0.0
    x, y = points[node]
    for other, (other_x, other_y) in enumerate(points):
        if other == node:
            continue
        wanted = apart[other]
        weight = 1 / wanted**2
        now = hypot(x - other_x, y - other_y) or 1e-9
        weights += weight
        total_x += weight * (other_x + wanted * (x - other_x) / now)
        total_y += weight * (other_y + wanted * (y - other_y) / now)
    return (total_x / weights, total_y / weights) if weights else (x, y)


def _links_between(nodes: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The fewest links from each node to each; unjoined parts lie a bit further than the longest way."""
    beside = _neighbours(nodes, links)
    pairs = []
    for start in range(nodes):
        steps = {start: 0}
        waiting = deque([start])
        while waiting:
            node = waiting.popleft()
            for other in beside[node]:
                if other not in steps:
                    steps[other] = steps[node] + 1
                    waiting.append(other)
        pairs.append(steps)
    far = 2 + max((max(steps.values()) for steps in pairs), default=0)
    return [[steps.get(node, far) for node in range(nodes)] for steps in pairs]


def _neighbours(nodes: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    beside: list[list[int]] = [[] for _ in range(nodes)]
    for a, b in links:
        beside[a].append(b)
        beside[b].append(a)
    return beside


def _around(nodes: int, links: Sequence[tuple[int, int]]) -> list[int]:
    """An order in which joined nodes come near each other: depth first."""
    beside = _neighbours(nodes, links)
    order: list[int] = []
    seen: set[int] = set()
    for start in range(nodes):
        waiting = [start]
        while waiting:
            node = waiting.pop()
            if node not in seen:
                seen.add(node)
                order.append(node)
                waiting.extend(reversed(beside[node]))
    return order


def landscape(points: Sequence[Point]) -> list[Point]:
    """Turned so that it is wider than high, as sheets and screens are: along its longest direction."""
    if not points:
        return []
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    xx = sum((x - middle_x) ** 2 for x, _ in points)
    yy = sum((y - middle_y) ** 2 for _, y in points)
    xy = sum((x - middle_x) * (y - middle_y) for x, y in points)
    turn = atan2(2 * xy, xx - yy) / 2
    return [
        (
            (x - middle_x) * cos(turn) + (y - middle_y) * sin(turn),
            (y - middle_y) * cos(turn) - (x - middle_x) * sin(turn),
        )
        for x, y in points
    ]


def fitted(points: Sequence[Point], width: float, height: float, margin: float) -> list[Point]:
    """The same shape, as large as the frame allows, at its top; the second number counts upwards."""
    if not points:
        return []
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    scale = min(
        (width - 2 * margin) / ((right - left) or 1),
        (height - 2 * margin) / ((high - low) or 1),
    )
    extra_x = (width - 2 * margin - scale * (right - left)) / 2
    return [(margin + extra_x + (x - left) * scale, margin + (high - y) * scale) for x, y in points]


def evened(points: Sequence[Point], share: float) -> list[Point]:
    """Crowded parts take more of the room, and none changes sides with another: across as well as up each
    point goes by that share to where it would stand if all stood evenly in their order.
    """
    across, up = (_evened([point[axis] for point in points], share) for axis in (0, 1))
    return list(zip(across, up, strict=True))


def _evened(numbers: Sequence[float], share: float) -> list[float]:
    order = sorted(set(numbers))
    if len(order) < 2:
        return list(numbers)
    low, step = order[0], (order[-1] - order[0]) / (len(order) - 1)
    even = {number: low + index * step for index, number in enumerate(order)}
    return [number + share * (even[number] - number) for number in numbers]


def crowding(points: Sequence[Point], least: float) -> float:
    """How many of the points have a neighbour nearer than that, of all."""
    near = sum(
        any(hypot(x - a, y - b) < least for index, (a, b) in enumerate(points) if index != number)
        for number, (x, y) in enumerate(points)
    )
    return near / len(points) if points else 0.0


def spread(points: Sequence[Point], least: float, frame: tuple[float, float, float, float]) -> list[Point]:
    """Points nearer than `least` are pushed apart, and none out of the frame (left, top, right, bottom)."""
    moved = list(points)
    left, top, right, bottom = frame
    for _ in range(PUSHES):
        calm = True
        for index in range(len(moved)):
            for other in range(index + 1, len(moved)):
                (x, y), (other_x, other_y) = moved[index], moved[other]
                apart = hypot(other_x - x, other_y - y)
                if apart >= least:
                    continue
                calm = False
                push = (least - apart) / 2
                # Two at the same point go apart by their numbers, so that the drawing is always the same.
                way = ((other_x - x) / apart, (other_y - y) / apart) if apart else (cos(index), sin(index))
                moved[index] = (x - push * way[0], y - push * way[1])
                moved[other] = (other_x + push * way[0], other_y + push * way[1])
        moved = [(min(max(x, left), right), min(max(y, top), bottom)) for x, y in moved]
        if calm:
            break
    return moved
