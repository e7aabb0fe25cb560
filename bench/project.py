"""A project of forty files, checked: cold, with one file changed, and once more.

Programs are started as users start them. Work is the time of all cores, whatever else the machine does; what
all cores gain is waited for, so that figure says something on a machine with nothing else to do only.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from bench.figures import Figure
from tests.project.forty_games import write

PROGRAM = "from cli.main import main; main()"
CHECKOUT = Path(__file__).parent.parent
ROUNDS = 3
KEPT_AT_MOST = 0.5
"""Seconds, beyond the start of the program."""
ONE_CHANGED_AT_MOST = 2.0
"""Times one file by itself: what the other files are asked for is not much."""
ALL_CORES_AT_MOST = 0.75
"""Of the time on one core, on two of them that have nothing else to do."""


@frozen
class Taken:
    waited: float
    work: float


class Project:
    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        self.cache = folder / "cache"
        self.files = write(self.folder)

    def run(self, *arguments: str, cores: int | None = None) -> Taken:
        environment = os.environ | {"XDG_CACHE_HOME": str(self.cache), "PYTHONPATH": str(CHECKOUT)}
        before, began = os.times(), time.perf_counter()
        kept = os.sched_getaffinity(0)
        try:
            if cores is not None:
                os.sched_setaffinity(0, sorted(kept)[:cores])
            subprocess.run(
                [sys.executable, "-c", PROGRAM, *arguments],
                cwd=self.folder,
                env=environment,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        finally:
            os.sched_setaffinity(0, kept)
        waited, after = time.perf_counter() - began, os.times()
        work = after.children_user - before.children_user + after.children_system - before.children_system
        return Taken(waited, work)

    def forget(self) -> None:
        """What was kept of the files; the tables of the grammar stay."""
        for path in (self.cache / "rulesdsl" / "checked").glob("*"):
            path.unlink()

    def cold(self, *files: str, cores: int | None = None) -> Taken:
        self.forget()
        return self.run("validate", *files, cores=cores)

    def one_changed(self) -> Taken:
        path = self.files[0]
        path.write_text(path.read_text("utf-8") + "\n# Changed.\n", "utf-8")
        return self.run("validate")


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        one = str(project.files[0].relative_to(project.folder))
        project.run("validate")
        rounds = [
            (
                project.run("--version"),
                project.cold(one),
                project.cold(cores=1),
                project.cold(),
                project.run("validate"),
                project.one_changed(),
            )
            for _ in range(ROUNDS)
        ]
    start, single, slow, cold, kept, changed = (
        Taken(min(one.waited for one in column), min(one.work for one in column))
        for column in zip(*rounds, strict=True)
    )
    cores, load = len(os.sched_getaffinity(0)), os.getloadavg()[0]

    def figure(name: str, value: float, unit: str, bar: float | None, details: str) -> Figure:
        return Figure("project", name, value, unit, bar=bar, details=details)

    yield figure(
        "validate 40 files cold / one file cold, work",
        cold.work / single.work,
        "x",
        None,
        f"{cold.work:.2f} s against {single.work:.2f} s",
    )
    yield figure(
        f"validate 40 files cold, {cores} cores / one core, waited for",
        cold.waited / slow.waited,
        "x",
        ALL_CORES_AT_MOST if cores == 2 and load < 1.5 * cores else None,
        f"{cold.waited:.2f} s against {slow.waited:.2f} s, load of the machine {load:.0f}",
    )
    yield figure(
        "validate 40 files of which one has changed / one file cold, work",
        changed.work / single.work,
        "x",
        ONE_CHANGED_AT_MOST,
        f"{changed.work:.2f} s against {single.work:.2f} s",
    )
    yield figure(
        "validate 40 files once more, work beyond `--version`",
        kept.work - start.work,
        "s",
        KEPT_AT_MOST,
        f"{kept.work:.2f} s against {start.work:.2f} s; {kept.work / cold.work:.2f} of cold",
    )
