"""A project: a folder with game files, and what its file of settings says of them."""

from rulesdsl.project.baseline import Accepted, BadBaseline
from rulesdsl.project.project import Project, game_files_in, project_of, settings_of, without_accepted
from rulesdsl.project.settings import SETTINGS, BadSettings, Setting

__all__ = [
    "SETTINGS",
    "Accepted",
    "BadBaseline",
    "BadSettings",
    "Project",
    "Setting",
    "game_files_in",
    "project_of",
    "settings_of",
    "without_accepted",
]
