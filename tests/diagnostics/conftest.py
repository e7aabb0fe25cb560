"""A small game with much wrong in it, for the tests of the renderers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulesdsl.diagnostics import Diagnostic, Label, Report
from rulesdsl.source import Source, Span

GAME = """\
game "Harbour"
players 2..4

zone crates: pile of crate
  seen by nobody
  holds 12

zone quay: row of crate, seen by all
zone ship per Player: set of crate, seen by owner

action load(crate in quay)
\tmove crate to shipp      # one tab in front
  say "荷物を積む" to everybody
  draw 2 from crates to quay

example "Anna loads"
  given quay = [tea, silk]
  play Anna: load(tea)
  expect Anna.ship = [tea]
  expect count(quay) = 2
  play Ben: load(silk)
  expect Ben.ship = [silk]
  expect count(crates) = 8
"""
BASE = 'game "Harbour, the base"\nzone crates: pile of crate\n'

Find = Callable[..., Span]


@pytest.fixture
def find() -> Find:
    """Where a text stands in a source, the first time or the one after `skip` others."""

    def find(source: Source, text: str, skip: int = 0) -> Span:
        start = -1
        for _ in range(skip + 1):
            start = source.text.index(text, start + 1)
        return Span(source, start, start + len(text))

    return find


@pytest.fixture
def game() -> Source:
    return Source("games/harbour.game", GAME)


@pytest.fixture
def base() -> Source:
    return Source("games/base, 100%: old.game", BASE)


@pytest.fixture
def report(game: Source, base: Source, find: Find) -> Report:
    report = Report()
    report.add(
        Diagnostic(
            "unknown-zone",
            "there is no zone `shipp`",
            Label(find(game, "shipp"), "declared nowhere"),
            (Label(find(game, "ship per Player"), "this has nearly the same name"),),
            hint="did you mean `ship`?",
        )
    )
    report.add(
        Diagnostic(
            "type-mismatch",
            "`say` needs a player, and `everybody` is none",
            Label(find(game, "everybody"), "of no type"),
            (Label(find(game, '"荷物を積む"'), "to be said"), Label(find(game, "say"), "needs a player")),
            hint='write `all`, or name the players:\n`say "..." to Anna`',
        )
    )
    report.add(
        Diagnostic(
            "deck-too-small",
            "`crates` has too few pieces at 4 players: 100% of {12}",
            Label(find(game, "draw 2 from crates"), "2 are drawn"),
            (
                Label(find(game, "zone crates: pile of crate\n  seen by nobody\n  holds 12\n"), "holds 12"),
                Label(find(base, "crates"), "the same, in the base"),
            ),
        )
    )
    report.add(
        Diagnostic(
            "bad-example",
            "the example plays a second turn",
            Label(Span.join(find(game, '"Anna loads"'), find(game, "count(crates) = 8")), "all of this"),
        )
    )
    report.add(
        Diagnostic(
            "unused-name",
            "`ship` is never used",
            Label(find(game, "ship")),
            hint="take it away, or write `# allow unused-name: reason` behind it",
        )
    )
    report.add(Diagnostic("no-winner", "the game does not say who wins", Label(game.end)))
    return report
