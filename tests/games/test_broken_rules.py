"""Where a rule of a game is broken, an example that cites it fails, or a look at what is seen.

A few of the ways to break a rule in a usual run, all of them with `--long`.
"""

import importlib

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.engine.examples.run import SHUFFLES, run_examples
from rulesdsl.library import shipped_games
from rulesdsl.rule_list import compare, read_rule_list, uses
from rulesdsl.source import Source
from rulesdsl.syntax import ast, parse
from tests.games.looks import LOOKS
from tests.games.parts import Broken, examples_that_fail, programs, text_of

AT_LEAST = 8
USUALLY = 2

BROKEN: dict[str, tuple[Broken, ...]] = {
    game: importlib.import_module(f"tests.games.broken_{game}").BROKEN for game in shipped_games()
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "broken" not in metafunc.fixturenames:
        return
    tried = None if metafunc.config.getoption("--long") else USUALLY
    cases = [(game, broken) for game, ways in BROKEN.items() for broken in ways[:tried]]
    names = [f"{game}-{broken.rule}" for game, broken in cases]
    metafunc.parametrize(("game", "broken"), cases, ids=[f"{name}-{at}" for at, name in enumerate(names)])


def what_fails(game: str, text: str, rule: str) -> list[str]:
    looks = [look for look in LOOKS[game] if look.rule == rule]
    seen = [fault for look in looks for fault in look.faults(game, text)]
    return seen or examples_that_fail(game, text, rule)


def test_a_broken_rule_is_found(game: str, broken: Broken) -> None:
    assert what_fails(game, broken.of(text_of(game)), broken.rule)


@pytest.mark.parametrize("game", sorted(BROKEN))
def test_what_is_broken_stands_in_the_file_once(game: str) -> None:
    for broken in BROKEN[game]:
        assert broken.of(text_of(game)) != text_of(game)
    assert len(BROKEN[game]) >= AT_LEAST


@pytest.mark.parametrize("game", sorted(BROKEN))
def test_every_rule_that_is_carried_out_is_broken_once(game: str) -> None:
    path = shipped_games()[game]
    rule_list = read_rule_list(Source("rules", path.with_suffix(".md").read_text("utf-8")))
    source = Source(path.name, text_of(game))
    tree = parse(source, Report())
    assert isinstance(tree, ast.GameFile)
    standings = compare(rule_list, uses(source, tree)).standings
    carried_out = {standing.rule.id for standing in standings if standing.written}
    assert carried_out - {broken.rule for broken in BROKEN[game]} == set()


@pytest.mark.parametrize("game", sorted(BROKEN))
def test_no_example_fails_while_the_rules_are_whole(game: str, pytestconfig: pytest.Config) -> None:
    shuffles = SHUFFLES if pytestconfig.getoption("--long") else 2
    failed = [
        result.title
        for program in programs(game, text_of(game))
        for result in run_examples(program, shuffles=shuffles)
        if not result.ok
    ]
    assert failed == []


def test_a_text_that_stands_there_twice_is_no_way_to_break_a_rule() -> None:
    with pytest.raises(AssertionError, match="stands 2 times"):
        Broken("X-1", "move a", "move b").of("move a\nmove a\n")
