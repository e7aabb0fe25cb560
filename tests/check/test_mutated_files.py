"""Games with lines lost, doubled, exchanged and words replaced: whatever is wrong is said, nothing breaks."""

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
SHORT, LONG = 120, 2_000


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


def test_a_mutated_file_breaks_nothing(texts: dict[Path, str], pytestconfig: pytest.Config) -> None:
    chance = random.Random(11)
    words = sorted({word for text in texts.values() for word in WORD.findall(text)})
    paths = sorted(texts)
    met: set[str] = set()
    for _ in range(LONG if pytestconfig.getoption("--long") else SHORT):
        path = chance.choice(paths)
        files, report = Files(), Report()
        text = mutated(texts[path], words, chance)
        source = files.keep(Source(str(path), text), path.parent)
        tree = parse(source, report)
        if isinstance(tree, ast.GameFile):
            check_tree(tree, files, report)
        met |= {found.code for found in report.sorted()}
    # The mutations reach all parts of the checker, not only the parser.
    assert {"syntax-error", "unknown-name"} <= met
    assert len(met) > 10, met
