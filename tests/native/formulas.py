"""Functions of the subset that touch every primitive: each takes two numbers and gives one."""

from bisect import bisect_left
from math import sqrt

TABLE = (7, -3, 11, 0, 5, 2)
WORDS = ("left", "right", "", "left")
NESTED = ((1, 2), (), (3,), (4, 5, 6))


def divided(a: int, b: int) -> int:
    return a // b if b != 0 else -1


def left_over(a: int, b: int) -> int:
    return a % b if b != 0 else -1


def left_over_by_five(a: int, b: int) -> int:
    return (a % 5) * 7 + b % 3 + (a // 4) - (abs(b) // 6)


def compared(a: int, b: int) -> int:
    return (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b)


def chained(a: int, b: int) -> int:
    return int(-3 <= a < b <= 20) + 2 * int(not a < b) + 4 * int(a < b or (b < 3 and a != 2))


def bits(a: int, b: int) -> int:
    return (a & b) + 3 * (a | b) + 5 * (a ^ b) + 7 * ~a + ((a & 255) << 3) + (b >> 2)


def bit_counts(a: int, b: int) -> int:
    return (a & 1023).bit_count() * 100 + (b & 1023).bit_length()


def extremes(a: int, b: int) -> int:
    return max(a, b, 3) * 1000 + min(a, b) + abs(a) - abs(b)


def from_either_end(a: int, b: int) -> int:
    return TABLE[a % 6] * 10 + TABLE[-1 - b % 6]


def words(a: int, b: int) -> int:
    return (WORDS[a % 4] == "left") + 2 * (WORDS[b % 4] in ("", "right")) + 4 * bool(WORDS[a % 4])


def part(a: int, b: int) -> int:
    row = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    some = row[a:b]
    back = row[:: -(1 + b % 3)]
    return len(some) * 100 + sum(some) + 1000 * len(back) + 7 * (back[-1] if back else 0)


def grown(a: int, b: int) -> int:
    row = [a]
    other = [b, a]
    for number in range(abs(a) % 40):
        row.append(number * b)
        if number % 3 == 0:
            other.append(number)
    row += other
    total = 0
    for place, number in enumerate(row):
        total += (place + 1) * number
    return total


def in_order(a: int, b: int) -> int:
    row = [(number * a + b) % 17 for number in range(12)]
    result = 0
    for number in sorted(row):
        result = result * 3 % 100003 + number
    by_last = sorted(row, key=lambda number: (-number % 5, number))
    result += sorted(row, reverse=True)[1] * 11
    return result + by_last[0] * 7 + by_last[11] + bisect_left(sorted(row), 8)


def changed(a: int, b: int) -> int:
    row = [0] * 9
    row[a % 9] += 5
    row[b % 9] -= 2
    row[2:5] = [a, b, 1]
    row[-1] = 4
    total = 0
    for number in row:
        total = total * 5 + number
    return total


def found(a: int, b: int) -> int:
    row = [3, a % 7, b % 5, 3, 1]
    return row.index(3) + 10 * row.count(3) + 100 * (4 in row) + 1000 * row.index(3, 1) + (2 not in row)


def nested(a: int, b: int) -> int:
    rows = [[number, a] for number in range(b % 4)]
    rows.append([a])
    same = [a] in rows
    longest = max(len(one) for one in rows)
    return sum(NESTED[a % 4]) + 10 * same + 100 * longest + 1000 * sum(sum(one) for one in rows)


def each_once(a: int, b: int) -> int:
    different = {number * a % 7 for number in range(b % 9)}
    return len(different) * 100 + sum(different) + 1000 * (3 in different)


def kept(a: int, b: int) -> int:
    known: dict[int, int] = {}
    for number in range(40):
        known[(number * a + b) % 23] = number
    total = 0
    for key in known:
        total = total * 7 % 100003 + key
    value = known.get(b % 23)
    return total + len(known) * 1000 + (0 if value is None else value)


def left_early(a: int, b: int) -> int:
    total = 0
    for number in range(30):
        if number == a % 31:
            continue
        if number * 3 > b % 90:
            break
        total += number
    while total > 50:
        total -= 7
        if total % 5 == 0:
            break
    return total


def side_by_side(a: int, b: int) -> int:
    firsts, seconds = [a, b, 3], [b, 2, a]
    return sum(x * (y + 1) for x, y in zip(firsts, seconds, strict=True) if x != y)


def some_or_all(a: int, b: int) -> int:
    row = [a % 5, b % 5, 2]
    some, every = any(number == 4 for number in row), all(number > 0 for number in row)
    return some + 2 * every + 4 * (a or b) + (a and b)


def different_in_order(a: int, b: int) -> int:
    row = [(number * 37 + a) % (126 + b % 5) for number in range(abs(b) % 14)]
    result = len(row)
    for number in sorted(row):
        result = result * 7 % 1000003 + number
    for number in sorted([*row, b]):
        result = result * 11 % 1000003 + number
    return result


def floating(a: int, b: int) -> int:
    share = (a + 0.5) / (abs(b) + 3)
    root = sqrt(abs(b) / 7) * 2 - a
    higher = 3 if share > root else 5
    same = (
        int(share == (2 * a + 1) / (2 * abs(b) + 6))
        + 2 * int(root <= share)
        + 4 * int(-root >= 1.5)
        + 8 * int(a * 1.0 <= b)
    )
    rank = 0
    for other in range(-40, 40):
        # What a number of floating point is shows in what it is compared with.
        rank += (share < other * 0.375) + 3 * (root < other) + 5 * (root != other) + 7 * (other - share > a)
    return higher + 10 * same + 100 * rank


def one_of_three(a: int, b: int) -> int:
    result = 0
    if a < b:
        result += 3
    elif a == b:
        result += 5
    else:
        result += 7
    return result


def taken_and_shifted(a: int, b: int) -> int:
    row = [a % 20, b % 20, 7]
    high, low = row[0] << row[1], (a * 1000) >> row[1]
    member = row.pop(b % 3)
    return high + 3 * low + 5 * member + 7 * row[0] + len(row)


def much_memory(a: int, b: int) -> int:
    row = [b] * (120 + a % 7)
    row[a % 100] = a
    copies = [row[:] for _ in range(60)]
    copies[4][b % 100] += 3
    return copies[3][b % 100] + copies[4][b % 100] + copies[59][a % 100] + len(copies[8])


FORMULAS = (
    *(divided, left_over, left_over_by_five, compared, chained, bits, bit_counts, extremes),
    *(from_either_end, words, part, grown, in_order, changed, found, nested, each_once, kept),
    *(
        left_early,
        side_by_side,
        some_or_all,
        floating,
        different_in_order,
        one_of_three,
        taken_and_shifted,
        much_memory,
    ),
)
