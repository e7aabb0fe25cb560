"""How a run ends: every way out of a command becomes an exit status."""

import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from io import TextIOWrapper
from pathlib import Path

import click

from .output_guard import first_that_acts, quiet, watched

NAME = "rulesdsl"
COMPLETION_VARIABLE = "_RULESDSL_COMPLETE"
ON_GITHUB = "GITHUB_ACTIONS"
SHOW_TRACEBACK = "rulesdsl.show_traceback"


class ExitStatus(IntEnum):
    FINE = 0
    # What was asked for found problems: an invalid file, a failing example, another game than recorded.
    FOUND_PROBLEMS = 1
    # It could not be done: used wrongly, no such file, a file that cannot be read.
    COULD_NOT = 2
    # A rule of the game broke, or a limit was met, while playing.
    FAULT_IN_PLAY = 3
    OUR_BUG = 70
    INTERRUPTED = 130
    # The reader of our output left before the end, as `head` does: what other programs report then.
    READER_LEFT = 141


class CannotDo(click.ClickException):
    """What was asked for cannot be done, whatever its arguments look like."""

    exit_code = ExitStatus.COULD_NOT

    def __init__(self, message: str) -> None:
        super().__init__(quiet(message))


def status_of(group: click.Group, arguments: Sequence[str]) -> int:
    """Run the command that the arguments name."""
    _open_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A letter that the terminal lacks, or that cannot be read, is no reason to stop.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    streams = sys.stdout, sys.stderr
    if os.environ.get(ON_GITHUB) == "true":
        sys.stdout, sys.stderr = map(watched, streams)
    try:
        status = _run(group, arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_unwritten_output()
        return ExitStatus.READER_LEFT
    finally:
        sys.stdout, sys.stderr = streams
    return status


def _refuse(steering: str | None) -> None:
    if steering is not None:
        raise CannotDo(f"`{steering}` has a control character in it, which no name or value here has")


def _run(group: click.Group, arguments: Sequence[str]) -> int:
    instruction = os.environ.get(COMPLETION_VARIABLE)
    if instruction:
        from click.shell_completion import shell_complete

        from . import bash_completion

        bash_completion.use_it()
        return shell_complete(group, {}, NAME, COMPLETION_VARIABLE, instruction)

    # See no-color.org: set and not empty means no colour; otherwise click looks whether it is a terminal.
    colour = False if os.environ.get("NO_COLOR") else None
    context: click.Context | None = None
    try:
        _refuse(first_that_acts(arguments))
        with group.make_context(NAME, list(arguments), color=colour) as context:
            status: int | None = group.invoke(context)
            return ExitStatus.FINE if status is None else status
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return ExitStatus.INTERRUPTED
    except click.ClickException as error:
        # Some of click's own errors would leave with 1, which means something else here.
        error.show()
        return ExitStatus.COULD_NOT
    except BrokenPipeError:
        raise
    except OSError as error:
        CannotDo(": ".join(str(part) for part in (error.filename, error.strerror or error) if part)).show()
        return ExitStatus.COULD_NOT
    except Exception as error:  # noqa: BLE001 - whatever it is, the reader gets no traceback of ours
        full = context is not None and context.meta.get(SHOW_TRACEBACK, False)
        return _unforeseen(error, arguments, with_traceback=full)


def _unforeseen(error: Exception, arguments: Sequence[str], *, with_traceback: bool) -> ExitStatus:
    """Rules that broke while a command played, or that only people can play, or a bug of ours."""
    from rulesdsl.engine.faults import Fault
    from rulesdsl.texts import FreeText

    if isinstance(error, FreeText):
        CannotDo(str(error)).show()
        return ExitStatus.COULD_NOT
    if isinstance(error, Fault):
        from .faults import show_fault

        show_fault(error)
        return ExitStatus.FAULT_IN_PLAY
    from .bug_report import bug_report

    click.echo(bug_report(error, arguments, with_traceback=with_traceback), err=True)
    return ExitStatus.OUR_BUG


def _open_closed_streams() -> None:
    """Who starts a program with a stream closed wants to give or to hear nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # Stays open as long as the program runs.
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _forget_unwritten_output() -> None:
    """Keep Python from writing the rest when it ends, and from complaining that it cannot."""
    try:
        output = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, output)
    os.close(nowhere)
