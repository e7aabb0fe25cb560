"""Functions of the subset that look at rows of cells, and change cells meanwhile."""

Cells = list[int]


def changed_before_it_is_read(C: Cells, a: int) -> int:  # noqa: N803
    row = C[196:203]
    C[198] = a
    return row[2] * 3 + row[3]


def changed_apart(C: Cells, a: int) -> int:  # noqa: N803
    row = C[196:203]
    C[203] = a
    C[195] = a
    return sum(row)


def changed_at_its_end(C: Cells, a: int) -> int:  # noqa: N803
    row = C[196:203]
    other = row
    C[196:203] = C[296:303]
    C[202] = a
    return other[6] + 7 * other[0]


def changed_where_it_depends(C: Cells, a: int) -> int:  # noqa: N803
    row = C[196:203]
    place = 190 + a % 13
    if a > 0:
        C[place] = 5
    return sum(row)


def changed_after_a_way_round(C: Cells, a: int) -> int:  # noqa: N803
    total = 0
    row = C[196:203]
    for _ in range(3):
        total = total * 5 + row[1]
        C[197] = a
    return total


def changed_in_a_loop(C: Cells, a: int) -> int:  # noqa: N803
    total = 0
    for cell in C[196:203]:
        C[202] = a
        total = total * 3 + cell
    return total


def others_changed_in_a_loop(C: Cells, a: int) -> int:  # noqa: N803
    total = 0
    for cell in C[196:203]:
        C[203] = cell
        C[210] += a
        total = total * 3 + cell
    return total


def in_a_row_of_its_own(C: Cells, a: int) -> int:  # noqa: N803
    row = C[196:203]
    row.append(a)
    C[196] = 5
    return row[0] + len(row)


def two_exchanged(C: Cells, a: int) -> int:  # noqa: N803
    C[10:17], C[20:27] = C[20:27], C[10:17]
    return a


def as_many_exchanged(C: Cells, a: int) -> int:  # noqa: N803
    n = a % 6 + 1
    C[196 : 196 + n], C[202 : 202 + n], C[210 : 210 + n] = (
        C[210 : 210 + n],
        C[196 : 196 + n],
        C[202 : 202 + n],
    )
    return n


def passed_on(C: Cells, a: int) -> int:  # noqa: N803
    C[10:18], C[20:28], C[30:38] = C[30:38], C[10:18], C[20:28]
    return a


def overlapping(C: Cells, a: int) -> int:  # noqa: N803
    C[10:17], C[12:19] = C[12:19], C[10:17]
    return a


def taken_from_two(C: Cells, a: int) -> int:  # noqa: N803
    C[10:17], C[20:27] = C[10:17], C[10:17]
    return a


FORMULAS = (
    changed_before_it_is_read,
    changed_apart,
    changed_at_its_end,
    changed_where_it_depends,
    changed_after_a_way_round,
    changed_in_a_loop,
    others_changed_in_a_loop,
    in_a_row_of_its_own,
    two_exchanged,
    as_many_exchanged,
    passed_on,
    overlapping,
    taken_from_two,
)
