"""The examples of many files tried, on all cores; how they came out is kept until something changes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from rulesdsl import game_cache
from rulesdsl.diagnostics import Report
from rulesdsl.game_cache import KeptResults

from .checking import read_what_checks
from .loading import cache_folder, disagreement_of_variants, game_or_faults
from .workers import on_all_cores

if TYPE_CHECKING:
    from rulesdsl.checked_game import Game
    from rulesdsl.engine.examples.run import Result
    from rulesdsl.source import Span

PART = "results"


@frozen
class Place:
    file: str
    line: int


@frozen
class Stop:
    """Where an example stopped at a decision of somebody else's."""

    place: Place | None
    line: str
    message: str
    hint: str


@frozen(kw_only=True)
class Named:
    """An example, whether or not it still makes sense."""

    title: str
    rules: tuple[str, ...]

    def has(self, words: str | None) -> bool:
        return words is None or words.lower() in self.title.lower() or words in self.rules


@frozen(kw_only=True)
class Tried(Named):
    """How one example came out, in words."""

    outcome: str
    message: str
    place: Place | None
    line: str = ""
    given: tuple[str, ...] = ()
    got: str = ""
    expected: str = ""
    stopped: Stop | None = None

    @property
    def ok(self) -> bool:
        return self.outcome == "ok"


@frozen
class Tested:
    """What became of the examples of a file: its own, and those of its bases under it."""

    own: tuple[Tried, ...]
    inherited: tuple[Tried, ...]
    of_the_base: tuple[Named, ...]
    warned: str = ""
    """What only shows when the variants are put together."""


Outcome = Tested | Report
"""The report is that of a file that is not valid."""


def tested(paths: Sequence[Path], variants: tuple[Path, ...]) -> Iterator[Outcome]:
    """In the order of the files."""
    known = {path: _kept(path, variants) for path in paths}
    unknown = [path for path, result in known.items() if result is None]
    now = on_all_cores(partial(_try, variants=variants), unknown, _read_what_plays)
    for path in paths:
        result = known[path]
        yield next(now) if result is None else result


def _read_what_plays() -> None:
    from rulesdsl.engine.examples import run  # noqa: F401

    read_what_checks()


def _kept(path: Path, variants: tuple[Path, ...]) -> Tested | None:
    folder = cache_folder()
    kept = None if folder is None else game_cache.find(KeptResults, folder, path, variants)
    return None if kept is None else game_cache.unpacked(Tested, kept.parts.get(PART), sys.modules[__name__])


def _try(path: Path, variants: tuple[Path, ...]) -> Outcome:
    game = game_or_faults(path, variants)
    if isinstance(game, Report):
        return game
    from rulesdsl.syntax.ast import rules_of

    result = Tested(
        own=tuple(sorted(_results(game, inherited=False), key=_place)),
        inherited=tuple(sorted(_results(game, inherited=True), key=_place)),
        of_the_base=tuple(
            Named(title=example.title.value, rules=tuple(rules_of(example.cite)))
            for example in game.examples
            if example.span.source is not game.top
        ),
        warned=disagreement_of_variants(game),
    )
    folder = cache_folder()
    # What is told of variants that disagree depends on the settings of the project as well.
    if folder is not None and not result.warned:
        stamp = game_cache.stamp_of_what_plays()
        files = game_cache.files_and_hashes(game.made_of)
        kept = KeptResults(stamp, files, {PART: game_cache.packed(result)})
        game_cache.keep(KeptResults, folder, path, variants, lambda: kept)
    return result


def _results(game: Game, *, inherited: bool) -> Iterator[Tried]:
    from rulesdsl.engine.examples.run import run_example

    for program in game.example_programs(inherited=inherited):
        for example in program.examples:
            yield _tried(run_example(program, example))


def _tried(result: Result) -> Tried:
    stopped = result.stopped
    return Tried(
        title=result.title,
        outcome=result.outcome,
        message=result.message,
        place=_at(result.span),
        line=result.line,
        given=tuple(line.text for line in result.given),
        got=result.got,
        expected=result.expected,
        rules=tuple(result.rules),
        stopped=None
        if stopped is None
        else Stop(_at(stopped.span), stopped.line, stopped.message, stopped.hint),
    )


def _at(span: Span | None) -> Place | None:
    return None if span is None else Place(span.source.name, span.line)


def _place(tried: Tried) -> int:
    """Examples are run in groups, by players and options, and shown in the order of the file."""
    return tried.place.line if tried.place else 0
