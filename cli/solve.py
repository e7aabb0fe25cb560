"""`rulesdsl solve`."""

import json
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

import click

from rulesdsl import program as ir
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.labels import names
from rulesdsl.environments.memory import has_secrets
from rulesdsl.environments.minimax import CannotSolve, Solution, solve
from rulesdsl.environments.node import Node
from rulesdsl.environments.positions import MOST_POSITIONS, TooManyPositions

from .exit_status import CannotDo, ExitStatus
from .faults import show_fault
from .game_options import game_argument, option_option, players_option, variant_option
from .loading import loaded, program_for
from .output_options import format_option
from .seats import number_of_players

ITERATIONS = 500


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
@players_option
@option_option
@variant_option
@format_option("text", "json")
def command(
    file: Path,
    returns: str,
    limit: int,
    iterations: int,
    players: int | None,
    options: tuple[tuple[str, str], ...],
    variants: tuple[Path, ...],
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
    """
    game = loaded(file, variants)
    program = program_for(game, number_of_players(game, players), options)
    try:
        result = (
            _with_secrets(program, returns, limit, iterations)
            if has_secrets(program)
            else _without(program, returns, limit)
        )
    except Fault as fault:
        show_fault(fault)
        return ExitStatus.FAULT_IN_PLAY
    except (CannotSolve, TooManyPositions) as problem:
        raise CannotDo(str(problem)) from None
    if output_format == "json":
        click.echo(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        _show(program, result)
    return ExitStatus.FINE


def _told(what: str) -> Callable[[int], None] | None:
    """Says how far it is, on a terminal."""
    if not sys.stderr.isatty():
        return None
    return lambda count: click.echo(f"\r{count:,} {what}", err=True, nl=False)


def _without(program: ir.Program, returns: str, limit: int) -> dict[str, object]:
    solution = solve(program, returns=returns, every_step=True, limit=limit, progress=_told("positions"))
    result: dict[str, object] = {
        "title": program.title,
        "rules": program.mark,
        "positions": solution.positions,
        "ends": solution.ends,
        "endless": solution.endless,
        "values": [str(value) for value in solution.values],
    }
    root = solution.tree.root
    if root.player is not None and root.player >= 0:
        result["first"] = _first(solution, root, root.player)
    return result


def _first(solution: Solution, root: Node, mover: int) -> list[dict[str, object]]:
    """What each of the first actions is worth to who begins."""
    best = solution.best(root)
    return [
        {
            "action": solution.tree.actions.words[action],
            "value": str(solution.worth(root, action)[mover]),
            "best": good,
        }
        for action, good in best.items()
    ]


def _with_secrets(program: ir.Program, returns: str, limit: int, iterations: int) -> dict[str, object]:
    if find_spec("numpy") is None:
        raise CannotDo("something is hidden in this game, which needs numpy: pip install 'rulesdsl[rl]'")
    from rulesdsl.environments.game_tree import GameTree, TreeTooLarge
    from rulesdsl.environments.solving import cfr

    try:
        tree = GameTree(program, returns=returns, limit=limit, progress=_told("nodes"))
    except TreeTooLarge as problem:
        raise CannotDo(str(problem)) from None
    strategy = cfr(tree, iterations, plus=True, progress=_told("iterations"))
    return {
        "title": program.title,
        "rules": program.mark,
        "nodes": len(tree),
        "information_sets": len(tree.sets),
        "iterations": iterations,
        "values": [f"{value:.4f}" for value in strategy.values],
        "exploitability": f"{strategy.exploitability:.4f}",
    }


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
        for action in first:
            click.echo(f"  {action['action']}: {action['value']}" + (", best" if action["best"] else ""))
