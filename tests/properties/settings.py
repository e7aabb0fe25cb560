"""The games that every property is tried in, and how they are set."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from _pytest.mark import ParameterSet
from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.check.head import players_of
from rulesdsl.diagnostics.model import Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import read_tree
from rulesdsl.syntax import ast
from tests.loading import load, without_texts
from tests.selection import cases

ROOT = Path(__file__).parents[2]
GAMES = without_texts([*(ROOT / "games").glob("*.game"), *(ROOT / "examples").glob("*/*.game")])


@frozen
class Setting:
    """A game at a number of players, at the greatest if none is given; `option`: one of its options, and a
    value that it normally has not.
    """

    path: Path
    players: int | None = None
    option: tuple[str, str] | None = None
    long: bool = False
    """Whether it is left out but with `--long`."""

    def __str__(self) -> str:
        words = [self.path.stem, *([] if self.players is None else [str(self.players)])]
        return "-".join([*words, "=".join(self.option)] if self.option else words)

    @property
    def program(self) -> ir.Program:
        return _program(self)


@lru_cache(maxsize=8)
def _program(setting: Setting) -> ir.Program:
    game = load(setting.path)
    options = dict([setting.option] if setting.option else [])
    return game.program(setting.players or game.players[-1], options)


def settings_of(path: Path) -> Iterator[Setting]:
    """The shipped games and the classics at every number of players, then at the greatest with each option
    set otherwise (numbers to their smallest, which makes games short); house rules and small examples at
    the greatest number of players. Numbers between the ends, and options, are long. Nothing is checked here:
    tests that are only listed are not waited for.
    """
    if path.parent.name not in ("games", "classics"):
        yield Setting(path)
        return
    tree = read_tree(path, [], Files(), Report())
    assert tree is not None
    counts = players_of(tree)
    yield from (Setting(path, players, long=players not in (counts[0], counts[-1])) for players in counts)
    for declared in tree.declarations:
        if isinstance(declared, ast.OptionDecl):
            text = declared.type.span.text
            ends = ("yes", "no") if text == "yes or no" else text.split("..")
            other = next(end for end in ends if end != declared.default.span.text)
            yield Setting(path, counts[-1], (declared.name.text, other), long=True)


def tried(settings: Iterable[Setting]) -> list[ParameterSet]:
    """For `parametrize`."""
    return cases(settings, lambda setting: not setting.long)


SETTINGS = [setting for path in GAMES for setting in settings_of(path)]
LONG = 5
"""So many games are played in each setting with `--long`, which comes to an end so; others with `--seeds`."""
