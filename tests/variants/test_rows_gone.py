"""Values and rows of tables that a variant takes away."""

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.differences import differences
from rulesdsl.variants import apply
from tests.variants.test_cells import AS_IT_IS, cards
from tests.variants.varying import BASE, DATA, complaint, game, instead, reader, variant, varied


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        ("remove Food apple", "  | apple  | 1      |\n", ""),
        ("remove Food(apple)", "  | apple  | 1      |\n", ""),
        ("remove Food(points: 1)", "  | apple  | 1      |\n", ""),
        ("remove Colour blue", "values Colour: red, blue", "values Colour: red"),
        ("remove prize(red, 2)", "  | red    | 2     | 2      | 3    |\n", ""),
        ("remove prize(level: 2, gold: 2)", "  | blue   | 2     | 1      | 2    |\n", ""),
    ],
)
def test_a_row_or_a_value_goes(change: str, old: str, new: str) -> None:
    assert varied(change + "\n") == instead(old, new)


@pytest.mark.parametrize(
    ("row", "ends", "now"), [(1, "| 1     | 7      |", "2..2"), (2, "| 2     | 3      |", "1..1")]
)
def test_the_key_ends_where_the_rows_end(row: int, ends: str, now: str) -> None:
    without_row = BASE.replace(f"  {ends}\n", "").replace("by place: 1..2", f"by place: {now}")
    assert varied(f"remove bonus({row})\n") == game(without_row)


def test_a_row_of_a_data_file_goes() -> None:
    assert cards(varied("remove Card plum\n")) == AS_IT_IS[:1]
    assert cards(varied("remove Card(worth: 3, food: apple)\n")) == AS_IT_IS[1:]


def test_a_row_that_went_can_come_back() -> None:
    anew = "extend Card\n  | fig | Fig | 9 | 1 | 1 | apple | 2 |\n"
    row = ["fig", "Fig", "9", "1", "1", "apple", "2"]
    assert cards(varied("remove Card fig\n", anew)) == [AS_IT_IS[1], row]
    assert cards(varied("remove Card fig\n" + anew)) == [AS_IT_IS[1], row]
    assert cards(varied("remove Card fig\n", anew, "remove Card fig\n")) == AS_IT_IS[1:]


def test_a_row_below_that_is_gone_already() -> None:
    for change in (
        "remove Card fig\n",
        "set fig.worth to 4\n",
        "remove Food apple\n",
        "set apple.points to 2\n",
    ):
        below, report = variant("remove Card fig\nremove Food apple\n", "below.game"), Report()
        tree = apply(game(BASE), below, report, reader(DATA))
        apply(tree, variant(change), report, reader(DATA), [below])
        [found] = report
        assert found.message == "this is gone already: a variant below takes it away"
        assert found.secondary[0].span.source.name == "below.game"


@pytest.mark.parametrize(
    ("change", "message", "hint"),
    [
        ("remove Food fig", '`Food` has no row with food fig in "Berries"', "there is `apple`, `cherry`"),
        ("remove Colour rde", '`Colour` has no value `rde` in "Berries"', "did you mean `red`?"),
        ("remove row apple", 'there is nothing called `row` in "Berries"', "write `remove Food apple`"),
        ("remove colour blue", 'there is nothing called `colour` in "Berries"', "write `remove Colour blue`"),
        (
            "remove hand apple",
            "`hand` has no rows",
            "all of it: `remove zone hand`; rows are in tables, values and pieces",
        ),
        ("remove Token red", "`Token` has no rows", "write it whole: `replace pieces …`"),
        (
            "remove prize(red)",
            "`prize` has 2 rows with colour red",
            "name further columns: `KIND(column: value, …)`",
        ),
    ],
)
def test_a_row_that_is_not_there(change: str, message: str, hint: str) -> None:
    found = complaint(change + "\n")
    assert (found.code, found.message, found.hint) == ("variant-target-missing", message, hint)


@pytest.mark.parametrize(
    "rows", ["remove Food apple\nremove Food cherry\n", "remove Colour red\nremove Colour blue\n"]
)
def test_something_has_to_be_left(rows: str) -> None:
    found = complaint(rows)
    assert found.message.startswith("this is the last row of `")


def test_it_is_told_in_words() -> None:
    changes = variant("remove Food apple\nremove Colour blue\nremove prize(red, 2)\nremove note cards\n")
    told = [one.sentence for one in differences(game(BASE), changes, lambda *_: None)]
    assert told == [
        "`apple` is no longer one of `Food`.",
        "`blue` is no longer one of `Colour`.",
        "`prize` no longer has the row of red, 2.",
        "The note `cards` is gone.",
    ]
