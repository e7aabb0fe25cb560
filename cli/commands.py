"""The commands of `rulesdsl`, one module each, and nothing else."""

import click

from .exit_status import NAME, SHOW_TRACEBACK
from .lazy_commands import LazyGroup

# A module is imported when its command is used; its line here is what `rulesdsl --help` shows.
COMMANDS = {
    "run": "Play a game with bots and show what happens.",
    "play": "Play a game yourself.",
    "serve": "Open the table in a browser, with friends and bots.",
    "validate": "Check games and variants.",
    "test": "Run the examples in the files.",
    "trace": "Write the trace of a game.",
    "replay": "Play a trace again and compare.",
    "lsp": "Answer an editor: diagnostics, names, completion.",
    "fmt": "Lay files out in the one canonical way.",
    "fix": "Carry out the repairs that are certain.",
    "config": "Show which settings hold here, and what says so.",
    "rules": "Hold the rule list against the file.",
    "diff": "Say in words what a variant changes.",
    "changes": "Say what has changed since a revision, for a pull request.",
    "show": "Show a game at a glance, or draw its map or phases.",
    "print": "Print cards, boards, score pads and a player aid to cut out.",
    "perft": "Count sequences of decisions.",
    "solve": "Say what a small game is worth if all play well.",
    "env": "Show a game as an environment for learning.",
    "simulate": "Play many games and say what they show.",
    "compare": "Play many games under two rules and say what changes.",
    "new": "Write a file to start from.",
    "list": "List the games that come with rulesdsl.",
    "explain": "Explain a diagnostic, or list them all.",
    "completion": "Print the script that completes commands in your shell.",
}


def print_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from rulesdsl.version import LANGUAGE, __version__

        click.echo(f"{NAME} {__version__} (language {LANGUAGE})")
        context.exit()


def remember_traceback(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    context.meta[SHOW_TRACEBACK] = wanted


@click.group(
    NAME,
    cls=LazyGroup,
    summaries=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--traceback",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=remember_traceback,
    envvar="RULESDSL_TRACEBACK",
    help="Should rulesdsl itself fail, show where. RULESDSL_TRACEBACK=1 does the same.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_version,
    help="Show the version, and that of the language.",
)
def group() -> None:
    """Rulebooks that run: check, play and test the rules of tabletop games.

    FILE is always a path, or the name of a game that comes with rulesdsl.

    \b
    Examples:
      rulesdsl run road_trip
      rulesdsl play road_trip
      rulesdsl new my_game && rulesdsl validate my_game.game
    """
