"""Boards in other words than those of the language: what kind, how large, how they go on at their edges."""

from __future__ import annotations

from rulesdsl.syntax.common_mistakes.mistake import Mistake

_HEX = "hex(?:es|agon|agons|agonal)?"
_SHAPE = "(?:grid|rectangle|rectangular|square|squares|board|rhombus|matrix)"
_SHIFTED = "(?:staggered|offset|zigzag|(?:odd|even)(?:-[rq])?)"
_WORDS = "flat hexagons|pointy hexagons|hexagons|flat|pointy|diagonals|wrapped|shifted"
_SIZE = r"(\w+) (?:by|x) (\w+)"
_JOINED = "torus|toroidal|wrap|wraps|wrapping|wraparound|cyclic|periodic|endless"

BOARDS = (
    Mistake(
        "places Town are ulm, bonn",
        r"^places ‹(\w+) @(?:(?:are|is|of) |= ?)(\w+(?:, ?\w+)*)›$",
        "places that are listed stand behind a colon",
        instead=r"\1: \2",
    ),
    Mistake(
        "places Spot grows around stone, at most 20",
        r"^places \w+ ‹@grows?› around\b",
        "a board that grows is said with `growing`",
        instead="growing",
    ),
    Mistake(
        "places Cell hexagon grid 8 by 6",
        rf"^places \w+ ‹{_HEX} {_SHAPE} @{_SIZE}›",
        "a board of hexagons is a grid of them",
        instead=r"grid \1 by \2, hexagons",
    ),
    Mistake(
        "placements Lie of Tile on Cell",
        r"^placements \w+ of (\w+) @on\b",
        "what is laid gets a name with `as`",
        r"write `\1 as NAME on …`",
    ),
    Mistake(
        "placements Lie of Tile as tile on Cell, rotated",
        r"^placements .*, ‹@(?:rotated|rotatable|rotations?|rotating|turning)\b›",
        "a shape that may lie in any direction is `turned`",
        instead="turned",
    ),
    Mistake(
        "placements Lie of Tile as tile on Cell, flipped",
        r"^placements .*, ‹@(?:flipped|reflected|mirror|mirroring|reflections?)\b›",
        "a shape that may be turned over is `mirrored`",
        instead="mirrored",
    ),
    Mistake(
        "placements Lie of Tile as tile on Cell, turned and mirrored",
        r"^placements .*, ‹(turned|mirrored) @and (\w+)›",
        "what may be done with a shape is parted by commas",
        instead=r"\1, \2",
    ),
    Mistake(
        "places Spot growing around stone, hexagons",
        r"^places (\w+) growing around (\w+)(, [\w, ]*\w)?@$",
        "a board that grows says how large it can become at most",
        r"write `places \1 growing around \2\3, at most 72`: around so many places it can grow",
    ),
    Mistake(
        "places Spot growing around stone, at most 20, wrapped",
        r"^places \w+ growing around \w+,.* at most \w+ ?@.*?‹, ?(?:wrapped|shifted)(?: \w+)?›",
        "a board that grows has no edges that could be joined, and no rows to shift",
        "leave it out",
        instead="",
    ),
    Mistake(
        "places Spot growing around stone, at most 20, hexagons",
        r"‹^places (\w+) growing around (\w+), at most (\w+) ?@, ([\w, ]*\w)$›",
        "what kind of board it is stands before how large it can become",
        instead=r"places \1 growing around \2, \4, at most \3",
    ),
    Mistake(
        "places Spot growing, at most 20",
        r"^places (\w+) growing ?@(?!around)",
        "a board grows around what lies on its places",
        r"write `places \1 growing around tile, at most 72`; `tile` is a zone or a state per \1",
    ),
    Mistake(
        "places Cell grid 8 by 6, shifted hexagons",
        r", ‹shifted @hexagons›",
        "that rows are shifted stands behind what is shifted",
        instead="hexagons, shifted",
    ),
    Mistake(
        "places Cell flat hexagons 8 by 6",
        rf"^places \w+ ‹@flat {_HEX}(?: {_SHAPE})? {_SIZE}›",
        "a board of hexagons is a grid of them",
        instead=r"grid \1 by \2, flat hexagons",
    ),
    Mistake(
        "places Cell shifted hexagons 8 by 6",
        rf"^places \w+ ‹@(?:shifted|{_SHIFTED}) {_HEX}(?: {_SHAPE})? {_SIZE}›",
        "a board of hexagons is a grid of them",
        instead=r"grid \1 by \2, hexagons, shifted",
    ),
    Mistake(
        "places Cell hex grid 8 by 6",
        rf"^places \w+ ‹@(?:pointy )?{_HEX}(?: {_SHAPE})? {_SIZE}›",
        "a board of hexagons is a grid of them",
        instead=r"grid \1 by \2, hexagons",
    ),
    Mistake(
        "places Cell rectangle 8 by 6",
        rf"^places \w+ ‹@{_SHAPE}(?: grid| of)? {_SIZE}›",
        "a board of cells in columns and rows is a grid",
        instead=r"grid \1 by \2",
    ),
    Mistake(
        "places Cell grid of 8 by 6",
        r"^places \w+ ‹grid of @(\w+)› by",
        "the size of a grid stands right behind the word",
        instead=r"grid \1",
    ),
    Mistake(
        "places Cell grid 8, 6",
        r"‹\bgrid (\w+) ?@, (\w+)›",
        "the sides of a grid are joined with `by`",
        instead=r"grid \1 by \2",
    ),
    Mistake(
        "places Cell hexagon of 5",
        r"^places \w+ ‹hexagon (?:of|with) ?@(?:sides?(?: of)? )?(\w+)›",
        "the number of cells at a side stands right behind `hexagon`",
        instead=r"hexagon \1",
    ),
    Mistake(
        "places Pit ring of 12",
        r"^places \w+ ‹ring ?(?:@, |(?:of|with) ?@(?:size )?)(\w+)(?: \w+)?›",
        "the number of places stands right behind `ring`",
        instead=r"ring \1",
    ),
    Mistake(
        "links road of Town: ulm -> bonn",
        r"^links \w+ of \w+: .*?\w‹ ?(?:-@-?>|<@-+>?|@<-+>?|@=>|-@-|@[<>]|@to\b|@and\b) ?›",
        "a link leads both ways, and has one sign between its ends",
        instead=" - ",
    ),
    Mistake(
        "places Cell grid 8 by 6 hexagons",
        rf"\b‹by (\w+) @({_WORDS})›",
        "what kind of board it is stands behind a comma",
        instead=r"by \1, \2",
    ),
    Mistake(
        "places Cell grid 8 by 6, hexagons shifted",
        r", ‹(flat hexagons|pointy hexagons|hexagons|flat|pointy) @(shifted|wrapped)›",
        "what kind of board it is, and each thing more, stand behind commas",
        instead=r"\1, \2",
    ),
    Mistake(
        "places Cell grid 8 by 6, hexagons, staggered",
        rf"^places .*, @(?P<at>{_SHIFTED})",
        "that every second row lies half a cell further is said with `shifted`",
        "write `hexagons, shifted`, or `hexagons, shifted left` where rows 2, 4, … lie further left; of"
        " `flat hexagons` columns are `shifted up` or `shifted down`",
    ),
    Mistake(
        "places Cell grid 8 by 6, hexes",
        rf"^places .*, ‹@{_HEX}\b›",
        "cells with six sides are `hexagons`",
        instead="hexagons",
    ),
    Mistake(
        "places Cell grid 8 by 6, torus",
        rf"^places .*, ‹@(?:{_JOINED})\b›",
        "a board that goes on at its other ends is `wrapped`",
        "write `wrapped`, or `wrapped rows`, `wrapped columns` where only these go on",
        instead="wrapped",
    ),
)
