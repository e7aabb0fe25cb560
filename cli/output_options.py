"""What the output of a command looks like, and for whom."""

import os
import shutil
import sys
from collections.abc import Callable
from typing import Any

import click

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


def for_a_person() -> bool:
    """Does somebody read this on a terminal that may show colour?"""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """How many letters fit on a line: of the terminal, or of a page where there is none."""
    return max(40, shutil.get_terminal_size((100, 24)).columns)
