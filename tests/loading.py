"""Games of the house for tests: checked once for all processes of a run, then taken from what was kept."""

import os
from collections.abc import Iterable
from pathlib import Path

from rulesdsl import pipeline
from rulesdsl.checked_game import Game
from rulesdsl.library import resolve

HOUSE = Path(__file__).parents[1]


def without_texts(files: Iterable[Path]) -> list[Path]:
    """The games that bots can play: no texts are written in them, so that all options can be listed."""
    return sorted(file for file in files if "from text of at most" not in file.read_text("utf-8"))


def load(path: str | Path, *, variants: Iterable[str | Path] = ()) -> Game:
    """As `rulesdsl.load`; what lies elsewhere than in the house is read each time."""
    layers = tuple(variants)
    files = [resolve(str(path)), *map(Path, layers)]
    if not all(file.resolve().is_relative_to(HOUSE) for file in files):
        return pipeline.load(path, variants=layers)
    folder = Path(os.environ["XDG_CACHE_HOME"]) / "rulesdsl"
    folder.mkdir(exist_ok=True)
    return pipeline.load(path, variants=layers, cache_dir=folder)
