"""Names of numbers, no two the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def distinct_names(names: Sequence[str]) -> tuple[str, ...]:
    """Each name; where several are the same, with a number behind it."""
    several = {name for name, count in Counter(names).items() if count > 1}
    met: Counter[str] = Counter()
    result = []
    for name in names:
        met[name] += 1
        result.append(f"{name} #{met[name]}" if name in several else name)
    return tuple(result)
