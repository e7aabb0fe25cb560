"""What is kept is data: the same again when it is read, of the right classes and types, or not read."""

import hashlib
import json
import pickle
import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulesdsl import program as ir
from rulesdsl.checked_game import Game
from rulesdsl.diagnostics import Diagnostic, Label, Report
from rulesdsl.engine.plan import Plan
from rulesdsl.engine.start import start
from rulesdsl.game_cache import packed
from rulesdsl.grids import COMPASS, DIRECTION
from rulesdsl.kept_parts import KeptTree, unpacked
from rulesdsl.pipeline import load
from rulesdsl.source import Source, Span

CHECKOUT = Path(__file__).parents[2]
FILES = sorted([*(CHECKOUT / "games").glob("*.game"), *(CHECKOUT / "examples").glob("*/*.game")])
loaded = cache(load)
SOME = [
    pytest.param("games/road_trip.game", marks=pytest.mark.long),
    "examples/language/16_tables.game",
    "examples/language/23_examples.game",
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_read_is_what_was_written(path: Path) -> None:
    game = loaded(path)
    program, tree = game.program(game.players[-1]), KeptTree(game.tree, game.top)
    texts = packed(program), packed(tree)
    program_again, tree_again = unpacked(ir.Program, texts[0]), unpacked(KeptTree, texts[1])
    assert program_again == program
    assert tree_again == tree
    assert program_again is not None
    assert tree_again is not None
    # Spans take no part in `==`; neither does which parts are one and the same.
    assert (packed(program_again), packed(tree_again)) == texts
    assert {id(one.span.source) for one in tree_again.tree.declarations} >= {id(tree_again.top)}


def test_programs_for_examples_and_reports_come_back() -> None:
    (program,) = load(CHECKOUT / "examples/classics/chess.game").example_programs()
    assert unpacked(ir.Program, packed(program)) == program
    place = Label(Span(Source("x", "abc\n"), 1, 2), "here")
    report = Report([Diagnostic("unused-name", "a message", place, (place,), "a help")])
    again = unpacked(Report, packed(report))
    assert again is not None
    assert again.sorted() == report.sorted()


@pytest.fixture(scope="module", params=SOME)
def game(request: pytest.FixtureRequest) -> Game:
    return load(CHECKOUT / request.param)


def test_a_field_of_another_type_is_not_read(game: Game) -> None:
    """Generated code is made of what a program says; so a text may never stand where a number belongs."""
    kinds: tuple[type[Any], ...] = (ir.Program, KeptTree)
    for kind, part in zip(kinds, (game.program(2), KeptTree(game.tree, game.top)), strict=True):
        text = packed(part)
        data = json.loads(text)
        chance = random.Random(1)
        for _ in range(300):
            number = chance.randrange(len(data["nodes"]))
            record = data["nodes"][number]
            if len(record) < 2:
                continue
            at = chance.randrange(1, len(record))
            was = record[at]
            # No field is of more than one of these.
            others = [{"a": {}}, [["text"]], 0.5, True, [-1, "text"]]
            record[at] = chance.choice(others)
            if type(was) is type(record[at]) is bool or (record[at] is True and was in (0, 1)):
                record[at] = 0.5
            assert unpacked(kind, json.dumps(data)) is None, (data["classes"][record[0]], at, record[at])
            record[at] = was
        assert json.dumps(data, separators=(",", ":")) == text
        assert unpacked(kind, text) is not None


def test_texts_and_numbers_are_not_taken_for_each_other(game: Game) -> None:
    data = json.loads(packed(game.program(2)))
    names = data["classes"]
    const = next(record for record in data["nodes"] if names[record[0]] == "Const")
    const[1] = "__import__('os')"
    assert unpacked(ir.Program, json.dumps(data)) is None


@pytest.mark.parametrize("harm", ["", "no base 85", "00", "0" * 40, "NaN"])
def test_a_list_of_words_that_is_damaged_is_not_read(harm: str) -> None:
    data = json.loads(packed(loaded(CHECKOUT / "examples/classics/ghost.game").program(2)))
    (words,) = (record for record in data["nodes"] if data["classes"][record[0]] == "WordList")
    assert unpacked(ir.Program, json.dumps(data)) is not None
    assert isinstance(words[-1], str)
    words[-1] = harm
    assert unpacked(ir.Program, json.dumps(data)) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"classes":[],"nodes":[]}',
        '{"classes":["Popen"],"nodes":[[0,"ls"]]}',
        '{"classes":["Path"],"nodes":[[0]]}',
        '{"classes":["Const","IntDomain"],"nodes":[[1,0,9],[0,1,0]]}',
        '{"classes":["OptionalDomain"],"nodes":[[0,0]]}',
        '{"classes":["OptionalDomain"],"nodes":[[0,-1]]}',
        '{"classes":["OptionalDomain","FlagDomain"],"nodes":[[0,1],[1]]}',
        '{"classes":["Span","Source"],"nodes":[[1,"x","abc"],[0,0,7,9]]}',
        "[" * 100_000,
        '{"classes":["FlagDomain"],"nodes":[[-1]]}',
    ],
)
def test_what_is_no_program_is_not_read(text: str) -> None:
    assert unpacked(ir.Program, text) is None


class Harm:
    def __reduce__(self) -> tuple[object, ...]:
        return exec, ("raise SystemExit('what was kept has been run')",)


@pytest.mark.parametrize("harm", [pickle.dumps(Harm()), b"null\n", b"{}\n", b"\xff", b"[" * 100_000])
def test_nothing_in_the_folder_is_run(tmp_path: Path, harm: bytes) -> None:
    path = CHECKOUT / "examples/classics/tic_tac_toe.game"
    fresh = load(path, cache_dir=tmp_path).program(2)
    kept = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert kept
    for file in kept:
        # Signed as what is kept is, or else it would not even be looked at.
        file.write_bytes(hashlib.sha256(harm).hexdigest().encode() + b"\n" + harm)
    assert load(path, cache_dir=tmp_path).program(2) == fresh


HARM = '\n"""+1+__import__("os").abort()#'
"""At the end of every name: it would act wherever a name stood in code as it is written."""
_WORDS = {"flow", "", DIRECTION, *COMPASS}
_FIELDS_OF_WORDS = {"kind", "shape", "word", "end", "tiling", "packed"}


def renamed(value: Any, known: dict[int, Any]) -> Any:  # noqa: ANN401 - whatever a program is made of
    """The same program with other names."""
    if isinstance(value, str):
        return value if value in _WORDS else value + HARM
    if isinstance(value, tuple):
        return tuple(renamed(one, known) for one in value)
    if isinstance(value, Mapping):
        return {renamed(key, known): renamed(one, known) for key, one in value.items()}
    if not attrs.has(type(value)) or isinstance(value, Span):
        return value
    if id(value) not in known:
        fields = [one for one in attrs.fields(type(value)) if one.init]
        given = {
            str(one.alias): getattr(value, one.name)
            if one.name in _FIELDS_OF_WORDS
            else renamed(getattr(value, one.name), known)
            for one in fields
        }
        known[id(value)] = type(value)(**given)
    return known[id(value)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_name_stands_in_generated_code(path: Path) -> None:
    game = loaded(path)
    program = renamed(game.program(game.players[-1]), {})
    assert HARM in program.title
    assert "abort" not in Plan(program).source
    state = start(program, seed=1, log=True)
    for _ in range(20):
        decision = state.decision
        if decision is not None:
            option = state.option_count // 2
            state.apply(option if decision.written is None else state.write_anything())
