"""`rulesdsl env`."""

import json
from pathlib import Path

import click

from rulesdsl.environments.actions import Actions, TooManyActions
from rulesdsl.environments.memory import recall
from rulesdsl.environments.observations import Observations, TooManyNumbers
from rulesdsl.environments.provenance import provenance
from rulesdsl.library import shipped_games

from .exit_status import CannotDo, ExitStatus
from .game_options import GameOptions, game_argument, game_options
from .loading import game_and_program
from .output_options import format_option, json_text


@click.command("env")
@game_argument
@click.option("--actions", "with_actions", is_flag=True, help="List every action by its number.")
@click.option("--names", "with_names", is_flag=True, help="List what every number of an observation is.")
@game_options
@format_option("text", "json")
def command(
    file: Path,
    with_actions: bool,
    with_names: bool,
    chosen: GameOptions,
    output_format: str,
) -> ExitStatus:
    """Show a game as an environment for learning: its actions, what a player observes, how to begin.

    \b
    Examples:
      rulesdsl env road_trip --players 3
      rulesdsl env tic_tac_toe.game --actions
    """
    _, program = game_and_program(file, chosen)
    count = program.players
    try:
        actions, seen = Actions(program), Observations(program)
    except (TooManyActions, TooManyNumbers) as problem:
        raise CannotDo(str(problem)) from None
    remembers = recall(program)
    if output_format == "json":
        data: dict[str, object] = {
            "title": program.title,
            "players": count,
            "made": provenance(program),
            "actions": list(actions.words),
            "actions_mark": actions.mark,
            "observation": list(seen.names),
            "observation_is_enough": remembers.enough,
        }
        click.echo(json_text(data))
        return ExitStatus.FINE
    click.echo(f"{program.title}, {count} player{'s' if count > 1 else ''}")
    click.echo(f"actions: Discrete({actions.size})")
    if with_actions:
        for number, word in enumerate(actions.words):
            click.echo(f"  {number} {word}")
    click.echo(f"observation: Box(-1, 1, ({seen.size},))")
    if with_names:
        for number, name in enumerate(seen.names):
            click.echo(f"  {number} {name}")
    click.echo(str(remembers))
    rows = "" if remembers.enough else ", rows=1000"
    given = file.stem if shipped_games().get(file.stem) == file else str(file)
    click.echo("")
    click.echo("from rulesdsl import load")
    click.echo("from rulesdsl.environments.pettingzoo_env import TurnsEnv")
    click.echo(f"env = TurnsEnv(load({json.dumps(given, ensure_ascii=False)}).program({count}){rows})")
    return ExitStatus.FINE
