"""Every mistake that has a name is called by it, and all others are still said in words."""

from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

from rulesdsl.diagnostics import Diagnostic, Report
from rulesdsl.diagnostics.render.full import render
from rulesdsl.source import Source
from rulesdsl.syntax import parse, syntax_errors
from rulesdsl.syntax.common_mistakes import MISTAKES, Mistake
from rulesdsl.syntax.line_kinds import PROPERTIES

Explained = Callable[[str], Report]


@pytest.fixture
def explained() -> Explained:
    def of(example: str) -> Report:
        has_head = example.startswith(("game", "players", "rules", "variant"))
        report = Report()
        text = example if has_head else f'game "x"\n{example}'
        assert parse(Source("test.game", text), report) is None
        return report

    return of


@pytest.mark.parametrize("words", PROPERTIES)
def test_a_variant_that_sets_a_property_of_a_zone_is_told_how(words: str, explained: Explained) -> None:
    [told] = explained(f'variant "v" of "g.game"\nset hand {words} 8')
    assert told.message == "what a zone is like is changed with `change zone`"


@pytest.mark.parametrize("slip", MISTAKES, ids=[slip.example for slip in MISTAKES])
def test_a_slip_is_known_and_is_all_that_is_said(
    slip: Mistake, explained: Explained, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[Mistake] = []
    original = syntax_errors._as_diagnostic

    def listen(row: Mistake, failure: syntax_errors.Failure) -> Diagnostic | None:
        found = original(row, failure)
        if found:
            spoken.append(row)
        return found

    monkeypatch.setattr(syntax_errors, "_as_diagnostic", listen)
    report = explained(slip.example)
    assert render(report) == snapshot
    # The whole file is read first and the declaration by itself then; both times this row speaks.
    assert set(spoken) == {slip}
    (found,) = report
    assert found.code == slip.code
    assert found.hint


OTHERS = {
    # lines that end too early
    "flow\n  when": "syntax-error",
    "flow\n  if x\n    nothing\n  when a and": "syntax-error",
    "flow\n  must": "syntax-error",
    "flow\n  end": "syntax-error",
    "flow\n  do": "syntax-error",
    "flow\n  add 1": "syntax-error",
    "flow\n  let x": "syntax-error",
    "flow\n  let x 3": "syntax-error",
    "flow\n  repeat 3": "syntax-error",
    "flow\n  move a to b face": "syntax-error",
    "define x = 3 +": "syntax-error",
    "define x = depending on y": "syntax-error",
    "define x = 3  # a comment\ndefine y = 3 +  # a comment": "syntax-error",
    "table t\n  gives b: 0..3": "syntax-error",
    "state x: list of": "syntax-error",
    # words that cannot follow
    "flow\n  do strike bear": "syntax-error",
    "flow\n  remove x to y": "syntax-error",
    "flow\n  draw 3 form deck to hand": "syntax-error",
    "define x = a b": "syntax-error",
    "define x = f(a b)": "syntax-error",
    "define x = (p in players where)": "syntax-error",
    "define x = @a": "bad-character",
    "define x = a $ b": "bad-character",
    "state x: 0..3, start 1": "syntax-error",
    "zone hand per Player: set of Card, owner": "syntax-error",
    "score x: 3": "syntax-error",
    "links road of A and B": "syntax-error",
    'example "e"\n  Anna has 3': "syntax-error",
    'example "e"\n  given x 3': "syntax-error",
    'variant "x"': "syntax-error",
    # lines that begin with no word of the language
    "flow\n  mvoe card to hand": "syntax-error",
    "flow\n  while x > 3": "syntax-error",
    "flow\n  discard card": "syntax-error",
    "flow\n  card to hand": "syntax-error",
    "zoen hand: set of Card": "syntax-error",
    "Zone hand: set of Card": "syntax-error",
    "enum Suit: clubs": "syntax-error",
    "deck: pile of Card": "syntax-error",
    'example "e"\n  expct x': "syntax-error",
    # texts and brackets that do not end
    'flow\n  say "hello': "unclosed-string",
    'game "Hello': "unclosed-string",
    "define x = max(a, b\ndefine y = 3": "unclosed-bracket",
    "define x = {a, (b}\ndefine y = 3": "unclosed-bracket",
    "flow\n  if some(p in players: p.won\n    nothing\n\nwinner most won": "unclosed-bracket",
    # indentation
    "flow\n  nothing\n    nothing": "bad-indentation",
    "flow\n    nothing\n  nothing": "bad-indentation",
    "flow\n  if x\n  nothing": "bad-indentation",
    "action a\n  if x": "bad-indentation",
    "flow\n  phase a\n    when x\n      nothing": "bad-indentation",
    "flow": "bad-indentation",
    "flow\n# only a comment": "bad-indentation",
    "  define x = 3": "bad-indentation",
    # what stands where it cannot stand
    "flow\n  zone x: pile of Card": "misplaced-declaration",
    "move a to b": "misplaced-declaration",
    "define x = 3\nplayers 2..4": "misplaced-declaration",
    "replace score x = 3": "misplaced-declaration",
    'define x = 3\nvariant "a" of "b"': "misplaced-declaration",
    'variant "a" of "b"\nzone x: pile of Card': "misplaced-declaration",
    'variant "a" of "b"\nplayers 2..4': "misplaced-declaration",
}


@pytest.mark.parametrize(("example", "code"), OTHERS.items(), ids=OTHERS)
def test_any_other_mistake_is_said_in_words(
    example: str, code: str, explained: Explained, snapshot: SnapshotAssertion
) -> None:
    report = explained(example)
    assert render(report) == snapshot
    assert [found.code for found in report] == [code]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_an_empty_file_is_no_game(text: str) -> None:
    report = Report()
    assert parse(Source("test.game", text), report) is None
    (found,) = report
    assert found.message == "this file is empty"


def test_a_file_begins_with_its_title() -> None:
    report = Report()
    assert parse(Source("test.game", "define x = 3\n"), report) is None
    (found,) = report
    assert found.code == "misplaced-declaration"
    assert found.hint == 'begin with `game "…"`'


def test_one_run_finds_every_mistake_of_the_file_and_nothing_else() -> None:
    text = """\
game "x"
players 2-4

zone deck: pile of Card, hidden
zone hand per Player: set of Card, seen by owner
define x = max(a, b

action play(card from your hand
    where card.rank > 3) "Play"
  move card hand

action pass_on
  nothing

flow
  phase turns
    turn of each player
    must play or pass_on
    until some(p in players: p.hand is empty)

winner most total then shared
"""
    report = Report()
    assert parse(Source("test.game", text), report) is None
    assert [found.span.line for found in report] == [2, 4, 6, 10, 19, 21]
    assert [found.code for found in report].count("misplaced-declaration") == 1


WRONG_LINES = """\
game "x"

define a =
  if b then 3
  if c than 4                               # wrong
  if d the 5                                # wrong
  otherwise 6

table t by n: 1..3
  gives u: 0 to 3                           # wrong
  gives v: 0..3
  | n | u | v |
  | 1 | 2 | 3 |

action discard(card in your hand)           # wrong
  cost 3 points                             # wrong
  move the card to discards                 # wrong
  move card to discards

flow
  deal 7 to each player                     # wrong
  phase play 3 times
    turn of every player                    # wrong
    until deck is empty
    may discard
    depending on b
      case 1: nothing                       # wrong
      2: draw a card                        # wrong
      3:
        you may discard                     # wrong
      otherwise: nothing
    if a = 3 then                           # wrong
      discard it                            # wrong
      nothing
    else
      say goodbye                           # wrong
    for each p in players                   # wrong
      move p.hand into deck                 # wrong
      nothing
        nothing                             # wrong
        nothing
    if a > 3
      move max(b, (c to deck                # wrong
      nothing
    while a                                 # wrong
      put b in c                            # wrong
  draw 1 from                               # wrong
    deck to hand
  say "x                                    # wrong

example "one"
  players Anna, Ben
  Anna play discard                         # wrong
  expect x y                                # wrong
  expect x = 3

winner most total then shared               # wrong
"""


def test_every_wrong_line_of_a_block_is_found_and_no_line_because_of_another() -> None:
    report = Report()
    assert parse(Source("test.game", WRONG_LINES), report) is None
    wrong = [number for number, line in enumerate(WRONG_LINES.split("\n"), 1) if line.endswith("# wrong")]
    assert [found.span.line for found in report] == wrong


def test_every_wrong_line_of_a_variant_is_found() -> None:
    text = """\
variant "v" of "g.game"

change phase play
  until deck is is empty
  without turn of

add action take(card in deck)
  move card into hand
  nothing
  move card hand

before game
  add 1 too total
"""
    report = Report()
    assert parse(Source("test.game", text), report) is None
    assert [found.span.line for found in report] == [4, 7, 8, 10, 13]


def test_lines_that_hang_on_a_wrong_line_are_no_mistakes_of_their_own() -> None:
    text = """\
game "x"

action take(card from deck
    where card.rank > > 3) "Take"
  nothing

flow
  move max(
      a b
    ) to c
  if a
      and b b
      or c
    nothing
  else
    nothing
   nothing
  let x = a +
    b b +
    c
"""
    report = Report()
    assert parse(Source("test.game", text), report) is None
    assert [found.span.line for found in report] == [4, 9, 12, 17, 19]


def test_no_more_mistakes_are_said_than_anybody_reads() -> None:
    report = Report()
    assert parse(Source("test.game", 'game "x"\n' + "define x = 3 +\n" * 500), report) is None
    assert len(report) == 50
