"""Whole games: with a known answer, with bots that err, with written preferences."""

from pathlib import Path

import pytest
from attrs import evolve

from rulesdsl.bots import Bot, Greedy, MonteCarlo, greedy, monte_carlo
from rulesdsl.checked_game import InvalidGame
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.imagining.sample import Samples, sample
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.pipeline import load
from rulesdsl.seating import UnknownBot, bot_of
from rulesdsl.simulate.games import from_cells, play, to_cells
from rulesdsl.simulate.setups import Setup, Table
from tests.simulate.setting import CLASSICS, COIN, GAMES, played, setup_of, summed_up

ROAD_TRIP = GAMES / "road_trip.game"


def test_a_coin_that_falls_three_times_of_four_for_the_first() -> None:
    summary = summed_up(setup_of(COIN), played(setup_of(COIN), 1000))
    rate = summary.win_rate(0)
    assert rate.low < 0.75 < rate.high
    assert summary.seat_chance < 1e-6
    # To call is of no use to anybody, and is not taken for it.
    assert summary.standing_out(summary.actions) == []
    assert summary.actions["call"].offered == 1000


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
    setup = setup_of(ROAD_TRIP, ("random", "random", "random"))
    [row] = played(setup, 1)
    assert sum(taken for _, taken in row.actions["place"]) == row.actions["place"][0][1] * 3
    assert all(offered >= taken for seats in row.actions.values() for offered, taken in seats)
    assert all(offered >= taken for seats in row.pieces.values() for offered, taken in seats)
    assert sum(taken for seats in row.pieces.values() for _, taken in seats) > 0
    assert "RT-13" in row.rules
    assert row.most_options <= row.options


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
    setup = setup_of(COIN, (calls, "random"))
    summary = summed_up(setup, played(setup, 30))
    assert (summary.actions["call"].taken, summary.actions["keep_quiet"].taken) == (30, 0)


def test_a_condition_speaks_of_the_position(tmp_path: Path) -> None:
    never = prefer(
        tmp_path, "prefer call over keep_quiet when side = 4\nprefer keep_quiet over call when side = 1\n"
    )
    setup = setup_of(COIN, (never, "random"))
    summary = summed_up(setup, played(setup, 30))
    assert (summary.actions["call"].taken, summary.actions["keep_quiet"].taken) == (0, 30)


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
