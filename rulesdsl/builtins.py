"""The functions of the language: those that are one operation stand in its entry, all others here."""

from __future__ import annotations

from collections.abc import Mapping

from rulesdsl.functions import Area, Function
from rulesdsl.operations import Op

OF_ONE_OPERATION: Mapping[str, Op] = {op.word: op for op in Op if op.entry.function is not None}

_OTHERS: Mapping[str, Function] = {
    "count": Function(Area.MANY, ("count(S)", "count(x in S where C)"), "how many"),
    "sum": Function(Area.MANY, ("sum(S)", "sum(x in S where C: V)", "sum(map)"), "the sum of numbers"),
    "min": Function(
        Area.MANY, ("min(S)", "min(x in S: V)", "min(a, b)"), "the smallest number; none if there is none"
    ),
    "max": Function(
        Area.MANY, ("max(S)", "max(x in S: V)", "max(a, b)"), "the greatest number; none if there is none"
    ),
    "some": Function(
        Area.MANY, ("some(x in S where C: V)", "some(flags)"), "yes if V holds for at least one"
    ),
    "every": Function(
        Area.MANY,
        ("every(x in S where C: V)", "every(flags)"),
        "yes if V holds for all (also if there is none)",
    ),
    "list": Function(Area.MANY, ("list(x in S where C by K: V)",), "the values V in order, none left out"),
    "distinct": Function(Area.MANY, ("distinct(S)", "distinct(x in S: V)"), "each value once"),
    "ranked": Function(Area.MANY, ("ranked(S)", "ranked(x in S: V)"), "numbers from the greatest down"),
    "highest": Function(Area.MANY, ("highest(x in S where C by K)",), "all of S that share the greatest K"),
    "lowest": Function(Area.MANY, ("lowest(x in S where C by K)",), "all of S that share the smallest K"),
    "the_only": Function(Area.MANY, ("the_only(S)",), "the single one; none unless there is exactly one"),
    "first": Function(
        Area.MANY, ("first(S)", "first(S, n)", "first(x in S where C by K)"), "the first, or the first n"
    ),
    "last": Function(Area.MANY, ("last(S)", "last(S, n)"), "the last, or the last n"),
    "top": Function(Area.MANY, ("top(PILE)", "top(PILE, n)"), "the top piece of a pile, or its n top pieces"),
    "tally": Function(Area.MANY, ("tally(S)", "tally(x in S: V)"), "a map: how many of each value"),
    "runs": Function(
        Area.MANY, ("runs(x in S by K)",), "S cut wherever K falls; x without K stays with what lies before"
    ),
    "combinations": Function(
        Area.MANY,
        ("combinations(S, n)", "combinations(S, n, repeated: yes)"),
        "every way to take n of S, each as a list; repeated: one may be taken several times",
    ),
    "position": Function(
        Area.ZONES,
        ("position(piece)", "position(piece, from: right)"),
        "its place in its row or pile, from 1",
    ),
    "takes": Function(Area.ZONES, ("takes(ZONE, piece)",), "whether the zone takes the piece"),
    "until": Function(
        Area.MANY, ("until(x in S where C: V)",), "S up to and with the first x for which V holds"
    ),
    "union": Function(Area.MANY, ("union(x in S where C: V)",), "all that is in one of the V, each once"),
    "reached": Function(
        Area.MANY,
        ("reached(x in S where C: V, from: A)",),
        "those of S that one comes to from A if x leads to V, again and again; A among them",
    ),
    "groups": Function(
        Area.MANY, ("groups(x in S where C: V)",), "S in groups that hang together, x with those in V"
    ),
    "step": Function(
        Area.PLACES,
        ("step(cell, d)", "step(cell, d, e)"),
        "the cell one step in direction d, then in e; none off the board",
    ),
    "ray": Function(
        Area.PLACES, ("ray(cell, d)",), "the cells straight on in direction d to the edge, nearest first"
    ),
    "turned": Function(
        Area.PLACES,
        ("turned(d, n)", "turned(shape, n)"),
        "the direction n further clockwise, or the shape turned n times clockwise",
    ),
    "mirrored": Function(Area.PLACES, ("mirrored(shape)",), "the shape turned over"),
    "footprint": Function(
        Area.PLACES,
        ("footprint(shape, cell)",),
        "the cells under the shape if its lowest row begins on the cell; empty if it does not fit",
    ),
    "opposite": Function(Area.PLACES, ("opposite(d)",), "the direction that leads back"),
    "onward": Function(Area.PLACES, ("onward(place, n)",), "the place n further round the ring"),
    "begins_with": Function(
        Area.TEXTS,
        ("begins_with(T, V)",),
        "whether the text T begins with the text V, or with what the value V is called",
    ),
    "lines": Function(
        Area.PLACES,
        ("lines(Cell, n)", "lines(cells, n)"),
        "all straight lines of n cells of a grid, or of some of its cells",
    ),
}

BUILTINS: Mapping[str, Function] = {
    **_OTHERS,
    **{name: op.entry.function for name, op in OF_ONE_OPERATION.items() if op.entry.function is not None},
}
