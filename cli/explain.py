"""`rulesdsl explain`."""

import click
from click.shell_completion import CompletionItem

from rulesdsl.diagnostics.catalogue import CATALOGUE, Severity, UnknownCode
from rulesdsl.diagnostics.explain import Page, page

from .exit_status import CannotDo
from .output_options import for_a_person, format_option, json_text

COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow"}


def complete_code(
    _context: click.Context, _argument: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    return [
        CompletionItem(code, help=entry.summary)
        for code, entry in CATALOGUE.items()
        if code.startswith(incomplete)
    ]


@click.command("explain")
@click.argument("code", required=False, shell_complete=complete_code)
@format_option("text", "json")
def command(code: str | None, output_format: str) -> None:
    """Explain what a diagnostic means, why it matters, and how to put it right.

    Without CODE, list every code there is, one on a line.

    \b
    Examples:
      rulesdsl explain unknown-zone
      rulesdsl explain | grep table
    """
    if code is None:
        _list_codes(output_format)
        return
    try:
        explained = page(code)
    except UnknownCode as unknown:
        raise CannotDo(f"{unknown}; `rulesdsl explain` lists them all") from None
    if output_format == "json":
        click.echo(json_text(_as_data(explained)))
    elif for_a_person():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(explained.text))
    else:
        click.echo(explained.text.rstrip())


def _list_codes(output_format: str) -> None:
    if output_format == "json":
        entries = [
            {"code": entry.code, "severity": entry.severity, "area": entry.area, "summary": entry.summary}
            for entry in CATALOGUE.values()
        ]
        click.echo(json_text(entries))
        return
    width = max(map(len, CATALOGUE))
    for entry in CATALOGUE.values():
        severity = click.style(f"{entry.severity:<7}", fg=COLOURS[entry.severity])
        click.echo(f"{entry.code:<{width}}  {severity}  {entry.summary}")


def _as_data(explained: Page) -> dict[str, object]:
    return {
        "code": explained.code,
        "severity": CATALOGUE[explained.code].severity,
        "summary": explained.title,
        "what": explained.what,
        "why": explained.why,
        "wrong": {"game": explained.wrong, "files": dict(explained.files)},
        "right": {"game": explained.right, "files": dict(explained.right_files)},
    }
