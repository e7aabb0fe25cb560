"""What the output of a command looks like, and for whom."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from typing import Any

import click

from .exit_status import ON_GITHUB

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def format_option(*formats: str) -> Decorator:
    """`--format`, handed on as `output_format`; the first format is the one meant without it."""
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="For whom the output is.",
    )


def format_option_of_checks(formats: Iterable[str]) -> Decorator:
    """The same where GitHub reads along: there its own format is meant."""

    def meant(_context: click.Context, _option: click.Parameter, given: str | None) -> str:
        return given or ("github" if os.environ.get(ON_GITHUB) == "true" else "text")

    return click.option(
        "--format",
        "output_format",
        type=click.Choice(list(formats)),
        callback=meant,
        help="For whom the output is.  [default: text; inside GitHub Actions github]",
    )


def json_text(data: object) -> str:
    """For programs, laid out so that people can read it, too."""
    return json.dumps(data, indent=2, ensure_ascii=False)


def for_a_person() -> bool:
    """Does somebody read this on a terminal that may show colour?"""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """How many letters fit on a line: of the terminal, or of a page where there is none."""
    return max(40, shutil.get_terminal_size((100, 24)).columns)
