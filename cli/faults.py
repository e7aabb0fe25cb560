"""What is said when a rule breaks while a game is played."""

import os
import sys

import click

from rulesdsl.diagnostics.model import Label
from rulesdsl.diagnostics.render.canvas import Style
from rulesdsl.diagnostics.render.snippet import Mark, Snippet
from rulesdsl.engine.faults import Fault


def show_fault(fault: Fault) -> None:
    """The place in the rules, what could not be done there, and what it was about; to standard error."""
    colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    when = " before the first decision" if fault.at_start else ""
    click.echo(click.style(f"the rules broke{when}", fg="red", bold=True) + f": {fault.message}", err=True)
    if fault.span is not None:
        source = fault.span.source
        mark = Mark.of(Label(fault.span), "^", Style.ERROR)
        gutter = len(str(Snippet.lines([mark])[-1]))
        click.echo(f"{' ' * gutter}--> {source.name}:{fault.span.line}:{fault.span.column}", err=True)
        if source.text:
            for line in Snippet(source, [mark], gutter, colour).render():
                click.echo(line, err=True)
    for line in fault.details():
        click.echo(f"  {line}", err=True)
