"""What players see and remember as numbers: of one shape, and equal where a player sees no difference."""

from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.environments.memory import WIDTH, HistoryTooLong, Memories, Memory, has_secrets, recall
from rulesdsl.environments.observations import TooManyNumbers, observations
from tests.environments.games import EACH, called, classic, fewest
from tests.properties import exchanged_secrets
from tests.properties.exchanged_secrets import Story, Told, from_the_start, in_the_middle

MOST_STEPS = 25


@pytest.mark.parametrize("path", EACH, ids=called)
def test_every_player_sees_numbers_of_one_shape(path: Path) -> None:
    program = fewest(path)
    sees, memories, dice = observations(program), Memories(program), Dice(3)
    assert len(set(sees.names)) == sees.size
    state = start(program, 1, log=True)
    everybody = [memories.begin(player) for player in range(program.players)]
    for _ in range(MOST_STEPS):
        for memory in everybody:
            memories.remember(memory, state.log or (), state)
            numbers = sees.of(state, memory.player)
            assert len(numbers) == sees.size
            assert min(numbers) >= -1.0
            assert max(numbers) <= 1.0
            assert len(memories.rows(memory, 2_000)) == 2_000 * WIDTH
            assert memories.text(memory).count("\n") + 1 == max(1, len(memory.entries))
        if state.over:
            break
        state.log = []
        state.apply(dice.below(state.option_count))


# ---------------------------------------------------------------------- what looks alike


class Numbered(Story):
    """Also what the player sees as numbers, and remembers."""

    kept: tuple[Memories, Memory] | None = None

    def hear(self) -> list[ev.Event]:
        events = super().hear()
        if self.kept is None:
            memories = Memories(self.state.plan)
            self.kept = memories, memories.begin(self.viewer)
        memories, memory = self.kept
        memories.remember(memory, events, self.state)
        return events

    def seen(self) -> list[str]:
        assert self.kept is not None
        memories, memory = self.kept
        numbers = observations(self.state.plan).of(self.state, self.viewer)
        mine = memories.rows(memory, 5_000) if self.state.player == self.viewer else []
        return [str(numbers), memories.text(memory), str(mine)]


GAMES = [("leduc_poker", 2), ("crazy_eights", 3), ("go_fish", 3), ("hearts", 4)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_a_player_cannot_tell_apart_gives_equal_numbers(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setattr(exchanged_secrets, "Story", Numbered)
    program = classic(name, players)
    compared = 0
    for seed in range(200 if pytestconfig.getoption("--long") else 6):
        compared += from_the_start(program, seed, by_nobody=False)
        compared += in_the_middle(program, seed, by_nobody=False)
    assert compared


def test_numbers_that_tell_too_much_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchanged_secrets, "Story", Numbered)
    own = Numbered.seen

    def telling(self: Numbered) -> list[str]:
        layout = self.state.plan.layout
        return [*own(self), str(layout.pieces_in(self.state.cells, layout.instance("hand", 0)))]

    monkeypatch.setattr(Numbered, "seen", telling)
    program = classic("leduc_poker")
    with pytest.raises(Told):  # noqa: PT012 -- one of them finds it
        for seed in range(40):
            from_the_start(program, seed, by_nobody=False)


# ---------------------------------------------------------------------- recall


def test_what_is_told_in_order_is_more_than_what_lies_there() -> None:
    found = recall(classic("leduc_poker"))
    assert found.enough is False
    assert found.witness is not None
    one, other = found.witness
    assert one != other
    assert "imperfect recall" in str(found)


def test_where_nothing_is_hidden_a_view_is_enough() -> None:
    assert recall(classic("tic_tac_toe")).enough is True
    assert not has_secrets(classic("pig"))
    assert has_secrets(classic("liars_dice"))
    assert has_secrets(classic("gops"))


def test_more_than_there_are_rows_for_is_refused() -> None:
    program = classic("leduc_poker")
    memories = Memories(program)
    memory, state = memories.begin(0), start(program, 1, log=True)
    memories.remember(memory, state.log or (), state)
    with pytest.raises(HistoryTooLong, match="give more rows"):
        memories.rows(memory, 2)


def test_too_long_an_observation_says_what_makes_it_so() -> None:
    with pytest.raises(TooManyNumbers, match="more than 10; most are of: "):
        type(observations(classic("hearts", 4)))(classic("hearts", 4), limit=10)


def test_tic_tac_toe_is_seen_cell_by_cell() -> None:
    program: ir.Program = classic("tic_tac_toe")
    sees = observations(program)
    state: State = start(program)
    before = sees.of(state, 1)
    state.apply(4)
    after = sees.of(state, 1)
    changed = {name for name, old, new in zip(sees.names, before, after, strict=True) if old != new}
    assert {"mark (b2): Anna", "Anna decides", "Ben decides"} <= changed
