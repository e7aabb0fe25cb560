"""Single cells and further rows of tables, drawn in the game and from data files."""

import pytest

from rulesdsl.check.patches import changed_by_variants
from rulesdsl.diagnostics import Report
from rulesdsl.syntax import ast
from rulesdsl.variants.tables import data_of
from tests.variants.varying import BASE, CARDS, DATA, complaint, instead, reader, varied, vary

Rows = list[list[str]]


def cards(tree: ast.GameFile, data: dict[str, str] | None = None) -> Rows:
    """The rows of the cards as the checker reads them."""
    [pieces] = [
        one for one in tree.declarations if isinstance(one, ast.PiecesDecl) and one.name.text == "Card"
    ]
    table = data_of(pieces, reader(data or DATA))
    assert table is not None
    return [[cell.text for cell in row] for row in table.rows]


AS_IT_IS = [line.split(",") for line in CARDS.splitlines()[1:]]


def changed(row: int, column: int, text: str) -> Rows:
    rows = [list(cells) for cells in AS_IT_IS]
    rows[row][column] = text
    return rows


@pytest.mark.parametrize(
    ("change", "row", "column", "text"),
    [
        ("set fig.worth to 8", 0, 2, "8"),
        ("set fig.worth to (8)", 0, 2, "8"),
        ("set plum.cost(red) to 1", 1, 3, "1"),
        ("set fig.food to none", 0, 5, ""),
        ("set plum.food to cherry", 1, 5, "cherry"),
        ("set plum.copies to 4", 1, 6, "4"),
        ("set Card(plum).copies to 4", 1, 6, "4"),
        ("set Card(worth: 5).copies to 4", 1, 6, "4"),
        ("set Card(worth: 3, food: apple).copies to 4", 0, 6, "4"),
    ],
)
def test_a_cell_of_a_data_file(change: str, row: int, column: int, text: str) -> None:
    assert cards(varied(change + "\n")) == changed(row, column, text)


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        ("set cherry.points to 5", "| cherry | 4      |", "| cherry | 5      |"),
        ("set Food(cherry).points to 5", "| cherry | 4      |", "| cherry | 5      |"),
        ("set bonus(2) to 4", "| 2     | 3      |", "| 2     | 4      |"),
        ("set bonus(2).points to 4", "| 2     | 3      |", "| 2     | 4      |"),
        ("set bonus(place: 2) to 4", "| 2     | 3      |", "| 2     | 4      |"),
        (
            "set prize(red, 2).gold to 5",
            "| red    | 2     | 2      | 3    |",
            "| red    | 2     | 2      | 5    |",
        ),
    ],
)
def test_a_cell_of_a_drawn_table(change: str, old: str, new: str) -> None:
    assert varied(change + "\n") == instead(old, new)


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        ("set cherry.points to 6", "points: 1..5\n", "points: 1..6\n"),
        ("set cherry.points to -2", "points: 1..5\n", "points: -2..5\n"),
        ("set bonus(2) to 40", "gives points: 0..7", "gives points: 0..40"),
        ("extend Food\n  | pear | 9 |", "points: 1..5\n", "points: 1..9\n"),
        ("extend bonus\n  | 3 | 1 |", "by place: 1..2", "by place: 1..3"),
    ],
)
def test_a_number_beyond_the_range_of_its_column_widens_it(change: str, old: str, new: str) -> None:
    assert ranges(varied(change + "\n")) == ranges(instead(old, new))


def ranges(tree: ast.GameFile) -> list[list[ast.Type]]:
    """What the columns of values and tables can hold."""
    found: list[list[ast.Type]] = []
    for one in tree.declarations:
        if isinstance(one, ast.ValuesTableDecl):
            found.append([column.type for column in one.fields])
        if isinstance(one, ast.TableDecl):
            found.append([*(key.type for key in one.keys), *(column.type for column in one.gives)])
    return found


def test_a_range_or_none_is_widened_too() -> None:
    base = BASE.replace("worth: 1..9", "worth: none or 1..9")
    tree = varied("set fig.worth to 12\n", base=base)
    assert "value=12" in repr(tree)
    assert "value=12" not in repr(varied("set fig.worth to 8\n", base=base).declarations[5].fields)  # type: ignore[union-attr]


def test_a_row_more_of_a_data_file() -> None:
    row = ["kiwi", "Kiwi", "4", "1", "1", "apple", "2"]
    assert cards(varied(f"extend Card\n  | {' | '.join(row)} |\n")) == [*AS_IT_IS, row]


def test_a_row_more_by_the_columns_one_fills() -> None:
    tree = varied("extend Card\n  | copies | id        | worth |\n  | 3      | star_kiwi | 4     |\n")
    assert cards(tree)[2:] == [["star_kiwi", "Star kiwi", "4", "", "", "", "3"]]


def test_a_row_more_of_a_drawn_table() -> None:
    assert varied("extend Food\n  | pear | 3 |\n") == instead(
        "| cherry | 4      |\n", "| cherry | 4      |\n  | pear | 3 |\n"
    )
    assert varied("extend Food\n  | points | food |\n  | 3 | pear |\n") == instead(
        "| cherry | 4      |\n", "| cherry | 4      |\n  | pear | 3 |\n"
    )


def test_a_row_of_one_variant_is_changed_by_the_next() -> None:
    tree = varied(
        "extend Card\n  | id | worth | copies |\n  | kiwi | 4 | 1 |\n",
        "set kiwi.worth to 6\nset fig.worth to 2\n",
        "set fig.worth to 1\n",
    )
    assert [(row[0], row[2]) for row in cards(tree)] == [("fig", "1"), ("plum", "5"), ("kiwi", "6")]


def test_a_row_is_there_before_its_cells_are_set() -> None:
    tree = varied("set pear.points to 4\nextend Food\n  | pear | 3 |\n")
    assert tree == instead("| cherry | 4      |\n", "| cherry | 4      |\n  | pear | 4 |\n")


def test_a_first_row_that_names_a_column_twice_is_a_row_like_others() -> None:
    tree = varied("extend Food\n  | food | food |\n")
    assert tree == instead("| cherry | 4      |\n", "| cherry | 4      |\n  | food | food |\n")


def test_a_row_of_a_data_file_with_two_keys() -> None:
    base = BASE[: BASE.index("  | colour | level")] + BASE[BASE.index("zone deck") :]
    base = base.replace("level: 1..2", 'level: 1..2 from "prizes.csv"')
    data = {**DATA, "prizes.csv": "colour,level,silver,gold\nred,1,1,2\nred,2,2,3\nblue,2,1,2\n"}
    tree = varied("set prize(red, 2).gold to 5\n", base=base, data=data)
    [table] = [one for one in tree.declarations if isinstance(one, ast.TableDecl) and one.csv is not None]
    rows = data_of(table, reader(data))
    assert rows is not None
    assert [row[3].text for row in rows.rows] == ["2", "5", "2"]


def test_the_cell_of_a_variant_points_into_the_variant() -> None:
    tree = varied("set fig.worth to 8\nextend Card\n  | id | worth |\n  | kiwi | 4 |\n")
    [pieces] = [
        one for one in tree.declarations if isinstance(one, ast.PiecesDecl) and one.name.text == "Card"
    ]
    table = data_of(pieces, reader(DATA))
    assert table is not None
    names = [[cell.span.source.name for cell in row[1:3]] for row in table.rows]
    assert names == [["cards.csv", "house1.game"], ["cards.csv"] * 2, ["house1.game"] * 2]
    assert table.rows[0][2].span.text == "8"


def test_a_patch_of_a_column_that_is_gone_changes_nothing() -> None:
    tree = varied("set fig.worth to 8\n")
    [pieces] = [
        one for one in tree.declarations if isinstance(one, ast.PiecesDecl) and one.name.text == "Card"
    ]
    assert isinstance(pieces.origin, ast.FromCsv)
    table = data_of(pieces, reader({"cards.csv": "id,price\nfig,2\n"}))
    assert table is not None
    assert changed_by_variants(table, pieces.origin.csv) == table
    assert [cell.text for cell in table.rows[0]] == ["fig", "2"]


def test_what_a_list_says_in_a_cell() -> None:
    base = BASE.replace("food: Food or none", "food: set of Food")
    tree = varied("set plum.food to {apple, cherry}\nset fig.food to {}\n", base=base)
    assert [row[5] for row in cards(tree)] == ["", "apple cherry"]


def test_a_value_that_carries_a_number() -> None:
    base = BASE.replace("food: Food or none", "food: Step").replace(
        "values Colour", "values Step: draw(1..3)\nvalues Colour"
    )
    assert cards(varied("set plum.food to draw(2)\n", base=base))[1][5] == "draw:2"


@pytest.mark.parametrize(
    ("change", "message", "hint"),
    [
        ("set figg.worth to 2", "there is no row `figg`", "did you mean `fig`?"),
        ("set fig.wort to 2", "`fig` has no attribute `wort`", "did you mean `worth`?"),
        ("set fig.cost to 2", "there are several `cost`", "say which: `fig.cost(red)`"),
        ("set fig.cost(green) to 2", "there is no `cost` for `green`", "there is `red`, `blue`"),
        ("set bonus(5) to 2", "`bonus` has no row with place 5", "there is `1`, `2`"),
        (
            "set prize(red, 5).gold to 2",
            "`prize` has no row with colour red, level 5",
            "add it: `extend prize`",
        ),
        ("set prize(red, 1) to 2", "`prize(red, 1)` has several results", None),
        ("set prize(colour: red).gold to 2", "`prize` has 2 rows with colour red", None),
        ("set Card(size: 3).worth to 2", "the rows of `Card` are not told apart by `size`", None),
        ("set twice(2) to 5", "there is no table `twice`", "write it whole: `replace define twice …`"),
        (
            "set pay(red) to 5",
            "there is no table `pay`",
            "`pay` has no rows: write it whole, `replace routine pay …`",
        ),
        ("set Token(1).value to 5", "there is no table `Token`", None),
        ("set your coins to 5", "`your coins` is no cell of a table", None),
    ],
)
def test_a_cell_that_is_not_there(change: str, message: str, hint: str | None) -> None:
    found = complaint(change + "\n")
    assert found.code == "variant-target-missing"
    assert found.message.removesuffix(' in "Berries"') == message
    assert hint is None or found.hint == hint


def test_a_name_in_two_tables_is_unclear_until_the_table_is_named() -> None:
    base = BASE.replace("| apple  | 1      |", "| fig    | 1      |").replace("points: 1..5", "worth: 1..5")
    base = base.replace("| food   | points |", "| food   | worth  |")
    found = complaint("set fig.worth to 2\n", base=base)
    assert found.message == "`fig.worth` is in 2 tables"
    assert found.hint == "say which table is meant, as in `Food(fig)`: there is `Food`, `Card`"
    data = {"cards.csv": CARDS.replace("apple", "cherry")}
    assert cards(varied("set Card(fig).worth to 2\n", base=base, data=data), data)[0][2] == "2"


def test_a_computed_attribute_has_no_cell() -> None:
    base = BASE.replace("food: Food or none", "food: Food or none\n  size: 0..9 = worth")
    found = complaint("set fig.size to 2\n", base=base)
    assert (found.code, found.message) == ("variant-target-missing", "`size` is computed")
    assert found.hint == "write the kind whole: `replace pieces Card …`"
    assert found.secondary[0].span.text == "size: 0..9 = worth"


def test_what_no_cell_can_say() -> None:
    found = complaint("set fig.worth to rounds + 1\n")
    assert (found.code, found.span.text) == ("data-bad-value", "rounds + 1")


@pytest.mark.parametrize(
    ("row", "code"), [("| pear |", "data-missing-cell"), ("| pear | 3 | 4 |", "data-bad-value")]
)
def test_a_row_with_too_few_or_too_many_cells(row: str, code: str) -> None:
    found = complaint(f"extend Food\n  {row}\n")
    assert (found.code, found.span.text) == (code, row)
    assert found.secondary[0].span.text == "| food   | points |"


def test_a_table_whose_file_is_missing_is_for_the_checker_to_say() -> None:
    _tree, report = vary("extend Card\n  | kiwi |\n", data={})
    assert list(report) == []


def test_the_search_reports_nothing_of_the_data() -> None:
    broken = {"cards.csv": "id,id\nfig,fig\n"}
    _tree, report = vary("set cherry.points to 2\n", data=broken)
    assert list(report) == []
    assert isinstance(report, Report)
