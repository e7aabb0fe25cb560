"""The project that files belong to, for commands: its settings, its files, its baseline."""

from collections.abc import Iterable
from pathlib import Path

import click
from click.core import ParameterSource

from rulesdsl.diagnostics import Report
from rulesdsl.project import BadSettings, Project, project_of

from .exit_status import CannotDo
from .output_guard import first_that_acts

PROJECTS = "rulesdsl.projects"
NO_PROJECT = (
    "Missing argument 'FILE...': there is no rulesdsl.toml and no [tool.rulesdsl] in a pyproject.toml,"
    " here or above, that says which files are meant."
)


def project_around(path: Path) -> Project:
    """The project of a file or a folder; its settings have to make sense."""
    return _project_of(path if path.is_dir() else path.parent)


def _project_of(folder: Path) -> Project:
    # Known for one command: projects are named as they are seen from the working folder.
    context = click.get_current_context(silent=True)
    known: dict[Path, Project] = {} if context is None else context.find_root().meta.setdefault(PROJECTS, {})
    if folder not in known:
        try:
            project = project_of(folder)
        except BadSettings as bad:
            raise CannotDo(str(bad)) from None
        # Many folders are of one project, which is the same one for all of them.
        known[folder] = known.setdefault(project.folder, project)
    return known[folder]


def judged(report: Report) -> Report:
    """What was found, as the projects of the files see it."""
    seen = Report(unfinished=report.unfinished)
    for diagnostic in report:
        here = project_around(Path(diagnostic.span.source.name)).judged(diagnostic)
        if here is not None:
            seen.add(here)
    return seen


def wanted_files(paths: Iterable[Path]) -> list[Path]:
    """The files that are meant: those named, the games in the folders named, each once; without any, those of
    the project."""
    wanted: dict[Path, None] = {}
    for path in paths:
        if not path.is_dir():
            wanted[path] = None
            continue
        project = project_around(path)
        inside = project.game_files(path)
        if not inside:
            of = f" that belongs to the project of {project.file}" if project.exists else ""
            raise CannotDo(f"there is no .game file in the folder {path}{of}")
        wanted |= dict.fromkeys(inside)
    if not wanted:
        project = project_around(Path())
        if not project.exists:
            raise click.UsageError(NO_PROJECT)
        wanted = dict.fromkeys(project.game_files())
        if not wanted:
            raise CannotDo(f"no .game file belongs to the project of {project.file}")
    steering = first_that_acts(map(str, wanted))
    if steering is not None:
        raise CannotDo(f"the name of {steering} has a control character in it; rename the file")
    return list(wanted)


def fill_in(context: click.Context) -> None:
    """What the settings say where the command line says nothing: the bot, and how many games."""
    given = context.params
    wanted = [key for key in ("bot", "games") if key in given and _left_out(context, key)]
    file = given.get("file") or given.get("base")
    if not wanted or not isinstance(file, Path):
        return
    project = project_around(file)
    for key in wanted:
        setting = project.setting(key, file)
        if setting.file is not None:
            given[key] = _bot(setting.value, project) if key == "bot" else setting.value


def _bot(name: str, project: Project) -> str:
    kind, colon, file = name.partition("prefer:")
    return f"prefer:{project.folder / file}" if colon and not kind else name


def _left_out(context: click.Context, key: str) -> bool:
    return context.get_parameter_source(key) in (None, ParameterSource.DEFAULT)
