"""Builders of headings and declarations, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from attrs import evolve

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.nodes import includes, node
from rulesdsl.syntax.parts import Builder, Parts


def bounds(parts: Parts) -> tuple[int, int]:
    """The two numbers of `2..4`; `2` alone is both."""
    numbers = parts.parts("int_range")
    assert numbers is not None
    return numbers.numbers[0], numbers.numbers[-1]


def _definition(parts: Parts) -> ast.Definition:
    """What stands behind `=`; the lines of a longer one are children of the declaration itself."""
    last = parts.parts("def_otherwise") or parts.parts("def_value")
    if last is None:
        value = parts.after("EQUAL")
        return ast.Definition((), (), value, None, one_line=True, span=value.span)
    lets, cases = parts.all(ast.Let), parts.all(ast.DefinitionCase)
    head = lets[0].span if lets else cases[0].span if cases else last.span
    return ast.Definition(
        lets=lets,
        cases=cases,
        last=last.nodes[0],
        last_cite=last.cite,
        one_line=False,
        span=Span.join(head, last.span),
    )


def _for_each(parts: Parts) -> ast.ForEach:
    domains = parts.each_after("IN")
    return ast.ForEach(tuple(zip(parts.all(ast.Name), domains, strict=True)), span=parts.span)


def _board_words(parts: Parts) -> ast.BoardWords:
    return ast.BoardWords(" ".join(map(str, parts.children)), span=parts.span)


def _placing_words(parts: Parts) -> ast.PlacingWords:
    return ast.PlacingWords(str(parts.children[0]), span=parts.span)


def _places_listed(parts: Parts) -> ast.PlacesDecl:
    """Names in a line are rows of one column; with a second one where some are called otherwise."""
    [kind], places = parts.all(ast.Name), parts.all(ast.Value)
    rows = [_listed_row(kind), *(_listed_row(place.name) for place in places)]
    if any(place.named for place in places):
        called = [
            place.named or ast.Text(place.name.text.replace("_", " "), span=place.name.span)
            for place in places
        ]
        texts = [ast.Text("name", span=kind.span), *called]
        rows = [
            evolve(row, cells=(*row.cells, text), span=Span.join(row.span, text.span))
            for row, text in zip(rows, texts, strict=True)
        ]
    return ast.PlacesDecl(kind, None, (), tuple(rows), parts.cite, span=parts.span)


def _links_listed(parts: Parts) -> ast.LinksDecl:
    """Each step of a way is a row with its two ends."""
    name, of = parts.all(ast.Name)
    columns = ast.Text("a", span=name.span), ast.Text("b", span=name.span)
    rows = [ast.Row(columns, None, span=name.span)]
    for way in parts.each_parts("way"):
        names = way.all(ast.Name)
        rows += [_listed_row(*ends) for ends in pairwise(names)]
        if len(names) == 1:
            # What lacks is told where a link with one end is told.
            [alone] = names
            nothing = ast.Text("", span=Span(alone.span.source, alone.span.end, alone.span.end))
            rows.append(ast.Row((ast.Text(alone.text, span=alone.span), nothing), None, span=alone.span))
    return ast.LinksDecl(name, of, None, None, (), tuple(rows), parts.cite, span=parts.span)


def _listed_row(*names: ast.Name) -> ast.Row:
    span = Span.join(names[0].span, names[-1].span)
    return ast.Row(tuple(ast.Text(name.text, span=name.span) for name in names), None, span=span)


def _row(parts: Parts) -> ast.Row:
    """The cells between the strokes, each with the place of what it says."""
    cells = []
    offset = parts.span.start + 1
    for cell in parts.span.text[1:-1].split("|"):
        start = offset + len(cell) - len(cell.lstrip())
        text = cell.strip()
        cells.append(ast.Text(text, span=Span(parts.span.source, start, start + len(text))))
        offset += len(cell) + 1
    return ast.Row(tuple(cells), parts.cite, span=parts.span)


def properties(parts: Parts) -> tuple[ast.Prop, ...]:
    """The properties on the lines below; what such a line cites holds for each of them."""
    below = parts.parts("props")
    nodes: list[ast.Prop] = []
    for line in below.each_parts("prop_line") if below else ():
        nodes.extend(cited_properties(line))
    return tuple(nodes)


def cited_properties(line: Parts) -> tuple[ast.Prop, ...]:
    """The properties of one line."""
    cite = line.cite
    return tuple(ast.CitedProp(prop, cite, span=prop.span) if cite else prop for prop in line.nodes)


def _computed(parts: Parts) -> ast.Definition | None:
    return _definition(parts) if parts.has("EQUAL") else None


def _beyond(parts: Parts) -> int | None:
    beyond = parts.parts("beyond")
    if beyond is None:
        return None
    return -beyond.numbers[0] if beyond.token("SIGN") == "-" else beyond.numbers[0]


def _shape(parts: Parts) -> str:
    shape = parts.parts("shape")
    assert shape is not None
    return str(shape.children[0])


def _all_properties(parts: Parts) -> tuple[ast.Prop, ...]:
    own = tuple(child for child in parts.nodes if isinstance(child, ast.PlainProp))
    return (*own, *properties(parts))


def _viewer_selection(parts: Parts) -> ast.Viewer:
    """The brackets around a set of players are those of a selection, too: one pair is enough."""
    return ast.Viewer(None, ast.Selection(parts.nodes[0], span=parts.span), span=parts.span)


_GRID = node(ast.GridDecl)
_VIEWER = node(ast.Viewer)
_RANK = node(ast.Rank)

DECLARATIONS: Mapping[str, Builder] = {
    "players_line": node(
        ast.PlayersLine, least=lambda parts: bounds(parts)[0], most=lambda parts: bounds(parts)[1]
    ),
    "def_if": node(ast.DefinitionCase),
    "define_decl": node(ast.DefineDecl, body=_definition),
    "for_each": _for_each,
    "places_listed": _places_listed,
    "grid_decl": _GRID,
    "hexagon_decl": _GRID,
    "board_words": _board_words,
    "links_listed": _links_listed,
    "field": node(ast.Field, computed=_computed),
    "row": _row,
    "gives": node(ast.Gives, beyond=_beyond),
    "placing_words": _placing_words,
    "zone_decl": node(ast.ZoneDecl, shape=_shape, props=_all_properties),
    "viewer_word": _VIEWER,
    "viewer_set": _VIEWER,
    "viewer_selection": _viewer_selection,
    "at_most_prop": node(ast.AtMostProp, overflow=None),
    "owner_discards_prop": node(ast.AtMostProp, overflow="owner"),
    "old_goes_prop": node(ast.AtMostProp, overflow="old"),
    "extra_goes_prop": node(ast.AtMostProp, overflow="extra"),
    "apart_prop": node(ast.OneOptionProp, each=True),
    "alike_prop": node(ast.OneOptionProp, each=False),
    "starts_prop": node(ast.StartsProp, shuffled=includes("shuffled")),
    "score_decl": node(ast.ScoreDecl, body=_definition),
    "note_decl": node(ast.NoteDecl, body=_definition),
    "ranked": _RANK,
    "rank_end": _RANK,
}
