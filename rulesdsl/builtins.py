"""The functions of the language: how each is written, what it gives. The reference is made of it."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Builtin:
    """`forms`: how it is written; `area`: the heading in the reference; `doc`: one line."""

    area: str
    forms: tuple[str, ...]
    doc: str


BUILTINS: Mapping[str, Builtin] = {
    # many things
    "count": Builtin("many", ("count(S)", "count(x in S where C)"), "how many"),
    "sum": Builtin("many", ("sum(S)", "sum(x in S where C: V)", "sum(map)"), "the sum of numbers"),
    "min": Builtin(
        "many", ("min(S)", "min(x in S: V)", "min(a, b)"), "the smallest number; none if there is none"
    ),
    "max": Builtin(
        "many", ("max(S)", "max(x in S: V)", "max(a, b)"), "the greatest number; none if there is none"
    ),
    "some": Builtin("many", ("some(x in S where C: V)",), "yes if V holds for at least one"),
    "every": Builtin("many", ("every(x in S where C: V)",), "yes if V holds for all (also if there is none)"),
    "list": Builtin("many", ("list(x in S where C by K: V)",), "the values V in order, none left out"),
    "distinct": Builtin("many", ("distinct(S)", "distinct(x in S: V)"), "each value once"),
    "ranked": Builtin("many", ("ranked(S)", "ranked(x in S: V)"), "numbers from the greatest down"),
    "highest": Builtin("many", ("highest(x in S where C by K)",), "all of S that share the greatest K"),
    "lowest": Builtin("many", ("lowest(x in S where C by K)",), "all of S that share the smallest K"),
    "the_only": Builtin("many", ("the_only(S)",), "the single one; none unless there is exactly one"),
    "first": Builtin(
        "many", ("first(S)", "first(S, n)", "first(x in S where C by K)"), "the first, or the first n"
    ),
    "last": Builtin("many", ("last(S)", "last(S, n)"), "the last, or the last n"),
    "top": Builtin("many", ("top(PILE)", "top(PILE, n)"), "the top piece of a pile, or its n top pieces"),
    "tally": Builtin("many", ("tally(S)", "tally(x in S: V)"), "a map: how many of each value"),
    "same": Builtin("many", ("same(S)",), "yes if all are equal"),
    "consecutive": Builtin("many", ("consecutive(S)",), "yes if the numbers form a run, each once"),
    "runs": Builtin(
        "many", ("runs(x in S by K)",), "S cut wherever K falls; x without K stays with what lies before"
    ),
    # places in zones
    "position": Builtin(
        "zones", ("position(piece)", "position(piece, from: right)"), "its place in its row or pile, from 1"
    ),
    "takes": Builtin("zones", ("takes(ZONE, piece)",), "whether the zone takes the piece"),
    "face_down": Builtin("zones", ("face_down(piece)",), "whether the piece lies face down"),
    # players
    "left": Builtin("players", ("left(p)",), "the next player clockwise"),
    "right": Builtin("players", ("right(p)",), "the next player the other way round"),
    "next": Builtin("players", ("next(p, S)",), "the first of S clockwise after p; none if S is empty"),
    # numbers
    "difference": Builtin("numbers", ("difference(a, b)",), "a - b without its sign"),
    # maps
    "onward": Builtin("places", ("onward(place, n)",), "the place n further round the ring"),
    "neighbours": Builtin(
        "places", ("neighbours(road, a)", "neighbours(Cell, a)"), "what is one link from a"
    ),
    "distance": Builtin(
        "places", ("distance(road, a, b)",), "the fewest links from a to b; none if not joined"
    ),
    "within": Builtin("places", ("within(road, a, n)",), "what is at most n links from a, a among them"),
    "connected": Builtin("places", ("connected(road, a, b)",), "whether links lead from a to b"),
    "regions": Builtin("places", ("regions(road, S)",), "S in groups that hang together"),
    "trail_ends": Builtin(
        "places",
        ("trail_ends(road, from: a, links: N, avoiding: S)",),
        "where a way of exactly N links ends that uses no link twice and enters nothing in S",
    ),
    "trail_lengths": Builtin(
        "places",
        ("trail_lengths(road, from: a, to: b, avoiding: S)",),
        "the lengths of all such ways from a to b",
    ),
    "longest_trail": Builtin(
        "places", ("longest_trail(road)",), "the most links of a way that uses no link twice"
    ),
    "lines": Builtin("places", ("lines(Cell, n)",), "all straight lines of n cells of a grid"),
    "rays": Builtin(
        "places",
        ("rays(Cell, a)",),
        "the cells of a grid straight on from a to the edge, nearest first, in each of 8 directions",
    ),
}
