"""Segments joined: where one goes on at another, the other's lines are written in its place.

What is written says `@12` for segment 12. A segment that is only gone to is joined to the one that goes
there; a short one also to several. What is left are those that somebody comes back to: decisions, loops,
phases.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from rulesdsl.engine.core.layout import PARK

Lines = list[str]
Line = tuple[str, bool | None]
"""With whether players are parking then, in the first round of a secret block, as far as that is known."""

SHORT = 32
"""So many lines may be written several times; what they go on at only if it is a mere step."""
STEP = 4
LONGEST = 240
"""So many lines a segment may have with all that is joined to it."""
FREE = 120_000
"""So many letters may be written besides the segments themselves; what is gone to then stands for itself, so
that hundreds of phases or choices are not each written with all that follow them."""
DEEPEST = 40
"""So many levels lines may be indented (Python allows a hundred)."""

_PARKING = f"if C[{PARK}]:"
_GOES = re.compile(r"( *)(?:if (.+): )?return @(\d+)$")
_LABEL = re.compile(r"@(\d+)")
_LOOP = re.compile(r"( *)(?:for|while) .*:$")
_STEP = "    "
_THROWN = "thrown(S, "


def joined(
    segments: Mapping[int, Lines], entries: Iterable[int], parking: Mapping[int, bool]
) -> dict[int, Lines]:
    """The segments that are still needed if a game begins, or goes on after a decision, at these.

    `parking`: the segments at the beginning of which it is known whether players are parking.
    """
    gone_to = Counter(
        int(match[3]) for lines in segments.values() for line in lines if (match := _GOES.match(line))
    )
    written: dict[int, Lines] = {}
    waiting = sorted(set(entries))
    needed = frozenset(waiting).union(
        int(number)
        for lines in segments.values()
        for line in lines
        if not _GOES.match(line)
        for number in _LABEL.findall(line)
    )
    room = FREE + sum(len(line) for lines in segments.values() for line in lines)
    while waiting:
        label = waiting.pop()
        if label in written or label not in segments:
            continue
        apart = needed if room < 0 else frozenset[int]()
        lines = _Joiner(segments, gone_to, parking, label, apart).lines()
        room -= sum(map(len, lines))
        waiting += (int(number) for line in lines for number in _LABEL.findall(line))
        written[label] = [_LABEL.sub(r"\1", line) for line in lines]
    return written


class _Joiner:
    """Writes one segment with what follows it."""

    def __init__(
        self,
        segments: Mapping[int, Lines],
        gone_to: Mapping[int, int],
        parking: Mapping[int, bool],
        label: int,
        apart: frozenset[int],
    ) -> None:
        self.segments = segments
        self.gone_to = gone_to
        self.parking = parking
        self.label = label
        self.apart = apart
        """What stands for itself, and is not joined to others."""
        self.found: Lines = []
        self.repeats = False
        """Whether it goes on at its own beginning."""

    def lines(self) -> Lines:
        self._write(self._own(self.label, None), "", (self.label,))
        if not self.repeats:
            return self.found
        return [f"{_STEP}while True:", *(_STEP + line for line in self.found)]

    def _own(self, label: int, parking: bool | None) -> list[Line]:  # noqa: FBT001 -- a fact, no switch
        """The lines of a segment without those that are never come to."""
        known = self.parking.get(label, parking)
        result: list[Line] = []
        lines = self.segments[label] or [f"{_STEP}return 0"]
        index = 0
        while index < len(lines):
            line = lines[index]
            index += 1
            if not line.startswith(_STEP + _PARKING):
                result.append((line, known))
                if f"C[{PARK}] = 1" in line:
                    known = True
                continue
            end = index
            while end < len(lines) and lines[end].startswith(_STEP * 2):
                end += 1
            one_line = line[len(_STEP + _PARKING) :].strip()
            block = [_STEP + one_line] if one_line else [inner[len(_STEP) :] for inner in lines[index:end]]
            if known:
                return [*result, *((inner, True) for inner in block)]
            if known is None:
                result += ((inner, True) for inner in lines[index - 1 : end])
            # Who parks goes elsewhere.
            known = False
            index = end
        return result

    def _write(self, lines: list[Line], indent: str, path: tuple[int, ...]) -> None:
        loop: str | None = None
        for line, parking in lines:
            if loop is not None and not line.startswith(loop + " "):
                loop = None
            match = _GOES.match(line)
            if match is None:
                head = _LOOP.match(line)
                if head is not None and loop is None:
                    loop = head[1]
                self.found.append(indent + line)
                continue
            here, test, target = indent + match[1], match[2], int(match[3])
            if test is not None:
                self.found.append(f"{here}if {test}:")
                here += _STEP
            # Where chance has just spoken, what comes next is begun anew: the processor runs ahead of it in a
            # loop, reads what is about to be written, and has to go back.
            if target == self.label and loop is None and _THROWN not in self.found[-1]:
                self.found.append(f"{here}continue")
                self.repeats = True
                continue
            own = self._own(target, parking) if target in self.segments and target != self.label else []
            if loop is None and own and self._fits(target, len(own), here, path):
                self._write(own, here[len(_STEP) :], (*path, target))
            else:
                self.found.append(f"{here}return @{target}")

    def _fits(self, target: int, size: int, indent: str, path: tuple[int, ...]) -> bool:
        if target in path or len(indent) >= DEEPEST * len(_STEP) or len(self.found) + size > LONGEST:
            return False
        if target in self.apart:
            return False
        copied = any(self.gone_to[label] != 1 for label in path[1:])
        return size <= (STEP if copied else SHORT) or (self.gone_to[target] == 1 and not copied)
