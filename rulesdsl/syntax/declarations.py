"""Builders of headings and declarations, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from rulesdsl.source import Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.parts import Builder, Parts
from rulesdsl.syntax.statements import params

# ---------------------------------------------------------------- headings


def bounds(parts: Parts) -> tuple[int, int]:
    """The two numbers of `2..4`."""
    numbers = parts.parts("int_range")
    assert numbers is not None
    least, most = numbers.numbers
    return least, most


def _title_line(parts: Parts) -> ast.TitleLine:
    return ast.TitleLine(parts.needed_text, parts.cite, span=parts.span)


def _players_line(parts: Parts) -> ast.PlayersLine:
    least, most = bounds(parts)
    return ast.PlayersLine(least, most, parts.cite, span=parts.span)


def _limit_line(parts: Parts) -> ast.LimitLine:
    return ast.LimitLine(parts.name, parts.numbers[0], parts.cite, span=parts.span)


def _language_line(parts: Parts) -> ast.LanguageLine:
    return ast.LanguageLine(parts.numbers[0], parts.cite, span=parts.span)


# ---------------------------------------------------------------- definitions


def _option(parts: Parts) -> ast.OptionDecl:
    default = parts.after("_NORMALLY")
    return ast.OptionDecl(parts.name, parts.after("COLON"), default, parts.text, parts.cite, span=parts.span)


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


def _definition_case(parts: Parts) -> ast.DefinitionCase:
    return ast.DefinitionCase(parts.after("IF"), parts.after("THEN"), parts.cite, span=parts.span)


def _define(parts: Parts) -> ast.DefineDecl:
    result = parts.parts("result")
    return ast.DefineDecl(
        name=parts.name,
        params=params(parts),
        per=parts.all(ast.Per),
        result=result.nodes[0] if result else None,
        body=_definition(parts),
        cite=parts.cite,
        span=parts.span,
    )


# ---------------------------------------------------------------- things


def _value(parts: Parts) -> ast.Value:
    carries = parts.after("LPAR")
    return ast.Value(parts.name, carries, parts.first(ast.Text), span=parts.span)


def _values(parts: Parts) -> ast.ValuesDecl:
    return ast.ValuesDecl(parts.name, parts.all(ast.Value), parts.cite, span=parts.span)


def _csv(parts: Parts) -> ast.Csv:
    return ast.Csv(parts.needed_text, parts.first(ast.Name), span=parts.span)


def _values_table(parts: Parts) -> ast.ValuesTableDecl:
    csv = parts.first(ast.Csv)
    return ast.ValuesTableDecl(parts.name, csv, _fields(parts), _rows(parts), parts.cite, span=parts.span)


def _union(parts: Parts) -> ast.UnionDecl:
    name, *kinds = parts.all(ast.Name)
    return ast.UnionDecl(name, tuple(kinds), parts.cite, span=parts.span)


def _from_csv(parts: Parts) -> ast.FromCsv:
    return ast.FromCsv(parts.nodes[0], span=parts.span)


def _for_each(parts: Parts) -> ast.ForEach:
    domains = parts.each_after("IN")
    return ast.ForEach(tuple(zip(parts.all(ast.Name), domains, strict=True)), span=parts.span)


def _one_per(parts: Parts) -> ast.OnePer:
    kind, alias = parts.all(ast.Name)
    return ast.OnePer(kind, alias, span=parts.span)


def _one_per_row(parts: Parts) -> ast.OnePerRow:
    return ast.OnePerRow(parts.name, parts.nodes[0], span=parts.span)


def _pieces(parts: Parts) -> ast.PiecesDecl:
    copies = parts.parts("copies")
    origins: tuple[ast.Origin, ...] = parts.all(ast.FromCsv, ast.ForEach, ast.OnePer, ast.OnePerRow)
    return ast.PiecesDecl(
        name=parts.name,
        origin=next(iter(origins), None),
        copies=copies.after("COPIES") if copies else None,
        fields=_fields(parts),
        rows=_rows(parts),
        cite=parts.cite,
        span=parts.span,
    )


def _places(parts: Parts) -> ast.PlacesDecl:
    csv = next((node for node in parts.nodes if isinstance(node, ast.Csv)), None)
    return ast.PlacesDecl(parts.name, csv, _fields(parts), _rows(parts), parts.cite, span=parts.span)


def _grid(parts: Parts) -> ast.GridDecl:
    columns, rows = parts.after("HEXAGON") or parts.after("GRID"), parts.after("BY")
    words = parts.all(ast.BoardWords)
    return ast.GridDecl(parts.name, columns, rows, words, _fields(parts), parts.cite, span=parts.span)


def _board_words(parts: Parts) -> ast.BoardWords:
    return ast.BoardWords(" ".join(map(str, parts.children)), span=parts.span)


def _ring(parts: Parts) -> ast.RingDecl:
    return ast.RingDecl(parts.name, parts.after("RING"), _fields(parts), parts.cite, span=parts.span)


def _links(parts: Parts) -> ast.LinksDecl:
    name, of, *key = parts.all(ast.Name)
    csv = parts.first(ast.Csv)
    named_by = key[0] if key else None
    return ast.LinksDecl(name, of, csv, named_by, _fields(parts), _rows(parts), parts.cite, span=parts.span)


def _places_listed(parts: Parts) -> ast.PlacesDecl:
    """Names in a line are rows of one column."""
    kind, *names = parts.all(ast.Name)
    rows = (_listed_row(kind), *map(_listed_row, names))
    return ast.PlacesDecl(kind, None, (), rows, parts.cite, span=parts.span)


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


def _fields(parts: Parts) -> tuple[ast.Field, ...]:
    fields = parts.parts("fields")
    return fields.all(ast.Field) if fields else ()


def _rows(parts: Parts) -> tuple[ast.Row, ...]:
    fields = parts.parts("fields")
    return fields.all(ast.Row) if fields else ()


def _field(parts: Parts) -> ast.Field:
    return ast.Field(
        name=parts.name,
        per=parts.all(ast.Per),
        type=parts.after("COLON"),
        column=parts.after("FROM"),
        computed=_definition(parts) if parts.has("EQUAL") else None,
        cite=parts.cite,
        span=parts.span,
    )


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


# ---------------------------------------------------------------- tables


def _key(parts: Parts) -> ast.Key:
    return ast.Key(parts.name, parts.after("COLON"), span=parts.span)


def _gives(parts: Parts) -> ast.Gives:
    beyond = parts.parts("beyond")
    step = None
    if beyond:
        step = -beyond.numbers[0] if beyond.token("SIGN") == "-" else beyond.numbers[0]
    per = parts.all(ast.Per)
    return ast.Gives(parts.name, per, parts.after("COLON"), step, parts.cite, span=parts.span)


def _table(parts: Parts) -> ast.TableDecl:
    body = parts.parts("table_body")
    assert body is not None
    return ast.TableDecl(
        name=parts.name,
        keys=parts.all(ast.Key),
        csv=parts.first(ast.Csv),
        gives=body.all(ast.Gives),
        rows=body.all(ast.Row),
        cite=parts.cite,
        span=parts.span,
    )


# ---------------------------------------------------------------- zones and state


def _zone(parts: Parts) -> ast.ZoneDecl:
    shape = parts.parts("shape")
    assert shape is not None
    own = tuple(node for node in parts.nodes if isinstance(node, ast.PlainProp))
    return ast.ZoneDecl(
        name=parts.name,
        per=parts.all(ast.Per),
        shape=str(shape.children[0]),
        of=parts.after("OF"),
        props=(*own, *properties(parts)),
        cite=parts.cite,
        span=parts.span,
    )


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


def _viewer_word(parts: Parts) -> ast.Viewer:
    return ast.Viewer(parts.name, None, span=parts.span)


def _viewer_set(parts: Parts) -> ast.Viewer:
    return ast.Viewer(None, parts.nodes[0], span=parts.span)


def _at_most(overflow: str | None) -> Builder:
    def builder(parts: Parts) -> ast.AtMostProp:
        limit, *to = parts.nodes
        return ast.AtMostProp(limit, overflow, to[0] if to else None, span=parts.span)

    return builder


def _takes(parts: Parts) -> ast.TakesProp:
    return ast.TakesProp(parts.name, parts.after("WHERE"), span=parts.span)


def _starts(parts: Parts) -> ast.StartsProp:
    shuffled = parts.parts("shuffled") is not None
    return ast.StartsProp(parts.nodes[0], shuffled, span=parts.span)


def _kept(parts: Parts) -> ast.KeptProp:
    end = parts.parts("at_end")
    number, source = parts.nodes
    return ast.KeptProp(number, source, end.name if end else None, span=parts.span)


def _renewed(parts: Parts) -> ast.RenewedProp:
    return ast.RenewedProp(parts.nodes[0], parts.after("WHEN"), span=parts.span)


def _state(parts: Parts) -> ast.StateDecl:
    starts, seen = parts.parts("starts_at"), parts.parts("state_seen")
    return ast.StateDecl(
        name=parts.name,
        per=parts.all(ast.Per),
        type=parts.after("COLON"),
        starts=starts.after("STARTS") if starts else None,
        seen=seen.first(ast.Viewer) if seen else None,
        cite=parts.cite,
        span=parts.span,
    )


# ---------------------------------------------------------------- what happens


def _menu(parts: Parts) -> ast.MenuDecl:
    return ast.MenuDecl(parts.name, parts.text, parts.cite, span=parts.span)


def _action(parts: Parts) -> ast.ActionDecl:
    return ast.ActionDecl(
        name=parts.name,
        params=params(parts),
        text=parts.text,
        menus=tuple(menu.name for menu in parts.each_parts("in_menu")),
        body=parts.nodes,
        cite=parts.cite,
        span=parts.span,
    )


def _routine(parts: Parts) -> ast.RoutineDecl:
    cases = parts.parts("for_case")
    patterns = cases.nodes if cases else ()
    return ast.RoutineDecl(parts.name, params(parts), patterns, parts.nodes[-1], span=parts.span)


def _always(parts: Parts) -> ast.AlwaysDecl:
    binder = parts.first(ast.Binder)
    body = tuple(node for node in parts.nodes if not isinstance(node, ast.Binder))
    return ast.AlwaysDecl(parts.name, binder, body, parts.cite, span=parts.span)


def _score(parts: Parts) -> ast.ScoreDecl:
    return ast.ScoreDecl(parts.name, _each_phase(parts), _definition(parts), parts.cite, span=parts.span)


def _note(parts: Parts) -> ast.NoteDecl:
    return ast.NoteDecl(parts.name, _each_phase(parts), _definition(parts), parts.cite, span=parts.span)


def _each_phase(parts: Parts) -> ast.Name | None:
    each = parts.parts("each_phase")
    return each.name if each else None


def _rank(parts: Parts) -> ast.Rank:
    return ast.Rank(parts.name, parts.nodes[0] if parts.nodes else None, span=parts.span)


def _winner(parts: Parts) -> ast.WinnerDecl:
    team = parts.parts("by_team")
    lost = parts.parts("no_winner")
    condition, named = lost.nodes[0] if lost else None, team.name if team else None
    return ast.WinnerDecl(condition, named, parts.all(ast.Rank), parts.cite, span=parts.span)


DECLARATIONS: Mapping[str, Builder] = {
    "title_line": _title_line,
    "players_line": _players_line,
    "rules_line": lambda parts: ast.RulesLine(parts.needed_text, parts.cite, span=parts.span),
    "omits_line": lambda parts: ast.OmitsLine(parts.needed_text, parts.cite, span=parts.span),
    "limit_line": _limit_line,
    "language_line": _language_line,
    "option_decl": _option,
    "def_if": _definition_case,
    "define_decl": _define,
    "value": _value,
    "values_decl": _values,
    "csv": _csv,
    "values_table_decl": _values_table,
    "union_decl": _union,
    "from_csv": _from_csv,
    "for_each": _for_each,
    "one_per": _one_per,
    "one_per_row": _one_per_row,
    "pieces_decl": _pieces,
    "places_decl": _places,
    "places_listed": _places_listed,
    "grid_decl": _grid,
    "hexagon_decl": _grid,
    "board_words": _board_words,
    "ring_decl": _ring,
    "links_decl": _links,
    "links_listed": _links_listed,
    "field": _field,
    "row": _row,
    "key": _key,
    "gives": _gives,
    "table_decl": _table,
    "zone_decl": _zone,
    "viewer_word": _viewer_word,
    "viewer_set": _viewer_set,
    "seen_prop": lambda parts: ast.SeenProp(parts.nodes[0], span=parts.span),
    "top_seen_prop": lambda parts: ast.TopSeenProp(parts.nodes[0], span=parts.span),
    "down_seen_prop": lambda parts: ast.DownSeenProp(parts.nodes[0], span=parts.span),
    "at_most_prop": _at_most(None),
    "owner_discards_prop": _at_most("owner"),
    "old_goes_prop": _at_most("old"),
    "extra_goes_prop": _at_most("extra"),
    "takes_prop": _takes,
    "apart_prop": lambda parts: ast.OneOptionProp(True, span=parts.span),
    "alike_prop": lambda parts: ast.OneOptionProp(False, span=parts.span),
    "starts_prop": _starts,
    "kept_prop": _kept,
    "renewed_prop": _renewed,
    "state_decl": _state,
    "menu_decl": _menu,
    "action_decl": _action,
    "routine_decl": _routine,
    "always_decl": _always,
    "flow_decl": lambda parts: ast.FlowDecl(parts.nodes[0], span=parts.span),
    "score_decl": _score,
    "note_decl": _note,
    "ranked": _rank,
    "rank_end": _rank,
    "winner_decl": _winner,
}
