"""The part of the command line that plays many games."""

import importlib

# Lies in cli/, and has this name only when it is installed.
many_games = importlib.import_module("rulesdsl.cli.many_games")
