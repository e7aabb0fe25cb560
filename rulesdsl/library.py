"""The games that are shipped with the package."""

import importlib.resources
from pathlib import Path

from rulesdsl.diagnostics.suggest import suggest
from rulesdsl.named_files import named_file, not_there

SUFFIX = ".game"


class UnknownGame(LookupError):
    """Neither a file nor the name of a shipped game."""

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted
        self.suggestion = _beside(wanted) or suggest(wanted, shipped_games())
        meant = f"; did you mean `{self.suggestion}`?" if self.suggestion else ""
        super().__init__(f"{not_there(Path(wanted), wanted)}, and no shipped game of that name{meant}")


def _beside(wanted: str) -> str | None:
    """A game in the same folder that may have been meant: `race.game` for `race` or `rcae.game`."""
    path = Path(wanted)
    files = path.parent.glob(f"*{SUFFIX}") if path.parent.is_dir() else ()
    names = sorted(file.name for file in files if file.exists())
    whole = path.stem + SUFFIX
    meant = whole if whole in names else suggest(whole, names)
    return None if meant is None else str(path.parent / meant)


def folder() -> Path:
    """The folder of the shipped games; each has its data in a folder beside its file."""
    return Path(str(importlib.resources.files("rulesdsl.games")))


def shipped_games() -> dict[str, Path]:
    """Name to file, in the order of the names."""
    return {path.stem: path for path in sorted(folder().glob(f"*{SUFFIX}"))}


def resolve(name_or_path: str) -> Path:
    """The file that is meant: what exists at that path, else the shipped game of that name."""
    path = Path(name_or_path)
    if path.exists():
        return path
    shipped = shipped_games().get(name_or_path)
    if shipped is None:
        raise UnknownGame(name_or_path)
    return shipped


def base_of(variant: Path, name: str) -> Path:
    """What a variant means by the name of its base: a file beside it or below, else a shipped game.

    Raises as `named_file` does.
    """
    shipped = shipped_games().get(name.removesuffix(SUFFIX))
    try:
        beside = named_file(variant.parent, name, SUFFIX)
    except OSError:
        if shipped is None:
            raise
        return shipped
    # A variant may be called like the shipped game it changes.
    return shipped if shipped is not None and beside.resolve() == variant.resolve() else beside
