"""`rulesdsl lsp`."""

import os
import sys

import click

from .exit_status import CannotDo, ExitStatus


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Talk on standard input and output, which is done in any case.")
def command(stdio: bool) -> ExitStatus:  # noqa: ARG001 - editors pass it, and there is no other way
    """Answer an editor by the language server protocol, on standard input and output.

    Editors start this by themselves; docs/editors.md says how they are told.

    \b
    Examples:
      rulesdsl lsp
    """
    try:
        from rulesdsl.language_server.server import serve
    except ModuleNotFoundError as missing:
        raise CannotDo(
            f"{missing.name} is not installed; install what the language server needs with"
            " `pip install 'rulesdsl[lsp]'`"
        ) from None
    # Streams of their own, because the server closes them.
    with os.fdopen(os.dup(sys.stdin.fileno()), "rb") as questions:
        serve(questions, os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
    return ExitStatus.FINE
