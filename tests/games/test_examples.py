"""All examples of the games of the house come out as they say."""

from pathlib import Path

import pytest

from rulesdsl.checked_game import example_programs
from rulesdsl.engine.examples.run import run_examples
from tests.loading import load

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "games").glob("*.game"), *(ROOT / "examples").glob("*/*.game")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_example_comes_out(path: Path) -> None:
    """Those of a variant, not those of its base, which may come out otherwise."""
    game = load(path)
    own = [decl for decl in game.examples if Path(decl.span.source.name).name == path.name]
    results = []
    for program, report in example_programs(game, own):
        assert not report.has_errors
        results += run_examples(program, shuffles=2)
    assert [result.title for result in results if result.outcome != "ok"] == []
    assert len(results) == len(own)


def test_there_are_examples_to_run() -> None:
    assert sum(len(load(path).examples) for path in FILES) > 500
