"""The house rules that we show: each is short, sound, and does what its example says."""

import re
from pathlib import Path

import pytest

from rulesdsl.checked_game import Game, InvalidGame
from rulesdsl.diagnostics import Report
from rulesdsl.engine.examples.run import run_examples
from rulesdsl.engine.start import start
from rulesdsl.game_files import Files
from rulesdsl.library import shipped_games
from rulesdsl.pipeline import check_tree
from rulesdsl.source import Source
from rulesdsl.syntax import ast, parse
from rulesdsl.variants import apply, read_stack
from tests.loading import load

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FOLDER = EXAMPLES / "house_rules"
HOUSE_RULES = sorted([*FOLDER.glob("*.game"), EXAMPLES / "classics" / "jack_of_diamonds.game"])
LONGEST = 24
"""Lines of a house rule that say something."""

each_house_rule = pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda path: path.stem)


def tree_of(path: Path) -> ast.VariantFile:
    tree = parse(Source(path.name, path.read_text("utf-8")), Report())
    assert isinstance(tree, ast.VariantFile)
    return tree


def what_fails(game: Game) -> list[str]:
    return [
        f"{result.title}: {result.message}"
        for program in game.example_programs()
        for result in run_examples(program, shuffles=2)
        if not result.ok
    ]


@each_house_rule
def test_it_is_sound_and_its_examples_hold(path: Path) -> None:
    game = load(path)
    assert [found.message for found in game.report.warnings] == []
    assert what_fails(game) == []


@each_house_rule
def test_it_has_an_example_that_the_base_does_not_meet(path: Path) -> None:
    """Otherwise nothing shows what the house rule changes."""
    variant = tree_of(path)
    examples = [one for one in variant.changes if _is_example(one)]
    assert examples
    lines = "\n".join(one.span.text for one in examples)
    text = f'variant "Only the examples" of "{variant.base.value}"\n\n{lines}\n'
    alone = path.with_name(f"{path.stem} (examples alone).game")
    files = {alone: Source(str(alone), text)}
    assert _what_fails_alone(alone, files)


def _is_example(change: ast.Change) -> bool:
    return isinstance(change, ast.AddChange) and isinstance(change.declaration, ast.ExampleDecl)


def _what_fails_alone(path: Path, texts: dict[Path, Source]) -> list[str]:
    """As `load`, with a text in place of the file."""
    files = Files()
    report = Report()

    def read(file: Path) -> Source:
        return files.keep(texts[file], file.parent) if file in texts else files.game_source(file)

    stack = read_stack(path, read, report)
    assert stack is not None
    tree, changes = stack
    for one in changes:
        tree = apply(tree, one, report, files.data)
    game = check_tree(tree, files, report, top=texts[path])
    return [found.message for found in report.errors] or what_fails(game)


@each_house_rule
def test_it_can_be_played(path: Path) -> None:
    game = load(path)
    for players in game.players:
        state = start(game.program(players), seed=players)
        for _ in range(60):
            if state.over:
                break
            state.apply(state.option_count // 2)


@each_house_rule
def test_it_is_short_and_explained(path: Path) -> None:
    lines = [line for line in path.read_text("utf-8").splitlines() if line]
    assert len(lines) <= LONGEST
    assert any(line.startswith("# ") for line in lines)
    names = {name for line in lines for name in re.findall(r"^  players (.*)$", line)}
    assert all("Anna, Ben, Cleo, Dan, Eve, Finn".startswith(some) for some in names)


def test_together_they_show_most_changes() -> None:
    shown = {type(change) for path in HOUSE_RULES for change in tree_of(path).changes}
    assert shown >= {
        ast.AddChange,
        ast.ReplaceChange,
        ast.ReplaceLetChange,
        ast.ReplacePhaseChange,
        ast.RemoveChange,
        ast.SetChange,
        ast.SetPlayersChange,
        ast.ExtendChange,
        ast.ZoneChange,
        ast.ActionChange,
        ast.NearChange,
    }


def test_every_shipped_game_has_one() -> None:
    below = set()
    for path in HOUSE_RULES:
        stack = read_stack(path, Files().game_source, Report())
        assert stack is not None
        below.add(Path(stack[0].span.source.name).stem)
    assert below >= shipped_games().keys()


def test_a_house_rule_may_be_put_on_another() -> None:
    both = load("road_trip", variants=[FOLDER / "grand_tour.game", FOLDER / "connoisseurs.game"])
    names = {one.name.text for one in both.tree.declarations if isinstance(one, ast.ScoreDecl)}
    assert "explorer" in names
    assert both.top.name.endswith("connoisseurs.game")


def test_a_house_rule_of_another_game_is_refused() -> None:
    with pytest.raises(InvalidGame, match=r"built on lets_take_a_hike\.game, not on road_trip\.game"):
        load("road_trip", variants=[FOLDER / "full_hands.game"])


def test_a_bad_cell_is_reported_in_the_variant(tmp_path: Path) -> None:
    path = tmp_path / "house.game"
    path.write_text('variant "House" of "road_trip"\nset germany.food to sausage\n', "utf-8")
    with pytest.raises(InvalidGame) as caught:
        load(path)
    [found, *_] = caught.value.report.errors
    assert (found.span.source.name, found.span.text) == (str(path), "sausage")


def test_data_of_an_added_declaration_lies_beside_the_variant(tmp_path: Path) -> None:
    (tmp_path / "prizes.csv").write_text("place,prize\n1,9\n2,4\n", "utf-8")
    path = tmp_path / "house.game"
    path.write_text(
        'variant "House" of "road_trip"\n'
        'add table prizes by place: 1..2 from "prizes.csv"\n'
        "  gives prize: 0..9\n"
        "add score prize = prizes(2)\n",
        "utf-8",
    )
    assert any(
        isinstance(one, ast.TableDecl) and one.name.text == "prizes" for one in load(path).tree.declarations
    )
