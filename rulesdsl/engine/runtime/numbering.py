"""Places of boards that grow, numbered by where they lie: what generated code calls when there are new ones.

The first place is number 0 for good, so that what is known before play stays right.
"""

from __future__ import annotations


def places_in_order(cells: list[int], count: int, column: int, row: int, size: int) -> list[int]:
    """The numbers of the places that are there: the first one, then row by row, each from the left."""
    width = 2 * size + 1
    keys = sorted(
        [(cells[row + place] * width + cells[column + place]) * size + place for place in range(1, count)]
    )
    return [0] + [key % size for key in keys]


def new_numbers(order: list[int], size: int) -> list[int]:
    """For each number the one that its place has from now on."""
    numbers = list(range(size))
    for number in range(len(order)):
        numbers[order[number]] = number
    return numbers


def move_rows(cells: list[int], address: int, times: int, step: int, block: int, order: list[int]) -> None:
    """What is kept of each place, in blocks of so many cells, put in the new order; so many times, each
    `step` cells further on.
    """
    for index in range(times):
        start = address + index * step
        if block == 1:
            moved = [cells[start + place] for place in order]
        else:
            moved = [cells[start + place * block + part] for place in order for part in range(block)]
        cells[start : start + len(moved)] = moved


def renumber(cells: list[int], address: int, times: int, low: int, each: int, numbers: list[int]) -> None:
    """Cells that hold a place, or one of the `each` that are made of it and others: from `low` on, where they
    can hold something else as well.
    """
    for index in range(address, address + times):
        value = cells[index] - low
        if 0 <= value < len(numbers) * each:
            cells[index] = low + numbers[value // each] * each + value % each


def renumber_lists(
    cells: list[int], address: int, times: int, step: int, low: int, each: int, numbers: list[int]
) -> None:
    """The same of the members of lists, which begin with their length; each `step` cells behind the last."""
    for index in range(times):
        start = address + index * step
        renumber(cells, start + 1, cells[start], low, each, numbers)


def sort_sets(cells: list[int], address: int, times: int, step: int) -> None:
    """Members of sets ascend."""
    for index in range(times):
        start = address + index * step + 1
        count = cells[start - 1]
        cells[start : start + count] = sorted(cells[start : start + count])


def move_pieces(
    cells: list[int], low: int, high: int, first: int, count: int, block: int, numbers: list[int]
) -> None:
    """The cells that say where each piece lies, for those in zones of such places."""
    size = len(numbers)
    for index in range(low, high):
        zone = cells[index] - first
        if 0 <= zone < count:
            place = zone // block % size
            cells[index] += (numbers[place] - place) * block
