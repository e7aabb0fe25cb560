"""Functions as they are written for a game, with rows of which it is asked what is in them, and how often."""

# ruff: noqa: N803 -- cells are called C there

NONE = -2147483648
FEW = (0, 3, NONE, 1, 2, 3, 3)
FROM_TEN = (12, 10, 10, 11, NONE, 12, 10)
MANY = tuple(range(0, 63, 9))


def within(C: list[int], a: int) -> int:
    t = [FEW[x % 7] for x in C[196:202] if FEW[x % 7] != -2147483648]
    return (a in t) + 2 * (3 in t) + 4 * (9 not in t) + 8 * ((a - 5) not in t)


def how_often(C: list[int], a: int) -> int:
    t = [FROM_TEN[x % 7] for x in C[196:212] if FROM_TEN[x % 7] != -2147483648]
    return t.count(10) + 20 * t.count(12) + 400 * t.count(a) + 8000 * t.count(9)


def all_of_them(C: list[int], a: int) -> int:
    t = [x % 8 for x in C[196:226]]
    return sum((k in t) << k for k in (0, 1, 2, 3, 4, 5, 6, 7)) + 256 * t.count(a % 8)


def among_many(C: list[int], a: int) -> int:
    t = [MANY[x % 7] for x in C[196:197]]
    return (a in t) + 2 * (a * 9 in t) + 4 * (54 in t) + 8 * t.count(a)


def too_many(C: list[int], a: int) -> int:
    t = [MANY[x % 7] for x in C[196:202]]
    return (a in t) + 2 * (a * 9 in t) + 4 * (54 in t) + 8 * t.count(a)


def with_none(C: list[int], a: int) -> int:
    t = [FEW[x % 7] for x in C[196:202]]
    return (-2147483648 in t) + 2 * t.count(-2147483648) + 16 * (a in t)


def gone_through(C: list[int], a: int) -> int:
    t = [FEW[x % 7] for x in C[196:202] if FEW[x % 7] != -2147483648]
    return sum(t) * 2 + (a in t)


COUNTED = (within, how_often, all_of_them, among_many)
ROWS = (too_many, with_none, gone_through)
