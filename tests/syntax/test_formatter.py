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
