"""What an example plays has no say in what is found in the rules."""

import re
import shutil
from pathlib import Path

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file, check_tree
from rulesdsl.program_walk import instances_in
from rulesdsl.source import Source
from rulesdsl.syntax import ast, parse
from tests.loading import load

ROOT = Path(__file__).parents[2]
GAMES = sorted(
    path
    for folder in ("examples/language", "examples/classics")
    for path in (ROOT / folder).glob("*.game")
    if path.read_text("utf-8").lstrip().startswith("game")
)
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")


def found(text: str, path: Path) -> list[tuple[int, str, str]]:
    files, report = Files(), Report()
    tree = parse(files.keep(Source(str(path), text), path.parent), report)
    assert isinstance(tree, ast.GameFile)
    check_tree(tree, files, report, every_setting=False)
    return sorted((one.span.line, one.code, one.message) for one in report)


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_examples_that_begin_anywhere(game: Path) -> None:
    rules = re.split(r'^example "', game.read_text("utf-8"), maxsplit=1, flags=re.MULTILINE)[0]
    rules = f"{rules.rstrip()}\n"
    [fewest] = re.findall(r"^players (\d)", rules, re.MULTILINE)
    names = ", ".join(NAMES[: int(fewest)])
    phases = re.findall(r"^ *phase (\w+)", rules, re.MULTILINE)
    begun = [f"{who} {name}" for name in phases for who in ("do", "Anna does")]
    begun += [f"play {where} {name}" for name in phases for where in ("from", "after")]
    begun += [f"do {name}" for name in re.findall(r"^routine (\w+)$", rules, re.MULTILINE)]
    here = len(rules.splitlines())
    before = found(rules, game)
    fine = []
    for line in begun:
        said = found(f'{rules}\nexample "it"\n  players {names}\n  {line}\n', game)
        new = [one for one in said if one not in before and one[0] <= here]
        assert not new, line
        if not any(at > here for at, _, _ in said):
            fine.append(line)
    examples = "".join(f'\nexample "{line}"\n  players {names}\n  {line}\n' for line in fine)
    assert [one for one in found(rules + examples, game) if one[0] <= here] == before


LARGE = [
    *sorted((ROOT / "games").glob("*.game")),
    *(
        pytest.param(path, marks=pytest.mark.long)
        for path in sorted((ROOT / "examples/house_rules").glob("*.game"))
    ),
]


@pytest.mark.parametrize("path", LARGE, ids=lambda path: path.stem)
def test_right_and_wrong_examples_of_large_games(path: Path, tmp_path: Path) -> None:
    """All at once, for these take long; a variant says nothing of the game below it either."""
    game = load(path)
    tree = game.tree
    phases = [phase.name.text for phase in instances_in(tree, ast.Phase)]
    actions = [one.name.text for one in tree.declarations if isinstance(one, ast.ActionDecl)]
    routines = [one.name.text for one in tree.declarations if isinstance(one, ast.RoutineDecl)]
    frames = ("do {}", "Anna does {}", "play from {}", "play after {}", "given {} = 2", "expect {} = 1")
    tried = [frame.format(name) for name in phases for frame in frames]
    tried += [frame.format(name) for name in routines for frame in frames[:2]]
    plays = (
        "Anna plays {0}",
        "Anna cannot {0}",
        "Ben plays {0}\n  Ben plays {0}",
        "Anna plays {0}(rubbish)",
    )
    tried += [frame.format(name) for name in actions for frame in plays]
    tried += [
        "play\n  game is over",
        "expect 1 = 2",
        "Zoe declines",
        "given Anna = 1",
        "expect Anna.rubbish = 1",
    ]
    folder = tmp_path / "games"
    shutil.copytree(path.parent, folder)
    file = folder / path.name
    add = "add example" if file.read_text("utf-8").lstrip().startswith("variant") else "example"
    rules = re.split(rf'^{add} "', file.read_text("utf-8"), maxsplit=1, flags=re.MULTILINE)[0]
    here = len(rules.splitlines())

    def said_of_the_rules(examples: str) -> list[tuple[str, int, str, str]]:
        file.write_text(rules + examples, "utf-8")
        report = Report()
        check_file(file, Files(), report, every_setting=False)
        assert report.has_errors == bool(examples)
        said = [(one.span.source.name, one.span.line, one.code, one.message) for one in report]
        return sorted(one for one in said if one[0] != str(file) or one[1] <= here)

    names = ", ".join(NAMES[: game.players[0]])
    examples = [f'{add} "{n}"\n  players {names}\n  {line}\n\n' for n, line in enumerate(tried)]
    assert len(examples) >= 20
    assert said_of_the_rules("".join(examples)) == said_of_the_rules("")


TRICKS = """game "Tricks"
players 2..4

pieces Card for each rank in 1..12

zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone hand per Player: set of Card, seen by owner
zone table: set of Card

state lead: Player or none
state won per Player: 0..20

action lay(card from your hand "Which?") "Lay {card}"
  move card to table

flow
  deal 3 from deck to hand
  choose opener from players by chance
  phase tricks 2 times
    set lead to opener
    if lead is not none
      phase trick
        until count(table) > 0
        player lead
          must lay if possible
        add 1 to lead.won
    player opener
      must lay if possible
    move table to deck

score points = your won
winner most total, then shared

example "it"
  players Anna, Ben
"""


@pytest.mark.parametrize(
    ("line", "because"),
    [
        ("do trick", "this may be none, and a turn needs a value"),
        ("do tricks", "there is no name `opener`"),
        ("play from tricks", "there is no name `opener`"),
    ],
)
def test_what_is_missing_is_the_fault_of_the_example(tmp_path: Path, line: str, because: str) -> None:
    files, report = Files(), Report()
    text = f"{TRICKS}  {line}\n"
    tree = parse(files.keep(Source("tricks.game", text), tmp_path), report)
    assert isinstance(tree, ast.GameFile)
    check_tree(tree, files, report)
    [error] = report
    assert (error.code, error.span.text) == ("bad-example", line)
    assert [one.text for one in error.secondary] == [because]
    wrong = TRICKS.replace("add 1 to lead.won", "add 1 to leed.won")
    assert [code for _, code, _ in found(f"{wrong}  {line}\n", tmp_path / "tricks.game")] == ["unknown-name"]


@pytest.mark.parametrize("line", ["players Anna, Ben, Cleo", "players Anna, Ben\n  option least is 2"])
def test_what_is_always_so_at_the_table_of_an_example_alone(tmp_path: Path, line: str) -> None:
    """A warning that is worth a word only if it holds for all numbers of players, and normally."""
    rules = """game "Tables"
players 2..3
option least: 1..2, normally 1

state coins: 0..9

flow
  phase day 2 times
    if coins + count(players) + least >= 4
      add 1 to coins

note points = coins
winner shared
"""
    path = tmp_path / "tables.game"
    assert found(rules, path) == []
    assert found(f'{rules}\nexample "it"\n  {line}\n  expect coins = 0\n', path) == []
