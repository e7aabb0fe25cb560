"""Texts that would act if they were not only shown: in every place of a game, through every output."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.program import Run
from tests.server.tables import running

# Nothing but printable: these may stand in a game.
ACTING = (
    "::error file=a.game,line=1::owned",
    "::stop-commands::owned",
    "##[error]owned",
    "%0A::error::owned",
    "=cmd|' /C calc'!A0",
    "+1+cmd|' /C calc'!A0",
    "@SUM(1)",
    "-rf",
    "--help",
    "$(touch owned)",
    "`touch owned`",
    "; touch owned",
    "<script>owned()</script>",
    "<img src=x onerror=owned()>",
    "]]><owned/>",
    "&owned;",
    "{{ owned }}",
    "${{ owned }}",
)
# These may not.
STEERING = (
    "\x1b]0;owned\x07",
    "\x1b[2J",
    "\x1b[8m",
    "\x9b31m",
    "\x00",
    "\x07",
    "\x08",
    "\x7f",
    "\x0b",
    "\x0c",
    "\x85",
    "\u200e",
    "\u200f",
    "\u061c",
    "\u2028",
    "\u2029",
    "\u202e",
    "\u2066",
)
GAME = """\
game "TEXT"
players 2..3

option extra: 1..3, normally 1 "TEXT"

pieces Stone from "stones.csv" named by id
  weight: 1..9

zone bag: set of Stone, starts with Stone
zone hand per Player: set of Stone

action grab(stone from bag) "TEXT {stone}"
  move stone to your hand
  say "TEXT {stone}"
  say "TEXT"

flow
  phase grabbing extra times
    each player in turn
      must grab

score weight = sum(your hand.weight)
winner most total, then shared

example "TEXT"
  players Anna, Ben
  expect Anna.weight = 0

example "TEXT fails"
  players Anna, Ben
  expect Anna.weight = 1
"""
TABLE = "id,name,weight,copies\n{rows}\n"
COMMANDS = (
    ("run", "x.game", "--seed", "1"),
    ("run", "x.game", "--seed", "1", "--verbose"),
    ("play", "x.game", "--seed", "1"),
    ("play", "--resume", "kept.saved"),
    ("validate", "x.game"),
    ("validate", "."),
    ("validate", "wrong.game", "--format", "github"),
    ("validate", "wrong.game", "--format", "text"),
    ("validate", "wrong.game", "--format", "concise"),
    ("test", "x.game", "--verbose"),
    ("trace", "x.game", "--seed", "1", "--verbose"),
    ("replay", "x.trace"),
    ("fmt", "messy.game", "--diff"),
    ("rules", "x.game"),
    ("diff", "x.game", "other.game"),
    ("show", "x.game"),
    ("show", "x.game", "--flow"),
    ("show", "x.game", "--rules"),
    ("print", "x.game", "--output", "sheets"),
    ("show", "x.game", "--program"),
    ("perft", "x.game", "--depth", "1"),
    ("simulate", "x.game", "--games", "4", "--workers", "1", "--out", "games.csv"),
    ("compare", "x.game", "other.game", "--games", "4", "--workers", "1"),
    ("new", "TEXT"),
    ("new", "mine", "--from", "x.game"),
    ("explain", "TEXT"),
    ("validate", "TEXT"),
    ("run", "x.game", "--bot", "TEXT"),
    ("run", "x.game", "--seat", "1=TEXT"),
    ("run", "x.game", "--option", "extra=TEXT"),
    ("run", "x.game", "--option", "TEXT=1"),
    ("run", "x.game", "--variant", "TEXT"),
    ("TEXT",),
)
OURS = re.compile(r"::(error|warning|notice) title=rulesdsl")
STYLE = re.compile(r"\x1b\[[0-9;]*m")


def write_games(folder: Path, text: str) -> None:
    quoted = '"' + text.replace('"', '""') + '"'
    rows = "\n".join(f's{number},{quoted[:-1]} {number}",{number},1' for number in range(1, 8))
    (folder / "stones.csv").write_text(TABLE.format(rows=rows), "utf-8", newline="")
    plain = text.replace("{", "(").replace("}", ")")
    game = GAME.replace("TEXT", plain)
    (folder / "x.game").write_text(game, "utf-8")
    (folder / "other.game").write_text(game.replace("1..9", "1..8").replace(plain, f"{plain} other"), "utf-8")
    (folder / "messy.game").write_text(
        game.replace("  move", "    move").replace("  say", "    say"), "utf-8"
    )
    (folder / "wrong.game").write_text(game.replace("sum(your hand", f'sum("{plain}" hand'), "utf-8")


def lines_that_act(shown: str) -> list[str]:
    """What GitHub would carry out, a terminal obey or show in another order."""
    found = [line for line in shown.split("\n") if any(text[0] in line for text in (*STEERING, "\r"))]
    found += [line for line in shown.split("\n") if "##[" in line]
    return found + [
        line for line in shown.split("\n") if line.strip().startswith("::") and not OURS.match(line)
    ]


@pytest.fixture
def on_github(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")


def all_said(rulesdsl: Run, text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    for command in COMMANDS:
        words = tuple(word.replace("TEXT", text) for word in command)
        shown = rulesdsl(*words, typed=f"save kept.saved\nsave\nwhy {text}\n1\nquit\n")
        assert shown.status in {0, 1, 2}, (words, shown)
        if words[0] == "trace":
            Path("x.trace").write_text(shown.out, "utf-8")
        yield words, shown.out + shown.err


@pytest.mark.usefixtures("on_github")
@pytest.mark.parametrize("text", ACTING)
def test_what_is_shown_does_not_act(text: str, rulesdsl: Run, tmp_path: Path) -> None:
    write_games(tmp_path, text)
    assert rulesdsl("validate", "x.game").status in {0, 1}
    assert rulesdsl("run", "x.game").status == 0
    for words, shown in all_said(rulesdsl, text):
        assert lines_that_act(shown) == [], words
        assert not re.search(r"--resume '?-|--resume [^'\n]*[$`;]", shown), words
    for row in csv.reader((tmp_path / "games.csv").read_text("utf-8").splitlines()):
        assert not [cell for cell in row if cell.startswith(("=", "+", "@"))], row
        assert not [cell for cell in row if cell.startswith("-") and not cell[1:].isdigit()], row
    assert not (tmp_path / "owned").exists()


@pytest.mark.usefixtures("on_github")
@pytest.mark.parametrize("text", STEERING, ids=[f"U+{ord(text[0]):04X}" for text in STEERING])
def test_what_would_steer_a_terminal_is_not_taken(text: str, rulesdsl: Run, tmp_path: Path) -> None:
    write_games(tmp_path, "stones")
    assert rulesdsl("play", "x.game", typed="save kept.saved\nquit\n").status == 0
    saved = json.loads((tmp_path / "kept.saved").read_text("utf-8"))
    (tmp_path / "kept.saved").write_text(json.dumps({**saved, "file": text, "seats": [text, "you"]}), "utf-8")
    for file in ("x.game", "other.game", "messy.game", "wrong.game", "stones.csv"):
        path = tmp_path / file
        path.write_text(path.read_text("utf-8").replace("stones", f"st{text}ones", 1), "utf-8")
    for words, shown in all_said(rulesdsl, text):
        assert lines_that_act(shown) == [], words


@pytest.mark.parametrize("text", [*STEERING, "\n::error::owned", "\t"])
def test_files_with_such_names_are_refused(text: str, rulesdsl: Run, tmp_path: Path) -> None:
    if text == "\x00":
        pytest.skip("no file can be called so")
    folder = tmp_path / "many"
    folder.mkdir()
    write_games(tmp_path, "stones")
    (folder / f"x{text}.game").write_text((tmp_path / "x.game").read_text("utf-8"), "utf-8")
    for words in (("validate", "many"), ("test", "many"), ("fmt", "many"), ("run", f"many/x{text}.game")):
        shown = rulesdsl(*words)
        assert shown.status == 2, shown
        assert "control character" in shown.err
        assert lines_that_act(shown.out + shown.err) == []


def test_a_shell_is_offered_no_name_that_means_something_to_it(
    rulesdsl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "good-bot.py",
        "$(touch owned).py",
        "`touch owned`.py",
        "-rf.py",
        "a b.py",
        "a;b.py",
        "x\n.py",
    ):
        (tmp_path / name).write_text("", "utf-8")
    monkeypatch.setenv("_RULESDSL_COMPLETE", "zsh_complete")
    monkeypatch.setenv("COMP_WORDS", "rulesdsl run x.game --bot ")
    monkeypatch.setenv("COMP_CWORD", "4")
    shown = rulesdsl()
    assert "good-bot.py" in shown.out
    assert "owned" not in shown.out
    assert [
        line for line in shown.out.splitlines() if line.startswith("-") or " " in line or ";" in line
    ] == []


ALL_AT_ONCE = """\
game "TITLE"
players 2..3
rules "all.md"

pieces Stone from "stones.csv" named by id
  weight: 1..9

places Field from "fields.csv" named by id
links road of Field
  | a  | b  |
ROADS

zone bag: set of Stone, starts with Stone
zone hand per Player: set of Stone, seen by owner
state at per Player: Field, starts f0

action grab(stone from bag) "TITLE {stone}"
  move stone to your hand  [H-0]

action go(field from neighbours(road, your at)) "TITLE {field}"
  set your at to field

flow
  phase grabbing 3 times
    each player in turn
      must grab or go
SAYS

score weight = sum(your hand.weight)
winner most total, then shared

EXAMPLES
"""


def write_all_at_once(folder: Path) -> None:
    """One game with all of these texts: names of pieces and places, what is said, rules, examples."""
    plain = [text.replace("{", "(").replace("}", ")") for text in ACTING]
    for table, head, letter, more in (
        ("stones", "id,name,weight", "s", ["1"]),
        ("fields", "id,name", "f", []),
    ):
        with (folder / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(head.split(","))
            rows.writerows([f"{letter}{at}", text, *more] for at, text in enumerate(ACTING))
    game = ALL_AT_ONCE.replace("TITLE", " ".join(plain))
    game = game.replace("ROADS", "\n".join(f"  | f{at - 1} | f{at} |" for at in range(1, len(plain))))
    game = game.replace("SAYS", "\n".join(f'      say "{text}"' for text in plain))
    example = 'example "{}"\n  players Anna, Ben\n  expect Anna.weight = {}\n'
    examples = [
        example.format(f"{text}{tail}", fails) for text in plain for fails, tail in ((0, ""), (1, "!"))
    ]
    (folder / "all.game").write_text(game.replace("EXAMPLES", "\n".join(examples)), "utf-8")
    (folder / "all.md").write_text(
        "# Rules\n\n" + "".join(f"- H-{at} {text}\n" for at, text in enumerate(ACTING)), "utf-8"
    )
    wrong = "\n".join(f'      say "{text} {{nope}}"' for text in plain)
    (folder / "bad.game").write_text(
        game.replace("EXAMPLES", "").replace('      say "::error', f'{wrong}\n      say "::error'), "utf-8"
    )


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [tag, *(name for name, _ in attrs)]


@pytest.mark.parametrize("text", ACTING)
def test_pages_and_drawings_have_texts_and_no_tags(text: str, rulesdsl: Run, tmp_path: Path) -> None:
    write_games(tmp_path, text)
    drawn = rulesdsl("show", "x.game", "--flow")
    assert drawn.status == 0, drawn.err
    tags = {one.tag.rpartition("}")[2] for one in ET.fromstring(drawn.out).iter()}  # noqa: S314 - our own
    assert rulesdsl("print", "x.game", "--output", "sheets", "--backs").status == 0
    for sheet in (tmp_path / "sheets").iterdir():
        tags |= {one.tag.rpartition("}")[2] for one in ET.parse(sheet).iter()}  # noqa: S314 - our own
    assert not {"script", "img", "owned"} & tags
    assert rulesdsl("show", "x.game", "--rules", "--output", "rules.html").status == 0
    assert rulesdsl("print", "x.game", "--output", "sheets.html").status == 0
    for file in ("rules.html", "sheets.html"):
        made = Tags()
        made.feed((tmp_path / file).read_text("utf-8"))
        assert not {"script", "img", "onerror", "owned"} & set(made.found)
    shown = rulesdsl("simulate", "x.game", "--games", 4, "--workers", 1, "--report", "report.html")
    assert shown.status == 0, shown.err
    page = Tags()
    page.feed((tmp_path / "report.html").read_text("utf-8"))
    assert not {"img", "onerror", "owned"} & set(page.found)
    assert "owned()</script>" not in (tmp_path / "report.html").read_text("utf-8")


def json_read(text: str) -> None:
    json.loads(text)


def json_lines_read(text: str) -> None:
    for line in text.splitlines():
        json.loads(line)


def xml_read(text: str) -> None:
    tags = {one.tag.rpartition("}")[2] for one in ET.fromstring(text).iter()}  # noqa: S314 - our own
    assert not {"script", "img", "owned"} & tags


def page_read(text: str) -> None:
    page = Tags()
    page.feed(text)
    assert not {"img", "onerror", "owned"} & set(page.found)
    assert "owned()</script>" not in text


def text_read(text: str) -> None:
    assert lines_that_act(text) == []


def pdf_read(text: str) -> None:
    assert text.startswith("%PDF")
    assert not re.search(r"/(JavaScript|JS|OpenAction|Launch|URI|AA)\b", text)


READ = (
    (("validate", "bad.game", "--format", "json"), json_read),
    (("validate", "bad.game", "--format", "sarif"), json_read),
    (("validate", "bad.game", "--format", "gitlab"), json_read),
    (("validate", "bad.game", "--format", "junit"), xml_read),
    (("validate", "bad.game", "--format", "github"), text_read),
    (("test", "all.game", "--format", "junit"), xml_read),
    (("test", "all.game", "--format", "json"), json_read),
    (("test", "all.game", "--format", "github"), text_read),
    (("trace", "all.game", "--json", "--verbose"), json_lines_read),
    (("trace", "all.game", "--as", "2", "--verbose"), text_read),
    (("run", "all.game", "--format", "json"), json_read),
    (("show", "all.game", "--format", "json"), json_read),
    (("show", "all.game", "--graph", "road"), xml_read),
    (("show", "all.game", "--flow"), xml_read),
    (("show", "all.game", "--rules"), page_read),
    (("rules", "all.game"), text_read),
    (("rules", "all.game", "--format", "json"), json_read),
    (("print", "all.game", "--output", "all.html"), page_read),
    (("print", "all.game", "--output", "all.pdf", "--only", "cards"), pdf_read),
)
"""What programs read, each with how they read it: nothing that stands in a game is more than a text there."""


@pytest.mark.usefixtures("on_github")
@pytest.mark.parametrize(
    ("words", "read"), READ, ids=lambda one: " ".join(one) if isinstance(one, tuple) else ""
)
def test_what_programs_read_holds_all_of_it_as_text(
    words: tuple[str, ...], read: Callable[[str], None], rulesdsl: Run, tmp_path: Path
) -> None:
    write_all_at_once(tmp_path)
    shown = rulesdsl(*words)
    assert shown.status in {0, 1}, shown
    written = [tmp_path / word for word in words[2:] if (tmp_path / word).is_file()]
    found = written[0].read_text("latin-1" if read is pdf_read else "utf-8") if written else shown.out
    read(found)
    assert not [text for text in STEERING if read is not pdf_read and text in found]
    assert lines_that_act(shown.err) == []


def test_what_the_table_serves_holds_all_of_it_as_text(tmp_path: Path) -> None:
    write_all_at_once(tmp_path)
    here = running(files={"all": tmp_path / "all.game"})
    try:
        anna, *_others = here.open_game("all", ["person", "person"])
        pages = [here.guest().ask(path).text for path in ("/", "/new/all", "/rules/all")]
        pages += [anna.page(), anna.ask("/".join(anna.path.split("/")[:3]) + "/rules").text]
        pushed = next(anna.stream())
        told = anna.do("answer", {"question": anna.question(), "option": anna.options()[0]})
        pages += [anna.page(), *(one for one in pushed.values() if isinstance(one, str) and "<" in one)]
        json.loads(told.text)
        assert len([page for page in pages if "owned()" in page]) >= 5
        for page in pages:
            page_read(page)
    finally:
        here.stop()


@pytest.mark.usefixtures("on_github")
def test_no_player_is_called_so(rulesdsl: Run, tmp_path: Path) -> None:
    """Neither by asking for it, nor by a store, nor by a trace, which may be somebody else's."""
    write_games(tmp_path, "stones")
    traced = rulesdsl("trace", "x.game", "--seed", "1").out
    here = running(files={"x": tmp_path / "x.game"})
    try:
        anna, ben, _watcher, host = here.open_game("x", ["person", "person"])
        [game] = here.server.store.games()
        for text in (*ACTING, *STEERING, "\n::error::owned", "x" * 100_000):
            here.server.store.rename(game, 0, "Anna")
            here.server.games.live.clear()
            assert anna.do("name", {"name": text}).status in {400, 413}
            here.server.store.rename(game, 0, text)
            here.server.games.live.clear()
            for answer in (anna.ask(anna.path), ben.ask(ben.path), host.ask(host.path)):
                assert answer.status == 409, text
                assert lines_that_act(answer.text) == []
                page_read(answer.text)
            (tmp_path / "x.trace").write_text(traced.replace("Anna", text), "utf-8", newline="")
            again = rulesdsl("replay", "x.trace")
            assert again.status in {1, 2}, (text, again)
            assert lines_that_act(again.out + again.err) == []
    finally:
        here.stop()


WRITTEN = """\
game "Echo"
players 2..2

state said_by per Player: text of at most 40 letters or none, seen by owner
state heard per n in 1..2: text of at most 40 letters or none

action write(word from text of at most 40 letters "Your word") "Write {word}"
  set your said_by to word

flow
  all players in secret
    must write
  for p in players
    set heard(1 + count(n in 1..2 where heard(n) is not none)) to p.said_by
    say "{heard(1)} {p}"
  each player in turn
    choose best from 1..2 called "{heard(best)}" "Whose is better?"

score words = 0
winner most total, then shared
"""


@pytest.mark.usefixtures("on_github")
@pytest.mark.parametrize("text", ACTING)
def test_what_players_write_does_not_act(text: str, rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "echo.game").write_text(WRITTEN, "utf-8")
    typed = f"{text}\nplain\n1\n/undo\n1\n2\n"
    played = rulesdsl("play", "echo.game", "--seed", "1", typed=typed)
    assert played.status == 0, played
    kept = rulesdsl("play", "echo.game", "--seed", "1", typed=f"{text}\n/save kept.saved\n/quit\n")
    resumed = rulesdsl("play", "--resume", "kept.saved", typed="plain\ntable\n2\n2\n")
    assert (kept.status, resumed.status) == (0, 0), resumed
    for shown in (played, kept, resumed):
        said = shown.out.replace(f"> {text}\n", "> \n")
        assert lines_that_act(said + shown.err) == []
        assert f'"{text}"' in said or shown is kept or text.startswith("##")
    table = running(files={"echo": tmp_path / "echo.game"})
    try:
        anna, ben, *_ = table.open_game("echo", ["person", "person"])
        for guest, word in ((anna, text), (ben, "plain")):
            assert guest.do("answer", {"question": guest.question(), "option": 0, "text": word}).status == 200
        made = Tags()
        made.feed(anna.page() + ben.page())
        assert not {"img", "onerror", "owned"} & set(made.found)
        assert "&lt;" in anna.page() or "<" not in text
    finally:
        table.stop()
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize("text", [*STEERING, "a\nb", "a\tb", "x" * 41, "x" * 100_000, "", "\u0301" * 9])
def test_what_would_steer_is_not_taken_from_players(text: str, rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "echo.game").write_text(WRITTEN, "utf-8")
    if not {"\n", "\r", "\x85", "\u2028", "\x1b"} & set(text):
        played = rulesdsl("play", "echo.game", "--seed", "1", typed=f"a{text}b\n" if text else "\n")
        assert "Anna writes" not in played.out
    table = running(files={"echo": tmp_path / "echo.game"})
    try:
        anna, *_ = table.open_game("echo", ["person", "person"])
        number = anna.question()
        for word in (text, f"a{text}b" if text else " "):
            answer = anna.do("answer", {"question": number, "option": 0, "text": word})
            assert answer.status in {409, 413}, answer
            assert lines_that_act(answer.text) == []
        assert anna.do("answer", {"question": number, "option": 0}).status == 409
        assert anna.do("answer", {"question": number, "option": 0, "text": 7}).status == 400
        assert anna.question() == number
    finally:
        table.stop()


EVERYTHING_BUT_PEOPLE = (
    ("run", "echo.game"),
    ("run", "echo.game", "--bot", "greedy"),
    ("trace", "echo.game"),
    ("simulate", "echo.game", "--games", "2"),
    ("compare", "echo.game", "echo.game", "--games", "2"),
    ("perft", "echo.game", "--depth", "1"),
    ("solve", "echo.game"),
    ("env", "echo.game"),
    ("play", "echo.game", "--bot", "random"),
    ("play", "echo.game", "--seat", "2=mcts"),
)


@pytest.mark.parametrize("words", EVERYTHING_BUT_PEOPLE, ids=" ".join)
def test_what_cannot_write_says_so(words: tuple[str, ...], rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "echo.game").write_text(WRITTEN, "utf-8")
    assert rulesdsl("validate", "echo.game").status == 0
    refused = rulesdsl(*words)
    assert refused.status == 2, refused
    assert "this game asks for a free text: people can play it, bots cannot" in refused.err


def test_a_table_has_no_bots_for_texts(tmp_path: Path) -> None:
    (tmp_path / "echo.game").write_text(WRITTEN, "utf-8")
    table = running(files={"echo": tmp_path / "echo.game"})
    try:
        refused = table.guest().ask("/new/echo", form={"players": 2, "seat1": "person", "seat2": "greedy"})
        assert "people can play it" in refused.text
        anna, *_ = table.open_game("echo", ["person", "person"])
        assert 'data-do="hint"' not in anna.page()
        assert "people can play it" in anna.do("hint").text
    finally:
        table.stop()
