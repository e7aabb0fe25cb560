"""One whole game with bots: the story, the score sheet, the winner."""

import json
from pathlib import Path

import pytest

from tests.cli.games import RACE, write_race
from tests.cli.program import Run

STORY = """\
Race: 2 players (the fewest), seed 3

turn 1: Anna
  Anna walks 3: points: 3  [RC-02]
"""


@pytest.fixture(autouse=True)
def race(tmp_path: Path) -> Path:
    return write_race(tmp_path)


def test_the_story_is_told_turn_by_turn_and_ends_with_the_sheet_and_the_winner(rulesdsl: Run) -> None:
    shown = rulesdsl("run", "race.game", "--seed", 3)
    assert (shown.status, shown.err) == (0, "")
    lines = shown.out.splitlines()
    assert lines[:3] == ["Race: 2 players (the fewest), seed 3", "", "turn 1: Anna"]
    assert lines[3].startswith("  Anna walks ")
    turns = [line for line in lines if line.startswith("turn ")]
    assert turns[:3] == ["turn 1: Anna", "turn 2: Ben", "turn 3: Anna"]
    sheet = lines[lines.index("", 4) :]
    assert sheet[1].split() == ["Anna", "Ben"]
    assert sheet[2].split()[0] == "way"
    assert max(map(int, sheet[2].split()[1:])) >= 10
    assert lines[-1] in {"Anna wins.", "Ben wins."}


def test_the_same_seed_is_the_same_game(rulesdsl: Run) -> None:
    first, second, other = (rulesdsl("run", "race.game", "--seed", seed).out for seed in (3, 3, 4))
    assert first == second
    assert first != other


def test_a_drawn_seed_is_said_and_gives_the_game_again(rulesdsl: Run) -> None:
    first = rulesdsl("run", "race.game").out
    head, _, story = first.partition("\n")
    assert head.endswith(" (drawn)")
    seed = head.removesuffix(" (drawn)").rpartition(" ")[2]
    assert rulesdsl("run", "race.game", "--seed", seed).out.partition("\n")[2] == story


def test_a_drawn_seed_is_said_in_quiet_too(rulesdsl: Run) -> None:
    shown = rulesdsl("run", "race.game", "--quiet")
    assert shown.err.startswith("seed ")
    again = rulesdsl("run", "race.game", "--quiet", "--seed", shown.err.split()[1])
    assert (again.out, again.err) == (shown.out, "")


def test_quiet_is_the_sheet_and_the_winner_only(rulesdsl: Run) -> None:
    whole = rulesdsl("run", "race.game", "--seed", 3).out
    quiet = rulesdsl("run", "race.game", "--seed", 3, "--quiet").out
    assert whole.endswith(f"\n\n{quiet}")
    assert "turn" not in quiet


def test_the_number_of_players_is_said_only_if_it_was_not_asked_for(rulesdsl: Run) -> None:
    shown = rulesdsl("run", "race.game", "--players", 3, "--seed", 1)
    assert shown.out.startswith("Race: 3 players, seed 1\n")
    assert "turn 3: Cleo" in shown.out


def test_options_and_variants_change_the_game(rulesdsl: Run) -> None:
    plain, far, longer = (
        json.loads(rulesdsl("run", "race.game", "--seed", 3, "--format", "json", *more).out)
        for more in ((), ("--option", "goal=40"), ("--variant", "long_race.game"))
    )
    assert 10 <= max(plain["totals"]) < 20
    assert max(far["totals"]) >= 40
    assert far["options"] == {"goal": 40}
    assert max(longer["totals"]) >= 20
    assert [row["name"] for row in longer["rows"]] == ["way", "walked"]


def test_a_variant_is_a_game(rulesdsl: Run) -> None:
    as_game = rulesdsl("run", "long_race.game", "--seed", 3, "--quiet").out
    assert as_game == rulesdsl("run", "race.game", "--variant", "long_race.game", "--seed", 3, "--quiet").out


def test_bots_by_seat(rulesdsl: Run) -> None:
    data = json.loads(
        rulesdsl(
            "run", "race.game", "--seed", 3, "--bot", "greedy", "--seat", "2=random", "--format", "json"
        ).out
    )
    assert data["bots"] == ["greedy", "random"]
    assert data["winners"] == ["Anna"]


def test_a_seat_that_searches_and_one_with_written_preferences(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "far.prefer").write_text("in walk choose steps by steps\n", "utf-8")
    seats = ("--seat", "1=mcts:5", "--seat", "2=prefer:far.prefer")
    told = rulesdsl("run", "race.game", "--seed", 3, *seats)
    assert told.status == 0, told.err
    assert "Ben walks 3" in told.out
    assert "Ben walks 1" not in told.out
    data = json.loads(rulesdsl("run", "race.game", "--seed", 3, *seats, "--format", "json").out)
    assert data["bots"] == ["mcts:5", "prefer:far.prefer"]
    assert told.out.partition("\n\n")[2] in rulesdsl("trace", "race.game", "--seed", 3, *seats).out


def test_what_is_wrong_in_preferences_is_shown(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "far.prefer").write_text("in wlak choose steps by steps\n", "utf-8")
    for command in ("run", "trace", "play"):
        found = rulesdsl(command, "race.game", "--seat", "2=prefer:far.prefer")
        assert (found.status, found.out) == (1, "")
        assert "there is no action `wlak`" in found.err
        assert "far.prefer:1:4" in found.err


def test_for_programs(rulesdsl: Run) -> None:
    data = json.loads(rulesdsl("run", "race.game", "--seed", 3, "--format", "json").out)
    assert (data["game"], data["seed"], data["players"]) == ("Race", 3, ["Anna", "Ben"])
    assert data["totals"] == data["rows"][0]["values"]


def test_the_trace_of_a_run_is_the_same_game(rulesdsl: Run) -> None:
    shown = rulesdsl("run", "race.game", "--seed", 3, "--trace", "race.trace")
    assert shown.status == 0
    told = Path("race.trace").read_text("utf-8")
    story = shown.out.partition("\n\n")[2]
    assert story in told
    assert rulesdsl("trace", "race.game", "--seed", 3).out == told
    assert rulesdsl("replay", "race.trace").status == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--players", 1), "1 cannot play Race; 2 to 3 can"),
        (("--players", 7), "7 cannot play Race; 2 to 3 can"),
        (
            ("--bot", "radnom"),
            "there is no bot `radnom` (did you mean `random`?); there are random, random-moves, greedy, ",
        ),
        (("--bot", "mcts:many"), "`mcts:many` says no number of iterations; one looks like `mcts:200`"),
        (("--bot", "prefer:"), "`prefer:` names no file"),
        (("--bot", "prefer:none.prefer"), "none.prefer: No such file or directory"),
        (("--bot", "you"), "only bots play here"),
        (("--seat", "2=you"), "only bots play here"),
        (("--seat", "3=random"), "there is no seat 3: 2 play Race"),
        (("--seat", "1=random", "--seat", "1=greedy"), "seat 1 is given to random and to greedy"),
        (("--option", "gaol=7"), "Race has no option `gaol`"),
        (("--option", "goal=many"), "takes 5..50, not many"),
        (("--option", "goal=99"), "takes 5..50, not 99"),
        (("--option", "goal=7", "--option", "goal=8"), "option goal is set twice, to 7 and to 8"),
        (("--seed", "-1"), "--seed"),
        (("--trace", "nowhere/race.trace"), "cannot write nowhere/race.trace: no such file or directory"),
        (("--trace", "."), "cannot write .: it is a folder"),
        (("--variant", "race.game"), "race.game"),
        (("--variant", "none.game"), "there is no file `none.game`"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_played(
    rulesdsl: Run, arguments: tuple[object, ...], words: str
) -> None:
    shown = rulesdsl("run", "race.game", *arguments)
    assert shown.out == ""
    assert words in shown.err
    assert shown.status == (1 if arguments == ("--variant", "race.game") else 2)


@pytest.mark.parametrize(
    ("name", "words"),
    [("none.game", "there is no file `none.game`"), (".", "is a folder, and one file is wanted here")],
)
def test_a_game_that_is_not_there(rulesdsl: Run, name: str, words: str) -> None:
    shown = rulesdsl("run", name)
    assert (shown.status, shown.out) == (2, "")
    assert words in shown.err


def test_a_game_that_is_not_valid_is_not_played(rulesdsl: Run, race: Path) -> None:
    race.write_text(RACE.replace("points >= 5", "points >= fife"), "utf-8")
    shown = rulesdsl("run", "race.game")
    assert (shown.status, shown.out) == (1, "")
    assert "error[unknown-name]" in shown.err
    assert shown.err.endswith("1 error\n")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (RACE.replace("Race", "Rännen").encode("latin-1"), "error[not-text]: this file is not text in UTF-8"),
        (RACE.encode("utf-16"), "written in UTF-16"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "error[not-text]"),
        (b"", "error["),
    ],
)
def test_a_file_that_is_no_game(rulesdsl: Run, race: Path, data: bytes, words: str) -> None:
    race.write_bytes(data)
    shown = rulesdsl("run", "race.game")
    assert (shown.status, shown.out) == (1, "")
    assert words in shown.err


@pytest.mark.parametrize("written", [RACE.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + RACE.encode()])
def test_how_lines_end_and_a_mark_at_the_start_do_not_matter(
    rulesdsl: Run, race: Path, written: bytes
) -> None:
    expected = rulesdsl("run", "race.game", "--seed", 3).out
    race.write_bytes(written)
    assert rulesdsl("run", "race.game", "--seed", 3).out == expected


FAULTY = RACE.replace("add die to your points", "add die * 20 to your points").replace(">= 5", ">= 1")


def test_a_rule_that_breaks_is_shown_with_its_place_and_the_story_so_far(rulesdsl: Run, race: Path) -> None:
    race.write_text(FAULTY, "utf-8")
    shown = rulesdsl("run", "race.game", "--seed", 3, "--option", "goal=50")
    assert shown.status == 3
    assert "turn 1: Anna" in shown.out
    assert "the rules broke: " in shown.err
    assert "race.game:15:3" in shown.err
    assert "15 |   add die * 20 to your points" in shown.err
    assert "  in action jump, during turns 7\n" in shown.err
    assert "  points would be: " in shown.err
    assert "  die: " in shown.err
    assert "seed 3, 2 players" in shown.err


def test_every_shipped_game_is_played_to_its_end(rulesdsl: Run, checkout: Path) -> None:
    for path in sorted((checkout / "games").glob("*.game")):
        shown = rulesdsl("run", path.stem, "--seed", 1, "--quiet")
        assert (shown.status, shown.err) == (0, ""), path.stem
        assert shown.out.splitlines()[-1].endswith("."), path.stem
