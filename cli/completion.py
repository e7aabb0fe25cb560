"""`rulesdsl completion`."""

import click
from click.shell_completion import get_completion_class

from .exit_status import COMPLETION_VARIABLE, NAME


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script that completes commands, options and names of games in SHELL.

    \b
    Examples:
      eval "$(rulesdsl completion bash)"                # in ~/.bashrc
      eval "$(rulesdsl completion zsh)"                 # in ~/.zshrc
      rulesdsl completion fish | source                 # in config.fish
    """
    completion = get_completion_class(shell)
    assert completion is not None, shell
    root = context.find_root().command
    click.echo(completion(root, {}, NAME, COMPLETION_VARIABLE).source())
