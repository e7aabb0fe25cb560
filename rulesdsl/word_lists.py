"""Lists of words as one row of numbers: a graph in which words share their beginnings and their ends.

A word is a sequence of letters, each a number. An edge of the graph is one number: whether it is the last of
its node (1), whether a word ends with it (2), its letter (8 bits), and where the edges of the node to which
it leads begin (0: nothing goes on). The edge that leads to the first letters stands at 0.
"""

from __future__ import annotations

import zlib
from array import array
from base64 import b85decode, b85encode
from collections.abc import Iterable, Sequence
from functools import lru_cache
from sys import byteorder

MOST_LETTERS = 250
"""So many different letters have room in an edge."""

_LAST, _WORD = 1, 2
_MOST_BYTES = 4 * 5_000_000
"""An edge for every letter of as many and as long words as there may be."""


def graph_of(words: Iterable[bytes]) -> tuple[int, ...]:
    """The graph of these words, none of which is empty."""
    row = [0]
    known: dict[tuple[int, ...], int] = {}
    path: list[list[int]] = [[]]
    before = b""

    def close(down_to: int) -> None:
        """What goes on behind this many letters of the last word is complete."""
        while len(path) > down_to + 1:
            edges = tuple(path.pop())
            if edges:
                path[-1][-1] |= _place_of(edges, row, known) << 10

    for word in sorted(words):
        common = 0
        for a, b in zip(before, word, strict=False):
            if a != b:
                break
            common += 1
        if common == len(word):
            continue
        close(common)
        for letter in word[common:]:
            path[-1].append(letter << 2)
            path.append([])
        path[-2][-1] |= _WORD
        before = word
    close(0)
    row[0] = _place_of(tuple(path[0]), row, known) << 10
    return tuple(row)


def _place_of(edges: tuple[int, ...], row: list[int], known: dict[tuple[int, ...], int]) -> int:
    """Where these edges stand; equal ones stand there once."""
    place = known.get(edges)
    if place is None:
        place = known[edges] = len(row)
        row.extend(edges)
        row[-1] |= _LAST
    return place


def packed(graph: Sequence[int]) -> str:
    """The graph as a text without blanks, small enough to be kept with a game."""
    return b85encode(zlib.compress(_in_order(array("I", graph)).tobytes())).decode()


@lru_cache(maxsize=16)
def unpacked(text: str) -> tuple[int, ...]:
    """A ValueError or an error of `zlib` of what is no graph: the text may come from a file."""
    row = array("I")
    row.frombytes(zlib.decompressobj().decompress(b85decode(text), _MOST_BYTES))
    graph = tuple(_in_order(row))
    if not graph or any(edge >> 10 >= len(graph) for edge in graph) or not graph[-1] & _LAST:
        raise ValueError("no graph of words")
    return graph


def _in_order(row: array[int]) -> array[int]:
    """The bytes of each number in the same order on every machine."""
    if byteorder == "big":
        row.byteswap()
    return row


def _edge_to(graph: Sequence[int], word: Sequence[int]) -> int:
    """The edge of the last letter; 0 if no word begins so."""
    edge = graph[0]
    for letter in word:
        place = edge >> 10
        if place == 0:
            return 0
        edge = graph[place]
        while edge >> 2 & 255 != letter:
            if edge & 1:
                return 0
            place += 1
            edge = graph[place]
    return edge


def in_words(graph: Sequence[int], word: Sequence[int]) -> bool:
    """Whether it is a word."""
    return _edge_to(graph, word) & 2 > 0


def begins(graph: Sequence[int], word: Sequence[int]) -> bool:
    """Whether a word begins so, or is this one."""
    return _edge_to(graph, word) > 0


def following(graph: Sequence[int], word: Sequence[int]) -> list[int]:
    """The letters with which a word goes on behind these."""
    letters: list[int] = []
    place = _edge_to(graph, word) >> 10
    while place > 0:
        edge = graph[place]
        letters.append(edge >> 2 & 255)
        place = 0 if edge & 1 else place + 1
    return letters


def fits(graph: Sequence[int], word: Sequence[int], gap: int) -> bool:
    """Whether some word is the same in every letter but those that are a gap."""
    edges = [graph[0]]
    for letter in word:
        further: list[int] = []
        for edge in edges:
            place = edge >> 10
            while place > 0:
                other = graph[place]
                if letter == gap or letter == other >> 2 & 255:
                    further.append(other)
                place = 0 if other & 1 else place + 1
        edges = sorted(set(further))
    return any(edge & 2 for edge in edges)
