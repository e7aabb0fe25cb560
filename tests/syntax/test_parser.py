"""Trees: what is built, where it stands, and what the file may look like."""

import re
from collections.abc import Callable
from threading import Thread

import attrs
import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast, comments, parse
from rulesdsl.syntax.ast import GameFile, VariantFile

TreeOf = Callable[[str], GameFile | VariantFile]


def declaration(tree_of: TreeOf, text: str) -> ast.Declaration:
    tree = tree_of(f'game "x"\n{text}\n')
    assert isinstance(tree, GameFile)
    return tree.declarations[0]


def formula(tree_of: TreeOf, text: str) -> ast.Expr:
    define = declaration(tree_of, f"define x = {text}")
    assert isinstance(define, ast.DefineDecl)
    return define.body.last


def number(value: int) -> ast.Number:
    return ast.Number(value, span=Source("", "").end)


def name(text: str) -> ast.NameRef:
    return ast.NameRef(text, span=Source("", "").end)


def binary(operator: str, left: ast.Expr, right: ast.Expr) -> ast.Binary:
    return ast.Binary(operator, left, right, span=Source("", "").end)


def test_what_binds_closer(tree_of: TreeOf) -> None:
    product = binary("*", name("b"), name("c"))
    assert formula(tree_of, "a + b * c = d") == binary("=", binary("+", name("a"), product), name("d"))
    assert formula(tree_of, "a or b and c") == binary("or", name("a"), binary("and", name("b"), name("c")))
    assert formula(tree_of, "1 - 2 - 3") == binary("-", binary("-", number(1), number(2)), number(3))


def test_is_is_not_is_in(tree_of: TreeOf) -> None:
    for operator in ("is", "is not", "is in", "is not in", "has"):
        assert formula(tree_of, f"a {operator} b") == binary(operator, name("a"), name("b"))


@pytest.mark.parametrize(
    "some",
    ["players where points > 3", "p in players where p.points > 3", "players by points", "p in players"],
)
@pytest.mark.parametrize(
    "seen",
    [
        "zone z: pile of C, seen by",
        "zone z: pile of C, top seen by",
        "zone z: pile of C\n  face down seen by",
        "state s: 0..9, starts 0, seen by",
    ],
)
def test_who_sees_something_is_picked_in_one_pair_of_brackets(seen: str, some: str, tree_of: TreeOf) -> None:
    once = declaration(tree_of, f"{seen} ({some})")
    assert once == declaration(tree_of, f"{seen} (({some}))")
    viewer = once.seen if isinstance(once, ast.StateDecl) else once.props[0].viewer  # type: ignore[union-attr]
    assert viewer is not None
    assert isinstance(viewer.players, ast.Selection)


def test_back_quotes_are_not_part_of_a_name(tree_of: TreeOf) -> None:
    assert formula(tree_of, "`move`") == name("move")
    values = declaration(tree_of, "values Step: `move`(1..3), airport")
    assert isinstance(values, ast.ValuesDecl)
    assert [value.name.text for value in values.values] == ["move", "airport"]


def test_cells_have_no_blanks_around_them_and_know_their_places(tree_of: TreeOf) -> None:
    text = "values Food\n  points: 1..5\n  |  beer  ||draw:3 x | a #1 | y |  [A-1 B-2]  # no | cell |"
    food = declaration(tree_of, text)
    assert isinstance(food, ast.ValuesTableDecl)
    (row,) = food.rows
    assert [cell.value for cell in row.cells] == ["beer", "", "draw:3 x", "a #1", "y"]
    assert [cell.span.text for cell in row.cells] == ["beer", "", "draw:3 x", "a #1", "y"]
    assert row.cite is not None
    assert [rule.span.text for rule in row.cite.rules] == ["A-1", "B-2"]


def test_a_citation_is_of_its_line_or_of_the_block_that_the_line_heads(tree_of: TreeOf) -> None:
    flow = declaration(
        tree_of, "flow  [A-1]\n  if a  [A-2]\n    move b to c  [A-3]\n  else  [A-4]\n    nothing"
    )
    assert isinstance(flow, ast.FlowDecl)
    (choice,) = flow.body.lines
    assert isinstance(choice, ast.If)
    (line,) = choice.then.lines
    assert isinstance(line, ast.Move)
    assert isinstance(choice.otherwise, ast.Block)
    cites = (flow.body.cite, choice.then.cite, line.cite, choice.otherwise.cite)
    assert [cite.rules[0].text for cite in cites if cite] == ["A-1", "A-2", "A-3", "A-4"]


def test_a_line_of_properties_cites_for_each_of_them(tree_of: TreeOf) -> None:
    zone = declaration(
        tree_of, "zone z: pile of C, at most 3  [A-1]\n  seen by all, at most 4  [A-2]\n  at most 5"
    )
    assert isinstance(zone, ast.ZoneDecl)
    assert zone.cite is not None
    assert [isinstance(prop, ast.CitedProp) for prop in zone.props] == [False, True, True, False]


def test_a_case_on_one_line_is_a_block_of_one_line(tree_of: TreeOf) -> None:
    flow = declaration(tree_of, "flow\n  depending on x\n    yes: nothing\n    a, draw(n):\n      nothing")
    assert isinstance(flow, ast.FlowDecl)
    (depending,) = flow.body.lines
    assert isinstance(depending, ast.Depending)
    short, long = depending.cases
    assert (short.one_line, len(short.body.lines)) == (True, 1)
    assert isinstance(short.patterns[0].value, ast.Flag)
    assert (long.one_line, len(long.patterns)) == (False, 2)


def test_every_node_lies_inside_the_node_it_is_part_of(texts: dict[str, str], tree_of: TreeOf) -> None:
    for text in texts.values():
        check_inside(tree_of(text))


def check_inside(node: object, around: Span | None = None) -> None:
    if isinstance(node, tuple):
        for item in node:
            check_inside(item, around)
        return
    span = getattr(node, "span", None)
    if not isinstance(span, Span):
        return
    if around is not None and not isinstance(node, ast.Cite):
        assert around.start <= span.start <= span.end <= around.end, node
    for field in attrs.fields_dict(type(node)):  # type: ignore[arg-type]
        if field != "span":
            check_inside(getattr(node, field), span)


def test_a_span_is_what_was_written(tree_of: TreeOf) -> None:
    tree = tree_of('game "x"  # c\n\nzone hand per Player: set of Card  [A-1]\n  at most -3\n\n# end\n')
    assert isinstance(tree, GameFile)
    (zone,) = tree.declarations
    assert zone.span.text == "zone hand per Player: set of Card  [A-1]\n  at most -3"
    assert isinstance(zone, ast.ZoneDecl)
    assert zone.per[0].span.text == "per Player"
    (limit,) = zone.props
    assert isinstance(limit, ast.AtMostProp)
    assert isinstance(limit.limit, ast.Unary)
    assert limit.limit.operand.span.text == "3"
    assert tree.headings[0].span.text == 'game "x"'


@pytest.mark.parametrize(
    "text",
    [
        'game "x"',
        'game "x"\r\nplayers 2..2\r\n',
        '\ufeffgame "x"\n',
        '\n\n   \n# head\n   # indented\ngame "x"\n   # end',
        'game "x"\ndefine f = max(\n1,\n# in brackets\n2\n)\n',
    ],
)
def test_line_ends_and_empty_lines_mean_nothing(text: str, tree_of: TreeOf) -> None:
    assert isinstance(tree_of(text), GameFile)


def test_comments_are_found_and_nothing_else(tree_of: TreeOf) -> None:
    text = 'game "a # b"  # one\nvalues F\n  points: 1..2\n  | a # | 1 |  # two\n# three'
    tree_of(text)
    assert [comment.text for comment in comments(Source("x", text))] == ["# one", "# two", "# three"]


def test_two_texts_can_be_read_at_once(texts: dict[str, str], tree_of: TreeOf) -> None:
    expected = {path: tree_of(text) for path, text in texts.items()}
    found: dict[str, GameFile | VariantFile | None] = {}

    def read(path: str) -> None:
        found[path] = parse(Source(path, texts[path]), Report())

    threads = [Thread(target=read, args=(path,)) for path in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


BROKEN = """\
game "x"
define f(a: 0..9, b: 0..9) =
  let c =
      a * b
  let d = c
      + a  # of the first
  if c > d
      and a > b
      or b = 3
      then a *
        2
  otherwise b -
      1

flow
  for a in some_cards
      where a > 3
    choose some of b as c
        where
        c > 3
"""


def test_a_line_goes_on_below_behind_an_operator_and_before_a_word_that_joins(tree_of: TreeOf) -> None:
    whole = """\
game "x"
define f(a: 0..9, b: 0..9) =
  let c = a * b
  let d = c + a
  if c > d and a > b or b = 3 then a * 2
  otherwise b - 1

flow
  for a in some_cards where a > 3
    choose some of b as c where c > 3
"""
    assert tree_of(BROKEN.replace("where\n        c", "where c")) == tree_of(whole)


@pytest.mark.parametrize(
    "line",
    ["or: 0..9", "and per Suit: 0..9", "then : yes or no"],
)
def test_an_attribute_with_the_name_of_such_a_word_begins_a_line(line: str, tree_of: TreeOf) -> None:
    tree = tree_of(f'game "x"\npieces Card\n  a: 1..2\n  {line}\n  | a | or |\n  | 1 | 2  |\n')
    assert isinstance(tree, GameFile)
    (card,) = tree.declarations
    assert isinstance(card, ast.PiecesDecl)
    assert [one.name.text for one in card.fields] == ["a", re.findall(r"\w+", line)[0]]


@pytest.mark.parametrize(
    "lines",
    [
        "define f = 1 +\ndefine g = 2",
        "define f = 1\n+ 2",
        "define f = 1 <\n  2",
        "define f = yes\nand no",
        "flow\n  let a = 1\n  let b = a +\n  do c",
    ],
)
def test_a_line_that_is_not_indented_does_not_go_on(lines: str) -> None:
    report = Report()
    assert parse(Source("x", f'game "x"\n{lines}\n'), report) is None
    assert report.has_errors
