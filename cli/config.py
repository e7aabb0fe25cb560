"""`rulesdsl config`."""

import json
from collections.abc import Mapping
from pathlib import Path

import click

from rulesdsl.project import SETTINGS, Project, Setting, settings_of

from .game_options import complete_game, game_file_or_folder
from .loading import plural
from .output_options import format_option, json_text
from .projects import project_around

USUAL = "as usual"


@click.command("config")
@click.argument("file", type=game_file_or_folder, required=False, shell_complete=complete_game)
@format_option("text", "json")
def command(file: Path | None, output_format: str) -> None:
    """Show which settings hold here, or for a file, and what says so.

    Settings stand in rulesdsl.toml, or in a table [tool.rulesdsl] of pyproject.toml, in this folder or one
    above it; the nearest holds. What stands on the command line comes before them.

    \b
    Examples:
      rulesdsl config
      rulesdsl config drafts/mine.game
    """
    project = project_around(file or Path())
    held = settings_of(project, file)
    if output_format == "json":
        click.echo(json_text(_as_data(project, held)))
        return
    if not project.exists:
        click.echo("There is no file of settings here or above; everything is as usual.\n")
    wide = max(map(len, held))
    for key, setting in held.items():
        click.echo(_line(key, setting, wide))
    if project.exists and file is None:
        for folder in project.folders:
            own = settings_of(project, project.folder / folder / "any.game")
            click.echo(f"\nin {folder}")
            for key, setting in own.items():
                if setting != held[key]:
                    click.echo(f"  {_line(key, setting, wide)}")
        click.echo(f"\n{plural(len(project.game_files()), 'game file')} in this project")
        for path, place, meant in project.meets_nothing():
            hint = f"; did you mean `{meant}`?" if meant else ""
            click.echo(f"{place.file}:{place.line}: no game file lies at `{path}`{hint}", err=True)


def _line(key: str, setting: Setting, wide: int) -> str:
    return f"{key:{wide}}  {_shown(setting.value)}  {click.style(_why(setting), dim=True)}"


def _shown(value: object) -> str:
    """As it would be written in the file."""
    match value:
        case None:
            return "none"
        case Mapping():
            inside = ", ".join(f"{key} = {_shown(member)}" for key, member in value.items())
            return f"{{ {inside} }}" if inside else "{}"
        case _:
            return json.dumps(value, ensure_ascii=False)


def _why(setting: Setting) -> str:
    return USUAL if setting.file is None else f"{setting.file}:{setting.line}"


def _as_data(project: Project, held: Mapping[str, Setting]) -> dict[str, object]:
    return {
        "file": str(project.file) if project.file else None,
        "folder": str(project.folder),
        "settings": {
            key: {
                "value": setting.value,
                "from": None if setting.file is None else str(setting.file),
                "line": setting.line or None,
                "purpose": SETTINGS[key].purpose,
            }
            for key, setting in held.items()
        },
        "files": [str(path) for path in project.game_files()] if project.exists else [],
    }
