"""Every change there is gives the game that one would have got by writing it so."""

from textwrap import indent

import pytest
from attrs import evolve

from rulesdsl.syntax import ast
from tests.variants.varying import BASE, game, instead, varied, without


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        ("set rounds to 5", "rounds = 3", "rounds = 5"),
        ("set rounds to 1 + 4", "rounds = 3", "rounds = 1 + 4"),
        ("set limit to 2", "if fast then 5 else 7", "2"),
        ("set fast to yes", "normally no", "normally yes"),
        ("set coins to 4", "starts 2", "starts 4"),
        ("set turn_count to 3", "turn_count: 0..99", "turn_count: 0..99, starts 3"),
        ("set players to 1..6", "players 2..4", "players 1..6"),
        ("replace winner least total", "winner most total, then shared", "winner least total"),
        ("replace note cards = 3", "note cards = count(your hand)", "note cards = 3"),
        ("replace values Colour: pink", "values Colour: red, blue", "values Colour: pink"),
        ("remove note cards", "note cards = count(your hand)\n", ""),
        ("remove state turn_count", "state turn_count: 0..99\n", ""),
        ("replace let best in sweets = 3", "let best = max(0, 1)", "let best = 3"),
        ("replace let price in pay = 9", "let price = 1", "let price = 9"),
        (
            "change zone hand\n  at most 6, owner discards extra to bin",
            "at most 4, owner discards extra to bin",
            "at most 6, owner discards extra to bin",
        ),
        (
            "change zone bin\n  seen by nobody",
            "zone bin: pile of Card",
            "zone bin: pile of Card, seen by nobody",
        ),
        (
            "change zone deck\n  seen by all\n  renewed from bin",
            "zone deck: pile of Card, seen by nobody, starts with Card shuffled",
            "zone deck: pile of Card, seen by all, starts with Card shuffled, renewed from bin",
        ),
        (
            'change action take\n  when fast\n  cost remove 1 from your coins\n  say "taken"',
            "  when deck is not empty\n  cost remove 1 from your coins\n  draw 1 from deck to your hand\n",
            (
                "  when deck is not empty\n  when fast\n  cost remove 1 from your coins\n"
                '  cost remove 1 from your coins\n  draw 1 from deck to your hand\n  say "taken"\n'
            ),
        ),
        (
            "change action wait\n  when fast",
            'action wait "Wait"\n  nothing',
            'action wait "Wait"\n  when fast\n  nothing',
        ),
        (
            "change phase round 4 times\n  until fast",
            "round rounds times\n",
            "round 4 times\n    until fast\n",
        ),
        (
            "change phase round\n  until fast",
            "phase round rounds times\n",
            "phase round rounds times\n    until fast\n",
        ),
        ("change phase turns\n  until fast", "until deck is empty", "until fast"),
        (
            "change phase turns\n  turn of first(players)",
            "turn of each player\n",
            "turn of first(players)\n",
        ),
        (
            "change phase turns\n  stops the moment fast",
            "until deck is empty",
            "until deck is empty\n      stops the moment fast",
        ),
        (
            "replace phase counting 2 times\n  end game",
            "phase counting\n    nothing",
            "phase counting 2 times\n    end game",
        ),
        (
            "change zone hand\n  without at most",
            "\n  at most 4, owner discards extra to bin",
            "",
        ),
        (
            "change zone deck\n  without starts with\n  without seen by\n  at most 9",
            "zone deck: pile of Card, seen by nobody, starts with Card shuffled",
            "zone deck: pile of Card, at most 9",
        ),
        ("change action take\n  without when deck is not empty", "  when deck is not empty\n", ""),
        (
            "change action take\n  without cost remove 1 from your coins",
            "  cost remove 1 from your coins\n",
            "",
        ),
        (
            'change action take\n  without draw 1 from deck to your hand\n  say "empty hands"',
            "  draw 1 from deck to your hand\n",
            '  nothing\n  say "empty hands"\n',
        ),
        ("change phase turns\n  without until", "      until deck is empty\n", ""),
        (
            "change phase turns\n  without turn of\n  without must take or wait",
            "      turn of each player\n      until deck is empty\n      must take or wait",
            "      until deck is empty\n      nothing",
        ),
        (
            "change phase round\n  without add 1 to p.coins",
            "for p in players\n        add 1 to p.coins",
            "for p in players\n        nothing",
        ),
        ("remove phase counting", "phase counting\n    nothing", "nothing"),
        ('before turns\n  say "a"', "    phase turns", '    say "a"\n    phase turns'),
        ('after income\n  say "a"', "    phase turns", '    say "a"\n    phase turns'),
        ('at start of round\n  say "a"', "    phase income", '    say "a"\n    phase income'),
        ('at end of turns\n  say "a"', "must take or wait", 'must take or wait\n      say "a"'),
    ],
)
def test_a_change_is_as_if_it_had_been_written_so(change: str, old: str, new: str) -> None:
    assert varied(change + "\n") == instead(old, new)


@pytest.mark.parametrize(
    "declaration",
    [
        "score more = 3",
        "note more = 3",
        "define more = 3",
        "option more: 1..3, normally 2",
        "state more: 0..3",
        "zone more: set of Card",
        "values More: one, two",
        "pieces More copies 2",
        "table more by n: 1..1\n  gives m: 1..1\n  | n | m |\n  | 1 | 1 |",
        "menu more",
        "action more\n  nothing",
        "routine more\n  nothing",
        "always more\n  when fast\n  nothing",
        'example "more"\n  players Anna, Ben',
    ],
)
def test_every_sort_of_declaration_can_be_added_replaced_and_removed(declaration: str) -> None:
    added = varied(f"add {declaration}\n")
    assert added == game(f"{BASE}\n{declaration}\n")

    sort, name = declaration.replace(":", "").split()[:2]
    assert varied(f"add {declaration}\n", f"remove {sort} {name}\n") == game(BASE)

    other = declaration.replace("nothing", 'say "other"').replace("set of Card", "pile of Card")
    other = (
        other.replace("players Anna, Ben", "players Anna, Cleo").replace("= 3", "= 4").replace("..3", "..4")
    )
    other = other.replace("1..1", "1..2").replace("copies 2", "copies 3").replace("one, two", "one")
    other = other.replace("menu more", 'menu more "Other"')
    assert other != declaration
    assert varied(f"add {declaration}\n", f"replace {other}\n") == game(f"{BASE}\n{other}\n")


def test_what_is_replaced_keeps_its_place() -> None:
    places = [type(one) for one in game(BASE).declarations]
    tree = varied("replace action take\n  nothing\nreplace always riches\n  when fast\n  end game\n")
    assert [type(one) for one in tree.declarations] == places


def test_the_flow_can_be_replaced_and_its_new_phases_changed() -> None:
    tree = varied("""\
        at end of only
          end game
        replace flow
          phase only
            nothing
        """)
    [flow] = [one for one in tree.declarations if isinstance(one, ast.FlowDecl)]
    [phase] = flow.body.lines
    assert isinstance(phase, ast.Phase)
    assert [type(line) for line in phase.body] == [ast.Nothing, ast.End]


def test_a_routine_for_one_case_replaces_that_case() -> None:
    tree = varied('replace routine pay(c: Colour) for red\n  say "free"\n')
    assert tree == instead("let price = 1\n  add price to your coins", 'say "free"')


def test_a_routine_for_one_of_two_cases_leaves_the_other() -> None:
    base = BASE.replace("for red", "for red, pink")
    tree = varied('replace routine pay(c: Colour) for pink\n  say "free"\n', base=base)
    routines = [one for one in tree.declarations if isinstance(one, ast.RoutineDecl)]
    cases = [[case.span.text for case in one.cases] for one in routines]
    assert cases == [["pink"], ["red"], ["blue"]]


def test_a_routine_without_cases_replaces_all_of_its_name() -> None:
    tree = varied("replace routine pay(c: Colour)\n  nothing\n")
    assert len([one for one in tree.declarations if isinstance(one, ast.RoutineDecl)]) == 1


def test_a_case_may_be_added_to_a_routine() -> None:
    tree = varied("add routine pay(c: Colour) for green\n  nothing\n")
    assert len([one for one in tree.declarations if isinstance(one, ast.RoutineDecl)]) == 3


HOMES = ["action wait", "always riches", "routine pay(c: Colour) for red", "flow"]
BLOCKS = [
    "",
    'may "Really?"',
    "if fast",
    "if fast\n  nothing\nelse",
    "if fast\n  nothing\nelse if not fast",
    "if fast\n  nothing\nelse if not fast\n  nothing\nelse",
    "for p in players",
    "repeat 2 times",
    "each player in turn",
    "all players in secret",
    "player first(players)",
    "together",
    "depending on rounds\n  otherwise:",
    "phase outer",
]


def written(home: str, block: str, lines: str) -> str:
    """The lines in the innermost of the blocks."""
    inner = indent(lines, " " * 4 if block.startswith("depending") else " " * 2)
    return f'game "G"\nplayers 2..2\n{home}\n' + indent(f"{block}\n{inner}" if block else lines, "  ") + "\n"


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("home", HOMES)
def test_a_phase_is_found_wherever_it_stands(home: str, block: str) -> None:
    change = 'before here\n  say "b"\nat end of here\n  end here\n'
    tree = varied(change, base=written(home, block, "phase here\n  nothing"))
    assert tree == game(written(home, block, 'say "b"\nphase here\n  nothing\n  end here'))


@pytest.mark.parametrize("near", ["before turns", "after turns", "at start of turns", "at end of turns"])
def test_lines_at_one_place_keep_the_order_of_the_file(near: str) -> None:
    tree = repr(varied(f'{near}\n  say "first"\n{near}\n  say "second"\n'))
    assert 0 < tree.index("'first'") < tree.index("'second'")


def test_changes_inside_come_after_whole_declarations_wherever_they_stand() -> None:
    inside_first = 'change action more\n  when fast\nadd action more\n  say "x"\n'
    tree = varied(inside_first)
    assert tree == game(f'{BASE}\naction more\n  when fast\n  say "x"\n')


def test_what_is_changed_points_into_the_variant_and_the_rest_into_the_base() -> None:
    tree = varied("set rounds to 5\nadd score more = 3\nset players to 2..3\n")
    [rounds] = [
        one for one in tree.declarations if isinstance(one, ast.DefineDecl) and one.name.text == "rounds"
    ]
    assert rounds.name.span.source.name == "base.game"
    assert rounds.body.last.span.source.name == "house1.game"
    assert tree.declarations[-1].span.source.name == "house1.game"
    assert {line.span.source.name for line in tree.headings} == {"base.game", "house1.game"}


def test_of_two_equal_lets_the_one_that_is_meant_is_replaced() -> None:
    base = BASE.replace("let fee = 2\n  add fee", "let price = 1\n  add price").replace(
        "pay(c: Colour) for blue", "owe"
    )
    assert varied("replace let price in owe = 2\n", base=base) == game(
        base.replace("owe\n  let price = 1", "owe\n  let price = 2")
    )
    base = BASE + "note most =\n  let best = max(0, 1)\n  best\n"
    assert varied("replace let best in most = 2\n", base=base) == game(
        base.replace("most =\n  let best = max(0, 1)", "most =\n  let best = 2")
    )


def test_a_let_that_is_put_in_does_not_stand_in_the_way_of_one_that_is_replaced() -> None:
    base = BASE.replace(
        "phase counting\n    nothing", "phase counting\n    let n = 1\n    add n to turn_count"
    )
    more = "at end of counting\n  let n = 5\n"
    other = "replace let n in counting = 2\n"
    assert varied(more + other, base=base) == varied(other + more, base=base)


def test_what_costs_more_is_asked_after_the_conditions() -> None:
    base = BASE.replace("  cost remove 1 from your coins\n", "")
    change = "change action take\n  cost remove 1 from your coins\n"
    assert varied(change, base=base) == game(BASE)


def test_a_case_on_one_line_becomes_a_block_where_it_grows() -> None:
    base = 'game "G"\nplayers 2..2\nflow\n  depending on 1\n    otherwise: phase here\n      nothing\n'
    wanted = base.replace(
        "otherwise: phase here\n      nothing",
        ('otherwise:\n      say "b"\n      phase here\n        nothing'),
    )
    assert varied('before here\n  say "b"\n', base=base) == game(wanted)


def test_a_longer_definition_is_set_to_one_value() -> None:
    base = BASE.replace("= if fast then 5 else 7", "=\n  if fast then 5\n  otherwise 7")
    assert varied("set limit to 7\n", base=base) == instead("if fast then 5 else 7", "7")


def test_values_can_be_extended() -> None:
    assert varied("extend Colour\n  | green |\n") == instead("red, blue", "red, blue, green")


def test_a_removed_example_is_gone() -> None:
    tree = varied('remove example "two coins at the start"\n')
    assert tree == without('example "two coins at the start"\n  players Anna, Ben\n  expect Anna.coins = 2\n')


def test_no_declaration_is_lost_on_the_way() -> None:
    tree = varied("set rounds to 5\n")
    base = game(BASE)
    others = [
        one
        for one in tree.declarations
        if not (isinstance(one, ast.DefineDecl) and one.name.text == "rounds")
    ]
    assert evolve(base, declarations=tuple(others)) == without("define rounds = 3\n")
