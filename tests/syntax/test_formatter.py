"""One layout for every text, and nothing lost on the way."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdsl.source import Source
from rulesdsl.syntax import UnreadableText, comments, format_source
from rulesdsl.syntax.ast import GameFile, VariantFile

TreeOf = Callable[[str], GameFile | VariantFile]


def formatted(text: str) -> str:
    return format_source(Source("test.game", text))


def said(text: str) -> list[str]:
    return [comment.text.rstrip() for comment in comments(Source("test.game", text))]


def test_every_game_stays_what_it_is(texts: dict[str, str], tree_of: TreeOf) -> None:
    for text in texts.values():
        once = formatted(text)
        assert tree_of(once) == tree_of(text)
        assert said(once) == said(text)
        assert formatted(once) == once


def test_the_layout(snapshot: object) -> None:
    assert formatted(UNTIDY) == snapshot


UNTIDY = """

# head
game   "x"   # c


players 2..2
# before zone

zone a: pile of Card,seen by nobody   [A-1   A-2]  # x
   # in the block
   at   most 3 ,  owner   discards   extra  to b
   # still in the block
# about b
zone b : set of Card
zone c: set of Card
option x: yes or no normally no
define f = sum(  # first
  c in d   # second
  # own
  where c.x > -3 by c . y : c.z   # third
  ) # after
define g(less: 0..2, normally 0) = {
a, # the a
b
# last
}
define h = count(c in Country where c.number > 3 and c.region is your region and c.food is not none and c.other is some) + sum(your trip.food.points)
define i = depending on player_count {2 gives a_number_with_a_long_name, 3 gives another_number_with_a_long_name, otherwise 3}
action visit(less: 0..2 normally 0, card from offer where card.place is your trekker "Which one?", any of your hand as pay where count(pay) > 3, nothing needless) "Visit a destination" in menu act   [TW-41]
   move card to your visited
   depending on x
      draw(n): may draw n from a to b
      1..7 as n: nothing



      bear:
         nothing
table t by a: 1..3
  gives b: 0..7, beyond +3 each
  | a | bbbbbb |   [A-1]
  # x
  |  111 | 2|
  # end

# end of file
"""  # noqa: E501 - what is too long is the point


@pytest.mark.parametrize(
    "text", ["", "game", 'game "x"\nzone', 'game "x"\nflow\n    nothing\n  nothing\n', "(" * 100]
)
def test_what_cannot_be_read_is_not_formatted(text: str) -> None:
    with pytest.raises(UnreadableText):
        formatted(text)


def test_comments_and_blanks_anywhere(texts: dict[str, str], examples_each: int, tree_of: TreeOf) -> None:
    """Comments, empty lines and blanks are put into the games, at the ends of lines and inside them."""
    games = sorted(path for path, text in texts.items() if len(text) < 3_000)

    @settings(max_examples=examples_each)
    @given(st.sampled_from(games), st.randoms(use_true_random=False), st.integers(1, 12))
    def check(path: str, chance: object, times: int) -> None:
        lines = texts[path].splitlines()
        for _ in range(times):
            at = chance.randrange(len(lines))  # type: ignore[attr-defined]
            change = chance.randrange(4)  # type: ignore[attr-defined]
            if change == 0:
                lines.insert(at, " " * chance.randrange(9) + "# new")  # type: ignore[attr-defined]
            elif change == 1:
                lines.insert(at, " " * chance.randrange(9))  # type: ignore[attr-defined]
            elif change == 2:
                lines[at] += "  # more"
            else:
                lines[at] = lines[at].replace(", ", " ,   ").replace(" = ", "=")
        text = "\n".join(lines)
        once = formatted(text)
        assert tree_of(once) == tree_of(text)
        assert said(once) == said(text)
        assert formatted(once) == once

    check()


def test_only_what_has_no_brackets_is_wider_than_the_page(texts: dict[str, str]) -> None:
    for text in texts.values():
        for line in formatted(text).splitlines():
            code = line.split("  #")[0]
            assert len(code) <= 100 or "(" not in code.split('"')[0] or "  [" in code, line


def test_a_line_without_brackets_goes_on_before_a_word_that_joins(tree_of: TreeOf) -> None:
    long = " and ".join(f"counter_num_{number} > {number}" for number in range(8))
    text = f'game "x"\n\nflow\n  if {long}\n    nothing\n'
    once = formatted(text)
    assert once.split("\n")[3:5] == [
        "  if counter_num_0 > 0 and counter_num_1 > 1 and counter_num_2 > 2 and counter_num_3 > 3",
        "      and counter_num_4 > 4 and counter_num_5 > 5 and counter_num_6 > 6 and counter_num_7 > 7",
    ]
    assert tree_of(once) == tree_of(text)
    assert formatted(once) == once


def test_a_line_without_brackets_goes_on_behind_a_comma(tree_of: TreeOf) -> None:
    names = [f"rather_long_name_{number}" for number in range(8)]
    text = f'game "x"\nvalues Long: {", ".join(names)}\n'
    once = formatted(text)
    assert once.split("\n")[1:4] == [
        "",
        f"values Long: {', '.join(names[:4])},",
        f"    {', '.join(names[4:])}",
    ]
    assert tree_of(once) == tree_of(text)
    assert formatted(once) == once


def test_the_or_of_a_type_joins_nothing() -> None:
    line = f'option night: yes or no, normally no "{"long " * 20}"'
    assert formatted(f'game "x"\n\n{line}\n') == f'game "x"\n\n{line}\n'


def test_a_comment_inside_a_line_that_goes_on_stands_above_it() -> None:
    text = 'game "x"\n\ndefine f = 1 +  # one\n  2  # two\n'
    assert formatted(text) == 'game "x"\n\n# one\ndefine f = 1 + 2  # two\n'


def test_a_long_let_has_its_value_below(tree_of: TreeOf) -> None:
    value = " + ".join(f"summand_{number}" for number in range(7))
    name = "the_sum_of_all_of_them"
    text = f'game "x"\n\nflow\n  let {name} = {value}\n  say "{{{name}}}"\n'
    once = formatted(text)
    assert once.split("\n")[3:5] == [f"  let {name} =", f"    {value}"]
    assert tree_of(once) == tree_of(text)


WIDE = """\
game "x"
players 2..2

define is_run(cards: set of Card) = count(cards) >= 3 and largest_group(cards) = 1 and all_follow(cards)

action discard(card from your hand where card is not taken and deadwood(your hand - card) <= knock_limit "Which?", other from others) "Discard {card}"  [A-1]
  move card to pile

score points = sum(c in your hand where c.rank > 3: points_of_a_card_in_hand(c)) + bonus_for_everything

example "x"
  players Anna, Ben
  given Anna.hand = {Card(clubs, seven), Card(diamonds, seven), Card(hearts, seven), Card(spades, two)}
  expect Anna.points = 3
"""  # noqa: E501 - what is too long is the point


def test_what_is_outside_is_broken_before_what_is_inside() -> None:
    once = formatted(WIDE)
    assert once == (
        'game "x"\nplayers 2..2\n\n'
        "define is_run(cards: set of Card) =\n"
        "  count(cards) >= 3 and largest_group(cards) = 1 and all_follow(cards)\n\n"
        "action discard(\n"
        "    card from your hand\n"
        '        where card is not taken and deadwood(your hand - card) <= knock_limit "Which?",\n'
        "    other from others\n"
        ') "Discard {card}"  [A-1]\n'
        "  move card to pile\n\n"
        "score points =\n"
        "  sum(c in your hand where c.rank > 3: points_of_a_card_in_hand(c)) + bonus_for_everything\n\n"
        'example "x"\n  players Anna, Ben\n'
        "  given Anna.hand = {\n"
        "      Card(clubs, seven), Card(diamonds, seven), Card(hearts, seven), Card(spades, two)\n"
        "  }\n"
        "  expect Anna.points = 3\n"
    )
    assert formatted(once) == once


def test_what_is_asked_of_each_stands_below_the_condition() -> None:
    once = formatted(
        'game "x"\nplayers 2..2\n\ndefine free(a: Cell, b: Cell) = every(c in Cell where c.column = a.column'
        " and c.row > min(a.row, b.row) and c.row < max(a.row, b.row): floe(c) is not none"
        " and on(c) is none)\n"
    )
    assert once.endswith(
        "define free(a: Cell, b: Cell) = every(\n"
        "    c in Cell where c.column = a.column and c.row > min(a.row, b.row)"
        " and c.row < max(a.row, b.row):\n"
        "    floe(c) is not none and on(c) is none\n"
        ")\n"
    ), once
    assert formatted(once) == once


def test_values_that_share_an_arm_stay_together() -> None:
    arms = [f"{n}, {n + 10} gives {n * 100_000}" for n in range(1, 7)]
    head = 'game "x"\nplayers 2..2\n\n'
    text = f"{head}define worth(n: 1..16) = depending on n {{{', '.join(arms)}, otherwise 0}}\n"
    once = formatted(text)
    assert all(f"\n    {arm},\n" in once for arm in arms), once
    assert formatted(once) == once


def test_rules_cited_behind_a_bracket_take_no_room_inside() -> None:
    long = "card from your hand where card.strength > highest_card.strength + 3 and card is not led"
    action = f'action play(\n    {long} "Which?"\n) "Play {{card}}"  [A-1 A-2 A-3 A-4]\n  nothing\n'
    text = f'game "x"\nplayers 2..2\n\n{action}'
    assert formatted(text) == text


def test_a_value_below_its_name_counts_like_one_beside_it(tree_of: TreeOf) -> None:
    beside = 'game "x"\nplayers 2..2\n\ndefine f = 3\n'
    below = 'game "x"\nplayers 2..2\n\ndefine f =\n  3\n'
    assert tree_of(beside) == tree_of(below)
    assert formatted(below) == below
