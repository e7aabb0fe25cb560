"""`rulesdsl solve`."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from rulesdsl import program as ir
from rulesdsl.engine.labels.labels import names
from rulesdsl.environments.memory import has_secrets
from rulesdsl.environments.minimax import CannotSolve, Solution, solve
from rulesdsl.environments.node import CHANCE, Node, Tree
from rulesdsl.environments.positions import MOST_POSITIONS, TooManyPositions

from .exit_status import CannotDo, ExitStatus
from .game_options import GameOptions, game_argument, game_options
from .loading import game_and_program
from .output_options import format_option, json_text
from .whole_files import can_be_written

if TYPE_CHECKING:
    from rulesdsl.environments.game_tree import GameTree
    from rulesdsl.environments.solving import Strategy

ITERATIONS = 500

Row: TypeAlias = tuple[str, str, str, str]
"""One of a table of best moves."""


@click.command("solve")
@game_argument
@click.option(
    "--returns",
    type=click.Choice(["victory", "points"]),
    default="victory",
    show_default=True,
    help="What a game is worth: 1 to who wins and -1 to who loses, or the points.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=MOST_POSITIONS,
    show_default=True,
    metavar="N",
    help="Give up where there are more positions.",
)
@click.option(
    "--iterations",
    type=click.IntRange(min=1),
    default=ITERATIONS,
    show_default=True,
    metavar="N",
    help="Of a game with secrets: how often the strategies are made better.",
)
@click.option(
    "--table",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.csv",
    help="Write a table of the best moves, by what was played or by what a player was told.",
)
@click.option(
    "--samples",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Where chance can lead to more than N positions, draw N of them: an estimate.",
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="N", help="By which they are drawn.")
@game_options
@format_option("text", "json")
def command(
    file: Path,
    returns: str,
    limit: int,
    iterations: int,
    table: Path | None,
    samples: int,
    seed: int,
    chosen: GameOptions,
    output_format: str,
) -> ExitStatus:
    """Say what a small game is worth if all play as well as can be.

    Where nothing is hidden, every position is looked at, and the value is exact. Where something is, the
    strategies come close to an equilibrium (CFR+), and it is said how close; that needs
    pip install 'rulesdsl[rl]'.

    \b
    Examples:
      rulesdsl solve tic_tac_toe.game
      rulesdsl solve kuhn_poker.game --returns points
      rulesdsl solve nim.game --table moves.csv
    """
    can_be_written(table)
    _, program = game_and_program(file, chosen)
    wanted = {"returns": returns, "samples": samples, "seed": seed, "limit": limit}
    try:
        if has_secrets(program):
            result, moves = _with_secrets(program, iterations, wanted)
        else:
            result, moves = _without(program, wanted)
        if table is not None:
            _write(table, moves)
    except (CannotSolve, TooManyPositions) as problem:
        raise CannotDo(str(problem)) from None
    if output_format == "json":
        click.echo(json_text(result))
    else:
        _show(program, result)
    return ExitStatus.FINE


def _progress(what: str) -> Callable[[int], None] | None:
    """Says how far it is, on a terminal."""
    if not sys.stderr.isatty():
        return None
    return lambda count: click.echo(f"\r{count:,} {what}", err=True, nl=False)


def _without(program: ir.Program, wanted: Mapping[str, Any]) -> tuple[dict[str, object], Iterator[Row]]:
    solution = solve(program, every_step=True, progress=_progress("positions"), **wanted)
    result: dict[str, object] = {
        "title": program.title,
        "made": solution.provenance,
        "positions": solution.positions,
        "ends": solution.ends,
        "endless": solution.endless,
        "values": [str(value) for value in solution.values],
    }
    first = _first_choice(solution.tree.root)
    if first is not None:
        result["first"] = _first(solution, first)
    return result, _best_moves(solution)


def _best_moves(solution: Solution) -> Iterator[Row]:
    yield "so_far", "player", "worth", "best"
    players = names(solution.tree.players)
    for node in solution.decisions:
        player, words = node.player, node.words
        assert player is not None
        best = [words[action] for action, good in solution.best(node).items() if good]
        so_far = "; ".join(_in_words(solution.tree, node.path))
        yield so_far, players[player], str(solution.value(node)[player]), "; ".join(best)


def _in_words(tree: Tree, path: Sequence[int]) -> Iterator[str]:
    """What was chosen, and what chance gave."""
    node = tree.root
    for choice in path:
        if node.player == CHANCE:
            yield f"{node.question.what} {node.question.values[choice]}"
        else:
            yield node.words[choice]
        node = node.child(choice)


def _write(path: Path, rows: Iterable[Row]) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
    except OSError as problem:
        raise CannotDo(f"{path} cannot be written: {problem.strerror}") from None


def _first_choice(root: Node) -> Node | None:
    """Where somebody has the first choice; None if chance, or nobody, is asked before."""
    node = root
    while node.player is not None and node.player >= 0:
        if len(node.legal_actions) > 1:
            return node
        [node] = node.children
    return None


def _first(solution: Solution, node: Node) -> list[dict[str, object]]:
    """What each of the first actions is worth to who begins."""
    best, words, mover = solution.best(node), node.words, node.player
    assert mover is not None
    return [
        {"action": words[action], "value": str(solution.worth(node, action)[mover]), "best": good}
        for action, good in best.items()
    ]


def _with_secrets(
    program: ir.Program, iterations: int, wanted: Mapping[str, Any]
) -> tuple[dict[str, object], Iterator[Row]]:
    if find_spec("numpy") is None:
        raise CannotDo("something is hidden in this game, which needs numpy: pip install 'rulesdsl[rl]'")
    from rulesdsl.environments.game_tree import GameTree, TreeTooLarge
    from rulesdsl.environments.solving import cfr

    try:
        tree = GameTree(program, progress=_progress("nodes"), **wanted)
    except TreeTooLarge as problem:
        raise CannotDo(str(problem)) from None
    strategy = cfr(tree, iterations, plus=True, progress=_progress("iterations"))
    result = {
        "title": program.title,
        "made": strategy.provenance,
        "nodes": len(tree),
        "information_sets": len(tree.sets),
        "iterations": iterations,
        "values": [f"{value:.4f}" for value in strategy.values],
        "exploitability": f"{strategy.exploitability:.4f}",
    }
    return result, _shares(tree, strategy)


def _shares(tree: GameTree, strategy: Strategy) -> Iterator[Row]:
    yield "told", "player", "action", "probability"
    players = names(tree.tree.players)
    for decision_set in tree.sets:
        words = tree.tree.at(decision_set.path).words
        for action, share in strategy.at(decision_set).items():
            yield (
                decision_set.text.replace("\n", "; "),
                players[decision_set.player],
                words[action],
                f"{share:.4f}",
            )


def _show(program: ir.Program, result: Mapping[str, object]) -> None:
    if "positions" in result:
        click.echo(f"{program.title}: {result['positions']:,} positions, {result['ends']:,} of them ends")
        if result["endless"]:
            click.echo(f"from {result['endless']:,} of them nobody can force an end")
    else:
        click.echo(
            f"{program.title}: {result['nodes']:,} nodes, {result['information_sets']:,} information sets;"
            f" after {result['iterations']:,} iterations a player can gain {result['exploitability']}"
            " on average by playing otherwise"
        )
    values = result["values"]
    assert isinstance(values, list)
    worth = ", ".join(f"{name} {value}" for name, value in zip(names(program.players), values, strict=True))
    click.echo(f"worth: {worth}")
    first = result.get("first")
    if isinstance(first, list):
        for row in first:
            click.echo(f"  {row['action']}: {row['value']}" + (", best" if row["best"] else ""))
