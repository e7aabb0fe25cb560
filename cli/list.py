"""`rulesdsl list`."""

from pathlib import Path

import click

from rulesdsl.engine.labels.english import players_between
from rulesdsl.library import shipped_games
from rulesdsl.syntax import ast

from .loading import read_tree
from .options_in_words import OptionInWords, options_in
from .output_options import format_option, json_text


@click.command("list")
@format_option("text", "json")
def command(output_format: str) -> None:
    """List the games that come with rulesdsl, each with its players and options.

    The name is enough wherever a command takes a FILE.

    \b
    Examples:
      rulesdsl list
      rulesdsl list --format json
    """
    games = [(name, path, *_head(path)) for name, path in shipped_games().items()]
    if output_format == "json":
        entries = [
            {
                "name": name,
                "title": title,
                "players": {"least": least, "most": most},
                "options": [option.as_data() for option in options],
                "file": str(path),
            }
            for name, path, title, least, most, options in games
        ]
        click.echo(json_text(entries))
        return
    name_width = max((len(name) for name, *_ in games), default=0)
    title_width = max((len(title) for _, _, title, *_ in games), default=0)
    for name, _, title, least, most, options in games:
        players = players_between(least, most)
        click.echo(click.style(f"{name:<{name_width}}", bold=True) + f"  {title:<{title_width}}  {players}")
        for option in options:
            click.echo(f"{' ' * name_width}  {option}")


def _head(path: Path) -> tuple[str, int, int, tuple[OptionInWords, ...]]:
    """Title, fewest and most players, options; a shipped game is one that can be read."""
    _, tree = read_tree(path)
    assert isinstance(tree, ast.GameFile), path
    title, least, most = path.stem, 1, 1
    for heading in tree.headings:
        match heading:
            case ast.TitleLine(title=words):
                title = words.value
            case ast.PlayersLine():
                least, most = heading.least, heading.most
            case _:
                pass
    return title, least, most, options_in(tree)
