"""The parser's table: up to date, taken only if it is, and plain data."""

import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import lark
import pytest
from lark import Lark

from rulesdsl.syntax import table
from tests.syntax.write_table import SYNTAX, written

GRAMMAR = (SYNTAX / "grammar.lark").read_text("utf-8")
TABLE = (SYNTAX / table.FILE).read_text("utf-8")
LINE = "    add 1 to your points\n"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """How often a table had to be made."""
    found: list[str] = []
    original = table.make

    def noted(text: str) -> Lark:
        found.append(text)
        return original(text)

    monkeypatch.setattr(table, "make", noted)
    table.grammar.cache_clear()
    yield found
    table.grammar.cache_clear()


@pytest.fixture
def other_lark(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the shipped table is of another version."""
    monkeypatch.setattr(lark, "__version__", "1.2.999")


def reads(parser: Lark) -> bool:
    return bool(parser.parse(f"flow\n{LINE}", start="decl").children)


def test_the_table_is_that_of_the_grammar() -> None:
    now, then = (json.loads(text.partition("\n")[0]) for text in (written(), TABLE))
    assert then["grammar"] == now["grammar"], "run `python -m tests.syntax.write_table`"
    # Another lark may make another table; then users of it wait a little longer for the first start.
    if then["lark"] == now["lark"]:
        assert written() == TABLE, "run `python -m tests.syntax.write_table`"


def test_nothing_is_made_at_a_start(made: list[str]) -> None:
    assert reads(table.grammar())
    assert made == []


def test_what_is_read_is_what_was_written() -> None:
    parser = table.read(TABLE, GRAMMAR)
    assert parser is not None
    assert table.write(parser, GRAMMAR) == TABLE


@pytest.mark.parametrize(
    "spoilt",
    [
        "",
        "{}",
        TABLE[:-100],
        TABLE.replace('"states":[0,1,', '"states":[1,0,'),
        TABLE.partition("\n")[0] + "\n[]\n",
        "[" * 100_000,
    ],
    ids=["empty", "other", "cut", "changed", "headless", "deep"],
)
def test_a_table_that_is_not_whole_is_not_taken(spoilt: str) -> None:
    assert spoilt != TABLE
    assert table.read(spoilt, GRAMMAR) is None


def test_a_table_of_another_grammar_is_not_taken() -> None:
    assert table.read(TABLE, GRAMMAR + "\n// another\n") is None


@pytest.mark.usefixtures("other_lark")
def test_a_table_of_another_lark_is_not_taken_and_one_that_fits_is_kept(
    made: list[str], tmp_path: Path
) -> None:
    assert table.read(TABLE, GRAMMAR) is None
    for _ in range(2):
        table.grammar.cache_clear()
        assert reads(table.grammar(tmp_path))
    assert len(made) == 1


class Harm:
    def __reduce__(self) -> tuple[object, ...]:
        return exec, ("raise SystemExit('what was kept has been run')",)


@pytest.mark.usefixtures("other_lark")
@pytest.mark.parametrize("kept", [pickle.dumps(Harm()), TABLE.encode(), b"\xff\xfe", b"null\nnull\n"])
def test_what_does_not_fit_is_not_taken_from_the_folder(made: list[str], tmp_path: Path, kept: bytes) -> None:
    (tmp_path / table.FILE).write_bytes(kept)
    assert reads(table.grammar(tmp_path))
    assert len(made) == 1
    assert table.read((tmp_path / table.FILE).read_text("utf-8"), GRAMMAR) is not None


@pytest.mark.parametrize("wrong", ["rows", "tokens", "definitions", "states", "rules", "start_states"])
def test_a_table_with_parts_of_another_kind_is_not_taken(wrong: str) -> None:
    body = json.loads(TABLE.partition("\n")[2])
    parts: list[object] = [None, 7, "text", [[]], {"__type__": "Harm"}, [{"__type__": "Harm"}]]
    for part in parts:
        changed = json.dumps({**body, wrong: part})
        assert table.read(f"{json.dumps(table._head(GRAMMAR, changed))}\n{changed}\n", GRAMMAR) is None
