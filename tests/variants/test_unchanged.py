"""Whatever a variant changes, the rest of the tree stays; and the order of its lines says nothing."""

from pathlib import Path

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulesdsl.diagnostics import Report
from rulesdsl.source import Source
from rulesdsl.syntax import ast, parse
from rulesdsl.variants import apply
from rulesdsl.variants.blocks import edit_game
from tests.variants.varying import BASE, game, reader, variant, vary

GAMES = sorted((Path(__file__).parent.parent.parent / "games").glob("*.game"))

CHANGES = [
    "set rounds to 5",
    "set limit to 2",
    "set fast to yes",
    "set fig.worth to 8",
    "set cherry.points to 6",
    "set bonus(2) to 4",
    "set players to 2..3",
    "replace note cards = 3",
    "replace phase counting\n  end game",
    "replace let price in pay = 9",
    "remove state turn_count",
    "extend Food\n  | pear | 3 |",
    "extend Card\n  | kiwi | Kiwi | 4 | 1 | 1 | apple | 2 |",
    "change zone hand\n  at most 6, owner discards extra to bin",
    "change action take\n  when fast",
    "change phase turns\n  until fast",
    'before turns\n  say "a"',
    'after turns\n  say "b"',
    'at start of turns\n  say "c"',
    'at end of turns\n  say "d"',
]


def shipped(path: Path) -> ast.GameFile:
    tree = parse(Source(path.name, path.read_text("utf-8")), Report())
    assert isinstance(tree, ast.GameFile)
    return tree


def test_a_variant_without_changes_keeps_the_tree() -> None:
    for path in GAMES:
        report = Report()
        tree = shipped(path)
        assert apply(tree, variant(""), report, reader({})) == tree
        assert not report


def test_looking_at_every_line_changes_none() -> None:
    for path in GAMES:
        tree = shipped(path)
        assert edit_game(tree, lambda _: None) == tree


@given(st.permutations(CHANGES))
def test_the_order_of_the_lines_says_nothing(changes: list[str]) -> None:
    tree, report = vary("\n".join([*changes, ""]))
    in_order, _ = vary("\n".join([*CHANGES, ""]))
    assert [found.message for found in report] == []
    assert _without_order(tree) == _without_order(in_order)


def _without_order(tree: ast.GameFile) -> ast.GameFile:
    """Which cell of a data file was changed first is of no meaning."""

    def sorted_patches(one: ast.Declaration) -> ast.Declaration:
        if isinstance(one, ast.PiecesDecl) and isinstance(one.origin, ast.FromCsv):
            csv = one.origin.csv
            changes = tuple(sorted(csv.changes, key=repr))
            return evolve(one, origin=evolve(one.origin, csv=evolve(csv, changes=changes)))
        return one

    return evolve(tree, declarations=tuple(map(sorted_patches, tree.declarations)))


@given(st.lists(st.sampled_from(CHANGES), unique=True))
def test_one_variant_of_many_changes_is_many_variants_of_one(changes: list[str]) -> None:
    at_once, report = vary("\n".join([*changes, ""]))
    one_by_one, more = vary(*(f"{change}\n" for change in changes))
    assert not report
    assert not more
    assert _without_order(at_once) == _without_order(one_by_one)


@given(st.lists(st.sampled_from(CHANGES), unique=True))
def test_a_declaration_that_no_change_names_stays(changes: list[str]) -> None:
    tree, _report = vary("\n".join([*changes, ""]))
    untouched = {"Colour", "Token", "prize", "deck", "bag", "wait", "riches", "sweets", "twice"}
    before = {repr(one) for one in game(BASE).declarations if _named(one) in untouched}
    assert before <= {repr(one) for one in tree.declarations}


def _named(one: ast.Declaration) -> str:
    match one:
        case ast.FlowDecl() | ast.WinnerDecl() | ast.ExampleDecl():
            return ""
        case _:
            return one.name.text
