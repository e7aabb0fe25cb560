"""Games with lines lost, doubled, exchanged and words replaced: whatever is wrong is said, nothing breaks."""

import difflib
import random
import re
from pathlib import Path

import pytest

from rulesdsl.diagnostics.model import Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_tree
from rulesdsl.source import Source
from rulesdsl.syntax import ast, parse

WORD = re.compile(r'([A-Za-z_]+|\d+|"[^"\n]*"|[(){}=<>+\-*.,:])')
PARTS = 2
SHORT, LONG = 100, 1_000
"""So many files are mutated in each part."""


@pytest.fixture(scope="module")
def texts(checkout: Path) -> dict[Path, str]:
    folders = ("games", "examples/classics", "examples/language")
    files = sorted(file for folder in folders for file in (checkout / folder).glob("*.game"))
    return {file: file.read_text(encoding="utf-8") for file in files}


def mutated(text: str, words: list[str], chance: random.Random) -> str:
    lines = text.split("\n")
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = chance.randrange(len(lines))
        match chance.randrange(10):
            case 0 | 1:
                del lines[at]
                lines = lines or [""]
            case 2:
                lines.insert(at, chance.choice(lines))
            case 3:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                parts = WORD.split(lines[at])
                places = [place for place, part in enumerate(parts) if part.strip()]
                if places:
                    parts[chance.choice(places)] = chance.choice([*words, "", ""])
                    lines[at] = "".join(parts)
    return "\n".join(lines)


def codes_of(path: Path, text: str) -> set[str]:
    """What is found in a text that takes the place of a file."""
    files, report = Files(), Report()
    source = files.keep(Source(str(path), text), path.parent)
    tree = parse(source, report)
    if isinstance(tree, ast.GameFile):
        check_tree(tree, files, report)
    return {found.code for found in report.sorted()}


@pytest.mark.parametrize("part", range(PARTS))
def test_a_mutated_file_breaks_nothing(
    texts: dict[Path, str], part: int, pytestconfig: pytest.Config
) -> None:
    chance = random.Random(11 + part)
    words = sorted({word for text in texts.values() for word in WORD.findall(text)})
    paths = sorted(texts)
    met: set[str] = set()
    broken = list[Exception]()
    for _ in range(LONG if pytestconfig.getoption("--long") else SHORT):
        path = chance.choice(paths)
        text = mutated(texts[path], words, chance)
        try:
            met |= codes_of(path, text)
        except Exception as found:  # noqa: BLE001 - all of them are told
            changes = difflib.unified_diff(
                texts[path].split("\n"), text.split("\n"), path.stem, lineterm="", n=0
            )
            found.add_note("\n".join(changes))
            broken.append(found)
    if broken:
        raise ExceptionGroup("mutated files that end in a bug report", broken)
    # The mutations reach all parts of the checker, not only the parser.
    assert {"syntax-error", "unknown-name"} <= met
    assert len(met) > 10, met
