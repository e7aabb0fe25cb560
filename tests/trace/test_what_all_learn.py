"""What everybody learns is told, once, where it happens, also if an equal value was said of another thing."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.bots import RandomChoice
from rulesdsl.engine import events as ev
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.english import plain, singular
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.trace.narrator import Narrator
from rulesdsl.trace.notable_states import numbers_of
from tests.loading import load, without_texts

DICE = """
game "Dice"
players 2..2
state open per Player per n in 1..4: 0..6
state hidden per Player per n in 1..4: 1..6, starts 1, seen by owner
state bid: 0..9
action bid(number from 1..6 "How many?") "Bid {number}"
  set bid to number
flow
  phase round 3 times
    for p in players
      for n in 1..4
        roll thrown from 1..2, seen by p
        set p.hidden(n) to thrown
    each player in turn
      must bid
    for n in 1..4
      for p in players
        set p.open(n) to p.hidden(n)
    say "They are counted"
score a = your open(1)
winner most total, then shared
"""

ROLES = """
game "Roles"
players 4..4
values Role: loyal, spy
state role per Player: Role, starts loyal, seen by owner
state open_role per Player: Role or none
state unmasked: yes or no
flow
  choose traitor from players by chance, seen by nobody
  for p in players
    if p is traitor
      set p.role to spy  # allow telling-effect: only the owner sees it
  each player in turn
    may "Nod?"
      nothing
  for p in players
    set p.open_role to p.role
  set unmasked to some(p in players: p.role is spy)
score x = if your open_role is spy then 1 else 0
winner most total, then shared
"""


def program_of(text: str, folder: Path) -> ir.Program:
    path = folder / "this.game"
    path.write_text(text, encoding="utf-8")
    return load(path).program()


def told_in_turn(
    program: ir.Program, viewer: int | None, steps: int
) -> Iterator[tuple[list[ev.Event], str, State]]:
    """What happened up to each decision, and what was told of it then and at the next one."""
    state = start(program, 4, log=True)
    narrator = Narrator(program, Labels.of(state.plan.layout), viewer)
    streams = [Dice(4, stream=seat + 1) for seat in range(program.players)]
    batches: list[tuple[list[ev.Event], list[str]]] = []
    for _ in range(steps):
        events, state.log = state.log or [], []
        batches.append((events, narrator.tell(events, state)))
        if state.over or state.player is None:
            break
        state.apply(RandomChoice().choose(state, state.player, streams[state.player]))
    batches.append(([], narrator.finish()))
    for (events, lines), (_, later) in pairwise(batches):
        yield events, " ".join(" ".join([*lines, *later]).split()), state


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_every_die_that_is_laid_open_is_told_though_it_shows_what_it_did_before(
    tmp_path: Path, viewer: int | None
) -> None:
    program = program_of(DICE, tmp_path)
    revealed = 0
    for events, text, _ in told_in_turn(program, viewer, 40):
        opened = [event for event in events if isinstance(event, ev.StateSet) and event.state == "open"]
        for player, name in enumerate(("Anna", "Ben")):
            own = [event for event in opened if event.index[0] == player]
            for event in own:
                assert f"{event.index[1]} = {event.new}" in text
            revealed += len(own)
            assert not own or text.count(f"{name}'s open: ") == 1
        if opened:
            assert text.index("Ben's open: ") < text.index("They are counted")
    assert revealed == 2 * 4 * 3


@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_every_role_is_told_in_a_line_of_its_own(tmp_path: Path, viewer: int | None) -> None:
    program = program_of(ROLES, tmp_path)
    state = start(program, 2, log=True)
    narrator = Narrator(program, Labels.of(state.plan.layout), viewer)
    lines: list[str] = []
    while not state.over:
        lines += narrator.tell(state.log or [], state)
        state.log = []
        state.apply(0)
    lines += [*narrator.tell(state.log or [], state), *narrator.finish()]
    assert lines[-6].startswith("Dan: Nod? ")
    for line, name in zip(lines[-5:-1], ("Anna", "Ben", "Cleo", "Dan"), strict=True):
        assert line.startswith(f"{name}'s open role is ")
    # What is no more than jotted down elsewhere is what all learn here.
    assert lines[-1] == "unmasked: yes"


CLASSICS = [path.stem for path in without_texts(Path(__file__).parents[2].glob("examples/classics/*.game"))]


@pytest.mark.parametrize("name", CLASSICS)
@pytest.mark.parametrize("viewer", [None, 1])
def test_a_state_that_all_see_is_told_or_has_a_reason_not_to_be(
    checkout: Path, name: str, viewer: int | None
) -> None:
    program = load(checkout / "examples" / "classics" / f"{name}.game").program()
    if viewer is not None and program.players <= viewer:
        return
    labels = Labels.of(start(program, 1).plan.layout)
    looked_at = 0
    for events, text, _ in told_in_turn(program, viewer, 120):
        last = {(one.state, one.index): one for one in events if isinstance(one, ev.StateSet)}
        first = {(one.state, one.index): one for one in reversed(events) if isinstance(one, ev.StateSet)}
        for cell, event in last.items():
            if event.new == first[cell].old or event.known_to != -1:
                continue
            looked_at += 1
            labels = labels.when(event.grown)
            assert is_told(labels, event, text) or goes_without_saying(labels, event, events, text), event
    assert looked_at or not any(state.seen.word == "all" for state in program.states)


def is_told(labels: Labels, event: ev.StateSet, text: str) -> bool:
    called = plain(event.state)
    domain = labels.layout.states[event.state].state.type
    value = "no" if event.new == 0 and isinstance(domain, ir.IntDomain) and "has no " in text else ""
    return (called in text or singular(called) in text) and (value or labels.value(event.new, domain)) in text


def goes_without_saying(labels: Labels, event: ev.StateSet, events: list[ev.Event], text: str) -> bool:
    """By one of the reasons of the page on what is told."""
    program, state = labels.program, labels.layout.states[event.state].state
    numbers = numbers_of(program)
    if state.seen.word != "all" or isinstance(state.type, ir.FlagDomain) or event.new in (ir.NONE, ()):
        return True
    if state.name in numbers.turns or isinstance(state.type, ir.SeqDomain):
        return True
    inner = state.type.of if isinstance(state.type, ir.OptionalDomain) else state.type
    chosen = {one.value for one in events if isinstance(one, ev.Chosen)}
    titled = {
        part.value
        for one in events
        if isinstance(one, ev.Chosen)
        for part in one.title
        if not isinstance(part, str)
    }
    match inner:
        case ir.IntDomain():
            is_told = state.name in numbers.amounts | numbers.values
            given = {value for one in events if isinstance(one, ev.Chanced) for value in one.values}
            return not is_told or event.new == state.starts or event.new in chosen | titled | given
        case ir.PlayerDomain():
            return event.new in {one.player for one in events if isinstance(one, ev.Chosen | ev.PassBegun)}
        case ir.PieceDomain() | ir.NodeDomain():
            return labels.value(event.new, inner) in text
        case _:
            titles = [labels.words(one.title) for one in events if isinstance(one, ev.Chosen)]
            return event.new in chosen or any(labels.value(event.new, inner) in title for title in titles)


def test_with_whom_turns_begin_is_a_matter_of_turns(checkout: Path) -> None:
    program = load(checkout / "examples" / "classics" / "hearts.game").program()
    assert any(state.name == "leader" for state in program.states)
    assert "leader" in numbers_of(program).turns


GREATEST = """
game "Greatest"
players 2..2
pieces Card for each rank in 1..8
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone table: set of Card, seen by all
zone heap: set of Card, seen by nobody
flow
  deal 3 from deck to hand
  phase turns 2 times
    turn of each player
    choose card from your hand "Which card?"
    {line}
score points = 0
winner most total, then shared
"""


@pytest.mark.parametrize(
    ("line", "names", "points"),
    [
        ("move card to table", True, True),
        ("show card", True, True),
        ("move card to heap", False, True),
        ("move (held in your hand where held.rank = max(your hand.rank)) to table", False, False),
        ("move (held in your hand where held.rank = max(your hand.rank)) to heap", False, False),
    ],
)
def test_a_card_is_the_chosen_one_only_where_the_rules_say_so(
    tmp_path: Path, line: str, *, names: bool, points: bool
) -> None:
    # The others do not know which card was chosen; that it is the greatest one, which then goes because it
    # is the greatest, would be told by "it".
    program = program_of(GREATEST.format(line=line), tmp_path)
    for seed in range(20):
        state = start(program, seed, log=True)
        other = 1 - (state.player or 0)
        narrator = Narrator.of(program, other)
        name = Labels.of(state.plan.layout).players[state.player or 0]
        lines = narrator.tell(state.log or (), state)
        state.log = []
        state.apply(seed % 3)
        lines += narrator.tell(state.log, state)
        told = next(told for told in lines if f"{name} chooses" in told)
        assert bool(re.search(r"chooses card \d", told)) == names, told
        if not names:
            assert (": it " in told) == points, told


def test_unseen_cards_that_were_not_taken_are_not_named(tmp_path: Path) -> None:
    program = program_of(GREATEST.format(line="may choose other from deck"), tmp_path)
    state = start(program, 1, log=True)
    player = state.player or 0
    narrator = Narrator(program, Labels.of(state.plan.layout), player, verbose=True)
    for option in (0, -1):
        narrator.tell(state.log or (), state)
        state.log = []
        decision = state.decision
        assert decision is not None
        state.apply(option % len(decision.options))
    [declined] = [line for line in narrator.tell(state.log or (), state) if "not taken (other)" in line]
    assert re.findall(r"card \d", declined) == []
    assert "a card, a card" in declined
