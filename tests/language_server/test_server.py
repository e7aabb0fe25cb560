"""The language server, asked by a real client."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest
from lsprotocol import types as lsp

from rulesdsl.diagnostics import Report
from rulesdsl.engine.dice import Dice
from rulesdsl.game_files import Files
from rulesdsl.library import shipped_games
from rulesdsl.pipeline import check_file
from rulesdsl.source import Source
from rulesdsl.syntax import parse
from rulesdsl.syntax.formatter import format_source
from tests.language_server import random_edits
from tests.language_server.editor import Editor, applied
from tests.selection import cases

ROOT = Path(__file__).parents[2]
LANGUAGE = sorted((ROOT / "examples" / "language").glob("*.game"))
OTHERS = [*shipped_games().values(), *sorted((ROOT / "examples" / "classics").glob("*.game"))]

TOWNS = "town,size\nrome,3\nbonn,1\n"
RULES = "# Small\n\n- SM-01 Everybody begins in Rome.\n- SM-02 Go to Bonn. It is not far.\n"
SMALL = """\
game "Small"
players 1..2
rules "small.md"

places Town from "towns.csv" named by town
  size: 1..9
pieces Pawn for each value in {1, 2}
zone bag: set of Pawn, starts with Pawn
# Where everybody is.
state seat per Player: Town, starts rome  [SM-01]
state trips per Player: 0..9

define big(t: Town) = t.size > 2

routine travel(goal: Town)
  set your seat to goal  [SM-02]
  add 1 to your trips

flow
  phase once_only
    each player in turn
      do travel(bonn)

score size = if big(your seat) then your seat.size else your trips
winner most total, then shared

example "everybody goes to Bonn"
  players Anna, Ben
  Anna does travel(bonn)
  expect Anna.seat is bonn and Anna.trips = 1
"""
VARIANT = """\
variant "There and back" of "small.game"

add routine back
  set your seat to rome

replace routine travel(goal: Town)
  set your seat to goal
  add 2 to your trips

set bonn.size to 4
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("games")
    (made / "towns.csv").write_text(TOWNS)
    (made / "small.md").write_text(RULES)
    (made / "small.game").write_text(SMALL)
    (made / "there_and_back.game").write_text(VARIANT)
    return made


@pytest.fixture(scope="module")
def editor(folder: Path) -> Iterator[Editor]:
    made = Editor(folder)
    yield made
    made.close()


@pytest.fixture
def small(editor: Editor, folder: Path) -> Iterator[str]:
    uri = editor.open(folder / "small.game")
    editor.read(uri)
    yield uri
    editor.close_file(uri)


def test_hover_shows_the_declaration_its_type_and_what_stands_above_it(editor: Editor, small: str) -> None:
    told = editor.hover(small, "set your s|eat to goal")
    assert "state `seat`**: a Town" in told
    assert "state seat per Player: Town, starts rome" in told
    assert "Where everybody is." in told
    assert "a Town" in editor.hover(small, "big(|t: Town)")
    assert "Everybody begins in Rome." in editor.hover(small, "[SM|-01]")


def test_hover_shows_the_reference_for_words_and_functions(editor: Editor, small: str) -> None:
    assert "Reference: Zones" in editor.hover(small, "zo|ne bag")
    assert "Reference: Flow and phases" in editor.hover(small, "pha|se once_only")


def test_names_are_found_in_the_file_in_its_variants_and_in_its_tables(editor: Editor, small: str) -> None:
    assert editor.definition(small, "travel(bo|nn)") == ["towns.csv:3"]
    assert editor.definition(small, "do tra|vel") == ["small.game:15"]
    used = editor.references(small, "do tra|vel")
    assert used == ["small.game:15", "small.game:22", "small.game:29", "there_and_back.game:6"]
    assert editor.references(small, "t.si|ze") == [
        "small.game:13",
        "small.game:24",
        "small.game:6",
        "there_and_back.game:10",
        "towns.csv:1",
    ]


def test_what_may_stand_there(editor: Editor, small: str) -> None:
    begun = editor.completion(small, "|zone bag")
    assert {"zone", "state", "action", "example"} <= begun.keys()
    assert "move" not in begun
    line = editor.completion(small, "  |set your seat to goal")
    assert {"set", "move", "if", "each"} <= line.keys() - {"zone"}
    assert editor.completion(small, "do |travel(bonn)").keys() == {"travel", "once_only"}
    assert editor.completion(small, "set your |seat").keys() == {"seat", "trips", "size", "total"}
    assert editor.completion(small, "t.|size") == {"size": "attribute: a number 1..9"}
    formula = editor.completion(small, "(t: Town) = |t.size")
    assert formula["t"].startswith("parameter")
    assert "count" in formula
    assert "goal" not in formula
    assert editor.completion(small, "[|SM-01]")["SM-02"].endswith("It is not far.")


def test_symbols_hints_and_lenses(editor: Editor, small: str) -> None:
    assert {"Town", "bag", "seat", "big", "travel", "everybody goes to Bonn"} <= set(editor.symbols(small))
    assert editor.hints(small) == ["Everybody begins in Rome.", "Go to Bonn"]
    commands = editor.lenses(small)
    assert [one.title for one in commands] == ["play", "run example"]
    said = editor.command(commands[1].command, *(commands[1].arguments or ()))
    assert said == ['ok "everybody goes to Bonn"']
    found = editor.ask(editor.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("bac")))
    assert [one.name for one in found or ()] == ["back"]


def test_an_example_that_fails_says_why(editor: Editor, small: str) -> None:
    editor.type(small, SMALL.replace("trips = 1", "trips = 3"))
    [said] = editor.command("rulesdsl.runExample", small, "everybody goes to Bonn")
    assert said.startswith("failed")
    assert "got 1, expected 3" in said


def test_what_is_wrong_is_told_while_one_types_and_the_last_good_reading_stays(
    editor: Editor, small: str
) -> None:
    editor.diagnostics_when(small, lambda found: not any(one.code == "syntax-error" for one in found))
    broken = SMALL.replace("add 1 to your trips", "add 1 to your")
    editor.type(small, broken)
    found = editor.diagnostics_when(small, bool)
    assert found[0].range.start.line == broken.split("\n").index("  add 1 to your")
    # Below the line that is broken and above it, names are known as before.
    assert "state `trips`" in editor.hover(small, "Anna.tr|ips")
    assert editor.definition(small, "do tra|vel") == ["small.game:15"]
    editor.type(small, "# One line more.\n" + broken)
    assert editor.definition(small, "do tra|vel") == ["small.game:16"]
    editor.type(small, SMALL)
    editor.diagnostics_when(small, lambda found: not any(one.severity == 1 for one in found))


@pytest.mark.usefixtures("small")
def test_a_fault_in_a_table_is_told_in_the_table(editor: Editor, folder: Path) -> None:
    table = editor.open(folder / "towns.csv")
    editor.type(table, TOWNS.replace("bonn,1", "bonn,12"))
    found = editor.diagnostics_when(table, bool)
    assert [(one.code, one.range.start.line) for one in found] == [("data-bad-value", 2)]
    editor.type(table, TOWNS)
    editor.diagnostics_when(table, lambda found: not found)
    editor.close_file(table)


def test_repairs_are_offered_and_mend(editor: Editor, small: str) -> None:
    wrong = SMALL.replace("do travel(bonn)", "do travle(bonn)")
    editor.type(small, wrong)
    editor.diagnostics_when(small, bool)
    [action] = editor.actions(small, "do tra|vle")
    assert action.edit is not None
    assert action.edit.changes is not None
    assert applied(wrong, list(action.edit.changes[small])) == SMALL


def test_formatting_is_that_of_fmt(editor: Editor, small: str) -> None:
    editor.type(small, SMALL.replace("define big(t: Town) = t.size", "define   big( t:Town )=t.size"))
    assert editor.formatted(small) == format_source(Source("small.game", SMALL))


SETTINGS = """\
line-length = 50
documentation = "https://example.org/codes/{code}/"
baseline = "accepted.json"

[severity]
unused-name = "error"
"""
SPARE = SMALL.replace("define big", "state spare: 0..3\nstate spare2: 0..3\n\ndefine big")


def test_what_the_project_says_holds_in_the_editor(editor: Editor, small: str, folder: Path) -> None:
    def told_of() -> list[lsp.Diagnostic]:
        return [one for one in editor.client.diagnostics.get(small, ()) if one.code == "unused-name"]

    def told() -> list[tuple[object, object]]:
        return [(one.code, one.severity) for one in told_of()]

    def now_reads(said: str, name: str = "rulesdsl.toml") -> None:
        (folder / name).write_text(said)
        editor.changed_on_disk(folder / name)

    def by_settings() -> list[lsp.Diagnostic]:
        return list(editor.client.diagnostics.get((folder / "rulesdsl.toml").as_uri(), ()))

    warning, error = lsp.DiagnosticSeverity.Warning, lsp.DiagnosticSeverity.Error
    editor.type(small, SPARE)
    editor.wait_until(lambda: told() == [("unused-name", warning)] * 2)
    try:
        now_reads(SETTINGS)
        editor.wait_until(lambda: told() == [("unused-name", error)] * 2)
        pages = {one.code_description.href for one in told_of() if one.code_description is not None}
        assert pages == {"https://example.org/codes/unused-name/"}
        formatted = editor.formatted(small)
        assert formatted == format_source(Source("small.game", SPARE), width=50)
        assert formatted != format_source(Source("small.game", SPARE))

        # One of the two is accepted; it is that by its words, wherever it stands.
        message = told_of()[0].message.partition("\n")[0]
        entry = {"file": "small.game", "code": "unused-name", "message": message, "count": 1}
        now_reads(json.dumps({"accepted": [entry]}), "accepted.json")
        editor.wait_until(lambda: told() == [("unused-name", error)])
        now_reads("{}", "accepted.json")
        editor.wait_until(lambda: len(by_settings()) == 1)
        assert "is no baseline" in by_settings()[0].message
        assert by_settings()[0].range.start.line == 2

        now_reads("line-lenght = 50\n")
        editor.wait_until(lambda: told() == [("unused-name", warning)] * 2 and len(by_settings()) == 1)
        assert by_settings()[0].message == "there is no setting `line-lenght`; did you mean `line-length`?"
        assert by_settings()[0].code is None
    finally:
        for name in ("rulesdsl.toml", "accepted.json"):
            (folder / name).unlink(missing_ok=True)
        editor.changed_on_disk(folder / "rulesdsl.toml")
    editor.wait_until(lambda: not by_settings())


def test_a_name_is_changed_everywhere_or_not_at_all(editor: Editor, small: str, folder: Path) -> None:
    assert editor.rename(small, "do tra|vel", "seat") == {}
    assert editor.rename(small, "do tra|vel", "count") == {}
    assert editor.rename(small, "do tra|vel", "two words") == {}
    kept = {path: path.read_text() for path in folder.iterdir()}
    try:
        for mark, new in (("travel(bo|nn)", "cologne"), ("do tra|vel", "go_to"), ("t.si|ze", "people")):
            for uri, edits in editor.rename(small, mark, new).items():
                path = folder / uri.rsplit("/", 1)[-1]
                path.write_text(applied(path.read_text(), edits))
            editor.type(small, (folder / "small.game").read_text())
        texts = "".join((folder / name).read_text() for name in ("small.game", "there_and_back.game"))
        assert not {"bonn", "travel", "t.size"} & set(texts.replace("(", " ").split())
        assert (folder / "towns.csv").read_text() == "town,people\nrome,3\ncologne,1\n"
        for name in ("small.game", "there_and_back.game"):
            report = Report()
            check_file(folder / name, Files(), report)
            assert not report.has_errors, str(report)
    finally:
        for path, text in kept.items():
            path.write_text(text)


def test_the_text_is_sent_whole(editor: Editor) -> None:
    """Of a part, editors and pygls have different minds about what ends a line (U+2028, say)."""
    assert editor.sync is lsp.TextDocumentSyncKind.Full


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes in folders")
def test_what_is_no_file_is_neither_read_nor_waited_for(editor: Editor, small: str, folder: Path) -> None:
    os.mkfifo(folder / "pipe.game")
    (folder / "endless.game").symlink_to("/dev/zero")
    (folder / "round.game").symlink_to("round.game")
    (folder / "folder.game").mkdir()
    try:
        assert editor.references(small, "do tra|vel")
        assert editor.ask(editor.client.workspace_symbol_async(lsp.WorkspaceSymbolParams("travel")))
    finally:
        (folder / "folder.game").rmdir()
        for name in ("pipe", "endless", "round"):
            (folder / f"{name}.game").unlink()


@pytest.mark.parametrize(
    "uri", ["untitled:Untitled-1", "file:///nowhere/%00.game", "file:///round.game", "", "x:y.game"]
)
def test_whatever_an_address_is_of_it_is_answered_for(editor: Editor, uri: str, tmp_path: Path) -> None:
    if uri.endswith("round.game"):
        (tmp_path / "round.game").symlink_to("round.game")
        uri = (tmp_path / "round.game").as_uri()
    for opened in (False, True):
        if opened:
            item = lsp.TextDocumentItem(uri, "game", 1, SMALL)
            editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        editor.texts[uri] = SMALL
        editor.references(uri, "do tra|vel")
        editor.rename(uri, "do tra|vel", "go_to")
        assert len(editor.command("rulesdsl.runExample", uri, "everybody goes to Bonn")) == 1
        editor.hover(uri, "do tra|vel")
        editor.formatted(uri)
    editor.close_file(uri)
    assert editor.broken == []


@pytest.mark.parametrize(
    "path", cases([*LANGUAGE[::6], *OTHERS], lambda path: path not in OTHERS, lambda path: path.stem)
)
def test_every_file_that_comes_along_is_answered_for(editor: Editor, path: Path) -> None:
    uri = editor.open(path)
    editor.read(uri)
    text = editor.texts[uri]
    assert len(editor.symbols(uri)) > 3
    lines = text.split("\n")
    for number in range(0, len(lines), max(1, len(lines) // 25)):
        for column in (0, len(lines[number]) // 2, len(lines[number])):
            place = lsp.Position(number, column)
            editor.completion_at(uri, place)
            document = lsp.TextDocumentIdentifier(uri)
            editor.ask(editor.client.text_document_hover_async(lsp.HoverParams(document, place)))
            editor.ask(editor.client.text_document_definition_async(lsp.DefinitionParams(document, place)))
    editor.hints(uri)
    editor.lenses(uri)
    editor.close_file(uri)


CLASSICS = ROOT / "examples" / "classics"


def test_whatever_is_typed_is_answered(editor: Editor, pytestconfig: pytest.Config) -> None:
    """All games that come along, with 10,000 edits among them; or three of the small ones."""
    long = pytestconfig.getoption("--long")
    paths = OTHERS if long else [CLASSICS / f"{name}.game" for name in ("nim", "kuhn_poker", "pig")]
    edits, dice = 10_000 // len(paths) + 1 if long else 40, Dice(seed=6)
    for path in paths:
        answered = [one.work for one in random_edits.answers(editor, path, edits, dice)]
        print(f"{path.stem}: {len(answered)} answers, p95 {random_edits.slow(answered):.0f} ms of work")
    assert editor.broken == []
    # It reads on as before.
    uri = editor.open(paths[0])
    editor.type(uri, editor.texts[uri] + "zone\n")
    editor.diagnostics_when(uri, bool)
    editor.close_file(uri)


def test_a_reading_that_breaks_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    hook = "import rulesdsl.index.build\nrulesdsl.index.build.index_of = None\n"
    (tmp_path / "sitecustomize.py").write_text(hook)
    (tmp_path / "small.game").write_text(SMALL)
    broken = Editor(tmp_path)
    broken.open(tmp_path / "small.game")
    broken.wait_until(lambda: bool(broken.broken))
    broken.close()


def test_answers_are_there_soon(editor: Editor, pytestconfig: pytest.Config) -> None:
    """On a file of 300 lines: half of the time of reading it once, for 95 of 100 answers."""
    path = CLASSICS / "chess.game"
    begun = process_time()
    parse(Source("chess.game", path.read_text("utf-8")), Report())
    one_reading = process_time() - begun
    edits = 1_000 if pytestconfig.getoption("--long") else 80
    answered = list(random_edits.answers(editor, path, edits, Dice(seed=5)))
    if not any(one.work for one in answered):
        pytest.skip("this machine does not tell how long a program has worked")
    assert random_edits.slow(one.work for one in answered) / 1000 < one_reading / 2
