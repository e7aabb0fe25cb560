"""Small games in texts, and variants of them."""

from collections.abc import Mapping
from textwrap import dedent

from rulesdsl.diagnostics import Diagnostic, Report
from rulesdsl.source import Source
from rulesdsl.syntax import ast, parse
from rulesdsl.variants import apply
from rulesdsl.variants.tables import DataReader

BASE = dedent("""\
    game "Berries"
    players 2..4

    option fast: yes or no, normally no "A short game"
    define rounds = 3
    define limit per Player = if fast then 5 else 7
    define twice(n: 0..9) = n * 2

    values Colour: red, blue
    values Food
      points: 1..5
      | food   | points |
      | apple  | 1      |
      | cherry | 4      |
    pieces Card from "cards.csv" named by id
      worth: 1..9
      cost per Colour: 0..3
      food: Food or none
    pieces Token for each value in {1, 2}
    table bonus by place: 1..2
      gives points: 0..7
      | place | points |
      | 1     | 7      |
      | 2     | 3      |
    table prize by colour: Colour, level: 1..2
      gives silver: 0..5
      gives gold: 0..5
      | colour | level | silver | gold |
      | red    | 1     | 1      | 2    |
      | red    | 2     | 2      | 3    |
      | blue   | 1     | 0      | 1    |
      | blue   | 2     | 1      | 2    |

    zone deck: pile of Card, seen by nobody, starts with Card shuffled
    zone hand per Player: set of Card, seen by owner
      at most 4, owner discards extra to bin
    zone bin: pile of Card
    zone bag: set of Token, starts with Token
    state coins per Player: 0..20, starts 2
    state turn_count: 0..99

    action take "Take a card"
      when deck is not empty
      cost remove 1 from your coins
      draw 1 from deck to your hand
    action wait "Wait"
      nothing
    routine pay(c: Colour) for red
      let price = 1
      add price to your coins
    routine pay(c: Colour) for blue
      let fee = 2
      add fee to your coins
    always riches
      when some(p in players: p.coins > 15)
      end game

    flow
      deal 2 from deck to hand
      phase round rounds times
        phase income
          for p in players
            add 1 to p.coins
        phase turns
          turn of each player
          until deck is empty
          must take or wait
      phase counting
        nothing

    score sweets =
      let best = max(0, 1)
      sum(your hand.worth) + best
    note cards = count(your hand)
    winner most total, then shared

    example "two coins at the start"
      players Anna, Ben
      expect Anna.coins = 2
    """)

CARDS = dedent("""\
    id,name,worth,red,blue,food,copies
    fig,Fig,3,1,0,apple,2
    plum,Plum,5,0,2,,2
    """)

DATA = {"cards.csv": CARDS}


def reader(data: Mapping[str, str]) -> DataReader:
    def read(text: ast.Text, _report: Report, _ending: str = "", /) -> Source | None:
        return Source(text.value, data[text.value]) if text.value in data else None

    return read


def game(text: str) -> ast.GameFile:
    report = Report()
    tree = parse(Source("base.game", text), report)
    assert isinstance(tree, ast.GameFile), [found.message for found in report]
    return tree


def variant(lines: str, name: str = "house.game") -> ast.VariantFile:
    report = Report()
    tree = parse(Source(name, f'variant "House" of "base.game"\n{dedent(lines)}'), report)
    assert isinstance(tree, ast.VariantFile), [found.message for found in report]
    return tree


def varied(*variants: str, base: str = BASE, data: Mapping[str, str] = DATA) -> ast.GameFile:
    """The base with every variant applied, of which none may be wrong."""
    tree, report = vary(*variants, base=base, data=data)
    assert [found.message for found in report] == []
    return tree


def vary(*variants: str, base: str = BASE, data: Mapping[str, str] = DATA) -> tuple[ast.GameFile, Report]:
    report = Report()
    tree = game(base)
    for number, lines in enumerate(variants, 1):
        tree = apply(tree, variant(lines, f"house{number}.game"), report, reader(data))
    return tree, report


def complaint(lines: str, base: str = BASE) -> Diagnostic:
    """The one thing that is wrong with a variant."""
    _tree, report = vary(lines, base=base)
    [found] = report
    return found


def instead(old: str, new: str) -> ast.GameFile:
    """The base as if it were written so: `old` stands in it once."""
    assert BASE.count(old) == 1, BASE.count(old)
    return game(BASE.replace(old, new))


def without(old: str) -> ast.GameFile:
    return instead(old, "")
