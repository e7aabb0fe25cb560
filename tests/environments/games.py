"""The games that environments are tried with: each once, at the fewest players who can play it."""

from functools import cache
from pathlib import Path

from rulesdsl import program as ir
from tests.loading import load, without_texts

ROOT = Path(__file__).parents[2]
CLASSICS = ROOT / "examples" / "classics"
PLAYED = without_texts([*(ROOT / "games").glob("*.game"), *CLASSICS.glob("*.game")])
"""Those that come with the project, and the classics."""
EACH = [*PLAYED, *without_texts((ROOT / "examples" / "language").glob("*.game"))]


@cache
def fewest(path: Path) -> ir.Program:
    game = load(path)
    return game.program(game.players[0])


def classic(name: str, players: int = 2) -> ir.Program:
    return load(CLASSICS / f"{name}.game").program(players)


def leduc_with_suits(folder: Path) -> Path:
    """Leduc poker with six cards that can be told apart."""
    text = (CLASSICS / "leduc_poker.game").read_text("utf-8")
    text = text[: text.index("\nexample ")]
    text = text.replace(
        "values Rank: jack, queen, king", "values Rank: jack, queen, king\nvalues Suit: oak, rose"
    )
    text = text.replace("for each rank in Rank copies 2", "for each rank in Rank, suit in Suit")
    path = folder / "leduc_with_suits.game"
    path.write_text(text, "utf-8")
    return path


def called(path: Path) -> str:
    return path.stem
