"""The games that every property is tried in, and how they are set."""

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.pipeline import load

ROOT = Path(__file__).parents[2]
GAMES = sorted([*(ROOT / "games").glob("*.game"), *(ROOT / "examples").glob("*/*.game")])


@frozen
class Setting:
    """A game at a number of players; `option`: one of its options, and a value that it normally has not."""

    path: Path
    players: int
    option: tuple[str, str] | None = None

    def __str__(self) -> str:
        words = [self.path.stem, str(self.players)]
        return "-".join([*words, "=".join(self.option)] if self.option else words)

    @property
    def program(self) -> ir.Program:
        return load(self.path).program(self.players, dict([self.option] if self.option else []))


def settings_of(path: Path) -> Iterator[Setting]:
    """The shipped games and the classics at every number of players, then at the greatest with each option
    set otherwise (numbers to their smallest, which makes games short); house rules and small examples at
    the greatest number of players.
    """
    game = load(path)
    if path.parent.name not in ("games", "classics"):
        yield Setting(path, game.players[-1])
        return
    yield from (Setting(path, players) for players in game.players)
    for name, option in game.options.items():
        text = option.type.span.text
        ends = ("yes", "no") if text == "yes or no" else text.split("..")
        other = next(end for end in ends if end != option.default.span.text)
        yield Setting(path, game.players[-1], (name, other))


SETTINGS = [setting for path in GAMES for setting in settings_of(path)]
LONG = 200
"""So many games are played in each setting with `--long`."""
