"""A game played at the keyboard, or from a pipe."""

import json
import os
import pty
import select
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.games import RACE, write_race
from tests.cli.program import INSTALLED, Outcome, Run, started

# Everything that can be learnt, undone or kept: a hidden hand, a deck, a choice in two parts.
CARDS = """\
game "Cards"
players 2..2

values Suit: leaf, bell
pieces Card for each suit in Suit, rank in 1..6
  worth: 1..12 = if suit is bell then rank + 6 else rank

zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone table: row of Card
zone secret per Player: slot of Card, seen by owner

action keep(card from your hand "Which card do you keep?", reason from Suit "And why?") "Keep {card}"
  when card.rank > 0
  move card to your secret

action lay(card from your hand where card.rank < 9 "Which card do you lay?") "Lay {card}"
  when your secret is not none
  move card to table at right

action look "Draw a card"
  draw 1 from deck to your hand

flow
  deal 3 from deck to hand
  phase turns 6 times
    turn of each player
    must keep or lay or look
    may look repeatedly

score laid = if your secret is none then 0 else 1
winner most total, then shared
"""


# From five points on walking has to be chosen before how far; where it is not offered, nothing happens.
WALKING = "|".join(["walk", "3"] * 8)


@pytest.fixture(autouse=True)
def race(tmp_path: Path) -> Path:
    (tmp_path / "cards.game").write_text(CARDS, "utf-8")
    return write_race(tmp_path)


def play(rulesdsl: Run, *arguments: object, typed: str) -> Outcome:
    """`typed` is one answer a word, with a stroke between two."""
    return rulesdsl("play", *arguments, typed="".join(f"{line}\n" for line in typed.split("|")))


def test_a_whole_game_from_a_pipe(rulesdsl: Run) -> None:
    shown = play(rulesdsl, "race.game", "--seed", 3, typed=WALKING)
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.startswith("Race: 2 players (the fewest), seed 3\n")
    assert "Race: turn 1\n\nBen\n  points  0\n\nAnna (you)\n  points  0\n" in shown.out
    assert "How far?\n  1 to 3\nAnna> " in shown.out
    assert "  Ben walks " in shown.out
    assert shown.out.splitlines()[-1] in {"Anna wins.", "Ben wins."}


DECLINED = """\
game "Declined"
players 2..2

state eye per Player per n in 1..2: 1..6, starts 3
state coins per Player: 0..9

action take "Take it"
  add 1 to your coins

flow
  each player in turn from last(players)
    may take

score points = your coins
winner most total, then shared
"""


def test_what_another_has_declined_is_told_before_one_is_asked(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "declined.game").write_text(DECLINED, "utf-8")
    said = set()
    for seed in range(8):
        shown = play(rulesdsl, "declined.game", "--seed", seed, typed="quit").out
        said.add(shown.partition("\n\n")[2].partition("\n")[0])
        assert "eye    1: 3, 2: 3\n" in shown.partition("Anna (you)\n")[2]  # the table
    assert said == {"Ben declines to take", "Ben takes it: Ben has 1 coin"}


def test_the_table_is_shown_also_where_only_one_action_is_possible(rulesdsl: Run, tmp_path: Path) -> None:
    """Which of the actions it is, is decided by itself; what is chosen for it is a new question."""
    game = DECLINED.replace('"Take it"', '"Take it"\n  when your coins > 5', 1).replace(
        "flow\n", 'action put(more from 1..3) "Put {more}"\n  add more to your coins\n\nflow\n'
    )
    game = game.replace("in turn from last(players)", "in turn").replace("may take", "must take or put")
    (tmp_path / "declined.game").write_text(game, "utf-8")
    shown = play(rulesdsl, "declined.game", "--seed", 1, typed="quit").out
    assert "  coins  0\n" in shown.partition("Anna (you)\n")[2]


def test_what_is_typed_is_seen_in_the_output_of_a_pipe(rulesdsl: Run) -> None:
    assert "Anna> 2\n" in play(rulesdsl, "race.game", "--seed", 3, typed="2").out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("7", "there is no option `7`; type one of 1, 2, 3, or `help`"),
        ("0", "there is no option `0`"),
        ("fly", "there is no option `fly`"),
        ("", "Anna> \nAnna> "),
        ("help", "  why WORDS          why you cannot do that"),
        ("?", "  quit               end here; the game is kept"),
        ("options", "How far?\n  1 to 3\n"),
        ("table", "Race: turn 1\n"),
        ("score", "Anna  Ben\nway"),
        ("hint", "the greedy bot would take 3"),
        ("why", "why what?"),
        ("undo", "that cannot be taken back: there is nothing to take back"),
    ],
)
def test_what_can_be_said_at_a_decision(rulesdsl: Run, typed: str, said: str) -> None:
    shown = play(rulesdsl, "race.game", "--seed", 3, typed=f"{typed}|quit")
    assert shown.status == 0
    assert said in shown.out.partition("Anna> ")[2] or said in shown.out[shown.out.index("Anna> ") :]


def test_cards_are_shown_with_all_that_is_on_them(rulesdsl: Run) -> None:
    shown = play(rulesdsl, "cards.game", "--seed", 1, typed="keep|quit")
    lines = shown.out.splitlines()
    at = lines.index("Which card do you keep?")
    assert len(lines[at + 1 : at + 4]) == 3
    for line in lines[at + 1 : at + 4]:
        assert ", worth " in line or "  worth " in line


def test_the_beginning_of_an_option_is_enough_if_it_is_only_one(rulesdsl: Run) -> None:
    shown = play(rulesdsl, "cards.game", "--seed", 1, typed="k|quit")
    assert "Which card do you keep?" in shown.out


def test_the_cards_of_others_are_not_shown(rulesdsl: Run) -> None:
    shown = play(rulesdsl, "cards.game", "--seed", 1, typed="quit").out
    assert "Ben\n  hand  3 cards\n" in shown
    whole = rulesdsl("trace", "cards.game", "--seed", 1).out
    [line] = [line for line in whole.splitlines() if "Ben's hand: " in line]
    for card in line.partition("Ben's hand: ")[2].replace(" and ", ", ").split(", "):
        assert card not in shown


# ---------------------------------------------------------------- taking back


def test_a_choice_in_parts_can_be_taken_back(rulesdsl: Run) -> None:
    shown = play(rulesdsl, "cards.game", "--seed", 1, typed="keep|1|undo|quit")
    assert "And why?" in shown.out
    assert shown.out.count("Which card do you keep?") == 2
    assert "Anna chooses leaf" in shown.out.partition("taken back:\n")[2]


def test_what_chance_or_others_did_cannot_be_taken_back(rulesdsl: Run) -> None:
    drawn = play(rulesdsl, "cards.game", "--seed", 1, typed="draw|undo|quit").out
    assert "that cannot be taken back: " in drawn
    assert " has seen " in drawn
    two = ("--seat", "1=you", "--seat", "2=you")
    after_ben = play(rulesdsl, "race.game", "--seed", 3, *two, typed="3|2|undo|undo|undo|quit").out
    assert "that cannot be taken back: there is nothing to take back" in after_ben


def test_what_bots_did_since_is_taken_back_as_well_and_told(rulesdsl: Run) -> None:
    shown = play(rulesdsl, "race.game", "--seed", 3, typed="3|undo|3|quit").out
    undone = shown.partition("taken back, and what Ben did since:\n")[2]
    assert "    Anna walks 3" in undone
    assert "    Ben walks " in undone
    first = shown.partition("Ben walks ")[2][0]
    # The same position again: the bot does the same.
    assert shown.rpartition("Ben walks ")[2].startswith(first)


def test_who_plays_alone_may_go_back_all_the_same(rulesdsl: Run) -> None:
    drawn = play(rulesdsl, "cards.game", "--seed", 1, typed="draw|undo|undo anyway|quit").out
    assert "since; `undo anyway` goes back all the same" in drawn
    assert "taken back" in drawn.rpartition("undo anyway\n")[2]
    two = ("--seat", "1=you", "--seat", "2=you")
    assert (
        "undo anyway` goes" not in play(rulesdsl, "cards.game", "--seed", 1, *two, typed="draw|undo|quit").out
    )


def test_taking_back_leads_to_the_same_game(rulesdsl: Run) -> None:
    straight = play(rulesdsl, "cards.game", "--seed", 1, typed="keep|1|bell|quit")
    round_about = play(rulesdsl, "cards.game", "--seed", 1, typed="keep|2|undo|1|leaf|quit")
    assert straight.status == round_about.status == 0
    saves = [json.loads(Path(name).read_text("utf-8")) for name in ("cards.saved", "cards-2.saved")]
    assert len(saves[0]["choices"]) == len(saves[1]["choices"])
    assert saves[0]["choices"][:2] == saves[1]["choices"][:2]


# ---------------------------------------------------------------- why not


def test_why_names_the_clause_and_its_line(rulesdsl: Run) -> None:
    shown = play(rulesdsl, "race.game", "--seed", 3, typed="why jump|quit")
    assert "race.game:13: when your points >= 5" in shown.out
    assert "0" in shown.out.partition("why jump\n")[2].partition("\n")[0]


def test_why_of_something_with_values(rulesdsl: Run) -> None:
    shown = play(rulesdsl, "cards.game", "--seed", 1, typed="why lay|why keep bell 9|why nothing such|quit")
    assert "your secret is not none" in shown.out
    assert "`bell 9` is not among" in shown.out
    assert "nothing in the game is called `nothing such`" in shown.out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        # Titles, as they stand on the screen and with their gaps filled, on offer or not.
        ("Keep a card", "you can: it is among your options"),
        ("lay a card", "your secret is not none"),
        ("Lay …", "your secret is not none"),
        ("Lay bell 4", "your secret is not none"),
        ("Keep bell 4", "you can"),
        ("Keep leaf 5", "`leaf 5` is not among leaf 1, "),
        # The names of things, for every action that they can be chosen for.
        ("bell 4", "Keep …: you can\nLay …: `your secret is not none` does not hold"),
        ("leaf", "you can"),
        # Beginnings, as options are taken by them.
        ("ke", "you can: it is among your options"),
        ("bell 4?", "Keep …: you can"),
        ("be", "`be`"),
        ("nonsense", "nothing in the game is called `nonsense`"),
    ],
)
def test_why_understands_what_is_on_the_screen(rulesdsl: Run, asked: str, said: str) -> None:
    shown = play(rulesdsl, "cards.game", "--seed", 1, typed=f"why {asked}|quit").out
    assert said in shown.partition(f"why {asked}\n")[2].partition("Anna> quit")[0]


# ---------------------------------------------------------------- keeping and going on


def test_leaving_keeps_the_game_and_it_goes_on_the_same_way(rulesdsl: Run) -> None:
    whole = play(rulesdsl, "race.game", "--seed", 3, typed=WALKING)
    first = play(rulesdsl, "race.game", "--seed", 3, typed="3|3")
    assert first.status == 0
    assert "saved; go on with: rulesdsl play --resume race.saved" in first.out
    second = play(rulesdsl, "--resume", "race.saved", typed=WALKING)
    assert second.status == 0
    assert second.out.startswith("Race: going on with race.saved\n")
    assert second.out.splitlines()[-4:] == whole.out.splitlines()[-4:]


def test_a_game_is_saved_where_asked_and_not_again_on_leaving(rulesdsl: Run, tmp_path: Path) -> None:
    shown = play(rulesdsl, "race.game", "--seed", 3, typed="3|save 'my race.saved'|quit")
    assert "saved; go on with: rulesdsl play --resume 'my race.saved'" in shown.out
    assert "the game is kept in my race.saved" in shown.out
    assert sorted(path.name for path in tmp_path.glob("*.saved")) == ["my race.saved"]


def test_a_reader_who_leaves_does_not_lose_the_game(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with started(
        "play",
        "race.game",
        "--seed",
        "3",
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=writing,
        env=buffered | {"PYTHONUNBUFFERED": "1"},
    ) as running:
        os.close(writing)
        assert running.stdin is not None
        _read_up_to(reading, b"Anna> ")
        running.stdin.write(b"3\n")
        running.stdin.flush()
        _read_up_to(reading, b"Anna> ")
        os.close(reading)
        _, err = running.communicate(b"3\n", timeout=20)
    assert (running.returncode, err) == (141, b"")
    assert len(json.loads((tmp_path / "race.saved").read_text("utf-8"))["choices"]) >= 2


def _read_up_to(reading: int, wanted: bytes) -> None:
    """Reads until the words have come, in however many pieces."""
    shown = b""
    while wanted not in shown:
        ready, _, _ = select.select([reading], [], [], 30)
        assert ready, shown
        piece = os.read(reading, 65536)
        assert piece, shown
        shown += piece


def test_letters_that_cannot_be_read_are_no_option(tmp_path: Path) -> None:
    done = subprocess.run(
        [INSTALLED, "play", "race.game", "--seed", "3"],
        cwd=tmp_path,
        input=b"\xff\n",
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"there is no option" in done.stdout


def test_another_game_is_not_written_over(rulesdsl: Run, tmp_path: Path) -> None:
    for _ in range(2):
        play(rulesdsl, "race.game", "--seed", 3, typed="3|quit")
    assert sorted(path.name for path in tmp_path.glob("*.saved")) == ["race-2.saved", "race.saved"]


def test_a_place_that_cannot_be_written_is_said_and_the_game_goes_on(rulesdsl: Run) -> None:
    shown = play(rulesdsl, "race.game", "--seed", 3, typed="3|save nowhere/x.saved|table|quit")
    assert shown.status == 0
    assert "not saved: cannot write nowhere/x.saved: no such file or directory" in shown.err
    assert "saved; go on with" in shown.out


def test_a_game_that_had_not_begun_is_not_kept(rulesdsl: Run, tmp_path: Path) -> None:
    shown = play(rulesdsl, "race.game", "--seed", 3, typed="quit")
    assert "nothing to keep" in shown.out
    assert list(tmp_path.glob("*.saved")) == []


@pytest.fixture
def saved(rulesdsl: Run, tmp_path: Path) -> Path:
    play(rulesdsl, "race.game", "--seed", 3, "--option", "goal=30", typed="3|3|quit")
    return tmp_path / "race.saved"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text[: len(text) // 2], "is cut off; what is left cannot be gone on with"),
        (lambda _: "", "is no saved game"),
        (lambda _: "Dear Anna\n", "is no saved game"),
        (lambda _: "[1, 2]", "is no saved game of this version"),
        (lambda text: text.replace("saved game 1", "saved game 9"), "is no saved game of this version"),
        (lambda text: text.replace('"seed": 3', '"seed": "three"'), "something missing or wrong in it"),
        (lambda text: text.replace('"seats"', '"chairs"'), "something missing or wrong in it"),
        (
            lambda text: text.replace('"v3"', '"v9"'),
            "cannot be gone on with: the recorded choice `v9` is not offered",
        ),
        (lambda text: text.replace('"position": "', '"position": "0'), "was saved by another version"),
        (lambda text: text.replace("race.game", "gone.game"), "which is not there any more"),
        (lambda text: text.replace("race.game", "pipe.game"), "pipe.game is no `.game` file"),
        (lambda text: text.replace("race.game", "notes.txt"), "notes.txt is no `.game` file"),
        (lambda text: text.replace('"variants": []', '"variants": ["notes.txt"]'), "notes.txt is no `.game`"),
        (lambda text: text.replace('"random"', '"prefer:notes.txt"'), "only `.prefer` files are opened"),
    ],
)
def test_what_cannot_be_gone_on_with(rulesdsl: Run, saved: Path, change: object, words: str) -> None:
    assert callable(change)
    os.mkfifo(saved.parent / "pipe.game")
    (saved.parent / "notes.txt").write_text("the combination is 4711\n", "utf-8")
    saved.write_text(change(saved.read_text("utf-8")), "utf-8")
    shown = play(rulesdsl, "--resume", saved, typed="3")
    assert (shown.status, shown.out) == (2, "")
    assert words in shown.err
    assert "4711" not in shown.err


def test_rules_that_have_changed_since(rulesdsl: Run, saved: Path, race: Path) -> None:
    race.write_text(RACE.replace("1..3", "1..4"), "utf-8")
    shown = play(rulesdsl, "--resume", saved, typed="3")
    assert (shown.status, shown.out) == (2, "")
    assert "the rules of Race have changed since" in shown.err


def test_a_saved_game_keeps_its_options_and_bots(rulesdsl: Run, tmp_path: Path) -> None:
    arguments = ("race.game", "--seed", 3, "--bot", "greedy", "--variant", "long_race.game", "--players", 3)
    play(rulesdsl, *arguments, typed="3|quit")
    data = json.loads((tmp_path / "race.saved").read_text("utf-8"))
    assert data["seats"] == ["you", "greedy", "greedy"]
    assert [Path(name).name for name in data["variants"]] == ["long_race.game"]
    assert rulesdsl("play", "--resume", "race.saved", "--players", 2).status == 2


def test_a_game_against_written_preferences_goes_on_from_another_folder(
    rulesdsl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "far.prefer").write_text("in walk choose steps by steps\n", "utf-8")
    begun = play(rulesdsl, "race.game", "--seed", 3, "--bot", "prefer:far.prefer", typed="1|1|quit")
    assert "Ben walks 3" in begun.out
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    again = play(rulesdsl, "--resume", "../race.saved", typed="1|quit")
    assert again.status == 0, again.err
    (tmp_path / "secret.txt").write_text("not for others\n", "utf-8")
    (tmp_path / "far.prefer").unlink()
    (tmp_path / "far.prefer").symlink_to("secret.txt")
    other = play(rulesdsl, "--resume", "../race.saved", typed="1|quit")
    assert other.status == 2
    assert "as a bot; only `.prefer` files are opened" in other.err
    (tmp_path / "far.prefer").unlink()
    lost = play(rulesdsl, "--resume", "../race.saved", typed="1|quit")
    assert lost.status == 2
    assert "far.prefer, which is not there any more" in lost.err


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("seats", ["you", "prefer:"], "something missing or wrong"),
        ("file", "elsewhere.game", "is no `.game` file"),
    ],
)
def test_what_a_saved_game_names_is_what_it_seems(
    rulesdsl: Run, tmp_path: Path, field: str, value: object, why: str
) -> None:
    play(rulesdsl, "race.game", "--seed", 3, "--players", 2, typed="1|1|quit")
    (tmp_path / "secret.txt").write_text("not for others\n", "utf-8")
    (tmp_path / "elsewhere.game").symlink_to("secret.txt")
    data = json.loads((tmp_path / "race.saved").read_text("utf-8"))
    (tmp_path / "race.saved").write_text(json.dumps(data | {field: value}), "utf-8")
    shown = play(rulesdsl, "--resume", "race.saved", typed="quit")
    assert shown.status == 2
    assert why in shown.err
    assert "not for others" not in shown.err


# ---------------------------------------------------------------- seats


def test_several_people_at_one_keyboard(rulesdsl: Run) -> None:
    shown = play(
        rulesdsl,
        "cards.game",
        "--seed",
        1,
        "--seat",
        "1=you",
        "--seat",
        "2=you",
        typed="keep|1|bell|no more|draw|quit",
    )
    assert "Ben decides." in shown.out
    assert "Ben (you)" in shown.out.partition("Ben decides.")[2]


def test_another_seat(rulesdsl: Run) -> None:
    shown = play(rulesdsl, "race.game", "--seed", 3, "--seat", "2=you", typed="quit")
    assert "Ben> " in shown.out
    assert "Anna> " not in shown.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Missing argument 'FILE'"),
        (("race.game", "--seat", "1=random", "--seat", "2=random"), "every seat has a bot"),
        (("race.game", "--bot", "nobody"), "there is no bot `nobody`"),
        (("race.game", "--seat", "1=you", "--bot", "you"), "give yourself several with --seat 2=you"),
        (("race.game", "--players", "9"), "9 cannot play Race"),
        (("--resume", "none.saved"), "none.saved"),
    ],
)
def test_what_cannot_be(rulesdsl: Run, arguments: tuple[str, ...], words: str) -> None:
    shown = play(rulesdsl, *arguments, typed="")
    assert (shown.status, shown.out) == (2, "")
    assert words in shown.err


def test_a_rule_that_breaks_ends_the_game_and_keeps_it(rulesdsl: Run, race: Path) -> None:
    race.write_text(RACE.replace("add die to", "add 60 to").replace(">= 5", ">= 3"), "utf-8")
    shown = play(rulesdsl, "race.game", "--seed", 3, typed="3|jump|3")
    assert shown.status == 3
    assert "the rules broke" in shown.err
    assert "race.game:15:3" in shown.err
    assert "saved; go on with" in shown.out


# ---------------------------------------------------------------- at a terminal


def at_a_terminal(folder: Path, *arguments: str, keys: list[bytes]) -> tuple[int, str]:
    """What is shown, and how it ends, when these keys are pressed one after the other at the prompt."""
    controller, terminal = pty.openpty()
    with started(
        *arguments,
        cwd=folder,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"},
        start_new_session=True,
    ) as running:
        os.close(terminal)
        shown = b""
        for key in keys:
            shown += _until_prompt(controller)
            if key == b"\x03":
                running.send_signal(signal.SIGINT)
                # One that comes between the prompt and the reading is noticed only when the reading ends.
                while not select.select([controller], [], [], 3)[0]:
                    running.send_signal(signal.SIGINT)
            else:
                os.write(controller, key)
        shown += _until_end(controller)
        status = running.wait(timeout=20)
    os.close(controller)
    return status, shown.decode("utf-8", errors="replace")


def _until_prompt(controller: int) -> bytes:
    shown = b""
    while not shown.rstrip().removesuffix(b"\x1b[0m").rstrip().endswith(b"Anna>"):
        ready, _, _ = select.select([controller], [], [], 20)
        assert ready, shown
        shown += os.read(controller, 65536)
    return shown


def _until_end(controller: int) -> bytes:
    shown = b""
    while True:
        ready, _, _ = select.select([controller], [], [], 20)
        assert ready, shown
        try:
            chunk = os.read(controller, 65536)
        except OSError:
            return shown
        if not chunk:
            return shown
        shown += chunk


def test_an_interrupt_keeps_the_game(tmp_path: Path) -> None:
    status, shown = at_a_terminal(tmp_path, "play", "race.game", "--seed", "3", keys=[b"3\n", b"\x03"])
    assert status == 130
    assert "saved; go on with: rulesdsl play --resume race.saved" in shown
    assert (tmp_path / "race.saved").is_file()
    assert "Traceback" not in shown


def test_the_end_of_input_keeps_the_game(tmp_path: Path) -> None:
    status, shown = at_a_terminal(tmp_path, "play", "race.game", "--seed", "3", keys=[b"3\n", b"\x04"])
    assert status == 0
    assert "saved; go on with" in shown
    assert (tmp_path / "race.saved").is_file()


NUMBERS = """\
game "Numbers"
players 2..2
state bid per Player: 0..9
action bid_zero(much from 0..4 "How much?") "Bid {much}"
  set your bid to much
flow
  each player in turn
    may bid_zero
score bids = your bid
winner most total, then shared
"""


def test_numbers_stand_for_themselves(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "numbers.game").write_text(NUMBERS, "utf-8")
    shown = play(rulesdsl, "numbers.game", "--seed", 1, "--seat", "1=you", "--seat", "2=you", typed="1|-")
    assert "How much?\n  0 to 4\n  -  pass\nAnna> 1\n" in shown.out
    assert shown.out.splitlines()[-3].split() == ["bids", "1", "0"]


def test_what_a_table_says_of_a_piece_stands_beside_it(rulesdsl: Run) -> None:
    said = " ".join(rulesdsl("play", "trekking_through_history", "--seed", 3, typed="quit\n").out.split())
    # From games/trekking_through_history/itineraries.csv: an itinerary is a sheet of six lines.
    assert "line 5: event plain, progress 2; line 6: event 5, progress 6" in said


OFFERS = """\
game "Offers"
players 1..1
pieces Card for each rank in 1..3 copies if rank = 1 then 2 else 1
  gold: yes or no = rank = 3
pieces Coin from "coins.csv" named by id copies minted - lost
  minted: 0..9
  lost: 0..9
  worth: 1..9
zone hand per Player: set of Card
zone deck: set of Card, starts with Card
zone purse per Player: set of Coin
zone mint: set of Coin, starts with Coin
action take(card from deck "Which card?") "Take {card}"
  move card to your hand
action earn(coin from mint "Which coin?") "Earn {coin}"
  move coin to your purse
flow
  phase turns 4 times
    turn of each player
    must earn
    may take repeatedly
score worth = sum(your purse.worth) + count(c in your hand where c.gold)
winner most worth, then shared
"""


@pytest.fixture
def offers(tmp_path: Path) -> Path:
    (tmp_path / "offers.game").write_text(OFFERS, "utf-8")
    (tmp_path / "coins.csv").write_text("id,minted,lost,worth\npenny,4,1,1\nshilling,3,2,5\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize("typed", ["no more", "nothing", "none", "stop", "pass", "no"])
def test_to_do_nothing_can_be_typed_in_many_words(rulesdsl: Run, offers: Path, typed: str) -> None:
    assert offers.is_dir()
    shown = play(rulesdsl, "offers.game", "--seed", 1, typed=f"penny|{typed}|quit")
    assert "no more\nAnna> " in shown.out
    assert "turn 2: Anna" in shown.out or "Which coin?" in shown.out.rpartition(f"Anna> {typed}\n")[2]


def test_how_many_copies_there_are_is_not_shown(rulesdsl: Run, offers: Path) -> None:
    assert offers.is_dir()
    shown = play(rulesdsl, "offers.game", "--seed", 1, typed="quit").out
    assert "penny     worth 1" in shown
    assert "minted" not in shown
    assert "lost" not in shown


def test_a_yes_is_told_by_its_name_alone(rulesdsl: Run, offers: Path) -> None:
    assert offers.is_dir()
    lines = play(rulesdsl, "offers.game", "--seed", 1, typed="penny|quit").out.splitlines()
    [golden] = [line.strip() for line in lines if line.strip()[:1].isdigit() and "gold" in line]
    assert golden.endswith("card 3  gold → worth +1")
    assert not any("gold no" in line or "gold yes" in line for line in lines)


def test_why_not_another_action_while_values_are_asked_for(rulesdsl: Run, offers: Path) -> None:
    assert offers.is_dir()
    shown = play(rulesdsl, "offers.game", "--seed", 1, typed="why take|why gold|quit").out
    assert "`take` is possible at another time of the game only; Anna is asked now: Earn" in shown
    assert ": may take repeatedly" in shown
    assert "`gold` is not among" in shown


def test_why_not_another_action_with_a_value_behind_it(rulesdsl: Run, offers: Path) -> None:
    assert offers.is_dir()
    shown = play(rulesdsl, "offers.game", "--seed", 1, typed="why take gold|why earn penny|quit").out
    assert "`take` is possible at another time of the game only; Anna is asked now: Earn" in shown
    assert "is not among" not in shown
    assert "why earn penny\nyou can\n" in shown
