"""Functions as they are written for a game, with rows that are given back, and rows of which is chosen."""

# ruff: noqa: N803, ARG001, SIM201, SIM202, RET504 -- as such code is; what changes cells has `S`


def either(C: list[int], a: int) -> list[int]:
    t = C[196:212]
    if a > 3:
        u = []
        for v in t:
            if not (v % 3 == 0):
                continue
            u.append(v)
        if u:
            t = u
    return t


def none_or_some(C: list[int], a: int) -> list[int]:
    if a > 7:
        return []
    t = C[230 : 230 + C[229]]
    return t


def read_at_once(S: None, C: list[int], a: int) -> int:
    t = either(C, a)
    return sum(t) + 1000 * len(t)


def changed_apart(S: None, C: list[int], a: int) -> int:
    t = either(C, a)
    C[212] = a
    return sum(t) + 1000 * len(t)


def changed_there(S: None, C: list[int], a: int) -> int:
    t = either(C, a)
    C[199] = a
    return sum(t) + 1000 * len(t)


def grown(S: None, C: list[int], a: int) -> int:
    t = either(C, a)
    t.append(a)
    return sum(t) + C[212]


def of_two(S: None, C: list[int], a: int) -> int:
    t = none_or_some(C, a)
    if a == 3:
        t = either(C, a)
    C[230] = 5
    return sum(t) + 1000 * len(t)


def chosen_twice(S: None, C: list[int], a: int) -> int:
    t = either(C, 0)
    u = []
    for v in t:
        if not (v != a):
            continue
        u.append(v)
    w = []
    for v in u:
        if not (v % 2 == 1):
            continue
        w.append(v)
    return sum(u) + 1000 * sum(w) + 1000000 * len(u)


def chosen_again_and_again(S: None, C: list[int], a: int) -> int:
    t = either(C, 0)
    for k in (2, 3, 5):
        u = []
        for v in t:
            if not (v % k != a % k):
                continue
            u.append(v)
        if u:
            t = u
    return sum(t) + 1000 * len(t)


def laid_together(S: None, C: list[int], a: int) -> int:
    t = []
    for k in (2, 0, 1):
        s = k * 5
        t += C[196 + s : 203 + s]
    return in_order(C, t, a)


def laid_together_in_a_loop(S: None, C: list[int], a: int) -> int:
    t = []
    for k in (5, 0, 1, 7, 2, 2):
        t += C[196 + k * 5 : 203 + k * 5]
    return in_order(C, t, a)


def laid_among(S: None, C: list[int], a: int) -> int:
    t = [v for v in C[196:200] if v % 3 != a % 3]
    C[230 : 230 + C[229] + len(t)] = sorted(C[230 : 230 + C[229]] + t)
    return len(t)


def begun_anew(S: None, C: list[int], a: int) -> int:
    n = 9
    C[196 : 196 + n] = [7] * n
    C[210:250] = [0] * 40
    C[210] = a
    return sum(C[190:252])


def in_order(C: list[int], t: list[int], a: int) -> int:
    u = []
    for v in t:
        if not (v != a):
            continue
        u.append(v)
    total = 0
    for v in t:
        total = (total * 3 + v) % 1000003
    for v in u:
        total = (total * 3 + v) % 1000003
    return total


FORMULAS = (
    *(read_at_once, changed_apart, changed_there, grown, of_two),
    *(chosen_twice, chosen_again_and_again),
    *(laid_together, laid_together_in_a_loop, laid_among, begun_anew),
)
