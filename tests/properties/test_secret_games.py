"""No player is told what that player may not know: the checker refuses the game, or no form tells it.

Small games with secrets are made at random. Those that the checker lets pass are played twice at once, the
second time with something else hidden, and what a player sees, hears and is offered must be the same.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.whole import effects, guards, hidden, leaks
from rulesdsl.check.whole.disclosure import Disclosure
from rulesdsl.check.whole.effects import Effects
from rulesdsl.check.whole.guards import Guarding
from rulesdsl.check.whole.hidden import Hidden, Known
from rulesdsl.checked_game import Game
from rulesdsl.diagnostics import Report
from rulesdsl.engine.start import start
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file
from rulesdsl.table.design import design_of
from tests.conftest import SeedsOf
from tests.engine.texts import program_of
from tests.properties.exchanged_secrets import BOTH_WAYS, Told, from_the_start, in_the_middle
from tests.properties.narrow_secret_games import NarrowMaker
from tests.properties.secret_games import Maker, leak_codes, secret_game
from tests.properties.wider_secret_games import WORDS, WiderMaker

FEW, LONG = 100, 10_000
"""So many games are made, and with `--long`."""
EXCHANGES = 8
"""So many things are exchanged in each."""
STEP_LIMIT = 2_000
"""After so many steps a game is taken to be one that never comes to an end."""


def codes_of(path: Path) -> tuple[set[str], Game | None]:
    """What is found in a game, and the game if nothing else is wrong with it."""
    report = Report()
    game = check_file(path, Files(), report, [], every_setting=False)
    if game is None or any(one.code not in leak_codes() for one in report.errors):
        return {"invalid"}, None
    found = {one.code for one in report} & set(leak_codes())
    return found, None if found else game


@contextmanager
def nobody_says_what_he_sees() -> Iterator[None]:
    """The checker takes it that players tell nothing of what they alone see, not even by what they decide."""

    def silent(
        self: Guarding, told: frozenset[Hidden], body: ir.Lines, _rest: ir.Lines, known: Known, _by: object
    ) -> list[Hidden]:
        revealed = self.disclosure.revealed(body, known)
        return [one for one in told if not revealed.has(one)]

    with pytest.MonkeyPatch.context() as patch:
        for module in (effects, guards, hidden, leaks):
            patch.setattr(module, "announced", lambda _hidden, _known: False)
        patch.setattr(Effects, "_excused", lambda _self, _hidden, _known: False)
        patch.setattr(Disclosure, "resolved", frozenset())
        patch.setattr(Guarding, "_silent", silent)
        yield


def played(path: Path, seed: int, text: str | None = None) -> int:
    """How often two games of one text have been compared; -1 if the checker refuses it."""
    path.write_text(secret_game(seed) if text is None else text, encoding="utf-8")
    (path.parent / "mottos.txt").write_text(WORDS, encoding="utf-8")
    _found, game = codes_of(path)
    if game is None:
        return -1
    with nobody_says_what_he_sees():
        strictly, _game = codes_of(path)
    program = evolve(game.program(), step_limit=STEP_LIMIT)
    design = design_of(game, program)
    compared = 0
    for number in range(EXCHANGES):
        play = from_the_start if number % 2 else in_the_middle
        try:
            compared += play(program, 1000 * seed + number, by_nobody=bool(strictly), design=design)
        except Told as told:
            raise AssertionError(f"game {seed}, exchange {number}: {told}\n{path.read_text()}") from told
    return compared


@pytest.mark.parametrize("maker", [Maker, WiderMaker, NarrowMaker])
@pytest.mark.parametrize("part", range(10))
def test_nothing_hidden_is_told(tmp_path: Path, part: int, maker: type[Maker], seeds_of: SeedsOf) -> None:
    seeds = seeds_of(FEW, LONG)[part::10]
    compared, leaks = 0, list[str]()
    for seed in seeds:
        try:
            compared += played(tmp_path / "game.game", seed, maker(seed).text()) > 0
        except AssertionError as leak:
            leaks.append(str(leak))
    assert not leaks, "\n\n".join(leaks)
    assert compared >= len(seeds) // 20


LOOKED_AT = (322, 412, *range(20))
"""Games among which each of these leaks shows."""

NARROW = (50, 152)
"""And of those in which little is done."""

MOAT = """game "Moat"
players 2..2
values Suit: leaf, bell
pieces Card for each suit in Suit, rank in 1..6
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
state points per Player: 0..99
flow
  deal 1 from deck to hand
  phase rounds 3 times
    turn of each player
    choose number from 1..3 "How many?"
    add number to your points
    may "Reveal it?"
      when max(your hand.rank) > 3
      show your hand
score made = your points
winner most total, then shared
"""
"""Few of the games made at random ask somebody something that he declines in silence."""

PLANTED = {
    "a trace that names all that moves": (
        "rulesdsl.trace.listener.Listener.can_hear",
        lambda _self, _mask: True,
    ),
    "a trace of all that is declined": (
        "rulesdsl.trace.audience.Audience._is_silent",
        lambda _self, _event: False,
    ),
    "states that everybody sees": ("rulesdsl.engine.evaluation.reading.Reading.may_see", lambda *_: True),
    "a sample of the true position": (
        "rulesdsl.engine.determinization.sample.Samples.draw",
        lambda self, _stream: self._state.clone(),
    ),
    "lines that are not checked": ("rulesdsl.check.whole.guards.Guarding.carried_out", lambda *_: None),
    "chance that is not checked": ("rulesdsl.check.whole.effects.Effects.thrown", lambda *_: None),
    "moves that are not checked": ("rulesdsl.check.whole.effects.Effects.moved", lambda *_: None),
}


@pytest.mark.parametrize("leak", PLANTED.values(), ids=PLANTED)
def test_a_leak_is_found(tmp_path: Path, leak: tuple[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*leak)
    games = [
        *((seed, None) for seed in LOOKED_AT),
        *((seed, MOAT) for seed in range(10)),
        *((seed, NarrowMaker(seed).text()) for seed in NARROW),
    ]
    for seed, text in games:
        try:
            played(tmp_path / "game.game", seed, text)
        except AssertionError:
            return
    pytest.fail("nothing was found")


GUARDS = """
game "Guards"
players 2..2
pieces Card for each suit in Suit, rank in 1..6
values Suit: leaf, bell
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone back per Player: set of Card, seen by others
zone role per Player: slot of Card, seen by owner
flow
  deal 1 from deck to back
  deal 1 from deck to role
  phase nights 3 times
    all players in secret
      if your role is not none and your role.suit is leaf
        show you.back to you
      choose guess from 0..3 "How many?"
score points = 0
winner most points, then shared
"""


def test_who_was_shown_a_card_in_secret_shows_in_no_sample(tmp_path: Path) -> None:
    path = tmp_path / "guards.game"
    path.write_text(GUARDS, encoding="utf-8")
    game = check_file(path, Files(), Report(), [])
    assert game is not None
    program = game.program()
    design = design_of(game, program)
    compared = [in_the_middle(program, seed, by_nobody=False, design=design) for seed in range(40)]
    assert sum(map(bool, compared)) > 5


COVERED = """
game "Covered"
players 2..2
pieces Card for each rank in 1..12
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by (lodge), at most 2, owner discards extra to deck
zone table: set of Card, seen by all
state lodge: set of Player
flow
  deal 2 from deck to hand
  draw up to 2 from deck to table
  add first(players) to lodge
  for card in first(players).hand
    move card to left(first(players)).hand face down if count(first(players).hand) > 1
score points = 0
winner most total, then shared
"""


PAUSED = """
game "Paused"
players 2..2
pieces Card for each rank in 1..12
zone deck: pile of Card, seen by nobody, top seen by all, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone table: row of Card, seen by nobody
state marked per Card: yes or no
flow
  deal 2 from deck to hand
  phase rounds 2 times
    turn of each player
    choose number from 1..3 "How many?"
    {before}
    may "Go on?"
      when sum(your hand.rank) > 12 or number = 3
      nothing
    {after}
score points = 0
winner most total, then shared
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("move first(deck, 1) to table face down", "move last(deck, 1) to table face down"),
        ("for card in deck\n      set marked(card) to yes", "shuffle deck"),
        (
            "for card in last(deck, 1)\n      set marked(card) to yes",
            "move first(deck, 1) to table face down",
        ),
    ],
)
def test_where_a_game_stops_tells_nothing(tmp_path: Path, before: str, after: str) -> None:
    # Whether somebody was asked, and said no in silence, shows neither in what is told together nor in what
    # is known of the pieces that are spoken of.
    program = program_of(tmp_path, PAUSED.format(before=before, after=after))
    compared = [from_the_start(program, seed, by_nobody=False) for seed in range(60)]
    assert sum(compared) > 60


NUMBERED = """
game "Numbered"
players 2..2
pieces Card for each rank in 1..12
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: row of Card, seen by owner
zone mixed: set of Card, seen by all, face down seen by nobody
zone heap: row of Card, seen by nobody
zone open: set of Card, seen by all
zone blind: set of Card, seen by nobody
state noted: set of Card
state tally: 0..99
state marked per Card: yes or no
flow
  deal 2 from deck to hand
  draw up to 2 from deck to mixed
  draw up to 2 from deck to mixed face down
  draw up to 2 from deck to blind
  draw up to 1 from deck to open
  move open to blind
  each player in turn
    choose number from 1..3 "How many?"
  {line}
  each player in turn
    choose number from 1..3 "How many?"
score points = 0
winner most total, then shared
"""


@pytest.mark.parametrize(
    "line",
    [
        "move mixed to heap",
        "move (card in mixed where card.rank > 0) to heap",
        "for card in mixed\n    flip card face down\n    set marked(card) to yes",
        "for card in mixed\n    flip card face down\n    add 1 to tally",
        "for card in blind\n    flip card face down",
        "for card in blind\n    set marked(card) to yes\n    flip card face down\n    flip card face up",
        "for card in mixed\n    add card to noted",
        "for card in mixed\n    add card to noted\n  for card in mixed\n    remove card from noted",
    ],
)
def test_the_order_of_numbers_tells_nothing(tmp_path: Path, line: str) -> None:
    # Pieces of a set go one after the other in the order of their numbers: where a known one lies among
    # unknown ones, or is told, would say something of those.
    program = program_of(tmp_path, NUMBERED.format(line=line))
    compared = [from_the_start(program, seed, by_nobody=False) for seed in range(60)]
    assert sum(compared) > 60


LEFT_OVER = """
game "Left Over"
players 2..2
pieces Card for each rank in 1..14
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: row of Card, seen by owner, at most 2, owner discards extra to deck
zone mine per Player: set of Card, seen by nobody
zone table: row of Card, seen by all
action take(card from table) "Take {{card}}"
  choose number from 1..2 "How many?"
  move card to deck
flow
  deal 2 from deck to hand
  deal 2 from deck to mine
  draw 2 from deck to table
{lines}
  each player in turn
    must take if possible
score points = 0
winner most total, then shared
"""


RULE_IN_THE_MIDDLE = """
  each player in turn
    draw 1 from deck to your hand
"""
BEHIND_A_CHOICE = """
  each player in turn
    must take if possible
    draw 1 from deck to your hand
"""
WHILE_OTHERS_DECIDE = """
  all players in secret
    choose number from 1..3 "How many?"
    if number = 3
      choose card from your hand "Which?"
      move card to your mine
      choose other from 1..2 "And how many?"
"""


@pytest.mark.parametrize("lines", [RULE_IN_THE_MIDDLE, BEHIND_A_CHOICE, WHILE_OTHERS_DECIDE])
def test_what_no_line_reads_any_more_shows_in_no_sample(tmp_path: Path, lines: str) -> None:
    # Where the rules of a zone ask in the middle of lines, a variable of theirs may not have got a value yet,
    # or hold a piece that lies somewhere else by now.
    program = program_of(tmp_path, LEFT_OVER.format(lines=lines))
    compared = [play(program, seed, by_nobody=False) for seed in range(60) for play in BOTH_WAYS]
    assert sum(compared) > 60


def test_chance_falls_on_pieces_that_look_alike(tmp_path: Path) -> None:
    # Which of Anna's cards Ben finds face down in his hand tells him nothing; that chance takes it from there
    # in one game, and a card that lies face up in the other, would.
    program = program_of(tmp_path, COVERED)
    compared = [from_the_start(program, seed, by_nobody=False) for seed in range(60)]
    assert sum(compared) > 30


def test_what_is_shown_in_secret_is_not_known_before_all_have_decided(tmp_path: Path) -> None:
    text = """
game "Shown"
players 2..2
pieces Card for each rank in 1..4
zone deck: pile of Card, seen by nobody, starts with Card
zone hand per Player: row of Card, seen by nobody
flow
  deal 2 from deck to hand
  all players in secret
    show your hand
    may "Say hello?"
      say "Hello"
"""
    state = start(program_of(tmp_path, text), 1)
    layout = state.plan.layout
    first = layout.known
    for decides in (0, 1):
        for player in (0, 1):
            # What somebody else has shown, or will show, is not to be seen yet.
            cells = state.position_for(player)
            others = layout.pieces_in(cells, layout.instance("hand", 1 - player))
            assert [cells[first + piece] for piece in others] == [0, 0]
        state.apply(decides)
    assert state.cells[first : first + 4] == [3] * 4
