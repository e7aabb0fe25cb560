"""The program under test: as it is installed, and as it runs in this process."""

import importlib
import sysconfig
from collections.abc import Callable
from pathlib import Path

from attrs import frozen

INSTALLED = Path(sysconfig.get_path("scripts")) / "rulesdsl"

# Lies in cli/, and has this name only when it is installed.
main = importlib.import_module("rulesdsl.cli.main")
exit_status = importlib.import_module("rulesdsl.cli.exit_status")


@frozen
class Outcome:
    status: int
    out: str
    err: str


Run = Callable[..., Outcome]
