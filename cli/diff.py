"""`rulesdsl diff`."""

from pathlib import Path

import click

from rulesdsl.checked_game import Game
from rulesdsl.differences import Difference, differences
from rulesdsl.syntax import ast

from .exit_status import CannotDo
from .game_options import complete_game, game_file
from .loading import check_variant, loaded, plural, read_tree
from .output_options import format_option, json_text
from .rules import base_file

COLOURS = {"+": "green", "-": "red"}


@click.command("diff")
@click.argument("base", type=game_file, shell_complete=complete_game)
@click.argument("variant", type=game_file, shell_complete=complete_game)
@format_option("text", "json")
def command(base: Path, variant: Path, output_format: str) -> None:
    """Say in words what a variant changes of its base.

    Lines that go are marked with -, lines that come with +.

    \b
    Examples:
      rulesdsl diff road_trip long_road.game
      rulesdsl diff road_trip long_road.game --format json
    """
    _, tree = read_tree(variant)
    if not isinstance(tree, ast.VariantFile):
        raise CannotDo(f'{variant} is no variant: a variant begins with `variant "..." of "{base.name}"`')
    meant = base_file(variant, tree.base.value)
    if not meant.samefile(base):
        raise CannotDo(f"{variant} is a variant of {meant}, not of {base}")
    # The base with its own changes, where it is itself a variant.
    game = loaded(base)
    differences = changes(game, variant, tree)
    if output_format == "json":
        click.echo(json_text([_as_data(each) for each in differences]))
        return
    title = click.style(tree.title.value, bold=True)
    click.echo(f"{title} changes {plural(len(differences), 'thing')} in {game.title}.")
    for each in differences:
        click.echo()
        tell(each)


def changes(game: Game, variant: Path, tree: ast.VariantFile) -> tuple[Difference, ...]:
    """What a variant of this game changes. A change of what is not there is not put into words as if it
    could be made.
    """
    check_variant(variant)
    return differences(game.tree, tree, game.files.data)


def tell(difference: Difference) -> None:
    rules = click.style(f"  [{' '.join(difference.rules)}]", dim=True) if difference.rules else ""
    click.echo(f"{difference.sentence}{rules}")
    for line in difference.lines:
        click.echo(click.style(f"  {line.sign} {line.text}".rstrip(), fg=COLOURS.get(line.sign)))


def _as_data(difference: Difference) -> dict[str, object]:
    return {
        "sentence": difference.sentence,
        "lines": [{"sign": line.sign, "text": line.text} for line in difference.lines],
        "rules": list(difference.rules),
        "file": difference.span.source.name,
        "line": difference.span.line,
    }
