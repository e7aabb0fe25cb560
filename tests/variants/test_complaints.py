"""What is wrong with a variant is said in the variant, with a look at the base."""

import pytest

from tests.variants.varying import BASE, complaint, game, vary


@pytest.mark.parametrize(
    ("change", "at", "message", "hint"),
    [
        (
            "set round to 5",
            "round",
            "there is no definition, option or state `round`",
            "did you mean `rounds`?",
        ),
        (
            "set twice to 5",
            "twice",
            "`twice` has a value for each (n)",
            "write it whole: `replace define twice(…) = …`",
        ),
        (
            "set take to 5",
            "take",
            "there is no definition, option or state `take`",
            "write it whole: `replace action take …`",
        ),
        ("replace score sweet = 2", "sweet", "there is no score `sweet`", "did you mean `sweets`?"),
        (
            "replace score rounds = 2",
            "rounds",
            "there is no score `rounds`",
            "`rounds` is a definition: write `replace define rounds`",
        ),
        ("replace menu act", "act", "there is no menu `act`", None),
        ("remove score sweet", "sweet", "there is no score `sweet`", "did you mean `sweets`?"),
        (
            "remove score cards",
            "cards",
            "there is no score `cards`",
            "`cards` is a note: write `remove note cards`",
        ),
        ("remove scroe sweets", "scroe", "there is nothing called `scroe`", "did you mean `score`?"),
        (
            'remove example "two coin"',
            '"two coin"',
            'there is no example "two coin"',
            "there is `two coins at the start`",
        ),
        (
            "change zone bag\n  without at most",
            "without at most",
            "the zone `bag` has no `at most`",
            "there is `starts with`",
        ),
        (
            "change zone bin\n  without seen by",
            "without seen by",
            "the zone `bin` has no `seen by`",
            "there is none of this sort to take away",
        ),
        (
            "change action take\n  without when deck is empty",
            "without when deck is empty",
            "the action `take` has no such condition",
            "there is `when deck is not empty`",
        ),
        (
            "change action take\n  without cost remove 2 from your coins",
            "without cost remove 2 from your coins",
            "the action `take` has no such cost",
            "there is `cost remove 1 from your coins`",
        ),
        (
            'change action take\n  without say "none"',
            'without say "none"',
            "the action `take` has no such line",
            "there is none of this sort to take away",
        ),
        (
            "change action take\n  without in menu work",
            "work",
            "the action `take` is not in the menu `work`",
            "there is none of this sort to take away",
        ),
        (
            "change phase round\n  without stops the moment",
            "without stops the moment",
            "the phase `round` has no `stops the moment`",
            "there is none of this sort to take away",
        ),
        (
            "change phase round\n  without must take",
            "without must take",
            "the phase `round` has no such line",
            "there is `must take or wait`",
        ),
        ("remove phase turn", "turn", "there is no phase `turn`", "did you mean `turns`?"),
        (
            "replace let prise in pay = 2",
            "prise",
            "there is no `let prise` in `pay`",
            "did you mean `price`?",
        ),
        (
            "replace let price in pai = 2",
            "pai",
            "there is no routine, action, definition or phase `pai`",
            "did you mean `pay`?",
        ),
        ("replace phase turn\n  nothing", "turn", "there is no phase `turn`", "did you mean `turns`?"),
        ("change phase turn\n  until fast", "turn", "there is no phase `turn`", "did you mean `turns`?"),
        ("before turn\n  nothing", "turn", "there is no phase `turn`", "did you mean `turns`?"),
        (
            "at end of take\n  nothing",
            "take",
            "there is no phase `take`",
            "there is `income`, `turns`, `round`, `counting`",
        ),
        ("change zone hands\n  seen by all", "hands", "there is no zone `hands`", "did you mean `hand`?"),
        ("change zone take\n  seen by all", "take", "there is no zone `take`", "`take` is an action"),
        ("change action tak\n  when fast", "tak", "there is no action `tak`", "did you mean `take`?"),
        ("extend bonuss\n  | 3 | 1 |", "bonuss", "there is no table `bonuss`", "did you mean `bonus`?"),
        ("extend hand\n  | 3 | 1 |", "hand", "`hand` is a zone without rows", None),
        ("extend Token\n  | 3 |", "Token", "`Token` has no rows", "write it whole: `replace pieces …`"),
    ],
)
def test_a_target_that_is_missing(change: str, at: str, message: str, hint: str | None) -> None:
    found = complaint(change + "\n")
    assert found.code == "variant-target-missing"
    assert found.message.removesuffix(' in "Berries"') == message
    assert (found.span.text, found.span.source.name) == (at, "house1.game")
    assert found.secondary[0].span.source.name == "base.game"
    assert hint is None or found.hint == hint


def test_a_missing_target_leaves_the_game_as_it_was() -> None:
    tree, _report = vary("set round to 5\nbefore turn\n  nothing\nchange zone hands\n  seen by all\n")
    assert tree == game(BASE)


def test_two_lets_of_one_name_are_unclear() -> None:
    base = BASE.replace("let fee = 2\n  add fee", "let price = 2\n  add price")
    found = complaint("replace let price in pay = 3\n", base=base)
    assert found.message == "there are 2 lets `price` in `pay`, so it is not clear which is meant"
    assert [label.span.text for label in found.secondary] == ["price", "price"]


def test_two_phases_of_one_name_are_unclear() -> None:
    base = BASE.replace("phase counting", "phase income")
    found = complaint("before income\n  nothing\n", base=base)
    assert found.message == "there are 2 phases `income`, so it is not clear which is meant"


@pytest.mark.parametrize(
    ("first", "second", "message", "at"),
    [
        ("set rounds to 5", "set rounds to 6", "the definition `rounds` is changed twice", "rounds"),
        (
            "set rounds to 5",
            "replace define rounds = 6",
            "the definition `rounds` is changed twice",
            "rounds",
        ),
        ("set fast to yes", "remove option fast", "the option `fast` is changed twice", "fast"),
        ("set coins to 5", "set coins to 6", "the state `coins` is changed twice", "coins"),
        (
            "set cherry.points to 5",
            "set cherry.points to 2",
            "`cherry.points` is changed twice",
            "cherry.points",
        ),
        (
            "set players to 2..3",
            "set players to 3..3",
            "the number of players is changed twice",
            "set players to 3..3",
        ),
        ("remove score sweets", "replace score sweets = 3", "the score `sweets` is changed twice", "sweets"),
        ("add score more = 2", "add score more = 3", "the score `more` is changed twice", "more"),
        (
            "replace winner least total",
            "replace winner most total",
            "the winner is changed twice",
            "winner most total",
        ),
        (
            "replace phase turns\n  nothing",
            "remove phase turns",
            "the phase `turns` is changed twice",
            "turns",
        ),
        (
            "replace let best in sweets = 2",
            "replace let best in sweets = 4",
            "`best` in `sweets` is changed twice",
            "best",
        ),
        (
            "change zone hand\n  at most 5",
            "change zone hand\n  seen by all\n  at most 6",
            "this property of the zone `hand` is changed twice",
            "at most 6",
        ),
        (
            "change phase turns\n  until fast",
            "change phase turns\n  until not fast",
            "this clause of the phase `turns` is changed twice",
            "until not fast",
        ),
        (
            "change phase round 4 times\n  until fast",
            "change phase round 5 times\n  stops the moment fast",
            "how often the phase `round` is played is changed twice",
            "5 times",
        ),
        (
            "replace routine pay(c: Colour) for red\n  nothing",
            "replace routine pay(c: Colour) for blue, red\n  nothing",
            "the routine `pay` for `red` is changed twice",
            "red",
        ),
        (
            "remove score sweets",
            "replace let best in sweets = 2",
            "`sweets` is removed and changed",
            "sweets",
        ),
        (
            "remove zone bin",
            "change zone bin\n  seen by nobody",
            "the zone `bin` is removed and changed",
            "bin",
        ),
        (
            "remove action take",
            "change action take\n  when fast",
            "the action `take` is removed and changed",
            "take",
        ),
        (
            "remove phase turns",
            "before turns\n  nothing",
            "the phase `turns` is removed and changed",
            "turns",
        ),
        (
            "change zone hand\n  without at most",
            "change zone hand\n  at most 6",
            "this property of the zone `hand` is changed twice",
            "at most 6",
        ),
        (
            "change phase turns\n  until fast",
            "change phase turns\n  without until",
            "this clause of the phase `turns` is changed twice",
            "without until",
        ),
        (
            "change action take\n  without when deck is not empty",
            "change action take\n  without when deck is not empty",
            "this line of the action `take` is changed twice",
            "without when deck is not empty",
        ),
        (
            "remove phase turns",
            "change phase turns\n  without until",
            "the phase `turns` is removed and changed",
            "turns",
        ),
        ("remove table bonus", "extend bonus\n  | 3 | 1 |", "`bonus` is removed and extended", "bonus"),
    ],
)
def test_two_changes_of_one_thing(first: str, second: str, message: str, at: str) -> None:
    found = complaint(f"{first}\n{second}\n")
    assert (found.code, found.message) == ("variant-conflict", message)
    assert (found.span.text, found.span.line) == (
        at,
        2 + first.count("\n") + 1 + second[: second.find(at)].count("\n"),
    )
    assert found.secondary[0].span.source.name == "house1.game"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("set rounds to 5", "set limit to 5"),
        ("set fig.worth to 5", "set plum.worth to 6"),
        ("set fig.cost(red) to 0", "set fig.cost(blue) to 1"),
        ("change zone hand\n  at most 5", "change zone hand\n  seen by all"),
        ("change phase turns\n  until fast", "change phase turns\n  stops the moment fast"),
        ("change action take\n  when fast", 'change action take\n  say "a"'),
        ("before turns\n  nothing", "before turns\n  nothing"),
        ("replace phase turns\n  nothing", "before turns\n  nothing"),
        ("extend Food\n  | pear | 1 |", "extend Food\n  | lime | 1 |"),
        (
            "replace routine pay(c: Colour) for red\n  nothing",
            "replace routine pay(c: Colour) for blue\n  nothing",
        ),
    ],
)
def test_changes_that_can_both_hold(first: str, second: str) -> None:
    _tree, report = vary(f"{first}\n{second}\n")
    assert [found.message for found in report] == []


def test_two_variants_may_change_the_same() -> None:
    tree, report = vary("set rounds to 5\n", "set rounds to 6\n")
    assert tree == game(BASE.replace("rounds = 3", "rounds = 6"))
    assert list(report) == []


@pytest.mark.parametrize(
    ("change", "at", "message"),
    [
        ("set rounds to 3", "set rounds to 3", "`rounds` already is 3"),
        ("set fast to no", "set fast to no", "`fast` already is no"),
        ("set coins to 2", "set coins to 2", "`coins` already is 2"),
        ("set turn_count to 0", "set turn_count to 0", "`turn_count` already is 0"),
        ("set fig.worth to 3", "set fig.worth to 3", "`fig.worth` already is 3"),
        ("set plum.food to none", "set plum.food to none", "`plum.food` already is none"),
        ("set bonus(1) to 7", "set bonus(1) to 7", "`bonus(1)` already is 7"),
        ("set players to 2..4", "set players to 2..4", "the game already is for 2..4 players"),
        ("replace note cards = count(your hand)", "cards", "the note `cards` is replaced by the same"),
        ("replace phase counting\n  nothing", "counting", "the phase `counting` is replaced by the same"),
        ("replace let price in pay = 1", "replace let price in pay = 1", "`price` already has this value"),
        (
            "change zone bag\n  starts with Token",
            "starts with Token",
            "the zone `bag` already has this property",
        ),
        (
            "change phase turns\n  until deck is empty",
            "until deck is empty",
            "the phase `turns` already says so",
        ),
        (
            "change phase round rounds times\n  until fast",
            "rounds times",
            "`round` is already played so often",
        ),
        (
            "change action take\n  when deck is not empty",
            "when deck is not empty",
            "the action `take` already asks for this",
        ),
        (
            "replace routine pay(c: Colour) for red\n  let price = 1\n  add price to your coins",
            "pay",
            "the routine `pay` is replaced by the same",
        ),
    ],
)
def test_a_change_that_changes_nothing(change: str, at: str, message: str) -> None:
    found = complaint(change + "\n")
    assert (found.code, found.span.text, found.message) == ("variant-changes-nothing", at, message)
    assert found.secondary[0].span.source.name in ("base.game", "cards.csv")


def test_what_is_there_cannot_be_added() -> None:
    found = complaint("add score sweets = 3\n")
    assert (found.code, found.message) == ("duplicate-name", "there is already a score `sweets`")
    assert found.hint == "write `replace score sweets` to put this one in its place"
    assert [label.span.source.name for label in found.secondary] == ["base.game"]


def test_every_complaint_of_a_variant_is_there_at_once() -> None:
    _tree, report = vary("set round to 5\nset rounds to 3\nremove score sweet\n")
    assert [found.code for found in report] == [
        "variant-target-missing",
        "variant-changes-nothing",
        "variant-target-missing",
    ]


def test_an_option_that_begins_like_an_action_may_have_been_meant() -> None:
    base = BASE.replace("option fast:", 'option take_all: yes or no, normally no "All"\noption fast:')
    found = complaint("set take to yes", base=base)
    assert found.hint == "did you mean `take_all`?"
