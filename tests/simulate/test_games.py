"""Whole games: with a known answer, with bots that err, with written preferences."""

import statistics
from pathlib import Path

import pytest
from attrs import evolve

from rulesdsl.bots import Bot, Greedy, MonteCarlo, greedy, monte_carlo
from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.determinization.sample import Samples, sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.seating import UnknownBot, bot_of
from rulesdsl.simulate.games import play
from rulesdsl.simulate.listened import standing_out
from rulesdsl.simulate.rows import Row, from_cells, to_cells
from rulesdsl.simulate.setups import Setup, Table
from rulesdsl.simulate.verdict import verdict
from tests.loading import load
from tests.simulate.setting import CLASSICS, COIN, GAMES, played, setup_of, summed_up

ROAD_TRIP = GAMES / "road_trip.game"


def test_a_coin_that_falls_three_times_of_four_for_the_first() -> None:
    # Of twenty seeds one lets an action stand out by chance.
    setup = setup_of(COIN, details=True, seed=100_000)
    summary = summed_up(setup, played(setup, 1000))
    rate = summary.win_rate(0)
    assert rate.low < 0.75 < rate.high
    assert summary.seat_chance < 1e-6
    # To call is of no use to anybody, and is not taken for it.
    assert standing_out(summary.listened.actions) == []
    assert summary.listened.actions["call"].offered == 1000


def test_tic_tac_toe_at_random_has_the_known_shares() -> None:
    # Of games in which every free cell is equally likely the first wins 737 of 1260, the second 121 of 420.
    setup = setup_of(CLASSICS / "tic_tac_toe.game")
    rows = played(setup, 800)
    first = sum(row.winners == (0,) for row in rows) / len(rows)
    second = sum(row.winners == (1,) for row in rows) / len(rows)
    assert first == pytest.approx(737 / 1260, abs=0.05)
    assert second == pytest.approx(121 / 420, abs=0.05)


def test_stuck_is_an_outcome_of_its_own_with_its_place() -> None:
    setup = setup_of(COIN, options={"stuck": "yes"})
    rows = played(setup, 40)
    assert {row.outcome for row in rows} == {"finished", "stuck"}
    [message] = {row.message for row in rows if row.outcome == "stuck"}
    assert message.startswith("loaded_coin.game:13: calls would leave its range 0..1")
    assert all(row.winners == () for row in rows if row.outcome == "stuck")


def test_too_many_steps_are_an_outcome_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "short.game"
    path.write_text(COIN.read_text("utf-8").replace("players 2..2", "players 2..2\nlimit steps 1"), "utf-8")
    assert {row.outcome for row in played(setup_of(path), 3)} == {"limit"}


def with_bot(setup: Setup, bot: Bot) -> Table:
    return evolve(setup.load(), bots=dict.fromkeys(setup.bots, bot))


class Broken:
    def choose(self, _state: State, _player: int, _stream: Dice) -> int:
        raise ZeroDivisionError("a slip")


class Wild:
    def choose(self, state: State, _player: int, _stream: Dice) -> int:
        return state.option_count


@pytest.mark.parametrize(
    ("bot", "message"),
    [(Broken(), "random in seat 1: ZeroDivisionError: a slip"), (Wild(), "it chose option 2 of 2")],
)
def test_a_bot_that_errs_is_an_error_and_no_draw(bot: Bot, message: str) -> None:
    setup = setup_of(COIN)
    row = play(with_bot(setup, bot), setup, 0)
    assert row.outcome == "error"
    assert message in row.message
    assert row.winners == ()


def test_rows_are_stored_as_they_are() -> None:
    for row in played(setup_of(ROAD_TRIP), 2):
        assert from_cells({name: str(cell) for name, cell in to_cells(row).items()}) == row


def test_a_row_tells_what_was_offered_and_taken() -> None:
    setup = setup_of(ROAD_TRIP, ("random", "random", "random"), details=True)
    [row] = [one.details for one in played(setup, 1) if one.details]
    assert sum(taken for _, taken in row.actions["place"]) == row.actions["place"][0][1] * 3
    assert all(offered >= taken for seats in row.actions.values() for offered, taken in seats)
    assert all(offered >= taken for seats in row.pieces.values() for offered, taken in seats)
    assert sum(taken for seats in row.pieces.values() for _, taken in seats) > 0
    assert "RT-13" in row.rules


def test_to_listen_changes_no_game() -> None:
    heard = played(setup_of(ROAD_TRIP, details=True), 5)
    assert [evolve(row, details=None) for row in heard] == played(setup_of(ROAD_TRIP), 5)
    assert all(row.details is not None for row in heard)


NOTED = """
game "Noted"
players 4..4
values Side: blue, yellow
values Mood: glad, sad
state n per Player: 0..60
state mood per Player: Mood, starts glad
define side per Player: Side = if you is first(players) then blue else yellow
action add(by from 1..3) "Add {by}"
  add by to your n
action rest "Rest"
  nothing
flow
  phase day 3 times
    each player in turn
      must add or rest
    score day
  for p in players where p.n > 4
    set p.mood to sad
score points = your n
note sum_so_far each day = your n
note many = your n > 4
note few = if your n < 3 then your n else none
note feeling = your mood
winner by side most total, then shared
"""


def test_notes_and_teams_are_in_the_row(tmp_path: Path) -> None:
    path = tmp_path / "noted.game"
    path.write_text(NOTED, "utf-8")
    setup = setup_of(path, ("random",) * 4)
    rows = played(setup, 30)
    for row in rows:
        points = row.scores["points"]
        days = row.written["sum_so_far"]
        assert row.totals == points == tuple(one[-1] for one in days)
        assert row.notes["sum_so_far"] == tuple(map(sum, days))
        assert row.notes["many"] == tuple(int(one > 4) for one in points)
        assert row.notes["few"] == tuple(one if one < 3 else None for one in points)
        assert row.notes["feeling"] == tuple("sad" if one > 4 else "glad" for one in points)
        assert row.teams == ("blue", "yellow", "yellow", "yellow")
        assert row.winners in {(0,), (1, 2, 3), (0, 1, 2, 3)}
        assert (row.outcome == "shared") == (len(row.winners) == 4)
        assert from_cells({name: str(cell) for name, cell in to_cells(row).items()}) == row
    summary = summed_up(setup, rows, load(path).program().winner)
    many = summary.notes["many"].mean
    by_hand = [sum(one > 4 for one in row.totals) / 4 for row in rows]
    assert many.mean == pytest.approx(sum(by_hand) / 30)
    assert many.error == pytest.approx(statistics.stdev(by_hand) / 30**0.5)
    assert [round(one.mean) for one in summary.notes["sum_so_far"].times] == [1, 2, 3]
    assert summary.notes["feeling"].words.total() == 120
    assert summary.teams["yellow"].wins == sum(1 in row.winners for row in rows)
    assert verdict(summary).startswith("Teams do not win equally often: yellow wins ")


def test_bots_are_known_by_name_and_budget() -> None:
    assert isinstance(bot_of("greedy"), Greedy)
    searching = bot_of("mcts:7")
    assert isinstance(searching, MonteCarlo)
    assert searching.iterations == 7
    with pytest.raises(UnknownBot, match="did you mean `greedy`"):
        bot_of("greddy")
    for kind in ("mcts:0", "mcts:many", "random:3", ""):
        with pytest.raises(UnknownBot):
            bot_of(kind)


@pytest.mark.parametrize("bot", [Greedy(), MonteCarlo(6)], ids=["greedy", "mcts"])
@pytest.mark.parametrize(
    "path", [ROAD_TRIP, CLASSICS / "hearts.game", CLASSICS / "leduc_poker.game"], ids=lambda path: path.stem
)
def test_a_bot_sees_no_more_than_its_player(path: Path, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guesses apart, it chooses the same in all positions that look the same to its player."""
    state = start(load(path).program(), 3)
    stream = Dice(11)
    for _ in range(4):
        player = state.player
        assert player is not None
        likewise = sample(state, player, stream)
        assert likewise.option_count == state.option_count

        def samples_of_it(_state: State, seat: int, true: State = likewise) -> Samples:
            return Samples(true, seat)

        monkeypatch.setattr(greedy, "Samples", samples_of_it)
        monkeypatch.setattr(monte_carlo, "Samples", samples_of_it)
        assert bot.choose(state, player, Dice(5)) == bot.choose(likewise, player, Dice(5))
        state.apply(stream.below(state.option_count))


# ---------------------------------------------------------------- written preferences


def prefer(tmp_path: Path, text: str) -> str:
    path = tmp_path / "taste.prefer"
    path.write_text(text, "utf-8")
    return f"prefer:{path}"


def test_a_preferred_action_is_taken_whenever_it_is_offered(tmp_path: Path) -> None:
    calls = prefer(tmp_path, "prefer call over keep_quiet   # always\n")
    setup = setup_of(COIN, (calls, "random"), details=True)
    summary = summed_up(setup, played(setup, 30))
    assert (summary.listened.actions["call"].taken, summary.listened.actions["keep_quiet"].taken) == (30, 0)


def test_a_condition_speaks_of_the_position(tmp_path: Path) -> None:
    never = prefer(
        tmp_path, "prefer call over keep_quiet when side = 4\nprefer keep_quiet over call when side = 1\n"
    )
    setup = setup_of(COIN, (never, "random"), details=True)
    summary = summed_up(setup, played(setup, 30))
    assert (summary.listened.actions["call"].taken, summary.listened.actions["keep_quiet"].taken) == (0, 30)


def test_the_best_by_a_formula_is_chosen(tmp_path: Path) -> None:
    grabs = prefer(tmp_path, "in take choose number by number\n")
    setup = setup_of(CLASSICS / "nim.game", (grabs, grabs))
    # Everybody takes a whole heap: three decisions about the heap or none, and the first takes the last one.
    for row in played(setup, 10):
        assert row.winners == (0,)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("prefer cal over keep_quiet", "there is no action `cal`"),
        ("prefer call over keep_quit", "there is no action `keep_quit`"),
        ("prefer call over keep_quiet when sid = 1", "sid"),
        ("in call choose loudness by 3", "there is no parameter of `call` called `loudness`"),
        ("always call", "this is no preference"),
        ("prefer call over keep_quiet when 1 +", "`+` needs a value"),
        ("prefer call over keep_quiet when if 1 = 1 then 2", "a formula with `if` says what else"),
    ],
)
def test_what_is_wrong_in_a_preference_file_is_said_with_its_place(
    tmp_path: Path, line: str, message: str
) -> None:
    kind = prefer(tmp_path, f"# taste\n{line}\n")
    with pytest.raises(InvalidGame) as caught:
        setup_of(COIN, (kind, "random")).load()
    [error] = caught.value.report.errors
    assert message in error.message
    assert error.span.line == 2
    assert error.span.source.name == str(tmp_path / "taste.prefer")


@pytest.mark.parametrize(
    "message", ["=cmd|' /C calc'!A0", "+1", "-1+1", "@SUM(1)", "'quoted'", "a message", ""]
)
def test_no_message_is_a_formula_to_a_spreadsheet(message: str) -> None:
    row = Row(1, "fault", message, (), (), {}, {}, {}, (), 0, 0, 0)
    cells = {name: str(cell) for name, cell in to_cells(row).items()}
    assert not cells["message"].startswith(("=", "+", "-", "@"))
    assert from_cells(cells) == row
