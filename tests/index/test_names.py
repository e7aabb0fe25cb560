"""Every name of every file is known: where it is declared, and what else is the same thing."""

import re
from functools import cache
from pathlib import Path

import pytest

from rulesdsl.builtins import BUILTINS
from rulesdsl.check.declarations.kinds import RESERVED
from rulesdsl.diagnostics import Report
from rulesdsl.game_files import Files
from rulesdsl.grids import COMPASS, DIRECTION
from rulesdsl.index.build import index_of
from rulesdsl.index.model import Index
from rulesdsl.library import shipped_games
from rulesdsl.syntax.table import grammar
from rulesdsl.syntax.tokens import Kind, pieces

ROOT = Path(__file__).parents[2]
FILES = [*shipped_games().values(), *sorted((ROOT / "examples").rglob("*.game"))]
# What grids, rings and shapes have without anybody declaring it, and words of the head and of rankings.
BUILT_IN = frozenset(
    {"cells", "column", "row", "number", "most", "least", "shared", "steps", "game", DIRECTION, *COMPASS}
)
NAMED_ARGUMENTS = frozenset(
    word
    for function in BUILTINS.values()
    for form in function.forms
    for word in re.findall("([a-z]+):", form)
)
CELL = re.compile(r"[a-z]\d{1,2}|[a-z_]+(_[a-z]\d{1,2})+")
"""What is printed at a cell of a board, and what lies on several."""


def index(path: Path) -> Index:
    report = Report()
    found = index_of(path, Files(), report)
    assert found is not None, str(report)
    return found


@cache
def language_words() -> frozenset[str]:
    patterns = (terminal.pattern.value for terminal in grammar().terminals)
    return frozenset(word for pattern in patterns for word in re.findall("[a-z_]+", pattern))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_word_of_a_file_is_one_of_the_language_or_a_name_of_one_thing(path: Path) -> None:
    found = index(path)
    known = {(place.start, place.end) for place, _ in found.names_in(str(path))}
    text = path.read_text("utf-8")
    unknown = [
        f"{text.count(chr(10), 0, piece.start) + 1}: {piece}"
        for piece in pieces(text)
        if piece.kind is Kind.WORD
        and str(piece) not in language_words() | BUILTINS.keys() | RESERVED | BUILT_IN | NAMED_ARGUMENTS
        and (piece.start, piece.end) not in known
        and not (" grid " in text and CELL.fullmatch(str(piece)))
    ]
    assert not unknown
    for number, places in enumerate(found.things):
        assert len({found.texts[place.file][place.start : place.end] for place in places}) == 1
        assert found.definitions_of(number), places


def test_a_name_is_found_from_its_use_and_the_other_way_round(tmp_path: Path) -> None:
    (tmp_path / "towns.csv").write_text("town,size\nrome,3\nbonn,1\n")
    path = tmp_path / "small.game"
    path.write_text(
        'game "Small"\nplayers 1..2\n'
        'places Town from "towns.csv" named by town\n  size: 1..9\n'
        "zone bag: set of Pawn, starts with Pawn\n"
        "pieces Pawn for each value in {1, 2}\n"
        "state seat per Player: Town, starts rome\n"
        "define big(t: Town) = t.size > 2\n"
        "flow\n  phase once\n    each player in turn\n      set your seat to bonn\n"
        "score size = if big(your seat) then your seat.size else 0\n"
        "winner most total, then shared\n"
    )
    found = index(path)

    def thing(file: Path, word: str, time: int = 0) -> list[str]:
        text = file.read_text()
        at = [match.start() for match in re.finditer(rf"\b{word}\b", text)][time]
        named = found.named_at(str(file), at)
        assert named is not None
        return sorted(
            f"{Path(place.file).name}:{found.texts[place.file].count(chr(10), 0, place.start) + 1}"
            for place in found.things[named[1]]
        )

    assert thing(path, "rome") == ["small.game:7", "towns.csv:2"]
    assert thing(tmp_path / "towns.csv", "bonn") == ["small.game:12", "towns.csv:3"]
    # The attribute, its column, and not the score row of the same name.
    assert thing(path, "size") == ["small.game:13", "small.game:4", "small.game:8", "towns.csv:1"]
    assert thing(path, "size", 2) == ["small.game:13"]
    assert thing(path, "t", 0) == ["small.game:8", "small.game:8"]
    [big] = found.definitions_of(found.named_at(str(path), path.read_text().index("big(your"))[1])  # type: ignore[index]
    assert (big.sort, big.detail) == ("definition", "yes or no")
